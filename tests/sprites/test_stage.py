"""The stage's queue, its hurry, what it draws anew, and marks."""

from __future__ import annotations

import pygame
import pytest

from rules.facts import Fact
from sprites.boardview import BoardView, Marks
from sprites.fold import Misfit
from sprites.pyramids import Pyramids
from sprites.stage import HURRY, Stage
from sprites.text import Typesetter
from sprites.theme import theme

START = {"a1": ("L", "M", "S"), "b7": ("l",), "g2": ("m",), "h8": ("s",)}
STEPS = (
    (Fact("moved", "b7", "b4", ("l",)),),
    (Fact("moved", "a1", "a3", ("M", "S")),),
    (Fact("taken", "g2", "taken:0", ("m",)), Fact("moved", "a3", "g2", ("M", "S"), 0, "destroy")),
    (Fact("moved", "h8", "g8", ("s",)),),
    (Fact("moved", "b4", "c4", ("l",)),),
    (Fact("moved", "c4", "d4", ("l",)),),
)
END = {"a1": ("L",), "d4": ("l",), "g2": ("M", "S"), "g8": ("s",), "taken:0": ("m",)}
SIZE = (800, 640)
TRAY = pygame.Rect(650, 400, 140, 100)


def make(reduced: bool = False, flip: bool = False) -> tuple[Stage, list[str]]:
    heard: list[str] = []
    view = BoardView(
        8,
        8,
        pygame.Rect(0, 0, 640, 640),
        theme("night"),
        (95, 211, 255),
        Typesetter(1.0),
        flip=flip,
        trays={"taken:0": TRAY},
    )
    return Stage(view, Pyramids(), START, reduced=reduced, sound=heard.append), heard


def staged() -> tuple[Stage, pygame.Surface]:
    stage, _ = make()
    window = pygame.Surface(SIZE)
    stage.ground(window)
    stage.draw(window)
    return stage, window


def seconds(stage: Stage, tick: float = 0.01) -> float:
    """How long it stays busy."""
    spent = 0.0
    while stage.busy:
        stage.advance(tick)
        spent += tick
        assert spent < 30
    return spent


def area(rects: list[pygame.Rect]) -> int:
    return sum(rect.width * rect.height for rect in rects)


def test_a_step_takes_its_time_and_the_truth_is_told_at_once() -> None:
    stage, _ = make()
    stage.push(STEPS[0])
    assert stage.busy
    assert stage.pieces["b4"] == ("l",)
    assert 0.18 <= seconds(stage) <= 0.5


def test_steps_that_wait_make_the_queue_hurry() -> None:
    alone = []
    stage, _ = make()
    for step in STEPS:
        stage.push(step)
        alone.append(seconds(stage))
    together, _ = make()
    for step in STEPS:
        together.push(step)
    assert seconds(together) < 0.6 * sum(alone)
    assert together.pieces == END


def test_a_long_queue_is_cut_short_until_only_a_few_wait() -> None:
    stage, _ = make()
    for step in STEPS:
        stage.push(step)
    for _ in range(len(STEPS) - len(HURRY) + 1):
        stage.advance(0.001)
    assert len(stage._queue) < len(HURRY)


def test_skip_ends_at_the_truth_at_once_from_any_moment() -> None:
    for ticks in range(0, 60, 4):
        stage, _ = make()
        window = pygame.Surface(SIZE)
        stage.ground(window)
        for step in STEPS:
            stage.push(step)
        for _ in range(ticks):
            stage.advance(0.016)
        stage.draw(window)
        stage.skip()
        assert not stage.busy
        assert stage.pieces == END == stage._still.final()
        stage.draw(window)
        fresh, _ = make()
        fresh.jump(END)
        fresh.skip()
        clean = pygame.Surface(SIZE)
        fresh.ground(clean)
        fresh.draw(clean)
        assert window.get_buffer().raw == clean.get_buffer().raw


def test_skipped_sounds_are_not_made_up_for() -> None:
    stage, heard = make()
    for step in STEPS:
        stage.push(step)
    stage.skip()
    stage.advance(1.0)
    assert heard == []


def test_facts_that_do_not_fit_are_refused_and_change_nothing() -> None:
    stage, _ = make()
    with pytest.raises(Misfit):
        stage.push((Fact("moved", "b7", "b6", ("l",)), Fact("moved", "c1", "c2", ("l",))))
    assert stage.pieces == START
    assert not stage.busy


def test_jump_slides_to_a_far_position_and_to_the_same_one_does_nothing() -> None:
    stage, _ = make()
    stage.jump(START)
    assert not stage.busy
    stage.jump(END)
    assert stage.busy
    assert seconds(stage) < 0.4
    assert stage._still.final() == END


def test_nothing_is_drawn_while_nothing_moves() -> None:
    stage, window = staged()
    for _ in range(5):
        stage.advance(0.1)
        assert not stage.moving
        assert stage.draw(window) == []


def test_only_small_parts_are_drawn_while_something_moves_and_nothing_outside_them_changes() -> None:
    stage, window = staged()
    square = stage.view.square
    stage.push(STEPS[0])
    drawn = 0
    while stage.busy:
        stage.advance(0.02)
        before = window.copy()
        rects = stage.draw(window)
        drawn += bool(rects)
        assert area(rects) <= 10 * square * square
        for rect in rects:
            before.blit(window, rect.topleft, rect)
        assert before.get_buffer().raw == window.get_buffer().raw
    stage.draw(window)
    assert drawn >= 5
    assert stage.draw(window) == []


def test_all_that_is_drawn_lies_on_the_board_or_in_a_tray() -> None:
    stage, window = staged()
    for step in STEPS:
        stage.push(step)
    while stage.busy:
        stage.advance(0.03)
        for rect in stage.draw(window):
            assert any(place.contains(rect) for place in stage.view.areas)


def test_a_mark_draws_its_square_only_and_taking_it_away_gives_the_old_picture() -> None:
    stage, window = staged()
    clean = window.copy()
    stage.mark(Marks(selected="c3", targets={"d4": "move", "g2": "destroy"}, cursor="e5"))
    rects = stage.draw(window)
    wanted = [stage.view.rect_of(place) for place in ("c3", "d4", "g2", "e5")]
    assert all(any(rect.colliderect(place) for rect in rects) for place in wanted)
    assert area(rects) <= 12 * stage.view.square**2
    assert window.get_buffer().raw != clean.get_buffer().raw
    stage.mark(Marks(selected="c3", targets={"d4": "move", "g2": "destroy"}, cursor="e5"))
    assert stage.draw(window) == []
    stage.mark(Marks())
    stage.draw(window)
    assert window.get_buffer().raw == clean.get_buffer().raw


def test_a_stack_under_the_mouse_leans_apart_and_back() -> None:
    stage, window = staged()
    clean = window.copy()
    stage.mark(Marks(hover="a1"))
    assert stage.moving
    for _ in range(20):
        stage.advance(0.02)
        stage.draw(window)
    assert not stage.moving
    assert window.get_buffer().raw != clean.get_buffer().raw
    stage.mark(Marks())
    for _ in range(20):
        stage.advance(0.02)
        stage.draw(window)
    assert not stage.moving
    assert window.get_buffer().raw == clean.get_buffer().raw


def test_another_side_or_size_shows_the_same_position() -> None:
    stage, window = staged()
    stage.push(STEPS[0])
    stage.advance(0.05)
    view = BoardView(
        8, 8, pygame.Rect(0, 0, 420, 420), theme("paper"), (95, 211, 255), Typesetter(0.7), flip=True
    )
    stage.look(view)
    assert not stage.busy
    stage.ground(window)
    stage.draw(window)
    assert stage.pieces["b4"] == ("l",)
