"""Squares and pixels of a board, both sides up, and its marks."""

from __future__ import annotations

import pygame
import pytest

from sprites.kit.text import Typesetter
from sprites.kit.theme import THEMES, Accents, theme
from sprites.stage.boardview import BoardView, Marks

ACCENTS = Accents((242, 193, 78), (185, 140, 255))


def make(files: int, ranks: int, rect: pygame.Rect, flip: bool = False, look: str = "night") -> BoardView:
    return BoardView(files, ranks, rect, theme(look), ACCENTS, Typesetter(1.0), flip=flip)


def names(files: int, ranks: int) -> list[str]:
    return [f"{chr(97 + file)}{rank + 1}" for file in range(files) for rank in range(ranks)]


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize(("files", "ranks"), [(8, 8), (10, 10), (11, 11), (7, 7), (3, 5)])
@pytest.mark.parametrize("rect", [(10, 20, 640, 640), (0, 0, 333, 777), (5, 5, 1000, 250)])
def test_every_square_is_found_again_from_its_pixels(
    files: int, ranks: int, rect: tuple[int, int, int, int], flip: bool
) -> None:
    view = make(files, ranks, pygame.Rect(rect), flip)
    for name in names(files, ranks):
        place = view.rect_of(name)
        assert place.size == (view.square, view.square)
        for pos in (place.center, place.topleft, (place.right - 1, place.bottom - 1)):
            assert view.square_at(pos) == name
    assert pygame.Rect(rect).contains(view.outer)


def test_white_is_below_and_after_a_flip_above() -> None:
    rect = pygame.Rect(0, 0, 640, 640)
    below, above = make(8, 8, rect), make(8, 8, rect, flip=True)
    assert below.rect_of("a1").bottomleft == below.board.bottomleft
    assert above.rect_of("a1").topright == above.board.topright
    assert below.rect_of("a1").center == above.rect_of("h8").center


def test_outside_the_board_there_is_no_square_and_unknown_places_have_no_room() -> None:
    view = make(8, 8, pygame.Rect(0, 0, 640, 640))
    assert view.square_at((view.board.left - 1, view.board.centery)) is None
    assert view.square_at((view.board.centerx, view.board.bottom)) is None
    for place in ("i1", "a9", "a0", "", "a", "hand:3", "aa", "a²"):
        assert not view.rect_of(place).width


@pytest.mark.parametrize("flip", [False, True])
def test_neighbours_are_those_on_the_screen_and_edges_hold(flip: bool) -> None:
    view = make(8, 8, pygame.Rect(0, 0, 640, 640), flip)
    for name in names(8, 8):
        x, y = view.rect_of(name).center
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = (x + dx * view.square, y + dy * view.square)
            expected = view.square_at(there) or name
            assert view.neighbour(name, dx, dy) == expected


@pytest.mark.parametrize("look", list(THEMES))
def test_every_mark_has_its_own_picture_in_every_theme(look: str) -> None:
    view = make(8, 8, pygame.Rect(0, 0, 400, 400), look=look)
    marks = Marks(
        selected="a1",
        targets={"b1": "move", "b2": "destroy", "b3": "control", "b4": "rescue", "b5": "what"},
        last=("c1",),
        cursor="d1",
        hover="e1",
        check="f1",
        source=("g1",),
    )
    used = {name for layer in (marks.under(), marks.over()) for found in layer.values() for name in found}
    assert used == {
        *("selected", "move", "destroy", "control", "rescue"),
        *("last", "cursor", "hover", "check", "source"),
    }
    pictures = {pygame.image.tobytes(view.mark(name), "RGBA") for name in used}
    assert len(pictures) == len(used)
    shapes = {pygame.mask.from_surface(view.mark(name), 100).count() for name in used - {"hover", "last"}}
    assert len(shapes) >= 7


def test_light_and_dark_squares_alternate_and_a1_is_dark() -> None:
    view = make(8, 8, pygame.Rect(0, 0, 640, 640), look="contrast" if "contrast" in THEMES else "night")
    surface = pygame.Surface((640, 640))
    view.draw(surface)
    a1, a2, b1 = (surface.get_at(view.rect_of(name).center)[:3] for name in ("a1", "a2", "b1"))
    assert a2 == b1 != a1
    assert sum(a1) < sum(a2)
