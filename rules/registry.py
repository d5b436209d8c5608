"""Which games there are, by id, in the order in which they are shown.

The only module that knows all games; whoever looks a game up by id asks here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rules.errors import RulesError
from rules.game import Game
from rules.magi import MAGI
from rules.mindcontrol import MIND_CONTROL
from rules.taika import TAIKA

_games: tuple[Game, ...] = (MIND_CONTROL, MAGI, TAIKA)


def games() -> tuple[Game, ...]:
    """All games, in the order in which they are shown."""
    return _games


def game(game_id: str) -> Game:
    """The game with this id; raises RulesError if there is none."""
    for known in _games:
        if known.id == game_id:
            return known
    raise RulesError(
        "no-game",
        "there is no game {game!r}, only: {known}",
        game=game_id,
        known=", ".join(known.id for known in _games),
    )


@contextmanager
def registered(*doubles: Game) -> Iterator[None]:
    """For tests: these games are known as well, in all threads, until the block ends."""
    global _games
    before = _games
    _games = (*before, *doubles)
    try:
        yield
    finally:
        _games = before
