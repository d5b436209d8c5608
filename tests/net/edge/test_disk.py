"""Files are written whole or not at all, and a virus scanner that holds one for a moment is waited for."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from client.core import settings as settings_file
from client.core import tomlfile
from client.games.taika import card_sets as cardsets
from net.edge import disk, store
from net.edge.certificate import server_context
from net.edge.store import Home, MatchFile

SCANNER = [5, 32, 33]
OTHER = [2, 19, 112, 1224]
"""No such file, write-protected, disk full, mapped by somebody: nobody lets go of these in a second."""


class PeerState(PermissionError):
    """What Windows raises: an OSError with its own number."""

    def __init__(self, winerror: int) -> None:
        super().__init__(13, "The process cannot access the file")
        self.winerror = winerror


class Scanner:
    """Holds whatever is touched: the first ``times`` calls of every system function fail with ``winerror``."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, times: int, winerror: int = 32) -> None:
        self.times, self.winerror = times, winerror
        self.met: set[str] = set()
        self._left: dict[tuple[str, str], int] = {}
        for where, name in (
            (os, "open"), (os, "truncate"), (Path, "replace"), (Path, "rename"),
            (Path, "unlink"), (Path, "read_bytes"),
        ):  # fmt: skip
            monkeypatch.setattr(where, name, self._held(name, getattr(where, name)))
        monkeypatch.setattr(disk, "PAUSE_S", 0.0)

    def _held(self, name: str, honest: Callable[..., object]) -> Callable[..., object]:
        def touch(path: object, *rest: object, **named: object) -> object:
            left = self._left.setdefault((name, str(path)), self.times)
            if left and str(path) != os.devnull:
                self._left[name, str(path)] = left - 1
                self.met.add(name)
                raise PeerState(self.winerror)
            return honest(path, *rest, **named)

        return touch


def everything(home: Path) -> None:
    """Every way in which a file of ours is read, written, renamed or removed."""
    folder = Home(home)
    folder.lock()
    first = folder.identity()
    assert Home(home).identity().public == first.public
    (home / "identity").write_bytes(b"short")
    assert Home(home).identity().public != first.public
    record = home / "matches" / "x.magicade"
    store.write_whole(record, b"one")
    MatchFile(record)._append(b"two", True)
    assert store.read_file(record) == b"onetwo"
    disk.truncate(record, 3)
    assert record.read_bytes() == b"one"
    settings_file.save(folder.settings_path, settings_file.Settings(name="Aino"))
    kept, trouble = settings_file.load(folder.settings_path)
    assert (kept.name, trouble) == ("Aino", None)
    folder.settings_path.write_bytes(b"= no")
    assert settings_file.load(folder.settings_path)[1] is not None
    assert not folder.settings_path.exists()
    shelf = cardsets.shelf_of(folder.settings_path)
    assert shelf.folder is not None
    card = shelf.folder / "a.toml"
    tomlfile.write(card, "")
    assert shelf.rename(card, "b").name == "b.toml"
    shelf.delete(shelf.folder / "b.toml")
    assert not shelf.files()
    folder.unlock()


def test_whatever_is_held_for_a_moment_is_done_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scanner = Scanner(monkeypatch, 2)
    everything(tmp_path)
    assert scanner.met == {"open", "truncate", "replace", "rename", "unlink", "read_bytes"}
    server_context()


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 5), st.sampled_from(SCANNER), st.binary(max_size=50), st.booleans())
def test_a_file_is_whole_however_often_it_was_held(
    tmp_path_factory: pytest.TempPathFactory, times: int, winerror: int, data: bytes, private: bool
) -> None:
    path = tmp_path_factory.mktemp("held") / "deep" / "file"
    with pytest.MonkeyPatch.context() as patch:
        Scanner(patch, times, winerror)
        disk.write_whole(path, data, private)
        disk.append(path, data, True)
        assert disk.read(path) == data * 2
    assert [one.name for one in path.parent.iterdir()] == ["file"]


@pytest.mark.parametrize("winerror", [*SCANNER, *OTHER])
def test_who_never_lets_go_is_told_after_a_second_and_nothing_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, winerror: int
) -> None:
    path = tmp_path / "file"
    disk.write_whole(path, b"old")
    tries = []

    def held(new: Path, target: Path) -> Path:
        tries.append(target)
        raise PeerState(winerror)

    monkeypatch.setattr(disk, "PATIENCE_S", 0.1)
    monkeypatch.setattr(Path, "replace", held)
    with pytest.raises(PeerState):
        disk.write_whole(path, b"new")
    assert path.read_bytes() == b"old" and [one.name for one in tmp_path.iterdir()] == ["file"]
    assert (len(tries) > 1) == (winerror in SCANNER)


def test_where_nobody_can_hold_a_file_a_refusal_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def refused() -> None:
        calls.append(1)
        raise PermissionError(13, "Permission denied")

    with pytest.raises(PermissionError):
        disk.patiently(refused)
    assert len(calls) == 1
