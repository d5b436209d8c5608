"""What follows the pointer while a piece is dragged: where it was taken, where it is, what must be painted again."""

from __future__ import annotations

import pygame

NOWHERE = pygame.Rect(0, 0, 0, 0)


class Dragging:
    """A piece that is held by the mouse; it follows the pointer once that has gone far enough."""

    def __init__(self) -> None:
        self.start = ""
        """The square where it was taken; empty while nothing is held."""
        self.was_chosen = False
        """Whether what is held was chosen already before it was pressed."""
        self.at: tuple[int, int] | None = None
        """Where what is dragged is now, in window pixels; None while it lies where it was taken."""
        self._drawn = NOWHERE
        """Where it was drawn last."""

    def take(self, place: str, was_chosen: bool) -> None:
        """The piece on this square is held from now on."""
        self.start, self.was_chosen, self.at = place, was_chosen, None

    def follow(self, at: tuple[int, int], square: int) -> list[pygame.Rect]:
        """It is dragged to ``at``, on a board with squares of ``square`` pixels; what must be painted again."""
        old, self.at = self._drawn, at
        self._drawn = pygame.Rect(0, 0, square * 2, square * 2)
        self._drawn.center = at
        return [old, self._drawn]

    def let_go(self) -> list[pygame.Rect]:
        """Nothing is held any more; what must be painted again."""
        old = [self._drawn] if self.at is not None else []
        self.start, self.at = "", None
        return old
