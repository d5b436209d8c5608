"""Magi's states as an interface: picks, facts, refusals, digests (MG21–MG23)."""

from __future__ import annotations

import random

import pytest

from rules.errors import IllegalAction, MalformedAction
from rules.facts import Fact
from rules.game import Pick, Picks
from rules.magi import MAGI
from rules.magi.moves import TEXT
from rules.magi.state import MagiState
from sprites.motion.fold import fold

OPTIONS = MAGI.configure({})


def at(text: str) -> MagiState:
    return MAGI.position(text, OPTIONS)


def built(state: MagiState, prefix: tuple[str, ...] = ()) -> list[str]:
    """All actions that can be picked together."""
    picks = state.picks(prefix)
    found = [] if picks.action is None else [picks.action]
    for choice in picks.choices:
        found += built(state, (*prefix, choice.value))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_picks_build_exactly_the_legal_moves_and_facts_fold(seed: int) -> None:
    """MG21; folding the facts of a step over the pieces gives the next pieces, trays included."""
    chance = random.Random(seed)
    state = MAGI.start(OPTIONS, 2)
    for _ in range(160):
        if state.turn is None:
            break
        if chance.random() < 0.2:
            assert sorted(built(state)) == list(state.legal())
        moves = state.legal()
        rare = sorted(TEXT[move] for move in state.moves if move >> 14)  # castling, en passant, promotion
        action = chance.choice(rare if rare and chance.random() < 0.7 else moves)
        assert state.may(action)
        before = (state.notation(), dict(state.pieces()))
        step = state.apply(action)
        assert (state.notation(), dict(state.pieces())) == before
        assert fold(state.pieces(), step.facts) == step.state.pieces()
        state = step.state


@pytest.mark.parametrize(
    "text, source, target, note",
    [
        ("7k2/10/10/10/10/5p4/4P5/10/10/7K2 w - - - 0 1", "e4", "e5", "move"),
        ("7k2/10/10/10/10/5p4/4P5/10/10/7K2 w - - - 0 1", "e4", "f5", "capture"),
        ("7k2/10/10/10/10/1p8/1pP7/10/10/7K2 b - - c3 0 1", "b4", "c3", "en passant"),
        ("r4k3r/10/10/10/10/10/10/10/10/R4K3R w KQkq - - 0 1", "f1", "i1", "castle"),
        ("r4k3r/10/10/10/10/10/10/10/10/R4K3R w KQkq - - 0 1", "f1", "g1", "move"),
        ("1n7k/P9/10/10/10/10/10/10/10/7K2 w - - - 0 1", "a9", "b10", "promote"),
    ],
)
def test_picks_say_what_a_target_would_do(text: str, source: str, target: str, note: str) -> None:
    """The client shows it before the move is made."""
    assert Pick("square", target, note) in at(text).picks((source,)).choices


def test_picking_a_promotion() -> None:
    """MG9: source, target, then the piece."""
    state = at("9k/P9/10/10/10/10/10/10/10/7K2 w - - - 0 1")
    picks = state.picks(("a9", "a10"))
    assert picks.action is None
    assert [(pick.kind, pick.value) for pick in picks.choices] == [("piece", kind) for kind in "qdrbncw"]
    assert state.picks(("a9", "a10", "w")) == Picks((), "a9a10w")


@pytest.mark.parametrize(
    "prefix",
    [("e4",), ("e9",), ("zz",), ("e2", "e6"), ("e2", "e4", "q"), ("e2e4",), ("e2", "e4", "e5", "x"), ("",)],
)
def test_prefixes_that_lead_nowhere(prefix: tuple[str, ...]) -> None:
    assert MAGI.start(OPTIONS, 2).picks(prefix) == Picks((), None)
    assert at("9k/P9/10/10/10/10/10/10/10/7K2 w - - - 0 1").picks(("a9", "a10", "k")) == Picks((), None)


@pytest.mark.parametrize(
    "text, action, facts",
    [
        (
            "7k2/10/10/10/10/5p4/4P5/10/10/7K2 w - - - 0 1",
            "e4f5",
            [
                Fact("taken", "f5", "taken:0", ("p",), 0, "capture"),
                Fact("moved", "e4", "f5", ("P",), 0, "capture"),
            ],
        ),
        (
            "7k2/10/10/10/10/2P7/1p8/10/10/7K2 b - - c3c4 0 1",
            "b4c3",
            [
                Fact("taken", "c5", "taken:1", ("P",), 1, "en passant"),
                Fact("moved", "b4", "c3", ("p",), 1, "en passant"),
            ],
        ),
        (
            "r4k3r/10/10/10/10/10/10/10/10/R4K3R w KQkq - - 0 1",
            "f1c1",
            [Fact("moved", "f1", "c1", ("K",), 0, "castle"), Fact("moved", "a1", "d1", ("R",), 0, "castle")],
        ),
        (
            "1n7k/P9/10/10/10/10/10/10/10/7K2 w - - - 0 1",
            "a9b10q",
            [
                Fact("taken", "b10", "taken:0", ("n",), 0, "capture"),
                Fact("moved", "a9", "b10", ("P",), 0, "promote"),
                Fact("promoted", "b10", "", ("Q",), 0, "promote"),
                Fact("checked", "j10", "", (), 1),
            ],
        ),
    ],
)
def test_what_is_told_of_a_move(text: str, action: str, facts: list[Fact]) -> None:
    assert list(at(text).apply(action).facts) == facts


@pytest.mark.parametrize(
    "action",
    [
        "",
        "e2",
        "e2e2",
        "e2e11",
        "e0e2",
        "k1k2",
        "E2E4",
        "e2e4 ",
        "e2e4x",
        "e2-e4",
        "Wf3",
        "O-O",
        "draw",
        "a09a10q",
    ],
)
def test_actions_that_can_not_be_read(action: str) -> None:
    """MG21."""
    state = MAGI.start(OPTIONS, 2)
    with pytest.raises(MalformedAction, match="is neither a move like"):
        state.apply(action)
    assert not state.may(action)


@pytest.mark.parametrize(
    "action, why",
    [
        ("e4e5", "e4 is empty"),
        ("e9e8", "the piece on e9 is not yours"),
        ("j1j2", "j2 holds a piece of your own"),
        ("a3e3", "the duke on a3 can't go to e3 .MG3"),
        ("e2e6", "the pawn on e2 can't go to e6"),
        ("g1g4", "the wizard on g1 can't go to g4 .MG5"),
        ("e2e3q", "e2e3 does not promote"),
        ("f1i1", "i1 holds a piece of your own"),
    ],
)
def test_moves_that_are_refused_say_why(action: str, why: str) -> None:
    state = MAGI.start(OPTIONS, 2)
    with pytest.raises(IllegalAction, match=why):
        state.apply(action)
    assert not state.may(action)


def test_a_move_into_check_is_refused_and_says_so() -> None:
    """MG11."""
    state = at("9k/10/10/10/10/10/5r4/10/5N4/5K4 w - - - 0 1")
    with pytest.raises(IllegalAction, match="f2h3 would leave the king in check"):
        state.apply("f2h3")


def test_refused_actions_change_nothing() -> None:
    state = MAGI.start(OPTIONS, 2)
    before = (state, state.public(), state.legal())
    for action in ("e2e9", "accept", "claim", "nonsense"):
        with pytest.raises((IllegalAction, MalformedAction)):
            state.apply(action)
    assert (state, state.public(), state.legal()) == before


def test_the_public_text_holds_offers_and_ends() -> None:
    """The digest tells apart what scores differently (MG13–MG15)."""
    start = MAGI.start(OPTIONS, 2)
    seen = [start]
    for actions in (
        ("draw?",),
        ("draw?", "decline"),
        ("draw?", "accept"),
        ("resign?",),
        ("resign?", "accept"),
    ):
        state = start
        for action in actions:
            state = state.apply(action).state
        seen.append(state)
    seen += [
        start.forfeit((0,), "left").state,
        start.forfeit((1,), "left").state,
        start.forfeit((1,), "time").state,
    ]
    assert len({MAGI.digest(state) for state in seen}) == len(seen) == len(set(seen))
    assert len({state.notation() for state in seen}) == 1


def test_two_ways_to_one_position_are_equal() -> None:
    """Repetition memory and trays are no part of equality."""
    start = MAGI.start(OPTIONS, 2)
    one, other = start, start
    for action in ("b1c3", "b10c8", "i1h3", "i10h8"):
        one = one.apply(action).state
    for action in ("i1h3", "b10c8", "b1c3", "i10h8"):
        other = other.apply(action).state
    assert one == other and hash(one) == hash(other) and MAGI.digest(one) == MAGI.digest(other)


def test_the_board_for_people() -> None:
    lines = MAGI.start(OPTIONS, 2).show().splitlines()
    assert lines[0] == "10  r n b c q k w b n r"
    assert lines[9] == " 1  R N B C Q K W B N R"
    assert lines[10] == "    a b c d e f g h i j"
    assert "White to move" in lines[12]
