"""What people are told at the start when the home folder can't be used: why, and what it means for this window."""

from __future__ import annotations

from client.core import words
from client.core.words import _
from net.edge.temporary_home import Chosen


def unkept_words(chosen: Chosen) -> str:
    """Why nothing that happens in this window is kept, and what is done about it; empty if all is well."""
    if chosen.trouble is None:
        return ""
    if chosen.home.on_disk:
        means = _(
            "This window plays in a temporary folder, with a copy of your settings and cards: its matches and "
            "whatever you change here are forgotten when it is closed."
        )
    else:
        means = _("Nothing can be saved: matches and settings are forgotten when this window is closed.")
    why = words.message(chosen.trouble.message, chosen.trouble.arguments)
    return f"{why[:1].upper()}{why[1:]}. {means}"
