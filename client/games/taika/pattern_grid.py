"""The grid on which a card's pattern is drawn: five by five cells of ``#``, ``o`` and ``.``.

A left click goes on to the next sign and dragging paints it on, a right click clears; keys and pad move a cursor.
Knows no cards: it reads and writes one text of signs, row by row from the top.
"""

from __future__ import annotations

import pygame

from client.core.intents import Confirm, Drag, Intent, Nav, PointerMoved, Press, Release, Shortcut
from client.core.skin import BOLD, Skin
from client.core.transitions import Stay, Transition, stay_or
from client.core.widget import Action, Widget
from sprites.cards.cards import pattern_image
from sprites.kit.theme import SMALL

SIDE = 5
CYCLE = {".": "#", "#": "o", "o": "."}
_PAD = {"pad-x": ".", "pad-y": "o"}


class PatternGrid(Widget):
    """``cells`` are 25 signs; ``on_change`` is called after every change."""

    focusable = True

    def __init__(self, cells: str, on_change: Action | None = None, *, key: str = "grid") -> None:
        super().__init__()
        self.cells = cells
        self.on_change = on_change
        self.key = key
        self.cursor = (2, 2)
        """Column and row from the top, where keys and pad stand."""
        self._brush = ""
        self._under: tuple[int, int] | None = None

    @property
    def side(self) -> int:
        """Side of a cell in real pixels."""
        return max(1, min(self.rect.size) // SIDE)

    def cell_rect(self, column: int, row: int) -> pygame.Rect:
        """Where a cell is."""
        side = self.side
        left = self.rect.centerx - side * SIDE // 2
        top = self.rect.centery - side * SIDE // 2
        return pygame.Rect(left + column * side, top + row * side, side, side)

    def cell_at(self, x: int, y: int) -> tuple[int, int] | None:
        """The cell at a place of the window, or None."""
        corner = self.cell_rect(0, 0)
        column, row = (x - corner.left) // self.side, (y - corner.top) // self.side
        return (column, row) if 0 <= column < SIDE and 0 <= row < SIDE else None

    def sign(self, column: int, row: int) -> str:
        """What is in a cell."""
        return self.cells[row * SIDE + column]

    def put(self, cell: tuple[int, int], sign: str) -> Transition:
        """Write ``sign`` into ``cell``, where the cursor goes too."""
        self.cursor = cell
        at = cell[1] * SIDE + cell[0]
        self.changed()
        if self.cells[at] == sign:
            return Stay()
        self.cells = self.cells[:at] + sign + self.cells[at + 1 :]
        return stay_or(self.on_change() if self.on_change is not None else None)

    def handle(self, intent: Intent) -> Transition | None:
        if isinstance(intent, Nav):
            return self._move(intent.direction)
        if isinstance(intent, Confirm):
            return self.put(self.cursor, CYCLE[self.sign(*self.cursor)])
        if isinstance(intent, Shortcut):
            sign = intent.key if intent.key in CYCLE else _PAD.get(intent.key, "")
            return self.put(self.cursor, sign) if sign else None
        if isinstance(intent, PointerMoved):
            return self._hover(self.cell_at(intent.x, intent.y))
        if isinstance(intent, (Press, Drag, Release)):
            return self._pointer(intent)
        return None

    def _move(self, direction: str) -> Transition | None:
        dx, dy = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}[direction]
        column, row = self.cursor[0] + dx, self.cursor[1] + dy
        if not (0 <= column < SIDE and 0 <= row < SIDE):
            return None
        self.cursor = (column, row)
        self.changed()
        return Stay()

    def _hover(self, cell: tuple[int, int] | None) -> Transition:
        if cell != self._under:
            self._under = cell
            self.changed()
        return Stay()

    def _pointer(self, intent: Press | Drag | Release) -> Transition:
        cell = self.cell_at(intent.x, intent.y)
        if isinstance(intent, Release):
            self._brush = ""
        elif isinstance(intent, Press) and cell is not None and intent.button in (1, 3):
            self._brush = CYCLE[self.sign(*cell)] if intent.button == 1 else "."
            return self.put(cell, self._brush)
        elif isinstance(intent, Drag) and cell is not None and self._brush:
            return self.put(cell, self._brush)
        return Stay()

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        theme, px = skin.theme, skin.px
        whole = self.cell_rect(0, 0).union(self.cell_rect(SIDE - 1, SIDE - 1))
        skin.plate(surface, whole, (*theme.square_dark, 255), theme.border, 10)
        for row in range(SIDE):
            for column in range(SIDE):
                box = self.cell_rect(column, row)
                inner = box.inflate(-px(6), -px(6))
                lit = self.hovered and self._under == (column, row)
                skin.plate(surface, inner, (*theme.square_light, 255), theme.border if lit else None, 8, 2)
                sign = self.sign(column, row)
                if sign != ".":
                    picture = pattern_image((sign,), (inner.width * 3, inner.height * 3), theme, skin.accents)
                    surface.blit(picture, picture.get_rect(center=inner.center))
        if self.focused:
            here = self.cell_rect(*self.cursor)
            skin.plate(surface, here.inflate(-px(2), -px(2)), (0, 0, 0, 0), theme.focus, 8, 3)
            where = (here.right - px(8), here.bottom - px(4))
            skin.write(surface, self.sign(*self.cursor), where, SMALL, theme.focus, BOLD, None, "bottomright")
            skin.ring(surface, whole)
