"""What lies behind things: the night gradient with star dust, glass panels, the pool of light under a board.

Everything is made once for a size and cached; callers blit and never draw on what they get.
"""

from __future__ import annotations

import pygame

from sprites.theme import Colour, Theme


def sky(
    size: tuple[int, int], theme: Theme, stars: bool = False, accent: Colour | None = None
) -> pygame.Surface:
    """The background of a whole window in real pixels: gradient, star dust if wanted, a breath of ``accent``."""
    raise NotImplementedError


def panel(
    surface: pygame.Surface,
    rect: pygame.Rect,
    theme: Theme,
    *,
    raised: bool = False,
    accent: Colour | None = None,
    radius: int = 12,
) -> None:
    """Draws a glass panel (rounded, translucent, bordered) into ``rect``; ``accent`` tints its border."""
    raise NotImplementedError


def pool(surface: pygame.Surface, rect: pygame.Rect, theme: Theme, accent: Colour) -> None:
    """Draws a soft pool of light around ``rect``."""
    raise NotImplementedError
