"""How each game looks in the one board scene: game id → Look.  To add a game, write a Look and name it here.

Nothing outside this package may ask which game it is.
"""

from __future__ import annotations

from client.looks.look import Ending, Extra, HelpPage, Look, Panel
from client.looks.magi import MagiLook
from client.looks.mindcontrol import MindControlLook
from client.looks.plain import PlainLook
from client.looks.taika import TaikaLook

__all__ = ["LOOKS", "Ending", "Extra", "HelpPage", "Look", "Panel", "look_of"]

LOOKS: dict[str, type[Look]] = {"mind-control": MindControlLook, "magi": MagiLook, "taika-mario": TaikaLook}


def look_of(game_id: str) -> Look:
    """A new look of the game ``game_id``; a plain one with letters for a game that has none of its own."""
    known = LOOKS.get(game_id)
    return known() if known is not None else PlainLook(game_id)
