"""Our own set of nine chess pieces: how each one looks.  ``KQRBNPDCW`` are ivory, small letters obsidian.

Each has one tell that its outline alone shows: king a cross, queen a crown of points, rook battlements, bishop a
cleft mitre, knight a head, pawn a ball, duke a low broad tower with a coronet, cardinal a mitre under a wide round
hat, wizard a tall bent hat with a star.  Ivory has a gold rim light, obsidian a blue one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import pygame

from sprites.kit.paint import Canvas, Point, curve, fast, star_points
from sprites.kit.theme import Colour, mix
from sprites.pieces.pyramids import Pose

ROOM = 1.1
"""A sprite is this many squares wide, so that its shadow fits."""

_WEIGHTS = {"p": 1, "n": 2, "b": 2, "c": 2, "w": 2}
"""All others weigh 3."""

Shape = list[Point]


class _Stuff(NamedTuple):
    """What a player's pieces are made of."""

    lit: Colour
    body: Colour
    shade: Colour
    line: Colour
    rim: Colour
    detail: Colour


_IVORY = _Stuff((255, 251, 236), (240, 226, 192), (196, 168, 118), (44, 28, 14), (255, 206, 92), (74, 48, 24))
_OBSIDIAN = _Stuff((92, 96, 136), (36, 36, 62), (20, 19, 38), (6, 5, 16), (150, 205, 255), (158, 206, 255))


class ChessPieces:
    """Draws them (see ``sprites.stage.stage.PieceArt``)."""

    def image(self, piece: str, square: int) -> pygame.Surface:
        """The piece at a square side of ``square`` real pixels, with alpha, centred; cached."""
        return _sprite(piece, max(8, square))

    def stack(self, pieces: tuple[str, ...], lean: float = 0.0) -> tuple[Pose, ...]:
        """Chess pieces never stand on each other; if they did, each would stand a little higher."""
        return tuple(Pose(0.16 * lean * i, -0.14 * i, 1.0) for i in range(len(pieces)))

    def colour(self, piece: str) -> Colour:
        """The colour of its shards and glow."""
        return _IVORY.body if piece.isupper() else _OBSIDIAN.rim

    def weight(self, piece: str) -> int:
        """1 (light) to 3 (heavy): which sound it makes when set down."""
        return _WEIGHTS.get(piece.lower(), 3)

    def voice(self, piece: str) -> str:
        """The sound of its being put on the board."""
        return f"down{self.weight(piece)}"

    def lives(self, piece: str) -> bool:
        """Whether it breathes: none of them does."""
        return False


class _Figure(NamedTuple):
    """One kind of piece: filled outlines, lines cut into them, and bright parts on top."""

    shapes: tuple[Shape, ...]
    cuts: tuple[Shape, ...] = ()
    gems: tuple[Shape, ...] = ()


@lru_cache(maxsize=192)
def _sprite(piece: str, square: int) -> pygame.Surface:
    size = round(square * ROOM)
    stuff = _IVORY if piece.isupper() else _OBSIDIAN
    figure = FIGURES[piece.lower()]()
    image = _shadow(size)
    image.blit(_outline(figure, stuff, size, square).done(), (0, 0))
    image.blit(_body(figure, stuff, size), (0, 0))
    canvas = Canvas(size, stuff.detail)
    width = max(0.032, 1.3 / square)
    for cut in figure.cuts:
        canvas.stroke([_at(p) for p in cut], width, stuff.detail)
    for gem in figure.gems:
        canvas.polygon([_at(p) for p in gem], stuff.rim if stuff is _OBSIDIAN else (176, 92, 20))
    image.blit(canvas.done(), (0, 0))
    return fast(image)


def _at(point: Point) -> Point:
    """From squares to sprites."""
    return 0.5 + (point[0] - 0.5) / ROOM, 0.5 + (point[1] - 0.5) / ROOM


def _shadow(size: int) -> pygame.Surface:
    canvas = Canvas(size, (4, 2, 14))
    for i in range(5):
        canvas.ellipse(_at((0.53, 0.86)), 0.36 - 0.03 * i, 0.1 - 0.01 * i, (4, 2, 14, 22 + 22 * i))
    return canvas.done()


def _outline(figure: _Figure, stuff: _Stuff, size: int, square: int) -> Canvas:
    """The rim light round the whole figure, and a dark line inside it."""
    canvas = Canvas(size, stuff.rim)
    wide = max(0.085, 3.0 / square)
    for grow, paint in ((wide, (*stuff.rim, 255)), (wide * 0.48, (*stuff.line, 255))):
        for shape in figure.shapes:
            canvas.stroke([_at(p) for p in shape], grow, paint, closed=True)
    return canvas


def _body(figure: _Figure, stuff: _Stuff, size: int) -> pygame.Surface:
    """The figure itself, lit from the left: a gradient cut out by the figure's shapes."""
    stencil = Canvas(size, stuff.body)
    for shape in figure.shapes:
        stencil.polygon([_at(p) for p in shape], (255, 255, 255, 255))
    light = pygame.Surface((32, 1))
    for x in range(32):
        part = x / 31
        low, high = (stuff.lit, stuff.body) if part < 0.5 else (stuff.body, stuff.shade)
        light.set_at((x, 0), mix(low, high, (part * 2) % 1.0 if part < 1 else 1.0))
    inside = pygame.transform.smoothscale(
        light.convert(32) if light.get_bitsize() < 24 else light, (round(size * 0.6), size)
    )
    image = pygame.Surface((size, size), pygame.SRCALPHA)
    image.fill((*stuff.shade, 255))
    image.fill((*stuff.lit, 255), pygame.Rect(0, 0, size // 4, size))
    image.blit(inside, (round(size * 0.2), 0))
    image.blit(_alpha(stencil.done()), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return image


def _alpha(stencil: pygame.Surface) -> pygame.Surface:
    """White with the alpha of ``stencil``."""
    stencil.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
    return stencil


# -- figures, in squares, y downwards -----------------------------------------------------------------


def _mirror(half: Shape) -> Shape:
    """A shape from its right half, from the top down."""
    return half + [(1 - x, y) for x, y in reversed(half)]


def _foot(top: float = 0.79, half: float = 0.29) -> Shape:
    return _mirror([(0.5, top), (0.5 + half * 0.82, top), (0.5 + half, top + 0.05), (0.5 + half, 0.9)])


def _stem(top: float, neck: float, base: float = 0.2) -> Shape:
    """A body that swings from a narrow neck to its foot."""
    return _mirror(curve((0.5 + neck, top), (0.5 + neck * 1.1, 0.7), (0.5 + base, 0.81)))


def _ball(x: float, y: float, rx: float, ry: float | None = None) -> Shape:
    return [
        (0.5 + (px - 0.5) * rx / 0.5 + x - 0.5, 0.5 + (py - 0.5) * (rx if ry is None else ry) / 0.5 + y - 0.5)
        for px, py in star_points((0.5, 0.5), 0.5, 16, 1.0)
    ]


def _box(x: float, y: float, w: float, h: float) -> Shape:
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def _king() -> _Figure:
    head = _mirror([(0.5, 0.41), (0.62, 0.37), (0.73, 0.4), (0.66, 0.54)])
    return _Figure(
        (_foot(), _stem(0.52, 0.15), head, _box(0.46, 0.04, 0.08, 0.38), _box(0.335, 0.135, 0.33, 0.08)),
        ([(0.36, 0.56), (0.64, 0.56)],),
    )


def _queen() -> _Figure:
    crown = [(0.33, 0.52), (0.17, 0.22), (0.35, 0.36), (0.36, 0.14), (0.47, 0.33), (0.5, 0.1)]
    crown = crown + [(1 - x, y) for x, y in reversed(crown[:-1])]
    balls = tuple(
        _ball(x, y, 0.045) for x, y in ((0.17, 0.2), (0.36, 0.13), (0.5, 0.1), (0.64, 0.13), (0.83, 0.2))
    )
    return _Figure((_foot(), _stem(0.5, 0.16), crown, *balls), ([(0.35, 0.53), (0.65, 0.53)],))


def _rook() -> _Figure:
    teeth = [(0.25, 0.18), (0.36, 0.18), (0.36, 0.26), (0.44, 0.26), (0.44, 0.18), (0.5, 0.18)]
    top = teeth + [(1 - x, y) for x, y in reversed(teeth[:-1])] + [(0.75, 0.4), (0.25, 0.4)]
    tower = [(0.32, 0.4), (0.68, 0.4), (0.7, 0.8), (0.3, 0.8)]
    return _Figure(
        (_foot(0.77, 0.31), tower, top), ([(0.32, 0.42), (0.68, 0.42)],), (_box(0.45, 0.52, 0.1, 0.16),)
    )


def _bishop() -> _Figure:
    right = curve((0.5, 0.15), (0.75, 0.34), (0.62, 0.56))
    return _Figure(
        (_foot(), _stem(0.54, 0.12), _mirror(right), _ball(0.5, 0.13, 0.055)),
        ([(0.5, 0.42), (0.63, 0.25)], [(0.38, 0.58), (0.62, 0.58)]),
    )


def _knight() -> _Figure:
    head = [
        *((0.34, 0.8), (0.36, 0.66), (0.47, 0.52), (0.45, 0.48), (0.34, 0.54), (0.24, 0.58), (0.17, 0.5)),
        *((0.2, 0.42), (0.31, 0.29), (0.36, 0.22), (0.38, 0.1), (0.48, 0.18)),
        *curve((0.48, 0.18), (0.82, 0.22), (0.77, 0.8)),
    ]
    mane = curve((0.5, 0.24), (0.72, 0.36), (0.68, 0.68))
    return _Figure((_foot(0.79, 0.31), head), (mane,), (_ball(0.38, 0.34, 0.035), _ball(0.23, 0.5, 0.018)))


def _pawn() -> _Figure:
    return _Figure(
        (_foot(0.79, 0.24), _stem(0.52, 0.09, 0.17), _ball(0.5, 0.42, 0.15)), ([(0.4, 0.59), (0.6, 0.59)],)
    )


def _duke() -> _Figure:
    """Lower and broader than a rook, battered walls, and a coronet of three balls on spikes."""
    tower = [(0.26, 0.54), (0.74, 0.54), (0.82, 0.8), (0.18, 0.8)]
    coronet = [
        (0.24, 0.56),
        (0.18, 0.36),
        (0.36, 0.46),
        (0.5, 0.34),
        (0.64, 0.46),
        (0.82, 0.36),
        (0.76, 0.56),
    ]
    balls = tuple(_ball(x, y, 0.05) for x, y in ((0.18, 0.34), (0.5, 0.31), (0.82, 0.34)))
    return _Figure(
        (_foot(0.78, 0.37), tower, coronet, *balls),
        ([(0.27, 0.58), (0.73, 0.58)],),
        (_box(0.33, 0.65, 0.08, 0.09), _box(0.59, 0.65, 0.08, 0.09)),
    )


def _cardinal() -> _Figure:
    """A bishop whose head is under a round hat as wide as its square, tassels at the brim."""
    face = _mirror(curve((0.5, 0.34), (0.66, 0.44), (0.6, 0.6)))
    crown = _mirror(curve((0.5, 0.14), (0.7, 0.14), (0.68, 0.32)))
    tassels = tuple(_mirror_box(x) for x in (0.14, 0.8))
    return _Figure(
        (_foot(), _stem(0.56, 0.12), face, crown, _ball(0.5, 0.33, 0.38, 0.075), *tassels),
        ([(0.33, 0.3), (0.67, 0.3)], [(0.5, 0.44), (0.5, 0.56)]),
    )


def _mirror_box(x: float) -> Shape:
    return [(x, 0.36), (x + 0.06, 0.36), (x + 0.08, 0.52), (x - 0.02, 0.52)]


def _wizard() -> _Figure:
    """A tall hat whose tip is bent over to the right, a star on it, a brim, a beard to the foot."""
    hat = [
        *curve((0.3, 0.56), (0.38, 0.2), (0.56, 0.07)),
        *curve((0.56, 0.07), (0.72, 0.04), (0.86, 0.22)),
        *curve((0.86, 0.22), (0.66, 0.18), (0.64, 0.26)),
        *curve((0.64, 0.26), (0.62, 0.36), (0.7, 0.56)),
    ]
    beard = _mirror([(0.5, 0.6), (0.66, 0.6), (0.62, 0.74), (0.7, 0.81)])
    return _Figure(
        (_foot(), beard, hat, _ball(0.5, 0.585, 0.32, 0.06)),
        ([(0.44, 0.67), (0.46, 0.76)], [(0.56, 0.67), (0.54, 0.76)]),
        (star_points((0.505, 0.41), 0.11),),
    )


FIGURES: Mapping[str, Callable[[], _Figure]] = MappingProxyType(
    {
        "k": _king,
        "q": _queen,
        "r": _rook,
        "b": _bishop,
        "n": _knight,
        "p": _pawn,
        "d": _duke,
        "c": _cardinal,
        "w": _wizard,
    }
)
"""Letter → how its figure is made."""
