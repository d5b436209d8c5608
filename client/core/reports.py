"""Reports on faults: files in the home folder with what one needs to know to mend what went wrong.

A report holds the traceback, the versions, how the window stood and the last intents; never what was typed, nor
anything that looks like a key.  A fault is reported once in a run, and only the newest reports are kept.
"""

from __future__ import annotations

import logging
import platform
import re
import sys
import traceback
from collections import deque
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from client.core.intents import Composing, Drag, Intent, PointerMoved, Text, Wake
from net.edge import disk
from net.edge.temporary_home import REPORTS
from rules.terminal import release

KEPT = 20
"""So many reports lie in the folder at most."""
MOST = 50
"""So many different faults of one run are reported."""
INTENTS = 30
SHORTEST = 3
"""Typed text of fewer signs is too common to be told apart from everything else in a report."""
_SECRET = re.compile(r"[0-9a-fA-F]{48,}|\bb(?:'[^'\n]{16,}'|\"[^\"\n]{16,}\")")
"""What may be a key: much hexadecimal, or bytes as Python shows them."""


class Reports(logging.Handler):
    """Handed an exception by the log (``exc_info``), from any thread, it writes a report on it."""

    def __init__(self, folder: Path | None) -> None:
        """``folder``: the home folder; None: reports are written nowhere."""
        super().__init__(logging.ERROR)
        self.stand: Callable[[], Mapping[str, str]] = dict
        """How things stand in the window, asked when something goes wrong there."""
        self.newest: Path | None = None
        """The path of the report on the newest fault, also where that fault had been reported before."""
        self._folder = folder / REPORTS if folder is not None else None
        self._intents: deque[str] = deque(maxlen=INTENTS)
        self._typed: deque[str] = deque(maxlen=INTENTS)
        self._typing = False
        self._places: dict[str, Path | None] = {}

    def note(self, intent: Intent) -> None:
        """Remember that somebody wanted this; of text, only how long it is."""
        typed = isinstance(intent, (Text, Composing))
        if isinstance(intent, (Text, Composing)):
            if isinstance(intent, Text):
                self._type(intent.text)
            said = f"{type(intent).__name__}({len(intent.text)} signs)"
        else:
            said = str(intent)
        self._typing = typed
        if isinstance(intent, Wake):
            return
        if (
            isinstance(intent, (PointerMoved, Drag))
            and self._intents
            and self._intents[-1].startswith(said[:5])
        ):
            self._intents.pop()
        self._intents.append(said)

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return
        fault = _fault(error)
        if fault not in self._places and len(self._places) < MOST:
            self._places[fault] = self._write(error, record.getMessage())
        self.newest = self._places.get(fault)

    def _type(self, text: str) -> None:
        if self._typing and self._typed:
            self._typed[-1] += text
        else:
            self._typed.append(text)

    def _write(self, error: BaseException, doing: str) -> Path | None:
        """The report's place, or None if it could not be written."""
        if self._folder is None:
            return None
        now = datetime.now(UTC)
        try:
            # Down to the microsecond, so that no name is given a second time after the first report was removed.
            path, number = self._folder / f"report-{now:%Y%m%d-%H%M%S-%f}.txt", 2
            while path.exists():
                path = self._folder / f"report-{now:%Y%m%d-%H%M%S-%f}-{number}.txt"
                number += 1
            text = self._text(error, doing, now)
            disk.write_whole(path, text.encode("utf-8", "backslashreplace"), private=True)
            old = sorted(self._folder.glob("report-*.txt"), key=lambda one: one.stat().st_mtime_ns)
            for one in old[:-KEPT]:
                disk.remove(one)
        except OSError:
            return None
        return path

    def _text(self, error: BaseException, doing: str, now: datetime) -> str:
        parts = {"when": f"{now:%Y-%m-%d %H:%M:%S} UTC", "what": doing, **versions()}
        try:
            parts |= self.stand()
        except Exception as other:  # what is broken may be just that
            parts["window"] = f"can't be told: {type(other).__name__}"
        lines = [f"{name}: {value}" for name, value in parts.items()]
        lines += ["", "The last things wanted, the newest last:", *self._intents, "", _traceback(error)]
        text = _SECRET.sub("(left out)", "\n".join(lines))
        for typed in self._typed:
            if len(typed.strip()) >= SHORTEST:
                text = text.replace(typed.strip(), "(typed)").replace(repr(typed.strip())[1:-1], "(typed)")
        return text + "\n"


def versions() -> dict[str, str]:
    """What the program is and what it runs on."""
    found = {"magicade": release(), "python": sys.version.split()[0], "system": platform.platform()}
    pygame = sys.modules.get("pygame")
    if pygame is not None:
        found["pygame"] = str(pygame.version.ver)
        found["sdl"] = ".".join(map(str, pygame.get_sdl_version()))
        if pygame.display.get_init():
            found["video"] = pygame.display.get_driver()
    return found


def _fault(error: BaseException) -> str:
    """Which fault it is: where it was raised, and what; not when."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__} {where}"


def _traceback(error: BaseException) -> str:
    return "".join(traceback.format_exception(error, limit=-60)).rstrip()
