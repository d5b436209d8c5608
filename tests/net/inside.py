"""Reaching into a hub from a test: do something in its thread, change what it sends, keep from it what comes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from net.edge.carrier import Carrier
from net.edge.session import Session
from net.hub import Hub
from net.peer.inputs import Ticked
from net.peer.outputs import Output, Send
from net.peer.peer import Peer
from net.wire.messages import Message
from tests.patience import PATIENCE_S

Work = Callable[[Carrier], object]


def peer_of(carrier: Carrier) -> Peer:
    """The machine that is carried."""
    assert carrier.peer is not None
    return carrier.peer


def inside(hub: Hub, work: Work) -> None:
    """Have ``work`` done in the hub's thread, and then carry out what it made the machine put out."""
    end = time.monotonic() + PATIENCE_S
    while (carrier := hub._carrier) is None or hub._loop is None:
        assert time.monotonic() < end, "the hub does not start"
        time.sleep(0.001)

    def do() -> None:
        work(carrier)
        carrier._take(Ticked())

    hub._loop.call_soon_threadsafe(do)


def changes_what_it_sends(carrier: Carrier, change: Callable[[str, Message], Iterable[Message]]) -> None:
    """``change(peer, message)`` gives what is sent in place of a message."""
    honest = carrier._do

    def do(output: Output) -> None:
        if not isinstance(output, Send) or output.link not in carrier._links:
            honest(output)
            return
        peer = carrier._links[output.link].peer.peer
        for message in change(peer, output.message):
            honest(Send(output.link, message))

    carrier._do = do  # type: ignore[method-assign]


def hears_through(carrier: Carrier, ear: Callable[[Session, Message], bool]) -> None:
    """``ear(session, message)`` says of each message that comes whether it reaches the machine."""
    honest = carrier.session_received

    def received(session: Session, message: Message) -> None:
        if ear(session, message):
            honest(session, message)

    carrier.session_received = received  # type: ignore[method-assign]
