"""Whatever a linked peer says of a match, in the right shapes: it is taken in, or refused with a NetError."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from net.edge.store import Home
from net.events import Event
from net.log.consent import Agreeable, Consent
from net.log.pen import point_here
from net.log.private_file import PrivateFile
from net.match.match import MatchPeer
from net.wire.codec import PackError, Value, pack, unpack
from net.wire.errors import NetError
from net.wire.messages import Message, read

STRANGER = "ee" * 32


def peer_of(party: Any, home: Home, told: list[Event]) -> MatchPeer:
    """The match as the peer of seat 1 has it, five entries in."""
    pens = [party.pens[1]]
    match = MatchPeer(
        party.copy(),
        pens,
        home.create(party.header, PrivateFile(pens)),
        {1: "person"},
        me=party.header.seats[1].peer,
        post=lambda peer, message: None,
        tell=told.append,
        clock=lambda: 0.0,
    )
    match.link(STRANGER)
    match.begin_local()
    return match


def bent(value: Value, dice: Random) -> Value:
    """``value`` with one thing in it changed."""
    if isinstance(value, tuple) and value and dice.random() < 0.9:
        at = dice.randrange(len(value))
        return (*value[:at], bent(value[at], dice), *value[at + 1 :])
    if isinstance(value, bytes) and value and dice.random() < 0.8:
        at = dice.randrange(len(value))
        return value[:at] + bytes([value[at] ^ 1 << dice.randrange(8)]) + value[at + 1 :]
    if isinstance(value, int) and dice.random() < 0.8:
        return value + dice.choice([-1, 1, 7, 2**20])
    return dice.choice(
        [None, True, 0, -1, 8, 2**40, "", "e2e4", "act", "ä" * 60, b"", bytes(32), (), (0,), (1, 2)]
    )


@pytest.mark.parametrize(
    ("game_id", "seats", "seed"), [("magi", 2, 1), ("taika-mario", 3, 2), ("taika-mario", 4, 3)]
)
def test_bent_messages_of_a_peer_never_break_a_match(
    party: Any, tmp_path: Path, game_id: str, seats: int, seed: int
) -> None:
    table = party(game_id, seats).begin()
    for _ in range(3):
        table.act(next(iter(table.ledger.state.legal())))
    told: list[Event] = []
    match = peer_of(table, Home(tmp_path), told)
    dice = Random(seed)
    ahead = table.draft().to_bytes()
    pause = point_here(table.ledger, "pause")
    forfeit = Agreeable(len(table.ledger), table.ledger.last_hash, "forfeit", 0, (table.turn,), "left")
    consent = table.pens[0].consent(table.ledger, pause)
    leave = table.pens[0].propose_leave(table.ledger)
    promise = Consent(forfeit, 0, forfeit.sign(table.header.match_id, table.pens[0].key))
    good: list[tuple[str, list[Value]]] = [
        ("log?", [5]),
        ("entries", [len(table.ledger), (ahead,)]),
        ("entries", [0, tuple(table.ledger.since(0))]),
        ("seal", [0, pack([len(table.ledger) - 1, 0, bytes(64)])]),
        ("proposal", [consent.to_bytes()]),
        ("proposal", [table.pens[0].refuse(table.ledger, pause).to_bytes()]),
        ("proposal", [leave.to_bytes()]),
        ("forfeit?", [len(table.ledger), forfeit.to_bytes()]),
        ("forfeit!", [len(table.ledger), True, promise.to_bytes()]),
    ]
    before = match.ledger.since(0)
    refused = 0
    for _ in range(1500):
        kind, fields = dice.choice(good)
        packed = dice.randrange(len(fields)) if kind not in ("log?",) else 0
        inner = fields[packed]
        try:
            if isinstance(inner, bytes):  # bend what is signed, so that it can still be read
                fields = [*fields[:packed], pack(bent(unpack(inner), dice)), *fields[packed + 1 :]]
            elif isinstance(inner, tuple):
                at = dice.randrange(len(inner))
                one = pack(bent(unpack(inner[at]), dice))  # type: ignore[arg-type]  # entries are bytes
                fields = [*fields[:packed], (*inner[:at], one, *inner[at + 1 :])]
            else:
                fields = [*fields[:packed], bent(inner, dice), *fields[packed + 1 :]]
            message: Message = read((kind, match.id, *fields))
        except (PackError, NetError):
            continue  # not of a right shape: the link closes before anybody looks at it
        try:
            match.received(STRANGER, message)
        except NetError as error:
            refused += 1
            assert str(error) and error.code
    assert refused > 300
    assert match.ledger.since(0)[: len(before)] == before and match.status in ("running", "paused")
