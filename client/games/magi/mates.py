"""Forced mates in Magi, proved and not guessed: every move tried for the attacker, every reply for the defender.

The same at every level, and cheap: what refuted or mated in the position before is tried first.  Whoever
may claim a draw is taken to do so (MG18), so that a mate that is told can't be escaped.  Knows no points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.magi.endings import halted
from rules.magi.moves import legal_moves
from rules.magi.position import Position, play
from rules.magi.state import Key, repetition_key

MOVES = 2
"""A mate in so many of the attacker's own moves is seen at every level."""


class Mate(NamedTuple):
    """A forced mate: its first move, and how many plies it takes, the mating one included."""

    move: int
    plies: int


class Mates:
    """Looks for mates in one game, of which ``earlier`` are the positions so far (None: not known)."""

    def __init__(self, earlier: Sequence[Key] | None, move_limit: int = 0) -> None:
        self._earlier = earlier or ()
        self._move_limit = move_limit
        self._mated: dict[int, int] = {}
        """By moves to go, what mated last."""
        self._refuted: dict[int, int] = {}

    def quickest(self, position: Position, moves: int = MOVES) -> Mate | None:
        """The quickest mate that the side to move can force in at most ``moves`` of its own moves."""
        for own in range(1, moves + 1):
            first = self._force(position, own)
            if first is not None:
                return Mate(first, 2 * own - 1)
        return None

    def longest(self, position: Position, ways_out: int = 0, moves: int = MOVES) -> int | None:
        """The plies after which the side to move is mated at the latest, by force, or None.

        Up to ``ways_out`` moves that are not followed by a mate are looked past.
        """
        latest = 0
        for move in legal_moves(position):
            after = play(position, move)
            mate = None if self._drawn(after, 4) else self.quickest(after, moves)
            if mate is None:
                ways_out -= 1
                if ways_out < 0:
                    return None
            else:
                latest = max(latest, 1 + mate.plies)
        return latest or None

    def _force(self, position: Position, own: int) -> int | None:
        """A move that mates in exactly or less than ``own`` moves, or None."""
        moves = legal_moves(position)
        _to_front(moves, self._mated.get(own))
        for move in moves:
            if self._mates(play(position, move), own):
                self._mated[own] = move
                return move
        return None

    def _mates(self, after: Position, own: int) -> bool:
        """Whether the side to move is mated, or will be in ``own`` - 1 more moves of the attacker."""
        if own == 1 and not after.in_check():
            return False
        replies = legal_moves(after)
        if not replies:
            return after.in_check()
        if own == 1 or after.halfmove >= 100 or self._drawn(after, 2):
            return False
        _to_front(replies, self._refuted.get(own))
        for reply in replies:
            there = play(after, reply)
            if self._drawn(there, 4) or self._force(there, own - 1) is None:
                self._refuted[own] = reply
                return False
        return True

    def _drawn(self, position: Position, seen: int) -> bool:
        """Whether the game is over there, or the position has been on the board ``seen`` times before."""
        if halted(position, self._move_limit):
            return True
        if position.halfmove < 4 or len(self._earlier) < seen:
            return False
        moves = tuple(legal_moves(position)) if position.trail else ()
        return self._earlier.count(repetition_key(position, moves)) >= seen


def _to_front(moves: list[int], move: int | None) -> None:
    if move is not None and move in moves:
        moves.remove(move)
        moves.insert(0, move)
