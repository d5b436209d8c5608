"""A table before the match: who sits where, who is ready, and the gathering of seat keys at the start.

The opener's ``Table`` is the truth and the only one that changes; everybody else asks and holds the newest
``TableState`` that came.  No sockets, no clock, no signatures: what a seat key or an endorsement is, the
ledger's modules know; here they are bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from net.wire.names import MAX_CHARS, check_name
from net.wire.players import bot_name
from net.wire.table import MAX_SEATS, MAX_WATCHERS, SeatKey, TableError, TablePlace, TableState, check_player


class Table:
    """The opener's table.  Methods change it or raise TableError and change nothing.

    Whoever calls sends ``state`` to everybody at the table after each change.
    """

    def __init__(
        self,
        table_id: str,
        opener: str,
        name: str,
        game: str,
        version: int,
        options: Mapping[str, str],
        seats: Sequence[str],
        *,
        names: Sequence[str] = (),
        position: str = "",
        watchable: bool = True,
    ) -> None:
        if not 1 <= len(seats) <= MAX_SEATS:
            raise TableError(
                "seats", "a table has 1 to {most} seats, not {count}", most=MAX_SEATS, count=len(seats)
            )
        self.state = TableState(
            id=table_id,
            opener=opener,
            game=game,
            version=version,
            options=tuple(sorted(options.items())),
            position=position,
            places=(TablePlace(),) * len(seats),
            watchable=watchable,
        )
        self._name = name
        self._watching: dict[str, str] = {}
        self._gathering = False
        self._round = 0
        self._keys: dict[int, SeatKey] = {}
        for seat, player in enumerate(seats):
            self.assign(seat, player, names[seat] if seat < len(names) else "")

    # -- what the opener does ------------------------------------------------------------------

    def assign(self, seat: int, player: str, name: str = "") -> str:
        """Give ``seat`` to a person or bot here, or open it; returns the peer that is sent away, if any."""
        self._check_seat(seat)
        old = self.state.places[seat]
        if player == "open":
            place = TablePlace()
        else:
            check_player(player)
            name = name or (self._name if player == "person" else bot_name(player))
            check_name(name)
            place = TablePlace(self.state.opener, player, self._distinct(name, player, seat), True)
        self._place(seat, place)
        return old.peer if old.peer != self.state.opener else ""

    def gather(self) -> int:
        """Begin the start: returns the round number that every peer's keys must name."""
        if not self.state.startable:
            raise TableError("not-ready", "not everybody is here and ready yet")
        self._round += 1
        self._keys.clear()
        self._gathering = True
        return self._round

    @property
    def watching(self) -> tuple[str, ...]:
        """The peers at the table without a seat."""
        return tuple(self._watching)

    @property
    def round(self) -> int:
        """The round that is being gathered, 0 if none is."""
        return self._round if self._gathering else 0

    def take_keys(self, peer: str, number: int, keys: Sequence[SeatKey]) -> tuple[SeatKey, ...]:
        """Note the keys of all seats of ``peer``; returns every seat's key, in order, once all are there.

        Keys of an old round are ignored (the asker may simply have been slow).
        """
        if number != self.round or not self._gathering:
            return ()
        if tuple(sorted(key.seat for key in keys)) != self.state.seats_of(peer):
            raise TableError("keys", "keys must be given for all seats of a peer and no others")
        self._keys.update({key.seat: key for key in keys})
        if len(self._keys) < len(self.state.places):
            return ()
        self._gathering = False
        return tuple(self._keys[seat] for seat in range(len(self.state.places)))

    # -- what others ask -----------------------------------------------------------------------

    def look(self, peer: str, name: str) -> None:
        """``peer`` is at the table without a seat."""
        check_name(name)
        if self.state.seats_of(peer):
            return
        if not self.state.watchable and self.state.free == 0:
            raise TableError("no-watchers", "this table takes no watchers")
        if peer not in self._watching and len(self._watching) >= MAX_WATCHERS:
            raise TableError("full", "there are too many watchers at this table")
        self._watching[peer] = name
        self._update()

    def sit(self, peer: str, name: str, player: str, seat: int = -1, *, also: bool = False) -> int:
        """Sit ``peer`` down (``seat`` −1: the first free one), leaving its other seats unless ``also``.

        Returns the seat; sitting again where one sits already changes nothing.
        """
        check_name(name)
        check_player(player)
        mine = self.state.seats_of(peer)
        if seat == -1:
            if mine and not also:
                return mine[0]
            free = [number for number, place in enumerate(self.state.places) if not place.peer]
            if not free:
                raise TableError("full", "all seats at this table are taken")
            seat = free[0]
        self._check_seat(seat)
        holder = self.state.places[seat].peer
        if holder and holder != peer:
            raise TableError("taken", "seat {seat} is taken", seat=seat + 1)
        if not also:
            for other in mine:
                if other != seat:
                    self._place(other, TablePlace())
        self._watching.pop(peer, None)
        self._place(seat, TablePlace(peer, player, self._distinct(name, player, seat), player != "person"))
        return seat

    def ready(self, peer: str, ready: bool) -> None:
        """All seats of ``peer`` are ready, or not (bots always are)."""
        seats = self.state.seats_of(peer)
        if not seats:
            raise TableError("not-seated", "only who has a seat can be ready")
        for seat in seats:
            place = self.state.places[seat]
            self._place(seat, replace(place, ready=ready or place.player != "person"))

    def gone(self, peer: str) -> bool:
        """``peer`` left or its link broke; whether that changed anything."""
        seats = self.state.seats_of(peer)
        looked = self._watching.pop(peer, None) is not None
        for seat in seats:
            self._place(seat, TablePlace())
        if looked:
            self._update()
        return bool(seats) or looked

    # -- inside --------------------------------------------------------------------------------

    def _distinct(self, name: str, player: str, seat: int) -> str:
        """``name``, with a number if another person here has it already; bots are called alike (``bot_name``)."""
        others = {place.name for number, place in enumerate(self.state.places) if number != seat}
        found, number = name, 2
        while player == "person" and found in others:
            suffix = f" ({number})"
            found, number = name[: MAX_CHARS - len(suffix)].rstrip() + suffix, number + 1
        return found

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.state.places):
            raise TableError("no-seat", "there is no seat {seat} at this table", seat=seat + 1)

    def _place(self, seat: int, place: TablePlace) -> None:
        places = self.state.places
        if places[seat].peer != place.peer or not place.ready:
            self._gathering = False  # whoever gathers keys must begin again
        self.state = replace(self.state, places=(*places[:seat], place, *places[seat + 1 :]))
        self._update()

    def _update(self) -> None:
        names = tuple(self._watching.values())
        self.state = replace(self.state, watchers=names, revision=self.state.revision + 1)
