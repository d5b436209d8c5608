"""Names: cleaned when typed, refused when they arrive unclean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.names import MAX_CHARS, BadName, check_name, clean_name


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
