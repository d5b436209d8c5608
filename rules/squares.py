"""Square names (``a1`` …) of rectangular boards, index = rank × width + file, from a1 upwards.

Also sets of squares as ints, and ranks as positions write them; knows no game.  Files run from ``a``, ranks from 1,
boards are at most 26 wide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from string import ascii_lowercase


@cache
def names(width: int, height: int) -> tuple[str, ...]:
    """The names of all squares by index.

    >>> names(8, 8)[0], names(8, 8)[63], names(10, 10)[99]
    ('a1', 'h8', 'j10')
    """
    return tuple(f"{ascii_lowercase[file]}{rank + 1}" for rank in range(height) for file in range(width))


@cache
def indices(width: int, height: int) -> dict[str, int]:
    """The index of every square by name; do not change the answer, it is shared."""
    return {name: index for index, name in enumerate(names(width, height))}


def members(squares: int) -> Iterator[int]:
    """The indices in a set of squares (an int with their bits), ascending.

    >>> list(members(0b10011))
    [0, 1, 4]
    """
    while squares:
        low = squares & -squares
        yield low.bit_length() - 1
        squares ^= low


def write_ranks(cells: Sequence[str], width: int) -> str:
    """A board as MC13 and MG20 write it: highest rank first, ``/`` between, runs of empty squares as numbers.

    ``cells`` hold the text of each square by index, empty for an empty square.

    >>> write_ranks(["K", "", "", "", "(ls)", ""], 3)
    '1(ls)1/K2'
    """
    ranks = []
    for first in reversed(range(0, len(cells), width)):
        runs = groupby(cells[first : first + width], key=bool)
        ranks.append("".join("".join(run) if full else str(len(list(run))) for full, run in runs))
    return "/".join(ranks)
