"""The program's log: a small rolling file in the home folder, standard error if wanted, and reports on faults."""

from __future__ import annotations

import contextlib
import logging
import logging.handlers
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from client.core.reports import Reports, versions
from net.edge import disk
from rules.terminal import tell

LOG = logging.getLogger("magicade")
FOLDER, FILE = "log", "magicade.log"
CAP_BYTES = 256 * 1024
OLDER = 2
"""How many full files are kept beside the one being written."""
_LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"


@contextlib.contextmanager
def logged(home: Path | None, verbose: bool = False) -> Iterator[Reports]:
    """Log what happens within to the folder ``home`` (None: nowhere), if ``verbose`` also to standard error.

    A log that can't be written is no reason to stop or to complain.
    """
    reports = Reports(home)
    handlers: list[logging.Handler] = [logging.NullHandler()]
    if home is not None:
        handlers.append(_File(home / FOLDER / FILE))
    if verbose:
        handlers.append(_Told())
    root = logging.getLogger()
    for handler in handlers:
        handler.setFormatter(logging.Formatter(_LINE))
        root.addHandler(handler)
    LOG.addHandler(reports)
    level, hook = LOG.level, threading.excepthook
    LOG.setLevel(logging.DEBUG if verbose else logging.INFO)
    threading.excepthook = _thread_failed
    try:
        LOG.info("started: %s", ", ".join(f"{name} {value}" for name, value in versions().items()))
        LOG.info("home: %s", home)
        yield reports
        LOG.info("ended")
    finally:
        threading.excepthook = hook
        LOG.setLevel(level)
        LOG.removeHandler(reports)
        for handler in handlers:
            root.removeHandler(handler)
            handler.close()


class _File(logging.handlers.RotatingFileHandler):
    """Rolls by itself; for its owner's eyes alone; silent when it can't be written."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=CAP_BYTES, backupCount=OLDER, encoding="utf-8", delay=True)

    def _open(self) -> TextIO:  # type: ignore[override]  # a text stream is all that is ever asked for
        path = Path(self.baseFilename)
        disk.make_folder(path.parent)
        handle = disk.opened(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        return os.fdopen(handle, "a", encoding="utf-8", errors="backslashreplace")

    def handleError(self, record: logging.LogRecord) -> None:
        """The log can't be written (a full disk, say): stay silent, the game is more important."""

    def close(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            super().close()


class _Told(logging.Handler):
    """Standard error, through the one door to it."""

    def emit(self, record: logging.LogRecord) -> None:
        for line in self.format(record).splitlines():
            tell(line)


def _thread_failed(given: threading.ExceptHookArgs) -> None:
    """A thread of ours ended by a fault that nobody caught."""
    name = given.thread.name if given.thread is not None else "?"
    if given.exc_value is not None and not isinstance(given.exc_value, SystemExit):
        LOG.error("thread %s has failed", name, exc_info=given.exc_value)
