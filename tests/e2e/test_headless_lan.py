"""Three real processes: two bots play, a watcher joins mid-game; their saved logs verify and are equal."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import IO

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


def line(stream: IO[str] | None, pattern: str) -> re.Match[str]:
    """The first line that fits; the processes' own time limits end this wait."""
    assert stream is not None
    seen = []
    for text in stream:
        seen.append(text)
        if found := re.search(pattern, text):
            return found
    raise AssertionError(f"{pattern!r} never came: {seen}")


def last(process: subprocess.Popen[str]) -> dict[str, object]:
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    told = json.loads(out.splitlines()[-1])
    assert isinstance(told, dict)
    return told


def verified(home: Path, path: object) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "client", "--home", str(home), "verify", str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout.splitlines()[-1]


def test_host_join_and_a_watcher_that_comes_mid_game_hold_equal_logs(tmp_path: Path) -> None:
    processes = []
    try:
        host = launch(
            tmp_path / "host",
            *("host", "mind-control", "--headless", "--seat", "bot:1", "--seat", "open"),
            *("--option", "quiet_limit=12", "--delay", "0.15"),
        )
        processes.append(host)
        port = line(host.stderr, r"table [0-9a-f]+ \S+:(\d+)")[1]
        join = launch(tmp_path / "join", "join", f"127.0.0.1:{port}", "--headless", "--seat", "bot:1")
        processes.append(join)
        line(join.stderr, r"^match [0-9a-f]+")
        watch = launch(tmp_path / "watch", "watch", f"127.0.0.1:{port}", "--headless")
        processes.append(watch)
        told = [last(process) for process in processes]
    finally:
        for process in processes:
            if process.poll() is None:
                process.kill()
                process.communicate()
    assert len({str(one["match"]) for one in told}) == 1
    assert all(one["confirmed"] for one in told)
    logs = {verified(tmp_path, one["path"]) for one in told}
    assert len(logs) == 1 and json.loads(logs.pop())["status"] == "finished"
