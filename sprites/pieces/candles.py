"""Hearts as candles: a burning one has a flame, one that went out a wisp of smoke and a shorter stump.

Shape says it as well as colour.  Knows how many and how many of them burn, nothing else.
"""

from __future__ import annotations

from functools import lru_cache

import pygame

from sprites.kit.paint import Canvas, Point, curve, fast
from sprites.kit.theme import Colour, Theme, mix, theme

WIDE = 0.46
"""Width of one candle by its height."""

_WAX: Colour = (244, 232, 206)
_FLAME: Colour = (255, 178, 44)


def candles(lit: int, total: int, height: int, theme: Theme) -> pygame.Surface:
    """``total`` candles side by side, the first ``lit`` of them burning; ``height`` real pixels, on transparent.

    Each is ``round(height * WIDE)`` wide.  ``lit`` is held to 0–``total``.  Cached; don't draw on it.
    """
    count = max(0, total)
    return _row(min(count, max(0, lit)), count, max(6, height), theme.name)


@lru_cache(maxsize=64)
def _row(lit: int, total: int, height: int, look: str) -> pygame.Surface:
    wide = max(1, round(height * WIDE))
    row = pygame.Surface((max(1, wide * total), height), pygame.SRCALPHA)
    for i in range(total):
        row.blit(candle(i < lit, height, look), (i * wide, 0))
    return fast(row)


@lru_cache(maxsize=64)
def candle(lit: bool, height: int, look: str) -> pygame.Surface:
    """One candle in the theme called ``look``."""
    colours = theme(look)
    wide = max(1, round(height * WIDE))
    ink = (30, 18, 24) if colours.glow else colours.text
    c = Canvas(wide, (*(_WAX if lit else mix(_WAX, (90, 84, 110), 0.55)),), height / wide)
    # one unit is the width of a candle, so its foot is at 1 / WIDE
    foot = height / wide
    line = max(0.07, 1.0 / wide)
    wax = _WAX if lit else mix(_WAX, (90, 84, 110), 0.55)
    top = foot * (0.42 if lit else 0.56)
    left, right = 0.2, 0.8
    body: list[Point] = [(left, top), (right, top), (right, foot - line), (left, foot - line)]
    c.stroke(body, line * 1.6, ink, closed=True)
    c.polygon(body, wax)
    if lit:
        c.box(0.6, top, 0.2, foot - line - top, 0.0, mix(wax, (150, 96, 60), 0.35))
    c.stroke([(0.5, top), (0.5, top - 0.12)], line * 1.2, ink)
    if lit:
        _flame(c, top - 0.06, foot, ink, line)
    else:
        _wisp(c, top - 0.14, foot, mix(colours.muted, colours.sky_top, 0.1), line)
    return fast(c.done())


def _flame(c: Canvas, base: float, foot: float, ink: Colour, line: float) -> None:
    tip = foot * 0.03
    half = 0.3
    shape = [
        *curve((0.5, tip), (0.5 + half * 1.5, base - 0.42), (0.5 + half * 0.7, base - 0.1)),
        *curve((0.5 + half * 0.7, base - 0.1), (0.5, base + 0.16), (0.5 - half * 0.7, base - 0.1)),
        *curve((0.5 - half * 0.7, base - 0.1), (0.5 - half * 1.3, base - 0.42), (0.5, tip)),
    ]
    c.stroke(shape, line, ink, closed=True)
    c.polygon(shape, _FLAME)
    middle = base - 0.2
    c.ellipse((0.5, middle), half * 0.45, 0.2, (255, 244, 196))


def _wisp(c: Canvas, base: float, foot: float, paint: Colour, line: float) -> None:
    """Smoke that curls up where the flame was."""
    rise = base - foot * 0.06
    path = [
        *curve((0.5, base), (0.8, base - rise * 0.25), (0.5, base - rise * 0.5)),
        *curve((0.5, base - rise * 0.5), (0.22, base - rise * 0.74), (0.56, base - rise)),
    ]
    c.stroke(path, line * 1.3, paint)
