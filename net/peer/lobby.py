"""Tables at this peer: what its owner wants at them, and what others ask and tell about them.

The rules of a table are in ``net.peer.table``, the start in ``net.peer.starts``.
"""

from __future__ import annotations

from collections.abc import Callable

from net.events import Event, Failed, TableChanged, TableClosed
from net.intents import LeaveTable, OpenTable, Ready, SetSeat, Sit, Stand, StartMatch, TableIntent
from net.log.playable import check_terms
from net.peer.errands import Errands
from net.peer.links import Links
from net.peer.matches import Matches
from net.peer.rematches import TABLE_ID_BYTES, Rematches
from net.peer.starts import Starts
from net.peer.table import Table
from net.peer.tables import JoinedTable, OwnTable, Tables
from net.wire.errors import FROM_PEER
from net.wire.identity import Entropy
from net.wire.link import Hello
from net.wire.messages import (
    AskKeys,
    AskLook,
    AskSeat,
    GiveKeys,
    SayClosed,
    SayGone,
    SayReady,
    SayRefused,
    SayTable,
    TableNews,
    TableRequest,
)
from net.wire.players import PERSON, bot_name
from net.wire.table import TableError, TableState, check_player
from rules.errors import BadOption
from rules.registry import game as find_game

MAX_TABLES = 16


class Lobby:
    """What happens at tables, ours and those of others.

    ``listens`` says whether others can call us: without that there are only matches at this screen.
    """

    def __init__(
        self,
        links: Links,
        tables: Tables,
        errands: Errands,
        matches: Matches,
        starts: Starts,
        rematches: Rematches,
        entropy: Entropy,
        *,
        tell: Callable[[Event], None],
        listens: Callable[[], bool],
    ) -> None:
        self._links = links
        self._tables = tables
        self._errands = errands
        self._matches = matches
        self._starts = starts
        self._rematches = rematches
        self._entropy = entropy
        self._tell = tell
        self._listens = listens

    # -- what the owner wants ----------------------------------------------------------------------------------

    def want(self, intent: TableIntent, name: str) -> None:
        """Carry out an intent about one table; ``name`` is what the owner is called.  Raises NetError, RulesError."""
        if isinstance(intent, OpenTable):
            self._open(intent, name)
        elif isinstance(intent, SetSeat):
            self._set_seat(intent.table, intent.seat, intent.player, intent.name)
        elif isinstance(intent, Sit):
            self._sit(intent, name)
        elif isinstance(intent, Stand):
            self._stand(intent)
        elif isinstance(intent, Ready):
            if intent.table not in self._tables.own:
                opener = self._tables.where_we_are(intent.table).opener
                self._links.post(opener, SayReady(intent.table, intent.ready))
        elif isinstance(intent, StartMatch):
            self._starts.gather(self._tables.mine(intent.table))
        else:
            self._leave(intent)

    def _open(self, wanted: OpenTable, name: str) -> None:
        rules = find_game(wanted.game)
        full = check_terms(rules, wanted.options, len(wanted.seats), wanted.position)
        if len(self._tables.own) >= MAX_TABLES:
            raise TableError("tables", "there are too many tables open here")
        table = Table(
            self._entropy(TABLE_ID_BYTES).hex(),
            self._tables.me,
            name,
            wanted.game,
            rules.version,
            full,
            wanted.seats,
            names=wanted.names,
            position=wanted.position,
            watchable=wanted.watchable,
        )
        if not wanted.public and "open" not in wanted.seats:
            self._starts.begin_local(table.state)
            return
        if not self._listens():
            raise TableError("no-network", "there is no network: only games at this screen can be played")
        self._put_up(OwnTable(table, wanted.public, wanted.autostart))

    def open_again(self, table: Table, local: bool) -> None:
        """Open the table for another match; ``local``: all seats are here."""
        if local:
            self._starts.begin_local(table.state)
        else:
            self._put_up(OwnTable(table, public=False, autostart=True))

    def _put_up(self, own: OwnTable) -> None:
        self._tables.own[own.table.state.id] = own
        self._changed(own)

    def _set_seat(self, table_id: str, seat: int, player: str, name: str = "") -> None:
        own = self._tables.mine(table_id)
        sent_away = own.table.assign(seat, player, name)
        if sent_away:
            reason = "the opener gave the seat to somebody else"
            self._links.post(sent_away, SayClosed(table_id, "sent-away", reason))
        self._changed(own)

    def _sit(self, wanted: Sit, name: str) -> None:
        own = self._tables.own.get(wanted.table)
        if own is not None:
            own.table.sit(self._tables.me, name, wanted.player, wanted.seat, also=True)
            own.table.ready(self._tables.me, True)
            self._changed(own)
            return
        joined = self._tables.where_we_are(wanted.table)
        self._errands.asked.setdefault(wanted.table, set()).add(wanted.player)
        self._links.post(joined.opener, AskSeat(wanted.table, wanted.player, wanted.seat, wanted.also))

    def _stand(self, wanted: Stand) -> None:
        if wanted.table in self._tables.own:
            self._set_seat(wanted.table, wanted.seat, "open")
        else:
            self._links.post(self._tables.where_we_are(wanted.table).opener, AskLook(wanted.table))

    def _leave(self, wanted: LeaveTable) -> None:
        own = self._tables.own.pop(wanted.table, None)
        if own is not None:
            self._tables.spread(own.table, SayClosed(wanted.table, "left", "its opener closed the table"))
            self._tell(TableClosed(wanted.table, "the table is closed"))
            return
        joined = self._tables.joined.pop(wanted.table, None)
        self._errands.forget(wanted.table)
        if joined is not None:
            self._links.post(joined.opener, SayGone(wanted.table))
            self._tell(TableClosed(wanted.table, "you left the table"))

    # -- what others ask at our tables -----------------------------------------------------------------------------

    def asked(self, peer: str, hello: Hello, message: TableRequest) -> None:
        """A request of ``peer`` at a table of ours; raises TableError if it is refused."""
        own = self._tables.own.get(message.table)
        if own is None:
            raise TableError("no-table", "that table is no more")
        table = own.table
        starting = own.match or table.round
        if isinstance(message, AskLook) and starting and not table.state.seats_of(peer):
            table.look(peer, hello.name)
            self._show_start(own, peer)
            return
        if own.match:
            raise TableError("no-table", "that table is no more")
        if isinstance(message, GiveKeys):
            self._starts.take_keys(own, peer, message.round, message.keys)
            return
        if isinstance(message, AskLook):
            table.gone(peer)
            table.look(peer, hello.name)
        elif isinstance(message, AskSeat):
            if hello.rules.get(table.state.game) != table.state.version:
                raise TableError("versions", "this table plays by another version of the rules")
            player = message.player
            check_player(player)
            called = hello.name if player == PERSON else bot_name(player)
            table.sit(peer, called, player, message.seat, also=message.also)
        elif isinstance(message, SayGone):
            table.gone(peer)
        else:
            table.ready(peer, message.ready)
        self._changed(own)

    def _show_start(self, own: OwnTable, peer: str) -> None:
        """``peer`` comes to look while the match begins: tell it alone what the others know already."""
        state = own.table.state
        self._links.post(peer, SayTable(state))
        self._links.post(peer, AskKeys(state.id, own.table.round, own.nonce))
        match = self._matches.held.get(own.match)
        if match is not None:
            match.introduce(peer)
            self._matches.follow(match, peer)
            self._matches.introduce(match)

    def _changed(self, own: OwnTable) -> None:
        """Tell everybody at a table of ours how it stands; start if it starts by itself."""
        state = own.table.state
        self._tables.spread(own.table, SayTable(state))
        self._tell(TableChanged(self._tables.event(state)))
        if own.autostart and state.startable and not own.match and not own.table.round:
            self._starts.gather(own)

    # -- what the openers of other tables tell -----------------------------------------------------------------------

    def told(self, peer: str, message: TableNews) -> None:
        """What ``peer`` says of a table that it opened; raises TableError or RulesError if that can't be."""
        if isinstance(message, SayTable):
            self._take_state(peer, message.state)
            return
        joined = self._tables.joined.get(message.table)
        if joined is None or joined.opener != peer:
            return
        if isinstance(message, AskKeys):
            self._starts.give_keys(joined, message)
        elif not self._matches.has_begun(joined.match):
            said = message.reason.replace("{", "{{").replace("}", "}}")  # a msgid, but it names no places
            self._close(message.table, said)

    def _take_state(self, peer: str, state: TableState) -> None:
        expected = self._expected(state, peer) if state.opener == peer else None
        if expected is None:
            return
        _check_table(state)
        joined = self._tables.joined.setdefault(state.id, expected)
        if joined.opener != peer:
            return
        if joined.match:
            self._matches.drop_void(joined.match)
            joined.match = ""
        joined.state = state
        self._tell(TableChanged(self._tables.event(state)))

    def _expected(self, state: TableState, peer: str) -> JoinedTable | None:
        """The table, if we asked to be at it, or wanted another match with who opened it."""
        if state.id in self._errands.wanted or state.id in self._tables.joined:
            again: dict[int, str] | None = {}
        else:
            again = self._rematches.expected(state, peer)
        if again is None:
            return None
        asked = self._errands.asked.setdefault(state.id, set())
        return JoinedTable(state, peer, asked=asked, again=again)

    def refused(self, message: SayRefused) -> None:
        """What we asked about a table can't be done."""
        wanted = self._errands.wanted
        if message.about in wanted or message.about in self._tables.joined:
            if message.about not in self._tables.joined:
                wanted.pop(message.about, None)
            self._tell(Failed(FROM_PEER + message.code, "{reason}", {"reason": message.reason}))

    # -- who is gone -------------------------------------------------------------------------------------------------

    def lost(self, peer: str) -> None:
        """The last connection with ``peer`` is over: its seats are free, its tables are no more."""
        for own in list(self._tables.own.values()):
            self._lost_at_own(own, peer)
        for table_id, joined in list(self._tables.joined.items()):
            if joined.opener == peer and not self._matches.has_begun(joined.match):
                self._matches.drop_void(joined.match)
                self._close(table_id, "the table's opener is gone")

    def closing(self) -> None:
        """The program ends: our tables are no more."""
        for own in self._tables.own.values():
            self._tables.spread(own.table, SayClosed(own.table.state.id, "left", "its opener left"))

    def _lost_at_own(self, own: OwnTable, peer: str) -> None:
        """``peer`` is gone: free its seats; a match of this table that has not begun is void."""
        match = self._matches.held.get(own.match)
        if match is not None and match.begun:
            self._tables.own.pop(own.table.state.id, None)
            return
        if match is not None and peer in match.player_peers:
            self._matches.drop_void(own.match)
            own.match = ""
        # While a match begins, others would take a changed table for its end.
        if own.table.gone(peer) and not own.match:
            self._changed(own)

    def _close(self, table_id: str, message: str) -> None:
        self._errands.forget(table_id)
        if self._tables.joined.pop(table_id, None) is not None:
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
