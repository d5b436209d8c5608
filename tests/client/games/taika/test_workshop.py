"""The card workshop: a set is made by mouse alone, by keys alone and by pad alone; nothing is lost unasked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from client import shots
from client.core import words
from client.core.focus import flat
from client.core.intents import (
    KEYS,
    PAD,
    Cancel,
    Confirm,
    Drag,
    Nav,
    Next,
    PointerMoved,
    Press,
    Release,
    Shortcut,
    Text,
)
from client.core.scene import Scene
from client.core.services import Services
from client.core.transitions import Pop
from client.games.taika.card_sets import Shelf, shelf_of
from client.games.taika.pattern_grid import PatternGrid
from client.games.taika.workshop import WorkshopScene
from client.widgets.buttons import Button
from client.widgets.keyboard import ScreenKeyboard
from tests.client.by_device import by_key, close_overlays, press_with

GOOD = """
[[set]]
id = "mokki"
fi = "Mökki"
en = "Cabin"

[[card]]
set = "mokki"
id = "laituri"
fi = "Laituri"
en = "Jetty"
pattern = ["#o#"]
"""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    words.use("en")
    yield
    words.use("en")


@pytest.fixture
def services(tmp_path: Path) -> Services:
    return replace(shots.services(), settings_path=tmp_path / "settings.toml")


def on_disk(services: Services) -> Shelf:
    return shelf_of(services.home)


def filled(services: Services, text: str = GOOD, name: str = "mokki") -> Path:
    assert services.home is not None
    folder = services.home / "cards"
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder / f"{name}.toml"


def opened(services: Services, *chosen: str) -> WorkshopScene:
    scene = WorkshopScene(services, *chosen)
    scene.resize(1280, 720)
    scene.entered()
    return scene


def grid(scene: Scene) -> PatternGrid:
    found = by_key(scene, "grid")
    assert isinstance(found, PatternGrid)
    return found


def draw(scene: Scene, device: str, rows: tuple[str, ...]) -> None:
    """Draw ``rows`` from the grid's top left corner by one device alone."""
    if device != "mouse":
        while scene.layer.focus is not grid(scene):
            scene.handle(Next(device))
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            if device == "mouse":
                place = grid(scene).cell_rect(column, row).center
                for _click in range(".#o".index(sign)):
                    scene.handle(Press(*place))
                    scene.handle(Release(*place))
                continue
            for _step in range(10):
                x, y = grid(scene).cursor
                if (x, y) == (column, row):
                    break
                way = "left" if x > column else "right" if x < column else "up" if y > row else "down"
                scene.handle(Nav(way, device))
            if device == KEYS:
                scene.handle(Shortcut(sign))
            else:
                for _press in range(".#o".index(sign)):
                    scene.handle(Confirm(PAD))


def write_name(scene: Scene, device: str, key: str, name: str) -> None:
    """Write into a field: typed, or on the screen's keyboard with the pad."""
    if device == PAD:
        press_with(scene, PAD, key)
        assert isinstance(scene.overlays[-1], ScreenKeyboard)
        for letter in name:
            scene.layer.set_focus(by_key(scene, f"key-{letter}"))
            scene.handle(Confirm(PAD))
        scene.layer.set_focus(by_key(scene, "key-done"))
        scene.handle(Confirm(PAD))
        return
    while scene.base.focus is not by_key(scene, key):
        scene.handle(Next())
    scene.handle(Text(name))


@pytest.mark.parametrize("device", ["mouse", KEYS, PAD])
def test_each_device_makes_and_saves_a_set_alone(services: Services, device: str) -> None:
    scene = opened(services)
    press_with(scene, device, "new-set")
    if device != "mouse":  # a mouse alone has no letters: ids stand for names
        write_name(scene, device, "fi", "oma")
    press_with(scene, device, "new-card")
    draw(scene, device, ("#o#", ".o."))
    if device != "mouse":
        write_name(scene, device, "fi", "talo")
    press_with(scene, device, "copy")
    press_with(scene, device, "turn")
    press_with(scene, device, "save")
    (own,) = on_disk(services).sets()
    first, second = own.cards
    assert first.rows == ("#o#", ".o.")
    assert second.rows == (".#", "oo", ".#")
    if device == "mouse":
        assert (own.id, own.fi, first.id, second.id) == ("set", "set", "card", "card-2")
    else:
        name = {KEYS: "talo", PAD: "Talo"}[device]  # the pad's keyboard begins with a capital
        assert (own.id, first.id, first.fi, first.en) == ("oma", "talo", name, name)
        assert second.id == "talo-2"
    assert isinstance(scene.back(), Pop), "nothing is unsaved"


def test_the_mouse_paints_cycles_and_clears(services: Services) -> None:
    filled(services)
    scene = opened(services, "mokki", "laituri")
    here = grid(scene)
    start, end = here.cell_rect(0, 0).center, here.cell_rect(2, 0).center
    scene.handle(PointerMoved(*start))
    scene.handle(Press(*start))
    scene.handle(Drag(*here.cell_rect(1, 0).center))
    scene.handle(Drag(*end))
    scene.handle(Release(*end))
    assert here.cells.startswith("###..")
    scene.handle(Press(*start))
    scene.handle(Release(*start))
    assert here.cells.startswith("o##..")
    scene.handle(Press(*end, 3))
    scene.handle(Release(*end, 3))
    assert here.cells.startswith("o#...")


@pytest.mark.parametrize("device", [KEYS, PAD])
def test_the_cursor_leaves_the_grid_at_its_edges(services: Services, device: str) -> None:
    filled(services)
    scene = opened(services, "mokki", "laituri")
    scene.base.set_focus(grid(scene))
    for _step in range(3):
        scene.handle(Nav("right", device))
    assert scene.base.focus is not grid(scene)
    scene.base.set_focus(grid(scene))
    scene.handle(Shortcut("pad-y", PAD) if device == PAD else Shortcut("o"))
    assert grid(scene).sign(4, 2) == "o"
    scene.handle(Shortcut("pad-x", PAD) if device == PAD else Shortcut("."))
    assert grid(scene).sign(4, 2) == "."


def test_what_is_wrong_is_said_while_one_draws_and_saving_is_refused(services: Services) -> None:
    path = filled(services)
    before = path.read_text(encoding="utf-8")
    scene = opened(services, "mokki", "laituri")
    assert scene.note.role == "good"
    press_with(scene, "mouse", "clear")
    assert "2 to 8 blocks" in scene.note.text and "#" not in scene.note.text
    assert [good for good, _text in scene.checks.lines] == [False, False, True, True]
    assert press_with(scene, "mouse", "save") is not None
    assert "Jetty" in services.toasts.lines[-1][0]
    assert path.read_text(encoding="utf-8") == before
    draw(scene, "mouse", ("#o#",))
    assert [good for good, _text in scene.checks.lines] == [True] * 4
    write_name(scene, KEYS, "id", "-Ä")
    assert "a to z" in scene.note.text
    assert scene.checks.lines[-1][0] is False


def test_another_card_with_the_same_id_or_pattern_is_told(services: Services) -> None:
    filled(services)
    scene = opened(services, "mokki", "laituri")
    press_with(scene, KEYS, "copy")
    assert "Jetty" in scene.note.text and scene.note.role == "muted"
    field = scene.id
    field.set("laitur")
    while scene.base.focus is not field:
        scene.handle(Next())
    scene.handle(Text("i"))
    assert "Two cards have this short name" in scene.note.text


def test_a_broken_file_is_shown_with_its_message_and_stays(services: Services) -> None:
    path = filled(services, GOOD.replace("#o#", "#oX#"), "rikki")
    scene = opened(services)
    texts = [getattr(widget, "text", "") for widget in scene.widgets]
    assert any("rikki.toml" in text and "row 1" in text and "X" in text for text in texts)
    assert not by_key(scene, "new-card").enabled
    press_with(scene, KEYS, "new-set")
    press_with(scene, KEYS, "new-card")
    draw(scene, KEYS, ("##o",))
    press_with(scene, KEYS, "save")
    assert "#oX#" in path.read_text(encoding="utf-8")
    assert len(on_disk(services).sets()) == 1


@pytest.mark.parametrize("device", ["mouse", KEYS, PAD])
def test_deleting_asks_first_and_is_done_by_saving(services: Services, device: str) -> None:
    path = filled(services)
    scene = opened(services, "mokki", "laituri")
    press_with(scene, device, "delete")
    assert scene.overlays, "it asks"
    scene.handle(Confirm())
    assert len(scene.rows()) == 2, "the first answer is the safe one"
    press_with(scene, device, "delete")
    press_with(scene, device, "answer-1")
    assert len(scene.rows()) == 1
    press_with(scene, device, "delete")
    press_with(scene, device, "answer-1")
    assert scene.rows() == []
    assert path.exists(), "not before it is saved"
    press_with(scene, device, "save")
    assert not path.exists()


@pytest.mark.parametrize(
    ("answer", "leaves", "copies"), [("answer-0", False, 1), ("answer-1", True, 2), ("answer-2", True, 1)]
)
def test_leaving_asks_about_unsaved_changes(
    services: Services, answer: str, leaves: bool, copies: int
) -> None:
    filled(services)
    scene = opened(services, "mokki", "laituri")
    assert isinstance(scene.handle(Cancel()), Pop), "nothing was changed"
    scene.base.set_focus(scene.copies)
    scene.handle(Nav("right"))
    assert not isinstance(scene.handle(Cancel()), Pop)
    wish = press_with(scene, KEYS, answer)
    assert isinstance(wish, Pop) is leaves
    assert on_disk(services).sets()[0].cards[0].copies == copies
    assert not scene.overlays


def test_leaving_with_what_cant_be_saved_stays_and_shows_it(services: Services) -> None:
    filled(services)
    scene = opened(services, "mokki", "laituri")
    press_with(scene, KEYS, "new-card")
    press_with(scene, KEYS, "back")
    assert not isinstance(press_with(scene, KEYS, "answer-1"), Pop)
    assert scene.row is not None and scene.row.card is not None and scene.row.card.id == "card"


def test_a_full_disk_is_told_and_the_work_is_kept(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = filled(services)
    scene = opened(services, "mokki", "laituri")
    scene.base.set_focus(scene.copies)
    scene.handle(Nav("right"))

    def full(*_paths: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    press_with(scene, KEYS, "save")
    assert "No space left" in services.toasts.lines[-1][0]
    assert not isinstance(scene.back(), Pop)
    monkeypatch.undo()
    close_overlays(scene)
    scene.handle(Shortcut("ctrl+s"))
    assert "copies = 2" in path.read_text(encoding="utf-8")


def test_names_give_ids_live_and_a_chosen_id_stays(services: Services) -> None:
    filled(services)
    scene = opened(services, "mokki", "laituri")
    press_with(scene, KEYS, "new-card")
    write_name(scene, KEYS, "en", "Fog")
    assert scene.id.value == "fog"
    write_name(scene, KEYS, "fi", "Usva")
    assert scene.id.value == "usva"
    write_name(scene, KEYS, "id", "-2")
    write_name(scene, KEYS, "fi", " yö")
    assert scene.id.value == "usva-2"


@pytest.mark.parametrize("size", [(1280, 720), (640, 480), (800, 600), (720, 1280)])
def test_everything_lies_in_the_window_whatever_row_is_chosen(
    services: Services, size: tuple[int, int]
) -> None:
    filled(services)
    filled(services, "broken", "rikki")
    scene = opened(services)
    scene.resize(*size)
    surface = pygame.Surface(size)
    for index in range(3):
        scene.list.choose(index)
        for widget in flat(scene.widgets):
            assert scene.window.contains(widget.rect)
        for button in (w for w in scene.widgets if isinstance(w, Button)):
            assert button.wanted(scene.skin)[0] <= button.rect.width + 2, button.text
        scene.paint(surface, scene.window)
