"""A hub that does nothing but note what was asked of it: for pictures of the scenes and for tests.

Whoever holds it puts the events in that a real hub would tell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from net.events import Event, SavedList, SavedMatch


class QuietHub:
    """Looks like ``net.hub.Hub``; ``asked`` is the list of intents, ``tell`` puts an event in."""

    def __init__(self, saved: Sequence[SavedMatch] = ()) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.positions: list[str] = []
        """The start position of each table opened."""
        self._events: list[Event] = []
        self._saved = tuple(saved)

    def tell(self, event: Event) -> None:
        """What the hub tells next."""
        self._events.append(event)

    def events(self) -> list[Event]:
        """See ``Hub.events``."""
        told, self._events = self._events, []
        return told

    def rename(self, name: str) -> None:
        """See ``Hub.rename``."""
        self.asked.append(("rename", name))

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
        """See ``Hub.open_table``."""
        self.positions.append(position)
        self.asked.append(("open_table", game, dict(options), list(seats), list(names), public, watchable))

    def set_seat(self, table_id: str, seat: int, player: str, name: str = "") -> None:
        """See ``Hub.set_seat``."""
        self.asked.append(("set_seat", table_id, seat, player))

    def join(self, target: str, player: str = "person") -> None:
        """See ``Hub.join``."""
        self.asked.append(("join", target))

    def sit(self, table_id: str, seat: int, player: str = "person") -> None:
        """See ``Hub.sit``."""
        self.asked.append(("sit", table_id, seat))

    def ready(self, table_id: str, ready: bool) -> None:
        """See ``Hub.ready``."""
        self.asked.append(("ready", table_id, ready))

    def start_match(self, table_id: str) -> None:
        """See ``Hub.start_match``."""
        self.asked.append(("start_match", table_id))

    def leave_table(self, table_id: str) -> None:
        """See ``Hub.leave_table``."""
        self.asked.append(("leave_table", table_id))

    def watch(self, target: str) -> None:
        """See ``Hub.watch``."""
        self.asked.append(("watch", target))

    def act(self, match_id: str, action: str, after: int) -> None:
        """See ``Hub.act``."""
        self.asked.append(("act", match_id, action, after))

    def leave_match(self, match_id: str, for_good: bool = False) -> None:
        """See ``Hub.leave_match``."""
        self.asked.append(("leave_match", match_id, for_good))

    def forfeit(self, match_id: str) -> None:
        """See ``Hub.forfeit``."""
        self.asked.append(("forfeit", match_id))

    def propose(self, match_id: str, kind: str, back_to: int = -1) -> None:
        """See ``Hub.propose``."""
        self.asked.append(("propose", match_id, kind))

    def answer(self, match_id: str, yes: bool) -> None:
        """See ``Hub.answer``."""
        self.asked.append(("answer", match_id, yes))

    def rematch(self, match_id: str) -> None:
        """See ``Hub.rematch``."""
        self.asked.append(("rematch", match_id))

    def resume(self, match_id: str) -> None:
        """See ``Hub.resume``."""
        self.asked.append(("resume", match_id))

    def list_saved(self) -> None:
        """See ``Hub.list_saved``; answered at once, and noted nowhere."""
        self.tell(SavedList(self._saved))
