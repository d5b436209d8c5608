"""Commands without a window: host, join, watch, tables.  Never imports pygame.

Each drives a ``Hub`` like a window would, prints its progress on standard error and one JSON object as the
last line of standard output, and ends once the match is over here and at every linked peer.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from client.bots.driver import BotDriver
from client.bots.process import Mind
from client.core.logs import LOG, logged
from client.games.registry import choose
from net.edge.store import Home, HomeError
from net.events import (
    Event,
    Failed,
    Listed,
    Match,
    MatchChanged,
    MatchStarted,
    Stepped,
    TableChanged,
    TableClosed,
    TablesHeard,
)
from net.hub import Hub
from net.intents import Join, LeaveMatch, OpenTable, Ready, Watch
from net.wire.names import clean_name
from rules.jsonlines import json_line
from rules.terminal import DONE, FAILED, INTERRUPTED, REFUSED, say, tell

FATAL = ("home-locked", "home-write", "hub-stopped", "listen")
LINGER_S = 10.0
"""How long after the end we wait for seals and for what linked peers hold."""


@dataclass(frozen=True)
class CommandSettings:
    """What all headless commands share."""

    home: Path | None = None
    name: str = ""
    port: int | None = None
    wait_s: float = 30.0
    delay_s: float = 0.0
    verbose: bool = False
    """Whether the log goes to standard error too."""


class CommandFailed(Exception):
    """Why a command can't go on, in words."""


class HeadlessRun:
    """One hub and its bots, from the first event to the last; ``wanted`` picks a table from the live list."""

    def __init__(self, setup: CommandSettings, wanted: Callable[[Listed], bool] | None = None) -> None:
        self.setup = setup
        self._wake = threading.Event()
        name = clean_name(setup.name) or "Magicade"
        self.home = Home(setup.home)
        self.hub = Hub(self.home, name, self._wake.set, port=setup.port)
        mind = Mind(choose)
        self.bots = BotDriver(self.hub, setup.delay_s, mind.ask, mind.stop)
        self.match: Match | None = None
        self._wanted = wanted
        self._take: Callable[[str], None] | None = None
        self._asked = ""
        self._seated = False

    def play(self, begin: Callable[[Hub], None], take: Callable[[str], None] | None = None) -> int:
        """``begin``, then follow the match to its end; ``take`` gets the id of the first table that fits."""
        self._take = take
        try:
            self.home.lock()
            self.home.identity()
        except HomeError as error:
            tell(f"magicade: {error} (another folder: --home DIR)")
            self.home.close()
            return REFUSED
        with logged(self.home.path, self.setup.verbose) as reports:
            try:
                return self._play(begin)
            except Exception as error:
                LOG.error("the command can't go on", exc_info=error)
                place = f"; see {reports.newest}" if reports.newest is not None else ""
                tell(f"magicade: something went wrong: {type(error).__name__}: {error}{place}")
                return REFUSED

    def _play(self, begin: Callable[[Hub], None]) -> int:
        try:
            self.hub.start()
            begin(self.hub)
            self._follow()
        except KeyboardInterrupt:
            if self.match is not None and self.match.status == "running" and not self.match.watching:
                self.hub.post(LeaveMatch(self.match.id, for_good=True))
                time.sleep(0.3)
            return INTERRUPTED
        except CommandFailed as trouble:
            tell(f"magicade: {trouble}")
            return REFUSED
        finally:
            self.bots.close()
            self.hub.close()
            self.home.close()
        assert self.match is not None
        say(summary(self.match))
        return DONE if self.match.status in ("finished", "claimed") else FAILED

    def _follow(self) -> None:
        """Hand events on until the match is over everywhere; raises CommandFailed."""
        deadline_s = time.perf_counter() + self.setup.wait_s
        ended_s: float | None = None
        while True:
            self._wake.wait(0.1)
            self._wake.clear()
            for event in self.hub.events():
                self.bots.handle(event)
                self._note(event)
            now_s = time.perf_counter()
            if self.match is None:
                if self._take is not None and not self._asked and now_s > deadline_s:
                    raise CommandFailed(f"no table that fits was found within {self.setup.wait_s:g} s")
                continue
            if self.match.status in ("running", "paused"):
                continue
            ended_s = ended_s if ended_s is not None else now_s
            if self.match.settled or now_s - ended_s > LINGER_S:
                return

    def _note(self, event: Event) -> None:
        if isinstance(event, MatchStarted | Stepped | MatchChanged):
            if self.match is None:
                tell(f"match {event.match.id}")
                LOG.info("match %s", event.match.id)
            self.match = event.match
        elif isinstance(event, TablesHeard):
            self._look(event.tables)
        elif isinstance(event, TableChanged):
            first = not self._seated
            self._seated = True
            if first:
                where = " ".join(event.table.addresses)
                tell(f"table {event.table.id} {where}".rstrip())
            if any(seat.kind == "here" and not seat.ready for seat in event.table.seats):
                self.hub.post(Ready(event.table.id, True))
        elif isinstance(event, TableClosed) and self.match is None:
            raise CommandFailed(event.message.format(**event.arguments))
        elif isinstance(event, Failed):
            self._failed(event)

    def _failed(self, event: Failed) -> None:
        LOG.info("told %s: %s %s", event.code, event.message, dict(event.arguments))
        said = event.message.format(**event.arguments)
        asked_before_start = self.match is None and not self._seated
        if event.code in FATAL or (event.code == "hub" and event.action):  # a bot's move that is lost
            raise CommandFailed(said)
        if asked_before_start and event.code not in ("no-multicast", "announce", "no-network", "bot"):
            if self._take is None:
                raise CommandFailed(said)
            self._asked = ""  # that table did not work: take the next one that fits
        tell(f"magicade: {said}")

    def _look(self, tables: Sequence[Listed]) -> None:
        if self._take is None or self._wanted is None or self._asked or self.match is not None:
            return
        found = next((one for one in tables if one.compatible and self._wanted(one)), None)
        if found is not None:
            self._asked = found.id
            self._take(found.id)


def host(
    setup: CommandSettings,
    game: str,
    options: Mapping[str, str],
    seats: Sequence[str],
    position: str = "",
    *,
    watchable: bool = True,
    public: bool = True,
) -> int:
    """Open a table, start when all seats are taken, play to the end; the exit code."""
    _no_person(seats)
    return HeadlessRun(setup).play(
        lambda hub: hub.post(
            OpenTable(
                game, options, seats, position=position, watchable=watchable, public=public, autostart=True
            )
        )
    )


def join(setup: CommandSettings, target: str, player: str, game: str) -> int:
    """Take a seat at ``target``, or at the first table that fits, and play to the end; the exit code."""
    _no_person([player])
    if target:
        return HeadlessRun(setup).play(lambda hub: hub.post(Join(target, player)))
    run = HeadlessRun(setup, lambda one: not one.running and one.free > 0 and (not game or one.game == game))
    return run.play(lambda hub: None, lambda found: run.hub.post(Join(found, player)))


def watch(setup: CommandSettings, target: str, game: str) -> int:
    """Watch ``target``, or the first table or match that fits, to the end; the exit code."""
    if target:
        return HeadlessRun(setup).play(lambda hub: hub.post(Watch(target)))
    run = HeadlessRun(setup, lambda one: one.watchable and (not game or one.game == game))
    return run.play(lambda hub: None, lambda found: run.hub.post(Watch(found)))


def tables(wait_s: float) -> int:
    """Print what is announced on the LAN as one JSON line for each table or match."""
    import asyncio

    from net.edge.discovery import Discovery
    from net.edge.entropy import new_key
    from rules.registry import games

    troubles: list[str] = []

    async def listen() -> tuple[Listed, ...]:
        rules = {game.id: game.version for game in games()}
        discovery = Discovery(
            new_key().public.hex(), rules, lambda listed: None, lambda error: troubles.append(str(error))
        )
        try:
            await discovery.start()
            await asyncio.sleep(wait_s)
            return discovery.listed()
        finally:
            await discovery.close()

    found = asyncio.run(listen())
    for trouble in troubles:
        tell(f"magicade: {trouble}")
    say(json_line([asdict(one) for one in found]))
    return DONE


def summary(match: Match) -> str:
    """The last line: one JSON object."""
    outcome = match.state.outcome()
    told = {
        "match": match.id,
        "game": match.game,
        "entries": match.entries,
        "status": match.status,
        "outcome": outcome
        and {"reason": outcome.reason, "scores": outcome.scores, "winners": outcome.winners},
        "confirmed": match.confirmed,
        "path": match.path,
    }
    return json_line(told)


def _no_person(seats: Sequence[str]) -> None:
    from rules.errors import RulesError

    if "person" in seats:
        raise RulesError("headless-person", "without a window nobody can play: use --seat bot")
