"""Mind Control: its look, words, help, rulebook, options and bot."""

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
    from client.games.mindcontrol.look import MindControlLook

    return MindControlLook()


def _options(game: Game, home: Path | None) -> GameOptions:
    from client.games.mindcontrol.options import MindControlOptions

    return MindControlOptions(game, home)


def _livery() -> Livery:
    from client.games.mindcontrol.livery import LIVERY

    return LIVERY


def _player() -> Player:
    from client.games.mindcontrol.bot import PLAYER

    return PLAYER


PARTS = GameParts(look=_look, options=_options, livery=_livery, player=_player)
