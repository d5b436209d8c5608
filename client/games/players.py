"""Who plays each game for a bot: game id → player.  To add a game's own player, write it and name it here.

A player is imported when it is first wanted, so that a process loads only what it plays; never pygame.
"""

from __future__ import annotations

from importlib import import_module

from client.bots.evaluation import Plain
from client.bots.one_ply import OnePly
from client.bots.player import Player
from rules.game import State

PLAYERS: dict[str, tuple[str, str]] = {
    "mind-control": ("client.games.mindcontrol.bot", "PLAYER"),
    "magi": ("client.games.magi.bot", "PLAYER"),
    "taika-mario": ("client.games.taika.bot", "PLAYER"),
}
"""Game id → module and name."""


def player_of(game: str) -> Player:
    """The player of ``game``; one that counts taken pieces for a game that has none of its own."""
    if game not in PLAYERS:
        return OnePly(Plain())
    module, name = PLAYERS[game]
    player: Player = getattr(import_module(module), name)
    return player


def choose(game: str, state: State, seat: int, level: int, seed: bytes) -> str:
    """The action of ``seat``, which must be the one to act, in ``state``; ties are broken by ``seed``."""
    return player_of(game).choose(state, seat, level, seed)
