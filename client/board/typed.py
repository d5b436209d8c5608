"""A move that is being typed in the game's notation: which keys belong to it, and what it says so far.

Pure text; knows no widget.  Letters of files begin it, so a key that is also a shortcut (``f``: flip) waits for a
moment to see whether more follows.
"""

from __future__ import annotations

import re

WAIT_S = 0.5
"""How long a lone ``f`` waits before it means flip; so does any sign that is a shortcut, too."""
_LONGEST = 12
_SQUARE = re.compile(r"[a-z][0-9]{1,2}")


class Typed:
    """The text typed so far; empty while nobody types."""

    def __init__(self, files: int, letters: str = "") -> None:
        """``letters``: the signs besides those of files with which a move may begin, in the case meant."""
        self.text = ""
        self._files = "abcdefghijklmnopqrstuvwxyz"[:files]
        self._letters = letters

    def __bool__(self) -> bool:
        return bool(self.text)

    def begins(self, sign: str) -> bool:
        """Whether a move may begin with this sign."""
        return len(sign) == 1 and (sign in self._letters or self.names_file(sign))

    def names_file(self, sign: str) -> bool:
        """Whether this is the letter of a file."""
        return len(sign) == 1 and sign.lower() in self._files

    def add(self, sign: str) -> bool:
        """Takes one key's sign in; False if it can't belong to a move here."""
        if len(sign) != 1 or not sign.isascii() or len(self.text) >= _LONGEST:
            return False
        fits = sign.isalnum() or sign in "-=+#.:" if self.text else self.begins(sign)
        if fits:
            self.text += sign
        return fits

    def back(self) -> None:
        """Takes the last sign back."""
        self.text = self.text[:-1]

    def take(self) -> str:
        """The text, which is over with that."""
        text, self.text = self.text, ""
        return text

    def squares(self) -> tuple[str, ...]:
        """The squares named so far, if it begins with one."""
        found = squares_of(self.text.lower())
        return found if found and self.text.lower().startswith(found[0]) else ()


def plain(text: str) -> str:
    """A move written with its squares, without what may stand between or after them: ``C3-d4`` is ``c3d4``."""
    return re.sub("[-x:=+#]", "", text.lower())


def squares_of(text: str) -> tuple[str, ...]:
    """The squares named in a move, in order."""
    return tuple(_SQUARE.findall(text))
