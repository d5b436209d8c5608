"""The widget kit: what each widget does about intents, where the focus goes, what must be painted again."""

from __future__ import annotations

import pygame
import pytest

from client import shots
from client.core.focus import nearest
from client.core.intents import (
    PAD,
    Cancel,
    Composing,
    Confirm,
    Drag,
    Edit,
    Focus,
    Nav,
    Page,
    Press,
    Release,
    Scroll,
    Text,
)
from client.core.overlay import Open
from client.core.scene import Scene, merged
from client.core.skin import Skin
from client.core.transitions import EndProgram, Stay
from client.core.widget import Widget
from client.widgets.buttons import Button, Toggle
from client.widgets.dialog import Dialog
from client.widgets.fields import ChoiceField, Slider
from client.widgets.lists import ListBox
from client.widgets.text_field import TextField
from client.widgets.texts import Reading


def skin() -> Skin:
    return Scene(shots.services()).skin


def at(widget: Widget, x: int = 0, y: int = 0, w: int = 200, h: int = 40) -> None:
    widget.rect = pygame.Rect(x, y, w, h)


def test_a_button_acts_on_release_over_itself_and_only_there() -> None:
    pressed: list[int] = []
    button = Button("x", lambda: pressed.append(1))
    at(button)
    button.handle(Press(5, 5))
    assert button.pressed and not pressed
    button.handle(Drag(500, 5))
    assert not button.pressed
    button.handle(Release(500, 5))
    assert not pressed
    button.handle(Press(5, 5))
    assert button.handle(Release(6, 6)) == Stay()
    assert button.handle(Confirm()) == Stay()
    assert len(pressed) == 2
    assert Button("y", lambda: EndProgram()).handle(Confirm()) == EndProgram()
    button.enabled = False
    assert button.handle(Confirm()) is None
    assert len(pressed) == 2


def test_the_right_button_presses_nothing() -> None:
    pressed: list[int] = []
    button = Button("x", lambda: pressed.append(1))
    at(button)
    button.handle(Press(5, 5, 3))
    button.handle(Release(5, 5, 3))
    assert not pressed


def test_a_toggle_turns() -> None:
    seen: list[bool] = []
    toggle = Toggle("x", False, lambda: seen.append(toggle.value))
    toggle.handle(Confirm())
    toggle.handle(Confirm(PAD))
    assert seen == [True, False]


def test_a_choice_goes_round_both_ways() -> None:
    choice = ChoiceField("", [("a", "A"), ("b", "B"), ("c", "C")], "a")
    at(choice)
    choice.handle(Nav("left"))
    assert (choice.value, choice.shown) == ("c", "C")
    choice.handle(Confirm())
    assert choice.value == "a"
    choice.handle(Release(190, 20))
    assert choice.value == "b"
    choice.handle(Release(10, 20))
    assert choice.value == "a"
    assert choice.handle(Nav("up")) is None, "up and down are for the focus"


def test_a_slider_stays_in_its_range() -> None:
    slider = Slider("x", 50, 0, 100, 5)
    at(slider)
    slider.paint(pygame.Surface((200, 40)), skin())
    for _press in range(30):
        slider.handle(Nav("right"))
    assert slider.value == 100
    slider.handle(Press(0, 20))
    assert slider.value == 0
    slider.handle(Drag(5000, 20))
    assert slider.value == 100
    slider.handle(Scroll(5, 5, -1))
    assert slider.value == 95


def test_a_text_field_edits_at_the_caret() -> None:
    field = TextField("x", "ab", limit=6)
    field.handle(Edit("left"))
    field.handle(Text("Ä"))
    assert (field.value, field.caret) == ("aÄb", 2)
    field.handle(Edit("backspace"))
    field.handle(Edit("home"))
    field.handle(Edit("delete"))
    assert field.value == "b"
    field.handle(Edit("end"))
    field.handle(Text("12345678"))
    assert field.value == "b12345", "no longer than its limit"
    field.set("one two")
    field.handle(Edit("word-backspace"))
    assert field.value == "one"
    field.handle(Edit("clear"))
    assert field.value == ""


def test_what_an_input_method_composes_is_shown_but_not_taken_before_it_is_done() -> None:
    changes: list[str] = []
    field = TextField("x", "", lambda: changes.append(field.value))
    field.handle(Composing("に"))
    assert (field.value, field.composing, changes) == ("", "に", [])
    assert field.handle(Cancel()) == Stay(), "Escape ends composing, not the scene"
    field.handle(Composing("にほ"))
    field.handle(Text("日本"))
    assert (field.value, field.composing, changes) == ("日本", "", ["日本"])


def test_a_pads_confirm_opens_the_keyboard_and_enter_submits() -> None:
    done: list[int] = []
    field = TextField("x", "", on_submit=lambda: done.append(1))
    assert isinstance(field.handle(Confirm(PAD)), Open)
    field.handle(Confirm())
    assert done == [1]


def names(count: int) -> ListBox[str]:
    box: ListBox[str] = ListBox([str(n) for n in range(count)], lambda *_: None, row=20)
    box.rect = pygame.Rect(0, 0, 200, 120)
    box.fit(skin())
    return box


def test_a_list_scrolls_with_its_choice_and_lets_the_focus_out_at_its_ends() -> None:
    box = names(20)
    assert box.handle(Nav("up")) is None
    for _press in range(19):
        assert box.handle(Nav("down")) is not None
    assert box.handle(Nav("down")) is None
    assert box.rect.contains(box.rect_of(19))
    box.handle(Page("home"))
    assert (box.index, box.offset) == (0, 0)
    box.handle(Page("down"))
    assert box.index > 2


def test_a_list_is_chosen_taken_and_dragged_with_the_mouse() -> None:
    taken: list[str | None] = []
    box = names(20)
    box.on_confirm = lambda: taken.append(box.chosen)
    x, y = box.rect_of(2).center
    for _click in range(2):
        box.handle(Press(x, y))
        box.handle(Release(x, y))
    assert (box.index, taken) == (2, ["2"]), "the first click chooses, the second takes"
    box.handle(Press(x, 100))
    box.handle(Drag(x, 40))
    box.handle(Release(x, 40))
    assert (box.offset, box.index) == (60, 2)
    box.handle(Scroll(x, 40, 1))
    assert box.offset == 40


def test_a_list_keeps_its_choice_when_items_come_and_go() -> None:
    box = names(5)
    box.choose(3)
    box.update(["9", "8", "3"])
    assert box.chosen == "3"
    box.update([])
    assert box.chosen is None
    assert box.handle(Confirm()) is None


def test_a_long_text_scrolls_to_its_end_and_no_further() -> None:
    page = Reading("# Head\n\n" + "word " * 2000)
    at(page, w=300, h=200)
    page.fit(skin())
    assert page.handle(Nav("up")) is None
    page.handle(Page("end"))
    assert page.offset > 200
    assert page.handle(Nav("down")) is None
    page.set("short")
    assert page.offset == 0


def test_the_nearest_widget_lies_straight_ahead_before_aside() -> None:
    start = pygame.Rect(100, 100, 50, 20)
    ahead = pygame.Rect(100, 300, 50, 20)
    aside = pygame.Rect(400, 140, 50, 20)
    assert nearest(start, [aside, ahead], "down") == 1
    assert nearest(start, [aside, ahead], "right") == 0
    assert nearest(start, [aside, ahead], "left") is None
    assert nearest(start, [aside, ahead], "up") is None


class Two(Scene):
    """Two buttons."""

    def layout(self) -> None:
        self.one = self.add(Button("one"))
        self.two = self.add(Button("two"))
        at(self.one, 10, 10)
        at(self.two, 10, 100)


def two() -> Two:
    scene = Two(shots.services())
    scene.resize(640, 360)
    scene.take_damage()
    return scene


def test_only_what_changed_is_damaged() -> None:
    scene = two()
    assert scene.take_damage() == []
    scene.two.changed()
    assert scene.take_damage() == [scene.two.bounds().clip(scene.window)]
    scene.handle(Nav("down"))
    damage = scene.take_damage()
    assert {tuple(rect) for rect in damage} == {
        tuple(widget.bounds().clip(scene.window)) for widget in (scene.one, scene.two)
    }


def test_damage_is_joined_where_it_touches() -> None:
    window = pygame.Rect(0, 0, 100, 100)
    assert merged([pygame.Rect(0, 0, 10, 10), pygame.Rect(5, 5, 10, 10)], window) == [
        pygame.Rect(0, 0, 15, 15)
    ]
    assert len(merged([pygame.Rect(0, 0, 10, 10), pygame.Rect(50, 50, 10, 10)], window)) == 2
    assert merged([pygame.Rect(-50, 0, 10, 10)], window) == []
    chain = [pygame.Rect(0, 0, 10, 10), pygame.Rect(20, 0, 10, 10), pygame.Rect(5, 0, 20, 10)]
    assert merged(chain, window) == [pygame.Rect(0, 0, 30, 10)], "a third that joins two joins all"


def test_the_focus_leaves_a_widget_that_is_disabled() -> None:
    scene = two()
    scene.base.set_focus(scene.two)
    scene.two.enabled = False
    scene.handle(Confirm())
    assert scene.base.focus is scene.one


def test_the_focus_stays_on_the_same_widget_when_the_window_changes() -> None:
    scene = two()
    scene.base.set_focus(scene.two)
    scene.resize(320, 200)
    assert scene.base.focus is scene.two
    assert scene.two.focused


def test_losing_the_window_ends_a_press() -> None:
    scene = two()
    scene.handle(Press(20, 20))
    assert scene.one.pressed
    scene.handle(Focus(False))
    assert not scene.one.pressed


def test_a_dialog_takes_all_intents_and_starts_on_the_safe_answer() -> None:
    done: list[str] = []
    scene = two()
    dialog = Dialog("Sure?", "", [("No", None), ("Yes", lambda: done.append("yes"))], danger=True)
    scene.ask(dialog)
    focus = scene.layer.focus
    assert isinstance(focus, Button) and focus.text == "No"
    scene.handle(Press(20, 20))
    scene.handle(Release(20, 20))
    assert scene.overlays, "the scene below can't be pressed"
    scene.handle(Confirm())
    assert not scene.overlays and not done
    scene.ask(Dialog("Sure?", "", [("No", None), ("Yes", lambda: done.append("yes"))], danger=True))
    scene.handle(Nav("right"))
    scene.handle(Confirm())
    assert done == ["yes"]
    scene.ask(Dialog("Sure?", "", [("No", None), ("Yes", lambda: done.append("yes"))], danger=True))
    scene.handle(Cancel())
    assert not scene.overlays and done == ["yes"]


@pytest.mark.parametrize("answers", [2, 3, 5])
def test_a_dialogs_answers_lie_within_it(answers: int) -> None:
    dialog = Dialog("Q", "text " * 40, [(f"A rather long answer {n}", None) for n in range(answers)])
    dialog.fit(skin())
    buttons = [part for part in dialog.parts if isinstance(part, Button)]
    assert len(buttons) == answers
    for button in buttons:
        assert dialog.box.contains(button.rect)
        assert button.wanted(skin())[0] <= button.rect.width
