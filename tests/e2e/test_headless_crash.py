"""A process that is killed mid-game comes back to its home folder and the match is played to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.processes import last, processes, run, under_way

TABLES = {
    "mind-control": ("--seat", "bot:1", "--seat", "open", "--option", "quiet_limit=12"),
    "taika-mario": ("--seat", "bot:1", "--seat", "bot:1", "--seat", "open", "--option", "quiet_limit=2"),
}


@pytest.mark.parametrize("game", TABLES)
def test_a_killed_player_resumes_its_seat_and_both_logs_are_equal(tmp_path: Path, game: str) -> None:
    with processes(tmp_path) as some:
        host, _, address = some.host("host", game, *TABLES[game], "--delay", "0.3")
        join = some.launch("join", "join", address, "--headless", "--seat", "bot:1")
        under_way(join, tmp_path / "join")
        join.kill()
        join.communicate()
        # Who comes to a match whose seat it holds the key of takes that seat again.
        back = some.launch("join", "watch", address, "--headless")
        told = [last(process) for process in (host, back)]
    assert told[0]["confirmed"] and told[1]["confirmed"]
    assert told[0]["match"] == told[1]["match"]
    logs = {run("verify", str(one["path"])).stdout.splitlines()[-1] for one in told}
    assert len(logs) == 1
