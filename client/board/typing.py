"""Typing a move: which keys belong to it, how it shows on the board while it grows, and what becomes of it.

Sits between the scene's intents and the board; what is typed so far is ``Typed``'s.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from client.board.board_widget import BoardWidget
from client.board.typed import WAIT_S, Typed, squares_of
from client.core.intents import KEYS, Cancel, Confirm, Drag, Intent, Nav, Press, Shortcut


class Orders(NamedTuple):
    """What typing asks for."""

    play: Callable[[str], None]
    """The move that was typed, and confirmed."""
    read: Callable[[str], tuple[str, ...]]
    """The actions that a text can mean; empty if it is no move (yet)."""
    means: Callable[[str], bool]
    """Whether a key is a shortcut here."""
    press: Callable[[str], object]
    """A lone sign was a shortcut after all."""
    changed: Callable[[], None]
    """Something else is typed now."""


class Typing:
    """The move being typed at one board."""

    def __init__(self, board: BoardWidget, files: int, letters: str, orders: Orders) -> None:
        """``letters``: those of pieces with which a move may begin."""
        self.typed = Typed(files, letters)
        self._board = board
        self._orders = orders
        self._small = letters.lower()
        self._at = 0.0

    @property
    def text(self) -> str:
        """What is typed so far."""
        return self.typed.text

    def drop(self) -> None:
        """Forget what is typed."""
        self.typed.take()

    def takes(self, intent: Intent, now: float) -> bool:
        """Whether ``intent`` belongs to a move that is being typed; it is dealt with then."""
        typed = self.typed
        if isinstance(intent, Shortcut) and intent.device == KEYS and self._board.chooser.state is not None:
            return self._key(intent, now)
        if typed and isinstance(intent, (Confirm, Cancel)):
            text = typed.take()
            self._board.use(self._board.chooser.state)
            if isinstance(intent, Confirm):
                self._orders.play(text)
            self._orders.changed()
            return True
        if typed and isinstance(intent, (Press, Drag, Nav)):
            self.drop()
            self._orders.changed()
        return False

    def follows(self, first: str, intent: Intent, now: float) -> bool:
        """Whether ``intent`` goes on with a move that began with a key which was taken for a shortcut."""
        if not isinstance(intent, Shortcut) or intent.device != KEYS or first not in self._small:
            return False
        sign = intent.sign or intent.key
        goes_on = sign == "-" if first == "o" else sign in "x123456789" or self.typed.names_file(sign)
        if not goes_on:
            return False
        self.typed.text = first
        return self.takes(intent, now)

    def _key(self, intent: Shortcut, now: float) -> bool:
        typed, sign = self.typed, intent.sign or intent.key
        if typed and intent.key == "backspace":
            typed.back()
            self._show()
            return True
        if len(sign) != 1:
            return False
        if typed.text in ("f", "F") and self._waits() and not (sign.isdigit() or sign in "x-"):
            key = typed.take().lower()
            self._orders.press(key)
        if not typed and sign in self._small and not typed.begins(sign) and not self._orders.means(sign):
            sign = sign.upper()  # a piece in small letters, where that is no shortcut
        if typed.add(sign):
            self._at = now
            self._show()
            return True
        return bool(typed)

    def _waits(self) -> bool:
        """Whether what is typed is one sign that is a shortcut, too."""
        return len(self.text) == 1 and self._orders.means(self.text.lower())

    def wakes_at(self) -> float | None:
        """When a lone sign is a shortcut."""
        return self._at + WAIT_S if self._waits() else None

    def tick(self, now: float) -> None:
        """Let time pass."""
        due = self.wakes_at()
        if due is not None and now >= due:
            key = self.typed.take().lower()
            self._board.use(self._board.chooser.state)
            self._orders.press(key)
            self._orders.changed()

    def _show(self) -> None:
        """Choose on the board what is typed so far, without doing it yet."""
        board, actions = self._board, self._orders.read(self.text)
        squares = squares_of(actions[0]) if actions else self.typed.squares()
        board.chooser.clear()
        board.by_keys = True
        if squares:
            board.cursor = squares[0]
            board.chooser.choose(squares[0])
        if len(squares) > 1:
            board.cursor = squares[1]
            for part, targets in board.chooser.routes().items():
                if any(target.action in actions for target in targets.values()):
                    board.chooser.use_part(part)
        board.mark()
        self._orders.changed()
