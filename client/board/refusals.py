"""Saying no: the words beside the board, the square that trembles, the sound."""

from __future__ import annotations

from collections.abc import Callable

from client.board.board_widget import BoardWidget
from client.board.guide import Guide
from client.board.shown_match import ShownMatch
from rules.errors import RulesError


class Refusals:
    """Refuses what somebody meant at one board; ``clock`` tells seconds, ``on_said`` shows the guide's words."""

    def __init__(
        self,
        shown: ShownMatch,
        board: BoardWidget,
        guide: Guide,
        play: Callable[[str], None],
        clock: Callable[[], float],
        on_said: Callable[[], None],
    ) -> None:
        self._shown, self._board, self._guide = shown, board, guide
        self._play, self._clock, self._on_said = play, clock, on_said

    def refuse(self, action: str, place: str) -> None:
        """Somebody seems to have meant ``action``, about the square ``place``: say why it can't be done, if it
        can't, and if somebody here may choose at all."""
        state = self._shown.choosing_in
        now = self._clock()
        if state is not None and self._guide.refuse(state, action, place, self._shown.names, now):
            self._say_no(place, now)

    def refuse_typed(self, error: RulesError, place: str) -> None:
        """A move was typed that can't be done; ``place``: the first square that it names, or nothing."""
        now = self._clock()
        self._guide.say_why(error, now)
        self._say_no(place, now)

    def _say_no(self, place: str, now: float) -> None:
        if place:
            self._board.picture.shake(place, now)
        self._play("error")
        self._on_said()
