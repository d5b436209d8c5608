"""The 10×10 board as numbers: squares, their bits, and where pieces can go from each square.

Square 0 is a1, 9 is j1, 99 is j10; a set of squares is an int with those bits.  What depends on how
the board is filled lies in tables that fill themselves when first asked: ``Reach`` (from the pieces
on a line to the squares that can be reached along it) and ``Fan`` (from a set of targets to the ready
moves).  They are asked with the squares of one line, or of one kind of leap, so they stay small.
Nothing here knows sides, rights or turns.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.squares import indices, members, names

SIZE = 10
FILES = "abcdefghij"
EVERYWHERE = (1 << SIZE * SIZE) - 1
NAMES = names(SIZE, SIZE)
BIT = tuple(1 << square for square in range(SIZE * SIZE))
SQUARE = indices(SIZE, SIZE)
RANK = tuple(((1 << SIZE) - 1) << SIZE * rank for rank in range(SIZE))
FILE = tuple(sum(BIT[file::SIZE]) for file in range(SIZE))

Direction = tuple[int, int]
"""Files to the right, ranks up."""

ORTHOGONAL: tuple[Direction, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
OBLIQUE: tuple[Direction, ...] = ((1, 1), (-1, -1), (1, -1), (-1, 1))
DUKE_LENGTH = 3


def squares_of(chosen: Iterable[str]) -> int:
    """The set of the squares with these names."""
    return sum({BIT[SQUARE[name]] for name in chosen})


def shifted(square: int, direction: Direction, times: int = 1) -> int | None:
    """The square so many steps away, or None beyond the edge."""
    file = square % SIZE + direction[0] * times
    rank = square // SIZE + direction[1] * times
    return rank * SIZE + file if 0 <= file < SIZE and 0 <= rank < SIZE else None


def ray(square: int, direction: Direction, length: int = SIZE) -> list[int]:
    """The squares one after the other in a direction, at most ``length``, up to the edge."""
    found = (shifted(square, direction, times) for times in range(1, length + 1))
    return [target for target in found if target is not None]


def _leaps(directions: Iterable[Direction]) -> tuple[int, ...]:
    """For each square the set of squares that these leaps lead to."""
    leaps = tuple(directions)
    table = []
    for square in range(SIZE * SIZE):
        targets = (shifted(square, leap) for leap in leaps)
        table.append(sum(BIT[target] for target in targets if target is not None))
    return tuple(table)


WAZIR = _leaps(ORTHOGONAL)
ALFIL = _leaps((2 * x, 2 * y) for x, y in OBLIQUE)
KNIGHT = _leaps((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))
STEP = _leaps(ORTHOGONAL + OBLIQUE)
HOP = tuple(near | far for near, far in zip(WAZIR, ALFIL, strict=True))
"""The wizard's moves that are no knight's leaps (MG5)."""
PAWN_FROM = (_leaps(((-1, -1), (1, -1))), _leaps(((-1, 1), (1, 1))))
"""By side, then square: where a pawn of that side stands when it attacks the square."""


class Reach(dict[int, int]):
    """From the pieces that stand on ``relevant`` squares to the squares reached from one square.

    Rays run in ``directions``, at most ``length`` long, up to and with the first piece.  The last square
    of a ray is never relevant: whatever stands there, it is reached.
    """

    __slots__ = ("rays", "relevant")

    def __init__(self, square: int, directions: tuple[Direction, ...], length: int) -> None:
        super().__init__()
        self.rays = tuple(tuple(ray(square, direction, length)) for direction in directions)
        self.relevant = sum(BIT[target] for line in self.rays for target in line[:-1])

    def __missing__(self, pieces: int) -> int:
        reached = 0
        for line in self.rays:
            for target in line:
                reached |= BIT[target]
                if pieces & BIT[target]:
                    break
        self[pieces] = reached
        return reached


class Fan(dict[int, tuple[int, ...]]):
    """From a set of targets to the moves there from one square, as ``source | target << 7``."""

    __slots__ = ("source",)

    def __init__(self, source: int) -> None:
        super().__init__()
        self.source = source

    def __missing__(self, targets: int) -> tuple[int, ...]:
        moves = tuple(self.source | target << 7 for target in members(targets))
        self[targets] = moves
        return moves


Line = tuple[int, Reach]
"""The relevant squares, and what they lead to: ``reach[pieces & relevant]``."""


def _lines(pairs: tuple[tuple[Direction, ...], ...], length: int = SIZE) -> tuple[tuple[Line, ...], ...]:
    table = []
    for square in range(SIZE * SIZE):
        reaches = (Reach(square, pair, length) for pair in pairs)
        table.append(tuple((reach.relevant, reach) for reach in reaches))
    return tuple(table)


STRAIGHT = _lines((ORTHOGONAL[:2], ORTHOGONAL[2:]))
"""For each square its rank and its file."""
DIAGONAL = _lines((OBLIQUE[:2], OBLIQUE[2:]))
"""For each square its two diagonals."""
DUKE = _lines((ORTHOGONAL,), DUKE_LENGTH)
"""For each square a duke's four short rays, in one table (MG3)."""
CROSS = tuple(sum(reach[0] for _, reach in lines) for lines in STRAIGHT)
"""What a rook reaches on an empty board."""
SALTIRE = tuple(sum(reach[0] for _, reach in lines) for lines in DIAGONAL)
"""What a bishop reaches on an empty board."""
SHORT_CROSS = tuple(sum(reach[0] for _, reach in lines) for lines in DUKE)
"""What a duke reaches on an empty board."""
FAN = tuple(Fan(square) for square in range(SIZE * SIZE))


def _between() -> tuple[tuple[int, ...], ...]:
    table = []
    for square in range(SIZE * SIZE):
        row = [0] * (SIZE * SIZE)
        for direction in ORTHOGONAL + OBLIQUE:
            passed = 0
            for target in ray(square, direction):
                row[target] = passed
                passed |= BIT[target]
        table.append(tuple(row))
    return tuple(table)


BETWEEN = _between()
"""The squares strictly between two squares on one rank, file or diagonal; 0 for all other pairs."""
