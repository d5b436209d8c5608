"""Names: cleaned when typed, refused when they arrive unclean."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.edge.entropy import fresh, new_key
from net.log.header import Seat
from net.peer.table import Table
from net.wire.codec import frame, pack
from net.wire.hint import Announcement, read_hint, write_hint
from net.wire.link import Closed, Hello, Link, Role
from net.wire.names import (
    MAX_CHARS,
    MAX_MARKS,
    BadName,
    check_name,
    check_signed_name,
    clean_name,
    shown_name,
)
from net.wire.table import TableState


@pytest.mark.parametrize(
    ("typed", "clean"),
    [
        ("Maija", "Maija"),
        ("  Ma\u200bija\t Meri \n", "Maija Meri"),
        ("A\u0308iti", "Äiti"),
        ("x" * 40, "x" * 32),
        ("x" * 31 + " y", "x" * 31),
        ("\ud800Ok\x00", "Ok"),
        ("a\u202eb", "ab"),
        ("A\u200b\u0308", "Ä"),
        ("日本 語", "日本 語"),
        ("\u200b \x07", ""),
    ],
)
def test_typed_names_are_cleaned(typed: str, clean: str) -> None:
    assert clean_name(typed) == clean


def test_a_name_of_nothing_falls_back() -> None:
    assert clean_name("\u200b", "Guest") == "Guest"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name-empty"),
        ("x" * 33, "name-long"),
        ("a\x00b", "name-character"),
        ("a\nb", "name-character"),
        ("a\u202eb", "name-character"),
        ("a\ud800b", "name-character"),
        ("a\ufffeb", "name-character"),
        ("A\u0308iti", "name-unclean"),
        (" a", "name-unclean"),
        ("a  b", "name-unclean"),
        ("a\u2028b", "name-unclean"),
        ("\u3164", "name-character"),
        ("\u2800\u2800", "name-character"),
        ("Anna\u115f", "name-character"),
        ("Anna\ufe0f", "name-character"),
        ("Z" + "\u030d" * 4 + "algo", "name-marks"),
        ("\u0301", "name-marks"),
        ("a \u0301b", "name-marks"),
    ],
)
def test_unclean_names_are_refused_with_their_reason(name: str, code: str) -> None:
    with pytest.raises(BadName) as caught:
        check_name(name)
    assert caught.value.code == code


@given(st.text(st.characters(), max_size=60))
def test_what_was_cleaned_is_clean_and_stays_so(typed: str) -> None:
    clean = clean_name(typed, "Guest")
    assert check_name(clean) == clean == clean_name(clean)
    assert len(clean) <= MAX_CHARS


BLANKS = [*map(chr, (
    0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180E, 0x200B, 0x200D, 0x200E, 0x2060, 0x2064,
    0x206A, 0x2800, 0x3164, 0xFE00, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0, 0xFFFC, 0x16FE4, 0x1BCA0, 0x1D159, 0x1D173,
    0xE0001, 0xE0020, 0xE0100, 0xE01EF, 0xE0FFF,
))]  # fmt: skip


@pytest.mark.parametrize("blank", BLANKS, ids=ascii)
def test_what_can_not_be_seen_is_refused_dropped_and_not_shown(blank: str) -> None:
    for name in (blank, blank * 5, f"Anna{blank}", f"{blank}Anna", f"An{blank}na"):
        with pytest.raises(BadName):
            check_name(name)
        assert clean_name(name, "?") == shown_name(name) == ("Anna" if "n" in name else "?")


@pytest.mark.parametrize(
    "name",
    [
        "Nguyễn Thị Hằng", "Ệ\u0331", "ก็น้ำปิ่น", "ที่รัก", "שָׁלוֹם בַּרְוָז", "מֹשֶׁה", "مُحَمَّد", "نَّ", "हिन्दी", "क्ष्म्य", "ক্ষ",
        "ကျွန်ုပ်", "ស្ត្រី", "བསྒྲུབས", "རྐྱེན", "தமிழ்", "ᬩᬮᬶ", "한국 사람", "がぎぐ", "q̃ ŝ", "x\u0308\u0304", "💛", "1\u20e3",
        "Ünïcödé", "ʻOkina",
    ],
)  # fmt: skip
def test_names_as_people_write_them_stay_as_they_are(name: str) -> None:
    from unicodedata import normalize

    name = normalize("NFC", name)
    assert check_name(name) == name == clean_name(name) == shown_name(name) == check_signed_name(name)


@given(st.text(st.characters(categories=("L", "M")), min_size=1, max_size=32))
def test_no_letter_of_a_clean_name_carries_a_heap(typed: str) -> None:
    from unicodedata import category

    for name in (clean_name(typed), shown_name(typed)):
        marks = MAX_MARKS
        for char in name:
            marks = marks + 1 if category(char) in ("Mn", "Me") else 0
            assert marks <= MAX_MARKS


@given(st.text(st.characters(), min_size=1, max_size=32))
def test_what_a_record_may_hold_is_shown_clean_and_once_clean_names_may_be_signed(text: str) -> None:
    try:
        signed = check_signed_name(text)
    except BadName:
        with pytest.raises(BadName):  # milder, never stricter
            check_name(text)
        return
    assert signed == text
    assert check_name(shown_name(signed)) == shown_name(shown_name(signed)) == shown_name(signed)


def test_code_points_of_every_class_are_seen_or_refused() -> None:
    """Alone it is no name unless something of it is seen; before and after letters it is kept or cleaned away."""
    from unicodedata import category

    for code in range(0x110000):
        char = chr(code)
        if category(char) in ("Lo", "Co", "Cn", "Cs") and code % 97:
            continue  # a sample of the large uniform classes
        shown = shown_name(char)
        try:
            check_name(char)
            good = True
        except BadName:
            good = False
        assert good == (shown == char or char == "?"), ascii(char)
        if good:
            assert category(char)[0] in "LNPSC", ascii(char)


def closes(name: str) -> str:
    """The code with which a server turns down a hello with ``name``."""
    server, caller = new_key(), new_key()
    ours = Hello("0.1.0", {"magi": 1}, "Bert", server.public, fresh(), 0)
    theirs = replace(ours, name=name, identity=caller.public, nonce=fresh())
    events = Link(Role.SERVER, server, ours, b"c" * 32, 0.0).receive(frame(pack(theirs.pack())), 0.0)
    return events[0].reason.code if events and isinstance(events[0], Closed) else ""


def table(name: str = "Anna", guest: str = "", looks: str = "") -> Table:
    made = Table("aa" * 16, "bb" * 32, name, "mind-control", 1, {}, ["person", "open"])
    if guest:
        made.sit("cc" * 32, guest, "person")
    if looks:
        made.look("dd" * 32, looks)
    return made


@pytest.mark.parametrize(
    "name", ["\u3164", "Anna\u2800", "Z\u030d\u030d\u030d\u030d", "\u0301", "An\ufe0fna"], ids=ascii
)
def test_every_door_for_new_names_refuses_them(name: str) -> None:
    """A hello, an announcement, a table that is opened or told of, who sits and who looks, a seat of ours."""
    assert closes("Dora") == "" and closes(name).startswith("name-")
    said = write_hint("ab" * 32, Announcement("12" * 16, "magi", 1, name, 2, 1))
    assert read_hint({key.encode(): value.encode() for key, value in said.items()}) is None
    state = table("Anna", "Bert", "Carl").state
    places = (replace(state.places[0], name=name), state.places[1])
    for told in (replace(state, places=places), replace(state, watchers=(name,))):
        with pytest.raises(BadName):
            TableState.read(told.pack())
    for asked in ({"name": name}, {"guest": name}, {"looks": name}):
        with pytest.raises(BadName):
            table(**asked)
    with pytest.raises(BadName):
        Seat.make(new_key(), fresh(), name, new_key().public)


@pytest.mark.parametrize("text", ["\u0316\u0301" * 500_000, "\udcff" * 500_000, "a " * 500_000])
def test_of_an_endless_text_only_the_beginning_is_looked_at(text: str) -> None:
    assert len(clean_name("a" + text)) <= MAX_CHARS
