"""A table as text: the rulebook's notation (TM17) and the board for people.

Writes only; ``position`` reads.  Hidden cards and a hidden seed are ``null`` (a view).
"""

from __future__ import annotations

import json

from rules.taika.moves import COLOURS, FILES, square_name
from rules.taika.table import TaikaTable


def write_position(table: TaikaTable) -> str:
    """TM17's text: keys in the rulebook's order, compact separators."""
    size = table.setup.size
    found: dict[str, object] = {"size": size, "board": _board(table)}
    found["players"] = [
        {
            "character": character,
            "at": None if at is None else square_name(at, size),
            "hits": table.hits[seat],
            "hand": table.hands[seat],
            "place": table.place[seat],
        }
        for seat, (character, at) in enumerate(zip(table.setup.characters, table.at, strict=True))
    ]
    found["turn"] = table.mover
    found["deck"] = table.deck
    found["discard"] = table.discard
    found["seed"] = None if table.seed is None else table.seed.hex()
    found["shuffles"] = table.shuffles
    found["quiet"] = table.quiet
    if table.setup.cards:
        found["cards"] = dict(table.setup.cards)
    return json.dumps(found, separators=(",", ":"), ensure_ascii=False)


def _board(table: TaikaTable) -> list[str]:
    size = table.setup.size
    signs = ["."] * (size * size)
    for colour, squares in zip(COLOURS, table.colours, strict=True):
        for square in range(size * size):
            if squares >> square & 1:
                signs[square] = colour
    return ["".join(signs[rank::size]) for rank in reversed(range(size))]


def show(table: TaikaTable) -> str:
    """The board for people: obstacles as letters, pawns as 1–4, before the obstacle they stand on; then the players."""
    size = table.setup.size
    pieces = table.pieces()
    signs = {character: str(seat + 1) for seat, character in enumerate(table.setup.characters)}
    lines = []
    for rank in reversed(range(size)):
        row = []
        for file in range(size):
            there = pieces.get(square_name(file * size + rank, size), ())
            cell = "".join(signs.get(piece, piece) for piece in reversed(there)) or "."
            row.append(f"{cell:<2}")
        lines.append(f"{rank + 1:>2}  {' '.join(row).rstrip()}")
    lines.append("    " + "  ".join(FILES[:size]))
    over = table.outcome()
    for seat, character in enumerate(table.setup.characters):
        mark = ">" if not over and table.mover == seat else " "
        hand = " ".join(card or "?" for card in table.hands[seat])
        gone = f"out, place {table.place[seat]}" if table.at[seat] is None else f"hits {table.hits[seat]}"
        lines.append(f"{mark}{seat + 1} {character:<8} {gone}  {hand}".rstrip())
    return "\n".join(lines)
