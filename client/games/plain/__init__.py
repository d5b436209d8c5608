"""Any game: letters on discs, a bot that counts taken pieces. For games that have no folder of their own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from client.bots.evaluation import Plain
from client.bots.one_ply import OnePly
from client.bots.player import Player
from client.games.parts import GameParts
from rules.game import Game

if TYPE_CHECKING:
    from client.board.look import Look
    from client.options.game_options import GameOptions
    from sprites.kit.emblems import Livery


def _look() -> Look:
    from client.games.plain.look import PlainLook

    return PlainLook()


def _options(game: Game, home: Path | None) -> GameOptions:
    from client.options.game_options import GameOptions

    return GameOptions(game, home)


def _livery() -> Livery:
    from sprites.kit.emblems import HOUSE

    return HOUSE


def _player() -> Player:
    return OnePly(Plain())


PARTS = GameParts(look=_look, options=_options, livery=_livery, player=_player)
