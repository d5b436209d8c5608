"""The null game: its look, livery, words, help, rulebook, option and bot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from client.bots.player import Player
from client.games.parts import GameParts
from rules.game import Game

if TYPE_CHECKING:
    from client.board.look import Look
    from client.options.game_options import GameOptions
    from sprites.kit.emblems import Livery


def _look() -> Look:
    from client.games.tallyho.look import NullLook

    return NullLook()


def _options(game: Game, home: Path | None) -> GameOptions:
    from client.games.tallyho.options import NullOptions

    return NullOptions(game, home)


def _livery() -> Livery:
    from client.games.tallyho.livery import LIVERY

    return LIVERY


def _player() -> Player:
    from client.games.tallyho.bot import PLAYER

    return PLAYER


PARTS = GameParts(look=_look, options=_options, livery=_livery, player=_player)
