"""What the boards of the help have in common: how a position is written, which squares are marked how.

Nothing here says where a piece may go: ``picks`` does (`rules.game.State`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from client.board.diagram import Diagram
from rules.facts import PieceMap
from rules.game import State
from sprites.stage.stage import PieceArt

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


def drawn(
    state: State,
    marks: Marked = (),
    caption: str = "",
    label: str = "",
    face: str = "",
    arrows: tuple[tuple[str, str], ...] = (),
    *,
    art: PieceArt,
    side: int,
) -> Diagram:
    """``state`` as a picture, on a ``side``×``side`` board."""
    return Diagram(art, side, side, on_board(state.pieces()), marks, arrows, label, face, caption)


def on_board(pieces: PieceMap) -> dict[str, tuple[str, ...]]:
    """Only what stands on squares: no trays, no hands."""
    return {place: stack for place, stack in pieces.items() if ":" not in place}


def placement(pieces: Mapping[str, str], side: int) -> str:
    """The ranks of a ``side``×``side`` board as notations write them, from the last one down, empty squares counted;
    ``pieces``: square → how what stands there is written."""
    ranks = []
    for rank in range(side, 0, -1):
        row, empty = "", 0
        for file in range(side):
            piece = pieces.get(f"{chr(ord('a') + file)}{rank}", "")
            if piece and empty:
                row, empty = f"{row}{empty}", 0
            row += piece
            empty += not piece
        ranks.append(row + (str(empty) if empty else ""))
    return "/".join(ranks)


def marked(squares: Iterable[str], mark: str) -> Marked:
    """All of ``squares`` with one mark."""
    return tuple((square, mark) for square in squares)
