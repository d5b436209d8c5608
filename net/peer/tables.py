"""The tables before a match that a peer is at: its own, and those of others where it sits or looks on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from net.events import TableInfo, TableSeat
from net.log.pen import Pen
from net.peer.links import Links
from net.peer.table import Table
from net.wire.messages import Message
from net.wire.players import PERSON
from net.wire.table import TableError, TableState


@dataclass
class OwnTable:
    """A table that was opened here."""

    table: Table
    public: bool
    autostart: bool
    nonce: bytes = b""
    pens: dict[int, Pen] = field(default_factory=dict)
    match: str = ""
    """The match that was made of it, while that may still turn out void."""


@dataclass
class JoinedTable:
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


class Tables:
    """Our own tables and those of others where we are, by table id.

    ``me`` is our peer id; ``addresses`` gives where we can be called now.
    """

    def __init__(self, me: str, links: Links, addresses: Callable[[], tuple[str, ...]]) -> None:
        self.own: dict[str, OwnTable] = {}
        self.joined: dict[str, JoinedTable] = {}
        self.me = me
        self._links = links
        self._addresses = addresses

    def mine(self, table_id: str) -> OwnTable:
        """Our own table of this id; raises TableError."""
        own = self.own.get(table_id)
        if own is None:
            raise TableError("not-opener", "only who opened the table can do that")
        return own

    def where_we_are(self, table_id: str) -> JoinedTable:
        """Somebody else's table of this id, where we are; raises TableError."""
        joined = self.joined.get(table_id)
        if joined is None:
            raise TableError("no-table", "we are not at that table")
        return joined

    def spread(self, table: Table, message: Message) -> None:
        """Send to everybody else at a table of ours."""
        seated = {place.peer for place in table.state.places}
        for peer in sorted({*seated, *table.watching} - {self.me, ""}):
            self._links.post(peer, message)

    def begun(self, match_id: str) -> list[str]:
        """A match has begun: the tables it was made at are no more; gives their ids."""
        over = [id for id, own in self.own.items() if own.match == match_id]
        over += [id for id, joined in self.joined.items() if joined.match == match_id]
        for table_id in over:
            self.own.pop(table_id, None)
            self.joined.pop(table_id, None)
        return over

    def event(self, state: TableState) -> TableInfo:
        """The table as the owner is told of it."""
        mine = state.opener == self.me
        seats = tuple(
            TableSeat(
                kind="open" if not place.peer else "here" if place.peer == self.me else "peer",
                player=place.player,
                name=place.name,
                peer=place.peer,
                ready=place.ready,
            )
            for place in state.places
        )
        return TableInfo(
            id=state.id,
            game=state.game,
            options=dict(state.options),
            position=state.position,
            seats=seats,
            mine=mine,
            watchers=state.watchers,
            watchable=state.watchable,
            addresses=self._addresses() if mine else (),
        )
