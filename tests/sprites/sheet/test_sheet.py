"""The contact sheet is written, shows every theme, and says how it is used."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from sprites.kit.theme import theme
from sprites.sheet.sheet import main
from sprites.sheet.spellsheet import SIZE, spellsheet


def test_the_part_with_cards_and_spells_fills_its_surface_in_any_theme() -> None:
    pictures = [spellsheet(theme(name)) for name in ("night", "paper")]
    assert all(picture.get_size() == SIZE for picture in pictures)
    colours = [
        {tuple(p.get_at((x, y))) for x in range(0, 1600, 37) for y in range(0, SIZE[1], 37)} for p in pictures
    ]
    assert all(len(found) > 40 for found in colours)
    assert colours[0] != colours[1]


@pytest.mark.parametrize(
    "arguments", [[], ["a.png", "nonsense"], ["a.png", "night", "nobody"], ["a", "b", "c", "d"]]
)
def test_a_wrong_call_says_how_it_is_used(
    arguments: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(arguments) == 2
    assert "usage: python -m sprites.sheet" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_the_whole_sheet_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    file = tmp_path / "sheet.png"
    assert main([str(file), "contrast"]) == 0
    assert pygame.image.load(file).get_width() == 1600
