"""A turn of Taika-Mario without its spells: stepping and placing (TM2, TM4), being stuck (TM5), either-or (TM19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.rules.conftest import refusal

if TYPE_CHECKING:
    from rules.taika.state import TaikaState
    from tests.rules.conftest import Lay


def steps(state: TaikaState) -> set[str]:
    return {move.split(" ")[0] for move in state.shapes()} - {"."}


def places(state: TaikaState, step: str) -> set[str]:
    """Where an obstacle may go after a step."""
    return {move.split("@")[1] for move in state.shapes() if move.startswith(f"{step} @")}


# -- TM4: the step --------------------------------------------------------------------------------------------


def test_tm4_the_pawn_steps_one_square_in_eight_directions(lay: Lay) -> None:
    state = lay("""
        ...
        .1.
        ...
        ......2""")
    assert steps(state) == {"a2", "a3", "a4", "b2", "b4", "c2", "c3", "c4"}


def test_tm4_the_edge_obstacles_and_pawns_block_a_step(lay: Lay) -> None:
    state = lay("""
        r2.
        1g.""")
    assert steps(state) == set()
    state = lay("""
        r..
        12.""")
    assert steps(state) == {"b2"}
    assert refusal(state, "a2 r@c2") == "TM4: a2 holds an obstacle"
    assert refusal(state, "b1 r@c2") == "TM4: a pawn stands on b1"
    assert refusal(state, "c1 r@c2") == "TM4: c1 is more than one step from a1"
    assert refusal(state, "a1 r@c2") == "TM4: the pawn must step away from a1"


def test_tm4_every_colour_blocks_everybody_alike(lay: Lay) -> None:
    """TM2: obstacles belong to nobody; only for spells does colour matter."""
    for colour in "rgyp":
        for mover in (0, 1):
            state = lay(f".{colour}1\n.{colour}2", mover=mover)
            assert not steps(state) & {"b1", "b2"}


def test_tm4_the_step_comes_first_and_can_not_be_left_out(lay: Lay) -> None:
    state = lay("1.....2\nrrr", hands=(("dot",),))
    assert refusal(state, ". !dot a1r") == "TM4: a turn begins with a step"
    assert all(not move.startswith(".") for move in state.legal())


# -- TM4a: the obstacle ---------------------------------------------------------------------------------------


def test_tm4a_an_obstacle_goes_at_most_two_kings_steps_from_the_pawns_new_square(lay: Lay) -> None:
    state = lay("""
        .......
        .......
        .......
        ..1....
        .......
        .......
        ......2""")
    around_d5 = {file + rank for file in "bcdef" for rank in "34567"} - {"d5"}
    assert places(state, "d5") == around_d5
    assert refusal(state, "d5 r@a5") == "TM4: a5 is more than two steps from d5"
    assert refusal(state, "d5 r@d2") == "TM4: d2 is more than two steps from d5"


def test_tm4a_what_lies_between_does_not_matter(lay: Lay) -> None:
    state = lay("""
        .......
        rrrr...
        ...r...
        .1.r...
        .......
        ......2""")
    # From c4 everything two steps away may be reached over the wall on d.
    assert {"c6", "e2", "e3", "e4", "e5", "e6"} <= places(state, "c4")


def test_tm4a_the_square_just_left_counts_as_empty(lay: Lay) -> None:
    state = lay("1.....2")
    assert "a1" in places(state, "b1")
    after = state.apply("b1 g@a1").state
    assert after.pieces()["a1"] == ("g",)
    assert after.pieces()["b1"] == ("mario",)


def test_tm4a_the_square_just_left_holds_the_obstacle_that_lay_under_the_pawn(lay: Lay) -> None:
    """TM7: a pawn on an obstacle steps off as usual, and its obstacle stays."""
    state = lay("1.....2", under={"a1": "y"})
    assert steps(state) == {"a2", "b1", "b2"}
    assert "a1" not in places(state, "b1")
    assert refusal(state, "b1 g@a1") == "TM4: a1 holds an obstacle"
    assert state.apply("b1 g@c1").state.pieces()["a1"] == ("y",)


def test_tm4a_no_obstacle_on_an_obstacle_or_a_pawn_the_own_one_included(lay: Lay) -> None:
    """TM2: at most one obstacle on a square."""
    state = lay("""
        g....
        1.2""")
    assert places(state, "b2") == {
        *("a1", "b1", "d1"),
        *("c2", "d2"),
        *("a3", "b3", "c3", "d3"),
        *("a4", "b4", "c4", "d4"),
    }
    assert refusal(state, "b2 r@a2") == "TM4: a2 holds an obstacle"
    assert refusal(state, "b2 r@c1") == "TM4: a pawn stands on c1"
    assert refusal(state, "b2 r@b2") == "TM4: a pawn stands on b2"


def test_tm4a_any_of_the_four_colours_may_be_placed_the_own_blind_one_too(lay: Lay) -> None:
    state = lay("1.....2")
    for colour in "rgyp":
        after = state.apply(f"b1 {colour}@b2").state
        assert after.pieces()["b2"] == (colour,)
    assert len(state.legal()) == 4 * len(state.shapes())


FULL = """
    gggg
    gggg
    .ggg
    1ggg..2"""
"""Mario can step to a2 alone, and all around it is full but a1."""


def test_tm4_the_step_alone_only_where_nothing_can_be_placed_or_cast_after_it(lay: Lay) -> None:
    """That another step would allow one can't happen: the squares of two steps are within reach of each other."""
    state = lay(FULL)
    assert list(state.shapes()) == ["a2 @a1"]
    assert refusal(state, "a2 -") == "TM4: an obstacle can be placed after this step"
    state = lay(FULL, under={"a1": "g"})
    assert list(state.legal()) == ["a2 -"]
    assert refusal(state, "a2 r@a1") == "TM4: a1 holds an obstacle"
    after = state.apply("a2 -").state
    assert (after.turn, after.quiet, after.pieces()["a1"]) == (1, 1, ("g",))
    state = lay(FULL, under={"a1": "g"}, hands=(("dot",),))
    assert state.legal()
    assert all(move.startswith("a2 !dot ") for move in state.legal())
    assert refusal(state, "a2 -") == "TM4: a card can be cast after this step"


def test_tm4_a_card_whose_obstacles_are_not_seen_does_not_count_as_castable(lay: Lay) -> None:
    state = lay(FULL.replace("g", "r"), under={"a1": "r"}, hands=(("dot",),))
    assert list(state.legal()) == ["a2 -"]


def test_tm2_the_supply_of_a_colour_never_ends(lay: Lay) -> None:
    red = "r" * 7
    state = lay("\n".join([red] * 5 + ["." * 7, "1.....2"]))
    assert state.may("a2 r@a1")


# -- TM5 ------------------------------------------------------------------------------------------------------

CORNERED = """
    .....gg
    ....1.2"""
"""Luigi can leave g1 by f1 alone."""


def test_tm5_who_can_not_step_when_the_turn_begins_is_out(lay: Lay) -> None:
    state = lay(CORNERED, hands=((), ("silta", "putki")), discard=("kaakao",), quiet=7)
    step = state.apply("d1 y@f1")
    after = step.state
    assert after.turn is None
    assert after.at[1] is None
    assert after.place == (None, 2)
    assert after.hands[1] == ()
    # The hand goes to the discard pile, obstacles stay; such a death sets the count of TM12 to 0.
    assert after.discard == ("kaakao", "silta", "putki")
    assert (after.pieces()["f1"], after.pieces()["f2"]) == (("y",), ("g",))
    assert after.quiet == 0
    assert [fact.kind for fact in step.facts] == ["moved", "placed", "out", "taken", "over"]
    assert step.facts[2][1:] == ("g1", "", (), 1, "stuck")


def test_tm5_pawns_block_too(lay: Lay) -> None:
    state = lay("""
        ....1gg
        .....32""")
    after = state.apply("e1 r@d1").state
    assert after.place == (None, 3, None)
    assert after.turn == 2


def test_tm5_a_pawn_on_an_obstacle_is_not_stuck_by_it(lay: Lay) -> None:
    """TM7."""
    state = lay(CORNERED, under={"g1": "r"})
    assert state.apply("e2 y@e1").state.turn == 1


SHUT_IN = """
    2g...g3
    gg...gg
    .......
    .......
    ......."""
"""Luigi and wario, in the upper corners, can't step."""


def test_tm5_the_next_players_are_checked_likewise_one_after_the_other(lay: Lay) -> None:
    state = lay(
        SHUT_IN + "\n.......\n1.....4",
        hands=((), ("silta",), ("putki", "kaakao"), ("hana",)),
        quiet=5,
    )
    step = state.apply("a2 r@a1")
    after = step.state
    assert after.place == (None, 4, 3, None)
    assert after.turn == 3
    assert after.discard == ("silta", "putki", "kaakao")
    assert after.quiet == 0
    assert [fact.seat for fact in step.facts if fact.kind == "out"] == [1, 2]


def test_tm5_the_last_one_alive_is_not_checked(lay: Lay) -> None:
    """Luigi and wario are shut in, mario shuts himself in on b1: he is the last and wins."""
    state = lay(SHUT_IN + "\ngg\n1.g", under={"a1": "g"})
    assert steps(state) == {"b1"}
    after = state.apply("b1 g@c2").state
    assert after.steps(0) == 0
    outcome = after.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("last", (0,))
    assert after.place == (None, 3, 2)


def test_tm5_only_whose_turn_begins_is_checked(lay: Lay) -> None:
    """Wario can't step, but goes only when his turn comes."""
    state = lay("""
        .....gg
        1.2..g3""")
    after = state.apply("a2 r@a1").state
    assert (after.turn, after.alive) == (1, (0, 1, 2))
    after = after.apply("c2 r@c1").state
    assert (after.turn, after.alive) == (0, (0, 1))


def test_tm5_a_given_position_in_which_who_moves_can_not_step_has_no_legal_moves_and_is_not_over(
    lay: Lay,
) -> None:
    for turn in ("step-then-act", "either-or"):
        state = lay("g.g\ngg\n1g....2", hands=(("dot",),), **{"turn": turn})
        assert state.spells()
        assert state.legal() == state.shapes() == ()
        assert state.count() == state.perft(1) == state.perft(2) == 0
        assert (state.turn, state.outcome()) == (0, None)
        assert state.picks() == ((), None)
        assert state.extras() == ("resign",)
        for action in ("a2 r@a1", "b1 -", "a2 !dot b3r", ". !dot b3r"):
            assert refusal(state, action) == "TM5: the player to move cannot step anywhere"


def test_tm5_in_either_or_too_who_can_not_step_is_out_even_with_a_spell(lay: Lay) -> None:
    """TM19: TM5 holds unchanged."""
    state = lay("r.r\n.......\n" + CORNERED, hands=((), ("dot",)), turn="either-or")
    after = state.apply("d1 y@f1").state
    assert after.place == (None, 2)


# -- TM19 -----------------------------------------------------------------------------------------------------


def test_tm19_a_turn_is_either_a_step_with_an_obstacle_or_a_spell_without_a_step(lay: Lay) -> None:
    state = lay("g.g\n.......\n1.....2", hands=(("dot",),), turn="either-or")
    shapes = state.shapes()
    assert [shape for shape in shapes if "!" in shape] == [". !dot b3"]
    assert all(shape.startswith(". !") or "@" in shape for shape in shapes)
    assert refusal(state, "a2 !dot b3r") == "TM19: a spell is cast without a step in this game"
    assert refusal(state, "a2 -") == "TM4: an obstacle can be placed after this step"
    after = state.apply(". !dot b3r").state
    assert after.pieces()["a1"] == ("mario",)
    assert after.pieces()["b3"] == ("r",)
    assert (after.turn, after.hands[0]) == (1, ("putki",))
    after = state.apply("a2 y@a1").state
    assert (after.pieces()["a2"], after.pieces()["a1"], after.hands[0]) == (("mario",), ("y",), ("dot",))


def test_tm19_the_step_alone_where_no_obstacle_can_be_placed_even_if_a_card_could_be_cast(lay: Lay) -> None:
    state = lay(FULL, under={"a1": "g"}, hands=(("dot",),), turn="either-or")
    assert "a2 -" in state.legal()
    assert all(move.startswith(". !dot ") for move in state.legal() if move != "a2 -")
    assert state.apply("a2 -").state.pieces()["a2"] == ("mario",)


def test_tm19_the_same_position_under_the_usual_reading(lay: Lay) -> None:
    state = lay("g.g\n.......\n1.....2", hands=(("dot",),))
    assert [shape for shape in state.shapes() if "!" in shape] == ["a2 !dot b3", "b1 !dot b3", "b2 !dot b3"]


# -- counting -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", ["step-then-act", "either-or"])
@pytest.mark.parametrize("hand", [(), ("dot",), ("dot", "hook", "dot")])
def test_turns_are_counted_as_they_are_listed_lone_steps_and_spells_included(
    lay: Lay, turn: str, hand: tuple[str, ...]
) -> None:
    positions = (
        lay(FULL, under={"a1": "g"}, hands=(hand, hand), turn=turn),
        lay(FULL, hands=(hand, hand), turn=turn),
        lay("g.g\n.......\n1.....2", hands=(hand, hand), turn=turn),
    )
    for state in positions:
        legal = state.legal()
        assert state.count() == state.perft(1) == len(legal)
        if len(legal) < 500:
            assert state.perft(2) == sum(len(state.apply(move).state.legal()) for move in legal)
