"""The menu's scenes: laid out without overlap or cut text, reachable and usable by each device alone."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pygame
import pytest

from client import shots
from client.core import words
from client.core.focus import flat
from client.core.intents import PAD, Cancel, Confirm, Intent, Nav, Next, PointerMoved, Press, Release, Text
from client.core.quiet_hub import QuietHub
from client.core.scene import Push, Replace, Scene
from client.core.services import Services
from client.core.skin import BOLD, PLAIN, Skin
from client.core.transitions import Pop, Transition
from client.core.widget import Widget
from client.scenes.lan import LanScene
from client.scenes.opentable import OpenTableScene
from client.scenes.playhere import PlayHereScene
from client.scenes.settings import SettingsScene
from client.scenes.tablescene import TableScene
from client.scenes.title import TitleScene
from client.scenes.watch import WatchScene
from client.widgets.buttons import Button, Toggle
from client.widgets.fields import ChoiceField
from client.widgets.text_field import TextField
from client.widgets.texts import Label
from net.events import TableChanged, TableClosed, TableSeat, TablesHeard
from net.intents import Join, LeaveTable, OpenTable, Ready, Rename, Resume, Sit, StartMatch, Watch
from rules.registry import games
from sprites.kit.theme import BODY

SIZES = ((1280, 720), (960, 600), (1920, 1080), (720, 1280))
NAMES = tuple(shots.scenes(shots.services()))


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    words.use("en")
    yield
    words.use("en")


def opened(scene: Scene, size: tuple[int, int] = (1280, 720)) -> Scene:
    scene.resize(*size)
    scene.entered()
    return scene


def hub(services: Services) -> QuietHub:
    assert isinstance(services.hub, QuietHub)
    return services.hub


def table_opened(services: Services) -> OpenTable:
    """The table that was opened last."""
    asked = hub(services).asked[-1]
    assert isinstance(asked, OpenTable)
    return asked


def by_key(scene: Scene, key: str) -> Widget:
    found = [widget for widget in flat(scene.layer.widgets()) if widget.key == key]
    assert len(found) == 1, f"{key}: {len(found)} in {scene.title}"
    return found[0]


def text_room(widget: Widget, skin: Skin) -> list[tuple[str, int, int]]:
    """What a widget shows: text, pixels needed, pixels there."""
    if isinstance(widget, Button):
        wide, high = widget.wanted(skin)
        inner = high - skin.px(16)
        return [(widget.text, wide, widget.rect.width), (widget.text, inner, widget.rect.height)]
    if isinstance(widget, Toggle):
        return [(widget.text, widget.wanted(skin)[0], widget.rect.width)]
    if isinstance(widget, Label):
        wide, high = widget.wanted(skin, widget.rect.width)
        return [(widget.text, wide, widget.rect.width), (widget.text, high, widget.rect.height + 4)]
    if isinstance(widget, (ChoiceField, TextField)):
        value = widget.value_rect(skin)
        label = skin.type.size(widget.text, BODY, PLAIN)[0] if widget.text and widget.label_part else 0
        rows = [(widget.text, label, value.left - widget.rect.left - skin.px(16))] if label else []
        if isinstance(widget, ChoiceField):
            longest = max((shown for _value, shown in widget.choices), key=len)
            arrows = 2 * skin.px(18) + skin.px(8)
            rows.append((longest, skin.type.size(longest, BODY, BOLD)[0], value.width - arrows))
        return rows
    return []


@pytest.mark.parametrize(("name", "size"), list(itertools.product(NAMES, SIZES)))
@pytest.mark.parametrize("language", ["en", "fi"])
def test_no_text_is_cut_and_nothing_overlaps(name: str, size: tuple[int, int], language: str) -> None:
    scene = opened(shots.scenes(shots.services(language))[name](), size)
    stops = [widget for widget in flat(scene.widgets) if widget.focusable and widget.visible]
    for widget in flat(scene.widgets):
        assert scene.window.contains(widget.rect), f"{widget.key or widget} leaves the window"
        for text, needed, room in text_room(widget, scene.skin):
            assert needed <= room + 2, f"{text!r} needs {needed} of {room}"
    for one, other in itertools.combinations(stops, 2):
        assert not one.rect.colliderect(other.rect), f"{one.key} covers {other.key}"
    labels = [widget for widget in flat(scene.widgets) if isinstance(widget, Label) and widget.text]
    for label, stop in itertools.product(labels, stops):
        assert not label.rect.colliderect(stop.rect), f"{label.text!r} covers {stop.key}"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("device", ["keys", PAD])
def test_directions_alone_reach_every_widget(name: str, device: str) -> None:
    def fresh() -> Scene:
        return opened(shots.scenes(shots.services())[name]())

    first = fresh()
    wanted = {widget.key for widget in first.base.stops()}
    assert first.base.focus is not None
    reached = {first.base.focus.key}
    border = [first.base.focus.key]
    while border:
        here = border.pop()
        for direction in ("up", "down", "left", "right"):
            scene = fresh()
            scene.base.set_focus(by_key(scene, here))
            for _press in range(12):  # a list goes through its rows first
                scene.handle(Nav(direction, device))
                focus = scene.base.focus
                assert focus is not None
                if focus.key != here:
                    break
            if focus.key not in reached and focus.key in wanted:
                reached.add(focus.key)
                border.append(focus.key)
    assert reached == wanted


@pytest.mark.parametrize("name", NAMES)
def test_tab_goes_round_all_widgets(name: str) -> None:
    scene = opened(shots.scenes(shots.services())[name]())
    seen = set()
    for _step in scene.base.stops():
        seen.add(id(scene.base.focus))
        scene.handle(Next())
    assert seen == {id(widget) for widget in scene.base.stops()}


@pytest.mark.parametrize("name", NAMES)
def test_the_mouse_finds_every_widget_where_it_is_drawn(name: str) -> None:
    scene = opened(shots.scenes(shots.services())[name]())
    for widget in scene.base.stops():
        assert scene.base.at(*widget.rect.center) is widget
        scene.handle(PointerMoved(*widget.rect.center))
        assert widget.hovered
    before = scene.base.focus
    scene.handle(PointerMoved(1, 1))
    assert scene.base.focus is before, "hovering must not steal the focus"


@pytest.mark.parametrize("size", [(1, 1), (320, 200), (200, 320), (3000, 200), (64, 2000)])
@pytest.mark.parametrize("name", [*NAMES, *shots.overlays(shots.services())])
def test_odd_windows_do_not_crash(name: str, size: tuple[int, int]) -> None:
    given = shots.services()
    scene = {**shots.scenes(given), **shots.overlays(given)}[name]()
    assert shots.picture(scene, size).get_size() == size


@pytest.mark.parametrize("theme", ["paper", "contrast"])
@pytest.mark.parametrize("name", NAMES)
def test_every_scene_paints_in_every_theme(name: str, theme: str) -> None:
    night = shots.picture(shots.scenes(shots.services())[name](), (640, 360))
    other = shots.picture(shots.scenes(shots.services(theme=theme))[name](), (640, 360))
    assert pygame.image.tobytes(night, "RGB") != pygame.image.tobytes(other, "RGB")


def test_painting_only_the_damage_gives_the_same_picture_as_painting_all() -> None:
    scene = opened(SettingsScene(shots.services()))
    surface = pygame.Surface((1280, 720))
    intents: list[Intent] = [
        Nav("down"),
        Nav("right"),
        Nav("down"),
        PointerMoved(640, 400),
        Nav("down"),
        Nav("right"),
    ]
    for intent in intents:
        for rect in scene.take_damage():
            scene.paint(surface, rect)
        scene.handle(intent)
    rects = scene.take_damage()
    assert sum(rect.width * rect.height for rect in rects) < 1280 * 720 / 2, (
        "a small change is a small damage"
    )
    for rect in rects:
        scene.paint(surface, rect)
    whole = pygame.Surface((1280, 720))
    scene.paint(whole, scene.window)
    assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(whole, "RGB")


def press_with(scene: Scene, device: str, key: str) -> Transition | None:
    """Use the widget ``key`` by one device alone."""
    widget = by_key(scene, key)
    if device == "mouse":
        x, y = widget.rect.center
        scene.handle(Press(x, y))
        return scene.handle(Release(x, y))
    for _step in range(60):
        if scene.layer.focus is widget:
            break
        scene.handle(Next(device))
    assert scene.layer.focus is widget
    return scene.handle(Confirm(device))


@pytest.mark.parametrize("device", ["mouse", "keys", PAD])
@pytest.mark.parametrize(
    ("key", "title"),
    [("play", "playhere"), ("lan", "lan"), ("watch", "watch"), ("learn", "learn"), ("settings", "settings")],
)
def test_each_device_opens_each_scene_from_the_title_and_comes_back(
    key: str, title: str, device: str
) -> None:
    scene = opened(TitleScene(shots.services()))
    wish = press_with(scene, device, key)
    assert isinstance(wish, Push)
    assert wish.scene.title == title
    opened(wish.scene)
    assert isinstance(press_with(wish.scene, device, "back"), Pop)
    wish.scene.base.settle("back")
    assert isinstance(wish.scene.handle(Cancel(device if device != "mouse" else "keys")), Pop)


@pytest.mark.parametrize("device", ["mouse", "keys", PAD])
def test_each_device_starts_a_local_match(device: str) -> None:
    services = shots.services()
    scene = opened(PlayHereScene(services))
    press_with(scene, device, "start")
    asked = table_opened(services)
    assert isinstance(asked, OpenTable) and asked.game == "mind-control"
    assert asked.seats == ["person", "bot:2"]
    assert asked.names == ["Aino", "Bot, level 2"]
    assert asked.public is False, "nothing is announced"


def test_two_people_at_one_screen_get_different_names() -> None:
    services = shots.services()
    scene = opened(PlayHereScene(services))
    kind = by_key(scene, "kind-1")
    assert isinstance(kind, ChoiceField)
    scene.base.set_focus(kind)
    while kind.value != "person":
        scene.handle(Nav("right"))
        kind = by_key(scene, "kind-1")
        assert isinstance(kind, ChoiceField)
    scene.base.set_focus(by_key(scene, "name-1"))
    scene.handle(Text("Aino"))
    press_with(scene, "keys", "start")
    assert (table_opened(services).seats, table_opened(services).names) == (
        ["person", "person"],
        ["Aino", "Aino 2"],
    )


def test_options_are_made_from_the_game_and_bad_ones_are_refused_in_words() -> None:
    services = shots.services()
    scene = opened(PlayHereScene(services))
    press_with(scene, "keys", "options")
    field = by_key(scene, "quiet_limit")
    assert isinstance(field, TextField)
    field.set("60")
    press_with(scene, "mouse", "answer-2")
    assert not scene.overlays
    press_with(scene, "keys", "start")
    assert table_opened(services).options == {"quiet_limit": "60"}
    press_with(scene, "keys", "options")
    field = by_key(scene, "quiet_limit")
    assert isinstance(field, TextField)
    field.set("many")
    press_with(scene, "mouse", "answer-2")
    assert "many" in scene.overlays[-1].trouble.text and not services.toasts.lines  # type: ignore[attr-defined]
    press_with(scene, "keys", "answer-0")
    press_with(scene, "keys", "start")
    assert table_opened(services).options == {"quiet_limit": "60"}, "nothing changed"


@pytest.mark.parametrize("device", ["mouse", "keys", PAD])
def test_each_device_joins_and_watches_a_table(device: str) -> None:
    services = shots.services()
    scene = opened(LanScene(services))
    assert isinstance(scene, LanScene)
    press_with(scene, device, "join")
    press_with(scene, device, "watch")
    first = shots.listed()[0].id
    assert hub(services).asked == [Join(first), Watch(first)]


def test_only_what_can_be_joined_can_be_pressed() -> None:
    scene = LanScene(shots.services())
    opened(scene)
    wanted = {0: (True, True), 1: (False, True), 2: (False, True), 3: (False, False), 4: (False, False)}
    for row, enabled in wanted.items():
        scene.list.choose(row)
        assert (scene.join.enabled, scene.watch.enabled) == enabled, row


def test_the_list_is_live_and_keeps_the_choice() -> None:
    services = shots.services()
    scene = LanScene(services)
    opened(scene)
    scene.list.choose(2)
    chosen = scene.list.chosen
    scene.told(TablesHeard(shots.listed()[1:]))
    assert scene.list.chosen == chosen
    scene.told(TablesHeard(()))
    assert scene.list.chosen is None
    assert not scene.join.enabled


def test_join_by_address_asks_for_the_address() -> None:
    services = shots.services()
    scene = opened(LanScene(services))
    press_with(scene, "keys", "address")
    scene.handle(Text("10.0.0.5:47474"))
    scene.handle(Confirm())
    assert hub(services).asked == [Join("10.0.0.5:47474")]
    assert not scene.overlays


def test_a_gamepad_alone_can_write_an_address() -> None:
    services = shots.services()
    scene = opened(LanScene(services))
    press_with(scene, PAD, "address")
    scene.handle(Confirm(PAD))
    assert len(scene.overlays) == 2
    for letter in "10.5":
        scene.layer.set_focus(by_key(scene, f"key-{letter}"))
        scene.handle(Confirm(PAD))
    scene.layer.set_focus(by_key(scene, "key-done"))
    scene.handle(Confirm(PAD))
    press_with(scene, PAD, "answer-1")
    assert hub(services).asked == [Join("10.5")]


def test_opening_a_table_leads_to_it() -> None:
    services = shots.services()
    scene = opened(OpenTableScene(services))
    press_with(scene, "keys", "start")
    asked = table_opened(services)
    assert asked.seats == ["person", "open"]
    assert asked.public and asked.watchable
    wish = scene.told(TableChanged(shots.table()))
    assert isinstance(wish, Replace)
    assert isinstance(wish.scene, TableScene)


def test_at_a_table_one_gets_ready_starts_and_leaves() -> None:
    services = shots.services()
    scene = TableScene(services, shots.table())
    opened(scene)
    press_with(scene, "keys", "ready")
    assert hub(services).asked[-1] == Ready(scene.id, False)
    start = by_key(scene, "start")
    assert not start.enabled
    full = shots.table()
    seats = tuple(TableSeat(seat.kind, seat.player, seat.name, seat.peer, ready=True) for seat in full.seats)
    ready = type(full)(full.id, full.game, full.options, "", seats, True, full.watchers, True, full.addresses)
    scene.told(TableChanged(ready))
    press_with(scene, "keys", "start")
    assert hub(services).asked[-1] == StartMatch(scene.id)
    assert press_with(scene, "keys", "leave") is not None
    assert scene.overlays, "closing a table with others at it is asked about"
    scene.handle(Confirm())
    assert hub(services).asked[-1] == StartMatch(scene.id), "the safe answer is the first"
    press_with(scene, "keys", "leave")
    assert isinstance(press_with(scene, "keys", "answer-1"), Pop)
    assert hub(services).asked[-1] == LeaveTable(scene.id)


def test_a_guest_sits_down_and_hears_when_the_table_closes() -> None:
    services = shots.services()
    scene = TableScene(services, shots.table(mine=False))
    opened(scene)
    press_with(scene, "mouse", "seat-1")
    assert hub(services).asked == [Sit(scene.id, 1)]
    wish = scene.told(TableClosed(scene.id, "{name} closed the table", {"name": "Louhi"}))
    assert isinstance(wish, Pop)
    assert "Louhi" in services.toasts.lines[0][0]


def test_watching_live_matches_and_going_on_with_saved_ones() -> None:
    services = shots.services()
    scene = WatchScene(services)
    opened(scene)
    press_with(scene, "keys", "watch")
    assert hub(services).asked == [Watch(shots.listed()[2].id)]
    assert scene.resume.enabled
    press_with(scene, "keys", "resume")
    assert hub(services).asked[-1] == Resume(shots.saved()[0].id)
    scene.saved_list.choose(1)
    assert not scene.resume.enabled, "a finished match can only be seen again"


def test_settings_take_effect_at_once() -> None:
    services = shots.services()
    applied: list[str] = []
    services.apply_settings = lambda: applied.append(services.settings.theme)
    scene = SettingsScene(services)
    opened(scene)
    scene.base.set_focus(scene.look)
    scene.handle(Nav("right"))
    assert applied == ["paper"]
    scene.base.set_focus(scene.volume)
    scene.handle(Nav("left"))
    assert services.settings.volume == 65
    scene.base.set_focus(scene.name)
    scene.handle(Text(" \u200bK"))
    assert services.settings.name == "Aino K", "names are cleaned on input"
    assert hub(services).asked[-1] == Rename("Aino K")


def test_the_title_says_who_one_is_and_what_is_open() -> None:
    services = shots.services()
    scene = TitleScene(services)
    opened(scene)
    assert scene.bottom.text == "Aino  ·  4 open tables on this LAN  ·  2 matches running"
    services.known.learn(TablesHeard(shots.listed()[:1]))
    scene.told(TablesHeard(shots.listed()[:1]))
    assert scene.bottom.text == "Aino  ·  1 open table on this LAN"
    services.known.network = False
    scene.entered()
    assert "no network" in scene.bottom.text


def test_the_titles_match_moves_only_for_a_while_and_never_with_reduced_motion() -> None:
    services = shots.services()
    scene = TitleScene(services)
    opened(scene)
    shots.picture(scene, (1280, 720))
    scene.demo.wake(100.0)
    assert scene.demo.wakes_at(100.0) is not None
    before = scene.demo.state
    scene.demo.tick(100.5)
    assert scene.demo.state is not before
    for step in range(200):
        scene.demo.tick(101.0 + step / 20)
    assert scene.demo.wakes_at(200.0) is None
    services.settings.reduced_motion = True
    scene.demo.wake(300.0)
    assert scene.demo.wakes_at(300.0) is None


def test_the_title_shows_all_games_one_after_the_other() -> None:
    scene = TitleScene(shots.services())
    scene.resize(640, 360)
    surface = pygame.Surface((640, 360))
    scene.paint(surface, surface.get_rect())
    seen = []
    for step in range(3000):
        now = 100.0 + step / 5
        scene.demo.wake(now)
        scene.demo.tick(now)
        if scene.demo.game not in seen:
            seen.append(scene.demo.game)
        if scene.demo.dirty:
            scene.demo.dirty = False
            scene.paint(surface, surface.get_rect())
    assert seen == [game.id for game in games()]
