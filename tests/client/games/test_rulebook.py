"""The rulebooks in our own words: whole, marked as the rules are, what refusals cite is found, documents are theirs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from client import shots
from client.board.rulebook import Rule, cited
from client.core import words
from client.core.intents import Confirm, Nav, Press, Release, Shortcut
from client.core.scene import Push
from client.core.skin import BOLD
from client.games.registry import look_of
from client.games.rulebooks import documents, write
from client.scenes.learn import LearnScene, page_text, program_pages
from rules.registry import games
from tests.client.board_rig import Rig

ROOT = Path(__file__).parents[3]
NUMBERS = {
    "mind-control": [f"MC{n}" for n in range(1, 16)],
    "magi": [f"MG{n}" for n in range(1, 24)],
    "taika-mario": [f"TM{n}" for n in range(1, 22)],
}
MARKS = {
    "mind-control": {"MC1": 1, "MC7": 2, "MC8": 1, "MC9": 4, "MC11": 1, "MC15": 1},
    "magi": {"MG13": 1, "MG14": 1, "MG15": 2, "MG16": 3, "MG18": 2, "MG19": 1},
    "taika-mario": {
        "TM1": 4, "TM3": 1, "TM4": 1, "TM5": 1, "TM6": 2, "TM9": 1, "TM11": 1, "TM12": 1, "TM13": 1, "TM19": 1,
    },
}  # fmt: skip
"""How often the rulebook marks an interpretation [I], by rule."""
DESIGNERS = {"mind-control": "Robert Atwood", "magi": "Neal Meyer", "taika-mario": "Vlaada Chvátil"}
CITATION = re.compile(r"\b(?:MC|MG|TM)[0-9]+\b")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    words.use("en")
    yield
    words.use("en")


def known() -> set[str]:
    return {rule.number for game in games() for rule in look_of(game.id).rules()}


@cache
def sentences() -> tuple[tuple[str, str], ...]:
    """Where it stands and what it says, for every text in a call (an error, a word) in the rules, the net and the
    client."""
    return tuple(said())


def said() -> Iterator[tuple[str, str]]:
    for package in ("rules", "net", "client"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
                        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                            yield f"{path.relative_to(ROOT)}:{node.lineno}", argument.value


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("game", NUMBERS)
def test_every_rule_is_there_in_its_order_with_title_and_text(game: str, language: str) -> None:
    words.use(language)
    rules = look_of(game).rules()
    assert [rule.number for rule in rules] == NUMBERS[game]
    assert all(rule.title and rule.text.endswith((".", "1")) for rule in rules)
    assert all(choice.endswith(".") for rule in rules for choice in rule.ours)


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("game", NUMBERS)
def test_the_interpretations_are_those_that_the_rulebook_marks_one_by_one(game: str, language: str) -> None:
    words.use(language)
    rules = look_of(game).rules()
    assert {rule.number: len(rule.ours) for rule in rules if rule.ours} == MARKS[game]
    silent = look_of(game).help()[-1]
    expected = [f"{rule.number}: {choice}" for rule in rules for choice in rule.ours]
    assert list(silent.paragraphs) == expected


def test_every_number_that_any_sentence_cites_can_be_looked_up() -> None:
    found = {number: place for place, text in sentences() for number in CITATION.findall(text)}
    assert len(found) > 25, "refusals cite their rules"
    assert not {number: place for number, place in found.items() if number not in known()}


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_translations_cite_the_same_rules(language: str) -> None:
    words.use(language)
    for place, text in sentences():
        assert CITATION.findall(words._(text)) == CITATION.findall(text), place


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("game", NUMBERS)
def test_designers_are_named_where_people_read(game: str, language: str) -> None:
    words.use(language)
    look = look_of(game)
    assert DESIGNERS[game] in look.credit()
    assert DESIGNERS[game] in page_text(look.help()[0])
    assert any(look.credit() in page_text(page) for page in program_pages())


def test_only_rules_of_the_game_are_cited() -> None:
    rules = [Rule("MG1", "a", "b"), Rule("MG11", "a", "b")]
    assert cited("no (MG11, MG1): see MC1, MG111, XMG1", rules) == ("MG11", "MG1")
    assert cited("no more than that", rules) == ()


def test_the_documents_are_written_from_the_same_text(tmp_path: Path) -> None:
    """``python -m client.games.rulebooks docs/rules`` after a change."""
    written = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "rules").glob("*.md")}
    assert written == documents()
    write(tmp_path / "rules")
    assert {path.name for path in (tmp_path / "rules").iterdir()} == written.keys()
    for game, numbers in NUMBERS.items():
        text = written[f"{game}.md"]
        assert re.findall(r"^## (\w+) ", text, re.MULTILINE) == numbers
        assert text.count("- **[I]**") == sum(MARKS[game].values())


# ---- in the window


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1280, 720), (720, 1280)])
def test_each_rule_is_gone_to_by_its_number(size: tuple[int, int], language: str) -> None:
    """At the top of the page, or as near as its end allows."""
    services = shots.services(language, "night")
    for game, numbers in NUMBERS.items():
        scene = LearnScene(services, game, numbers[-1])
        scene.resize(*size)
        assert scene.picker.index == len(numbers) - 1 and shown_at(scene, numbers[-1]) >= 0
        for index, number in enumerate(numbers):
            scene.picker.choose(index)
            assert scene.list.chosen is not None and scene.list.chosen[0] == game
            assert scene.picker.visible and scene.picker.index == index
            assert scene.body.contains(scene.picker.rect) and scene.body.contains(scene.page.rect)
            assert scene.page.rect.height > scene.body.height // 3, "there is room to read"
            top = shown_at(scene, number)
            assert 0 <= top < scene.page.rect.height - scene.px(24)
            assert top < scene.px(40) or scene.page.scroll(10**6) is False


def shown_at(scene: LearnScene, number: str) -> int:
    """How far below the upper edge of the page the heading of that rule is drawn."""
    above = -scene.page.offset + scene.px(16)
    for text, size, face, _role in scene.page._lines:
        if face == BOLD and text.startswith(f"{number} "):
            return above
        above += scene.skin.type.line(size, face)
    raise AssertionError(number)


def test_numbers_are_chosen_by_mouse_and_by_keys_and_stay_in_another_window_size() -> None:
    scene = LearnScene(shots.services("en", "night"), "magi", "MG3")
    scene.resize(1280, 720)
    where = scene.picker.box(17).center
    scene.handle(Press(*where))
    scene.handle(Release(*where))
    assert shown_at(scene, "MG18") < scene.px(40)
    scene.base.set_focus(scene.picker)
    scene.handle(Nav("left", "keys"))
    assert shown_at(scene, "MG17") < scene.px(40)
    scene.handle(Confirm("keys"))
    assert shown_at(scene, "MG18") < scene.px(40)
    scene.resize(800, 600)
    assert scene.picker.index == 17 and shown_at(scene, "MG18") < scene.px(40)
    scene.list.choose(0)
    assert scene.page.offset == 0


@pytest.mark.parametrize("number", ["", "MG99", "MC4"])
def test_a_number_that_the_game_has_not_opens_its_first_page(number: str) -> None:
    scene = LearnScene(shots.services("en", "night"), "magi", number)
    scene.resize(1280, 720)
    assert scene.list.chosen is not None
    assert scene.list.chosen[1].title == look_of("magi").help()[0].title


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_help_asked_for_while_a_refusal_is_shown_opens_at_the_rule_it_cites(language: str) -> None:
    rig = Rig(language=language)
    rig.click("c3")
    rig.click("c6")  # a small base goes one square only
    assert "(MC4)" in rig.scene.around.hint.hint.text + rig.scene.around.hint.hint.title
    assert opened(rig) == "MC4"
    rig.frame(5.0)
    assert opened(rig) == "", "the refusal is gone"


def test_a_refusal_that_comes_later_is_the_one_that_counts() -> None:
    rig = Rig(rules="taika-mario")
    rig.click("a1")
    assert opened(rig) in ("", "TM4")
    rig = Rig()
    rig.click("c6")
    first = opened(rig)
    rig.click("c3")
    rig.click("c2")
    assert (first, opened(rig)) == ("MC3", "MC8") or opened(rig) != first


def opened(rig: Rig) -> str:
    """The rule at which F1 opens the help now; empty: its first page."""
    wish = rig.scene.handle(Shortcut("f1"))
    assert isinstance(wish, Push) and isinstance(wish.scene, LearnScene)
    scene = wish.scene
    scene.resize(1280, 720)
    topic = scene.list.chosen
    assert topic is not None and topic[0] == rig.scene.game
    return topic[1].rules[scene.picker.index].number if topic[1].rules else ""
