"""Pairs of link cores over a fake wire: opening, talking, heartbeats, and everything that must fail."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from net.edge.entropy import fresh, new_key
from net.wire.codec import FrameReader, frame, pack, unpack
from net.wire.errors import LocalError
from net.wire.identity import Key
from net.wire.link import (
    GOODBYE,
    Closed,
    Event,
    Hello,
    Limits,
    Link,
    LinkStage,
    Opened,
    Reason,
    Received,
    Role,
)
from net.wire.messages import KINDS, AskList, AskLook, AskSeat, GiveEntries, Message, read

CERTIFICATE = b"c" * 32
TABLE = "ab" * 16


class Pair:
    """A client and a server core, and everything that crossed the wire between them."""

    def __init__(self, *, server_certificate: bytes = CERTIFICATE, limits: Limits | None = None) -> None:
        self.limits = limits
        self.client_key, self.server_key = new_key(), new_key()
        self.client = make(Role.CLIENT, self.client_key, "Aino", CERTIFICATE, limits)
        self.server = make(Role.SERVER, self.server_key, "Eino", server_certificate, limits)
        self.events: dict[Role, list[Event]] = {Role.CLIENT: [], Role.SERVER: []}
        self.sent: dict[Role, bytes] = {Role.CLIENT: b"", Role.SERVER: b""}

    def flow(self, now_s: float = 0.0, piece: int = 1_000_000) -> None:
        """Carry bytes to and fro, in pieces, until nobody has anything to say."""
        sides = ((self.client, self.server), (self.server, self.client))
        while moved := [(one, other, data) for one, other in sides if (data := one.outgoing())]:
            for one, other, data in moved:
                self.sent[one.role] += data
                for at in range(0, len(data), piece):
                    self.events[other.role] += other.receive(data[at : at + piece], now_s)

    def opened(self) -> Pair:
        self.flow()
        assert self.client.stage is self.server.stage is LinkStage.OPEN
        self.events = {Role.CLIENT: [], Role.SERVER: []}
        return self


def make(
    role: Role, key: Key, name: str, certificate: bytes = CERTIFICATE, limits: Limits | None = None
) -> Link:
    return Link(role, key, hello(key, name), certificate, 0.0, limits)


def hello(key: Key, name: str = "Aino") -> Hello:
    return Hello("0.1.0", {"mindcontrol": 1, "magi": 2}, name, key.public, fresh(), 4000)


def said(link: Link) -> list[Any]:
    return [unpack(payload) for payload in FrameReader().feed(link.outgoing())]


def why(events: list[Event]) -> Reason:
    closed = [event for event in events if isinstance(event, Closed)]
    assert len(closed) == 1 and events[-1] is closed[0]
    return closed[0].reason


@pytest.mark.parametrize("piece", [1, 7, 1_000_000])
def test_both_open_and_know_each_other(piece: int) -> None:
    pair = Pair()
    pair.flow(piece=piece)
    (there,), (here,) = pair.events[Role.CLIENT], pair.events[Role.SERVER]
    assert isinstance(there, Opened) and isinstance(here, Opened)
    assert (there.hello.name, there.hello.identity) == ("Eino", pair.server_key.public)
    assert (here.hello.name, here.hello.port) == ("Aino", 4000)
    assert here.hello.rules == {"mindcontrol": 1, "magi": 2} and here.hello.app == "0.1.0"
    assert here.hello.peer == pair.client_key.public.hex()


def test_a_server_says_nothing_before_the_client() -> None:
    assert make(Role.SERVER, new_key(), "Eino").outgoing() == b""


def test_messages_arrive_both_ways_in_order_byte_by_byte() -> None:
    pair = Pair().opened()
    for seat in range(3):
        pair.client.send(AskSeat(TABLE, "person", seat))
    pair.server.send(GiveEntries(TABLE, 4, (b"one", b"two")))
    pair.flow(piece=1)
    assert pair.events[Role.SERVER] == [Received(AskSeat(TABLE, "person", seat)) for seat in range(3)]
    assert pair.events[Role.CLIENT] == [Received(GiveEntries(TABLE, 4, (b"one", b"two")))]


def test_the_clients_proof_and_first_message_may_come_in_one_piece() -> None:
    pair = Pair()
    pair.server.receive(pair.client.outgoing(), 0.0)
    pair.client.receive(pair.server.outgoing(), 0.0)
    pair.client.send(AskList())
    events = pair.server.receive(pair.client.outgoing(), 0.0)
    assert [type(event) for event in events] == [Opened, Received]


def test_goodbye_closes_both_without_blame() -> None:
    pair = Pair().opened()
    assert why(pair.client.close()) == GOODBYE
    assert pair.client.close() == []
    pair.flow()
    reason = why(pair.events[Role.SERVER])
    assert reason.code == "bye" and reason.theirs
    assert pair.server.outgoing() == b"", "goodbye needs no answer"


def test_a_reason_in_words_reaches_the_other_side() -> None:
    pair = Pair().opened()
    pair.client.close(Reason("full", "there is {what}\n", {"what": "no room"}))
    pair.flow()
    reason = why(pair.events[Role.SERVER])
    assert reason.code == "full" and "there is no room" in str(reason)


# -- proof ---------------------------------------------------------------------------------------


def test_another_certificate_in_the_middle_fails_the_proof() -> None:
    pair = Pair(server_certificate=b"d" * 32)
    pair.flow()
    assert why(pair.events[Role.CLIENT]).code == "proof"
    assert why(pair.events[Role.SERVER]).code == "proof"


def test_a_proof_from_another_connection_is_worth_nothing() -> None:
    """The same two peers and certificate, but fresh nonces: a replay of all that the client ever sent."""
    first = Pair().opened()
    again = make(Role.SERVER, first.server_key, "Eino")
    assert why(again.receive(first.sent[Role.CLIENT], 0.0)).code == "proof"


def test_a_proof_by_another_key_is_refused() -> None:
    pair = Pair()
    thief = new_key()
    claimed = hello(pair.client_key)
    pair.server.receive(frame(pack(claimed.pack())), 0.0)
    signature = thief.sign("magicade link proof 1", b"whatever")
    events = pair.server.receive(frame(pack(("proof", signature))), 0.0)
    assert why(events).code == "proof" and not any(isinstance(event, Opened) for event in events)


def test_our_own_proof_mirrored_back_is_refused() -> None:
    """A mirror knows no key, but could echo what we sign; the role in the signature stops it."""
    client = make(Role.CLIENT, new_key(), "Aino")
    first = client.outgoing()
    assert why(client.receive(first, 0.0)).code == "self"
    server = make(Role.SERVER, new_key(), "Eino")
    other = new_key()
    server.receive(frame(pack(hello(other).pack())), 0.0)
    _, proof = said(server)
    assert why(server.receive(frame(pack(proof)), 0.0)).code == "proof"


def test_another_protocol_version_is_told_in_words() -> None:
    key = new_key()
    for strange in (replace(hello(key), protocol=2).pack(), ("hello", 2, "something", 5, "new")):
        server = make(Role.SERVER, new_key(), "Eino")
        reason = why(server.receive(frame(pack(strange)), 0.0))
        assert reason.code == "version"
        assert "they speak protocol version 2 and we speak 1" in str(reason)
        assert said(server)[-1][:2] == ("bye", "version")


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""}, {"name": " x"}, {"name": "x\u202ey"}, {"name": "x" * 33}, {"name": "e\u0301"},
        {"identity": b"short"}, {"nonce": b""}, {"app": "1\n2"}, {"app": "x" * 33}, {"port": -1},
        {"port": 70000}, {"rules": {"Bad Game": 1}}, {"rules": {"magi": -1}},
        {"rules": {f"g{number}": 1 for number in range(40)}},
    ],
)  # fmt: skip
def test_an_unclean_hello_is_refused(change: dict[str, Any]) -> None:
    server = make(Role.SERVER, new_key(), "Eino")
    assert not why(server.receive(frame(pack(replace(hello(new_key()), **change).pack())), 0.0)).theirs
    assert server.stage is LinkStage.CLOSED


def test_a_game_named_twice_in_hello_is_refused() -> None:
    fields = list(hello(new_key()).pack())  # type: ignore[arg-type]
    fields[3] = [("magi", 1), ("magi", 2)]
    assert why(make(Role.SERVER, new_key(), "Eino").receive(frame(pack(fields)), 0.0)).code == "malformed"


# -- whatever is unexpected ------------------------------------------------------------------------


def table_state() -> Any:
    """A table, packed."""
    return (TABLE, TABLE, "magi", 2, (("a", "1"),), "", ((TABLE, "person", "Aino", True),), (), True, 3)


GOOD: dict[str, tuple[Any, ...]] = {
    "table": (table_state(),), "look": (TABLE,), "sit": (TABLE, "person", -1, False), "stand": (TABLE,),
    "ready": (TABLE, True), "log?": (TABLE, 0), "entries": (TABLE, 0, (b"x",)),
    "peers": (TABLE, ((TABLE, ("192.0.2.1:4",)),)), "list?": (), "list": ((TABLE,), ()),
    "seal": (TABLE, 0, b"x"),
}  # fmt: skip

BAD_OPEN: list[tuple[str, bytes]] = [
    ("an empty frame", b"\0\0\0\0"),
    ("an oversized frame", b"\0\1\0\1"),
    ("no msgpack", frame(b"\xc1")),
    ("a map", frame(b"\x80")),
    ("a float", frame(b"\xcb" + bytes(8))),
    ("deep nesting", frame(b"\x91" * 1000 + b"\x01")),
    ("bytes after the message", frame(pack(("list?",)) + b"\x01")),
    ("a wider encoding", frame(b"\xdc\x00\x01\xa5list?")),
    ("no array", frame(pack(7))),
    ("an empty array", frame(pack(()))),
    ("a type that is no text", frame(pack((7, 8)))),
    ("an unknown type", frame(pack(("teleport",)))),
    ("a second hello", frame(pack(hello(new_key()).pack()))),
    ("a second proof", frame(pack(("proof", bytes(64))))),
    ("an answer nobody asked for", frame(pack(("pong", 0)))),
    ("a malformed ping", frame(pack(("ping", "x")))),
    ("a malformed bye", frame(pack(("bye", "BAD CODE", "")))),
    *((f"{kind} with a field too many", frame(pack((kind, *fields, 0)))) for kind, fields in GOOD.items()),
    *(
        (f"{kind} with one too few", frame(pack((kind, *fields[:-1]))))
        for kind, fields in GOOD.items()
        if fields
    ),
    *(
        (f"{kind} with None", frame(pack((kind, *fields[:-1], None))))
        for kind, fields in GOOD.items()
        if fields
    ),
    ("a bool for a number", frame(pack(("log?", TABLE, True)))),
    ("a number for a bool", frame(pack(("ready", TABLE, 1)))),
    ("an id in capitals", frame(pack(("look", TABLE.upper())))),
    ("a seat too high", frame(pack(("sit", TABLE, "person", 8, False)))),
    ("a player with a line end", frame(pack(("sit", TABLE, "per\nson", 0, False)))),
    ("too many entries", frame(pack(("entries", TABLE, 0, (b"x",) * 257)))),
    ("too long an entry", frame(pack(("entries", TABLE, 0, (bytes(16385),))))),
]


@pytest.mark.parametrize(("what", "data"), BAD_OPEN, ids=[what for what, _ in BAD_OPEN])
@pytest.mark.parametrize("piece", [1, 1_000_000])
def test_the_unexpected_closes_an_open_link_with_a_reason(what: str, data: bytes, piece: int) -> None:
    pair = Pair().opened()
    events: list[Event] = []
    for at in range(0, len(data), piece):
        events += pair.server.receive(data[at : at + piece], 0.0)
    reason = why(events)
    assert pair.server.stage is LinkStage.CLOSED and str(reason) and not reason.theirs
    (bye,) = said(pair.server)
    assert bye[:2] == ("bye", reason.code)
    assert pair.server.receive(frame(pack(("list?",))), 0.0) == [], "and it stays closed"


@pytest.mark.parametrize("kind", sorted(GOOD))
def test_good_messages_pass_but_not_before_the_proof(kind: str) -> None:
    packed = (kind, *GOOD[kind])
    pair = Pair().opened()
    message = read(packed)
    pair.client.send(message)
    pair.flow()
    assert pair.events[Role.SERVER] == [Received(message)] and message.pack() == packed
    early = make(Role.SERVER, new_key(), "Eino")
    assert why(early.receive(frame(pack(packed)), 0.0)).code == "unexpected"
    halfway = make(Role.SERVER, new_key(), "Eino")
    halfway.receive(frame(pack(hello(new_key()).pack())), 0.0)
    assert why(halfway.receive(frame(pack(packed)), 0.0)).code == "unexpected"


def test_proof_before_hello_and_hello_twice_are_out_of_order() -> None:
    server = make(Role.SERVER, new_key(), "Eino")
    assert why(server.receive(frame(pack(("proof", bytes(64)))), 0.0)).code == "unexpected"
    server = make(Role.SERVER, new_key(), "Eino")
    one = frame(pack(hello(new_key()).pack()))
    assert why(server.receive(one + one, 0.0)).code == "unexpected"


def test_a_flood_is_cut_off() -> None:
    few = Limits(messages_per_s=10, message_burst=20, bytes_per_s=1000, byte_burst=5000)
    for data in (frame(pack(("list?",))) * 21, frame(pack(("proposal", TABLE, bytes(6000))))):
        pair = Pair(limits=few).opened()
        events = pair.server.receive(data, 0.0)
        assert why(events).code == "flood"
    pair = Pair(limits=few).opened()
    for second in range(1, 30):
        assert len(pair.server.receive(frame(pack(("list?",))) * 9, float(second))) == 9


def test_sending_wrongly_is_our_own_error_and_changes_nothing() -> None:
    pair = Pair()
    with pytest.raises(LocalError, match="hello"):
        pair.client.send(AskList())
    pair.opened()

    class Teleport(Message):
        def pack(self) -> tuple[str]:
            return ("teleport",)

    for message in (Teleport(), AskLook("no id"), AskLook(3), AskLook(TABLE.upper())):  # type: ignore[arg-type]
        with pytest.raises(LocalError):
            pair.client.send(message)
    assert pair.client.outgoing() == b"" and pair.client.stage is LinkStage.OPEN
    pair.client.close()
    with pytest.raises(LocalError, match="closed"):
        pair.client.send(AskList())


def test_a_hello_must_fit_the_identity() -> None:
    with pytest.raises(LocalError):
        Link(Role.CLIENT, new_key(), hello(new_key()), CERTIFICATE, 0.0)


def test_every_type_of_message_has_a_short_plain_name() -> None:
    assert all(kind.rstrip("?!").isalpha() and len(kind) <= 12 for kind in KINDS)


# -- time ----------------------------------------------------------------------------------------


def test_a_heartbeat_is_asked_for_after_silence_and_measures_the_way() -> None:
    pair = Pair().opened()
    assert pair.client.tick(1.9) == [] and pair.client.outgoing() == b""
    pair.client.tick(2.0)
    pair.client.tick(2.5)  # asks only once
    pair.server.receive(pair.client.outgoing(), 2.6)
    pair.client.receive(pair.server.outgoing(), 2.75)
    assert pair.client.latency_s == pytest.approx(0.75)
    assert pair.client.stage is LinkStage.OPEN


def test_silence_closes_the_link() -> None:
    pair = Pair().opened()
    events = [event for tick in range(1, 17) for event in pair.client.tick(tick / 2)]
    assert why(events).code == "silence"


def test_our_own_sleep_is_not_held_against_them() -> None:
    pair = Pair().opened()
    assert pair.client.tick(3600.0) == []
    pair.flow(3600.1)
    assert pair.client.tick(3601.0) == [] and pair.client.stage is LinkStage.OPEN
    events = [event for tick in range(1, 20) for event in pair.client.tick(3601.0 + tick)]
    assert why(events).code == "silence"


def test_who_does_not_introduce_himself_in_time_is_dropped_however_he_drips() -> None:
    server = make(Role.SERVER, new_key(), "Eino")
    stream = frame(pack(hello(new_key()).pack()))
    for second in range(5):
        assert server.tick(float(second)) == []
        assert server.receive(stream[second : second + 1], second + 0.5) == []
    assert why(server.tick(5.0)).code == "hello-time"
