"""Emblems for cards that have none of their own: a sigil of turning symmetry made from the id.

Deterministic everywhere: the same id gives the same sigil.
"""

from __future__ import annotations

import math
from functools import lru_cache
from hashlib import blake2b

from sprites.kit.paint import curve
from sprites.kit.strokes import Silhouette, Stroke, around, box, cut, dot, fill, line, ring, star


@lru_cache(maxsize=256)
def made_up(emblem: str) -> Silhouette:
    """A sigil of turning symmetry, always the same for an id: a heart, arms round it and perhaps a rim."""
    dice = blake2b(emblem.encode("utf-8"), digest_size=8, person=b"card sigil").digest()
    count = (3, 4, 5, 6, 8)[dice[0] % 5]
    turn = 0.5 / count if dice[1] % 2 else 0.0
    arms: list[Stroke] = []
    for i in range(count):
        arms += _ARMS[dice[2] % len(_ARMS)](math.tau * (i / count + turn - 0.25), math.pi / count)
    heart = _HEARTS[dice[3] % len(_HEARTS)]
    rim = (ring(0.5, 0.5, 0.48),) if dice[4] % 3 else ()
    return (*rim, *arms, *heart)


def _ray(angle: float, half: float) -> list[Stroke]:
    return [fill(around(angle, 0.14, -0.06), around(angle, 0.44), around(angle, 0.14, 0.06))]


def _leaf(angle: float, half: float) -> list[Stroke]:
    wide = min(0.1, 0.26 * math.tan(half))
    return [
        fill(around(angle, 0.12), around(angle, 0.28, -wide), around(angle, 0.43), around(angle, 0.28, wide))
    ]


def _orb(angle: float, half: float) -> list[Stroke]:
    return [line(0.06, around(angle, 0.1), around(angle, 0.3)), dot(*around(angle, 0.34), 0.085)]


def _fork(angle: float, half: float) -> list[Stroke]:
    return [
        line(0.06, around(angle, 0.1), around(angle, 0.28)),
        line(0.06, around(angle - 0.28, 0.42), around(angle, 0.28), around(angle + 0.28, 0.42)),
    ]


def _anchor(angle: float, half: float) -> list[Stroke]:
    tip = around(angle, 0.42)
    bow_ = curve(around(angle, 0.3, -0.13), tip, around(angle, 0.3, 0.13))
    return [line(0.06, around(angle, 0.1), around(angle, 0.36)), Stroke("line", tuple(bow_), 0.06)]


def _hammer(angle: float, half: float) -> list[Stroke]:
    wide = min(0.13, 0.3 * math.tan(half))
    return [
        line(0.065, around(angle, 0.12), around(angle, 0.36)),
        line(0.075, around(angle, 0.36, -wide), around(angle, 0.36, wide)),
    ]


_ARMS = (_ray, _leaf, _orb, _fork, _anchor, _hammer)
"""All mirrored in themselves: arms that hook to one side make signs that nobody should find on a card."""


_HEARTS: tuple[tuple[Stroke, ...], ...] = (
    (dot(0.5, 0.5, 0.1),),
    (ring(0.5, 0.5, 0.14),),
    (star(0.5, 0.5, 0.15, 4, 0.5),),
    (fill((0.5, 0.36), (0.64, 0.5), (0.5, 0.64), (0.36, 0.5)), cut(dot(0.5, 0.5, 0.05))),
    (box(0.4, 0.4, 0.2, 0.2),),
    (cut(dot(0.5, 0.5, 0.12)), dot(0.5, 0.5, 0.06)),
)
