"""Pictures of cards: the pattern large, the name, an emblem of its own for each; and their backs.

Knows rows of ``#`` (required obstacle: a solid block), ``o`` (new obstacle: a bright ring) and ``.``, an id and a
name, but no rules and no card sets.  Everything is made once for a size and cached; callers never draw on it.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache

import pygame

from sprites.kit.paint import Canvas, fast, star_points
from sprites.kit.strokes import Silhouette, draw
from sprites.kit.text import BOLD, TITLE, Typesetter
from sprites.kit.theme import WALKERS, Accents, Colour, Theme, mix, theme

Rows = tuple[str, ...]

STATES = ("plain", "lit", "chosen", "dim")
"""How a card may lie in a hand: at rest, castable now, the one chosen, not castable now."""

_WHITE: Colour = (255, 255, 255)
_DISPLAY, _SMALLEST = 12, 8
"""Height in pixels of the smallest names in the display face, and of the smallest at all."""


def card_image(
    rows: Rows,
    size: tuple[int, int],
    theme: Theme,
    accents: Accents,
    type_: Typesetter,
    *,
    name: str = "",
    emblem: Silhouette = (),
    state: str = "plain",
    orientation_rows: Rows | None = None,
) -> pygame.Surface:
    """A card of ``size`` real pixels with alpha (its glow and edge lie inside); readable from 56×80 to 300×420.

    ``emblem`` is drawn at its foot (none if empty); ``state`` is one of STATES.
    ``orientation_rows`` is the pattern as it is turned and flipped now, shown in place of ``rows``.
    """
    if state not in STATES:
        raise ValueError(f"no state of a card: {state!r}")
    return _card(orientation_rows or rows, _least(size), theme.name, accents, type_, name, emblem, state)


def card_back(size: tuple[int, int], theme: Theme, accents: Accents) -> pygame.Surface:
    """The back that all cards share, ``size`` real pixels, with alpha."""
    return _back(_least(size), theme.name, accents)


def pattern_image(rows: Rows, size: tuple[int, int], theme: Theme, accents: Accents) -> pygame.Surface:
    """Only the pattern, as large as fits the middle of ``size`` real pixels, on transparent."""
    return _pattern(rows, _least(size), theme.name, accents)


def _least(size: tuple[int, int]) -> tuple[int, int]:
    return max(8, size[0]), max(8, size[1])


@dataclass(frozen=True, slots=True)
class _Paints:
    """What the parts of a card are coloured with."""

    top: Colour
    bottom: Colour
    edge_top: Colour
    edge_bottom: Colour
    text: Colour
    block: Colour
    ring: Colour
    ring_core: Colour
    dot: Colour
    sigil: Colour
    edge: float
    """Width of the edge, by the card's."""


def _paints(look: Theme, accents: Accents, state: str = "plain") -> _Paints:
    accent, second = accents
    dark = sum(look.sky_top) < 380
    ground = look.sky_top if not dark or not look.glow else (24, 18, 52)
    strength = {"plain": 0.1, "lit": 0.2, "chosen": 0.3, "dim": 0.03}[state]
    strength *= 1.0 if look.glow else 0.0 if dark else 0.6
    paints = _Paints(
        top=mix(ground, accent, strength),
        bottom=mix(ground, second, strength * 1.3),
        edge_top=accent,
        edge_bottom=second,
        text=look.text,
        block=mix(accent, _WHITE, 0.45) if dark else mix(accent, (0, 0, 0), 0.25),
        ring=second,
        ring_core=mix(second, _WHITE, 0.6) if dark else second,
        dot=mix(ground, look.muted, 0.5),
        sigil=accent,
        edge={"plain": 0.022, "lit": 0.034, "chosen": 0.05, "dim": 0.014}[state],
    )
    if state == "chosen":
        return replace(paints, edge_top=look.focus, edge_bottom=look.focus)
    if state == "dim":
        fog = mix(ground, look.muted, 0.55)
        return replace(
            paints, edge_top=fog, edge_bottom=fog, text=look.muted, block=mix(ground, look.muted, 0.7),
            ring=mix(ground, look.muted, 0.8), ring_core=mix(ground, look.muted, 0.8), sigil=fog,
            dot=mix(ground, look.muted, 0.3),
        )  # fmt: skip
    return paints


@lru_cache(maxsize=192)
def _card(
    shown: Rows,
    size: tuple[int, int],
    look: str,
    accents: Accents,
    type_: Typesetter,
    name: str,
    emblem: Silhouette,
    state: str,
) -> pygame.Surface:
    colours = theme(look)
    paints = _paints(colours, accents, state)
    image = _body(size, colours, paints, state)
    width, height = size
    pad = _pad(width)
    inside = pygame.Rect(0, 0, width, height).inflate(-2 * pad, -2 * pad)
    gap = max(2, round(width * 0.05))
    title = pygame.Rect(inside.x, inside.y + gap, inside.width, round(height * 0.17))
    title.inflate_ip(-2 * max(2, round(width * 0.045)), 0)
    foot = round(height * 0.15) if emblem else gap
    room = pygame.Rect(title.x, title.bottom, title.width, inside.bottom - gap - foot - title.bottom)
    if not name:
        room = pygame.Rect(title.x, title.y, title.width, room.bottom - title.y)
    room.height -= gap // 2
    room.y += gap // 2 if name else 0
    image.blit(_pattern_of(shown, room.size, paints), room.topleft)
    # At large sizes the name keeps clear of the frame; small cards need every pixel to be read.
    _title(image, name, title.inflate(-width // 12 if width > 120 else 0, 0), type_, paints.text)
    if emblem:
        _foot(image, emblem, pygame.Rect(title.x, room.bottom, title.width, foot), paints)
    return fast(image)


def _title(image: pygame.Surface, name: str, room: pygame.Rect, type_: Typesetter, colour: Colour) -> None:
    """The name on one line or two, as large as fits; what doesn't fit the smallest is cut with an ellipsis."""
    if not name:
        return
    lines, pixels, face = _set(name, room, type_)
    step = round(pixels * 1.14)
    y = room.centery - step * (len(lines) - 1) / 2
    for i, line in enumerate(lines):
        where = (room.centerx, round(y + i * step))
        size = pixels / type_.factor
        type_.draw(image, line, where, size, colour, face, width=room.width, anchor="center")


def _set(name: str, room: pygame.Rect, type_: Typesetter) -> tuple[list[str], int, str]:
    """The lines of ``name``, their height in pixels and their face: small letters are read better in the plain one."""
    largest = max(_SMALLEST, round(room.height * 0.66))
    tries = [(TITLE, pixels) for pixels in range(largest, _DISPLAY - 1, -1)]
    tries += [(BOLD, pixels) for pixels in range(min(largest, _DISPLAY), _SMALLEST - 1, -1)]
    wide = any(unicodedata.east_asian_width(letter) in "WF" for letter in name)
    for face, pixels in tries:
        size = pixels / type_.factor
        if type_.size(name, size, face)[0] <= room.width:
            return [name], pixels, face
        if 2.2 * pixels <= room.height:
            lines = type_.wrap(name, size, room.width, face)
            if len(lines) == 2 and (wide or " ".join(lines) == name):
                return lines, pixels, face
    if room.height < 2.2 * _SMALLEST:
        return [name], _SMALLEST, BOLD
    first = type_.wrap(name, _SMALLEST / type_.factor, room.width, BOLD)[0]
    return [first, name[len(first) :].lstrip()], _SMALLEST, BOLD


def _foot(image: pygame.Surface, emblem: Silhouette, room: pygame.Rect, paints: _Paints) -> None:
    """The emblem between two lines that run out."""
    side = max(8, room.height)
    picture = draw(emblem, side, paints.sigil)
    image.blit(picture, picture.get_rect(center=room.center))
    thick = max(1, round(room.height * 0.06))
    length = (room.width - side) // 2 - max(2, side // 4)
    for s in (-1, 1):
        start = room.centerx + s * (side // 2 + max(2, side // 4))
        for i in range(max(0, length)):
            fade = round(200 * (1 - i / max(1, length)))
            dot = pygame.Surface((1, thick), pygame.SRCALPHA)
            dot.fill((*paints.sigil, fade))
            image.blit(dot, (start + s * i, room.centery - thick // 2))


def _pad(width: int) -> int:
    """Room round the card for its glow."""
    return max(2, round(width * 0.04))


def _body(size: tuple[int, int], look: Theme, paints: _Paints, state: str) -> pygame.Surface:
    """The bare card: a gradient of glass with an edge that runs from one accent to the other."""
    width, height = size
    high = height / width
    pad, edge = _pad(width) / width, max(paints.edge, 1.0 / width)
    radius = 0.09
    image = pygame.Surface(size, pygame.SRCALPHA)
    if state in ("lit", "chosen") and look.glow:
        glow = Canvas(width, paints.edge_top, high)
        for i in range(4):
            out = pad * (1 - i / 4)
            glow.box(
                pad - out, pad - out, 1 - 2 * (pad - out), high - 2 * (pad - out), radius + out,
                (*paints.edge_top, 34 + 34 * i),
            )  # fmt: skip
        image.blit(glow.done(), (0, 0))
    stencil = Canvas(width, paints.edge_top, high)
    stencil.box(pad, pad, 1 - 2 * pad, high - 2 * pad, radius, (*_WHITE, 255))
    image.blit(_cut_out(_gradient(size, paints.edge_top, paints.edge_bottom), stencil.done()), (0, 0))
    inner = Canvas(width, paints.top, high)
    a = pad + edge
    inner.box(a, a, 1 - 2 * a, high - 2 * a, max(0.02, radius - edge), (*_WHITE, 255))
    image.blit(_cut_out(_gradient(size, paints.top, paints.bottom), inner.done()), (0, 0))
    trim = Canvas(width, paints.edge_top, high)
    if state == "plain" or state == "lit":
        b = a + 0.022
        trim.box(
            b,
            b,
            1 - 2 * b,
            high - 2 * b,
            max(0.02, radius - 0.03),
            (*mix(paints.top, paints.edge_top, 0.4), 255),
            0.009,
        )
    if state == "lit":
        for x, y in ((0.5, pad), (pad, high / 2), (1 - pad, high / 2)):
            trim.polygon(
                star_points((x, y), 0.075, 4, 0.34),
                (*mix(paints.edge_top, _WHITE, 0.6 if look.glow else 0.0), 255),
            )
    if state == "chosen":
        arm, b = 0.16, a + 0.03
        for sx in (1, -1):
            x, y, sy = (b if sx > 0 else 1 - b), high - b, -1
            trim.polygon([(x, y), (x + sx * arm, y), (x, y + sy * arm)], (*paints.edge_top, 255))
    image.blit(trim.done(), (0, 0))
    return image


def _gradient(size: tuple[int, int], top: Colour, bottom: Colour) -> pygame.Surface:
    strip = pygame.Surface((1, 64), pygame.SRCALPHA)
    for y in range(64):
        strip.set_at((0, y), (*mix(top, bottom, y / 63), 255))
    return pygame.transform.smoothscale(strip, size)


def _cut_out(image: pygame.Surface, stencil: pygame.Surface) -> pygame.Surface:
    """``image`` where ``stencil`` is."""
    stencil.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
    image.blit(stencil, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return image


def _pattern_of(rows: Rows, size: tuple[int, int], paints: _Paints) -> pygame.Surface:
    """The cells, on whole pixels, in the middle of ``size``; small patterns don't grow beyond a third of it."""
    width, height = max(1, size[0]), max(1, size[1])
    columns, count = max((len(row) for row in rows), default=0), len(rows)
    if not columns:
        return pygame.Surface(size, pygame.SRCALPHA)
    cell = max(2, min(width // columns, height // count, round(min(width, height) / 3.2)))
    board = Canvas(columns * cell, paints.dot, count / columns)
    unit = 1 / columns
    for y, row in enumerate(rows):
        for x in range(columns):
            sign = row[x] if x < len(row) else "."
            _cell(board, sign, x * unit, y * unit, unit, cell, paints)
    image = pygame.Surface((width, height), pygame.SRCALPHA)
    picture = board.done()
    image.blit(picture, picture.get_rect(center=(width // 2, height // 2)))
    return image


def _cell(board: Canvas, sign: str, x: float, y: float, unit: float, pixels: int, paints: _Paints) -> None:
    middle = (x + unit / 2, y + unit / 2)
    if sign == "#":
        gap = unit * 0.07
        side = unit - 2 * gap
        shade = mix(paints.block, (0, 0, 0), 0.42)
        board.box(x + gap, y + gap, side, side, unit * 0.16, shade)
        board.box(x + gap, y + gap, side, side * 0.86, unit * 0.16, mix(paints.block, _WHITE, 0.4))
        board.box(x + gap, y + gap + side * 0.07, side, side * 0.79, unit * 0.15, paints.block)
    elif sign == "o":
        thick = max(0.13 * unit, 1.6 * unit / pixels)
        board.circle(middle, unit * 0.44, (*paints.ring, 70))
        board.circle(middle, unit * 0.43, paints.ring, thick)
        board.circle(middle, unit * 0.43 - thick * 0.3, paints.ring_core, thick * 0.4)
    else:
        board.circle(middle, max(0.06 * unit, 0.6 * unit / pixels), paints.dot)


@lru_cache(maxsize=256)
def _pattern(rows: Rows, size: tuple[int, int], look: str, accents: Accents) -> pygame.Surface:
    return fast(_pattern_of(rows, size, _paints(theme(look), accents)))


@lru_cache(maxsize=16)
def _back(size: tuple[int, int], look: str, accents: Accents) -> pygame.Surface:
    colours = theme(look)
    paints = _paints(colours, accents)
    image = _body(size, colours, paints, "plain")
    width, height = size
    high = height / width
    c = Canvas(width, paints.edge_top, high)
    faint = mix(paints.bottom, paints.edge_bottom, 0.35)
    step, left, right = 0.13, 0.13, 0.87
    count = int((high - 0.26) / step)
    top = (high - count * step) / 2
    for row in range(count + 1):
        for column in range(6):
            x, y = left + (right - left) * column / 5, top + row * step
            c.polygon([(x, y - 0.022), (x + 0.022, y), (x, y + 0.022), (x - 0.022, y)], faint)
    middle = (0.5, high / 2)
    c.circle(middle, 0.31, paints.top)
    c.circle(middle, 0.3, paints.edge_top, 0.022)
    c.polygon(star_points(middle, 0.23, 4, 0.36), paints.edge_bottom)
    c.polygon(star_points(middle, 0.12, 4, 0.4), paints.top)
    for (dx, dy), colour in zip(((0, -1), (1, 0), (0, 1), (-1, 0)), WALKERS.values(), strict=True):
        spot = (0.5 + 0.3 * dx, high / 2 + 0.3 * dy)
        c.circle(spot, 0.065, paints.top)
        c.circle(spot, 0.05, colour)
    image.blit(c.done(), (0, 0))
    return fast(image)
