"""A move that is being typed in the game's notation: which keys belong to it, and what it says so far.

Pure text; knows no widget.  Letters of files begin it, so a key that is also a shortcut (``f``: flip) waits for a
moment to see whether a number follows.
"""

from __future__ import annotations

import re

WAIT_S = 0.5
"""How long a lone ``f`` waits before it means flip."""
_LONGEST = 12
_SQUARE = re.compile(r"[a-z][0-9]{1,2}")


class Typed:
    """The text typed so far; empty while nobody types."""

    def __init__(self, files: int) -> None:
        self.text = ""
        self._letters = "abcdefghijklmnopqrstuvwxyz"[:files]

    def __bool__(self) -> bool:
        return bool(self.text)

    def add(self, key: str) -> bool:
        """Takes one key's letter in; False if it can't belong to a move here."""
        if len(key) != 1 or not key.isascii() or len(self.text) >= _LONGEST:
            return False
        if not self.text and key not in self._letters:
            return False
        if len(self.text) == 1 and not (key.isdigit() or key.isalpha()):
            return False
        self.text += key
        return True

    def take(self) -> str:
        """The text, which is over with that."""
        text, self.text = self.text, ""
        return text

    def squares(self) -> tuple[str, ...]:
        """The squares named so far."""
        return squares_of(self.text)


def squares_of(text: str) -> tuple[str, ...]:
    """The squares named in a move, in order."""
    return tuple(_SQUARE.findall(text))
