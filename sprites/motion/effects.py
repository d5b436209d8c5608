"""What effects look like: light, sparks, smoke and dying candles, as pictures at a moment.

``glints`` is a pure function of effects and time; ``picture`` draws what a glint names.  Sizes come in steps, so
that a moving light is a few cached pictures.  Knows no pieces and no facts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import pygame

from sprites.kit.paint import Canvas, fast, star_points
from sprites.kit.theme import Accents, Colour, Theme, mix, theme
from sprites.motion.easing import both, hop, out
from sprites.motion.timeline import Effect
from sprites.pieces.candles import candle

_GOLDEN = 0.381966
"""The golden angle in turns: rays so far apart never fall into rows."""


class Glint(NamedTuple):
    """One picture as drawn: name, side, middle, opacity."""

    name: str
    size: int
    centre: tuple[int, int]
    alpha: int

    @property
    def rect(self) -> pygame.Rect:
        """What it covers."""
        half = self.size // 2
        return pygame.Rect(self.centre[0] - half, self.centre[1] - half, self.size, self.size)


class _Dab(NamedTuple):
    """A glint in squares, from where the effect is at that moment."""

    name: str
    dx: float
    dy: float
    size: float
    alpha: float


def glints(effects: Sequence[Effect], now_s: float, unit: float, soft: bool = True) -> list[Glint]:
    """All that shines or smokes at ``now_s``; ``unit`` is the side of a square in pixels.

    Not ``soft``: without halos, for themes that have no soft lights.
    """
    shown: list[Glint] = []
    for effect in effects:
        if not effect.begin.shown or not effect.at_s <= now_s < effect.at_s + effect.length_s:
            continue
        part = (now_s - effect.at_s) / effect.length_s
        found = _KINDS[effect.kind](effect, part, unit)
        shown.extend(found if soft else [glint for glint in found if glint.name != "halo"])
    return shown


def _at(effect: Effect, part: float, unit: float, rise: float = 0.0) -> tuple[float, float]:
    """Where an effect is: on its way, ``rise`` squares higher in the middle of it."""
    a, b = effect.begin, effect.end
    return a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part - hop(part) * rise * unit


def _dabs(effect: Effect, where: tuple[float, float], unit: float, dabs: Sequence[_Dab]) -> list[Glint]:
    step = max(2, round(unit / 10))
    found = []
    for dab in dabs:
        size = max(step, round(dab.size * effect.begin.scale * unit / step) * step)
        alpha = min(255, round(dab.alpha * 15.9) * 17)
        if alpha > 0:
            centre = (round(where[0] + dab.dx * unit), round(where[1] + dab.dy * unit))
            found.append(Glint(dab.name, size, centre, alpha))
    return found


def _flare(effect: Effect, part: float, unit: float) -> list[Glint]:
    """A frame of light that swells from a required cell, and a halo."""
    fade = 1 - part * part
    dabs = (
        _Dab("halo", 0, 0, 1.2 + 0.5 * out(part), 0.9 * fade),
        _Dab("frame", 0, 0, 0.96 + 0.3 * out(part), fade),
    )
    return _dabs(effect, _at(effect, 0, unit), unit, dabs)


def _aura(effect: Effect, part: float, unit: float) -> list[Glint]:
    """Light round whoever casts, and small stars that circle."""
    fade = math.sin(math.pi * part)
    dabs = [_Dab("halo", 0, -0.05, 1.7, 0.7 * fade)]
    for i in range(4):
        angle = math.tau * (i / 4 + 0.5 * part)
        dabs.append(_Dab("star", 0.5 * math.cos(angle), 0.3 * math.sin(angle) - 0.2 * part, 0.3, fade))
    return _dabs(effect, _at(effect, 0, unit), unit, dabs)


def _mote(effect: Effect, part: float, unit: float) -> list[Glint]:
    """A small star with a tail, drawn in to where the shape gathers."""
    glow = []
    for i in range(3):
        late = max(0.0, part - 0.09 * i)
        where = _at(effect, both(late), unit, 0.35)
        glow += _dabs(effect, where, unit, (_Dab("star", 0, 0, 0.4 - 0.1 * i, 0.95 - 0.25 * i),))
    return glow


def _shape(effect: Effect, part: float, unit: float) -> list[Glint]:
    """One ring of the flying shape, as on the card, with a tail of light."""
    glow = []
    for i in (3, 2, 1):
        late = max(0.0, part - 0.08 * i)
        glow += _dabs(
            effect,
            _at(effect, both(late), unit, 0.5),
            unit,
            (_Dab("halo", 0, 0, 0.8 - 0.12 * i, 0.75 - 0.18 * i),),
        )
    grown = 0.4 + 0.5 * part
    return glow + _dabs(effect, _at(effect, both(part), unit, 0.5), unit, (_Dab("ring", 0, 0, grown, 1.0),))


def _wait(effect: Effect, part: float, unit: float) -> list[Glint]:
    """The ring lies on its square until the obstacle lands in it."""
    return _dabs(
        effect, _at(effect, 0, unit), unit, (_Dab("ring", 0, 0, 0.9, 1.0), _Dab("halo", 0, 0, 0.9, 0.5))
    )


def _ripple(effect: Effect, part: float, unit: float) -> list[Glint]:
    """The ring flies apart where the obstacle lands."""
    return _dabs(effect, _at(effect, 0, unit), unit, (_Dab("ring", 0, 0, 0.9 + 0.6 * out(part), 1 - part),))


def _spark(effect: Effect, part: float, unit: float) -> list[Glint]:
    """Rays, and sparks thrown all round."""
    dabs = [_Dab("rays", 0, 0, 1.1 + 0.9 * out(part), 1 - part * part)]
    for i in range(7):
        angle, far = math.tau * i * _GOLDEN, (0.35 + 0.5 * out(part)) * (0.8 + 0.2 * (i % 3))
        fall = 0.3 * part * part
        dabs.append(
            _Dab("star", far * math.cos(angle), far * math.sin(angle) * 0.8 - 0.1 + fall, 0.26, 1 - part)
        )
    return _dabs(effect, _at(effect, 0, unit), unit, dabs)


def _candle(effect: Effect, part: float, unit: float) -> list[Glint]:
    """A burning candle over the head; it goes out, and its smoke rises."""
    burning = part < 0.4
    fade = min(1.0, (1 - part) / 0.3)
    return _dabs(
        effect,
        _at(effect, out(part), unit),
        unit,
        (_Dab("burning" if burning else "smoking", 0, 0, 0.8, fade),),
    )


def _puff(effect: Effect, part: float, unit: float) -> list[Glint]:
    """A cloud of smoke that swells, rises and thins out."""
    dabs = []
    for i in range(8):
        angle, far = math.tau * i * _GOLDEN, (0.1 + 0.07 * i) * (0.3 + 0.7 * out(part))
        size = (0.95 - 0.06 * i) * (0.6 + 0.6 * out(part))
        x, y = far * math.cos(angle), far * math.sin(angle) * 0.75 - (0.15 + 0.04 * i) * part
        dabs.append(_Dab("smoke", x, y, size, min(1.0, part * 8) * (1 - part) ** 1.3))
    return _dabs(effect, _at(effect, 0, unit), unit, dabs)


_KINDS: Mapping[str, Callable[[Effect, float, float], list[Glint]]] = MappingProxyType(
    {f.__name__[1:]: f for f in (_flare, _aura, _mote, _shape, _wait, _ripple, _spark, _candle, _puff)}
)

KINDS: frozenset[str] = frozenset(_KINDS)
"""The kinds of effects there are."""


# -- pictures -----------------------------------------------------------------------------------------


@lru_cache(maxsize=320)
def picture(name: str, size: int, look: str, accents: Accents) -> pygame.Surface:
    """The picture ``name`` of a glint, ``size`` real pixels square, in the theme called ``look``."""
    colours = theme(look)
    if name in ("burning", "smoking"):
        image = _badge(size, colours)
        one = candle(name == "burning", round(size * 0.8), look)
        image.blit(one, one.get_rect(center=(size // 2, size // 2)))
        return fast(image)
    return fast(_PICTURES[name](size, colours, accents))


def _badge(size: int, look: Theme) -> pygame.Surface:
    """A disc on which a candle is seen whatever lies behind."""
    c = Canvas(size, look.sky_top)
    c.circle((0.5, 0.5), 0.49, (*look.bad, 255))
    c.circle((0.5, 0.5), 0.44, (*look.sky_top, 235))
    return c.done()


def _core(look: Theme, accent: Colour) -> Colour:
    """The brightest of a light: white at night, ink's own colour on paper."""
    return mix(accent, (255, 255, 255), 0.8) if sum(look.sky_top) < 380 else accent


def _halo(size: int, look: Theme, accents: Accents) -> pygame.Surface:
    accent = accents.first
    disc = pygame.Surface((96, 96), pygame.SRCALPHA)
    core = _core(look, accent)
    disc.fill((*accent, 0))
    for r in range(47, 0, -1):
        fall = 1 - r / 48
        pygame.draw.circle(disc, (*mix(accent, core, fall * fall), round(235 * fall**1.6)), (48, 48), r)
    return pygame.transform.smoothscale(disc, (size, size))


def _frame(size: int, look: Theme, accents: Accents) -> pygame.Surface:
    accent = accents.first
    c = Canvas(size, accent)
    for i in range(4):
        c.box(
            0.02 + 0.02 * i,
            0.02 + 0.02 * i,
            0.96 - 0.04 * i,
            0.96 - 0.04 * i,
            0.12,
            (*accent, 60 + 50 * i),
            0.05,
        )
    c.box(0.09, 0.09, 0.82, 0.82, 0.1, (*_core(look, accent), 255), 0.05)
    return c.done()


def _ring(size: int, look: Theme, accents: Accents) -> pygame.Surface:
    second, c = accents.second, Canvas(size, accents.second)
    for i in range(5):
        c.circle((0.5, 0.5), 0.495 - 0.018 * i, (*second, 50 + 40 * i), 0.22 - 0.036 * i)
    c.circle((0.5, 0.5), 0.42, (*_core(look, second), 255), 0.075)
    return c.done()


def _star(size: int, look: Theme, accents: Accents) -> pygame.Surface:
    accent = accents.first
    c = Canvas(size, accent)
    for i in range(6):
        c.circle((0.5, 0.5), 0.36 - 0.05 * i, (*accent, 30 + 26 * i))
    c.polygon(star_points((0.5, 0.5), 0.5, 4, 0.24), (*mix(accent, _core(look, accent), 0.6), 255))
    c.polygon(star_points((0.5, 0.5), 0.34, 4, 0.34), (*_core(look, accent), 255))
    return c.done()


def _rays(size: int, look: Theme, accents: Accents) -> pygame.Surface:
    c = Canvas(size, look.bad)
    for i in range(10):
        angle, far = math.tau * i / 10, 0.49 if i % 2 else 0.38
        near, wide = 0.2, 0.032
        dx, dy = math.cos(angle), math.sin(angle)
        c.polygon(
            [
                (0.5 + dx * near - dy * wide, 0.5 + dy * near + dx * wide),
                (0.5 + dx * far, 0.5 + dy * far),
                (0.5 + dx * near + dy * wide, 0.5 + dy * near - dx * wide),
            ],
            (*(look.warn if i % 2 else look.bad), 255),
        )
    return c.done()


def _smoke(size: int, look: Theme, accents: Accents) -> pygame.Surface:
    grey = mix(look.muted, (255, 255, 255), 0.25) if look.glow else mix(look.muted, look.square_light, 0.25)
    c = Canvas(size, grey)
    for i in range(7):
        c.circle((0.5, 0.5), 0.49 - 0.05 * i, (*mix(grey, (255, 255, 255), 0.05 * i), 60 + 24 * i))
    return c.done()


_PICTURES: Mapping[str, Callable[[int, Theme, Accents], pygame.Surface]] = MappingProxyType(
    {f.__name__[1:]: f for f in (_halo, _frame, _ring, _star, _rays, _smoke)}
)
