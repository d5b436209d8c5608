"""The home folder: identity, settings, matches with their private files, and the lock that one process holds.

The only module of ``net`` that knows which files there are (``net.edge.disk`` writes them).  Every write
has reached the disk when it returns, or HomeError says why not and nothing is half-done; what can't be read
is set aside under another name, never overwritten.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path

from net.edge import disk
from net.edge.entropy import new_key
from net.edge.record import ENTRY, HEADER, SEAL, SUFFIX, VOID, Loading, framed, load, whole
from net.log.header import Header
from net.log.ledger import Ledger
from net.log.private_file import PrivateFile
from net.log.refusals import BadHeader
from net.match.record_file import SavedRecord
from net.wire.errors import LocalError, NetError
from net.wire.identity import KEY_BYTES, Key

PRIVATE = ".private"
NOTHING_PRIVATE = PrivateFile()


class HomeError(LocalError):
    """The home folder can't be used as wanted: locked, read-only, disk full, a file broken."""


class Home:
    """One folder; ``lock`` it before writing anything."""

    kept = True
    """Whether what is written here is still there when the program is started again."""
    on_disk = True
    """Whether anything can be written here at all."""

    def __init__(self, path: Path | None = None) -> None:
        """The folder ``path``, or this user's usual one; nothing is made before it is needed.

        Raises HomeError ``home-unknown`` if this user has no usual one.
        """
        self.path = path if path is not None else usual_path()
        self._lock: int | None = None
        self._key: Key | None = None
        self._troubles: list[HomeError] = []

    @property
    def settings_path(self) -> Path:
        """Where the client keeps its settings (TOML)."""
        return self.path / "settings.toml"

    @property
    def matches(self) -> Path:
        """The folder of the records."""
        return self.path / "matches"

    # -- the lock ----------------------------------------------------------------------------------

    def lock(self) -> None:
        """Be the only process in this folder.

        Raises HomeError: ``home-locked`` (another has it), ``home-lock`` (this folder has no locks) or
        ``home-write``.  The operating system lets go of the lock when the process ends, however it ends.
        """
        if self._lock is not None:
            return
        try:
            disk.make_folder(self.path)
            handle = disk.opened(self.path / "lock", os.O_RDWR | os.O_CREAT)
        except OSError as error:
            raise _refused(self.path, error) from error
        try:
            _take_lock(handle)
        except OSError as error:
            os.close(handle)
            if error.errno in _TAKEN:
                raise HomeError(
                    "home-locked", "another Magicade uses the folder {path} now", path=str(self.path)
                ) from error
            raise HomeError(
                "home-lock", "the folder {path} can't be locked: {why}", path=str(self.path), why=_why(error)
            ) from error
        self._lock = handle

    def unlock(self) -> None:
        """Let go; harmless twice."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def close(self) -> None:
        """The program ends: let go."""
        self.unlock()

    @property
    def locked(self) -> bool:
        """Whether we hold the lock."""
        return self._lock is not None

    # -- identity ----------------------------------------------------------------------------------

    def identity(self) -> Key:
        """This peer's lasting key, made at the first call; a broken file is set aside and a new key made."""
        if self._key is None:
            self._key = self._identity(self.path / "identity")
        return self._key

    def _identity(self, path: Path) -> Key:
        private = b""
        try:
            self._keep_private(path)
            private = disk.read(path)
        except FileNotFoundError:
            pass
        except OSError as error:
            raise _refused(path, error) from error
        if len(private) == KEY_BYTES:
            return Key(private)
        if path.exists():
            aside = set_aside(path)
            self._troubles.append(HomeError("aside", "a broken file was set aside: {path}", path=str(aside)))
        key = new_key()
        write_whole(path, key.to_bytes(), private=True)
        return key

    def troubles(self) -> list[HomeError]:
        """What was mended, or could not be, since the last call: for the owner to know."""
        found, self._troubles = self._troubles, []
        return found

    def _keep_private(self, path: Path) -> None:
        """Close a secret file to others; a trouble if it was open.  Raises FileNotFoundError."""
        trouble: HomeError | None = None
        try:
            if disk.keep_private(path):
                trouble = HomeError(
                    "file-open", "others on this computer could read {path}; now only you can", path=str(path)
                )
        except FileNotFoundError:
            raise
        except OSError as error:
            trouble = HomeError(
                "file-open",
                "others on this computer can read {path}, and that can't be changed: {why}",
                path=str(path),
                why=_why(error),
            )
        if trouble is not None:
            self._troubles.append(trouble)

    # -- matches -----------------------------------------------------------------------------------

    def find(self, match_id: bytes) -> Path | None:
        """Where the record of this match lies, if it does."""
        path = self._path(match_id)
        return path if path.exists() else None

    def has(self, match_id: bytes) -> bool:
        """Whether there is a record of this match."""
        return self.find(match_id) is not None

    def create(self, header: Header, private: PrivateFile = NOTHING_PRIVATE) -> MatchFile:
        """Begin a record: private file first (if there are pens), then the record with its header.

        Raises HomeError ``match-exists`` if there is one already: ``open`` that.
        """
        file = self.file(header)
        if file.path.exists():
            raise HomeError("match-exists", "there is a record already: {path}", path=str(file.path))
        if private.pens:
            file.save_private(private)
        write_whole(file.path, framed(HEADER, header.to_bytes()))
        return file

    def file(self, header: Header) -> MatchFile:
        """Where the record of this match belongs; whether or not anything is there yet."""
        return MatchFile(self._path(header.match_id))

    def open(self, path: Path) -> SavedRecord:
        """A saved match, verified whole; raises HomeError if not even its header can be used.

        A file without a readable header is set aside (one by other rules than ours is left alone); a last
        frame that is not whole (a crash while writing: nobody was sent it) is cut off; otherwise a broken
        record is set aside, and what was whole before the break goes on in a new file.
        """
        try:
            loading = load_record(path)
        except HomeError as error:
            if isinstance(error.__cause__, NetError) and not isinstance(error.__cause__, BadHeader):
                set_aside(path)
            raise
        return self.opened(path, loading)

    def opened(self, path: Path, loading: Loading) -> SavedRecord:
        """``open`` for those who have verified the record in slices: ``Loading(read_record(path))``."""
        aside = None
        if loading.problem is not None:
            aside = set_aside(path)
            try:
                write_whole(path, whole(loading.ledger))
            except HomeError:
                with suppress(OSError):  # no room for it now: let it be found when there is
                    disk.rename(aside, path)
                raise
        elif loading.torn:
            try:
                disk.truncate(path, loading.good)
            except OSError as error:
                raise _refused(path, error) from error
        private = path.with_suffix(PRIVATE)
        kept = NOTHING_PRIVATE
        if private.exists():
            try:
                self._keep_private(private)
                data = read_file(private)
                kept = PrivateFile.from_bytes(data)
            except (NetError, ValueError):
                aside = set_aside(private)
        return SavedRecord(MatchFile(path), loading.ledger, kept, "" if aside is None else str(aside))

    def _path(self, match_id: bytes) -> Path:
        return self.matches / (match_id.hex()[:32] + SUFFIX)


class MatchFile:
    """The open record of one match; what a method writes is on the disk when it returns; raises HomeError."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def shown(self) -> str:
        """Where it lies, for people; empty if nowhere."""
        return str(self.path)

    def add_entry(self, data: bytes, sync: bool = True) -> None:
        """Append a packed entry; ``sync`` False (for entries of others) may leave it to the system."""
        self._append(framed(ENTRY, data), sync)

    def add_seal(self, data: bytes) -> None:
        """Append a packed seal."""
        self._append(framed(SEAL, data), True)

    def add_void(self) -> None:
        """Note that the match is void."""
        self._append(framed(VOID), True)

    def rewrite(self, ledger: Ledger) -> None:
        """Write the record anew, from what ``ledger`` holds: after something could not be appended."""
        write_whole(self.path, whole(ledger))

    def save_private(self, private: PrivateFile) -> None:
        """Write the private file anew: before a consent to a forfeit or a release is sent."""
        write_whole(self.path.with_suffix(PRIVATE), private.to_bytes(), private=True)

    def _append(self, data: bytes, sync: bool) -> None:
        try:
            disk.append(self.path, data, sync)
        except OSError as error:
            raise _refused(self.path, error) from error


def read_file(path: Path, *, piped: bool = False) -> bytes:
    """The bytes of a file of reasonable size (``piped``: or of a pipe that a person named); raises HomeError."""
    try:
        return disk.read(path, piped=piped)
    except OSError as error:
        if error.errno == errno.EFBIG:
            raise HomeError("file-size", "{path} is too large", path=str(path)) from error
        raise HomeError(
            "file-read", "{path} can't be read: {why}", path=str(path), why=error.strerror or str(error)
        ) from error


def load_record(path: Path, *, piped: bool = False) -> Loading:
    """The record at ``path`` verified as far as it is whole; changes nothing on disk; raises HomeError."""
    data = read_file(path, piped=piped)
    try:
        return load(data)
    except NetError as error:
        raise HomeError(
            "record-broken", "{path} is no record that can be used: {why}", path=str(path), why=str(error)
        ) from error


def set_aside(path: Path) -> Path:
    """``net.edge.disk.set_aside``; raises HomeError."""
    try:
        return disk.set_aside(path)
    except OSError as error:
        raise _refused(path, error) from error


def write_whole(path: Path, data: bytes, private: bool = False) -> None:
    """``net.edge.disk.write_whole``; raises HomeError."""
    try:
        disk.write_whole(path, data, private)
    except OSError as error:
        raise _refused(path, error) from error


def usual_path() -> Path:
    """This user's usual home folder; raises HomeError ``home-unknown``: no HOME, and no entry for this user."""
    path = Path()
    with suppress(RuntimeError, KeyError, OSError):
        path = user_data_path("magicade", appauthor=False)
    if not path.is_absolute():  # "~" that stands for nothing
        raise HomeError("home-unknown", "this user has no folder of their own: name one with --home")
    return path


def _refused(path: Path, error: OSError) -> HomeError:
    return HomeError("home-write", "{path} can't be written: {why}", path=str(path), why=_why(error))


def _why(error: OSError) -> str:
    return error.strerror or str(error)


_TAKEN = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK)
"""What a lock that another process holds is refused with; Windows: the last two."""


if sys.platform == "win32":
    import msvcrt

    def _take_lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take_lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
