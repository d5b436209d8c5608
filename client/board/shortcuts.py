"""What a key means at the board: a part of a typed move, a choice, one of the actions, an offer.

Names the actions that there are whatever the position, and says which keys ask for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from client.board.board_widget import BoardWidget
from client.board.look import Extra
from client.board.notation_input import NotationInput
from client.board.panel import Panel
from client.board.questions import Questions
from client.board.shown_match import ShownMatch
from client.core.intents import Intent
from client.core.overlay import Overlay
from client.core.transitions import Stay, Transition
from client.core.widget import Action

FLIP, BOOK, HELP, MENU, LEAVE = "flip", "book", "help", "menu", "leave"
PLAY, SOUND, TAKE_BACK = "play", "sound", "take-back"
KEYS: Mapping[str, str] = MappingProxyType(
    {"f": FLIP, "pad-y": FLIP, "f1": HELP, "h": HELP, "k": BOOK, "p": PLAY, "m": SOUND, "u": TAKE_BACK}
)
"""Key → the action that it asks for, unless the game's panel or the choice on the board wants that key."""


class Shortcuts:
    """The keys of one board scene."""

    def __init__(
        self,
        shown: ShownMatch,
        board: BoardWidget,
        panel: Panel,
        asked: Questions,
        notation: NotationInput,
        actions: Mapping[str, Action],
    ) -> None:
        """``actions``: what is done, by the names of this module."""
        self._shown, self._board, self._panel = shown, board, panel
        self._asked, self._notation, self._actions = asked, notation, actions

    def press(self, key: str) -> Transition | None:
        """Do what ``key`` asks for; None if it means nothing here now."""
        if self._panel.shortcut(key) or self._board.shortcut(key):
            return Stay()
        if key in KEYS:
            return self._actions[KEYS[key]]() or Stay()
        extra = self._extra(key)
        return self._asked.ask_extra(extra, key) or Stay() if extra is not None else None

    def types(self, intent: Intent, overlay: Overlay | None, now: float) -> bool:
        """Deal with ``intent`` if it belongs to a move that is typed; tells whether it does.  ``overlay``: what
        lies over the board; a question that the first key of that move opened goes then."""
        if not self._shown.look.typed:
            return False
        if overlay is None:
            return self._notation.takes(intent, now)
        key = self._asked.opened_by(overlay)
        if key and self._notation.follows(key, intent, now):
            self._asked.position_over()
            return True
        return False

    def may_begin_a_move(self, key: str) -> bool:
        """Whether ``key``, with which a typed move may begin, is a shortcut here, too."""
        return KEYS.get(key) == FLIP or self._extra(key) is not None

    def _extra(self, key: str) -> Extra | None:
        return next((extra for extra in self._shown.extras() if extra.key == key), None)
