"""What the owner of one peer may see of one match: positions, and all that led to them.

Two people at one screen look at it by turns, and what they see again later they see together; a bot's hand
is its own; who has no seat here sees what a watcher sees.  Knows the log and the seats here, no links.
"""

from __future__ import annotations

from collections.abc import Mapping

from net.consent import Leave
from net.entry import Entry
from net.events import Past
from net.fold import forfeited
from net.ledger import Ledger
from net.refusals import array
from rules.game import State, Step

PERSON = "person"


class Showing:
    """``here``: what sits in each seat here (``person`` or ``bot:LEVEL``); none for a watcher."""

    def __init__(self, ledger: Ledger, here: Mapping[int, str]) -> None:
        self._ledger = ledger
        self._here = here
        self._people = tuple(seat for seat, player in sorted(here.items()) if player == PERSON)
        self._line: list[Entry] = []
        self._past: list[Past] = []

    def state(self) -> State:
        """The position now as it may be shown; only once the game has begun."""
        state = self._now()
        if state.turn in self._people:
            return state.view(state.turn)
        return self._together(state)

    def bot_state(self) -> State | None:
        """What a bot that is here and to act may know."""
        state = self._now()
        bot = state.turn is not None and self._here.get(state.turn, PERSON) != PERSON
        return state.view(state.turn) if bot else None

    def past(self) -> tuple[Past, ...]:
        """From the start of the game to the position now, takebacks undone."""
        ledger = self._ledger
        if not self._past:
            start = ledger.moments[ledger.terms.opening].state
            assert start is not None
            self._past.append(Past(self._together(start)))
        line = [ledger.entries[index] for index in ledger.line]
        kept = 0
        for old, new in zip(self._line, line, strict=False):
            if old is not new:
                break
            kept += 1
        del self._past[1 + kept :]
        for entry in line[kept:]:
            before = ledger.moments[entry.index].state
            assert before is not None
            step, action = _again(before, entry)
            self._past.append(
                Past(self._together(step.state), action, entry.seat, step.facts, entry.think_ms)
            )
        self._line = line
        return tuple(self._past)

    def _now(self) -> State:
        state = self._ledger.state
        assert state is not None
        return state

    def _together(self, state: State) -> State:
        return state.view(self._people[0] if len(self._people) == 1 else None)


def told_as(entry: Entry) -> str:
    """What ``Stepped`` calls an entry that changed the position."""
    return {"act": str(entry.body), "takeback": "takeback"}.get(entry.kind, "forfeit")


def _again(before: State, entry: Entry) -> tuple[Step, str]:
    """The step that ``entry`` (an action, a leave or a forfeit) made, and what it is called."""
    if entry.kind == "act":
        return before.apply(str(entry.body)), told_as(entry)
    if entry.kind == "leave":
        return before.forfeit((Leave.unpack(entry.body).seat,), "left"), told_as(entry)
    reason = str(array(entry.body, 3, "a forfeit")[1])
    return before.forfeit(forfeited(entry), reason), told_as(entry)
