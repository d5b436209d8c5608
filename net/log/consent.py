"""Signed wishes and consents: what seats sign out of turn, for the seat that writes next to enter.

A leave and a handover hold whenever they are entered; a consent holds only right after the entry that it
names, so that nobody can keep one for later.  Knows nothing of what they do to a match.
"""

from __future__ import annotations

from dataclasses import dataclass

from net.log.header import Seat
from net.log.refusals import BadSignature
from net.wire.codec import Packable, Value, WireError, pack, unpack
from net.wire.fields import Malformed, array, blob, number, read_array, text
from net.wire.identity import HASH_BYTES, SIGNATURE_BYTES, Key, verify
from net.wire.table import MAX_SEATS

_LEAVE = "magicade leave 1"
_HANDOVER_OLD = "magicade handover from 1"
_HANDOVER_NEW = "magicade handover to 1"
_CONSENT = "magicade consent 1"
_INDEX_BELOW = 2**31
AGREED = ("takeback", "pause", "resume")
"""What all seats in the game must agree to."""
POINTS = (*AGREED, "forfeit", "release", "refuse")
"""What a seat may sign its consent to."""

Seats = tuple[int, ...]
Signatures = tuple[tuple[int, bytes], ...]
"""Seat and signature, sorted by seat: how consents stand in an entry's body."""


@dataclass(frozen=True, slots=True)
class Leave:
    """``seat`` leaves the match for good."""

    seat: int
    signature: bytes

    @classmethod
    def sign(cls, match_id: bytes, seat: int, key: Key) -> Leave:
        """The wish of ``seat``, whose key this is."""
        return cls(seat, key.sign(_LEAVE, pack([match_id, seat])))

    def check(self, match_id: bytes, key: bytes) -> None:
        """Raises BadSignature unless the owner of the public ``key`` signed it."""
        _check(key, _LEAVE, pack([match_id, self.seat]), self.signature)

    def pack(self) -> list[Packable]:
        """The form that stands in an entry's body."""
        return [self.seat, self.signature]

    def to_bytes(self) -> bytes:
        """The form that travels."""
        return pack(self.pack())

    @classmethod
    def unpack(cls, value: Value) -> Leave:
        """The leave that ``value`` is, not yet checked; raises Malformed."""
        seat, signature = array(value, 2, "a leave")
        return cls(number(seat, MAX_SEATS, "a seat"), blob(signature, (SIGNATURE_BYTES,), "a signature"))

    @classmethod
    def from_bytes(cls, data: bytes) -> Leave:
        """The leave that ``data`` is, not yet checked; raises Malformed."""
        return cls.unpack(read_array(data, 2, "a leave"))


@dataclass(frozen=True, slots=True)
class Handover:
    """``seat`` goes to another key, and with it to another name and peer if these differ; both keys sign."""

    seat: int
    to: Seat
    old_signature: bytes
    new_signature: bytes

    @classmethod
    def sign(cls, match_id: bytes, seat: int, to: Seat, old: Key, new: Key) -> Handover:
        """The wish of ``seat``; ``new`` is the private half of ``to.key``."""
        return cls(
            seat,
            to,
            old.sign(_HANDOVER_OLD, _handover(match_id, seat, old.public, to)),
            new.sign(_HANDOVER_NEW, _handover(match_id, seat, old.public, to)),
        )

    def check(self, match_id: bytes, old: bytes) -> None:
        """Raises BadSignature unless the owners of ``old`` and of ``to.key`` signed it."""
        covered = _handover(match_id, self.seat, old, self.to)
        _check(old, _HANDOVER_OLD, covered, self.old_signature)
        _check(self.to.key, _HANDOVER_NEW, covered, self.new_signature)

    def pack(self) -> list[Packable]:
        """The form that stands in an entry's body."""
        return [self.seat, self.to.pack(), self.old_signature, self.new_signature]

    def to_bytes(self) -> bytes:
        """The form that travels."""
        return pack(self.pack())

    @classmethod
    def unpack(cls, value: Value, nonce: bytes) -> Handover:
        """The handover that ``value`` is, its endorsement checked but no signature; raises RemoteError."""
        seat, to, old, new = array(value, 4, "a handover")
        return cls(
            number(seat, MAX_SEATS, "a seat"),
            Seat.unpack(to, nonce),
            blob(old, (SIGNATURE_BYTES,), "a signature"),
            blob(new, (SIGNATURE_BYTES,), "a signature"),
        )

    @classmethod
    def from_bytes(cls, data: bytes, nonce: bytes) -> Handover:
        """The handover that ``data`` is, for the match with this nonce; raises RemoteError."""
        return cls.unpack(read_array(data, 4, "a handover"), nonce)


@dataclass(frozen=True, slots=True)
class Agreeable:
    """Something that seats may consent to, as entry ``index`` right after the entry with hash ``previous``.

    ``kind`` is ``takeback`` (to after entry ``back_to``), ``pause``, ``resume``, ``forfeit`` (of ``seats``,
    for ``reason`` ``left`` or ``time``), ``release`` (the one who would write that forfeit never will) or
    ``refuse`` (of the takeback, pause or resume that ``reason`` names).
    """

    index: int
    previous: bytes
    kind: str
    back_to: int = 0
    seats: Seats = ()
    reason: str = ""

    def refused(self) -> Agreeable:
        """The refusal of this takeback, pause or resume, for a seat to sign."""
        return Agreeable(self.index, self.previous, "refuse", self.back_to, (), self.kind)

    def covered(self, match_id: bytes) -> bytes:
        """What a signature of it covers."""
        return pack([match_id, *self.pack()])

    def check(self, match_id: bytes, key: bytes, signature: bytes) -> None:
        """Raises BadSignature unless the owner of the public ``key`` signed it."""
        _check(key, _CONSENT, self.covered(match_id), signature)

    def sign(self, match_id: bytes, key: Key) -> bytes:
        """The signature of ``key`` over it."""
        return key.sign(_CONSENT, self.covered(match_id))

    def pack(self) -> list[Packable]:
        """The form that travels and is signed."""
        return [self.index, self.previous, self.kind, self.back_to, list(self.seats), self.reason]

    def to_bytes(self) -> bytes:
        """The form that travels when somebody asks for consents."""
        return pack(self.pack())

    @classmethod
    def unpack(cls, value: Value) -> Agreeable:
        """The point that ``value`` is; raises Malformed."""
        index, previous, kind, back_to, seats, reason = array(value, 6, "a request")
        if kind not in POINTS:
            raise Malformed("request-kind", "there is no such kind of request")
        point = cls(
            number(index, _INDEX_BELOW, "an index"),
            blob(previous, (HASH_BYTES,), "a previous hash"),
            str(kind),
            number(back_to, _INDEX_BELOW, "an index"),
            read_seats(seats),
            text(reason, 8, "a reason"),
        )
        if not point._is_plain():
            raise Malformed("request-fields", "a request says what its kind has no use for")
        return point

    def _is_plain(self) -> bool:
        """Whether unused fields are empty: a consent to anything else could never be entered."""
        if self.kind in ("forfeit", "release"):
            return not self.back_to
        agreed, reason = (self.reason, "") if self.kind == "refuse" else (self.kind, self.reason)
        unused = self.seats or reason or (self.back_to and agreed != "takeback")
        return agreed in AGREED and not unused

    @classmethod
    def from_bytes(cls, data: bytes) -> Agreeable:
        """The point that ``data`` is; raises Malformed."""
        return cls.unpack(read_array(data, 6, "a request"))


@dataclass(frozen=True, slots=True)
class Consent:
    """The signature of ``seat`` to ``point``."""

    point: Agreeable
    seat: int
    signature: bytes

    def to_bytes(self) -> bytes:
        """The form that travels."""
        return pack([self.point.pack(), self.seat, self.signature])

    @classmethod
    def from_bytes(cls, data: bytes) -> Consent:
        """The consent that ``data`` is, not yet checked; raises Malformed."""
        point, seat, signature = read_array(data, 3, "a consent")
        return cls(
            Agreeable.unpack(point),
            number(seat, MAX_SEATS, "a seat"),
            blob(signature, (SIGNATURE_BYTES,), "a signature"),
        )


Wish = Leave | Handover | Agreeable | Consent
"""What travels out of turn: a leave, a handover, a request for consents, a consent."""


def read_wish(data: bytes, nonce: bytes) -> Wish:
    """Whichever of the four ``data`` is, for the match with this nonce; raises RemoteError."""
    try:
        value = unpack(data)
    except WireError as error:
        raise Malformed("malformed", "{what} can't be read: {why}", what="a wish", why=str(error)) from None
    size = len(value) if isinstance(value, tuple) else 0
    if size == 2:
        return Leave.unpack(value)
    if size == 3:
        return Consent.from_bytes(data)
    if size == 4:
        return Handover.unpack(value, nonce)
    return Agreeable.from_bytes(data)


def read_seats(value: Value) -> Seats:
    """The seats that ``value`` lists, in order and each once; raises Malformed."""
    seats = tuple(number(seat, MAX_SEATS, "a seat") for seat in array(value, None, "seats", MAX_SEATS))
    if list(seats) != sorted(set(seats)):
        raise Malformed("seats-order", "the seats are not in order, or one comes twice")
    return seats


def read_signatures(value: Value) -> Signatures:
    """The seats and signatures that ``value`` lists, in order and each once; raises Malformed."""
    pairs = [array(pair, 2, "a consent") for pair in array(value, None, "consents", MAX_SEATS)]
    read_seats(tuple(seat for seat, _ in pairs))
    return tuple(
        (number(seat, MAX_SEATS, "a seat"), blob(signature, (SIGNATURE_BYTES,), "a signature"))
        for seat, signature in pairs
    )


def _handover(match_id: bytes, seat: int, old: bytes, to: Seat) -> bytes:
    return pack([match_id, seat, old, to.pack()])


def _check(key: bytes, domain: str, covered: bytes, signature: bytes) -> None:
    if not verify(key, domain, covered, signature):
        raise BadSignature("consent-signature", "a wish or consent is not signed by the seat it names")
