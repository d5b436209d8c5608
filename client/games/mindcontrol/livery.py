"""The colours and the emblem of Mind Control: one pyramid that sits on another's head."""

from __future__ import annotations

from types import MappingProxyType

from sprites.kit.emblems import Livery, pyramid
from sprites.kit.paint import Canvas
from sprites.kit.theme import EMBER, ICE, Accents


def _pyramids(canvas: Canvas) -> None:
    """One pyramid that sits on another's head."""
    pyramid(canvas, (0.5, 0.55), 0.43, ICE)
    pyramid(canvas, (0.5, 0.4), 0.2, EMBER)


LIVERY = Livery(
    ICE,
    _pyramids,
    MappingProxyType(
        {
            "night": Accents((95, 211, 255), (95, 211, 255)),
            "paper": Accents((0, 96, 140), (0, 96, 140)),
        }
    ),
)
