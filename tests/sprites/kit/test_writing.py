"""Lines in any script: what stands where, which font draws what, and nothing that is not seen."""

from __future__ import annotations

import unicodedata

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprites.kit import fonts
from sprites.kit.fonts import BOX, parts
from sprites.kit.text import BOLD, PLAIN, TITLE, Typesetter
from sprites.kit.writing import clusters, script_of, visual_runs, words

FACES = (PLAIN, BOLD, TITLE)
ANY = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=30)
MIXED = st.text(
    st.sampled_from("aB1 2.,-+%$()[]/:!\u05d0\u05d1\u05d2\u05b8\u0645\u0631\u064e\u0663ж日"), max_size=12
)


def shown(text: str) -> str:
    """The characters of ``text`` from the left."""
    return "".join(run.text[::-1] if run.right_to_left else run.text for run in visual_runs(text))


@pytest.mark.parametrize(
    ("read", "left_to_right"),
    [
        # Hebrew letters as capitals, Arabic as small letters beyond m; made with UAX 9's reference in mind
        ("abc", "abc"),
        ("ABC", "CBA"),
        ("ab CD EF gh", "ab FE DC gh"),
        ("AB CD", "DC BA"),
        ("AB 12 CD", "DC 12 BA"),
        ("AB 12", "12 BA"),
        ("ab AB 12 cd", "ab 12 BA cd"),
        ("AB (2)", "(2) BA"),  # a font turns brackets around in a part that runs to the left
        ("AB (cd)", "BA (cd)"),
        ("(AB)", "(BA)"),
        ("AB, CD!", "DC ,BA!"),
        ("AB: 3-2", "3-2 :BA"),
        ("AB: 3–2", "2–3 :BA"),
        ("AB 3.14 CD", "DC 3.14 BA"),
        ("AB 10%", "10% BA"),
        ("a AB, CD b", "a DC ,BA b"),
        ("AB ", "BA "),
        (" AB", " BA"),
        ("mn op", "po nm"),
        ("mn 12", "12 nm"),
        ("AB mn cd", "nm BA cd"),
        ("", ""),
    ],
)
def test_right_to_left_parts_stand_in_their_order(read: str, left_to_right: str) -> None:
    letters = {**dict(zip("ABCDEFG", "אבגדהוז", strict=True)), **dict(zip("mnop", "محرب", strict=True))}
    hebrew = str.maketrans(letters)
    turned = str.maketrans("()", ")(")
    there = shown(read.translate(hebrew))
    if "(2)" in read:
        there = there.translate(turned)
    assert there == left_to_right.translate(hebrew)


@given(MIXED | ANY)
def test_no_character_is_lost_and_none_comes_twice(text: str) -> None:
    runs = visual_runs(text)
    assert sorted("".join(run.text for run in runs)) == sorted(text)
    assert "".join(clusters(text)) == "".join(words(text)) == text
    for face in FACES:
        drawn = parts(text, face)
        assert all(part.text for part in drawn) or not text
        seen = "".join(part.text for part in drawn)
        lost = sorted(set(text) - set(seen))
        assert not [one for one in lost if unicodedata.category(one)[0] != "M"], lost


@given(st.text(st.sampled_from("abcäö .,!?12жд日한"), max_size=20))
def test_lines_that_run_from_left_to_right_stay_as_they_are(text: str) -> None:
    assert shown(text) == text


@given(
    st.text(st.sampled_from("אבגדהוזחט"), min_size=1, max_size=9),
    st.text(st.sampled_from("אבגד"), max_size=5),
)
def test_pure_right_to_left_text_is_one_run_turned_around(first: str, second: str) -> None:
    text = f"{first} {second}".rstrip()
    assert shown(text) == text[::-1]


@given(MIXED)
def test_the_line_around_a_name_stays_where_it_is(name: str) -> None:
    line = f"Watch {name} now"
    assert shown(line).startswith("Watch ") and shown(line).endswith(" now")


def is_seen(type_: Typesetter, text: str) -> bool:
    return bool(type_.render(text, 18).get_bounding_rect())


def test_hebrew_is_drawn_with_its_first_letter_at_the_right() -> None:
    type_ = Typesetter(1.0)
    wide, narrow = "ש", "י"
    image = type_.render(wide + narrow * 3, 30)
    middle = image.get_width() // 2
    left = pygame.mask.from_surface(image.subsurface((0, 0, middle, image.get_height()))).count()
    assert left < pygame.mask.from_surface(image).count() - left or parts(wide, PLAIN)[0].face == BOX


def test_arabic_letters_join() -> None:
    if parts("م", PLAIN)[0].face == BOX:
        pytest.skip("no font with Arabic here")
    type_ = Typesetter(1.0)
    joined, apart = type_.size("ممم", 30)[0], 3 * type_.size("م", 30)[0]
    assert joined < apart
    assert [part.script for part in parts("مرحبا", PLAIN)] == ["Arab"]


def one_of_each_script() -> list[str]:
    """Some letters of every script and sign that this Python knows: the first, the middle and the last by name."""
    by_script: dict[str, list[str]] = {}
    for code in range(0x21, 0x110000):
        letter = chr(code)
        kind = unicodedata.category(letter)
        if kind[0] in "LNPSC" and kind not in ("Cc", "Cf", "Cs"):
            first = unicodedata.name(letter, f"{kind} {code >> 14}").split(" ")[0]
            by_script.setdefault(f"{kind} {first}", []).append(letter)
    blank = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U0001d159"
    return [
        letter
        for letters in by_script.values()
        for letter in {letters[0], letters[len(letters) // 2], letters[-1]}
        if letter not in blank and not letter.isspace()
    ]


def test_something_is_seen_of_every_script() -> None:
    type_ = Typesetter(1.0, cache=8)
    letters = one_of_each_script()
    assert len(letters) > 1500
    nothing = [ascii(letter) for letter in letters if not is_seen(type_, letter)]
    assert not nothing


@pytest.mark.parametrize("face", FACES)
@given(text=ANY)
def test_a_line_is_as_wide_as_it_says_whatever_stands_in_it(face: str, text: str) -> None:
    type_ = Typesetter(1.0, cache=8)
    wide, _ = type_.size(text, 18, face)
    image = type_.render(text, 18, face=face)
    assert abs(image.get_width() - wide) <= max(1, len(parts(text, face)))
    fitted = type_.render(text, 18, face=face, width=60)
    assert fitted.get_width() <= 60 + len(parts(text, face))


@pytest.fixture
def two_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our face has a to m; of two system fonts one has x and y, the other all letters; none has z."""
    has = {"one": "xy", "two": "abcdefghijklmnopqrstuvwxyž\u0301"}
    monkeypatch.setattr(fonts, "_system_fonts", lambda: tuple(has))
    monkeypatch.setattr(
        fonts, "_covers", lambda path, letter: letter in has.get(path.name, "abcdefghijklm 12.-—→")
    )
    fonts._system_font.cache_clear()
    fonts.parts.cache_clear()


@pytest.fixture(autouse=True)
def fresh() -> object:
    yield None
    fonts._system_font.cache_clear()
    fonts.parts.cache_clear()


@pytest.mark.usefixtures("two_fonts")
@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("—ab", [("—ab", PLAIN)]),
        ("—abn", [("—", PLAIN), ("abn", "two")]),  # the word, not the letter
        ("—xy", [("—", PLAIN), ("xy", "one")]),
        ("— ax ay ab", [("— ", PLAIN), ("ax ay ", "two"), ("ab", PLAIN)]),
        ("—xza", [("—", PLAIN), ("x", "one"), ("z", BOX), ("a", PLAIN)]),
        ("—zz a", [("—", PLAIN), ("zz", BOX), (" a", PLAIN)]),
        ("—a→n", [("—a→", PLAIN), ("n", "two")]),
        ("—a\u0301b", [("—", PLAIN), ("a\u0301b", "two")]),
        ("—z\u0301", [("—", PLAIN), ("z", BOX)]),
    ],
)
def test_a_word_is_drawn_by_one_font_where_one_has_it(text: str, drawn: list[tuple[str, str]]) -> None:
    assert [(part.text, part.face) for part in parts(text, PLAIN)] == drawn


@pytest.mark.usefixtures("two_fonts")
def test_each_letter_that_no_font_has_is_a_box() -> None:
    type_ = Typesetter(1.0)
    one, three = type_.render("ʒ", 18), type_.render("ʒʒʒ", 18)
    assert three.get_width() == 3 * one.get_width() == type_.size("ʒʒʒ", 18)[0]
    count = pygame.mask.from_surface(one).count()
    assert count and pygame.mask.from_surface(three).count() == 3 * count


def test_without_a_shaper_letters_are_turned_around_here(monkeypatch: pytest.MonkeyPatch) -> None:
    part = next(part for part in parts("—שָׁל", PLAIN) if part.right_to_left)
    type_ = Typesetter(1.0)
    assert type_._order(part) == part.text
    type_._shapes = False
    assert type_._order(part) == "".join(reversed(clusters(part.text)))


@pytest.mark.parametrize(
    ("letter", "script"),
    [("م", "Arab"), ("ש", "Hebr"), ("न", "Deva"), ("ไ", "Thai"), ("ߊ", "Nkoo"), ("a", ""), ("日", "")],
)
def test_scripts_whose_letters_are_shaped_together(letter: str, script: str) -> None:
    assert script_of(letter) == script
