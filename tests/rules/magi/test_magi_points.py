"""Magi's bargaining and points: offers, answers, bands, resignation, leaving (MG12–MG17, MG19, MG23)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadOption, IllegalAction
from rules.game import Outcome
from rules.magi import MAGI
from rules.magi.notation import read
from rules.magi.points import (
    DEFAULT_BANDS,
    DRAW,
    NO_BARGAIN,
    RESIGN,
    Band,
    Declined,
    Terms,
    mate_points,
    read_bands,
)  # fmt: skip
from rules.magi.state import MagiState, settled


def at(text: str, **options: str) -> MagiState:
    return MAGI.position(text, MAGI.configure(options))


def played(state: MagiState, *actions: str) -> MagiState:
    for action in actions:
        state = state.apply(action).state
    return state


def ended(state: MagiState) -> Outcome:
    outcome = state.outcome()
    assert outcome is not None
    assert state.turn is None and state.legal() == () and state.extras() == () and state.picks().choices == ()
    return outcome


# One move before the mate.
WHITE_MATES = "6k3/1R8/10/10/10/10/10/R9/10/7K2 w - - - 0 {}"
BLACK_MATES = "7k2/10/r9/10/10/10/10/10/1r8/6K3 b - - - 0 {}"


def test_mate_is_worth_everything_while_nothing_was_declined() -> None:
    """MG12, MG15: whatever the band."""
    for move in (1, 46, 200):
        assert ended(played(at(WHITE_MATES.format(move)), "a3a10")) == ("checkmate", (12, 0), (0,))
        assert ended(played(at(BLACK_MATES.format(move)), "a8a1")) == ("checkmate", (0, 12), (1,))


@pytest.mark.parametrize("kind", [DRAW, RESIGN])
@pytest.mark.parametrize("offerer", [0, 1])
@pytest.mark.parametrize(
    "offered, mated, wanted",
    [
        (53, 58, (12, 0)),  # the source's example: offered and mated in one band
        (46, 60, (12, 0)),
        (53, 61, (10, 2)),
        (68, 75, (12, 0)),  # the source's other example: not by the start of move 76, of move 91
        (68, 76, (9, 3)),
        (68, 91, (8, 4)),
        (45, 46, (11, 1)),
        (1, 45, (12, 0)),
        (44, 106, (7, 5)),
        (44, 300, (7, 5)),
        (106, 300, (12, 0)),
    ],
)
def test_after_a_declined_offer_a_later_band_counts(
    kind: str, offerer: int, offered: int, mated: int, wanted: tuple[int, int]
) -> None:
    """MG15, MG16: whoever mates, whoever offered, and whatever it was."""
    bargain = NO_BARGAIN.made(kind, offerer, offered).answered(False)
    terms = Terms(read_bands(DEFAULT_BANDS))
    white = settled(read(WHITE_MATES.format(mated)), terms, bargain)
    assert ended(played(white, "a3a10")) == ("checkmate", wanted, (0,))
    black = settled(read(BLACK_MATES.format(mated)), terms, bargain)
    assert ended(played(black, "a8a1")) == ("checkmate", wanted[::-1], (1,))


def test_the_latest_declined_offer_counts() -> None:
    """MG15: after a draw declined on move 40 and resignation declined on move 50, mate on 55 is worth all."""
    terms = Terms(read_bands(DEFAULT_BANDS))
    bargain = NO_BARGAIN.made(DRAW, 0, 40).answered(False)
    position = read(WHITE_MATES.format(55))
    assert ended(played(settled(position, terms, bargain), "a3a10")).scores == (11, 1)
    bargain = bargain.made(RESIGN, 1, 50).answered(False)
    assert ended(played(settled(position, terms, bargain), "a3a10")).scores == (12, 0)


def test_an_offer_declined_in_play_lowers_a_later_mate() -> None:
    """MG14, MG15, played through: offered on move 45, mate on move 46."""
    state = at(WHITE_MATES.format(45))
    state = played(state, "h1h2", "resign?", "decline", "g10h10", "h2h1", "h10g10")
    assert state.position.fullmove == 47
    assert ended(played(state, "a3a10")).scores == (11, 1)


def test_a_draw_offer_must_be_answered_at_once() -> None:
    """MG13: made before moving; the opponent answers; then the offerer moves."""
    start = MAGI.start(MAGI.configure({}), 2)
    assert start.extras() == ("draw?", "resign?")
    step = start.apply("draw?")
    assert [(fact.kind, fact.seat, fact.note) for fact in step.facts] == [("offered", 0, "draw")]
    asked = step.state
    assert asked.turn == 1 and asked.legal() == () and asked.extras() == ("accept", "decline")
    assert asked.picks().choices == () and asked.notation() == start.notation()
    for action in ("e2e4", "e9e7", "draw?", "resign?", "claim"):
        with pytest.raises(IllegalAction, match="waits for its answer"):
            asked.apply(action)
        assert not asked.may(action)
    step = asked.apply("decline")
    assert [(fact.kind, fact.seat, fact.note) for fact in step.facts] == [("answered", 1, "declined")]
    assert step.state.turn == 0 and step.state.legal() == start.legal()
    assert step.state.extras() == ("resign?",)


def test_an_accepted_draw_shares_the_points() -> None:
    """MG12, MG13."""
    step = MAGI.start(MAGI.configure({}), 2).apply("draw?").state.apply("accept")
    assert ended(step.state) == ("agreed", (6, 6), (0, 1))
    assert [(fact.kind, fact.seat, fact.note) for fact in step.facts] == [
        ("answered", 1, "accepted"),
        ("over", None, "agreed"),
    ]


@pytest.mark.parametrize("offer", ["draw?", "resign?"])
def test_one_offer_of_each_kind_a_game_by_either_player(offer: str) -> None:
    """MG13, MG14."""
    state = played(MAGI.start(MAGI.configure({}), 2), offer, "decline")
    other = "resign?" if offer == "draw?" else "draw?"
    for _ in range(2):
        assert state.extras() == (other,)
        with pytest.raises(IllegalAction, match="only one"):
            state.apply(offer)
        state = state.apply(state.legal()[0]).state
    state = played(state, other, "decline")
    assert state.extras() == () and state.turn == 0


@pytest.mark.parametrize(
    "move, loses",
    [
        (1, 0),
        (45, 0),
        (46, 1),
        (60, 1),
        (61, 2),
        (75, 2),
        (76, 3),
        (90, 3),
        (91, 4),
        (105, 4),
        (106, 5),
        (999, 5),
    ],
)
def test_an_accepted_resignation_scores_its_band(move: int, loses: int) -> None:
    """MG14, MG16: though nothing was declined and mate would be 12–0."""
    state = played(at(WHITE_MATES.format(move)), "resign?")
    assert state.turn == 1
    step = state.apply("accept")
    assert ended(step.state) == ("resigned", (loses, 12 - loses), (1,))
    assert [(fact.kind, fact.seat) for fact in step.facts] == [("answered", 1), ("resigned", 0), ("over", 1)]
    black = played(at(BLACK_MATES.format(move)), "resign?", "accept")
    assert ended(black) == ("resigned", (12 - loses, loses), (0,))


def test_answers_need_an_offer() -> None:
    """MG13, MG14."""
    for word in ("accept", "decline"):
        with pytest.raises(IllegalAction, match="no offer waits"):
            MAGI.start(MAGI.configure({}), 2).apply(word)


def test_stalemate_is_worth_seven_to_five() -> None:
    """MG12: for the stalemating player, also after declined offers."""
    state = at("k9/2Q7/10/10/10/10/10/10/10/7K2 w - - - 0 120")
    step = played(state, "draw?", "decline").apply("c9b8")
    assert ended(step.state) == ("stalemate", (7, 5), (0,))
    black = at("7k2/10/10/10/10/10/10/10/2q7/K9 b - - - 0 120")
    assert ended(played(black, "c2b3")) == ("stalemate", (5, 7), (1,))


@pytest.mark.parametrize("reason", ["left", "time"])
def test_leaving_and_time_lose_as_by_mate_now(reason: str) -> None:
    """MG19, MG15: also out of turn and while an answer is due."""
    state = at(WHITE_MATES.format(53).replace("/10/7K2", "/10/7KN1"))
    assert ended(state.forfeit((1,), reason).state) == (reason, (12, 0), (0,))
    step = played(state, "draw?").forfeit((1,), reason)
    assert ended(step.state).scores == (12, 0)
    assert [(fact.kind, fact.seat, fact.note) for fact in step.facts] == [
        ("left", 1, reason),
        ("over", 0, reason),
    ]
    bargain = NO_BARGAIN.made(DRAW, 0, 40).answered(False)
    state = settled(state.position, state.terms, bargain)
    assert ended(state.forfeit((1,), reason).state).scores == (11, 1)


def test_leaving_against_a_lone_king_is_a_draw() -> None:
    """MG19: the other, who has pieces, gets everything."""
    state = at(WHITE_MATES.format(53))
    assert ended(state.forfeit((0,), "left").state) == ("left", (6, 6), (0, 1))
    assert ended(state.forfeit((1,), "left").state) == ("left", (12, 0), (0,))


@pytest.mark.parametrize("seats, reason", [((0, 1), "left"), ((2,), "left"), ((), "time"), ((0,), "bored")])
def test_forfeits_that_can_not_be(seats: tuple[int, ...], reason: str) -> None:
    """MG19."""
    with pytest.raises(IllegalAction):
        MAGI.start(MAGI.configure({}), 2).forfeit(seats, reason)


def test_nothing_can_be_done_after_the_end() -> None:
    """MG23."""
    state = played(MAGI.start(MAGI.configure({}), 2), "draw?", "accept")
    for action in ("e2e4", "draw?", "accept", "claim"):
        with pytest.raises(IllegalAction, match="game is over"):
            state.apply(action)
    with pytest.raises(IllegalAction, match="game is over"):
        state.forfeit((0,), "left")


def test_the_move_limit_gives_nothing_to_either() -> None:
    """MG17: from full move limit + 1; Black's last move before it may still mate or bring a draw."""
    state = at("6k3/1R8/10/10/10/10/10/R9/10/7K2 b - - - 0 150", move_limit="150")
    assert state.outcome() is None
    assert ended(played(state, "g10h10")) == ("move limit", (0, 0), (0, 1))
    assert ended(played(at(BLACK_MATES.format(150), move_limit="150"), "a8a1")).scores == (0, 12)
    assert ended(played(state, "draw?", "accept")).scores == (6, 6)
    assert at("6k3/1R8/10/10/10/10/10/R9/10/7K2 w - - - 0 151").outcome() is None


OTHER = "40:16-0,60:12-4,:9-7"


def test_other_bands_and_totals() -> None:
    """MG16: what is written 12–0, 7–5 and 6–6 follows the total."""
    assert ended(played(at(WHITE_MATES.format(70), bands=OTHER), "a3a10")).scores == (16, 0)
    assert ended(played(at(WHITE_MATES.format(70), bands=OTHER), "resign?", "accept")).scores == (7, 9)
    assert ended(played(at(WHITE_MATES.format(1), bands=OTHER), "draw?", "accept")).scores == (8, 8)
    stale = at("k9/2Q7/10/10/10/10/10/10/10/7K2 w - - - 0 1", bands=OTHER)
    assert ended(played(stale, "c9b8")).scores == (9, 7)
    first = at(WHITE_MATES.format(1), bands="40:10-2,:7-5")
    assert ended(played(first, "resign?", "accept")).scores == (2, 10)
    assert ended(played(first, "a3a10")).scores == (12, 0)


@given(
    half=st.integers(1, 50),
    ends=st.lists(st.integers(1, 200), unique=True, max_size=4).map(sorted),
    losses=st.lists(st.integers(0, 50), min_size=5, max_size=5),
    move=st.integers(1, 250),
    declined=st.integers(1, 250),
)
def test_whatever_the_bands_a_mate_with_nothing_declined_is_everything_and_a_resignation_its_band(
    half: int, ends: list[int], losses: list[int], move: int, declined: int
) -> None:
    """MG14, MG16: a first band that is not T–0 lowers what a resignation or a later mate pays, not such a mate."""
    total = 2 * half
    paid = [(total - min(loss, half), min(loss, half)) for loss in losses][: len(ends) + 1]
    bands = ",".join(f"{end}:{a}-{b}" for end, (a, b) in zip([*ends, ""], paid, strict=True))
    here = paid[sum(end < move for end in ends)]
    state = at(WHITE_MATES.format(move), bands=bands)
    assert ended(played(state, "a3a10")).scores == (total, 0)
    assert ended(played(state, "resign?", "accept")).scores == here[::-1]
    first = NO_BARGAIN.made(DRAW, 0, declined).answered(False)
    later = sum(end < move for end in ends) > sum(end < declined for end in ends)
    assert mate_points(Terms(read_bands(bands)), first, move) == (here if later else (total, 0))


def test_whoever_is_on_turn_may_offer_to_resign_at_any_time() -> None:
    """MG14: no threat of mate is asked for, not even a move."""
    state = MAGI.start(MAGI.configure({}), 2)
    assert isinstance(state, MagiState) and "resign?" in state.extras()
    assert ended(played(state, "resign?", "accept")).scores == (0, 12)
    assert "resign?" in played(state, "e2e5").extras()


def test_the_default_bands() -> None:
    """MG16."""
    assert read_bands(DEFAULT_BANDS) == (
        Band(1, 45, (12, 0)),
        Band(46, 60, (11, 1)),
        Band(61, 75, (10, 2)),
        Band(76, 90, (9, 3)),
        Band(91, 105, (8, 4)),
        Band(106, None, (7, 5)),
    )
    assert read_bands(":10-2") == (Band(1, None, (10, 2)),)


@pytest.mark.parametrize(
    "text, why",
    [
        ("", "not a band"),
        ("45:12-0", "must have no last move"),
        (":12-0,:7-5", "only the last band"),
        ("45:12-0,,:7-5", "not a band"),
        ("45:12-0, :7-5", "not a band"),
        ("045:12-0,:7-5", "not a band"),
        ("45:12–0,:7-5", "not a band"),
        ("45:12-0,:7-5,", "only the last band"),
        ("٤٥:12-0,:7-5", "not a band"),
        ("45:12-0,45:11-1,:7-5", "ends before move 46"),
        ("45:12-0,30:11-1,:7-5", "ends before move 46"),
        ("0:12-0,:7-5", "ends before move 1"),
        ("45:12-0,:8-5", "not an even total"),
        (":0-0", "not an even total"),
        ("45:12-0,:9-7", "but the first band 12"),
        (":5-7", "gives the loser more"),
    ],
)
def test_bands_that_can_not_be(text: str, why: str) -> None:
    """MG16: refused both for a start and for a position."""
    options = MAGI.configure({"bands": text})
    with pytest.raises(BadOption, match=why):
        MAGI.start(options, 2)
    with pytest.raises(BadOption, match=why):
        MAGI.position(WHITE_MATES.format(1), options)


def test_other_options_that_can_not_be() -> None:
    for wrong in ({"move_limit": "-1"}, {"move_limit": "x"}, {"limit": "3"}):
        with pytest.raises(BadOption):
            MAGI.configure(wrong)
    with pytest.raises(BadOption, match="for 2 players"):
        MAGI.start(MAGI.configure({}), 3)


def test_what_a_payoff_panel_shows() -> None:
    """MG12–MG16: move, band, mate now and in the next band, who declined what."""
    state = at(WHITE_MATES.format(53))
    now = state.stakes()
    assert (now.move, now.band, now.mate_now, now.mate_next, now.next_from) == (53, 1, (12, 0), (12, 0), 61)
    assert (now.resign_now, now.draw, now.stalemate, now.declined) == ((11, 1), (6, 6), (7, 5), ())
    assert now.draw_offer_left and now.resign_offer_left
    asked = played(state, "resign?").stakes()
    assert asked.pending is not None and (asked.pending.kind, asked.pending.seat) == ("resign", 0)
    after = played(state, "resign?", "decline").stakes()
    assert after.declined == (Declined("resign", offered_by=0, declined_by=1, move=53, band=1),)
    assert (after.mate_now, after.mate_next, after.resign_offer_left) == ((12, 0), (10, 2), False)
    later = settled(read(WHITE_MATES.format(77)), state.terms, played(state, "resign?", "decline").bargain)
    assert (later.stakes().mate_now, later.stakes().mate_next) == ((9, 3), (8, 4))
    last = at(WHITE_MATES.format(110)).stakes()
    assert (last.band, last.mate_next, last.next_from) == (5, None, None)
    limited = at(WHITE_MATES.format(61), move_limit="75").stakes()
    assert (limited.mate_next, limited.next_from) == (None, None)
