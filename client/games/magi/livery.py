"""The colours and the emblem of Magi: a tall bent hat with a star."""

from __future__ import annotations

from types import MappingProxyType

from sprites.kit.emblems import Livery
from sprites.kit.paint import Canvas, Paint
from sprites.kit.theme import Accents, Colour

_GOLD: Colour = (242, 193, 78)


def _hat(canvas: Canvas) -> None:
    """A tall bent wizard's hat with a star."""
    night: Paint = (70, 44, 120)
    canvas.polygon(
        [
            (0.26, 0.78),
            (0.36, 0.42),
            (0.46, 0.16),
            (0.66, 0.08),
            (0.8, 0.2),
            (0.62, 0.24),
            (0.66, 0.5),
            (0.76, 0.78),
        ],
        night,
    )
    canvas.polygon([(0.46, 0.16), (0.66, 0.08), (0.8, 0.2), (0.62, 0.24)], (110, 76, 170))
    canvas.stroke(
        [
            (0.26, 0.76),
            (0.36, 0.42),
            (0.46, 0.16),
            (0.66, 0.08),
            (0.8, 0.2),
            (0.62, 0.24),
            (0.66, 0.5),
            (0.76, 0.76),
        ],
        0.035,
        _GOLD,
    )
    canvas.ellipse((0.5, 0.8), 0.44, 0.11, _GOLD)
    canvas.ellipse((0.5, 0.775), 0.27, 0.055, (150, 104, 24))
    canvas.star((0.51, 0.52), 0.15, _GOLD)


LIVERY = Livery(
    _GOLD,
    _hat,
    MappingProxyType(
        {
            "night": Accents(_GOLD, _GOLD),
            "paper": Accents((134, 88, 0), (134, 88, 0)),
        }
    ),
)
