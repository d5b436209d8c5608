"""Silhouettes as data: strokes of one colour, ink or holes in the ink, in units of 0–1.

Knows only how to write them down and draw them.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import pygame

from sprites.kit.paint import Canvas, Point, curve, fast, star_points
from sprites.kit.theme import Colour


class Stroke(NamedTuple):
    """One shape of an emblem, in units of 0–1: ink, or a hole in the ink (``cut``)."""

    kind: str
    """``fill``, ``line``, ``dot`` or ``ring``."""
    points: tuple[Point, ...]
    size: float = 0.0
    """Width of a line, radius of a dot or ring."""
    cut: bool = False


Silhouette = tuple[Stroke, ...]
"""Strokes, one over the other."""


@lru_cache(maxsize=256)
def draw(strokes: Silhouette, size: int, colour: Colour) -> pygame.Surface:
    """``strokes`` on ``size`` real pixels square (6 at least), on transparent; cached."""
    size = max(6, size)
    canvas = Canvas(size, colour)
    for stroke in strokes:
        ink = (*colour, 0 if stroke.cut else 255)
        if stroke.kind == "fill":
            canvas.polygon(stroke.points, ink)
        elif stroke.kind == "line":
            canvas.stroke(stroke.points, max(stroke.size, 1.1 / size), ink)
        else:
            width = max(0.07, 1.2 / size) if stroke.kind == "ring" else 0.0
            canvas.circle(stroke.points[0], stroke.size, ink, width)
    return fast(canvas.done())


def around(angle: float, far: float, beside: float = 0.0) -> Point:
    """The point ``far`` from the middle in a direction, ``beside`` of it."""
    c, s = math.cos(angle), math.sin(angle)
    return 0.5 + far * c - beside * s, 0.5 + far * s + beside * c


def fill(*points: Point) -> Stroke:
    """A filled polygon."""
    return Stroke("fill", points)


def line(width: float, *points: Point) -> Stroke:
    """A line with round ends and joins."""
    return Stroke("line", points, width)


def dot(x: float, y: float, radius: float) -> Stroke:
    """A disc."""
    return Stroke("dot", ((x, y),), radius)


def ring(x: float, y: float, radius: float) -> Stroke:
    """A thin ring."""
    return Stroke("ring", ((x, y),), radius)


def cut(stroke: Stroke) -> Stroke:
    """The same shape as a hole in what was drawn before."""
    return stroke._replace(cut=True)


def bow(width: float, *points: Point) -> Stroke:
    """A line of curves, each drawn to by its middle point."""
    path: list[Point] = []
    for a, b, c in zip(points[0::2], points[1::2], points[2::2], strict=False):
        path += curve(a, b, c)
    return Stroke("line", tuple(path), width)


def oval(x: float, y: float, rx: float, ry: float) -> Stroke:
    """A filled upright ellipse."""
    return Stroke(
        "fill",
        tuple(
            (x + rx * math.cos(math.tau * i / 24), y + ry * math.sin(math.tau * i / 24)) for i in range(24)
        ),
    )


def box(x: float, y: float, w: float, h: float) -> Stroke:
    """A filled rectangle."""
    return fill((x, y), (x + w, y), (x + w, y + h), (x, y + h))


def star(x: float, y: float, radius: float, points: int = 5, inner: float = 0.42) -> Stroke:
    """A filled star with one point up."""
    return Stroke("fill", tuple(star_points((x, y), radius, points, inner)))


def spiral(x: float, y: float, radius: float, turns: float, width: float) -> Stroke:
    """A line that winds inwards."""
    steps = round(turns * 20)
    return Stroke(
        "line",
        tuple(
            (
                x + radius * (1 - i / steps * 0.9) * math.cos(math.tau * turns * i / steps),
                y + radius * (1 - i / steps * 0.9) * math.sin(math.tau * turns * i / steps),
            )
            for i in range(steps + 1)
        ),
        width,
    )


def wave(y: float, width: float = 0.07, left: float = 0.1, right: float = 0.9) -> Stroke:
    """A line of two waves."""
    step = (right - left) / 24
    return Stroke(
        "line",
        tuple((left + i * step, y + 0.05 * math.sin(math.tau * i / 12)) for i in range(25)),
        width,
    )
