"""Where the pieces of one game stand on one board, and what the stage asks of a game's art.

Knows squares, trays and pixels; nothing of facts and time.
"""

from __future__ import annotations

import math
from typing import Protocol

import pygame

from sprites.kit.theme import Colour
from sprites.motion.timeline import Spot
from sprites.pieces.pyramids import Pose
from sprites.stage.boardview import BoardView


class PieceArt(Protocol):
    """How the pieces of one game look."""

    def image(self, piece: str, square: int) -> pygame.Surface: ...
    def stack(self, pieces: tuple[str, ...], lean: float = 0.0) -> tuple[Pose, ...]: ...
    def colour(self, piece: str) -> Colour: ...
    def weight(self, piece: str) -> int: ...
    def voice(self, piece: str) -> str: ...
    def lives(self, piece: str) -> bool: ...


class BoardLayout:
    """Where pieces stand on one BoardView: a ``sprites.motion.director.Layout``."""

    def __init__(self, view: BoardView, art: PieceArt) -> None:
        self.view, self.art = view, art

    @property
    def unit(self) -> float:
        return float(self.view.square)

    def weight(self, piece: str) -> int:
        return self.art.weight(piece)

    def voice(self, piece: str) -> str:
        return self.art.voice(piece)

    def spot(self, place: str, pieces: tuple[str, ...], index: int) -> Spot:
        rect = self.view.rect_of(place)
        if not rect.width:
            return Spot(float(rect.x), float(rect.y), 0.5, False)
        if place in self.view.trays:
            return self._in_tray(rect, len(pieces), index)
        pose = self.art.stack(pieces)[index]
        unit = self.unit
        return Spot(rect.centerx + pose.dx * unit, rect.centery + pose.dy * unit, pose.scale)

    def _in_tray(self, rect: pygame.Rect, count: int, index: int) -> Spot:
        """Pieces in a tray stand in rows, overlapping once they'd get smaller than half a row."""
        rows = max(1, round(rect.height / max(1, rect.width) * 3))
        cell = min(rect.height / rows, self.unit)
        per_row = max(1, math.ceil(max(count, 1) / rows), int(rect.width / cell))
        gap = min(cell, (rect.width - cell) / max(1, per_row - 1)) if per_row > 1 else cell
        row, column = divmod(index, per_row)
        x = rect.x + cell / 2 + column * gap
        y = rect.y + cell / 2 + row * cell
        return Spot(x, y, cell / self.unit, True)
