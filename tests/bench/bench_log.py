"""What a frame of entries costs a hub after logs of 1,000, 20,000 and 99,000 entries.

``python -m tests.bench.bench_log [ENTRIES …]`` prints, for each length, the time from sending a frame of 190
entries over a real link to the last event about it, and the time for one own move.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from net.intents import Resume
from net.wire.messages import GiveEntries
from rules.registry import registered
from tests.net.conftest import Party, furnish
from tests.net.endless import ENDLESS
from tests.net.owners import Owner, reached, wait
from tests.net.puppet import Puppet

FRAME = 190
LENGTHS = (1_000, 20_000, 99_000)


def measure(folder: Path, entries: int) -> tuple[float, float]:
    """Milliseconds for a frame of entries of others, and for a move of one's own."""
    two = Party("endless", 2, {}).begin()
    two.ledgers = two.ledgers[:1]
    two.play(entries - 4)
    furnish(folder / "players", two, 0, 1)
    furnish(folder / "watcher", two)
    carl, anna = (Owner(folder / name, name, network=name != "players") for name in ("watcher", "players"))
    puppet = Puppet(folder / "players", "players")
    try:
        for owner in (carl, anna):
            owner.plays = False
            owner.hub.post(Resume(puppet.id))
        wait([anna], lambda: anna.matches, 600.0)
        began = time.perf_counter()
        anna.act("+1")
        wait([anna], reached(entries + 1, anna))
        own = time.perf_counter() - began
        puppet.connect(carl.address)
        wait([carl], lambda: carl.matches, 600.0)
        packed = []
        for _ in range(FRAME):
            seat = puppet.ledger.writer
            assert seat is not None
            packed.append(puppet.entry("act", "+1", seat).to_bytes())
            puppet.ledger.add(packed[-1])
        began = time.perf_counter()
        puppet.send(GiveEntries(puppet.id, entries, tuple(packed)))
        wait([carl], reached(entries + FRAME, carl))
        return (time.perf_counter() - began) * 1000, own * 1000
    finally:
        puppet.close()
        for owner in (carl, anna):
            owner.hub.close()


def main() -> None:
    lengths = [int(word) for word in sys.argv[1:]] or LENGTHS
    with registered(ENDLESS):
        for entries in lengths:
            with tempfile.TemporaryDirectory() as folder:
                frame_ms, own_ms = measure(Path(folder), entries)
            print(f"{entries:>6} entries: {frame_ms:6.0f} ms for {FRAME} more, {own_ms:5.1f} ms for a move")


if __name__ == "__main__":
    main()
