"""Records in memory, with what disks do: what was not synced is lost by a crash, and they can be full."""

from __future__ import annotations

from net.log.header import Header
from net.log.ledger import Ledger
from net.log.private_file import PrivateFile
from net.match.record_file import SavedRecord
from net.wire.errors import LocalError


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

    def create(self, header: Header, private: PrivateFile) -> File:
        self.check()
        file = self.file(header)
        file.save_private(private)
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
        return SavedRecord(file, ledger, PrivateFile.from_bytes(file.private))


class File:
    """See ``net.match.record_file.RecordFile``."""

    shown = "in memory"

    def __init__(self, header: Header, disk: Disk) -> None:
        self.header = header
        self.frames: list[tuple[str, bytes]] = []
        self.synced = 0
        """How many frames a crash leaves."""
        self.private = PrivateFile().to_bytes()
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

    def save_private(self, private: PrivateFile) -> None:
        self._disk.check()
        self.private = private.to_bytes()

    def _append(self, kind: str, data: bytes, sync: bool = True) -> None:
        self._disk.check()
        self.frames.append((kind, data))
        if sync:
            self.synced = len(self.frames)
