"""The open connections of a peer, and where others can be called.  Knows no table and no match."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from net.peer.outputs import CloseLink, Dial, Output, Send
from net.wire.address import read_address
from net.wire.errors import NetError
from net.wire.link import Hello, Reason
from net.wire.messages import MAX_KNOWN, Message


class Links:
    """Which connections there are, and with whom.

    ``put`` takes what is to be done.  There may be several connections with one peer: the newest is used.
    """

    def __init__(self, put: Callable[[Output], None]) -> None:
        self.known: dict[str, tuple[str, ...]] = {}
        """Peers, tables and matches → the addresses where they can be called, as last heard."""
        self._put = put
        self._hellos: dict[int, Hello] = {}
        self._of_peer: dict[str, list[int]] = {}
        self._calls = 0

    def __contains__(self, peer: str) -> bool:
        return peer in self._of_peer

    def opened(self, link: int, hello: Hello, address: str) -> None:
        """A connection is open."""
        self._hellos[link] = hello
        self._of_peer.setdefault(hello.peer, []).append(link)
        if address:
            self.known[hello.peer] = (address,)

    def closed(self, link: int) -> tuple[str, bool]:
        """A connection is over: with which peer it was (empty: none that we know), and whether it was the last."""
        hello = self._hellos.pop(link, None)
        if hello is None:
            return "", False
        left = self._of_peer[hello.peer]
        left.remove(link)
        if not left:
            del self._of_peer[hello.peer]
        return hello.peer, not left

    def hello(self, link: int) -> Hello | None:
        """What the other side of a connection said of itself; None if it is over."""
        return self._hellos.get(link)

    def post(self, peer: str, message: Message) -> bool:
        """Send to a linked peer; False if there is no link."""
        links = self._of_peer.get(peer)
        if not links:
            return False
        self._put(Send(links[-1], message))
        return True

    def reply(self, link: int, message: Message) -> None:
        """Send over this very connection."""
        self._put(Send(link, message))

    def close(self, link: int, reason: Reason) -> None:
        """End a connection and say why."""
        self._put(CloseLink(link, reason))

    def dial(self, addresses: Sequence[str], peer: str = "") -> int:
        """Call whoever is at one of these addresses; gives the number by which ``Dialled`` answers."""
        self._calls += 1
        self._put(Dial(self._calls, tuple(addresses[:MAX_KNOWN]), peer))
        return self._calls


def good_addresses(texts: Sequence[str]) -> tuple[str, ...]:
    """Those of the texts, which come from others, that are addresses."""
    return tuple(str(address) for text in texts if (address := _maybe(text)) is not None)


def _maybe(text: str) -> object:
    try:
        return read_address(text)
    except NetError:
        return None
