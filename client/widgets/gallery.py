"""A gallery: things of one size in rows and columns, one of them chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import pygame

from client.core.skin import Skin
from client.core.transitions import Transition
from client.core.widget import Action
from client.widgets.items import DrawItem, Items

T = TypeVar("T")


class Gallery(Items[T]):
    """``cell``: logical size of one thing."""

    def __init__(
        self,
        items: Sequence[T],
        draw: DrawItem[T],
        cell: tuple[float, float],
        *,
        empty: str = "",
        on_choose: Action | None = None,
        on_confirm: Action | None = None,
        key: str = "gallery",
    ) -> None:
        super().__init__(items, draw, empty=empty, on_choose=on_choose, on_confirm=on_confirm, key=key)
        self.cell = cell
        self.columns = 1
        self._size = (1, 1)

    def fit(self, skin: Skin) -> None:
        """Find columns and sizes for the present rectangle; call it after placing."""
        self.edge = skin.px(10)
        room = max(1, self.rect.width - 2 * self.edge - skin.px(6))
        wide, high = skin.px(self.cell[0]), skin.px(self.cell[1])
        self.columns = max(1, room // wide)
        across = room // self.columns
        self._size = (max(1, across), max(1, high * across // wide if self.columns > 1 else high))
        self.show_chosen()

    @property
    def long(self) -> int:
        rows = -(-len(self.items) // self.columns)
        return rows * self._size[1] + 2 * self.edge

    @property
    def wheel(self) -> int:
        return max(1, self._size[1] // 2)

    @property
    def page(self) -> int:
        return self.columns * max(1, self.rect.height // self._size[1])

    def rect_of(self, index: int) -> pygame.Rect:
        row, column = divmod(index, self.columns)
        wide, high = self._size
        left = self.rect.left + self.edge + column * wide
        return pygame.Rect(left, self.rect.top + self.edge + row * high - self.offset, wide, high)

    def step(self, direction: str) -> Transition | None:
        column, last = self.index % self.columns, len(self.items) - 1
        if direction == "left":
            return self.choose(self.index - 1) if column else None
        if direction == "right":
            return self.choose(self.index + 1) if column < self.columns - 1 else None
        if direction == "up":
            return self.choose(self.index - self.columns)
        here, end = self.index // self.columns, last // self.columns
        return self.choose(min(last, self.index + self.columns)) if here < end else None

    def plate(self, surface: pygame.Surface, skin: Skin, rect: pygame.Rect) -> None:
        edge = skin.accent if self.focused else skin.theme.border
        skin.plate(surface, rect.inflate(-4, -4), skin.theme.panel_raised, edge, 10, 2)
