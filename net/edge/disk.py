"""Bytes on the disk: files written whole or not at all, appended to, renamed, removed; with patience.

Every access to a file of ours goes through here.  On Windows a virus scanner or an indexer may hold a file for
a moment after it was written: then we try again for a second.  Everything raises plain OSError; who calls says
what was wanted (``net.edge.store``: HomeError).
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

PATIENCE_S = 1.0
"""How long we wait for another program to let go of a file."""
PAUSE_S = 0.02
HELD = (5, 32, 33)
"""Windows' errors for a file in use: ACCESS_DENIED, SHARING_VIOLATION, LOCK_VIOLATION."""

MOST_BYTES = 256 * 1024 * 1024
"""No file of ours is longer: the longest is a record of a match."""

Result = TypeVar("Result")


def patiently(work: Callable[[], Result]) -> Result:
    """What ``work`` returns; tried again for a while as long as Windows says that somebody holds the file.

    Raises the last OSError.  Elsewhere nobody can hold a file like this, and errors are raised at once.
    """
    until_s = time.perf_counter() + PATIENCE_S
    while True:
        try:
            return work()
        except OSError as error:
            if getattr(error, "winerror", None) not in HELD or time.perf_counter() > until_s:
                raise
        time.sleep(PAUSE_S)


def read(path: Path, most: int = MOST_BYTES, *, piped: bool = False) -> bytes:
    """All bytes of the file; raises OSError, EFBIG if there are more than ``most``.

    What never ends or keeps one waiting (a pipe, a device) is no file, but where a person named it: ``piped``.
    """
    try:
        mode = path.stat().st_mode
    except ValueError as error:  # a name that this system can't have
        raise OSError(errno.EINVAL, str(error), str(path)) from None
    if not (piped or stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(errno.EINVAL, "not a file", str(path))
    if stat.S_ISREG(mode) and path.stat().st_size > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    data = patiently(path.read_bytes if stat.S_ISREG(mode) else lambda: _first(path, most + 1))
    if len(data) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return data


def _first(path: Path, most: int) -> bytes:
    with path.open("rb") as file:
        return file.read(most)


def make_folder(path: Path) -> None:
    """Make the folder, and those above it that are missing, for their owner alone, whatever the umask.

    That it is there already is no error.  Raises OSError.
    """
    try:
        path.mkdir(mode=0o700)
    except FileNotFoundError:
        if path.parent == path:
            raise
        make_folder(path.parent)
        path.mkdir(mode=0o700, exist_ok=True)
    except OSError:
        if not path.is_dir():
            raise


def keep_private(path: Path) -> bool:
    """See to it that nobody but its owner can read the file; whether somebody could.  Raises OSError."""
    if sys.platform == "win32":  # there the folders above say who may read
        return False
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) or not mode & 0o077:
        return False
    path.chmod(0o600)
    return True


def write_whole(path: Path, data: bytes, private: bool = False) -> None:
    """Put ``data`` at ``path``, wholly or not at all, on disk when it returns; its folder is made if need be.

    ``private`` files can be read by their owner alone.  Raises OSError, and then ``path`` is as it was.
    """
    new = path.with_name(path.name + ".new")
    make_folder(path.parent)
    try:
        remove(new)
        handle = opened(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o644)
        try:
            _write_all(handle, data, True)
        finally:
            os.close(handle)
        patiently(lambda: new.replace(path))
        _sync_folder(path.parent)
    except OSError:
        with suppress(OSError):
            remove(new)
        raise


def append(path: Path, data: bytes, sync: bool) -> None:
    """Put ``data`` behind what is in the file, whole or not at all; ``sync`` False leaves it to the system.

    Raises OSError, also if there is no such file.
    """
    handle = opened(path, os.O_WRONLY | os.O_APPEND)
    try:
        size = os.fstat(handle).st_size
        try:
            _write_all(handle, data, sync)
        except OSError:
            with suppress(OSError):  # so that the next one finds a whole frame before it
                os.ftruncate(handle, size)
            raise
    finally:
        os.close(handle)


def truncate(path: Path, size: int) -> None:
    """Cut the file off after ``size`` bytes; raises OSError."""
    patiently(lambda: os.truncate(path, size))


def rename(path: Path, target: Path) -> None:
    """Give the file another name, which is free; raises OSError."""
    patiently(lambda: path.rename(target))


def remove(path: Path) -> None:
    """Remove the file; that there is none is no error.  Raises OSError."""
    patiently(lambda: path.unlink(missing_ok=True))


def set_aside(path: Path) -> Path:
    """Rename a broken file to a free name beside it, and say which; raises OSError."""
    number = 1
    while (aside := path.with_name(f"{path.name}.broken-{number}")).exists():
        number += 1
    rename(path, aside)
    return aside


def opened(path: Path, flags: int, mode: int = 0o600) -> int:
    """A handle of the operating system on the file, for bytes; raises OSError."""
    return patiently(lambda: os.open(path, flags | getattr(os, "O_BINARY", 0), mode))


def _write_all(handle: int, data: bytes, sync: bool) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]
    if sync:
        os.fsync(handle)


def _sync_folder(path: Path) -> None:
    """So that a new name survives a power cut, where the system can do that."""
    if sys.platform != "win32":
        with suppress(OSError):
            handle = os.open(path, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
