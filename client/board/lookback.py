"""Which moment of a match is on the board: the newest, an earlier one, or one after the other in a replay.

Owns the history and the place in it; times are seconds of the caller's clock.  Knows no screen and no hub.
"""

from __future__ import annotations

from collections.abc import Sequence

from client.board.history import History, Moment
from net.events import Match, Stepped
from rules.game import State

REPLAY_S = 1.1
"""Seconds between two moves of a replay."""


class Lookback:
    """The place in the history of one match."""

    def __init__(self, match: Match, record: bool) -> None:
        """``record``: a saved match, which is shown from its beginning."""
        self.history = History(match)
        self.shown = 0 if record and len(self.history) > 1 else self.last
        """Which moment is on the board."""
        self.next_at: float | None = None
        """When a replay goes on; None while none is running."""

    @property
    def last(self) -> int:
        """The number of the newest moment."""
        return len(self.history) - 1

    @property
    def moment(self) -> Moment:
        """The moment on the board."""
        return self.history.moments[self.shown]

    @property
    def past(self) -> Sequence[Moment]:
        """All moments up to the one on the board."""
        return self.history.moments.cut(self.shown + 1)

    @property
    def state(self) -> State:
        """The position on the board."""
        return self.moment.state

    @property
    def newest(self) -> bool:
        """Whether the board shows the newest position, not an earlier one."""
        return self.shown == self.last

    @property
    def playing(self) -> bool:
        """Whether a replay is running."""
        return self.next_at is not None

    def go(self, number: int) -> int:
        """Go to a moment, or the nearest there is; returns by how many it went on (negative: back)."""
        old, self.shown = self.shown, max(0, min(self.last, number))
        return self.shown - old

    def page(self, where: str) -> int | None:
        """The moment that a Page intent means, if it means one."""
        return {"up": self.shown - 1, "down": self.shown + 1, "home": 0, "end": self.last}.get(where)

    def follow(self, step: Stepped) -> tuple[bool, bool]:
        """One more step: whether the board goes along with it, and whether the match went on by it (a takeback
        goes back instead)."""
        followed = self.newest
        on = self.history.follow(step)
        along = followed or self.shown > self.last
        if along:
            self.shown = self.last
        return along, on

    # ---- replay

    def play(self, now: float) -> None:
        """Let the moves follow each other from here on."""
        self.next_at = now + REPLAY_S / 2

    def pause(self) -> None:
        """Stop the replay."""
        self.next_at = None

    def due(self, now: float) -> bool:
        """Whether the replay goes on to its next move now; if so, the one after it is awaited."""
        if self.next_at is None or now < self.next_at:
            return False
        self.next_at = None if self.shown + 1 >= self.last else now + REPLAY_S
        return True
