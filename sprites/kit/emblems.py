"""Emblems of the games, the app icon and the small icons of the interface: vector drawing, cached by size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

import pygame

from sprites.kit.icons import DRAWERS
from sprites.kit.paint import Canvas, Paint, Point, fast
from sprites.kit.theme import EMBER, GREEN, ICE, PURPLE, VERMILION, YELLOW, Colour, mix

ICONS: tuple[str, ...] = tuple(DRAWERS)
"""The names that ``icon`` knows."""

_GOLD: Colour = (242, 193, 78)
_CYAN: Colour = (95, 211, 255)
_LEAF: Colour = (126, 224, 138)


@lru_cache(maxsize=256)
def icon(name: str, size: int, colour: Colour) -> pygame.Surface:
    """The icon ``name`` (one of ICONS), ``size`` real pixels square, one colour on transparent; cached."""
    canvas = Canvas(size, colour)
    DRAWERS[name](canvas, colour)
    return fast(canvas.done())


@lru_cache(maxsize=32)
def emblem(game: str, size: int) -> pygame.Surface:
    """The emblem of a game (game id; unknown ids get the house's), ``size`` real pixels square; cached."""
    colour, draw = _EMBLEMS.get(game, (_CYAN, _three))
    canvas = Canvas(size, colour)
    draw(canvas)
    return fast(canvas.done())


@lru_cache(maxsize=4)
def app_icon(size: int = 64) -> pygame.Surface:
    """The window's icon."""
    canvas = Canvas(size, (26, 18, 56))
    canvas.box(0.02, 0.02, 0.96, 0.96, 0.2, (26, 18, 56))
    canvas.box(0.02, 0.02, 0.96, 0.96, 0.2, (104, 96, 168), 0.03)
    _three(canvas, 0.82)
    return canvas.done()


def _pyramid(canvas: Canvas, centre: Point, half: float, colour: Colour) -> None:
    """A pyramid from above: four facets, lit from the top left."""
    x, y = centre
    corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    apex = (x, y - half * 0.22)
    shades = (0.0, 0.42, 0.6, 0.16)
    for i, shade in enumerate(shades):
        paint = mix(mix(colour, (255, 255, 255), 0.12), (16, 10, 40), shade)
        canvas.polygon([corners[i], corners[(i + 1) % 4], apex], paint)
    line = mix(colour, (255, 255, 255), 0.55)
    canvas.stroke(corners, half * 0.07, line, closed=True)
    for corner in corners:
        canvas.stroke([corner, apex], half * 0.05, line)
    canvas.circle(apex, half * 0.12, (255, 255, 255))


def _three(canvas: Canvas, zoom: float = 1.0) -> None:
    """The house's own: three lit tables, one for each game."""
    for (x, y), colour in (((0.5, 0.3), _GOLD), ((0.28, 0.68), _CYAN), ((0.72, 0.68), _LEAF)):
        centre = (0.5 + (x - 0.5) * zoom, 0.5 + (y - 0.5) * zoom)
        _pyramid(canvas, centre, 0.19 * zoom, colour)


def _hat(canvas: Canvas) -> None:
    """A tall bent wizard's hat with a star."""
    night: Paint = (70, 44, 120)
    canvas.polygon(
        [
            (0.26, 0.78),
            (0.36, 0.42),
            (0.46, 0.16),
            (0.66, 0.08),
            (0.8, 0.2),
            (0.62, 0.24),
            (0.66, 0.5),
            (0.76, 0.78),
        ],
        night,
    )
    canvas.polygon([(0.46, 0.16), (0.66, 0.08), (0.8, 0.2), (0.62, 0.24)], (110, 76, 170))
    canvas.stroke(
        [
            (0.26, 0.76),
            (0.36, 0.42),
            (0.46, 0.16),
            (0.66, 0.08),
            (0.8, 0.2),
            (0.62, 0.24),
            (0.66, 0.5),
            (0.76, 0.76),
        ],
        0.035,
        _GOLD,
    )
    canvas.ellipse((0.5, 0.8), 0.44, 0.11, _GOLD)
    canvas.ellipse((0.5, 0.775), 0.27, 0.055, (150, 104, 24))
    canvas.star((0.51, 0.52), 0.15, _GOLD)


def _blocks(canvas: Canvas) -> None:
    """Four blocks, each with its colour's pattern: bricks, rings, star, zigzag."""
    ink: Colour = (20, 12, 40)
    for x, y, colour in (
        (0.06, 0.06, VERMILION),
        (0.53, 0.06, GREEN),
        (0.06, 0.53, YELLOW),
        (0.53, 0.53, PURPLE),
    ):
        canvas.box(x, y, 0.41, 0.41, 0.07, colour)
    for y in (0.19, 0.32):
        canvas.stroke([(0.08, y), (0.45, y)], 0.025, ink)
    for x, y in ((0.265, 0.06), (0.17, 0.19), (0.36, 0.19), (0.265, 0.33)):
        canvas.stroke([(x, y + 0.02), (x, y + 0.11)], 0.025, ink)
    for radius in (0.15, 0.08):
        canvas.circle((0.735, 0.265), radius, ink, 0.03)
    canvas.star((0.265, 0.745), 0.17, ink)
    for y in (0.66, 0.8):
        points = [(0.57 + i * 0.066, y + (0.05 if i % 2 else -0.03)) for i in range(6)]
        canvas.stroke(points, 0.035, ink)


def _pyramids(canvas: Canvas) -> None:
    """One pyramid that sits on another's head."""
    _pyramid(canvas, (0.5, 0.55), 0.43, ICE)
    _pyramid(canvas, (0.5, 0.4), 0.2, EMBER)


_EMBLEMS: Mapping[str, tuple[Colour, Callable[[Canvas], None]]] = MappingProxyType(
    {"mind-control": (ICE, _pyramids), "magi": (_GOLD, _hat), "taika-mario": (YELLOW, _blocks)}
)
"""Game id → the colour at its edges and what draws it."""
