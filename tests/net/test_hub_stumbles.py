"""A fault of ours, wherever it lies: it is told and logged, and the hub goes on with everything else."""

from __future__ import annotations

import inspect
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import net.hub
from net.edge.store import Home, HomeError
from net.events import Failed, Tables
from net.hub import Hub
from net.match.match import MatchPeer
from net.peer.runner import REPEATABLE, Runner
from net.wire.messages import Message
from tests.net.owners import Owner, begin, equal_logs, over, wait
from tests.patience import PATIENCE_S

SHORT = {"quiet_limit": "10"}
GIVEN: dict[str, Any] = {
    "name": "Anna", "game": "mind-control", "options": SHORT, "seats": ["person", "person"], "names": (),
    "position": "", "public": False, "watchable": True, "autostart": False, "table_id": "ab" * 16, "seat": 0,
    "player": "person", "target": "127.0.0.1:9", "also": False, "ready": True, "match_id": "cd" * 32,
    "action": "a1-a2", "after": 3, "for_good": False, "kind": "pause", "back_to": -1, "yes": True,
}  # fmt: skip
"""What an intent is called with, whatever it is called: by the names of its parameters."""


def intents() -> list[str]:
    """Every intent of the hub: what gives ``_do`` something to be done."""
    return [
        name
        for name, member in vars(Hub).items()
        if inspect.isfunction(member) and not name.startswith("_") and "_do" in member.__code__.co_names
    ]


def ask(hub: Hub, intent: str) -> None:
    called = getattr(hub, intent)
    called(**{name: GIVEN[name] for name in inspect.signature(called).parameters})


class Boom(RuntimeError):
    """What nobody expects."""


def boom(*_given: object, **_named: object) -> None:
    raise Boom("boom")


async def later_boom(*_given: object, **_named: object) -> None:
    raise Boom("boom later")


def alive(owner: Owner) -> None:
    """The hub still does what it is asked for."""
    before = len(owner.matches)
    owner.hub.open_table("mind-control", SHORT, ["person", "person"], public=False)
    wait([owner], lambda: len(owner.matches) > before)


@pytest.fixture
def anna(tmp_path: Path) -> Any:
    owner = Owner(tmp_path / "Anna", "Anna", network=False)
    owner.plays = False
    yield owner
    owner.hub.close()


def test_there_are_intents() -> None:
    assert {"act", "join", "open_table", "resume", "watch", "rename"} <= set(intents())


@pytest.mark.parametrize("early", [False, True], ids=["running", "starting"])
@pytest.mark.parametrize("intent", intents())
def test_an_intent_that_raises_is_answered_and_the_hub_goes_on(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    intent: str,
    early: bool,
) -> None:
    hub = Hub(Home(tmp_path), "Anna", network=False)
    whole = getattr(Runner, intent)
    monkeypatch.setattr(Runner, intent, boom)
    if early:
        ask(hub, intent)
    hub.start()
    if not early:
        ask(hub, intent)
    owner = Owner.__new__(Owner)
    owner.__dict__.update(name="Anna", hub=hub, told=[], table=None, matches={}, plays=False)
    wait([owner], owner.failed)
    told = owner.failed()[0]
    assert told.code == "hub" and "boom" in told.message.format(**told.arguments)
    given = inspect.signature(getattr(Hub, intent)).parameters
    assert told.match_id == (GIVEN["match_id"] if "match_id" in given else "")
    assert told.action == (GIVEN["action"] if "action" in given else "")
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [Boom]
    monkeypatch.setattr(Runner, intent, whole)
    alive(owner)
    hub.close()


@pytest.mark.parametrize("task", ["_watch", "_join", "_resume"])
def test_a_task_that_raises_is_told_each_time_it_is_wanted(
    anna: Owner, monkeypatch: pytest.MonkeyPatch, task: str
) -> None:
    alive(anna)
    saved = anna.match.id
    anna.hub.leave_match(saved)
    assert hasattr(Runner, task)
    monkeypatch.setattr(Runner, task, later_boom)
    for times in (1, 2):
        {"_watch": anna.hub.watch, "_join": anna.hub.join, "_resume": anna.hub.resume}[task](
            saved if task == "_resume" else "127.0.0.1:9"
        )
        wait([anna], lambda times=times: anna.failures() == ["hub"] * times)
    alive(anna)


@pytest.mark.parametrize("part", ["tick", "_reconnect", "_announce"])
def test_a_tick_that_raises_is_told_once_and_the_clock_goes_on(
    anna: Owner, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    alive(anna)
    ticks: list[int] = []

    def count(*_given: object) -> None:
        ticks.append(1)
        raise Boom(part)

    async def count_later(*_given: object) -> None:
        count()

    where = MatchPeer if part == "tick" else Runner
    monkeypatch.setattr(where, part, count_later if part == "_announce" else count)
    wait([anna], lambda: len(ticks) >= 3)
    assert anna.failures() == ["hub"]
    monkeypatch.undo()
    alive(anna)


@pytest.mark.parametrize("handler", ["_take", "_session_opened", "_session_closed"])
def test_a_message_handler_that_raises_ends_neither_hub_nor_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, handler: str
) -> None:
    anna, bert = Owner(tmp_path / "A", "Anna"), Owner(tmp_path / "B", "Bert")
    anna.plays = bert.plays = False
    try:
        anna.hub.open_table("mind-control", SHORT, ["person", "open"])
        wait([anna, bert], lambda: anna.table)
        with monkeypatch.context() as broken:
            broken.setattr(Runner, handler, boom)
            bert.hub.join(anna.address)
            if handler == "_session_closed":
                wait([anna, bert], lambda: bert.table)
                bert.cut()
            wait([anna, bert], lambda: "hub" in anna.failures() + bert.failures())
        alive(anna)
        alive(bert)
    finally:
        anna.hub.close()
        bert.hub.close()


def test_a_handler_that_raises_once_loses_no_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bert = Owner(tmp_path / "A", "Anna"), Owner(tmp_path / "B", "Bert")
    whole = Runner._take
    failed: list[str] = []

    def once(self: Runner, session: Any, peer: str, message: Message) -> None:
        if message[0] == "entries" and not failed:
            failed.append(message[0])
            raise Boom("entries")
        whole(self, session, peer, message)

    monkeypatch.setattr(Runner, "_take", once)
    try:
        anna.hub.open_table("mind-control", SHORT, ["person", "open"], autostart=True)
        wait([anna], lambda: anna.table)
        bert.hub.join(anna.address)
        wait([anna, bert], lambda: bert.table)
        assert bert.table is not None
        bert.hub.ready(bert.table.id, True)
        wait([anna, bert], lambda: all(o.matches and o.match.status == "finished" for o in (anna, bert)))
        assert failed
    finally:
        anna.hub.close()
        bert.hub.close()


def test_a_match_goes_on_though_each_hub_stumbles_once_over_each_kind_of_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody sends again what was received, so the hub itself takes it up once more."""
    anna, bert = Owner(tmp_path / "A", "Anna"), Owner(tmp_path / "B", "Bert")
    whole = Runner._take
    failed: set[tuple[str, str]] = set()

    def once(self: Runner, session: Any, peer: str, message: Message) -> None:
        if message[0] in REPEATABLE and (self.name, message[0]) not in failed:
            failed.add((self.name, message[0]))
            raise Boom(message[0])
        whole(self, session, peer, message)

    monkeypatch.setattr(Runner, "_take", once)
    try:
        begin("mind-control", SHORT, [(anna, "person"), (bert, "person")])
        wait([anna, bert], over(anna, bert))
        equal_logs(anna, bert)
        assert failed == {(name, kind) for name in ("Anna", "Bert") for kind in ("log?", "entries", "seal")}
    finally:
        anna.hub.close()
        bert.hub.close()


def test_what_is_heard_is_told_though_it_can_not_be_used(anna: Owner) -> None:
    alive(anna)
    match_id = anna.match.id
    line = type("Line", (), {"id": match_id, "addresses": ("no address at all",)})()
    anna.hub._do(lambda runner: runner._heard((line,)))
    wait([anna], lambda: any(isinstance(event, Tables) for event in anna.told))
    alive(anna)


# -- a hub that has ended


def refuse(code: str) -> Callable[[Home], None]:
    def lock(self: Home) -> None:
        raise HomeError(code, "{path} can't be written: {why}", path="/there", why="No space left on device")

    return lock


@pytest.mark.parametrize("code", ["home-locked", "home-write", "boom"])
@pytest.mark.parametrize("intent", intents())
def test_after_the_end_every_intent_is_answered_as_the_first_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, intent: str, code: str
) -> None:
    monkeypatch.setattr(Home, "lock", boom if code == "boom" else refuse(code))
    hub = Hub(Home(tmp_path), "Anna", network=False)
    ask(hub, intent)
    hub.start()
    hub._thread.join(PATIENCE_S)
    ask(hub, intent)
    first, early, late = (event for event in hub.events() if isinstance(event, Failed))
    assert {one.code for one in (first, early, late)} == {"hub-stopped" if code == "boom" else code}
    assert first.arguments == early.arguments == late.arguments
    assert early == late, "the answer names the match and the action that were meant"
    hub.close()
    ask(hub, intent)
    assert not hub.events(), "who has closed a hub is told nothing more"


def test_a_hub_that_ends_in_the_middle_answers_too(anna: Owner, caplog: pytest.LogCaptureFixture) -> None:
    alive(anna)
    assert anna.hub._loop is not None

    def leave() -> None:
        raise SystemExit(3)

    with caplog.at_level(logging.CRITICAL):
        anna.hub._loop.call_soon_threadsafe(leave)
        anna.hub._thread.join(PATIENCE_S)
    assert not anna.hub._thread.is_alive()
    anna.hub.act("cd" * 32, "a1-a2", 3)
    wait([anna], lambda: anna.failures() == ["hub-stopped", "hub-stopped"])
    assert anna.failed()[-1].action == "a1-a2"
    assert anna.hub.port == 0


def test_no_thread_is_left() -> None:
    assert net.hub
    assert not [thread for thread in threading.enumerate() if thread.name == "hub"]
