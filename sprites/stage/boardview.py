"""Where a board lies on the screen and how its squares and trays look.

Knows places (``c3``, ``taken:0``) and pixels, nothing of pieces or rules; ``sprites.stage.marks`` has the marks.
"""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from sprites.kit.backdrop import light, pool
from sprites.kit.text import BOLD, Typesetter
from sprites.kit.theme import Accents, Theme, mix
from sprites.stage.marks import Marks, mark_image

__all__ = ["BoardView", "Marks"]

_MARGIN = 0.36
"""Width of the frame with the coordinates, in squares."""


class BoardView:
    """Geometry and drawing of one board; make a new one when window, theme or side changes."""

    def __init__(
        self,
        files: int,
        ranks: int,
        rect: pygame.Rect,
        theme: Theme,
        accents: Accents,
        type_: Typesetter,
        *,
        flip: bool = False,
        trays: Mapping[str, pygame.Rect] | None = None,
        coordinates: bool = True,
    ) -> None:
        """A board of ``files``×``ranks`` as large as fits, with its frame, into ``rect`` (real pixels).

        ``trays`` says where beside the board the pieces of a tray place (``taken:0``) are drawn.
        """
        self.files, self.ranks, self.flip = files, ranks, flip
        self.theme, self.accents, self.coordinates = theme, accents, coordinates
        self._type = type_
        margin = _MARGIN if coordinates else 0.12
        room = min(rect.width / (files + 2 * margin), rect.height / (ranks + 2 * margin))
        self.square: int = max(8, int(room))
        """Side of a square in real pixels."""
        self.board = pygame.Rect(0, 0, self.square * files, self.square * ranks)
        """The squares."""
        self.board.center = rect.center
        edge = round(self.square * margin)
        self.outer: pygame.Rect = self.board.inflate(2 * edge, 2 * edge)
        """The squares with frame and coordinates."""
        self.trays: dict[str, pygame.Rect] = {place: pygame.Rect(r) for place, r in (trays or {}).items()}
        self.areas: tuple[pygame.Rect, ...] = (self.outer, *self.trays.values())
        """All that the stage may draw on: the outer board and the trays."""

    def rect_of(self, place: str) -> pygame.Rect:
        """The rectangle of a square or tray; an empty one for a place that isn't shown."""
        if place in self.trays:
            return self.trays[place]
        cell = self._cell(place)
        if cell is None:
            return pygame.Rect(self.board.center, (0, 0))
        column, row = cell
        left, top = self.board.topleft
        return pygame.Rect(left + column * self.square, top + row * self.square, self.square, self.square)

    def square_at(self, pos: tuple[int, int]) -> str | None:
        """The square under a pixel."""
        if not self.board.collidepoint(pos):
            return None
        return self._name((pos[0] - self.board.x) // self.square, (pos[1] - self.board.y) // self.square)

    def neighbour(self, place: str, dx: int, dy: int) -> str:
        """The square ``dx`` right and ``dy`` down on the screen (at the edge: itself)."""
        column, row = self._cell(place) or (0, self.ranks - 1)
        return self._name(
            min(self.files - 1, max(0, column + dx)),
            min(self.ranks - 1, max(0, row + dy)),
        )

    def depth(self, place: str) -> int:
        """Which row of the screen a square is in: lower rows are drawn over higher ones."""
        cell = self._cell(place)
        return cell[1] if cell else 0

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the bare board and tray grounds."""
        theme = self.theme
        pool(surface, self.outer, theme, self.accents.first)
        radius = max(6, self.square // 6)
        frame = mix(theme.sky_top, theme.square_dark, 0.55)
        pygame.draw.rect(surface, frame, self.outer, border_radius=radius)
        pygame.draw.rect(
            surface,
            mix(theme.board_edge, self.accents.first, 0.35),
            self.outer,
            max(1, self.square // 40),
            border_radius=radius,
        )
        light_, dark = theme.square_light, theme.square_dark
        for row in range(self.ranks):
            for column in range(self.files):
                name = self._name(column, row)
                rect = self.rect_of(name)
                colour = light_ if self._is_light(name) else dark
                surface.fill(colour, rect)
                if theme.glow:
                    rim = mix(colour, (255, 255, 255), 0.09)
                    pygame.draw.line(surface, rim, rect.topleft, (rect.right - 1, rect.top))
                    pygame.draw.line(surface, rim, rect.topleft, (rect.left, rect.bottom - 1))
        if theme.glow:
            shine = light(self.board.size, mix(self.accents.first, (230, 220, 255), 0.6), 34)
            surface.blit(shine, self.board.topleft)
        pygame.draw.rect(surface, theme.board_edge, self.board.inflate(2, 2), 1)
        if self.coordinates:
            self._draw_coordinates(surface)

    def mark(self, name: str) -> pygame.Surface:
        """The picture of one mark (see ``sprites.stage.marks``) at this board's size."""
        return mark_image(name, self.square, self.theme.name, self.accents)

    def _draw_coordinates(self, surface: pygame.Surface) -> None:
        pixels = max(8.0, self.square * 0.22)
        size = pixels / self._type.factor
        gap = (self.outer.bottom - self.board.bottom) / 2
        for column in range(self.files):
            name = self._name(column, 0)
            x = self.board.x + round((column + 0.5) * self.square)
            where = (x, round(self.board.bottom + gap))
            self._type.draw(surface, name[0], where, size, self.theme.muted, BOLD, anchor="center")
        for row in range(self.ranks):
            name = self._name(0, row)
            y = self.board.y + round((row + 0.5) * self.square)
            where = (round(self.board.x - gap), y)
            self._type.draw(surface, name[1:], where, size, self.theme.muted, BOLD, anchor="center")

    def _name(self, column: int, row: int) -> str:
        file = self.files - 1 - column if self.flip else column
        rank = row + 1 if self.flip else self.ranks - row
        return f"{chr(ord('a') + file)}{rank}"

    def _cell(self, place: str) -> tuple[int, int] | None:
        """Column and row on the screen."""
        if len(place) < 2 or not place[1:].isdecimal() or not place.isascii():
            return None
        file, rank = ord(place[0]) - ord("a"), int(place[1:])
        if not (0 <= file < self.files and 1 <= rank <= self.ranks):
            return None
        if self.flip:
            return self.files - 1 - file, rank - 1
        return file, self.ranks - rank

    def _is_light(self, name: str) -> bool:
        return (ord(name[0]) - ord("a") + int(name[1:])) % 2 == 0
