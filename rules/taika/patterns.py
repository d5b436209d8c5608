"""Where a card's pattern fits (TM6, TM10), found for all places of one orientation at once.

A set of squares is an int: bit ``file * size + rank`` (both from 0), so that bit order is the order in
which moves name squares (TM18).  For each orientation the anchors (lower left corner of the pattern's
box) whose required cells all hold usable obstacles are an AND of shifted boards.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.squares import members

Cell = tuple[int, int]
Rows = tuple[str, ...]


class Oriented(NamedTuple):
    """One rotation or reflection of a pattern on a board of one size."""

    anchors: int
    """The squares that its lower left corner may lie on."""
    steps: tuple[int, ...]
    """By how many bits each required cell lies after the anchor."""
    need: int
    """The required cells with the anchor at bit 0."""
    new: int
    """The cells of new obstacles with the anchor at bit 0."""


def cells(rows: Rows) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """The required and the new cells of a pattern as (x, y), y upwards."""
    found: dict[str, list[Cell]] = {"#": [], "o": []}
    for y, row in enumerate(reversed(rows)):
        for x, sign in enumerate(row):
            if sign in found:
                found[sign].append((x, y))
    return tuple(found["#"]), tuple(found["o"])


def trimmed(rows: Rows) -> Rows:
    """The pattern cut to the box of its cells, short rows filled up (TM15).

    >>> trimmed(("", ".#o", ".#"))
    ('#o', '#.')
    """
    width = max(map(len, rows))
    full = [row.ljust(width, ".") for row in rows]
    lines = [y for y, row in enumerate(full) if row.strip(".")]
    columns = [x for x in range(width) if any(row[x] != "." for row in full)]
    return tuple(full[y][columns[0] : columns[-1] + 1] for y in range(lines[0], lines[-1] + 1))


def quarter(rows: Rows) -> Rows:
    """A trimmed pattern turned a quarter clockwise."""
    return tuple("".join(column) for column in zip(*reversed(rows), strict=True))


def mirrored(rows: Rows) -> Rows:
    """A trimmed pattern mirrored left to right."""
    return tuple(row[::-1] for row in rows)


@lru_cache(maxsize=1024)
def pictures(rows: Rows) -> tuple[Rows, ...]:
    """The different ones among the 8 rotations and reflections (TM6), trimmed; the card as printed comes first."""
    found: dict[Rows, None] = {}
    for start in (trimmed(rows), mirrored(trimmed(rows))):
        picture = start
        for _ in range(4):
            found[picture] = None
            picture = quarter(picture)
    return tuple(found)


@lru_cache(maxsize=4096)
def orientations(rows: Rows, size: int) -> tuple[Oriented, ...]:
    """All orientations of a pattern that fit on a board of ``size``."""
    found = []
    for picture in pictures(rows):
        need, new = cells(picture)
        width, height = len(picture[0]), len(picture)
        anchors = 0
        for x in range(size - width + 1):
            for y in range(size - height + 1):
                anchors |= 1 << (x * size + y)
        if anchors:
            steps = tuple(x * size + y for x, y in need)
            fresh = sum(1 << (x * size + y) for x, y in new)
            found.append(Oriented(anchors, steps, sum(1 << step for step in steps), fresh))
    return tuple(found)


def layings(rows: Rows, size: int, usable: int) -> dict[int, int]:
    """Every castable laying: its set of new squares → its required squares.

    ``usable`` are the squares whose obstacle the caster may use (TM6).  Of two layings with the same
    new squares, which are one move (TM10), the first is told.
    """
    found: dict[int, int] = {}
    for oriented in orientations(rows, size):
        anchors = oriented.anchors
        for step in oriented.steps:
            anchors &= usable >> step
            if not anchors:
                break
        while anchors:
            anchor = anchors & -anchors
            found.setdefault(oriented.new * anchor, oriented.need * anchor)
            anchors ^= anchor
    return found


def covering(rows: Rows, size: int, new: int) -> list[int | None]:
    """The required squares of every way to lay a pattern with its new cells exactly on ``new``.

    None stands for a laying that has required cells beside the board.
    """
    wanted = [divmod(square, size) for square in members(new)]
    if not wanted:
        return []
    left, low = min(x for x, _ in wanted), min(y for _, y in wanted)
    found: list[int | None] = []
    for picture in pictures(rows):
        need, fresh = cells(picture)
        right, up = left - min(x for x, _ in fresh), low - min(y for _, y in fresh)
        if sorted((x + right, y + up) for x, y in fresh) != wanted:
            continue
        there = [(x + right, y + up) for x, y in need]
        inside = all(0 <= x < size and 0 <= y < size for x, y in there)
        found.append(sum(1 << (x * size + y) for x, y in there) if inside else None)
    return found
