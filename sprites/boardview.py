"""Where a board lies on the screen and how its squares, trays and marks look.

Knows places (``c3``, ``taken:0``) and pixels, nothing of pieces or rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pygame

from sprites.text import Typesetter
from sprites.theme import Colour, Theme


@dataclass(frozen=True, slots=True)
class Marks:
    """What is marked on the board now; all places are squares."""

    selected: str = ""
    targets: Mapping[str, str] = field(default_factory=dict)
    """Square → what going there would do: ``move``, ``destroy``, ``control``, ``rescue`` (else ``move``)."""
    last: tuple[str, ...] = ()
    """The squares of the last move."""
    cursor: str = ""
    """Where keyboard or pad stands."""
    hover: str = ""
    """Where the mouse is: a stack there leans apart."""
    check: str = ""
    """The square of a king in check."""
    source: tuple[str, ...] = ()
    """Squares from which something may be picked up."""


class BoardView:
    """Geometry and drawing of one board; make a new one when window, theme or side changes."""

    def __init__(
        self,
        files: int,
        ranks: int,
        rect: pygame.Rect,
        theme: Theme,
        accent: Colour,
        type_: Typesetter,
        *,
        flip: bool = False,
        trays: Mapping[str, pygame.Rect] | None = None,
        coordinates: bool = True,
    ) -> None:
        """A board of ``files``×``ranks`` as large as fits, with its frame, into ``rect`` (real pixels).

        ``trays`` says where beside the board the pieces of a tray place (``taken:0``) are drawn.
        """
        raise NotImplementedError

    square: int
    """Side of a square in real pixels."""
    board: pygame.Rect
    """The squares."""
    outer: pygame.Rect
    """The squares with frame and coordinates."""
    areas: tuple[pygame.Rect, ...]
    """All that the stage may draw on: the outer board and the trays."""

    def rect_of(self, place: str) -> pygame.Rect:
        """The rectangle of a square or tray; an empty one for a place that isn't shown."""
        raise NotImplementedError

    def square_at(self, pos: tuple[int, int]) -> str | None:
        """The square under a pixel."""
        raise NotImplementedError

    def neighbour(self, place: str, dx: int, dy: int) -> str:
        """The square ``dx`` right and ``dy`` down on the screen (at the edge: itself)."""
        raise NotImplementedError

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the bare board and tray grounds."""
        raise NotImplementedError
