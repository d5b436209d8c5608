"""What a match needs of the disk: the record that it writes to as it goes on (``net.edge.store`` has them)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from net.log.ledger import Ledger
from net.log.pen import Pen


class RecordFile(Protocol):
    """The open record of one match; what a method writes is kept when it returns; raises LocalError."""

    @property
    def shown(self) -> str:
        """Where it lies, for people; empty if it is only in memory."""

    def add_entry(self, data: bytes, sync: bool = True) -> None:
        """Append a packed entry; ``sync`` False (for entries of others) may leave it to the system."""

    def add_seal(self, data: bytes) -> None:
        """Append a packed seal."""

    def add_void(self) -> None:
        """Note that the match is void."""

    def rewrite(self, ledger: Ledger) -> None:
        """Write the record anew, from what ``ledger`` holds."""

    def save_pens(self, pens: Sequence[Pen], players: Mapping[int, str] = ...) -> None:
        """Write the private file anew: pens, and what plays each seat."""
