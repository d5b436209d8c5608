"""Where one plays when the home folder can't be used: taken by another window, read-only, full, not there.

``usable_home`` gives the wanted folder, or else a temporary one with a copy of the settings and of what people have
made (cards, say), or else none at all: everything is kept in memory then.  In the latter two nothing lasts; whoever
asks has to say so.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from net.edge import disk
from net.edge.entropy import new_key
from net.edge.store import NOTHING_PRIVATE, Home, HomeError, MatchFile
from net.log.header import Header
from net.log.ledger import Ledger
from net.log.private_file import PrivateFile

REPORTS = "reports"
"""The folder of reports on faults: a temporary home with any in it is left behind when the program ends."""
NOWHERE = Path(os.devnull, "nowhere")
"""A folder that can't exist."""
COPIED = ("settings.toml", "*/*.toml")
"""What people have set and made themselves, whichever game it is for."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A home that is locked and has an identity; and why it is not the wanted one, if it isn't."""

    home: Home
    trouble: HomeError | None = None


def usable_home(path: Path | None = None) -> Chosen:
    """The home at ``path`` (None: this user's usual one), or one in its stead; never raises."""
    wanted: Path | None = None
    try:
        home = Home(path)
        wanted = home.path
        return Chosen(_taken(home))
    except HomeError as error:
        trouble = error
    with suppress(HomeError, OSError):
        return Chosen(_taken(TemporaryHome(wanted)), trouble)
    return Chosen(MemoryHome(wanted), trouble)


class TemporaryHome(Home):
    """A folder for this run alone, with copies of what lies in the home ``like``."""

    kept = False

    def __init__(self, like: Path | None = None) -> None:
        """Raises OSError if there is no room for one."""
        super().__init__(Path(tempfile.mkdtemp(prefix="magicade-")))
        if like is not None:
            for name in COPIED:
                _copy(like, self.path, name)

    def close(self) -> None:
        self.unlock()
        if not (self.path / REPORTS).exists():
            shutil.rmtree(self.path, ignore_errors=True)


class MemoryHome(Home):
    """No folder at all: an identity for this run, records that are written nowhere."""

    kept = on_disk = False

    def __init__(self, like: Path | None = None) -> None:
        """``like``: the home whose settings are at least read."""
        super().__init__(NOWHERE)
        self._like = like
        self._key = new_key()

    @property
    def settings_path(self) -> Path:
        return (self._like or self.path) / "settings.toml"

    def lock(self) -> None:
        """Nobody else can have it."""

    def find(self, match_id: bytes) -> Path | None:
        return None

    def create(self, header: Header, private: PrivateFile = NOTHING_PRIVATE) -> MatchFile:
        return self.file(header)

    def file(self, header: Header) -> MatchFile:
        return Unwritten(NOWHERE)


class Unwritten(MatchFile):
    """The record of a match that is held in memory alone: seats that sign can't come back, so nothing can differ."""

    @property
    def shown(self) -> str:
        return ""

    def rewrite(self, ledger: Ledger) -> None:
        """Nowhere."""

    def save_private(self, private: PrivateFile) -> None:
        """Nowhere."""

    def _append(self, data: bytes, sync: bool) -> None:
        """Nowhere."""


def _copy(source: Path, target: Path, pattern: str) -> None:
    """Copy what can be read and finds room."""
    with suppress(OSError):
        for file in sorted(source.glob(pattern)):
            with suppress(OSError):
                disk.write_whole(target / file.relative_to(source), disk.read(file))


def _taken(home: Home) -> Home:
    """``home``, locked and with an identity; raises HomeError, and then it is let go again."""
    home.lock()
    try:
        home.identity()
    except HomeError:
        home.close()
        raise
    return home
