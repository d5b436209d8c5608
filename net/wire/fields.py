"""Reading the fields of what was decoded: the one place that says what a text, a number or some bytes must be.

Each reader takes a decoded value and gives it back with its type, or raises ``Malformed``.  ``what`` names the
field for people.  Messages, tables, everything signed and the private file are read with these.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from typing import TypeVar

from net.wire.codec import Value, WireError, unpack
from net.wire.errors import RemoteError

T = TypeVar("T")
_HEX_CHARACTERS = set("0123456789abcdef")
_CODE_CHARACTERS = set(string.ascii_lowercase + string.digits + "-")


class Malformed(RemoteError):
    """It can't be read as what it should be."""


def read_array(data: bytes, size: int, what: str) -> tuple[Value, ...]:
    """The packed array of ``size`` fields that ``data`` is."""
    return array(read_value(data, what), size, what)


def read_value(data: bytes, what: str) -> Value:
    """The packed value that ``data`` is."""
    try:
        return unpack(data)
    except WireError as error:
        raise Malformed("malformed", "{what} can't be read: {why}", what=what, why=str(error)) from None


def array(value: Value, size: int | None, what: str, most: int = 64) -> tuple[Value, ...]:
    """``value`` as an array of ``size`` fields (None: any number up to ``most``)."""
    if not isinstance(value, tuple) or (len(value) != size if size is not None else len(value) > most):
        raise _malformed(what, "not the right array")
    return value


def many(value: Value, read: Callable[[Value], T], what: str, most: int) -> tuple[T, ...]:
    """``value`` as an array of at most ``most`` things, each given by ``read``."""
    return tuple(read(item) for item in array(value, None, what, most))


def blob(value: Value, sizes: tuple[int, ...], what: str) -> bytes:
    """``value`` as bytes of one of these ``sizes``."""
    if not isinstance(value, bytes) or len(value) not in sizes:
        raise _malformed(what, "not the right bytes")
    return value


def block(value: Value, most: int, what: str) -> bytes:
    """``value`` as 1 to ``most`` bytes."""
    if not isinstance(value, bytes) or not 1 <= len(value) <= most:
        raise _malformed(what, "not the right bytes")
    return value


def text(value: Value, most: int, what: str, least: int = 0) -> str:
    """``value`` as a text of ``least`` to ``most`` characters."""
    if not isinstance(value, str) or not least <= len(value) <= most:
        raise _malformed(what, "not the right text")
    return value


def line(value: Value, most: int, what: str, least: int = 0) -> str:
    """``value`` as a text without control characters."""
    found = text(value, most, what, least)
    if not found.isprintable():
        raise _malformed(what, "not the right text")
    return found


def hexid(value: Value, what: str = "an id") -> str:
    """``value`` as a table, match or peer id: 16 to 64 lower-case hex digits."""
    found = text(value, 64, what, 16)
    if set(found) - _HEX_CHARACTERS:
        raise _malformed(what, "not the right text")
    return found


def code(value: Value, what: str = "a code") -> str:
    """``value`` as a short stable word for programs."""
    found = text(value, 32, what, 1)
    if set(found) - _CODE_CHARACTERS:
        raise _malformed(what, "not the right text")
    return found


def number(value: Value, below: int, what: str, least: int = 0) -> int:
    """``value`` as a whole number from ``least`` to ``below`` − 1."""
    if type(value) is not int or not least <= value < below:
        raise _malformed(what, "not the right number")
    return value


def flag(value: Value, what: str) -> bool:
    """``value`` as True or False."""
    if not isinstance(value, bool):
        raise _malformed(what, "neither yes nor no")
    return value


def _malformed(what: str, why: str) -> Malformed:
    return Malformed("malformed", "{what} can't be read: {why}", what=what, why=why)
