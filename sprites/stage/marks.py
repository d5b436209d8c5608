"""What is marked on a board and how each mark looks; every mark has its own shape, not only its colour.

``under`` lies beneath the pieces, ``over`` on them.  Knows squares by name only.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import pygame

from sprites.kit.paint import Canvas, Point, curve, fast
from sprites.kit.theme import WALKERS, Accents, Colour, Theme, Tint, theme

_SAME = {
    "capture": "destroy",
    "en passant": "destroy",
    "take": "destroy",
    "destroy": "destroy",
    "control": "control",
    "rescue": "rescue",
}


CELLS = ("was-need", "was-new", "was-hit", "fit", "fit-here", "need", "lack", "new", "replace", "hit", "next")
"""What a square is to a turn in the making, in the order in which marks are drawn over each other:

- ``was-need``, ``was-new``, ``was-hit``: it was required by the last spell, got its new obstacle by the last
  turn, or somebody was hit there

- ``fit``: the chosen card fits here in some way; ``fit-here``: it fits as it is turned now
- ``need``: a required obstacle of this laying; ``lack``: one is required here and missing
- ``new``: gets a new obstacle; ``replace``: gets one in place of the old; ``hit``: whoever stands here is hit
- ``next``: the colour of this square's new obstacle is asked now
"""


@dataclass(frozen=True, slots=True)
class Marks:
    """What is marked on the board now; all places are squares."""

    selected: str = ""
    targets: Mapping[str, str] = field(default_factory=dict)
    """Square → what going there would do: ``move``, ``destroy``, ``control``, ``rescue`` (else ``move``)."""
    last: tuple[str, ...] = ()
    """The squares of the last move."""
    cursor: str = ""
    """Where keyboard or pad stands."""
    hover: str = ""
    """Where the mouse is: a stack there leans apart."""
    check: str = ""
    """The square of a king in check."""
    source: tuple[str, ...] = ()
    """Squares from which something may be picked up."""
    cells: Mapping[str, str] = field(default_factory=dict)
    """Square → one or more of CELLS, separated by blanks (``new next``): a turn that is being built."""
    ghosts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Square → pieces from the bottom up, drawn translucently: what will come there.  What stands there now is
    drawn faintly, and whoever is lighter than what comes, and not in ``hide``, is shown on top of it."""
    hide: tuple[str, ...] = ()
    """Squares whose top piece is drawn faintly: it is about to go."""

    def under(self) -> dict[str, tuple[str, ...]]:
        """Square → the marks beneath the pieces there."""
        layers: dict[str, list[str]] = {}
        for place, kinds in self.cells.items():
            layers[place] = [f"{kind}-ground" for kind in kinds.split() if kind in ("fit", "fit-here")]
        for place in self.last:
            layers.setdefault(place, []).append("last")
        for place in self.source:
            layers.setdefault(place, []).append("source")
        for place, name in ((self.check, "check"), (self.hover, "hover"), (self.selected, "selected")):
            if place:
                layers.setdefault(place, []).append(name)
        return {place: tuple(names) for place, names in layers.items()}

    def over(self) -> dict[str, tuple[str, ...]]:
        """Square → the marks on top of the pieces there."""
        layers: dict[str, list[str]] = {}
        for place, what in self.targets.items():
            layers.setdefault(place, []).append(_SAME.get(what, "move"))
        for place, kinds in self.cells.items():
            wanted = set(kinds.split())
            if wanted & {"hit", "replace"}:
                wanted.discard("new")
            layers.setdefault(place, []).extend(f"cell-{kind}" for kind in CELLS if kind in wanted)
        if self.cursor:
            layers.setdefault(self.cursor, []).append("cursor")
        return {place: tuple(names) for place, names in layers.items()}


@lru_cache(maxsize=128)
def mark_image(name: str, square: int, look: str, accents: Accents) -> pygame.Surface:
    """The picture of one mark (or of what a move does), a whole square large, on transparent."""
    colours = theme(look)
    draw, ground = _DRAWERS[_SAME.get(name, name)]
    colour = ground(colours, accents)
    canvas = Canvas(square, colour)
    draw(canvas, colour, colours)
    return fast(canvas.done())


def _last(c: Canvas, ink: Colour, look: Theme) -> None:
    c.box(0, 0, 1, 1, 0, (*ink, 46))
    _brackets(c, 0.035, 0.2, 0.035, (*ink, 150))


def _source(c: Canvas, ink: Colour, look: Theme) -> None:
    _brackets(c, 0.05, 0.13, 0.03, (*ink, 120))


def _hover(c: Canvas, ink: Colour, look: Theme) -> None:
    c.box(0, 0, 1, 1, 0, (*ink, 26))


def _selected(c: Canvas, ink: Colour, look: Theme) -> None:
    c.box(0, 0, 1, 1, 0, (*ink, 84))
    c.box(0.0, 0.0, 1.0, 1.0, 0.06, (*ink, 255), 0.045)


def _check(c: Canvas, ink: Colour, look: Theme) -> None:
    for i in range(8):
        c.circle((0.5, 0.5), 0.5 - i * 0.05, (*ink, 36 + 22 * i))
    c.box(0, 0, 1, 1, 0.06, (*ink, 230), 0.04)


def _brackets(c: Canvas, inset: float, arm: float, width: float, paint: Tint) -> None:
    """Four corners of a frame."""
    a, b = inset, 1 - inset
    for x, y in ((a, a), (b, a), (b, b), (a, b)):
        sx, sy = (1 if x == a else -1), (1 if y == a else -1)
        c.stroke([(x + sx * arm, y), (x, y), (x, y + sy * arm)], width, paint)


def _cursor(c: Canvas, ink: Colour, look: Theme) -> None:
    shade = (0, 0, 0) if sum(ink) > 380 else (255, 255, 255)
    _brackets(c, 0.055, 0.25, 0.1, (*shade, 200))
    _brackets(c, 0.055, 0.25, 0.055, (*ink, 255))


def _move(c: Canvas, ink: Colour, look: Theme) -> None:
    c.circle((0.5, 0.5), 0.155, (*look.sky_top, 170))
    c.circle((0.5, 0.5), 0.115, (*ink, 245))


def _badge(c: Canvas, ink: Colour, look: Theme) -> Point:
    """The disc in the top right corner that carries what an attack does; returns its middle."""
    middle = (0.81, 0.19)
    c.circle(middle, 0.185, (*ink, 255))
    c.circle(middle, 0.155, (*look.sky_top, 255))
    return middle


def _destroy(c: Canvas, ink: Colour, look: Theme) -> None:
    """Spikes from all four corners, and crossed shards."""
    for x, y in ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)):
        sx, sy = 1 - 2 * x, 1 - 2 * y
        c.polygon([(x, y), (x + sx * 0.3, y), (x + sx * 0.1, y + sy * 0.1), (x, y + sy * 0.3)], (*ink, 255))
    x, y = _badge(c, ink, look)
    for s in (-1, 1):
        c.polygon(
            [
                (x - s * 0.105, y - 0.105),
                (x + s * 0.03, y - 0.03),
                (x + s * 0.105, y + 0.105),
                (x - s * 0.03, y + 0.03),
            ],
            ink,
        )


def _control(c: Canvas, ink: Colour, look: Theme) -> None:
    """A whole ring round the square, and an eye."""
    c.box(0.015, 0.015, 0.97, 0.97, 0.2, (*look.sky_top, 160), 0.08)
    c.box(0.025, 0.025, 0.95, 0.95, 0.19, (*ink, 255), 0.055)
    x, y = _badge(c, ink, look)
    c.polygon(
        curve((x - 0.125, y), (x, y - 0.15), (x + 0.125, y))
        + curve((x + 0.125, y), (x, y + 0.15), (x - 0.125, y)),
        ink,
    )
    c.circle((x, y), 0.05, look.sky_top)


def _rescue(c: Canvas, ink: Colour, look: Theme) -> None:
    """A broken frame, and an arrow up out of a bowl."""
    for i in range(4):
        at = 0.09 + i * 0.235
        for a, b in (((at, 0.04), (at + 0.115, 0.04)), ((at, 0.96), (at + 0.115, 0.96))):
            c.stroke([a, b], 0.06, (*ink, 255))
            c.stroke([(a[1], a[0]), (b[1], b[0])], 0.06, (*ink, 255))
    x, y = _badge(c, ink, look)
    c.stroke([(x, y + 0.05), (x, y - 0.08)], 0.05, ink)
    c.stroke([(x - 0.07, y - 0.03), (x, y - 0.1), (x + 0.07, y - 0.03)], 0.045, ink)
    c.stroke(
        [(x - 0.09, y + 0.04), (x - 0.06, y + 0.1), (x + 0.06, y + 0.1), (x + 0.09, y + 0.04)], 0.04, ink
    )


def _fit_ground(c: Canvas, ink: Colour, look: Theme) -> None:
    """A light beneath the pieces, so that obstacles keep their colours."""
    c.box(0.02, 0.02, 0.96, 0.96, 0.08, (*ink, 62))


def _fit_here_ground(c: Canvas, ink: Colour, look: Theme) -> None:
    c.box(0.0, 0.0, 1.0, 1.0, 0.08, (*ink, 120))


def _cell_fit(c: Canvas, ink: Colour, look: Theme) -> None:
    """A small lozenge in the corner."""
    _lozenge(c, 0.115, look.sky_top)
    _lozenge(c, 0.075, ink)


def _cell_fit_here(c: Canvas, ink: Colour, look: Theme) -> None:
    """A frame, and the lozenge larger and hollow."""
    c.box(0.03, 0.03, 0.94, 0.94, 0.09, (*look.sky_top, 170), 0.065)
    c.box(0.04, 0.04, 0.92, 0.92, 0.08, (*ink, 255), 0.045)
    _lozenge(c, 0.2, look.sky_top)
    _lozenge(c, 0.16, ink)
    _lozenge(c, 0.085, look.sky_top)


def _lozenge(c: Canvas, reach: float, paint: Colour) -> None:
    x = y = 0.18
    c.polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], paint)


def _cell_was_need(c: Canvas, ink: Colour, look: Theme) -> None:
    """A bead in each corner."""
    for x in (0.075, 0.925):
        for y in (0.075, 0.925):
            c.circle((x, y), 0.085, look.sky_top)
            c.circle((x, y), 0.06, ink)


def _cell_was_new(c: Canvas, ink: Colour, look: Theme) -> None:
    """The corners of a frame."""
    _brackets(c, 0.045, 0.22, 0.1, (*look.sky_top, 230))
    _brackets(c, 0.045, 0.22, 0.06, (*ink, 255))


def _cell_was_hit(c: Canvas, ink: Colour, look: Theme) -> None:
    """A burst in the lower right corner."""
    for reach, paint in ((0.25, look.sky_top), (0.2, ink)):
        c.polygon(_burst((0.8, 0.8), reach), paint)


def _burst(middle: Point, reach: float) -> list[Point]:
    """A star of eight points."""
    spikes = [(math.tau * i / 16, reach if i % 2 == 0 else reach * 0.5) for i in range(16)]
    return [(middle[0] + far * math.cos(turn), middle[1] + far * math.sin(turn)) for turn, far in spikes]


def _cell_need(c: Canvas, ink: Colour, look: Theme) -> None:
    """A whole, thick frame."""
    c.box(0.0, 0.0, 1.0, 1.0, 0.1, (*look.sky_top, 220), 0.13)
    c.box(0.02, 0.02, 0.96, 0.96, 0.09, (*ink, 255), 0.085)


def _cell_lack(c: Canvas, ink: Colour, look: Theme) -> None:
    """A frame of dashes round a hole, crossed out."""
    c.box(0.06, 0.06, 0.88, 0.88, 0.1, (*look.sky_top, 130))
    for i in range(3):
        a, b = 0.1 + i * 0.3, 0.1 + i * 0.3 + 0.2
        for edge in (0.07, 0.93):
            c.stroke([(a, edge), (b, edge)], 0.07, (*ink, 255))
            c.stroke([(edge, a), (edge, b)], 0.07, (*ink, 255))
    for s in (-1, 1):
        c.stroke([(0.5 - s * 0.14, 0.36), (0.5 + s * 0.14, 0.64)], 0.075, (*ink, 255))


def _cell_new(c: Canvas, ink: Colour, look: Theme) -> None:
    """A bright ring, as on the card."""
    c.circle((0.5, 0.5), 0.455, (*look.sky_top, 200), 0.155)
    c.circle((0.5, 0.5), 0.43, (*ink, 255), 0.1)


def _cell_replace(c: Canvas, ink: Colour, look: Theme) -> None:
    """Two arrows that go round each other."""
    for width, paint in ((0.15, (*look.sky_top, 220)), (0.085, (*ink, 255))):
        for turn in (0.05, 0.55):
            c.arc((0.5, 0.5), 0.35, turn, turn + 0.3, width, paint)
    for s in (-1, 1):
        tip = [
            (0.5 + s * 0.05, 0.5 + s * 0.35),
            (0.5 - s * 0.14, 0.5 + s * 0.18),
            (0.5 - s * 0.14, 0.5 + s * 0.48),
        ]
        c.stroke(tip, 0.05, (*look.sky_top, 255), closed=True)
        c.polygon(tip, (*ink, 255))


def _cell_hit(c: Canvas, ink: Colour, look: Theme) -> None:
    """A target round whoever stands there: a ring, and cross hairs that reach over it on both sides."""
    for width, paint in ((0.13, (*look.sky_top, 230)), (0.07, (*ink, 255))):
        c.circle((0.5, 0.5), 0.38 + width / 2, paint, width)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            c.stroke([(0.5 + dx * 0.3, 0.5 + dy * 0.3), (0.5 + dx * 0.46, 0.5 + dy * 0.46)], width, paint)


def _cell_next(c: Canvas, ink: Colour, look: Theme) -> None:
    """A thin frame whose corners are the four colours to choose from."""
    c.box(0.05, 0.05, 0.9, 0.9, 0.08, (*look.sky_top, 220), 0.07)
    c.box(0.065, 0.065, 0.87, 0.87, 0.07, (*ink, 255), 0.035)
    corners = ((0.15, 0.15), (0.85, 0.15), (0.15, 0.85), (0.85, 0.85))
    for middle, paint in zip(corners, WALKERS.values(), strict=True):
        c.circle(middle, 0.15, look.sky_top)
        c.circle(middle, 0.135, ink)
        c.circle(middle, 0.1, paint)


def _first(look: Theme, accents: Accents) -> Colour:
    return accents.first


def _second(look: Theme, accents: Accents) -> Colour:
    return accents.second


_DRAWERS = {
    "last": (_last, _first),
    "source": (_source, _first),
    "hover": (_hover, lambda look, accents: look.focus),
    "selected": (_selected, _first),
    "check": (_check, lambda look, accents: look.bad),
    "cursor": (_cursor, lambda look, accents: look.focus),
    "move": (_move, _first),
    "destroy": (_destroy, lambda look, accents: look.bad),
    "control": (_control, lambda look, accents: (201, 160, 255) if look.glow else accents.first),
    "rescue": (_rescue, lambda look, accents: look.good),
    "fit-ground": (_fit_ground, _first),
    "fit-here-ground": (_fit_here_ground, _first),
    "cell-was-need": (_cell_was_need, _first),
    "cell-was-new": (_cell_was_new, _second),
    "cell-was-hit": (_cell_was_hit, lambda look, accents: look.bad),
    "cell-fit": (_cell_fit, _first),
    "cell-fit-here": (_cell_fit_here, _first),
    "cell-need": (_cell_need, _first),
    "cell-lack": (_cell_lack, lambda look, accents: look.warn),
    "cell-new": (_cell_new, _second),
    "cell-replace": (_cell_replace, _second),
    "cell-hit": (_cell_hit, lambda look, accents: look.bad),
    "cell-next": (_cell_next, lambda look, accents: look.focus),
}
