"""One scene fading into the next, within a fifth of a second.

Owns the old picture and the new one; knows no scene.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

LENGTH_S = 0.2


class Fade:
    """From the picture ``old`` to what is painted, from the moment ``start`` on."""

    def __init__(self, old: pygame.Surface, start: float) -> None:
        self.old = old
        self._start = start
        self._new: pygame.Surface | None = None

    def over(self, now: float) -> bool:
        """Whether the new scene is wholly there."""
        return now - self._start >= LENGTH_S

    def frame(
        self,
        surface: pygame.Surface,
        damage: list[pygame.Rect],
        paint: Callable[[pygame.Surface, pygame.Rect], None],
        now: float,
    ) -> None:
        """Put both on ``surface``: the new scene, of which ``damage`` is painted first, over the old one."""
        if self._new is None:
            self._new = surface.copy()
            self._start = now
        for rect in damage:
            paint(self._new, rect)
        part = min(1.0, max(0.0, (now - self._start) / LENGTH_S))
        self._new.set_alpha(round(255 * (1 - (1 - part) ** 2)))
        surface.blit(self.old, (0, 0))
        surface.blit(self._new, (0, 0))
        self._new.set_alpha(None)
