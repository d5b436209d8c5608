"""What people run into between the games: lists, leaving, focus, settings on the way, and news that hide no button."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pygame
import pytest

from client import shots
from client.core import settings as settings_file
from client.core import words
from client.core.focus import flat
from client.core.intents import KEYS, Cancel, Confirm, Menu, Press, Release, Text
from client.core.overlay import Open
from client.core.scene import Push, Scene
from client.core.services import Services
from client.core.settings import Settings
from client.core.transitions import Pop, ToTitle
from client.games.taika.card_sets import Shelf
from client.games.taika.drafts import Desk
from client.games.taika.workshop import WorkshopScene
from client.games.taika.workshop_parts import Checks
from client.scenes.address import AddressDialog
from client.scenes.board import BoardScene
from client.scenes.lan import LanScene
from client.scenes.opening import OpeningScene
from client.scenes.opentable import OpenTableScene
from client.scenes.playhere import PlayHereScene
from client.scenes.settings import SettingsScene
from client.scenes.tablescene import TableScene
from client.scenes.watch import WatchScene
from client.widgets.buttons import Pressable
from client.widgets.dialog import Dialog
from client.widgets.fields import Field
from client.widgets.items import Items
from client.widgets.texts import Label
from net.events import TableChanged, TableSeat
from net.intents import Act, Ready, Resume
from net.wire.address import DEFAULT_PORT, read_address
from tests.client.board_rig import Rig
from tests.client.by_device import close_overlays, press_with

SIZES = [(800, 600), (1280, 720), (1920, 1080), (720, 1280)]


def opened(scene: Scene, size: tuple[int, int] = (1280, 720)) -> Scene:
    scene.resize(*size)
    scene.entered()
    for event in scene.services.hub.events():
        scene.services.known.learn(event)
        scene.told(event)
    scene.take_damage()
    return scene


def click(scene: Scene, x: int, y: int) -> object:
    scene.handle(Press(x, y))
    return scene.handle(Release(x, y))


# ---- lists


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("make", [WatchScene, LanScene])
def test_a_first_click_on_any_row_only_chooses_and_a_second_one_takes(
    make: Callable[[Services], Scene], size: tuple[int, int]
) -> None:
    count = len([w for w in opened(make(shots.services()), size).widgets if isinstance(w, Items) and w.items])
    assert count
    for number in range(count):
        for row in range(2):
            services = shots.services()
            scene = opened(make(services), size)
            box = [w for w in scene.widgets if isinstance(w, Items) and w.items][number]
            if row >= len(box.items) or not box.rect.contains(box.rect_of(row)):
                continue
            asked = len(services.hub.asked)  # type: ignore[attr-defined]
            wish = click(scene, *box.rect_of(row).center)
            assert not isinstance(wish, Push) and not scene.overlays
            assert len(services.hub.asked) == asked  # type: ignore[attr-defined]
            assert box.index == row
            taken: list[int] = []
            box.on_confirm = lambda taken=taken: taken.append(1)
            click(scene, *box.rect_of(row).center)
            assert taken == [1]


def test_what_can_be_done_with_a_saved_match_is_said_going_on_included() -> None:
    services = shots.services()
    scene = opened(WatchScene(services))
    assert isinstance(scene, WatchScene)
    for number, saved in enumerate(scene.saved_list.items):
        scene.saved_list.choose(number)
        wish = scene.saved_list.confirm()
        scene.ask(wish.overlay) if isinstance(wish, Open) else pytest.fail("nothing was opened")
        dialog = scene.overlays[-1]
        assert isinstance(dialog, Dialog)
        answers = dict(dialog.answers)
        assert "See again" in answers and "Back" in answers
        assert ("Go on" in answers) == (saved.mine and not saved.finished)
        see = answers["See again"]
        assert see is not None
        seen = see()
        assert isinstance(seen, Push) and isinstance(seen.scene, OpeningScene)
        if "Go on" in answers:
            go_on = answers["Go on"]
            assert go_on is not None
            go_on()
            assert services.hub.asked[-1] == Resume(saved.id)  # type: ignore[attr-defined]
        close_overlays(scene)


@pytest.mark.parametrize("status", ["running", "finished", "adjourned", "void", "claimed", "conflict"])
def test_who_only_watched_goes_back_where_they_came_from(status: str) -> None:
    rig = Rig(here=(), watching=True, status=status)
    assert isinstance(rig.scene.handle(Cancel()), Pop)
    assert isinstance(rig.press("leave"), Pop)


def test_who_played_goes_to_the_title() -> None:
    rig = Rig()
    rig.hub.post(Act("", "resign", 4))
    rig.settle()
    close_overlays(rig.scene)
    assert isinstance(rig.press("leave"), ToTitle)


# ---- what is remembered, where the focus is


@pytest.mark.parametrize("make", [PlayHereScene, OpenTableScene])
@pytest.mark.parametrize("game", ["mind-control", "magi", "taika-mario"])
def test_the_game_set_up_last_is_set_up_first_the_next_time(
    make: Callable[..., PlayHereScene], game: str, tmp_path: Path
) -> None:
    services = shots.services()
    path = tmp_path / "settings.toml"
    services.apply_settings = lambda: settings_file.save(path, services.settings)
    scene = make(services, game)
    opened(scene)
    scene._start()
    services.settings = settings_file.load(path)[0]
    assert make(services).chosen == game
    assert tomllib.loads(path.read_text("utf-8"))["game"] == game


def test_a_game_that_is_unknown_by_now_is_forgotten() -> None:
    services = shots.services()
    services.settings = Settings(name="Aino", game="chess")
    assert PlayHereScene(services).chosen == "mind-control"


def at_table(*kinds: str, mine: bool) -> TableScene:
    seats = [TableSeat(kind, "Aino" if kind == "here" else "", "person") for kind in kinds]
    table = replace(shots.table(), seats=tuple(seats), mine=mine)
    return TableScene(shots.services(), table)


@pytest.mark.parametrize("mine", [True, False])
@pytest.mark.parametrize("kinds", [("here", "open"), ("open", "here"), ("peer", "here"), ("here", "peer")])
def test_after_sitting_down_the_focus_is_on_ready(kinds: tuple[str, ...], mine: bool) -> None:
    scene = at_table(*kinds, mine=mine)
    opened(scene)
    assert scene.base.focus is not None and scene.base.focus.key == "ready"
    scene.handle(Confirm())
    assert isinstance(scene.services.hub.asked[-1], Ready)  # type: ignore[attr-defined]


def test_who_sits_down_later_is_led_to_ready_and_who_is_elsewhere_is_left_there() -> None:
    scene = at_table("peer", "open", mine=False)
    opened(scene)
    table = replace(scene.table, seats=(scene.table.seats[0], TableSeat("here", "Aino", "person")))
    scene.told(TableChanged(table))
    assert scene.base.focus is not None and scene.base.focus.key == "ready"
    scene.base.settle("leave")
    scene.told(TableChanged(replace(table, watchers=("Louhi",))))
    assert scene.base.focus is not None and scene.base.focus.key == "leave"


def test_the_example_of_an_address_is_one_with_the_usual_port() -> None:
    for language in ("en", "fi"):
        words.use(language)
        dialog = AddressDialog("?", "!", lambda address: None)
        assert read_address(dialog.field.empty).port == DEFAULT_PORT
        assert dialog.field.empty in dialog.text and "HOST" not in dialog.text
    words.use("en")


@pytest.mark.parametrize("how", ["button", "enter"])
@pytest.mark.parametrize("typed", ["", "   "])
def test_joining_without_an_address_says_what_is_missing_and_stays(how: str, typed: str) -> None:
    scene = LanScene(shots.services())
    scene.resize(640, 480)
    joined: list[str] = []
    dialog = AddressDialog("?", "!", joined.append)
    scene.ask(dialog)

    def join() -> None:
        if how == "button":
            press_with(scene, KEYS, "answer-1")
        else:
            dialog.layer.set_focus(dialog.field)
            scene.handle(Confirm())

    for sign in typed:
        scene.handle(Text(sign))
    join()
    assert not joined and scene.overlays == [dialog] and dialog.warning
    (warning,) = [part for part in dialog.parts if isinstance(part, Label) and part.role == "warn"]
    assert warning.text == dialog.warning and dialog.box.contains(warning.rect)
    assert not any(part is not warning and part.rect.colliderect(warning.rect) for part in dialog.parts)
    dialog.layer.set_focus(dialog.field)
    for sign in "192.0.2.7 ":
        scene.handle(Text(sign))
    join()
    assert joined == ["192.0.2.7"] and not scene.overlays


# ---- settings during a match


@pytest.mark.parametrize("rules", ["mind-control", "magi", "taika-mario"])
def test_settings_open_over_a_match_and_leave_it_as_it_was(rules: str) -> None:
    rig = Rig(rules=rules)
    before = rig.hub.match
    rig.scene.handle(Menu())
    dialog = rig.scene.overlays[-1]
    assert isinstance(dialog, Dialog)
    number = [text for text, _ in dialog.answers].index("Settings")
    wish = rig.press(f"answer-{number}")
    assert isinstance(wish, Push) and isinstance(wish.scene, SettingsScene)
    assert rig.hub.asked == [] and rig.hub.match == before and not rig.scene.overlays
    rig.services.settings.reduced_motion = True
    rig.scene.entered()
    stage = rig.scene.board.picture.stage
    assert stage is not None and stage.reduced


@pytest.mark.parametrize("rules", ["mind-control", "magi", "taika-mario"])
def test_another_language_or_theme_shows_the_board_as_if_begun_so(rules: str) -> None:
    random, rig = Random(2), Rig(rules=rules, size=(1280, 720), here=(0,))
    for _ in range(5):
        rig.hub.post(Act(rig.hub.match.id, random.choice(list(rig.state.legal())), rig.hub.match.entries))
        rig.frame()
    rig.settle()
    rig.services.settings.language, rig.services.settings.theme = "fi", "paper"
    words.use("fi")
    rig.scene.relayout()
    rig.scene.entered()
    fresh = BoardScene(rig.services, rig.hub.match)
    fresh.resize(1280, 720)
    fresh.entered()
    pictures = []
    for scene in (rig.scene, fresh):
        surface = pygame.Surface((1280, 720))
        scene.advance(rig.now)
        scene.damage()
        scene.take_damage()
        scene.paint(surface, surface.get_rect())
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    words.use("en")
    assert pictures[0] == pictures[1]


# ---- news


def every(services: Services) -> dict[str, Callable[[], Scene]]:
    """All scenes of the menus, with and without something over them."""
    return shots.scenes(services) | shots.overlays(services)


def covered(scene: Scene) -> list[str]:
    """The controls that the news lie over."""
    place = scene.services.toasts.bounds()
    there = flat(scene.layer.widgets())
    return [w.key for w in there if isinstance(w, (Pressable, Field)) and w.rect.colliderect(place)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "fi"])
def test_news_never_lie_over_a_button_of_any_scene(size: tuple[int, int], language: str) -> None:
    words.use(language)
    for name, make in every(shots.services()).items():
        scene = make()
        scene.resize(*size)
        toasts = scene.services.toasts
        toasts.clear()
        toasts.say("The match can't be found on this network any more; it may have ended meanwhile.")
        scene.take_damage()
        assert toasts.bounds().width and scene.window.contains(toasts.bounds()), name
        assert covered(scene) == [], (name, size, language)
    words.use("en")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rules", ["mind-control", "magi", "taika-mario"])
def test_news_never_lie_over_a_button_beside_a_board(rules: str, size: tuple[int, int]) -> None:
    rig = Rig(rules=rules, size=size)
    rig.services.toasts.say("Something went wrong with the connection; it is tried again and again.")
    rig.frame()
    assert covered(rig.scene) == []
    rig.scene.handle(Menu())
    rig.frame()
    assert covered(rig.scene) == []


def test_what_is_wrong_with_an_option_is_said_once() -> None:
    services = shots.services()
    scene = PlayHereScene(services, "magi")
    opened(scene)
    wish = scene._options()
    assert isinstance(wish, Open)
    scene.ask(wish.overlay)
    dialog = wish.overlay
    bands = next(w for w in flat(dialog.parts) if w.key == "bands")
    bands.set("nonsense")  # type: ignore[attr-defined]
    dialog._changed()  # type: ignore[attr-defined]
    dialog._take()  # type: ignore[attr-defined]
    assert dialog.trouble.visible and not services.toasts.lines  # type: ignore[attr-defined]


# ---- the workshop's words


def test_a_good_set_that_was_saved_is_not_said_to_be_unsaved(tmp_path: Path) -> None:
    services = shots.services()
    services.settings_path = tmp_path / "settings.toml"
    scene = WorkshopScene(services)
    desk = Desk(Shelf(tmp_path))
    good = desk.new_set()
    good.en = good.fi = "Good"
    desk.name_set(good)
    card = desk.new_card(good)
    card.en = "Birch"
    card.cells = "##o" + "." * 22
    desk.name_card(card)
    empty = desk.new_set()
    scene.desk = desk
    opened(scene)
    scene._store()
    said = scene.services.toasts.lines[-1][0]
    assert said.startswith("Saved, all but") and "Set without a name" in said and "set set" not in said
    assert scene.note.text == "This set has no card yet." and scene.note.text not in said
    assert [own.id for own in Shelf(tmp_path).sets()] == [good.id] and scene.row is not None
    assert scene.row.own is empty


def test_nobody_who_draws_cards_reads_signs_of_files() -> None:
    for name, make in every(shots.services()).items():
        if "workshop" not in name:
            continue
        scene = make()
        scene.resize(1280, 720)
        for widget in flat(scene.widgets):
            texts = [getattr(widget, "text", "")]
            if isinstance(widget, Checks):
                texts += [line for _good, line in widget.lines]
            for text in texts:
                if isinstance(text, str):
                    assert not {"#", "o", "Id", "id"} & set(
                        text.replace("“", " ").replace("”", " ").split()
                    ), text
