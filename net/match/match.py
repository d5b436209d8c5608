"""One match at one peer: what its owner wants in it, and what others say about it.

The upper floor, over ``net.match.agreements`` and ``net.match.matchlog``.  It knows no sockets and no table.
"""

from __future__ import annotations

from net.events import Failed
from net.match.agreements import Agreements
from net.wire.messages import Message


class MatchPeer(Agreements):
    """``post`` sends to a linked peer (by id); ``players`` says what sits in the seats here."""

    def act(self, action: str, after: int) -> None:
        """The seat to act, which must be here, does ``action``; otherwise ``Failed`` is told."""
        if after != len(self.ledger):
            self._fail(Failed("stale", "the game has gone on meanwhile", action=action))
            return
        writer = self.ledger.writer
        pen = self.pens.get(writer) if writer is not None else None
        if pen is None:
            self._fail(Failed("not-your-turn", "it is not your turn", action=action))
            return
        think_ms = max(0, round((self._clock() - self._since_s) * 1000))
        self._enter(lambda: pen.act(self.ledger, action, think_ms), action)

    # -- messages --------------------------------------------------------------------------------

    def received(self, peer: str, message: Message) -> None:
        """A message about this match; raises NetError if the link deserves to be closed for it."""
        kind = message[0]
        if kind == "log?":
            self._serve(peer, _int(message[2]))
        elif kind == "entries":
            self._take_entries(peer, _int(message[2]), message[3])
        elif kind == "seal":
            self._take_seal(peer, _bytes(message[3]))
        elif kind == "proposal":
            self._take_wish(peer, _bytes(message[2]))
        elif kind == "forfeit?":
            self._asked_forfeit(peer, _bytes(message[3]))
        elif kind == "forfeit!":
            self._take_consent(_bytes(message[4]))


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value


def _bytes(value: object) -> bytes:
    assert isinstance(value, bytes)
    return value
