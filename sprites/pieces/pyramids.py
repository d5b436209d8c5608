"""Looney pyramids: how one and a stack of them look.  Letters ``SML`` are ice, ``sml`` ember.

Seen from above at a slight tilt, lit from the top left, of coloured glass.  Players differ in colour, in
lightness, in the edge (double line, dotted) and in the pips (round and dark, diamond and bright).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import pygame

from sprites.kit.paint import Canvas, Point, fast
from sprites.kit.theme import EMBER, ICE, Colour, mix

ROOM = 1.3
"""A sprite is this many squares wide, so that its shadow fits."""

_HALF = {"s": 0.215, "m": 0.315, "l": 0.425}
"""Half the base's width, in squares."""
_RAISE = {"s": 0.05, "m": 0.065, "l": 0.1}
"""How much higher on the screen whatever stands on a pyramid is, in squares."""
_PIPS = {"s": 1, "m": 2, "l": 3}
_TILT = 0.93
"""How much the base is shortened by looking at it aslant."""
_SINK = 0.03
"""Whole stacks stand this much below their square's centre, so that their height is centred."""


class Pose(NamedTuple):
    """Where a piece of a stack stands, in squares: offset of its sprite's centre from the square's centre."""

    dx: float
    dy: float
    scale: float


class _Glass(NamedTuple):
    """The colours of one player's pyramids."""

    facets: tuple[Colour, Colour, Colour, Colour]
    """Top, right, front, left."""
    edge: Colour
    pip: Colour
    shine: Colour


_WHITE: Colour = (255, 255, 255)
_ICE = _Glass(
    facets=(
        mix(ICE, _WHITE, 0.35),
        mix(ICE, (22, 50, 96), 0.52),
        mix(ICE, (40, 84, 140), 0.30),
        mix(ICE, (40, 84, 140), 0.08),
    ),
    edge=(236, 250, 255),
    pip=(8, 22, 62),
    shine=(255, 255, 255),
)
_EMBER = _Glass(
    facets=(
        mix(EMBER, (255, 214, 150), 0.38),
        mix(EMBER, (84, 14, 6), 0.64),
        mix(EMBER, (104, 20, 6), 0.52),
        mix(EMBER, (150, 40, 10), 0.14),
    ),
    edge=(255, 176, 104),
    pip=(255, 246, 220),
    shine=(255, 236, 196),
)


class Pyramids:
    """Draws them (see ``sprites.stage.stage.PieceArt``)."""

    def image(self, piece: str, square: int) -> pygame.Surface:
        """The piece at a square side of ``square`` real pixels, with alpha, centred; cached."""
        return _sprite(piece, max(8, square))

    def stack(self, pieces: tuple[str, ...], lean: float = 0.0) -> tuple[Pose, ...]:
        """How the pieces of one stack stand, from the bottom up; ``lean`` 0–1 spreads them."""
        poses = []
        dx, dy = 0.0, _SINK if len(pieces) < 3 else _SINK + 0.02
        for below in range(len(pieces)):
            if below:
                dy -= _RAISE[pieces[below - 1].lower()] + 0.2 * lean
                dx += 0.17 * lean
            poses.append(Pose(dx, dy, 1.0))
        if lean and len(pieces) > 1:
            shift = dx / 2
            poses = [Pose(pose.dx - shift, pose.dy + 0.1 * lean * (len(pieces) - 1), 1.0) for pose in poses]
        return tuple(poses)

    def colour(self, piece: str) -> Colour:
        """The colour of its shards and pulse."""
        return ICE if piece.isupper() else EMBER

    def weight(self, piece: str) -> int:
        """1 (light) to 3 (heavy): which sound it makes when set down."""
        return _PIPS[piece.lower()]

    def voice(self, piece: str) -> str:
        """The sound of its being put on the board."""
        return f"down{self.weight(piece)}"

    def lives(self, piece: str) -> bool:
        """Whether it breathes: none of them does."""
        return False


@lru_cache(maxsize=192)
def _sprite(piece: str, square: int) -> pygame.Surface:
    size = round(square * ROOM)
    half = _HALF[piece.lower()]
    canvas = Canvas(size, (_ICE if piece.isupper() else _EMBER).edge)
    _draw(_Pen(canvas, square / size), piece, half, square)
    image = _shadow(size, half / ROOM)
    image.blit(canvas.done(), (0, 0))
    return fast(image)


def _shadow(size: int, half: float) -> pygame.Surface:
    """A soft shadow to the bottom right, as large as a sprite; ``half`` is in sprites."""
    canvas = Canvas(size, (4, 2, 14))
    for i in range(6):
        grow = half * (1.16 - 0.045 * i)
        x, y = 0.5 + half * 0.09, 0.5 + half * 0.13
        canvas.box(
            x - grow, y - grow * _TILT, 2 * grow, 2 * grow * _TILT, half * 0.24, (4, 2, 14, 14 + 20 * i)
        )
    return canvas.done()


class _Pen:
    """Draws on a canvas in squares, from the middle of the sprite."""

    def __init__(self, canvas: Canvas, unit: float) -> None:
        self.canvas, self.unit = canvas, unit

    def at(self, point: Point) -> Point:
        return 0.5 + point[0] * self.unit, 0.5 + point[1] * self.unit

    def polygon(self, points: list[Point], paint: Colour | tuple[int, int, int, int]) -> None:
        self.canvas.polygon([self.at(p) for p in points], paint)

    def stroke(self, points: list[Point], width: float, paint: Colour, closed: bool = False) -> None:
        self.canvas.stroke([self.at(p) for p in points], width * self.unit, paint, closed)

    def dot(self, point: Point, radius: float, paint: Colour) -> None:
        self.canvas.circle(self.at(point), radius * self.unit, paint)


def _corners(half: float, shrink: float = 1.0, apex: Point = (0.0, 0.0)) -> list[Point]:
    """The base's corners from the top left clockwise, moved towards the apex where ``shrink`` < 1."""
    tall = half * _TILT
    base = [(-half, -tall), (half, -tall), (half, tall), (-half, tall)]
    return [(apex[0] + (x - apex[0]) * shrink, apex[1] + (y - apex[1]) * shrink) for x, y in base]


def _draw(pen: _Pen, piece: str, half: float, square: int) -> None:
    glass = _ICE if piece.isupper() else _EMBER
    apex = (0.0, -half * 0.34)
    for layer in range(10):
        shrink = 1 - layer / 10
        corners = _corners(half, shrink, apex)
        for side, facet in enumerate(glass.facets):
            tint = mix(facet, glass.shine, max(0.0, (layer - 3) / 6) ** 2 * 0.6)
            alpha = 250 if side in (0, 3) else 244
            alpha -= round(34 * (1 - abs(layer - 4) / 6)) if layer < 9 else 0
            pen.polygon([corners[side], corners[(side + 1) % 4], apex], (*tint, alpha))
    thin = max(0.018, 1.1 / square)
    for side, corner in enumerate(_corners(half, 0.93, apex)):
        pen.stroke([corner, apex], thin * 0.8, mix(glass.edge, glass.facets[2], 0.15 if side == 0 else 0.45))
    _edge(pen, piece, half, thin, square)
    pen.dot(apex, half * 0.1, glass.shine)
    pen.dot((apex[0] - half * 0.015, apex[1] - half * 0.02), half * 0.055, _WHITE)
    _pips(pen, piece, half, glass, square)


def _edge(pen: _Pen, piece: str, half: float, thin: float, square: int) -> None:
    """Ice has a double line round its base, ember a dark one with bright dots."""
    apex = (0.0, -half * 0.34)
    outer = _corners(half - thin / 2)
    if piece.isupper():
        pen.stroke(outer, thin * 1.2, _ICE.edge, closed=True)
        if square >= 40:
            inner = _corners(half - 3.2 * thin, 1.0, apex)
            pen.stroke(inner, thin * 0.7, mix(_ICE.edge, _ICE.facets[3], 0.25), closed=True)
        return
    pen.stroke(outer, thin * 2.0, (92, 24, 8), closed=True)
    gap = max(0.062, 3.4 / square)
    for start, end in zip(outer, outer[1:] + outer[:1], strict=True):
        length = abs(end[0] - start[0]) + abs(end[1] - start[1])
        count = max(2, round(length / gap))
        for i in range(count):
            part = i / count
            spot = (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
            pen.dot(spot, thin * 1.15, _EMBER.edge)


def _pips(pen: _Pen, piece: str, half: float, glass: _Glass, square: int) -> None:
    count = _PIPS[piece.lower()]
    radius = max(0.046, 1.6 / square)
    y = half * _TILT - 0.052 - radius
    gap = max(0.155, 2.9 * radius)
    for i in range(count):
        x = (i - (count - 1) / 2) * gap
        if piece.isupper():
            pen.dot((x, y), radius, glass.pip)
        else:
            reach = radius * 1.32
            pen.polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], glass.pip)
