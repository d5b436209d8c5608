"""Another match with the same people: who wants one, and the table for it, with the seats turned by one."""

from __future__ import annotations

from collections.abc import Callable

from net.events import Event, RematchOffered
from net.match.match import MatchPeer
from net.peer.links import Links
from net.peer.matches import Matches
from net.peer.table import Table
from net.wire.identity import Entropy
from net.wire.messages import AskRematch
from net.wire.players import PERSON
from net.wire.table import TableError, TableState

TABLE_ID_BYTES = 16


class Rematches:
    """Who wants another match.

    ``tell`` takes events.  Methods that may complete the agreement give the table to open, if it is for us to.
    """

    def __init__(
        self,
        me: str,
        links: Links,
        matches: Matches,
        entropy: Entropy,
        *,
        tell: Callable[[Event], None],
    ) -> None:
        self._me = me
        self._links = links
        self._matches = matches
        self._entropy = entropy
        self._tell = tell
        self._wanted: dict[str, set[str]] = {}
        """Match → the peers that want another one."""

    def want(self, match_id: str, name: str) -> Table | None:
        """The owner, called ``name``, wants another match; raises TableError."""
        match = self._matches.get(match_id)
        if not match.ledger.closed or match.watching:
            raise TableError("not-over", "only players can want another match, once this one is over")
        self._wanted.setdefault(match_id, set()).add(self._me)
        for peer in sorted(match.player_peers):
            self._links.post(peer, AskRematch(match_id))
        return self._table(match, name)

    def asked(self, peer: str, match_id: str, name: str) -> Table | None:
        """``peer`` wants another match."""
        match = self._matches.held.get(match_id)
        if match is None or peer not in match.player_peers or match.watching or not match.ledger.closed:
            return None
        wanted = self._wanted.setdefault(match_id, set())
        if peer not in wanted:
            wanted.add(peer)
            shown = next(seat.shown for seat in match.ledger.seats if seat.peer == peer)
            if self._me not in wanted:
                self._tell(RematchOffered(match_id, shown))
        return self._table(match, name)

    def expected(self, state: TableState, peer: str) -> dict[int, str] | None:
        """If the table is for another match that we wanted too: what plays our seats.  Given once."""
        for match in self._matches.held.values():
            seats = match.ledger.seats
            wanted = self._wanted.get(match.id, set())
            if self._me in wanted and seats[0].peer == peer and state.seats_of(self._me):
                del self._wanted[match.id]
                before = {seat: (seat + 1) % len(seats) for seat in state.seats_of(self._me)}
                return {seat: match.players.get(old, PERSON) for seat, old in before.items()}
        return None

    def _table(self, match: MatchPeer, name: str) -> Table | None:
        """Once all players want it, whoever sat in the first seat opens a table with the seats turned."""
        seats = match.ledger.seats
        if self._wanted[match.id] < {seat.peer for seat in seats} or seats[0].peer != self._me:
            return None
        del self._wanted[match.id]
        header = match.ledger.header
        count = len(seats)
        table = Table(
            self._entropy(TABLE_ID_BYTES).hex(),
            self._me,
            name,
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
            player = match.seated.get(old, PERSON)
            if sitting.peer == self._me:
                table.assign(seat, player, sitting.shown)
            else:
                table.sit(sitting.peer, sitting.shown, player, seat, also=True)
                table.ready(sitting.peer, True)
        return table
