"""The score of an evening: who of the same people won how many games with how many points, in memory only.

Keyed by the set of players' names, so that a change of sides keeps counting.  Games won are counted over all
games, points for each game apart, since they mean different things.  Knows no screen; a match counts once, and
only when its result counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from net.events import Match


@dataclass
class Score:
    """What one set of players has from one game: how often it was played, and points by name."""

    games: int = 0
    points: dict[str, int] = field(default_factory=dict)


@dataclass
class Tally:
    """What one set of players has so far: games, draws, wins by name, and the score of each game by its id."""

    games: int = 0
    draws: int = 0
    wins: dict[str, int] = field(default_factory=dict)
    scores: dict[str, Score] = field(default_factory=dict)

    def score(self, game: str) -> Score:
        """The points of all matches of ``game``, added up."""
        return self.scores.get(game, Score())


class Evening:
    """The tallies of this run of the program."""

    def __init__(self) -> None:
        self._tallies: dict[tuple[str, ...], Tally] = {}
        self._counted: set[str] = set()

    def record(self, match: Match) -> bool:
        """Count a match that is over, once; tells whether it was counted now."""
        outcome = match.state.outcome()
        counts = outcome is not None and match.status in ("running", "finished") and not match.watching
        if outcome is None or not counts or match.id in self._counted:
            return False
        self._counted.add(match.id)
        names = [seat.name for seat in match.seats]
        tally = self._tallies.setdefault(_key(names), Tally())
        tally.games += 1
        if len(outcome.winners) == 1:
            winner = names[outcome.winners[0]]
            tally.wins[winner] = tally.wins.get(winner, 0) + 1
        else:
            tally.draws += 1
        score = tally.scores.setdefault(match.game, Score())
        score.games += 1
        for name, points in zip(names, outcome.scores or (), strict=False):
            score.points[name] = score.points.get(name, 0) + points
        return True

    def tally(self, names: Sequence[str]) -> Tally:
        """How things stand between the people of these names."""
        return self._tallies.get(_key(names), Tally())


def _key(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(names))
