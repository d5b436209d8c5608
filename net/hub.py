"""The one owner of everything that is shared: tables, matches, links, discovery, the home folder.

``Hub`` is what a window or a headless command holds.  It runs an asyncio loop in its own thread
(``net.peer.runner``); **intents** may be called from any thread and return at once, what comes of them is told
as **events** (``net.events``), drained with ``events()``.  It knows nothing of screens, bots or words.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from net.edge.session import Caps
from net.edge.store import Home
from net.events import Event, Failed
from net.peer.runner import Runner
from net.peer.stumble import stumbled
from net.wire.errors import NetError
from rules.errors import RulesError

MAX_EVENTS = 20_000
"""An owner that never drains loses the oldest ones rather than all memory."""


@dataclass(frozen=True, slots=True)
class _Intent:
    """What is to be done in the hub's thread, and the match and action that it is about."""

    work: Callable[[Runner], object]
    match_id: str
    action: str


def _nothing() -> None:
    """The wake of an owner that polls."""


class Hub:
    """One per process and home folder; ``start`` it once, ``close`` it at the end.

    ``wake`` is called from the hub's thread, once for every batch of events: it must only post
    something and return.  ``network=False`` opens no socket at all; ``discover=False`` neither announces
    nor listens for announcements.  ``port=None`` takes the usual port or, if that is taken, any free one.
    """

    def __init__(
        self,
        home: Home,
        name: str,
        wake: Callable[[], None] = _nothing,
        *,
        network: bool = True,
        port: int | None = None,
        discover: bool = True,
        caps: Caps | None = None,
    ) -> None:
        self._home = home
        self._name = name
        self._wake = wake
        self._network = network
        self._port = port
        self._discover = discover
        self._caps = caps
        self._events: deque[Event] = deque(maxlen=MAX_EVENTS)
        self._lock = threading.Lock()
        self._woken = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._runner: Runner | None = None
        self._waiting: list[_Intent] = []
        self._closed = False
        self._listens = 0
        self._ended: Failed | None = None
        """Why the thread has ended, once it has."""
        self._thread = threading.Thread(target=self._main, name="hub", daemon=True)

    # -- life ----------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the thread; problems (folder locked, no network) arrive as ``Failed`` events."""
        self._thread.start()

    def close(self, timeout: float = 2.0) -> None:
        """Say goodbye, write what must be written, stop the thread; waits at most ``timeout`` seconds."""
        with self._lock:
            self._closed = True
            loop, stop = self._loop, self._stop
        if loop is not None and stop is not None:
            try:
                loop.call_soon_threadsafe(stop.set)
            except RuntimeError:
                return  # the loop has ended by itself
        if self._thread.is_alive():
            self._thread.join(timeout)

    def events(self) -> list[Event]:
        """All events since the last call, oldest first."""
        with self._lock:
            drained = list(self._events)
            self._events.clear()
            self._woken = False
        return drained

    def tell(self, event: Event) -> None:
        """Put ``event`` among the others: for troubles that arise beside the hub (a bot's, say)."""
        self._tell(event)

    # -- before a match ------------------------------------------------------------------------

    def rename(self, name: str) -> None:
        """Use ``name`` from the next table on; an unclean name fails with ``Failed``."""
        self._do(lambda runner: runner.rename(name))

    def open_table(
        self,
        game: str,
        options: Mapping[str, str],
        seats: Sequence[str],
        *,
        names: Sequence[str] = (),
        position: str = "",
        public: bool = True,
        watchable: bool = True,
        autostart: bool = False,
    ) -> None:
        """Open a table; each seat is ``person``, ``bot:LEVEL`` or ``open``; answered by ``TableChanged``.

        With no open seat and ``public=False`` it is a local match, started at once (``MatchStarted``); with
        open seats it is then announced to nobody, and only who knows ``HOST:PORT`` can come.
        ``autostart`` starts as soon as every seat is taken (and ready).
        """
        given, players, called = dict(options), tuple(seats), tuple(names)
        self._do(
            lambda runner: runner.open_table(
                game, given, players, called, position, public, watchable, autostart
            )
        )

    def set_seat(self, table_id: str, seat: int, player: str, name: str = "") -> None:
        """The opener gives a seat to ``person``, ``bot:LEVEL`` or ``open`` (sending away who sat there)."""
        self._do(lambda runner: runner.set_seat(table_id, seat, player, name))

    def join(self, target: str, player: str = "person") -> None:
        """Take the first free seat at a table, given by its id (of the live list) or ``HOST:PORT``."""
        self._do(lambda runner: runner.join(target, player))

    def sit(self, table_id: str, seat: int, player: str = "person", also: bool = False) -> None:
        """Take this free seat at a table we are at: moving there, or ``also`` (two people here)."""
        self._do(lambda runner: runner.sit(table_id, seat, player, also))

    def stand(self, table_id: str, seat: int) -> None:
        """Get up from one seat, staying at the table."""
        self._do(lambda runner: runner.stand(table_id, seat))

    def ready(self, table_id: str, ready: bool) -> None:
        """Say for all our seats at the table whether we are ready."""
        self._do(lambda runner: runner.ready(table_id, ready))

    def start_match(self, table_id: str) -> None:
        """The opener starts, when all seats are taken and ready."""
        self._do(lambda runner: runner.start_match(table_id))

    def leave_table(self, table_id: str) -> None:
        """Get up and go; if the table is ours it is closed."""
        self._do(lambda runner: runner.leave_table(table_id))

    def watch(self, target: str) -> None:
        """Watch a table or match, by its id (of the live list) or ``HOST:PORT``; waits for the start."""
        self._do(lambda runner: runner.watch(target))

    # -- during and after a match --------------------------------------------------------------

    def act(self, match_id: str, action: str, after: int) -> None:
        """The seat to act, which must be here, does ``action``.

        ``after`` is ``Match.entries`` as the actor saw it; a stale act is dropped with ``Failed`` ``stale``.
        """
        self._do(lambda runner: runner.act(match_id, action, after), match_id, action)

    def leave_match(self, match_id: str, for_good: bool = False) -> None:
        """Go away from a match; ``for_good`` gives up the seats here, else it can be resumed."""
        self._do(lambda runner: runner.leave_match(match_id, for_good), match_id)

    def forfeit(self, match_id: str) -> None:
        """The others are gone: claim, forfeit or adjourn, whichever the design's rules allow."""
        self._do(lambda runner: runner.forfeit(match_id), match_id)

    def propose(self, match_id: str, kind: str, back_to: int = -1) -> None:
        """Ask all others in the game to agree to ``takeback``, ``pause`` or ``resume`` (``Match.proposal``).

        A takeback goes to the state after entry ``back_to``; −1: to before the newest action of somebody here.
        """
        self._do(lambda runner: runner.propose(match_id, kind, back_to), match_id)

    def answer(self, match_id: str, yes: bool) -> None:
        """Agree to what is proposed, or decline it."""
        self._do(lambda runner: runner.answer(match_id, yes), match_id)

    def rematch(self, match_id: str) -> None:
        """Offer another match with the same people, sides swapped, or accept such an offer."""
        self._do(lambda runner: runner.rematch(match_id), match_id)

    def resume(self, match_id: str) -> None:
        """Take up a saved match from the home folder again."""
        self._do(lambda runner: runner.resume(match_id), match_id)

    def list_saved(self) -> None:
        """Look what lies in the home folder; answered by ``SavedList``."""
        self._do(lambda runner: runner.list_saved())

    @property
    def port(self) -> int:
        """Where we listen; 0 if nowhere (yet)."""
        with self._lock:
            return self._listens

    # -- inside --------------------------------------------------------------------------------

    def _tell(self, event: Event) -> None:
        with self._lock:
            self._events.append(event)
            wake, self._woken = not self._woken, True
        if wake:
            self._wake()

    def _do(self, intent: Callable[[Runner], object], match_id: str = "", action: str = "") -> None:
        """Have ``intent`` carried out in the hub's thread, or once it has started.

        ``match_id`` and ``action`` are what ``Failed`` names if it can't be.  Once the hub has ended by itself,
        every intent is answered with the reason for that.
        """
        given = _Intent(intent, match_id, action)
        with self._lock:
            if self._closed:
                return
            if self._ended is None:
                if self._loop is None or self._runner is None:
                    self._waiting.append(given)
                else:
                    self._loop.call_soon_threadsafe(self._carry_out, given, self._runner)
                return
            why = self._ended
        self._tell(replace(why, match_id=match_id, action=action))

    def _carry_out(self, given: _Intent, runner: Runner) -> None:
        """Never raises: what goes wrong is told, and the hub goes on."""
        try:
            given.work(runner)
        except (NetError, RulesError) as error:
            self._tell(Failed(error.code, error.message, error.arguments, given.match_id, given.action))
        except Exception as error:
            self._tell(stumbled(error, given.match_id, given.action))

    def _main(self) -> None:
        why: Failed | None = None
        try:
            self._home.lock()
            asyncio.run(self._live())
        except NetError as error:
            why = Failed(error.code, error.message, error.arguments)
        except BaseException as error:  # a bug must be seen by somebody, not die with the thread
            why = Failed("hub-stopped", "the hub has stopped: {problem}", stumbled(error).arguments)
        finally:
            self._home.unlock()
            self._end(why)

    def _end(self, why: Failed | None) -> None:
        """The thread ends: if nobody wanted that, tell ``why``, also to those who wait for an answer."""
        with self._lock:
            self._ended, self._loop, self._runner, self._listens = why, None, None, 0
            waiting, self._waiting = self._waiting, []
            closed = self._closed
        if why is not None and not closed:
            for given in (_Intent(lambda runner: None, "", ""), *waiting):
                self._tell(replace(why, match_id=given.match_id, action=given.action))

    async def _live(self) -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._stumbled)
        runner = Runner(self._home, self._name, self._tell, self._caps)
        stop = asyncio.Event()
        await runner.start(self._network, self._port, self._discover)
        with self._lock:
            self._loop, self._stop, self._runner = loop, stop, runner
            self._listens = runner.port
            waiting, self._waiting = self._waiting, []
            if self._closed:
                stop.set()
        try:
            for given in waiting:
                self._carry_out(given, runner)
            await stop.wait()
            await runner.close()
        finally:
            with self._lock:  # what is wanted from now on waits for ``_end``
                self._loop = self._runner = None

    def _stumbled(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What nobody else has caught: a callback or a task of ours that raised."""
        self._tell(stumbled(context.get("exception") or RuntimeError(context.get("message"))))
