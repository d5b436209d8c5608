"""What a match is: game, rules version, options, start position, a nonce, and who sits where.

The match id is the hash of the packed header, so that nothing in it can change.  Knows no rules: whether the
game, its version, options and position can be played is for ``net.log.rules`` to say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from net.log.refusals import BadHeader, BadSignature
from net.wire.codec import MAX_TEXT_BYTES, Packable, Value, pack
from net.wire.fields import Malformed, array, blob, number, read_array, text
from net.wire.identity import KEY_BYTES, NONCE_BYTES, SIGNATURE_BYTES, Key, endorse, endorsed, hashed, peer_id
from net.wire.names import MAX_CHARS, check_name, check_signed_name, shown_name
from net.wire.table import MAX_OPTIONS, MAX_SEATS, OPTION_CHARS

FORMAT = "magicade match 1"


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits in one seat: a name, the seat's public key, the peer's identity and its endorsement."""

    name: str
    """As it was signed; what people see is ``shown``."""
    key: bytes
    identity: bytes
    endorsement: bytes

    @property
    def shown(self) -> str:
        """The name as it may be drawn or printed, and used again."""
        return shown_name(self.name)

    @property
    def peer(self) -> str:
        """The id of the peer that holds the seat's key."""
        return peer_id(self.identity)

    @classmethod
    def make(cls, identity: Key, nonce: bytes, name: str, key: bytes) -> Seat:
        """A seat of this identity, with the public ``key``, at the table with ``nonce``."""
        return cls(check_name(name), key, identity.public, endorse(identity, nonce, name, key))

    def pack(self) -> list[Packable]:
        """The form that is signed and travels."""
        return [self.name, self.key, self.identity, self.endorsement]

    @classmethod
    def unpack(cls, value: Value, nonce: bytes) -> Seat:
        """The seat that ``value`` describes, its name clean and its endorsement checked; raises RemoteError."""
        name, key, identity, endorsement = array(value, 4, "a seat")
        seat = cls(
            check_signed_name(text(name, MAX_CHARS, "a seat's name")),
            blob(key, (KEY_BYTES,), "a seat's key"),
            blob(identity, (KEY_BYTES,), "a seat's identity"),
            blob(endorsement, (SIGNATURE_BYTES,), "a seat's endorsement"),
        )
        if not endorsed(seat.identity, nonce, seat.name, seat.key, seat.endorsement):
            raise BadSignature(
                "endorsement", "the identity of {name} has not endorsed this seat's key", name=seat.shown
            )
        return seat


@dataclass(frozen=True)
class Header:
    """The terms of one match; ``Header.make`` and ``Header.from_bytes`` are the ways to get one."""

    game: str
    version: int
    options: tuple[tuple[str, str], ...]
    """All options with their values as text, sorted by name."""
    position: str
    """The start position in the rulebook's notation, empty for the usual one."""
    seats: tuple[Seat, ...]
    nonce: bytes

    @classmethod
    def make(
        cls,
        game: str,
        version: int,
        options: Mapping[str, str],
        seats: Sequence[Seat],
        nonce: bytes,
        position: str = "",
    ) -> Header:
        """A header of these terms; raises RemoteError or BadName as ``from_bytes`` would."""
        header = cls(game, version, tuple(sorted(options.items())), position, tuple(seats), nonce)
        return cls.from_bytes(header.to_bytes())

    @classmethod
    def from_bytes(cls, data: bytes) -> Header:
        """The header packed in ``data``, all endorsements checked; raises RemoteError or BadName."""
        form, game, version, pairs, position, seats, nonce = read_array(data, 7, "the header")
        if form != FORMAT:
            raise Malformed("format", "this is not a match of the format {format}", format=FORMAT)
        options = tuple(_option(pair) for pair in array(pairs, None, "the options", MAX_OPTIONS))
        names = [name for name, _ in options]
        if names != sorted(set(names)):
            raise Malformed("options-order", "the options are not sorted, or one comes twice")
        nonce = blob(nonce, (NONCE_BYTES,), "the nonce")
        header = cls(
            text(game, 32, "the game", 1),
            number(version, 2**31, "the rules version"),
            options,
            text(position, MAX_TEXT_BYTES, "the start position"),
            tuple(Seat.unpack(seat, nonce) for seat in array(seats, None, "the seats", MAX_SEATS)),
            nonce,
        )
        keys = {seat.key for seat in header.seats}
        if not header.seats:
            raise BadHeader("no-seats", "a match needs at least one seat")
        if len(keys) < len(header.seats):
            raise BadHeader("same-key", "two seats have the same key")
        return header

    @cached_property
    def _bytes(self) -> bytes:
        return pack(
            [
                FORMAT,
                self.game,
                self.version,
                [list(pair) for pair in self.options],
                self.position,
                [seat.pack() for seat in self.seats],
                self.nonce,
            ]
        )

    def to_bytes(self) -> bytes:
        """The packed header."""
        return self._bytes

    @cached_property
    def match_id(self) -> bytes:
        """32 bytes that every signature of the match covers."""
        return hashed("magicade match 1", self._bytes)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names as they were signed, by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def shown_names(self) -> tuple[str, ...]:
        """The players' names as they may be drawn, by seat."""
        return tuple(seat.shown for seat in self.seats)


def _option(pair: Value) -> tuple[str, str]:
    name, value = array(pair, 2, "an option")
    return text(name, OPTION_CHARS, "an option's name", 1), text(value, MAX_TEXT_BYTES, "an option's value")
