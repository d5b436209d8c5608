"""Answering an offer yes or no, for games whose answers are written ``…+`` and ``…-``."""

from __future__ import annotations

from rules.game import State


def answer(state: State, agree: bool) -> str | None:
    """The extra that agrees (``…+``) or declines (``…-``) if an answer is due, else None."""
    if state.legal():
        return None
    ending = "+" if agree else "-"
    return next((extra for extra in state.extras() if extra.endswith(ending)), None)
