"""What a peer wants done: the outputs of the machine (``net.peer.peer``), to be carried out in order."""

from __future__ import annotations

from dataclasses import dataclass

from net.events import Event
from net.wire.hint import Announcement
from net.wire.link import Reason
from net.wire.messages import Message


@dataclass(frozen=True, slots=True)
class Send:
    """Send this over an open connection; one that has ended meanwhile says so by ``LinkClosed``."""

    link: int
    message: Message


@dataclass(frozen=True, slots=True)
class CloseLink:
    """End a connection and say why; what was sent before still goes out.  ``LinkClosed`` follows."""

    link: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Dial:
    """Connect to whoever answers first at one of the addresses (``HOST:PORT``); answered by ``Dialled``."""

    call: int
    """Names this attempt in the answer."""
    addresses: tuple[str, ...]
    peer: str = ""
    """The only peer that will do; empty: anybody."""


@dataclass(frozen=True, slots=True)
class Announce:
    """What we hold, for the LAN to know: all of it, in place of what was announced before."""

    said: tuple[Announcement, ...]


@dataclass(frozen=True, slots=True)
class Load:
    """Read and verify the record of a match, which may take long; answered by ``Loaded``."""

    match: str
    link: int = 0


@dataclass(frozen=True, slots=True)
class UseName:
    """Call us so in connections that begin from now on."""

    name: str


@dataclass(frozen=True, slots=True)
class Tell:
    """Tell the owner."""

    event: Event


@dataclass(frozen=True, slots=True)
class Stumbled:
    """A fault of ours: to be logged whole and told in words; everything goes on."""

    error: Exception
    match: str = ""
    action: str = ""


Output = Send | CloseLink | Dial | Announce | Load | UseName | Tell | Stumbled
