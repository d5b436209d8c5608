"""Mind Control clause by clause (MC1-MC12, MC15)."""

from __future__ import annotations

import re

import pytest

from rules.errors import BadOption, IllegalAction, MalformedAction
from rules.facts import Fact
from rules.game import Pick
from rules.mindcontrol import MIND_CONTROL
from rules.mindcontrol.state import MindControlState


def at(text: str, **options: str) -> MindControlState:
    return MIND_CONTROL.position(text, MIND_CONTROL.configure(options))


def start(**options: str) -> MindControlState:
    return MIND_CONTROL.start(MIND_CONTROL.configure(options), 2)


def after(state: MindControlState, *actions: str) -> MindControlState:
    for action in actions:
        step = state.apply(action).state
        assert isinstance(step, MindControlState)
        state = step
    return state


def refusal(state: MindControlState, action: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        state.apply(action)
    assert not state.may(action)
    return str(caught.value)


def goals(state: MindControlState, square: str) -> list[str]:
    return [move[2:] for move in state.legal() if move.startswith(square)]


def test_mc1_mc2_the_start_has_twelve_pyramids_each_and_white_to_move() -> None:
    state = start()
    assert state.notation() == "2llll2/2mmmm2/2ssss2/8/8/2SSSS2/2MMMM2/2LLLL2 w -:- 0 1"
    assert state.turn == 0
    assert state.pieces()["c1"] == ("L",)
    assert state.pieces()["f6"] == ("s",)
    assert len(state.pieces()) == 24


def test_mc12_option_first_lets_black_begin_and_white_stays_seat_0() -> None:
    state = start(first="black")
    assert state.turn == 1
    assert state.notation().split(" ")[1:] == ["b", "-:-", "0", "1"]
    assert after(state, "c6c5").notation().endswith(" w -:- 1 2")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"first": "red"}, "white | black"),
        ({"quiet_limit": "-1"}, "quiet_limit"),
        ({"quiet_limit": "05"}, "quiet_limit"),
        ({"quiet_limit": "9" * 5000}, "quiet_limit"),
        ({"speed": "1"}, "no option"),
    ],
)
def test_mc12_options_out_of_range_are_refused_by_name(options: dict[str, str], says: str) -> None:
    with pytest.raises(BadOption, match=re.escape(says)):
        MIND_CONTROL.configure(options)


def test_mc3_the_top_pyramid_owns_the_stack() -> None:
    state = at("8/8/8/3(Lms)4/8/8/8/S7 w -:- 0 1")
    assert "controls d5" in refusal(state, "d5d6")
    assert "no stack on h8" in refusal(state, "h8h7")


def test_mc4_small_moves_one_square_any_way() -> None:
    assert goals(at("7l/8/8/8/3S4/8/8/8 w -:- 0 1"), "d4") == ["c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"]


def test_mc4_medium_moves_any_distance_diagonally() -> None:
    assert goals(at("l7/8/8/8/8/8/8/1M6 w -:- 0 1"), "b1") == ["a2", "c2", "d3", "e4", "f5", "g6", "h7"]


def test_mc4_large_moves_any_distance_all_ways_and_the_base_counts() -> None:
    state = at("7s/8/8/8/8/8/8/(lS)7 w -:- 0 1")
    assert len(goals(state, "a1")) == 21
    assert "does not move from a1 to b3" in refusal(state, "a1b3")


def test_mc4_nothing_jumps() -> None:
    state = at("7l/8/8/8/S7/8/8/L7 w -:- 0 1")
    assert "a4 is in the way from a1 to a5" in refusal(state, "a1a5")


def test_mc5_the_whole_defending_stack_goes_to_the_attacker() -> None:
    state = at("7l/8/8/8/8/8/8/(LS)2m4 w -:- 7 3")
    step = state.apply("a1d1")
    assert step.state.notation() == "7l/8/8/8/8/8/8/3(LS)4 b m:- 0 3"
    assert step.facts == (
        Fact("taken", "d1", "taken:0", ("m",), 0, "destroy"),
        Fact("moved", "a1", "d1", ("L", "S"), 0, "destroy"),
    )


def test_mc5_equal_totals_do_not_destroy() -> None:
    assert "MC5, MC6, MC7" in refusal(at("7s/8/8/8/8/8/8/L2l4 w -:- 0 1"), "a1d1")


def test_mc6_the_attacker_goes_on_top_and_nothing_is_taken() -> None:
    state = at("8/8/8/8/8/8/1l6/(MS)6l w -:- 9 4")
    step = state.apply("a1b2")
    assert step.state.notation() == "8/8/8/8/8/8/1(lMS)6/7l b -:- 0 4"
    assert step.facts == (Fact("moved", "a1", "b2", ("M", "S"), 0, "control"),)


def test_mc7_the_replaced_pyramid_and_all_above_it_are_taken_own_ones_too() -> None:
    step = at("8/8/8/8/8/8/1(LMs)6/M6l w -:- 9 4").apply("a1b2")
    assert step.state.notation() == "8/8/8/8/8/8/1(LM)6/7l b Ms:- 0 4"
    assert step.facts[0] == Fact("taken", "b2", "taken:0", ("M", "s"), 0, "rescue")


def test_mc8_the_top_moves_alone_and_attacks_as_one_pyramid() -> None:
    state = at("7l/8/8/8/8/1m6/(LS)7/8 w -:- 3 1")
    assert after(state, "a2b3t").notation() == "7l/8/8/8/8/1(mS)6/L7/8 b -:- 0 1"
    assert after(state, "a2b3").notation() == "7l/8/8/8/8/1(LS)6/8/8 b m:- 0 1"
    quiet = state.apply("a2a3t")
    assert quiet.state.notation() == "7l/8/8/8/8/Sm6/L7/8 b -:- 4 1"
    assert quiet.facts == (Fact("moved", "a2", "a3", ("S",), 0, "move"),)


def test_mc8_mixed_top_pairs_and_single_pyramids_do_not_split_and_own_stacks_are_no_target() -> None:
    state = at("7l/8/8/8/8/8/(lS)1M5/S7 w -:- 0 1")
    assert "differ in colour" in refusal(state, "a2a3t")
    assert "single pyramid" in refusal(state, "a1b1t")
    assert "you control c2" in refusal(state, "a2c2")


@pytest.mark.parametrize(
    "text", ["", "c3", "c3c4x", "c3c4tt", "C3C4", "c3c9", "i1a1", "c3 c4", "draw", "c３c4"]
)
def test_mc14_what_is_no_move_is_malformed(text: str) -> None:
    with pytest.raises(MalformedAction):
        start().apply(text)


def test_mc9a_a_player_without_stacks_ends_the_game_and_may_win_on_points() -> None:
    state = at("8/8/8/8/8/8/1s6/M7 w -:LLL 0 1")
    end = after(state, "a1b2")
    outcome = end.outcome()
    assert outcome is not None
    assert outcome == ("a", (1, 9), (1,))
    assert state.apply("a1b2").facts[-1] == Fact("over", seat=1, note="a")
    assert end.legal() == end.extras() == ()
    assert "over (a)" in refusal(end, "b2c3")
    assert "over (a)" in refusal(end, "resign")


def test_mc9_reasons_hold_in_order() -> None:
    # No stack of Black's (a) before a quiet limit long reached (e).
    assert at("8/8/8/8/8/8/8/M7 b -:- 500 1").outcome() == ("a", (0, 0), (0, 1))
    # Equal totals (b) before the quiet limit (e).
    assert at("7l/8/8/8/8/8/8/L7 b -:- 500 1").outcome() == ("b", (0, 0), (0, 1))
    # Shut in (c) before the quiet limit (e).
    assert at("sS6/SS6/8/8/8/8/8/L7 b -:- 500 1").outcome() == ("c", (0, 0), (0, 1))


def test_mc9b_a_medium_with_a_small_against_a_large_may_still_attack() -> None:
    assert at("8/8/8/8/8/8/8/L6(mS) w -:- 0 1").outcome() is not None  # one player has no stack: a
    assert at("7(ms)/8/8/8/8/8/8/L7 w -:- 0 1").outcome() is None
    assert at("7(Ms)/8/8/8/8/8/8/L7 w -:- 0 1").outcome() is None
    assert at("7l/8/8/8/8/8/8/L7 w -:- 0 1").outcome() == ("b", (0, 0), (0, 1))


def test_mc9b_square_colours_are_not_looked_at() -> None:
    # Two mediums on squares of different colour never meet a small: still not b.
    assert at("8/8/8/8/8/8/s7/M7 w -:- 0 1").outcome() is None


def test_mc9c_who_can_not_move_ends_the_game() -> None:
    state = at("s7/SS6/2S5/8/8/8/8/L7 w -:- 0 1")
    end = after(state, "c6c7")
    assert end.outcome() is None
    assert after(at("s1S5/SS6/8/8/8/8/8/L7 w m:- 0 1"), "c8b8").outcome() == ("c", (2, 0), (0,))


BACK_AND_FORTH = ("c3b3", "c6b6", "b3c3", "b6c6")


def test_mc9d_the_third_time_ends_the_game_and_the_start_position_counts() -> None:
    state = after(start(), *BACK_AND_FORTH, *BACK_AND_FORTH[:3])
    assert state.outcome() is None
    assert after(state, "b6c6").outcome() == ("d", (0, 0), (0, 1))


def test_mc9d_a_position_given_counts_once_and_offers_do_not_count() -> None:
    state = after(at(start().notation()), "draw?", "draw-", *BACK_AND_FORTH, "draw?", "draw-")
    assert after(state, *BACK_AND_FORTH[:3]).outcome() is None
    assert after(state, *BACK_AND_FORTH).outcome() is not None


def test_mc9d_memory_is_no_part_of_equality_notation_digest_or_perft() -> None:
    state = after(start(), *BACK_AND_FORTH, *BACK_AND_FORTH[:3])
    fresh = at(state.notation())
    assert state == fresh
    assert hash(state) == hash(fresh)
    assert MIND_CONTROL.digest(state) == MIND_CONTROL.digest(fresh)
    assert state.perft(2) == fresh.perft(2)
    assert after(state, "b6c6").perft(2) == at(after(state, "b6c6").notation()).perft(2) > 0


def test_mc9e_the_quiet_limit_counts_plies_without_an_attack() -> None:
    state = at(start().notation(), quiet_limit="2")
    assert after(state, "c3c4").outcome() is None
    assert after(state, "c3c4", "draw?", "draw-").outcome() is None
    assert after(state, "c3c4", "c6c5").outcome() == ("e", (0, 0), (0, 1))
    assert at("7l/8/8/8/8/8/8/S7 w -:- 99 1").outcome() is None
    assert at("7l/8/8/8/8/8/8/S7 w -:- 100 1").outcome() == ("e", (0, 0), (0, 1))
    assert at("7l/8/8/8/8/8/8/S7 w -:- 5000 1", quiet_limit="0").outcome() is None


def test_mc9e_a_control_is_an_attack_and_a_split_is_none() -> None:
    control = at("7l/8/8/8/8/8/1l6/S7 w -:- 99 1")
    assert after(control, "a1b2").outcome() is None
    split = at("7l/8/8/8/8/8/8/(LS)7 w -:- 99 1")
    assert after(split, "a1a2t").outcome() == ("e", (0, 0), (0, 1))


def test_mc10_score_is_the_pips_taken_own_colour_included() -> None:
    assert at("8/8/8/8/8/8/8/S7 w LMs:l 0 1").outcome() == ("a", (6, 3), (0,))
    assert at("8/8/8/8/8/8/8/S7 w L:l 0 1").outcome() == ("a", (3, 3), (0, 1))


def test_mc11_an_agreed_draw_lets_both_win_with_the_scores_as_they_stand() -> None:
    state = at("7l/8/8/8/8/8/8/S7 w L:- 0 1")
    assert state.extras() == ("draw?", "resign")
    asked = state.apply("draw?")
    assert asked.facts == (Fact("offered", seat=0, note="draw"),)
    assert asked.state.turn == 1
    assert asked.state.legal() == ()
    assert asked.state.picks() == ((), None)
    assert asked.state.extras() == ("draw+", "draw-")
    assert asked.state.notation() == state.notation()
    assert MIND_CONTROL.digest(asked.state) != MIND_CONTROL.digest(state)
    agreed = asked.state.apply("draw+")
    assert agreed.state.outcome() == ("agreed", (3, 0), (0, 1))
    assert [fact.kind for fact in agreed.facts] == ["answered", "over"]


def test_mc11_while_an_answer_is_due_nothing_else_is_allowed() -> None:
    asked = after(start(), "draw?")
    for action in ("c3c4", "c6c5", "resign", "draw?"):
        assert "draw+ or draw-" in refusal(asked, action)


def test_mc11_one_offer_a_player_between_two_of_the_own_moves() -> None:
    state = after(start(), "draw?", "draw-")
    assert state.turn == 0
    assert state.extras() == ("resign",)
    assert "only one draw offer" in refusal(state, "draw?")
    state = after(state, "c3c4")
    assert state.extras() == ("draw?", "resign")  # the other's own offer
    assert "draw?" in after(state, "draw?", "draw-", "c6c5").extras()
    assert "no draw offer" in refusal(start(), "draw+")


def test_mc11_resigning_loses_whatever_the_score() -> None:
    end = at("7l/8/8/8/8/8/8/S7 b -:LLL 0 1").apply("resign")
    assert end.state.outcome() == ("resigned", (0, 9), (0,))
    assert end.facts == (Fact("resigned", seat=1), Fact("over", seat=0, note="resigned"))


@pytest.mark.parametrize("reason", ["left", "time"])
@pytest.mark.parametrize("seat", [0, 1])
def test_mc15_who_leaves_or_runs_out_of_time_loses_also_out_of_turn(seat: int, reason: str) -> None:
    end = at("7l/8/8/8/8/8/8/S7 w LL:LL 0 1").forfeit((seat,), reason)
    assert end.state.outcome() == (reason, (6, 6), (1 - seat,))
    assert end.state.turn is None
    assert end.facts == (Fact("left", seat=seat, note=reason), Fact("over", seat=1 - seat, note=reason))
    with pytest.raises(IllegalAction):
        end.state.forfeit((1 - seat,), reason)


def test_mc15_forfeits_of_nobody_everybody_or_for_no_known_reason_are_refused() -> None:
    for seats, reason in (((), "left"), ((0, 1), "left"), ((2,), "time"), ((0,), "bored")):
        with pytest.raises(IllegalAction):
            start().forfeit(seats, reason)


def test_picks_offer_whole_and_top_in_turn() -> None:
    state = at("7l/8/8/8/8/1m6/(MS)7/8 w -:- 3 1")
    assert state.picks() == ((Pick("square", "a2"),), None)
    whole = state.picks(("a2",))
    assert Pick("square", "b3", "destroy") in whole.choices
    assert Pick("part", "top") in whole.choices
    top = state.picks(("a2", "top"))
    assert Pick("square", "b3", "control") in top.choices
    assert Pick("square", "a3", "move") in top.choices
    assert Pick("part", "whole") in top.choices
    assert state.picks(("a2", "b3")) == ((), "a2b3")
    assert state.picks(("a2", "top", "b3")) == ((), "a2b3t")
    assert state.picks(("a2", "top", "whole")) == whole
    for nowhere in (("h8",), ("z9",), ("a2", "h1"), ("a2", "b3", "c3"), ("h8", "top")):
        assert state.picks(nowhere) == ((), None)


def test_pieces_hold_the_trays_sorted() -> None:
    pieces = at("7l/8/8/8/8/8/8/(LmS)7 w LMlms:s 0 1").pieces()
    assert pieces == {
        "a1": ("L", "m", "S"),
        "h8": ("l",),
        "taken:0": ("L", "M", "l", "m", "s"),
        "taken:1": ("s",),
    }
