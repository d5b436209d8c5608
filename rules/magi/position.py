"""One position as a tuple of ints, whether a square is attacked in it, and what a move makes of it.

A position holds one set of squares for each kind of piece of the side to move and of the other side,
so that nearly all code is the same for both sides.  No history, no offers, no outcomes.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.magi.squares import (
    BIT,
    CROSS,
    DIAGONAL,
    DUKE,
    HOP,
    KNIGHT,
    PAWN_FROM,
    SALTIRE,
    SHORT_CROSS,
    SIZE,
    SQUARE,
    STEP,
    STRAIGHT,
    WAZIR,
    squares_of,
)

WHITE, BLACK = 0, 1
KINDS = "PNBRQDCWK"
PAWN, KNIGHT_KIND, BISHOP, ROOK, QUEEN, DUKE_KIND, CARDINAL, WIZARD, KING = range(9)
ALL = 9
"""Index of the set of all pieces of a side."""

Army = tuple[int, ...]
"""Sets of squares by kind, in the order of ``KINDS``, then all of them."""

RIGHTS = "KQkqDGdg"
"""Castling rights and first-move rights (MG7), bit by bit: K is 1, Q is 2 … g is 128."""
CASTLING_RIGHTS = (3, 12)
PROMOTIONS = (QUEEN, DUKE_KIND, ROOK, BISHOP, KNIGHT_KIND, CARDINAL, WIZARD)

# A move is an int: source | target << 7 | extra << 14; extra is the kind promoted to (1–7) or one of these.
EN_PASSANT, CASTLE = 8, 9


class Position(NamedTuple):
    """The board and everything that decides which moves there are."""

    mine: Army
    """The side to move."""
    theirs: Army
    side: int
    rights: int
    trail: int
    """The en-passant squares (MG8)."""
    halfmove: int
    fullmove: int

    def armies(self) -> tuple[Army, Army]:
        """White's and Black's pieces."""
        return (self.mine, self.theirs) if self.side == WHITE else (self.theirs, self.mine)

    def kind_at(self, square: int) -> tuple[int, int] | None:
        """Side and kind of the piece on a square, or None."""
        for side, army in enumerate(self.armies()):
            if army[ALL] & BIT[square]:
                return side, kind_in(army, BIT[square])
        return None

    def king(self) -> int:
        """The square of the king of the side to move."""
        return self.mine[KING].bit_length() - 1

    def in_check(self) -> bool:
        """Whether the king of the side to move is attacked."""
        return attacked(self.king(), self.mine[ALL] | self.theirs[ALL], self.theirs, 1 - self.side)

    def victim(self) -> int:
        """The square of the pawn that may be captured en passant; only with a trail."""
        if self.side == BLACK:
            return self.trail.bit_length() - 1 + SIZE
        return (self.trail & -self.trail).bit_length() - 1 - SIZE


def kind_in(army: Army, bit: int) -> int:
    """The kind of the army's piece on that square; there must be one."""
    kind = 0
    while not army[kind] & bit:
        kind += 1
    return kind


def attacked(square: int, occupied: int, army: Army, side: int) -> bool:
    """Whether a piece of ``army``, which is ``side``'s, attacks the square; ``occupied`` squares block."""
    pawns, knights, bishops, rooks, queens, dukes, cardinals, wizards, king, _ = army
    if PAWN_FROM[side][square] & pawns or KNIGHT[square] & (knights | wizards) or HOP[square] & wizards:
        return True
    if STEP[square] & king or WAZIR[square] & cardinals:
        return True
    sliders = rooks | queens
    if CROSS[square] & sliders:
        for relevant, reach in STRAIGHT[square]:
            if reach[occupied & relevant] & sliders:
                return True
    sliders = bishops | queens | cardinals
    if SALTIRE[square] & sliders:
        for relevant, reach in DIAGONAL[square]:
            if reach[occupied & relevant] & sliders:
                return True
    if SHORT_CROSS[square] & dukes:
        for relevant, reach in DUKE[square]:
            if reach[occupied & relevant] & dukes:
                return True
    return False


def _kept_rights() -> tuple[int, ...]:
    """For each square the rights that outlast a move from it or to it."""
    kept = [255] * len(BIT)
    homes = {"f1": "KQ", "j1": "K", "a1": "Q", "f10": "kq", "j10": "k", "a10": "q"}
    homes |= {"d3": "D", "g3": "G", "d8": "d", "g8": "g"}
    for square, letters in homes.items():
        kept[SQUARE[square]] -= sum(1 << RIGHTS.index(letter) for letter in letters)
    return tuple(kept)


KEPT = _kept_rights()
FIRST_RIGHT = {
    SQUARE[name]: 1 << RIGHTS.index(letter)
    for name, letter in (("d3", "D"), ("g3", "G"), ("d8", "d"), ("g8", "g"))
}
"""The four pawns whose first move must be remembered (MG7): start square → right."""


def _trails() -> dict[int, int]:
    """The en-passant squares after a pawn's first move straight forward, by that move (MG8)."""
    trails = {}
    for up, home, ends in ((SIZE, 1, (3, 4)), (-SIZE, 8, (6, 5))):
        starts = [home * SIZE + file for file in range(SIZE)]
        starts += [square for square in FIRST_RIGHT if square // SIZE == home + up // SIZE]
        zone = sum(BIT[rank * SIZE + file] for rank in (2, 3, 7, 6) for file in range(SIZE))
        for start in starts:
            for end in (rank * SIZE + start % SIZE for rank in ends):
                passed = sum(BIT[square] for square in range(start, end, up))
                trails[start | end << 7] = passed & zone
    return trails


TRAILS = _trails()
CASTLED_ROOK = {
    SQUARE["i1"]: squares_of(("j1", "h1")),
    SQUARE["c1"]: squares_of(("a1", "d1")),
    SQUARE["i10"]: squares_of(("j10", "h10")),
    SQUARE["c10"]: squares_of(("a10", "d10")),
}
"""Where the king castles to → the squares that its rook leaves and reaches (MG10)."""


def play(position: Position, move: int) -> Position:
    """The position after a legal move; nothing is checked."""
    mine, theirs, side, rights, _, halfmove, fullmove = position
    source, target, extra = move & 127, move >> 7 & 127, move >> 14
    there = BIT[target]
    change = BIT[source] | there
    kind = kind_in(mine, BIT[source])
    moved = list(mine)
    moved[kind] ^= change
    moved[ALL] ^= change
    halfmove += 1
    trail = 0
    if theirs[ALL] & there:
        theirs = _without(theirs, there)
        halfmove = 0
    if kind == PAWN:
        halfmove = 0
        trail = TRAILS.get(move, 0)
        if trail and source in FIRST_RIGHT and not rights & FIRST_RIGHT[source]:
            trail = 0
        if extra == EN_PASSANT:
            theirs = _without(theirs, BIT[position.victim()])
        elif extra:
            moved[PAWN] ^= there
            moved[extra] ^= there
    elif extra == CASTLE:
        moved[ROOK] ^= CASTLED_ROOK[target]
        moved[ALL] ^= CASTLED_ROOK[target]
    rights &= KEPT[source] & KEPT[target]
    return Position(theirs, tuple(moved), 1 - side, rights, trail, halfmove, fullmove + side)


def _without(army: Army, bit: int) -> Army:
    left = list(army)
    left[kind_in(army, bit)] ^= bit
    left[ALL] ^= bit
    return tuple(left)
