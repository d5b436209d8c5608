"""What a match and its peer need of the disk: records that are written to as a match goes on.

``net.edge.store`` has them on a disk; a simulator may have them in memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from net.log.header import Header
from net.log.ledger import Ledger
from net.log.private_file import PrivateFile


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

    def save_private(self, private: PrivateFile) -> None:
        """Write the private file anew."""


@dataclass(frozen=True, slots=True)
class SavedRecord:
    """A saved match, ready to go on."""

    file: RecordFile
    ledger: Ledger
    private: PrivateFile
    """Its pens are asleep (``Pen.wake``); all of it is empty where there is none."""
    aside: str = ""
    """Where a broken copy was set aside; what was whole of it is in ``file``."""


class Records(Protocol):
    """All records of one peer."""

    def has(self, match_id: bytes) -> bool:
        """Whether there is a record of this match; reading it may take long (``net.peer.outputs.Load``)."""

    def create(self, header: Header, private: PrivateFile) -> RecordFile:
        """Begin a record, the private file (if there are pens in it) before it; raises LocalError."""

    def file(self, header: Header) -> RecordFile:
        """Where the record of this match belongs, whether or not anything is there yet."""
