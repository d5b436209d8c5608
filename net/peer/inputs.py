"""What can happen to a peer: the inputs of the machine (``net.peer.peer``), each taken with the time it comes at."""

from __future__ import annotations

from dataclasses import dataclass

from net.events import Listed
from net.intents import Intent
from net.match.record_file import SavedRecord
from net.wire.errors import NetError
from net.wire.link import Hello, Reason
from net.wire.messages import Message


@dataclass(frozen=True, slots=True)
class LinkOpened:
    """Both sides of the connection ``link`` have proved who they are."""

    link: int
    hello: Hello
    """What they said of themselves."""
    address: str = ""
    """Where they can be called (``HOST:PORT``); empty if nowhere."""


@dataclass(frozen=True, slots=True)
class LinkClosed:
    """A connection that was open is over; comes once."""

    link: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class MessageCame:
    """Something of a known type and shape came over an open connection."""

    link: int
    message: Message


@dataclass(frozen=True, slots=True)
class Dialled:
    """What came of ``Dial``: the open connection (its ``LinkOpened`` came before), or why there is none."""

    call: int
    link: int = 0
    error: NetError | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """The whole list of what others announce on the LAN."""

    listed: tuple[Listed, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """The owner wants something."""

    intent: Intent


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came of ``Load``: the saved match, or why it can't be read."""

    match: str
    link: int = 0
    """The connection that asked us into it; 0 if the owner did."""
    saved: SavedRecord | None = None
    error: NetError | None = None


@dataclass(frozen=True, slots=True)
class Ticked:
    """Time has passed; to come several times a second."""


@dataclass(frozen=True, slots=True)
class Closing:
    """The program ends."""


Input = LinkOpened | LinkClosed | MessageCame | Dialled | Heard | Wanted | Loaded | Ticked | Closing
