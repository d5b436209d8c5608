"""A table before the match: who sits where, who is ready, and the gathering of seat keys at the start.

The opener's ``Table`` is the truth and the only one that changes; everybody else asks and holds the newest
``TableState`` that came.  No sockets, no clock, no signatures: what a seat key or an endorsement is, the
ledger's modules know; here they are bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from net.wire.codec import MAX_TEXT_BYTES, Value
from net.wire.errors import NetError
from net.wire.names import MAX_CHARS, check_name
from net.wire.players import bot_name

MAX_SEATS = 8
MAX_WATCHERS = 64
MAX_OPTIONS = 32


class TableError(NetError):
    """A request that is refused, or a table that can't be read."""


@dataclass(frozen=True, slots=True)
class Place:
    """One seat: who sits there (``peer`` empty: nobody), as what, and whether ready."""

    peer: str = ""
    player: str = ""
    name: str = ""
    ready: bool = False


@dataclass(frozen=True, slots=True)
class TableState:
    """A table as its opener says it is; always travels whole, so the newest is all one needs."""

    id: str
    opener: str
    game: str
    version: int
    options: tuple[tuple[str, str], ...]
    position: str
    places: tuple[Place, ...]
    watchers: tuple[str, ...] = ()
    watchable: bool = True
    revision: int = 0

    @property
    def free(self) -> int:
        """How many seats nobody sits in."""
        return sum(1 for place in self.places if not place.peer)

    @property
    def startable(self) -> bool:
        """Whether every seat is taken and ready."""
        return all(place.peer and place.ready for place in self.places)

    def seats_of(self, peer: str) -> tuple[int, ...]:
        """The seats where ``peer`` sits."""
        return tuple(seat for seat, place in enumerate(self.places) if place.peer == peer)

    def pack(self) -> Value:
        """The form that travels."""
        return (
            self.id,
            self.opener,
            self.game,
            self.version,
            self.options,
            self.position,
            tuple((place.peer, place.player, place.name, place.ready) for place in self.places),
            self.watchers,
            self.watchable,
            self.revision,
        )

    @classmethod
    def unpack(cls, packed: Value) -> TableState:
        """The table that ``packed`` describes; raises TableError if it is not one."""
        fields = _list(packed, 10, 10)
        pairs = [_list(pair, 2, 2) for pair in _list(fields[4], 0, MAX_OPTIONS)]
        places = [_list(place, 4, 4) for place in _list(fields[6], 1, MAX_SEATS)]
        watchers = [_text(name, 32) for name in _list(fields[7], 0, MAX_WATCHERS)]
        seats = tuple(
            Place(_text(peer, 64), _player(player, peer), _text(name, 32), _flag(ready))
            for peer, player, name, ready in places
        )
        for name in (*watchers, *(place.name for place in seats if place.peer)):
            check_name(name)
        return cls(
            id=_text(fields[0], 64),
            opener=_text(fields[1], 64),
            game=_text(fields[2], 64),
            version=_count(fields[3]),
            options=tuple((_text(key, 64), _text(value, MAX_TEXT_BYTES)) for key, value in pairs),
            position=_text(fields[5], MAX_TEXT_BYTES),
            places=seats,
            watchers=tuple(watchers),
            watchable=_flag(fields[8]),
            revision=_count(fields[9]),
        )


@dataclass(frozen=True, slots=True)
class SeatKey:
    """What a seat brings to the start: its fresh public key and the endorsement by its peer's identity."""

    seat: int
    public: bytes
    endorsement: bytes


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
            places=(Place(),) * len(seats),
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
            place = Place()
        else:
            check_player(player)
            name = name or (self._name if player == "person" else bot_name(player))
            check_name(name)
            place = Place(self.state.opener, player, self._distinct(name, player, seat), True)
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
                    self._place(other, Place())
        self._watching.pop(peer, None)
        self._place(seat, Place(peer, player, self._distinct(name, player, seat), player != "person"))
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
            self._place(seat, Place())
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

    def _place(self, seat: int, place: Place) -> None:
        places = self.state.places
        if places[seat].peer != place.peer or not place.ready:
            self._gathering = False  # whoever gathers keys must begin again
        self.state = replace(self.state, places=(*places[:seat], place, *places[seat + 1 :]))
        self._update()

    def _update(self) -> None:
        names = tuple(self._watching.values())
        self.state = replace(self.state, watchers=names, revision=self.state.revision + 1)


def check_player(player: str) -> None:
    """Refuse what is neither ``person`` nor ``bot:LEVEL``."""
    kind, _, level = player.partition(":")
    plain = level.isascii() and level.isdigit() and 1 <= len(level) <= 2
    if player != "person" and not (kind == "bot" and plain):
        raise TableError(
            "player", "a player is person, bot:LEVEL or open, not {player!r}", player=player[:40]
        )


def _list(value: Value, least: int, most: int) -> tuple[Value, ...]:
    if not isinstance(value, tuple) or not least <= len(value) <= most:
        raise TableError("malformed", "a list of {least} to {most} was expected", least=least, most=most)
    return value


def _text(value: Value, most: int) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise TableError("malformed", "a text of up to {most} characters was expected", most=most)
    return value


def _count(value: Value) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**31:
        raise TableError("malformed", "a whole number was expected")
    return value


def _flag(value: Value) -> bool:
    if not isinstance(value, bool):
        raise TableError("malformed", "yes or no was expected")
    return value


def _player(value: Value, peer: Value) -> str:
    player = _text(value, 16)
    if peer:
        check_player(player)
    return player
