"""Magi's bot gives no mate away: answers, claims and offers where a mate is forced (MG13–MG18), at every level.

What a mate yields is worked out here through the rules alone, move by move, with the scores that they give.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from client.bots import LEVELS
from client.games.magi.bargain import hope, mating_number
from client.games.magi.mates import Mate, Mates
from client.games.magi.search import MATE, SOONER
from client.games.registry import choose
from rules.errors import RulesError
from rules.magi import MAGI
from rules.magi.moves import TEXT
from rules.magi.points import DRAW, NO_BARGAIN, RESIGN
from rules.magi.state import MagiState
from tests.client.games.magi.magi_states import at, played

levels = pytest.mark.parametrize("level", LEVELS)

CHECKED = "r1b2k2Q1/1p1p2p3/3p3b2/2d3pC2/1p4P2p/4P3p1/3P6/q8D/4d2PPP/4R3K1 b - d - 1 48"
"""Black's only move is followed by a mate in two."""
THREATENED = "Rr3k1b1r/3R2ppp1/Q5p3/5p4/4p4p/9P/7qP1/P5d3/6P1C1/8K1 b k g - 8 53"
"""48 of Black's 53 moves are followed by a mate in two at the latest."""
LADDER = "9k/R9/1R8/10/10/10/10/10/10/4K5 b - - - 0 {}"
"""After either step of Black's king White mates at once."""
LADDER_OF_BLACK = "4k5/10/10/10/10/10/10/1r8/r9/9K w - - - 0 {}"


def answer(state: MagiState, level: int, seed: bytes = b"a") -> str:
    assert state.turn is not None
    return choose("magi", state, state.turn, level, seed)


def scores_of(state: MagiState) -> tuple[int, ...]:
    outcome = state.outcome()
    assert outcome is not None and outcome.scores is not None
    return outcome.scores


# -- the positions in which it happened -----------------------------------------------------------------------


@levels
@pytest.mark.parametrize("offer", ["draw?", "resign?"])
@pytest.mark.parametrize("text", [CHECKED, THREATENED])
def test_an_offer_is_declined_where_mate_comes_in_two(text: str, offer: str, level: int) -> None:
    state = played(at(text), offer)
    assert state.turn == 0
    assert answer(state, level) == "decline"


@levels
def test_what_was_declined_for_a_mate_in_two_is_mated(level: int) -> None:
    state = played(at(CHECKED), "draw?", "decline")
    while state.turn is not None:
        state = played(state, answer(state, level) if state.turn == 0 else state.legal()[0])
    assert scores_of(state) == (12, 0)
    assert state.position.fullmove == 50


# -- generated: what a mate yields by force -------------------------------------------------------------------


def forced(state: MagiState, seat: int, own: int) -> int | None:
    """The points that ``seat`` gets for sure by mating in at most ``own`` of its own moves, or None."""
    if state.turn is None:
        outcome = state.outcome()
        assert outcome is not None and outcome.scores is not None
        mated = outcome.reason == "checkmate" and state.position.side != seat
        return outcome.scores[seat] if mated else None
    if state.turn == seat:
        if not own:
            return None
        after = [played(state, action) for action in state.legal()]
        for sooner in range(1, own + 1):
            for there in after:
                points = forced(there, seat, sooner - 1)
                if points is not None:
                    return points
        return None
    if not own or state.claim_reason():
        return None
    least = 1_000
    for action in state.legal():
        points = forced(played(state, action), seat, own)
        if points is None:
            return None
        least = min(least, points)
    return least


NUMBERS = (30, 44, 45, 59, 60, 61, 74, 75, 90, 105, 120)


def strewn(chance: Random) -> Iterator[MagiState]:
    """Random endings: a king at the edge to move, hardly anything with it, against heavy pieces."""
    while True:
        squares = chance.sample(range(100), 8)
        squares[0] = chance.choice([n for n in range(100) if n // 10 in (0, 9) or n % 10 in (0, 9)])
        board = ["."] * 100
        letters = "kK" + "".join(chance.choices("QRDCWB", k=chance.choice((2, 3, 3, 4))))
        letters += "".join(chance.choices("rnbd", k=chance.choice((0, 0, 1))))
        for square, letter in zip(squares, letters, strict=False):
            board[square] = letter
        side = chance.choice("bw")
        rows = ["".join(board[n : n + 10]) for n in range(0, 100, 10)]
        if side == "w":
            rows = [row.swapcase() for row in rows]
        text = f"{'/'.join(map(_short, rows))} {side} - - - {chance.choice((0, 0, 40, 96))} {chance.choice(NUMBERS)}"
        try:
            state = at(text)
        except RulesError:
            continue
        if state.turn is not None:
            yield state


def _short(row: str) -> str:
    found, empty = "", 0
    for sign in row + " ":
        if sign == ".":
            empty += 1
            continue
        found += f"{empty or ''}{sign.strip()}"
        empty = 0
    return found


def mated_by_force(seed: int) -> tuple[MagiState, int]:
    """A position whose side to move is mated in two at the latest, with some bargain, and what that yields."""
    chance = Random(seed)
    for state in strewn(chance):
        seat = 1 - state.position.side
        if forced(state, seat, 2) is None:
            continue
        kind = chance.choice((DRAW, RESIGN))
        bargain = NO_BARGAIN
        if chance.random() < 0.5:
            other = RESIGN if kind == DRAW else DRAW
            number = chance.randrange(1, state.position.fullmove + 1)
            bargain = NO_BARGAIN.made(other, chance.randrange(2), number).answered(False)
        asked = played(replace(state, bargain=bargain), f"{kind}?")
        points = forced(played(asked, "decline"), seat, 2)
        assert points is not None
        return asked, points
    raise AssertionError


@pytest.mark.parametrize("seed", range(10))
def test_no_answer_takes_less_than_the_mate_yields(seed: int) -> None:
    asked, points = mated_by_force(seed)
    seat = asked.turn
    assert seat is not None
    accepted = scores_of(played(asked, "accept"))[seat]
    for level in LEVELS:
        said = answer(asked, level, bytes([seed]))
        assert said == ("decline" if points > accepted else "accept"), (asked.public(), points)
        # Once declined, the mate is brought home, whatever the other side does.
        chance = Random(seed)
        state = played(asked, "decline")
        while state.turn is not None:
            action = answer(state, level) if state.turn == seat else chance.choice(state.legal())
            assert action in state.legal(), "it mates, and neither claims nor offers anything"
            state = played(state, action)
        assert scores_of(state)[seat] >= points


@pytest.mark.parametrize("seed", range(30))
def test_mates_that_are_told_are_those_of_the_rules(seed: int) -> None:
    """Both that there is one and that there is none, and how long it takes."""
    chance = Random(1000 + seed)
    state = next(strewn(chance))
    seat = 1 - state.position.side
    told = Mates(state.earlier).longest(state.position)
    known = {own: forced(state, seat, own) is not None for own in (1, 2)}
    assert told == (2 if known[1] else 4 if known[2] else None)


# -- where a band ends, and other boundaries ------------------------------------------------------------------


@levels
@pytest.mark.parametrize(
    ("text", "number", "said"),
    [
        # Black offers on move 59: White mates on 60, in the same band, for 12 instead of 11.
        (LADDER, 59, "decline"),
        # On 60: White would mate on 61, for 10 instead of 11.
        (LADDER, 60, "accept"),
        # White offers on move 60: Black mates on 60, too.
        (LADDER_OF_BLACK, 60, "decline"),
        (LADDER_OF_BLACK, 61, "decline"),
        # In the first band there is no more to get than 12; in the last one every mate pays 12.
        (LADDER, 45, "accept"),
        (LADDER, 44, "accept"),
        (LADDER, 46, "decline"),
        (LADDER, 300, "decline"),
    ],
)
def test_a_resignation_is_weighed_against_the_band_of_the_mating_move_mg15(
    text: str, number: int, said: str, level: int
) -> None:
    state = played(at(text.format(number)), "resign?")
    assert answer(state, level) == said


@pytest.mark.parametrize(("text", "side"), [(LADDER, 1), (LADDER_OF_BLACK, 0)])
@pytest.mark.parametrize("plies", range(1, 8))
def test_the_number_of_the_mating_move_is_exact(text: str, side: int, plies: int) -> None:
    state = at(text.format(60))
    number, mover = 60, side
    for _ in range(plies - 1):
        number, mover = number + mover, 1 - mover
    assert (
        mating_number(state, MATE - plies * SOONER) == number == mating_number(state, plies * SOONER - MATE)
    )


def test_a_mate_after_the_move_limit_is_worth_nothing_mg17() -> None:
    state = at(LADDER.format(150), move_limit="150")
    assert hope(state, state.bargain, -(MATE - 2 * SOONER)) == 0
    assert hope(state, state.bargain, -(MATE - SOONER)) == 0
    for level in LEVELS:
        assert answer(played(state, "draw?"), level) == "accept"
        assert answer(played(at(LADDER.format(149), move_limit="150"), "draw?"), level) == "decline"


@levels
def test_a_resignation_is_accepted_where_who_offers_it_could_claim_a_draw_instead_mg18(level: int) -> None:
    state = played(at(LADDER.replace(" 0 {}", " 100 50")), "resign?")
    assert answer(state, level) == "accept"
    assert answer(played(at(LADDER.replace(" 0 {}", " 90 50")), "resign?"), level) == "decline"


@levels
def test_who_will_be_mated_accepts_a_draw_though_it_is_ahead(level: int) -> None:
    offered = played(at("Q9/4k5/10/2N7/10/10/10/1r8/r9/9K b - - - 0 50"), "draw?")
    assert Mates(offered.earlier).quickest(offered.position) is not None
    assert answer(offered, level) == "accept"


@levels
def test_who_will_be_mated_claims_a_draw_mg18(level: int) -> None:
    """Either step of White's king is followed by a mate."""
    bare = at("4k5/10/10/10/10/10/10/1r8/r9/9K w - - - 100 90")
    assert Mates(bare.earlier).longest(bare.position) == 2
    assert answer(bare, level) == "claim"


def test_a_defender_who_may_claim_a_draw_is_not_mated_in_two_mg18() -> None:
    state = at("9k/10/R9/1R8/10/10/10/10/10/4K5 w - - - 0 60")
    assert Mates(state.earlier).quickest(state.position) == Mate(state.find("a8a9") or 0, 3)
    late = at(state.notation().replace(" 0 60", " 99 90"))
    assert Mates(late.earlier).quickest(late.position) is None
    again = state
    for _ in range(2):
        again = played(again, "a8a9", "j10i10", "a9a8", "i10j10")
    assert played(again, "a8a9").claim_reason() == "threefold"
    found = Mates(again.earlier).quickest(again.position)
    assert found is None or TEXT[found.move] != "a8a9"


def test_mates_are_looked_for_under_the_options_of_the_game_mg17() -> None:
    state = MAGI.position(
        "9k/10/R9/1R8/10/10/10/10/10/4K5 w - - - 0 60", MAGI.configure({"move_limit": "60"})
    )
    assert Mates(state.earlier, 60).quickest(state.position) is None
    assert Mates(state.earlier, 61).quickest(state.position) is not None
