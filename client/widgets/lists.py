"""A list to choose from, scrolled by wheel, keys, pad or dragging.

What a row shows is drawn by a function that the scene passes in; the list owns choice, scrolling and focus.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import pygame

from client.intents import Confirm, Drag, Intent, Nav, Page, Press, Release, Scroll
from client.scene import Stay, Transition
from client.widgets.skin import Skin
from client.widgets.texts import scrollbar
from client.widgets.widget import Widget, stay_or
from sprites.theme import BODY

T = TypeVar("T")


class ListBox(Widget, Generic[T]):
    """Rows of ``row`` logical pixels; ``on_choose``: the choice moved, ``on_confirm``: a row was taken."""

    focusable = True

    def __init__(
        self,
        items: Sequence[T],
        draw: Callable[[pygame.Surface, Skin, pygame.Rect, T, bool], None],
        *,
        row: float = 64,
        empty: str = "",
        identity: Callable[[T], object] = lambda item: item,
        on_choose: Callable[[], Transition | None] | None = None,
        on_confirm: Callable[[], Transition | None] | None = None,
        key: str = "list",
    ) -> None:
        """``draw(surface, skin, rect, item, chosen)``; ``identity`` tells whether an item is the same."""
        super().__init__()
        self.items = list(items)
        self.draw = draw
        self.row = row
        self.empty = empty
        self.identity = identity
        self.on_choose = on_choose
        self.on_confirm = on_confirm
        self.key = key
        self.index = 0
        self.offset = 0
        self._scale = 1.0
        self._grab: tuple[int, int] | None = None
        self._moved = False

    @property
    def chosen(self) -> T | None:
        """The chosen item."""
        return self.items[self.index] if 0 <= self.index < len(self.items) else None

    def fit(self, skin: Skin) -> None:
        """Know how high a row is; call it after placing."""
        self._scale = skin.scale.factor
        self.show_chosen()

    def update(self, items: Sequence[T]) -> None:
        """Other items; the choice stays on the same one while it is there."""
        if list(items) == self.items:
            return
        old = self.chosen
        self.items = list(items)
        keys = [self.identity(item) for item in self.items]
        if old is not None and self.identity(old) in keys:
            self.index = keys.index(self.identity(old))
        self.index = min(self.index, max(0, len(self.items) - 1))
        self.scroll(0)
        self.changed()

    @property
    def pitch(self) -> int:
        """Height of a row in real pixels."""
        return max(12, round(self.row * self._scale))

    def scroll(self, by: int) -> None:
        """Move the view by so many real pixels."""
        end = max(0, len(self.items) * self.pitch - self.rect.height + 2 * self._edge)
        offset = min(end, max(0, self.offset + by))
        if offset != self.offset:
            self.offset = offset
            self.changed()

    @property
    def _edge(self) -> int:
        return max(2, round(8 * self._scale))

    def show_chosen(self) -> None:
        """Scroll so that the chosen row is seen."""
        top = self.index * self.pitch
        if top < self.offset:
            self.scroll(top - self.offset)
        elif top + self.pitch > self.offset + self.rect.height - 2 * self._edge:
            self.scroll(top + self.pitch - self.offset - self.rect.height + 2 * self._edge)
        else:
            self.scroll(0)

    def choose(self, index: int) -> Transition | None:
        """Choose a row; None if there is none of that number."""
        if not 0 <= index < len(self.items):
            return None
        if index == self.index:
            return Stay()
        self.index = index
        self.show_chosen()
        self.changed()
        return stay_or(self.on_choose() if self.on_choose is not None else None)

    def handle(self, intent: Intent) -> Transition | None:
        if isinstance(intent, Nav) and intent.direction in ("up", "down"):
            return self.choose(self.index + (1 if intent.direction == "down" else -1))
        if isinstance(intent, Page) and self.items:
            page = max(1, self.rect.height // self.pitch - 1)
            last = len(self.items) - 1
            targets = {"up": self.index - page, "down": self.index + page, "home": 0, "end": last}
            return self.choose(min(last, max(0, targets[intent.where])))
        if isinstance(intent, Confirm):
            return self._confirm()
        if isinstance(intent, Scroll):
            self.scroll(-intent.dy * self.pitch)
            return Stay()
        if isinstance(intent, (Press, Drag, Release)) and intent.button == 1:
            return self._pointer(intent)
        return None

    def _confirm(self) -> Transition | None:
        if self.chosen is None:
            return None
        return stay_or(self.on_confirm() if self.on_confirm is not None else None)

    def _pointer(self, intent: Press | Drag | Release) -> Transition | None:
        if isinstance(intent, Press):
            self._grab = (intent.y, self.offset)
            self._moved = False
        elif isinstance(intent, Drag) and self._grab is not None:
            start, offset = self._grab
            self._moved = self._moved or abs(intent.y - start) > 8
            if self._moved:
                self.scroll(offset - (intent.y - start) - self.offset)
        elif isinstance(intent, Release):
            self._grab = None
            if not self._moved and self.rect.collidepoint(intent.x, intent.y):
                index = (intent.y - self.rect.top - self._edge + self.offset) // self.pitch
                if index == self.index and self.chosen is not None:
                    return self._confirm()
                return self.choose(index) or Stay()
        return Stay()

    def row_rect(self, index: int) -> pygame.Rect:
        """Where row ``index`` is now, maybe outside the list."""
        top = self.rect.top + self._edge + index * self.pitch - self.offset
        inset = self._edge
        bar = 6 if len(self.items) * self.pitch > self.rect.height else 0
        return pygame.Rect(self.rect.left + inset, top, self.rect.width - 2 * inset - bar, self.pitch)

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        skin.panel(surface, self.rect)
        old = surface.get_clip()
        inner = self.rect.inflate(-4, -4)
        surface.set_clip(inner.clip(old))
        for index, item in enumerate(self.items):
            rect = self.row_rect(index)
            if rect.colliderect(inner):
                chosen = index == self.index
                if chosen:
                    box = rect.inflate(0, -2)
                    skin.plate(
                        surface, box, skin.theme.panel_raised, skin.accent if self.focused else None, 8
                    )
                self.draw(surface, skin, rect, item, chosen)
        surface.set_clip(old)
        if not self.items and self.empty:
            room = self.rect.width - skin.px(64)
            lines = skin.type.wrap(self.empty, BODY, max(1, room))
            high = skin.type.line(BODY)
            top = self.rect.centery - len(lines) * high // 2
            for number, line in enumerate(lines):
                where = (self.rect.centerx, top + number * high)
                skin.write(surface, line, where, BODY, skin.theme.muted, anchor="midtop")
        scrollbar(surface, skin, self.rect, self.offset, len(self.items) * self.pitch + 2 * self._edge)
        if self.focused:
            skin.ring(surface, self.rect)
