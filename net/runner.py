"""What the hub's thread does: tables, matches, links and announcements, and who is told what.

Lives in one asyncio loop; every method runs there.  ``Runner`` is handed intents by ``net.hub`` and gives
events to ``tell``; the rules of tables and of matches are in ``net.table`` and ``net.matchpeer``.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from net.addresses import Address, own_hosts, published, read_address
from net.discovery import Discovery
from net.errors import LocalError, NetError
from net.events import Event, Failed, Listed, RematchOffered, TableChanged, TableClosed, Tables, TableSeat
from net.events import Table as TableEvent
from net.fold import all_options
from net.header import Header, Seat
from net.hint import Announcement
from net.identity import Key, endorse, fresh
from net.ledger import Ledger
from net.link import Reason
from net.matchpeer import MatchPeer
from net.messages import Message
from net.names import check_name
from net.pen import Pen, check_seat
from net.session import Caps, ConnectError, Session, Sessions
from net.store import Home
from net.table import SeatKey, Table, TableError, TableState, bot_name, check_player
from rules.errors import RulesError
from rules.registry import game as find_game
from rules.registry import games

APP = "0.1.0"
TICK_S = 0.25
BACKOFF_S = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
MAX_MATCHES = 64
MAX_TABLES = 16


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


@dataclass
class Retry:
    """When to try a lost peer again."""

    tries: int = 0
    at_s: float = 0.0
    busy: bool = False


class Runner:
    """``tell`` takes events; ``start`` first, ``close`` last."""

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
        self._sessions: Sessions | None = None
        self._discovery: Discovery | None = None
        self._links: dict[str, list[Session]] = {}
        self._tables: dict[str, Opened] = {}
        self._guests: dict[str, Guest] = {}
        self._matches: dict[str, MatchPeer] = {}
        self._wanted: dict[str, str] = {}
        """Tables and matches that we asked for → the peer that we asked."""
        self._lists: dict[str, list[asyncio.Future[tuple[tuple[str, ...], tuple[str, ...]]]]] = {}
        self._known: dict[str, list[Address]] = {}
        self._retry: dict[str, Retry] = {}
        self._said: dict[str, Announcement] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # -- life ------------------------------------------------------------------------------------

    async def start(self, network: bool, port: int | None, discover: bool) -> None:
        """Listen and look around; what is missing is told as ``Failed``."""
        if network:
            self._sessions = Sessions(self.identity, self.name, APP, self._rules, self, self._caps)
            try:
                await self._sessions.listen(port)
            except NetError as error:
                self._failed(error)
            if discover:
                self._discovery = Discovery(self.me, self._rules, self._heard, self._failed)
                self.task(self._discovery.start())
        self.task(self._ticking())

    async def close(self) -> None:
        """Say goodbye and stop."""
        for opened in list(self._tables.values()):
            self._to_table(opened.table.state, ("closed", opened.table.state.id, "left", "its opener left"))
        for task in list(self._tasks):
            task.cancel()
        if self._sessions:
            await self._sessions.close()
        if self._discovery:
            with contextlib.suppress(TimeoutError, asyncio.TimeoutError):
                await asyncio.wait_for(self._discovery.close(), 1.0)
        self.home.unlock()

    def task(self, work: Coroutine[Any, Any, None]) -> None:
        """Run ``work`` beside everything; what it raises is told."""

        async def guarded() -> None:
            try:
                await work
            except (NetError, RulesError) as error:
                self._failed(error)

        task = self._loop.create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ticking(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            for match in list(self._matches.values()):
                match.tick()
                self._reconnect(match)
            await self._announce()

    def _heard(self, listed: tuple[Listed, ...]) -> None:
        for line in listed:
            match = self._matches.get(line.id)
            if match is not None:
                self._known[line.id] = [_address(text) for text in line.addresses]
        self._tell(Tables(listed))

    def _failed(self, error: NetError | RulesError) -> None:
        self._tell(Failed(error.code, error.message, error.arguments))

    # -- announcing ------------------------------------------------------------------------------

    async def _announce(self) -> None:
        if self._discovery is None or self._sessions is None or not self._sessions.port:
            return
        wanted: dict[str, Announcement] = {}
        for opened in self._tables.values():
            state = opened.table.state
            if opened.public and not opened.match:
                wanted[state.id] = Announcement(
                    state.id,
                    state.game,
                    state.version,
                    self.name,
                    len(state.places),
                    state.free,
                    watchable=state.watchable,
                )
        for match in self._matches.values():
            if match.begun and not match.local and not match.ledger.closed:
                header = match.ledger.header
                wanted[match.id] = Announcement(
                    match.id,
                    header.game,
                    header.version,
                    self.name,
                    len(header.seats),
                    0,
                    True,
                    match.watchable,
                )
        for key in [key for key in self._said if key not in wanted]:
            del self._said[key]
            await self._discovery.withdraw(key)
        for key, said in wanted.items():
            if self._said.get(key) != said:
                self._said[key] = said
                await self._discovery.announce(said, self._sessions.port)

    def _addresses(self) -> tuple[str, ...]:
        if self._sessions is None or not self._sessions.port:
            return ()
        return tuple(str(address) for address in published(own_hosts(), self._sessions.port))[:16]

    # -- links -----------------------------------------------------------------------------------

    def post(self, peer: str, message: Message) -> bool:
        """Send to a linked peer; False if there is no link."""
        sessions = self._links.get(peer)
        return sessions[-1].send(message) if sessions else False

    def session_opened(self, session: Session) -> None:
        """See ``net.session.Receiver``."""
        peer = session.peer.peer
        if peer == self.me:
            session.close(Reason("self", "that is ourselves"))
            return
        self._links.setdefault(peer, []).append(session)
        if session.address is not None:
            self._known[peer] = [session.address]
        self._retry.pop(peer, None)
        for match in self._matches.values():
            if peer in match.player_peers:
                self._follow(match, peer)

    def session_closed(self, session: Session, reason: Reason) -> None:
        """See ``net.session.Receiver``."""
        peer = session.peer.peer
        sessions = self._links.get(peer, [])
        if session in sessions:
            sessions.remove(session)
        if sessions:
            return
        self._links.pop(peer, None)
        for future in self._lists.pop(peer, []):
            if not future.done():
                future.set_exception(ConnectError(reason.code, reason.message, **reason.arguments))
        for wanted in [key for key, asked in self._wanted.items() if asked == peer]:
            if wanted not in self._guests and wanted not in self._matches:
                del self._wanted[wanted]
                self._tell(Failed(reason.code, reason.message, reason.arguments))
        for linked in list(self._matches.values()):
            linked.unlink(peer)
        for opened in list(self._tables.values()):
            self._lost_at_table(opened, peer)
        for table_id, guest in list(self._guests.items()):
            if guest.opener == peer:
                begun = (
                    guest.match and self._matches[guest.match].begun
                    if guest.match in self._matches
                    else False
                )
                if not begun:
                    self._drop_void(guest.match)
                    self._closed_table(table_id, "the table's opener is gone")

    def session_received(self, session: Session, message: Message) -> None:
        """See ``net.session.Receiver``."""
        peer = session.peer.peer
        try:
            self._take(session, peer, message)
        except TableError as error:
            session.send(("refused", str(message[1]), error.code, str(error)[:300]))
        except LocalError as error:
            self._failed(error)  # our own fault, or our disk's
        except (NetError, RulesError) as error:
            session.close(Reason(error.code, error.message, error.arguments))

    def _follow(self, match: MatchPeer, peer: str) -> None:
        self.post(peer, ("watch", match.id))
        match.link(peer)

    def _reconnect(self, match: MatchPeer) -> None:
        """Call back whom we lost, with growing pauses, while the match goes on."""
        if match.ledger.closed or match.local or self._sessions is None:
            return
        now_s = self._loop.time()
        wanted = sorted(match.player_peers - set(match.links))
        for peer in wanted:
            addresses = [*self._known.get(peer, []), *self._known.get(match.id, [])]
            retry = self._retry.setdefault(peer, Retry())
            if not addresses or retry.busy or now_s < retry.at_s:
                continue
            retry.busy = True
            self.task(self._call_back(peer, addresses[:16], retry))

    async def _call_back(self, peer: str, addresses: list[Address], retry: Retry) -> None:
        assert self._sessions is not None
        try:
            await self._sessions.connect(addresses, peer)
        except ConnectError:
            pause = BACKOFF_S[min(retry.tries, len(BACKOFF_S) - 1)]
            retry.tries += 1
            retry.at_s = self._loop.time() + pause
        finally:
            retry.busy = False

    async def _reach(self, target: str) -> tuple[Session, str]:
        """A session with whoever holds ``target``, and the id there ("" if it was an address)."""
        if self._sessions is None:
            raise ConnectError("no-network", "there is no network here")
        line = None
        if self._discovery is not None:
            line = next((one for one in self._discovery.listed() if one.id == target), None)
        if line is not None:
            addresses = [_address(text) for text in line.addresses]
            self._known[line.id] = addresses
            return await self._sessions.connect(addresses), line.id
        if len(target) >= 16 and not set(target) - set("0123456789abcdef"):
            raise ConnectError("unknown", "nobody announces {target} now", target=target[:16])
        return await self._sessions.connect([read_address(target)]), ""

    async def _held_by(self, session: Session) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Tables and matches that the other side holds."""
        future: asyncio.Future[tuple[tuple[str, ...], tuple[str, ...]]] = self._loop.create_future()
        self._lists.setdefault(session.peer.peer, []).append(future)
        session.send(("list?",))
        return await asyncio.wait_for(future, 5.0)

    # -- intents: tables -------------------------------------------------------------------------

    def rename(self, name: str) -> None:
        """See ``Hub.rename``."""
        self.name = check_name(name)
        if self._sessions:
            self._sessions.name = name

    def open_table(
        self,
        game: str,
        options: Mapping[str, str],
        seats: Sequence[str],
        names: Sequence[str],
        position: str,
        public: bool,
        watchable: bool,
        autostart: bool,
    ) -> None:
        """See ``Hub.open_table``."""
        rules = find_game(game)
        full = all_options(rules, options)
        if len(seats) not in rules.seats:
            raise TableError("seats", "{game} is not for {count} players", game=rules.name, count=len(seats))
        values = rules.configure(full)
        if position:
            rules.position(position, values)
        else:
            rules.start(values, len(seats), bytes(32))
        if len(self._tables) >= MAX_TABLES:
            raise TableError("tables", "there are too many tables open here")
        table = Table(
            secrets.token_hex(16),
            self.me,
            self.name,
            game,
            rules.version,
            full,
            seats,
            names=names,
            position=position,
            watchable=watchable,
        )
        opened = Opened(table, public, autostart)
        if not public and "open" not in seats:
            self._begin(opened, local=True)
            return
        if self._sessions is None or not self._sessions.port:
            raise TableError("no-network", "there is no network: only games at this screen can be played")
        self._tables[table.state.id] = opened
        self._table_changed(opened)

    def set_seat(self, table_id: str, seat: int, player: str, name: str) -> None:
        """See ``Hub.set_seat``."""
        opened = self._mine(table_id)
        sent_away = opened.table.assign(seat, player, name)
        if sent_away:
            self.post(
                sent_away, ("closed", table_id, "sent-away", "the opener gave the seat to somebody else")
            )
        self._table_changed(opened)

    def join(self, target: str, player: str) -> None:
        """See ``Hub.join``."""
        self.task(self._join(target, player))

    async def _join(self, target: str, player: str) -> None:
        session, table_id = await self._reach(target)
        if not table_id:
            tables, _ = await self._held_by(session)
            if not tables:
                raise ConnectError("no-table", "there is no open table at {target}", target=target)
            table_id = tables[0]
        self._wanted[table_id] = session.peer.peer
        session.send(("sit", table_id, player, -1, False))

    def sit(self, table_id: str, seat: int, player: str, also: bool) -> None:
        """See ``Hub.sit``."""
        if table_id in self._tables:
            opened = self._tables[table_id]
            opened.table.sit(self.me, self.name, player, seat, also=True)
            opened.table.ready(self.me, True)
            self._table_changed(opened)
        else:
            guest = self._guest(table_id)
            self.post(guest.opener, ("sit", table_id, player, seat, also))

    def stand(self, table_id: str, seat: int) -> None:
        """See ``Hub.stand``."""
        if table_id in self._tables:
            self.set_seat(table_id, seat, "open", "")
        else:
            self.post(self._guest(table_id).opener, ("look", table_id))

    def ready(self, table_id: str, ready: bool) -> None:
        """See ``Hub.ready``."""
        if table_id not in self._tables:
            self.post(self._guest(table_id).opener, ("ready", table_id, ready))

    def start_match(self, table_id: str) -> None:
        """See ``Hub.start_match``."""
        self._gather(self._mine(table_id))

    def leave_table(self, table_id: str) -> None:
        """See ``Hub.leave_table``."""
        opened = self._tables.pop(table_id, None)
        if opened is not None:
            self._to_table(opened.table.state, ("closed", table_id, "left", "its opener closed the table"))
            self._tell(TableClosed(table_id, "the table is closed"))
            return
        guest = self._guests.pop(table_id, None)
        self._wanted.pop(table_id, None)
        if guest is not None:
            self.post(guest.opener, ("stand", table_id))
            self._tell(TableClosed(table_id, "you left the table"))

    def watch(self, target: str) -> None:
        """See ``Hub.watch``."""
        self.task(self._watch(target))

    async def _watch(self, target: str) -> None:
        session, wanted = await self._reach(target)
        tables, matches = await self._held_by(session)
        if not wanted:
            found = (*matches, *tables)
            if not found:
                raise ConnectError("nothing-there", "there is nothing to watch at {target}", target=target)
            wanted = found[0]
        self._wanted[wanted] = session.peer.peer
        if wanted in tables:
            session.send(("look", wanted))
        else:
            session.send(("watch", wanted))

    # -- intents: matches ------------------------------------------------------------------------

    def act(self, match_id: str, action: str, after: int) -> None:
        """See ``Hub.act``."""
        self._match(match_id).act(action, after)

    def leave_match(self, match_id: str, for_good: bool) -> None:
        """See ``Hub.leave_match``."""
        match = self._match(match_id)
        if for_good and not match.watching and not match.ledger.closed:
            match.leave()
            if not match.local:
                return
        self._matches.pop(match_id, None)
        self._wanted.pop(match_id, None)
        for peer in list(match.links):
            self.post(peer, ("unwatch", match_id))

    def forfeit(self, match_id: str) -> None:
        """See ``Hub.forfeit``."""
        self._match(match_id).forfeit()

    def rematch(self, match_id: str) -> None:
        """See ``Hub.rematch``."""
        match = self._match(match_id)
        if not match.ledger.closed or match.watching:
            raise TableError("not-over", "only players can want another match, once this one is over")
        match.rematch.add(self.me)
        for peer in match.player_peers:
            self.post(peer, ("rematch", match_id, True))
        self._try_rematch(match)

    def _try_rematch(self, match: MatchPeer) -> None:
        """Once all players want it, whoever sat in the first seat opens a table with the seats turned."""
        seats = match.ledger.seats
        if match.rematch < {seat.peer for seat in seats} or seats[0].peer != self.me:
            return
        match.rematch.clear()
        header = match.ledger.header
        count = len(seats)
        table = Table(
            secrets.token_hex(16),
            self.me,
            self.name,
            header.game,
            header.version,
            dict(header.options),
            ["open"] * count,
            position=header.position,
            watchable=match.watchable,
        )
        for seat in range(count):
            old = (seat + 1) % count
            sitting = seats[old]
            player = match.players.get(old, "person") if sitting.peer == self.me else "person"
            if sitting.peer == self.me:
                table.assign(seat, player, sitting.name)
            else:
                table.sit(sitting.peer, sitting.name, player, seat, also=True)
                table.ready(sitting.peer, True)
        opened = Opened(table, False, True)
        if match.local:
            self._begin(opened, local=True)
            return
        self._tables[table.state.id] = opened
        self._table_changed(opened)

    def resume(self, match_id: str) -> None:
        """See ``Hub.resume``."""
        if match_id in self._matches:
            match = self._matches[match_id]
            match.begun = False
            match.begin_local()
            return
        path = self.home.find(bytes.fromhex(match_id)) if _is_hex(match_id) else None
        if path is None:
            raise TableError("no-match", "there is no such match in the home folder")
        self.task(self._resume(path))

    async def _resume(self, path: Path, session: Session | None = None) -> None:
        saved = await asyncio.to_thread(self.home.open, path)
        ledger = saved.ledger
        if ledger.match_id.hex() in self._matches:
            return
        players = {pen.seat: _player_of(ledger.seats[pen.seat].name) for pen in saved.pens}
        local = len(players) == len(ledger.seats)
        match = self._add(ledger, saved.pens, saved.file, players, local=local)
        if saved.aside is not None:
            self._tell(Failed("aside", "a broken file was set aside: {path}", {"path": str(saved.aside)}))
        if local or ledger.closed:
            match.begin_local()
            return
        for peer in match.player_peers & set(self._links):
            self._follow(match, peer)
        if session is not None and session.peer.peer not in match.links:
            self._follow(match, session.peer.peer)

    # -- tables: ours ----------------------------------------------------------------------------

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

    def _table_changed(self, opened: Opened) -> None:
        state = opened.table.state
        self._to_table(state, ("table", state.pack()))
        self._tell(TableChanged(_event(state, self.me, self._addresses())))
        if opened.autostart and state.startable and not opened.match and not opened.table.round:
            self._gather(opened)

    def _lost_at_table(self, opened: Opened, peer: str) -> None:
        """``peer`` is gone: free its seats; a match of this table that has not begun is void."""
        match = self._matches.get(opened.match)
        if match is not None and match.begun:
            self._tables.pop(opened.table.state.id, None)
            return
        if match is not None and peer in match.player_peers:
            self._drop_void(opened.match)
            opened.match = ""
        if opened.table.gone(peer):
            self._table_changed(opened)

    def _drop_void(self, match_id: str) -> None:
        match = self._matches.pop(match_id, None)
        if match is not None:
            match.void()

    def _closed_table(self, table_id: str, message: str) -> None:
        self._wanted.pop(table_id, None)
        if self._guests.pop(table_id, None) is not None:
            self._tell(TableClosed(table_id, message))

    # -- the start -------------------------------------------------------------------------------

    def _gather(self, opened: Opened) -> None:
        table = opened.table
        number = table.gather()
        opened.nonce = fresh()
        self._to_table(table.state, ("gather", table.state.id, number, opened.nonce))
        seats = table.state.seats_of(self.me)
        opened.pens = {seat: Pen.new(seat) for seat in seats}
        if seats:
            self._take_keys(opened, self.me, number, self._seat_keys(opened.pens, opened.nonce, table.state))

    def _seat_keys(self, pens: Mapping[int, Pen], nonce: bytes, state: TableState) -> list[SeatKey]:
        return [
            SeatKey(
                seat,
                pen.key.public,
                endorse(self.identity, nonce, state.places[seat].name, pen.key.public),
            )
            for seat, pen in sorted(pens.items())
        ]

    def _take_keys(self, opened: Opened, peer: str, number: int, keys: Sequence[SeatKey]) -> None:
        state = opened.table.state
        gathered = opened.table.take_keys(peer, number, keys)
        if not gathered:
            return
        seats = [
            Seat(place.name, key.public, bytes.fromhex(place.peer), key.endorsement)
            for place, key in zip(state.places, gathered, strict=True)
        ]
        header = Header.make(
            state.game, state.version, dict(state.options), seats, opened.nonce, state.position
        )
        match = self._create(header, opened.pens, _players(state, self.me), state.watchable)
        opened.match = match.id
        self._to_table(state, ("header", match.id, header.to_bytes()))
        self._introduce(match)
        for other in {*match.player_peers, *opened.table.watching}:
            if other in self._links:
                self._follow(match, other)
        match.advance()

    def _begin(self, opened: Opened, local: bool) -> None:
        """A match all of whose seats are here."""
        state = opened.table.state
        nonce = fresh()
        pens = {seat: Pen.new(seat) for seat in range(len(state.places))}
        seats = [
            Seat.make(self.identity, nonce, place.name, pens[seat].key.public)
            for seat, place in enumerate(state.places)
        ]
        header = _header(state, seats, nonce)
        self._create(header, pens, _players(state, self.me), False, local=local).begin_local()

    def _create(
        self,
        header: Header,
        pens: Mapping[int, Pen],
        players: Mapping[int, str],
        watchable: bool,
        local: bool = False,
    ) -> MatchPeer:
        ledger = Ledger(header)
        file = self.home.create(header, list(pens.values()))
        return self._add(ledger, list(pens.values()), file, players, watchable=watchable, local=local)

    def _add(
        self,
        ledger: Ledger,
        pens: Sequence[Pen],
        file: Any,
        players: Mapping[int, str],
        *,
        watchable: bool = True,
        local: bool = False,
    ) -> MatchPeer:
        over = [key for key, match in self._matches.items() if match.ledger.closed and not match.links]
        while len(self._matches) >= MAX_MATCHES and over:
            del self._matches[over.pop(0)]
        match = MatchPeer(
            ledger,
            pens,
            file,
            players,
            me=self.me,
            post=self.post,
            tell=self._told(ledger),
            clock=self._loop.time,
            watchable=watchable,
            local=local,
        )
        self._matches[match.id] = match
        return match

    def _told(self, ledger: Ledger) -> Callable[[Event], None]:
        """Tell, and forget the table once its match has begun."""
        match_id = ledger.match_id.hex()

        def tell(event: Event) -> None:
            for table_id, opened in list(self._tables.items()):
                if opened.match == match_id:
                    del self._tables[table_id]
            for table_id, guest in list(self._guests.items()):
                if guest.match == match_id:
                    del self._guests[table_id]
                    self._wanted.pop(table_id, None)
            self._tell(event)

        return tell

    def _introduce(self, match: MatchPeer) -> None:
        """Tell all links of a match where its players can be called."""
        known: list[tuple[str, tuple[str, ...]]] = [(self.me, self._addresses())]
        known += [
            (peer, tuple(str(address) for address in self._known[peer][:16]))
            for peer in sorted(match.player_peers)
            if peer in self._known
        ]
        for peer in {*match.links, *(match.player_peers & set(self._links))}:
            self.post(peer, ("peers", match.id, tuple(one for one in known if one[0] != peer and one[1])))

    # -- messages --------------------------------------------------------------------------------

    def _match(self, match_id: str) -> MatchPeer:
        match = self._matches.get(match_id)
        if match is None:
            raise TableError("no-match", "there is no such match here")
        return match

    def _take(self, session: Session, peer: str, message: Message) -> None:
        kind = message[0]
        if kind == "list?":
            tables = [key for key, opened in self._tables.items() if opened.public and not opened.match]
            matches = [key for key, m in self._matches.items() if m.begun and m.watchable and not m.local]
            session.send(("list", tuple(tables[:64]), tuple(matches[-64:][::-1])))
        elif kind == "list":
            for future in self._lists.pop(peer, []):
                if not future.done():
                    future.set_result((message[1], message[2]))  # type: ignore[arg-type]  # shape checked
        elif kind in ("look", "sit", "stand", "ready", "keys"):
            self._asked_at_table(session, peer, message)
        elif kind in ("table", "gather", "closed"):
            self._told_at_table(peer, message)
        elif kind == "refused":
            self._refused(peer, message)
        elif kind == "header":
            self._take_header(session, peer, message)
        elif kind == "watch":
            self._asked_watch(session, peer, str(message[1]))
        elif kind == "unwatch":
            match = self._matches.get(str(message[1]))
            if match is not None:
                match.unlink(peer)
        elif kind == "peers":
            self._take_peers(message)
        elif kind == "rematch":
            self._asked_rematch(peer, str(message[1]))
        else:
            match = self._matches.get(str(message[1]))
            # What comes for a match that we have just left is no fault of theirs.
            if match is not None and (peer in match.links or peer in match.player_peers):
                match.received(peer, message)

    def _asked_at_table(self, session: Session, peer: str, message: Message) -> None:
        kind, table_id = message[0], str(message[1])
        opened = self._tables.get(table_id)
        if opened is None or opened.match:
            raise TableError("no-table", "that table is no more")
        table = opened.table
        name = session.peer.name
        if kind == "keys":
            number, keys = message[2], message[3]
            assert isinstance(number, int) and isinstance(keys, tuple)
            given = [SeatKey(*key) for key in keys]  # type: ignore[misc]  # shape checked by net.messages
            self._take_keys(opened, peer, number, given)
            return
        if kind == "look":
            table.gone(peer)
            table.look(peer, name)
        elif kind == "sit":
            seat, also = message[3], message[4]
            assert isinstance(seat, int) and isinstance(also, bool)
            if session.peer.rules.get(table.state.game) != table.state.version:
                raise TableError("versions", "this table plays by another version of the rules")
            player = str(message[2])
            check_player(player)
            table.sit(peer, name if player == "person" else bot_name(player), player, seat, also=also)
        elif kind == "stand":
            table.gone(peer)
        elif kind == "ready":
            table.ready(peer, bool(message[2]))
        self._table_changed(opened)

    def _told_at_table(self, peer: str, message: Message) -> None:
        kind = message[0]
        if kind == "table":
            state = TableState.unpack(message[1])
            if state.opener != peer or not self._expects(state, peer):
                return
            guest = self._guests.setdefault(state.id, Guest(state, peer))
            if guest.opener != peer:
                return
            if guest.match:
                self._drop_void(guest.match)
                guest.match = ""
            guest.state = state
            self._tell(TableChanged(_event(state, self.me, ())))
            return
        table_id = str(message[1])
        known = self._guests.get(table_id)
        if known is None or known.opener != peer:
            return
        if kind == "closed":
            if known.match in self._matches and self._matches[known.match].begun:
                return
            self._closed_table(table_id, str(message[3]))
            return
        number, nonce = message[2], message[3]
        assert isinstance(number, int) and isinstance(nonce, bytes)
        seats = known.state.seats_of(self.me)
        known.nonce = nonce
        known.pens = {seat: Pen.new(seat) for seat in seats}
        if seats:
            keys = self._seat_keys(known.pens, nonce, known.state)
            packed = tuple((key.seat, key.public, key.endorsement) for key in keys)
            self.post(peer, ("keys", table_id, number, packed))

    def _expects(self, state: TableState, peer: str) -> bool:
        """Whether we asked to be at this table, or wanted another match with who opened it."""
        if state.id in self._wanted or state.id in self._guests:
            return True
        for match in self._matches.values():
            seats = match.ledger.seats
            if self.me in match.rematch and seats[0].peer == peer and state.seats_of(self.me):
                match.rematch.clear()
                return True
        return False

    def _refused(self, peer: str, message: Message) -> None:
        wanted = str(message[1])
        match = self._matches.get(wanted)
        if match is not None:
            match.unlink(peer)
        elif wanted in self._wanted or wanted in self._guests:
            if wanted not in self._guests:
                self._wanted.pop(wanted, None)
            self._tell(Failed(str(message[2]), "{reason}", {"reason": str(message[3])}))

    def _take_header(self, session: Session, peer: str, message: Message) -> None:
        match_id, data = str(message[1]), message[2]
        assert isinstance(data, bytes)
        if match_id in self._matches:
            return
        guests = [g for g in self._guests.values() if g.opener == peer and g.nonce]
        if not guests and match_id not in self._wanted:
            return
        header = Header.from_bytes(data)
        if header.match_id.hex() != match_id:
            raise TableError("header", "that header is of another match")
        guest = next((g for g in guests if g.nonce == header.nonce), None)
        if guest is None and match_id not in self._wanted:
            return
        path = self.home.find(header.match_id)
        if path is not None:
            self.task(self._resume(path, session))
            return
        pens: Mapping[int, Pen] = {}
        players: Mapping[int, str] = {}
        if guest is not None:
            state = guest.state
            if not _same_terms(header, state) or not all(check_seat(header, p) for p in guest.pens.values()):
                raise TableError("header", "the match is not what was agreed on at the table")
            pens, players, guest.match = guest.pens, _players(state, self.me), match_id
        match = self._create(header, pens, players, guest.state.watchable if guest else True)
        self._follow(match, peer)
        match.advance()

    def _asked_watch(self, session: Session, peer: str, match_id: str) -> None:
        match = self._matches.get(match_id)
        if match is None or (match.local and peer not in match.player_peers):
            session.send(("refused", match_id, "no-match", "that match is not here"))
            return
        if not match.watchable and peer not in match.player_peers:
            raise TableError("no-watchers", "this match takes no watchers")
        match.introduce(peer)
        if peer not in match.links:
            match.link(peer)
            self._introduce(match)

    def _take_peers(self, message: Message) -> None:
        match = self._matches.get(str(message[1]))
        if match is None:
            return
        known = message[2]
        assert isinstance(known, tuple)
        for one in known:
            assert isinstance(one, tuple) and isinstance(one[1], tuple)  # shape checked by net.messages
            peer = str(one[0])
            if peer in match.player_peers and peer not in self._links:
                found = [address for text in one[1] if (address := _maybe(text)) is not None]
                self._known.setdefault(peer, found)

    def _asked_rematch(self, peer: str, match_id: str) -> None:
        match = self._matches.get(match_id)
        if match is None or peer not in match.player_peers or match.watching or not match.ledger.closed:
            return
        if peer not in match.rematch:
            match.rematch.add(peer)
            name = next(seat.name for seat in match.ledger.seats if seat.peer == peer)
            if self.me not in match.rematch:
                self._tell(RematchOffered(match_id, name))
        self._try_rematch(match)

    @property
    def port(self) -> int:
        """Where we listen; 0 if nowhere."""
        return self._sessions.port if self._sessions else 0

    # -- for headless owners ---------------------------------------------------------------------

    def settled(self, match_id: str) -> bool:
        """Whether this match is over here and at all linked peers."""
        match = self._matches.get(match_id)
        return match is not None and match.settled


def _event(state: TableState, me: str, addresses: tuple[str, ...]) -> TableEvent:
    seats = tuple(
        TableSeat(
            kind="open" if not place.peer else "here" if place.peer == me else "peer",
            player=place.player,
            name=place.name,
            peer=place.peer,
            ready=place.ready,
        )
        for place in state.places
    )
    return TableEvent(
        id=state.id,
        game=state.game,
        options=dict(state.options),
        position=state.position,
        seats=seats,
        mine=state.opener == me,
        watchers=state.watchers,
        watchable=state.watchable,
        addresses=addresses,
    )


def _header(state: TableState, seats: Sequence[Seat], nonce: bytes) -> Header:
    return Header.make(state.game, state.version, dict(state.options), seats, nonce, state.position)


def _players(state: TableState, me: str) -> dict[int, str]:
    return {seat: state.places[seat].player for seat in state.seats_of(me)}


def _same_terms(header: Header, state: TableState) -> bool:
    return (
        (header.game, header.version, header.options, header.position)
        == (state.game, state.version, state.options, state.position)
        and header.names == tuple(place.name for place in state.places)
        and tuple(seat.peer for seat in header.seats) == tuple(place.peer for place in state.places)
    )


def _player_of(name: str) -> str:
    """What sat in a seat of a saved match: bots have the names that ``bot_name`` gives."""
    kind, _, level = name.partition(" ")
    return f"bot:{level}" if kind == "Bot" and level.isascii() and level.isdigit() else "person"


def _address(text: str) -> Address:
    return read_address(text)


def _maybe(text: object) -> Address | None:
    try:
        return read_address(str(text))
    except NetError:
        return None


def _is_hex(text: str) -> bool:
    return len(text) == 64 and not set(text) - set("0123456789abcdef")
