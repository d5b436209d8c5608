"""How players end a game by themselves, in every game alike: agreed, given up, left, out of time.

The names are the words of the rulebooks (MC11, MC15, MG19, MG23, TM13), records and digests.  How a game ends
on the board is the game's own affair: each has a list of its own reasons.
"""

from __future__ import annotations

AGREED = "agreed"
RESIGNED = "resigned"
LEFT = "left"
TIME = "time"

FORFEITS = (LEFT, TIME)
"""Why a seat may be forfeited, also out of turn: it left for good, or its time ran out."""
