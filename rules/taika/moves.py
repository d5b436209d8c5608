"""What a turn is and how it is written (TM18), read and written alike; knows no position.

Squares are indices ``file * size + rank``, so that ascending order is by file, then by rank.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rules.errors import MalformedAction

COLOURS = "rgyp"
FILES = "abcdefghijk"
LONGEST = 120
"""No turn's text is longer: a spell with five new obstacles and the longest id has fewer than 100 letters."""


class Place(NamedTuple):
    """An obstacle put beside the pawn (TM4a)."""

    square: int
    colour: str


class Cast(NamedTuple):
    """A card cast (TM4b, TM6): its id, its place in the hand from 0 if told, the new obstacles."""

    card: str
    slot: int | None
    new: tuple[Place, ...]


class Turn(NamedTuple):
    """A step (None where the variant has none, TM19) and what is done after it (None: ``-``)."""

    step: int | None
    act: Place | Cast | None


def square_name(square: int, size: int) -> str:
    """``c3`` for its index.

    >>> square_name(20, 9)
    'c3'
    """
    return f"{FILES[square // size]}{square % size + 1}"


def square_index(name: str, size: int) -> int | None:
    """The index of ``c3``, or None if there is no such square on this board."""
    if not re.fullmatch(r"[a-k][1-9][0-9]?", name):
        return None
    file, rank = FILES.index(name[0]), int(name[1:]) - 1
    return file * size + rank if file < size and rank < size else None


def _square(name: str, size: int, action: str) -> int:
    square = square_index(name, size)
    if square is None:
        raise MalformedAction(
            "square", "{square!r} in {action!r} is no square of this board",
            square=name[:20], action=action[:60],
        )  # fmt: skip
    return square


def _place(text: str, size: int, action: str) -> Place:
    if text[-1:] not in tuple(COLOURS):
        raise MalformedAction(
            "colour", "{text!r} in {action!r} must be a square and a colour, like c4r",
            text=text[:20], action=action[:60],
        )  # fmt: skip
    return Place(_square(text[:-1], size, action), text[-1])


def parse(action: str, size: int) -> Turn:
    """The turn that ``action`` writes (TM18), or MalformedAction; ``resign`` is not a turn."""
    words = action.split(" ") if action.isascii() else []
    if len(words) < 2 or "" in words or len(action) > LONGEST:
        raise MalformedAction(
            "turn", "{action!r} is no turn: a step and what is done after it, like 'b2 r@c3'",
            action=action[:60],
        )  # fmt: skip
    step = None if words[0] == "." else _square(words[0], size, action)
    if words[1].startswith("!"):
        spell = re.fullmatch(r"!([a-z0-9-]+)(?:#([1-9][0-9]?))?", words[1])
        if spell is None or len(words) < 3:
            raise MalformedAction(
                "spell", "{action!r}: a spell is written like '!lakitu c4r d5g'", action=action[:60]
            )
        new = tuple(_place(word, size, action) for word in words[2:])
        squares = [place.square for place in new]
        if squares != sorted(set(squares)):
            raise MalformedAction(
                "spell-order",
                "{action!r}: new obstacles are named once each, in ascending order of squares",
                action=action[:60],
            )
        return Turn(step, Cast(spell[1], int(spell[2]) - 1 if spell[2] else None, new))
    if step is None:
        raise MalformedAction("step", "{action!r}: only a spell goes without a step", action=action[:60])
    if len(words) == 2 and words[1] == "-":
        return Turn(step, None)
    if len(words) == 2 and words[1][1:2] == "@" and words[1][0] in COLOURS:
        return Turn(step, Place(_square(words[1][2:], size, action), words[1][0]))
    raise MalformedAction(
        "act", "{action!r}: after the step comes r@c3, -, or a spell like '!lakitu c4r d5g'",
        action=action[:60],
    )  # fmt: skip


def write(turn: Turn, size: int) -> str:
    """``turn`` in TM18's notation."""
    step = "." if turn.step is None else square_name(turn.step, size)
    if turn.act is None:
        return f"{step} -"
    if isinstance(turn.act, Place):
        return f"{step} {turn.act.colour}@{square_name(turn.act.square, size)}"
    slot = "" if turn.act.slot is None else f"#{turn.act.slot + 1}"
    new = " ".join(square_name(place.square, size) + place.colour for place in turn.act.new)
    return f"{step} !{turn.act.card}{slot} {new}"
