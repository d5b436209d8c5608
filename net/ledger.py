"""The log of one match: verify, append, merge, serve; what the match stands at; evidence; seals.

Sans-IO and without a clock.  ``add`` takes in an entry from anywhere, in any order of arrival: it is applied,
known already, refused with a ``LogError`` (and nothing changed), or it stops the match (``News``).
Signing is for ``net.pen``, the file for ``net.record``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from net.entry import Entry
from net.fold import Moment
from net.header import Header, Seat
from rules.game import State, Step


@dataclass(frozen=True, slots=True)
class News:
    """What ``Ledger.add`` did.

    ``kind``: ``applied`` (at the end of the log), ``known`` (already there: drop it, do not forward),
    ``replaced`` (a majority's forfeit took the place of entries ``cut`` from the end, then applied),
    ``conflict``, ``disputed``, ``desync`` (kept as evidence; the match has stopped).
    All but ``known`` must be written to disk and forwarded.
    """

    kind: str
    entry: Entry
    step: Step | None = None
    """State and facts after it, where the state changed or a game began; None otherwise."""
    cut: int = 0


class Ledger:
    """A verified log; ``header`` must be playable by this program's rules, else BadHeader."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.entries: list[Entry] = []
        self.late: list[Entry] = []
        """Entries that are kept but are no part of the log, in the order they came: evidence."""
        self.status = "opening"
        """``opening`` (before the last reveal) ``running`` ``paused`` ``finished`` ``claimed``;
        stopped: ``disputed`` ``conflict`` ``desync`` ``void``."""

    # -- how it stands ---------------------------------------------------------------------------

    @property
    def match_id(self) -> bytes:
        """32 bytes."""
        raise NotImplementedError

    @property
    def moment(self) -> Moment:
        """Everything that the log amounts to, after its last entry."""
        raise NotImplementedError

    @property
    def state(self) -> State | None:
        """The state after the last entry; None before the last reveal."""
        raise NotImplementedError

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where now (handovers done)."""
        raise NotImplementedError

    @property
    def in_game(self) -> tuple[int, ...]:
        """The seats that have neither left nor been forfeited."""
        raise NotImplementedError

    @property
    def writer(self) -> int | None:
        """The one seat that may write the next entry (a forfeit apart); None when over or stopped."""
        raise NotImplementedError

    @property
    def actions(self) -> tuple[str, ...]:
        """All actions that lead to the state, in order, takebacks undone."""
        raise NotImplementedError

    @property
    def last_hash(self) -> bytes:
        """Hash of the last entry; the match id while there is none."""
        raise NotImplementedError

    @property
    def confirmed(self) -> bool:
        """Whether it is finished and every seat still in the game has sealed the last entry."""
        raise NotImplementedError

    @property
    def thought_ms(self) -> tuple[int, ...]:
        """Thinking time of each seat so far: what clocks are made of."""
        raise NotImplementedError

    # -- taking in -------------------------------------------------------------------------------

    def add(self, data: bytes) -> News:
        """Take in one packed entry; raises a LogError (``net.refusals``) and changes nothing."""
        raise NotImplementedError

    def merge(self, entries: Iterable[bytes]) -> list[News]:
        """``add`` each in order; ``known`` ones are left out.  Raises at the first that is refused."""
        raise NotImplementedError

    def add_seal(self, data: bytes) -> bool:
        """Take in one packed seal; whether it was new.  Raises LogError."""
        raise NotImplementedError

    def void(self) -> None:
        """A seat is lost before the last reveal: nothing more can be added."""
        raise NotImplementedError

    # -- serving ---------------------------------------------------------------------------------

    def since(self, index: int, most: int = 1000) -> list[bytes]:
        """Up to ``most`` packed entries from ``index`` on; at the end of the log the late ones follow."""
        raise NotImplementedError

    @property
    def seals(self) -> list[bytes]:
        """The packed seals of the last entry."""
        raise NotImplementedError
