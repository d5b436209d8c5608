"""Whatever text comes in, it can be drawn: file names that are no text, strangers' words, the clipboard."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sprites.kit.text import BOLD, LONGEST, PLAIN, TITLE, Typesetter, drawable

ANYTHING = st.text(st.characters(exclude_categories=()), max_size=40)
"""Every code point, lone surrogates included."""


@settings(deadline=None)
@given(text=ANYTHING, face=st.sampled_from([PLAIN, BOLD, TITLE]), width=st.integers(1, 300))
@example(text="\udcff.toml", face=PLAIN, width=200)
@example(text="caf\xe9\0\x1b[31m", face=TITLE, width=200)
def test_any_text_is_measured_fitted_wrapped_and_drawn(text: str, face: str, width: int) -> None:
    type_ = Typesetter(1.0)
    type_.size(text, 18, face)
    type_.fit(text, 18, width, face)
    assert type_.wrap(text, 18, width, face)
    where = type_.draw(pygame.Surface((320, 60)), text, (0, 0), 18, face=face)
    assert where.height <= 2 * type_.line(18, face)  # one line, whatever line ends are in it


@given(text=ANYTHING)
def test_what_is_drawn_stands_letter_by_letter_for_what_was_given(text: str) -> None:
    shown = drawable(text)
    assert len(shown) == len(text)  # so that a caret stands where it should
    assert drawable(shown) == shown
    shown.encode("utf-8")
    assert all(new == old or new in " \ufffd" for new, old in zip(shown, text, strict=True))


def test_what_can_t_be_drawn_is_seen_to_be_missing_and_a_line_end_is_a_space() -> None:
    assert drawable("a\udcff\0\x1b\x85\u2028\r\nb") == "a\ufffd\ufffd\ufffd    b"
    assert drawable("Äiti – 日本語 🙂") == "Äiti – 日本語 🙂"


@pytest.mark.parametrize("text", ["x" * 1_000_000, "x y" * 300_000, "\udcff" * 1_000_000, "é" * 1_000_000])
def test_an_endless_line_is_cut_before_it_is_measured(text: str) -> None:
    assert len(drawable(text)) == LONGEST
    type_ = Typesetter(1.0)
    assert len("".join(type_.wrap(text, 18, 300))) <= LONGEST
    assert type_.render(text, 18, width=300).get_width() <= 300
