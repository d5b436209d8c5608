"""Hosts of their own (network namespaces) on one switch, with real multicast (Linux and root only)."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

PEER = Path(__file__).with_name("namespace_peer.py")
TABLE = "12" * 16
SAID = {"id": TABLE, "game": "mindcontrol", "version": 1, "host": "Aino", "seats": 2, "free": 1}


def _impossible() -> str:
    """Why there can be no namespaces here, or an empty text."""
    if sys.platform != "linux" or shutil.which("ip") is None:
        return "needs Linux and iproute2 (ip netns)"
    if os.geteuid() != 0:
        return "needs root to make network namespaces"
    name = f"mgprobe{os.getpid()}"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True)
    if made.returncode:
        return f"network namespaces can't be made here: {made.stderr.strip()}"
    subprocess.run(["ip", "netns", "delete", name], check=False)
    return ""


WHY_NOT = _impossible()
pytestmark = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "possible")


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


class Lan:
    """A switch and hosts on it, each in a namespace of its own; always removed."""

    def __init__(self, count: int, *, ipv4: bool = True) -> None:
        stamp = f"{os.getpid() % 100_000:x}{int(time.monotonic() * 1000) % 4096:x}"
        self.switch = f"mgs{stamp}"
        self.hosts = [f"mgh{stamp}{number}" for number in range(count)]
        self.made: list[str] = []
        try:
            self._build(ipv4)
        except BaseException:
            self.remove()
            raise

    def _build(self, ipv4: bool) -> None:
        for name in (self.switch, *self.hosts):
            ip("netns", "add", name)
            self.made.append(name)
            ip("-n", name, "link", "set", "lo", "up")
            for which in ("all", "default"):  # no waiting for duplicate address detection
                setting = f"net.ipv6.conf.{which}.accept_dad=0"
                subprocess.run(["ip", "netns", "exec", name, "sysctl", "-qw", setting], check=False)
        ip(
            "-n",
            self.switch,
            "link",
            "add",
            "br0",
            "type",
            "bridge",
            "mcast_snooping",
            "0",
            "forward_delay",
            "0",
        )
        ip("-n", self.switch, "link", "set", "br0", "up")
        for number, host in enumerate(self.hosts):
            plug = f"p{number}"
            ip("-n", self.switch, "link", "add", plug, "type", "veth", "peer", "name", "lan0", "netns", host)
            ip("-n", self.switch, "link", "set", plug, "master", "br0", "up")
            if ipv4:
                ip("-n", host, "address", "add", f"10.77.0.{number + 1}/24", "dev", "lan0")
            ip("-n", host, "link", "set", "lan0", "up")

    def pull(self, number: int) -> None:
        """Pull the cable of a host out of the switch."""
        ip("-n", self.switch, "link", "set", f"p{number}", "down")

    def plug(self, number: int) -> None:
        """Put it back."""
        ip("-n", self.switch, "link", "set", f"p{number}", "up")

    def remove(self) -> None:
        for name in self.made:
            subprocess.run(["ip", "netns", "delete", name], check=False, capture_output=True)


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

    def until(self, fits: Callable[[dict[str, Any]], object], seconds: float = 15.0) -> dict[str, Any]:
        """The next event that fits; those before it are noted and passed over."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            with contextlib.suppress(queue.Empty):
                event = json.loads(self._lines.get(timeout=left))
                self.told.append(event)
                if fits(event):
                    return event  # type: ignore[no-any-return]
        raise AssertionError(f"this never came; told so far: {self.told}")

    def end(self) -> None:
        """Let it say its goodbyes and go."""
        assert self.process.stdin
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        try:
            self.process.wait(10)
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

        eino.order(connect=["10.77.0.1:44144"])
        eino.until(lambda event: event.get("connected") == "Aino")
        aino.until(lambda event: event.get("opened") == "Eino" and event["remote"] == "10.77.0.2")
        impi.order(connect=local)
        impi.until(lambda event: event.get("connected") == "Aino")
        opened = aino.until(lambda event: event.get("opened") == "Impi")
        assert re.fullmatch("fe80:.*%[0-9]+", opened["remote"]), "the interface by its number"
        aino.until(lambda event: event.get("received") == "list?")

        lan.pull(1)
        aino.until(lambda event: event.get("closed") == "silence" and event["name"] == "Eino", seconds=6)
        eino.until(lambda event: event.get("closed") == "silence", seconds=6)
        impi.order(connect=["10.77.0.2:44144", "10.77.0.1:44144"])
        impi.until(lambda event: event.get("connected") == "Aino")
        lan.plug(1)
        eino.order(connect=["10.77.0.1:44144"])
        eino.until(lambda event: event.get("connected") == "Aino")

        aino.order(withdraw=TABLE)
        impi.until(lambda event: event.get("listed") == [])
        aino.end()
        assert impi.until(lambda event: "closed" in event)["closed"] == "bye"


def test_two_hosts_without_any_ipv4_meet_by_link_local_addresses() -> None:
    with lan_party("Aino", "Eino", ipv4=False) as (_, (aino, eino)):
        eino.order(announce={**SAID, "host": "Eino"})
        addresses = aino.until(listed)["listed"][0][2]
        assert addresses and all(text.startswith("[fe80:") for text in addresses)
        aino.order(connect=addresses)
        aino.until(lambda event: event.get("connected") == "Eino")
        eino.end()  # goodbye takes its tables out of the list
        aino.until(lambda event: event.get("listed") == [])
