"""Magi's look-ahead: alpha-beta on ints, and after it captures and checks' answers until all is quiet.

Knows positions and ``worth`` only: no offers, no points, no seats.  It counts positions instead of
time, so that the same question always has the same answer.
"""

from __future__ import annotations

from typing import NamedTuple

from client.games.magi.worth import WORTH, PieceTables, gain, worth
from rules.magi.endings import halted
from rules.magi.moves import legal_moves
from rules.magi.position import ALL, EN_PASSANT, KING, QUEEN, Position, attacked, kind_in, play
from rules.magi.squares import BIT

MATE = 1_000_000
SOONER = 100
"""How much better a mate is for each ply that it comes sooner: more than any other reason to prefer a move."""
MATED = MATE - 200 * SOONER
"""What is at least this is a forced mate."""
STALEMATE = 40
"""For who stalemates: a little better than a draw (MG12), far from a win."""
CORNERED = 6
"""For each move that a bare king has left: fewer are nearer to mate."""
HOPELESS = 200
"""A capture that even so much more would not bring up to what is had elsewhere is left out."""
RISKED = 100
"""So much less is too little for a piece that is lost when it takes, where all is to become quiet."""


class RatedMove(NamedTuple):
    """A move of the side to move and what it leads to, in that side's eyes."""

    move: int
    worth: int


class Search:
    """One thinking about one position; ``seen`` counts the positions looked at."""

    def __init__(self, by: PieceTables, move_limit: int = 0) -> None:
        self.by = by
        self.move_limit = move_limit
        self.seen = 0

    def after(self, position: Position, carried: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """What ``position`` is worth to the side to move, ``depth`` plies and then all captures deep.

        ``carried`` is its plain worth; the answer is exact only between ``alpha`` and ``beta``.
        """
        if depth <= 0:
            return self.quiet(position, carried, alpha, beta, ply)
        self.seen += 1
        moves = legal_moves(position)
        if not moves:
            return stuck(position, ply)
        if halted(position, self.move_limit):
            return 0
        best = -MATE
        by = self.by
        for change, move in sorted([(gain(position, move, by), move) for move in moves], reverse=True):
            there = -(carried + change)
            found = -self.after(play(position, move), there, depth - 1, -beta, -alpha, ply + 1)
            if found > best:
                best = found
                if best >= beta:
                    break
                alpha = max(alpha, best)
        return best

    def quiet(self, position: Position, carried: int, alpha: int, beta: int, ply: int) -> int:
        """As ``after``, with captures and promotions only; whoever is in check tries everything."""
        self.seen += 1
        moves = legal_moves(position)
        if not moves:
            return stuck(position, ply)
        if halted(position, self.move_limit):
            return 0
        checked = position.in_check()
        best = -MATE
        if not checked:
            mine, theirs = position.mine, position.theirs
            best = carried
            if mine[ALL] == mine[KING]:
                best += CORNERED * len(moves)
            if best >= beta:
                return best
            alpha = max(alpha, best)
            others = theirs[ALL]
            moves = [
                move
                for move in moves
                if (others & BIT[move >> 7 & 127] and not move >> 14) or move >> 14 in (QUEEN, EN_PASSANT)
            ]
        by = self.by
        for change, move in sorted([(gain(position, move, by), move) for move in moves], reverse=True):
            if not checked:
                if carried + change + HOPELESS <= alpha:
                    break
                if _risky(position, move):
                    continue
            found = -self.quiet(play(position, move), -(carried + change), -beta, -alpha, ply + 1)
            if found > best:
                best = found
                if best >= beta:
                    break
                alpha = max(alpha, best)
        return best

    def look(self, position: Position, depth: int) -> int:
        """What ``position`` is worth to the side to move."""
        return self.after(position, worth(position, self.by), depth, -MATE, MATE, 0)


def stuck(position: Position, ply: int) -> int:
    """What a position without moves is worth to the side to move: mate or stalemate."""
    return ply * SOONER - MATE if position.in_check() else -STALEMATE


def mating(position: Position) -> list[int]:
    """The moves that mate at once (MG11)."""
    found = []
    for move in legal_moves(position):
        after = play(position, move)
        if after.in_check() and not legal_moves(after):
            found.append(move)
    return found


def _risky(position: Position, move: int) -> bool:
    """Whether a capture puts a piece for less where it can be taken and nobody could take back."""
    source, target = move & 127, move >> 7 & 127
    mine, theirs, side = position.mine, position.theirs, position.side
    if not theirs[ALL] & BIT[target]:
        return False
    kind = kind_in(mine, BIT[source])
    if WORTH[kind_in(theirs, BIT[target])] + RISKED >= WORTH[kind]:
        return False
    occupied = (mine[ALL] | theirs[ALL]) ^ BIT[source]
    if not attacked(target, occupied, theirs, 1 - side):
        return False
    others = (*mine[:kind], mine[kind] ^ BIT[source], *mine[kind + 1 :])
    return not attacked(target, occupied, others, side)
