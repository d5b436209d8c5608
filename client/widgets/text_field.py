"""A line of text to be edited: what is typed, pasted or composed goes in while the focus is here.

What is selected and undone, `client.widgets.textline` says; a gamepad writes by the on-screen keyboard.
"""

from __future__ import annotations

from bisect import bisect_right

import pygame

from client.core.clipboard import copy_out
from client.core.intents import (
    KEYS,
    PAD,
    Cancel,
    Composing,
    Confirm,
    Drag,
    Edit,
    Intent,
    Nav,
    Press,
    Release,
    Text,
)
from client.core.overlay import Open
from client.core.skin import PLAIN, Skin
from client.core.transitions import Stay, Transition, stay_or
from client.core.widget import Action
from client.widgets.fields import Field, OnChange
from client.widgets.keyboard import ScreenKeyboard
from client.widgets.textline import TextLine
from sprites.kit.theme import BODY


class TextField(Field):
    """One line of text: typing goes in while the focus is here, a pad's Confirm opens a keyboard."""

    edits = True

    def __init__(
        self,
        text: str,
        value: str = "",
        on_change: OnChange | None = None,
        on_submit: Action | None = None,
        *,
        limit: int = 32,
        empty: str = "",
        key: str = "",
    ) -> None:
        """``limit`` in characters; ``empty`` is shown dimly while there is no text."""
        super().__init__(text, on_change, key)
        self.line = TextLine(value, limit)
        self.on_submit = on_submit
        self.empty = empty
        self.composing = ""
        """What the input method has not finished."""
        self._clicks = 0
        self._painted: tuple[Skin, int] | None = None
        """How the text was painted last, and where it begins, in window pixels."""

    @property
    def value(self) -> str:
        """The text."""
        return self.line.value

    @property
    def caret(self) -> int:
        """Where the caret stands, in characters."""
        return self.line.caret

    @property
    def limit(self) -> int:
        """The most characters."""
        return self.line.limit

    def set(self, value: str) -> None:
        """Show another text, the caret at its end."""
        self.line.set(value)
        self.changed()

    @property
    def focused(self) -> bool:
        """Whether the focus is here; when it goes, what is being composed goes, too."""
        return self._focused

    @focused.setter
    def focused(self, value: bool) -> None:
        self._focused = value
        if not value:
            self.composing = ""

    def handle(self, intent: Intent) -> Transition | None:
        if isinstance(intent, Text):
            self.composing = ""
            self.line.insert(intent.text)
            return self.did_change()
        if isinstance(intent, Composing):
            self.composing = intent.text
            self.changed()
            return Stay()
        if isinstance(intent, Cancel) and self.composing:  # a pad's; the keys are the input method's
            self.composing = ""
            self.changed()
            return Stay()
        if isinstance(intent, Edit):
            return self._edit(intent.what, intent.select)
        if isinstance(intent, Confirm):
            if intent.device == PAD:
                return Open(ScreenKeyboard(self, self._echo(), shift=not self.value))
            return stay_or(self.on_submit()) if self.on_submit is not None else Stay()
        if isinstance(intent, Nav) and intent.device == KEYS and intent.direction in ("left", "right"):
            return self._edit(intent.direction)
        if isinstance(intent, (Press, Drag, Release)):
            return self._pointer(intent)
        return None

    def _echo(self) -> TextField:
        """Another field with the same text, which follows what is typed in this one."""
        echo = TextField("", limit=self.limit)
        echo.line = self.line
        echo.focusable, echo.focused = False, True
        return echo

    def _edit(self, what: str, select: bool = False) -> Transition:
        if what in ("copy", "cut") and self.line.selected:
            copy_out(self.line.selected)
        if what != "copy" and self.line.do(what, select):
            return self.did_change()
        self.changed()
        return Stay()

    def _pointer(self, intent: Press | Drag | Release) -> Transition:
        """A press puts the caret, dragging selects, a double click selects a word and a triple one all."""
        if intent.button != 1 or isinstance(intent, Release):
            return Stay()
        if isinstance(intent, Drag):
            if self._clicks > 1:
                return Stay()  # what a double click selected stays so
            self.line.put_caret(self._place(intent.x), select=True)
            self.changed()
            return Stay()
        self._clicks = intent.clicks
        if intent.clicks == 1:
            self.line.put_caret(self._place(intent.x))
        elif intent.clicks == 2:
            self.line.select_word(self._place(intent.x, under=True))
        else:
            self.line.do("select-all")
        self.changed()
        return Stay()

    def _place(self, x: int, under: bool = False) -> int:
        """The place of the caret nearest to ``x``; ``under``: that of the letter which is painted there."""
        if self._painted is None:
            return self.line.caret
        skin, left = self._painted
        value = self.value

        def edge(place: int) -> int:
            return left + skin.type.size(value[:place], BODY)[0] if place else left

        after = bisect_right(range(len(value) + 1), x, key=edge)
        before = max(0, after - 1)
        if under or after > len(value):
            return before
        return before if x - edge(before) <= edge(after) - x else after

    def paint_value(self, surface: pygame.Surface, skin: Skin, rect: pygame.Rect) -> None:
        theme, line = skin.theme, self.line
        rule = pygame.Rect(rect.left, rect.bottom - skin.px(10), rect.width, max(1, skin.px(2)))
        skin.plate(surface, rule, skin.accent if self.focused else theme.border, None, 1)
        start, end = line.selection
        if self.composing:  # it takes the selection's place, as its text will
            shown = line.value[:start] + self.composing + line.value[end:]
            caret = end = start + len(self.composing)
        else:
            shown, caret = line.value, line.caret
        if not shown and self.empty:
            skin.write(surface, self.empty, rect.midleft, BODY, theme.muted, PLAIN, rect.width, "midleft")
        first, last, at = (
            skin.type.size(shown[:place], BODY)[0] if place else 0 for place in (start, end, caret)
        )
        left = rect.left - max(0, at - rect.width + skin.px(4))
        self._painted = (skin, left)
        old = surface.get_clip()
        surface.set_clip(rect.inflate(2, 0).clip(old))
        high = skin.type.line(BODY)
        top = rect.centery - high // 2
        if self.focused and start != end and not self.composing:
            mark = pygame.Rect(left + first, top, last - first, high)
            skin.plate(surface, mark.clip(rect), (*skin.accent, 90), None, 3)
        if shown:
            skin.write(surface, shown, (left, rect.centery), BODY, theme.text, PLAIN, None, "midleft")
        if self.focused:
            surface.fill(skin.accent, pygame.Rect(left + at, top, max(2, skin.px(2)), high))
            if self.composing:
                surface.fill(skin.accent, pygame.Rect(left + first, top + high - 2, last - first, 2))
        surface.set_clip(old)
