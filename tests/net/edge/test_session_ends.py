"""However a session ends, its transport is left alone once it is gone, as the strictest asyncio (3.11.2) wants it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.edge import session as session_module
from net.edge.certificate import certificate_hash
from net.edge.entropy import fresh, new_key
from net.edge.session import Caps, Session, Sessions
from net.wire.link import Hello, Link, LinkStage, Reason, Role
from net.wire.messages import AskList, GiveEntries
from tests.net.edge.test_session import Ear

CERTIFICATE = certificate_hash(b"certificate")


class Strict(asyncio.Transport):
    """A transport that takes nothing amiss but what asyncio's own one does not forgive in some version.

    ``mute`` is a peer that takes nothing: a close then waits for ever, and only an abort ends it.
    """

    def __init__(self, protocol: Session, mute: bool) -> None:
        super().__init__()
        self.protocol, self.mute = protocol, mute
        self.closed = self.lost = False
        self.sent = bytearray()

    def lose(self) -> None:
        """The connection is gone; the protocol hears of it."""
        if not self.lost:
            self.lost = self.closed = True
            self.protocol.connection_lost(None)

    def _alive(self) -> None:
        assert not self.lost, "a transport that is gone was called"

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 4000) if name == "peername" else default

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._alive()

    def get_write_buffer_size(self) -> int:
        self._alive()
        return len(self.sent) if self.mute else 0

    def is_closing(self) -> bool:
        return self.closed

    def write(self, data: Any) -> None:
        self._alive()
        assert not self.closed
        self.sent += data

    def close(self) -> None:
        self._alive()
        assert not self.closed, "closed twice"
        self.closed = True
        if not self.mute:
            asyncio.get_running_loop().call_soon(self.lose)

    def abort(self) -> None:
        self._alive()
        self.closed = True
        asyncio.get_running_loop().call_soon(self.lose)


STEPS = ("close", "send", "heap", "garbage", "lose", "drop", "stuck", "tick", "turn", "linger")


async def live(steps: list[str], mute: bool, opened: bool) -> None:
    """One session that all of ``steps`` happen to; afterwards it is over and nothing has stumbled."""
    loop = asyncio.get_running_loop()
    stumbled: list[dict[str, Any]] = []
    loop.set_exception_handler(lambda _, context: stumbled.append(context))
    ear = Ear()
    sessions = Sessions(new_key(), "Aino", "0.1.0", {}, ear, Caps(slow_s=-1.0, unsent_bytes=100_000))
    sessions.certificate = CERTIFICATE
    session = Session(sessions, Role.SERVER)
    sessions._all.add(session)
    transport = Strict(session, mute)
    session.connection_made(transport)
    identity = new_key()
    other = Link(
        Role.CLIENT,
        identity,
        Hello("0.1.0", {}, "Eino", identity.public, fresh(), 0),
        CERTIFICATE,
        loop.time(),
    )
    while opened and other.stage is not LinkStage.OPEN:
        session.data_received(other.outgoing())
        other.receive(bytes(transport.sent), loop.time())
        transport.sent.clear()
    if opened:
        session.data_received(other.outgoing())
        assert session.is_open and len(ear.opened) == 1
    for step in steps:
        if step == "close":
            session.close()
        elif step == "send":
            session.send(AskList())
        elif step == "heap":
            session.send(GiveEntries("ab" * 16, 0, (bytes(15_000),) * 4))
        elif step == "garbage" and not transport.closed:
            session.data_received(b"\xff" * 40)
        elif step == "lose":
            transport.lose()
        elif step == "drop":
            session._drop(Reason("slow", "they did not take what was sent to them"))
        elif step == "stuck" and not transport.lost:
            session.pause_writing()
        elif step == "tick" and session in sessions._all:
            session.tick()
        elif step == "turn":
            await asyncio.sleep(0)
        elif step == "linger":
            await asyncio.sleep(session_module.LINGER_S * 2)
    session.close()
    await asyncio.sleep(session_module.LINGER_S * 5)
    assert transport.lost and session.reason is not None and session not in sessions._all
    assert len(ear.closed) == len(ear.opened)
    assert not session.send(AskList())
    session.close()
    await sessions.close()
    assert not stumbled, stumbled


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(STEPS), max_size=8), st.booleans(), st.booleans())
def test_whatever_ends_a_session_its_dead_transport_is_left_alone(
    steps: list[str], mute: bool, opened: bool
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session_module, "LINGER_S", 0.005)
        asyncio.run(live(steps, mute, opened))


@pytest.mark.parametrize(
    "steps", [["lose"], ["close", "turn", "turn", "linger"], ["lose", "close", "linger"]]
)
def test_a_connection_that_breaks_leaves_no_late_call_behind(
    steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "LINGER_S", 0.005)
    asyncio.run(live(steps, False, True))
