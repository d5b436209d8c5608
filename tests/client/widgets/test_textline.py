"""A line of text being edited: caret, selection, words, undoing; and a field by mouse, keys and clipboard."""

from __future__ import annotations

import unicodedata

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from client import shots
from client.core.intents import Composing, Drag, Edit, Press, Release, Text
from client.core.scene import Scene
from client.widgets import text_field
from client.widgets.text_field import TextField
from client.widgets.textline import TextLine

CHANGES = ("backspace", "delete", "word-backspace", "word-delete", "cut", "clear")
MOVES = ("left", "right", "word-left", "word-right", "home", "end", "select-all", "copy")
steps = st.lists(
    st.one_of(
        st.tuples(st.sampled_from((*CHANGES, *MOVES, "undo", "redo")), st.booleans()),
        st.text("ab ä-9\u0301\u0308é", min_size=1, max_size=5),
    ),
    max_size=30,
)


@given(st.text("xy z", max_size=12), steps)
def test_the_caret_stays_in_the_text_and_the_text_within_its_limit(first: str, done: list[object]) -> None:
    line = TextLine(first, 16)
    for step in done:
        before = line.value
        changed = line.insert(step) if isinstance(step, str) else line.do(*step)  # type: ignore[misc]
        assert changed == (before != line.value)
        assert len(line.value) <= 16
        assert 0 <= line.caret <= len(line.value) and 0 <= line.anchor <= len(line.value)
        assert line.selected == line.value[slice(*line.selection)]


@given(st.text("xy z", max_size=12), steps)
def test_all_that_was_done_can_be_undone_and_done_again(first: str, done: list[object]) -> None:
    line = TextLine(first, 99)
    for step in done:
        if isinstance(step, str):
            line.insert(step)
        elif step[0] not in ("undo", "redo"):  # type: ignore[index]
            line.do(*step)  # type: ignore[misc]
    last = line.value
    while line.do("undo"):
        pass
    assert line.value == first
    while line.do("redo"):
        pass
    assert line.value == last


@given(st.text("aä \u0301\u0308e", max_size=10), st.integers(0, 10))
def test_the_caret_never_stands_between_a_letter_and_its_accents(text: str, place: int) -> None:
    line = TextLine(text.lstrip("\u0301\u0308"), 99)
    line.put_caret(place)
    for what in ("left", "right", "left", "left", "right"):
        rest = line.value[line.caret : line.caret + 1]
        assert not rest or unicodedata.category(rest) not in ("Mn", "Me") or line.caret == 0
        line.do(what)


def test_words_selection_and_replacing_it() -> None:
    line = TextLine("one two three", 99)
    line.do("word-left")
    assert line.caret == 8
    line.do("word-left", True)
    assert line.selected == "two "
    line.insert("2 ")
    assert line.value == "one 2 three"
    line.do("undo")
    assert (line.value, line.selected) == ("one two three", "two ")
    line.do("right")
    assert line.caret == 8, "an arrow leaves the selection at its end"
    line.do("select-all")
    assert line.selected == "one two three"
    assert line.do("backspace") and line.value == ""


def test_typing_is_undone_in_one_go_and_an_accent_typed_after_its_letter_joins_it() -> None:
    line = TextLine("", 99)
    for letter in "abe":
        line.insert(letter)
    line.insert("\u0301")
    assert line.value == "abé"
    line.do("undo")
    assert line.value == ""


def test_a_selection_makes_room_for_what_takes_its_place() -> None:
    line = TextLine("abcdef", 6)
    line.do("select-all")
    assert line.insert("123456789") and line.value == "123456"


# ---- a field

SKIN = Scene(shots.services()).skin


def field(text: str = "one two three", limit: int = 40) -> TextField:
    made = TextField("", text, limit=limit)
    made.rect = pygame.Rect(10, 10, 400, 50)
    made.focused = True
    made.paint(pygame.Surface((500, 100)), SKIN)
    return made


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr(text_field, "copy_out", found.append)
    return found


def test_copying_and_cutting_take_what_is_selected_and_nothing_without_a_selection(copied: list[str]) -> None:
    one = field()
    one.handle(Edit("copy"))
    one.handle(Edit("cut"))
    assert copied == [] and one.value == "one two three"
    one.handle(Edit("word-left", True))
    one.handle(Edit("copy"))
    assert copied == ["three"] and one.value == "one two three"
    one.handle(Edit("cut"))
    assert copied == ["three", "three"] and one.value == "one two "
    one.handle(Text("3"))
    assert one.value == "one two 3"


def at(one: TextField, place: int) -> int:
    assert one._painted is not None
    skin, left = one._painted
    return left + (skin.type.size(one.value[:place])[0] if place else 0)


@given(st.integers(0, 13), st.integers(0, 13))
def test_a_press_puts_the_caret_and_dragging_selects(start: int, end: int) -> None:
    one = field()
    one.handle(Press(at(one, start), 30))
    assert (one.caret, one.line.selected) == (start, "")
    one.handle(Drag(at(one, end), 30))
    one.handle(Release(at(one, end), 30))
    assert one.line.selected == one.value[min(start, end) : max(start, end)]
    one.handle(Press(10_000, 30))
    assert one.caret == 13
    one.handle(Press(-5, 30))
    assert one.caret == 0


@given(st.integers(0, 12))
def test_a_double_click_selects_the_word_and_a_triple_click_everything(place: int) -> None:
    one = field()
    x = at(one, place) + 2
    one.handle(Press(x, 30, clicks=2))
    one.handle(Drag(x + 1, 30))
    text, word = (
        "one two three",
        "one" * (place < 3) or "two" * (3 < place < 7) or "three" * (place > 7) or " ",
    )
    assert one.line.selected == word, text[place]
    one.handle(Press(x, 30, clicks=3))
    assert one.line.selected == text


def test_what_is_composed_takes_the_selections_place_and_goes_with_the_focus() -> None:
    one = field("ab")
    one.handle(Edit("select-all"))
    one.handle(Composing("に"))
    assert (one.value, one.composing) == ("ab", "に")
    one.paint(pygame.Surface((500, 100)), SKIN)
    one.handle(Text("日"))
    assert one.value == "日"
    one.handle(Composing("ほ"))
    one.focused = False
    assert one.composing == ""
