"""Names of people and tables: what people type is cleaned, what arrives in signed bytes must be clean.

A clean name is NFC, 1 to 32 characters, without control, format, surrogate or line-separating characters,
without spaces at its ends or in a row.  Characters that this Python's Unicode does not know yet are dropped
on input but tolerated in signed bytes, so that a record verifies on every Python.
"""

from __future__ import annotations

from unicodedata import category, normalize

from net.errors import RemoteError

MAX_CHARS = 32
_DROPPED = ("Cc", "Cf", "Cs")
_SPACES = ("Zs", "Zl", "Zp")


class BadName(RemoteError):
    """A name that is not clean."""


def clean_name(text: str, fallback: str = "") -> str:
    """``text`` made a clean name, or ``fallback`` if nothing is left of it.

    >>> clean_name("  Ma\\u200bija\\t Meri ")
    'Maija Meri'
    """
    return _tidy(text, ("Cn", "Co", *_DROPPED)) or fallback


def check_name(text: str) -> str:
    """``text`` itself if it is a clean name; raises BadName saying what is wrong with it."""
    if not text:
        raise BadName("name-empty", "a name can't be empty")
    if len(text) > MAX_CHARS:
        raise BadName(
            "name-long", "a name has up to {limit} characters, not {size}", limit=MAX_CHARS, size=len(text)
        )
    for char in text:
        if category(char) in _DROPPED or _noncharacter(char):
            raise BadName(
                "name-character", "the character {char} can't be in a name", char=f"U+{ord(char):04X}"
            )
    if _tidy(text, _DROPPED) != text:
        raise BadName("name-unclean", "the name {name} is not in its clean form", name=ascii(text))
    return text


def _tidy(text: str, dropped: tuple[str, ...]) -> str:
    # Tabs and line ends are control characters, but who pastes them means a space.
    spaced = (" " if char in "\t\n\r\v\f" or category(char) in _SPACES else char for char in text)
    kept = "".join(char for char in spaced if category(char) not in dropped and not _noncharacter(char))
    words = [word for word in normalize("NFC", kept).split(" ") if word]
    return " ".join(words)[:MAX_CHARS].rstrip(" ")


def _noncharacter(char: str) -> bool:
    """The 66 code points that no Unicode version will ever assign."""
    code = ord(char)
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
