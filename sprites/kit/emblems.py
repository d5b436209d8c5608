"""Liveries and their emblems, the app icon and the small icons of the interface: vector drawing, cached by size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import pygame

from sprites.kit.icons import DRAWERS
from sprites.kit.paint import Canvas, Point, fast
from sprites.kit.theme import Accents, Colour, Theme, mix

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


@dataclass(frozen=True, eq=False)
class Livery:
    """What tells one game from the others, wherever it is shown: an emblem, and colours in each theme."""

    edge: Colour
    """The colour at the emblem's edges."""
    draw: Callable[[Canvas], None]
    """Draws the emblem, one unit a side."""
    accents: Mapping[str, Accents] = field(default_factory=dict)
    """Theme's name → its colours; in a theme that is not named they are the house's own."""

    def accents_in(self, theme: Theme) -> Accents:
        """The colours in a theme."""
        return self.accents.get(theme.name, theme.accents)


@lru_cache(maxsize=32)
def emblem(livery: Livery, size: int) -> pygame.Surface:
    """The emblem of ``livery``, ``size`` real pixels square, on transparent; cached."""
    canvas = Canvas(size, livery.edge)
    livery.draw(canvas)
    return fast(canvas.done())


@lru_cache(maxsize=4)
def app_icon(size: int = 64) -> pygame.Surface:
    """The window's icon."""
    canvas = Canvas(size, (26, 18, 56))
    canvas.box(0.02, 0.02, 0.96, 0.96, 0.2, (26, 18, 56))
    canvas.box(0.02, 0.02, 0.96, 0.96, 0.2, (104, 96, 168), 0.03)
    _three(canvas, 0.82)
    return canvas.done()


def pyramid(canvas: Canvas, centre: Point, half: float, colour: Colour) -> None:
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
    """The house's own emblem: three lit tables."""
    for (x, y), colour in (((0.5, 0.3), _GOLD), ((0.28, 0.68), _CYAN), ((0.72, 0.68), _LEAF)):
        centre = (0.5 + (x - 0.5) * zoom, 0.5 + (y - 0.5) * zoom)
        pyramid(canvas, centre, 0.19 * zoom, colour)


HOUSE = Livery(_CYAN, _three)
"""The house's own."""
