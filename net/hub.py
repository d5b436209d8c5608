"""The thread in which a peer lives: intents in, from any thread; events out.

``Hub`` is what a window or a headless command holds.  It runs an asyncio loop in its own thread
(``net.edge.carrier``); ``post`` takes **intents** (``net.intents``) and returns at once, what comes of them is told
as **events** (``net.events``), drained with ``events``.  It knows nothing of screens, bots or words.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from net.edge.carrier import Carrier
from net.edge.session import Caps
from net.edge.store import Home
from net.edge.stumble import stumbled
from net.events import Event, Failed
from net.intents import Intent, action_of, match_of
from net.wire.errors import NetError

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
        self._carrier: Carrier | None = None
        self._waiting: list[Intent] = []
        self._closed = False
        self._listens = 0
        self._ended: Failed | None = None
        """Why the thread has ended, once it has."""
        self._thread = threading.Thread(target=self._main, name="hub", daemon=True)

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

    def post(self, intent: Intent) -> None:
        """Have ``intent`` carried out in the hub's thread, or once it has started; returns at once.

        Once the hub has ended by itself, every intent is answered with the reason for that.
        """
        with self._lock:
            if self._closed:
                return
            if self._ended is None:
                if self._loop is None or self._carrier is None:
                    self._waiting.append(intent)
                else:
                    self._loop.call_soon_threadsafe(self._carrier.want, intent)
                return
            why = self._ended
        self.tell(_about(why, intent))

    def events(self) -> list[Event]:
        """All events since the last call, oldest first."""
        with self._lock:
            drained = list(self._events)
            self._events.clear()
            self._woken = False
        return drained

    def tell(self, event: Event) -> None:
        """Put ``event`` among the others: for troubles that arise beside the hub (a bot's, say)."""
        with self._lock:
            self._events.append(event)
            wake, self._woken = not self._woken, True
        if wake:
            self._wake()

    @property
    def port(self) -> int:
        """Where we listen; 0 if nowhere (yet)."""
        with self._lock:
            return self._listens

    # -- inside --------------------------------------------------------------------------------

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
            self._ended, self._loop, self._carrier, self._listens = why, None, None, 0
            waiting, self._waiting = self._waiting, []
            closed = self._closed
        if why is not None and not closed:
            self.tell(why)
            for intent in waiting:
                self.tell(_about(why, intent))

    async def _live(self) -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._stumbled)
        carrier = Carrier(self._home, self._name, self.tell, self._caps)
        stop = asyncio.Event()
        await carrier.start(self._network, self._port, self._discover)
        with self._lock:
            self._loop, self._stop, self._carrier = loop, stop, carrier
            self._listens = carrier.port
            waiting, self._waiting = self._waiting, []
            if self._closed:
                stop.set()
        try:
            for intent in waiting:
                carrier.want(intent)
            await stop.wait()
            await carrier.close()
        finally:
            with self._lock:  # what is wanted from now on waits for ``_end``
                self._loop = self._carrier = None

    def _stumbled(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What nobody else has caught: a callback or a task of ours that raised."""
        self.tell(stumbled(context.get("exception") or RuntimeError(context.get("message"))))


def _about(why: Failed, intent: Intent) -> Failed:
    return replace(why, match_id=match_of(intent), action=action_of(intent))
