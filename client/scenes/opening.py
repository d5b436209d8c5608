"""Opening a saved record to see it again: verified in slices, so that the window never waits.

Reads one file and nothing else; what was read is shown by the board scene as a match that one only watches.
"""

from __future__ import annotations

from pathlib import Path

import pygame

from client.core.scene import Replace
from client.core.services import Services
from client.core.transitions import Pop, Transition
from client.core.words import _, explain
from client.scenes.board import BoardScene
from client.widgets.framed_scene import FramedScene
from client.widgets.texts import Label
from net.edge.record import Loading
from net.edge.store import read_file
from net.events import Match, MatchSeat, SavedMatch
from net.log.ledger import Ledger
from net.match.view import MatchView
from net.wire.errors import NetError
from sprites.kit.theme import LARGE

SLICE = 25
"""Entries verified between two frames."""


def match_of(ledger: Ledger, path: str) -> Match | None:
    """What a record holds, as a match that is watched; None if its game never began."""
    state = ledger.state
    if state is None:
        return None
    showing = MatchView(ledger, {})
    status = "adjourned" if ledger.status in ("running", "paused") else ledger.status
    seats = tuple(
        MatchSeat(seat.name, False, "", linked=False, gone=number not in ledger.in_game)
        for number, seat in enumerate(ledger.seats)
    )
    return Match(
        ledger.match_id.hex(),
        ledger.header.game,
        dict(ledger.header.options),
        seats,
        state.view(None),
        len(ledger),
        showing.actions(),
        showing.past(),
        status,
        ledger.confirmed,
        watching=True,
        path=path,
    )


class OpeningScene(FramedScene):
    """Says that it is reading, then gives way to the board, or tells what is wrong and goes."""

    title = "opening"

    def __init__(self, services: Services, saved: SavedMatch) -> None:
        self.saved = saved
        self.game = saved.game
        self._loading: Loading | None = None
        super().__init__(services)

    def heading(self) -> str:
        return " – ".join(self.saved.names)

    def fill(self) -> None:
        label = self.add(Label(_("Reading the record …"), size=LARGE, align="centre", middle=True))
        label.rect = pygame.Rect(self.body)

    def tick(self, now: float) -> Transition | None:
        try:
            if self._loading is None:
                self._loading = Loading(read_file(Path(self.saved.path)))
            if not self._loading.step(SLICE):
                return None
        except NetError as error:
            return self._refuse(error)
        match = match_of(self._loading.ledger, self.saved.path)
        if self._loading.problem is not None:
            self.services.toasts.say(_("The record is broken after entry {n}.").format(n=self._last()))
        elif self._loading.torn:
            self.services.toasts.say(_("The last entry of the record is not whole."))
        if match is None:
            self.services.toasts.say(_("This match never began."))
            return Pop()
        return Replace(BoardScene(self.services, match))

    def _last(self) -> int:
        return len(self._loading.ledger) - 1 if self._loading is not None else 0

    def _refuse(self, error: NetError) -> Transition:
        self.services.toasts.say(explain(error))
        return Pop()

    def wakes_at(self, now: float) -> float | None:
        return now
