"""The focus tree alone: who gets an intent, where the focus and the pointer are; layers of noted widgets."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.core.focus import Layer, nearest
from client.core.intents import (
    Confirm,
    Drag,
    Focus,
    Intent,
    Nav,
    Next,
    PointerMoved,
    Press,
    Previous,
    Release,
    Scroll,
)
from client.core.transitions import Stay, Transition
from client.core.widget import Widget
from client.widgets.buttons import Button
from client.widgets.picker import Picker, PickerItem


class Noted(Widget):
    """Notes which intents come; takes those of the kinds given."""

    def __init__(
        self,
        rect: tuple[int, int, int, int],
        focusable: bool = True,
        takes: tuple[type, ...] = (),
        key: str = "",
    ) -> None:
        super().__init__(rect)
        self.focusable = focusable
        self.takes = takes
        self.key = key
        self.inside: list[Widget] = []
        self.got: list[Intent] = []

    def children(self) -> Sequence[Widget]:
        return self.inside

    def handle(self, intent: Intent) -> Transition | None:
        self.got.append(intent)
        return Stay() if isinstance(intent, self.takes) else None


def layer(*widgets: Widget) -> Layer:
    return Layer(lambda: widgets)


def test_the_topmost_that_takes_the_focus_is_pointed_at_or_else_the_topmost() -> None:
    low, high, cover = Noted((0, 0, 50, 50)), Noted((0, 0, 50, 50)), Noted((0, 0, 100, 50), focusable=False)
    found = layer(low, high, cover)
    assert found.at(5, 5) is high, "a label over a button does not hide it"
    assert found.at(60, 5) is cover
    assert found.at(200, 5) is None
    high.enabled = False
    assert found.at(5, 5) is low
    low.visible = False
    assert found.at(5, 5) is cover


def test_who_is_pressed_holds_the_pointer_until_it_is_let_go() -> None:
    one, two = Noted((0, 0, 50, 50)), Noted((100, 0, 50, 50))
    found = layer(one, two)
    found.handle(Press(5, 5))
    assert found.focus is one and found.held is one
    found.handle(Drag(110, 5))
    found.handle(Release(110, 5))
    assert [type(intent) for intent in one.got] == [Press, Drag, Release] and two.got == []
    assert found.held is None
    assert found.handle(Release(5, 5)) is None and found.handle(Drag(5, 5)) is None
    assert len(one.got) == 3, "nobody is held any more"


def test_what_is_off_hears_nothing_of_the_pointer() -> None:
    one = Noted((0, 0, 50, 50), focusable=False, takes=(Press, PointerMoved, Scroll, Release, Drag))
    one.enabled = False
    found = layer(one)
    for intent in (PointerMoved(5, 5), Press(5, 5), Drag(5, 5), Release(5, 5), Scroll(5, 5, 1)):
        assert found.handle(intent) is None
    assert one.got == [] and found.held is None


def test_a_press_beside_everything_lets_go_of_what_was_held() -> None:
    one = Noted((0, 0, 50, 50))
    found = layer(one)
    found.handle(Press(5, 5))
    found.handle(Press(500, 5))
    found.handle(Release(5, 5))
    assert [type(intent) for intent in one.got] == [Press]
    assert found.focus is one, "the focus stays"


def test_a_label_that_is_pressed_does_not_take_the_focus() -> None:
    one, label = Noted((0, 0, 50, 50)), Noted((100, 0, 50, 50), focusable=False)
    found = layer(one, label)
    found.settle()
    found.handle(Press(110, 5))
    assert found.focus is one and [type(intent) for intent in label.got] == [Press]


def test_the_wheel_goes_to_what_is_pointed_at_and_not_to_the_focus() -> None:
    one, two = Noted((0, 0, 50, 50)), Noted((100, 0, 50, 50), takes=(Scroll,))
    found = layer(one, two)
    found.settle()
    assert found.handle(Scroll(110, 5, 1)) == Stay()
    assert one.got == [] and found.focus is one


def test_the_hover_goes_along_and_is_painted() -> None:
    one, two = Noted((0, 0, 50, 50)), Noted((100, 0, 50, 50))
    found = layer(one, two)
    found.handle(PointerMoved(5, 5))
    assert one.hovered and not two.hovered
    one.dirty = two.dirty = False
    found.handle(PointerMoved(6, 6))
    assert not one.dirty, "nothing changed"
    found.handle(PointerMoved(110, 5))
    assert (one.hovered, two.hovered, one.dirty, two.dirty) == (False, True, True, True)


def test_when_the_window_loses_the_focus_nothing_is_pressed_hovered_or_held() -> None:
    one = Button("x")
    one.rect = pygame.Rect(0, 0, 50, 50)
    found = layer(one)
    found.handle(PointerMoved(5, 5))
    found.handle(Press(5, 5))
    assert found.handle(Focus(True)) is None
    assert one.pressed and one.hovered and found.held is one, "gaining it changes nothing"
    one.dirty = False
    assert found.handle(Focus(False)) is None
    assert not one.pressed and not one.hovered and found.held is None and one.dirty
    assert found.handle(Release(5, 5)) is None


def test_the_focus_is_shown_where_it_is_and_where_it_was() -> None:
    one, two = Noted((0, 0, 50, 50)), Noted((100, 0, 50, 50))
    found = layer(one, two)
    found.settle()
    one.dirty = two.dirty = False
    found.set_focus(found.focus)
    assert not one.dirty
    found.set_focus(two)
    assert (one.focused, two.focused, one.dirty, two.dirty) == (False, True, True, True)
    found.set_focus(None)
    assert not two.focused and found.focus is None


def test_after_a_new_layout_the_focus_is_where_it_was_and_nothing_is_held() -> None:
    old, new, other = (
        Noted((0, 0, 50, 50), key="b"),
        Noted((0, 0, 50, 50), key="b"),
        Noted((0, 60, 50, 50), key="a"),
    )
    shown: list[Widget] = [old]
    found = Layer(lambda: shown)
    found.settle()
    found.handle(PointerMoved(5, 5))
    found.handle(Press(5, 5))
    shown[:] = [other, new]
    found.settle("b")
    assert found.focus is new and new.focused and not old.focused
    assert found.held is None and found.hover is None
    found.settle("gone")
    assert found.focus is other, "else the first"
    new.focused = other.focused = False  # a widget that is used again in a new layout begins without it
    found.settle("a")
    assert other.focused
    shown.clear()
    found.settle("a")
    assert found.focus is None and not found.step(1) and not found.move("down")


def test_the_focus_leaves_what_goes_for_the_nearest_and_only_then() -> None:
    far, gone, near = Noted((0, 900, 50, 50)), Noted((0, 0, 50, 50)), Noted((0, 60, 50, 50))
    found = layer(far, gone, near)
    found.set_focus(gone)
    found.check()
    assert found.focus is gone
    gone.visible = False
    found.handle(Confirm())
    assert found.focus is near and gone.got == []
    assert [type(intent) for intent in near.got] == [Confirm]


def test_the_focus_stays_where_it_can_though_another_lies_as_near() -> None:
    below, above = Noted((0, 0, 50, 50)), Noted((10, 10, 30, 30))
    found = layer(below, above)
    found.set_focus(above)
    found.handle(Confirm())
    assert found.focus is above


@pytest.mark.parametrize(
    ("direction", "others", "best"),
    [
        ("right", [(110, 80, 50, 40), (200, 0, 50, 40)], 1),  # aside counts thrice: straight ahead is better
        ("right", [(105, 50, 50, 40), (200, 0, 50, 40)], 0),  # but not however far that is
        ("right", [(20, 100, 200, 40)], None),  # a wide one below is not to the right
        ("right", [(60, 0, 100, 40)], 0),  # one that overlaps by less than half is
        ("down", [(0, 60, 20, 40), (40, 60, 20, 40)], 1),  # the one in the middle, of two as near
    ],
)
def test_the_way_an_arrow_goes_worked_out_by_hand(
    direction: str, others: list[tuple[int, int, int, int]], best: int | None
) -> None:
    assert nearest(pygame.Rect(0, 0, 100, 40), [pygame.Rect(other) for other in others], direction) == best


def test_what_the_widget_takes_does_not_move_the_focus() -> None:
    one, two = Noted((0, 0, 50, 50), takes=(Nav, Next)), Noted((0, 60, 50, 50))
    found = layer(one, two)
    found.settle()
    assert found.handle(Nav("down")) == Stay() and found.focus is one
    assert found.handle(Next()) == Stay() and found.focus is one
    one.takes = ()
    assert found.handle(Nav("down")) == Stay() and found.focus is two
    assert found.handle(Nav("down")) is None, "nothing lies that way: the scene may want it"
    assert found.handle(Confirm()) is None


def test_without_a_focus_the_first_arrow_finds_one() -> None:
    one, two = Noted((0, 0, 50, 50)), Noted((0, 60, 50, 50))
    found = layer(one, two)
    assert found.handle(Nav("up")) == Stay() and found.focus is one


def test_tab_goes_round_both_ways_through_children_in_their_order() -> None:
    outer, last = Noted((0, 0, 90, 90), focusable=False), Noted((100, 0, 50, 50))
    outer.inside = [Noted((0, 0, 10, 10)), Noted((0, 20, 10, 10))]
    found = layer(outer, last)
    order = [*outer.inside, last]
    assert found.stops() == order
    assert found.step(1) and found.focus is order[0], "forward begins with the first"
    found.set_focus(None)
    assert found.step(-1) and found.focus is order[-1], "backward with the last"
    for by, intent in ((1, Next()), (-1, Previous())):
        found.settle()
        for number in range(1, 5):
            assert found.handle(intent) == Stay()
            assert found.focus is order[number * by % 3]
    outer.visible = False
    assert found.stops() == [last]


@given(
    boxes=st.lists(
        st.tuples(st.integers(0, 900), st.integers(0, 600), st.integers(10, 200), st.integers(10, 80)),
        min_size=1, max_size=8,
    ),
    direction=st.sampled_from(["left", "right", "up", "down"]),
)  # fmt: skip
def test_the_arrows_go_where_they_point(boxes: list[tuple[int, int, int, int]], direction: str) -> None:
    """Never backwards; what lies straight ahead and is nearer than all else is what is found."""
    start, *others = map(pygame.Rect, boxes)
    found = nearest(start, others, direction)
    axis, sign = (0, 1 if direction == "right" else -1) if direction in ("left", "right") else (
        1, 1 if direction == "down" else -1,
    )  # fmt: skip
    if found is not None:
        assert sign * (others[found].center[axis] - start.center[axis]) > 0
    gaps = [
        (other.left - start.right if sign > 0 else start.left - other.right)
        if axis == 0
        else (other.top - start.bottom if sign > 0 else start.top - other.bottom)
        for other in others
    ]
    ahead = [i for i, gap in enumerate(gaps) if gap >= 0]
    assert found is not None or not ahead
    lane = start.inflate(0, 0)
    straight = [
        i for i in ahead
        if (others[i].top <= lane.bottom and others[i].bottom >= lane.top if axis == 0
            else others[i].left <= lane.right and others[i].right >= lane.left)
    ]  # fmt: skip
    if straight and found is not None and found in ahead:
        assert gaps[found] <= min(gaps[i] for i in straight)


@pytest.mark.parametrize("which", [0, 1, 2])
def test_choosing_what_is_chosen_does_nothing(which: int) -> None:
    done: list[int] = []
    picker = Picker([PickerItem("a"), PickerItem("b"), PickerItem("c")], lambda: done.append(picker.index))
    picker.choose(which)
    done.clear()
    assert picker.choose(which) == Stay() and done == []
    assert picker.choose(3) is None and picker.choose(-1) is None and done == []


def test_a_button_let_go_that_was_not_pressed_does_nothing() -> None:
    done: list[int] = []
    button = Button("x", lambda: done.append(1))
    button.rect = pygame.Rect(0, 0, 50, 50)
    button.handle(Release(5, 5))
    button.handle(Press(5, 5))
    button.handle(Drag(90, 5))
    button.handle(Release(5, 5))
    assert done == [], "it was left before"
    button.handle(Press(5, 5))
    button.handle(Release(90, 5))
    assert done == [], "it is let go elsewhere"
    button.handle(Press(5, 5))
    button.handle(Release(5, 5))
    assert done == [1]
