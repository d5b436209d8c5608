"""Rectangles to draw anew, and the curves that all movement follows."""

from __future__ import annotations

from random import Random

import pygame
import pytest

from sprites.kit.theme import THEMES, contrast
from sprites.motion.easing import EASINGS, RETURNING, ease
from sprites.stage.dirt import Dirt


def test_stained_rectangles_cover_what_was_added_and_never_overlap() -> None:
    areas = [pygame.Rect(10, 10, 400, 300), pygame.Rect(450, 10, 100, 90)]
    random = Random(3)
    for _ in range(60):
        dirt = Dirt(areas, 16)
        added = [
            pygame.Rect(
                random.randrange(-50, 600), random.randrange(-50, 400), *random.choices(range(70), k=2)
            )
            for _ in range(random.randrange(6))
        ]
        for rect in added:
            dirt.add(rect)
        rects = dirt.take()
        assert dirt.take() == []
        for i, rect in enumerate(rects):
            assert any(area.contains(rect) for area in areas)
            assert rect.collidelist(rects[i + 1 :]) == -1
        for wanted in added:
            for area in areas:
                part = wanted.clip(area)
                if part.width and part.height:
                    covered = sum(part.clip(rect).width * part.clip(rect).height for rect in rects)
                    assert covered == part.width * part.height


def test_all_means_the_areas_once() -> None:
    area = pygame.Rect(0, 0, 50, 40)
    dirt = Dirt([area], 8)
    dirt.add(pygame.Rect(1, 1, 2, 2))
    dirt.all()
    assert dirt.take() == [area]
    assert dirt.take() == []


@pytest.mark.parametrize("name", list(EASINGS))
def test_easing_begins_at_rest_ends_where_it_should_and_never_strays_far(name: str) -> None:
    assert ease(name, 0.0) == pytest.approx(0.0, abs=1e-9)
    assert ease(name, 1.0) == pytest.approx(0.0 if name in RETURNING else 1.0, abs=1e-9)
    assert ease(name, -5) == ease(name, 0)
    assert ease(name, 7) == ease(name, 1)
    low = -1.0 if name == "shake" else -0.01
    assert all(low <= ease(name, i / 100) <= 1.06 for i in range(101))


@pytest.mark.parametrize("name", list(THEMES))
def test_text_is_readable_on_every_theme(name: str) -> None:
    look = THEMES[name]
    for ground in (look.sky_top, look.sky_bottom):
        assert contrast(look.text, ground) >= 7
        assert contrast(look.muted, ground) >= 4.5
