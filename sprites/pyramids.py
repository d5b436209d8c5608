"""Looney pyramids: how one and a stack of them look.  Letters ``SML`` are ice, ``sml`` ember."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from sprites.theme import Colour


class Pose(NamedTuple):
    """Where a piece of a stack stands, in squares: offset of its sprite's centre from the square's centre."""

    dx: float
    dy: float
    scale: float


class Pyramids:
    """The art of Mind Control (see ``sprites.stage.PieceArt``)."""

    def image(self, piece: str, square: int) -> pygame.Surface:
        """The piece at a square side of ``square`` real pixels, with alpha, centred; cached."""
        raise NotImplementedError

    def stack(self, pieces: tuple[str, ...], lean: float = 0.0) -> tuple[Pose, ...]:
        """How the pieces of one stack stand, from the bottom up; ``lean`` 0–1 spreads them."""
        raise NotImplementedError

    def colour(self, piece: str) -> Colour:
        """The colour of its shards and pulse."""
        raise NotImplementedError

    def weight(self, piece: str) -> int:
        """1 (light) to 3 (heavy): which sound it makes when set down."""
        raise NotImplementedError
