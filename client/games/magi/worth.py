"""What Magi's pieces are worth to a bot, and where: one number for each side, kind and square.

The tables are made for the position at hand (how much is left, where the kings stand), so that a search
can carry the worth along and add only what a move changes.  Pawns' hundredths throughout; no search here.
"""

from __future__ import annotations

from functools import lru_cache

from rules.magi.moves import reach_of
from rules.magi.position import (
    ALL,
    BISHOP,
    CARDINAL,
    CASTLE,
    DUKE_KIND,
    EN_PASSANT,
    KING,
    KNIGHT_KIND,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    WIZARD,
    Army,
    Position,
    kind_in,
)
from rules.magi.squares import BIT, SIZE
from rules.squares import members

WORTH = (100, 290, 340, 540, 1050, 420, 470, 560, 0)
"""By kind.  On ten files leapers lose against lines; a cardinal is a bishop that changes its colour."""

PieceTables = tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]
"""By side, kind and square."""

PHASES = 8
"""From 0, bare kings and pawns, to 8, all pieces there."""
ACTIVE = {KNIGHT_KIND: 4, BISHOP: 3, ROOK: 0, QUEEN: 1, DUKE_KIND: 3, CARDINAL: 3, WIZARD: 3}
"""For each square that a kind reaches from where it stands on an empty board."""
DRAWN_TO_KING = {KNIGHT_KIND: 3, QUEEN: 2, DUKE_KIND: 2, CARDINAL: 2, WIZARD: 3}
"""For each king's step nearer to the enemy king, while there is something to attack with."""
ADVANCED = (0, 0, 2, 6, 12, 22, 40, 80, 160, 0)
"""For a pawn by rank, from its own side; twice that in the endgame."""
CENTRAL = (0, 0, 2, 6, 9, 9, 9, 6, 2, 0)
SHELTER = (0, 12, 10, 4)
"""For a pawn that stands so many ranks in front of its king, on its file or beside it."""
HOME_FILES = (10, 22, 24, 4, -4, 0, -4, 12, 26, 18)
"""Where a king is at home while the board is full: castled."""
LEAVING_HOME = 20
FEW, ENOUGH = 900, 450
"""A side without pawns and with no more than ``FEW`` is driven to the edge by one with ``ENOUGH`` more."""


def tables(position: Position) -> PieceTables:
    """The tables for this position and those that come soon after it."""
    white, black = position.armies()
    forces = (_force(white), _force(black))
    # All is there as long as three quarters are.
    phase = min(PHASES, sum(forces) * PHASES * 4 // (2 * _force_of_start() * 3))
    weak = None
    for side, army in enumerate((white, black)):
        if not army[PAWN] and forces[side] <= FEW and forces[1 - side] >= forces[side] + ENOUGH:
            weak = side
    kings = (white[KING].bit_length() - 1, black[KING].bit_length() - 1)
    return _tables(phase, kings, weak)


def worth(position: Position, by: PieceTables) -> int:
    """How much better the side to move stands than the other."""
    side = position.side
    mine = sum(by[side][kind][square] for kind in range(ALL) for square in members(position.mine[kind]))
    return mine - sum(
        by[1 - side][kind][square] for kind in range(ALL) for square in members(position.theirs[kind])
    )


def gain(position: Position, move: int, by: PieceTables) -> int:
    """What a legal move adds to ``worth`` for the side that makes it."""
    side = position.side
    own = by[side]
    source, target, extra = move & 127, move >> 7 & 127, move >> 14
    kind = kind_in(position.mine, BIT[source])
    change = own[kind][target] - own[kind][source]
    if position.theirs[ALL] & BIT[target]:
        change += by[1 - side][kind_in(position.theirs, BIT[target])][target]
    if extra:
        if extra == EN_PASSANT:
            change += by[1 - side][PAWN][position.victim()]
        elif extra != CASTLE:  # a rook is worth the same wherever it stands
            change += own[extra][target] - own[PAWN][target]
    return change


def distance(one: int, other: int) -> int:
    """How many king's steps two squares lie apart."""
    return max(abs(one % SIZE - other % SIZE), abs(one // SIZE - other // SIZE))


def _force(army: Army) -> int:
    return sum(army[kind].bit_count() * WORTH[kind] for kind in range(PAWN + 1, KING))


def _force_of_start() -> int:
    return sum(
        WORTH[kind] * (1 if kind in (QUEEN, CARDINAL, WIZARD) else 2) for kind in range(PAWN + 1, KING)
    )


def _off_centre(square: int) -> int:
    """From 2 in the middle to 18 in a corner."""
    return abs(2 * (square % SIZE) - SIZE + 1) + abs(2 * (square // SIZE) - SIZE + 1)


@lru_cache(maxsize=64)
def _tables(phase: int, kings: tuple[int, int], weak: int | None) -> PieceTables:
    sides = []
    for side in (0, 1):
        rows = []
        for kind in range(ALL):
            rows.append(tuple(_one(side, kind, square, phase, kings, weak) for square in range(SIZE * SIZE)))
        sides.append(tuple(rows))
    return sides[0], sides[1]


def _one(side: int, kind: int, square: int, phase: int, kings: tuple[int, int], weak: int | None) -> int:
    """What one piece is worth on one square."""
    rank = square // SIZE if side == WHITE else SIZE - 1 - square // SIZE
    late = PHASES - phase
    if kind == PAWN:
        home = kings[side] // SIZE if side == WHITE else SIZE - 1 - kings[side] // SIZE
        near = abs(square % SIZE - kings[side] % SIZE) <= 1 and 0 < rank - home < len(SHELTER) and home < 2
        early = ADVANCED[rank] + (CENTRAL[square % SIZE] if 2 < rank < 7 else 0)
        early += SHELTER[rank - home] if near else 0
        return WORTH[PAWN] + (early * phase + 2 * ADVANCED[rank] * late) // PHASES
    if kind == KING:
        if weak == side:
            return -12 * _off_centre(square)
        if weak is not None:
            return -14 * distance(square, kings[1 - side]) - _off_centre(square)
        early = HOME_FILES[square % SIZE] - LEAVING_HOME * rank
        return (early * phase - 4 * _off_centre(square) * late) // PHASES
    active = ACTIVE[kind] * (_reach(kind, square) - _usual(kind))
    towards = -DRAWN_TO_KING.get(kind, 0) * max(0, distance(square, kings[1 - side]) - 3)
    return WORTH[kind] + active + towards * phase // PHASES


@lru_cache(maxsize=1024)
def _reach(kind: int, square: int) -> int:
    return reach_of(kind, square, 0).bit_count()


@lru_cache(maxsize=16)
def _usual(kind: int) -> int:
    return sum(_reach(kind, square) for square in range(SIZE * SIZE)) // (SIZE * SIZE)
