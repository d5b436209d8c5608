"""A keyboard on the screen, for writing with a gamepad (or a finger).

Lies over the scene and writes into the field that opened it; the pad's shoulder buttons move the caret,
the left face button deletes, the upper one makes a space.
"""

from __future__ import annotations

import pygame

from client.core.intents import Edit, Intent, Next, Previous, Shortcut, Text
from client.core.overlay import Overlay
from client.core.skin import Skin
from client.core.transitions import Stay, Transition
from client.core.widget import Action, Widget
from client.core.words import _
from client.widgets.buttons import Button

ROWS = ("1234567890", "qwertyuiopå", "asdfghjklöä", "zxcvbnm.:-_")


class ScreenKeyboard(Overlay):
    """Letters, digits, shift, space, delete, done."""

    def __init__(self, field: Widget, echo: Widget, shift: bool) -> None:
        """What is typed goes to ``field``; ``echo`` shows the same text above the letters; with ``shift`` the
        first letter is a capital."""
        super().__init__()
        self.field = field
        self.shift = shift
        self.box = pygame.Rect(0, 0, 0, 0)
        self._echo = echo

    def fit(self, skin: Skin) -> None:
        key = self.layer.focus.key if self.layer.focus is not None else "key-q"
        self.parts.clear()
        px = skin.px
        self.rect = pygame.Rect(0, 0, skin.scale.width, skin.scale.height)
        wide = min(self.rect.width - px(16), px(1000))
        self.box = pygame.Rect(0, 0, wide, min(px(420), self.rect.height))
        self.box.midbottom = (self.rect.centerx, self.rect.bottom - px(8))
        gap = px(6)
        across = max(len(row) for row in ROWS)
        side = (wide - px(24) - gap * (across - 1)) // across
        high = (self.box.height - px(36) - 6 * gap) // 6
        x, y = self.box.left + px(12), self.box.top + px(12)
        self._echo.rect = pygame.Rect(x, y, wide - px(24), high)
        self.parts.append(self._echo)
        y += high + gap * 2
        for row in ROWS:
            left = x + (wide - px(24) - len(row) * (side + gap) + gap) // 2
            for number, letter in enumerate(row):
                text = letter.upper() if self.shift else letter
                button = Button(text, self._typing(text), key=f"key-{letter}")
                button.rect = pygame.Rect(left + number * (side + gap), y, side, high)
                self.parts.append(button)
            y += high + gap
        self._last_row(x, y, wide - px(24), high, gap)
        self.layer.settle(key)

    def _last_row(self, x: int, y: int, wide: int, high: int, gap: int) -> None:
        keys = (
            (_("Shift"), self._shift, "key-shift", 2),
            (_("Space"), self._typing(" "), "key-space", 4),
            (_("Delete"), self._delete, "key-delete", 2),
            (_("Done"), self._done, "key-done", 2),
        )
        unit = (wide - 3 * gap) / sum(key[3] for key in keys)
        for text, action, key, share in keys:
            button = Button(text, action, key=key, strong=key == "key-done")
            button.rect = pygame.Rect(x, y, round(unit * share), high)
            self.parts.append(button)
            x += round(unit * share) + gap

    def _send(self, intent: Intent) -> None:
        self.field.handle(intent)
        self._echo.changed()

    def _typing(self, text: str) -> Action:
        def typed() -> Transition | None:
            self._send(Text(text))
            if self.shift and text.isalpha():
                self._set_shift(False)
            return None

        return typed

    def _shift(self) -> Transition | None:
        self._set_shift(not self.shift)
        return None

    def _set_shift(self, shift: bool) -> None:
        self.shift = shift
        for part in self.parts:
            if isinstance(part, Button) and len(part.text) == 1:
                part.text = part.text.upper() if shift else part.text.lower()
                part.on_press = self._typing(part.text)
                part.changed()

    def _delete(self) -> Transition | None:
        self._send(Edit("backspace"))
        return None

    def _done(self) -> Transition | None:
        self.close()
        return None

    def first(self, intent: Intent) -> Transition | None:
        if isinstance(intent, (Text, Edit)):
            self._send(intent)
            return Stay()
        if isinstance(intent, Shortcut) and intent.key in ("pad-x", "pad-y"):
            self._send(Edit("backspace") if intent.key == "pad-x" else Text(" "))
            return Stay()
        if isinstance(intent, (Next, Previous)):
            self._send(Edit("right" if isinstance(intent, Next) else "left"))
            return Stay()
        return None

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        skin.plate(surface, self.box, (*skin.theme.sky_bottom, 252), skin.accent, 16)
        for part in self.parts:
            part.paint(surface, skin)
