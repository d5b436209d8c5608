"""Our faces: every Finnish letter, other scripts by fallback, fitting and wrapping."""

from __future__ import annotations

import pygame
import pytest

from sprites.kit.fonts import parts, path_of
from sprites.kit.glyphs import coverage
from sprites.kit.text import BOLD, ELLIPSIS, PLAIN, TITLE, Typesetter

FINNISH = "abcdefghijklmnopqrstuvwxyzåäöšž" + "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖŠŽ"
SIGNS = "0123456789.,:;!?-()+/%'\"–—’”é·×€"


@pytest.mark.parametrize("face", [PLAIN, BOLD, TITLE])
def test_a_face_has_every_letter_of_finnish_or_borrows_it_from_one_of_ours(face: str) -> None:
    for letter in FINNISH + SIGNS:
        assert {part.face for part in parts(letter, face)} <= {face, PLAIN}


@pytest.mark.parametrize("face", [PLAIN, BOLD, TITLE])
def test_the_letters_that_finnish_words_need_are_in_the_face_itself(face: str) -> None:
    covered = coverage(path_of(face))
    assert len(covered) > 100
    assert all(letter in covered for letter in "abcdefghijklmnopqrstuvwxyzåäöABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ")


@pytest.mark.parametrize(
    "name",
    [
        "Ваня",
        "Ελένη",
        "日本語",
        "한국",
        "שלום",
        "مرحبا",
        "नमस्ते",
        "ไทย",
        "♜♞",
        "🙂👨‍👩‍👧",
        "e\u0301o\u0308",
        "\U0010fffd",
    ],
)
def test_names_in_any_script_are_drawn_without_an_error(name: str) -> None:
    type_ = Typesetter(1.0)
    for face in (PLAIN, TITLE):
        image = type_.render(f"Aa {name} 1", 18, (255, 255, 255), face, width=120)
        assert 0 < image.get_width() <= 120
        assert pygame.mask.from_surface(image).count() > 0


@pytest.mark.parametrize("name", ["\ufe0f", "\u034f", "\u0301" * 32, "a\ufe0f", "\u180b\u6f22", "\u3164"])
def test_names_of_which_nothing_can_be_seen_are_drawn_without_an_error(name: str) -> None:
    surface = pygame.Surface((400, 60))  # a peer may be called so: none of these letters is refused in names
    for face in (PLAIN, BOLD, TITLE):
        where = Typesetter(1.0).draw(surface, name, (0, 0), 18, face=face, width=200)
        assert where.width <= 200


def test_fitted_text_ends_with_an_ellipsis_and_never_is_too_wide() -> None:
    type_ = Typesetter(1.0)
    long = "Mielenhallinnan mestari Äänekoskelta"
    for width in (40, 90, 140, 200):
        fitted = type_.fit(long, 18, width)
        assert fitted.endswith(ELLIPSIS)
        assert type_.size(fitted, 18)[0] <= width
        assert type_.render(long, 18, width=width).get_width() <= width
    assert type_.fit(long, 18, 2000) == long


def test_wrapped_lines_fit_and_lose_no_letter() -> None:
    type_ = Typesetter(1.0)
    text = "Yksi kaksi kolme neljä viisi kuusi.\nSeitsemän lentävänniemenmäenrinteenkatuosuuskunta"
    lines = type_.wrap(text, 18, 110)
    assert all(type_.size(line, 18)[0] <= 110 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")
    assert len(lines) > 4


def test_the_scale_makes_text_larger_and_the_cache_is_bounded() -> None:
    small, large = Typesetter(1.0), Typesetter(2.0, cache=8)
    assert large.size("Magicade", 18)[0] > 1.8 * small.size("Magicade", 18)[0]
    for i in range(40):
        large.render(f"{i}", 14)
    assert len(large._images) <= 8
    assert small.render("a", 14) is small.render("a", 14)


def test_a_file_that_is_no_font_covers_nothing(tmp_path: pytest.TempPathFactory) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "broken.ttf"
    for content in (b"", b"\0\1\0\0", b"ttcf" + b"\xff" * 40, bytes(range(256)) * 4):
        path.write_bytes(content)
        assert len(coverage(path)) == 0
    assert "a" not in coverage(path.with_name("missing.ttf"))
