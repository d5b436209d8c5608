"""Three hosts on one switch (network namespaces, real multicast) find each other and play a whole match."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.processes import last, line, processes, run, standing_still, under_way
from tests.namespaces import WHY_NOT, Lan

pytestmark = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "possible")


@pytest.fixture
def hosts() -> Iterator[list[str]]:
    lan = Lan(3)
    try:
        yield lan.hosts
    finally:
        lan.remove()


def test_three_hosts_find_each_other_play_and_watch_to_the_end(hosts: list[str], tmp_path: Path) -> None:
    with processes(tmp_path) as some:
        seats = ("--seat", "bot:1", "--seat", "open", "--option", "quiet_limit=12", "--delay", "0.3")
        host = some.launch("host", "host", "mind-control", "--headless", *seats, namespace=hosts[0])
        join = some.launch("join", "join", "--headless", "--seat", "bot:1", namespace=hosts[1])
        under_way(join, tmp_path / "join")
        with standing_still(join):
            watch = some.launch("watch", "watch", "--headless", namespace=hosts[2])
            line(watch, r"^match [0-9a-f]+")
        told = [last(process) for process in (host, join, watch)]
    assert len({str(one["match"]) for one in told}) == 1 and all(one["confirmed"] for one in told)
    verified = [run("verify", str(one["path"])) for one in told]
    assert all(done.returncode == 0 for done in verified), [done.stdout + done.stderr for done in verified]
    assert len({done.stdout.splitlines()[-1] for done in verified}) == 1
