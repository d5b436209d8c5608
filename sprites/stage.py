"""Plays facts as animations on a board and draws only what changed.

The stage holds what is shown; the truth is pushed in as facts (or a whole piece map) and everything that
is shown ends at it.  It never shows a position that did not exist: pieces fly from one to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import pygame

from sprites.boardview import BoardView, Marks
from sprites.fold import Fact, PieceMap
from sprites.pyramids import Pose
from sprites.theme import Colour


class PieceArt(Protocol):
    """How the pieces of one game look."""

    def image(self, piece: str, square: int) -> pygame.Surface: ...
    def stack(self, pieces: tuple[str, ...], lean: float = 0.0) -> tuple[Pose, ...]: ...
    def colour(self, piece: str) -> Colour: ...
    def weight(self, piece: str) -> int: ...


class Stage:
    """One board with its pieces, marks, animations and particles.

    Use: make it; whenever the window is drawn anew, draw your background and call ``ground(window)``; then
    each frame ``advance(seconds)`` and ``draw(window)``, and update the returned rectangles.
    """

    def __init__(
        self,
        view: BoardView,
        art: PieceArt,
        pieces: PieceMap,
        *,
        reduced: bool = False,
        sound: Callable[[str], None] = lambda name: None,
    ) -> None:
        raise NotImplementedError

    @property
    def pieces(self) -> dict[str, tuple[str, ...]]:
        """The newest position: what is shown once nothing is busy."""
        raise NotImplementedError

    @property
    def busy(self) -> bool:
        """Whether something is still moving."""
        raise NotImplementedError

    def push(self, facts: Iterable[Fact]) -> None:
        """Queues the animation of one step."""

    def jump(self, pieces: PieceMap) -> None:
        """Goes to a position that is no single step away (replay, takeback): what differs slides quickly."""

    def skip(self) -> None:
        """Ends all animations at once; their sounds are not made up for."""

    def mark(self, marks: Marks) -> None:
        """Sets what is marked on the board from now on."""

    def look(self, view: BoardView) -> None:
        """Another size, theme or side; ends animations.  Call ``ground`` afterwards."""

    def ground(self, surface: pygame.Surface) -> None:
        """Takes ``surface`` (the window with everything but the board) as what lies under board and trays.

        Saves the parts the stage may touch, so the rest of the window stays the scene's.  The next ``draw``
        draws all of the stage's areas.
        """

    def advance(self, dt_s: float) -> None:
        """Time passes."""

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Draws what changed since the last call; returns those rectangles, none when nothing moved."""
        raise NotImplementedError
