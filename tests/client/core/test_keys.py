"""Key presses over all modifiers and many layouts: what is a shortcut, what a sign, what a change in a text."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from client.core import input as reading
from client.core.input import Input
from client.core.intents import (
    Cancel,
    Composing,
    Confirm,
    Edit,
    Fullscreen,
    Intent,
    Menu,
    Nav,
    Quit,
    Shortcut,
    Text,
)
from client.core.keys import KeyPress, edit, shortcut, sign

LATIN = "abcdefghijklmnopqrstuvwxyz"
RUSSIAN = "фисвуапршолдьтщзйкыегмцчня"
GREEK = "αβψδεφγηιξκλμνοπ;ρστθωςχυζ"
HEBREW = "שנבגקכעיןחלךצמםפ/רדאוה'סטז"
ARABIC = "شؤيثبلاهتنمةىخحضقسفعرصءغئ"
"""What the keys of the places A to Z write."""
PLACES = {letter: pygame.KSCAN_A + number for number, letter in enumerate(LATIN)}
MODS = [
    pygame.KMOD_LSHIFT, pygame.KMOD_RSHIFT, pygame.KMOD_LCTRL, pygame.KMOD_RCTRL, pygame.KMOD_LALT,
    pygame.KMOD_RALT, pygame.KMOD_LMETA, pygame.KMOD_RMETA, pygame.KMOD_NUM, pygame.KMOD_CAPS, pygame.KMOD_MODE,
]  # fmt: skip
mods = st.sets(st.sampled_from(MODS)).map(sum)
COMMAND, OTHER = pygame.KMOD_CTRL | pygame.KMOD_META, pygame.KMOD_ALT | pygame.KMOD_MODE
SHIFT = pygame.KMOD_SHIFT


def event(press: KeyPress) -> pygame.event.Event:
    values = {"key": press.key, "mod": press.mod, "unicode": press.text, "scancode": press.place}
    return pygame.event.Event(pygame.KEYDOWN, values)


def read(press: KeyPress, *, editing: bool = False) -> list[Intent]:
    reader = Input()
    reader.edit(editing)
    return reader.read([event(press)], 0.0)


@st.composite
def letters(draw: st.DrawFn) -> tuple[str, KeyPress]:
    """A press of a letter key on some layout, and the Latin letter of its place (or of its key)."""
    place = draw(st.sampled_from(LATIN))
    layout = draw(st.sampled_from([LATIN, RUSSIAN, GREEK, ARABIC, HEBREW, LATIN[::-1]]))
    row = layout.ljust(26, layout[0])
    key = row[LATIN.index(place)]
    meant = key if key.isascii() and key.isalpha() else place
    mod = draw(mods)
    told = draw(st.sampled_from(["", key, key.upper()]))
    return meant, KeyPress(ord(key), mod, told if len(told) == 1 else "", PLACES[place])


@given(letters())
def test_ctrl_or_command_alone_makes_a_shortcut_of_the_keys_latin_letter(
    given_: tuple[str, KeyPress],
) -> None:
    meant, press = given_
    if press.mod & OTHER:
        assert shortcut(press) == "", "AltGr, Alt and Option write signs"
    elif press.mod & COMMAND:
        assert shortcut(press) == ("ctrl+shift+" if press.mod & SHIFT else "ctrl+") + meant
    elif chr(press.key).isalpha():
        assert shortcut(press) == meant, "whatever the locks say"
        assert sign(press).lower() == meant


@given(letters(), st.booleans())
def test_altgr_never_ends_pastes_or_empties(given_: tuple[str, KeyPress], editing: bool) -> None:
    _, press = given_
    press = press._replace(mod=press.mod | pygame.KMOD_LCTRL | pygame.KMOD_RALT)
    assert read(press, editing=editing) == []


@pytest.mark.parametrize("modifier", [pygame.KMOD_LCTRL, pygame.KMOD_RCTRL, pygame.KMOD_LMETA])
@pytest.mark.parametrize("layout", [LATIN, RUSSIAN, GREEK, HEBREW])
def test_the_commands_work_on_every_layout(
    layout: str, modifier: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "clipboard", lambda: "pasted")
    wanted: dict[str, Intent] = {
        "a": Edit("select-all"), "c": Edit("copy"), "x": Edit("cut"), "z": Edit("undo"), "y": Edit("redo"),
        "u": Edit("clear"), "v": Text("pasted"), "q": Quit(),
    }  # fmt: skip
    for letter, intent in wanted.items():
        key = layout[LATIN.index(letter)]
        for locks in (0, pygame.KMOD_CAPS, pygame.KMOD_NUM):
            press = KeyPress(ord(key), modifier | locks, "", PLACES[letter])
            assert read(press, editing=True) == [intent], (letter, key)
            if letter == "q":
                assert read(press) == [Quit()]


@given(st.sampled_from("0123456789"), mods)
def test_digits_of_the_keypad_and_of_any_row_are_digits(digit: str, mod: int) -> None:
    number = int(digit) or 10
    keypad = KeyPress(pygame.K_KP_1 + number - 1, mod | pygame.KMOD_NUM)
    french = KeyPress(ord("à&é\"'(§è_ç"[int(digit)]), mod, "", pygame.KSCAN_1 + number - 1)
    for press in (keypad, french):
        assert sign(press) == digit
        if not mod & (OTHER | COMMAND):
            assert shortcut(press) == digit


def test_the_keypad_without_numlock_is_arrows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    assert read(KeyPress(pygame.K_KP_8)) == [Nav("up")]
    assert read(KeyPress(pygame.K_KP_8, pygame.KMOD_NUM)) == [Shortcut("8")]
    assert read(KeyPress(pygame.K_KP_7), editing=True) == [Edit("home")]
    assert read(KeyPress(pygame.K_KP_8, 0, "8")) == [Shortcut("8")]
    monkeypatch.setattr("sys.platform", "darwin")
    assert read(KeyPress(pygame.K_KP_8)) == [Shortcut("8")], "a Mac has no NumLock"


def test_a_capital_letter_is_known_as_one() -> None:
    (intent,) = read(KeyPress(pygame.K_n, pygame.KMOD_LSHIFT, "N", PLACES["n"]))
    assert intent == Shortcut("n") and isinstance(intent, Shortcut) and intent.sign == "N"
    (intent,) = read(KeyPress(ord("т"), pygame.KMOD_CAPS, "", PLACES["n"]))
    assert isinstance(intent, Shortcut) and (intent.key, intent.sign) == ("n", "N")


def test_dead_keys_and_foreign_signs_are_nothing_in_particular() -> None:
    assert shortcut(KeyPress(0x40000000 | 224, 0, "")) == ""
    assert sign(KeyPress(ord("ö"), 0, "", 51)) == "ö"
    assert sign(KeyPress(ord("§"), 0, "", 53)) == "§"
    assert read(KeyPress(pygame.K_F4, pygame.KMOD_LALT)) == []
    assert read(KeyPress(pygame.K_TAB, pygame.KMOD_LALT, "\t")) == []
    assert read(KeyPress(pygame.K_RETURN, pygame.KMOD_LALT, "\r")) == [Fullscreen()]
    assert read(KeyPress(pygame.K_F10)) == [Menu()]


@given(st.sampled_from([pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END]), mods)
def test_shift_selects_and_a_command_goes_by_words_or_to_the_ends(key: int, mod: int) -> None:
    change = edit(KeyPress(key, mod))
    assert change is not None
    what, select = change
    assert select == bool(mod & SHIFT)
    if not mod & (COMMAND | OTHER):
        assert not what.startswith("word")
    if (
        mod & pygame.KMOD_CTRL
        and not mod & (OTHER | pygame.KMOD_META)
        and key in (pygame.K_LEFT, pygame.K_RIGHT)
    ):
        assert what.startswith("word")


@given(st.integers(0, 1 << 31), mods, st.text(max_size=2), st.integers(0, 512), st.booleans())
@example(ord("ß"), pygame.KMOD_LSHIFT, "", 45, False)
@example(ord("ŉ"), pygame.KMOD_CAPS, "", 0, False)
def test_no_press_ever_fails(key: int, mod: int, text: str, place: int, editing: bool) -> None:
    press = KeyPress(key, mod, text, place)
    assert isinstance(shortcut(press), str)
    assert len(sign(press)) <= 1
    read(press, editing=editing)


# ---- input methods

KEYS_OF_A_METHOD = [
    pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_ESCAPE, pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_LEFT,
    pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_TAB, pygame.K_SPACE, pygame.K_PAGEUP, pygame.K_HOME,
    pygame.K_F1, pygame.K_F10, pygame.K_1, pygame.K_q, pygame.K_v,
]  # fmt: skip


def composing(text: str) -> pygame.event.Event:
    return pygame.event.Event(pygame.TEXTEDITING, {"text": text, "start": 0, "length": len(text)})


@given(st.lists(st.tuples(st.sampled_from(KEYS_OF_A_METHOD), mods), max_size=8))
def test_while_something_is_composed_the_input_method_alone_hears_the_keys(
    presses: list[tuple[int, int]],
) -> None:
    reader = Input()
    reader.edit(True)
    assert reader.read([composing("に")], 0.0) == [Composing("に")]
    assert reader.read([event(KeyPress(key, mod)) for key, mod in presses], 0.0) == []
    done = pygame.event.Event(pygame.TEXTINPUT, {"text": "日"})
    assert reader.read([done], 0.0) == [Text("日")]
    assert reader.read([event(KeyPress(pygame.K_F3))], 0.0) == [Shortcut("f3")]


@pytest.mark.parametrize("end", ["", "stopped", "away"])
def test_keys_are_heard_again_once_composing_has_ended(end: str) -> None:
    reader = Input()
    reader.edit(True)
    reader.read([composing("に")], 0.0)
    if end == "stopped":
        reader.edit(False)
    elif end == "away":
        intents = reader.read([pygame.event.Event(pygame.WINDOWFOCUSLOST)], 0.0)
        assert Composing("") in intents
    else:
        assert reader.read([composing("")], 0.0) == [Composing("")]
    assert reader.read([event(KeyPress(pygame.K_ESCAPE))], 0.0) == [Cancel()]
    assert reader.read([event(KeyPress(pygame.K_RETURN))], 0.0) == [Confirm()]


def test_a_click_elsewhere_gives_up_what_is_composed() -> None:
    reader = Input()
    reader.edit(True)
    reader.read([composing("に")], 0.0)
    press = pygame.event.Event(pygame.MOUSEBUTTONDOWN, {"pos": (5, 5), "button": 1})
    assert reader.read([press], 0.0)[0] == Composing("")
