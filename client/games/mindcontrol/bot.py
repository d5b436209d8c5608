"""What Mind Control positions are worth to a bot: pips taken first, then who commands how much.

Reads the piece map and the notation (MC13, MC14) only, so that it needs nothing of the rules' insides.
"""

from __future__ import annotations

from collections.abc import Iterable

from client.bots.one_ply import OnePly
from rules.game import State

PIPS = {"s": 1, "m": 2, "l": 3}
TAKEN = 100
COMMANDED = 22
"""A pip under our command is worth about a fifth of a taken one."""
ADVANCED = 1


class MindControlBot:
    """Taken pips count most; a controlled stack gives its pips' command to the one on top."""

    def score(self, state: State, seat: int) -> int:
        """Difference of what both sides hold, in hundredths of a taken pip."""
        total = 0
        for place, pieces in state.pieces().items():
            pips = sum(PIPS[piece.lower()] for piece in pieces)
            if place.startswith("taken:"):
                worth, owner = TAKEN * pips, int(place[6:])
            else:
                owner = 0 if pieces[-1].isupper() else 1
                rank = int(place[1])
                forward = rank if owner == 0 else 9 - rank
                # Towards the middle, not to the far edge: enemies are met there.
                worth = COMMANDED * pips + ADVANCED * min(forward, 5)
            total += worth if owner == seat else -worth
        return total

    def moves(self, state: State) -> Iterable[str]:
        """All that are legal: about a hundred at most."""
        return state.legal()

    def sharp(self, state: State) -> Iterable[str]:
        """The attacks (MC5–MC7): every move that lands on a stack."""
        pieces = state.pieces()
        return [move for move in state.legal() if move[2:4] in pieces]


PLAYER = OnePly(MindControlBot())
