"""Real windows in real processes: three play and watch over the LAN by mouse, one plays alone by keys."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

ROOT = Path(__file__).resolve().parents[2]
SHOTS = ROOT / "tests" / "artefacts"
LEAST_COLOURS = 200


@pytest.fixture(scope="module")
def screen() -> Iterator[dict[str, str]]:
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

    def until(self, fits: Callable[[dict[str, Any]], Any], seconds: float = 10.0) -> dict[str, Any]:
        """Wait until what is shown fits."""
        end = time.monotonic() + seconds
        while not fits(told := self.ask()):
            assert time.monotonic() < end, (self.name, told)
            time.sleep(0.05)
        return told

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
            self.process.communicate(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()


def short(window: Window) -> None:
    """Have the game end by MC9e after six quiet moves."""
    window.click("options")
    window.click("quiet_limit")
    window.ask(key="u", mod="ctrl")
    window.ask(text="6")
    window.click("answer-2")


def last_line(window: Window, env: dict[str, str]) -> str:
    """The verified end of the match in this window, from its own saved record."""
    saved = window.ask()["path"]
    command = [sys.executable, "-m", "client", "--home", str(window.home), "verify", saved]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()[-1]


def test_three_windows_play_and_watch_by_mouse_to_the_result_mc9e(
    tmp_path: Path, screen: dict[str, str]
) -> None:
    a, b, c = windows = [Window(name, tmp_path / name, screen) for name in "abc"]
    try:
        for window in windows:
            window.click("watch" if window is c else "lan")
            window.shot("lobby")
        a.click("open")
        short(a)
        a.click("start")
        addresses = a.until(lambda told: told["scene"] == "table")["addresses"]
        assert addresses
        b.until(lambda told: told["tables"])
        b.click("join")
        b.until(lambda told: told["scene"] == "table")
        b.shot("table")
        for window in (a, b):
            if "start" not in window.ask()["enabled"] and "ready" in window.ask()["enabled"]:
                window.click("ready")
        a.shot("table")
        a.click("start")
        for moves in range(12):
            told = a.until(after(moves))
            b.until(after(moves))
            if told["status"] == "finished" or told["overlay"]:
                break
            mover = a if a.ask()["turn"] else b
            told = mover.until(lambda told: told["turn"] and not told["busy"])
            if moves == 3:
                c.click("watch")
                c.until(lambda told: told["scene"] == "board")
                c.shot("midgame")
            source = sorted(told["targets"])[moves % 3]
            told = mover.ask(square=source)
            if moves == 4:
                mover.shot("preview")
            goals = sorted(place for place, action in told["targets"].items() if action)
            mover.ask(square=goals[-1])
        for window in windows:
            window.until(lambda told: told["overlay"] == "ResultCard")
            window.shot("result")
        ends = {last_line(window, screen) for window in windows}
        assert len(ends) == 1 and json.loads(ends.pop())["status"] == "finished"
    finally:
        for window in windows:
            window.close()


def ready_after(moves: int) -> Callable[[dict[str, Any]], bool]:
    """Whether a board shows this many moves and takes the next one."""

    def fits(told: dict[str, Any]) -> bool:
        return bool(told["scene"] == "board" and told["moves"] == moves and told["turn"] and not told["busy"])

    return fits


def after(moves: int) -> Callable[[dict[str, Any]], bool]:
    """Whether a board shows at least this many moves."""

    def fits(told: dict[str, Any]) -> bool:
        return bool(told["scene"] == "board" and told["moves"] >= moves)

    return fits


def go_to(window: Window, key: str) -> dict[str, Any]:
    """Tab to a widget."""
    told = window.ask()
    for _step in range(40):
        if told["focus"] == key:
            return told
        told = window.ask(key="tab")
    raise AssertionError((key, told))


def put_cursor(window: Window, goal: str) -> dict[str, Any]:
    """Walk the board's cursor to a square by arrows; confirm there."""
    told = window.ask()
    for _step in range(20):
        at = told["cursor"]
        if at == goal:
            return window.ask(key="return")
        if not at:
            key = "left"
        elif at[0] != goal[0]:
            key = "right" if at[0] < goal[0] else "left"
        else:
            key = "up" if int(at[1:]) < int(goal[1:]) else "down"
        told = window.ask(key=key)
    raise AssertionError((goal, told))


def test_keys_alone_play_hot_seat_from_the_title_to_the_result_mc9e(
    tmp_path: Path, screen: dict[str, str]
) -> None:
    window = Window("keys", tmp_path / "keys", screen, "alone")
    try:
        window.until(lambda told: told["scene"] == "title")
        go_to(window, "play")
        window.ask(key="return")
        window.until(lambda told: told["scene"] == "playhere")
        told = go_to(window, "kind-1")
        for _step in range(8):
            if told["value"] != "person":
                told = window.ask(key="left")
        assert told["value"] == "person"
        go_to(window, "options")
        window.ask(key="return")
        go_to(window, "quiet_limit")
        window.ask(key="u", mod="ctrl")
        window.ask(text="4")
        go_to(window, "answer-2")
        window.ask(key="return")
        window.shot("setup")
        go_to(window, "start")
        window.ask(key="return")
        for moves in range(4):
            told = window.until(ready_after(moves))
            told = put_cursor(window, sorted(told["targets"])[0])
            assert told["begun"]
            if moves == 1:
                window.shot("preview")
            put_cursor(window, sorted(place for place, action in told["targets"].items() if action)[-1])
        window.until(lambda told: told["overlay"] == "ResultCard")
        window.shot("result")
        assert json.loads(last_line(window, screen))["status"] == "finished"
    finally:
        window.close()


def test_without_a_display_one_clear_line_and_exit_2(tmp_path: Path) -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")
    if sys.platform != "linux":
        pytest.skip("only here a desktop can be taken away")
    env = {name: value for name, value in os.environ.items() if name not in hidden}
    command = [sys.executable, "-m", "client", "--home", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=20)
    assert done.returncode == 2 and done.stdout == ""
    assert len(done.stderr.splitlines()) == 1 and "no display" in done.stderr
