"""How a match is made of a full table: keys gathered, a header made by the opener, taken in by the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from net.log.header import Header, Seat
from net.log.pen import Pen, check_seat
from net.peer.links import Links
from net.peer.matches import Matches
from net.peer.tables import JoinedTable, OwnTable, Tables
from net.wire.identity import HASH_BYTES, Entropy, Key, endorse
from net.wire.messages import AskKeys, GiveHeader, GiveKeys
from net.wire.table import SeatKey, TableError, TableState


class Starts:
    """Makes matches of tables, at the opener's side and at the others'.

    ``identity`` is this peer's lasting key.
    """

    def __init__(
        self, identity: Key, entropy: Entropy, links: Links, tables: Tables, matches: Matches
    ) -> None:
        self._identity = identity
        self._entropy = entropy
        self._links = links
        self._tables = tables
        self._matches = matches

    # -- at a table of ours ----------------------------------------------------------------------------------

    def gather(self, own: OwnTable) -> None:
        """Ask everybody at the table for their seats' keys; raises TableError if not everybody is ready."""
        number = own.table.gather()
        own.nonce = self._entropy(HASH_BYTES)
        state = own.table.state
        self._tables.spread(own.table, AskKeys(state.id, number, own.nonce))
        own.pens = self._pens(state.seats_of(self._tables.me))
        if own.pens:
            self.take_keys(own, self._tables.me, number, self._seat_keys(own.pens, own.nonce, state))

    def take_keys(self, own: OwnTable, peer: str, number: int, keys: Sequence[SeatKey]) -> None:
        """The keys of the seats of ``peer``; with the last of them the match is made."""
        state = own.table.state
        gathered = own.table.take_keys(peer, number, keys)
        if not gathered:
            return
        seats = [
            Seat(place.name, key.public, bytes.fromhex(place.peer), key.endorsement)
            for place, key in zip(state.places, gathered, strict=True)
        ]
        header = _header(state, seats, own.nonce)
        match = self._matches.create(header, own.pens, _players(state), state.watchable)
        own.match = match.id
        self._tables.spread(own.table, GiveHeader(match.id, header.to_bytes()))
        watching = [peer for peer in own.table.watching if peer not in match.player_peers]
        for other in [*sorted(match.player_peers), *watching]:
            if other in self._links:
                self._matches.follow(match, other)
        self._matches.introduce(match)  # watchers too: they go on seeing it when we are gone
        match.advance()

    def begin_local(self, state: TableState) -> None:
        """A match all of whose seats are here."""
        nonce = self._entropy(HASH_BYTES)
        pens = self._pens(range(len(state.places)))
        seats = [
            Seat.make(self._identity, nonce, place.name, pens[seat].key.public)
            for seat, place in enumerate(state.places)
        ]
        header = _header(state, seats, nonce)
        self._matches.create(header, pens, _players(state), False, local=True).begin_local()

    # -- at a table of somebody else ---------------------------------------------------------------------------

    def give_keys(self, joined: JoinedTable, asked: AskKeys) -> None:
        """The opener asks for the keys of our seats."""
        seats = joined.state.seats_of(self._tables.me)
        joined.nonce = asked.nonce
        joined.pens = self._pens(seats)
        if seats:
            keys = self._seat_keys(joined.pens, asked.nonce, joined.state)
            self._links.post(joined.opener, GiveKeys(asked.table, asked.round, tuple(keys)))

    def take_header(self, link: int, peer: str, given: GiveHeader, wanted: bool) -> None:
        """A header came, of a match at a table where we are or (``wanted``) that we asked for.

        Raises NetError if it is none, or not of what was agreed at the table.
        """
        if given.match in self._matches.held:
            return
        joined = [one for one in self._tables.joined.values() if one.opener == peer and one.nonce]
        if not joined and not wanted:
            return
        header = Header.from_bytes(given.header)
        if header.match_id.hex() != given.match:
            raise TableError("header", "that header is of another match")
        at = next((one for one in joined if one.nonce == header.nonce), None)
        if (at is None and not wanted) or self._matches.load(header, link):
            return
        pens: Mapping[int, Pen] = {}
        players: Mapping[int, str] = {}
        if at is not None:
            if not _same_terms(header, at.state) or not all(check_seat(header, p) for p in at.pens.values()):
                raise TableError("header", "the match is not what was agreed on at the table")
            pens, at.match = at.pens, given.match
            players = {**_players(at.state), **{seat: at.plays(seat) for seat in pens}}
        match = self._matches.create(header, pens, players, at.state.watchable if at else True)
        self._matches.follow(match, peer)
        match.advance()

    # -- inside --------------------------------------------------------------------------------------------------

    def _pens(self, seats: Sequence[int]) -> dict[int, Pen]:
        return {seat: Pen.new(seat, self._entropy) for seat in seats}

    def _seat_keys(self, pens: Mapping[int, Pen], nonce: bytes, state: TableState) -> list[SeatKey]:
        return [
            SeatKey(
                seat,
                pen.key.public,
                endorse(self._identity, nonce, state.places[seat].name, pen.key.public),
            )
            for seat, pen in sorted(pens.items())
        ]


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
