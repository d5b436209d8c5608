"""The home folder: what is written is whole, what is broken is set aside, one process at a time."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from net.edge.record import framed, whole
from net.edge.store import Home, HomeError, write_whole
from net.log.private_file import PrivateFile
from tests.patience import PATIENCE_S

POSIX = os.name == "posix"


def saved_party(party: Any, home: Home, plies: int = 4) -> tuple[Any, Any]:
    """A match of which every entry is on disk, and its file."""
    two = party()
    file = home.create(two.header, PrivateFile(two.pens))
    two.begin().play(plies)
    for data in two.ledger.since(0):
        file.add_entry(data)
    return two, file


def test_the_identity_is_made_once_and_lasts(tmp_path: Path) -> None:
    first = Home(tmp_path / "new" / "home").identity()
    assert Home(tmp_path / "new" / "home").identity().public == first.public
    if POSIX:
        assert stat.S_IMODE((tmp_path / "new" / "home" / "identity").stat().st_mode) == 0o600


def test_a_broken_identity_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "identity").write_bytes(b"short")
    key = Home(tmp_path).identity()
    assert Home(tmp_path).identity().public == key.public
    assert (tmp_path / "identity.broken-1").read_bytes() == b"short"


def test_only_one_process_holds_a_home(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.lock()
    home.lock()
    with pytest.raises(HomeError) as caught:
        Home(tmp_path).lock()
    assert caught.value.code == "home-locked"
    home.unlock()
    home.unlock()
    other = Home(tmp_path)
    other.lock()
    other.unlock()


def test_a_process_that_dies_leaves_no_lock(tmp_path: Path) -> None:
    code = (
        "import os, pathlib, sys; from net.edge.store import Home; "
        "Home(pathlib.Path(sys.argv[1])).lock(); os._exit(9)"
    )
    root = Path(__file__).parents[3]
    ended = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], cwd=root, timeout=PATIENCE_S, check=False
    )
    assert ended.returncode == 9
    home = Home(tmp_path)
    home.lock()
    home.unlock()


def test_a_saved_match_goes_on_where_it_was(party: Any, tmp_path: Path) -> None:
    home = Home(tmp_path)
    two, file = saved_party(party, home)
    opened = home.open(home.find(two.header.match_id))
    assert not opened.aside
    assert opened.ledger.since(0) == two.ledger.since(0)
    two.pens = opened.private.pens
    for pen in two.pens:
        pen.wake()
    entry = two.act()
    opened.file.add_entry(entry.to_bytes())
    assert home.open(file.path).ledger.last_hash == entry.hash
    with pytest.raises(HomeError, match="already"):
        home.create(two.header)


def test_secrets_lie_in_the_private_file_alone(party: Any, tmp_path: Path) -> None:
    two, file = saved_party(party, Home(tmp_path))
    private = file.path.with_suffix(".private")
    assert [pen.key.public for pen in PrivateFile.from_bytes(private.read_bytes()).pens] == [
        pen.key.public for pen in two.pens
    ]
    for pen in two.pens:
        assert pen.key.to_bytes() not in file.path.read_bytes()
    if POSIX:
        assert stat.S_IMODE(private.stat().st_mode) == 0o600


def test_a_crash_between_private_file_and_record_leaves_nothing_half_done(party: Any, tmp_path: Path) -> None:
    home, two = Home(tmp_path), party()
    home.create(two.header, PrivateFile(two.pens)).path.unlink()  # as if the record had not been written
    assert home.find(two.header.match_id) is None
    home.create(two.header, PrivateFile(two.pens))
    opened = home.open(home.find(two.header.match_id))
    assert len(opened.private.pens) == 2 and len(opened.ledger) == 0


def test_a_crash_while_an_entry_is_written_loses_that_entry_alone(party: Any, tmp_path: Path) -> None:
    home = Home(tmp_path)
    two, file = saved_party(party, home)
    size = file.path.stat().st_size
    entry = two.draft()
    frame = framed("entry", entry.to_bytes())
    for cut in (1, 3, 4, 50, len(frame) - 1):
        with file.path.open("ab") as stream:
            stream.write(frame[:cut])
        opened = home.open(file.path)
        assert not opened.aside and opened.ledger.since(0) == two.ledger.since(0)
        assert file.path.stat().st_size == size
    opened.file.add_entry(entry.to_bytes())
    assert len(home.open(file.path).ledger) == len(two.ledger) + 1


def test_a_broken_record_is_set_aside_and_its_whole_part_goes_on(party: Any, tmp_path: Path) -> None:
    home = Home(tmp_path)
    two, file = saved_party(party, home)
    data = bytearray(file.path.read_bytes())
    data[-10] ^= 1
    file.path.write_bytes(bytes(data))
    opened = home.open(file.path)
    assert Path(opened.aside).read_bytes() == bytes(data)
    assert opened.ledger.since(0) == two.ledger.since(0)[:-1]
    assert file.path.read_bytes() == whole(opened.ledger)


def test_a_record_without_a_header_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "x.magicade"
    path.write_bytes(b"nonsense")
    with pytest.raises(HomeError) as caught:
        Home(tmp_path).open(path)
    assert caught.value.code == "record-broken" and not path.exists()
    assert (tmp_path / "x.magicade.broken-1").read_bytes() == b"nonsense"
    with pytest.raises(HomeError):
        Home(tmp_path).open(tmp_path / "missing.magicade")


def test_a_record_of_other_rules_is_left_alone(party: Any, tmp_path: Path) -> None:
    home = Home(tmp_path)
    two, file = saved_party(party, home)
    header = replace(two.header, version=999)
    data = framed("header", header.to_bytes())
    file.path.write_bytes(data)
    with pytest.raises(HomeError, match="version 999"):
        home.open(file.path)
    assert file.path.read_bytes() == data


def test_broken_private_files_are_set_aside(party: Any, tmp_path: Path) -> None:
    home = Home(tmp_path)
    _, file = saved_party(party, home)
    private = file.path.with_suffix(".private")
    private.write_bytes(b"nonsense")
    opened = home.open(file.path)
    assert not opened.private.pens and Path(opened.aside).read_bytes() == b"nonsense"


def test_a_full_disk_is_said_and_leaves_the_record_whole(
    party: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = Home(tmp_path)
    two, file = saved_party(party, home)
    before = file.path.read_bytes()
    entry = two.draft().to_bytes()
    write = os.write

    def full(handle: int, data: Any) -> int:
        if len(data) > 20:
            return write(handle, bytes(data[:20]))
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(HomeError, match="No space left"):
            file.add_entry(entry)
        with pytest.raises(HomeError, match="No space left"):
            file.save_private(PrivateFile(two.pens))
    assert file.path.read_bytes() == before
    assert len(home.open(file.path).private.pens) == 2
    assert not list(tmp_path.rglob("*.new"))
    file.add_entry(entry)


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    home = Home(tmp_path / "file")
    for wish in (home.lock, home.identity):
        with pytest.raises(HomeError) as caught:
            wish()
        assert caught.value.code in ("home-write", "file-read")


def test_writing_whole_replaces_or_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"

    def fail(handle: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(HomeError, match="Input/output"):
        write_whole(path, b"three")
    assert path.read_bytes() == b"two"
