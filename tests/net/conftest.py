"""A party: peers with their ledgers in one memory, and the pens of all seats."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from net.edge.record import whole
from net.hub import Hub
from net.log.entry import Entry
from net.log.header import Header, Seat
from net.log.ledger import Ledger, News
from net.log.pen import Pen
from net.log.playable import all_options
from net.wire.codec import pack
from net.wire.identity import Key, hashed
from rules.nullgame import NULL
from rules.registry import game, registered
from tests.net.endless import ENDLESS
from tests.net.owners import Owner
from tests.patience import PATIENCE_S


def seeded(*words: object) -> bytes:
    """32 bytes that are the same in each run."""
    return hashed("test", repr(words).encode())


class Party:
    """``ledgers[n]`` is what peer n holds; every seat's pen is at hand."""

    def __init__(self, game_id: str, seats: int, options: dict[str, str], position: str = "") -> None:
        self.seed = (game_id, seats, options, position)
        self.game = game(game_id)
        self.nonce = seeded("nonce", self.seed)
        self.identities = [Key(seeded("identity", seat)) for seat in range(seats)]
        self.pens = [self.pen(seat) for seat in range(seats)]
        sitting = [self.seat(seat, pen) for seat, pen in enumerate(self.pens)]
        full = all_options(self.game, options)
        self.header = Header.make(game_id, self.game.version, full, sitting, self.nonce, position)
        self.ledgers = [Ledger(self.header) for _ in range(seats)]

    def pen(self, seat: int, again: str = "") -> Pen:
        return Pen(seat, Key(seeded("key", self.seed, seat, again)), seeded("secret", seat))

    def seat(self, seat: int, pen: Pen, name: str = "") -> Seat:
        return Seat.make(self.identities[seat], self.nonce, name or f"Player {seat + 1}", pen.key.public)

    @property
    def ledger(self) -> Ledger:
        return self.ledgers[0]

    @property
    def turn(self) -> int:
        writer = self.ledger.writer
        assert writer is not None
        return writer

    def tell(self, data: bytes) -> News:
        """Everybody takes it in and thinks the same of it."""
        news = [ledger.add(data) for ledger in self.ledgers]
        assert len({one.kind for one in news}) == 1
        assert len({ledger.last_hash for ledger in self.ledgers}) == 1
        return news[0]

    def begin(self) -> Party:
        while self.ledger.state is None:
            entry = self.pens[self.turn].open(self.ledger)
            assert entry is not None
            self.tell(entry.to_bytes())
        return self

    def draft(self, action: str = "") -> Entry:
        """The next action's entry, by whom it is to act, not told to anybody."""
        state = self.ledger.state
        assert state is not None
        return self.pens[self.turn].act(self.ledger, action or state.legal()[0], 1500)

    def act(self, action: str = "") -> Entry:
        entry = self.draft(action)
        assert self.tell(entry.to_bytes()).kind == "applied"
        return entry

    def play(self, most: int = 10_000, seed: int = 1) -> Party:
        chosen = random.Random(seed)
        for _ in range(most):
            if self.ledger.closed or self.ledger.state is None:
                break
            self.act(chosen.choice(self.ledger.state.legal()))
        return self

    def copy(self) -> Ledger:
        """A newcomer who got everything from a peer."""
        ledger = Ledger(self.header)
        ledger.merge(self.ledger.since(0))
        for seal in self.ledger.seals:
            ledger.add_seal(seal)
        return ledger


@cache
def endless(entries: int) -> Party:
    """So many entries of a match that goes on; made once for all tests, which must leave it as it is."""
    return Party(ENDLESS.id, 2, {}).begin().play(entries - 4)


def furnish(folder: Path, party: Party, *seats: int) -> None:
    """Make ``folder`` the home of who holds these seats of ``party`` (none: of somebody who watched it)."""
    (folder / "matches").mkdir(parents=True)
    identity = party.identities[seats[0]] if seats else Key(seeded("watcher", str(folder)))
    (folder / "identity").write_bytes(identity.to_bytes())
    (folder / "identity").chmod(0o600)
    record = folder / "matches" / f"{party.header.match_id.hex()[:32]}.magicade"
    record.write_bytes(whole(party.ledger))
    if seats:
        pens = pack([[party.pens[seat].to_packable() for seat in seats]])
        record.with_suffix(".private").write_bytes(pens)
        record.with_suffix(".private").chmod(0o600)


Parties = Callable[..., Party]


@pytest.fixture
def party() -> Iterator[Parties]:
    """``party(game, seats, position, **options)``: by default two play Mind Control."""

    def make(game_id: str = "mind-control", seats: int = 2, position: str = "", **options: str) -> Party:
        return Party(game_id, seats, options, position)

    with registered(NULL, ENDLESS):
        yield make


@pytest.fixture(autouse=True)
def closed_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hub that a test has closed has let go of its home folder, however busy the machine is."""
    monkeypatch.setattr(Hub.close, "__defaults__", (PATIENCE_S,))


Make = Callable[..., Owner]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """``make(name)``: a hub with its owner, in a home folder of that name; closed at the end."""
    made: list[Owner] = []

    def owner(name: str, *, network: bool = True) -> Owner:
        made.append(Owner(tmp_path / name, name, network=network))
        return made[-1]

    yield owner
    for one in made:
        one.hub.close()
