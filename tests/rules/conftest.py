"""Small Taika-Mario positions from a drawing, for tests that say one thing each."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

import pytest

from rules.errors import IllegalAction
from rules.taika import TAIKA
from rules.taika.state import CHARACTERS, TaikaState

CARDS = {
    "dot": ["#o#"],  # 2 orientations
    "hook": ["#o", "#."],  # 8 orientations
    "rain": ["##", "oo", "oo"],  # four new obstacles under two
}
"""Small cards that a drawing can easily hold; every position of ``lay`` knows them besides the built-in ones."""


def lay(
    drawing: str,
    *,
    size: int = 7,
    mover: int = 0,
    under: Mapping[str, str] = {},
    hands: Sequence[Sequence[str | None]] = (),
    hits: Sequence[int] = (),
    out: Mapping[int, int] = {},
    characters: Sequence[str] = CHARACTERS,
    deck: Sequence[str | None] = ("silta", "putki"),
    discard: Sequence[str | None] = (),
    seed: str | None = "",
    shuffles: int = 1,
    quiet: int = 0,
    cards: Mapping[str, Sequence[str]] = CARDS,
    **options: str,
) -> TaikaState:
    """A position: the last line is rank 1, the first letter file a; what is not drawn is empty.

    ``1``–``4`` are the players' pawns, ``r g y p`` obstacles, ``under`` obstacles under pawns.  Players in ``out``
    have that place.  Options have their command-line form.
    """
    lines = drawing.split()
    lines = ["."] * (size - len(lines)) + lines
    rows = [line.ljust(size, ".") for line in lines]
    at: dict[str, str] = {}
    board = []
    for index, row in enumerate(rows):
        rank = size - index
        for file, sign in enumerate(row):
            if sign in "1234":
                at[sign] = f"{'abcdefghijk'[file]}{rank}"
        board.append([sign if sign in "rgyp" else "." for sign in row])
    for square, colour in under.items():
        board[size - int(square[1:])]["abcdefghijk".index(square[0])] = colour
    seats = max(int(sign) for sign in (*at, *(str(seat + 1) for seat in out)))
    players = [
        {
            "character": characters[seat],
            "at": at.get(str(seat + 1)),
            "hits": hits[seat] if seat < len(hits) else 0,
            "hand": list(hands[seat]) if seat < len(hands) else [],
            "place": out.get(seat),
        }
        for seat in range(seats)
    ]
    table = {
        "size": size, "board": ["".join(row) for row in board], "players": players, "turn": mover,
        "deck": list(deck), "discard": list(discard), "seed": seed, "shuffles": shuffles, "quiet": quiet,
        "cards": dict(cards),
    }  # fmt: skip
    state = TAIKA.position(json.dumps(table), TAIKA.configure(options))
    assert isinstance(state, TaikaState)
    return state


Lay = Callable[..., TaikaState]


@pytest.fixture(name="lay")
def _lay() -> Lay:
    return lay


def refusal(state: TaikaState, action: str) -> str:
    """Why ``action`` is refused; it then is neither listed nor allowed, and changes nothing."""
    before = state.notation()
    with pytest.raises(IllegalAction) as error:
        state.apply(action)
    assert action not in state.legal()
    assert not state.may(action)
    assert state.notation() == before
    return str(error.value)
