"""A gallery: things of one size in rows and columns, one of them chosen, scrolled by wheel, keys, pad or dragging.

What a thing looks like is drawn by a function that the scene passes in; the gallery owns choice and scrolling.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import pygame

from client.intents import Confirm, Drag, Intent, Nav, Page, Press, Release, Scroll
from client.scene import Stay, Transition
from client.widgets.skin import Skin
from client.widgets.texts import scrollbar
from client.widgets.widget import Action, Widget, stay_or
from sprites.theme import BODY

T = TypeVar("T")


class Gallery(Widget, Generic[T]):
    """``cell``: logical size of one thing; ``on_choose``: the choice moved; ``on_confirm``: it was taken."""

    focusable = True

    def __init__(
        self,
        items: Sequence[T],
        draw: Callable[[pygame.Surface, Skin, pygame.Rect, T, bool], None],
        cell: tuple[float, float],
        *,
        empty: str = "",
        on_choose: Action | None = None,
        on_confirm: Action | None = None,
        key: str = "gallery",
    ) -> None:
        """``draw(surface, skin, rect, item, chosen)`` paints one thing within its cell."""
        super().__init__()
        self.items = list(items)
        self.draw = draw
        self.cell = cell
        self.empty = empty
        self.on_choose = on_choose
        self.on_confirm = on_confirm
        self.key = key
        self.index = 0
        self.offset = 0
        self.columns = 1
        self._size = (1, 1)
        self._edge = 8
        self._grab: tuple[int, int] | None = None
        self._moved = False

    @property
    def chosen(self) -> T | None:
        """The chosen thing."""
        return self.items[self.index] if 0 <= self.index < len(self.items) else None

    def fit(self, skin: Skin) -> None:
        """Find columns and sizes for the present rectangle; call it after placing."""
        self._edge = skin.px(10)
        room = max(1, self.rect.width - 2 * self._edge - skin.px(6))
        wide, high = skin.px(self.cell[0]), skin.px(self.cell[1])
        self.columns = max(1, room // wide)
        across = room // self.columns
        self._size = (max(1, across), max(1, high * across // wide if self.columns > 1 else high))
        self.show_chosen()

    @property
    def _long(self) -> int:
        """Height of everything in real pixels."""
        rows = -(-len(self.items) // self.columns)
        return rows * self._size[1] + 2 * self._edge

    def cell_rect(self, index: int) -> pygame.Rect:
        """Where a thing is now, maybe outside the gallery."""
        row, column = divmod(index, self.columns)
        wide, high = self._size
        left = self.rect.left + self._edge + column * wide
        return pygame.Rect(left, self.rect.top + self._edge + row * high - self.offset, wide, high)

    def scroll(self, by: int) -> None:
        """Move the view by so many real pixels."""
        offset = min(max(0, self._long - self.rect.height), max(0, self.offset + by))
        if offset != self.offset:
            self.offset = offset
            self.changed()

    def show_chosen(self) -> None:
        """Scroll so that the chosen one is seen."""
        rect = self.cell_rect(self.index)
        if rect.top < self.rect.top + self._edge:
            self.scroll(rect.top - self.rect.top - self._edge)
        elif rect.bottom > self.rect.bottom - self._edge:
            self.scroll(rect.bottom - self.rect.bottom + self._edge)
        else:
            self.scroll(0)

    def choose(self, index: int) -> Transition | None:
        """Choose a thing; None if there is none of that number."""
        if not 0 <= index < len(self.items):
            return None
        if index == self.index:
            return Stay()
        self.index = index
        self.show_chosen()
        self.changed()
        return stay_or(self.on_choose() if self.on_choose is not None else None)

    def _step(self, direction: str) -> Transition | None:
        column, last = self.index % self.columns, len(self.items) - 1
        if direction == "left":
            return self.choose(self.index - 1) if column else None
        if direction == "right":
            return self.choose(self.index + 1) if column < self.columns - 1 else None
        if direction == "up":
            return self.choose(self.index - self.columns)
        here, end = self.index // self.columns, last // self.columns
        return self.choose(min(last, self.index + self.columns)) if here < end else None

    def handle(self, intent: Intent) -> Transition | None:
        if isinstance(intent, Nav):
            return self._step(intent.direction)
        if isinstance(intent, Page) and self.items:
            page = self.columns * max(1, self.rect.height // self._size[1])
            last = len(self.items) - 1
            targets = {"up": self.index - page, "down": self.index + page, "home": 0, "end": last}
            return self.choose(min(last, max(0, targets[intent.where])))
        if isinstance(intent, Confirm) and self.chosen is not None:
            return stay_or(self.on_confirm() if self.on_confirm is not None else None)
        if isinstance(intent, Scroll):
            self.scroll(-intent.dy * max(1, self._size[1] // 2))
            return Stay()
        if isinstance(intent, (Press, Drag, Release)) and intent.button == 1:
            return self._pointer(intent)
        return None

    def _pointer(self, intent: Press | Drag | Release) -> Transition | None:
        if isinstance(intent, Press):
            self._grab, self._moved = (intent.y, self.offset), False
        elif isinstance(intent, Drag) and self._grab is not None:
            start, offset = self._grab
            self._moved = self._moved or abs(intent.y - start) > 8
            if self._moved:
                self.scroll(offset - (intent.y - start) - self.offset)
        elif isinstance(intent, Release):
            self._grab = None
            if not self._moved and self.rect.collidepoint(intent.x, intent.y):
                for index in range(len(self.items)):
                    if self.cell_rect(index).collidepoint(intent.x, intent.y):
                        return self.choose(index)
        return Stay()

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        skin.panel(surface, self.rect)
        old = surface.get_clip()
        inner = self.rect.inflate(-4, -4)
        surface.set_clip(inner.clip(old))
        for index, item in enumerate(self.items):
            rect = self.cell_rect(index)
            if rect.colliderect(inner):
                if index == self.index:
                    edge = skin.accent if self.focused else skin.theme.border
                    skin.plate(surface, rect.inflate(-4, -4), skin.theme.panel_raised, edge, 10, 2)
                self.draw(surface, skin, rect, item, index == self.index)
        surface.set_clip(old)
        if not self.items and self.empty:
            lines = skin.type.wrap(self.empty, BODY, max(1, self.rect.width - skin.px(64)))
            top = self.rect.centery - len(lines) * skin.type.line(BODY) // 2
            for number, line in enumerate(lines):
                where = (self.rect.centerx, top + number * skin.type.line(BODY))
                skin.write(surface, line, where, BODY, skin.theme.muted, anchor="midtop")
        scrollbar(surface, skin, self.rect, self.offset, self._long)
        if self.focused:
            skin.ring(surface, self.rect)
