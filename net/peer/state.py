"""What one peer holds: its tables, the tables it sits at, its matches and its links.

The lowest floor of the hub's runner (``net.peer.runner``): state, and the few lookups and posts that every floor
above needs.  The floors are, in this room, ``state``, ``links``, ``starts``, ``lobby``, ``matches`` and ``runner``;
each knows those beneath it and none above.  All of it runs in one asyncio loop.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from typing import Any

from net.edge.addresses import Address, own_hosts, published
from net.edge.discovery import Discovery
from net.edge.record_index import RecordIndex
from net.edge.session import Caps, Session, Sessions
from net.edge.store import Home
from net.events import Event, Failed
from net.log.pen import Pen
from net.match.match import MatchPeer
from net.peer.stumble import stumbled
from net.peer.table import Table, TableError, TableState
from net.wire.errors import NetError
from net.wire.hint import Announcement
from net.wire.identity import Key
from net.wire.messages import Message
from net.wire.players import PERSON
from rules.errors import RulesError
from rules.registry import games

MAX_FAULTS = 64


@dataclass
class Opened:
    """A table of ours."""

    table: Table
    public: bool
    autostart: bool
    nonce: bytes = b""
    pens: dict[int, Pen] = field(default_factory=dict)
    match: str = ""
    """The match that was made of it, while that may still turn out void."""


@dataclass
class Guest:
    """Somebody else's table that we sit or look at."""

    state: TableState
    opener: str
    nonce: bytes = b""
    pens: dict[int, Pen] = field(default_factory=dict)
    match: str = ""
    asked: set[str] = field(default_factory=set)
    """As what we asked to sit there: ``person`` or ``bot:LEVEL``."""
    again: dict[int, str] = field(default_factory=dict)
    """If the table is for another match: what plays our seats, as in the match before."""

    def plays(self, seat: int) -> str:
        """What plays this seat of ours: what we said ourselves, whatever the opener says of it."""
        said = self.state.places[seat].player
        return self.again.get(seat) or (said if said in self.asked else PERSON)


@dataclass
class Retry:
    """When to try a lost peer again."""

    tries: int = 0
    at_s: float = 0.0
    busy: bool = False


class PeerState:
    """``tell`` takes events; nothing here decides anything."""

    def __init__(
        self, home: Home, name: str, tell: Callable[[Event], None], caps: Caps | None = None
    ) -> None:
        self.home = home
        self.name = name
        self.identity: Key = home.identity()
        self.me = self.identity.public.hex()
        self._tell = tell
        self._caps = caps
        self._loop = asyncio.get_running_loop()
        self._rules = {game.id: game.version for game in games()}
        self._index = RecordIndex(home.matches, self._rules)
        self._sessions: Sessions | None = None
        self._discovery: Discovery | None = None
        self._links: dict[str, list[Session]] = {}
        self._tables: dict[str, Opened] = {}
        self._guests: dict[str, Guest] = {}
        self._matches: dict[str, MatchPeer] = {}
        self._wanted: dict[str, str] = {}
        """Tables and matches that we asked for → the peer that we asked."""
        self._asked: dict[str, set[str]] = {}
        """Tables → as what we asked to sit there."""
        self._lists: dict[str, list[asyncio.Future[tuple[tuple[str, ...], tuple[str, ...]]]]] = {}
        self._known: dict[str, list[Address]] = {}
        self._retry: dict[str, Retry] = {}
        self._said: dict[str, Announcement] = {}
        self._complaints: set[tuple[str, str, str]] = set()
        """What was said already of peers that sent what can't be: peer, match, code."""
        self._faults: set[str] = set()
        """What was told already of faults of ours."""
        self._tasks: set[asyncio.Task[None]] = set()

    def task(self, work: Coroutine[Any, Any, None]) -> None:
        """Run ``work`` beside everything; what it raises is told."""

        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, (NetError, RulesError)):
            self._failed(error)
        elif error is not None:
            self._tell(stumbled(error))

    @contextlib.contextmanager
    def _going_on(self) -> Iterator[None]:
        """What is raised within is told, and never more: whoever comes next is served."""
        try:
            yield
        except (NetError, RulesError) as error:
            self._failed(error)
        except Exception as error:
            self._stumbled(error)

    def _stumbled(self, error: BaseException) -> None:
        """Tell a fault of ours, each once: what is done four times a second may fail as often."""
        fault = repr(error)
        if fault not in self._faults:
            if len(self._faults) >= MAX_FAULTS:
                self._faults.clear()
            self._faults.add(fault)
            self._tell(stumbled(error))

    def _tell_troubles(self) -> None:
        """What the home folder has mended, or could not."""
        for trouble in self.home.troubles():
            self._failed(trouble)

    def _failed(self, error: NetError | RulesError) -> None:
        self._tell(Failed(error.code, error.message, error.arguments))

    def post(self, peer: str, message: Message) -> bool:
        """Send to a linked peer; False if there is no link."""
        sessions = self._links.get(peer)
        return sessions[-1].send(message) if sessions else False

    def _match(self, match_id: str) -> MatchPeer:
        match = self._matches.get(match_id)
        if match is None:
            raise TableError("no-match", "there is no such match here")
        return match

    def _mine(self, table_id: str) -> Opened:
        opened = self._tables.get(table_id)
        if opened is None:
            raise TableError("not-opener", "only who opened the table can do that")
        return opened

    def _guest(self, table_id: str) -> Guest:
        guest = self._guests.get(table_id)
        if guest is None:
            raise TableError("no-table", "we are not at that table")
        return guest

    def _to_table(self, state: TableState, message: Message) -> None:
        opened = self._tables.get(state.id)
        watching = opened.table.watching if opened else ()
        for peer in {*(place.peer for place in state.places), *watching} - {self.me, ""}:
            self.post(peer, message)

    def _addresses(self) -> tuple[str, ...]:
        if self._sessions is None or not self._sessions.port:
            return ()
        return tuple(str(address) for address in published(own_hosts(), self._sessions.port))[:16]

    def _drop_void(self, match_id: str) -> None:
        match = self._matches.pop(match_id, None)
        if match is not None:
            match.void()
