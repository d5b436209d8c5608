"""What becomes of something half done at the board when the hub tells something else, or one looks back meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from client.board.chips import done_chip
from client.board.piece_picker import PiecePicker
from client.core.intents import Cancel, Confirm, Drag, Menu, Page, PointerMoved, Press, Release
from client.games.taika.turn import TurnBuilder
from net.events import MatchChanged, MatchStarted, Stepped
from tests.client.board_rig import Rig
from tests.client.games.taika.test_taika_window import position

PROMOTION = "4k5/P9/10/10/10/3p6/10/10/10/5K4 w - - - 0 30"


def undone(rig: Rig) -> None:
    """The hub tells that the last action was taken back."""
    match = rig.hub.match
    before = match.past[:-1] or match.past
    rig.hub.match = replace(match, state=before[-1].state, past=before, entries=match.entries + 1)
    rig.tell(Stepped(rig.hub.match, "takeback", 0, ()))
    rig.frame()


def assert_same(shown: pygame.Surface, rig: Rig) -> None:
    """What was on the screen is what is painted when everything is painted anew."""
    rig.scene.damage()
    rig.frame(0)
    assert shown.get_view("2").raw == rig.surface.get_view("2").raw


def builder(rig: Rig) -> TurnBuilder:
    chooser = rig.scene.board.chooser
    assert isinstance(chooser, TurnBuilder)
    return chooser


def test_no_card_of_a_covered_hand_stays_marked_on_the_board_after_looking_back_TM3() -> None:
    rig = Rig(position(), rules="taika-mario", size=(960, 540))
    rig.press("show-cards")
    rig.click("c3")
    rig.click("d3")
    rig.press("do-turn")
    rig.settle()
    rig.press("show-cards")
    rig.key("1")
    assert builder(rig).made.card
    rig.scene.handle(Page("up"))
    rig.settle()
    rig.scene.handle(Page("down"))
    rig.frame()
    assert builder(rig).sealed and not builder(rig).made.card
    shown = rig.surface.copy()
    rig.scene.board.mark()
    assert_same(shown, rig)


def side_by_side(turn: TurnBuilder, card: str) -> Iterator[tuple[str, str]]:
    """Of a laying of this card that is aimed at by its first square, and that square's upper neighbour, both new."""
    turn.lift(card)
    for one in turn.layings():
        low = one.new[0]
        high = f"{low[0]}{int(low[1:]) + 1}"
        turn.made = replace(turn.made, way=one.orientation)
        if one.castable and high in one.new and turn._meant(low) == one:
            yield low, high
    turn.hold(card)


def test_the_tick_stays_where_it_is_while_one_goes_to_it_over_another_new_square() -> None:
    rig = Rig(position(), rules="taika-mario", here=(0,), size=(960, 540))
    board, turn = rig.scene.board, builder(rig)
    rig.click("c3")
    low, high = next(pair for card in ("putki", "taikasauva", "silta") for pair in side_by_side(turn, card))
    rig.click(low)
    rig.point(low)
    tick = done_chip(board.view, turn)
    assert board.view is not None and turn.made.asked == low
    place = board.view.rect_of(high).clip(tick)
    assert place.width
    rig.scene.handle(PointerMoved(*place.center))
    assert done_chip(board.view, turn) == tick
    rig.scene.handle(Press(*place.center))
    rig.scene.handle(Release(*place.center))
    assert len(rig.told_by_hub()) == 1


def test_what_was_dragged_is_painted_away_when_a_step_comes_meanwhile() -> None:
    rig = Rig()
    rig.click("c3")
    rig.click("c4")
    rig.settle()
    rig.scene.handle(Press(*rig.at("c6")))
    rig.scene.handle(Drag(*rig.at("f4")))
    rig.frame()
    undone(rig)
    rig.settle()
    assert_same(rig.surface.copy(), rig)


@pytest.mark.parametrize("way", ["right press", "escape"])
def test_another_button_or_escape_ends_a_drag(way: str) -> None:
    rig = Rig()
    rig.scene.handle(Press(*rig.at("c3")))
    rig.scene.handle(Drag(*rig.at("f4")))
    rig.frame()
    rig.scene.handle(Press(*rig.at("f4"), 3) if way == "right press" else Cancel())
    rig.scene.handle(Release(*rig.at("f4"), 3 if way == "right press" else 1))
    rig.settle()
    assert_same(rig.surface.copy(), rig)
    rig.scene.handle(Release(*rig.at("c4")))
    assert rig.told_by_hub() == []


def test_a_drag_that_ended_over_a_menu_is_over() -> None:
    rig = Rig()
    rig.scene.handle(Press(*rig.at("c3")))
    rig.scene.handle(Drag(*rig.at("f4")))
    rig.frame()
    rig.scene.handle(Menu())
    rig.frame()
    rig.scene.handle(Release(*rig.at("a8")))
    rig.scene.handle(Cancel())
    rig.point("c4")
    rig.settle()
    assert_same(rig.surface.copy(), rig)
    assert not rig.scene.overlays and rig.scene.board._drag.at is None and rig.told_by_hub() == []


def test_a_move_half_typed_is_forgotten_when_the_position_goes() -> None:
    for way in ("takeback", "look back"):
        rig = Rig()
        rig.click("c3")
        rig.click("c4")
        rig.settle()
        for key in "c6c5":
            rig.key(key)
        if way == "takeback":
            undone(rig)
        else:
            rig.scene.handle(Page("up"))
        assert not rig.scene.notation.text, way
        rig.scene.handle(Confirm())
        assert rig.told_by_hub() == ["c3c4"], way


def test_the_picker_of_pieces_goes_when_its_move_can_be_made_no_more() -> None:
    rig = Rig(PROMOTION, rules="magi")
    rig.click("a9")
    rig.click("a10")
    rig.frame()
    assert isinstance(rig.scene.overlays[-1], PiecePicker)
    rig.tell(MatchChanged(replace(rig.hub.match, status="paused")))
    rig.frame()
    assert not rig.scene.overlays


def test_what_may_be_offered_goes_from_the_bar_with_a_pause_and_comes_back_after_it() -> None:
    rig = Rig(here=(0,))

    def offers() -> list[str]:
        return [button.key for button in rig.scene.around.bar.buttons if button.key.startswith("extra-")]

    before = offers()
    assert before
    rig.tell(MatchChanged(replace(rig.hub.match, status="paused")))
    assert offers() == []
    rig.tell(MatchChanged(rig.hub.match))
    assert offers() == before


def test_a_question_about_the_position_before_goes_with_the_step() -> None:
    rig = Rig(here=(0,))
    rig.press("extra-draw?")
    assert rig.scene.overlays
    undone(rig)
    assert not rig.scene.overlays


def test_an_adjourned_match_that_is_taken_up_again_is_a_record_no_more() -> None:
    rig = Rig(here=(), watching=True, status="adjourned")
    assert rig.scene.shown.record
    rig.tell(MatchStarted(replace(rig.hub.match, status="running")))
    assert not rig.scene.shown.record


def test_of_a_hand_larger_than_usual_every_numbered_card_can_be_taken_by_its_key() -> None:
    hand = '["putki","taikasauva","silta"]'
    assert hand in position()
    rig = Rig(
        position().replace(hand, '["putki","taikasauva","silta","hana"]'), rules="taika-mario", here=(0,)
    )
    rig.key("4")
    assert builder(rig).made.card == "hana"


def test_the_next_move_that_is_typed_shows_at_once_in_place_of_why_the_last_one_was_refused() -> None:
    rig = Rig(rules="magi")
    for key in "a10a9":
        rig.key(key)
    rig.scene.handle(Confirm())
    rig.frame()
    assert rig.scene.around.hint.hint.role == "bad"
    assert rig.scene.board.picture.shaking.place == "a10"
    rig.key("b")
    assert rig.scene.around.hint.hint.title == "b"


def test_a_refusal_is_said_no_longer_once_the_position_is_another() -> None:
    rig = Rig()
    rig.click("c3")
    rig.click("c4")
    rig.settle()
    rig.click("c4")
    assert rig.scene.around.hint.hint.role == "bad"
    undone(rig)
    assert rig.scene.around.hint.hint.role != "bad"
