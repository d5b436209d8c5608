"""A fault of ours, wherever it lies: it is told and logged, and the hub goes on with everything else."""

from __future__ import annotations

import inspect
import logging
import threading
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, get_args

import pytest

import net.hub
import net.peer.peer
from net.edge.record_index import RecordIndex
from net.edge.session import Sessions
from net.edge.store import Home, HomeError
from net.events import Failed, TablesHeard
from net.hub import Hub
from net.intents import (
    Act,
    Intent,
    Join,
    LeaveMatch,
    LeaveTable,
    ListSaved,
    OpenTable,
    Propose,
    Ready,
    Rematch,
    Rename,
    Resume,
    Watch,
)
from net.match.match import MatchPeer
from net.peer.callback import CallBack
from net.peer.errands import Errands
from net.peer.lobby import Lobby
from net.peer.matches import Matches
from net.peer.peer import Peer
from net.peer.rematches import Rematches
from net.wire.link import Hello
from net.wire.messages import GiveEntries, MatchMessage, Message
from tests.net.inside import inside, peer_of
from tests.net.owners import Owner, begin, equal_logs, over, wait
from tests.patience import PATIENCE_S

SHORT = {"quiet_limit": "10"}
GIVEN: dict[str, Any] = {
    "name": "Anna", "game": "mind-control", "options": SHORT, "seats": ["person", "person"], "names": (),
    "position": "", "public": False, "watchable": True, "autostart": False, "table": "ab" * 16, "seat": 0,
    "player": "person", "target": "127.0.0.1:9", "also": False, "ready": True, "match": "cd" * 32,
    "action": "a1-a2", "after": 3, "for_good": False, "kind": "pause", "back_to": -1, "yes": True,
}  # fmt: skip
"""What an intent is made of, whichever it is: by the names of its fields."""
INTENTS: tuple[type[Intent], ...] = get_args(Intent)


def made(kind: type[Intent]) -> Intent:
    return kind(**{field.name: GIVEN[field.name] for field in fields(kind)})


class Boom(RuntimeError):
    """What nobody expects."""


def boom(*_given: object, **_named: object) -> None:
    raise Boom("boom")


async def later_boom(*_given: object, **_named: object) -> None:
    raise Boom("boom later")


def alive(owner: Owner) -> None:
    """The hub still does what it is asked for."""
    before = len(owner.matches)
    owner.hub.post(OpenTable("mind-control", SHORT, ["person", "person"], public=False))
    wait([owner], lambda: len(owner.matches) > before)


@pytest.fixture
def anna(tmp_path: Path) -> Any:
    owner = Owner(tmp_path / "Anna", "Anna", network=False)
    owner.plays = False
    yield owner
    owner.hub.close()


def test_there_are_intents() -> None:
    assert {Act, Join, OpenTable, Resume, Watch, Rename, ListSaved} <= set(INTENTS)


@pytest.mark.parametrize("early", [False, True], ids=["running", "starting"])
@pytest.mark.parametrize("kind", INTENTS)
def test_an_intent_that_raises_is_answered_and_the_hub_goes_on(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    kind: type[Intent],
    early: bool,
) -> None:
    hub = Hub(Home(tmp_path), "Anna", network=False)
    for where, part in ((Peer, "_carry_out"), (RecordIndex, "look")):
        monkeypatch.setattr(where, part, boom)
    intent = made(kind)
    if early:
        hub.post(intent)
    hub.start()
    if not early:
        hub.post(intent)
    owner = Owner.__new__(Owner)
    owner.__dict__.update(name="Anna", hub=hub, told=[], table=None, matches={}, plays=False)
    wait([owner], owner.failed)
    told = owner.failed()[0]
    assert told.code == "hub" and "boom" in told.message.format(**told.arguments)
    assert told.match_id == getattr(intent, "match", "")
    assert told.action == getattr(intent, "action", "")
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [Boom]
    monkeypatch.undo()
    alive(owner)
    hub.close()


PARTS = [
    (Errands, "go", Join("127.0.0.1:9")),
    (Errands, "go", Watch("127.0.0.1:9")),
    (Sessions, "connect", Join("127.0.0.1:9")),
    (Lobby, "_open", OpenTable("mind-control", SHORT, ["person", "open"])),
    (Lobby, "_leave", LeaveTable("ab" * 16)),
    (Matches, "_resume", Resume("cd" * 32)),
    (Home, "open", Resume("")),
    (MatchPeer, "act", Act("", "a1-a2", 3)),
    (MatchPeer, "propose", Propose("", "pause")),
    (Rematches, "want", Rematch("")),
]
"""Where something raises, and what leads there; an empty match stands for one that is here."""


@pytest.mark.parametrize(("where", "part", "intent"), PARTS)
def test_a_part_that_raises_is_told_each_time_it_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: type, part: str, intent: Intent
) -> None:
    anna = Owner(tmp_path / "Anna", "Anna")
    anna.plays = False
    try:
        alive(anna)
        if getattr(intent, "match", None) == "":
            intent = replace(intent, match=anna.match.id)  # type: ignore[call-arg]
        if where is Home:
            anna.hub.post(LeaveMatch(anna.match.id))
        assert hasattr(where, part)
        later = inspect.iscoroutinefunction(getattr(where, part))
        monkeypatch.setattr(where, part, later_boom if later else boom)
        for times in (1, 2):
            anna.hub.post(intent)
            wait([anna], lambda times=times: anna.failures().count("hub") == times)
        monkeypatch.undo()
        alive(anna)
    finally:
        anna.hub.close()


@pytest.mark.parametrize(
    ("where", "part"), [(MatchPeer, "tick"), (CallBack, "look_after"), (net.peer.peer, "announcements")]
)
def test_a_tick_that_raises_is_told_once_and_the_clock_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: Any, part: str
) -> None:
    ticks: list[int] = []

    def count(*_given: object) -> None:
        ticks.append(1)
        raise Boom(part)

    anna = Owner(tmp_path / "Anna", "Anna")
    anna.plays = False
    try:
        alive(anna)
        inside(anna.hub, lambda carrier: setattr(peer_of(carrier), "_announces", True))
        monkeypatch.setattr(where, part, count)
        wait([anna], lambda: len(ticks) >= 3)
        assert anna.failures() == ["hub"]
        monkeypatch.undo()
        alive(anna)
    finally:
        anna.hub.close()


HANDLERS = ["_take", "_link_opened", "_link_closed"]


@pytest.mark.parametrize("handler", HANDLERS)
def test_a_message_handler_that_raises_ends_neither_hub_nor_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, handler: str
) -> None:
    anna, bert = Owner(tmp_path / "A", "Anna"), Owner(tmp_path / "B", "Bert")
    anna.plays = bert.plays = False
    try:
        anna.hub.post(OpenTable("mind-control", SHORT, ["person", "open"]))
        wait([anna, bert], lambda: anna.table)
        with monkeypatch.context() as broken:
            broken.setattr(Peer, handler, boom)
            bert.hub.post(Join(anna.address))
            if handler == "_link_closed":
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
    whole = Peer._take
    failed: list[str] = []

    def once(self: Peer, link: int, hello: Hello, message: Message) -> None:
        if isinstance(message, GiveEntries) and not failed:
            failed.append(message.KIND)
            raise Boom("entries")
        whole(self, link, hello, message)

    monkeypatch.setattr(Peer, "_take", once)
    try:
        anna.hub.post(OpenTable("mind-control", SHORT, ["person", "open"], autostart=True))
        wait([anna], lambda: anna.table)
        bert.hub.post(Join(anna.address))
        wait([anna, bert], lambda: bert.table)
        assert bert.table is not None
        bert.hub.post(Ready(bert.table.id, True))
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
    whole = Peer._take
    failed: set[tuple[str, str]] = set()

    def once(self: Peer, link: int, hello: Hello, message: Message) -> None:
        if isinstance(message, MatchMessage) and (self.name, message.KIND) not in failed:
            failed.add((self.name, message.KIND))
            raise Boom(message.KIND)
        whole(self, link, hello, message)

    monkeypatch.setattr(Peer, "_take", once)
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
    inside(anna.hub, lambda carrier: carrier._heard((line,)))
    wait([anna], lambda: any(isinstance(event, TablesHeard) for event in anna.told))
    alive(anna)


# -- a hub that has ended


def refuse(code: str) -> Callable[[Home], None]:
    def lock(self: Home) -> None:
        raise HomeError(code, "{path} can't be written: {why}", path="/there", why="No space left on device")

    return lock


@pytest.mark.parametrize("code", ["home-locked", "home-write", "boom"])
@pytest.mark.parametrize("kind", INTENTS)
def test_after_the_end_every_intent_is_answered_as_the_first_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[Intent], code: str
) -> None:
    monkeypatch.setattr(Home, "lock", boom if code == "boom" else refuse(code))
    hub = Hub(Home(tmp_path), "Anna", network=False)
    hub.post(made(kind))
    hub.start()
    hub._thread.join(PATIENCE_S)
    hub.post(made(kind))
    first, early, late = (event for event in hub.events() if isinstance(event, Failed))
    assert {one.code for one in (first, early, late)} == {"hub-stopped" if code == "boom" else code}
    assert first.arguments == early.arguments == late.arguments
    assert early == late, "the answer names the match and the action that were meant"
    hub.close()
    hub.post(made(kind))
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
    anna.hub.post(Act("cd" * 32, "a1-a2", 3))
    wait([anna], lambda: anna.failures() == ["hub-stopped", "hub-stopped"])
    assert anna.failed()[-1].action == "a1-a2"
    assert anna.hub.port == 0


def test_no_thread_is_left() -> None:
    assert net.hub
    assert not [thread for thread in threading.enumerate() if thread.name == "hub"]
