"""The interface's small icons: each a few strokes in one colour, on a canvas of 0–1, readable at 16 px."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from sprites.kit.paint import Canvas, Point, curve
from sprites.kit.theme import Colour

_W = 0.095
"""The stroke that all icons share."""

Drawer = Callable[[Canvas, Colour], None]


def _eye(c: Canvas, ink: Colour) -> None:
    c.stroke(curve((0.06, 0.5), (0.5, 0.02), (0.94, 0.5)), _W, ink)
    c.stroke(curve((0.06, 0.5), (0.5, 0.98), (0.94, 0.5)), _W, ink)
    c.circle((0.5, 0.5), 0.15, ink)


def _lock(c: Canvas, ink: Colour) -> None:
    c.box(0.2, 0.44, 0.6, 0.46, 0.08, ink)
    c.stroke([(0.32, 0.46), (0.32, 0.32), *_bow((0.5, 0.32), 0.18), (0.68, 0.32), (0.68, 0.46)], _W, ink)
    c.circle((0.5, 0.64), 0.07, (*ink, 0))
    c.stroke([(0.5, 0.66), (0.5, 0.76)], 0.07, (*ink, 0))


def _bow(centre: Point, radius: float) -> list[Point]:
    turns = [0.5 + 0.5 * i / 12 for i in range(13)]
    return [
        (centre[0] + radius * math.cos(t * math.tau), centre[1] + radius * math.sin(t * math.tau))
        for t in turns
    ]


def _seat(c: Canvas, ink: Colour) -> None:
    c.circle((0.5, 0.5), 0.3, ink)


def _seat_free(c: Canvas, ink: Colour) -> None:
    c.circle((0.5, 0.5), 0.3, ink, _W)


def _person(c: Canvas, ink: Colour) -> None:
    c.circle((0.5, 0.3), 0.19, ink)
    body = curve((0.12, 0.92), (0.14, 0.56), (0.5, 0.56)) + curve((0.5, 0.56), (0.86, 0.56), (0.88, 0.92))
    c.polygon(body, ink)


def _bot(c: Canvas, ink: Colour) -> None:
    c.stroke([(0.5, 0.12), (0.5, 0.3)], _W, ink)
    c.circle((0.5, 0.13), 0.08, ink)
    c.box(0.14, 0.3, 0.72, 0.56, 0.14, ink)
    for x in (0.35, 0.65):
        c.circle((x, 0.52), 0.085, (*ink, 0))
    c.stroke([(0.36, 0.71), (0.64, 0.71)], 0.07, (*ink, 0))


def _chevron(points: list[Point]) -> Drawer:
    def draw(c: Canvas, ink: Colour) -> None:
        c.stroke(points, 0.12, ink)

    return draw


def _flip(c: Canvas, ink: Colour) -> None:
    for x, tip, tail in ((0.3, 0.14, 0.82), (0.7, 0.86, 0.18)):
        way = 0.2 if tip < tail else -0.2
        c.stroke([(x, tail), (x, tip)], _W, ink)
        c.stroke([(x - 0.18, tip + way), (x, tip), (x + 0.18, tip + way)], _W, ink)


def _flag(c: Canvas, ink: Colour) -> None:
    c.stroke([(0.22, 0.08), (0.22, 0.92)], _W, ink)
    wave = curve((0.22, 0.12), (0.42, 0.02), (0.55, 0.14)) + curve((0.55, 0.14), (0.7, 0.26), (0.9, 0.14))
    low = [(x, y + 0.42) for x, y in reversed(wave)]
    c.polygon(wave + low, ink)


def _handshake(c: Canvas, ink: Colour) -> None:
    """Two cuffs, two hands that clasp, the fingers of one over the other."""
    gap = (*ink, 0)
    c.polygon([(0.0, 0.24), (0.14, 0.2), (0.14, 0.66), (0.0, 0.62)], ink)
    c.polygon([(1.0, 0.24), (0.86, 0.2), (0.86, 0.66), (1.0, 0.62)], ink)
    c.polygon([(0.2, 0.24), (0.46, 0.24), (0.8, 0.58), (0.54, 0.84), (0.44, 0.84), (0.2, 0.6)], ink)
    for x, y in ((0.48, 0.8), (0.59, 0.72), (0.69, 0.64)):
        c.circle((x, y), 0.075, ink)
        c.stroke([(x + 0.055, y + 0.05), (x - 0.05, y - 0.06)], 0.035, gap)
    c.stroke([(0.84, 0.28), (0.58, 0.28), (0.4, 0.46)], 0.22, gap)
    c.stroke([(0.79, 0.29), (0.58, 0.29), (0.42, 0.45)], 0.13, ink)
    c.polygon([(0.6, 0.25), (0.8, 0.24), (0.8, 0.56), (0.58, 0.36)], ink)


def _door(c: Canvas, ink: Colour) -> None:
    c.stroke([(0.5, 0.1), (0.14, 0.1), (0.14, 0.9), (0.5, 0.9)], _W, ink)
    c.stroke([(0.36, 0.5), (0.88, 0.5)], _W, ink)
    c.stroke([(0.68, 0.28), (0.9, 0.5), (0.68, 0.72)], _W, ink)


def _gear(c: Canvas, ink: Colour) -> None:
    for i in range(8):
        angle = i / 8 * math.tau
        far = (0.5 + 0.42 * math.cos(angle), 0.5 + 0.42 * math.sin(angle))
        c.stroke([(0.5, 0.5), far], 0.15, ink)
    c.circle((0.5, 0.5), 0.33, ink)
    c.circle((0.5, 0.5), 0.14, (*ink, 0))


def _cone(c: Canvas, ink: Colour) -> None:
    c.polygon([(0.06, 0.36), (0.24, 0.36), (0.48, 0.14), (0.48, 0.86), (0.24, 0.64), (0.06, 0.64)], ink)


def _speaker(c: Canvas, ink: Colour) -> None:
    _cone(c, ink)
    c.arc((0.46, 0.5), 0.2, -0.14, 0.14, _W, ink)
    c.arc((0.46, 0.5), 0.42, -0.13, 0.13, _W, ink)


def _mute(c: Canvas, ink: Colour) -> None:
    _cone(c, ink)
    c.stroke([(0.62, 0.36), (0.9, 0.64)], _W, ink)
    c.stroke([(0.9, 0.36), (0.62, 0.64)], _W, ink)


def _play(c: Canvas, ink: Colour) -> None:
    c.polygon([(0.24, 0.12), (0.88, 0.5), (0.24, 0.88)], ink)


def _pause(c: Canvas, ink: Colour) -> None:
    for x in (0.22, 0.58):
        c.box(x, 0.14, 0.2, 0.72, 0.06, ink)


def _back(c: Canvas, ink: Colour) -> None:
    c.stroke([(0.12, 0.5), (0.9, 0.5)], _W, ink)
    c.stroke([(0.4, 0.2), (0.1, 0.5), (0.4, 0.8)], _W, ink)


def _network(c: Canvas, ink: Colour) -> None:
    c.stroke([(0.5, 0.22), (0.2, 0.76), (0.8, 0.76)], 0.07, ink, closed=True)
    for x, y in ((0.5, 0.22), (0.2, 0.76), (0.8, 0.76)):
        c.circle((x, y), 0.15, ink)


def _check(c: Canvas, ink: Colour) -> None:
    c.stroke([(0.12, 0.54), (0.38, 0.8), (0.88, 0.22)], 0.13, ink)


def _cross(c: Canvas, ink: Colour) -> None:
    c.stroke([(0.18, 0.18), (0.82, 0.82)], 0.12, ink)
    c.stroke([(0.82, 0.18), (0.18, 0.82)], 0.12, ink)


def _plus(c: Canvas, ink: Colour) -> None:
    c.stroke([(0.5, 0.12), (0.5, 0.88)], 0.12, ink)
    c.stroke([(0.12, 0.5), (0.88, 0.5)], 0.12, ink)


def _book(c: Canvas, ink: Colour) -> None:
    for side in (-1, 1):
        page = [(0.5 + side * x, y) for x, y in curve((0.0, 0.24), (0.2, 0.06), (0.42, 0.18))]
        low = [(x, y + 0.62) for x, y in reversed(page)]
        c.stroke(page + low, 0.08, ink, closed=True)


def _save(c: Canvas, ink: Colour) -> None:
    c.stroke([(0.5, 0.08), (0.5, 0.6)], _W, ink)
    c.stroke([(0.26, 0.38), (0.5, 0.62), (0.74, 0.38)], _W, ink)
    c.stroke([(0.1, 0.66), (0.1, 0.9), (0.9, 0.9), (0.9, 0.66)], _W, ink)


def _again(c: Canvas, ink: Colour) -> None:
    c.arc((0.5, 0.52), 0.35, -0.08, 0.74, _W, ink)
    c.polygon([(0.46, -0.02), (0.46, 0.36), (0.7, 0.17)], ink)


def _turn(c: Canvas, ink: Colour) -> None:
    """A quarter turn clockwise."""
    c.arc((0.46, 0.56), 0.32, 0.2, 0.96, _W, ink)
    c.polygon([(0.62, 0.44), (0.98, 0.44), (0.8, 0.76)], ink)


def _mirror(c: Canvas, ink: Colour) -> None:
    """A shape and its image on both sides of a line."""
    c.stroke([(0.5, 0.06), (0.5, 0.94)], 0.07, ink)
    c.polygon([(0.4, 0.22), (0.4, 0.8), (0.04, 0.8)], ink)
    c.stroke([(0.62, 0.24), (0.62, 0.78), (0.94, 0.78)], 0.07, ink, closed=True)


def _cards(c: Canvas, ink: Colour) -> None:
    """Two cards, the front one lying over the other."""
    c.stroke([(0.2, 0.66), (0.12, 0.16), (0.56, 0.08), (0.6, 0.2)], 0.08, ink)
    c.stroke([(0.36, 0.3), (0.84, 0.3), (0.84, 0.92), (0.36, 0.92)], 0.085, ink, closed=True)
    c.circle((0.6, 0.61), 0.1, ink)


def _blind(c: Canvas, ink: Colour) -> None:
    """An eye struck out."""
    _eye(c, ink)
    c.stroke([(0.1, 0.92), (0.9, 0.08)], 0.13, ink)


def _crown(c: Canvas, ink: Colour) -> None:
    c.polygon(
        [(0.08, 0.24), (0.3, 0.52), (0.5, 0.12), (0.7, 0.52), (0.92, 0.24), (0.84, 0.82), (0.16, 0.82)], ink
    )
    for x, y in ((0.08, 0.22), (0.5, 0.12), (0.92, 0.22)):
        c.circle((x, y), 0.07, ink)


def _clock(c: Canvas, ink: Colour) -> None:
    c.circle((0.5, 0.5), 0.43, ink, _W)
    c.stroke([(0.5, 0.26), (0.5, 0.52), (0.68, 0.62)], _W, ink)


def _warning(c: Canvas, ink: Colour) -> None:
    c.stroke([(0.5, 0.12), (0.92, 0.86), (0.08, 0.86)], _W, ink, closed=True)
    c.stroke([(0.5, 0.4), (0.5, 0.6)], _W, ink)
    c.circle((0.5, 0.74), 0.055, ink)


DRAWERS: Mapping[str, Drawer] = MappingProxyType(
    {
        "eye": _eye,
        "lock": _lock,
        "seat": _seat,
        "seat-free": _seat_free,
        "person": _person,
        "bot": _bot,
        "arrow-left": _chevron([(0.66, 0.14), (0.3, 0.5), (0.66, 0.86)]),
        "arrow-right": _chevron([(0.34, 0.14), (0.7, 0.5), (0.34, 0.86)]),
        "arrow-up": _chevron([(0.14, 0.66), (0.5, 0.3), (0.86, 0.66)]),
        "arrow-down": _chevron([(0.14, 0.34), (0.5, 0.7), (0.86, 0.34)]),
        "flip": _flip,
        "flag": _flag,
        "handshake": _handshake,
        "door": _door,
        "gear": _gear,
        "speaker": _speaker,
        "mute": _mute,
        "play": _play,
        "pause": _pause,
        "back": _back,
        "network": _network,
        "check": _check,
        "cross": _cross,
        "plus": _plus,
        "book": _book,
        "save": _save,
        "again": _again,
        "turn": _turn,
        "mirror": _mirror,
        "blind": _blind,
        "cards": _cards,
        "crown": _crown,
        "clock": _clock,
        "warning": _warning,
    }
)
