"""Three hosts on one switch (network namespaces, real multicast) find each other and play a whole match."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def _impossible() -> str:
    if sys.platform != "linux" or shutil.which("ip") is None:
        return "needs Linux and iproute2 (ip netns)"
    if os.geteuid() != 0:
        return "needs root to make network namespaces"
    name = f"mgmprobe{os.getpid()}"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True)
    if made.returncode:
        return f"network namespaces can't be made here: {made.stderr.strip()}"
    subprocess.run(["ip", "netns", "delete", name], check=False)
    return ""


WHY_NOT = _impossible()
pytestmark = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "possible")


def ip(words: str) -> None:
    subprocess.run(["ip", *words.split()], check=True, capture_output=True)


@pytest.fixture
def hosts() -> Iterator[list[str]]:
    stamp = f"{os.getpid() % 100_000:x}"
    switch, names = f"mgms{stamp}", [f"mgmh{stamp}{number}" for number in range(3)]
    try:
        for name in (switch, *names):
            ip(f"netns add {name}")
            ip(f"-n {name} link set lo up")
        ip(f"-n {switch} link add br0 type bridge mcast_snooping 0 forward_delay 0")
        ip(f"-n {switch} link set br0 up")
        for number, name in enumerate(names):
            ip(f"-n {switch} link add p{number} type veth peer name lan0 netns {name}")
            ip(f"-n {switch} link set p{number} master br0 up")
            ip(f"-n {name} address add 10.78.0.{number + 1}/24 dev lan0")
            ip(f"-n {name} link set lan0 up")
            ip(f"-n {name} route add default dev lan0")
        yield names
    finally:
        for name in (*names, switch):
            subprocess.run(["ip", "netns", "delete", name], check=False, capture_output=True)


def launch(host: str, home: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        ["ip", "netns", "exec", host, sys.executable, "-m", "client", "--home", str(home), *arguments],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_three_hosts_find_each_other_play_and_watch_to_the_end(hosts: list[str], tmp_path: Path) -> None:
    processes: list[subprocess.Popen[str]] = []
    try:
        host = launch(
            hosts[0],
            tmp_path / "host",
            *("host", "mind-control", "--headless", "--seat", "bot:1", "--seat", "open"),
            *("--option", "quiet_limit=12", "--delay", "0.2"),
        )
        processes.append(host)
        join = launch(hosts[1], tmp_path / "join", "join", "--headless", "--seat", "bot:1")
        processes.append(join)
        assert join.stderr is not None
        for line in join.stderr:
            if line.startswith("match "):
                break
        processes.append(launch(hosts[2], tmp_path / "watch", "watch", "--headless"))
        told = []
        for process in processes:
            out, err = process.communicate(timeout=60)
            assert process.returncode == 0, err
            told.append(json.loads(out.splitlines()[-1]))
    finally:
        for process in processes:
            if process.poll() is None:
                process.kill()
                process.communicate()
    assert len({one["match"] for one in told}) == 1 and all(one["confirmed"] for one in told)
    last = set()
    for one in told:
        done = subprocess.run(
            [sys.executable, "-m", "client", "verify", one["path"]], cwd=ROOT, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        last.add(done.stdout.splitlines()[-1])
    assert len(last) == 1
