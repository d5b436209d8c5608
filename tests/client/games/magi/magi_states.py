"""Positions of Magi for the tests of its window."""

from __future__ import annotations

from rules.magi import MAGI
from rules.magi.state import MagiState


def at(text: str, **options: str) -> MagiState:
    return MAGI.position(text, MAGI.configure(options))


def played(state: MagiState, *actions: str) -> MagiState:
    for action in actions:
        state = state.apply(action).state  # type: ignore[assignment]  # a MagiState again
    return state
