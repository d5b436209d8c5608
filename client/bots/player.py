"""What plays: a player thinks for one seat of one game; a chooser finds the player of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from rules.game import State

Choose = Callable[[str, State, int, int, bytes], str]
"""Game, state, seat, level, seed → action; a function of a module, so that the bots' process can be given it."""


class Player(Protocol):
    """One game's way of thinking; keeps nothing between questions."""

    def choose(self, state: State, seat: int, level: int, seed: bytes) -> str:
        """The action of ``seat``, which must be the one to act, in ``state``; ties are broken by ``seed``."""
        ...
