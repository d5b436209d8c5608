"""A process that is killed mid-game comes back to its home folder and the match is played to its end."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def launch(home: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "client", "--home", str(home), *arguments],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_killed_player_resumes_its_seat_and_both_logs_are_equal(tmp_path: Path) -> None:
    processes: list[subprocess.Popen[str]] = []
    try:
        host = launch(
            tmp_path / "host",
            *("host", "mind-control", "--headless", "--seat", "bot:1", "--seat", "open"),
            *("--option", "quiet_limit=12", "--delay", "0.1"),
        )
        processes.append(host)
        assert host.stderr is not None
        port = re.search(r":(\d+)", host.stderr.readline())
        assert port is not None
        target = f"127.0.0.1:{port[1]}"
        join = launch(tmp_path / "join", "join", target, "--headless", "--seat", "bot:1")
        processes.append(join)
        record = wait_for_record(tmp_path / "join" / "matches")
        size = record.stat().st_size
        while record.stat().st_size < size + 500:
            time.sleep(0.02)
        join.kill()
        join.communicate()
        # Who comes to a match whose seat it holds the key of takes that seat again.
        back = launch(tmp_path / "join", "watch", target, "--headless")
        processes.append(back)
        told = []
        for process in (host, back):
            out, err = process.communicate(timeout=60)
            assert process.returncode == 0, err
            told.append(json.loads(out.splitlines()[-1]))
    finally:
        for process in processes:
            if process.poll() is None:
                process.kill()
                process.communicate()
    assert told[0]["confirmed"] and told[1]["confirmed"]
    assert told[0]["match"] == told[1]["match"]
    assert told[0]["entries"] == told[1]["entries"]


def wait_for_record(folder: Path) -> Path:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        for path in folder.glob("*.magicade"):
            return path
        time.sleep(0.05)
    raise AssertionError("no match began")
