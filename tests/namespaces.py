"""Hosts of their own (network namespaces) on one switch, with real multicast; Linux and root only."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import sys


def _impossible() -> str:
    """Why there can be no namespaces here, or an empty text."""
    if sys.platform != "linux" or shutil.which("ip") is None:
        return "needs Linux and iproute2 (ip netns)"
    if os.geteuid() != 0:
        return "needs root to make network namespaces"
    name = f"mgprobe{secrets.token_hex(4)}"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True)
    if made.returncode:
        return f"network namespaces can't be made here: {made.stderr.strip()}"
    subprocess.run(["ip", "netns", "delete", name], check=False)
    return ""


WHY_NOT = _impossible()


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


class Lan:
    """A switch and hosts on it, each in a namespace of its own; always removed."""

    def __init__(self, count: int, *, ipv4: bool = True) -> None:
        stamp = secrets.token_hex(4)  # others may build their own at the same time
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
        ip(*f"-n {self.switch} link add br0 type bridge mcast_snooping 0 forward_delay 0".split())
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
