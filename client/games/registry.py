"""Which games have a folder of their own in the client, and what the others ask of it by a game's id.

To add a game, name its folder in ``FOLDERS``.  With ``rules.registry`` the only module that knows all games.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from client.bots.player import Player
from client.games.parts import FileOption, GameParts
from rules.game import Game, State

if TYPE_CHECKING:
    from client.board.look import Look
    from client.options.game_options import GameOptions
    from sprites.kit.emblems import Livery

FOLDERS: Mapping[str, str] = MappingProxyType(
    {
        "mind-control": "client.games.mindcontrol",
        "magi": "client.games.magi",
        "taika-mario": "client.games.taika",
    }
)
"""Game id → the package whose ``PARTS`` are the game's."""
PLAIN = "client.games.plain"
"""The package of a game that has none of its own: one under construction, or a test double."""


def parts_of(game_id: str) -> GameParts:
    """What the client has for a game; plain parts for one without a folder of its own."""
    parts: GameParts = import_module(FOLDERS.get(game_id, PLAIN)).PARTS
    return parts


def look_of(game_id: str) -> Look:
    """A new look of a game."""
    return parts_of(game_id).look()


def options_of(game: Game, home: Path | None = None) -> GameOptions:
    """How the options of ``game`` are called and chosen, by somebody whose own files lie in ``home``."""
    return parts_of(game.id).options(game, home)


def livery_of(game_id: str) -> Livery:
    """The colours and the emblem of a game; the house's own for an empty id and for one that is not known."""
    return parts_of(game_id).livery()


def choose(game: str, state: State, seat: int, level: int, seed: bytes) -> str:
    """What a bot does at ``seat``, which must be the one to act, in ``state``; ties are broken by ``seed``."""
    player: Player = parts_of(game).player()
    return player.choose(state, seat, level, seed)


def file_options() -> Mapping[str, FileOption]:
    """The options of all games that can be read from files, by name."""
    return {option.name: option for game_id in FOLDERS for option in parts_of(game_id).files}
