"""A small vector canvas: shapes in units of 0–1, drawn large and scaled down, so that edges are smooth.

Shapes overwrite what is under them, alpha included (as ``pygame.draw`` does); ``over`` blends instead.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import pygame

Point = tuple[float, float]
Paint = tuple[int, int, int] | tuple[int, int, int, int]


class Canvas:
    """A square (or ``high`` times as high) drawing of ``size`` real pixels."""

    def __init__(self, size: int, ground: Sequence[int] = (0, 0, 0), high: float = 1.0) -> None:
        """``ground`` colours what is transparent: take that of the drawing's edge, or edges get dark."""
        self.size = max(1, size)
        self.height = max(1, round(size * high))
        self.zoom = 4 if self.size <= 160 else 3 if self.size <= 320 else 2
        self.unit = float(self.size * self.zoom)
        self._ground = (ground[0], ground[1], ground[2], 0)
        self.surface = self._layer()

    def _layer(self) -> pygame.Surface:
        layer = pygame.Surface((self.size * self.zoom, self.height * self.zoom), pygame.SRCALPHA)
        layer.fill(self._ground)
        return layer

    def _at(self, point: Point) -> Point:
        return point[0] * self.unit, point[1] * self.unit

    def polygon(self, points: Iterable[Point], paint: Paint) -> None:
        """A filled polygon."""
        pygame.draw.polygon(self.surface, paint, [self._at(p) for p in points])

    def circle(self, centre: Point, radius: float, paint: Paint, width: float = 0.0) -> None:
        """A disc, or a ring of ``width`` inside ``radius``."""
        thick = max(1, round(width * self.unit)) if width else 0
        pygame.draw.circle(self.surface, paint, self._at(centre), radius * self.unit, thick)

    def ellipse(self, centre: Point, rx: float, ry: float, paint: Paint, width: float = 0.0) -> None:
        """An upright ellipse, filled or as a ring."""
        if width:
            outer = [_on(centre, rx, ry, i / 48) for i in range(49)]
            self.stroke(outer, width, paint)
        else:
            self.polygon([_on(centre, rx, ry, i / 48) for i in range(48)], paint)

    def stroke(self, points: Sequence[Point], width: float, paint: Paint, closed: bool = False) -> None:
        """A line through ``points`` with round joins and ends."""
        path = [*points, points[0]] if closed else list(points)
        half = width * self.unit / 2
        dots = [self._at(p) for p in path]
        for (ax, ay), (bx, by) in pairwise(dots):
            length = math.hypot(bx - ax, by - ay)
            if length:
                nx, ny = -(by - ay) / length * half, (bx - ax) / length * half
                quad = [(ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)]
                pygame.draw.polygon(self.surface, paint, quad)
        for dot in dots:
            pygame.draw.circle(self.surface, paint, dot, half)

    def arc(self, centre: Point, radius: float, start: float, end: float, width: float, paint: Paint) -> None:
        """Part of a ring; angles in turns, 0 is right, clockwise."""
        steps = max(4, round(abs(end - start) * 48))
        turn = [start + (end - start) * i / steps for i in range(steps + 1)]
        self.stroke([_on(centre, radius, radius, t) for t in turn], width, paint)

    def box(
        self, x: float, y: float, w: float, h: float, radius: float, paint: Paint, width: float = 0.0
    ) -> None:
        """A rectangle with round corners, filled or as a frame."""
        rect = pygame.Rect(
            round(x * self.unit), round(y * self.unit), round(w * self.unit), round(h * self.unit)
        )
        thick = max(1, round(width * self.unit)) if width else 0
        pygame.draw.rect(self.surface, paint, rect, thick, border_radius=round(radius * self.unit))

    def star(self, centre: Point, radius: float, paint: Paint, points: int = 5, inner: float = 0.42) -> None:
        """A filled star with one point up."""
        self.polygon(star_points(centre, radius, points, inner), paint)

    def over(self, points: Iterable[Point], paint: tuple[int, int, int, int]) -> None:
        """A filled polygon, blended over what is there."""
        layer = pygame.Surface(self.surface.get_size(), pygame.SRCALPHA)
        pygame.draw.polygon(layer, paint, [self._at(p) for p in points])
        self.surface.blit(layer, (0, 0))

    def done(self) -> pygame.Surface:
        """The drawing at its real size."""
        return pygame.transform.smoothscale(self.surface, (self.size, self.height))


def _on(centre: Point, rx: float, ry: float, turn: float) -> Point:
    angle = turn * math.tau
    return centre[0] + rx * math.cos(angle), centre[1] + ry * math.sin(angle)


def star_points(centre: Point, radius: float, points: int = 5, inner: float = 0.42) -> list[Point]:
    """The corners of a star with one point up; ``inner`` is the inner radius by the outer."""
    corners = []
    for i in range(points * 2):
        r = radius if i % 2 == 0 else radius * inner
        corners.append(_on(centre, r, r, i / (points * 2) - 0.25))
    return corners


def curve(a: Point, control: Point, b: Point, steps: int = 12) -> list[Point]:
    """A quadratic curve from ``a`` to ``b`` as points."""
    out = []
    for i in range(steps + 1):
        t = i / steps
        u = 1 - t
        out.append(
            (
                u * u * a[0] + 2 * u * t * control[0] + t * t * b[0],
                u * u * a[1] + 2 * u * t * control[1] + t * t * b[1],
            )
        )
    return out


def fast(surface: pygame.Surface, alpha: bool = True) -> pygame.Surface:
    """``surface`` in the window's own pixel format where there is a window."""
    try:
        return surface.convert_alpha() if alpha else surface.convert()
    except pygame.error:  # no window has been opened yet
        return surface
