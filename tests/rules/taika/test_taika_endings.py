"""How a game of Taika-Mario ends: the last one (TM11), quiet (TM12), resigning and leaving (TM13), TM20."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rules.errors import IllegalAction
from rules.game import Outcome

if TYPE_CHECKING:
    from tests.rules.conftest import Lay

RAIN = "gg\n{pawns}\n...\n{rest}"
"""``rain`` under a4, b4 hits a2, a3, b2 and b3."""


# -- TM11 -----------------------------------------------------------------------------------------------------


def test_tm11_the_last_player_alive_wins_and_has_no_place(lay: Lay) -> None:
    state = lay("g2g\n.......\n1......", hits=(0, 2), hands=(("dot",),))
    step = state.apply("a2 !dot b3y")
    assert step.state.outcome() == Outcome("last", None, (0,))
    assert step.state.place == (None, 2)
    assert step.state.turn is None
    assert step.facts[-1][3:] == ((), 0, "last")


def test_tm11_the_last_ones_who_die_at_the_same_moment_share_the_win(lay: Lay) -> None:
    """Waluigi died before: he is third, the three others are all first."""
    state = lay(
        "gg\n12.\n3..\n.......",
        hits=(2, 2, 2, 1),
        hands=(("rain",), (), (), ()),
        out={3: 4},
        turn="either-or",
    )
    step = state.apply(". !rain a2r a3r b2r b3r")
    after = step.state
    assert after.outcome() == Outcome("together", None, (0, 1, 2))
    assert after.place == (1, 1, 1, 4)
    assert after.alive == ()
    # TM20: nobody is left to move on to.
    assert (after.mover, after.turn) == (0, None)
    assert (step.facts[-1].seat, step.facts[-1].note) == (None, "together")


def test_tm11_places_follow_the_order_of_dying_and_are_shared_by_those_who_die_at_once(lay: Lay) -> None:
    state = lay(RAIN.format(pawns="23.", rest="1.....4"), hits=(0, 2, 2, 0), hands=(("rain",),))
    after = state.apply("b1 !rain a2r a3r b2r b3r").state
    assert after.place == (None, 3, 3, None)
    assert after.outcome() is None
    after = after.apply("resign").state
    assert after.place == (None, 3, 3, 2)
    assert after.outcome() == Outcome("last", None, (0,))


def test_tm11_the_first_to_die_of_four_is_fourth(lay: Lay) -> None:
    after = lay("2.....3\n.......\n1.....4").apply("resign").state
    assert after.place == (4, None, None, None)


# -- TM12 -----------------------------------------------------------------------------------------------------


def test_tm12_a_turn_is_quiet_if_it_hits_nobody_and_fills_no_empty_square(lay: Lay) -> None:
    drawing = "gyg\n.......\n1.....2"
    assert lay(drawing, hands=(("dot",),), quiet=3).apply("a2 !dot b3r").state.quiet == 4
    # Placing always fills an empty square.
    assert lay(drawing, hands=(("dot",),), quiet=3).apply("a2 r@a1").state.quiet == 0
    # A step alone is quiet.
    full = lay("gggg\ngggg\n.ggg\n1ggg..2", under={"a1": "g"}, quiet=3)
    assert full.apply("a2 -").state.quiet == 4


def test_tm12_an_obstacle_on_a_square_that_had_none_sets_the_count_to_0(lay: Lay) -> None:
    state = lay("g.g\n.......\n1.....2", hands=(("dot",),), quiet=3)
    assert state.apply("a2 !dot b3r").state.quiet == 0
    # One of four new squares was empty.
    state = lay("gg\nyyy\nry.\n1.....2", hands=(("rain",),), quiet=3)
    assert state.apply("b1 !rain a2r a3r b2r b3r").state.quiet == 4
    state = lay("gg\nyyy\nr..\n1.....2", hands=(("rain",),), quiet=3)
    assert state.apply("b1 !rain a2r a3r b2r b3r").state.quiet == 0


def test_tm12_a_hit_sets_the_count_to_0_even_where_an_obstacle_lay(lay: Lay) -> None:
    state = lay("g2g\n.......\n1......", under={"b3": "y"}, hands=(("dot",),), quiet=3)
    assert state.apply("a2 !dot b3y").state.quiet == 0


def test_tm12_so_many_quiet_turns_in_a_row_are_a_draw_between_the_survivors(lay: Lay) -> None:
    drawing = "gyg\n.......\n1.....3"
    state = lay(drawing, hands=(("dot",),), out={1: 3}, quiet=38)
    assert state.apply("a2 !dot b3r").state.outcome() is None
    state = lay(drawing, hands=(("dot",),), out={1: 3}, quiet=39)
    step = state.apply("a2 !dot b3r")
    assert step.state.quiet == 40
    assert step.state.outcome() == Outcome("quiet", None, (0, 2))
    assert step.state.place == (None, 3, None)
    # TM20: turn of a finished game is the next seat still alive.
    assert (step.state.turn, step.state.mover) == (None, 2)
    assert (step.facts[-1].kind, step.facts[-1].seat, step.facts[-1].note) == ("over", None, "quiet")


def test_tm12_the_option_sets_how_many_and_0_is_no_limit(lay: Lay) -> None:
    drawing = "gyg\n.......\n1.....2"
    for limit, quiet, over in (("1", 0, True), ("2", 0, False), ("2", 1, True), ("0", 500, False)):
        state = lay(drawing, hands=(("dot",),), quiet=quiet, quiet_limit=limit)
        assert (state.apply("a2 !dot b3r").state.turn is None) is over, (limit, quiet)


def test_tm12_is_counted_before_the_next_players_tm5(lay: Lay) -> None:
    """Luigi can't step; with the last quiet turn the game ends before he would be out."""
    drawing = "gyg...\n.......\n.......\n.....gg\n1....g2"
    state = lay(drawing, hands=(("dot",),), quiet=39)
    after = state.apply("a2 !dot b5r").state
    assert after.outcome() == Outcome("quiet", None, (0, 1))
    state = lay(drawing, hands=(("dot",),), quiet=38)
    after = state.apply("a2 !dot b5r").state
    assert after.outcome() == Outcome("last", None, (0,))
    assert after.quiet == 0


def test_tm12_a_position_given_at_the_limit_is_over(lay: Lay) -> None:
    state = lay("1.....2", quiet=40, mover=1)
    assert state.outcome() == Outcome("quiet", None, (0, 1))
    assert state.turn is None
    assert state.legal() == state.extras() == ()
    assert state.perft(1) == state.perft(3) == 0


# -- TM13 -----------------------------------------------------------------------------------------------------


def test_tm13_who_resigns_is_out_and_the_turn_goes_on(lay: Lay) -> None:
    state = lay(
        "2.....3\n.......\n1......",
        mover=1,
        under={"a3": "g"},
        hits=(0, 1, 0),
        hands=(("hana",), ("silta", "putki"), ("kaakao",)),
        discard=("poro",),
        quiet=9,
    )
    step = state.apply("resign")
    after = step.state
    assert (after.at[1], after.place, after.hits) == (None, (None, 3, None), (0, 1, 0))
    assert after.pieces()["a3"] == ("g",)
    assert after.discard == ("poro", "silta", "putki")
    assert after.hands == (("hana",), (), ("kaakao",))
    assert (after.turn, after.quiet) == (2, 0)
    assert [(fact.kind, fact.seat) for fact in step.facts] == [("resigned", 1), ("out", 1), ("taken", 1)]
    assert step.facts[1].note == "resigned"


def test_tm13_resigning_is_always_possible_and_never_listed(lay: Lay) -> None:
    state = lay("1.....2")
    assert state.may("resign")
    assert "resign" not in state.legal()
    assert "resign" not in state.shapes()
    assert state.extras() == ("resign",)


def test_tm13_after_a_resignation_tm5_holds_for_the_next(lay: Lay) -> None:
    state = lay("3....gg\n1....g2")
    assert state.steps(1) == 0
    after = state.apply("resign").state
    assert after.place == (3, 2, None)
    assert after.outcome() == Outcome("last", None, (2,))


def test_tm13_who_leaves_out_of_turn_is_out_and_the_turn_stays(lay: Lay) -> None:
    state = lay("2.....3\n.......\n1......", hands=((), ("silta", "putki")), discard=("poro",), quiet=9)
    for reason in ("left", "time"):
        step = state.forfeit((1,), reason)
        after = step.state
        assert (after.turn, after.place, after.quiet) == (0, (None, 3, None), 0)
        assert after.discard == ("poro", "silta", "putki")
        assert [(fact.kind, fact.seat, fact.note) for fact in step.facts] == [
            ("left", 1, reason),
            ("out", 1, reason),
            ("taken", 1, "out"),
        ]


def test_tm13_who_leaves_on_their_turn_passes_it_on(lay: Lay) -> None:
    after = lay("2.....3\n.......\n1......").forfeit((0,), "left").state
    assert (after.turn, after.place, after.quiet) == (1, (3, None, None), 0)


def test_tm13_who_can_not_step_and_is_not_to_move_is_not_checked_when_somebody_leaves(lay: Lay) -> None:
    """TM5 is for the beginning of a turn: wario's has not begun, and mario's goes on."""
    state = lay("2....gg\n1....g3")
    after = state.forfeit((1,), "left").state
    assert (after.alive, after.turn) == ((0, 2), 0)


def test_tm13_several_may_leave_at_once_and_share_their_place(lay: Lay) -> None:
    state = lay("2.....3\n.......\n1.....4", hands=((), ("silta",), (), ("putki",)), mover=2, quiet=4)
    after = state.forfeit((3, 1), "left").state
    assert after.place == (None, 3, None, 3)
    assert after.discard == ("silta", "putki")
    assert (after.turn, after.quiet) == (2, 0)
    after = state.forfeit((1, 2), "time").state
    assert after.place == (None, 3, 3, None)
    assert after.turn == 3


def test_tm13_the_last_one_left_wins_and_everybody_leaving_is_a_draw_between_them(lay: Lay) -> None:
    state = lay("2.....3\n.......\n1......", mover=1)
    step = state.forfeit((0, 1), "left")
    assert step.state.outcome() == Outcome("last", None, (2,))
    assert (step.state.mover, step.facts[-1].seat) == (2, 2)
    # TM20: out of turn too, turn is the next seat alive.
    step = state.forfeit((0, 2), "left")
    assert step.state.outcome() == Outcome("last", None, (1,))
    assert step.state.mover == 1
    step = state.forfeit((0, 1, 2), "time")
    assert step.state.outcome() == Outcome("together", None, (0, 1, 2))
    assert step.state.place == (1, 1, 1)
    assert step.state.mover == 1


def test_tm13_forfeits_that_can_not_be_are_refused(lay: Lay) -> None:
    state = lay("2......\n.......\n1......", out={2: 3})
    for seats, reason, message in (
        ((3,), "left", "TM13: there is no seat 3 at this table"),
        ((0, -1), "left", "TM13: there is no seat -1 at this table"),
        ((), "time", "TM13: none of these seats is still in the game"),
        ((0,), "bored", "TM13: a forfeit is left or time, not 'bored'"),
    ):
        with pytest.raises(IllegalAction) as refusal:
            state.forfeit(seats, reason)
        assert str(refusal.value) == message
    # Who is out already may leave as well, alone or along with somebody who is not.
    assert state.forfeit((2,), "left") == (state, ())
    assert state.forfeit((1, 2), "left").state.place == (None, 2, 3)


# -- TM20 -----------------------------------------------------------------------------------------------------


def test_tm20_scores_are_null_and_a_finished_game_takes_no_action(lay: Lay) -> None:
    over = lay("1.....2").apply("resign").state
    outcome = over.outcome()
    assert outcome == Outcome("last", None, (1,))
    for action in ("resign", "a2 r@a1", "f1 -"):
        with pytest.raises(IllegalAction, match="TM20: the game is over"):
            over.apply(action)
        assert not over.may(action)
    with pytest.raises(IllegalAction, match="TM20: the game is over"):
        over.forfeit((1,), "left")
    assert over.legal() == over.shapes() == over.extras() == ()
    assert over.count() == over.perft(1) == 0


def test_tm20_the_order_of_turns_leaves_out_who_is_out(lay: Lay) -> None:
    state = lay("2.....3\n.......\n1.....4", mover=3)
    for turn in (0, 1, 2, 3):
        step = sorted(state.legal())[0]
        state = state.apply(step).state
        assert state.turn == turn
    state = lay("2......\n.......\n1.....4", mover=1, out={2: 4})
    assert state.apply(state.legal()[0]).state.turn == 3


def test_the_board_for_people_shows_pawns_obstacles_hits_and_places(lay: Lay) -> None:
    state = lay(
        "2r.\n1......", under={"a2": "g"}, hits=(2, 1), hands=(("dot",), (None,)), out={2: 3}, seed=None
    )
    lines = state.show().splitlines()
    assert lines[5:8] == [" 2  2g r  .  .  .  .  .", " 1  1  .  .  .  .  .  .", "    a  b  c  d  e  f  g"]
    assert lines[8:] == [">1 mario    hits 2  dot", " 2 luigi    hits 1  ?", " 3 wario    out, place 3"]
