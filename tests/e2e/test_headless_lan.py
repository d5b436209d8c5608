"""Three real processes: two bots play, a watcher joins mid-game; their saved logs verify and are equal."""

from __future__ import annotations

import json
from pathlib import Path

from tests.e2e.processes import last, line, processes, run, standing_still, under_way


def test_host_join_and_a_watcher_that_comes_mid_game_hold_equal_logs(tmp_path: Path) -> None:
    with processes(tmp_path) as some:
        seats = ("--seat", "bot:1", "--seat", "open")
        options = ("--option", "quiet_limit=12", "--delay", "0.3")
        host, _, address = some.host("host", "mind-control", *seats, *options)
        join = some.launch("join", "join", address, "--headless", "--seat", "bot:1")
        under_way(join, tmp_path / "join")
        with standing_still(join):
            watch = some.launch("watch", "watch", address, "--headless")
            line(watch, r"^match [0-9a-f]+")
        told = [last(process) for process in (host, join, watch)]
    assert len({str(one["match"]) for one in told}) == 1
    assert all(one["confirmed"] for one in told)
    verified = [run("verify", str(one["path"])) for one in told]
    assert all(done.returncode == 0 for done in verified), [done.stdout + done.stderr for done in verified]
    logs = {done.stdout.splitlines()[-1] for done in verified}
    assert len(logs) == 1 and json.loads(logs.pop())["status"] == "finished"
