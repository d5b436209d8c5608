"""Who plays what: the games' own players, the evaluations that ``one_ply`` plays by, and the plain one.

An evaluation knows one game and nothing of search; neither knows processes or the network.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from client.games.magi import bot as magi
from client.games.mindcontrol import bot as mind_control
from client.games.taika import bot as taika
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


class Player(Protocol):
    """One game's own way of thinking, where looking one ply ahead through ``State`` is not enough."""

    def choose(self, state: State, seat: int, level: int, seed: bytes) -> str:
        """See ``one_ply.choose``."""
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


PLAYERS: dict[str, Player] = {"magi": magi.Magi(), "taika-mario": taika.Taika()}
"""By game id; all other games are played by ``one_ply`` and their evaluation."""

EVALUATIONS: dict[str, Evaluation] = {"mind-control": mind_control.MindControl()}
"""By game id; a game that is in neither list is played by ``Plain``."""


def evaluation(game: str) -> Evaluation:
    """The evaluation of ``game``."""
    return EVALUATIONS.get(game) or Plain()


def standing(judge: Evaluation, state: State, seat: int) -> int:
    """``judge.score``, or how the game ended for ``seat``: ±WON, 0 when shared by all."""
    outcome = state.outcome()
    if outcome is None:
        return judge.score(state, seat)
    if seat not in outcome.winners:
        return -WON
    return WON if len(outcome.winners) == 1 else 0
