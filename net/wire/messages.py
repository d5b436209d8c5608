"""What two peers may say to each other once their link is open: every message, decoded once, as a type of its own.

On the wire a message is an array that begins with its ``KIND``.  A new message is one class and one place in the
list at the end.  ``FIELDS`` only bounds types, lengths and ranges; what a field means, and whether it may be said
now, is for whoever receives it.  Anything that fits none closes the link.  Names begin with what is done: *Ask*
for something, *Give* what was asked for or is new, *Say* how things stand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, ClassVar

from net.wire.codec import MAX_BYTES_BYTES, Packable, Value
from net.wire.errors import NetError, RemoteError
from net.wire.fields import array, blob, block, code, flag, hexid, line, many, number
from net.wire.identity import NONCE_BYTES
from net.wire.table import MAX_SEATS, PLAYER_CHARS, SeatKey, TableState

MAX_ENTRY_BYTES = 16 * 1024
"""The longest signed entry, seal, proposal or consent that travels."""
MAX_ENTRIES = 256
"""How many entries one message may carry (they must also fit in one frame)."""
MAX_LISTED = 64
MAX_KNOWN = 16
"""How many peers, and how many addresses of each, are passed on."""

_seat = partial(number, below=MAX_SEATS, what="a seat")
_seat_or_any = partial(number, below=MAX_SEATS, what="a seat", least=-1)
_index = partial(number, below=2**31, what="an index")
_signed = partial(block, most=MAX_ENTRY_BYTES, what="something signed")
_player = partial(line, most=PLAYER_CHARS, what="a player")
_code = partial(code, what="a code")
_reason = partial(line, most=300, what="a reason")
_yes = partial(flag, what="a yes or no")
_ids = partial(many, read=hexid, what="a list", most=MAX_LISTED)

Known = tuple[str, tuple[str, ...]]
"""A peer, and where it can be called (``HOST:PORT``)."""


class Message:
    """Any of the classes below: frozen values with ``pack``."""

    __slots__ = ()
    KIND: ClassVar[str]
    FIELDS: ClassVar[tuple[Callable[..., Any], ...]] = ()

    def pack(self) -> tuple[Packable, ...]:
        """The array that travels."""
        return (self.KIND, *(_packed(getattr(self, field.name)) for field in fields(self)))  # type: ignore[arg-type]  # each class below is a dataclass


# -- a table before the start (ids are hex texts) -----------------------------------------------------


@dataclass(frozen=True, slots=True)
class SayTable(Message):
    """How the table stands, from its opener."""

    state: TableState
    KIND = "table"
    FIELDS = (TableState.read,)


@dataclass(frozen=True, slots=True)
class AskLook(Message):
    """Let me be at this table without a seat."""

    table: str
    KIND = "look"
    FIELDS = (hexid,)


@dataclass(frozen=True, slots=True)
class AskSeat(Message):
    """Let me sit down in ``seat`` (−1: the first free one), ``also``: keeping the seats that I have."""

    table: str
    player: str
    seat: int = -1
    also: bool = False
    KIND = "sit"
    FIELDS = (hexid, _player, _seat_or_any, _yes)


@dataclass(frozen=True, slots=True)
class SayGone(Message):
    """I leave the table."""

    table: str
    KIND = "stand"
    FIELDS = (hexid,)


@dataclass(frozen=True, slots=True)
class SayReady(Message):
    """My seats are ready, or not."""

    table: str
    ready: bool
    KIND = "ready"
    FIELDS = (hexid, _yes)


@dataclass(frozen=True, slots=True)
class AskKeys(Message):
    """The opener: bring your seats' keys for this round and header nonce."""

    table: str
    round: int
    nonce: bytes
    KIND = "gather"
    FIELDS = (hexid, _index, partial(blob, sizes=(NONCE_BYTES,), what="a nonce"))


@dataclass(frozen=True, slots=True)
class GiveKeys(Message):
    """The keys of my seats for this round."""

    table: str
    round: int
    keys: tuple[SeatKey, ...]
    KIND = "keys"
    FIELDS = (hexid, _index, partial(many, read=SeatKey.read, what="the keys", most=MAX_SEATS))


@dataclass(frozen=True, slots=True)
class SayClosed(Message):
    """The table is no more."""

    table: str
    code: str
    reason: str
    KIND = "closed"
    FIELDS = (hexid, _code, _reason)


@dataclass(frozen=True, slots=True)
class SayRefused(Message):
    """What you asked about this table or match can't be done."""

    about: str
    code: str
    reason: str
    KIND = "refused"
    FIELDS = (hexid, _code, _reason)


# -- a match --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GiveHeader(Message):
    """The packed header of this match."""

    match: str
    header: bytes
    KIND = "header"
    FIELDS = (hexid, partial(block, most=MAX_BYTES_BYTES, what="a header"))


@dataclass(frozen=True, slots=True)
class AskWatch(Message):
    """Serve me this match from now on."""

    match: str
    KIND = "watch"
    FIELDS = (hexid,)


@dataclass(frozen=True, slots=True)
class EndWatch(Message):
    """Serve me this match no more."""

    match: str
    KIND = "unwatch"
    FIELDS = (hexid,)


@dataclass(frozen=True, slots=True)
class AskLog(Message):
    """The entries from ``index`` on, please; all before it are here."""

    match: str
    index: int
    KIND = "log?"
    FIELDS = (hexid, _index)


@dataclass(frozen=True, slots=True)
class GiveEntries(Message):
    """Packed entries, the first with this ``index``."""

    match: str
    index: int
    entries: tuple[bytes, ...]
    KIND = "entries"
    FIELDS = (hexid, _index, partial(many, read=_signed, what="the entries", most=MAX_ENTRIES))


@dataclass(frozen=True, slots=True)
class GiveSeal(Message):
    """A packed seal."""

    match: str
    seat: int
    seal: bytes
    KIND = "seal"
    FIELDS = (hexid, _seat, _signed)


@dataclass(frozen=True, slots=True)
class GiveWish(Message):
    """A packed leave, consent, refusal or release."""

    match: str
    wish: bytes
    KIND = "proposal"
    FIELDS = (hexid, _signed)


@dataclass(frozen=True, slots=True)
class AskForfeit(Message):
    """Do you consent to this packed forfeit, or do you have the entry ``index``?"""

    match: str
    index: int
    point: bytes
    KIND = "forfeit?"
    FIELDS = (hexid, _index, _signed)


@dataclass(frozen=True, slots=True)
class GiveConsent(Message):
    """``yes``: my packed consent to a forfeit."""

    match: str
    index: int
    yes: bool
    consent: bytes
    KIND = "forfeit!"
    FIELDS = (hexid, _index, _yes, _signed)


@dataclass(frozen=True, slots=True)
class SayPeers(Message):
    """Who else is in this match, and where they can be called."""

    match: str
    known: tuple[Known, ...]
    KIND = "peers"
    FIELDS = (hexid, lambda value: many(value, _known, "the peers", MAX_KNOWN))


@dataclass(frozen=True, slots=True)
class AskRematch(Message):
    """I want another match with the same people."""

    match: str
    yes: bool = True
    KIND = "rematch"
    FIELDS = (hexid, _yes)


# -- what a peer holds ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskList(Message):
    """Which tables and matches do you hold?"""

    KIND = "list?"


@dataclass(frozen=True, slots=True)
class GiveList(Message):
    """The tables and matches that I hold, the one to take first at the front."""

    tables: tuple[str, ...]
    matches: tuple[str, ...]
    KIND = "list"
    FIELDS = (_ids, _ids)


KINDS: dict[str, type[Message]] = {
    kind.KIND: kind
    for kind in (
        SayTable, AskLook, AskSeat, SayGone, SayReady, AskKeys, GiveKeys, SayClosed, SayRefused, GiveHeader,
        AskWatch, EndWatch, AskLog, GiveEntries, GiveSeal, GiveWish, AskForfeit, GiveConsent, SayPeers,
        AskRematch, AskList, GiveList,
    )
}  # fmt: skip
"""All messages, by their kind."""
TableRequest = AskLook | AskSeat | SayGone | SayReady | GiveKeys
"""What comes to the opener of a table."""
TableNews = SayTable | AskKeys | SayClosed
"""What comes from the opener of a table."""
MatchMessage = AskLog | GiveEntries | GiveSeal | GiveWish | AskForfeit | GiveConsent
"""What concerns the log of a match."""


def read(value: Value) -> Message:
    """``value`` as a message; raises RemoteError if it is none."""
    kind = value[0] if isinstance(value, tuple) and value else None
    if not isinstance(kind, str) or kind not in KINDS:
        what = f"{kind[:20]!r} is no known message" if isinstance(kind, str) else "a message without a type"
        raise _unexpected(what)
    found = KINDS[kind]
    try:
        given = array(value, 1 + len(found.FIELDS), f"the message {kind!r}")[1:]
        return found(*(field(item) for field, item in zip(found.FIELDS, given, strict=True)))
    except NetError as error:
        raise _unexpected(f"{kind!r}: {error}") from None


def about(message: Message) -> str:
    """The id of the table or match that a message is about; empty if it is about none."""
    first = message.pack()[1:2]
    return first[0] if first and isinstance(first[0], str) else ""


def _known(value: Value) -> Known:
    peer, addresses = array(value, 2, "a peer")
    return hexid(peer), many(
        addresses, partial(line, most=128, what="an address", least=1), "addresses", MAX_KNOWN
    )


def _packed(value: Any) -> Packable:
    if isinstance(value, tuple):
        return tuple(_packed(item) for item in value)
    return value.pack() if hasattr(value, "pack") else value  # type: ignore[no-any-return]  # a plain value


def _unexpected(problem: str) -> RemoteError:
    return RemoteError("message", "an unexpected message: {problem}", problem=problem)
