"""The one owner of everything that is shared: tables, matches, links, discovery, the home folder.

``Hub`` is what a window or a headless command holds.  It runs an asyncio loop in its own thread
(``net.runner``); **intents** may be called from any thread and return at once, what comes of them is told
as **events** (``net.events``), drained with ``events()``.  It knows nothing of screens, bots or words.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from net.errors import NetError
from net.events import Event, Failed
from net.runner import Runner
from net.session import Caps
from net.store import Home
from rules.errors import RulesError

MAX_EVENTS = 20_000
"""An owner that never drains loses the oldest ones rather than all memory."""


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
        self._waiting: list[Callable[[Runner], object]] = []
        self._closed = False
        self._listens = 0
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

        ``match_id`` and ``action`` are what ``Failed`` names if it can't be.
        """

        def carry_out(runner: Runner) -> None:
            try:
                intent(runner)
            except (NetError, RulesError) as error:
                self._tell(Failed(error.code, error.message, error.arguments, match_id, action))

        with self._lock:
            if self._closed:
                return
            if self._loop is None or self._runner is None:
                self._waiting.append(carry_out)
                return
            loop, runner = self._loop, self._runner
            loop.call_soon_threadsafe(carry_out, runner)

    def _main(self) -> None:
        try:
            self._home.lock()
            asyncio.run(self._live())
        except NetError as error:
            self._tell(Failed(error.code, error.message, error.arguments))
        except Exception as error:  # a bug must be seen by somebody, not die with the thread
            self._tell(Failed("hub", "the hub has stopped: {problem}", {"problem": repr(error)}))
            raise
        finally:
            self._home.unlock()

    async def _live(self) -> None:
        runner = Runner(self._home, self._name, self._tell, self._caps)
        stop = asyncio.Event()
        await runner.start(self._network, self._port, self._discover)
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._stumbled)
        with self._lock:
            self._loop, self._stop, self._runner = loop, stop, runner
            self._listens = runner.port
            waiting, self._waiting = self._waiting, []
            if self._closed:
                stop.set()
        for intent in waiting:
            intent(runner)
        await stop.wait()
        await runner.close()

    def _stumbled(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        problem = context.get("exception") or context.get("message")
        self._tell(Failed("hub", "something went wrong in the hub: {problem}", {"problem": repr(problem)}))
