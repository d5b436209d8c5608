"""What holds a value: a choice of some, a slider, a line of text.

Each shows its label above or beside the value and calls ``on_change`` when somebody changed it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

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
    Scroll,
    Text,
)
from client.core.overlay import Open
from client.core.skin import BOLD, PLAIN, Skin
from client.core.transitions import Stay, Transition, stay_or
from client.core.widget import Action, Widget
from client.widgets.keyboard import ScreenKeyboard
from client.widgets.textline import TextLine
from sprites.kit.emblems import icon
from sprites.kit.theme import BODY

OnChange = Callable[[], "Transition | None"]


class Field(Widget):
    """A plate with a label at the left and a value at the right; subclasses draw and change the value."""

    focusable = True
    small = True

    def __init__(self, text: str, on_change: OnChange | None, key: str) -> None:
        super().__init__()
        self.text = text
        self.on_change = on_change
        self.key = key or text
        self.label_part = 0.42
        """How much of the width the label takes; 0 leaves it out."""

    def value_rect(self, skin: Skin) -> pygame.Rect:
        """Where the value is."""
        rect = self.rect.inflate(-skin.px(24), 0)
        label = round(rect.width * self.label_part) if self.text else 0
        return pygame.Rect(rect.left + label, rect.top, rect.width - label, rect.height)

    def did_change(self) -> Transition:
        """The value is another now."""
        self.changed()
        return stay_or(self.on_change() if self.on_change is not None else None)

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        theme = skin.theme
        lit = self.hovered or self.focused
        skin.plate(surface, self.rect, theme.panel_raised if lit else theme.panel, theme.border)
        if self.text and self.label_part:
            room = self.value_rect(skin).left - self.rect.left - skin.px(24)
            colour = theme.text if self.enabled else theme.muted
            where = (self.rect.left + skin.px(16), self.rect.centery)
            skin.write(surface, self.text, where, BODY, colour, PLAIN, max(1, room), "midleft")
        self.paint_value(surface, skin, self.value_rect(skin))
        if self.focused:
            skin.ring(surface, self.rect)

    def paint_value(self, surface: pygame.Surface, skin: Skin, rect: pygame.Rect) -> None:
        """Draw the value within ``rect``."""


class ChoiceField(Field):
    """One of some words, chosen with left and right, a press on the arrows, or Confirm (the next one)."""

    def __init__(
        self,
        text: str,
        choices: Sequence[tuple[str, str]],
        value: str,
        on_change: OnChange | None = None,
        *,
        key: str = "",
    ) -> None:
        """``choices``: value and what is shown for it."""
        super().__init__(text, on_change, key)
        self.choices = list(choices)
        self.value = value

    @property
    def shown(self) -> str:
        """What is shown for the present value."""
        return dict(self.choices).get(self.value, self.value)

    def turn(self, by: int) -> Transition:
        """Go on by so many, round and round."""
        values = [value for value, _ in self.choices]
        here = values.index(self.value) if self.value in values else -1 if by > 0 else 0
        self.value = values[(here + by) % len(values)]
        return self.did_change()

    def handle(self, intent: Intent) -> Transition | None:
        if not self.enabled or not self.choices:
            return None
        if isinstance(intent, Confirm):
            return self.turn(1)
        if isinstance(intent, Nav) and intent.direction in ("left", "right"):
            return self.turn(1 if intent.direction == "right" else -1)
        if isinstance(intent, Release) and self.rect.collidepoint(intent.x, intent.y):
            split = self.rect.left + self.rect.width * (0.5 + self.label_part / 2 * bool(self.text))
            return self.turn(-1 if intent.x < split and intent.x > self.rect.left else 1)
        return Stay() if isinstance(intent, (Press, Drag)) else None

    def paint_value(self, surface: pygame.Surface, skin: Skin, rect: pygame.Rect) -> None:
        side = skin.px(18)
        colour = skin.accent if self.focused or self.hovered else skin.theme.muted
        for name, centre in (("arrow-left", rect.left + side // 2), ("arrow-right", rect.right - side // 2)):
            picture = icon(name, side, colour)
            surface.blit(picture, picture.get_rect(center=(centre, rect.centery)))
        room = max(1, rect.width - 2 * side - skin.px(8))
        text = skin.theme.text if self.enabled else skin.theme.muted
        skin.write(surface, self.shown, rect.center, BODY, text, BOLD, room, "center")


class Slider(Field):
    """A whole number from ``low`` to ``high``, changed in steps or by dragging."""

    def __init__(
        self,
        text: str,
        value: int,
        low: int,
        high: int,
        step: int = 1,
        on_change: OnChange | None = None,
        *,
        unit: str = "",
        key: str = "",
    ) -> None:
        super().__init__(text, on_change, key)
        self.value = value
        self.low = low
        self.high = high
        self.step = step
        self.unit = unit
        self._track = pygame.Rect(0, 0, 1, 1)

    def set(self, value: int) -> Transition:
        """Take ``value``, brought into range."""
        value = min(self.high, max(self.low, value))
        if value == self.value:
            return Stay()
        self.value = value
        return self.did_change()

    def handle(self, intent: Intent) -> Transition | None:
        if isinstance(intent, Nav) and intent.direction in ("left", "right"):
            return self.set(self.value + (self.step if intent.direction == "right" else -self.step))
        if isinstance(intent, Scroll):
            return self.set(self.value + self.step * (1 if intent.dy > 0 else -1))
        if isinstance(intent, (Press, Drag)) and intent.button == 1:
            part = (intent.x - self._track.left) / max(1, self._track.width)
            steps = round(part * (self.high - self.low) / self.step)
            return self.set(self.low + steps * self.step)
        return Stay() if isinstance(intent, Release) else None

    def paint_value(self, surface: pygame.Surface, skin: Skin, rect: pygame.Rect) -> None:
        theme = skin.theme
        shown = f"{self.value}{self.unit}"
        room = skin.type.size(f"{self.high}{self.unit}", BODY, BOLD)[0] + skin.px(16)
        skin.write(surface, shown, rect.midright, BODY, theme.text, BOLD, None, "midright")
        self._track = pygame.Rect(rect.left, 0, max(1, rect.width - room - skin.px(8)), skin.px(8))
        self._track.centery = rect.centery
        skin.plate(surface, self._track, (*theme.muted, 110), None, 4)
        part = (self.value - self.low) / max(1, self.high - self.low)
        done = pygame.Rect(self._track.topleft, (round(self._track.width * part), self._track.height))
        skin.plate(surface, done, skin.accent, None, 4)
        knob = pygame.Rect(0, 0, skin.px(22), skin.px(22))
        knob.center = (done.right, rect.centery)
        skin.plate(surface, knob, theme.text, skin.accent, 11, 3)


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
