"""Magi's position notation and every refusal (MG20)."""

from __future__ import annotations

import random

import pytest

from rules.errors import BadPosition
from rules.magi import MAGI
from rules.magi.notation import START, read, write

OPTIONS = MAGI.configure({})


def test_the_start_position() -> None:
    """MG1, MG20."""
    assert MAGI.start(OPTIONS, 2).notation() == START
    assert MAGI.position(START, OPTIONS) == MAGI.start(OPTIONS, 2)


@pytest.mark.parametrize("seed", range(3))
def test_notation_goes_there_and_back(seed: int) -> None:
    chance = random.Random(seed)
    state = MAGI.start(OPTIONS, 2)
    for _ in range(150):
        if state.turn is None:
            break
        state = state.apply(chance.choice(state.legal())).state
        again = MAGI.position(state.notation(), OPTIONS)
        assert again.notation() == state.notation()
        assert again == state and hash(again) == hash(state) and again.legal() == state.legal()


def test_en_passant_squares_are_written_whether_or_not_a_capture_exists() -> None:
    """MG8, MG20: after one square passed, two, and for d/g pawns with the square left."""
    start = MAGI.start(OPTIONS, 2)
    for action, wanted in (("e2e4", "e3"), ("e2e5", "e3e4"), ("e2e3", "-"), ("d3d4", "d3"), ("d3d5", "d3d4")):
        assert start.apply(action).state.notation().split()[4] == wanted
    black = start.apply("a3a4").state
    for action, wanted in (("e9e7", "e8"), ("e9e6", "e7e8"), ("e9e8", "-"), ("g8g7", "g8"), ("g8g6", "g7g8")):
        assert black.apply(action).state.notation().split()[4] == wanted


def test_the_counters() -> None:
    """MG20: HALFMOVE since capture or pawn move; FULLMOVE after Black's move."""
    state = MAGI.start(OPTIONS, 2)
    for action, wanted in (("b1c3", "1 1"), ("b10c8", "2 2"), ("e2e4", "0 2"), ("a8a7", "1 3")):
        state = state.apply(action).state
        assert " ".join(state.notation().split()[5:]) == wanted


GOOD = "7k2/2p7/10/10/10/10/10/10/P9/R4K4 w Q - - 3 12"


def test_the_good_one_that_the_bad_ones_differ_from() -> None:
    assert write(read(GOOD)) == GOOD


@pytest.mark.parametrize(
    "old, new, why",
    [
        # the board
        ("7k2/2p7/", "7k2/2p8/", "rank 9 has 11 squares, not 10"),
        ("7k2/2p7/", "7k2/2p6/", "rank 9 has 9 squares, not 10"),
        ("7k2/2p7/", "7k2/", "the board has 9 ranks, not 10"),
        ("7k2/2p7/", "7k2/10/2p7/", "the board has 11 ranks, not 10"),
        ("7k2/2p7/", "7k2//", "rank 9 has 0 squares, not 10"),
        ("2p7", "2p34", "rank 9: empty squares are one number from 1 to 10, not '34'"),
        ("2p7", "02p7", "not '02'"),
        ("2p7", "2p0p6", "not '0'"),
        ("/10/10/10/10/10/10/", "/55/10/10/10/10/10/", "rank 8: .* not '55'"),
        ("/10/10/10/10/10/10/", "/11/10/10/10/10/10/", "rank 8: .* not '11'"),
        ("2p7", "2x7", "rank 9: 'x' is no piece"),
        ("2p7", "2²7", "rank 9: '²' is no piece"),
        # kings, pawns, check
        ("7k2", "7q2", "Black has 0 kings, not one"),
        ("7k2", "6kk2", "Black has 2 kings, not one"),
        ("R4K4", "R4KK3", "White has 2 kings, not one"),
        ("R4K4", "R4R4", "White has 0 kings, not one"),
        ("7k2", "6Pk2", "a pawn can't stand on g10"),
        ("7k2", "6pk2", "a pawn can't stand on g10"),
        ("R4K4", "R3pK4", "a pawn can't stand on e1"),
        ("P9/", "P6R2/", "Black is in check on h10, though it is White's turn"),
        # side and rights
        (" w ", " W ", "SIDE must be w or b, not 'W'"),
        (" w ", " wb ", "SIDE must be w or b, not 'wb'"),
        (" Q ", " KQ ", "castling right K needs White's rook on j1"),
        (" Q ", " Qk ", "castling right k needs Black's king on f10"),
        (" Q ", " QK ", "CASTLING must be - or some of KQkq in this order, not 'QK'"),
        (" Q ", " QQ ", "CASTLING must be"),
        (" Q ", " X ", "CASTLING must be"),
        (" Q ", " Q- ", "CASTLING must be"),
        (" Q - ", " Q D ", "first-move right D needs White's pawn on d3"),
        (" Q - ", " Q g ", "first-move right g needs Black's pawn on g8"),
        (" Q - ", " Q gD ", "FIRST must be - or some of DGdg in this order, not 'gD'"),
        # numbers
        (" 3 ", " 03 ", "HALFMOVE must be a plain number from 0.* not '03'"),
        (" 3 ", " -3 ", "HALFMOVE must be a plain number"),
        (" 3 ", " ³ ", "HALFMOVE must be a plain number"),
        (" 3 ", " 9999999999 ", "HALFMOVE must be a plain number"),
        (" 12", " 0", "FULLMOVE must be a plain number from 1"),
        (" 12", " 1_2", "FULLMOVE must be a plain number"),
        # fields
        (" 12", "", "BOARD SIDE CASTLING FIRST EP HALFMOVE FULLMOVE"),
        (" 12", " 12 1", "BOARD SIDE CASTLING FIRST EP HALFMOVE FULLMOVE"),
        (" w ", "  w ", "with one space between"),
        (" 12", " 12 ", "with one space between"),
        (" 12", " 12\n", "FULLMOVE must be a plain number"),
        ("7k2", " 7k2", "with one space between"),
        (" w Q", " Q w", "SIDE must be w or b, not 'Q'"),
    ],
)
def test_positions_that_can_not_be(old: str, new: str, why: str) -> None:
    """MG20: each refused with its own reason."""
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    with pytest.raises(BadPosition, match=why):
        MAGI.position(text, OPTIONS)


@pytest.mark.parametrize(
    "rows, side, passing, why",
    [
        ("10/10/10/10/10/10/2P7/10/10", "b", "c3", ""),
        ("10/10/10/10/10/2P7/10/10/10", "b", "c3c4", ""),
        ("10/10/10/2p7/10/10/10/10/10", "w", "c8", ""),
        ("10/10/10/10/2p7/10/10/10/10", "w", "c7c8", ""),
        ("10/10/10/10/10/10/10/10/10", "b", "c3", "en-passant square c3 needs White's pawn on c4"),
        ("10/10/10/10/10/10/2p7/10/10", "b", "c3", "needs White's pawn on c4"),
        ("10/10/10/10/10/10/2P7/10/10", "b", "c3c4", "c4 is not empty"),
        ("10/10/10/10/10/10/2P7/2n7/10", "b", "c3", "en-passant square c3 is not empty"),
        ("10/10/10/10/10/10/2P7/10/2N7", "b", "c3", "can't have come from c2, which is occupied"),
        ("10/2n7/10/2p7/10/10/10/10/10", "w", "c8", "can't have come from c9, which is occupied"),
        ("10/10/10/10/10/10/3P6/10/3N6", "b", "d3", ""),
        ("10/10/10/10/10/10/2P7/10/10", "w", "c3", "c3 is no en-passant square after a move by Black"),
        ("10/10/10/2p7/10/10/10/10/10", "b", "c8", "c8 is no en-passant square after a move by White"),
        ("10/10/10/10/10/2P7/10/10/10", "b", "c4", "EP must be -, or squares like"),
        ("10/10/10/10/10/2P7/10/10/10", "b", "c4c3", "EP must be"),
        ("10/10/10/10/10/2P7/10/10/10", "b", "c3d4", "EP must be"),
        ("10/10/10/10/10/2P7/10/10/10", "b", "c3c4c5", "EP must be"),
        ("10/10/10/10/2p7/10/10/10/10", "w", "c7", "EP must be"),
        ("10/10/10/10/2p7/10/10/10/10", "w", "c8c7", "EP must be"),
        ("10/10/10/10/2p7/10/10/10/10", "w", "k8", "EP must be"),
    ],
)
def test_en_passant_squares_that_can_and_can_not_be(rows: str, side: str, passing: str, why: str) -> None:
    """MG8, MG20."""
    ranks = rows.split("/")
    text = f"7k2/{'/'.join(ranks[1:])}/7K2 {side} - - {passing} 0 9"
    if not why:
        assert MAGI.position(text, OPTIONS).notation() == text
        return
    with pytest.raises(BadPosition, match=why):
        MAGI.position(text, OPTIONS)


def test_all_faults_are_named() -> None:
    """MG20: two unrelated faults, both told, each wordable by itself."""
    with pytest.raises(BadPosition) as caught:
        MAGI.position("6Pk2/10/10/10/10/10/10/10/10/5K4 w K - - 0 1", OPTIONS)
    assert [fault.code for fault in caught.value.reasons] == ["pawn", "castling"]


@pytest.mark.parametrize("seed", range(4))
def test_spoilt_positions_are_refused_or_read_exactly(seed: int) -> None:
    """Bad input: whatever is done to a position, it is a BadPosition or says just what was written."""
    chance = random.Random(seed)
    for _ in range(400):
        letters = list(START if chance.random() < 0.5 else GOOD)
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(letters))
            how = chance.random()
            if how < 0.4:
                letters[place] = chance.choice("KQRBNDCWPkqrbndcwp0123456789/- ab\n\0é")
            elif how < 0.7:
                del letters[place]
            else:
                letters.insert(place, letters[chance.randrange(len(letters))])
        text = "".join(letters)
        try:
            state = MAGI.position(text, OPTIONS)
        except BadPosition as error:
            assert str(error)
        else:
            assert state.notation() == text
