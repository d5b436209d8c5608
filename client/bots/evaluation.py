"""What positions are worth: what ``one_ply`` asks of a game, and the plain answer for any game.

An evaluation knows one game and nothing of search, processes or the network.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from rules.game import State

WON = 1_000_000


class Evaluation(Protocol):
    """One game's sense of good and bad, in whole points of its own."""

    def score(self, state: State, seat: int) -> int:
        """How well ``state``, which is not over, stands for ``seat``; 0 is even."""
        ...

    def moves(self, state: State) -> Iterable[str]:
        """The board moves that the seat to act should think about; most games: all."""
        ...

    def sharp(self, state: State) -> Iterable[str]:
        """The board moves that may change the score at once (captures …), for looking at replies."""
        ...


class Plain:
    """For games without an evaluation of their own: counts the pieces that were taken, sees no replies."""

    def score(self, state: State, seat: int) -> int:
        """Pieces in the seat's ``taken:`` tray against those of the best other."""
        trays = {place: len(pieces) for place, pieces in state.pieces().items() if place.startswith("taken:")}
        mine = trays.pop(f"taken:{seat}", 0)
        return mine - max(trays.values(), default=0)

    def moves(self, state: State) -> Iterable[str]:
        """All that are legal."""
        return state.legal()

    def sharp(self, state: State) -> Iterable[str]:
        """None: what a reply is worth is not known."""
        return ()


def standing(judge: Evaluation, state: State, seat: int) -> int:
    """``judge.score``, or how the game ended for ``seat``: ±WON, 0 when shared by all."""
    outcome = state.outcome()
    if outcome is None:
        return judge.score(state, seat)
    if seat not in outcome.winners:
        return -WON
    return WON if len(outcome.winners) == 1 else 0
