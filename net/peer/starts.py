"""How a match comes to be here: keys gathered at a table, a header that came, a record on disk.

The third floor of the hub's runner.  Who sits where was settled before (``net.peer.lobby``); what happens in the
match is for ``net.match.match``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from net.edge.session import Session
from net.edge.store import HomeError
from net.events import Event, Failed
from net.log.header import Header, Seat
from net.log.ledger import Ledger
from net.log.pen import Pen, check_seat
from net.match.match import MatchPeer
from net.peer.links import Reach
from net.peer.state import Opened
from net.peer.table import SeatKey, TableError, TableState
from net.wire.identity import endorse, fresh
from net.wire.messages import Message

MAX_MATCHES = 64


class Opening(Reach):
    """Makes a ``MatchPeer`` of a full table, of a header or of a file."""

    # -- from a table ---------------------------------------------------------------------------------

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
        match = self._create(header, opened.pens, _players(state), state.watchable)
        opened.match = match.id
        self._to_table(state, ("header", match.id, header.to_bytes()))
        for other in {*match.player_peers, *opened.table.watching}:
            if other in self._links:
                self._follow(match, other)
        self._introduce(match)  # watchers too: they go on seeing it when we are gone
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
        self._create(header, pens, _players(state), False, local=local).begin_local()

    # -- from a header --------------------------------------------------------------------------------

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
            pens, guest.match = guest.pens, match_id
            players = {**_players(state), **{seat: guest.plays(seat) for seat in pens}}
        match = self._create(header, pens, players, guest.state.watchable if guest else True)
        self._follow(match, peer)
        match.advance()

    # -- from the disk --------------------------------------------------------------------------------

    async def _resume(self, path: Path, session: Session | None = None) -> None:
        saved = await asyncio.to_thread(self.home.open, path)
        self._tell_troubles()
        ledger = saved.ledger
        if ledger.match_id.hex() in self._matches:
            return
        local = len(saved.pens) == len(ledger.seats)
        match = self._add(ledger, saved.pens, saved.file, saved.players, local=local)
        if saved.aside is not None:
            self._tell(Failed("aside", "a broken file was set aside: {path}", {"path": str(saved.aside)}))
        if local or ledger.closed:
            match.begin_local()
            return
        for peer in match.player_peers & set(self._links):
            self._follow(match, peer)
        if session is not None and session.peer.peer not in match.links:
            self._follow(match, session.peer.peer)

    # -- into what is held ----------------------------------------------------------------------------

    def _create(
        self,
        header: Header,
        pens: Mapping[int, Pen],
        players: Mapping[int, str],
        watchable: bool,
        local: bool = False,
    ) -> MatchPeer:
        ledger, seated = Ledger(header), list(pens.values())
        trouble = None
        try:
            file = self.home.create(header, seated, players)
        except HomeError as error:
            if not local:
                raise
            file, trouble = self.home.file(header), error
        match = self._add(ledger, seated, file, players, watchable=watchable, local=local)
        if trouble is not None:
            match.lag(trouble)
        return match

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
                    self._asked.pop(table_id, None)
            self._tell(event)

        return tell


def _header(state: TableState, seats: Sequence[Seat], nonce: bytes) -> Header:
    return Header.make(state.game, state.version, dict(state.options), seats, nonce, state.position)


def _players(state: TableState) -> dict[int, str]:
    return {seat: place.player for seat, place in enumerate(state.places)}


def _same_terms(header: Header, state: TableState) -> bool:
    return (
        (header.game, header.version, header.options, header.position)
        == (state.game, state.version, state.options, state.position)
        and header.names == tuple(place.name for place in state.places)
        and tuple(seat.peer for seat in header.seats) == tuple(place.peer for place in state.places)
    )
