"""Names of people and tables: what people type is cleaned, what arrives new must be clean.

A clean name is NFC, 1 to 32 characters, without control, format, surrogate or line-separating characters,
without spaces at its ends or in a row.  Every letter of it can be seen: none is blank or ignorable, and none
carries more marks than any script needs.  Characters that this Python's Unicode does not know yet are dropped
on input but tolerated in what arrives.

What a record already holds was signed under milder rules: it stays as it is (``check_signed_name``) and is
shown cleaned (``shown_name``).
"""

from __future__ import annotations

from unicodedata import category, normalize

from net.wire.errors import RemoteError

MAX_CHARS = 32
MAX_MARKS = 3
"""How many marks above and below one letter may carry, after NFC: Hebrew, Thai and Tibetan write up to three."""
READ_CHARS = 1000
"""How much of a text is looked at to make a name of it: normalising takes ever longer."""
_DROPPED = ("Cc", "Cf", "Cs")
_SPACES = ("Zs", "Zl", "Zp")
_IGNORABLE = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164),
    (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
"""Unicode's Default_Ignorable_Code_Point (DerivedCoreProperties.txt), which no font has to show."""
_BLANK = frozenset(map(chr, (0x2800, 0xFFFC, 0x1107F, 0x13441, 0x13442, 0x13443, 0x16FE4, 0x1D159)))
"""Others of which nothing is seen: an empty Braille cell, a note without a head, fillers and joiners."""


class BadName(RemoteError):
    """A name that is not clean."""


def clean_name(text: str, fallback: str = "") -> str:
    """``text`` made a clean name, or ``fallback`` if nothing is left of it.

    >>> clean_name("  Ma\\u200bija\\t Meri ")
    'Maija Meri'
    """
    return _tidy(text[:READ_CHARS], ("Cn", "Co", *_DROPPED)) or fallback


def shown_name(signed: str) -> str:
    """A name from signed bytes as it may be drawn; ``?`` if nothing of it can be seen."""
    return _tidy(signed, _DROPPED) or "?"


def check_name(text: str) -> str:
    """``text`` itself if it is a clean name; raises BadName saying what is wrong with it."""
    _check(text)
    for char in text:
        if _unseen(char):
            raise _bad_character(char)
    if _tidy(text, _DROPPED) != text:
        if len(_sparse(text)) < len(text):
            raise BadName(
                "name-marks",
                "a name can't have more than {limit} marks on a letter, or marks without a letter",
                limit=MAX_MARKS,
            )
        raise _unclean(text)
    return text


def check_signed_name(text: str) -> str:
    """``text`` itself if it may stand in a record; raises BadName.  Milder than ``check_name``."""
    _check(text)
    if _spaced(text, _DROPPED) != text:
        raise _unclean(text)
    return text


def _check(text: str) -> None:
    if not text:
        raise BadName("name-empty", "a name can't be empty")
    if len(text) > MAX_CHARS:
        raise BadName(
            "name-long", "a name has up to {limit} characters, not {size}", limit=MAX_CHARS, size=len(text)
        )
    for char in text:
        if category(char) in _DROPPED or _noncharacter(char):
            raise _bad_character(char)


def _bad_character(char: str) -> BadName:
    return BadName("name-character", "the character {char} can't be in a name", char=f"U+{ord(char):04X}")


def _unclean(text: str) -> BadName:
    return BadName("name-unclean", "the name {name} is not in its clean form", name=ascii(text))


def _tidy(text: str, dropped: tuple[str, ...]) -> str:
    """``text`` in NFC and cut to size, all of it visible, with single spaces between words."""
    seen = "".join(char for char in text if not _unseen(char))
    return _spaced(_sparse(_spaced(seen, dropped)), dropped)


def _spaced(text: str, dropped: tuple[str, ...]) -> str:
    # Tabs and line ends are control characters, but who pastes them means a space.
    spaced = (" " if char in "\t\n\r\v\f" or category(char) in _SPACES else char for char in text)
    kept = "".join(char for char in spaced if category(char) not in dropped and not _noncharacter(char))
    words = [word for word in normalize("NFC", kept).split(" ") if word]
    return " ".join(words)[:MAX_CHARS].rstrip(" ")


def _sparse(text: str) -> str:
    """``text`` without marks that have no letter to stand on, or too many below them."""
    kept: list[str] = []
    marks = MAX_MARKS
    for char in text:
        kind = category(char)
        if kind == "Mc" and kept and kept[-1] != " ":
            marks = 0  # a vowel sign with a place of its own
        elif kind in ("Mn", "Me") and kept and marks < MAX_MARKS:
            marks += 1
        elif kind.startswith("M"):
            continue
        else:
            marks = MAX_MARKS if kind == "Zs" else 0
        kept.append(char)
    return "".join(kept)


def _unseen(char: str) -> bool:
    code = ord(char)
    return char in _BLANK or any(low <= code <= high for low, high in _IGNORABLE)


def _noncharacter(char: str) -> bool:
    """The 66 code points that no Unicode version will ever assign."""
    code = ord(char)
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
