"""What the boards of the help have in common: which squares are marked how, asked of a game's own state.

Nothing here says where a piece may go: ``picks`` does (`rules.game.State`).
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.facts import PieceMap
from rules.game import State

_SHOWN = {
    "destroy": "destroy",
    "capture": "destroy",
    "en passant": "destroy",
    "control": "control",
    "rescue": "rescue",
}
"""What a choice does → the mark for it; all else is a move."""

Marked = tuple[tuple[str, str], ...]


def choices(state: State, *prefix: str) -> Marked:
    """The squares that can be chosen after ``prefix``, each with the mark for what that would do."""
    found = state.picks(prefix).choices
    return tuple((pick.value, _SHOWN.get(pick.note, "move")) for pick in found if pick.kind == "square")


def on_board(pieces: PieceMap) -> dict[str, tuple[str, ...]]:
    """Only what stands on squares: no trays, no hands."""
    return {place: stack for place, stack in pieces.items() if ":" not in place}


def marked(squares: Iterable[str], mark: str) -> Marked:
    """All of ``squares`` with one mark."""
    return tuple((square, mark) for square in squares)
