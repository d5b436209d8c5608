"""Which matches lie in the home folder: an index beside the records, so that ten thousand need one file read.

The index is only a copy of what the records say and may be lost, broken or out of date at any time: each line of
it counts while its record has the size and the time that it had then, and all of it only for the rules that it
was written by.  What does not count is looked up in the records again.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from net.edge import disk
from net.edge.record import SUFFIX, glance
from net.edge.store import PRIVATE, HomeError, read_file
from net.events import SavedMatch
from net.wire.errors import NetError

INDEX = "index.json"
FORMAT = 1
CAP_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Glance:
    """What a record's header and frames tell."""

    id: str
    game: str
    names: tuple[str, ...]
    entries: int
    finished: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One record as it was when it was last looked into; ``glance`` None: it can't be read."""

    size: int
    time_ns: int
    glance: Glance | None


class RecordIndex:
    """The records of one folder.  ``look`` is for one thread at a time; ``halt`` may come from another."""

    def __init__(self, folder: Path, rules: Mapping[str, int]) -> None:
        """``rules``: the games that this program knows, and their versions."""
        self._folder = folder
        self._rules = dict(rules)
        self._rows: dict[str, Row] | None = None
        self._halted = threading.Event()

    def halt(self) -> None:
        """A ``look`` that is under way stops as soon as it can."""
        self._halted.set()

    def look(self) -> tuple[SavedMatch, ...]:
        """The matches that can be read, newest first; opens the index and those records that have changed."""
        old = self._rows if self._rows is not None else self._read()
        try:
            found = {entry.name: entry for entry in os.scandir(self._folder)}
        except OSError:
            return ()
        rows: dict[str, Row] = {}
        saved = []
        for name, entry in found.items():
            if not name.endswith(SUFFIX) or self._halted.is_set():
                continue
            with suppress(OSError, HomeError):  # gone meanwhile, or no file that we may read
                state = entry.stat()
                row = old.get(name)
                if row is None or (row.size, row.time_ns) != (state.st_size, state.st_mtime_ns):
                    row = Row(state.st_size, state.st_mtime_ns, _glance(self._folder / name))
                rows[name] = row
                if row.glance is not None:
                    mine = name.removesuffix(SUFFIX) + PRIVATE in found
                    saved.append(_saved(self._folder / name, row, row.glance, mine))
        if rows != old and not self._halted.is_set():
            with suppress(OSError):  # a folder that can only be read is listed all the same
                disk.write_whole(self._folder / INDEX, self._pack(rows), private=True)
        self._rows = rows
        return tuple(sorted(saved, key=lambda one: (-one.modified, one.path)))

    # -- the file ------------------------------------------------------------------------------------

    def _pack(self, rows: Mapping[str, Row]) -> bytes:
        lines = [[name, row.size, row.time_ns, *_fields(row.glance)] for name, row in rows.items()]
        body = json.dumps(lines, separators=(",", ":")).encode("ascii")
        return json.dumps(self._head(body)).encode("ascii") + b"\n" + body

    def _head(self, body: bytes) -> dict[str, object]:
        """What the first line must be for the rest to count."""
        return {"format": FORMAT, "rules": self._rules, "sum": blake2b(body, digest_size=16).hexdigest()}

    def _read(self) -> dict[str, Row]:
        """The rows of the index; none if it is not there, or not to be relied on."""
        path = self._folder / INDEX
        try:
            if path.stat().st_size > CAP_BYTES:
                return {}
            head, _, body = disk.read(path).partition(b"\n")
            if json.loads(head) != self._head(body):
                return {}
            return dict(_row(line) for line in json.loads(body))
        except (OSError, ValueError, TypeError, RecursionError):
            return {}


def _glance(path: Path) -> Glance | None:
    """What the record says; None if it is none that this program can read; raises HomeError."""
    data = read_file(path)
    try:
        header, entries, finished = glance(data)
    except NetError:
        return None
    return Glance(header.match_id.hex(), header.game, header.shown_names, entries, finished)


def _saved(path: Path, row: Row, known: Glance, mine: bool) -> SavedMatch:
    return SavedMatch(
        known.id, known.game, known.names, known.entries, known.finished, mine, row.time_ns / 1e9, str(path)
    )


def _fields(known: Glance | None) -> list[object]:
    if known is None:
        return []
    return [known.id, known.game, list(known.names), known.entries, known.finished]


def _row(line: list[object]) -> tuple[str, Row]:
    """The row that a line of the index is; raises ValueError or TypeError."""
    name, size, time_ns, *fields = line
    if not (type(name) is str and type(size) is int and type(time_ns) is int):
        raise ValueError("not a row")
    if not fields:
        return name, Row(size, time_ns, None)
    match_id, game, names, entries, finished = fields
    texts = (match_id, game, *names) if isinstance(names, list) else ()
    if not (texts and all(type(one) is str and one.isprintable() for one in texts)):
        raise ValueError("not a row")
    if not (type(entries) is int and type(finished) is bool):
        raise ValueError("not a row")
    return name, Row(size, time_ns, Glance(str(match_id), str(game), tuple(texts[2:]), entries, finished))
