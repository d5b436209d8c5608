"""What the owner of one peer may see of one match: positions, and all that led to them.

Two people at one screen look at it by turns, and what they see again later they see together; a bot's hand
is its own; who has no seat here sees what a watcher sees.  Knows the log and the seats here, no links.
"""

from __future__ import annotations

from collections.abc import Mapping

from net.events import Past
from net.log.entry import Entry
from net.log.growing import Growing
from net.log.ledger import Ledger
from net.wire.players import PERSON
from rules.game import State


class MatchView:
    """``here``: what sits in each seat here (``person`` or ``bot:LEVEL``); none for a watcher."""

    def __init__(self, ledger: Ledger, here: Mapping[int, str]) -> None:
        self._ledger = ledger
        self._here = here
        self._people = tuple(seat for seat, player in sorted(here.items()) if player == PERSON)
        self._line: Growing[Entry] = Growing()
        """What ``_past`` and ``_actions`` were made of."""
        self._past: Growing[Past] = Growing()
        self._actions: Growing[str] = Growing()

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

    def past(self) -> Growing[Past]:
        """From the start of the game to the position now, takebacks undone."""
        self._follow()
        return self._past

    def actions(self) -> Growing[str]:
        """All actions that led to the position now, takebacks undone."""
        self._follow()
        return self._actions

    def _follow(self) -> None:
        """Bring what is shown of the past up to the log's line; costs as much as that has changed since."""
        ledger, line = self._ledger, self._ledger.line
        if not self._past:
            start = ledger.moments[ledger.log_rules.opening].state
            assert start is not None
            self._past = self._past.plus(Past(self._together(start)))
        kept = min(len(self._line), len(line))
        while kept and self._line[kept - 1] is not line[kept - 1]:
            kept -= 1  # an entry stands in one line only: where the last ones are the same, all before are
        lost = sum(self._line[at].kind == "act" for at in range(kept, len(self._line)))
        self._past = self._past.cut(1 + kept)
        self._actions = self._actions.cut(len(self._actions) - lost)
        for at in range(kept, len(line)):
            entry = line[at]
            after = ledger.moments[entry.index + 1]
            assert after.state is not None
            action = told_as(entry)
            self._past = self._past.plus(
                Past(self._together(after.state), action, entry.seat, after.facts, entry.think_ms)
            )
            if entry.kind == "act":
                self._actions = self._actions.plus(action)
        self._line = line

    def _now(self) -> State:
        state = self._ledger.state
        assert state is not None
        return state

    def _together(self, state: State) -> State:
        return state.view(self._people[0] if len(self._people) == 1 else None)


def told_as(entry: Entry) -> str:
    """What ``Stepped`` calls an entry that changed the position."""
    return {"act": str(entry.body), "takeback": "takeback"}.get(entry.kind, "forfeit")
