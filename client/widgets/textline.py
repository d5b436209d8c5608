"""A line of text being edited: the caret, what is selected, and what can be undone.  Pure; knows no widget.

Places count characters; the caret stands between letters, never between a letter and its accents.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

MOST_UNDONE = 200


class _Moment(NamedTuple):
    """A state of the line that undo goes back to."""

    value: str
    caret: int
    anchor: int


class TextLine:
    """``value`` never gets longer than ``limit`` by what is done to it here."""

    def __init__(self, value: str = "", limit: int = 32) -> None:
        self.value = value
        self.limit = limit
        self.caret = len(value)
        self.anchor = len(value)
        """Where the selection began; it ends at the caret."""
        self._undo: list[_Moment] = []
        self._redo: list[_Moment] = []
        self._kind = ""
        """The kind of the last change; changes of one kind in a row are undone together."""

    @property
    def selection(self) -> tuple[int, int]:
        """Where the selection begins and ends; the same place if nothing is selected."""
        return min(self.anchor, self.caret), max(self.anchor, self.caret)

    @property
    def selected(self) -> str:
        """The selected text."""
        start, end = self.selection
        return self.value[start:end]

    def set(self, value: str) -> None:
        """Another text, not typed by anybody: the caret at its end, nothing to undo."""
        self.value = value[: self.limit]
        self.caret = self.anchor = len(self.value)
        self._undo.clear()
        self._redo.clear()
        self._kind = ""

    def insert(self, text: str) -> bool:
        """Put ``text`` in the selection's place, as much of it as there is room for; whether anything changed."""
        start, end = self.selection
        before, after = self.value[:start], self.value[end:]
        whole = unicodedata.normalize("NFC", before + text)
        room = max(0, self.limit - len(after))
        if len(whole) > room:
            whole = before + text[: max(0, room - len(before))]
        return self._change(whole, after, "type" if len(text) == 1 and start == end else "")

    def do(self, what: str, select: bool = False) -> bool:
        """One change or movement (see ``intents.Edit``); whether the text is another now."""
        if what in ("undo", "redo"):
            return self._back_to(*((self._undo, self._redo) if what == "undo" else (self._redo, self._undo)))
        start, end = self.selection
        if what == "select-all":
            self.anchor, self.caret = 0, len(self.value)
        elif what in ("backspace", "delete", "word-backspace", "word-delete", "cut", "clear"):
            if what == "clear":
                start, end = 0, len(self.value)
            elif start == end and what != "cut":
                goal = self._goal(
                    {"backspace": "left", "delete": "right"}.get(what) or _WORDWISE[what], self.caret
                )
                start, end = min(goal, self.caret), max(goal, self.caret)
                if what == "word-backspace":
                    start = len(self.value[:start].rstrip())
            return self._change(self.value[:start], self.value[end:], what)
        elif what in ("left", "right") and not select and start != end:
            self.put_caret(start if what == "left" else end)
        else:
            self.put_caret(self._goal(what, self.caret), select)
        self._kind = ""
        return False

    def put_caret(self, place: int, select: bool = False) -> None:
        """The caret goes there; ``select``: the selection reaches from where it began to there."""
        self.caret = min(len(self.value), max(0, place))
        while 0 < self.caret < len(self.value) and _joins(self.value[self.caret]):
            self.caret -= 1
        if not select:
            self.anchor = self.caret
        self._kind = ""

    def select_word(self, place: int) -> None:
        """Select the word, or what stands between words, around a place."""
        value = self.value
        start = end = min(max(0, place), max(0, len(value) - 1))
        kind = _kind(value[start : start + 1])
        while start > 0 and _kind(value[start - 1]) == kind:
            start -= 1
        while end < len(value) and _kind(value[end]) == kind:
            end += 1
        self.anchor, self.caret, self._kind = start, end, ""

    # ---- inside

    def _goal(self, what: str, at: int) -> int:
        """Where a movement leads from ``at``."""
        value = self.value
        if what == "left":
            at -= 1
            while at > 0 and _joins(value[at]):
                at -= 1
        elif what == "right":
            at += 1
            while at < len(value) and _joins(value[at]):
                at += 1
        elif what == "home":
            at = 0
        elif what == "end":
            at = len(value)
        elif what == "word-left":
            while at > 0 and not _wordly(value[at - 1]):
                at -= 1
            while at > 0 and _wordly(value[at - 1]):
                at -= 1
        elif what == "word-right":
            while at < len(value) and _wordly(value[at]):
                at += 1
            while at < len(value) and not _wordly(value[at]):
                at += 1
        return min(len(value), max(0, at))

    def _change(self, before: str, after: str, kind: str) -> bool:
        if before + after == self.value:
            self.caret = self.anchor = min(len(before), len(self.value))
            return False
        if not kind or kind != self._kind:
            self._undo.append(_Moment(self.value, self.caret, self.anchor))
            del self._undo[:-MOST_UNDONE]
        self._redo.clear()
        self._kind = kind
        self.value = before + after
        self.caret = self.anchor = len(before)
        return True

    def _back_to(self, source: list[_Moment], other: list[_Moment]) -> bool:
        self._kind = ""
        if not source:
            return False
        other.append(_Moment(self.value, self.caret, self.anchor))
        self.value, self.caret, self.anchor = source.pop()
        return True


_WORDWISE = {"word-backspace": "word-left", "word-delete": "word-right"}


def _joins(letter: str) -> bool:
    """Whether a character belongs to the letter before it."""
    return unicodedata.category(letter) in ("Mn", "Me", "Mc")


def _wordly(letter: str) -> bool:
    return letter.isalnum() or letter == "_" or _joins(letter)


def _kind(letter: str) -> str:
    return "gap" if letter.isspace() else "word" if letter and _wordly(letter) else "sign"
