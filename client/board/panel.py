"""What a game shows beside the board, between the players and the list of moves: taken pieces, cards, offers …

The scene tells a panel its place and what to show; a panel on which actions are built is told of the board by
what it may do there (`BoardControls`), and knows neither the board's widget nor the scene.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import pygame

from client.board.chooser import Chooser
from client.core.evening import Tally
from client.core.skin import Skin
from client.core.transitions import Transition
from client.core.widget import Widget
from rules.game import State
from sprites.stage.boardview import BoardView


class BoardControls(Protocol):
    """What a panel may do to the board beside it."""

    @property
    def chooser(self) -> Chooser:
        """The choice being made."""

    @property
    def view(self) -> BoardView | None:
        """Which square lies where; None before the board has a place."""

    def mark(self) -> None:
        """Show the choice on the board as it is now."""

    def tell(self) -> None:
        """Show the choice on the board, and let everybody else know that it is another."""

    def call_focus(self) -> None:
        """Like ``tell``, and the focus goes to the board."""

    def point_at(self, place: str) -> None:
        """The mouse is over this square (or none)."""

    def pick(self, place: str) -> Transition:
        """Somebody means this square."""

    def shortcut(self, key: str) -> bool:
        """A key that may choose something; tells whether it did."""

    def act(self) -> None:
        """Do what is chosen, if it is whole and waits for that."""


class PanelContent(NamedTuple):
    """What a panel is to show now."""

    state: State
    """The position on the board."""
    here: tuple[int, ...]
    """The seats that persons at this window play."""
    names: tuple[str, ...]
    """The players' names, by seat."""
    may: bool
    """Whether somebody here may act now, in this position."""
    tally: Tally
    """How things stand between these players this evening."""


class Panel(ABC):
    """What one game shows between the players and the list of moves: taken pieces, cards, offers …"""

    @abstractmethod
    def height(self, width: int, skin: Skin) -> int:
        """Real pixels wanted at this width."""

    @abstractmethod
    def layout(self, rect: pygame.Rect, skin: Skin, state: State, order: Sequence[int]) -> None:
        """The place is ``rect``; ``order`` says the seats from top to bottom, as on the board."""

    def trays(self) -> Mapping[str, pygame.Rect]:
        """Places beside the board (``taken:0``) whose pieces the stage draws, and where."""
        return {}

    def ground(self, surface: pygame.Surface, skin: Skin) -> None:
        """Paint what never changes (plates, labels); trays are painted over it."""

    def widgets(self) -> Sequence[Widget]:
        """Widgets to add to the scene: what changes, what can be pressed."""
        return ()

    def attach(self, board: BoardControls) -> None:
        """The board beside which this stands: whoever builds an action here tells it so."""

    def show(self, content: PanelContent) -> None:
        """Something else is to be shown: a position was reached, a choice was made."""

    def shortcut(self, key: str) -> bool:
        """A key that may mean something here; tells whether it did."""
        return False


class NoPanel(Panel):
    """The panel of a game that shows nothing beside the board."""

    def height(self, width: int, skin: Skin) -> int:
        return 0

    def layout(self, rect: pygame.Rect, skin: Skin, state: State, order: Sequence[int]) -> None:
        return
