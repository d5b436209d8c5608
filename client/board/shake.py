"""The gentle trembling of a square that says no."""

from __future__ import annotations

import pygame

SHAKE_S = 0.32
_SWINGS = 12
"""How many quarter swings it makes."""
_WIDE = 0.08
"""How far it swings at first, in squares."""


class Shake:
    """At most one square trembles at a time.  Times are seconds of the caller's clock."""

    def __init__(self) -> None:
        self.place = ""
        """The square that trembles; empty if none does."""
        self._begun = 0.0
        self._now = 0.0

    def begin(self, place: str, now: float) -> None:
        """This square trembles from now on, and no other."""
        self.place, self._begun, self._now = place, now, now

    def tick(self, now: float) -> None:
        """Let time pass; it ends by itself."""
        self._now = now
        if now - self._begun > SHAKE_S:
            self.place = ""

    def paint(self, surface: pygame.Surface, square: pygame.Rect, canvas: pygame.Surface) -> None:
        """Draw ``square`` of ``canvas`` where it is now, out of its place."""
        done = min(1.0, max(0.0, (self._now - self._begun) / SHAKE_S))
        wave = (0, 1, 0, -1)[int(done * _SWINGS) % 4] * (1 - done)
        shift = round(square.width * _WIDE * wave)
        seen = square.clip(canvas.get_rect())
        if shift and seen.width and seen.height:
            surface.blit(canvas.subsurface(seen).copy(), seen.move(shift, 0))
