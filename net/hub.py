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
from typing import TYPE_CHECKING

from net.events import Event, SavedMatch

if TYPE_CHECKING:
    from net.store import Home


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
    ) -> None:
        self._home = home
        self._name = name
        self._wake = wake
        self._network = network
        self._port = port
        self._discover = discover
        self._events: deque[Event] = deque()
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    # -- life ----------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the thread; problems (folder locked, no network) arrive as ``Failed`` events."""

    def close(self, timeout: float = 2.0) -> None:
        """Say goodbye, write what must be written, stop the thread; waits at most ``timeout`` seconds."""

    def events(self) -> list[Event]:
        """All events since the last call, oldest first."""
        with self._lock:
            drained = list(self._events)
            self._events.clear()
        return drained

    def tell(self, event: Event) -> None:
        """Put ``event`` among the others: for troubles that arise beside the hub (a bot's, say)."""

    # -- before a match ------------------------------------------------------------------------

    def rename(self, name: str) -> None:
        """Use ``name`` from the next table on; an unclean name fails with ``Failed``."""

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

        With no open seat and ``public=False`` it is a local match, started at once (``MatchStarted``).
        ``autostart`` starts as soon as every seat is taken (and ready).
        """

    def set_seat(self, table_id: str, seat: int, player: str, name: str = "") -> None:
        """The opener gives a seat to ``person``, ``bot:LEVEL`` or ``open`` (sending away who sat there)."""

    def join(self, target: str, player: str = "person") -> None:
        """Take the first free seat at a table, given by its id (of the live list) or ``HOST:PORT``."""

    def sit(self, table_id: str, seat: int, player: str = "person", also: bool = False) -> None:
        """Take this free seat at a table we are at: moving there, or ``also`` (two people here)."""

    def stand(self, table_id: str, seat: int) -> None:
        """Get up from one seat, staying at the table."""

    def ready(self, table_id: str, ready: bool) -> None:
        """Say for all our seats at the table whether we are ready."""

    def start_match(self, table_id: str) -> None:
        """The opener starts, when all seats are taken and ready."""

    def leave_table(self, table_id: str) -> None:
        """Get up and go; if the table is ours it is closed."""

    def watch(self, target: str) -> None:
        """Watch a table or match, by its id (of the live list) or ``HOST:PORT``; waits for the start."""

    # -- during and after a match --------------------------------------------------------------

    def act(self, match_id: str, action: str, after: int) -> None:
        """The seat to act, which must be here, does ``action``.

        ``after`` is ``Match.entries`` as the actor saw it; a stale act is dropped with ``Failed`` ``stale``.
        """

    def leave_match(self, match_id: str, for_good: bool = False) -> None:
        """Go away from a match; ``for_good`` gives up the seats here, else it can be resumed."""

    def forfeit(self, match_id: str) -> None:
        """The others are gone: claim, forfeit or adjourn, whichever the design's rules allow."""

    def rematch(self, match_id: str) -> None:
        """Offer another match with the same people, sides swapped, or accept such an offer."""

    def resume(self, match_id: str) -> None:
        """Take up a saved match from the home folder again."""

    def saved(self) -> tuple[SavedMatch, ...]:
        """The matches in the home folder, newest first; reads only headers and last lines."""
        return ()
