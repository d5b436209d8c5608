"""Bots: sensible, repeatable, in a process of their own that may die without harm."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from client.bots import LEVELS
from client.bots.driver import BotDriver, bot_to_act
from client.bots.evaluation import standing
from client.bots.one_ply import fallback
from client.bots.process import Mind, MindError
from client.games.mindcontrol.bot import MindControlBot
from client.games.registry import choose
from net.events import Event, Failed, Match, MatchChanged, MatchSeat, MatchStarted, Stepped
from net.intents import Act, Intent, OpenTable, Propose
from rules.game import State
from rules.magi import MAGI
from rules.mindcontrol import MIND_CONTROL
from rules.registry import games
from tests.net.owners import Owner, reached, wait
from tests.patience import PATIENCE_S, wait_until


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


@pytest.mark.parametrize("level", LEVELS)
def test_a_draw_is_accepted_by_who_is_about_to_lose_more_than_it_leads_by_mc11(level: int) -> None:
    """White commands more, but the large on d3 takes the medium on d5 next."""
    offered = position("8/8/8/3M4/8/3l4/8/SL5s w -:- 0 1").apply("a1a2").state.apply("draw?").state
    assert offered.turn == 0 and offered.apply("draw-").state.may("d3d5")
    assert choose("mind-control", offered, 0, level, b"") == "draw+"
    safe = position("8/8/8/3M4/8/4l3/8/SL5s w -:- 0 1").apply("a1a2").state.apply("draw?").state
    assert not any(move.endswith("d5") for move in safe.apply("draw-").state.legal())
    assert choose("mind-control", safe, 0, level, b"") == "draw-"


@pytest.mark.parametrize("seed", range(4))
def test_answers_follow_from_the_search_that_moves_are_made_by_mc11(seed: int) -> None:
    """Random games: level 1 accepts exactly where it is behind, or where one attack leaves it behind."""
    chance, judge = Random(seed), MindControlBot()
    state: State = MIND_CONTROL.start(MIND_CONTROL.configure({}), 2)
    said = set()
    for _ in range(60):
        if state.turn is None:
            break
        seat = 1 - state.turn
        after = [state, *(state.apply(move).state for move in judge.sharp(state))]
        behind = min(standing(judge, one, seat) for one in after) < 0
        action = choose("mind-control", state.apply("draw?").state, seat, 1, b"")
        assert action == ("draw+" if behind else "draw-")
        said.add(action)
        state = state.apply(chance.choice(state.legal())).state
    assert said == {"draw+", "draw-"}


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
    mind = Mind(choose)
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

    def post(self, intent: Intent) -> None:
        assert isinstance(intent, Act)
        self.acts.append((intent.match, intent.action, intent.after))

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


class Thinking:
    """A mind that thinks until it is let go, once for each question."""

    def __init__(self) -> None:
        self.asked: list[State] = []
        self.go = threading.Semaphore(0)

    def __call__(self, game: str, state: State, seat: int, level: int, seed: bytes) -> str:
        self.asked.append(state)
        assert self.go.acquire(timeout=PATIENCE_S)
        return state.legal()[0]


def later(match: Match, *actions: str, **changed: object) -> Match:
    """The match some entries on."""
    state = match.state
    for action in actions:
        state = state.apply(action).state
    return replace(match, state=state, entries=match.entries + max(1, len(actions)), **changed)  # type: ignore[arg-type]


MEANWHILE = {
    "a move": lambda match: later(match, "c3c4"),
    "two moves": lambda match: later(match, "c3c4", "c6c5"),
    "a takeback to the same position": lambda match: later(match),
    "a pause": lambda match: later(match, status="paused"),
    "the end": lambda match: later(match, status="void"),
    "the seat is given up": lambda match: later(
        match, seats=(replace(match.seats[0], gone=True), match.seats[1])
    ),
}


@pytest.mark.parametrize("event", [Stepped, MatchChanged])
@pytest.mark.parametrize("what", MEANWHILE)
def test_what_was_thought_about_an_older_log_is_not_done(what: str, event: type[Event]) -> None:
    """The log grew while a bot thought: what it found belongs to a position that is gone."""
    hub, mind = FakeHub(), Thinking()
    driver = BotDriver(hub, 0.0, mind)
    match = started()
    driver.handle(MatchStarted(match))
    wait_until(lambda: len(mind.asked) == 1)
    now = MEANWHILE[what](match)
    driver.handle(Stepped(now, "c3c4", 0, ()) if event is Stepped else MatchChanged(now))
    for _question in range(4):
        mind.go.release()
    again = bot_to_act(now) is not None
    wait_until(lambda: len(hub.acts) >= again)
    settled(driver)
    driver.close()
    assert [after for _match, _action, after in hub.acts] == [now.entries] * again


def test_nothing_is_thought_about_a_log_that_has_grown_while_another_was_thought_about() -> None:
    hub, mind = FakeHub(), Thinking()
    driver = BotDriver(hub, 0.0, mind)
    first = started()
    second = replace(started(), id="cd" * 32)
    driver.handle(MatchStarted(first))
    wait_until(lambda: len(mind.asked) == 1)
    driver.handle(MatchStarted(second))
    driver.handle(Stepped(later(second, "c3c4"), "c3c4", 0, ()))
    for _question in range(4):
        mind.go.release()
    wait_until(lambda: hub.acts)
    settled(driver)
    driver.close()
    assert len(mind.asked) == 1 and [act[0] for act in hub.acts] == [first.id]


def test_a_bot_takes_its_time_and_looks_at_the_log_again_after_it() -> None:
    """The pause in which people follow a move is as long for the log as for them."""
    hub = FakeHub()
    driver = BotDriver(hub, 0.3, lambda game, state, seat, level, seed: state.legal()[0])
    match = started()
    driver.handle(MatchStarted(match))
    time.sleep(0.05)
    assert hub.acts == []
    driver.handle(Stepped(later(match, "c3c4"), "c3c4", 0, ()))
    settled(driver)
    driver.close()
    assert hub.acts == []


def test_a_driver_that_is_closed_acts_no_more() -> None:
    hub, mind = FakeHub(), Thinking()
    driver = BotDriver(hub, 60.0, mind)
    driver.handle(MatchStarted(started()))
    wait_until(lambda: mind.asked)
    mind.go.release()
    driver.close()
    assert hub.acts == []


@pytest.mark.parametrize("status", ["paused", "adjourned", "void", "opening", "conflict"])
def test_no_bot_thinks_in_a_match_that_does_not_go_on(status: str) -> None:
    match = replace(started(), status=status)
    assert bot_to_act(match) is None
    assert bot_to_act(replace(started(), watching=True)) is None
    gone = started().seats
    assert bot_to_act(replace(started(), seats=(replace(gone[0], gone=True), gone[1]))) is None
    assert bot_to_act(started()) == 0


def test_a_bot_plays_on_when_a_pause_is_over_without_a_new_entry() -> None:
    hub = FakeHub()
    driver = BotDriver(hub, 0.0, lambda game, state, seat, level, seed: state.legal()[0])
    match = started()
    driver.handle(MatchStarted(replace(match, status="paused")))
    driver.handle(MatchChanged(match))
    wait_until(lambda: hub.acts)
    driver.close()
    assert len(hub.acts) == 1


def settled(driver: BotDriver) -> None:
    """Wait until the driver has dealt with all that it was handed: its thread ends after that."""
    driver._work.put(None)
    if driver._thread is not None:
        driver._thread.join(PATIENCE_S)
        assert not driver._thread.is_alive()


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
        assert self.answers.acquire(timeout=PATIENCE_S)
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
        owner.hub.post(OpenTable("magi", {}, ["person", "bot:1"], public=False))
        until(lambda: owner.matches)
        owner.act("e2e4")
        until(lambda: slow.thinking.acquire(blocking=False))
        slow.answers.release()
        until(lambda: owner.match.state.turn == 0)
        owner.act("c2c4")
        until(lambda: slow.thinking.acquire(blocking=False))
        owner.hub.post(Propose(owner.match.id, "takeback"))  # the bot agrees at once, and is to act no more
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
        owner.hub.post(OpenTable("magi", {}, ["person", "bot:1"], public=False))
        wait([owner], lambda: owner.matches)
        for number, action in enumerate(("e2e4", "e9e7", "c2c4")):
            owner.act(action)
            wait([owner], reached(5 + number, owner))
        for after in (owner.match.entries - late, owner.match.entries + late):
            owner.hub.post(Act(owner.match.id, "d9d7", after))
        wait([owner], lambda: len(owner.failed()) == 2)
        assert owner.failures() == ["stale", "stale"] and owner.match.entries == 7
    finally:
        owner.hub.close()


@pytest.mark.skipif(sys.platform == "win32", reason="signal masks of POSIX")
def test_the_very_first_process_hears_no_ctrl_c_while_its_python_starts() -> None:
    """In a Python of its own: what `multiprocessing` starts beside the first process must not let it through again."""
    code = (
        "import signal\n"
        "from multiprocessing import resource_tracker\n"
        "from client.bots.process import _ctrl_c_held\n"
        "with _ctrl_c_held():\n"
        "    resource_tracker.getfd()\n"
        "    assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())\n"
        "assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[3])
