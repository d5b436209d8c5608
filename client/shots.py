"""Pictures of every menu scene: ``python -m client.shots OUTDIR [SIZE…] [LANGUAGE…] [THEME…]``.

For people who work on the looks; needs no window (SDL's dummy driver will do) and no network.
"""

from __future__ import annotations

import itertools
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import pygame

from client.core import words
from client.core.audio import Audio
from client.core.intents import Confirm
from client.core.quiet_hub import QuietHub
from client.core.scene import Scene
from client.core.services import Services
from client.core.settings import Settings
from client.games.parts import Pictures
from client.games.registry import livery_of, parts_of
from net.events import Listed, SavedList, SavedMatch, TableInfo, TableSeat, TablesHeard
from net.wire.address import DEFAULT_PORT, EXAMPLE
from rules.registry import games

GAME = games()[0].id
"""The game of the tables and matches shown."""
LIMIT = next(option.name for option in games()[0].options if option.kind == "int")
"""An option of it that is not as usual at the table."""


def listed() -> tuple[Listed, ...]:
    """Tables as they might be on a LAN."""
    here = (EXAMPLE, f"[fe80::1c2a:3bff:fe4d:5e6f]:{DEFAULT_PORT}")
    rows = (
        ("Aino", 1, False, True, False, True),
        ("Väinämöinen Sampopoika", 1, False, True, True, True),
        ("Ilmari", 0, True, True, False, True),
        ("Louhi", 0, True, False, False, True),
        ("Old Machine", 1, False, True, False, False),
        ("武内", 2, False, True, False, True),
    )
    return tuple(
        Listed(f"{number:02x}" * 16, GAME, host, 2, free, running, watch, locked, fits, here)
        for number, (host, free, running, watch, locked, fits) in enumerate(rows)
    )


def saved() -> tuple[SavedMatch, ...]:
    """Records as they might lie in the home folder."""
    return (
        SavedMatch("a1" * 16, GAME, ("Aino", "Väinämöinen S."), 41, False, True, 1.76e9, "a.magicade"),
        SavedMatch("a2" * 16, GAME, ("Louhi", "Bot, level 2"), 87, True, True, 1.75e9, "b.magicade"),
        SavedMatch("a3" * 16, GAME, ("Ilmari", "Aino"), 12, False, False, 1.74e9, "c.magicade"),
    )


def table(mine: bool = True) -> TableInfo:
    """A table as it might be before the start."""
    return TableInfo(
        "ab" * 16,
        GAME,
        {LIMIT: "40"},
        "",
        (
            TableSeat("here", "person", "Aino", "01" * 16, True),
            TableSeat("peer", "person", "Väinämöinen Sampopoika", "02" * 16, False)
            if mine
            else TableSeat("open"),
        ),
        mine,
        ("Louhi",),
        True,
        (EXAMPLE, f"10.0.0.5:{DEFAULT_PORT}", f"[fe80::1c2a:3bff:fe4d:5e6f]:{DEFAULT_PORT}"),
    )


def own_pictures() -> list[Pictures]:
    """What games have scenes of their own to show."""
    made = [parts_of(each.id).pictures for each in games()]
    return [make() for make in made if make is not None]


@cache
def cabin() -> Path:
    """A settings file in a folder with what somebody has made for each game; gone at the end."""
    folder = tempfile.TemporaryDirectory(prefix="magicade-shots")
    _kept.append(folder)
    for pictures in own_pictures():
        pictures.furnish(Path(folder.name))
    return Path(folder.name) / "settings.toml"


_kept: list[tempfile.TemporaryDirectory[str]] = []


def services(language: str = "en", theme: str = "night") -> Services:
    """Services with a hub that does nothing and some tables known."""
    words.use(language)
    made = Services(
        QuietHub(saved()),
        Settings(name="Aino", language=language, theme=theme),
        Audio(mute=True),
        liveries=livery_of,
    )
    made.known.learn(TablesHeard(listed()))
    made.known.learn(SavedList(saved()))
    return made


def scenes(given: Services) -> dict[str, Callable[[], Scene]]:
    """Every scene of the menu, by a name for its picture."""
    from client.scenes.lan import LanScene
    from client.scenes.learn import LearnScene
    from client.scenes.opentable import OpenTableScene
    from client.scenes.playhere import PlayHereScene
    from client.scenes.settings import SettingsScene
    from client.scenes.tablescene import TableScene
    from client.scenes.title import TitleScene
    from client.scenes.watch import WatchScene

    at_home = replace(given, settings_path=cabin())
    found: dict[str, Callable[[], Scene]] = {
        "title": lambda: TitleScene(given),
        "playhere": lambda: PlayHereScene(given),
        "lan": lambda: LanScene(given),
        "opentable": lambda: OpenTableScene(given),
        "table": lambda: TableScene(given, table()),
        "table-guest": lambda: TableScene(given, table(False)),
        "watch": lambda: WatchScene(given),
        "learn": lambda: LearnScene(given),
        **{f"learn-{each.id}": partial(LearnScene, given, each.id) for each in games()[1:]},
        "settings": lambda: SettingsScene(given),
    }
    for pictures in own_pictures():
        found |= pictures.scenes(given, at_home)
    return found


def picture(scene: Scene, size: tuple[int, int]) -> pygame.Surface:
    """The whole scene at this size."""
    surface = pygame.Surface(size)
    scene.resize(*size)
    for rect in scene.take_damage():
        scene.paint(surface, rect)
    scene.live(surface)
    return surface


def overlays(given: Services) -> dict[str, Callable[[], Scene]]:
    """Scenes with something over them."""
    from client.scenes.playhere import PlayHereScene

    at_home = replace(given, settings_path=cabin())
    made = scenes(given)
    made |= {f"playhere-{each.id}": partial(PlayHereScene, at_home, each.id) for each in games()[1:]}

    def pressed(name: str, key: str, device: str = "keys") -> Callable[[], Scene]:
        def make() -> Scene:
            scene = made[name]()
            scene.resize(1280, 720)
            scene.base.settle(key)
            scene.handle(Confirm(device))
            return scene

        return make

    def toasted() -> Scene:
        given.toasts.say(words._("There is no network here."))
        given.toasts.say(words._("Everything is saved at once."), bad=False)
        return made["lan"]()

    return {
        "options": pressed("playhere", "options"),
        **{f"options-{each.id}": pressed(f"playhere-{each.id}", "options") for each in games()[1:]},
        "address": pressed("lan", "address"),
        "closing": pressed("table", "leave"),
        "keyboard": pressed("settings", "name", "pad"),
        "toasts": toasted,
    }


def main(arguments: list[str]) -> int:
    """Write the pictures; the first argument is the folder."""
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    sizes = [tuple(map(int, a.split("x"))) for a in arguments[1:] if "x" in a and a[0].isdigit()]
    languages = [a for a in arguments[1:] if a in words.LANGUAGES] or ["en"]
    themes = [a for a in arguments[1:] if a in ("night", "paper", "contrast")] or ["night"]
    for size, language, theme in itertools.product(sizes or [(1280, 720)], languages, themes):
        given = services(language, theme)
        for name, make in {**scenes(given), **overlays(given)}.items():
            wide, high = size
            file = folder / f"{name}-{wide}x{high}-{language}-{theme}.png"
            pygame.image.save(picture(make(), (wide, high)), file)
            given.toasts.clear()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
