"""Which moment of the match the board shows, and how it gets there: by playing a step, by a jump, or in a replay.

One step forward is played as an animation; any other way is a jump.  Times are seconds of the caller's clock.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from client.board.shown_match import ShownMatch
from net.events import Stepped
from rules.facts import Fact, PieceMap


class MomentPlayer(Protocol):
    """What shows positions: the board."""

    def push(self, facts: Iterable[Fact], truth: PieceMap) -> None:
        """Play one step, after which ``truth`` stands there."""

    def jump(self, truth: PieceMap) -> None:
        """Show another position at once."""


class Pace:
    """Keeps the board at the moment that ``shown`` says."""

    def __init__(self, shown: ShownMatch, board: MomentPlayer) -> None:
        self._shown = shown
        self._board = board

    def look_at(self, number: int) -> bool:
        """Show the position after ``number`` steps; tells whether it is another than before."""
        by = self._shown.place.go(number)
        if by == 1:
            self._board.push(self._shown.moment.facts, self._shown.state.pieces())
        elif by:
            self._board.jump(self._shown.state.pieces())
        return by != 0

    def step(self, event: Stepped) -> bool:
        """Take in one step and show it, unless somebody looks back; tells whether the match went on by it (a
        takeback goes back instead)."""
        along, on = self._shown.step(event)
        if along and on:
            self._board.push(event.facts, self._shown.state.pieces())
        elif along:
            self._board.jump(self._shown.state.pieces())
        return on

    def restart(self) -> None:
        """Show the match as it was just taken up."""
        self._board.jump(self._shown.state.pieces())

    def play_or_pause(self, now: float) -> bool:
        """Let the moves follow each other, from here or from the start, or stop that; tells whether that could
        be done: at the newest position of a match that goes on there is nothing to replay."""
        place = self._shown.place
        if place.playing:
            place.pause()
            return True
        if self._shown.live and place.newest:
            return False
        if place.newest:
            self.look_at(0)
        place.play(now)
        return True

    def replay(self, now: float) -> None:
        """Let the moves follow each other from the start."""
        self.look_at(0)
        if not self._shown.place.playing:
            self._shown.place.play(now)

    def tick(self, now: float) -> bool:
        """Let time pass in a replay; tells whether another position is shown by that."""
        return self._shown.place.due(now) and self.look_at(self._shown.place.shown + 1)

    def wakes_at(self) -> float | None:
        """When ``tick`` is wanted next."""
        return self._shown.place.next_at
