"""What lies beside the record of a match and is never served: pens, what plays each seat, where the others were.

Written before the entry that depends on it.  Bytes only; the disk is for ``net.edge.store``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from net.log.pen import Pen
from net.wire.codec import Value, pack
from net.wire.fields import Malformed, array, hexid, line, many, number, read_value, text
from net.wire.messages import MAX_KNOWN
from net.wire.table import MAX_SEATS, PLAYER_CHARS

_PARTS: tuple[Value, ...] = ((), (), ())
"""What files of programs that kept less have in their place."""


@dataclass(frozen=True, slots=True)
class PrivateFile:
    """Everything secret and binding of one match at one peer."""

    pens: Sequence[Pen] = ()
    """Those of the seats here."""
    players: Mapping[int, str] = field(default_factory=dict)
    """What plays each seat (``person`` or ``bot:LEVEL``), here or not, as was said at the table."""
    addresses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Peer ids of the other players → where they could be called last (``HOST:PORT``)."""

    def to_bytes(self) -> bytes:
        """The packed file."""
        return pack(
            [
                [pen.to_packable() for pen in self.pens],
                [list(pair) for pair in sorted(self.players.items())],
                [[peer, list(known)] for peer, known in sorted(self.addresses.items())],
            ]
        )

    @classmethod
    def from_bytes(cls, data: bytes) -> PrivateFile:
        """The file that ``data`` is, its pens asleep; raises Malformed.  Earlier programs kept only some parts."""
        parts = array(read_value(data, "a private file"), None, "a private file", len(_PARTS))
        if not parts:
            raise Malformed(
                "malformed", "{what} can't be read: {why}", what="a private file", why="it is empty"
            )
        pens, players, addresses = (*parts, *_PARTS[len(parts) :])
        return cls(
            many(pens, Pen.from_value, "the pens", MAX_SEATS),
            dict(many(players, _player, "the players", MAX_SEATS)),
            dict(many(addresses, _address, "the addresses", MAX_KNOWN)),
        )


def _player(value: Value) -> tuple[int, str]:
    seat, player = array(value, 2, "a player")
    return number(seat, MAX_SEATS, "a seat"), text(player, PLAYER_CHARS, "a player")


def _address(value: Value) -> tuple[str, tuple[str, ...]]:
    peer, known = array(value, 2, "the addresses of a peer")
    read = partial(line, most=128, what="an address", least=1)
    return hexid(peer), many(known, read, "the addresses of a peer", MAX_KNOWN)
