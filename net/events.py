"""What the hub tells its owner (a window or a headless command): immutable data, no behaviour.

The owner drains these with ``Hub.events()`` and never waits for anything.  Who sits where, what is
at a table, how a match stands are always sent whole, so that the newest value is all one needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.facts import Fact
from rules.game import State


@dataclass(frozen=True, slots=True)
class Listed:
    """A table or a running match heard of on the LAN; a hint, not yet the truth."""

    id: str
    """Table id or match id, hex."""
    game: str
    host: str
    """Name of the one who announces it."""
    seats: int
    free: int
    running: bool
    watchable: bool
    locked: bool
    compatible: bool
    """Whether protocol and rules versions fit ours."""
    addresses: tuple[str, ...]
    """``HOST:PORT`` forms to try, in order."""


@dataclass(frozen=True, slots=True)
class TableSeat:
    """One seat at a table before the start."""

    kind: str
    """``here`` (this process), ``peer`` (somebody across the network), ``open`` (free)."""
    player: str = ""
    """For seats here: ``person`` or ``bot:LEVEL``; for peers as they say; empty when open."""
    name: str = ""
    peer: str = ""
    """Peer id, hex; empty when open."""
    ready: bool = False


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table before the start, as its opener says it is."""

    id: str
    game: str
    options: Mapping[str, str]
    position: str
    """Start position in the rulebook's notation, empty for the usual one."""
    seats: tuple[TableSeat, ...]
    mine: bool
    """Whether we opened it: then we alone edit and start it."""
    watchers: tuple[str, ...] = ()
    watchable: bool = True
    addresses: tuple[str, ...] = ()
    """Where this table can be joined by hand, ``HOST:PORT``."""


@dataclass(frozen=True, slots=True)
class MatchSeat:
    """One seat of a running or finished match."""

    name: str
    here: bool
    player: str
    """``person`` or ``bot:LEVEL`` for seats here, empty for others."""
    linked: bool = True
    """Whether the peer of that seat can be reached now (True for seats here)."""
    gone: bool = False
    """Whether this seat has left or been forfeited."""


@dataclass(frozen=True, slots=True)
class Past:
    """One moment of a match, and what led to it (nothing to the start): what can be looked at again."""

    state: State
    """What may be shown here: the view of the one person here, or a watcher's."""
    action: str = ""
    """As in ``Stepped``."""
    seat: int = -1
    facts: tuple[Fact, ...] = ()
    think_ms: int = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that happens once all seats in the game agree; the next move is a refusal."""

    kind: str
    """``takeback``, ``pause`` or ``resume``."""
    by: tuple[int, ...]
    """The seats that agree, the one that asked first."""
    waiting: tuple[int, ...]
    """The seats that have not answered."""
    ours: bool
    """Whether somebody here is to answer (``net.intents.Answer``)."""
    undone: int = 0
    """How many actions a takeback would undo."""


STATUSES = (
    "running",
    "finished",
    "paused",
    "adjourned",
    "claimed",
    "conflict",  # a seat signed two different things at one place of the log
    "disputed",  # the missing move has come after a claim
    "desync",
    "void",
)
"""How a match can stand; what the log itself says (``Ledger.status``), but for ``adjourned``."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match as this process knows it now."""

    id: str
    game: str
    options: Mapping[str, str]
    seats: tuple[MatchSeat, ...]
    state: State
    """What may be shown here: the view of the person here (of several, of the one to act), or a watcher's."""
    entries: int
    """Length of the log."""
    actions: Sequence[str] = ()
    """All actions up to ``state`` (takebacks undone), in order."""
    past: Sequence[Past] = ()
    """From the start of the game to now, takebacks undone: never empty when the hub tells it.

    Neither it nor ``actions`` ever changes; the hub's share what they have in common (``net.log.growing``)."""
    status: str = "running"
    """One of ``STATUSES``; the same whether the match is live or was read from its record."""
    confirmed: bool = False
    """Whether every seat still in the game has signed the last entry."""
    settled: bool = False
    """Whether it is over, confirmed if it can be, and all linked peers are known to hold all of it."""
    watching: bool = False
    watchers: int = 0
    path: str = ""
    """The record on disk."""
    bot_state: State | None = None
    """If a bot here is to act: what it may know, for its driver alone."""
    proposal: Proposal | None = None
    """What somebody has proposed and not everybody has agreed to yet."""
    remedy: str = ""
    """What the intent ``Forfeit`` would do: ``claim``, ``forfeit`` or ``adjourn``; empty: it is not for us to do."""


@dataclass(frozen=True, slots=True)
class TablesHeard:
    """The live list changed."""

    tables: tuple[Listed, ...]


@dataclass(frozen=True, slots=True)
class TableChanged:
    """We sit at, or look at, this table, and it changed."""

    table: TableInfo


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table we were at is no more; ``message`` says why in English (a msgid), with ``arguments``."""

    id: str
    message: str
    arguments: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match began, or one that we came late to or resumed is here up to its newest entry."""

    match: Match


@dataclass(frozen=True, slots=True)
class Stepped:
    """One more step was applied; ``match`` is how things stand after it."""

    match: Match
    action: str
    """The action's text, or ``forfeit`` / ``takeback``."""
    seat: int
    facts: tuple[Fact, ...]
    think_ms: int = 0


@dataclass(frozen=True, slots=True)
class MatchChanged:
    """Something else about a match changed: links, watchers, seals, status."""

    match: Match


@dataclass(frozen=True, slots=True)
class RematchOffered:
    """Somebody of a finished match wants another; the intent ``Rematch`` answers."""

    match_id: str
    name: str


@dataclass(frozen=True, slots=True)
class Failed:
    """An intent could not be carried out, or a part is missing (no network, no multicast, folder locked).

    ``code`` is stable; ``message`` is English with named places (a msgid), ``arguments`` fill them.
    """

    code: str
    message: str
    arguments: Mapping[str, str | int] = field(default_factory=dict)
    match_id: str = ""
    """The match that it concerns, where it concerns one."""
    action: str = ""
    """What the intent ``Act`` was asked for, where that is what failed; otherwise the game goes on as it was."""


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match that lies in the home folder."""

    id: str
    game: str
    names: tuple[str, ...]
    """Names of the players, by seat."""
    entries: int
    finished: bool
    """Whether nothing can be added any more; unfinished ones with a seat here can be resumed."""
    mine: bool
    """Whether we hold the key of a seat."""
    modified: float
    """When it was last written, seconds since the epoch."""
    path: str


@dataclass(frozen=True, slots=True)
class SavedList:
    """What lies in the home folder, newest first: the answer to the intent ``ListSaved``."""

    matches: tuple[SavedMatch, ...]


Event = (
    SavedList
    | TablesHeard
    | TableChanged
    | TableClosed
    | MatchStarted
    | Stepped
    | MatchChanged
    | RematchOffered
    | Failed
)
