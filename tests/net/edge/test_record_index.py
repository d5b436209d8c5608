"""What lies in the home folder, told by a hub: quick for many records, and true whatever happened to the index."""

from __future__ import annotations

import inspect
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from net.edge import disk
from net.edge.record import HEADER, framed, whole
from net.events import SavedMatch
from net.hub import Hub
from net.intents import ListSaved, OpenTable
from net.log.header import Header, Seat
from net.log.playable import all_options
from net.wire.identity import Key
from rules.registry import game
from tests.net.conftest import Parties, seeded
from tests.net.owners import Owner, over, wait

Make = Callable[..., Owner]
OPTIONS = tuple(sorted(all_options(game("mind-control"), {}).items()))


def records(folder: Path, count: int, names: tuple[str, str] = ("Aino", "Louhi")) -> list[Path]:
    """So many small records, one second between them, the last one the newest."""
    (folder / "matches").mkdir(parents=True, exist_ok=True)
    identity, key = Key(seeded("many")), Key(seeded("key"))
    other = Key(seeded("other key"))
    made = []
    for number in range(count):
        nonce = seeded("many", number, names)
        seats = tuple(
            Seat.make(identity, nonce, name, one.public)
            for name, one in zip(names, (key, other), strict=True)
        )
        header = Header("mind-control", game("mind-control").version, OPTIONS, "", seats, nonce)
        path = folder / "matches" / f"{header.match_id.hex()[:32]}.magicade"
        path.write_bytes(framed(HEADER, header.to_bytes()))
        os.utime(path, (1_000_000 + number, 1_000_000 + number))
        made.append(path)
    return made


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The names of all files that are read through ``net.edge.disk``, as they are read."""
    names: list[str] = []
    honest = disk.read

    def read(path: Path, *rest: Any, **named: Any) -> bytes:
        names.append(path.name)
        return honest(path, *rest, **named)

    monkeypatch.setattr(disk, "read", read)
    yield names


def restarted(owner: Owner) -> Owner:
    owner.hub.close()
    return Owner(owner.folder, owner.name, network=False)


def drained(names: list[str]) -> list[str]:
    """What was read since the last time, identity and settings apart."""
    found = sorted(name for name in names if name.endswith((".magicade", ".json")))
    names.clear()
    return found


def test_ten_thousand_records_are_listed_by_reading_one_file(
    make: Make, tmp_path: Path, reads: list[str]
) -> None:
    paths = records(tmp_path / "Anna", 10_000)
    owner = make("Anna", network=False)
    owner.hub.post(ListSaved())
    wait([owner], lambda: any(type(event).__name__ == "SavedList" for event in owner.told), 300.0)
    assert len(drained(reads)) == 10_000
    first = owner.saved()
    assert [one.path for one in first] == [str(path) for path in reversed(paths)]
    assert drained(reads) == []
    owner = restarted(owner)
    try:
        assert owner.saved() == first
        assert drained(reads) == ["index.json"]
        paths[17].unlink()
        with paths[4711].open("ab") as record:
            record.write(b"\0\0\0")  # torn: an entry that was being written
        (new,) = records(tmp_path / "Anna", 1, ("Ilmari", "Aino"))
        found = owner.saved()
        assert drained(reads) == sorted([paths[4711].name, new.name])
        assert len(found) == 10_000 and {one.path for one in found} == {
            str(path) for path in (*paths, new) if path != paths[17]
        }
    finally:
        owner.hub.close()


def test_the_list_says_what_a_record_holds_and_follows_the_matches(make: Make) -> None:
    owner = make("Anna", network=False)
    assert owner.saved() == ()
    owner.until = 9
    owner.hub.post(OpenTable("mind-control", {"quiet_limit": "8"}, ["person", "bot:1"], public=False))
    wait([owner], lambda: owner.matches and owner.match.entries == 9)
    (saved,) = owner.saved()
    assert (saved.id, saved.game, saved.names) == (owner.match.id, "mind-control", ("Anna", "Bot 1"))
    assert (saved.entries, saved.finished, saved.mine, saved.path) == (9, False, True, owner.match.path)
    owner.until = 10**9
    owner.move(owner.match)
    wait([owner], over(owner))
    (saved,) = owner.saved()
    assert saved.finished and saved.entries == owner.match.entries
    Path(saved.path).with_suffix(".private").unlink()
    (saved,) = owner.saved()
    assert not saved.mine
    Path(saved.path).unlink()
    assert owner.saved() == ()


def harm(dice: Random, folder: Path, paths: list[Path], spare: list[bytes]) -> str:
    """Something that happens to a home folder between two looks."""
    index = folder / "matches" / "index.json"
    if index.is_dir():
        return ""
    data = index.read_bytes() if index.exists() else b"-"
    kind = dice.choice(
        (
            "lost",
            "cut",
            "flipped",
            "empty",
            "other",
            "deep",
            "rules",
            "folder",
            "deleted",
            "copied",
            "junk",
            "same",
        )
    )
    if kind == "lost":
        index.unlink(missing_ok=True)
    elif kind == "cut":
        index.write_bytes(data[: dice.randrange(len(data))])
    elif kind == "flipped":
        at = dice.randrange(len(data))
        index.write_bytes(data[:at] + bytes([data[at] ^ (1 << dice.randrange(7))]) + data[at + 1 :])
    elif kind == "empty":
        index.write_bytes(b"")
    elif kind == "other":
        index.write_bytes(
            dice.choice((b"null", b"{}\n[]", b"\xff\xfe", b'{"format": 2}\n[[1]]', b"[1e999]\n{"))
        )
    elif kind == "deep":
        index.write_bytes(b"[" * 100_000)
    elif kind == "rules" and data.startswith(
        b"{"
    ):  # of a program with other rules, by which none of these could be read
        head, _, body = data.partition(b"\n")
        told = {**json.loads(head), "rules": {"mind-control": 99}}
        index.write_bytes(json.dumps(told).encode() + b"\n" + body)
    elif kind == "folder":
        index.unlink(missing_ok=True)
        index.mkdir()
        (index / "x").write_bytes(b"")
    elif kind == "deleted" and len(paths) > 2:
        paths.pop(dice.randrange(len(paths))).unlink()
    elif kind == "copied" and spare:
        paths.append(folder / "matches" / f"copy-{len(spare)}.magicade")
        paths[-1].write_bytes(spare.pop())
    elif kind == "junk":
        (folder / "matches" / f"junk-{dice.randrange(9)}.magicade").write_bytes(
            dice.randbytes(dice.randrange(40))
        )
    return kind


@pytest.mark.parametrize("seed", range(8))
def test_whatever_happens_to_index_and_records_the_list_is_what_lies_there(
    make: Make, party: Parties, tmp_path: Path, seed: int
) -> None:
    dice = Random(seed)
    folder = tmp_path / "Anna"
    paths = records(folder, 5)
    spare = [whole(party(quiet_limit=str(limit)).begin().play(limit).ledger) for limit in (11, 12, 13)]
    owner = make("Anna", network=False)
    try:
        for _ in range(8):
            owner.saved()
            kind = harm(dice, folder, paths, spare)
            owner = restarted(owner) if dice.random() < 0.7 else owner
            found = owner.saved()
            assert {one.path for one in found} == {str(path) for path in paths}, kind
            assert all(type(one) is SavedMatch and len(one.id) == 64 for one in found)
            assert not owner.failed()
    finally:
        owner.hub.close()


def test_a_folder_that_can_only_be_read_is_listed(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = records(tmp_path / "Anna", 3)
    owner = make("Anna", network=False)
    owner.saved()
    honest = disk.write_whole

    def refuse(path: Path, data: bytes, private: bool = False) -> None:
        if path.name == "index.json":
            raise PermissionError(13, "read-only")
        honest(path, data, private)

    monkeypatch.setattr(disk, "write_whole", refuse)
    paths += records(tmp_path / "Anna", 1, ("Ilmari", "Aino"))
    assert {one.path for one in owner.saved()} == {str(path) for path in paths} and not owner.failed()


def test_nothing_is_read_from_the_hubs_thread_but_events_and_the_port() -> None:
    """Every other method is an intent: it returns nothing, and what comes of it is told."""
    for name, member in inspect.getmembers(Hub):
        if name.startswith("_") or name in ("events", "port"):
            continue
        assert inspect.isfunction(member) and inspect.signature(member).return_annotation in (None, "None"), (
            name
        )
