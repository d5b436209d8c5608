"""All positions of one match that can be looked at again, with what led to each.

Grows by what the hub tells; a match that we come late to is played through from its start where that
is possible.  Knows no screen, and of the rules only their interface.
"""

from __future__ import annotations

from typing import NamedTuple

from net.events import Match, Stepped
from rules.errors import RulesError
from rules.facts import Fact
from rules.game import State
from rules.registry import game as game_of


class Moment(NamedTuple):
    """A position, and what led to it; the first one has no action."""

    state: State
    action: str = ""
    seat: int = -1
    facts: tuple[Fact, ...] = ()
    think_ms: int = 0


class History:
    """The moments of one match, oldest first; never empty."""

    def __init__(self, match: Match) -> None:
        self.moments: list[Moment] = _play_through(match)

    @property
    def last(self) -> Moment:
        return self.moments[-1]

    def __len__(self) -> int:
        return len(self.moments)

    def follow(self, step: Stepped) -> bool:
        """Adds one step; tells whether it went on (a takeback goes back instead)."""
        state = step.match.state
        if step.action == "takeback":
            while len(self.moments) > 1 and self.last.state != state:
                self.moments.pop()
            if self.last.state != state:
                self.moments = _play_through(step.match)
            return False
        self.moments.append(Moment(state, step.action, step.seat, step.facts, step.think_ms))
        return True


def _play_through(match: Match) -> list[Moment]:
    """The moments from the start, or only the present one if they can't be found out from here."""
    now = [Moment(match.state)]
    if not match.actions:
        return now
    try:
        game = game_of(match.game)
        options = game.configure(match.options)
        state = game.start(options, len(match.seats))
        moments = [Moment(state)]
        for action in match.actions:
            seat = state.turn
            step = state.apply(action)
            state = step.state
            moments.append(Moment(state, action, -1 if seat is None else seat, step.facts))
    except RulesError:
        return now
    return moments if state.public() == match.state.public() else now
