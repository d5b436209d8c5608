"""Shards of broken pieces: where each one is at a moment, as a pure function of the burst and the time."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame

from sprites.kit.theme import Colour, mix
from sprites.motion.easing import both, out
from sprites.motion.timeline import Burst

EACH = 14
"""Shards of one piece."""
MOST = 42
"""Shards on the screen at once."""


class Speck(NamedTuple):
    """One shard as drawn: a triangle."""

    points: tuple[tuple[float, float], ...]
    colour: Colour
    rect: pygame.Rect


@lru_cache(maxsize=64)
def _throws(seed: int) -> tuple[tuple[float, float, float, float, float], ...]:
    """Direction, reach, size, spin (turns) and shade of every shard of a burst."""
    dice = random.Random(seed)
    return tuple(
        (
            (i + dice.random()) / EACH * math.tau,
            0.35 + 0.75 * dice.random(),
            0.045 + 0.05 * dice.random(),
            dice.uniform(-1.2, 1.2),
            dice.random(),
        )
        for i in range(EACH)
    )


def specks(
    bursts: Sequence[Burst], now_s: float, unit: float, colour: Callable[[str], Colour]
) -> list[Speck]:
    """All shards in the air at ``now_s``; ``unit`` is the side of a square in pixels."""
    flying = []
    for number, burst in enumerate(bursts):
        part = (now_s - burst.at_s) / burst.length_s if burst.length_s else 1.0
        if not 0 <= part < 1:
            continue
        base = colour(burst.piece)
        spread, gather = out(min(1.0, part / 0.55)), both(max(0.0, (part - 0.3) / 0.7))
        for angle, reach, size, spin, shade in _throws(number):
            wide = reach * unit * spread * burst.begin.scale
            x = burst.begin.x + math.cos(angle) * wide
            y = burst.begin.y + math.sin(angle) * wide * 0.8
            small = size * unit
            if burst.end.shown:
                x += (burst.end.x - x) * gather
                y += (burst.end.y - y) * gather
            else:
                small *= 1 - part
            flying.append(
                _speck(x, y, small, angle + spin * part * math.tau, mix(base, (255, 255, 255), shade * 0.6))
            )
    return flying[:MOST]


def _speck(x: float, y: float, size: float, angle: float, colour: Colour) -> Speck:
    points = tuple(
        (x + math.cos(angle + a) * size * r, y + math.sin(angle + a) * size * r)
        for a, r in ((0.0, 1.25), (2.2, 0.8), (4.2, 0.9))
    )
    reach = size * 1.25 + 2
    rect = pygame.Rect(int(x - reach), int(y - reach), int(2 * reach) + 2, int(2 * reach) + 2)
    return Speck(points, colour, rect)
