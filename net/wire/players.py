"""What can play a seat: a person, or a bot of some level.  What plays a seat is data, never read from a name."""

from __future__ import annotations

PERSON = "person"


def bot_name(player: str) -> str:
    """What the bot ``bot:LEVEL`` is called when nobody gave it a name."""
    return "Bot " + player.partition(":")[2]
