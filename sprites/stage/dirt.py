"""Collects what must be drawn anew and gives it back as few rectangles that don't overlap.

Works on a grid of cells inside some areas, so that many small changes cost no more than the cells they touch.
"""

from __future__ import annotations

from collections.abc import Iterable

import pygame


class Dirt:
    """The stained cells of some areas of the screen."""

    def __init__(self, areas: Iterable[pygame.Rect], cell: int) -> None:
        """``areas`` don't overlap; ``cell`` is the side of a cell in real pixels."""
        self._areas = [pygame.Rect(area) for area in areas]
        self._cell = max(1, cell)
        self._cells: set[tuple[int, int, int]] = set()
        self._whole = False

    def add(self, rect: pygame.Rect) -> None:
        """``rect`` must be drawn anew, as far as it lies in the areas."""
        if self._whole:
            return
        for number, area in enumerate(self._areas):
            part = rect.clip(area)
            if not part.width or not part.height:
                continue
            left, right = (part.left - area.left) // self._cell, (part.right - 1 - area.left) // self._cell
            top, bottom = (part.top - area.top) // self._cell, (part.bottom - 1 - area.top) // self._cell
            for y in range(top, bottom + 1):
                for x in range(left, right + 1):
                    self._cells.add((number, y, x))

    def all(self) -> None:
        """Everything must be drawn anew."""
        self._whole = True
        self._cells.clear()

    def take(self) -> list[pygame.Rect]:
        """The rectangles to draw; forgets them."""
        if self._whole:
            self._whole = False
            self._cells.clear()
            return [pygame.Rect(area) for area in self._areas if area.width and area.height]
        if not self._cells:
            return []
        runs = self._runs()
        self._cells.clear()
        side = self._cell
        rects = []
        for number, top, bottom, left, right in runs:
            area = self._areas[number]
            rect = pygame.Rect(
                area.left + left * side,
                area.top + top * side,
                (right - left + 1) * side,
                (bottom - top + 1) * side,
            )
            rects.append(rect.clip(area))
        return rects

    def _runs(self) -> list[tuple[int, int, int, int, int]]:
        """The cells as rectangles: runs along rows, equal runs in neighbouring rows joined."""
        open_: dict[tuple[int, int, int], tuple[int, int]] = {}
        done: list[tuple[int, int, int, int, int]] = []
        rows: list[tuple[int, int, int, int]] = []
        for number, y, x in sorted(self._cells):
            if rows and rows[-1][:2] == (number, y) and rows[-1][3] == x - 1:
                rows[-1] = (number, y, rows[-1][2], x)
            else:
                rows.append((number, y, x, x))
        for number, y, left, right in rows:
            key = (number, left, right)
            top, bottom = open_.get(key, (y, y - 1))
            if bottom == y - 1:
                open_[key] = (top, y)
            else:
                done.append((number, top, bottom, left, right))
                open_[key] = (y, y)
        done += [(number, top, bottom, left, right) for (number, left, right), (top, bottom) in open_.items()]
        return done
