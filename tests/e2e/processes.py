"""Magicade's headless commands as real processes, for tests: launched, read line by line, always ended."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.patience import PATIENCE_S, wait_until

ROOT = Path(__file__).resolve().parents[2]


class Processes:
    """Each command has a home folder of its own under ``folder``; the program is the one in ``root``."""

    def __init__(self, folder: Path, root: Path = ROOT) -> None:
        self.folder = folder
        self.root = root
        self.running: list[subprocess.Popen[str]] = []

    def launch(self, home: str, *arguments: str, namespace: str = "") -> subprocess.Popen[str]:
        where = ["ip", "netns", "exec", namespace] if namespace else []
        process = subprocess.Popen(
            [*where, sys.executable, "-m", "client", "--home", str(self.folder / home), *arguments],
            cwd=self.root,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.running.append(process)
        return process

    def host(
        self, home: str, game: str, *arguments: str, listed: bool = False
    ) -> tuple[subprocess.Popen[str], str, str]:
        """A table: its process, its id and where it can be called; no other Magicade hears of it by itself."""
        process = self.launch(
            home, "host", game, "--headless", *([] if listed else ["--unlisted"]), *arguments
        )
        found = line(process, r"^table ([0-9a-f]+) \S+:(\d+)")
        return process, found[1], f"127.0.0.1:{found[2]}"

    def end(self) -> None:
        for process in self.running:
            if process.poll() is None:
                process.kill()  # also one that stands still
            process.communicate()


@contextmanager
def processes(folder: Path, root: Path = ROOT) -> Iterator[Processes]:
    some = Processes(folder, root)
    try:
        yield some
    finally:
        some.end()


def under_way(process: subprocess.Popen[str], home: Path) -> None:
    """Wait until some moves are in the record of the one match of ``process``: lost before that, it would be void."""
    line(process, r"^match [0-9a-f]+")
    (record,) = (home / "matches").glob("*.magicade")
    size = record.stat().st_size
    wait_until(lambda: record.stat().st_size > size + 500)


@contextmanager
def standing_still(process: subprocess.Popen[str]) -> Iterator[None]:
    """Meanwhile this process does nothing, so that its match is not over before somebody has come to it.

    Only where a process can be stopped; elsewhere it goes on, which is right as long as the machine is quick.
    """
    if os.name == "posix":
        process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        if os.name == "posix":
            process.send_signal(signal.SIGCONT)


def line(process: subprocess.Popen[str], pattern: str) -> re.Match[str]:
    """The first line of standard error that fits; the processes' own time limits end this wait."""
    assert process.stderr is not None
    seen = []
    for text in process.stderr:
        seen.append(text)
        if found := re.search(pattern, text):
            return found
    raise AssertionError(f"{pattern!r} never came: {seen}")


def last(process: subprocess.Popen[str]) -> dict[str, object]:
    """What the process said at last, once it has ended well."""
    out, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, err + out
    told = json.loads(out.splitlines()[-1])
    assert isinstance(told, dict)
    return told


def run(*arguments: str, module: str = "client", root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself, of the program in ``root``."""
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
