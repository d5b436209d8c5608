"""All legal moves of a position, as ints.

Checks and pins are found once for a position by looking outwards from the king; after that each piece's
targets are legal by construction, and its moves come ready from a table (``Fan``).  Only a king's step
asks whether its target is attacked, and only an en-passant capture, where two pawns leave, looks twice.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.magi.endings import halted
from rules.magi.position import (
    ALL,
    BISHOP,
    CARDINAL,
    CASTLE,
    DUKE_KIND,
    EN_PASSANT,
    FIRST_RIGHT,
    KINDS,
    KING,
    KNIGHT_KIND,
    PAWN,
    PROMOTIONS,
    QUEEN,
    RIGHTS,
    ROOK,
    WHITE,
    WIZARD,
    Army,
    Position,
    attacked,
    kind_in,
    play,
)
from rules.magi.squares import (
    BETWEEN,
    BIT,
    CROSS,
    DIAGONAL,
    DUKE,
    EVERYWHERE,
    FAN,
    FILE,
    HOP,
    KNIGHT,
    NAMES,
    PAWN_FROM,
    RANK,
    SALTIRE,
    SHORT_CROSS,
    SIZE,
    SQUARE,
    STEP,
    STRAIGHT,
    WAZIR,
    squares_of,
)
from rules.squares import members


class _Texts(dict[int, str]):
    """From a move to its machine notation (MG21)."""

    def __missing__(self, move: int) -> str:
        extra = move >> 14
        letter = KINDS[extra].lower() if extra in PROMOTIONS else ""
        text = NAMES[move & 127] + NAMES[move >> 7 & 127] + letter
        self[move] = text
        return text


TEXT = _Texts()
"""A move's machine notation: ``e2e5``, ``a9a10q``, castling as the king's move (MG21)."""


class _PawnFan(dict[int, tuple[int, ...]]):
    """From a set of targets on one rank to the moves of the pawns that stand ``offset`` squares before."""

    __slots__ = ("offset",)

    def __init__(self, offset: int) -> None:
        super().__init__()
        self.offset = offset

    def __missing__(self, targets: int) -> tuple[int, ...]:
        moves: list[int] = []
        for target in members(targets):
            plain = target - self.offset | target << 7
            last = target // SIZE in (0, SIZE - 1)
            moves += [plain | kind << 14 for kind in PROMOTIONS] if last else [plain]
        self[targets] = tuple(moves)
        return self[targets]


_PAWN_FANS = {offset: _PawnFan(offset) for n in (9, 10, 11, 20, 30) for offset in (n, -n)}
_RANK_OF = (0, *(RANK[square // SIZE] for square in range(SIZE * SIZE)))
"""The rank of a set's highest square, by the set's bit length."""
_NOT_A, _NOT_J = EVERYWHERE ^ FILE[0], EVERYWHERE ^ FILE[-1]


def _after_one_step(rights: int) -> int:
    """The squares in front of the d and g pawns that have never moved (MG7)."""
    homes = [square for square, right in FIRST_RIGHT.items() if rights & right]
    return sum(BIT[square + SIZE if square < 50 else square - SIZE] for square in homes)


_AFTER_ONE_STEP = tuple(_after_one_step(rights) for rights in range(1 << len(RIGHTS)))


class Castling(NamedTuple):
    right: int
    empty: int
    safe: tuple[int, ...]
    move: int


def _castlings(rank: int, letters: str) -> tuple[Castling, ...]:
    ways = []
    for letter, target, empty, safe in zip(letters, "ic", ("ghi", "bcde"), ("ghi", "edc"), strict=True):
        squares = tuple(SQUARE[f"{file}{rank}"] for file in safe)
        move = SQUARE[f"f{rank}"] | SQUARE[f"{target}{rank}"] << 7 | CASTLE << 14
        between = squares_of(f"{file}{rank}" for file in empty)
        ways.append(Castling(1 << RIGHTS.index(letter), between, squares, move))
    return tuple(ways)


CASTLINGS = (_castlings(1, "KQ"), _castlings(10, "kq"))


def legal_moves(position: Position) -> list[int]:
    """All legal moves by the rules of movement alone (MG2–MG11); that a game may be over is not asked."""
    mine, theirs, side, rights, trail, _, _ = position
    pawns, knights, bishops, rooks, queens, dukes, cardinals, wizards, king_bit, own = mine
    other = theirs[ALL]
    occupied = own | other
    king = king_bit.bit_length() - 1
    moves: list[int] = []

    checkers, pins = _checks_and_pins(king, own, occupied, theirs, side)
    steps = STEP[king] & ~own
    if steps:
        _king_steps(moves, king, steps, occupied ^ king_bit, theirs, 1 - side)
    allowed = EVERYWHERE ^ own
    if checkers:
        if not checkers & checkers - 1:
            allowed = checkers
            if not checkers & theirs[WIZARD]:
                allowed |= BETWEEN[king][checkers.bit_length() - 1]
        else:
            allowed = 0
    elif rights:
        for right, empty, safe, move in CASTLINGS[side]:
            if not rights & right or occupied & empty:
                continue
            if not any(attacked(square, occupied, theirs, 1 - side) for square in safe):
                moves.append(move)
    if trail:
        _en_passant(moves, position, king, occupied)
    if not allowed:
        return moves

    if pins:
        for bit, line in pins:
            _pinned(moves, position, bit, allowed & line, occupied)
        loose = EVERYWHERE ^ sum(bit for bit, _ in pins)
        pawns &= loose
        knights &= loose
        bishops &= loose
        rooks &= loose
        queens &= loose
        dukes &= loose
        cardinals &= loose
        wizards &= loose
    if pawns:
        pawn_moves(moves, pawns, side, rights, EVERYWHERE ^ occupied, other, allowed)
    for leapers, leaps in ((knights | wizards, KNIGHT), (wizards, HOP), (cardinals, WAZIR)):
        while leapers:
            square = leapers.bit_length() - 1
            leapers ^= BIT[square]
            if targets := leaps[square] & allowed:
                moves += FAN[square][targets]
    for sliders, lines in (
        (rooks | queens, STRAIGHT),
        (bishops | queens | cardinals, DIAGONAL),
        (dukes, DUKE),
    ):
        while sliders:
            square = sliders.bit_length() - 1
            sliders ^= BIT[square]
            for relevant, reach in lines[square]:
                if targets := reach[occupied & relevant] & allowed:
                    moves += FAN[square][targets]
    return moves


def _checks_and_pins(
    king: int, own: int, occupied: int, theirs: Army, side: int
) -> tuple[int, list[tuple[int, int]]]:
    """The pieces that give check, and each pinned piece's bit with the squares that it may still go to."""
    pawns, knights, bishops, rooks, queens, dukes, cardinals, wizards, _, _ = theirs
    checkers = (
        PAWN_FROM[1 - side][king] & pawns
        | KNIGHT[king] & (knights | wizards)
        | HOP[king] & wizards
        | WAZIR[king] & cardinals
    )
    pins: list[tuple[int, int]] = []
    snipers = (
        CROSS[king] & (rooks | queens)
        | SALTIRE[king] & (bishops | queens | cardinals)
        | SHORT_CROSS[king] & dukes
    )
    while snipers:
        square = snipers.bit_length() - 1
        snipers ^= BIT[square]
        between = BETWEEN[king][square]
        blockers = between & occupied
        if not blockers:
            checkers |= BIT[square]
        elif blockers & own and not blockers & blockers - 1:
            pins.append((blockers, between | BIT[square]))
    return checkers, pins


def _king_steps(moves: list[int], king: int, steps: int, occupied: int, theirs: Army, enemy: int) -> None:
    """The king's plain steps; ``occupied`` without the king, which does not hide what lies behind it."""
    safe = 0
    while steps:
        square = steps.bit_length() - 1
        steps ^= BIT[square]
        if not attacked(square, occupied, theirs, enemy):
            safe |= BIT[square]
    if safe:
        moves += FAN[king][safe]


def _en_passant(moves: list[int], position: Position, king: int, occupied: int) -> None:
    """En-passant captures (MG8); two pawns leave their squares, so each is tried on the board after it."""
    theirs, side = position.theirs, position.side
    victim = BIT[position.victim()]
    left = (theirs[PAWN] ^ victim, *theirs[1:])
    for target in members(position.trail):
        for source in members(PAWN_FROM[side][target] & position.mine[PAWN]):
            after = (occupied ^ victim ^ BIT[source]) | BIT[target]
            if not attacked(king, after, left, 1 - side):
                moves.append(source | target << 7 | EN_PASSANT << 14)


def _pinned(moves: list[int], position: Position, bit: int, allowed: int, occupied: int) -> None:
    """The moves of one pinned piece along its pin."""
    kind = kind_in(position.mine, bit)
    if kind == PAWN:
        empty, other = EVERYWHERE ^ occupied, position.theirs[ALL]
        pawn_moves(moves, bit, position.side, position.rights, empty, other, allowed)
    else:
        square = bit.bit_length() - 1
        targets = reach_of(kind, square, occupied) & allowed
        moves += FAN[square][targets]


def reach_of(kind: int, square: int, occupied: int) -> int:
    """The squares that a piece, no pawn, attacks from there (MG2–MG5)."""
    reached = 0
    if kind in (KNIGHT_KIND, WIZARD):
        reached |= KNIGHT[square]
    if kind == WIZARD:
        reached |= HOP[square]
    if kind == CARDINAL:
        reached |= WAZIR[square]
    if kind == KING:
        reached |= STEP[square]
    if kind in (ROOK, QUEEN):
        for relevant, reach in STRAIGHT[square]:
            reached |= reach[occupied & relevant]
    if kind in (BISHOP, QUEEN, CARDINAL):
        for relevant, reach in DIAGONAL[square]:
            reached |= reach[occupied & relevant]
    if kind == DUKE_KIND:
        for relevant, reach in DUKE[square]:
            reached |= reach[occupied & relevant]
    return reached


def pawn_moves(
    moves: list[int], pawns: int, side: int, rights: int, empty: int, other: int, allowed: int
) -> None:
    """Steps, leaps on the first move and captures of these pawns (MG6, MG7, MG9), en passant apart."""
    if side == WHITE:
        up, third = SIZE, RANK[2]
        one = pawns << SIZE & empty
        two = (one & third) << SIZE & empty
        three = two << SIZE & empty
        leap = (one & _AFTER_ONE_STEP[rights]) << SIZE & empty
        left, right = (pawns & _NOT_A) << SIZE - 1 & other, (pawns & _NOT_J) << SIZE + 1 & other
    else:
        up, third = -SIZE, RANK[7]
        one = pawns >> SIZE & empty
        two = (one & third) >> SIZE & empty
        three = two >> SIZE & empty
        leap = (one & _AFTER_ONE_STEP[rights]) >> SIZE & empty
        left, right = (pawns & _NOT_J) >> SIZE - 1 & other, (pawns & _NOT_A) >> SIZE + 1 & other
    for targets, offset in (
        (one, up),
        (two | leap, 2 * up),
        (three, 3 * up),
        (left, up - 1 if side == WHITE else up + 1),
        (right, up + 1 if side == WHITE else up - 1),
    ):
        targets &= allowed
        while targets:
            part = targets & _RANK_OF[targets.bit_length()]
            targets ^= part
            moves += _PAWN_FANS[offset][part]


def perft(position: Position, depth: int, move_limit: int) -> int:
    """How many sequences of ``depth`` moves there are; games that are over have none (MG22)."""
    if depth == 0:
        return 1
    if halted(position, move_limit):
        return 0
    moves = legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(play(position, move), depth - 1, move_limit) for move in moves)
