"""What the owner of a peer (a window or a headless command) can want of it: frozen values.

``Hub.post`` takes them from any thread; what comes of them is told as events (``net.events``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from net.wire.players import PERSON


@dataclass(frozen=True, slots=True)
class Rename:
    """Use ``name`` from the next table on; an unclean name fails with ``Failed``."""

    name: str


# -- before a match -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open a table; each seat is ``person``, ``bot:LEVEL`` or ``open``; answered by ``TableChanged``.

    With no open seat and ``public`` False it is a local match, started at once (``MatchStarted``); with
    open seats it is then announced to nobody, and only who knows ``HOST:PORT`` can come.
    """

    game: str
    options: Mapping[str, str]
    seats: Sequence[str]
    names: Sequence[str] = ()
    """By seat; an empty one is called as usual."""
    position: str = ""
    public: bool = True
    watchable: bool = True
    autostart: bool = False
    """Start as soon as every seat is taken and ready."""


@dataclass(frozen=True, slots=True)
class SetSeat:
    """The opener gives a seat to ``person``, ``bot:LEVEL`` or ``open`` (sending away who sat there)."""

    table: str
    seat: int
    player: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Join:
    """Take the first free seat at a table, given by its id (of the live list) or ``HOST:PORT``."""

    target: str
    player: str = PERSON


@dataclass(frozen=True, slots=True)
class Sit:
    """Take this free seat at a table we are at: moving there, or ``also`` (two people here)."""

    table: str
    seat: int
    player: str = PERSON
    also: bool = False


@dataclass(frozen=True, slots=True)
class Stand:
    """Get up from one seat, staying at the table."""

    table: str
    seat: int


@dataclass(frozen=True, slots=True)
class Ready:
    """Say for all our seats at the table whether we are ready."""

    table: str
    ready: bool


@dataclass(frozen=True, slots=True)
class StartMatch:
    """The opener starts, when all seats are taken and ready."""

    table: str


@dataclass(frozen=True, slots=True)
class LeaveTable:
    """Get up and go; if the table is ours it is closed."""

    table: str


@dataclass(frozen=True, slots=True)
class Watch:
    """Watch a table or match, by its id (of the live list) or ``HOST:PORT``; waits for the start."""

    target: str


# -- during and after a match ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Act:
    """The seat to act, which must be here, does ``action``.

    ``after`` is ``Match.entries`` as the actor saw it; a stale act is dropped with ``Failed`` ``stale``.
    """

    match: str
    action: str
    after: int


@dataclass(frozen=True, slots=True)
class LeaveMatch:
    """Go away from a match; ``for_good`` gives up the seats here, else it can be resumed."""

    match: str
    for_good: bool = False


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The others are gone: claim, forfeit or adjourn, whichever the design's rules allow."""

    match: str


@dataclass(frozen=True, slots=True)
class Propose:
    """Ask all others in the game to agree to ``takeback``, ``pause`` or ``resume`` (``Match.proposal``).

    A takeback goes to the state after entry ``back_to``; −1: to before the newest action of somebody here.
    """

    match: str
    kind: str
    back_to: int = -1


@dataclass(frozen=True, slots=True)
class Answer:
    """Agree to what is proposed, or decline it."""

    match: str
    yes: bool


@dataclass(frozen=True, slots=True)
class Rematch:
    """Offer another match with the same people, sides swapped, or accept such an offer."""

    match: str


@dataclass(frozen=True, slots=True)
class Resume:
    """Take up a saved match from the home folder again."""

    match: str


@dataclass(frozen=True, slots=True)
class ListSaved:
    """Look what lies in the home folder; answered by ``SavedList``."""


TableIntent = OpenTable | SetSeat | Sit | Stand | Ready | StartMatch | LeaveTable
MatchIntent = Act | LeaveMatch | Forfeit | Propose | Answer | Rematch | Resume
Intent = Rename | Join | Watch | ListSaved | TableIntent | MatchIntent


def match_of(intent: Intent) -> str:
    """The match that an intent is about; empty if it is about none."""
    return intent.match if isinstance(intent, MatchIntent) else ""


def action_of(intent: Intent) -> str:
    """The action that an intent asks for; empty if it asks for none."""
    return intent.action if isinstance(intent, Act) else ""
