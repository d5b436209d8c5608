"""Taika-Mario's bot: what it does in positions that leave one sensible answer, what it may know, whole games."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from client.bots import LEVELS
from client.games.registry import choose
from client.games.taika.room import AHEAD, spread, territories
from client.games.taika.worth import SIEGE, besieged, reached
from rules.squares import members
from rules.taika import TAIKA
from rules.taika.moves import COLOURS
from rules.taika.state import BLIND, TaikaState, around
from tests.bench.greedy_taika import greedy

SEEDS = (b"", b"a", b"b")


def _drawing() -> Callable[..., TaikaState]:
    """``lay`` of the rules' tests: a position from a drawing."""
    path = Path(__file__).parents[3] / "rules" / "conftest.py"
    spec = importlib.util.spec_from_file_location("taika_drawing", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Callable[..., TaikaState] = module.lay
    return found


lay = _drawing()


def answers(state: TaikaState, level: int) -> set[str]:
    """What the bot does, by several seeds; all of it is legal."""
    assert state.turn is not None
    found = {choose("taika-mario", state, state.turn, level, seed) for seed in SEEDS}
    assert all(state.may(action) for action in found)
    return found


def after(state: TaikaState, action: str) -> TaikaState:
    step = state.apply(action).state
    assert isinstance(step, TaikaState)
    return step


# -- it hits when it can --------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", ["step-then-act", "either-or"])
@pytest.mark.parametrize("level", LEVELS)
def test_it_casts_the_spell_that_hits(level: int, turn: str) -> None:
    state = lay("...\n.g2g\n...\n...\n.1.....", hands=(("hook", "dot"),), turn=turn)
    for action in answers(state, level):
        assert " !dot c4" in action
        assert after(state, action).hits == (0, 1)


@pytest.mark.parametrize("level", LEVELS)
def test_it_prefers_hitting_two_to_hitting_one(level: int) -> None:
    state = lay(
        "gg.g.g\n23\n...\n...\n..1...4",
        hands=(("dot", "rain"),),
    )
    for action in answers(state, level):
        assert after(state, action).hits[1:3] == (1, 1)


@pytest.mark.parametrize("level", LEVELS)
def test_it_prefers_the_third_hit_to_another_ones_first(level: int) -> None:
    state = lay("g2g.\n....\n...g3g\n.......\n1......", hits=(0, 0, 2), hands=(("dot",),))
    for action in answers(state, level):
        assert after(state, action).place == (None, None, 3)


@pytest.mark.parametrize("level", LEVELS)
def test_it_does_not_hit_itself_and_nobody_else(level: int) -> None:
    """The only spell is on b2, where it could step."""
    state = lay("...\ng.g\n1.....2", hands=(("dot",),))
    for action in answers(state, level):
        assert after(state, action).hits == (0, 0)


@pytest.mark.parametrize("level", LEVELS)
def test_it_shuts_in_whom_it_can(level: int) -> None:
    """Luigi's last way out of g1 is f1."""
    state = lay(".....gg\n....1.2")
    for action in answers(state, level):
        assert after(state, action).place == (None, 2)


# -- it keeps its own way out ---------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_it_does_not_step_into_a_dead_end(level: int) -> None:
    """a1 leads nowhere; everything to the right is open."""
    state = lay("......2\n.......\ngg.....\n.1.....\n.gg")
    for action in answers(state, level):
        assert not action.startswith("a1 ")
        assert after(state, action).steps(0).bit_count() >= 3


@pytest.mark.parametrize("level", LEVELS)
def test_it_does_not_build_itself_in(level: int) -> None:
    """Of the two ways on from b1 it leaves both open."""
    state = lay("......2\n.......\n.......\ngggg...\n1......", under={"a1": "g"})
    for action in answers(state, level):
        assert after(state, action).steps(0).bit_count() >= 1


def test_level_3_looks_at_what_the_next_player_can_do_and_the_others_take_the_hit() -> None:
    """Either-or: to cast means to stay.  Luigi can step on b1 and fill a2, and mario could not step any more."""
    state = lay("....g3g\n.......\n.......\n.......\n.g2....\n1", hands=(("dot",), (), ()), turn="either-or")
    trapped = after(after(state, ". !dot f6y"), "b1 r@a2")
    assert trapped.turn == 2
    assert after(trapped, trapped.legal()[0]).place == (3, None, None)
    for level in (1, 2):
        assert all(action.startswith(". !dot f6") for action in answers(state, level))
    for action in answers(state, 3):
        assert action.startswith(("a2 ", "b1 "))


def test_a_siege_is_when_the_others_can_take_all_steps_by_a_pawn_and_an_obstacle_each() -> None:
    """Mario has two steps; luigi can stand on one and fill the other."""
    near = lay(".g2....\n1.....3")
    assert near.steps(0).bit_count() == 2
    assert besieged(near, 0, (1,)) == besieged(near, 0, (1, 2)) == SIEGE
    assert besieged(near, 0, (2,)) == besieged(near, 0, ()) == 0
    # From e2 luigi can fill b1 but reach neither square itself: one of two stays.
    assert besieged(lay(".g..2..\n1.....3"), 0, (1, 2)) == 0
    # Whoever is out besieges nobody.
    assert besieged(lay(".g.....\n1.....3", out={1: 3}), 0, (1,)) == 0


def test_from_level_2_it_minds_a_spell_that_another_is_seen_to_hold() -> None:
    """Open hands: wario can hit whoever stands on c3, the roomier of mario's two steps; level 1 does not look."""
    text = lay(
        "......2\n.......\n.......\n.......\n.g.g...\n.y1g\n.y.g",
        characters=("mario", "wario"),
        hands=((), ("dot",)),
        hits=(2, 0),
    ).notation()
    state = TAIKA.position(text, TAIKA.configure({"hands": "open"}))
    assert isinstance(state, TaikaState)
    assert all(action.startswith("c3 ") for action in answers(state, 1))
    for level in (2, 3):
        assert all(action.startswith("c1 ") for action in answers(state, level))


# -- it builds towards its cards ------------------------------------------------------------------------------


@pytest.mark.parametrize("level", (2, 3))
def test_it_places_what_a_card_lacks(level: int) -> None:
    """One more obstacle and ``dot`` can be cast; nothing else is going on."""
    state = lay("......2\n.......\n.......\n.......\n..g....\n.......\n1......", hands=(("dot",),))
    assert reached(state, 0)[1] == [1]
    for action in answers(state, level):
        then = after(state, action)
        assert reached(then, 0)[1] == [0], action


@pytest.mark.parametrize("level", (2, 3))
def test_it_comes_nearer_when_the_others_are_far(level: int) -> None:
    """Obstacles are placed around the pawn, so that far away nothing can be done to anybody."""
    for action in answers(lay(".1....2\n.......\n.......\n......."), level):
        assert action.startswith(("c3 ", "c4 ", "c5 "))


# -- colours --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("turn", ["step-then-act", "either-or"])
def test_it_never_places_nor_uses_the_colour_that_it_is_blind_to(level: int, turn: str) -> None:
    options = TAIKA.configure({"size": "7", "turn": turn, "characters": "wario,luigi,mario"})
    state = TAIKA.start(options, 3, bytes([level]))
    casts = 0
    while state.turn is not None:
        seat = state.turn
        blind = COLOURS[BLIND[state.setup.characters[seat]]]
        step = state.apply(choose("taika-mario", state, seat, level, b"colours"))
        for fact in step.facts:
            if fact.kind == "placed":
                assert fact.pieces != (blind,)
            if fact.kind == "cast":
                casts += 1
                assert all(state.pieces()[square][0] != blind for square in fact.pieces)
        assert isinstance(step.state, TaikaState)
        state = step.state
    assert casts > 3


# -- what it may know -----------------------------------------------------------------------------------------


def twin(state: TaikaState, seat: int, chance: Random) -> TaikaState:
    """The same to ``seat``: other hands, deck and pile dealt anew from the same cards, another seed."""
    unseen = [card for owner, hand in enumerate(state.hands) if owner != seat for card in hand]
    unseen += [*state.deck, *state.discard]
    chance.shuffle(unseen)
    hands = tuple(
        hand if owner == seat else tuple(unseen.pop() for _ in hand) for owner, hand in enumerate(state.hands)
    )
    deck = tuple(unseen.pop() for _ in state.deck)
    return replace(state, hands=hands, deck=deck, discard=tuple(unseen), seed=b"another")


@pytest.mark.parametrize("level", LEVELS)
def test_it_acts_alike_in_all_states_that_its_seat_can_not_tell_apart(level: int) -> None:
    chance = Random(level)
    state = TAIKA.start(TAIKA.configure({"size": "7"}), 3, b"twins")
    plies = 0
    while state.turn is not None and plies < 24:
        seat = state.turn
        action = choose("taika-mario", state, seat, level, b"x")
        other = twin(state, seat, chance)
        assert other != state
        assert choose("taika-mario", other, seat, level, b"x") == action
        assert choose("taika-mario", state.view(seat), seat, level, b"x") == action
        state = after(state, action)
        plies += 1
    assert plies > 10


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_question_has_the_same_answer(level: int) -> None:
    state = TAIKA.start(TAIKA.configure({}), 2, b"same")
    first = [choose("taika-mario", state, 0, level, bytes([seed])) for seed in range(6)]
    assert [choose("taika-mario", state, 0, level, bytes([seed])) for seed in range(6)] == first


def test_the_seed_chooses_between_turns_that_are_alike() -> None:
    state = TAIKA.start(TAIKA.configure({}), 2, b"same")
    assert len({choose("taika-mario", state, 0, 1, bytes([seed])) for seed in range(8)}) > 1


# -- whole games ----------------------------------------------------------------------------------------------


def played(seats: int, levels: tuple[int, ...], seed: int, **options: str) -> tuple[TaikaState, int]:
    """A game to its end, each seat asked on its own view; how it ended and after how many plies."""
    state = TAIKA.start(TAIKA.configure(options), seats, bytes([seed]))
    plies = 0
    while state.turn is not None:
        seat = state.turn
        state = after(state, choose("taika-mario", state.view(seat), seat, levels[seat], bytes([seed])))
        plies += 1
        assert plies < 1000
    return state, plies


@pytest.mark.parametrize("turn", ["step-then-act", "either-or"])
@pytest.mark.parametrize("hands", ["hidden", "open"])
def test_four_bots_play_to_the_end_on_nine_by_nine(turn: str, hands: str) -> None:
    state, plies = played(4, (1, 2, 3, 2), 4, size="9", turn=turn, hands=hands)
    assert state.outcome() is not None
    assert plies > 8
    assert sum(state.hits) > 0


def test_three_bots_with_all_sets_and_the_triangle_play_to_the_end() -> None:
    state, _ = played(3, (3, 2, 1), 3, sets="base,putkiremontti,pohjola", start="triangle")
    assert state.outcome() is not None


@pytest.mark.parametrize(("better", "worse"), [(2, 1), (3, 1), (3, 2)])
def test_a_higher_level_wins_most_games(better: int, worse: int) -> None:
    """Both as first and as second player."""
    won, games = 0, 20
    for seed in range(games):
        levels = (better, worse) if seed % 2 else (worse, better)
        state, _ = played(2, levels, seed, size="7")
        outcome = state.outcome()
        assert outcome is not None
        won += outcome.winners == (levels.index(better),)
    assert won > games // 2


# -- spells, and a player that takes every hit ----------------------------------------------------------------


def against_greedy(level: int, number: int, seats: int = 2) -> tuple[bool, int, int]:
    """A game with default options against greedy players: whether the bot won, its casts and its turns."""
    state = TAIKA.start(TAIKA.configure({}), seats, b"greedy" + bytes([number]))
    chance, bot = Random(number), number % seats
    casts = turns = 0
    while state.turn is not None:
        if state.turn == bot:
            action = choose("taika-mario", state.view(bot), bot, level, bytes([number]))
            casts, turns = casts + ("!" in action), turns + 1
        else:
            action = greedy(state.view(state.turn), chance, "room")
        state = after(state, action)
    outcome = state.outcome()
    assert outcome is not None
    return outcome.winners == (bot,), casts, turns


@pytest.mark.parametrize("level", LEVELS)
def test_it_casts_often_and_beats_a_player_that_always_takes_the_best_hit(level: int) -> None:
    """Eight games are few: that it never casts, or loses most, would show; ``bench_taika_bot`` counts 200."""
    games = [against_greedy(level, number) for number in range(8)]
    assert sum(won for won, _, _ in games) >= 5
    casts, turns = sum(casts for _, casts, _ in games), sum(turns for _, _, turns in games)
    assert 10 * casts > turns, f"{casts} casts in {turns} turns"


@pytest.mark.parametrize("level", LEVELS)
def test_bots_among_themselves_cast_spells(level: int) -> None:
    """When hits alone made it cast, most games between two bots saw no spell at all."""
    casts = plies = 0
    for seed in range(4):
        state = TAIKA.start(TAIKA.configure({}), 2, bytes([100 + seed]))
        while state.turn is not None:
            action = choose("taika-mario", state.view(state.turn), state.turn, level, bytes([seed]))
            casts, plies = casts + ("!" in action), plies + 1
            state = after(state, action)
    assert 10 * casts > plies, f"{casts} casts in {plies} turns"


@pytest.mark.parametrize("level", LEVELS)
def test_it_casts_a_spell_that_hits_nobody_to_take_room(level: int) -> None:
    """Luigi has three steps, f7, f6 and g6; laid upwards the spell fills two of them."""
    state = lay("......2\n.......\n.......\n.....gg\n.......\n.......\n1......", hands=(("rain",),))
    before = state.steps(1).bit_count()
    for action in answers(state, level):
        assert "!" in action
        assert after(state, action).steps(1).bit_count() < before


# -- room -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_territories_are_what_each_pawn_reaches_first(seed: int) -> None:
    """By walking step by step, square by square, on boards strewn at random."""
    chance = Random(seed)
    size, seats = chance.choice((7, 9, 11)), chance.choice((2, 3, 4))
    squares = chance.sample(range(size * size), seats + size * size // 3)
    at, blocked = squares[:seats], sum(1 << square for square in squares[seats:])
    order = chance.sample(range(seats), seats)
    taken = set(squares)
    edge, found = {seat: {at[seat]} for seat in order}, {seat: set[int]() for seat in order}
    for _ in range(AHEAD):
        for seat in order:
            edge[seat] = {n for square in edge[seat] for n in members(around(square, size, 1))} - taken
            taken |= edge[seat]
            found[seat] |= edge[seat]
    told = territories(at, order, blocked, size)
    assert {seat: set(members(squares)) for seat, squares in told.items()} == found
    assert set(members(spread(1 << at[0], size))) == {at[0], *members(around(at[0], size, 1))}


def test_who_is_out_has_no_territory() -> None:
    assert territories([0, None], [1, 0], 0, 7).keys() == {0}


def test_it_resigns_only_where_a_given_position_leaves_it_no_turn() -> None:
    assert answers(lay("gg\n1g....2"), 2) == {"resign"}


@pytest.mark.parametrize("level", LEVELS)
def test_it_steps_alone_where_nothing_else_can_be_done(level: int) -> None:
    state = lay("gggg\ngggg\n.ggg\n1ggg..2", under={"a1": "g"})
    assert answers(state, level) == {"a2 -"}


@pytest.mark.parametrize("level", LEVELS)
def test_where_only_spells_can_be_cast_after_the_step_it_casts_one(level: int) -> None:
    state = lay("gggg\ngggg\n.ggg\n1ggg..2", under={"a1": "g"}, hands=(("dot",),))
    assert all(action.startswith("a2 !dot ") for action in answers(state, level))
