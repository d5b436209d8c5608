"""The one reader of pygame's events: all devices become the same intents."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.core.input import Input
from client.core.intents import (
    PAD,
    Cancel,
    Composing,
    Confirm,
    Drag,
    Edit,
    Focus,
    Fullscreen,
    Intent,
    Menu,
    Nav,
    Next,
    PadsChanged,
    Page,
    PointerMoved,
    Press,
    Previous,
    Quit,
    Release,
    Resize,
    Scroll,
    Shortcut,
    Text,
    Wake,
)

WAKE = pygame.USEREVENT + 7


def event(kind: int, **values: object) -> pygame.event.Event:
    return pygame.event.Event(kind, values)


def key(code: int, mod: int = 0, letter: str = "") -> pygame.event.Event:
    return event(pygame.KEYDOWN, key=code, mod=mod, unicode=letter, scancode=0)


def read(*events: pygame.event.Event, editing: bool = False) -> list[Intent]:
    reader = Input(WAKE)
    reader.edit(editing)
    return reader.read(events, 0.0)


@pytest.mark.parametrize(
    ("code", "mod", "letter", "intent"),
    [
        (pygame.K_LEFT, 0, "", Nav("left")),
        (pygame.K_PAGEDOWN, 0, "", Page("down")),
        (pygame.K_TAB, 0, "\t", Next()),
        (pygame.K_TAB, pygame.KMOD_SHIFT, "\t", Previous()),
        (pygame.K_RETURN, 0, "\r", Confirm()),
        (pygame.K_SPACE, 0, " ", Confirm()),
        (pygame.K_ESCAPE, 0, "", Cancel()),
        (pygame.K_F10, 0, "", Menu()),
        (pygame.K_F11, 0, "", Fullscreen()),
        (pygame.K_RETURN, pygame.KMOD_LALT, "\r", Fullscreen()),
        (pygame.K_q, pygame.KMOD_LCTRL, "\x11", Quit()),
        (pygame.K_z, pygame.KMOD_LCTRL, "\x1a", Shortcut("ctrl+z")),
        (pygame.K_f, pygame.KMOD_SHIFT, "F", Shortcut("f")),
        (pygame.K_F1, 0, "", Shortcut("f1")),
    ],
)
def test_keys(code: int, mod: int, letter: str, intent: Intent) -> None:
    assert read(key(code, mod, letter)) == [intent]


def test_while_editing_keys_are_text() -> None:
    assert read(key(pygame.K_f, 0, "f"), editing=True) == []
    assert read(event(pygame.TEXTINPUT, text="ä"), editing=True) == [Text("ä")]
    assert read(event(pygame.TEXTINPUT, text="ä")) == []
    assert read(event(pygame.TEXTEDITING, text="に", start=0, length=1), editing=True) == [Composing("に")]
    assert read(key(pygame.K_SPACE, 0, " "), editing=True) == []
    assert read(key(pygame.K_LEFT), key(pygame.K_BACKSPACE), editing=True) == [
        Edit("left"),
        Edit("backspace"),
    ]
    assert read(key(pygame.K_UP), key(pygame.K_RETURN), editing=True) == [Nav("up"), Confirm()]


def test_held_keys_repeat_directions_but_never_confirm() -> None:
    assert read(key(pygame.K_RIGHT), key(pygame.K_RIGHT)) == [Nav("right"), Nav("right")]
    assert read(key(pygame.K_RETURN), key(pygame.K_RETURN)) == [Confirm()]


def test_the_mouse() -> None:
    moved = event(pygame.MOUSEMOTION, pos=(5, 6), rel=(0, 0), buttons=(0, 0, 0))
    further = event(pygame.MOUSEMOTION, pos=(9, 9), rel=(0, 0), buttons=(0, 0, 0))
    assert read(moved, further) == [PointerMoved(9, 9)], "a run of movement counts once"
    down = event(pygame.MOUSEBUTTONDOWN, pos=(3, 4), button=1)
    up = event(pygame.MOUSEBUTTONUP, pos=(9, 9), button=1)
    assert read(down, further, up) == [
        PointerMoved(3, 4),
        Press(3, 4),
        Drag(9, 9),
        Release(9, 9),
        PointerMoved(9, 9),
    ]
    wheel = event(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False)
    old_wheel = event(pygame.MOUSEBUTTONDOWN, pos=(5, 6), button=5)
    assert read(moved, old_wheel, wheel) == [PointerMoved(5, 6), Scroll(5, 6, -1)], "the wheel counts once"


def test_a_second_button_does_not_disturb_a_press() -> None:
    down = event(pygame.MOUSEBUTTONDOWN, pos=(3, 4), button=1)
    other = event(pygame.MOUSEBUTTONDOWN, pos=(3, 4), button=3)
    other_up = event(pygame.MOUSEBUTTONUP, pos=(3, 4), button=3)
    up = event(pygame.MOUSEBUTTONUP, pos=(3, 4), button=1)
    presses = [i for i in read(down, other, other_up, up) if isinstance(i, (Press, Release))]
    assert presses == [Press(3, 4), Release(3, 4)]


def test_losing_the_window_lets_everything_go() -> None:
    reader = Input(WAKE)
    reader._pads.plug(1, known=True)
    reader.read([event(pygame.MOUSEBUTTONDOWN, pos=(3, 4), button=1)], 0.0)
    down = event(pygame.CONTROLLERBUTTONDOWN, instance_id=1, button=pygame.CONTROLLER_BUTTON_DPAD_UP)
    reader.read([down], 0.0)
    assert reader.due() is not None
    lost = reader.read([event(pygame.WINDOWFOCUSLOST)], 0.0)
    assert lost == [Release(-1, -1), Focus(False)]
    assert reader.due() is None


def test_the_window_and_other_threads() -> None:
    assert read(event(pygame.QUIT)) == [Quit()]
    assert read(event(WAKE)) == [Wake()]
    assert read(event(pygame.WINDOWSIZECHANGED, x=800, y=600)) == [Resize(800, 600)]
    assert read(event(pygame.WINDOWSIZECHANGED, x=0, y=0)) == [Resize(1, 1)]


def pad_event(kind: int, **values: object) -> pygame.event.Event:
    return event(kind, instance_id=4, **values)


@pytest.mark.parametrize(
    ("button", "intent"),
    [
        (pygame.CONTROLLER_BUTTON_A, Confirm(PAD)),
        (pygame.CONTROLLER_BUTTON_B, Cancel(PAD)),
        (pygame.CONTROLLER_BUTTON_X, Shortcut("pad-x", PAD)),
        (pygame.CONTROLLER_BUTTON_START, Menu(PAD)),
        (pygame.CONTROLLER_BUTTON_RIGHTSHOULDER, Next(PAD)),
        (pygame.CONTROLLER_BUTTON_DPAD_LEFT, Nav("left", PAD)),
    ],
)
def test_a_known_gamepad(button: int, intent: Intent) -> None:
    reader = Input(WAKE)
    reader._pads.plug(4, known=True)
    down = pad_event(pygame.CONTROLLERBUTTONDOWN, button=button)
    twin = pad_event(pygame.JOYBUTTONDOWN, button=button)
    up = pad_event(pygame.CONTROLLERBUTTONUP, button=button)
    assert reader.read([twin, down, up], 0.0) == [intent], "SDL tells it twice, it counts once"
    assert reader.device == PAD


def test_a_stick_counts_once_and_repeats_while_held() -> None:
    reader = Input(WAKE)
    reader._pads.plug(4, known=True)

    def stick(value: float) -> list[Intent]:
        axis = pygame.CONTROLLER_AXIS_LEFTX
        return reader.read([pad_event(pygame.CONTROLLERAXISMOTION, axis=axis, value=int(value * 32767))], 0.0)

    assert stick(0.3) == []
    assert stick(0.8) == [Nav("right", PAD)]
    assert stick(0.5) == [], "trembling does not count"
    assert reader.repeat(0.1) == []
    assert reader.repeat(0.5) == [Nav("right", PAD)]
    assert stick(0.0) == []
    assert reader.repeat(9.0) == []
    assert stick(-0.9) == [Nav("left", PAD)]


def test_an_unknown_gamepad_is_read_by_the_order_of_its_buttons() -> None:
    reader = Input(WAKE)
    reader._pads.plug(4, known=False)
    hat = pad_event(pygame.JOYHATMOTION, hat=0, value=(0, 1))
    assert reader.read([pad_event(pygame.JOYBUTTONDOWN, button=0), hat], 0.0) == [
        Confirm(PAD),
        Nav("up", PAD),
    ]
    assert reader.read([pad_event(pygame.JOYBUTTONDOWN, button=40)], 0.0) == []


def test_unplugging_in_the_middle_of_a_press_lets_it_go() -> None:
    reader = Input(WAKE)
    reader._pads.plug(4, known=True)
    down = pad_event(pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_DPAD_DOWN)
    reader.read([down], 0.0)
    assert reader.read([pad_event(pygame.JOYDEVICEREMOVED)], 0.1) == [PadsChanged(0)]
    assert reader.repeat(9.0) == []
    assert reader.read([down], 9.0) == [], "a pad that is gone says nothing"


def test_typed_and_composed_text_is_made_printable() -> None:
    reader = Input(WAKE)
    reader.edit(True)
    for kind, intent in ((pygame.TEXTINPUT, Text), (pygame.TEXTEDITING, Composing)):
        got = reader.read([event(kind, text="a\tb\r\nc\u200b\u0000e\u0301\udcff")], 0.0)
        assert got == [intent("a b cé")]


# ---- axes that rest elsewhere


class Stick:
    """A joystick or controller that says where its axes are."""

    def __init__(self, axes: dict[int, float]) -> None:
        self.axes = axes

    def get_axis(self, axis: int) -> float:
        return self.axes.get(axis, 0.0)


def moved(known: bool, axis: int, value: float) -> pygame.event.Event:
    if known:
        return pad_event(pygame.CONTROLLERAXISMOTION, axis=axis, value=int(value * 32767))
    return pad_event(pygame.JOYAXISMOTION, axis=axis, value=value)


AXES = [(True, axis) for axis in range(6)] + [(False, axis) for axis in range(4)]


@pytest.mark.parametrize(("known", "axis"), AXES)
@given(rest=st.one_of(st.floats(0.4, 1.0), st.floats(-1.0, -0.4)), tremble=st.lists(st.floats(-0.04, 0.04)))
def test_an_axis_that_rests_far_out_says_nothing(
    known: bool, axis: int, rest: float, tremble: list[float]
) -> None:
    for device in (None, Stick({axis: rest * (32767 if known else 1)})):
        reader = Input(WAKE)
        reader._pads.plug(4, known, device)
        reader._pads.calibrate()
        for by in (0.0, *tremble):
            value = max(-1.0, min(1.0, rest + by))
            assert reader.read([moved(known, axis, value)], 0.0) == []
        assert reader.due() is None and reader.repeat(99.0) == []


@pytest.mark.parametrize("known", [True, False])
def test_an_axis_counts_once_it_was_seen_near_its_centre(known: bool) -> None:
    reader = Input(WAKE)
    reader._pads.plug(4, known)
    assert reader.read([moved(known, 0, 0.98)], 0.0) == []
    assert reader.read([moved(known, 0, 0.1)], 0.0) == []
    assert reader.read([moved(known, 0, 0.98)], 0.0) == [Nav("right", PAD)]


@pytest.mark.parametrize("known", [True, False])
def test_a_stick_that_jumps_from_its_centre_to_the_end_counts_at_once(known: bool) -> None:
    reader = Input(WAKE)
    reader._pads.plug(4, known, Stick({}))
    reader._pads.calibrate()
    assert reader.read([moved(known, 1, -1.0)], 0.0) == [Nav("up", PAD)]


def test_a_stick_held_while_the_window_is_away_counts_from_its_centre_on() -> None:
    reader = Input(WAKE)
    reader._pads.plug(4, True, Stick({}))
    reader._pads.calibrate()
    assert reader.read([moved(True, 0, 1.0)], 0.0) == [Nav("right", PAD)]
    reader.read([event(pygame.WINDOWFOCUSLOST)], 0.0)
    assert reader.read([moved(True, 0, 0.97)], 0.0) == [] and reader.due() is None
    assert reader.read([moved(True, 0, 0.0), moved(True, 0, 1.0)], 0.0) == [Nav("right", PAD)]


def test_nothing_on_a_pad_repeats_for_ever() -> None:
    reader = Input(WAKE)
    reader._pads.plug(4, known=True)
    down = pad_event(pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_DPAD_UP)
    reader.read([down], 0.0)
    times = 0
    while reader.due() is not None:
        times += len(reader.repeat(reader.due() or 0.0))
        assert times < 1000
    assert times > 50


def test_presses_that_follow_each_other_are_counted() -> None:
    reader = Input(WAKE)

    def press(x: int, now: float) -> int:
        down = event(pygame.MOUSEBUTTONDOWN, pos=(x, 4), button=1)
        up = event(pygame.MOUSEBUTTONUP, pos=(x, 4), button=1)
        return next(i.clicks for i in reader.read([down, up], now) if isinstance(i, Press))

    assert [press(3, 0.0), press(4, 0.2), press(3, 0.4)] == [1, 2, 3]
    assert press(3, 2.0) == 1, "too late"
    assert press(40, 2.1) == 1, "too far"
