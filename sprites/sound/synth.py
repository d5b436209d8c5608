"""Our own sounds as samples: glass, wood and breath, made of decaying partials and filtered noise.

Standard library only and deterministic: the same name always gives the same bytes.
"""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

RATE = 22050
"""Samples a second; one channel, 16 bits, signed, native byte order."""

PEAK = 0.62
"""Loudest sample of any sound, of 1."""

Wave = list[float]
Partial = tuple[float, float, float]
"""Multiple of the pitch, loudness, seconds until it has decayed to a third."""

GLASS: tuple[Partial, ...] = ((1.0, 1.0, 0.11), (2.32, 0.45, 0.07), (4.25, 0.2, 0.035))
BELL: tuple[Partial, ...] = (
    (0.5, 0.3, 0.5),
    (1.0, 1.0, 0.34),
    (2.0, 0.5, 0.22),
    (2.76, 0.3, 0.14),
    (5.4, 0.12, 0.06),
)
WOOD: tuple[Partial, ...] = ((1.0, 1.0, 0.055), (1.58, 0.5, 0.03), (2.94, 0.25, 0.018))


def struck(pitch: float, length_s: float, partials: Sequence[Partial], loud: float = 1.0) -> Wave:
    """Something struck: each partial decays on its own."""
    wave = [0.0] * int(length_s * RATE)
    for multiple, share, decay_s in partials:
        turn = math.tau * pitch * multiple / RATE
        if turn >= math.pi:
            continue
        fade, level = math.exp(-1 / (decay_s * RATE)), loud * share
        for i in range(len(wave)):
            wave[i] += level * math.sin(turn * i)
            level *= fade
    return _soften(wave, 0.002)


def hum(low: float, high: float, length_s: float, loud: float = 1.0) -> Wave:
    """A warm tone that glides from ``low`` to ``high`` hertz, swelling and fading."""
    count = int(length_s * RATE)
    wave, phase = [0.0] * count, 0.0
    for i in range(count):
        part = i / count
        pitch = low * (high / low) ** part * (1 + 0.006 * math.sin(math.tau * 6 * i / RATE))
        phase += math.tau * pitch / RATE
        swell = math.sin(math.pi * part**0.8)
        wave[i] = (
            loud * swell * (math.sin(phase) + 0.4 * math.sin(2 * phase + 0.5) + 0.2 * math.sin(3.01 * phase))
        )
    return wave


def breath(length_s: float, decay_s: float, dull: float, loud: float = 1.0, seed: int = 1) -> Wave:
    """Noise that fades; ``dull`` 0–1 takes away its highs."""
    dice = random.Random(seed)
    fade, level, low = math.exp(-1 / (decay_s * RATE)), loud, 0.0
    wave = []
    for _ in range(int(length_s * RATE)):
        low += (1 - dull) * (dice.uniform(-1, 1) - low)
        wave.append(low * level)
        level *= fade
    return _soften(wave, 0.001)


def layered(*parts: tuple[float, Wave]) -> Wave:
    """Waves laid over each other, each beginning at its second."""
    whole = [0.0] * max(int(start * RATE) + len(wave) for start, wave in parts)
    for start, wave in parts:
        first = int(start * RATE)
        for i, value in enumerate(wave):
            whole[first + i] += value
    return whole


def samples(name: str) -> array[int]:
    """The samples of the sound called ``name``; raises KeyError if there is none."""
    loud, make = RECIPES[name]
    wave = make()
    fade = min(len(wave), RATE // 50)
    for i in range(fade):
        wave[-1 - i] *= i / fade
    top = max(map(abs, wave), default=0.0) or 1.0
    scale = 32767 * PEAK * loud / top
    return array("h", (int(value * scale) for value in wave))


def _soften(wave: Wave, attack_s: float) -> Wave:
    """No click at the beginning."""
    count = min(len(wave), max(1, int(attack_s * RATE)))
    for i in range(count):
        wave[i] *= i / count
    return wave


def _down(pitch: float, length_s: float) -> Wave:
    return layered(
        (0.0, struck(pitch, length_s, WOOD)),
        (0.0, struck(pitch * 5.1, length_s, GLASS, 0.22)),
        (0.0, breath(0.05, 0.012, 0.7, 0.5)),
    )


def _destroy() -> Wave:
    dice = random.Random(7)
    parts = [(0.0, breath(0.35, 0.06, 0.35, 0.9, seed=5)), (0.0, struck(92, 0.25, WOOD, 0.9))]
    for _ in range(11):
        start = dice.random() ** 2 * 0.3
        parts.append((start, struck(dice.uniform(1300, 3600), 0.22, GLASS, dice.uniform(0.12, 0.34))))
    return layered(*parts)


def _block(pitch: float) -> Wave:
    """Stone set on wood, with a note of glass in it."""
    return layered(
        (0.0, struck(pitch, 0.34, GLASS, 0.7)),
        (0.0, struck(pitch / 4, 0.22, WOOD, 0.9)),
        (0.0, breath(0.06, 0.014, 0.6, 0.6, seed=11)),
    )


def _tune(
    notes: Sequence[float], gap_s: float, partials: Sequence[Partial] = BELL, length_s: float = 0.7
) -> Wave:
    return layered(*((i * gap_s, struck(pitch, length_s, partials)) for i, pitch in enumerate(notes)))


RECIPES: Mapping[str, tuple[float, Callable[[], Wave]]] = MappingProxyType(
    {
        "pick": (0.5, lambda: struck(987.8, 0.16, GLASS)),
        "down1": (0.7, lambda: _down(311.1, 0.2)),
        "down2": (0.8, lambda: _down(207.7, 0.24)),
        "down3": (0.95, lambda: _down(138.6, 0.3)),
        "control": (0.75, lambda: layered((0.0, hum(110, 330, 0.55)), (0.3, hum(330, 494, 0.35, 0.35)))),
        "destroy": (0.9, _destroy),
        "cast1": (
            0.7,
            lambda: layered((0.0, breath(0.34, 0.2, 0.85, 0.6, seed=3)), (0.04, hum(147, 220, 0.3, 0.4))),
        ),
        "cast2": (0.7, lambda: layered((0.0, hum(220, 587, 0.42, 0.6)), (0.06, hum(330, 880, 0.3, 0.18)))),
        "cast3": (0.7, lambda: _tune((587.3, 740.0, 1108.7), 0.06, GLASS, 0.5)),
        "step": (0.45, lambda: layered((0.0, struck(220, 0.1, WOOD)), (0.0, breath(0.05, 0.012, 0.75, 0.4)))),
        "block-r": (0.75, lambda: _block(440.0)),
        "block-g": (0.75, lambda: _block(587.3)),
        "block-y": (0.75, lambda: _block(740.0)),
        "block-p": (0.75, lambda: _block(1108.7)),
        "crack": (
            0.6,
            lambda: layered(
                (0.0, breath(0.2, 0.03, 0.4, 0.9, seed=4)), (0.01, struck(1640, 0.16, GLASS, 0.3))
            ),
        ),
        "hit": (
            0.85,
            lambda: layered((0.0, struck(116.5, 0.3, WOOD)), (0.02, struck(466.2, 0.3, BELL, 0.35))),
        ),
        "out": (
            0.75,
            lambda: layered((0.0, breath(0.6, 0.16, 0.8, 0.9, seed=9)), (0.05, hum(294, 98, 0.6, 0.5))),
        ),
        "rescue": (0.85, lambda: _tune((659.3, 987.8), 0.09, BELL, 0.9)),
        "turn": (0.55, lambda: _tune((523.3, 784.0), 0.11, GLASS, 0.35)),
        "offer": (0.6, lambda: _tune((587.3, 740.0, 880.0), 0.12, BELL, 0.5)),
        "clock": (0.5, lambda: _tune((1174.7, 880.0), 0.14, WOOD, 0.12)),
        "win": (0.85, lambda: _tune((523.3, 659.3, 784.0, 1046.5), 0.12, BELL, 1.1)),
        "draw": (0.7, lambda: _tune((523.3, 622.3, 523.3), 0.16, BELL, 0.8)),
        "lose": (0.65, lambda: _tune((392.0, 311.1, 261.6), 0.18, BELL, 0.8)),
        "click": (0.4, lambda: struck(698.5, 0.09, WOOD)),
        "focus": (0.18, lambda: struck(1046.5, 0.05, WOOD)),
        "error": (0.45, lambda: _tune((174.6, 164.8), 0.1, WOOD, 0.16)),
        "start": (0.7, lambda: _tune((261.6, 392.0, 523.3, 784.0), 0.07, BELL, 1.0)),
    }
)
"""Sound → loudness by the others, and how it is made."""
