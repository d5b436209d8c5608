"""Typing a move: which keys belong to it, how it shows on the board while it grows, and what becomes of it.

Sits between the scene's intents and the board; what is typed so far is ``Typed``'s.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from client.board.pane import Board
from client.board.typed import WAIT_S, Typed
from client.intents import KEYS, Cancel, Confirm, Drag, Intent, Nav, Press, Shortcut


class Orders(NamedTuple):
    """What typing asks for."""

    play: Callable[[str], None]
    """The move that was typed, and confirmed."""
    flip: Callable[[], object]
    """A lone ``f`` was no move after all."""
    changed: Callable[[], None]
    """Something else is typed now."""


class Typing:
    """The move being typed at one board."""

    def __init__(self, board: Board, files: int, orders: Orders) -> None:
        self.typed = Typed(files)
        self._board = board
        self._orders = orders
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
            if typed.text == "f" and not intent.key.isdigit():
                self.drop()
                self._orders.flip()
            if typed.add(intent.key):
                self._at = now
                self._show()
                return True
            return bool(typed)
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

    def wakes_at(self) -> float | None:
        """When a lone ``f`` means flip."""
        return self._at + WAIT_S if self.text == "f" else None

    def tick(self, now: float) -> None:
        """Let time pass."""
        due = self.wakes_at()
        if due is not None and now >= due:
            self.drop()
            self._orders.flip()

    def _show(self) -> None:
        """Choose on the board what is typed so far, without doing it yet."""
        board, squares = self._board, self.typed.squares()
        board.chooser.clear()
        board.by_keys = True
        if squares:
            board.cursor = squares[0]
            board.chooser.choose(squares[0])
        if len(squares) > 1:
            board.cursor = squares[1]
            for part, targets in board.chooser.routes().items():
                if any(target.action == self.text for target in targets.values()):
                    board.chooser.use_part(part)
        board.mark()
        self._orders.changed()
