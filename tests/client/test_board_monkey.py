"""The board scene in clumsy hands: whatever anybody presses, nothing breaks, lies, or is done that can't be done."""

from __future__ import annotations

import json
from dataclasses import replace

import pygame
import pytest

from client.intents import KEYS, MOUSE, PAD, Nav, Point, Resize
from net.events import MatchChanged
from tests.client.board_rig import Rig
from tests.client.monkey import Monkey
from tests.client.test_taika_window import position

GAMES = ("mind-control", "magi", "taika-mario")


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_a_monkey_breaks_nothing_and_does_nothing_that_cant_be_done(rules: str, seed: int) -> None:
    monkey = Monkey(seed, rules)
    try:
        monkey.play(220)
    except Exception as error:
        error.add_note(f"the last that happened: {monkey.trace[-8:]}")
        raise


def pixels(there: Rig) -> bytes:
    return pygame.image.tobytes(there.surface, "RGB")


def painted_whole(there: Rig) -> bytes:
    there.scene.damage()
    there.frame(0.0)
    return pixels(there)


def mid_game(**more: object) -> Rig:
    return Rig(position(), rules="taika-mario", size=(640, 480), **more)  # type: ignore[arg-type]


# ---- what the monkey found


def test_what_is_built_of_a_turn_stays_when_the_hub_tells_of_a_watcher() -> None:
    there = mid_game(here=(0,))
    truth = there.hub.match

    def tell(watchers: int) -> None:
        there.hub.tell(MatchChanged(replace(truth, state=truth.state.view(0), watchers=watchers)))
        there.frame()

    tell(0)
    there.click("c3")
    there.click("d3")
    tell(1)
    assert there.scene.board.chooser.ready() == "c3 g@d3"


def test_hints_name_the_buttons_of_the_device_in_use() -> None:
    there = mid_game(here=(0,))
    there.point("c3")
    assert "click" in there.scene.hint.hint.text.lower()
    there.scene.handle(Nav("up"))
    assert "Enter" in there.scene.hint.hint.text
    there.scene.handle(Nav("up", PAD))
    assert "lower button" in there.scene.hint.hint.text
    there.click("c3")
    there.key("3")
    for device, words in ((MOUSE, "wheel"), (KEYS, "T turns"), (PAD, "left button turns")):
        there.scene.handle(Point(*there.at("a9")) if device == MOUSE else Nav("up", device))
        assert words in there.scene.hint.hint.text, device


def test_a_cover_that_goes_is_painted_away() -> None:
    there = mid_game(players=2)
    there.settle()
    there.hub.match = replace(
        there.hub.match, state=replace(there.state, mover=1), seats=there.hub.match.seats
    )
    seats = (there.hub.match.seats[0], replace(there.hub.match.seats[1], here=False, player=""))
    there.hub.tell(MatchChanged(replace(there.hub.match, seats=seats, status="adjourned")))
    there.settle()
    assert pixels(there) == painted_whole(there)


def test_a_square_that_trembles_comes_to_rest_when_another_does() -> None:
    there = mid_game(here=(0,))
    there.point("i5")
    there.settle()
    there.scene.board.shake("e5", there.now)
    there.frame(0.03)
    there.frame(0.03)
    there.scene.board.shake("g3", there.now)
    for _ in range(12):
        there.frame(0.05)
    assert pixels(there) == painted_whole(there)


def test_a_square_may_tremble_in_a_window_of_one_pixel() -> None:
    there = mid_game(here=(0,))
    there.click("e2")
    there.surface = pygame.Surface((1, 1))
    there.scene.handle(Resize(1, 1))
    there.frame(0.03)
    there.frame(0.03)


def test_who_cant_step_in_a_given_position_is_told_so_and_casts_nothing_TM5() -> None:
    walled = json.loads(position())
    walled["board"][-3:] = ["ppp" + walled["board"][-3][3:], "p.p" + "......", "ppp......"]
    there = Rig(json.dumps(walled, separators=(",", ":")), rules="taika-mario", here=(0,),
                options={"turn": "either-or"})  # fmt: skip
    assert not there.state.legal()
    assert "resign" in there.scene.hint.hint.text.lower()
    for number in "123":
        there.key(number)
        assert not there.scene.board.chooser.begun


# ---- what the last one did


def test_a_spell_is_still_known_by_its_marks_once_it_was_played_and_they_give_way_to_a_choice() -> None:
    there = mid_game()
    shape = next(one for one in there.state.shapes() if "!" in one)  # type: ignore[attr-defined]
    step, card, *new = shape.split(" ")
    there.hub.act(there.hub.match.id, " ".join([step, card, *(square + "g" for square in new)]), 4)
    there.frame()
    marked = there.scene.board.stage
    assert marked is not None
    assert not marked._marks.cells, "nothing is given away before it has been seen"
    there.settle()
    there.frame()
    assert {square for square, kinds in marked._marks.cells.items() if "was-new" in kinds} == set(new)
    cast = next(fact for fact in there.hub.match.past[-1].facts if fact.kind == "cast")
    assert {square for square, kinds in marked._marks.cells.items() if "was-need" in kinds} == set(
        cast.pieces
    )
    assert pixels(there) == painted_whole(there)
    there.press("show-cards")
    there.click(next(iter(there.scene.board.chooser.targets())))
    assert not marked._marks.cells
    there.scene._look_at(0)
    there.settle()
    assert not marked._marks.cells
