"""Owners of hubs for tests: what a window would do with a hub, whole tables of them, and waiting for events."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

from net.edge.carrier import Carrier
from net.edge.export import verify
from net.edge.store import Home
from net.events import (
    Event,
    Failed,
    Match,
    MatchChanged,
    MatchStarted,
    SavedList,
    SavedMatch,
    Stepped,
    TableChanged,
    TableInfo,
)
from net.hub import Hub
from net.intents import Act, Join, ListSaved, OpenTable, Ready, Sit, Watch
from net.wire.link import Reason
from rules.game import State
from tests.net.inside import inside
from tests.patience import PATIENCE_S

BROKEN = Reason("lost", "the connection broke")


class Owner:
    """Drains a hub, keeps the newest, and moves for the seats here if it ``plays``.

    A seat moves by what may be known there alone: the hub's view of it.
    """

    def __init__(self, folder: Path, name: str, *, network: bool = True) -> None:
        self.folder = folder
        self.name = name
        self.hub = Hub(Home(folder), name, network=network, discover=False)
        self.told: list[Event] = []
        self.table: TableInfo | None = None
        self.matches: dict[str, Match] = {}
        self.plays = True
        self.until = 10**9
        """Log length from which this owner moves no more."""
        self.likes = ""
        """What kind of thing is chosen where it can be (``card``)."""
        self.hub.start()

    @property
    def match(self) -> Match:
        return list(self.matches.values())[-1]

    @property
    def address(self) -> str:
        wait([self], lambda: self.hub.port)
        return f"127.0.0.1:{self.hub.port}"

    def step(self) -> None:
        for event in self.hub.events():
            self.told.append(event)
            if isinstance(event, TableChanged):
                self.table = event.table
            if isinstance(event, MatchStarted | Stepped | MatchChanged):
                self.matches[event.match.id] = event.match
            if isinstance(event, MatchStarted | Stepped) and self.plays:
                self.move(event.match)

    def move(self, match: Match) -> None:
        turn = match.state.turn
        if turn is None or not match.seats[turn].here or match.watching or match.entries >= self.until:
            return
        state = match.bot_state or match.state
        self.hub.post(Act(match.id, chosen(state, match.entries, self.likes), match.entries))

    def act(self, action: str) -> None:
        self.hub.post(Act(self.match.id, action, self.match.entries))

    def saved(self) -> tuple[SavedMatch, ...]:
        """What lies in the home folder now."""

        def answers() -> list[SavedList]:
            return [event for event in self.told if isinstance(event, SavedList)]

        count = len(answers())
        self.hub.post(ListSaved())
        wait([self], lambda: len(answers()) > count)
        return answers()[-1].matches

    def failed(self) -> list[Failed]:
        return [event for event in self.told if isinstance(event, Failed)]

    def failures(self) -> list[str]:
        return [event.code for event in self.failed()]

    def settle(self) -> None:
        """Take in everything that the hub tells in the turn of its loop that it is in now."""
        if not self.hub._thread.is_alive():
            return
        turn = threading.Event()
        inside(self.hub, lambda carrier: turn.set())
        end = time.monotonic() + PATIENCE_S
        while self.hub._thread.is_alive() and not turn.wait(0.001):
            assert time.monotonic() < end, f"{self.name}'s hub hangs"
        self.step()

    def cut(self) -> None:
        """All its links break, without a goodbye."""

        def drop(carrier: Carrier) -> None:
            for session in list(carrier._links.values()):
                session._drop(BROKEN)

        inside(self.hub, drop)


def chosen(state: State, salt: int, likes: str = "") -> str:
    """Some action built part by part as a window does, the same for the same salt; an answer if one is due."""
    dice = Random(salt)
    for _ in range(20):
        prefix: tuple[str, ...] = ()
        picks = state.picks()
        while picks.action is None and picks.choices:
            liked = [pick for pick in picks.choices if pick.kind == likes]
            prefix = (*prefix, dice.choice(liked or picks.choices).value)
            picks = state.picks(prefix)
        if picks.action is not None:
            return picks.action
        if not prefix:
            break
    extras = [extra for extra in state.extras() if extra != "resign"]
    return dice.choice(extras or ["resign"])


def wait(owners: Sequence[Owner], ready: Callable[[], object], seconds: float = PATIENCE_S) -> None:
    """Step ``owners`` until ``ready``, and then until all that was told with it has come.

    A hub tells what happens one by one: what belongs together may come in two goes.
    """
    end = time.monotonic() + seconds
    while not ready():
        for owner in owners:
            owner.step()
        assert time.monotonic() < end, [
            (o.name, [(m.entries, m.status, m.confirmed) for m in o.matches.values()], o.failed())
            for o in owners
        ]
        time.sleep(0.002)
    if not any(owner.plays for owner in owners):
        for owner in owners:
            owner.settle()


def over(*owners: Owner) -> Callable[[], bool]:
    return lambda: all(o.matches and o.match.status == "finished" and o.match.confirmed for o in owners)


def reached(entries: int, *owners: Owner) -> Callable[[], bool]:
    return lambda: all(o.matches and o.match.entries == entries for o in owners)


def hold(entries: int, *owners: Owner) -> None:
    """Nobody moves any more once the log is so long."""
    for owner in owners:
        owner.until = entries


def go_on(*owners: Owner) -> None:
    """All move again."""
    for owner in owners:
        owner.until = 10**9
    for owner in owners:
        owner.move(owner.match)


def equal_logs(*owners: Owner) -> None:
    reports = [verify(Path(owner.match.path)) for owner in owners]
    assert all(report.ok for report in reports)
    assert len({report.last for report in reports}) == 1


Plan = Sequence[tuple[Owner, str]]
"""Who sits in each seat, and as what; the first one opens the table."""


def begin(
    game: str, options: Mapping[str, str], plan: Plan, *, position: str = "", watchers: Sequence[Owner] = ()
) -> None:
    """A match of ``plan``: joined over the network, several seats at one peer where the plan says so."""
    opener = plan[0][0]
    seats = [player if owner is opener else "open" for owner, player in plan]
    names = [
        f"{owner.name} {seat + 1}" if player == "person" else "" for seat, (owner, player) in enumerate(plan)
    ]
    opener.hub.post(OpenTable(game, options, seats, names=names, position=position, autostart=True))
    guests = list(dict.fromkeys(owner for owner, _ in plan if owner is not opener))
    everybody = [opener, *guests, *watchers]
    wait([opener], lambda: opener.table or opener.failed() or opener.matches)
    assert not opener.failed(), opener.failed()
    table = opener.table
    assert table is not None
    for watcher in watchers:
        watcher.hub.post(Watch(opener.address))
    for seat, (owner, player) in enumerate(plan):
        if owner is opener:
            continue
        if owner.table is None:
            owner.hub.post(Join(opener.address, player))
        else:
            owner.hub.post(Sit(table.id, seat, player, also=True))
        wait(everybody, lambda owner=owner, seat=seat: owner.table and owner.table.seats[seat].kind == "here")
    for owner in guests:
        owner.hub.post(Ready(table.id, True))
    wait(everybody, lambda: all(owner.matches for owner in everybody))
