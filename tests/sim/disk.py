"""Records in memory, with what disks do: what was not synced is lost by a crash, and they can be full."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from net.log.header import Header
from net.log.ledger import Ledger
from net.log.pen import Pen, load_pens, load_players, save_pens
from net.match.record_file import SavedRecord
from net.wire.errors import LocalError

NOBODY: Mapping[int, str] = MappingProxyType({})


class FullDisk(LocalError):
    """There is no room."""


class Disk:
    """The records of one peer; they outlive its program."""

    def __init__(self) -> None:
        self.files: dict[bytes, File] = {}
        self.full = False

    def check(self) -> None:
        """Raises FullDisk if nothing can be written."""
        if self.full:
            raise FullDisk("home-write", "there is no room on the disk")

    def crash(self) -> None:
        """The program died: what the system had not written yet is gone."""
        for file in self.files.values():
            del file.frames[file.synced :]

    # -- see ``net.match.record_file.Records`` -----------------------------------------------------------

    def has(self, match_id: bytes) -> bool:
        return match_id in self.files

    def file(self, header: Header) -> File:
        return self.files.setdefault(header.match_id, File(header, self))

    def create(self, header: Header, pens: Sequence[Pen] = (), players: Mapping[int, str] = NOBODY) -> File:
        self.check()
        file = self.file(header)
        if pens:
            file.save_pens(pens, players)
        return file

    def open(self, match_id: bytes) -> SavedRecord:
        """The saved match, as ``net.edge.store.Home.open`` gives it."""
        file = self.files[match_id]
        ledger = Ledger(file.header)
        for kind, data in file.frames:
            if kind == "entry":
                ledger.add(data)
            elif kind == "seal":
                ledger.add_seal(data)
            else:
                ledger.void()
        pens, players = (load_pens(file.private), load_players(file.private)) if file.private else ([], {})
        return SavedRecord(file, ledger, pens, players)


class File:
    """See ``net.match.record_file.RecordFile``."""

    shown = "in memory"

    def __init__(self, header: Header, disk: Disk) -> None:
        self.header = header
        self.frames: list[tuple[str, bytes]] = []
        self.synced = 0
        """How many frames a crash leaves."""
        self.private = b""
        self._disk = disk

    def add_entry(self, data: bytes, sync: bool = True) -> None:
        self._append("entry", data, sync)

    def add_seal(self, data: bytes) -> None:
        self._append("seal", data)

    def add_void(self) -> None:
        self._append("void", b"")

    def rewrite(self, ledger: Ledger) -> None:
        self._disk.check()
        self.frames = [("entry", data) for data in ledger.since(0, len(ledger))]
        self.frames += [("seal", data) for data in ledger.seals]
        self.frames += [("void", b"")] if ledger.status == "void" else []
        self.synced = len(self.frames)

    def save_pens(self, pens: Sequence[Pen], players: Mapping[int, str] = NOBODY) -> None:
        self._disk.check()
        self.private = save_pens(pens, players)

    def _append(self, kind: str, data: bytes, sync: bool = True) -> None:
        self._disk.check()
        self.frames.append((kind, data))
        if sync:
            self.synced = len(self.frames)
