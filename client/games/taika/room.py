"""How much room a Taika-Mario pawn has beyond its next step: the squares that it would reach before all others.

Sets of squares as everywhere in the rules (bit ``file * size + rank``).  Knows squares only, no cards and no worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

AHEAD = 5
"""Steps that are looked ahead: obstacles change what lies farther away."""


@cache
def _inner(size: int) -> tuple[int, int]:
    """All squares, and all but the highest rank's."""
    every = (1 << size * size) - 1
    top = sum(1 << file * size + size - 1 for file in range(size))
    return every, every & ~top


def spread(squares: int, size: int) -> int:
    """The squares and all those one king's step away from them."""
    every, low = _inner(size)
    column = squares | (squares & low) << 1 | (squares >> 1) & low
    return (column | column << size | column >> size) & every


def territories(at: Sequence[int | None], order: Sequence[int], blocked: int, size: int) -> dict[int, int]:
    """For each seat in ``order`` (who moves first comes first) the squares that it reaches before the others.

    ``blocked`` squares hold obstacles; a pawn's own square counts for nobody.
    """
    own = {seat: 1 << square for seat in order if (square := at[seat]) is not None}
    taken = blocked
    for squares in own.values():
        taken |= squares
    found = dict.fromkeys(own, 0)
    edge = dict(own)
    for _ in range(AHEAD):
        for seat in own:
            edge[seat] = spread(edge[seat], size) & ~taken
            taken |= edge[seat]
            found[seat] |= edge[seat]
    return found
