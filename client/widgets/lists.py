"""A list to choose from: rows one below the other, one of them chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import pygame

from client.core.skin import Skin
from client.core.transitions import Transition
from client.core.widget import Action
from client.widgets.items import DrawItem, Items

T = TypeVar("T")


class ListBox(Items[T]):
    """Rows of ``row`` logical pixels; a click on the chosen row takes it."""

    again_confirms = True

    def __init__(
        self,
        items: Sequence[T],
        draw: DrawItem[T],
        *,
        row: float = 64,
        empty: str = "",
        identity: Callable[[T], object] = lambda item: item,
        on_choose: Action | None = None,
        on_confirm: Action | None = None,
        key: str = "list",
    ) -> None:
        """``identity`` tells whether an item is the same."""
        super().__init__(items, draw, empty=empty, on_choose=on_choose, on_confirm=on_confirm, key=key)
        self.row = row
        self.identity = identity
        self._scale = 1.0

    def fit(self, skin: Skin) -> None:
        """Know how high a row is; call it after placing."""
        self._scale = skin.scale.factor
        self.edge = max(2, round(8 * self._scale))
        self.show_chosen()

    def update(self, items: Sequence[T]) -> None:
        """Other items; the choice stays on the same one while it is there."""
        if list(items) == self.items:
            return
        old = self.chosen
        self.items = list(items)
        picked, self.picked = self.picked, False
        keys = [self.identity(item) for item in self.items]
        if old is not None and self.identity(old) in keys:
            self.index, self.picked = keys.index(self.identity(old)), picked
        self.index = min(self.index, max(0, len(self.items) - 1))
        self.scroll(0)
        self.changed()

    @property
    def pitch(self) -> int:
        """Height of a row in real pixels."""
        return max(12, round(self.row * self._scale))

    @property
    def long(self) -> int:
        return len(self.items) * self.pitch + 2 * self.edge

    @property
    def wheel(self) -> int:
        return self.pitch

    @property
    def page(self) -> int:
        return max(1, self.rect.height // self.pitch - 1)

    def rect_of(self, index: int) -> pygame.Rect:
        top = self.rect.top + self.edge + index * self.pitch - self.offset
        bar = 6 if len(self.items) * self.pitch > self.rect.height else 0
        return pygame.Rect(self.rect.left + self.edge, top, self.rect.width - 2 * self.edge - bar, self.pitch)

    def step(self, direction: str) -> Transition | None:
        if direction not in ("up", "down"):
            return None
        return self.choose(self.index + (1 if direction == "down" else -1))

    def plate(self, surface: pygame.Surface, skin: Skin, rect: pygame.Rect) -> None:
        edge = skin.accent if self.focused else None
        skin.plate(surface, rect.inflate(0, -2), skin.theme.panel_raised, edge, 8)
