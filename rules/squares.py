"""Square names (``a1`` …) of rectangular boards, index = rank × width + file, from a1 upwards.

Owns nothing but names; knows no game.  Files run from ``a``, ranks from 1, boards are at most 26 wide.
"""

from __future__ import annotations

from functools import cache
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
