"""Reading a Magi move that somebody typed: SAN as people type it, in small letters, without ``x`` and ``=``, ``0-0``.

What a text means on a board the rules' own reader says (MG21); here only its spellings are tried in turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.errors import IllegalAction
from rules.magi.san import parse_san
from rules.magi.state import MagiState

_CASTLING = re.compile(r"([oO0])-?\1(-?\1)?[+#]*")
_PIECE = re.compile(r"([nbrqdcwk])([a-j]?(?:10|[1-9])?)[x:-]?([a-j](?:10|[1-9]))[+#]*", re.IGNORECASE)
_PAWN = re.compile(
    r"(?:([a-j])[x:-]?)?([a-j](?:10|[1-9]))(?:[=:]?([qdrbncw]))?(?:e\.?p\.?)?[+#]*", re.IGNORECASE
)
_PROMOTED = "QDRBNCW"


def read_typed(state: MagiState, text: str) -> tuple[str, ...]:
    """The actions that ``text`` means: one, or all promotions if it does not say to what.  Raises RulesError."""
    known = False
    for spellings in _meant(text):
        known, found = True, []
        for spelling in spellings:
            try:
                found.append(parse_san(state, spelling))
            except IllegalAction as error:
                if error.code == "ambiguous":
                    raise
        if found:
            return tuple(found)
    if known:
        raise IllegalAction("san-illegal", "{text} is not legal here (MG21)", text=text)
    return (parse_san(state, text),)


def _meant(text: str) -> Iterator[list[str]]:
    """What may be meant, the likeliest first, each with all its spellings in SAN."""
    if castling := _CASTLING.fullmatch(text):
        yield ["O-O-O" if castling[2] else "O-O"]
        return
    readings = []
    if match := _PAWN.fullmatch(text):
        file, target, promoted = (part or "" for part in match.groups())
        move = (f"{file}x" if file else "").lower() + target.lower()
        ends = [f"={promoted.upper()}"] if promoted else ["", *(f"={piece}" for piece in _PROMOTED)]
        readings.append([move + end for end in ends])
    if match := _PIECE.fullmatch(text):
        piece, origin, target = match[1].upper(), match[2].lower(), match[3].lower()
        readings.append([f"{piece}{origin}{taking}{target}" for taking in ("", "x")])
    yield from reversed(readings) if text[:1].isupper() else readings
