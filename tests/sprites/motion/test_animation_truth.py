"""Animations can only end at the truth: random games of all three rulebooks, folded, planned and staged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from random import Random

import pygame
import pytest

from rules import registry
from rules.facts import Fact
from rules.game import State
from sprites.kit.text import Typesetter
from sprites.kit.theme import theme
from sprites.motion.choreography import between, plan
from sprites.motion.fold import fold
from sprites.pieces.chesspieces import ChessPieces
from sprites.pieces.pyramids import Pyramids
from sprites.pieces.walkers import Walkers
from sprites.sound.sound import NAMES
from sprites.stage.boardview import BoardView
from sprites.stage.stage import PieceArt, Stage

ART: Mapping[str, Callable[[], PieceArt]] = {
    "mind-control": Pyramids,
    "magi": ChessPieces,
    "taika-mario": Walkers,
}
PLIES = {"mind-control": 50, "magi": 40, "taika-mario": 30}
TABLES = [(game.id, seats) for game in registry.games() for seats in game.seats]
tables = pytest.mark.parametrize(("game_id", "seats"), TABLES)


def any_action(state: State, random: Random) -> str:
    """A whole action, built choice by choice as a player's clicks would build it."""
    for _ in range(20):
        prefix: tuple[str, ...] = ()
        picks = state.picks()
        while picks.choices and not (picks.action and random.random() < 0.5):
            prefix += (random.choice(picks.choices).value,)
            picks = state.picks(prefix)
        if picks.action is not None and state.may(picks.action):
            return picks.action
    return random.choice(state.legal() or state.extras())


@cache
def steps(game_id: str, seats: int) -> tuple[tuple[State, tuple[Fact, ...], State], ...]:
    """A random game of some plies, then a forfeit if it isn't over: old state, facts, new state."""
    game, random = registry.game(game_id), Random(f"{game_id} {seats}")
    state = game.start(game.configure({}), seats, b"truth")
    found: list[tuple[State, tuple[Fact, ...], State]] = []
    while state.turn is not None and len(found) < PLIES[game_id]:
        step = state.apply(any_action(state, random))
        found.append((state, step.facts, step.state))
        state = step.state
    if state.turn is not None:
        last = state.forfeit((state.turn,), "left")
        found.append((state, last.facts, last.state))
    return tuple(found)


def view(game_id: str, flip: bool = False) -> BoardView:
    side = {"mind-control": 8, "magi": 10, "taika-mario": 11}[game_id]
    trays = {"taken:0": pygame.Rect(430, 300, 150, 90), "taken:1": pygame.Rect(430, 20, 150, 90)}
    type_ = Typesetter(0.6)
    rect = pygame.Rect(0, 0, 420, 420)
    return BoardView(side, side, rect, theme("night"), theme("night").accents, type_, flip=flip, trays=trays)


def stage_of(game_id: str, state: State, reduced: bool = False) -> tuple[Stage, list[str]]:
    heard: list[str] = []
    stage = Stage(
        view(game_id), ART[game_id](), state.pieces(), reduced=reduced, sound=lambda name: heard.append(name)
    )
    return stage, heard


def on_board(pieces: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    return {place: stack for place, stack in pieces.items() if ":" not in place}


@tables
def test_folding_the_facts_of_a_step_gives_the_pieces_of_the_next_state(game_id: str, seats: int) -> None:
    kinds = set()
    for before, facts, after in steps(game_id, seats):
        assert fold(before.pieces(), facts) == dict(after.pieces())
        kinds |= {fact.kind for fact in facts}
    assert "moved" in kinds


@tables
def test_the_timeline_of_a_step_ends_at_the_next_state_with_every_piece_in_its_place(
    game_id: str, seats: int
) -> None:
    stage, _ = stage_of(game_id, steps(game_id, seats)[0][0])
    layout = stage._layout
    for before, facts, after in steps(game_id, seats):
        timeline = plan(before.pieces(), facts, layout)
        assert timeline.final() == dict(after.pieces())
        looks = timeline.looks(timeline.length_s)
        for place, ids in timeline.end.items():
            stack = after.pieces()[place]
            for index, piece in enumerate(ids):
                spot, look = layout.spot(place, stack, index), looks[piece]
                assert (look.x, look.y, look.scale) == pytest.approx((spot.x, spot.y, spot.scale))
                assert look.alpha == float(spot.shown)
                assert (look.lift, look.glow, look.aloft) == pytest.approx((0, 0, 0), abs=1e-6)
        standing = {piece for ids in timeline.end.values() for piece in ids}
        assert all(looks[piece].alpha == 0 for piece in looks.keys() - standing)


@tables
def test_every_cue_of_a_timeline_is_a_sound_that_exists(game_id: str, seats: int) -> None:
    stage, _ = stage_of(game_id, steps(game_id, seats)[0][0])
    heard = {
        cue.sound
        for before, facts, _ in steps(game_id, seats)
        for cue in plan(before.pieces(), facts, stage._layout).cues
    }
    assert heard
    assert heard <= set(NAMES)


@tables
def test_a_jump_ends_at_the_other_position_however_far_apart(game_id: str, seats: int) -> None:
    game = steps(game_id, seats)
    stage, _ = stage_of(game_id, game[0][0])
    random = Random(seats)
    for _ in range(12):
        old, new = random.choice(game)[0].pieces(), random.choice(game)[2].pieces()
        assert between(old, new, stage._layout).final() == dict(new)


@tables
def test_a_stage_that_is_told_a_whole_game_shows_its_last_position(game_id: str, seats: int) -> None:
    game = steps(game_id, seats)
    stage, heard = stage_of(game_id, game[0][0])
    window = pygame.Surface((600, 430))
    stage.ground(window)
    for _, facts, after in game[:6]:
        stage.push(facts)
        assert stage.pieces == dict(after.pieces())
        stage.advance(0.05)
        stage.draw(window)
    ticks = 0
    while stage.busy:
        stage.advance(0.1)
        ticks += 1
        assert ticks < 400
    assert stage._still.final() == dict(game[:6][-1][2].pieces())
    assert heard
    assert set(heard) <= set(NAMES)


@tables
def test_reduced_motion_is_a_cut_with_its_sounds(game_id: str, seats: int) -> None:
    game = steps(game_id, seats)
    stage, heard = stage_of(game_id, game[0][0], reduced=True)
    for _, facts, after in game[:5]:
        stage.push(facts)
        stage.advance(0.001)
        assert not stage.busy
        assert stage._still.final() == dict(after.pieces())
    slow, _ = stage_of(game_id, game[0][0])
    cues = [cue.sound for b, f, _ in game[:5] for cue in plan(b.pieces(), f, slow._layout).cues]
    assert sorted(heard) == sorted(cues)


@tables
def test_what_is_drawn_after_animation_equals_what_is_drawn_without(game_id: str, seats: int) -> None:
    """The board after moving pictures is, pixel for pixel, that of a stage made at the last position."""
    game = steps(game_id, seats)[:4]
    moved, fresh = pygame.Surface((600, 430)), pygame.Surface((600, 430))
    stage, _ = stage_of(game_id, game[0][0])
    stage.ground(moved)
    for _, facts, _ in game:
        stage.push(facts)
        for _ in range(60):
            stage.advance(0.06)
            stage.draw(moved)
            if not stage.busy:
                break
    stage.draw(moved)
    still, _ = stage_of(game_id, game[-1][2])
    still.ground(fresh)
    still.draw(fresh)
    assert moved.get_buffer().raw == fresh.get_buffer().raw
    assert on_board(stage.pieces) == on_board(game[-1][2].pieces())


@cache
def spells(seats: int) -> tuple[tuple[State, tuple[Fact, ...], State], ...]:
    """A game of Taika-Mario on a small board in which everybody casts whenever possible."""
    game, random = registry.game("taika-mario"), Random(seats)
    state = game.start(game.configure({"size": "7"}), seats, b"casts")
    found: list[tuple[State, tuple[Fact, ...], State]] = []
    while state.turn is not None and len(found) < 120:
        shapes = state.shapes()
        shape, *rest = random.choice([s for s in shapes if "!" in s] or shapes).split(" ")
        for part in rest:
            colour = random.choice("rgyp")
            shape += f" {part if part[0] in '!-' else colour + part if part[0] == '@' else part + colour}"
        step = state.apply(shape)
        found.append((state, step.facts, step.state))
        state = step.state
    return tuple(found)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_spell_of_a_game_ends_at_the_truth_and_knows_the_cells_it_needs(seats: int) -> None:
    stage, _ = stage_of("taika-mario", spells(seats)[0][0])
    for before, facts, after in spells(seats):
        timeline = plan(before.pieces(), facts, stage._layout)
        assert timeline.final() == timeline.cut().final() == dict(after.pieces())
        looks = timeline.looks(timeline.length_s)
        standing = {piece for ids in timeline.end.values() for piece in ids}
        assert all(looks[piece].alpha == float(piece in standing) for piece in looks)
        for place, ids in timeline.end.items():
            for index, piece in enumerate(ids):
                spot, look = stage._layout.spot(place, after.pieces()[place], index), looks[piece]
                assert (look.x, look.y, look.scale) == pytest.approx((spot.x, spot.y, spot.scale))
        for fact in facts:
            if fact.kind == "cast":
                assert fact.pieces
                assert all(before.pieces()[cell][0] in "rgyp" for cell in fact.pieces)
                assert facts[0].to == fact.at
                assert any(effect.kind == "aura" for effect in timeline.effects)


def test_these_games_of_spells_have_all_that_a_spell_can_do() -> None:
    facts = [fact for seats in (2, 3, 4) for _, step, _ in spells(seats) for fact in step]
    assert {"cast", "placed", "hit", "out"} <= {fact.kind for fact in facts}
    assert {"under", "replaced", "step"} <= {fact.note for fact in facts}


def test_a_game_of_spells_drawn_moving_equals_it_drawn_still() -> None:
    game = [step for step in spells(3) if any(fact.kind == "hit" for fact in step[1])][:4]
    for before, facts, after in game:
        moved, fresh = pygame.Surface((600, 430)), pygame.Surface((600, 430))
        stage, _ = stage_of("taika-mario", before)
        stage.ground(moved)
        stage.push(facts)
        while stage.busy:
            stage.advance(0.07)
            stage.draw(moved)
        stage.draw(moved)
        still, _ = stage_of("taika-mario", after)
        still.ground(fresh)
        still.draw(fresh)
        assert moved.get_buffer().raw == fresh.get_buffer().raw
