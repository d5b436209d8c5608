"""Plays the bot seats that are here: watches the hub's events, has the bots' process think, acts.

Owns one thread and one process for all bots; neither the hub nor the window ever waits for a bot.
A bot that fails twice is replaced for that move by the first thing allowed, and ``Failed`` says so.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from typing import Protocol

from client.bots import DEFAULT_LEVEL
from client.bots.one_ply import fallback
from client.bots.player import Choose
from client.bots.process import MindError
from net.events import Event, Failed, Match, MatchChanged, MatchStarted, Stepped
from net.intents import Act, Intent

LOG = logging.getLogger("magicade.bots")


class Actor(Protocol):
    """The part of ``net.hub.Hub`` that a driver needs."""

    def post(self, intent: Intent) -> None:
        """See ``Hub.post``."""
        ...

    def tell(self, event: Event) -> None:
        """See ``Hub.tell``."""
        ...


class BotDriver:
    """Hand every drained event to ``handle``; ``close`` at the end.

    ``delay_s`` is how long a bot takes at least, so that people can follow (0 in headless commands).
    ``think`` answers, in its own time (a ``Mind``'s ``ask``); ``stop`` ends it.
    """

    def __init__(
        self, hub: Actor, delay_s: float, think: Choose, stop: Callable[[], None] = lambda: None
    ) -> None:
        self._hub = hub
        self._delay_s = delay_s
        self._think = think
        self._stop = stop
        self._newest: dict[str, int] = {}
        self._asked: dict[str, int] = {}
        self._work: queue.SimpleQueue[Match | None] = queue.SimpleQueue()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def handle(self, event: Event) -> None:
        """Note what happened and let a bot think if one is to act; returns at once."""
        if not isinstance(event, MatchStarted | Stepped | MatchChanged):
            return
        match = event.match
        self._newest[match.id] = match.entries
        if isinstance(event, MatchStarted):  # taken up again, perhaps: what was thought before is lost
            self._asked.pop(match.id, None)
        if match.status not in ("running", "paused"):
            self._asked.pop(match.id, None)
        elif bot_to_act(match) is not None and self._asked.get(match.id) != match.entries:
            self._asked[match.id] = match.entries
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="bots", daemon=True)
                self._thread.start()
            self._work.put(match)

    def close(self) -> None:
        """Stop thinking and end the process; waits a moment at most."""
        self._closed.set()
        self._work.put(None)
        if self._thread is not None:
            self._thread.join(1.0)
        self._stop()

    def _run(self) -> None:
        while not self._closed.is_set():
            match = self._work.get()
            if match is None:
                return
            try:
                self._answer(match)
            except Exception as error:  # the next question may be a better one
                LOG.error("a bot could not be asked", exc_info=error)
                self._hub.tell(
                    Failed(
                        "bot",
                        "the bots can't think: {trouble}",
                        {"trouble": f"{type(error).__name__}: {error}"},
                    )
                )

    def _answer(self, match: Match) -> None:
        """Have the bot think about ``match`` and act, not before its time."""
        began = time.perf_counter()
        action = self._decide(match)
        rest = self._delay_s - (time.perf_counter() - began)
        if rest > 0 and self._closed.wait(rest):
            return
        if action and self._newest.get(match.id) == match.entries:
            self._hub.post(Act(match.id, action, match.entries))

    def _decide(self, match: Match) -> str:
        seat = bot_to_act(match)
        if seat is None or self._newest.get(match.id) != match.entries:
            return ""
        level = level_of(match.seats[seat].player)
        state = (match.bot_state or match.state).view(seat)
        seed = match.id.encode()[:32] + bytes([seat])
        trouble = ""
        for _ in range(2):  # a process that died is started anew for the second try
            if self._closed.is_set():
                return ""
            try:
                return self._think(match.game, state, seat, level, seed)
            except MindError as error:
                trouble = str(error)
            except Exception as error:  # a fault of ours is no reason not to move
                LOG.error("a bot could not be asked", exc_info=error)
                trouble = f"{type(error).__name__}: {error}"
        self._hub.tell(
            Failed(
                "bot",
                "{name} could not think ({trouble}) and plays the first move allowed",
                {"name": match.seats[seat].name, "trouble": trouble},
            )
        )
        return fallback(state)


def bot_to_act(match: Match) -> int | None:
    """The seat to act if a bot sits there, here, and the match goes on."""
    seat = match.state.turn
    if seat is None or match.watching or match.status != "running":
        return None
    there = match.seats[seat]
    return seat if there.here and there.player.startswith("bot") and not there.gone else None


def level_of(player: str) -> int:
    """The level in ``bot:LEVEL``."""
    _, _, level = player.partition(":")
    return int(level) if level.isdigit() else DEFAULT_LEVEL
