"""The card browser, and the options of every game: reachable by each device, explained, refused in words."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from client import shots
from client.core import words
from client.core.intents import (
    KEYS,
    PAD,
    Cancel,
    Confirm,
    Intent,
    Nav,
    Next,
    Page,
    PointerMoved,
    Press,
    Release,
    Scroll,
    Text,
)
from client.core.quiet_hub import QuietHub
from client.core.scene import Push, Scene
from client.core.services import Services
from client.core.widget import Widget
from client.games.registry import options_of
from client.games.taika.browser import CardsScene
from client.games.taika.card_sets import brought
from client.games.taika.workshop import WorkshopScene
from client.scenes.learn import LearnScene
from client.scenes.opentable import OpenTableScene
from client.scenes.options import OptionsDialog
from client.scenes.playhere import PlayHereScene
from client.scenes.setup import SetupScene
from client.scenes.tablescene import TableScene
from client.widgets.buttons import Toggle
from client.widgets.fields import ChoiceField
from client.widgets.text_field import TextField
from net.intents import OpenTable
from rules.magi.notation import START
from rules.registry import game, games
from rules.taika.cards import Card, built_in
from rules.taika.game import write_cards
from tests.client.by_device import by_key, press_with

ALL_CARDS = [card.id for one in built_in() for card in one.cards]
DEVICES = ("mouse", KEYS, PAD)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    words.use("en")
    yield
    words.use("en")


@pytest.fixture
def services(tmp_path: Path) -> Services:
    """Somebody with one good set and one broken file of their own."""
    folder = tmp_path / "cards"
    folder.mkdir()
    for path in (shots.cabin().parent / "cards").iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    return replace(shots.services(), settings_path=tmp_path / "settings.toml")


def opened(scene: Scene, size: tuple[int, int] = (1280, 720)) -> None:
    scene.resize(*size)
    scene.entered()


def table_opened(services: Services) -> OpenTable:
    """The table that was opened last."""
    assert isinstance(services.hub, QuietHub)
    asked = services.hub.asked[-1]
    assert isinstance(asked, OpenTable)
    return asked


# ---- the browser


def test_the_browser_shows_every_card_of_every_set() -> None:
    scene = CardsScene(shots.services())
    opened(scene)
    assert [shown.card.id for shown in scene.grid.items] == ALL_CARDS


@pytest.mark.parametrize("device", DEVICES)
def test_each_device_filters_by_set_and_looks_at_every_card(services: Services, device: str) -> None:
    scene = CardsScene(services)
    opened(scene)
    surface = pygame.Surface((1280, 720))
    for number, (own_set, _own) in enumerate(scene.sets(), 1):
        if device == "mouse":
            scene.paint(surface, scene.window)
            box = scene.tabs._boxes[number]
            scene.handle(Press(*box.center))
            scene.handle(Release(*box.center))
        else:
            scene.base.set_focus(scene.tabs)
            scene.handle(Nav("right", device))
        assert [shown.card.id for shown in scene.grid.items] == [card.id for card in own_set.cards]
        seen = set()
        if device == "mouse":
            for index in range(len(own_set.cards)):
                while not scene.grid.rect.contains(scene.grid.rect_of(index).inflate(0, -20)):
                    scene.handle(Scroll(*scene.grid.rect.center, -1))
                scene.handle(Press(*scene.grid.rect_of(index).center))
                scene.handle(Release(*scene.grid.rect_of(index).center))
                seen.add(scene.chosen)
        else:
            scene.base.set_focus(scene.grid)
            row = "right"
            for _step in range(3 * len(own_set.cards) + 3):
                seen.add(scene.chosen)
                if scene.grid.step(row) is None:
                    row = {"right": "left", "left": "right"}[row]
                    scene.handle(Nav("down", device))
                else:
                    seen.add(scene.chosen)
                scene.base.set_focus(scene.grid)
        assert seen == {card.id for card in own_set.cards}
        assert scene.sheet.shown is not None and scene.sheet.shown.card.id == scene.chosen


def test_pages_and_ends_move_through_the_cards() -> None:
    scene = CardsScene(shots.services())
    opened(scene)
    scene.base.set_focus(scene.grid)
    scene.handle(Page("end"))
    assert scene.chosen == ALL_CARDS[-1]
    assert scene.grid.rect.contains(scene.grid.rect_of(len(ALL_CARDS) - 1)), "the chosen card is in sight"
    scene.handle(Page("up"))
    assert scene.chosen != ALL_CARDS[-1]
    scene.handle(Page("home"))
    assert scene.chosen == ALL_CARDS[0]


def test_broken_own_files_are_told_in_the_browser(services: Services) -> None:
    scene = CardsScene(services)
    opened(scene)
    texts = [getattr(widget, "text", "") for widget in scene.widgets]
    assert any("vanha.toml" in text and "row 1" in text for text in texts)


def test_the_browser_opens_from_learn_and_leads_to_the_workshop(services: Services) -> None:
    learn = LearnScene(services)
    opened(learn)
    wish = press_with(learn, PAD, "book-taika-mario")
    assert isinstance(wish, Push) and isinstance(wish.scene, CardsScene)
    browser = CardsScene(services, "mokki", "laituri")
    opened(browser)
    wish = press_with(browser, KEYS, "workshop")
    assert isinstance(wish, Push) and isinstance(wish.scene, WorkshopScene)
    assert wish.scene.row is not None and wish.scene.row.card is not None
    assert wish.scene.row.card.id == "laituri"


def test_a_set_deleted_meanwhile_is_gone_when_one_comes_back(services: Services) -> None:
    scene = CardsScene(services, "mokki", "laituri")
    opened(scene)
    assert services.home is not None
    (services.home / "cards" / "mokki.toml").unlink()
    scene.entered()
    assert scene.chosen_set == "" and scene.chosen == ALL_CARDS[0]


def test_a_guest_at_a_table_sees_the_cards_of_its_deck_and_their_names() -> None:
    """Other people's own cards come with the table (TM15)."""
    services = shots.services()
    mine = Card("oma", "Oma kortti", "My own card", 2, ("#o#",))
    options = {"sets": "pohjola", "cards": write_cards((mine,))}
    table = TableScene(services, replace(shots.table(mine=False), game="taika-mario", options=options))
    opened(table)
    wish = press_with(table, PAD, "book")
    assert isinstance(wish, Push) and isinstance(wish.scene, CardsScene)
    opened(wish.scene)
    shown = [shown.card for shown in wish.scene.grid.items]
    assert shown == [*built_in()[2].cards, mine]
    wish.scene.base.set_focus(wish.scene.tabs)
    wish.scene.handle(Nav("right"))
    assert [each.card.id for each in wish.scene.grid.items] == ALL_CARDS


# ---- the options of every game


def asked(
    services: Services, game_id: str, scene: SetupScene | None = None
) -> tuple[SetupScene, OptionsDialog]:
    scene = scene or PlayHereScene(services, game_id)
    opened(scene)
    press_with(scene, KEYS, "options")
    dialog = scene.overlays[-1]
    assert isinstance(dialog, OptionsDialog)
    return scene, dialog


def at_row(scene: Scene, dialog: OptionsDialog, key: str, device: str) -> Widget:
    """Go to the option ``key`` by one device alone."""
    dialog.layer.set_focus(dialog.form)
    dialog.form.choose(0)
    (field,) = [field for field in dialog.form.fields if field.key == key]
    for _step in range(40):
        if device == "mouse":
            if dialog.form.rect.contains(field.rect):
                scene.handle(PointerMoved(*field.rect.center))
                return field
            scene.handle(Scroll(*dialog.form.rect.center, -1))
        else:
            if dialog.form.chosen is field:
                return field
            scene.handle(Nav("down", device))
            dialog.layer.set_focus(dialog.form)
    raise AssertionError(f"{key} is out of reach")


def test_every_option_of_every_game_has_a_name_and_an_explanation_in_both_languages() -> None:
    said: dict[str, list[str]] = {}
    for language in words.LANGUAGES:
        words.use(language)
        said[language] = []
        for one in games():
            for option in one.options:
                name, text, values = options_of(one).wording(option.name)
                assert option.name in options_of(one).wordings()
                if option.kind == "choice":
                    assert tuple(values) == option.choices and all(values.values())
                assert text or option.name == "cards", (one.id, option.name)
                said[language] += [name, text]
    different = [a != b for a, b in zip(said["en"], said["fi"], strict=True) if a]
    assert all(different)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game_id", [one.id for one in games()])
@pytest.mark.parametrize("size", [(1280, 720), (640, 480), (720, 1280)])
def test_each_device_reaches_every_option_and_sees_what_it_means(
    services: Services, game_id: str, device: str, size: tuple[int, int]
) -> None:
    scene, dialog = asked(services, game_id)
    scene.resize(*size)
    if device == "mouse":
        keys = [field.key for field in dialog.form.fields]
    else:
        dialog.layer.set_focus(dialog.form)
        keys = []
        while dialog.layer.focus is dialog.form and dialog.form.chosen is not None:
            keys.append(dialog.form.chosen.key)
            scene.handle(Nav("down", device))
    for option in game(game_id).options:
        assert any(key.startswith((option.name, "set-")) for key in keys) or option.name == "cards"
    for row in dialog.rows:
        field = at_row(scene, dialog, row.field.key, device)
        assert scene.window.contains(field.rect)
        assert row.about and row.about in dialog.about.text


@pytest.mark.parametrize("device", DEVICES)
def test_each_device_chooses_sets_hands_and_turns(services: Services, device: str) -> None:
    scene, dialog = asked(services, "taika-mario")
    for key in ("set-pohjola", "hands", "turn"):
        field = at_row(scene, dialog, key, device)
        if device == "mouse":
            scene.handle(Press(*field.rect.center))
            scene.handle(Release(field.rect.right - 20, field.rect.centery))
        else:
            scene.handle(Confirm(device))
    press_with(scene, device, "answer-2")
    press_with(scene, device, "start")
    wanted = {"sets": "base,pohjola", "hands": "open", "turn": "either-or"}
    assert (table_opened(services).game, table_opened(services).options) == ("taika-mario", wanted)


@pytest.mark.parametrize("device", DEVICES)
def test_own_sets_travel_with_the_table_and_can_be_named_there(services: Services, device: str) -> None:
    scene, dialog = asked(services, "taika-mario")
    field = at_row(scene, dialog, "set-mokki", device)
    if device == "mouse":
        scene.handle(Press(*field.rect.center))
        scene.handle(Release(*field.rect.center))
    else:
        scene.handle(Confirm(device))
    press_with(scene, device, "answer-2")
    press_with(scene, device, "start")
    options = table_opened(services).options
    assert set(json.loads(options["cards"])) == {"laituri", "saunavihta", "sateenkaari-jarven-ylla"}
    assert {each.id: each.fi for each in brought(options)}["laituri"] == "Laituri"
    one = game("taika-mario")
    state = one.start(one.configure(options), 2)
    assert "saunavihta" in state.notation()


def test_own_sets_follow_what_the_workshop_saved_meanwhile(services: Services) -> None:
    scene, dialog = asked(services, "taika-mario")
    at_row(scene, dialog, "set-mokki", KEYS)
    scene.handle(Confirm())
    press_with(scene, KEYS, "answer-2")
    assert services.home is not None
    path = services.home / "cards" / "mokki.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("#o#o#", "#oo#"), encoding="utf-8")
    scene.entered()
    press_with(scene, KEYS, "start")
    assert json.loads(table_opened(services).options["cards"])["laituri"]["pattern"] == ["#oo#"]
    path.unlink()
    scene.entered()
    press_with(scene, KEYS, "start")
    assert table_opened(services).options == {}


def test_no_built_in_set_at_all_is_refused_in_words(services: Services) -> None:
    scene, dialog = asked(services, "taika-mario")
    at_row(scene, dialog, "set-base", KEYS)
    scene.handle(Confirm())
    assert "at least one" in dialog.trouble.text and dialog.trouble.visible
    press_with(scene, KEYS, "answer-2")
    assert scene.overlays and dialog.trouble.visible and not services.toasts.lines, "said once"
    assert scene.overlays, "it stays open, nothing is taken"
    scene.handle(Cancel())
    assert not scene.overlays and scene.setup.options == {}


def test_nobody_plays_the_same_character_and_choosing_swaps(services: Services) -> None:
    scene, dialog = asked(services, "taika-mario")
    first = at_row(scene, dialog, "characters-0", KEYS)
    scene.handle(Nav("right"))
    second = by_key(scene, "characters-1")
    assert isinstance(first, ChoiceField) and isinstance(second, ChoiceField)
    assert (first.value, second.value) == ("luigi", "mario")
    scene.handle(Nav("right"))
    assert (first.value, second.value) == ("wario", "mario")
    press_with(scene, KEYS, "answer-2")
    assert scene.setup.options == {"characters": "wario,mario"}
    assert any("Wario" in getattr(widget, "side", "") for widget in scene.widgets)


def test_characters_and_start_follow_how_many_sit(services: Services) -> None:
    scene = PlayHereScene(services, "taika-mario")
    opened(scene)
    scene.setup.seats[2].kind = "bot:1"
    _same, dialog = asked(services, "taika-mario", scene)
    at_row(scene, dialog, "start", KEYS)
    scene.handle(Confirm())
    at_row(scene, dialog, "characters-2", PAD)
    scene.handle(Nav("right", PAD))
    press_with(scene, KEYS, "answer-2")
    assert scene.setup.options == {"start": "triangle", "characters": "mario,luigi,waluigi"}
    kind = by_key(scene, "kind-2")
    assert isinstance(kind, ChoiceField)
    scene.base.set_focus(kind)
    while scene.setup.seats[2].kind != "nobody":
        scene.handle(Nav("right"))
    assert scene.setup.options == {}, "with two there is no triangle, and only two characters"
    press_with(scene, KEYS, "start")
    assert table_opened(services).options == {}


@pytest.mark.parametrize(
    ("game_id", "key", "typed", "said"),
    [
        ("magi", "bands", "45:12-1,:7-5", "13"),
        ("magi", "bands", "nonsense", "nonsense"),
        ("magi", "move_limit", "-1", "-1"),
        ("mind-control", "quiet_limit", "9999999", "9999999"),
        ("taika-mario", "quiet_limit", "x", "x"),
    ],
)
def test_a_bad_value_is_refused_while_it_is_typed(
    services: Services, game_id: str, key: str, typed: str, said: str
) -> None:
    scene, dialog = asked(services, game_id)
    field = at_row(scene, dialog, key, KEYS)
    assert isinstance(field, TextField)
    field.set("")
    assert scene.editing
    scene.handle(Text(typed))
    assert said in dialog.trouble.text and dialog.trouble.visible
    assert dialog.box.contains(dialog.trouble.rect)
    assert not dialog.trouble.rect.colliderect(dialog.form.rect)


# ---- starting from a position


@pytest.mark.parametrize("device", [KEYS, PAD])
def test_a_pasted_position_is_what_the_table_starts_from(services: Services, device: str) -> None:
    scene = OpenTableScene(services, "magi")
    _same, dialog = asked(services, "magi", scene)
    at_row(scene, dialog, "from-position", device)
    scene.handle(Confirm(device))
    assert dialog.form.chosen is dialog.position
    assert dialog.trouble.visible, "an empty position is none"
    scene.handle(Text(START.replace(" 0 1", " 0 7")))
    assert not dialog.trouble.visible
    press_with(scene, KEYS, "answer-2")
    press_with(scene, device, "start")
    assert table_opened(services).position == START.replace(" 0 1", " 0 7")
    _same, dialog = asked(services, "magi", scene)
    assert dialog.fold.value, "what was chosen is shown again"
    press_with(scene, KEYS, "answer-1")
    press_with(scene, KEYS, "answer-2")
    press_with(scene, device, "start")
    assert table_opened(services).position == ""


@pytest.mark.parametrize(
    ("game_id", "text", "said"),
    [
        ("magi", "5k4/10/10/10/10/10/10/10/10/4KK4 w - - - 0 1", ["White", "2 kings"]),
        ("magi", "5k4/10/10/10/10/10/10/10/10/5K5 w - - - 0 1", ["rank 1", "11 squares"]),
        ("magi", "P4k4/10/10/10/10/10/10/10/10/5K4 w K - - 0 1", ["a10", "castling right K"]),
        ("mind-control", "nonsense", ["nonsense"]),
        ("taika-mario", "{", ["JSON"]),
        ("taika-mario", '{"size":8}', ["no key"]),
    ],
)
def test_a_bad_position_is_refused_with_the_rules_own_words(
    services: Services, game_id: str, text: str, said: list[str]
) -> None:
    scene, dialog = asked(services, game_id)
    at_row(scene, dialog, "from-position", KEYS)
    scene.handle(Confirm())
    scene.handle(Text(text))
    for part in said:
        assert part in dialog.trouble.text
    press_with(scene, KEYS, "answer-2")
    assert scene.overlays and scene.setup.position == ""


def test_a_position_for_another_number_of_players_is_refused(services: Services) -> None:
    one = game("taika-mario")
    scene, dialog = asked(services, "taika-mario")
    at_row(scene, dialog, "from-position", KEYS)
    scene.handle(Confirm())
    scene.handle(Text(one.start(one.configure({}), 3, b"3").notation()))
    assert "3" in dialog.trouble.text and "2" in dialog.trouble.text
    dialog.position.set("")
    scene.handle(Text(one.start(one.configure({}), 2, b"2").notation()))
    assert not dialog.trouble.visible


def test_the_explanation_follows_the_pointer_and_comes_back_to_the_chosen_option(services: Services) -> None:
    scene, dialog = asked(services, "taika-mario")
    chosen = dialog.about.text
    turn = at_row(scene, dialog, "turn", "mouse")
    assert "Step or spell" in dialog.about.text
    scene.handle(PointerMoved(2, 2))
    assert dialog.about.text == chosen
    scene.handle(Press(*turn.rect.center))
    scene.handle(PointerMoved(2, 2))
    assert "Step or spell" in dialog.about.text


def test_toggles_say_how_many_cards_a_set_has(services: Services) -> None:
    _scene, dialog = asked(services, "taika-mario")
    texts = [field.text for field in dialog.form.fields if isinstance(field, Toggle)]
    copies = sum(card.copies for card in built_in()[0].cards)
    assert any(f"{copies} cards" in text for text in texts)
    assert any("Cabin spells" in text for text in texts)


@pytest.mark.parametrize("which", ["cards", "workshop", "options"])
def test_painting_only_the_damage_gives_the_same_picture_as_painting_all(
    services: Services, which: str
) -> None:
    scene: Scene = CardsScene(services) if which == "cards" else WorkshopScene(services, "mokki", "laituri")
    if which == "options":
        scene, _dialog = asked(services, "taika-mario")
    else:
        opened(scene, (640, 360))
    scene.resize(640, 360)
    surface, whole = pygame.Surface((640, 360)), pygame.Surface((640, 360))
    chance = random.Random(7)
    for _step in range(60):
        x, y = chance.randrange(640), chance.randrange(360)
        intents: list[list[Intent]] = [
            [PointerMoved(x, y)],
            [Press(x, y), Release(x, y)],
            [Scroll(x, y, chance.choice((-1, 1)))],
            [Nav(chance.choice(("up", "down", "left", "right")))],
            [Next()],
            [Text("a")] if scene.editing else [PointerMoved(x, y)],
        ]
        for intent in chance.choice(intents):
            if not isinstance(scene.handle(intent), Push):
                for rect in scene.take_damage():
                    scene.paint(surface, rect)
        scene.paint(whole, scene.window)
        assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(whole, "RGB"), intent


@pytest.mark.parametrize("device", DEVICES)
def test_a_position_on_the_clipboard_is_taken_at_once_by_any_device(
    services: Services, device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text, taken in ((f"  {START} ", START), ("a shopping list", "")):
        monkeypatch.setattr("client.scenes.options.clipboard", lambda text=text: text)
        scene, dialog = asked(services, "magi")
        field = at_row(scene, dialog, "from-position", device)
        if device == "mouse":
            scene.handle(Press(*field.rect.center))
            scene.handle(Release(*field.rect.center))
        else:
            scene.handle(Confirm(device))
        assert dialog.position.value == taken


def test_bands_are_told_in_words_as_they_are_typed(services: Services) -> None:
    scene, dialog = asked(services, "magi")
    field = at_row(scene, dialog, "bands", KEYS)
    assert isinstance(field, TextField)
    assert "Moves 46–60: 11–1" in dialog.about.text
    field.set("")
    scene.handle(Text("40:16-0,:9-7"))
    assert "Moves 1–40: 16–0" in dialog.about.text and "Moves 41–: 9–7" in dialog.about.text
