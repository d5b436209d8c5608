"""Moves written with squares (``c3d4``, ``C3-d4``): which squares a text names. Pure text, no rules."""

from __future__ import annotations

import re

_SQUARE = re.compile(r"[a-z][0-9]{1,2}")


def bare(text: str) -> str:
    """A move in small letters, without the signs that may stand between or after its squares.

    >>> bare("C3-d4")
    'c3d4'
    """
    return re.sub("[-x:=+#]", "", text.lower())


def squares_of(text: str) -> tuple[str, ...]:
    """The squares named in a move, in order."""
    return tuple(_SQUARE.findall(text))
