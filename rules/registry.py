"""Which games there are, by id, in the order in which they are shown.

The only module that knows all games; whoever looks a game up by id asks here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from rules.errors import RulesError
from rules.game import Game

LIST: tuple[tuple[str, str], ...] = (
    ("rules.mindcontrol", "MIND_CONTROL"),
    ("rules.magi", "MAGI"),
    ("rules.taika", "TAIKA"),
)
"""Package and name of each game.  To add a game, name it here."""

_games: tuple[Game, ...] = tuple(getattr(import_module(package), name) for package, name in LIST)


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
