"""Magicade's headless commands as real processes, for tests: launched, read line by line, always ended."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 60


class Processes:
    """Each command has a home folder of its own under ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: list[subprocess.Popen[str]] = []

    def launch(self, home: str, *arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "client", "--home", str(self.folder / home), *arguments],
            cwd=ROOT,
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
                process.kill()
            process.communicate()


@contextmanager
def processes(folder: Path) -> Iterator[Processes]:
    some = Processes(folder)
    try:
        yield some
    finally:
        some.end()


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


def run(*arguments: str, module: str = "client") -> subprocess.CompletedProcess[str]:
    """A command that ends by itself."""
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
