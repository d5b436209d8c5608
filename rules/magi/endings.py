"""When a game of Magi ends by itself (MG11, MG17, MG18)."""

from __future__ import annotations

from rules.magi.notation import MagiEnd
from rules.magi.position import ALL, BISHOP, KING, KNIGHT_KIND, PAWN, Position
from rules.magi.squares import BIT, SIZE

DARK = sum(bit for square, bit in enumerate(BIT) if (square + square // SIZE) % 2 == 0)
"""The squares of a1's colour."""


def dead(position: Position) -> bool:
    """Whether no mate can come any more: the positions that MG18 lists."""
    mine, theirs = position.mine, position.theirs
    if mine[PAWN] or theirs[PAWN]:
        return False
    pieces = (mine[ALL] | theirs[ALL]) ^ mine[KING] ^ theirs[KING]
    if pieces == mine[BISHOP] | theirs[BISHOP]:
        return not pieces & DARK or not pieces & ~DARK
    return pieces == mine[KNIGHT_KIND] | theirs[KNIGHT_KIND] and not pieces & pieces - 1


def halted(position: Position, move_limit: int) -> MagiEnd | None:
    """Why the game is over even where there are moves, from the position alone; None if it goes on."""
    if dead(position):
        return MagiEnd.DEAD
    if position.halfmove >= 150:
        return MagiEnd.SEVENTY_FIVE_MOVES
    return MagiEnd.MOVE_LIMIT if 0 < move_limit < position.fullmove else None


def position_end(position: Position, movable: bool, seen: int, move_limit: int) -> MagiEnd | None:
    """How a position that has occurred ``seen`` times ends the game, in MG18's order; None if it goes on."""
    if not movable:
        return MagiEnd.CHECKMATE if position.in_check() else MagiEnd.STALEMATE
    ending = halted(position, move_limit)
    return MagiEnd.FIVEFOLD if seen >= 5 and ending is not MagiEnd.DEAD else ending
