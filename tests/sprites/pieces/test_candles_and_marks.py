"""Candles, marks of a turn in the making, previews and breath: told apart by shape, drawn only where they change."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from client.games.taika.livery import LIVERY
from rules.facts import Fact
from sprites.kit.text import Typesetter
from sprites.kit.theme import THEMES, theme
from sprites.pieces.candles import candles
from sprites.pieces.walkers import Walkers
from sprites.stage.boardview import BoardView, Marks
from sprites.stage.marks import CELLS, mark_image
from sprites.stage.stage import Stage

LOOKS = sorted(THEMES)
START = {"b2": ("mario",), "d5": ("r", "luigi"), "c3": ("g",)}


def shape(image: pygame.Surface, threshold: int = 120) -> pygame.Mask:
    return pygame.mask.from_surface(image, threshold)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("height", [14, 24, 60])
def test_a_candle_that_went_out_differs_in_outline(look: str, height: int) -> None:
    burning, out = candles(1, 1, height, theme(look)), candles(0, 1, height, theme(look))
    assert burning.get_size() == out.get_size()
    one, two = shape(burning), shape(out)
    assert one.count() > 1.25 * two.count()
    apart = one.count() + two.count() - 2 * one.overlap_area(two, (0, 0))
    assert apart > 0.2 * one.count()


def test_candles_burn_from_the_left_and_are_made_once() -> None:
    night = theme("night")
    row = candles(2, 3, 24, night)
    wide = row.get_width() // 3
    parts = [pygame.image.tobytes(row.subsurface((i * wide, 0, wide, 24)), "RGBA") for i in range(3)]
    assert parts[0] == parts[1] != parts[2]
    assert row is candles(2, 3, 24, night)
    assert candles(9, 3, 24, night) is candles(3, 3, 24, night)
    assert candles(-1, 3, 24, night) is candles(0, 3, 24, night)
    assert candles(0, 0, 24, night).get_height() == 24


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("square", [32, 72])
def test_marks_of_a_turn_differ_in_shape(look: str, square: int) -> None:
    accents = LIVERY.accents_in(theme(look))
    shapes = {kind: shape(mark_image(f"cell-{kind}", square, look, accents)) for kind in CELLS}
    for a, b in combinations(CELLS, 2):
        one, two = shapes[a], shapes[b]
        apart = one.count() + two.count() - 2 * one.overlap_area(two, (0, 0))
        assert apart > 0.25 * max(one.count(), two.count()), (a, b)


def test_kinds_of_a_cell_may_be_joined_and_a_hit_says_that_something_new_comes() -> None:
    marks = Marks(cells={"a1": "new next", "b1": "hit new", "c1": "fit-here", "d1": "nonsense"})
    assert marks.over() == {
        "a1": ("cell-new", "cell-next"),
        "b1": ("cell-hit",),
        "c1": ("cell-fit-here",),
        "d1": (),
    }
    assert marks.under()["c1"] == ("fit-here-ground",)


def board(look: str = "night") -> BoardView:
    colours = theme(look)
    return BoardView(
        7, 7, pygame.Rect(10, 10, 400, 400), colours, LIVERY.accents_in(colours), Typesetter(0.6)
    )


def stage(window: pygame.Surface) -> Stage:
    window.fill((0, 0, 0))
    made = Stage(board(), Walkers(), START)
    made.ground(window)
    made.draw(window)
    return made


def picture(window: pygame.Surface) -> bytes:
    return pygame.image.tobytes(window, "RGB")


PREVIEW = Marks(
    cells={"c3": "need", "e5": "new next", "d5": "hit"},
    ghosts={"e5": ("y",), "d5": ("p", "luigi"), "b3": ("mario",)},
    hide=("b2",),
)


def test_a_preview_is_drawn_only_on_its_squares_and_goes_away_without_a_trace(window: pygame.Surface) -> None:
    shown = stage(window)
    bare = picture(window)
    shown.mark(PREVIEW)
    rects = shown.draw(window)
    assert rects and picture(window) != bare
    touched = [shown.view.rect_of(place) for place in ("c3", "e5", "d5", "b3", "b2")]
    for rect in rects:
        room = rect.inflate(-shown.view.square, -shown.view.square)
        assert room.width <= 0 or room.height <= 0 or room.collidelist(touched) >= 0
    assert sum(rect.width * rect.height for rect in rects) < 0.5 * shown.view.board.width**2
    assert shown.draw(window) == []
    shown.mark(Marks())
    shown.draw(window)
    assert picture(window) == bare
    assert shown.pieces == START


def test_moving_a_preview_touches_only_the_old_and_the_new_square(window: pygame.Surface) -> None:
    shown = stage(window)
    shown.mark(Marks(ghosts={"f2": ("r",)}))
    shown.draw(window)
    shown.mark(Marks(ghosts={"f4": ("r",)}))
    rects = shown.draw(window)
    assert 0 < sum(rect.width * rect.height for rect in rects) < 10 * shown.view.square**2
    fresh = pygame.Surface(window.get_size())
    other = stage(fresh)
    other.mark(Marks(ghosts={"f4": ("r",)}))
    other.draw(fresh)
    assert picture(window) == picture(fresh)


def test_hiding_makes_only_the_topmost_piece_faint(window: pygame.Surface) -> None:
    shown = stage(window)
    lit = window.get_at(shown.view.rect_of("d5").midbottom - pygame.Vector2(0, 6))
    shown.mark(Marks(hide=("d5", "g7")))
    shown.draw(window)
    assert window.get_at(shown.view.rect_of("d5").midbottom - pygame.Vector2(0, 6)) == lit
    alphas = {drawn.letter: drawn.alpha for drawn in shown._drawn.values()}
    assert alphas["luigi"] < 128 and alphas["r"] == alphas["mario"] == 255


def test_a_walker_is_previewed_on_top_of_the_obstacle_that_comes_under_it(window: pygame.Surface) -> None:
    pictures = []
    for ghosts in ({"d5": ("p",)}, {"d5": ("p", "luigi")}):
        shown = stage(window)
        shown.mark(Marks(ghosts=ghosts))
        shown.draw(window)
        pictures.append(picture(window))
    assert pictures[0] == pictures[1]
    leaving = stage(window)
    leaving.mark(Marks(ghosts={"d5": ("p",)}, hide=("d5",)))
    leaving.draw(window)
    assert [name for name in leaving._drawn if name.startswith("ghost/")] == ["ghost/d5/0"]


def test_previews_off_the_board_are_not_drawn(window: pygame.Surface) -> None:
    shown = stage(window)
    bare = picture(window)
    shown.mark(Marks(ghosts={"z9": ("r",)}, cells={"z9": "new"}, hide=("z9",)))
    shown.draw(window)
    assert picture(window) == bare


def test_walkers_breathe_on_their_own_squares_and_rest_as_they_stood(window: pygame.Surface) -> None:
    shown = stage(window)
    bare = picture(window)
    assert shown.alive and not shown.moving
    near = [shown.view.rect_of(place).inflate(40, 60) for place in ("b2", "d5")]
    changed = 0
    for tick in range(12):
        shown.breathe(tick / 12)
        assert not shown.moving
        rects = shown.draw(window)
        changed += bool(rects)
        assert all(any(area.contains(rect) for area in near) for rect in rects)
    assert changed > 2
    shown.breathe(None)
    shown.draw(window)
    assert picture(window) == bare and shown.draw(window) == []


def test_nobody_breathes_where_nobody_lives_or_while_something_moves(window: pygame.Surface) -> None:
    still = Stage(board(), Walkers(), {"c3": ("g",)})
    assert not still.alive
    shown, calm = stage(window), stage(pygame.Surface(window.get_size()))
    step = [Fact("moved", "b2", "b3", ("mario",), 0, "step")]
    for one in (shown, calm):
        one.push(step)
        one.advance(0.1)
    shown.breathe(0.5)
    assert shown._sprites() == calm._sprites()
