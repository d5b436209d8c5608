"""A table before the match, as its opener tells it to everybody; and what a seat brings to the start.

Plain values that travel; the opener's own table, which changes, is ``net.peer.table``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from net.wire.codec import MAX_TEXT_BYTES, Packable, Value
from net.wire.errors import NetError
from net.wire.fields import Malformed, array, blob, flag, many, number, text
from net.wire.identity import KEY_BYTES, SIGNATURE_BYTES
from net.wire.names import MAX_CHARS, check_name

MAX_SEATS = 8
MAX_WATCHERS = 64
MAX_OPTIONS = 32
PLAYER_CHARS = 16
OPTION_CHARS = 64
"""How long the name of an option is at most."""


class TableError(NetError):
    """A request that is refused, or a table that can't be read."""


@dataclass(frozen=True, slots=True)
class TablePlace:
    """One seat: who sits there (``peer`` empty: nobody), as what, and whether ready."""

    peer: str = ""
    player: str = ""
    name: str = ""
    ready: bool = False

    def pack(self) -> Packable:
        """The form that travels."""
        return (self.peer, self.player, self.name, self.ready)

    @classmethod
    def read(cls, value: Value) -> TablePlace:
        """The place that ``value`` describes; raises Malformed, or TableError for a player of no kind."""
        peer, player, name, ready = array(value, 4, "a place")
        place = cls(
            text(peer, 64, "a peer"),
            text(player, PLAYER_CHARS, "a player"),
            text(name, MAX_CHARS, "a name"),
            flag(ready, "whether somebody is ready"),
        )
        if place.peer:
            check_player(place.player)
            check_name(place.name)
        return place


@dataclass(frozen=True, slots=True)
class TableState:
    """A table as its opener says it is; always travels whole, so the newest is all one needs."""

    id: str
    opener: str
    game: str
    version: int
    options: tuple[tuple[str, str], ...]
    position: str
    places: tuple[TablePlace, ...]
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

    def pack(self) -> Packable:
        """The form that travels."""
        return (
            self.id,
            self.opener,
            self.game,
            self.version,
            self.options,
            self.position,
            tuple(place.pack() for place in self.places),
            self.watchers,
            self.watchable,
            self.revision,
        )

    @classmethod
    def read(cls, value: Value) -> TableState:
        """The table that ``value`` describes; raises Malformed, BadName or TableError if it is none."""
        id, opener, game, version, options, position, places, watchers, watchable, revision = array(
            value, 10, "a table"
        )
        state = cls(
            text(id, 64, "an id"),
            text(opener, 64, "a peer"),
            text(game, 64, "a game"),
            number(version, 2**31, "a rules version"),
            many(options, _option, "the options", MAX_OPTIONS),
            text(position, MAX_TEXT_BYTES, "a position"),
            many(places, TablePlace.read, "the places", MAX_SEATS),
            many(watchers, partial(text, most=MAX_CHARS, what="a name"), "the watchers", MAX_WATCHERS),
            flag(watchable, "whether watchers may come"),
            number(revision, 2**31, "a revision"),
        )
        if not state.places:
            raise Malformed("malformed", "{what} can't be read: {why}", what="a table", why="it has no seats")
        for name in state.watchers:
            check_name(name)
        return state


@dataclass(frozen=True, slots=True)
class SeatKey:
    """What a seat brings to the start: its fresh public key and the endorsement by its peer's identity."""

    seat: int
    public: bytes
    endorsement: bytes

    def pack(self) -> Packable:
        """The form that travels."""
        return (self.seat, self.public, self.endorsement)

    @classmethod
    def read(cls, value: Value) -> SeatKey:
        """The key that ``value`` describes; raises Malformed."""
        seat, public, endorsement = array(value, 3, "a seat's key")
        return cls(
            number(seat, MAX_SEATS, "a seat"),
            blob(public, (KEY_BYTES,), "a key"),
            blob(endorsement, (SIGNATURE_BYTES,), "an endorsement"),
        )


def check_player(player: str) -> None:
    """Refuse what is neither ``person`` nor ``bot:LEVEL``."""
    kind, _, level = player.partition(":")
    plain = level.isascii() and level.isdigit() and 1 <= len(level) <= 2
    if player != "person" and not (kind == "bot" and plain):
        raise TableError(
            "player", "a player is person, bot:LEVEL or open, not {player!r}", player=player[:40]
        )


def _option(value: Value) -> tuple[str, str]:
    name, given = array(value, 2, "an option")
    return text(name, OPTION_CHARS, "an option's name"), text(given, MAX_TEXT_BYTES, "an option's value")
