"""What an announcement on the LAN says: a hint, never the truth (that is the hello of a connection).

Turns an ``Announcement`` into the pairs of a DNS-SD TXT record and back, strictly: a record that is not
exactly ours is no hint at all.  No I/O.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from net.wire.errors import NetError
from net.wire.fields import code, hexid
from net.wire.link import PROTOCOL
from net.wire.names import check_name
from net.wire.table import MAX_SEATS

PEER_CHARS = 64


@dataclass(frozen=True, slots=True)
class Announcement:
    """A table or a running match that a peer holds."""

    id: str
    """Table or match id, hex."""
    game: str
    version: int
    """Rules version of that game."""
    host: str
    """Name of the one who announces."""
    seats: int
    free: int
    running: bool = False
    watchable: bool = True
    locked: bool = False


@dataclass(frozen=True, slots=True)
class Hint:
    """An announcement as it was heard."""

    peer: str
    """Peer id of who announces."""
    protocol: int
    announcement: Announcement


def write_hint(peer: str, said: Announcement) -> dict[str, str]:
    """The pairs of the TXT record (each far below DNS's 255 bytes)."""
    return {
        "v": str(PROTOCOL),
        "peer": peer,
        "id": said.id,
        "game": said.game,
        "rules": str(said.version),
        "host": said.host,
        "seats": str(said.seats),
        "free": str(said.free),
        "run": _flag(said.running),
        "watch": _flag(said.watchable),
        "lock": _flag(said.locked),
    }


def read_hint(pairs: Mapping[bytes, bytes | None]) -> Hint | None:
    """The hint in a TXT record, or None if it is not a proper one; never raises.

    Pairs that we don't know are ignored, so that later versions may add some.
    """
    try:
        text = {
            key.decode("ascii"): value.decode("utf-8") for key, value in pairs.items() if value is not None
        }
        seats = _number(text["seats"], 1, MAX_SEATS)
        hint = Hint(
            peer=text["peer"],
            protocol=_number(text["v"], 0, 999_999),
            announcement=Announcement(
                id=text["id"],
                game=text["game"],
                version=_number(text["rules"], 0, 999_999),
                host=check_name(text["host"]),
                seats=seats,
                free=_number(text["free"], 0, seats),
                running=_truth(text["run"]),
                watchable=_truth(text["watch"]),
                locked=_truth(text["lock"]),
            ),
        )
        hexid(hint.announcement.id)
        code(hint.announcement.game)
        hexid(hint.peer)
    except (KeyError, ValueError, NetError):
        return None
    return hint if len(hint.peer) == PEER_CHARS else None


def _flag(value: bool) -> str:
    return "1" if value else "0"


def _truth(text: str) -> bool:
    if text not in ("0", "1"):
        raise ValueError(text)
    return text == "1"


def _number(text: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6 and str(int(text)) == text):
        raise ValueError(text)
    if not low <= int(text) <= high:
        raise ValueError(text)
    return int(text)
