"""How this peer reaches others: finding them by id or address, and calling back whom a match has lost.

The second floor of the hub's runner.  It knows links and addresses, and no rule of tables or matches.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from net.edge.addresses import Address, read_address
from net.edge.session import ConnectError, Session
from net.events import Listed
from net.match.match import MatchPeer
from net.peer.state import PeerState, Retry
from net.wire.errors import NetError
from net.wire.messages import Message

ANSWER_S = 5.0
HEAR_S = 5.0
"""How long we listen for the announcement of what we are asked to reach."""
LISTEN_S = 0.1
BACKOFF_S = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)


class Reach(PeerState):
    """Links made, made again, and made known to others."""

    def _follow(self, match: MatchPeer, peer: str) -> None:
        self.post(peer, ("watch", match.id))
        match.link(peer)

    def _introduce(self, match: MatchPeer, to: Iterable[str] = ()) -> None:
        """Tell these, or else all links of a match, where its players can be called."""
        known: list[tuple[str, tuple[str, ...]]] = [(self.me, self._addresses())]
        known += [
            (peer, tuple(str(address) for address in self._known[peer][:16]))
            for peer in sorted(match.player_peers)
            if peer in self._known
        ]
        for peer in set(to) or {*match.links, *(match.player_peers & set(self._links))}:
            self.post(peer, ("peers", match.id, tuple(one for one in known if one[0] != peer and one[1])))

    def _take_peers(self, message: Message) -> None:
        match = self._matches.get(str(message[1]))
        if match is None:
            return
        known = message[2]
        assert isinstance(known, tuple)
        for one in known:
            assert isinstance(one, tuple) and isinstance(one[1], tuple)  # shape checked by net.wire.messages
            peer = str(one[0])
            if peer in match.player_peers and peer not in self._links:
                found = [address for text in one[1] if (address := _maybe(text)) is not None]
                # Who comes back may listen elsewhere; the address that it was met at stays, whatever others say.
                met = self._known.get(peer, [])[:1]
                self._known[peer] = [*met, *(address for address in found if address not in met)][:16]

    def _reconnect(self, match: MatchPeer) -> None:
        """Call back whom we lost, with growing pauses, while the match goes on."""
        if match.ledger.closed or match.local or self._sessions is None:
            return
        now_s = self._loop.time()
        for peer in sorted(match.player_peers - set(match.links)):
            if peer in self._links:
                self._ask_again(match, peer, now_s)
                continue
            addresses = [*self._known.get(peer, []), *self._known.get(match.id, [])]
            retry = self._retry.setdefault(peer, Retry())
            if not addresses or retry.busy or now_s < retry.at_s:
                continue
            retry.busy = True
            self.task(self._call_back(peer, addresses[:16], retry))

    def _ask_again(self, match: MatchPeer, peer: str, now_s: float) -> None:
        """A player who is linked to us but has left this match may be back in it: ask, ever more rarely."""
        retry = self._retry.setdefault(f"{peer} {match.id}", Retry())
        if now_s >= retry.at_s:
            if retry.tries:  # the first time only starts the clock: the answer may be on its way
                self.post(peer, ("watch", match.id))
            retry.at_s = now_s + BACKOFF_S[min(retry.tries, len(BACKOFF_S) - 1)]
            retry.tries += 1

    async def _call_back(self, peer: str, addresses: list[Address], retry: Retry) -> None:
        assert self._sessions is not None
        try:
            await self._sessions.connect(addresses, peer)
        except ConnectError:
            pass
        finally:  # where it worked, ``retry`` is forgotten already
            retry.at_s = self._loop.time() + BACKOFF_S[min(retry.tries, len(BACKOFF_S) - 1)]
            retry.tries += 1
            retry.busy = False

    async def _reach(self, target: str) -> tuple[Session, str]:
        """A session with whoever holds ``target``, and the id there ("" if it was an address)."""
        if self._sessions is None:
            raise ConnectError("no-network", "there is no network here")
        line = await self._announced(target)
        if line is not None:
            addresses = [read_address(text) for text in line.addresses]
            self._known[line.id] = addresses
            return await self._sessions.connect(addresses), line.id
        if is_id(target):
            raise ConnectError("unknown", "nobody announces {target} now", target=target[:16])
        return await self._sessions.connect([read_address(target)]), ""

    async def _announced(self, target: str) -> Listed | None:
        """The line of the live list about ``target``; for an id that was not heard of yet it waits a while."""
        if self._discovery is None:
            return None
        until_s = self._loop.time() + HEAR_S
        while True:
            line = next((one for one in self._discovery.listed() if one.id == target), None)
            if line is not None or not is_id(target) or self._loop.time() > until_s:
                return line
            await asyncio.sleep(LISTEN_S)

    async def _held_by(self, session: Session) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Tables and matches that the other side holds."""
        future: asyncio.Future[tuple[tuple[str, ...], tuple[str, ...]]] = self._loop.create_future()
        self._lists.setdefault(session.peer.peer, []).append(future)
        session.send(("list?",))
        try:
            return await asyncio.wait_for(future, ANSWER_S)
        except TimeoutError:
            raise ConnectError(
                "unreachable",
                "{address} can't be reached: {problem}",
                address=str(session.remote),
                problem="no answer",
            ) from None


def is_id(target: str) -> bool:
    """Whether ``target`` is the id of a table or match rather than an address."""
    return len(target) >= 16 and not set(target) - set("0123456789abcdef")


def _maybe(text: object) -> Address | None:
    try:
        return read_address(str(text))
    except NetError:
        return None
