"""Why a move that was understood is not legal, in words (MG2–MG11).

Asked only after the generator has said no, so it may be slow; it never decides what is legal.
"""

from __future__ import annotations

from rules.errors import IllegalAction, words
from rules.magi.moves import CASTLINGS, pawn_moves, reach_of
from rules.magi.position import (
    ALL,
    KING,
    PAWN,
    Position,
    attacked,
)
from rules.magi.squares import BIT, EVERYWHERE, NAMES, PAWN_FROM, RANK
from rules.squares import members

PIECE_NAMES = words("pawn", "knight", "bishop", "rook", "queen", "duke", "cardinal", "wizard", "king")


def refusal(position: Position, source: int, target: int, promotion: bool) -> IllegalAction:
    """The reason why the move from ``source`` to ``target`` is not legal."""
    names = {"source": NAMES[source], "target": NAMES[target]}
    mine, theirs, side = position.mine, position.theirs, position.side
    if theirs[ALL] & BIT[source]:
        return IllegalAction("not-yours", "the piece on {source} is not yours", **names)
    if not mine[ALL] & BIT[source]:
        return IllegalAction("empty", "{source} is empty", **names)
    if mine[ALL] & BIT[target]:
        return IllegalAction("own-piece", "{target} holds a piece of your own", **names)
    piece = position.kind_at(source)
    kind = PAWN if piece is None else piece[1]
    for castling in CASTLINGS[side]:
        if kind == KING and castling.move & 16383 == source | target << 7:
            return _no_castling(position, castling.right, castling.empty, castling.safe)
    occupied = mine[ALL] | theirs[ALL]
    if not _reached(position, kind, source, occupied) & BIT[target]:
        return IllegalAction(
            "reach",
            "the {piece} on {source} can't go to {target} ({rule})",
            piece=PIECE_NAMES[kind],
            rule=("MG6–MG8", "MG2", "MG2", "MG2", "MG2", "MG3", "MG4", "MG5", "MG2")[kind],
            **names,
        )
    last = kind == PAWN and bool(BIT[target] & (RANK[0] | RANK[-1]))
    if last and not promotion:
        return IllegalAction(
            "promotion-missing",
            "{source}{target} needs the piece to promote to, like {source}{target}q (MG9)",
            **names,
        )
    if promotion and not last:
        return IllegalAction("promotion", "{source}{target} does not promote (MG9)", **names)
    return IllegalAction(
        "check",
        "{source}{target} would leave the king in check (MG11)",
        **names,
    )


def _reached(position: Position, kind: int, source: int, occupied: int) -> int:
    if kind != PAWN:
        return reach_of(kind, source, occupied)
    moves: list[int] = []
    other = position.theirs[ALL]
    pawn_moves(moves, BIT[source], position.side, position.rights, EVERYWHERE ^ occupied, other, EVERYWHERE)
    reached = 0
    for move in moves:
        reached |= BIT[move >> 7 & 127]
    for square in members(position.trail):
        if PAWN_FROM[position.side][square] & BIT[source]:
            reached |= BIT[square]
    return reached


def _no_castling(position: Position, right: int, empty: int, safe: tuple[int, ...]) -> IllegalAction:
    occupied = position.mine[ALL] | position.theirs[ALL]
    if not position.rights & right:
        return IllegalAction("castling-right", "no castling that way: king or rook has moved (MG10)")
    if occupied & empty:
        square = next(members(occupied & empty))
        return IllegalAction(
            "castling-blocked", "no castling: {square} is not empty (MG10)", square=NAMES[square]
        )
    if position.in_check():
        return IllegalAction("castling-check", "no castling out of check (MG10)")
    through = next(
        square for square in safe if attacked(square, occupied, position.theirs, 1 - position.side)
    )
    return IllegalAction(
        "castling-attacked", "no castling: {square} is attacked (MG10)", square=NAMES[through]
    )
