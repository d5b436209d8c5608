"""Why something signed is refused, one class a reason, and the reading of fields that gives ``Malformed``.

Whatever raises one of these has changed nothing.  What is taken in but stops a match (conflict, dispute,
desync) is no error but news (``net.log.ledger.News``).
"""

from __future__ import annotations

from net.wire.codec import Value, WireError, unpack
from net.wire.errors import LocalError, RemoteError


class LogError(RemoteError):
    """Something signed is refused."""


class Malformed(LogError):
    """It can't be read as what it should be."""


class BadHeader(LogError):
    """The header can be read, but no match can be played by it."""


class BadSignature(LogError):
    """The signature is not by the key that should have signed, or not over this match."""


class WrongSeat(LogError):
    """Properly signed, but this seat may not write this now."""


class Gap(LogError):
    """The entry lies beyond the end of our log: ask for those from ``have`` on."""

    def __init__(self, have: int, index: int) -> None:
        super().__init__(
            "gap", "entry {index} can't follow, the log has only {have} entries", index=index, have=have
        )
        self.have = have


class Misfit(LogError):
    """The entry follows another entry than ours: it is of another match, or of another branch."""


class IllegalEntry(LogError):
    """Properly signed by the seat to write, but the rules or the log's own rules forbid it."""


class TooLate(LogError):
    """A majority has forfeited the seat at this index: its own entry no longer counts."""


class Stopped(LogError):
    """The match has ended or stopped: nothing can be added."""


class WouldContradict(LocalError):
    """We must not sign this: the seat has signed something else that it would contradict."""


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
        raise Malformed("malformed", "{what} can't be read: {why}", what=what, why="not the right array")
    return value


def blob(value: Value, sizes: tuple[int, ...], what: str) -> bytes:
    """``value`` as bytes of one of these ``sizes``."""
    if not isinstance(value, bytes) or len(value) not in sizes:
        raise Malformed("malformed", "{what} can't be read: {why}", what=what, why="not the right bytes")
    return value


def text(value: Value, most: int, what: str, least: int = 0) -> str:
    """``value`` as a text of ``least`` to ``most`` characters."""
    if not isinstance(value, str) or not least <= len(value) <= most:
        raise Malformed("malformed", "{what} can't be read: {why}", what=what, why="not the right text")
    return value


def number(value: Value, below: int, what: str) -> int:
    """``value`` as a whole number from 0 to ``below`` − 1."""
    if type(value) is not int or not 0 <= value < below:
        raise Malformed("malformed", "{what} can't be read: {why}", what=what, why="not the right number")
    return value
