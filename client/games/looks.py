"""How each game looks in the one board scene: game id → Look.  To add a game, write a Look and name it here.

Nothing outside this package may ask which game it is.  A look is imported when it is first wanted, so that the
window opens without those of the other games.
"""

from __future__ import annotations

from importlib import import_module

from client.board.look import Look
from client.games.plain import PlainLook

LOOKS: dict[str, tuple[str, str]] = {
    "mind-control": ("client.games.mindcontrol.look", "MindControlLook"),
    "magi": ("client.games.magi.look", "MagiLook"),
    "taika-mario": ("client.games.taika.look", "TaikaLook"),
}
"""Game id → module and class."""


def look_of(game_id: str) -> Look:
    """A new look of the game ``game_id``; a plain one with letters for a game that has none of its own."""
    if game_id not in LOOKS:
        return PlainLook(game_id)
    module, name = LOOKS[game_id]
    look: Look = getattr(import_module(module), name)()
    return look
