"""The end of a match: the card with the result, shown once what led to it has been seen, and what it says later.

Counts the match for the evening; what its buttons do about the match, the scene says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from client.board import telling
from client.board.result import ResultButton, ResultCard
from client.board.shown_match import ShownMatch
from client.core.evening import Evening
from client.core.transitions import Transition
from client.core.widget import Action
from client.core.words import _


class FinishCallbacks(NamedTuple):
    """What one may do at the end."""

    rematch: Action
    replay: Action
    leave: Action
    play: Callable[[str], None]
    """Play a cue of sound."""


class Finish:
    """The result of one match, and the card that shows it."""

    def __init__(
        self,
        shown: ShownMatch,
        evening: Evening,
        calls: FinishCallbacks,
        place: Callable[[], pygame.Rect],
    ) -> None:
        """``place``: where the board lies, over whose middle the card appears."""
        self.due = False
        """Whether the card is to be shown as soon as the board is at rest."""
        self._shown = shown
        self._evening = evening
        self._calls = calls
        self._place = place
        self._card: ResultCard | None = None

    def stepped(self) -> None:
        """A step was made; if the match is over by it, it counts for the evening and the card is due."""
        if self._shown.match.state.outcome() is not None:
            self._evening.record(self._shown.match)
            self.due = True

    def tick(self, busy: bool) -> ResultCard | None:
        """The card to open now, if it is due and the board is not ``busy`` showing what happened."""
        if not self.due or busy:
            return None
        self.due = False
        return self.card()

    def card(self) -> ResultCard | None:
        """A new card to open; None if the match is not over, or its card is open already."""
        shown = self._shown
        outcome = shown.match.state.outcome()
        if outcome is None or (self._card is not None and not self._card.closed):
            return None
        ending = shown.look.ending(outcome, shown.names)
        tally = self._evening.tally(shown.names)
        self._card = ResultCard(
            ending.title,
            ending.reason,
            telling.standings(shown.match, shown.look, shown.place.history.moments),
            tally,
            self._buttons(),
            self._place,
            tally.score(shown.match.game) if shown.look.adds_up else None,
            shown.look.score_picture,
        )
        if shown.rematch_from:
            self.rematch_offered()
        won = len(outcome.winners) == 1 and (not shown.here or outcome.winners[0] in shown.here)
        self._calls.play("win" if won else "draw")
        return self._card

    def rematch_offered(self) -> None:
        """Somebody (``ShownMatch.rematch_from``) wants a rematch."""
        self._say(_("{name} wants a rematch.").format(name=self._shown.rematch_from))

    def rematch_asked(self) -> None:
        """Somebody here asked the others for a rematch."""
        self._say(_("Waiting for the others …"))

    def _buttons(self) -> list[ResultButton]:
        buttons = [
            ResultButton(_("Replay"), self._calls.replay, "play"),
            ResultButton(_("Where is the record?"), self._say_path, "save", stays=True),
            ResultButton(_("Leave"), self._calls.leave, "door"),
        ]
        if self._shown.here:
            rematch = ResultButton(_("Rematch"), self._calls.rematch, "again", strong=True, stays=True)
            buttons.insert(0, rematch)
        return buttons

    def _say_path(self) -> Transition | None:
        path = self._shown.match.path
        self._say(_("Saved as {path}").format(path=path) if path else _("Not saved."))
        return None

    def _say(self, text: str) -> None:
        """Say something more at the foot of the card, while it is open."""
        if self._card is not None and not self._card.closed:
            self._card.tell(text)
