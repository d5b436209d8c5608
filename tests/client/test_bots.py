"""Bots: sensible, repeatable, in a process of their own that may die without harm."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from client.bots import LEVELS
from client.bots.driver import BotDriver
from client.bots.one_ply import choose, fallback
from client.bots.process import Mind, MindError
from net.events import Event, Failed, Match, MatchChanged, MatchSeat, MatchStarted
from rules.game import State
from rules.magi import MAGI
from rules.mindcontrol import MIND_CONTROL
from rules.registry import games
from tests.net.owners import Owner, reached, wait
from tests.patience import wait_until


def position(text: str) -> State:
    return MIND_CONTROL.position(text, MIND_CONTROL.configure({}))


@pytest.mark.parametrize("level", LEVELS)
def test_a_free_stack_is_taken_mc5(level: int) -> None:
    state = position("8/8/8/3m4/8/3L4/8/7s w -:- 0 1")
    assert choose("mind-control", state, 0, level, b"a") == "d3d5"


def test_from_level_2_a_defended_small_is_not_worth_a_large_mc5() -> None:
    """Taking d5 with the large would lose it to the stack on d8."""
    state = position("3(Lml)4/8/8/3s4/8/3L4/8/S7 w -:- 0 1".replace("(Lml)", "(lm)"))
    assert choose("mind-control", state, 0, 1, b"a") == "d3d5"
    assert choose("mind-control", state, 0, 2, b"a") != "d3d5"


def test_the_same_question_has_the_same_answer_and_the_seed_breaks_ties() -> None:
    start = MIND_CONTROL.start(MIND_CONTROL.configure({}), 2)
    answers = {seed: choose("mind-control", start, 0, 2, bytes([seed])) for seed in range(6)}
    assert answers == {seed: choose("mind-control", start, 0, 2, bytes([seed])) for seed in range(6)}
    assert len(set(answers.values())) > 1


def test_an_offered_draw_is_answered_by_how_the_game_stands_mc11() -> None:
    behind = position("8/8/8/3m4/8/3L4/8/S6s w -:LL 0 1").apply("a1a2").state.apply("draw?").state
    assert choose("mind-control", behind, 0, 2, b"") == "draw+"
    ahead = position("8/8/8/3m4/8/3L4/8/S6s w ll:- 0 1").apply("a1a2").state.apply("draw?").state
    assert choose("mind-control", ahead, 0, 2, b"") == "draw-"


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_every_registered_game_gets_a_legal_action(game: str) -> None:
    rules = next(known for known in games() if known.id == game)
    state = rules.start(rules.configure({}), rules.seats[0], bytes(32))
    assert state.turn is not None
    for _ in range(2):
        turn = state.turn
        action = choose(game, state.view(turn), turn, 1, b"x")
        state = state.apply(action).state
        if state.turn is None:
            break
    assert fallback(MIND_CONTROL.start(MIND_CONTROL.configure({}), 2)) != "resign"


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_the_fallback_is_legal_and_lists_no_moves(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Taika-Mario may have hundreds of thousands of moves: naming one must not list them all."""
    rules = next(known for known in games() if known.id == game)
    state = rules.start(rules.configure({}), rules.seats[-1], bytes(32))
    monkeypatch.setattr(type(state), "legal", lambda state: pytest.fail("all moves were listed"))
    for _ in range(6):
        assert state.turn is not None
        action = fallback(state.view(state.turn))
        assert state.may(action)
        state = state.apply(action).state


@pytest.mark.parametrize(("game", "refusal"), [("mind-control", "draw-"), ("magi", "decline")])
def test_the_fallback_declines_an_offer_mc11_mg13(game: str, refusal: str) -> None:
    rules = next(known for known in games() if known.id == game)
    assert fallback(rules.start(rules.configure({}), 2).apply("draw?").state) == refusal


def test_the_process_answers_and_is_started_anew_when_it_was_killed() -> None:
    start = MIND_CONTROL.start(MIND_CONTROL.configure({}), 2)
    mind = Mind()
    try:
        first = mind.ask("mind-control", start, 0, 2, b"a")
        assert first == choose("mind-control", start, 0, 2, b"a")
        assert mind.pid is not None
        os.kill(mind.pid, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
        try:
            again = mind.ask("mind-control", start, 0, 2, b"a")
        except MindError:  # it died while being asked
            again = mind.ask("mind-control", start, 0, 2, b"a")
        assert again == first
        with pytest.raises(MindError, match="no answer"):
            mind.ask("magi", MAGI.start(MAGI.configure({}), 2), 0, 3, b"a", patience_s=0.0)
    finally:
        mind.stop()


class FakeHub:
    def __init__(self) -> None:
        self.acts: list[tuple[str, str, int]] = []
        self.told: list[Event] = []

    def act(self, match_id: str, action: str, after: int) -> None:
        self.acts.append((match_id, action, after))

    def tell(self, event: Event) -> None:
        self.told.append(event)


def started(here: bool = True) -> Match:
    seats = (MatchSeat("Bot 1", here, "bot:1" if here else ""), MatchSeat("Anna", True, "person"))
    start = MIND_CONTROL.start(MIND_CONTROL.configure({}), 2)
    return Match("ab" * 32, "mind-control", {}, seats, start, 4)


def test_a_bot_moves_in_a_match_that_was_left_while_it_thought_and_is_taken_up_again() -> None:
    hub = FakeHub()
    driver = BotDriver(hub, 0.0, lambda *question: "c3c4")
    match = started()
    driver.handle(MatchStarted(match))
    wait_until(lambda: len(hub.acts) == 1)  # lost, since the match was left before
    driver.handle(MatchStarted(match))
    wait_until(lambda: len(hub.acts) == 2)
    driver.close()


def test_a_bot_that_can_not_think_plays_the_first_move_allowed_and_says_so() -> None:
    def broken(*question: object) -> str:
        raise MindError("broken")

    hub = FakeHub()
    driver = BotDriver(hub, 0.0, broken)
    match = started()
    driver.handle(MatchStarted(match))
    driver.handle(MatchChanged(match))
    wait_until(lambda: hub.acts)
    driver.close()
    assert fallback(match.state) in match.state.legal()
    assert hub.acts == [(match.id, fallback(match.state), 4)]
    assert isinstance(hub.told[0], Failed) and hub.told[0].code == "bot"


def test_seats_elsewhere_and_people_are_left_alone() -> None:
    hub = FakeHub()
    driver = BotDriver(hub, 0.0, lambda *question: "c3c4")
    driver.handle(MatchStarted(started(here=False)))
    driver.close()
    assert not hub.acts


# -- a log that goes on while a bot thinks -------------------------------------------------------------------


class Slow:
    """A mind whose answer is given by hand: the actions are what it would play, in order."""

    def __init__(self, *actions: str) -> None:
        self.actions = list(actions)
        self.thinking = threading.Semaphore(0)
        self.answers = threading.Semaphore(0)

    def __call__(self, game: str, state: State, seat: int, level: int, seed: bytes) -> str:
        action = self.actions.pop(0)
        self.thinking.release()
        assert self.answers.acquire(timeout=20)
        return action


def test_a_bot_that_thought_about_an_older_log_does_nothing(tmp_path: Path) -> None:
    owner = Owner(tmp_path, "Anna", network=False)
    owner.plays = False
    slow = Slow("e9e7", "d9d7", "c9c7")
    bots = BotDriver(owner.hub, 0.0, slow)
    seen = 0

    def step() -> None:
        nonlocal seen
        for event in owner.told[seen:]:
            bots.handle(event)
        seen = len(owner.told)

    def until(ready: Callable[[], object]) -> None:
        def stepped() -> object:
            step()
            return ready()

        wait([owner], stepped)

    try:
        owner.hub.open_table("magi", {}, ["person", "bot:1"], public=False)
        until(lambda: owner.matches)
        owner.act("e2e4")
        until(lambda: slow.thinking.acquire(blocking=False))
        slow.answers.release()
        until(lambda: owner.match.state.turn == 0)
        owner.act("c2c4")
        until(lambda: slow.thinking.acquire(blocking=False))
        owner.hub.propose(owner.match.id, "takeback")  # the bot agrees at once, and is to act no more
        until(lambda: owner.match.state.turn == 0)
        owner.act("h2h4")
        until(lambda: owner.match.state.turn == 1)
        slow.answers.release()  # what it thought of first could still be played, but was meant for another position
        until(lambda: slow.thinking.acquire(blocking=False))
        assert list(owner.match.actions) == ["e2e4", "e9e7", "h2h4"] and not owner.failed()
        slow.answers.release()
        until(lambda: owner.match.state.turn == 0)
        assert list(owner.match.actions) == ["e2e4", "e9e7", "h2h4", "c9c7"] and not owner.failed()
    finally:
        slow.answers.release(9)
        bots.close()
        owner.hub.close()


@pytest.mark.parametrize("late", [1, 2, 3])
def test_what_was_meant_for_an_older_log_is_not_done(tmp_path: Path, late: int) -> None:
    owner = Owner(tmp_path, "Anna", network=False)
    owner.plays = False
    try:
        owner.hub.open_table("magi", {}, ["person", "bot:1"], public=False)
        wait([owner], lambda: owner.matches)
        for number, action in enumerate(("e2e4", "e9e7", "c2c4")):
            owner.act(action)
            wait([owner], reached(5 + number, owner))
        for after in (owner.match.entries - late, owner.match.entries + late):
            owner.hub.act(owner.match.id, "d9d7", after)
        wait([owner], lambda: len(owner.failed()) == 2)
        assert owner.failures() == ["stale", "stale"] and owner.match.entries == 7
    finally:
        owner.hub.close()
