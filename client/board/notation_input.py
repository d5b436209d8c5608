"""A move typed in the game's notation: which keys belong to it, how it shows while it grows, what becomes of it.

Letters of files begin a move, so a key that is also a shortcut (``f``: flip) waits for a moment to see whether more
follows.  Nothing is done before Enter.  Times are seconds of the caller's clock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from client.board.board_widget import BoardWidget
from client.board.notation import squares_of
from client.core.intents import KEYS, Cancel, Confirm, Drag, Intent, Nav, Press, Shortcut
from rules.errors import RulesError

WAIT_S = 0.5
"""How long a lone key that is also a shortcut waits for the rest of a move."""
_LONGEST = 12


class TypedMove:
    """The text typed so far; empty while nobody types."""

    def __init__(self, files: int, letters: str = "") -> None:
        """``files``: how many files the board has; ``letters``: the other signs with which a move may begin, in
        the case meant."""
        self.text = ""
        self._files = "abcdefghijklmnopqrstuvwxyz"[:files]
        self._letters = letters

    def __bool__(self) -> bool:
        return bool(self.text)

    def begins(self, sign: str) -> bool:
        """Whether a move may begin with this sign."""
        return len(sign) == 1 and (sign in self._letters or self.names_file(sign))

    def names_file(self, sign: str) -> bool:
        """Whether this is the letter of a file."""
        return len(sign) == 1 and sign.lower() in self._files

    def add(self, sign: str) -> bool:
        """Add one key's sign; False, and nothing changes, if it can't belong to a move here."""
        if len(sign) != 1 or not sign.isascii() or len(self.text) >= _LONGEST:
            return False
        fits = sign.isalnum() or sign in "-=+#.:" if self.text else self.begins(sign)
        if fits:
            self.text += sign
        return fits

    def back(self) -> None:
        """Take the last sign away."""
        self.text = self.text[:-1]

    def take(self) -> str:
        """The text; nothing is typed after that."""
        text, self.text = self.text, ""
        return text

    def squares(self) -> tuple[str, ...]:
        """The squares named so far, if the text begins with one."""
        found = squares_of(self.text.lower())
        return found if found and self.text.lower().startswith(found[0]) else ()


class NotationCallbacks(NamedTuple):
    """What becomes of what is typed."""

    on_action: Callable[[str], None]
    """A whole action was typed and confirmed."""
    on_menu: Callable[[], object]
    """The typed move lacks only what a menu asks for; the rest is chosen on the board now."""
    on_refused: Callable[[RulesError, str], None]
    """What was typed and confirmed is no move here: why, and the first square that it names (or nothing)."""
    is_shortcut: Callable[[str], bool]
    """Whether a key is a shortcut here."""
    press: Callable[[str], object]
    """A lone key was a shortcut after all: do what it asks for."""
    on_change: Callable[[], None]
    """The text is another now."""


class NotationInput:
    """The move being typed at one board; it is read as a move of the state in which that board chooses."""

    def __init__(self, board: BoardWidget, calls: NotationCallbacks) -> None:
        look = board.look
        self.typed = TypedMove(look.files, look.letters)
        self._board = board
        self._calls = calls
        self._letters = look.letters.lower()
        self._typed_at = 0.0

    @property
    def text(self) -> str:
        """What is typed so far."""
        return self.typed.text

    def drop(self) -> None:
        """Forget what is typed."""
        self.typed.take()

    def takes(self, intent: Intent, now: float) -> bool:
        """Deal with ``intent`` if it belongs to a move that is typed; tells whether it does."""
        typed = self.typed
        if isinstance(intent, Shortcut) and intent.device == KEYS and self._board.chooser.state is not None:
            return self._key(intent, now)
        if typed and isinstance(intent, (Confirm, Cancel)):
            text = typed.take()
            self._board.use(self._board.chooser.state)
            if isinstance(intent, Confirm):
                self._play(text)
            self._calls.on_change()
            return True
        if typed and isinstance(intent, (Press, Drag, Nav)):
            self.drop()
            self._calls.on_change()
        return False

    def follows(self, first: str, intent: Intent, now: float) -> bool:
        """Whether ``intent`` goes on with a move whose ``first`` key was taken for a shortcut; it is dealt with
        then."""
        if not isinstance(intent, Shortcut) or intent.device != KEYS or first not in self._letters:
            return False
        sign = intent.sign or intent.key
        goes_on = sign == "-" if first == "o" else sign in "x123456789" or self.typed.names_file(sign)
        if not goes_on:
            return False
        self.typed.text = first
        return self.takes(intent, now)

    def wakes_at(self) -> float | None:
        """When ``tick`` is wanted next."""
        return self._typed_at + WAIT_S if self._waits() else None

    def tick(self, now: float) -> None:
        """Let time pass: a lone key that nothing followed is a shortcut."""
        due = self.wakes_at()
        if due is not None and now >= due:
            key = self.typed.take().lower()
            self._board.use(self._board.chooser.state)
            self._calls.press(key)
            self._calls.on_change()

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
            self._calls.press(key)
        if (
            not typed
            and sign in self._letters
            and not typed.begins(sign)
            and not self._calls.is_shortcut(sign)
        ):
            sign = sign.upper()  # a piece in small letters, where that is no shortcut
        if typed.add(sign):
            self._typed_at = now
            self._show()
            return True
        return bool(typed)

    def _waits(self) -> bool:
        """Whether what is typed is one sign that is also a shortcut."""
        return len(self.text) == 1 and self._calls.is_shortcut(self.text.lower())

    def _show(self) -> None:
        """Choose on the board what is typed so far, without doing it yet."""
        board, actions = self._board, self._read(self.text)
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
        self._calls.on_change()

    def _read(self, text: str) -> tuple[str, ...]:
        """The actions that ``text`` can mean; empty if it is no move here (yet)."""
        state = self._board.chooser.state
        if state is None:
            return ()
        try:
            return self._board.look.read(state, text)
        except RulesError:
            return ()

    def _play(self, text: str) -> None:
        """Do the move that was typed and confirmed, or ask for what it lacks, or say why it can't be done."""
        board, state = self._board, self._board.chooser.state
        if state is None:
            return
        try:
            actions = board.look.read(state, text)
        except RulesError as error:
            named = squares_of(text.lower())
            self._calls.on_refused(error, named[0] if named else "")
            return
        chooser = board.chooser
        if len(actions) == 1:
            self._calls.on_action(actions[0])
        elif all(chooser.choose(square) is not None for square in squares_of(actions[0])) and chooser.menu():
            board.mark()
            self._calls.on_menu()
