"""The home folder: identity, settings, matches with their private files, and the lock that one process holds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from net.errors import LocalError
from net.header import Header
from net.identity import Key
from net.ledger import Ledger
from net.pen import Pen


class HomeError(LocalError):
    """The home folder can't be used as wanted: locked, read-only, disk full, a file broken."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What a look at the header and the first lines of a record tells."""

    match_id: bytes
    header: Header
    entries: int
    mine: bool
    modified: float
    path: Path


class Home:
    """One folder; ``lock`` before writing anything."""

    def __init__(self, path: Path | None = None) -> None:
        """The folder ``path``, or this user's usual one; nothing is made before it is needed."""
        self.path = path

    def lock(self) -> None:
        """Be the only process in this folder; raises HomeError ``home-locked``."""
        raise NotImplementedError

    def unlock(self) -> None:
        """Let go; harmless twice."""
        raise NotImplementedError

    def identity(self) -> Key:
        """This peer's lasting key, made at the first call."""
        raise NotImplementedError

    @property
    def settings_path(self) -> Path:
        """Where the client keeps its settings (TOML)."""
        raise NotImplementedError

    def create(self, header: Header, pens: list[Pen]) -> MatchFile:
        """Begin a record: private file first (if there are pens), then the record with its header."""
        raise NotImplementedError

    def open(self, path: Path) -> tuple[MatchFile, Ledger, list[Pen]]:
        """A saved match, verified whole, ready to go on; broken ones are set aside, HomeError says so."""
        raise NotImplementedError

    def saved(self) -> list[Saved]:
        """All readable records, newest first; reads headers and counts frames, verifies nothing."""
        raise NotImplementedError


class MatchFile:
    """The open record of one match; every method has written to disk (fsync) when it returns; raises HomeError."""

    path: Path

    def add_entry(self, data: bytes, sync: bool = True) -> None: ...
    def add_seal(self, data: bytes) -> None: ...
    def save_pens(self, pens: list[Pen]) -> None: ...
    def close(self) -> None: ...
