"""Long logs at hubs: what an entry costs does not depend on how many there were before it."""

from __future__ import annotations

import sys
import threading
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from net.edge.carrier import Carrier
from net.events import Match
from net.intents import Resume
from net.wire.messages import GiveEntries
from tests.net.conftest import endless, furnish
from tests.net.inside import inside
from tests.net.owners import Owner, reached, wait
from tests.net.puppet import Puppet
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.usefixtures("party")  # registers the endless game
Make = Callable[..., Owner]
FRAME = 120


def watched(make: Make, tmp_path: Path, entries: int) -> tuple[Owner, Puppet]:
    """Carl, who has watched a match of so many entries, and a puppet that can sign for both players."""
    two = endless(entries)
    players, watcher = tmp_path / f"players {entries}", f"Carl {entries}"
    furnish(players, two, 0, 1)
    furnish(tmp_path / watcher, two)
    carl = make(watcher)
    carl.hub.post(Resume(two.header.match_id.hex()))
    puppet = Puppet(players, "Players").connect(carl.address)
    wait([carl], lambda: carl.matches and carl.match.seats[0].linked)
    return carl, puppet


def counted(owner: Owner, work: Callable[[], None]) -> tuple[int, int]:
    """How many calls the hub's thread made during ``work``, and how many bytes more were in use at most."""
    calls = [0]

    def count(frame: object, event: str, argument: object) -> None:
        calls[0] += event in ("call", "c_call")

    def switch(on: bool) -> None:
        done = threading.Event()

        def do(carrier: Carrier) -> None:
            sys.setprofile(count if on else None)
            done.set()

        inside(owner.hub, do)
        assert done.wait(PATIENCE_S)

    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        switch(True)
        work()
        switch(False)
        return calls[0], tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()


def frame(puppet: Puppet, kinds: str) -> tuple[bytes, ...]:
    """A frame of entries, signed for whoever's turn it is: acts, takebacks, pauses by letter."""
    packed = []
    for kind in kinds:
        ledger = puppet.ledger
        seat = ledger.writer
        assert seat is not None
        if kind == "a":
            entry = puppet.entry("act", "+1", seat)
        elif kind == "t":
            back_to = ledger.line[-2].index
            point = puppet.point("takeback", back_to=back_to)
            other = [1 - seat, puppet.consent(1 - seat, point).signature]
            entry = puppet.entry("takeback", [back_to, [other]], seat)
        else:
            wanted = "resume" if ledger.status == "paused" else "pause"
            other = [1 - seat, puppet.consent(1 - seat, puppet.point(wanted)).signature]
            entry = puppet.entry(wanted, [other], seat)
        packed.append(entry.to_bytes())
        ledger.add(packed[-1])
    return tuple(packed)


@pytest.mark.parametrize("kinds", ["a", "aat", "app", "aapptapp"])
def test_a_frame_of_entries_costs_as_much_after_a_long_log_as_after_a_short_one(
    make: Make, tmp_path: Path, kinds: str
) -> None:
    costs = []
    for entries in (300, 2000):
        carl, puppet = watched(make, tmp_path, entries)
        packed = frame(puppet, (kinds * FRAME)[:FRAME])

        def send(
            carl: Owner = carl, puppet: Puppet = puppet, entries: int = entries, packed: object = packed
        ) -> None:
            puppet.send(GiveEntries(puppet.id, entries, packed))  # type: ignore[arg-type]
            wait([carl], reached(entries + FRAME, carl))

        costs.append(counted(carl, send))
        moments = carl.match.past
        assert len(moments) == len(puppet.ledger.line) + 1
        assert list(carl.match.actions) == list(puppet.ledger.actions)
        puppet.close()
    (calls, room), (long_calls, long_room) = costs
    assert long_calls < 1.3 * calls and long_room < 1.5 * room, costs


def test_what_was_told_before_stays_as_it_was(make: Make, tmp_path: Path) -> None:
    carl, puppet = watched(make, tmp_path, 600)
    kept: list[tuple[Match, tuple[object, ...]]] = []
    for kinds in ("aaa", "t", "aa", "pp", "ta"):
        packed = frame(puppet, kinds)
        puppet.send(GiveEntries(puppet.id, len(puppet.ledger) - len(packed), packed))
        wait([carl], reached(len(puppet.ledger), carl))
        kept.append((carl.match, tuple(carl.match.past)))
    puppet.close()
    assert all(tuple(match.past) == past for match, past in kept)
    assert len({len(past) for _, past in kept}) > 2
