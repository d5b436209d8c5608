"""Catching up with one peer after the other: which answer to ``log?`` is awaited, and what is asked after it.

Sans-IO.  Questions may cross, and come twice; only the answer to the newest question to a peer decides whether
to ask on.  So whatever crosses, the asking ends at the end of their log and never before.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LogQuestion:
    """The newest question to a peer."""

    index: int
    """From which entry on."""
    length: int
    """How long our log was then."""

    def next(self, length: int, *, news: bool, astray: bool) -> int | None:
        """From where to ask after the answer was taken in; None: they have nothing more for us.

        ``length``: of our log now; ``news``: something of the answer was taken in; ``astray``: it does not follow
        what we hold, so that the two logs part further back: back to there in growing steps.
        """
        if news or length != self.length:
            return length
        if astray and self.index:
            return max(0, self.index - max(1, 2 * (length - self.index)))
        return None


class CatchUp:
    """The newest question to each peer that has not answered it."""

    def __init__(self) -> None:
        self._open: dict[str, LogQuestion] = {}

    def __contains__(self, peer: str) -> bool:
        return peer in self._open

    def asked(self, peer: str, index: int, length: int) -> None:
        """``peer`` was asked for what follows from ``index`` on, while our log was so long."""
        self._open[peer] = LogQuestion(index, length)

    def answered(self, peer: str, index: int) -> LogQuestion | None:
        """The question that entries from ``index`` on answer, if it is the newest to this peer."""
        question = self._open.get(peer)
        if question is None or question.index != index:
            return None
        return self._open.pop(peer)

    def forget(self, peer: str) -> None:
        """``peer`` is gone."""
        self._open.pop(peer, None)
