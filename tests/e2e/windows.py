"""Real windows in processes of their own, as a test sees them; see ``window_driver.py`` for their side."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest

from tests.patience import PATIENCE_S, wait_until

ROOT = Path(__file__).resolve().parents[2]
SHOTS = ROOT / "tests" / "artefacts"
LEAST_COLOURS = 200


@pytest.fixture(scope="module")
def xvfb() -> Iterator[dict[str, str]]:
    """An environment with one Xvfb for all windows; SDL's dummy where Xvfb is missing."""
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    env |= {"PYTHONPATH": str(ROOT), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    server = None
    if shutil.which("Xvfb") and os.name == "posix":
        read, write = os.pipe()
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"]
        server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as told:
            number = told.readline().strip()
        if number:
            env |= {"SDL_VIDEODRIVER": "x11", "DISPLAY": f":{number}"}
    SHOTS.mkdir(exist_ok=True)
    try:
        yield env
    finally:
        if server is not None:
            server.kill()
            server.wait()


@pytest.fixture
def screen(xvfb: dict[str, str]) -> dict[str, str]:
    """The windows of one test find each other on the LAN, and nobody else."""
    return xvfb | {"MAGICADE_TEST_SERVICE": f"_mg{secrets.token_hex(4)}._tcp.local."}


class Window:
    """A driven window, seen from the test."""

    def __init__(self, name: str, home: Path, env: dict[str, str], network: str = "lan") -> None:
        self.name, self.home = name, home
        command = [sys.executable, str(Path(__file__).with_name("window_driver.py")), str(home), network]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, **request: Any) -> dict[str, Any]:
        """Have something done; what is shown afterwards."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer, f"window {self.name} is gone"
        told: dict[str, Any] = json.loads(answer)
        assert "error" not in told, (self.name, request, told)
        return told

    def until(self, fits: Callable[[dict[str, Any]], Any], seconds: float = PATIENCE_S) -> dict[str, Any]:
        """Wait until what is shown fits."""
        end = time.monotonic() + seconds
        while not fits(told := self.ask()):
            assert time.monotonic() < end, (self.name, told)
            time.sleep(0.05)
        return told

    def sit_down(self) -> None:
        """Take the first table in the list."""
        self.until(lambda told: told["tables"])
        self.click("join")
        self.until(lambda told: told["scene"] == "table")

    def click(self, key: str) -> dict[str, Any]:
        """Click on a widget as soon as it can be."""
        self.until(lambda told: key in told["enabled"])
        return self.ask(click=key)

    def shot(self, what: str) -> None:
        """A picture in tests/artefacts; a window that draws nothing fails here."""
        time.sleep(0.3)
        path = SHOTS / f"{self.name}-{what}.png"
        self.ask(shot=str(path))
        picture = pygame.image.load(path)
        wide, high = picture.get_size()
        colours = {tuple(picture.get_at((x, y))) for x in range(0, wide, 3) for y in range(0, high, 3)}
        assert len(colours) > LEAST_COLOURS, f"{path.name} shows {len(colours)} colours"

    def close(self) -> None:
        """Close the window, so that its table leaves the LAN's lists; end the process if it stays."""
        try:
            self.process.communicate(timeout=PATIENCE_S / 4)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()


def on_turn(windows: Sequence[Window]) -> Window:
    """The window whose turn it is; waits until one of them can move."""
    found: list[Window] = []

    def look() -> bool:
        found[:] = [window for window in windows if my_turn(window.ask())]
        return bool(found)

    wait_until(look, lambda: [(window.name, window.ask()) for window in windows])
    return found[0]


def my_turn(told: dict[str, Any]) -> bool:
    """Whether a board takes a move."""
    return bool(told["scene"] == "board" and told["turn"] and not told["busy"])


def last_line(window: Window, env: dict[str, str], root: Path = ROOT) -> str:
    """The verified end of the match in this window, from its own saved record, by the program in ``root``."""
    saved = window.ask()["path"]
    command = [sys.executable, "-m", "client", "--home", str(window.home), "verify", saved]
    done = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()[-1]
