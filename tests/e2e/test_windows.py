"""Real windows in real processes: three play and watch over the LAN by mouse, one plays alone by keys."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.windows import ROOT, Window, last_line, on_turn, screen, xvfb
from tests.patience import PATIENCE_S

__all__ = ["screen", "xvfb"]


def short(window: Window) -> None:
    """Have the game end by MC9e after six quiet moves."""
    window.click("options")
    window.click("quiet_limit")
    window.ask(key="u", mod="ctrl")
    window.ask(text="6")
    window.click("answer-2")


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
        b.sit_down()
        b.shot("table")
        b.click("ready")
        a.shot("table")
        a.click("start")
        for moves in range(12):
            told = a.until(after(moves))
            b.until(after(moves))
            if told["status"] == "finished" or told["overlay"]:
                break
            mover = on_turn((a, b))
            told = mover.ask()
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
        told = go_to(window, "form")
        while told["field"] != "quiet_limit":
            told = window.ask(key="down")
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
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 2 and done.stdout == ""
    assert len(done.stderr.splitlines()) == 1 and "no display" in done.stderr
