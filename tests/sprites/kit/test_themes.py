"""Themes and text: readable, complete, and at home in every script."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from client.games.registry import livery_of
from rules.registry import games
from sprites.kit.fonts import path_of
from sprites.kit.glyphs import coverage
from sprites.kit.text import BOLD, PLAIN, TITLE, Typesetter
from sprites.kit.theme import BODY, EMBER, ICE, THEMES, WALKERS, Scale, contrast, luminance, mix, theme


@pytest.mark.parametrize("name", sorted(THEMES))
def test_text_has_at_least_7_to_1_and_muted_text_4_5_to_1(name: str) -> None:
    look = theme(name)
    sky = [look.sky_top, look.sky_bottom]
    grounds = sky + [
        mix(under, glass[:3], glass[3] / 255) for under in sky for glass in (look.panel, look.panel_raised)
    ]
    for ground in grounds:
        assert contrast(look.text, ground) >= 7
        assert contrast(look.muted, ground) >= 4.5
        assert contrast(look.focus, ground) >= 3


@pytest.mark.parametrize("name", sorted(THEMES))
def test_accents_stand_out_on_the_board(name: str) -> None:
    look = theme(name)
    for game in ("", *(each.id for each in games())):
        accents = livery_of(game).accents_in(look)
        assert contrast(accents.first, look.sky_bottom) >= 4.5
        assert contrast(accents.first, look.square_dark) >= 2.5


def test_an_unknown_theme_is_night() -> None:
    assert theme("nonsense") is THEMES["night"]


SEES = {
    "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""How colours are seen with each kind of colour-blindness (Machado, Oliveira, Fernandes 2009, severity 1)."""


@pytest.mark.parametrize("kind", sorted(SEES))
def test_player_colours_stay_apart_for_the_colour_blind(kind: str) -> None:
    def seen(colour: tuple[int, int, int]) -> tuple[float, ...]:
        linear = [(c / 255) ** 2.2 for c in colour]
        rows = (sum(m * c for m, c in zip(row, linear, strict=True)) for row in SEES[kind])
        return tuple(255 * min(1.0, max(0.0, value)) ** (1 / 2.2) for value in rows)

    def far(a: tuple[int, int, int], b: tuple[int, int, int]) -> float:
        return sum((x - y) ** 2 for x, y in zip(seen(a), seen(b), strict=True)) ** 0.5

    assert far(ICE, EMBER) > 80 and abs(luminance(ICE) - luminance(EMBER)) > 0.25
    colours = list(WALKERS.values())
    assert all(far(a, b) > 45 for i, a in enumerate(colours) for b in colours[i + 1 :])


def test_the_scale_follows_the_smaller_side() -> None:
    assert Scale.of((1280, 720)).factor == 1
    assert Scale.of((1920, 1080)).px(8) == 12
    assert Scale.of((2560, 720)).factor == 1
    tall = Scale.of((720, 1280))
    assert tall.portrait and tall.factor == 1
    assert Scale.of((0, 0)).px(1) >= 1


@pytest.mark.parametrize("face", [PLAIN, BOLD, TITLE])
def test_our_faces_are_there_and_have_every_finnish_letter(face: str) -> None:
    path = path_of(face)
    assert "pygame" not in path.parts
    letters = coverage(path)
    assert all(letter in letters for letter in "abcxyzåäöÅÄÖšžŠŽ–—…·×0123456789?!%€")


def test_a_letter_that_a_font_lacks_is_found_out() -> None:
    letters = coverage(path_of(TITLE))
    assert "日" not in letters and "\uffff" not in letters and len(letters) > 100


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\x00\x01\x00\x00\x00\x05" + b"\xff" * 90])
def test_a_file_that_is_no_font_covers_nothing(tmp_path: Path, content: bytes) -> None:
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(content)
    assert len(coverage(broken)) == 0
    assert len(coverage(tmp_path / "missing.ttf")) == 0


def test_text_is_cut_to_its_width_with_an_ellipsis() -> None:
    type_ = Typesetter()
    assert type_.fit("Yöpöytäliina", BODY, 3) == ""
    for width in (20, 40, 77, 120):
        shown = type_.fit("Yöpöytäliina ja lamppu", BODY, width)
        assert type_.size(shown, BODY)[0] <= width and shown.endswith("…")
    assert type_.fit("Yö", BODY, 500) == "Yö"
    assert type_.render("Yöpöytäliina", BODY, width=50).get_width() <= 50


def test_wrapping_keeps_all_words_and_all_lines_in_the_width() -> None:
    type_ = Typesetter()
    text = "A bishop and a wizard walk onto a board\nand there isänisänisänisänisänisänisän"
    lines = type_.wrap(text, BODY, 120)
    assert all(type_.size(line, BODY)[0] <= 120 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")


def test_rendered_text_is_cached_and_names_in_any_script_are_drawn() -> None:
    type_ = Typesetter(cache=4)
    assert type_.render("Elli") is type_.render("Elli")
    for name in ("Ωμέγα", "Иван", "日本語", "محمد", "עברית", "e\u0301", "🙂", "a\U0001f9d9\u200db"):
        image = type_.render(name)
        assert image.get_width() > 0 and image.get_bounding_rect().width > 0


def test_size_agrees_with_what_is_drawn() -> None:
    type_ = Typesetter(1.5)
    for text in ("Elli", "Väinö 日本", ""):
        width, height = type_.size(text)
        image = type_.render(text)
        assert abs(image.get_width() - width) <= 1
        assert abs(image.get_height() - height) <= 2
    assert isinstance(type_.draw(pygame.Surface((50, 50)), "x", (25, 25), anchor="center"), pygame.Rect)
