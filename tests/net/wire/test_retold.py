"""What one peer says of another is read by that other: each sentence is the right way round on both sides."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest

from net.edge.entropy import fresh, new_key
from net.wire.codec import FrameReader, frame, pack, unpack
from net.wire.identity import Key
from net.wire.link import Closed, Hello, Limits, Link, Reason, Role
from net.wire.retold import RETOLD, retold

NET = Path(__file__).resolve().parents[3] / "net"
PERSONS = re.compile(
    r"\b(they|them|their|theirs|themselves|we|us|our|ours|you|your|this program)\b", re.IGNORECASE
)
SWAPPED = {
    "they": "we", "we": "they", "them": "us", "us": "them", "their": "our", "our": "their",
    "themselves": "ourselves", "theirs": "ours", "ours": "theirs", "this program": "their program",
}  # fmt: skip
SHOWN_HERE_ONLY = {
    "they said goodbye", "they ended the connection: {reason}",  # what a goodbye is shown as
    "we are not at that table", "you left the table", "it is not your turn",  # answers to our own player
    "{name}'s program counts another position than ours: the match has stopped",
    "that was declined: play on before you ask again",
    "only seats in the game can be forfeited, and not all of them",  # the seats
}  # fmt: skip


def sentences() -> dict[str, str]:
    """Every sentence in ``net`` that is given to an error, a reason or an event, and where."""
    found = {}
    disk = {NET / "edge" / "store.py", NET / "edge" / "disk.py"}  # these know no peer
    for path in sorted(set(NET.rglob("*.py")) - disk):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        found[argument.value] = f"{path.name}:{node.lineno}"
            if isinstance(node, ast.Tuple):  # a message that says why
                for item in node.elts:
                    if isinstance(item, ast.Constant) and isinstance(item.value, str):
                        found[item.value] = f"{path.name}:{node.lineno}"
    return {text: where for text, where in found.items() if " " in text}


def test_every_sentence_that_names_a_side_is_retold_or_stays_here() -> None:
    named = {
        text: where for text, where in sentences().items() if PERSONS.search(re.sub(r"\{\w+\}", "", text))
    }
    for text, where in named.items():
        assert text in RETOLD or text in SHOWN_HERE_ONLY, f"{where}: from which side is {text!r} said?"
    assert set(named) >= SHOWN_HERE_ONLY


@pytest.mark.parametrize("ours", [text for text in RETOLD if PERSONS.search(text) and " we " not in text])
def test_the_sides_change_places(ours: str) -> None:
    theirs = PERSONS.sub(lambda found: SWAPPED.get(found[0], found[0]), re.sub(r"\{\w+\}", "", ours))
    assert re.sub(r"\{\w+\}", "", RETOLD[ours]) == theirs


@pytest.mark.parametrize("ours", RETOLD)
def test_the_same_places_are_filled(ours: str) -> None:
    places = re.compile(r"\{(\w+)")
    assert sorted(places.findall(ours)) == sorted(places.findall(RETOLD[ours]))


def test_a_sentence_without_sides_travels_as_it_is() -> None:
    assert retold("seat {seat} is taken", {"seat": 2}) == "seat 2 is taken"


def peer(key: Key, role: Role, **changed: int) -> Link:
    return Link(role, key, hello(key, **changed), b"c" * 32, 0.0, Limits())


def hello(key: Key, **changed: int) -> Hello:
    return replace(Hello("0.1.0", {"magi": 1}, "Anna", key.public, fresh(), 0), **changed)  # type: ignore[arg-type]


def closed(link: Link, data: bytes) -> Reason:
    return next(event.reason for event in link.receive(data, 0.0) if isinstance(event, Closed))


@pytest.mark.parametrize("newer", [2, 3, 17])
def test_each_side_reads_the_protocol_versions_from_where_it_stands(newer: int) -> None:
    server = peer(new_key(), Role.SERVER)
    here = closed(server, frame(pack(hello(new_key(), protocol=newer).pack())))
    assert str(here).startswith(f"they speak protocol version {newer} and we speak 1")
    caller = peer(new_key(), Role.CLIENT)
    there = closed(caller, server.outgoing())
    assert there.theirs and there.code == "version"
    assert str(there).startswith(
        f"they ended the connection: they speak protocol version 1 and we speak {newer}"
    )


@pytest.mark.parametrize("ours", RETOLD)
def test_a_goodbye_carries_the_other_sides_words(ours: str) -> None:
    link = peer(new_key(), Role.SERVER)
    given = {"theirs": 2, "ours": 1, "game": "magi", "known": "a, b"}
    reason = Reason("code", ours, given)
    told = link.close(reason)
    assert isinstance(told[0], Closed) and told[0].reason is reason and str(reason) == ours.format(**given)
    last = [unpack(payload) for payload in FrameReader().feed(link.outgoing())][-1]
    assert last == ("bye", "code", RETOLD[ours].format(**given))
