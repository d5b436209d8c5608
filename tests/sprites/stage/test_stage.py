"""The stage: truth, queue, dirty rectangles, marks."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest

from client.games.registry import livery_of
from rules.facts import Fact
from sprites.kit.text import Typesetter
from sprites.kit.theme import theme
from sprites.motion.fold import BadFact
from sprites.pieces.pyramids import Pyramids
from sprites.stage.boardview import BoardView, Marks
from sprites.stage.dirt import Dirt
from sprites.stage.stage import Stage

START = {"a1": ("L",), "c3": ("m", "S"), "h8": ("l",)}
CAPTURE = (
    Fact("taken", "c3", "taken:0", ("m", "S"), 0, "destroy"),
    Fact("moved", "a1", "c3", ("L",), 0, "destroy"),
)
MOVE = (Fact("moved", "a1", "a4", ("L",), 0, "move"),)


def board(flip: bool = False, trays: bool = True) -> BoardView:
    look = theme("night")
    places = {"taken:0": pygame.Rect(760, 40, 300, 48), "taken:1": pygame.Rect(760, 600, 300, 48)}
    return BoardView(
        8,
        8,
        pygame.Rect(40, 20, 660, 660),
        look,
        look.accents,
        Typesetter(),
        flip=flip,
        trays=places if trays else {},
    )


def stage(window: pygame.Surface, reduced: bool = False, **more) -> Stage:
    made = Stage(board(), Pyramids(), START, reduced=reduced, **more)
    made.ground(window)
    made.draw(window)
    return made


def play(shown: Stage, window: pygame.Surface, frames: int = 200) -> int:
    """Plays until nothing moves; the number of frames that drew anything."""
    drew = 0
    for _ in range(frames):
        if not shown.moving:
            break
        shown.advance(1 / 60)
        drew += bool(shown.draw(window))
    assert not shown.moving
    return drew


def picture(window: pygame.Surface) -> bytes:
    return pygame.image.tobytes(window, "RGB")


def fresh(window: pygame.Surface, pieces: dict[str, tuple[str, ...]], marks: Marks | None = None) -> bytes:
    """What a new stage draws for ``pieces``."""
    window.fill((0, 0, 0))
    new = Stage(board(), Pyramids(), pieces)
    new.ground(window)
    if marks is not None:
        new.mark(marks)
    new.draw(window)
    return picture(window)


def test_first_draw_covers_all_areas_and_then_nothing_is_drawn(window) -> None:
    made = Stage(board(), Pyramids(), START)
    made.ground(window)
    assert {tuple(r) for r in made.draw(window)} == {tuple(r) for r in made.view.areas}
    made.advance(0.5)
    assert made.draw(window) == []
    assert not made.busy and not made.moving


@pytest.mark.parametrize("facts", [MOVE, CAPTURE], ids=["move", "destroy"])
def test_after_an_animation_the_window_is_exactly_what_a_fresh_drawing_gives(window, facts) -> None:
    window.fill((0, 0, 0))
    shown = stage(window)
    shown.push(facts)
    assert shown.busy
    assert play(shown, window) > 8
    after = picture(window)
    assert after == fresh(window, shown.pieces)


def test_animating_touches_only_a_part_of_the_board(window) -> None:
    shown = stage(window)
    shown.push(MOVE)
    whole = shown.view.outer.width * shown.view.outer.height
    shown.advance(0.1)
    rects = shown.draw(window)
    assert 0 < sum(r.width * r.height for r in rects) < whole / 4


def test_dirty_rectangles_lie_inside_the_areas_and_do_not_overlap(window) -> None:
    shown = stage(window)
    shown.push(CAPTURE)
    for _ in range(60):
        shown.advance(1 / 60)
        rects = shown.draw(window)
        for i, rect in enumerate(rects):
            assert any(area.contains(rect) for area in shown.view.areas)
            assert rect.collidelist(rects[i + 1 :]) == -1


def test_nothing_outside_the_areas_is_ever_touched(window) -> None:
    window.fill((1, 2, 3))
    shown = Stage(board(), Pyramids(), START)
    shown.ground(window)
    shown.draw(window)
    before = window.copy()
    for area in shown.view.areas:
        before.fill((0, 0, 0), area)
    shown.push(CAPTURE)
    shown.mark(Marks(hover="c3", selected="a1", cursor="h8", targets={"c3": "destroy"}))
    play(shown, window)
    after = window.copy()
    for area in shown.view.areas:
        after.fill((0, 0, 0), area)
    assert picture(before) == picture(after)


def test_facts_that_do_not_fit_change_nothing(window) -> None:
    shown = stage(window)
    with pytest.raises(BadFact):
        shown.push([Fact("moved", "a1", "a2", ("s",))])
    assert shown.pieces == START and not shown.busy


def test_many_steps_at_once_all_end_at_the_truth_and_hurry(window) -> None:
    shown, slow = stage(window), stage(window)
    route = ["a1", "a2", "a3", "a4", "a5", "a6", "a7"]
    for at, to in pairwise(route):
        shown.push([Fact("moved", at, to, ("L",))])
    assert shown.pieces["a7"] == ("L",)
    hurried = play(shown, window)
    slow.push([Fact("moved", "a1", "a2", ("L",))])
    assert hurried < 4 * play(slow, window)
    assert shown.pieces == shown._shown


def test_skip_goes_straight_to_the_truth(window) -> None:
    window.fill((0, 0, 0))
    shown = stage(window)
    shown.push(CAPTURE)
    shown.advance(0.1)
    shown.draw(window)
    shown.skip()
    assert not shown.busy
    shown.draw(window)
    after = picture(window)
    assert after == fresh(window, shown.pieces)
    assert shown.draw(window) == []


def test_jump_slides_to_any_position(window) -> None:
    window.fill((0, 0, 0))
    shown = stage(window)
    goal = {"b5": ("L", "s"), "h8": ("l",), "taken:1": ("m",)}
    shown.jump(goal)
    assert shown.busy and shown.pieces == goal
    play(shown, window)
    after = picture(window)
    assert after == fresh(window, goal)


def test_jump_to_what_is_shown_does_nothing(window) -> None:
    shown = stage(window)
    shown.jump(START)
    assert not shown.busy


def test_reduced_motion_cuts_but_still_sounds(window) -> None:
    heard: list[str] = []
    shown = stage(window, reduced=True, sound=heard.append)
    shown.push(CAPTURE)
    shown.advance(1 / 60)
    assert not shown.busy
    assert {"destroy", "down3"} <= set(heard)
    assert shown.draw(window) and not shown.draw(window)


def test_sounds_come_once_each_in_order(window) -> None:
    heard: list[str] = []
    shown = stage(window, sound=heard.append)
    shown.push(CAPTURE)
    play(shown, window)
    assert sorted(heard) == ["destroy", "down3"]


def test_marks_are_drawn_and_go_away_again(window) -> None:
    window.fill((0, 0, 0))
    shown = stage(window)
    bare = picture(window)
    marks = Marks(
        selected="a1", targets={"c3": "destroy", "h8": "control", "a2": "move"}, last=("b1",), cursor="e5"
    )
    shown.mark(marks)
    rects = shown.draw(window)
    assert rects and picture(window) != bare
    assert all(shown.view.outer.contains(rect) for rect in rects)
    marked = picture(window)
    shown.mark(Marks())
    shown.draw(window)
    assert picture(window) == bare
    assert marked == fresh(window, START, marks)


def test_a_hovered_stack_leans_apart_and_back_again(window) -> None:
    shown = stage(window)
    bare = picture(window)
    shown.mark(Marks(hover="c3"))
    assert shown.moving and not shown.busy
    play(shown, window)
    assert picture(window) != bare
    shown.mark(Marks())
    play(shown, window)
    assert picture(window) == bare


def test_a_single_piece_does_not_lean(window) -> None:
    shown = stage(window)
    shown.mark(Marks(hover="a1"))
    assert not shown.moving


def test_another_view_ends_animations_and_draws_everything(window) -> None:
    shown = stage(window)
    shown.push(MOVE)
    shown.advance(0.05)
    shown.look(board(flip=True, trays=False))
    assert not shown.busy
    shown.ground(window)
    assert [tuple(r) for r in shown.draw(window)] == [tuple(shown.view.outer)]


@pytest.mark.parametrize("flip", [False, True])
def test_squares_and_pixels_map_both_ways(flip: bool) -> None:
    view = board(flip)
    for square in (f + str(r) for f in "abcdefgh" for r in range(1, 9)):
        assert view.square_at(view.rect_of(square).center) == square
    assert view.square_at((0, 0)) is None
    low = view.rect_of("h8" if flip else "a1")
    assert low.bottom == view.board.bottom and low.left == view.board.left


def test_neighbours_are_as_on_the_screen_and_stop_at_the_edge() -> None:
    view, turned = board(), board(flip=True)
    assert view.neighbour("c3", 1, 0) == "d3" and view.neighbour("c3", 0, -1) == "c4"
    assert turned.neighbour("c3", 1, 0) == "b3" and turned.neighbour("c3", 0, -1) == "c2"
    assert view.neighbour("a1", -1, 1) == "a1"


@pytest.mark.parametrize("place", ["", "z9", "taken:7", "a0", "a²", "hand:1", "a11"])
def test_places_that_are_not_shown_have_an_empty_rectangle(place: str) -> None:
    assert board().rect_of(place).width == 0


def test_a_ten_by_ten_board_knows_its_tenth_rank() -> None:
    look = theme("paper")
    view = BoardView(
        10, 10, pygame.Rect(0, 0, 600, 500), look, livery_of("magi").accents_in(look), Typesetter()
    )
    assert view.square_at(view.rect_of("j10").center) == "j10"
    assert pygame.Rect(0, 0, 600, 500).contains(view.outer)


def test_dirt_joins_cells_and_covers_what_was_added() -> None:
    dirt = Dirt([pygame.Rect(10, 10, 100, 100)], 16)
    added = [pygame.Rect(12, 12, 30, 30), pygame.Rect(90, 95, 60, 60), pygame.Rect(0, 0, 5, 5)]
    for rect in added:
        dirt.add(rect)
    rects = dirt.take()
    assert len(rects) == 2 and dirt.take() == []
    for rect in added[:2]:
        clipped = rect.clip(pygame.Rect(10, 10, 100, 100))
        assert any(r.contains(clipped) for r in rects)
