"""A hub that does nothing but note what was asked of it: for pictures of the scenes and for tests.

Whoever holds it puts the events in that a real hub would tell.
"""

from __future__ import annotations

from collections.abc import Sequence

from net.events import Event, SavedList, SavedMatch
from net.intents import Intent, ListSaved


class QuietHub:
    """Looks like ``net.hub.Hub``; ``asked`` is the list of intents, ``tell`` puts an event in."""

    def __init__(self, saved: Sequence[SavedMatch] = ()) -> None:
        self.asked: list[Intent] = []
        self._events: list[Event] = []
        self._saved = tuple(saved)

    def tell(self, event: Event) -> None:
        """What the hub tells next."""
        self._events.append(event)

    def events(self) -> list[Event]:
        """See ``Hub.events``."""
        told, self._events = self._events, []
        return told

    def post(self, intent: Intent) -> None:
        """See ``Hub.post``; what is saved is told at once, and noted nowhere."""
        if isinstance(intent, ListSaved):
            self.tell(SavedList(self._saved))
        else:
            self.asked.append(intent)
