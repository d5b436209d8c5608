"""When a game of Magi ends by itself (MG11, MG17, MG18)."""

from __future__ import annotations

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


def halted(position: Position, move_limit: int) -> str:
    """Why the game is over even where there are moves, from the position alone; empty if it goes on."""
    if dead(position):
        return "dead"
    if position.halfmove >= 150:
        return "75 moves"
    return "move limit" if 0 < move_limit < position.fullmove else ""


def position_end(position: Position, movable: bool, seen: int, move_limit: int) -> str:
    """How a position that has occurred ``seen`` times ends the game, in MG18's order; empty if it goes on."""
    if not movable:
        return "checkmate" if position.in_check() else "stalemate"
    reason = halted(position, move_limit)
    return "fivefold" if seen >= 5 and reason != "dead" else reason
