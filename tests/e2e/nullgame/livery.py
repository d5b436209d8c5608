"""The colours and the emblem of the null game: a ring round nothing."""

from __future__ import annotations

from sprites.kit.emblems import Livery
from sprites.kit.paint import Canvas
from sprites.kit.theme import Accents, Colour

ROSE: Colour = (255, 150, 190)


def _ring(canvas: Canvas) -> None:
    canvas.circle((0.5, 0.5), 0.4, ROSE, 0.12)


LIVERY = Livery(ROSE, _ring, {"night": Accents(ROSE, ROSE), "paper": Accents((140, 20, 70), (140, 20, 70))})
