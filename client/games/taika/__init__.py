"""Taika-Mario: its look, turns in the making, the hand, cards and their workshop, words, help, options and bot."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from client.bots.player import Player
from client.games.parts import FileOption, GameParts, Pictures
from rules.game import Game

if TYPE_CHECKING:
    from client.board.look import Look
    from client.options.game_options import GameOptions
    from sprites.kit.emblems import Livery


def _look() -> Look:
    from client.games.taika.look import TaikaLook

    return TaikaLook()


def _options(game: Game, home: Path | None) -> GameOptions:
    from client.games.taika.options import TaikaOptions

    return TaikaOptions(game, home)


def _livery() -> Livery:
    from client.games.taika.livery import LIVERY

    return LIVERY


def _player() -> Player:
    from client.games.taika.bot import PLAYER

    return PLAYER


_CARDS = "play with the cards in this file too (a game with cards)"


def _cards(files: Sequence[Path]) -> str:
    from client.games.taika.command_line import cards_of_files

    return cards_of_files(files)


def _pictures() -> Pictures:
    from client.games.taika.pictures import PICTURES

    return PICTURES


PARTS = GameParts(
    look=_look,
    options=_options,
    livery=_livery,
    player=_player,
    files=(FileOption("cards", _CARDS, _cards),),
    pictures=_pictures,
)
