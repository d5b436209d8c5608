"""Hosts of their own (network namespaces) on one switch, with real multicast (Linux and root only)."""

from __future__ import annotations

import contextlib
import json
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.namespaces import WHY_NOT, Lan
from tests.patience import PATIENCE_S

PEER = Path(__file__).with_name("namespace_peer.py")
TABLE = "12" * 16
SAID = {"id": TABLE, "game": "mindcontrol", "version": 1, "host": "Aino", "seats": 2, "free": 1}


pytestmark = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "possible")


class Peer:
    """A peer's process on a host, and what it has told."""

    def __init__(self, host: str, name: str) -> None:
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", host, sys.executable, str(PEER), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.told: list[dict[str, Any]] = []
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._lines.put(line)

    def order(self, **order: Any) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()

    def until(self, fits: Callable[[dict[str, Any]], object], seconds: float = PATIENCE_S) -> dict[str, Any]:
        """The next event that fits; those before it are noted and passed over."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            with contextlib.suppress(queue.Empty):
                event = json.loads(self._lines.get(timeout=left))
                self.told.append(event)
                if fits(event):
                    return event  # type: ignore[no-any-return]
        raise AssertionError(f"this never came; told so far: {self.told}")

    def connect(self, addresses: Sequence[str], name: str) -> None:
        """Connect to who is called ``name``; again if a cable was put back only just now."""
        end = time.monotonic() + PATIENCE_S
        while True:
            self.order(connect=list(addresses))
            told = self.until(lambda event: "connected" in event or "failed" in event)
            if told.get("connected") == name:
                return
            assert time.monotonic() < end, self.told

    def end(self) -> None:
        """Let it say its goodbyes and go."""
        assert self.process.stdin
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        try:
            self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@contextlib.contextmanager
def lan_party(*names: str, ipv4: bool = True) -> Iterator[tuple[Lan, list[Peer]]]:
    """A LAN with one ready peer on each host."""
    lan = Lan(len(names), ipv4=ipv4)
    peers: list[Peer] = []
    try:
        for host, name in zip(lan.hosts, names, strict=True):
            peers.append(Peer(host, name))
        for peer in peers:
            peer.until(lambda event: "ready" in event)
        yield lan, peers
    finally:
        for peer in peers:
            peer.end()
        lan.remove()


def listed(event: dict[str, Any]) -> bool:
    return bool(event.get("listed"))


def test_three_hosts_find_connect_and_lose_each_other() -> None:
    with lan_party("Aino", "Eino", "Impi") as (lan, (aino, eino, impi)):
        aino.order(announce=SAID)
        table, host, addresses = eino.until(listed)["listed"][0]
        impi.until(listed)
        assert (table, host) == (TABLE, "Aino")
        assert "10.77.0.1:44144" in addresses, "the usual port, since this host is its own"
        local = [text for text in addresses if text.startswith("[fe80:")]
        assert local, "announced over IPv6 as well"

        eino.connect(["10.77.0.1:44144"], "Aino")
        aino.until(lambda event: event.get("opened") == "Eino" and event["remote"] == "10.77.0.2")
        impi.connect(local, "Aino")
        opened = aino.until(lambda event: event.get("opened") == "Impi")
        assert re.fullmatch("fe80:.*%[0-9]+", opened["remote"]), "the interface by its number"
        aino.until(lambda event: event.get("received") == "list?")

        lan.pull(1)
        aino.until(lambda event: event.get("closed") == "silence" and event["name"] == "Eino")
        eino.until(lambda event: event.get("closed") == "silence")
        impi.connect(["10.77.0.2:44144", "10.77.0.1:44144"], "Aino")
        lan.plug(1)
        eino.connect(["10.77.0.1:44144"], "Aino")

        aino.order(withdraw=TABLE)
        impi.until(lambda event: event.get("listed") == [])
        aino.end()
        assert impi.until(lambda event: "closed" in event)["closed"] == "bye"


def test_two_hosts_without_any_ipv4_meet_by_link_local_addresses() -> None:
    with lan_party("Aino", "Eino", ipv4=False) as (_, (aino, eino)):
        eino.order(announce={**SAID, "host": "Eino"})
        addresses = aino.until(listed)["listed"][0][2]
        assert addresses and all(text.startswith("[fe80:") for text in addresses)
        aino.connect(addresses, "Eino")
        eino.end()  # goodbye takes its tables out of the list
        aino.until(lambda event: event.get("listed") == [])
