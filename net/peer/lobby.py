"""Tables at this peer: what its owner wants at them, and what others ask and tell about them.

The fourth floor of the hub's runner.  The rules of a table are in ``net.peer.table``, the start in ``net.peer.starts``.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from net.edge.session import ConnectError, Session
from net.events import Failed, TableChanged, TableClosed, TableSeat
from net.events import Table as TableEvent
from net.log.pen import Pen
from net.log.playable import check_terms
from net.peer.starts import Opening
from net.peer.state import Guest, Opened
from net.peer.table import SeatKey, Table, TableError, TableState, check_player
from net.wire.errors import FROM_PEER
from net.wire.messages import Message
from net.wire.players import PERSON, bot_name
from rules.errors import BadOption
from rules.registry import game as find_game

MAX_TABLES = 16


class Lobby(Opening):
    """Tables of ours and tables of others."""

    # -- intents --------------------------------------------------------------------------------------

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
        full = check_terms(rules, options, len(seats), position)
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
        self._asked.setdefault(table_id, set()).add(player)
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
            self._asked.setdefault(table_id, set()).add(player)
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
        self._asked.pop(table_id, None)
        if guest is not None:
            self.post(guest.opener, ("stand", table_id))
            self._tell(TableClosed(table_id, "you left the table"))

    # -- messages -------------------------------------------------------------------------------------

    def _asked_at_table(self, session: Session, peer: str, message: Message) -> None:
        kind, table_id = message[0], str(message[1])
        opened = self._tables.get(table_id)
        if opened is None:
            raise TableError("no-table", "that table is no more")
        table = opened.table
        name = session.peer.name
        if kind == "look" and (opened.match or table.round) and not table.state.seats_of(peer):
            table.look(peer, name)
            self._show_start(opened, peer)
            return
        if opened.match:
            raise TableError("no-table", "that table is no more")
        if kind == "keys":
            number, keys = message[2], message[3]
            assert isinstance(number, int) and isinstance(keys, tuple)
            given = [SeatKey(*key) for key in keys]  # type: ignore[misc]  # shape checked by net.wire.messages
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

    def _show_start(self, opened: Opened, peer: str) -> None:
        """``peer`` comes to look while the match begins: tell it alone what the others know already."""
        state = opened.table.state
        self.post(peer, ("table", state.pack()))
        self.post(peer, ("gather", state.id, opened.table.round, opened.nonce))
        match = self._matches.get(opened.match)
        if match is not None:
            match.introduce(peer)
            self._follow(match, peer)
            self._introduce(match)

    def _told_at_table(self, peer: str, message: Message) -> None:
        kind = message[0]
        if kind == "table":
            state = TableState.unpack(message[1])
            expected = self._expected(state, peer) if state.opener == peer else None
            if expected is None:
                return
            _check_table(state)
            guest = self._guests.setdefault(state.id, expected)
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
            said = str(message[3]).replace("{", "{{").replace("}", "}}")  # a msgid, but it names no places
            self._closed_table(table_id, said)
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

    def _expected(self, state: TableState, peer: str) -> Guest | None:
        """The table, if we asked to be at it, or wanted another match with who opened it."""
        if state.id in self._wanted or state.id in self._guests:
            return Guest(state, peer, asked=self._asked.setdefault(state.id, set()))
        for match in self._matches.values():
            seats = match.ledger.seats
            if self.me in match.rematch and seats[0].peer == peer and state.seats_of(self.me):
                match.rematch.clear()
                before = {seat: (seat + 1) % len(seats) for seat in state.seats_of(self.me)}
                again = {seat: match.players.get(old, PERSON) for seat, old in before.items()}
                return Guest(state, peer, asked=self._asked.setdefault(state.id, set()), again=again)
        return None

    def _refused(self, peer: str, message: Message) -> None:
        wanted = str(message[1])
        match = self._matches.get(wanted)
        if match is not None:
            match.unlink(peer)
        elif wanted in self._wanted or wanted in self._guests:
            if wanted not in self._guests:
                self._wanted.pop(wanted, None)
            self._tell(Failed(FROM_PEER + str(message[2]), "{reason}", {"reason": str(message[3])}))

    # -- changes --------------------------------------------------------------------------------------

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
        # While a match begins, others would take a changed table for its end.
        if opened.table.gone(peer) and not opened.match:
            self._table_changed(opened)

    def _closed_table(self, table_id: str, message: str) -> None:
        self._wanted.pop(table_id, None)
        self._asked.pop(table_id, None)
        if self._guests.pop(table_id, None) is not None:
            self._tell(TableClosed(table_id, message))


def _check_table(state: TableState) -> None:
    """Refuse a table whose game can't be played here; another rules version is for the keys to refuse."""
    rules = find_game(state.game)
    if state.version == rules.version:
        check_terms(rules, dict(state.options), len(state.places), state.position)
    elif len(state.places) not in rules.seats:
        raise BadOption(
            "seats", "{game} is not for {count} players", game=rules.name, count=len(state.places)
        )


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
