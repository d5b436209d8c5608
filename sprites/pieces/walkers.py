"""Walkers and obstacles: how each one looks.

Obstacles ``r g y p`` are blocks with bricks, rings, a star, zigzag.  Walkers are four little moustached wizards of
our own, one for each colour, told apart by hat (pointed, flat cap, top hat, hood), moustache and beard.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

import pygame

from sprites.kit.paint import Canvas, Point, curve, fast, star_points
from sprites.kit.theme import WALKERS, Colour, mix
from sprites.pieces.pyramids import Pose

ROOM = 1.1
"""A sprite is this many squares wide, so that its shadow fits."""

COLOURS: Mapping[str, str] = MappingProxyType({"mario": "r", "luigi": "g", "wario": "y", "waluigi": "p"})
"""Walker → the colour it wears, which is also the one it is blind to."""

_RISE = 0.25
"""How much higher a walker on an obstacle is drawn, in squares."""
_ON_TOP = 0.72
"""Its size there, by that of one on the ground, so that the obstacle's pattern stays in sight."""
_INK: Colour = (20, 12, 36)
_SKIN: Colour = (246, 204, 164)
_HAIR: Mapping[str, Colour] = MappingProxyType(
    {"mario": (238, 234, 240), "luigi": (96, 54, 26), "wario": (36, 26, 32), "waluigi": (176, 176, 196)}
)


class Walkers:
    """Draws them (see ``sprites.stage.stage.PieceArt``)."""

    def image(self, piece: str, square: int) -> pygame.Surface:
        """The piece at a square side of ``square`` real pixels, with alpha, centred; cached."""
        return _sprite(piece, max(8, square))

    def stack(self, pieces: tuple[str, ...], lean: float = 0.0) -> tuple[Pose, ...]:
        """An obstacle lies flat on its square; whatever is above one stands on it, a little smaller."""
        poses = []
        for above in range(len(pieces)):
            if above:
                poses.append(Pose(0.2 * lean, -_RISE * above - 0.12 * lean, _ON_TOP))
            else:
                poses.append(Pose(0.0, 0.0, 1.0))
        return tuple(poses)

    def colour(self, piece: str) -> Colour:
        """The colour of its shards and glow."""
        return WALKERS[COLOURS.get(piece, piece)]

    def weight(self, piece: str) -> int:
        """1 (light) to 3 (heavy): which sound it makes when set down."""
        return 1 if piece in COLOURS else 3

    def voice(self, piece: str) -> str:
        """The sound of its being put on the board: every obstacle colour has its own pitch."""
        return "down1" if piece in COLOURS else f"block-{piece}"

    def lives(self, piece: str) -> bool:
        """Whether it breathes: walkers do, obstacles don't."""
        return piece in COLOURS


@lru_cache(maxsize=128)
def _sprite(piece: str, square: int) -> pygame.Surface:
    size = round(square * ROOM)
    if piece in COLOURS:
        pen = _Pen(size, square, _INK)
        _walker(pen, piece, WALKERS[COLOURS[piece]])
    else:
        pen = _Pen(size, square, _INK)
        _block(pen, piece, WALKERS[piece])
    image = pen.shadow(0.34 if piece in COLOURS else 0.46)
    image.blit(pen.canvas.done(), (0, 0))
    return fast(image)


class _Pen:
    """Draws in squares on a sprite that is a little larger than its square."""

    def __init__(self, size: int, square: int, ground: Colour) -> None:
        self.canvas = Canvas(size, ground)
        self.size = size
        self.thin = max(0.03, 1.2 / square)
        """Width of the thinnest line that still shows."""

    def at(self, point: Point) -> Point:
        return 0.5 + (point[0] - 0.5) / ROOM, 0.5 + (point[1] - 0.5) / ROOM

    def fill(self, points: list[Point], paint: Colour, line: Colour | None = _INK) -> None:
        """A filled shape with a dark line round it."""
        there = [self.at(p) for p in points]
        if line is not None:
            self.canvas.stroke(there, self.thin * 1.9, line, closed=True)
        self.canvas.polygon(there, paint)

    def line(self, points: list[Point], width: float, paint: Colour) -> None:
        self.canvas.stroke([self.at(p) for p in points], width, paint)

    def dot(self, point: Point, radius: float, paint: Colour) -> None:
        self.canvas.circle(self.at(point), radius, paint)

    def ring(self, point: Point, radius: float, width: float, paint: Colour) -> None:
        self.canvas.circle(self.at(point), radius, paint, width)

    def box(self, x: float, y: float, w: float, h: float, radius: float, paint: Colour) -> None:
        left, top = self.at((x, y))
        self.canvas.box(left, top, w / ROOM, h / ROOM, radius, paint)

    def shadow(self, half: float) -> pygame.Surface:
        """A soft shadow at the feet."""
        below = Canvas(self.size, (4, 2, 14))
        for i in range(5):
            below.ellipse(self.at((0.53, 0.9)), half - 0.03 * i, 0.1 - 0.01 * i, (4, 2, 14, 22 + 22 * i))
        return below.done()


# -- obstacles ----------------------------------------------------------------------------------------


def _block(pen: _Pen, letter: str, colour: Colour) -> None:
    """A block from above at a slight tilt: a lit top with the pattern, and a darker front."""
    pen.box(0.06, 0.07, 0.88, 0.88, 0.12, _INK)
    pen.box(0.085, 0.2, 0.83, 0.725, 0.1, mix(colour, _INK, 0.48))
    pen.box(0.085, 0.095, 0.83, 0.72, 0.1, mix(colour, (255, 255, 255), 0.45))
    pen.box(0.105, 0.125, 0.81, 0.69, 0.085, colour)
    PATTERNS[letter](pen, mix(colour, _INK, 0.86))


def _bricks(pen: _Pen, ink: Colour) -> None:
    width = pen.thin * 1.7
    for y in (0.34, 0.58):
        pen.line([(0.12, y), (0.9, y)], width, ink)
    for x, top, bottom in ((0.5, 0.14, 0.34), (0.31, 0.34, 0.58), (0.7, 0.34, 0.58), (0.5, 0.58, 0.8)):
        pen.line([(x, top), (x, bottom)], width, ink)


def _rings(pen: _Pen, ink: Colour) -> None:
    middle = (0.51, 0.465)
    pen.ring(middle, 0.27, pen.thin * 1.9, ink)
    pen.ring(middle, 0.135, pen.thin * 1.9, ink)


def _star(pen: _Pen, ink: Colour) -> None:
    pen.fill(star_points((0.51, 0.485), 0.31), ink, None)


def _zigzag(pen: _Pen, ink: Colour) -> None:
    for y in (0.32, 0.6):
        points = [(0.16 + i * 0.175, y + (0.09 if i % 2 else -0.08)) for i in range(5)]
        pen.line(points, pen.thin * 2.3, ink)


PATTERNS: Mapping[str, Callable[[_Pen, Colour], None]] = MappingProxyType(
    {"r": _bricks, "g": _rings, "y": _star, "p": _zigzag}
)
"""Obstacle → what draws its pattern."""


# -- walkers ------------------------------------------------------------------------------------------


def _both(half: list[Point]) -> list[Point]:
    """A shape from its right half, from the top down."""
    return half + [(1 - x, y) for x, y in reversed(half)]


def _disc(x: float, y: float, rx: float, ry: float) -> list[Point]:
    return [
        (x + (px - 0.5) * 2 * rx, y + (py - 0.5) * 2 * ry) for px, py in star_points((0.5, 0.5), 0.5, 16, 1.0)
    ]


def _walker(pen: _Pen, name: str, colour: Colour) -> None:
    wide, cloak, hat = SHAPES[name]
    dark, light, hair = mix(colour, _INK, 0.4), mix(colour, (255, 255, 255), 0.35), _HAIR[name]
    pen.fill(
        _both(
            [
                (0.5, 0.54),
                (0.5 + wide * 0.62, 0.58),
                *curve((0.5 + wide * 0.8, 0.66), (0.5 + wide, 0.8), (0.5 + wide, 0.92)),
            ]
        ),
        colour,
    )
    pen.fill(
        [(0.5, 0.56), (0.5 - wide * 0.55, 0.6), (0.5 - wide * 0.88, 0.89), (0.5 - wide * 0.45, 0.89)],
        light,
        None,
    )
    pen.fill(_both([(0.5, 0.84), (0.5 + wide * 0.96, 0.84), (0.5 + wide * 0.98, 0.91)]), dark, None)
    if name == "waluigi":
        hat(pen, colour, dark, light)
    pen.fill(_disc(0.5, 0.46, 0.19 if name != "wario" else 0.23, 0.17), _SKIN)
    cloak(pen, hair)
    for x in (0.43, 0.57):
        pen.dot((x, 0.43), max(0.026, pen.thin * 0.75), _INK)
    pen.fill(_disc(0.5, 0.49, 0.05, 0.042), mix(_SKIN, (214, 96, 72), 0.45), None)
    if name != "waluigi":
        hat(pen, colour, dark, light)
    SIGNS[name](pen)


def _long_beard(pen: _Pen, hair: Colour) -> None:
    """White and pointed, down to the hem; a bushy moustache."""
    pen.fill(_both([(0.5, 0.53), (0.7, 0.47), (0.67, 0.62), (0.5, 0.86)]), hair)
    _moustache(pen, hair, 0.17, 0.0)


def _no_beard(pen: _Pen, hair: Colour) -> None:
    """Clean chin, a broad brown moustache that hangs."""
    _moustache(pen, hair, 0.2, 0.07)


def _short_beard(pen: _Pen, hair: Colour) -> None:
    """A jagged black moustache over stubble."""
    tips = [(0.5, 0.53), (0.72, 0.51), (0.66, 0.59), (0.68, 0.65), (0.58, 0.61), (0.55, 0.66), (0.5, 0.6)]
    pen.fill(_both(tips), hair)


def _goatee(pen: _Pen, hair: Colour) -> None:
    """Thin ends that curl up, and a narrow forked beard."""
    pen.fill(_both([(0.5, 0.62), (0.55, 0.58), (0.58, 0.78), (0.52, 0.7)]), hair)
    for s in (-1, 1):
        pen.line(curve((0.5, 0.54), (0.5 + s * 0.14, 0.62), (0.5 + s * 0.2, 0.46)), pen.thin * 1.5, hair)


def _moustache(pen: _Pen, hair: Colour, reach: float, droop: float) -> None:
    half = [
        (0.5, 0.515),
        *curve((0.55, 0.5), (0.5 + reach, 0.5), (0.5 + reach + 0.04, 0.55 + droop)),
        (0.53, 0.59),
    ]
    pen.fill(_both(half), hair)


def _pointed(pen: _Pen, colour: Colour, dark: Colour, light: Colour) -> None:
    pen.fill([(0.29, 0.36), (0.42, 0.16), (0.53, 0.03), (0.6, 0.16), (0.71, 0.36)], colour)
    pen.fill([(0.34, 0.33), (0.44, 0.17), (0.52, 0.08), (0.46, 0.33)], light, None)
    pen.fill(_disc(0.5, 0.36, 0.33, 0.06), dark)


def _flat_cap(pen: _Pen, colour: Colour, dark: Colour, light: Colour) -> None:
    pen.fill(
        [*curve((0.22, 0.36), (0.26, 0.16), (0.52, 0.18)), *curve((0.52, 0.18), (0.78, 0.18), (0.76, 0.35))],
        colour,
    )
    pen.fill([(0.29, 0.31), (0.36, 0.23), (0.52, 0.21), (0.48, 0.28)], light, None)
    pen.fill([(0.4, 0.33), (0.78, 0.32), (0.9, 0.4), (0.66, 0.39)], dark)
    pen.dot((0.51, 0.17), 0.035, dark)


def _top_hat(pen: _Pen, colour: Colour, dark: Colour, light: Colour) -> None:
    pen.fill([(0.33, 0.02), (0.67, 0.02), (0.64, 0.32), (0.36, 0.32)], colour)
    pen.fill([(0.37, 0.05), (0.46, 0.05), (0.46, 0.21), (0.38, 0.21)], light, None)
    pen.fill([(0.36, 0.22), (0.64, 0.22), (0.64, 0.3), (0.36, 0.3)], _INK, None)
    pen.fill(_disc(0.5, 0.32, 0.34, 0.042), dark)


def _hood(pen: _Pen, colour: Colour, dark: Colour, light: Colour) -> None:
    """Round the whole face, its tip fallen over to the left; drawn behind the face."""
    pen.fill(
        [
            *curve((0.78, 0.68), (0.86, 0.2), (0.5, 0.1)),
            *curve((0.5, 0.1), (0.26, 0.06), (0.12, 0.2)),
            *curve((0.12, 0.2), (0.28, 0.24), (0.24, 0.44)),
            (0.22, 0.68),
        ],
        colour,
    )
    pen.fill([(0.2, 0.18), (0.36, 0.13), (0.5, 0.15), (0.34, 0.24)], light, None)
    pen.fill(_disc(0.5, 0.46, 0.24, 0.23), dark, None)


_PALE: Colour = (255, 244, 205)


def _brick_sign(pen: _Pen) -> None:
    """Two courses of bricks on the hat."""
    for box in (
        (0.4, 0.2, 0.09, 0.05),
        (0.505, 0.2, 0.12, 0.05),
        (0.375, 0.265, 0.13, 0.05),
        (0.52, 0.265, 0.11, 0.05),
    ):
        pen.box(*box, 0.012, _PALE)


def _ring_sign(pen: _Pen) -> None:
    """A ring and its middle on the cap."""
    pen.ring((0.46, 0.265), 0.075, max(0.026, pen.thin * 0.7), _PALE)
    pen.dot((0.46, 0.265), 0.028, _PALE)


def _star_sign(pen: _Pen) -> None:
    """A star on the band of the top hat."""
    pen.fill(star_points((0.5, 0.19), 0.1), _INK, None)
    pen.fill(star_points((0.5, 0.19), 0.066), _PALE, None)


def _zigzag_sign(pen: _Pen) -> None:
    """A zigzag on the hood, over the forehead."""
    points = [(0.34 + i * 0.066, 0.2 + (0.035 if i % 2 else -0.035)) for i in range(5)]
    pen.line(points, max(0.034, pen.thin * 1.1), _PALE)


SIGNS: Mapping[str, Callable[[_Pen], None]] = MappingProxyType(
    {"mario": _brick_sign, "luigi": _ring_sign, "wario": _star_sign, "waluigi": _zigzag_sign}
)
"""Walker → the sign on its hat: the pattern of the obstacles of its colour, to which it is blind."""

DrawBeard = Callable[[_Pen, Colour], None]
DrawHat = Callable[[_Pen, Colour, Colour, Colour], None]

SHAPES: Mapping[str, tuple[float, DrawBeard, DrawHat]] = MappingProxyType(
    {
        "mario": (0.28, _long_beard, _pointed),
        "luigi": (0.22, _no_beard, _flat_cap),
        "wario": (0.37, _short_beard, _top_hat),
        "waluigi": (0.2, _goatee, _hood),
    }
)
"""Walker → half the width of its cloak in squares, beard, hat."""
