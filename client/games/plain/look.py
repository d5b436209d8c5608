"""The look of a game that has none of its own: pieces are letters on discs, everything else is generic.

For games under construction and for test doubles.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from client.board.history import Moment
from client.board.look import Look
from client.core.words import _
from rules.game import State
from sprites.kit.theme import EMBER, ICE, Colour
from sprites.pieces.pyramids import Pose
from sprites.stage.stage import PieceArt


class LetterArt:
    """Discs with letters; upper case is light, lower case dark."""

    def __init__(self) -> None:
        self._images: dict[tuple[str, int], pygame.Surface] = {}

    def image(self, piece: str, square: int) -> pygame.Surface:
        """The piece for a square of this side; cached."""
        key = (piece, square)
        if key not in self._images:
            image = pygame.Surface((square, square), pygame.SRCALPHA)
            middle = (square // 2, square // 2)
            pygame.draw.circle(image, (20, 14, 40), middle, int(square * 0.4))
            pygame.draw.circle(image, self.colour(piece), middle, int(square * 0.36))
            font = pygame.font.Font(None, max(8, int(square * 0.6)))
            text = font.render(piece[:2], True, (20, 14, 40))
            image.blit(text, text.get_rect(center=middle))
            self._images[key] = image
        return self._images[key]

    def stack(self, pieces: tuple[str, ...], lean: float = 0.0) -> tuple[Pose, ...]:
        """Each a little higher than the one below."""
        return tuple(Pose(0.0, -0.14 * (1 + lean) * n, 1.0) for n in range(len(pieces)))

    def colour(self, piece: str) -> Colour:
        """Light or dark, by case."""
        return ICE if piece[:1].isupper() else EMBER

    def weight(self, piece: str) -> int:
        """All the same."""
        return 2

    def voice(self, piece: str) -> str:
        """All the same."""
        return "down2"

    def lives(self, piece: str) -> bool:
        """None of them breathes."""
        return False


class PlainLook(Look):
    """Letters on eight times eight squares."""

    def art(self) -> PieceArt:
        return LetterArt()

    def side(self, seat: int) -> str:
        return _("Seat {n}").format(n=seat + 1)

    def line(self, before: State, moment: Moment, names: Sequence[str]) -> str:
        return moment.action
