"""What every game must keep, whatever its rules: run over all registered games and the null game.

A new game joins by being registered; a game that hides things adds its twin to ``TWINS``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest

from rules import registry
from rules.errors import IllegalAction, RulesError
from rules.game import Game, State, Step
from rules.nullgame import NULL
from rules.play import Play
from rules.record import export, read, replay
from sprites.motion.fold import fold

GAMES = (*registry.games(), NULL)
TABLES = [(game, seats) for game in GAMES for seats in game.seats]
TABLE_IDS = [f"{game.id}-{seats}" for game, seats in TABLES]
PLIES = 40
SEED = b"contract"
MANY = 1500
"""In positions with more moves than this only some are tried."""

tables = pytest.mark.parametrize(("game", "seats"), TABLES, ids=TABLE_IDS)


def choose(state: State, random: Random) -> str:
    """An action of the seat to act, seldom one that ends the game out of hand."""
    moves, extras = state.legal(), state.extras()
    quiet = [extra for extra in extras if extra not in ("resign", "draw+", "accept", "resign?")]
    if quiet and (not moves or random.random() < 0.15):
        return random.choice(quiet)
    return random.choice(moves or extras)


@cache
def walk(game: Game, seats: int) -> tuple[tuple[State, str, Step], ...]:
    """A random game: state, the action done in it, the step."""
    random = Random(f"{game.id} {seats}")
    state = game.start(game.configure({}), seats, SEED)
    steps = []
    while state.turn is not None and len(steps) < PLIES:
        action = choose(state, random)
        step = state.apply(action)
        steps.append((state, action, step))
        state = step.state
    return tuple(steps)


def states(game: Game, seats: int) -> Iterator[State]:
    for state, _, _ in walk(game, seats):
        yield state
    yield walk(game, seats)[-1][2].state


def some(items: tuple[str, ...], most: int = 40) -> tuple[str, ...]:
    return items[:: max(1, len(items) // most)]


def on_board(state: State) -> dict[str, tuple[str, ...]]:
    """The piece map without the trays: what was taken may be history that a notation leaves out."""
    return {place: pieces for place, pieces in state.pieces().items() if ":" not in place}


@tables
def test_one_seat_acts_until_the_outcome_and_then_nobody(game: Game, seats: int) -> None:
    for state in states(game, seats):
        if state.turn is None:
            outcome = state.outcome()
            assert outcome is not None
            assert set(outcome.winners) <= set(range(seats))
            assert state.legal() == state.shapes() == state.extras() == ()
            assert state.picks() == ((), None)
        else:
            assert 0 <= state.turn < seats
            assert state.outcome() is None
            assert state.legal() or state.extras()


@tables
def test_legal_is_sorted_bytewise_without_doubles_and_all_of_it_may_be_played(game: Game, seats: int) -> None:
    for state, _, _ in walk(game, seats)[::2]:
        legal = state.legal()
        assert list(legal) == sorted(set(legal), key=str.encode)
        for action in (*some(legal), *state.extras()):
            assert action.isascii()
            assert state.may(action)
            state.apply(action)


@tables
def test_what_is_not_legal_is_refused_and_apply_never_changes_a_state(game: Game, seats: int) -> None:
    played = {action for _, action, _ in walk(game, seats)}
    nonsense = ("", " ", "xyzzy", "a1a1", "a1", "a1a1t", "h8h8q", "draw", "é", "c3c4 ", "+0", "b2 -")
    for state, _, _ in walk(game, seats)[::6]:
        before, legal = (state.public(), hash(state), dict(state.pieces())), set(state.legal())
        for action in (*played, *nonsense):
            if action in legal or action in state.extras():
                state.apply(action)
            elif not state.may(action):
                with pytest.raises(RulesError):
                    state.apply(action)
            else:
                pytest.fail(f"{action!r} may be played but is not listed")
        assert (state.public(), hash(state), dict(state.pieces())) == before


@tables
def test_once_over_nothing_can_be_applied_and_nobody_can_forfeit(game: Game, seats: int) -> None:
    state = game.start(game.configure({}), seats, SEED)
    actions = (*some(state.legal(), 5), *state.extras())
    for seat in range(seats - 1):
        state = state.forfeit((seat,), "left").state
    outcome = state.outcome()
    assert state.turn is None
    assert outcome is not None
    assert outcome.winners == (seats - 1,)
    for action in actions:
        assert not state.may(action)
        with pytest.raises(RulesError):
            state.apply(action)
    with pytest.raises(IllegalAction):
        state.forfeit((seats - 1,), "left")


@tables
def test_forfeits_of_nobody_of_strangers_or_without_a_reason_are_refused(game: Game, seats: int) -> None:
    state = game.start(game.configure({}), seats, SEED)
    for gone, reason in (((), "left"), ((seats,), "left"), ((-1,), "time"), ((0,), "tired")):
        with pytest.raises(IllegalAction):
            state.forfeit(gone, reason)


@tables
def test_notation_round_trips(game: Game, seats: int) -> None:
    options = game.configure({})
    for state in [*states(game, seats)][::3]:
        again = game.position(state.notation(), options)
        assert again.notation() == state.notation()
        assert on_board(again) == on_board(state)
        if state.legal() and again.legal():
            assert again.legal() == state.legal()


@tables
def test_equal_states_have_equal_hash_and_digest(game: Game, seats: int) -> None:
    again = game.start(game.configure({}), seats, SEED)
    for state, action, _ in walk(game, seats):
        assert again == state
        assert hash(again) == hash(state)
        assert game.digest(again) == game.digest(state)
        again = again.apply(action).state


@tables
def test_every_board_move_changes_the_digest(game: Game, seats: int) -> None:
    for state, action, step in walk(game, seats):
        assert len(game.digest(state)) == 16
        if action in state.legal():
            assert game.digest(step.state) != game.digest(state)


@tables
def test_facts_folded_over_the_pieces_give_the_next_pieces(game: Game, seats: int) -> None:
    for state, action, step in walk(game, seats):
        assert step.facts, action
        assert fold(state.pieces(), step.facts) == step.state.pieces(), action
    over = [step.facts[-1].kind == "over" for _, _, step in walk(game, seats)]
    assert over[:-1].count(True) == 0
    assert over[-1] is (walk(game, seats)[-1][2].state.turn is None)


def picked(state: State, most: int) -> set[str]:
    """All actions that choosing on and on leads to; stops with the first too many."""
    found: set[str] = set()
    open_prefixes: list[tuple[str, ...]] = [()]
    while open_prefixes and len(found) <= most:
        prefix = open_prefixes.pop()
        picks = state.picks(prefix)
        if picks.action is not None:
            found.add(picks.action)
        for pick in picks.choices:
            # A part may be chosen anew (whole, top, whole …): once is enough here.
            if not (pick.kind == "part" and pick.value in prefix):
                open_prefixes.append((*prefix, pick.value))
    return found


@tables
def test_picks_reach_every_legal_move_and_only_legal_moves(game: Game, seats: int) -> None:
    whole = 0
    for state, _, _ in walk(game, seats)[::5]:
        legal = state.legal()
        if len(legal) <= MANY:
            assert picked(state, MANY) == set(legal)
            whole += 1
        else:
            assert picked(state, 200) <= set(legal)
        assert state.picks(("nowhere",)) == ((), None)
    assert whole


@tables
def test_shapes_are_sorted_and_no_more_than_the_moves(game: Game, seats: int) -> None:
    for state, _, _ in walk(game, seats)[::5]:
        shapes = state.shapes()
        assert list(shapes) == sorted(set(shapes), key=str.encode)
        assert len(shapes) <= len(state.legal())
        assert bool(shapes) == bool(state.legal())


@tables
def test_perft_counts_sequences_of_legal_moves(game: Game, seats: int) -> None:
    for state, _, _ in walk(game, seats)[::20]:
        assert state.perft(0) == 1
        assert state.perft(1) == len(state.without_history().legal())


@tables
def test_a_view_agrees_with_the_state_in_all_that_it_may_know(game: Game, seats: int) -> None:
    for state, action, step in walk(game, seats)[::3]:
        for seat in (None, *range(seats)):
            view = state.view(seat)
            assert view.view(seat) == view
            assert view.view(None) == state.view(None)
            assert view.turn == state.turn
            assert game.digest(view) == game.digest(state)
            assert game.digest(view.apply(action).state) == game.digest(step.state)
        assert state.view(state.turn).shapes() == state.shapes()
        assert state.view(state.turn).extras() == state.extras()


def taika_twin(game: Game, state: State, seat: int | None) -> State:
    """The same to ``seat``: the cards that it can't see are dealt anew among the places where they lie."""
    plain = json.loads(state.notation())
    hidden = [player["hand"] for index, player in enumerate(plain["players"]) if index != seat]
    cards = [card for pile in (*hidden, plain["deck"]) for card in pile]
    cards = cards[1:] + cards[:1]
    for pile in (*hidden, plain["deck"]):
        pile[:] = cards[: len(pile)]
        del cards[: len(pile)]
    return game.position(json.dumps(plain, separators=(",", ":")), game.configure({}))


TWINS: dict[str, Callable[[Game, State, int | None], State]] = {"taika-mario": taika_twin}


@tables
def test_states_that_differ_only_in_what_a_seat_may_not_know_are_the_same_to_it(
    game: Game, seats: int
) -> None:
    for state, _, _ in walk(game, seats)[::10]:
        if game.id not in TWINS:
            assert all(state.view(seat) == state for seat in (None, *range(seats)))
            continue
        for seat in (None, *range(seats)):
            twin = TWINS[game.id](game, state, seat)
            assert twin != state
            assert twin.view(seat) == state.view(seat)
            assert game.digest(twin) == game.digest(state)
            assert len(twin.view(seat).notation()) == len(state.view(seat).notation())


@tables
def test_a_record_of_the_walk_replays_to_the_same_end(game: Game, seats: int) -> None:
    with registry.registered(*(() if game in registry.games() else (game,))):
        play = Play(game, {}, seats, SEED)
        for _, action, _ in walk(game, seats):
            play.act(action)
        again, happened = read(list(export(play)))
        assert len(list(replay(again, happened))) == len(play)
        assert again.state == play.state
        assert again.actions() == play.actions()


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_wrong_options_seats_and_positions_are_refused(game: Game) -> None:
    options = game.configure({})
    with pytest.raises(RulesError):
        game.configure({"no such option": "1"})
    for seats in (0, 1, 5, max(game.seats) + 1):
        with pytest.raises(RulesError):
            game.start(options, seats, SEED)
    text = game.start(options, game.seats[0], SEED).notation()
    for wrong in (
        "",
        " ",
        "start",
        "{}",
        "[]",
        "null",
        "w",
        text[1:],
        text[:-1],
    ):
        if wrong != text:
            with pytest.raises(RulesError):
                game.position(wrong, options)
