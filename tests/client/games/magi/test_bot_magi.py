"""Magi's bot: mates when it can, loses nothing for nothing, bargains by what it may expect (MG11–MG18)."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from client.bots import LEVELS
from client.games.magi.bot import LEVELS as LEVELS_OF_MAGI
from client.games.magi.bot import Try, best, tempered
from client.games.magi.search import MATED, Search
from client.games.magi.worth import gain, tables, worth
from client.games.registry import choose
from rules.magi import MAGI
from rules.magi.moves import TEXT
from rules.magi.points import DRAW, NO_BARGAIN, RESIGN, Bargain
from rules.magi.position import play
from rules.magi.state import MagiState
from rules.play import Play
from tests.patience import PATIENCE_S

MIDDLE = "rnb1qk1b1r/p2pcpp2p/d2ppw1n1d/2p4P2/6p1p1/10/2pPPP2P1/PD5W1D/RP1P2PP1P/1NBCQK1BNR w Kkq d - 0 16"
SEEDS = (b"a", b"b", b"c")
DECLINED = NO_BARGAIN.made(DRAW, 0, 3).answered(False)
"""A draw was declined on move 3."""
SPENT = DECLINED.made(RESIGN, 1, 4).answered(False)
"""Nothing can be offered any more."""

levels = pytest.mark.parametrize("level", LEVELS)
bargaining = pytest.mark.parametrize("level", (1, 2))
"""Offers are judged alike at every level, and level 3 takes its time."""
looking = pytest.mark.parametrize("level", (2, 3))


def at(text: str, bargain: Bargain = SPENT, **options: str) -> MagiState:
    return replace(MAGI.position(text, MAGI.configure(options)), bargain=bargain)


def after(state: MagiState, *actions: str) -> MagiState:
    for action in actions:
        following = state.apply(action).state
        assert isinstance(following, MagiState)
        state = following
    return state


def chosen(state: MagiState, level: int, seed: bytes = b"a") -> str:
    assert state.turn is not None
    return choose("magi", state, state.turn, level, seed)


def all_chosen(state: MagiState, level: int) -> set[str]:
    """What it does with several seeds; who takes more time is asked once."""
    return {chosen(state, level, seed) for seed in (SEEDS if level == 1 else SEEDS[:1])}


def reason(state: MagiState, action: str) -> str:
    outcome = state.apply(action).state.outcome()
    return outcome.reason if outcome else ""


# -- mate ---------------------------------------------------------------------------------------------

MATES = {
    "back rank": "5k4/4ppp3/10/10/10/10/10/10/10/R3K5 w - - - 0 30",
    "instead of a queen": "5k4/4ppp3/10/10/10/6P3/10/10/9q/R3K2W2 w - - - 0 30",
    "ladder": "9k/R9/1R8/10/10/10/10/10/10/4K5 w - - - 0 110",
    "by promotion": "3k6/R6P2/10/10/10/10/10/10/10/4K5 w - - - 0 30",
    "for Black": "5k4/10/10/10/10/10/10/1r8/r9/8K1 b - - - 0 30",
    "at the last claimable moment": "9k/R9/1R8/10/10/10/10/10/10/4K5 w - - - 120 200",
}


@levels
@pytest.mark.parametrize("name", MATES)
def test_mate_in_one_is_always_played_mg11(name: str, level: int) -> None:
    state = at(MATES[name])
    for action in all_chosen(state, level):
        assert reason(state, action) == "checkmate"


def test_the_queen_that_is_left_for_mate_could_be_taken() -> None:
    state = at(MATES["instead of a queen"])
    assert state.may("h1j2") and after(state, "h1j2").taken[0] == ("q",)


@levels
def test_mate_is_played_though_it_would_pay_more_in_a_later_band_mg15(level: int) -> None:
    bands = "40:12-0,45:8-4,:11-1"
    state = at(MATES["ladder"].replace("110", "45"), DECLINED, bands=bands)
    assert state.stakes().mate_now == (8, 4) and state.stakes().mate_next == (11, 1)
    outcome = after(state, chosen(state, level)).outcome()
    assert outcome is not None and outcome.scores == (8, 4)


@levels
def test_mate_is_played_before_any_offer_though_a_declined_one_would_make_it_whole_mg15(level: int) -> None:
    state = at(MATES["ladder"], DECLINED)
    assert "resign?" in state.extras() and state.stakes().mate_now == (7, 5)
    action = chosen(state, level)
    assert reason(state, action) == "checkmate"
    whole = after(state, "resign?", "decline", action).outcome()
    assert whole is not None and whole.scores == (12, 0)


@looking
def test_mate_in_one_against_it_is_seen_and_met(level: int) -> None:
    """j7 can be had for nothing, but then a10a1 mates."""
    state = at("r8k/10/10/9p/7N2/10/10/10/4PPP3/5K4 w - - - 0 30")
    assert reason(after(state, "h6j7"), "a10a1") == "checkmate"
    assert chosen(state, 1) == "h6j7"
    for action in all_chosen(state, level):
        answered = after(state, action)
        assert not any(reason(answered, reply) == "checkmate" for reply in answered.legal())


def test_mate_in_one_against_it_is_seen_without_looking_deeper() -> None:
    """Level 2 follows captures only, unless there is time to deepen: the mate is looked for apart."""
    state = at("r8k/10/10/9p/7N2/10/10/10/4PPP3/5K4 w - - - 0 30")
    shallow = LEVELS_OF_MAGI[2]._replace(most=1)
    assert TEXT[best(state, shallow, Random(0)).move] != "h6j7"


@looking
def test_a_won_ending_is_brought_home_before_anybody_may_claim_mg18(level: int) -> None:
    state = at("10/10/10/4k5/10/10/10/10/10/R3K4Q w - - - 0 46")
    random = Random(3)
    while state.turn is not None:
        legal = state.legal()
        state = after(state, chosen(state, level) if state.turn == 0 else random.choice(legal))
    outcome = state.outcome()
    assert outcome is not None and outcome.reason == "checkmate" and outcome.winners == (0,)


# -- taking and being taken --------------------------------------------------------------------------


@levels
@pytest.mark.parametrize(
    ("text", "capture"),
    [
        ("5k4/10/10/3r6/10/10/3R6/10/PPP4PPP/5K4 w - - - 0 30", "d4d7"),
        ("5k4/10/10/3c6/10/4N5/10/10/PPP4PPP/5K4 w - - - 0 30", "e5d7"),
        ("5k4/ppp7/10/4d5/10/3W6/10/10/10/5K4 w - - - 0 30", "d5e7"),
    ],
)
def test_a_hanging_piece_is_taken(text: str, capture: str, level: int) -> None:
    assert all_chosen(at(text), level) == {capture}


def test_a_protected_pawn_is_not_worth_a_queen_to_who_looks_at_replies() -> None:
    state = at("5k4/10/2p7/3p6/10/10/10/3Q6/PPP4PPP/5K4 w - - - 0 30")
    assert all_chosen(state, 1) == {"d3d7"}
    for level in (2, 3):
        assert "d3d7" not in all_chosen(state, level)


EXCHANGES = {
    # Nothing can be taken.
    "5k4/10/10/10/10/10/10/3Q6/10/5K4 w - - - 0 30": (0, 0),
    # A duke hangs; a duke is protected by a pawn, whose own place is not.
    "5k4/10/10/3d6/10/10/10/3Q6/10/5K4 w - - - 0 30": (380, 460),
    "5k4/10/2p7/3d6/10/10/10/3Q6/10/5K4 w - - - 0 30": (0, 0),
    # Two rooks against a knight that a rook protects: RxN RxR RxR wins a knight and loses nothing.
    "3r1k4/10/10/3n6/10/10/10/3R6/3R6/5K4 w - - - 0 30": (250, 330),
    # The same with one rook: better left alone.
    "3r1k4/10/10/3n6/10/10/10/3R6/10/5K4 w - - - 0 30": (0, 0),
    # A pawn one step before the last rank counts as what it becomes.
    "10/P6k2/10/10/10/10/10/10/10/5K4 w - - - 0 30": (500, 900),
}
"""What captures and promotions add to the plain worth, at least and at most."""


@pytest.mark.parametrize("text", EXCHANGES)
def test_captures_are_followed_until_all_is_quiet(text: str) -> None:
    position = at(text).position
    by = tables(position)
    least, most = EXCHANGES[text]
    assert least <= Search(by).look(position, 0) - worth(position, by) <= most


def test_the_worth_that_is_carried_along_is_the_worth_of_the_position() -> None:
    castling = at("r4k3r/10/10/10/10/10/10/10/10/R4K3R w KQkq - - 0 1")
    en_passant = after(at("5k4/10/10/10/10/1p8/1p8/10/2P7/5K4 w - - - 0 1"), "c2c5")
    promotion = at("1r8/P6k2/10/10/10/10/10/10/10/5K4 w - - - 0 30")
    random, kinds = Random(7), set()
    for state in (MAGI.start(MAGI.configure({}), 2), at(MIDDLE), castling, en_passant, promotion):
        for _ in range(10):
            position = state.position
            by = tables(position)
            for move in state.moves:
                kinds.add(state.note(move))
                assert worth(position, by) + gain(position, move, by) == -worth(play(position, move), by)
            if state.turn is None:
                break
            state = after(state, TEXT[random.choice(state.moves)])
    assert kinds == {"move", "capture", "castle", "en passant", "promote"}


@looking
def test_an_attacked_queen_does_not_stay_to_be_taken(level: int) -> None:
    state = at("5k4/4p5/2p7/3p6/4Q5/10/10/10/PPP4PPP/5K4 w - - - 0 30")
    for action in all_chosen(state, level):
        answered = after(state, action)
        taken = [after(answered, reply).taken[1] for reply in answered.legal()]
        assert ("Q",) not in taken


@looking
def test_a_piece_for_less_is_not_taken_where_it_is_taken_back_and_taken_back_it_is(level: int) -> None:
    state = at("5k4/4p5/10/3b6/10/1N8/P9/10/5PPP2/5K4 b - - - 0 30")
    assert all_chosen(state, 1) == {"d7b5"}
    assert "d7b5" not in all_chosen(state, level)
    assert all_chosen(after(state, "d7b5"), level) == {"a4b5"}


@levels
def test_a_pawn_that_reaches_the_last_rank_becomes_a_queen_mg9(level: int) -> None:
    assert all_chosen(at("10/P6k2/10/10/10/10/10/10/10/5K4 w - - - 0 60"), level) == {"a9a10q"}
    assert all_chosen(at("5k4/10/10/10/10/10/10/2K7/9p/10 b - - - 0 60"), level) == {"j2j1q"}


# -- not giving a win away ---------------------------------------------------------------------------

STALEMATES = {
    "10/1P8/k9/10/K9/10/10/10/10/10 w - - - 0 60": "b9b10q",
    "10/k1P7/10/1K8/10/10/10/10/10/10 w - - - 0 60": "c9c10q",
    "9k/10/10/7Q2/10/10/10/10/10/4K5 w - - - 0 60": "h7h9",
    "4k5/10/10/10/10/10/7q2/10/10/9K b - - - 0 60": "h4h2",
}


@levels
@pytest.mark.parametrize("text", STALEMATES)
def test_a_won_game_is_not_ended_by_stalemate_mg12(text: str, level: int) -> None:
    state = at(text)
    assert reason(state, STALEMATES[text]) == "stalemate"
    for action in all_chosen(state, level):
        assert reason(state, action) != "stalemate"


def shuffled(text: str, bargain: Bargain = SPENT) -> MagiState:
    """White's and Black's kings go to and fro until the next king's step of White repeats a third time."""
    state = at(text, bargain)
    for _ in range(2):
        state = after(state, "f1f2", "f10f9", "f2f1", "f9f10")
    return state


LEAD_QUEEN = "5k4/10/10/10/10/10/10/10/Q9/5K4 w - - - 0 60"


@levels
def test_who_is_ahead_repeats_no_position_a_third_time_mg18(level: int) -> None:
    state = shuffled(LEAD_QUEEN)
    assert after(state, "f1f2").claim_reason() == "threefold"
    for action in all_chosen(state, level):
        assert action != "claim"
        assert not after(state, action).claim_reason()


@bargaining
def test_who_is_ahead_leaves_even_its_favourite_move_for_that_mg18(level: int) -> None:
    state = at(LEAD_QUEEN)
    favourite = chosen(state, level)
    for _ in range(2):
        state = there_and_back(state, favourite)
    assert after(state, favourite).claim_reason() == "threefold"
    assert chosen(state, level) != favourite


def test_what_the_opponent_may_claim_is_no_lead_and_a_fifth_time_is_a_draw_mg18() -> None:
    position = at(LEAD_QUEEN).position
    ahead = [tempered(900, Try(0, position, 900, 0, seen)) for seen in range(5)]
    assert ahead[0] == 900 > ahead[1] > 0 == ahead[2] == ahead[3] == ahead[4]
    assert tempered(MATED, Try(0, position, 0, 0, 2)) == 0
    behind = [tempered(-900, Try(0, position, -900, 0, seen)) for seen in range(5)]
    assert behind[0] == -900 < behind[1] < 0 == behind[4]
    late = position._replace(halfmove=100)
    assert tempered(900, Try(0, late, 900, 0, 0)) == 0 > tempered(-900, Try(0, late, -900, 0, 0))


def there_and_back(state: MagiState, action: str) -> MagiState:
    """The same position again: ``action`` and a reply are made and taken back by moving back."""
    middle = after(state, action)
    for reply in middle.legal():
        answered = after(middle, reply)
        if answered.may(back(action)) and after(answered, back(action)).may(back(reply)):
            return after(answered, back(action), back(reply))
    raise AssertionError("no way back")


def back(action: str) -> str:
    source, target = re.findall("[a-j][0-9]+", action)
    return f"{target}{source}"


@bargaining
def test_who_is_behind_claims_a_draw_mg18(level: int) -> None:
    behind = after(shuffled(LEAD_QUEEN), "f1f2")
    assert behind.turn == 1 and all_chosen(behind, level) == {"claim"}
    fifty = at(LEAD_QUEEN.replace("- 0 60", "- 101 90").replace(" w ", " b "))
    assert all_chosen(fifty, level) == {"claim"}
    ahead = at(LEAD_QUEEN.replace("- 0 60", "- 101 90"))
    assert "claim" in ahead.extras() and "claim" not in all_chosen(ahead, level)


def test_a_long_quiet_lead_makes_a_pawn_move_before_fifty_moves_are_over_mg18() -> None:
    """The rook alone makes no way through; only the pawn's step lets the game be won."""
    state = at("10/10/4k5/10/10/4K5/10/9P/10/R9 w - - - 99 120")
    assert all_chosen(state, 2) == {"j3j4"}


# -- offers ------------------------------------------------------------------------------------------

AHEAD = "5k4/ppp4ppp/10/10/10/10/10/2R7/PPP4PPP/5K4"
BEHIND = "5k4/ppp4ppp/2r7/10/10/10/10/10/PPP4PPP/5K4"
EVEN = "2r2k4/ppp4ppp/10/10/10/10/10/10/PPP4PPP/2R2K4"
LOST = "5k4/ppp4ppp/2rq6/10/10/10/10/10/PPP4PPP/5K4"


def offered(board: str, kind: str, number: int = 30, halfmove: int = 0, **options: str) -> MagiState:
    """White, to move, is asked by Black: Black offered on its turn, which is this one."""
    text = f"{board} b - - - {halfmove} {number}"
    return after(at(text, NO_BARGAIN, **options), kind)


@bargaining
@pytest.mark.parametrize(
    ("state", "answer"),
    [
        (offered(AHEAD, "draw?"), "decline"),
        (offered(BEHIND, "draw?"), "accept"),
        (offered(EVEN, "draw?"), "decline"),
        (offered(EVEN, "draw?", halfmove=60), "accept"),
        (offered(AHEAD, "draw?", halfmove=60), "decline"),
        (offered(EVEN, "draw?", number=148, move_limit="150"), "accept"),
        (offered(BEHIND, "draw?", number=130), "accept"),
        # A rook more, but c10c1 would mate.
        (offered("2r1k5/R9/1R8/10/10/10/10/10/7PPP/9K", "draw?"), "accept"),
    ],
)
def test_a_draw_offer_is_answered_by_what_half_the_points_are_worth_mg13(
    state: MagiState, answer: str, level: int
) -> None:
    assert state.turn == 0
    assert all_chosen(state, level) == {answer}


@bargaining
@pytest.mark.parametrize(
    ("state", "answer"),
    [
        # 12 points at once: there is no more to get.
        (offered(AHEAD, "resign?"), "accept"),
        (offered(EVEN, "resign?"), "accept"),
        (offered(BEHIND, "resign?", number=100), "accept"),
        # 10 now, but mate on the next move, within the band pays 12.
        (offered("9k/R9/1R8/10/10/10/10/10/10/4K5", "resign?", number=62), "decline"),
        # 10 now; a mate within the band pays 12, but a rook more is not a mate yet.
        (offered(AHEAD, "resign?", number=62), "accept"),
    ],
)
def test_a_resignation_is_accepted_unless_more_may_be_expected_mg14(
    state: MagiState, answer: str, level: int
) -> None:
    assert all_chosen(state, level) == {answer}


@bargaining
def test_a_draw_is_offered_once_by_who_is_behind_and_not_early_mg13(level: int) -> None:
    early = at(f"{BEHIND} w - - - 0 20", NO_BARGAIN)
    assert all_chosen(early, level) <= set(early.legal())
    state = at(f"{BEHIND} w - - - 0 25", NO_BARGAIN)
    assert all_chosen(state, level) == {"draw?"}
    declined = after(state, "draw?", "decline")
    assert all_chosen(declined, level) <= set(declined.legal())
    for board in (AHEAD, EVEN):
        state = at(f"{board} w - - - 0 25", NO_BARGAIN)
        assert all_chosen(state, level) <= set(state.legal())


@bargaining
def test_a_lost_game_is_offered_where_that_still_saves_points_mg14(level: int) -> None:
    worthless = at(f"{LOST} w - - - 0 25", NO_BARGAIN)  # 12-0 in this band
    assert all_chosen(worthless, level) <= set(worthless.legal())
    state = at(f"{LOST} w - - - 0 95", NO_BARGAIN)  # 8-4 in this one, and mate would be 12-0
    assert all_chosen(state, level) == {"resign?"}
    declined = after(state, "resign?", "decline")
    assert all_chosen(declined, level) <= set(declined.legal())


# -- always the same, and always to an end -----------------------------------------------------------


def test_the_same_question_has_the_same_answer_and_the_seed_breaks_ties() -> None:
    start = MAGI.start(MAGI.configure({}), 2)
    answers = [chosen(start, 2, bytes([seed])) for seed in range(6)]
    assert answers == [chosen(start, 2, bytes([seed])) for seed in range(6)]
    assert len(set(answers)) > 1
    assert answers[0] in start.legal()


def test_hash_order_and_process_change_nothing() -> None:
    code = (
        "from client.games.registry import choose; from rules.magi import MAGI\n"
        f"state = MAGI.position({MIDDLE!r}, MAGI.configure({{}}))\n"
        "print([choose('magi', state, 0, level, bytes([n])) for level in (1, 2) for n in range(3)])"
    )
    answers = set()
    for seed in ("1", "77"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[4],
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE_S,
        )
        answers.add(done.stdout)
    state = at(MIDDLE, NO_BARGAIN)
    assert answers == {str([chosen(state, level, bytes([n])) for level in (1, 2) for n in range(3)]) + "\n"}


@pytest.mark.parametrize("seed", SEEDS)
def test_whole_games_between_bots_end_mg18(seed: bytes) -> None:
    play = Play(MAGI)
    while play.state.turn is not None:
        play.act(choose("magi", play.state, play.state.turn, 1, seed))
    assert play.state.outcome() is not None


def test_a_game_with_a_move_limit_ends_too_mg17() -> None:
    play = Play(MAGI, {"move_limit": "30"})
    while play.state.turn is not None:
        play.act(choose("magi", play.state, play.state.turn, 1, b"limit"))
    state = play.state
    assert isinstance(state, MagiState) and state.position.fullmove <= 31


@pytest.mark.parametrize("seat", (0, 1))
def test_level_2_beats_level_1(seat: int) -> None:
    play = Play(MAGI)
    while play.state.turn is not None:
        level = 2 if play.state.turn == seat else 1
        play.act(choose("magi", play.state, play.state.turn, level, b"match"))
    outcome = play.state.outcome()
    assert outcome is not None and outcome.winners == (seat,)


def test_level_1_mates_a_random_player() -> None:
    random, play = Random(1), Play(MAGI)
    while play.state.turn is not None:
        if play.state.turn == 0:
            play.act(choose("magi", play.state, 0, 1, b"match"))
        else:
            play.act(random.choice(play.state.legal() or play.state.extras()))
    outcome = play.state.outcome()
    assert outcome is not None and (outcome.reason, outcome.winners) == ("checkmate", (0,))
