"""Bots: players that think in a process of their own.

``driver`` watches the hub's events and acts for the bot seats here, ``process`` keeps the thinking away from
window and hub, ``one_ply`` plays any game by an evaluation of it.  Which game is played by whom says
a chooser (``player.Choose``), which is handed in.
"""

from __future__ import annotations

LEVELS = (1, 2, 3)
"""1 sees what it can take, 2 also what can be taken back, 3 follows an exchange to its end."""
DEFAULT_LEVEL = 2
