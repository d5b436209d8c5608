"""The only reader of pygame's events: mouse, keys, text and gamepads become the same intents.

Owns what is held down now and the repeating of held directions; knows no scene and no widget.  The app says
through ``edit`` whether keys are text at the moment.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pygame

from client.intents import (
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
    Point,
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
from client.pads import Pads

REPEAT_FIRST_S = 0.40
REPEAT_NEXT_S = 0.11

_ARROWS = {pygame.K_LEFT: "left", pygame.K_RIGHT: "right", pygame.K_UP: "up", pygame.K_DOWN: "down"}
_PAGES = {pygame.K_PAGEUP: "up", pygame.K_PAGEDOWN: "down", pygame.K_HOME: "home", pygame.K_END: "end"}
_EDITS = {
    pygame.K_BACKSPACE: "backspace",
    pygame.K_DELETE: "delete",
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_HOME: "home",
    pygame.K_END: "end",
}
_ENTERS = (pygame.K_RETURN, pygame.K_KP_ENTER)
_COMMAND = pygame.KMOD_CTRL | pygame.KMOD_META
_PASTED = 8 * 1024
"""As much as the longest position that can be sent along; the field cuts to what it takes."""


@dataclass
class _Held:
    """A direction held on a pad, and when it counts again."""

    direction: str
    again: float


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
        self._keys: set[int] = set()
        self._button = 0
        self._at = (0, 0)
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
        self._held.again = now + REPEAT_NEXT_S
        return [Nav(self._held.direction, PAD)]

    # ---- events

    def waiting(self) -> list[pygame.event.Event]:
        """The events that wait now; never waits itself."""
        return pygame.event.get()

    def read(self, events: Iterable[pygame.event.Event], now: float) -> list[Intent]:
        """What ``events`` mean, in order; runs of pointer movement count once."""
        intents: list[Intent] = []
        for event in events:
            for intent in self._one(event, now):
                moved = isinstance(intent, (Point, Drag))
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
            return self._mouse(event)
        if kind == pygame.TEXTINPUT:
            text = printable(event.text)
            return [Text(text)] if self._editing and text else []
        if kind == pygame.TEXTEDITING:
            return [Composing(event.text)] if self._editing else []
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
            return [Point(-1, -1)]
        return self._pad(event, now)

    def _window_focus(self, gained: bool) -> list[Intent]:
        self._keys.clear()
        self._held = None
        self._pads.let_go()
        dropped: list[Intent] = []
        if not gained and self._button:
            dropped.append(Release(-1, -1, self._button))
            self._button = 0
        return [*dropped, Focus(gained)]

    def _mouse(self, event: pygame.event.Event) -> list[Intent]:
        if event.type == pygame.MOUSEWHEEL:
            dy = -event.y if getattr(event, "flipped", False) else event.y
            self.device = MOUSE
            return [Scroll(*self._at, dy)] if dy else []
        factor = self._factor()
        x, y = self._at = (int(event.pos[0] * factor), int(event.pos[1] * factor))
        self.device = MOUSE
        if event.type == pygame.MOUSEMOTION:
            return [Drag(x, y, self._button)] if self._button else [Point(x, y)]
        if event.button > 3:
            return []
        if event.type == pygame.MOUSEBUTTONDOWN:
            if self._button:
                return []
            self._button = event.button
            return [Point(x, y), Press(x, y, event.button)]
        if event.button != self._button:
            return []
        self._button = 0
        return [Release(x, y, event.button), Point(x, y)]

    def _key(self, event: pygame.event.Event) -> list[Intent]:
        key, mod = event.key, event.mod
        again = key in self._keys
        self._keys.add(key)
        self.device = KEYS
        if mod & pygame.KMOD_ALT and key in _ENTERS:
            return [] if again else [Fullscreen()]
        if self._editing:
            edit = self._edit_key(key, mod)
            if edit is not None:
                return [edit]
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
        if key == pygame.K_F10 or key == pygame.K_MENU:
            return [Menu()]
        if key == pygame.K_F11:
            return [Fullscreen()]
        if mod & _COMMAND and key == pygame.K_q:
            return [Quit()]
        return self._shortcut(event)

    def _edit_key(self, key: int, mod: int) -> Intent | None:
        if (mod & _COMMAND and key == pygame.K_v) or (mod & pygame.KMOD_SHIFT and key == pygame.K_INSERT):
            text = clipboard()
            return Text(text) if text else None
        if mod & _COMMAND and key == pygame.K_BACKSPACE:
            return Edit("word-backspace")
        if mod & _COMMAND and key == pygame.K_u:
            return Edit("clear")
        return Edit(_EDITS[key]) if key in _EDITS else None

    def _shortcut(self, event: pygame.event.Event) -> list[Intent]:
        letter = getattr(event, "unicode", "")
        if event.mod & _COMMAND:
            name = pygame.key.name(event.key)
            return [Shortcut(f"ctrl+{name}")] if name and event.key < 0x40000000 else []
        if event.key == pygame.K_BACKSPACE and not self._editing:
            return [Shortcut("backspace")]
        function = pygame.K_F1 <= event.key <= pygame.K_F12
        if self._editing and not function:
            return []
        if letter and letter.isprintable():
            return [Shortcut(letter.lower())]
        return [Shortcut(pygame.key.name(event.key).lower())] if function else []

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


def printable(text: str) -> str:
    """``text`` in NFC on one line, without control, format and unpaired surrogate characters."""
    line = " ".join(text.replace("\t", " ").splitlines())
    kept = "".join(c for c in line if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
    return unicodedata.normalize("NFC", kept)


def clipboard() -> str:
    """The text on the clipboard, made printable; empty if there is none."""
    try:
        return printable(pygame.scrap.get_text())[:_PASTED]
    except (pygame.error, AttributeError):
        return ""
