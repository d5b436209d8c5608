"""Magi and Taika-Mario in real windows, from the title to the end, by mouse: bots here, people across the LAN."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.e2e.windows import Window, last_line, my_turn, on_turn, screen, xvfb

__all__ = ["screen", "xvfb"]


def choose_game(window: Window, game: str) -> None:
    """Press the card of a game on the set-up scene."""
    window.click(f"game-{game}")


def test_taika_mario_by_mouse_against_a_bot_until_one_gives_up_tm13(
    tmp_path: Path, screen: dict[str, str]
) -> None:
    window = Window("taika", tmp_path / "taika", screen, "alone")
    try:
        window.until(lambda told: told["scene"] == "title")
        window.click("play")
        choose_game(window, "taika-mario")
        told = window.click("kind-1")
        for _step in range(8):
            if not told["value"].startswith("bot"):
                told = window.ask(key="left")
        window.shot("setup")
        window.click("start")
        casts = 0
        for turn in range(14):
            told = window.until(lambda told: my_turn(told) or told["overlay"] == "ResultCard")
            if told["overlay"] == "ResultCard" or casts > 1:
                break
            moves = told["moves"]
            casts += play_turn(window, told, turn)
            told = window.until(lambda told, moves=moves: told["overlay"] or told["moves"] > moves)
        if not told["overlay"]:
            window.until(my_turn)
            window.click("extra-resign")
            window.click("answer-1")
        window.until(lambda told: told["overlay"] == "ResultCard")
        window.shot("result")
        ended = json.loads(last_line(window, screen))
        assert ended["status"] == "finished" and ended["outcome"]["reason"] == "last"
    finally:
        window.close()


def play_turn(window: Window, told: dict[str, Any], turn: int) -> int:
    """A step, then a card where one fits, else an obstacle; 1 if a card was cast."""
    steps = sorted(place for place, note in told["notes"].items() if note == "step")
    told = window.ask(square=steps[turn % len(steps)])
    if not told["ready"]:
        lit = [key for key in told["cards"] if told["cards"][key] == "lit"]
        if lit:
            told = window.ask(click=lit[0])
            fits = sorted(place for place, note in told["notes"].items() if note == "laying")
            told = window.ask(square=fits[0])
            assert told["ready"], told
            window.shot("spell")
            window.ask(click="do-turn")
            return 1
        places = sorted(place for place, note in told["notes"].items() if note == "place")
        told = window.ask(square=places[(turn * 5) % len(places)])
    if turn == 1:
        window.shot("placing")
    assert told["ready"], told
    window.ask(click="do-turn")
    return 0


def test_magi_by_mouse_across_the_lan_to_an_accepted_resignation_mg14(
    tmp_path: Path, screen: dict[str, str]
) -> None:
    a, b = windows = [Window(name, tmp_path / name, screen) for name in ("white", "black")]
    try:
        for window in windows:
            window.click("lan")
        a.click("open")
        choose_game(a, "magi")
        a.click("start")
        a.until(lambda told: told["scene"] == "table")
        b.sit_down()
        b.click("ready")
        a.click("start")
        for window in windows:
            window.until(lambda told: told["scene"] == "board")
        for made, move in enumerate(("e2e5", "e9e6", "b1c3", "b10c8"), 1):
            mover = on_turn(windows)
            cut = 3 if move[1:3] == "10" else 2
            mover.ask(square=move[:cut])
            mover.ask(square=move[cut:])
            for window in windows:
                window.until(lambda told, made=made: told["moves"] >= made)
        mover = on_turn(windows)
        other = b if mover is a else a
        mover.click("extra-resign?")
        mover.shot("offer")
        mover.click("answer-1")
        other.until(lambda told: "notice-0" in told["enabled"])
        other.shot("answer")
        other.ask(click="notice-0")
        for window in windows:
            window.until(lambda told: told["overlay"] == "ResultCard")
            window.shot("result")
        ends = {last_line(window, screen) for window in windows}
        assert len(ends) == 1
        told = json.loads(ends.pop())
        assert told["status"] == "finished"
        assert told["outcome"]["reason"] == "resigned"
    finally:
        for window in windows:
            window.close()
