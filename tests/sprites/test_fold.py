"""Folding facts over a piece map, each kind as ``rules.facts`` defines it, and refusing what doesn't fit."""

from __future__ import annotations

import pytest

from rules.facts import Fact
from sprites.fold import Misfit, fold, is_tray


def test_moved_puts_the_topmost_pieces_on_top_of_what_is_there() -> None:
    old = {"a1": ("L", "m", "S"), "b2": ("l",)}
    assert fold(old, [Fact("moved", "a1", "b2", ("m", "S"))]) == {"a1": ("L",), "b2": ("l", "m", "S")}


def test_a_place_that_was_left_empty_is_left_out() -> None:
    assert fold({"a1": ("L",)}, [Fact("moved", "a1", "h8", ("L",))]) == {"h8": ("L",)}


def test_taken_goes_to_the_tray_which_is_kept_sorted() -> None:
    old = {"c3": ("L", "m"), "taken:0": ("s",)}
    new = fold(old, [Fact("taken", "c3", "taken:0", ("L", "m"))])
    assert new == {"taken:0": ("L", "m", "s")}


def test_taken_may_lie_in_the_middle_of_a_stack_and_the_rest_closes_up() -> None:
    assert fold({"c3": ("L", "m", "S")}, [Fact("taken", "c3", "", ("m",))]) == {"c3": ("L", "S")}


def test_of_two_equal_pieces_the_upper_one_is_taken() -> None:
    assert fold({"c3": ("r", "m", "r", "S")}, [Fact("taken", "c3", "", ("r",))]) == {"c3": ("r", "m", "S")}


def test_placed_appears_on_top_or_beneath() -> None:
    old = {"d4": ("mario",)}
    assert fold(old, [Fact("placed", to="d4", pieces=("r",))]) == {"d4": ("mario", "r")}
    assert fold(old, [Fact("placed", to="d4", pieces=("r",), note="under")]) == {"d4": ("r", "mario")}


def test_hands_and_other_trays_keep_their_order() -> None:
    assert fold({"hand:1": ("z",)}, [Fact("placed", to="hand:1", pieces=("a",))]) == {"hand:1": ("z", "a")}


def test_promoted_changes_the_topmost_piece_only() -> None:
    assert fold({"e8": ("x", "P")}, [Fact("promoted", at="e8", pieces=("Q",))]) == {"e8": ("x", "Q")}


@pytest.mark.parametrize(
    "kind", ["offered", "answered", "resigned", "left", "cast", "hit", "out", "over", "heard-of-never"]
)
def test_other_kinds_change_no_piece(kind: str) -> None:
    old = {"a1": ("L",)}
    assert fold(old, [Fact(kind, "a1", "b1", ("L",), 0)]) == old


def test_facts_are_folded_in_order_and_the_old_map_stays() -> None:
    old = {"a1": ("L",), "b1": ("s",)}
    facts = [
        Fact("taken", "b1", "taken:0", ("s",)),
        Fact("moved", "a1", "b1", ("L",)),
        Fact("moved", "b1", "c1", ("L",)),
    ]
    assert fold(old, facts) == {"c1": ("L",), "taken:0": ("s",)}
    assert old == {"a1": ("L",), "b1": ("s",)}


@pytest.mark.parametrize(
    "fact",
    [
        Fact("moved", "a1", "b1", ("M",)),
        Fact("moved", "a1", "b1", ()),
        Fact("moved", "a1", "b1", ("L", "m", "s")),
        Fact("moved", "a1", "b1", ("L",)),
        Fact("taken", "a1", "taken:0", ("S",)),
        Fact("taken", "b1", "taken:0", ("m",)),
        Fact("promoted", at="b1", pieces=("Q",)),
        Fact("promoted", at="a1"),
    ],
)
def test_a_fact_that_does_not_fit_is_an_error_since_it_would_animate_a_lie(fact: Fact) -> None:
    with pytest.raises(Misfit):
        fold({"a1": ("L", "m")}, [fact])


def test_trays_are_places_with_a_colon() -> None:
    assert is_tray("taken:0")
    assert is_tray("hand:1")
    assert not is_tray("c3")
