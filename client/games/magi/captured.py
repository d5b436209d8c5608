"""Which pieces of Magi are off the board, sorted by worth, and who has more: for the rows of captured pieces.

Pure: a state in, letters out.  Where every capture is known the very pieces are told (a promoted queen that
fell is a queen); where the game began from a given position, what the full army lacks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.magi.position import KINDS, WHITE
from rules.magi.state import MagiState

ARMY: Mapping[str, int] = MappingProxyType(
    {"K": 1, "Q": 1, "W": 1, "R": 2, "C": 1, "D": 2, "B": 2, "N": 2, "P": 12}
)
"""The pieces that each side starts with (MG1)."""
WORTH: Mapping[str, int] = MappingProxyType(
    {"K": 0, "Q": 10, "W": 6, "R": 5, "C": 5, "D": 4, "B": 3, "N": 3, "P": 1}
)
"""Rounded worth in pawns on this board; the rules know none, it only sorts and sums."""
_ORDER = "QWRCDBNP"


class Captured(NamedTuple):
    """By seat, what it has taken (letters of the other side, the worthiest first), and by how much it leads."""

    taken: tuple[tuple[str, ...], tuple[str, ...]]
    lead: tuple[int, int]


def captured(state: MagiState) -> Captured:
    """What is off the board, and the balance of what stands on it."""
    armies = [
        Counter({letter: army[kind].bit_count() for kind, letter in enumerate(KINDS)})
        for army in state.position.armies()
    ]
    taken = tuple(_lost(armies[1 - seat], state.taken[seat], 1 - seat) for seat in (0, 1))
    sums = [sum(WORTH[letter] * count for letter, count in army.items()) for army in armies]
    balance = sums[0] - sums[1]
    return Captured((taken[0], taken[1]), (max(0, balance), max(0, -balance)))


def _lost(army: Counter[str], known: tuple[str, ...], seat: int) -> tuple[str, ...]:
    """What ``seat`` has lost; ``known``: the captures since the game began."""
    complete = army.total() + len(known) == sum(ARMY.values())
    lost = Counter(map(str.upper, known)) if complete else _lacking(army)
    letters = sorted((letter for letter in lost.elements() if letter != "K"), key=_ORDER.index)
    return tuple(letter if seat == WHITE else letter.lower() for letter in letters)


def _lacking(army: Counter[str]) -> Counter[str]:
    """What the full army lacks; a piece too many must once have been a pawn (MG9)."""
    promoted = sum(max(0, army[letter] - ARMY[letter]) for letter in _ORDER if letter != "P")
    lost = Counter({letter: max(0, ARMY[letter] - army[letter]) for letter in _ORDER if letter != "P"})
    lost["P"] = max(0, ARMY["P"] - army["P"] - promoted)
    return lost
