"""Calling back whom a match has lost: with growing pauses, until the match is over and everybody has all of it."""

from __future__ import annotations

from dataclasses import dataclass

from net.match.match import MatchPeer
from net.peer.links import Links
from net.wire.messages import AskWatch

BACKOFF_S = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)


@dataclass
class Retry:
    """When to try again."""

    tries: int = 0
    at_s: float = 0.0
    busy: bool = False

    def next(self, now_s: float) -> None:
        """That was one try: the next comes later."""
        self.at_s = now_s + BACKOFF_S[min(self.tries, len(BACKOFF_S) - 1)]
        self.tries += 1


class CallBack:
    """Whom we try to call back, when to try again, and the calls under way."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._retry: dict[str, Retry] = {}
        """Peers, and pairs of peer and match."""
        self._calls: dict[int, Retry] = {}

    def look_after(self, match: MatchPeer, now_s: float) -> None:
        """Try whom this match has lost, where it is time to."""
        if match.done or match.local:
            return
        for peer in sorted(match.player_peers - set(match.links)):
            if peer in self._links:
                self._ask_again(match, peer, now_s)
                continue
            known = self._links.known
            addresses = [*known.get(peer, ()), *known.get(match.id, ())]
            retry = self._retry.setdefault(peer, Retry())
            if addresses and not retry.busy and now_s >= retry.at_s:
                retry.busy = True
                self._calls[self._links.dial(addresses, peer)] = retry

    def linked(self, peer: str) -> None:
        """``peer`` is here: the next loss begins with short pauses again."""
        self._retry.pop(peer, None)

    def dialled(self, call: int, now_s: float) -> bool:
        """A call has ended; whether it was one of these."""
        retry = self._calls.pop(call, None)
        if retry is None:
            return False
        retry.next(now_s)  # where it worked, it is forgotten already
        retry.busy = False
        return True

    def _ask_again(self, match: MatchPeer, peer: str, now_s: float) -> None:
        """A player who is linked to us but has left this match may be back in it: ask, ever more rarely."""
        retry = self._retry.setdefault(f"{peer} {match.id}", Retry())
        if now_s >= retry.at_s:
            if retry.tries:  # the first time only starts the clock: the answer may be on its way
                self._links.post(peer, AskWatch(match.id))
            retry.next(now_s)
