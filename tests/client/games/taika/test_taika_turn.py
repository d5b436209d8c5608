"""A turn of Taika-Mario in the making, without a window: parts in any order, each undone alone, always legal."""

from __future__ import annotations

import json
import random

import pytest

from client.games.taika.turn import TurnBuilder
from client.games.taika.turn_parts import TurnParts
from rules.registry import game
from rules.taika.layings import orientations_of
from rules.taika.moves import COLOURS
from rules.taika.state import TaikaState
from tests.client.board_rig import CROWDED as BOARD

PUTKI, WAND = "putki", "taikasauva"


def position(board: list[str] = BOARD, mario: str = "b2", luigi: str = "f8", **options: str) -> TaikaState:
    text = {
        "size": 9,
        "board": board,
        "players": [
            {"character": "mario", "at": mario, "hits": 0, "hand": [PUTKI, WAND, PUTKI], "place": None},
            {
                "character": "luigi",
                "at": luigi,
                "hits": 2,
                "hand": ["kaakao", "kuusi", "pommi"],
                "place": None,
            },
        ],
        "turn": 0,
        "deck": ["tatti", "lumipallo"],
        "discard": ["silta"],
        "seed": "78",
        "shuffles": 1,
        "quiet": 0,
    }
    rules = game("taika-mario")
    state = rules.position(json.dumps(text, separators=(",", ":")), rules.configure(options))
    assert isinstance(state, TaikaState)
    return state


def builder(state: TaikaState | None = None) -> TurnBuilder:
    turn = TurnBuilder()
    turn.reset(state or position())
    return turn


def test_a_step_and_an_obstacle_make_a_turn_that_waits_for_a_yes_TM4() -> None:
    turn = builder()
    assert set(turn.steps()) == {"a2", "a3", "c3"}
    assert turn.choose("c3") is not None
    assert turn.ready() is None
    assert turn.choose("d3") is not None
    assert turn.ready() == "c3 g@d3", "the first colour that Mario is not blind to is on the brush"
    assert turn.key("4")
    assert turn.ready() == "c3 p@d3"


def test_the_step_comes_first_and_what_lies_beyond_its_reach_is_refused_TM4() -> None:
    turn = builder()
    assert turn.choose("e3") is None
    assert turn.attempt("e3") == "e3 -", "so that the rules say why"
    turn.choose("c3")
    assert turn.choose("f3") is None
    assert turn.attempt("f3") == "c3 g@f3"
    assert turn.attempt("b2") == "", "the own pawn is no mistake"


def test_parts_are_taken_back_one_by_one_in_the_order_they_were_made() -> None:
    turn = builder()
    turn.choose("c3")
    turn.hold(PUTKI)
    fit = next(one for one in turn.layings() if one.castable)
    turn.choose(fit.new[0])
    assert turn.ready() is not None
    assert turn.back() and turn.made.laying is None and turn.made.card == PUTKI
    assert turn.back() and not turn.made.card and turn.made.step == "c3"
    assert turn.back() and not turn.made.step
    assert not turn.back()
    assert not turn.begun


def test_a_card_may_be_laid_before_the_step_TM6() -> None:
    turn = builder()
    turn.hold(WAND)
    fit = next(one for one in turn.layings() if one.castable)
    turn.choose(fit.new[0])
    assert turn.ready() is None
    turn.choose("a2")
    action = turn.ready()
    assert action is not None
    assert action.startswith(f"a2 !{WAND} ")
    assert position().may(action)
    turn.choose("a2")
    assert turn.ready() is None and turn.made.laying is not None, "choosing the step again takes only it back"


def test_choosing_a_card_lights_every_place_where_it_fits_and_no_other() -> None:
    turn = builder()
    state = position()
    for card in (PUTKI, WAND):
        turn.hold(card)
        wanted = {square for one in turn.layings() if one.castable for square in one.new}
        spells = {spell.new for spell in state.spells() if spell.card == card}
        assert len({one.new for one in turn.layings() if one.castable}) == len(spells)
        assert {place for place, kind in turn.cells().items() if "fit" in kind} == wanted
        turn.hold(card)
        assert not turn.made.card, "the same card again puts it back"


def test_turning_goes_round_all_orientations_and_mirroring_twice_comes_back() -> None:
    turn = builder()
    turn.hold(PUTKI)
    seen = set()
    for _ in range(4):
        seen.add(turn.made.way)
        assert turn.key("t")
    assert turn.made.way == 0
    turn.key("v")
    seen.add(turn.made.way)
    assert len(seen) > 2
    turn.key("v")
    assert turn.made.way == 0
    assert turn.scroll(1) and turn.scroll(-1)
    assert turn.made.way == 0
    by_wheel = set()
    for _ in orientations_of(turn.rows()):
        assert turn.scroll(-1)
        by_wheel.add(turn.made.way)
    assert turn.made.way == 0
    assert by_wheel == set(range(len(orientations_of(turn.rows())))), "the wheel turns and mirrors"


def test_pointing_previews_what_comes_what_is_replaced_who_is_hit_and_what_lacks() -> None:
    board = ["........."] * 8 + ["gg......."]
    board[7] = "gg......."  # with the lowest rank a block of four
    turn = builder(position(board, mario="e5", luigi="c1"))
    turn.hold(PUTKI)  # four obstacles in a block, two new ones beside it
    turn.point("c1")
    cells = turn.cells()
    assert cells["a1"] == cells["b2"] == "need"
    assert set(cells["c1"].split()) == {"new", "hit"}
    turn.point("h8")
    assert "lack" in turn.cells().values()
    assert turn.choose("h8") is None


def test_the_casters_own_pawn_is_marked_as_hit_where_it_steps_under_the_spell_TM6() -> None:
    board = ["........."] * 7 + ["gg.......", "gg......."]
    turn = builder(position(board, mario="c2", luigi="i9"))
    turn.hold(PUTKI)
    turn.choose("c1")
    assert turn.made.laying is not None and "c1" in turn.made.laying.new
    assert turn.cells()["c1"].split() == ["new", "next"]
    turn.choose("c1")
    assert turn.made.step == "c1", "before the step is made a lit square means the step"
    assert "hit" in turn.cells()["c1"].split()
    turn.back()
    assert "hit" not in turn.cells()["c1"].split()
    turn.choose("d2")
    assert turn.ready() == f"d2 !{PUTKI} " + " ".join(f"{square}g" for square in turn.made.laying.new)


def test_colours_go_by_key_by_click_by_wheel_and_all_alike() -> None:
    turn = builder()
    turn.choose("a2")
    turn.hold(WAND)
    fit = next(one for one in turn.layings() if one.castable)
    turn.choose(fit.new[0])
    count = len(fit.new)
    assert set(turn.made.paints.values()) == {"g"}
    for number in range(count):
        assert turn.key("1234"[number % 4])
    assert list(turn.made.paints.values()) == [COLOURS[number % 4] for number in range(count)]
    turn.key("y")
    assert turn.key("a")
    assert set(turn.made.paints.values()) == {"y"}
    turn.choose(fit.new[1])
    assert turn.made.paints[fit.new[1]] == "p", "a click on what has the brush's colour goes to the next one"
    turn.point(fit.new[0])
    turn.scroll(-1)
    assert turn.made.paints[fit.new[0]] != "y"
    action = turn.ready()
    assert action is not None and position().may(action)


def test_in_the_other_reading_a_card_goes_without_a_step_TM19() -> None:
    turn = builder(position(turn="either-or"))
    turn.choose("a2")
    turn.hold(WAND)
    assert turn.made.step == "" and turn.steps() == ()
    fit = next(one for one in turn.layings() if one.castable)
    turn.choose(fit.new[0])
    action = turn.ready()
    assert action is not None and action.startswith(f". !{WAND} ")
    assert position(turn="either-or").may(action)


def test_a_turn_that_can_do_nothing_more_ends_with_its_step_TM4() -> None:
    board = ["........."] * 9
    board[8] = ".rrr....."
    board[7] = "r.rr....."  # b2 is the only step from a1
    board[6] = "rrrr....."
    board[5] = "rrrr....."
    turn = builder(position(board, mario="a1"))
    turn.choose("b2")
    assert not turn.castable(), "Mario is blind to red"
    assert turn.places() == ("a1",), "the square just left counts as empty"
    blocked = builder(position(board, mario="a1", turn="either-or"))
    blocked.choose("b2")
    assert blocked.ready() is None


def test_a_covered_hand_cant_be_taken_up() -> None:
    turn = builder()
    turn.sealed = True
    assert not turn.hold(PUTKI)
    assert not turn.key("1")


def test_the_next_fitting_place_is_found_by_key_in_every_orientation() -> None:
    turn = builder()
    turn.hold(WAND)
    fits = [one for one in turn.layings() if one.castable]
    seen = set()
    for _ in fits:
        assert turn.key("n")
        shown = turn.shown()
        assert shown is not None and shown.castable
        assert turn.jump
        seen.add((shown.orientation, shown.new))
    assert seen == {(one.orientation, one.new) for one in fits}


@pytest.mark.parametrize("reading", ["step-then-act", "either-or"])
def test_whatever_is_built_by_chance_is_legal_and_every_kind_of_turn_comes_up(reading: str) -> None:
    rules = game("taika-mario")
    options = rules.configure({"turn": reading, "size": "7"})
    chance = random.Random(7)
    kinds = set()
    for seed in range(6):
        state = rules.start(options, 2, bytes([seed]))
        for _ in range(60):
            if state.turn is None:
                break
            assert isinstance(state, TaikaState)
            turn = builder(state)
            for _ in range(400):
                action = turn.ready()
                if action is not None and chance.random() < 0.7:
                    break
                cards = [card for card in state.hands[state.mover] if card]
                if chance.random() < 0.2 and turn.castable():
                    turn.hold(chance.choice(cards))
                elif chance.random() < 0.3:
                    turn.key(chance.choice("1234tvnagryp"))
                elif turn.targets():
                    place = chance.choice(sorted(turn.targets()))
                    turn.point(place)
                    assert turn.choose(place) is not None
                else:
                    turn.back()
            assert action is not None
            kinds.add("cast" if "!" in action else action.split()[-1][1:2])
            assert state.may(action), action
            state = state.apply(action).state
    assert {"cast", "@"} <= kinds


def test_every_change_of_the_parts_leaves_the_value_before_as_it_was() -> None:
    turn = builder()
    seen = []
    for change in (
        lambda: turn.choose("c3"),
        lambda: turn.hold(PUTKI),
        lambda: turn.turn(),
        lambda: turn.next_fit(),
        lambda: turn.choose(turn.jump),
        lambda: turn.paint("r"),
        lambda: turn.paint_all(),
    ):
        before, text = turn.made, repr(turn.made)
        change()
        assert repr(before) == text
        seen.append(turn.made)
    assert seen[-1].order == ("step", "card", "laying") and len(set(map(repr, seen))) >= 5
    turn.made = seen[0]
    assert turn.made.step == "c3" and not turn.made.card, "undone by taking the old value"


def test_no_obstacle_stays_without_its_step_and_no_laying_without_its_card() -> None:
    placed = TurnParts().stepping("c3").placing("b2", "r")
    assert placed.without("step") == TurnParts() == placed.without("place").without("step")
    assert placed.without("card") is placed
    held = TurnParts().stepping("c3").holding(PUTKI)
    assert held.without("card") == TurnParts().stepping("c3")
