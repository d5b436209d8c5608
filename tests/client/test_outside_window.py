"""The window with hostile text: any clipboard pasted into every field, files whose names are no text, odd folders."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from client import shots
from client.core import settings as settings_file
from client.core import words
from client.core.app import App
from client.core.intents import Confirm
from client.core.scene import Push, Scene
from client.core.services import Services
from client.core.window import Waker, Window
from client.games.taika.browser import CardsScene
from client.games.taika.workshop import WorkshopScene
from client.scenes.learn import LearnScene
from client.scenes.openings import SceneOpenings
from client.scenes.opentable import OpenTableScene
from client.scenes.options import OptionsDialog
from client.scenes.playhere import PlayHereScene
from client.scenes.settings import SettingsScene
from client.widgets.text_field import TextField
from rules.registry import games
from tests.client.by_device import press_with
from tests.rules.test_outside import ANY_TEXT, HOSTILE

PASTE = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_v, mod=pygame.KMOD_LCTRL, unicode="\x16", scancode=25)
RELEASED = pygame.event.Event(pygame.KEYUP, key=pygame.K_v, mod=0, unicode="", scancode=25)
NEXT = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="\t", scancode=43)
TABS = 24
BROKEN = UnicodeDecodeError("utf-8", b"caf\xe9 \xff\xfe", 3, 4, "invalid continuation byte")
SCENES: dict[str, Callable[[Services], Scene]] = {
    "settings": SettingsScene,
    "play here": lambda services: PlayHereScene(services, "taika-mario"),
    "open a table": lambda services: OpenTableScene(services, "magi"),
    "workshop": WorkshopScene,
}


@pytest.fixture
def app(tmp_path: Path) -> App:
    words.use("en")
    folder = tmp_path / "cards"
    folder.mkdir()
    for path in (shots.cabin().parent / "cards").iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    services = replace(shots.services(), settings_path=tmp_path / "settings.toml")
    services.settings.reduced_motion = True
    return App(services, LearnScene(services), SceneOpenings(services), Window((800, 600)), Waker())


def lies_there(patch: pytest.MonkeyPatch, text: str | None) -> None:
    """Put ``text`` on the clipboard; None: bytes that are no text."""

    def get_text() -> str:
        if text is None:
            raise BROKEN
        return text

    patch.setattr("pygame.scrap.get_text", get_text)


HOSTILES = settings(
    deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
CLIPBOARDS = st.one_of(st.none(), ANY_TEXT, HOSTILE)


@pytest.mark.parametrize("name", SCENES)
@HOSTILES
@given(text=CLIPBOARDS)
@example(text=None)
@example(text="\ud800\0")
def test_any_clipboard_is_pasted_into_every_field_and_drawn(app: App, name: str, text: str | None) -> None:
    scene = SCENES[name](app.services)
    app.follow(Push(scene))
    pasted = set()
    with pytest.MonkeyPatch.context() as patch:
        lies_there(patch, text)
        for _step in range(TABS):
            app.step([NEXT])
            focus = scene.layer.focus
            if scene.editing and isinstance(focus, TextField):
                app.step([PASTE, RELEASED])
                focus.value.encode("utf-8")
                pasted.add(focus.key)
    assert pasted
    assert app.running and app.top is scene
    app.follow(Push(LearnScene(app.services)))  # what was pasted is saved or forgotten when the scene is left
    assert app.services.settings_path is not None
    assert settings_file.load(app.services.settings_path)[1] is None


@pytest.mark.parametrize("game", [game.id for game in games()])
@HOSTILES
@given(text=CLIPBOARDS)
@example(text=None)
@example(text="9" * 379_000)
@example(text='{"size":' + "[" * 8000)
def test_any_clipboard_is_there_when_starting_from_a_position_is_switched_on(
    app: App, game: str, text: str | None
) -> None:
    scene = PlayHereScene(app.services, game)
    app.follow(Push(scene))
    with pytest.MonkeyPatch.context() as patch:
        lies_there(patch, text)
        press_with(scene, "keys", "options")
        dialog = scene.overlays[-1]
        assert isinstance(dialog, OptionsDialog)
        dialog.layer.set_focus(dialog.form)
        dialog.form.choose(dialog.form.fields.index(dialog.fold))
        app.handle(Confirm())
        assert dialog.fold.value
        app.step([])
        dialog.form.choose(dialog.form.fields.index(dialog.position))
        app.step([PASTE, RELEASED])
    assert app.running and app.top is scene
    dialog.position.value.encode("utf-8")


@pytest.mark.skipif(sys.platform != "linux", reason="file names are any bytes on Linux only")
@pytest.mark.parametrize("scene", [LearnScene, CardsScene, WorkshopScene, SettingsScene])
def test_files_whose_names_are_no_text_are_shown(app: App, scene: Callable[[Services], Scene]) -> None:
    assert app.services.home is not None
    folder = os.fsencode(app.services.home / "cards")
    names = [b"\xff", b"\xfe\x1b[31m", b"\xed\xa0\x80", b"a\nb", "\u202eabc".encode()]
    for number, name in enumerate(names):
        with open(folder + b"/" + name + b".toml", "wb") as file:
            file.write(b"zzz = " + b"9" * 5000 if number % 2 else b"[[set]]\nid = 'a%d'\n" % number)
    app.follow(Push(scene(app.services)))
    for _step in range(TABS):
        app.step([NEXT])
    assert app.running


@pytest.mark.parametrize("text", ["\udcff/home", "a\0b", "x" * 100_000, "\ud800\udc00", "\x1b]0;t\x07"])
def test_any_path_in_a_toast_is_drawn(app: App, text: str) -> None:
    app.services.toasts.say(f"{text} can't be written")
    app.step([])
    assert app.running


def test_environment_that_is_no_text_chooses_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "\udcff_\udcfe" if sys.platform != "win32" else "\ud800")
    assert words.use("auto") in words.LANGUAGES
    words.use("en")
