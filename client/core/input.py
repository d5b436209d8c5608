"""The only reader of pygame's events: mouse, keys, text and gamepads become the same intents.

Owns what is held down now and the repeating of held directions; knows no scene and no widget.  The app says
through ``edit`` whether keys are text at the moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pygame

from client.core import keys
from client.core.clipboard import LONGEST, clipboard
from client.core.intents import (
    KEYS,
    MOUSE,
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
    Redraw,
    Release,
    Resize,
    Scroll,
    Shortcut,
    Text,
    Wake,
)
from client.core.pads import Pads
from rules.outside import one_line

REPEAT_FIRST_S = 0.40
REPEAT_NEXT_S = 0.11
MOST_REPEATS = 100
"""A direction that a pad repeats more often than this is taken for a broken stick, not for a hand."""
AGAIN_S, AGAIN_PX = 0.4, 6
"""So soon and so near another press is a double click, and a third one a triple click."""

_ARROWS = {pygame.K_LEFT: "left", pygame.K_RIGHT: "right", pygame.K_UP: "up", pygame.K_DOWN: "down"}
_PAGES = {pygame.K_PAGEUP: "up", pygame.K_PAGEDOWN: "down", pygame.K_HOME: "home", pygame.K_END: "end"}
_ENTERS = (pygame.K_RETURN, pygame.K_KP_ENTER)


@dataclass
class _Held:
    """A direction held on a pad, and when it counts again."""

    direction: str
    again: float
    left: int = MOST_REPEATS


class Input:
    """Turns events into intents; one for a window."""

    def __init__(self, wake_type: int = -1, factor: Callable[[], float] = lambda: 1.0) -> None:
        """``wake_type``: the custom event type that other threads post; ``factor``: see ``Window.factor``."""
        self._factor = factor
        self.device = KEYS
        """What was used last: ``mouse``, ``keys`` or ``pad``."""
        self._wake_type = wake_type
        self._pads = Pads()
        self._editing = False
        self._composing = ""
        """What the input method has not finished; while there is any, keys are its own."""
        self._keys: set[int] = set()
        self._button = 0
        self._at = (0, 0)
        self._clicks = (0, 0.0, (0, 0))
        """How many presses followed each other, when the last was, and where."""
        self._held: _Held | None = None

    # ---- what the app says

    def open_pads(self) -> None:
        """Begin to listen to gamepads (takes a moment, so not before the first picture)."""
        self._pads.open()

    def edit(self, editing: bool, where: pygame.Rect | None = None) -> None:
        """Keys are text from now on, or no more; ``where`` the text stands, for the input method."""
        if editing and where is not None:
            factor = self._factor()
            pygame.key.set_text_input_rect(pygame.Rect(*(round(each / factor) for each in where)))
        if editing == self._editing:
            return
        self._editing = editing
        self._composing = ""
        if editing:
            pygame.key.start_text_input()
        else:
            pygame.key.stop_text_input()

    def begin(self) -> None:
        """The window is there: keys repeat, nothing is being edited."""
        pygame.key.set_repeat(round(REPEAT_FIRST_S * 1000), round(REPEAT_NEXT_S * 500))
        pygame.key.stop_text_input()

    # ---- time

    def due(self) -> float | None:
        """When a held direction counts again."""
        return self._held.again if self._held is not None else None

    def repeat(self, now: float) -> list[Intent]:
        """The intents of a direction that is still held."""
        if self._held is None or self._held.again > now:
            return []
        held = self._held
        held.again, held.left = now + REPEAT_NEXT_S, held.left - 1
        if not held.left:
            self._held = None
        return [Nav(held.direction, PAD)]

    # ---- events

    def waiting(self) -> list[pygame.event.Event]:
        """The events that wait now; never waits itself."""
        events = pygame.event.get()
        self._pads.calibrate()
        return events

    def read(self, events: Iterable[pygame.event.Event], now: float) -> list[Intent]:
        """What ``events`` mean, in order; runs of pointer movement count once."""
        intents: list[Intent] = []
        for event in events:
            for intent in self._one(event, now):
                moved = isinstance(intent, (PointerMoved, Drag))
                if moved and intents and type(intents[-1]) is type(intent):
                    intents.pop()
                intents.append(intent)
        return intents

    def _one(self, event: pygame.event.Event, now: float) -> list[Intent]:
        kind = event.type
        if kind == pygame.KEYDOWN:
            return self._key(event)
        if kind == pygame.KEYUP:
            self._keys.discard(event.key)
            return []
        if kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL):
            return self._mouse(event, now)
        if kind == pygame.TEXTINPUT:
            self._composing = ""
            text = one_line(event.text, LONGEST)
            return [Text(text)] if self._editing and text else []
        if kind == pygame.TEXTEDITING:
            self._composing = one_line(event.text, LONGEST) if self._editing else ""
            return [Composing(self._composing)] if self._editing else []
        if kind == self._wake_type:
            return [Wake()]
        if kind == pygame.QUIT:
            return [Quit()]
        if kind == pygame.WINDOWSIZECHANGED:
            return [Resize(max(1, event.x), max(1, event.y))]
        if kind in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            return [Redraw()]
        if kind in (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED):
            return self._window_focus(kind == pygame.WINDOWFOCUSGAINED)
        if kind == pygame.WINDOWLEAVE and not self._button:
            return [PointerMoved(-1, -1)]
        return self._pad(event, now)

    def _window_focus(self, gained: bool) -> list[Intent]:
        self._keys.clear()
        self._held = None
        self._pads.let_go()
        dropped: list[Intent] = [] if gained else self._end_composing()
        if not gained and self._button:
            dropped.append(Release(-1, -1, self._button))
            self._button = 0
        return [*dropped, Focus(gained)]

    def _end_composing(self) -> list[Intent]:
        """Somebody went elsewhere: what the input method has not finished is given up."""
        if not self._composing:
            return []
        self._composing = ""
        pygame.key.stop_text_input()
        pygame.key.start_text_input()
        return [Composing("")]

    def _mouse(self, event: pygame.event.Event, now: float) -> list[Intent]:
        if event.type == pygame.MOUSEWHEEL:
            dy = -event.y if getattr(event, "flipped", False) else event.y
            self.device = MOUSE
            return [Scroll(*self._at, dy)] if dy else []
        factor = self._factor()
        x, y = self._at = (int(event.pos[0] * factor), int(event.pos[1] * factor))
        self.device = MOUSE
        if event.type == pygame.MOUSEMOTION:
            return [Drag(x, y, self._button)] if self._button else [PointerMoved(x, y)]
        if event.button > 3:
            return []
        if event.type == pygame.MOUSEBUTTONDOWN:
            if self._button:
                return []
            self._button = event.button
            return [
                *self._end_composing(),
                PointerMoved(x, y),
                Press(x, y, event.button, self._click(x, y, now)),
            ]
        if event.button != self._button:
            return []
        self._button = 0
        return [Release(x, y, event.button), PointerMoved(x, y)]

    def _click(self, x: int, y: int, now: float) -> int:
        """How many presses followed each other here by now."""
        count, last, (old_x, old_y) = self._clicks
        near = abs(x - old_x) <= AGAIN_PX and abs(y - old_y) <= AGAIN_PX and now - last <= AGAIN_S
        count = count + 1 if near and count else 1
        self._clicks = (count, now, (x, y))
        return count

    def _key(self, event: pygame.event.Event) -> list[Intent]:
        again = event.key in self._keys
        self._keys.add(event.key)
        self.device = KEYS
        if self._composing:
            return []
        press = keys.press_of(event)
        key, mod = press.key, press.mod
        if keys.alternates(mod) and not mod & (pygame.KMOD_CTRL | pygame.KMOD_MODE):
            if key in _ENTERS:
                return [] if again else [Fullscreen()]
            if key in (pygame.K_TAB, pygame.K_SPACE, pygame.K_ESCAPE):
                return []  # the system's own
        if self._editing:
            change = self._edit_key(press)
            if change is not None:
                return change
        if key in _ARROWS:
            return [Nav(_ARROWS[key])]
        if key in _PAGES:
            return [Page(_PAGES[key])]
        if key == pygame.K_TAB:
            return [Previous() if mod & pygame.KMOD_SHIFT else Next()]
        if again:
            return []
        if key in _ENTERS or (key == pygame.K_SPACE and not self._editing):
            return [Confirm()]
        if key in (pygame.K_ESCAPE, pygame.K_AC_BACK):
            return [Cancel()]
        return self._shortcut(press)

    def _edit_key(self, press: keys.KeyPress) -> list[Intent] | None:
        change = keys.edit(press)
        if change is None:
            return None
        if change[0] != "paste":
            return [Edit(*change)]
        text = clipboard()
        return [Text(text)] if text else []

    def _shortcut(self, press: keys.KeyPress) -> list[Intent]:
        name, command = keys.shortcut(press), keys.commands(press.mod)
        if press.key == pygame.K_MENU or name == "f10":
            return [Menu()]
        if name == "f11":
            return [Fullscreen()]
        if name == "ctrl+q":
            return [Quit()]
        if not name or (self._editing and not command and len(name) == 1):
            return []
        return [Shortcut(name, sign="" if command else keys.sign(press))]

    def _pad(self, event: pygame.event.Event, now: float) -> list[Intent]:
        intents: list[Intent] = []
        for name, down in self._pads.read(event):
            if name == "pads":
                self._held = None
                intents.append(PadsChanged(self._pads.count))
                continue
            if name in ("left", "right", "up", "down"):
                if down:
                    self._held = _Held(name, now + REPEAT_FIRST_S)
                elif self._held is not None and self._held.direction == name:
                    self._held = None
            if down:
                self.device = PAD
                intents.append(_PAD_INTENTS[name])
        return intents


_PAD_INTENTS: dict[str, Intent] = {
    "left": Nav("left", PAD),
    "right": Nav("right", PAD),
    "up": Nav("up", PAD),
    "down": Nav("down", PAD),
    "confirm": Confirm(PAD),
    "cancel": Cancel(PAD),
    "menu": Menu(PAD),
    "next": Next(PAD),
    "previous": Previous(PAD),
    "pad-x": Shortcut("pad-x", PAD),
    "pad-y": Shortcut("pad-y", PAD),
    "pad-back": Shortcut("pad-back", PAD),
    "page-up": Page("up", PAD),
    "page-down": Page("down", PAD),
}
