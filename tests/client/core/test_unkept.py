"""A home that can't be used, as the window and the commands without one meet it: said, and play goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from client import headless, shots
from client.cli import main
from client.core import words
from client.core.settings import Settings, save
from client.core.unkept import unkept_words
from client.scenes.title import TitleScene
from net.edge.store import Home, HomeError
from net.edge.temporary_home import Chosen, MemoryHome, TemporaryHome, usable_home
from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[3]
CHILD = """
import json, sys, time
from pathlib import Path
from client import program as window
from net.intents import OpenTable

def loop(self):
    said = list(self.services.toasts.lines)
    self.services.hub.post(OpenTable("mind-control", {}, ["person", "person"], public=False))
    end = time.perf_counter() + 60
    while self.top.title != "board" and time.perf_counter() < end:
        self.step(self.input.waiting())
        time.sleep(0.01)
    print(json.dumps({
        "said": said, "top": self.top.title, "name": self.services.settings.name,
        "kept": self.services.kept, "home": str(self.services.home or ""), "path": self.top.shown.match.path,
    }))

window.App.loop = loop
raise SystemExit(window.run(Path(sys.argv[1]), network=False))
"""


def window(home: Path, **env: str) -> dict[str, object]:
    """What a window on ``home`` says at its start, and what its first match is."""
    known = {
        **os.environ,
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "PYTHONPATH": str(ROOT),
        **env,
    }
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(home)],
        env=known,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    told: dict[str, object] = json.loads(done.stdout)
    return told


@pytest.fixture
def taken(tmp_path: Path) -> Path:
    home = Home(tmp_path / "home")
    home.lock()
    save(home.settings_path, Settings(name="Louhi", language="en"))
    yield home.path
    home.close()


def test_a_second_window_on_one_home_plays_in_a_temporary_one_and_says_so(
    taken: Path, tmp_path: Path
) -> None:
    temporary = tmp_path / "temp"
    temporary.mkdir()
    told = window(taken, TMPDIR=str(temporary))
    assert [text for text, _bad in told["said"]] == [  # type: ignore[attr-defined]
        f"Another Magicade uses the folder {taken} now. This window plays in a temporary folder, with a copy of "
        "your settings and cards: its matches and whatever you change here are forgotten when it is closed."
    ]
    assert (told["top"], told["name"], told["kept"]) == ("board", "Louhi", False)
    assert str(told["path"]).startswith(str(temporary)) and str(told["home"]).startswith(str(temporary))
    assert not list(temporary.iterdir()), "it is removed at the end"
    assert not (taken / "matches").exists()


def test_without_any_folder_the_window_plays_in_memory_and_says_so(tmp_path: Path) -> None:
    """The home lies below a file, and so does the folder for temporary files, which is full, say."""
    (tmp_path / "file").write_text("x")
    code = "import tempfile, errno\ndef no(*a, **k): raise OSError(errno.ENOSPC, 'No space left on device')\n"
    code += "tempfile.mkdtemp = no\n" + CHILD
    known = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "file" / "home")],
        env={**known, "LANG": "C", "LANGUAGE": "en"}, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert (told["top"], told["home"], told["path"], told["kept"]) == ("board", "", "", False)
    assert told["said"][0][0].endswith(
        "Nothing can be saved: matches and settings are forgotten when this window is closed."
    )


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("home", [TemporaryHome, MemoryHome])
def test_what_is_said_is_in_the_language_in_use(language: str, home: type[Home]) -> None:
    words.use(language)
    try:
        made = home()
        trouble = HomeError("home-locked", "another Magicade uses the folder {path} now", path="/there")
        said = unkept_words(Chosen(made, trouble))
        assert "/there" in said and said[0].isupper() and ("ikkuna" in said) == (language == "fi")
        assert not unkept_words(Chosen(made))
        made.close()
    finally:
        words.use("en")


def test_the_title_says_all_the_time_that_nothing_is_kept() -> None:
    services = shots.services()
    services.kept = False
    scene = TitleScene(services)
    scene.resize(800, 600)
    assert "nothing is kept" in scene.bottom.text


@pytest.mark.parametrize(
    "command",
    ["host mind-control --seat bot:1 --seat bot:1", "join 127.0.0.1:9 --seat bot", "watch 127.0.0.1:9"],
)
def test_without_a_window_a_taken_home_is_one_line_and_2(
    taken: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert main([*command.split(), "--headless", "--home", str(taken)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert (
        told.err == f"magicade: another Magicade uses the folder {taken} now (another folder: --home DIR)\n"
    )


def test_without_a_window_a_home_that_can_not_be_written_is_one_line_and_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("x")
    assert headless.watch(headless.CommandSettings(tmp_path / "file" / "home"), "127.0.0.1:9", "") == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1 and "can't be written" in told.err


def test_a_good_home_says_nothing(tmp_path: Path) -> None:
    chosen = usable_home(tmp_path / "home")
    assert not unkept_words(chosen)
    chosen.home.close()
