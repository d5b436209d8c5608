"""Bots: players that think in a process of their own.

``driver`` watches the hub's events and acts for the bot seats here, ``process`` keeps the thinking away from
window and hub, ``one_ply`` is the player, and each game that wants to be played sensibly has one module
of its own that says what is worth what (``evaluation`` lists them).
"""

from __future__ import annotations

LEVELS = (1, 2, 3)
"""1 sees what it can take, 2 also what can be taken back, 3 follows an exchange to its end."""
DEFAULT_LEVEL = 2
