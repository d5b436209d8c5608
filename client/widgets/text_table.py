"""A small table to read: a head and rows, columns as wide as their words."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from client.core.skin import BOLD, PLAIN, Skin
from client.core.widget import Widget
from sprites.kit.theme import BODY


class TextTable(Widget):
    """Rows of words; the first row is the head."""

    def __init__(self, rows: Sequence[Sequence[str]] = ()) -> None:
        super().__init__()
        self.rows = tuple(tuple(row) for row in rows)

    def set(self, rows: Sequence[Sequence[str]]) -> None:
        """Show these rows."""
        self.rows = tuple(tuple(row) for row in rows)
        self.changed()

    @staticmethod
    def height(rows: int, skin: Skin) -> int:
        """Real pixels wanted for so many rows, the head among them."""
        return rows * skin.px(40) + skin.px(24)

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        if not self.rows:
            return
        skin.panel(surface, self.rect)
        inner = self.rect.inflate(-skin.px(32), -skin.px(24))
        widest = [
            max(skin.type.size(row[column], BODY, PLAIN if n else BOLD)[0] for n, row in enumerate(self.rows))
            for column in range(len(self.rows[0]))
        ]
        whole = max(1, sum(widest))
        spare = inner.width - whole
        wides = [w + spare // len(widest) if spare >= 0 else w * inner.width // whole for w in widest]
        high = min(skin.px(40), inner.height // len(self.rows))
        for number, row in enumerate(self.rows):
            middle = inner.top + number * high + high // 2
            if number:
                line = pygame.Rect(inner.left, middle - high // 2, inner.width, max(1, skin.px(1)))
                skin.plate(surface, line, skin.theme.border, None, 0)
            x = inner.left
            for wide, text in zip(wides, row, strict=True):
                colour = skin.theme.text if number else skin.theme.muted
                face = PLAIN if number else BOLD
                room = max(1, wide - skin.px(6))
                skin.write(surface, text, (x, middle), BODY, colour, face, room, "midleft")
                x += wide
