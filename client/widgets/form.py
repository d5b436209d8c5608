"""A form: fields one below the other in a room that may be too low for all of them, so that it scrolls.

One stop for the focus: up and down go from field to field, everything else goes to the field one is at.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from client.core.intents import Drag, Intent, Nav, PointerMoved, Press, Release, Scroll
from client.core.skin import Skin
from client.core.transitions import Stay, Transition, stay_or
from client.core.widget import Action, Widget
from client.widgets.texts import scrollbar


class Form(Widget):
    """``on_look`` is called when another field is looked at: chosen, or under the pointer."""

    focusable = True

    def __init__(
        self, fields: Sequence[Widget], *, row: float = 54, on_look: Action | None = None, key: str = "form"
    ) -> None:
        """``row``: logical height of a field."""
        super().__init__()
        self.row = row
        self.on_look = on_look
        self.key = key
        self.fields: list[Widget] = []
        self.index = 0
        self.offset = 0
        self._pitch = 1
        self._gap = 1
        self._held: Widget | None = None
        self._under: Widget | None = None
        self.set(fields)

    def set(self, fields: Sequence[Widget]) -> None:
        """Other fields; the one with the same ``key`` stays chosen.  Call ``fit`` afterwards."""
        key = self.fields[self.index].key if self.fields else ""
        self.fields = list(fields)
        for field in self.fields:
            field.focusable = False
        keys = [field.key for field in self.fields]
        self.index = keys.index(key) if key in keys else min(self.index, max(0, len(keys) - 1))
        self._held = self._under = None
        self._settle()

    @property
    def chosen(self) -> Widget | None:
        """The field that keys and pad are at."""
        return self.fields[self.index] if self.fields else None

    @property
    def looked_at(self) -> Widget | None:
        """The field under the pointer, or else the chosen one."""
        return self._under if self._under is not None else self.chosen

    def children(self) -> Sequence[Widget]:
        return self.fields

    def fit(self, skin: Skin) -> None:
        """Place the fields in the present rectangle; call it after placing."""
        self._gap = skin.px(8)
        self._pitch = skin.px(self.row) + self._gap
        self._show_chosen()

    @property
    def _long(self) -> int:
        return len(self.fields) * self._pitch + self._gap

    def _place(self) -> None:
        bar = self._gap * 2 if self._long > self.rect.height else self._gap
        for number, field in enumerate(self.fields):
            top = self.rect.top + self._gap + number * self._pitch - self.offset
            left, wide = self.rect.left + self._gap, self.rect.width - self._gap - bar
            field.rect = pygame.Rect(left, top, max(1, wide), self._pitch - self._gap)
            field.visible = field.rect.colliderect(self.rect)

    def scroll(self, by: int) -> None:
        """Move the view by so many real pixels."""
        self.offset = min(max(0, self._long - self.rect.height), max(0, self.offset + by))
        self._place()
        self.changed()

    def _show_chosen(self) -> None:
        top = self.index * self._pitch
        over = top + self._pitch + self._gap - self.offset - self.rect.height
        self.scroll(top - self.offset if top < self.offset else max(0, over))

    def choose(self, index: int) -> Transition | None:
        """Go to a field; None if there is none of that number."""
        if not 0 <= index < len(self.fields):
            return None
        if index != self.index:
            self.index = index
            self._show_chosen()
        self._under = None
        self._settle()
        self.changed()
        return stay_or(self.on_look() if self.on_look is not None else None)

    def leave(self) -> None:
        """The pointer is elsewhere."""
        if self._under is not None:
            self._under = None
            self.changed()
            if self.on_look is not None:
                self.on_look()

    def _settle(self) -> None:
        self.edits = self.chosen is not None and self.chosen.edits and self.chosen.enabled

    def handle(self, intent: Intent) -> Transition | None:
        if isinstance(intent, (PointerMoved, Press, Drag, Release, Scroll)):
            return self._pointer(intent)
        if isinstance(intent, Nav) and intent.direction in ("up", "down"):
            return self.choose(self.index + (1 if intent.direction == "down" else -1))
        chosen = self.chosen
        return chosen.handle(intent) if chosen is not None and chosen.enabled else None

    def _pointer(self, intent: PointerMoved | Press | Drag | Release | Scroll) -> Transition | None:
        if isinstance(intent, Scroll):
            self.scroll(-intent.dy * self._pitch)
            return Stay()
        under = next((f for f in self.fields if f.visible and f.rect.collidepoint(intent.x, intent.y)), None)
        if isinstance(intent, PointerMoved):
            if under is not self._under:
                self._under = under
                self.changed()
                return stay_or(self.on_look() if self.on_look is not None else None)
            return Stay()
        if isinstance(intent, Press):
            self._held = under
            if under is not None:
                self.choose(self.fields.index(under))
        held = self._held
        if isinstance(intent, Release):
            self._held = None
        if held is None or not held.enabled:
            return Stay()
        return held.handle(intent) or Stay()

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        skin.panel(surface, self.rect)
        old = surface.get_clip()
        surface.set_clip(self.rect.inflate(-2, -2).clip(old))
        for number, field in enumerate(self.fields):
            field.focused = self.focused and number == self.index
            field.hovered = self.hovered and field is self._under
            if field.visible:
                field.paint(surface, skin)
        surface.set_clip(old)
        scrollbar(surface, skin, self.rect, self.offset, self._long)
        if self.focused and not self.fields:
            skin.ring(surface, self.rect)
