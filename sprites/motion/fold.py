"""Folds facts over a piece map: what stands where after a step, as the facts tell it.

Knows facts by their shape only and no rules: whatever a game says happened is believed, but a fact
that does not fit the map is an error, since an animation built on it would lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

PieceMap = Mapping[str, tuple[str, ...]]
"""Place → the pieces there, from the bottom up.  Empty places are left out."""


class Fact(Protocol):
    """The shape of one thing that happened (``rules.facts`` says what each kind means)."""

    @property
    def kind(self) -> str: ...
    @property
    def at(self) -> str: ...
    @property
    def to(self) -> str: ...
    @property
    def pieces(self) -> tuple[str, ...]: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def note(self) -> str: ...


class BadFact(ValueError):
    """A fact speaks of pieces that the map does not have where it says they are."""


def find(stack: tuple[str, ...], pieces: tuple[str, ...]) -> int:
    """Where the topmost run ``pieces`` begins in ``stack``; raises BadFact if there is none."""
    for start in range(len(stack) - len(pieces), -1, -1):
        if stack[start : start + len(pieces)] == pieces:
            return start
    raise BadFact(f"no {pieces!r} in {stack!r}")


def put(stack: tuple[str, ...], pieces: tuple[str, ...], place: str, under: bool = False) -> tuple[str, ...]:
    """``stack`` with ``pieces`` on top (or beneath); trays of taken pieces are kept sorted."""
    joined = pieces + stack if under else stack + pieces
    return tuple(sorted(joined)) if place.startswith("taken:") else joined


def fold(pieces: PieceMap, facts: Iterable[Fact]) -> dict[str, tuple[str, ...]]:
    """The piece map after ``facts``; raises BadFact if one of them doesn't fit."""
    now = dict(pieces)
    for fact in facts:
        if fact.kind == "moved":
            stack = now.get(fact.at, ())
            cut = len(stack) - len(fact.pieces)
            if not fact.pieces or cut < 0 or stack[cut:] != fact.pieces:
                raise BadFact(f"{fact.pieces!r} are not the topmost at {fact.at!r}: {stack!r}")
            now[fact.at] = stack[:cut]
            now[fact.to] = put(now.get(fact.to, ()), fact.pieces, fact.to)
        elif fact.kind == "taken":
            stack = now.get(fact.at, ())
            start = find(stack, fact.pieces)
            now[fact.at] = stack[:start] + stack[start + len(fact.pieces) :]
            if fact.to:
                now[fact.to] = put(now.get(fact.to, ()), fact.pieces, fact.to)
        elif fact.kind == "placed":
            now[fact.to] = put(now.get(fact.to, ()), fact.pieces, fact.to, fact.note == "under")
        elif fact.kind == "promoted":
            stack = now.get(fact.at, ())
            if not stack or not fact.pieces:
                raise BadFact(f"nothing to promote at {fact.at!r}")
            now[fact.at] = (*stack[:-1], fact.pieces[0])
    return {place: stack for place, stack in now.items() if stack}
