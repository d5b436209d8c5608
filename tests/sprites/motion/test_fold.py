"""Folding facts over a piece map gives the next one, for every fact kind and for whole games."""

from __future__ import annotations

import random

import pytest

from rules.facts import Fact
from rules.registry import games
from sprites.motion.fold import BadFact, fold


def test_moved_takes_the_topmost_and_puts_them_on_top() -> None:
    pieces = {"a1": ("L", "m", "S"), "b2": ("l",)}
    assert fold(pieces, [Fact("moved", "a1", "b2", ("m", "S"))]) == {"a1": ("L",), "b2": ("l", "m", "S")}


def test_taken_goes_sorted_into_the_tray_and_leaves_the_rest_of_the_stack() -> None:
    pieces = {"a1": ("L", "m", "s"), "taken:0": ("S", "s")}
    after = fold(pieces, [Fact("taken", "a1", "taken:0", ("m", "s"))])
    assert after == {"a1": ("L",), "taken:0": ("S", "m", "s", "s")}


def test_taken_from_the_middle_and_out_of_play() -> None:
    assert fold({"a1": ("x", "y", "z")}, [Fact("taken", "a1", "", ("y",))]) == {"a1": ("x", "z")}


def test_placed_on_top_and_under() -> None:
    on = fold({"a1": ("x",)}, [Fact("placed", "", "a1", ("y",))])
    under = fold({"a1": ("x",)}, [Fact("placed", "", "a1", ("y",), None, "under")])
    assert (on, under) == ({"a1": ("x", "y")}, {"a1": ("y", "x")})


def test_promoted_changes_the_topmost() -> None:
    assert fold({"a8": ("b", "P")}, [Fact("promoted", "a8", "", ("Q",))]) == {"a8": ("b", "Q")}


def test_other_kinds_change_nothing_and_the_old_map_is_left_alone() -> None:
    pieces = {"a1": ("x",)}
    assert fold(pieces, [Fact("offered", seat=0, note="draw"), Fact("over")]) == pieces
    fold(pieces, [Fact("moved", "a1", "a2", ("x",))])
    assert pieces == {"a1": ("x",)}


@pytest.mark.parametrize(
    "fact",
    [
        Fact("moved", "a1", "a2", ("L",)),
        Fact("moved", "c3", "a2", ("L",)),
        Fact("moved", "a1", "a2", ()),
        Fact("taken", "a1", "taken:0", ("s",)),
        Fact("promoted", "c3", "", ("Q",)),
    ],
)
def test_a_fact_that_does_not_fit_is_an_error(fact: Fact) -> None:
    with pytest.raises(BadFact):
        fold({"a1": ("L", "m")}, [fact])


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_facts_of_whole_random_games_fold_to_the_pieces_of_every_next_state(game) -> None:
    dice = random.Random(3)
    for _ in range(3):
        state = game.start(game.configure({}), game.seats[0], bytes(32))
        for _ in range(60):
            moves = state.legal()
            if not moves:
                break
            step = state.apply(dice.choice(moves))
            assert fold(state.pieces(), step.facts) == dict(step.state.pieces())
            state = step.state
