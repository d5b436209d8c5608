"""What a window asks while a spell is being built: a card's pictures, and every way to lay one on the board.

Pure look-ups; squares are named (``c3``), colours are never listed.  A *laying* is an orientation at one
place of the board.  An orientation is an index into ``orientations_of(rows)``, so that turning and flipping
lead from index to index.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.squares import members
from rules.taika.moves import square_index, square_name
from rules.taika.patterns import Rows, mirrored, orientations, pictures, quarter
from rules.taika.table import TaikaTable


class LayingView(NamedTuple):
    """One card laid in one orientation at one place of the board (TM6), whether it may be cast or not."""

    orientation: int
    """Index into ``orientations_of(rows)``."""
    need: tuple[str, ...]
    """The squares under the ``#`` cells, ascending by file, then rank (TM18)."""
    new: tuple[str, ...]
    """The squares under the ``o`` cells, likewise; joined by blanks they are the ``laying`` of ``picks``."""
    castable: bool
    """Whether every ``need`` square holds an obstacle that the caster sees."""
    missing: tuple[str, ...]
    """Squares of ``need`` without an obstacle."""
    blind: tuple[str, ...]
    """Squares of ``need`` whose obstacle has the caster's blind colour."""
    replaced: tuple[str, ...]
    """Squares of ``new`` that hold an obstacle already: it would be replaced."""
    hit: tuple[int, ...]
    """The seats whose pawn would be hit, the caster's own after the step included."""


def orientations_of(rows: Rows) -> tuple[Rows, ...]:
    """The different pictures of a pattern, at most 8, cut to its cells, by orientation index.

    Index 0 is the card as it is printed.

    >>> orientations_of(("#o#",))
    (('#o#',), ('#', 'o', '#'))
    """
    return pictures(rows)


def turned(rows: Rows, index: int) -> int:
    """The orientation that ``index`` becomes when turned a quarter clockwise; IndexError if there is none."""
    all_of_them = pictures(rows)
    return all_of_them.index(quarter(all_of_them[index]))


def flipped(rows: Rows, index: int) -> int:
    """The orientation that ``index`` becomes when mirrored left to right; IndexError if there is none."""
    all_of_them = pictures(rows)
    return all_of_them.index(mirrored(all_of_them[index]))


def layings_of(
    state: TaikaTable, card: str, step: str | None, seat: int | None = None
) -> tuple[LayingView, ...]:
    """Every laying of ``card`` that lies on the board, by orientation, then by file and rank of its lower left.

    ``step`` is the square that the caster has stepped to (None: not yet, or a spell without a step, TM19): it
    only decides who is hit.  ``seat`` is the caster, by default the player in turn; whether they hold the
    card is not asked.  Empty for a card that there is not.
    """
    setup = state.setup
    caster = state.mover if seat is None else seat
    rows = setup.rows(card)
    if rows is None:
        return ()
    obstacles, blind = state.obstacles, state.blind(caster)
    usable = obstacles & ~blind
    at = list(state.at)
    if step is not None:
        at[caster] = square_index(step, setup.size)
    pawns = [(1 << square, owner) for owner, square in enumerate(at) if square is not None]
    return tuple(
        LayingView(
            orientation,
            need,
            new,
            not needed & ~usable,
            _names(needed & ~obstacles, setup.size),
            _names(needed & blind, setup.size),
            _names(fresh & obstacles, setup.size),
            tuple(owner for pawn, owner in pawns if fresh & pawn),
        )
        for orientation, needed, fresh, need, new in _everywhere(rows, setup.size)
    )


@lru_cache(maxsize=256)
def _everywhere(rows: Rows, size: int) -> tuple[tuple[int, int, int, tuple[str, ...], tuple[str, ...]], ...]:
    """All layings of a pattern on an empty board: orientation, needed and new squares, as sets and by name."""
    found = []
    for index, oriented in enumerate(orientations(rows, size)):
        for anchor in members(oriented.anchors):
            need, new = oriented.need << anchor, oriented.new << anchor
            found.append((index, need, new, _names(need, size), _names(new, size)))
    return tuple(found)


@lru_cache(maxsize=1 << 15)
def _names(squares: int, size: int) -> tuple[str, ...]:
    return tuple(square_name(square, size) for square in members(squares))
