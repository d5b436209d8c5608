"""The drawn things: there, readable, cached, told apart without colour."""

from __future__ import annotations

import pygame
import pytest

from client.games.registry import livery_of
from sprites.kit.backdrop import panel, sky
from sprites.kit.emblems import ICONS, app_icon, emblem, icon
from sprites.kit.theme import THEMES, theme
from sprites.pieces.pyramids import Pyramids
from sprites.stage.marks import mark_image


def ink(image: pygame.Surface) -> int:
    """How many pixels are more than half there."""
    return pygame.mask.from_surface(image, 127).count()


@pytest.mark.parametrize("name", ICONS)
def test_every_icon_is_drawn_inside_its_size(name: str) -> None:
    for size in (16, 40):
        image = icon(name, size, (255, 255, 255))
        assert image.get_size() == (size, size)
        assert 0.04 < ink(image) / size**2 < 0.9
    assert icon(name, 16, (255, 255, 255)) is icon(name, 16, (255, 255, 255))


@pytest.mark.parametrize("game", ["mind-control", "magi", "taika-mario", "something-else"])
def test_every_game_has_an_emblem(game: str) -> None:
    assert ink(emblem(livery_of(game), 48)) > 200


def test_the_games_emblems_differ() -> None:
    seen = {
        pygame.image.tobytes(emblem(livery_of(game), 32), "RGBA")
        for game in ("mind-control", "magi", "taika-mario", "")
    }
    assert len(seen) == 4
    assert app_icon(32).get_size() == (32, 32)


@pytest.mark.parametrize("square", [24, 32, 77, 120])
def test_larger_pyramids_look_larger(square: int) -> None:
    art = Pyramids()
    for row in ("sml", "SML"):
        sizes = [ink(art.image(piece, square)) for piece in row]
        assert sizes[0] * 1.6 < sizes[1] and sizes[1] * 1.4 < sizes[2]


@pytest.mark.parametrize("piece", "sml")
def test_the_players_pyramids_differ_by_lightness_not_only_by_colour(piece: str) -> None:
    def light(image: pygame.Surface) -> float:
        grey = pygame.transform.grayscale(image)
        mask = pygame.mask.from_surface(image, 127)
        box = mask.get_bounding_rects()[0]
        return sum(pygame.transform.average_color(grey, box)[:3]) / 3

    art = Pyramids()
    assert light(art.image(piece.upper(), 64)) > light(art.image(piece, 64)) + 40


@pytest.mark.parametrize("stack", [("L", "m", "S"), ("l", "m", "s"), ("l", "S"), ("M", "s")])
@pytest.mark.parametrize("square", [32, 80])
def test_in_a_stack_every_pyramid_keeps_a_good_part_of_itself_visible(stack, square: int) -> None:
    art = Pyramids()
    poses = art.stack(stack)
    size = square * 2
    shapes = []
    for piece, pose in zip(stack, poses, strict=True):
        mask = pygame.Mask((size, size))
        image = art.image(piece, square)
        rect = image.get_rect(center=(square + pose.dx * square, square + pose.dy * square))
        mask.draw(pygame.mask.from_surface(image, 200), rect.topleft)
        shapes.append(mask)
    for i, shape in enumerate(shapes):
        covered = pygame.Mask((size, size))
        for above in shapes[i + 1 :]:
            covered.draw(above, (0, 0))
        assert shape.count() - shape.overlap_area(covered, (0, 0)) > 0.3 * shape.count()


def test_leaning_apart_spreads_a_stack_and_keeps_it_near_its_square() -> None:
    art = Pyramids()
    straight, bent = art.stack(("L", "m", "S")), art.stack(("L", "m", "S"), 1.0)
    assert bent[2].dx - bent[0].dx > 0.3 > straight[2].dx - straight[0].dx
    assert all(abs(pose.dx) < 0.4 and abs(pose.dy) < 0.5 for pose in bent)


@pytest.mark.parametrize("look", sorted(THEMES))
def test_attack_marks_differ_in_shape_not_only_in_colour(look: str) -> None:
    shapes = [
        pygame.mask.from_surface(
            mark_image(name, 64, look, livery_of("mind-control").accents_in(theme(look))), 200
        )
        for name in ("move", "destroy", "control", "rescue")
    ]
    for i, a in enumerate(shapes):
        for b in shapes[i + 1 :]:
            both = a.overlap_area(b, (0, 0))
            assert both < 0.75 * max(a.count(), b.count())


@pytest.mark.parametrize("look", sorted(THEMES))
def test_skies_and_panels_fill_what_they_are_asked_to(look: str) -> None:
    image = sky((333, 217), theme(look), stars=True, accent=livery_of("magi").accents_in(theme(look)).first)
    assert image.get_size() == (333, 217) and image is sky(
        (333, 217), theme(look), stars=True, accent=livery_of("magi").accents_in(theme(look)).first
    )
    for size in ((300, 40), (8, 8), (3, 90), (1, 1)):
        surface = pygame.Surface((320, 100))
        panel(surface, pygame.Rect((5, 5), size), theme(look), raised=True, accent=(200, 100, 50))
        before = pygame.Surface((320, 100))
        before.fill((0, 0, 0))
        assert surface.get_at((319, 99)) == before.get_at((319, 99))
