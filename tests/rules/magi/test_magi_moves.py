"""How Magi's pieces move, clause by clause (MG1–MG11)."""

from __future__ import annotations

import pytest

from rules.errors import IllegalAction, MalformedAction
from rules.magi import MAGI
from rules.magi.state import MagiState

OPTIONS = MAGI.configure({})


def at(text: str) -> MagiState:
    return MAGI.position(text, OPTIONS)


def goals(state: MagiState, source: str) -> set[str]:
    """The targets of the piece on ``source``, promotions apart."""
    return {pick.value for pick in state.picks((source,)).choices}


def played(state: MagiState, *actions: str) -> MagiState:
    for action in actions:
        state = state.apply(action).state
    return state


def captures(state: MagiState) -> dict[str, str]:
    """The legal pawn captures → what they are."""
    return {
        action: state.note(move)
        for action in state.legal()
        if (move := state.find(action)) is not None and state.note(move) in ("capture", "en passant")
    }


def test_the_start_has_24_pieces_a_side_and_white_moves() -> None:
    """MG1."""
    state = MAGI.start(OPTIONS, 2)
    pieces = state.pieces()
    assert state.turn == 0 and len(pieces) == 48
    assert [pieces[f"{file}1"][0] for file in "abcdefghij"] == list("RNBCQKWBNR")
    assert [pieces[f"{file}10"][0] for file in "abcdefghij"] == list("rnbcqkwbnr")
    assert all(pieces[f"{file}2"] == ("P",) and pieces[f"{file}9"] == ("p",) for file in "abcdefghij")
    for rank, letters in ((3, "DPPD"), (8, "dppd")):
        assert [pieces[f"{file}{rank}"][0] for file in "adgj"] == list(letters)


@pytest.mark.parametrize(
    "letter, wanted",
    [
        ("N", "c4 c6 d3 d7 f3 f7 g4 g6"),
        ("D", "b5 c5 d5 f5 g5 h5 e2 e3 e4 e6 e7 e8"),
        ("W", "d5 f5 e4 e6 c4 c6 d3 d7 f3 f7 g4 g6 c3 c7 g3 g7"),
        ("R", "a5 b5 c5 d5 f5 g5 h5 i5 j5 e1 e2 e3 e4 e6 e7 e8 e9 e10"),
        ("B", "a1 b2 c3 d4 f6 g7 h8 i9 j10 a9 b8 c7 d6 f4 g3 h2 i1"),
        ("C", "a1 b2 c3 d4 f6 g7 h8 i9 j10 a9 b8 c7 d6 f4 g3 h2 i1 d5 f5 e4 e6"),
    ],
)
def test_each_piece_on_an_empty_board(letter: str, wanted: str) -> None:
    """MG2–MG5, all from e5; the queen is rook and bishop."""
    state = at(f"7k2/10/10/10/10/4{letter}5/10/10/p9/7K2 w - - - 0 1")
    assert goals(state, "e5") == set(wanted.split())


def test_the_king_steps_in_all_directions() -> None:
    """MG2."""
    state = at("7k2/10/10/10/10/4K5/10/10/p9/10 w - - - 0 1")
    assert goals(state, "e5") == {"d4", "d5", "d6", "e4", "e6", "f4", "f5", "f6"}


def test_the_queen_is_rook_and_bishop() -> None:
    """MG2."""
    board = "7k2/10/10/10/10/4{}5/10/10/p9/7K2 w - - - 0 1"
    both = goals(at(board.format("R")), "e5") | goals(at(board.format("B")), "e5")
    assert goals(at(board.format("Q")), "e5") == both


def test_the_duke_stops_at_pieces_and_after_three_squares() -> None:
    """MG3: it takes the first enemy on its way, does not jump, and goes no fourth square."""
    state = at("7k2/10/4p5/10/4p5/1P2D1p3/10/10/4p5/7K2 w - - - 0 1")
    assert goals(state, "e5") == {"c5", "d5", "f5", "g5", "e6", "e4", "e3", "e2"}


def test_the_cardinal_steps_straight_but_slides_only_obliquely() -> None:
    """MG4."""
    state = at("7k2/10/6p3/10/10/3pC5/10/2P7/10/7K2 w - - - 0 1")
    assert goals(state, "e5") == {"d5", "f5", "e4", "e6", "d4", "f6", "g7", "h8", "i9", "j10"} | {
        "d6",
        "c7",
        "b8",
        "a9",
        "f4",
        "g3",
        "h2",
        "i1",
    }


def test_the_wizard_jumps_over_anything() -> None:
    """MG5: ringed in on all sides, it keeps its jumps and loses its steps to its own men."""
    state = at("7k2/10/10/10/3PPP4/3PWP4/3PPP4/10/10/7K2 w - - - 0 1")
    jumps = ("c4", "c6", "d3", "d7", "f3", "f7", "g4", "g6", "c3", "c7", "g3", "g7")
    assert goals(state, "e5") == set(jumps)


@pytest.mark.parametrize(
    "text, source, wanted",
    [
        ("7k2/10/10/10/10/10/10/10/2P7/7K2 w - - - 0 1", "c2", "c3 c4 c5"),
        ("7k2/10/10/10/10/10/10/2P7/10/7K2 w - - - 0 1", "c3", "c4"),
        ("7k2/10/10/10/10/10/10/3P6/10/7K2 w - D - 0 1", "d3", "d4 d5"),
        ("7k2/10/10/10/10/10/10/3P6/10/7K2 w - - - 0 1", "d3", "d4"),
        ("7k2/10/10/10/10/10/10/10/3P6/7K2 w - - - 0 1", "d2", "d3 d4 d5"),
        ("7k2/10/10/10/10/2n7/10/10/2P7/7K2 w - - - 0 1", "c2", "c3 c4"),
        ("7k2/10/10/10/10/10/2n7/10/2P7/7K2 w - - - 0 1", "c2", "c3"),
        ("7k2/10/10/10/10/10/10/2N7/2P7/7K2 w - - - 0 1", "c2", ""),
        ("7k2/10/10/10/10/3n6/10/3P6/10/7K2 w - D - 0 1", "d3", "d4"),
        ("7k2/10/10/10/10/10/10/1n1nn5/2P7/7K2 w - - - 0 1", "c2", "c3 c4 c5 b3 d3"),
        ("7k2/2p7/10/10/10/10/10/10/10/7K2 b - - - 0 1", "c9", "c8 c7 c6"),
        ("7k2/10/6p3/10/10/10/10/10/10/7K2 b - g - 0 1", "g8", "g7 g6"),
        ("7k2/10/6p3/10/10/10/10/10/10/7K2 b - - - 0 1", "g8", "g7"),
    ],
)
def test_pawn_steps_and_first_moves(text: str, source: str, wanted: str) -> None:
    """MG6, MG7: one step; two or three from rank 2 (9), two for unmoved d/g pawns; every square empty."""
    assert goals(at(text), source) == set(wanted.split())


def test_a_pawn_that_came_to_d3_has_no_double_step() -> None:
    """MG7: after d3–d4 the pawn d2–d3 has moved already; so has one that captured onto d3."""
    state = played(MAGI.start(OPTIONS, 2), "d3d4", "b9b8", "d2d3", "b8b7")
    assert goals(state, "d3") == set()
    state = played(state, "d4d5", "b7b6")
    assert goals(state, "d3") == {"d4"}
    state = at("7k2/10/10/10/10/10/10/3n6/2P7/7K2 w - - - 0 1")
    state = played(state, "c2d3", "h10h9")
    assert goals(state, "d3") == {"d4"}


def test_a_first_move_right_ends_with_its_pawn() -> None:
    """MG7: it ends when the pawn moves, also by capturing, and when it is captured."""
    start = MAGI.start(OPTIONS, 2)
    assert start.notation().split()[3] == "DGdg"
    assert played(start, "d3d4").notation().split()[3] == "Gdg"
    assert played(start, "g3g5").notation().split()[3] == "Ddg"
    state = at("7k2/10/10/10/10/10/4n5/3P2P3/10/7K2 w - DG - 0 1")
    assert played(state, "d3e4").notation().split()[3] == "G"
    assert played(state, "h1h2", "e4g3").notation().split()[3] == "D"


SOURCE_EXAMPLES = [
    # White's pawn on c2 against Black's on b4, b5 (example 1)
    ("7k2/10/10/10/10/1p8/1p8/10/2P7/7K2 w - - - 0 1", "c2c4", {"b4c3": "en passant", "b5c4": "capture"}),
    ("7k2/10/10/10/10/1p8/1p8/10/2P7/7K2 w - - - 0 1", "c2c5", {"b4c3": "en passant", "b5c4": "en passant"}),
    # tripled on b4, b5, b6
    (
        "7k2/10/10/10/1p8/1p8/1p8/10/2P7/7K2 w - - - 0 1",
        "c2c5",
        {"b4c3": "en passant", "b5c4": "en passant", "b6c5": "capture"},
    ),
    # tripled on b3, b4, b5: b3 can't
    (
        "7k2/10/10/10/10/1p8/1p8/1p8/2P7/7K2 w - - - 0 1",
        "c2c5",
        {"b4c3": "en passant", "b5c4": "en passant"},
    ),
    # example 2: Black's pawn on d8 against White's on c6, c7
    ("7k2/10/3p6/2P7/2P7/10/10/10/10/7K2 b - d - 0 1", "d8d7", {"c6d7": "capture", "c7d8": "en passant"}),
    ("7k2/10/3p6/2P7/2P7/10/10/10/10/7K2 b - d - 0 1", "d8d6", {"c6d7": "en passant", "c7d8": "en passant"}),
    # the same for White's g pawn, mirrored
    ("7k2/10/10/10/10/7p2/7p2/6P3/10/7K2 w - G - 0 1", "g3g4", {"h4g3": "en passant", "h5g4": "capture"}),
    (
        "7k2/10/10/10/10/7p2/7p2/6P3/10/7K2 w - G - 0 1",
        "g3g5",
        {"h4g3": "en passant", "h5g4": "en passant"},
    ),
]


@pytest.mark.parametrize("text, first, wanted", SOURCE_EXAMPLES)
def test_the_sources_en_passant_examples(text: str, first: str, wanted: dict[str, str]) -> None:
    """MG8."""
    assert captures(played(at(text), first)) == wanted


@pytest.mark.parametrize(
    "text, first",
    [
        # a first move of one square ends on rank 3: nothing to capture in passing
        ("7k2/10/10/10/10/10/1p8/1p8/2P7/7K2 w - - - 0 1", "c2c3"),
        # the second move of a pawn, though it ends on rank 4
        ("7k2/10/10/10/10/10/1p8/2P7/10/7K2 w - - - 0 1", "c3c4"),
        # d3–d4 by a pawn that has moved before
        ("7k2/10/10/10/10/10/2p7/3P6/10/7K2 w - - - 0 1", "d3d4"),
        # a rank-2 pawn's own start square is never one
        ("7k2/10/10/10/10/10/10/1p8/2P7/7K2 w - - - 0 1", "c2c4"),
    ],
)
def test_no_en_passant(text: str, first: str) -> None:
    """MG8."""
    state = played(at(text), first)
    assert state.notation().split()[4] in ("-", "c3")
    assert "en passant" not in captures(state).values()


def test_a_first_move_by_capture_leaves_nothing_to_capture_in_passing() -> None:
    """MG8: straight forward only."""
    state = played(at("7k2/10/10/10/10/10/2p1n5/3P6/10/7K2 w - D - 0 1"), "d3e4")
    assert state.notation().split()[4] == "-"
    assert captures(state) == {}


def test_en_passant_lasts_one_move() -> None:
    """MG8: on the very next move or not at all."""
    state = played(at("7k2/10/10/10/10/1p8/1p8/10/2P7/7K2 w - - - 0 1"), "c2c5")
    assert state.notation().split()[4] == "c3c4"
    state = played(state, "h10h9", "h1h2")
    assert state.notation().split()[4] == "-" and captures(state) == {}


def test_en_passant_takes_the_pawn_away() -> None:
    """MG8: from c5 though the capture lands on c3."""
    step = played(at("7k2/10/10/10/10/1p8/1p8/10/2P7/7K2 w - - - 0 1"), "c2c5").apply("b4c3")
    assert step.state.pieces() == {"h10": ("k",), "h1": ("K",), "b5": ("p",), "c3": ("p",), "taken:1": ("P",)}


def test_a_d_pawn_from_d2_may_be_passed_on_d3_and_d4() -> None:
    """MG8: it started on rank 2, so its start square is no target."""
    state = played(at("7k2/10/10/10/10/10/2p7/2p7/3P6/7K2 w - - - 0 1"), "d2d4")
    assert captures(state) == {"c4d3": "en passant"}


def test_en_passant_that_opens_a_line_to_the_king_is_illegal() -> None:
    """MG8, MG11: both pawns leave the rank, and the rook looks along it."""
    state = at("10/10/10/10/10/10/RpP3k3/10/10/7K2 b - - c3 0 1")
    assert "b4c3" not in state.legal()
    with pytest.raises(IllegalAction, match="leave the king in check"):
        state.apply("b4c3")
    assert "b4c3" in at("10/10/10/10/10/10/RpP7/6k3/10/7K2 b - - c3 0 1").legal()


def test_en_passant_may_parry_the_check_by_the_pawn() -> None:
    """MG8, MG11."""
    state = played(at("10/10/10/10/3k6/10/1p8/10/2P7/7K2 w - - - 0 1"), "c2c5")
    assert state.in_check()
    assert "b4c3" in state.legal()


def test_promotion_is_compulsory_and_to_seven_kinds() -> None:
    """MG9."""
    state = at("1r5k2/P9/10/10/10/10/10/10/10/7K2 w - - - 0 1")
    wanted = {f"a9{to}{kind}" for to in ("a10", "b10") for kind in "qdrbncw"}
    assert {action for action in state.legal() if action.startswith("a9")} == wanted
    with pytest.raises(IllegalAction, match="needs the piece to promote to"):
        state.apply("a9a10")
    with pytest.raises(MalformedAction):
        state.apply("a9a10k")
    for kind in "qdrbncw":
        assert state.apply(f"a9a10{kind}").state.pieces()["a10"] == (kind.upper(),)
    black = at("7k2/10/10/10/10/10/10/10/p9/7K2 b - - - 0 1")
    assert black.apply("a2a1w").state.pieces()["a1"] == ("w",)


CASTLING = "r4k3r/p8p/10/10/10/10/10/10/P8P/R4K3R {} KQkq - - 0 1"


@pytest.mark.parametrize(
    "side, action, king, rook, left",
    [
        ("w", "f1i1", "i1", "h1", "kq"),
        ("w", "f1c1", "c1", "d1", "kq"),
        ("b", "f10i10", "i10", "h10", "KQ"),
        ("b", "f10c10", "c10", "d10", "KQ"),
    ],
)
def test_castling_moves_the_king_three_squares(
    side: str, action: str, king: str, rook: str, left: str
) -> None:
    """MG10."""
    state = at(CASTLING.format(side))
    after = state.apply(action).state
    letters = "KR" if side == "w" else "kr"
    assert (after.pieces()[king], after.pieces()[rook]) == ((letters[0],), (letters[1],))
    assert len(after.pieces()) == len(state.pieces())
    assert after.notation().split()[2] == left


@pytest.mark.parametrize(
    "text, long, short, why",
    [
        ("5k4/10/10/10/10/10/10/10/P8P/R4K3R w KQ - - 0 1", True, True, ""),
        ("5k4/10/10/10/10/10/10/10/P8P/R4K3R w Q - - 0 1", True, False, "has moved"),
        ("5k4/10/10/10/10/10/10/10/P8P/RN3K3R w KQ - - 0 1", False, True, "b1 is not empty"),
        ("5k4/10/10/10/10/10/10/10/P8P/R3QK3R w KQ - - 0 1", False, True, "e1 is not empty"),
        ("5k4/10/10/10/10/10/10/10/P8P/R4KN2R w KQ - - 0 1", True, False, "g1 is not empty"),
        # in check
        ("5k4/5r4/10/10/10/10/10/10/P8P/R4K3R w KQ - - 0 1", False, False, "out of check"),
        # a crossed square, then a landing square, attacked
        ("5k4/6r3/10/10/10/10/10/10/P8P/R4K3R w KQ - - 0 1", True, False, "g1 is attacked"),
        ("5k4/8r1/10/10/10/10/10/10/P8P/R4K3R w KQ - - 0 1", True, False, "i1 is attacked"),
        ("5k4/2r7/10/10/10/10/10/10/P8P/R4K3R w KQ - - 0 1", False, True, "c1 is attacked"),
        # b1 and the rooks may be attacked
        ("5k4/1r8/10/10/10/10/10/10/P8P/R4K3R w KQ - - 0 1", True, True, ""),
        ("5k4/r8r/10/10/10/10/10/10/10/R4K3R w KQ - - 0 1", True, True, ""),
        # a duke four squares away does not reach
        ("5k4/10/10/10/10/6d3/10/10/P8P/R4K3R w KQ - - 0 1", True, True, ""),
        ("5k4/10/10/10/10/10/6d3/10/P8P/R4K3R w KQ - - 0 1", True, False, "g1 is attacked"),
    ],
)
def test_castling_conditions(text: str, long: bool, short: bool, why: str) -> None:
    """MG10: nobody has moved, nothing between, not in check, nowhere crossed or landed on attacked."""
    state = at(text)
    assert ("f1c1" in state.legal(), "f1i1" in state.legal()) == (long, short)
    for action, can in (("f1c1", long), ("f1i1", short)):
        if not can:
            with pytest.raises(IllegalAction, match=why):
                state.apply(action)


@pytest.mark.parametrize(
    "actions, left",
    [
        (("a1b1",), "Kkq"),
        (("j1i1",), "Qkq"),
        (("f1e1",), "kq"),
        (("a2a3", "a10b10"), "KQk"),
        (("a2a3", "j10i10"), "KQq"),
        (("a2a3", "f10e10"), "KQ"),
        (("a1b1", "a10b10", "b1a1", "b10a10"), "Kk"),
    ],
)
def test_castling_rights_end_with_a_move_of_king_or_rook(actions: tuple[str, ...], left: str) -> None:
    """MG10."""
    assert played(at(CASTLING.format("w")), *actions).notation().split()[2] == left


def test_a_captured_rook_can_not_castle() -> None:
    """MG10: nor can another rook that comes to its corner."""
    state = at("r4k3r/10/10/10/10/10/10/10/10/R4K3R w KQkq - - 0 1")
    state = played(state, "a1a10")
    assert state.notation().split()[2] == "Kk"


def test_pinned_pieces_stay_on_their_line() -> None:
    """MG11: rook pinned on a file slides along it, wizard steps along it, knight can't move."""
    board = "4r2k2/10/10/10/10/10/4{}5/10/10/4K5 w - - - 0 1"
    assert goals(at(board.format("R")), "e4") == {"e2", "e3", "e5", "e6", "e7", "e8", "e9", "e10"}
    assert goals(at(board.format("W")), "e4") == {"e3", "e5"}
    assert goals(at(board.format("C")), "e4") == {"e3", "e5"}
    assert goals(at(board.format("P")), "e4") == {"e5"}
    assert goals(at(board.format("B")), "e4") == goals(at(board.format("N")), "e4") == set()


def test_a_pinned_wizard_does_not_jump_off_the_pin() -> None:
    """MG11: on the pinning diagonal its double jump is legal only between king and pinner, or onto it."""
    state = at("7k2/10/10/10/5b4/10/3W6/10/1K8/10 w - - - 0 1")
    assert goals(state, "d4") == {"f6"}
    # next to the king it may not jump over it, next to the pinner not over that
    assert goals(at("7k2/10/10/10/10/4b5/3W6/2K7/10/10 w - - - 0 1"), "d4") == set()


def test_a_duke_pins_only_within_its_reach() -> None:
    """MG3, MG11."""
    assert goals(at("7k2/10/10/10/10/10/4d5/10/4N5/4K5 w - - - 0 1"), "e2") == set()
    assert goals(at("7k2/10/10/10/10/4d5/10/10/4N5/4K5 w - - - 0 1"), "e2") != set()


def test_check_must_be_met() -> None:
    """MG11: by taking, blocking or moving away; a wizard's jump can't be blocked; of two checks only away."""
    state = at("4r4k/10/10/10/10/10/10/R6R2/5B4/4K5 w - - - 0 1")
    assert set(state.legal()) == {"a3e3", "h3e3", "f2e3", "e1d1", "e1d2", "e1f1"}
    wizard = at("7k2/10/10/10/10/10/10/6w3/P4P4/R3K5 w - - - 0 1")
    assert set(wizard.legal()) == {"f2g3", "e1d1", "e1d2"}
    double = at("4r2k2/10/10/10/10/10/10/3n6/P1P7/R3K5 w - - - 0 1")
    assert all(action.startswith("e1") for action in double.legal())


def test_the_king_does_not_hide_squares_behind_itself() -> None:
    """MG11: checked along a rank, it can't step back along it."""
    state = at("7k2/10/10/10/10/r2K6/10/10/10/10 w - - - 0 1")
    assert goals(state, "d5") == {"c4", "d4", "e4", "c6", "d6", "e6"}
