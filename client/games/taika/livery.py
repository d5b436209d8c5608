"""The colours and the emblem of Taika-Mario: four blocks, and what runs from green to violet."""

from __future__ import annotations

from types import MappingProxyType

from sprites.kit.emblems import Livery
from sprites.kit.paint import Canvas
from sprites.kit.theme import GREEN, PURPLE, VERMILION, YELLOW, Accents, Colour


def _blocks(canvas: Canvas) -> None:
    """Four blocks, each with its colour's pattern: bricks, rings, star, zigzag."""
    ink: Colour = (20, 12, 40)
    for x, y, colour in (
        (0.06, 0.06, VERMILION),
        (0.53, 0.06, GREEN),
        (0.06, 0.53, YELLOW),
        (0.53, 0.53, PURPLE),
    ):
        canvas.box(x, y, 0.41, 0.41, 0.07, colour)
    for y in (0.19, 0.32):
        canvas.stroke([(0.08, y), (0.45, y)], 0.025, ink)
    for x, y in ((0.265, 0.06), (0.17, 0.19), (0.36, 0.19), (0.265, 0.33)):
        canvas.stroke([(x, y + 0.02), (x, y + 0.11)], 0.025, ink)
    for radius in (0.15, 0.08):
        canvas.circle((0.735, 0.265), radius, ink, 0.03)
    canvas.star((0.265, 0.745), 0.17, ink)
    for y in (0.66, 0.8):
        points = [(0.57 + i * 0.066, y + (0.05 if i % 2 else -0.03)) for i in range(6)]
        canvas.stroke(points, 0.035, ink)


LIVERY = Livery(
    YELLOW,
    _blocks,
    MappingProxyType(
        {
            "night": Accents((126, 224, 138), (185, 140, 255)),
            "paper": Accents((24, 112, 56), (104, 52, 176)),
            "contrast": Accents((255, 224, 0), (255, 255, 255)),
        }
    ),
)
