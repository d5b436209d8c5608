"""A fourth game is one folder on each side and one line in each list: the null game is added so, and played.

The program is copied to a temporary folder and gets the null game there; all else of it stays as it is.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.processes import last, processes, run
from tests.e2e.windows import Window, last_line, my_turn, screen, xvfb
from tests.patience import PATIENCE_S

__all__ = ["screen", "xvfb"]

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("client", "net", "rules", "sprites")
LISTS = {
    "rules/registry.py": ('    ("rules.taika", "TAIKA"),\n', '    ("rules.tallyho", "NULL"),\n'),
    "client/games/registry.py": (
        '        "taika-mario": "client.games.taika",\n',
        '        "tally-ho": "client.games.tallyho",\n',
    ),
}
"""List → the line after which the game's own line comes, and that line."""


NAMES = (('id = "null"', 'id = "tally-ho"'), ('name = "Null game"', 'name = "Tally-Ho"'))
"""What the null game is called here: by its own name the tests know it as a double that no list has."""


def files(folder: Path) -> dict[str, str]:
    """Each file of the four packages, and what is in it."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for package in PACKAGES
        for path in (folder / package).rglob("*")
        if path.suffix in (".py", ".po", ".toml")
    }


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with the null game in it."""
    folder = tmp_path_factory.mktemp("house")
    ignore = shutil.ignore_patterns("__pycache__", "artefacts")
    for name in (*PACKAGES, "tests", "docs"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", folder)
    (folder / "rules" / "tallyho").mkdir()
    rules = (ROOT / "rules" / "nullgame.py").read_text(encoding="utf-8")
    for named, name in NAMES:
        assert rules.count(named) == 1
        rules = rules.replace(named, name)
    (folder / "rules" / "tallyho" / "__init__.py").write_text(rules, encoding="utf-8")
    shutil.copytree(
        Path(__file__).with_name("nullgame"), folder / "client" / "games" / "tallyho", ignore=ignore
    )
    for name, (before, line) in LISTS.items():
        text = (folder / name).read_text(encoding="utf-8")
        assert text.count(before) == 1
        (folder / name).write_text(text.replace(before, before + line), encoding="utf-8")
    return folder


def env(house: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(house), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


def test_all_that_is_added_is_a_folder_on_each_side_and_a_line_in_each_list(house: Path) -> None:
    before, after = files(ROOT), files(house)
    changed = {name for name, text in after.items() if before.get(name) != text}
    folders = {name for name in changed if name.startswith(("rules/tallyho/", "client/games/tallyho/"))}
    assert folders and changed - folders == set(LISTS)
    for name in LISTS:
        added = len(after[name].splitlines()) - len(before[name].splitlines())
        assert added == 1
    assert not before.keys() - after.keys()


OF_EVERY_GAME = (
    "rules/test_contract.py",
    "test_layers.py",
    "client/core/test_words.py",
    "client/games/test_looks.py",
)


@pytest.mark.parametrize("tests", OF_EVERY_GAME)
def test_what_is_asked_of_every_game_is_asked_of_it(house: Path, tests: str) -> None:
    """The house's own tests, run over four games: rules, layers, words in both languages, looks."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"tests/{tests}"],
        cwd=house, env=env(house), capture_output=True, text=True, timeout=PATIENCE_S,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_is_played_headless_by_its_own_bots_and_its_record_is_replayed(
    house: Path, tmp_path: Path
) -> None:
    with processes(tmp_path, house) as some:
        told = last(some.launch("home", "host", "tally-ho", "--headless", "--seat", "bot", "--seat", "bot"))
        assert (told["game"], told["outcome"]) == (
            "tally-ho",
            {"reason": "goal", "scores": None, "winners": [0]},
        )
        exported = run("export", str(told["path"]), root=house)
        lines = [json.loads(line) for line in exported.stdout.splitlines()]
        assert [line["action"] for line in lines if "action" in line] == ["+2", "+1", "+3", "+1", "+3"]
        record = tmp_path / "record.jsonl"
        record.write_text(exported.stdout, encoding="utf-8")
        assert run("replay", str(record), module="rules", root=house).returncode == 0


def test_it_is_played_across_loopback_between_two_processes(house: Path, tmp_path: Path) -> None:
    with processes(tmp_path, house) as some:
        seats = ("--seat", "bot", "--seat", "open", "--seat", "bot:1")
        host, _, address = some.host("host", "tally-ho", *seats, "--option", "goal=30")
        join = some.launch("join", "join", address, "--headless", "--seat", "bot:3")
        told = [last(process) for process in (host, join)]
        logs = {run("verify", str(one["path"]), root=house).stdout.splitlines()[-1] for one in told}
    assert len(logs) == 1 and all(one["confirmed"] for one in told)
    assert json.loads(logs.pop())["outcome"]["reason"] == "goal"


def test_it_is_played_in_the_window_by_mouse(house: Path, tmp_path: Path, xvfb: dict[str, str]) -> None:
    window = Window("null", tmp_path / "home", xvfb | {"PYTHONPATH": str(house)}, "alone")
    try:
        window.until(lambda told: told["scene"] == "title")
        window.click("play")
        window.click("game-tally-ho")
        window.shot("setup")
        window.click("start")
        for _turn in range(10):
            told = window.until(lambda told: my_turn(told) or told["overlay"] == "ResultCard")
            if told["overlay"]:
                break
            moves = told["moves"]
            window.ask(square="a1")
            window.shot("menu")
            window.click("answer-1")
            window.until(lambda told, moves=moves: told["overlay"] or told["moves"] > moves)
        window.until(lambda told: told["overlay"] == "ResultCard")
        window.shot("result")
        ended = json.loads(last_line(window, xvfb, house))
        assert ended["game"] == "tally-ho" and ended["outcome"]["reason"] == "goal"
    finally:
        window.close()


SAID = """if True:
    import json, sys
    import pygame
    from client import shots
    from client.core import words
    from client.games.registry import livery_of, look_of, options_of
    from client.scenes.learn import LearnScene
    from rules.registry import game
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    told = {}
    for language in words.LANGUAGES:
        services = shots.services(language)
        scene = LearnScene(services, "tally-ho")
        scene.resize(1280, 720)
        text = [page.title for owner, page in scene.topics() if owner == "tally-ho"]
        wording = options_of(game("tally-ho")).wording("goal")
        told[language] = [*text, *wording[:2], look_of("tally-ho").side(0), look_of("tally-ho").credit()]
    print(json.dumps(told))
"""


def test_its_help_and_its_words_come_along_in_english_and_finnish(house: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SAID],
        cwd=house,
        env=env(house),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["en"][:1] == ["Counting together"] and told["fi"][:1] == ["Yhdessä laskien"]
    assert len(told["en"]) == len(told["fi"]) > 5
    assert all(a != b for a, b in zip(told["en"], told["fi"], strict=True))
