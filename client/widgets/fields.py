"""What holds a value: what all fields have in common, a choice of some, a slider (`text_field`: a line of text).

Each shows its label above or beside the value and calls ``on_change`` when somebody changed it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from client.core.intents import (
    Confirm,
    Drag,
    Intent,
    Nav,
    Press,
    Release,
    Scroll,
)
from client.core.skin import BOLD, PLAIN, Skin
from client.core.transitions import Stay, Transition, stay_or
from client.core.widget import Widget
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
