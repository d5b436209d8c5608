"""What the hub's thread does: listens, looks around, ticks, announces, and hands on what links bring.

The top floor (``net.peer.state`` lists those beneath).  Lives in one asyncio loop; every method runs there.
``Runner`` is handed intents by ``net.hub`` and gives events to ``tell``.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace

from net.edge.addresses import read_address
from net.edge.discovery import Discovery
from net.edge.session import ConnectError, Session, Sessions
from net.events import Failed, Listed, Tables
from net.peer.matches import Playing
from net.peer.table import TableError
from net.wire.errors import LocalError, NetError
from net.wire.hint import Announcement
from net.wire.link import Reason
from net.wire.messages import Message
from net.wire.names import check_name
from net.wire.retold import retold
from rules.errors import RulesError

APP = "0.1.0"
TICK_S = 0.25
MAX_COMPLAINTS = 256
REPEATABLE = frozenset({"log?", "entries", "seal", "proposal", "forfeit?", "forfeit!"})
"""Messages about a match that change nothing when they come a second time."""


class Runner(Playing):
    """``start`` first, ``close`` last."""

    _again: tuple[tuple[Session, Message], ...] = ()
    """What a fault of ours kept from being taken in: taken once more at the next tick."""

    # -- life -----------------------------------------------------------------------------------------

    async def start(self, network: bool, port: int | None, discover: bool) -> None:
        """Listen and look around; what is missing is told as ``Failed``."""
        self._tell_troubles()
        if network:
            self._sessions = Sessions(
                self.identity, self.name, APP, self._rules, self, self._caps, self.home.path
            )
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
        self._index.halt()
        for task in list(self._tasks):
            task.cancel()
        if self._sessions:
            await self._sessions.close()
        if self._discovery:
            with contextlib.suppress(TimeoutError, asyncio.TimeoutError):
                await asyncio.wait_for(self._discovery.close(), 1.0)
        self.home.unlock()

    def rename(self, name: str) -> None:
        """See ``Hub.rename``."""
        self.name = check_name(name)
        if self._sessions:
            self._sessions.name = name

    @property
    def port(self) -> int:
        """Where we listen; 0 if nowhere."""
        return self._sessions.port if self._sessions else 0

    async def _ticking(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            again, self._again = self._again, ()
            for session, message in again:
                self._receive(session, message, last=True)
            for match in list(self._matches.values()):
                with self._going_on():
                    match.tick()
                    self._reconnect(match)
            with self._going_on():
                await self._announce()

    def _heard(self, listed: tuple[Listed, ...]) -> None:
        with self._going_on():
            for line in listed:
                match = self._matches.get(line.id)
                if match is not None:
                    self._known[line.id] = [read_address(text) for text in line.addresses]
        self._tell(Tables(listed))

    # -- announcing -----------------------------------------------------------------------------------

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

    # -- links ----------------------------------------------------------------------------------------

    def session_opened(self, session: Session) -> None:
        """See ``net.edge.session.Receiver``."""
        with self._going_on():
            self._session_opened(session)

    def _session_opened(self, session: Session) -> None:
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
        """See ``net.edge.session.Receiver``."""
        with self._going_on():
            self._session_closed(session, reason)

    def _session_closed(self, session: Session, reason: Reason) -> None:
        peer = session.peer.peer
        sessions = self._links.get(peer, [])
        if session in sessions:
            sessions.remove(session)
        if sessions:
            return
        self._links.pop(peer, None)
        for future in self._lists.pop(peer, []):
            if not future.done():
                future.set_exception(ConnectError(reason.marked, reason.message, **reason.arguments))
        for wanted in self._unanswered(peer):
            del self._wanted[wanted]
            self._tell(Failed(reason.marked, reason.message, reason.arguments))
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

    def _unanswered(self, peer: str) -> list[str]:
        """The tables and matches that we asked ``peer`` for and have not got."""
        return [
            wanted
            for wanted, asked in self._wanted.items()
            if asked == peer and wanted not in self._guests and wanted not in self._matches
        ]

    def session_received(self, session: Session, message: Message) -> None:
        """See ``net.edge.session.Receiver``."""
        self._receive(session, message)

    def _receive(self, session: Session, message: Message, *, last: bool = False) -> None:
        """Take ``message`` in; what fails by a fault of ours is tried once more, unless this is the ``last`` time.

        Nobody sends it again, and without it a match might stand still for ever.
        """
        peer = session.peer.peer
        try:
            self._take(session, peer, message)
        except TableError as error:
            if message[0] in ("table", "header"):  # they tell: there is no request to refuse
                self._refuse(session, message, error)
            else:
                said = retold(error.message, error.arguments)
                session.send(("refused", str(message[1]), error.code, said[:300]))
        except LocalError as error:
            self._failed(error)  # our own fault, or our disk's
        except (NetError, RulesError) as error:
            self._refuse(session, message, error)
        except Exception as error:  # our own fault: neither the link nor the match is lost by it
            self._stumbled(error)
            if message[0] in REPEATABLE and not last:
                self._again = (*self._again, (session, message))

    def _refuse(self, session: Session, message: Message, error: NetError | RulesError) -> None:
        """Close the link with who sent what can't be, and say here once who that was and what it was.

        Whoever waits for a first answer of theirs is told of the closed link anyway.
        """
        name, peer = session.peer.name, session.peer.peer
        match_id = str(message[1]) if len(message) > 1 and str(message[1]) in self._matches else ""
        complaint = (peer, match_id, error.code)
        if complaint not in self._complaints and not self._unanswered(peer):
            if len(self._complaints) >= MAX_COMPLAINTS:
                self._complaints.clear()
            self._complaints.add(complaint)
            told = Failed(
                "refused",
                "{name}'s program sent something that can't be, and was cut off: {why}",
                {"name": name, "why": str(error)},
            )
            self._tell(replace(told, match_id=match_id))
        session.close(Reason(error.code, error.message, error.arguments))

    def _take(self, session: Session, peer: str, message: Message) -> None:
        kind = message[0]
        if kind == "list?":
            # Whoever asks takes the first: one with a free seat, if there is any.
            tables = sorted(self._tables, key=lambda key: not self._tables[key].table.state.free)
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
                if kind == "log?" and peer not in match.links:
                    match.link(peer)  # a player who had left it is back
                match.received(peer, message)
