"""Easing: pure functions from the part of the time (0–1) to the part of the way."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType


def linear(t: float) -> float:
    """Even speed."""
    return t


def out(t: float) -> float:
    """Fast, then gently to rest."""
    return 1 - (1 - t) ** 3


def into(t: float) -> float:
    """Gently, then fast."""
    return t * t * t


def both(t: float) -> float:
    """Gently away and gently to rest."""
    return t * t * (3 - 2 * t)


def land(t: float) -> float:
    """Like ``out``, a little too far and back: at most 4 % over."""
    back = 1.05
    return 1 + (back + 1) * (t - 1) ** 3 + back * (t - 1) ** 2


def hop(t: float) -> float:
    """Up and down again: 0 at both ends, 1 in the middle."""
    return 4 * t * (1 - t)


def pulse(t: float) -> float:
    """Quickly up, slowly down: 0 at both ends."""
    return math.sin(math.pi * math.sqrt(t))


def drop(t: float) -> float:
    """Faster and faster down to the ground at ``DOWN`` of the time, then one small bounce."""
    if t < DOWN:
        return (t / DOWN) ** 2
    return 1 - 0.14 * hop((t - DOWN) / (1 - DOWN))


def shake(t: float) -> float:
    """To and fro twice, less and less: 0 at both ends."""
    return math.sin(2 * math.tau * t) * (1 - t)


def step(t: float) -> float:
    """Nothing until the end."""
    return 1.0 if t >= 1 else 0.0


DOWN = 0.7
"""When something that drops meets the ground, by the whole time."""

RETURNING = frozenset({"hop", "pulse", "shake"})
"""Those that end where they began; all others end at 1."""

EASINGS: Mapping[str, Callable[[float], float]] = MappingProxyType(
    {f.__name__: f for f in (linear, out, into, both, land, hop, pulse, drop, shake, step)}
)


def ease(name: str, t: float) -> float:
    """The part of the way at part ``t`` of the time (held to 0–1) by the easing called ``name``."""
    return EASINGS[name](min(1.0, max(0.0, t)))
