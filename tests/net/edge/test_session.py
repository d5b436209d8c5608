"""Sessions over real TLS sockets on loopback."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from net.edge.certificate import certificate_hash, client_context, server_context
from net.edge.entropy import fresh, new_key
from net.edge.session import Caps, ConnectError, Session, Sessions
from net.wire.address import Address
from net.wire.errors import LocalError, NetError
from net.wire.identity import Key
from net.wire.link import Hello, Limits, Link, Reason, Role
from net.wire.messages import AskLook, GiveEntries, SayReady
from tests.patience import PATIENCE_S

TABLE = "ab" * 16
QUICK = Caps(tick_s=0.05, slow_s=0.3, connect_s=2.0, link=Limits(hello_s=2.0, ping_s=0.2, dead_s=1.5))


class Ear:
    """Notes everything that sessions tell."""

    def __init__(self) -> None:
        self.opened: list[Session] = []
        self.received: list[Any] = []
        self.closed: list[Reason] = []

    def session_opened(self, session: Session) -> None:
        self.opened.append(session)

    def session_received(self, session: Session, message: Any) -> None:
        self.received.append(message)

    def session_closed(self, session: Session, reason: Reason) -> None:
        self.closed.append(reason)


class Peer:
    """One peer's sessions and its ear."""

    def __init__(self, name: str, caps: Caps | None = None) -> None:
        self.ear = Ear()
        self.identity = new_key()
        self.sessions = Sessions(self.identity, name, "0.1.0", {"mindcontrol": 1}, self.ear, caps)

    async def listen(self, *hosts: str) -> Address:
        port = await self.sessions.listen(0, hosts or ("127.0.0.1",))
        return Address("127.0.0.1", port)


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE_S):
            await work()

    asyncio.run(bounded())


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not condition():
            await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def peers(*names: str, caps: Caps | None = None) -> Any:
    made = [Peer(name, caps) for name in names]
    try:
        yield made
    finally:
        for peer in made:
            await peer.sessions.close()


async def raw_tls(address: Address, context: ssl.SSLContext | None = None) -> Any:
    return await asyncio.open_connection(address.host, address.port, ssl=context or client_context())


def test_two_peers_open_talk_and_say_goodbye() -> None:
    async def work() -> None:
        async with peers("Aino", "Eino") as (aino, eino):
            session = await eino.sessions.connect([await aino.listen()])
            await until(lambda: aino.ear.opened)
            assert session.peer.name == "Aino" and session.peer.identity == aino.identity.public
            assert aino.ear.opened[0].peer.name == "Eino"
            assert session.send(SayReady(TABLE, True))
            assert aino.ear.opened[0].send(AskLook(TABLE))
            await until(lambda: aino.ear.received and eino.ear.received)
            assert aino.ear.received == [SayReady(TABLE, True)]
            assert eino.ear.received == [AskLook(TABLE)]
            session.close()
            await until(lambda: aino.ear.closed and eino.ear.closed)
            assert aino.ear.closed[0].code == "bye" and aino.ear.closed[0].theirs
            assert not session.send(AskLook(TABLE))

    run(work)


def test_listens_on_ipv4_and_ipv6_with_one_port() -> None:
    async def work() -> None:
        async with peers("Aino", "Eino") as (aino, eino):
            port = await aino.sessions.listen(0)
            await eino.sessions.connect([Address("127.0.0.1", port)])
            if socket.has_ipv6:
                with contextlib.suppress(OSError), socket.socket(socket.AF_INET6) as probe:
                    probe.bind(("::1", 0))
                    await eino.sessions.connect([Address("::1", port)])
                    assert len(eino.sessions.opened) == 2

    run(work)


def test_a_taken_port_falls_back_to_a_free_one_unless_it_was_asked_for(monkeypatch: Any) -> None:
    async def work() -> None:
        async with peers("Aino", "Eino", "Impi") as (aino, eino, impi):
            taken = (await aino.listen()).port
            monkeypatch.setattr("net.edge.session.DEFAULT_PORT", taken)
            assert await eino.sessions.listen(None, ("127.0.0.1",)) not in (0, taken)
            with pytest.raises(NetError, match="can't listen on port"):
                await impi.sessions.listen(taken, ("127.0.0.1",))

    run(work)


def test_the_first_address_that_answers_is_taken() -> None:
    async def work() -> None:
        async with peers("Aino", "Eino") as (aino, eino):
            real = await aino.listen()
            with socket.socket() as closed:
                closed.bind(("127.0.0.1", 0))
                dead = Address("127.0.0.1", closed.getsockname()[1])
                session = await eino.sessions.connect([dead, Address("does-not-exist.invalid", 1), real])
            assert session.peer.name == "Aino"

    run(work)


def test_an_address_where_nobody_listens_is_named_in_the_error() -> None:
    async def work() -> None:
        async with peers("Eino") as (eino,):
            with socket.socket() as closed:
                closed.bind(("127.0.0.1", 0))
                port = closed.getsockname()[1]
                with pytest.raises(ConnectError, match=f"127.0.0.1:{port} can't be reached"):
                    await eino.sessions.connect([Address("127.0.0.1", port)])
            with pytest.raises(ConnectError, match="no address"):
                await eino.sessions.connect([])

    run(work)


def test_calling_oneself_is_refused_with_a_reason() -> None:
    async def work() -> None:
        async with peers("Aino") as (aino,):
            address = await aino.listen()
            with pytest.raises(ConnectError, match="this very program"):
                await aino.sessions.connect([address])
            assert not aino.ear.opened

    run(work)


def test_somebody_else_than_expected_is_not_taken() -> None:
    async def work() -> None:
        async with peers("Aino", "Eino") as (aino, eino):
            address = await aino.listen()
            with pytest.raises(ConnectError, match="somebody else"):
                await eino.sessions.connect([address], peer="00" * 32)
            assert not eino.ear.opened
            assert (await eino.sessions.connect([address], peer=aino.identity.public.hex())).is_open

    run(work)


def test_tls_1_2_is_refused() -> None:
    async def work() -> None:
        async with peers("Aino") as (aino,):
            address = await aino.listen()
            old = client_context()
            old.minimum_version = ssl.TLSVersion.TLSv1_2
            old.maximum_version = ssl.TLSVersion.TLSv1_2
            with pytest.raises((ssl.SSLError, ConnectionError)):
                await raw_tls(address, old)
            _, writer = await raw_tls(address)
            assert writer.get_extra_info("ssl_object").version() == "TLSv1.3"
            writer.close()

    run(work)


def test_plain_bytes_and_plain_garbage_in_tls_harm_nobody_else() -> None:
    async def work() -> None:
        async with peers("Aino", "Eino") as (aino, eino):
            address = await aino.listen()
            session = await eino.sessions.connect([address])
            reader, writer = await asyncio.open_connection(address.host, address.port)
            writer.write(b"GET / HTTP/1.1\r\n\r\n")
            await reader.read()  # until they close
            writer.close()
            reader, writer = await raw_tls(address)
            writer.write(b"\xff" * 100)
            said = await reader.read()
            assert b"frame" in said
            writer.close()
            assert session.is_open and session.send(AskLook(TABLE))
            await until(lambda: aino.ear.received)

    run(work)


def test_who_never_introduces_himself_is_dropped() -> None:
    async def work() -> None:
        async with peers("Aino", caps=QUICK) as (aino,):
            address = await aino.listen()
            # one who connects and says nothing, one who stops after TLS, one who drips bytes
            silent = await asyncio.open_connection(address.host, address.port)
            stopped = await raw_tls(address)
            dripping = await raw_tls(address)

            async def drip() -> None:
                with contextlib.suppress(OSError):
                    for _ in range(100):
                        dripping[1].write(b"\x00")
                        await asyncio.sleep(0.1)

            task = asyncio.ensure_future(drip())
            assert await silent[0].read() == b""
            assert b"in time" in await stopped[0].read()
            await dripping[0].read()
            task.cancel()
            for _, writer in (silent, stopped, dripping):
                writer.close()
            await until(lambda: not aino.sessions._all)
            assert not aino.sessions._strangers and not aino.ear.opened

    run(work)


def test_strangers_from_one_host_are_few() -> None:
    async def work() -> None:
        caps = Caps(strangers_per_host=2, link=Limits(hello_s=PATIENCE_S), tick_s=0.05)
        async with peers("Aino", caps=caps) as (aino,):
            address = await aino.listen()
            waiting = [await asyncio.open_connection(address.host, address.port) for _ in range(2)]
            await until(lambda: aino.sessions._strangers.total() == 2)
            reader, writer = await asyncio.open_connection(address.host, address.port)
            assert await reader.read() == b""  # closed at once
            for _, other in [*waiting, (reader, writer)]:
                other.close()

    run(work)


def test_heartbeats_keep_a_quiet_session_and_measure_it() -> None:
    async def work() -> None:
        async with peers("Aino", "Eino", caps=QUICK) as (aino, eino):
            session = await eino.sessions.connect([await aino.listen()])
            await asyncio.sleep(2 * QUICK.link.dead_s)
            assert session.is_open and session.latency_s is not None

    run(work)


async def _mute_peer(address: Address, identity: Key) -> Any:
    """A peer that opens properly, then neither reads nor writes: its reader, writer."""
    loop = asyncio.get_running_loop()
    reader, writer = await asyncio.open_connection(
        address.host, address.port, ssl=client_context(), limit=1024
    )
    seen = certificate_hash(writer.get_extra_info("ssl_object").getpeercert(binary_form=True))
    hello = Hello("0.1.0", {}, "Mykkä", identity.public, fresh())
    link = Link(Role.CLIENT, identity, hello, seen, loop.time())
    writer.write(link.outgoing())
    while link.peer is None or link.stage.value != "open":
        link.receive(await reader.read(1000), loop.time())
        writer.write(link.outgoing())
    return reader, writer


def test_a_silent_peer_is_given_up() -> None:
    async def work() -> None:
        async with peers("Aino", caps=QUICK) as (aino,):
            _, writer = await _mute_peer(await aino.listen(), new_key())
            await until(lambda: aino.ear.closed)
            assert aino.ear.closed[0].code == "silence"
            writer.close()

    run(work)


@pytest.mark.parametrize("by", ["size", "time"])
def test_a_slow_reader_is_disconnected_not_buffered(by: str) -> None:
    async def work() -> None:
        patient = Limits(dead_s=PATIENCE_S)
        caps = (
            Caps(unsent_bytes=256 * 1024, slow_s=PATIENCE_S, tick_s=0.05, link=patient)
            if by == "size"
            else Caps(unsent_bytes=256 * 1024 * 1024, slow_s=0.3, tick_s=0.05, link=patient)
        )
        async with peers("Aino", "Eino", caps=caps) as (aino, eino):
            address = await aino.listen()
            _, writer = await _mute_peer(address, new_key())
            other = await eino.sessions.connect([address])
            await until(lambda: len(aino.ear.opened) == 2)
            mute = next(session for session in aino.ear.opened if session.peer.name == "Mykkä")
            writer.transport.pause_reading()
            block = GiveEntries(TABLE, 0, (bytes(15_000),) * 4)
            sent = 0
            while mute.send(block):
                sent += 60_000
                assert sent < 200_000_000, "it would be buffered without end"
                # How much the system takes before it is full nobody knows: until then nobody is slow.
                if by == "time" and mute._stuck_since_s is not None:
                    break
                await asyncio.sleep(0)
            await until(lambda: aino.ear.closed)
            assert aino.ear.closed[0].code == "slow"
            assert other.is_open
            writer.transport.abort()

    run(work)


def test_a_relay_with_its_own_certificate_fails() -> None:
    """Both ends reach only the man in the middle, who passes every byte on unchanged."""

    async def work() -> None:
        async with peers("Aino", "Eino") as (aino, eino):
            address = await aino.listen()
            context, _ = server_context()

            async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                onward = await raw_tls(address)

                async def pipe(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
                    with contextlib.suppress(OSError):
                        while data := await source.read(65536):
                            sink.write(data)
                    sink.close()

                await asyncio.gather(pipe(reader, onward[1]), pipe(onward[0], writer))

            middle = await asyncio.start_server(relay, "127.0.0.1", 0, ssl=context)
            port = middle.sockets[0].getsockname()[1]
            with pytest.raises(ConnectError, match="somebody sits between"):
                await eino.sessions.connect([Address("127.0.0.1", port)])
            middle.close()
            await asyncio.sleep(0.1)
            assert not aino.ear.opened and not eino.ear.opened

    run(work)


def test_a_message_without_shape_is_our_own_mistake() -> None:
    async def work() -> None:
        async with peers("Aino", "Eino") as (aino, eino):
            session = await eino.sessions.connect([await aino.listen()])
            with pytest.raises(LocalError, match="can't be sent"):
                session.send(SayReady(TABLE, 1))  # type: ignore[arg-type]
            assert session.is_open

    run(work)


def test_a_bad_message_closes_only_its_own_session() -> None:
    async def work() -> None:
        async with peers("Aino", "Eino", "Impi") as (aino, eino, impi):
            address = await aino.listen()
            good = await eino.sessions.connect([address])
            bad = await impi.sessions.connect([address])
            assert bad._link is not None
            bad._link._queue(("teleport", 7))
            bad._flush()
            await until(lambda: aino.ear.closed and impi.ear.closed)
            assert impi.ear.closed[0].code == "unexpected" and impi.ear.closed[0].theirs
            assert "teleport" in str(impi.ear.closed[0])
            assert good.is_open and good.send(AskLook(TABLE))
            await until(lambda: aino.ear.received)

    run(work)


def test_closing_all_tells_everybody_and_stops_listening() -> None:
    async def work() -> None:
        async with peers("Aino", "Eino") as (aino, eino):
            address = await aino.listen()
            await eino.sessions.connect([address])
            await until(lambda: aino.ear.opened)
            await aino.sessions.close()
            await until(lambda: eino.ear.closed)
            assert eino.ear.closed[0].theirs and eino.ear.closed[0].code == "bye"
            with pytest.raises(ConnectError):
                await eino.sessions.connect([address])

    run(work)
