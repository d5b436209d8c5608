"""The log of one match on its way: served, asked for, and passed on to everybody who is linked for it.

Entries go to every link and repeats are dropped, so that any connected graph is enough; asking for the log also
says how much of it one holds.  Takes nothing in: that is for ``net.match.match``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from net.log.ledger import Ledger, News
from net.match.catchup import CatchUp, LogQuestion
from net.wire.messages import (
    MAX_ENTRIES,
    AskLog,
    GiveEntries,
    GiveHeader,
    GiveSeal,
    GiveWish,
    Message,
)

CHUNK_BYTES = 40 * 1024
"""How much of the log one message carries at most."""


class Exchange:
    """Who is linked for one match, how much of the log each holds, and what is asked and given.

    ``post`` sends to a linked peer (by id).
    """

    def __init__(self, ledger: Ledger, post: Callable[[str, Message], object]) -> None:
        self.links: dict[str, int] = {}
        """Peers that we exchange this log with, and how many entries each is known to hold."""
        self._held: dict[str, int] = {}
        """How many entries each peer is known to hold, linked or not."""
        self._ledger = ledger
        self._id = ledger.match_id.hex()
        self._post = post
        self._catchup = CatchUp()

    # -- links -------------------------------------------------------------------------------------------

    def link(self, peer: str) -> bool:
        """Exchange the log with ``peer`` from now on; whether that is new."""
        news = peer not in self.links
        self.links.setdefault(peer, 0)
        self.ask(peer)
        return news

    def unlink(self, peer: str) -> bool:
        """``peer`` is gone, or wants no more; whether that is new."""
        self._catchup.forget(peer)
        return self.links.pop(peer, None) is not None

    def holds(self, peer: str, entries: int) -> bool:
        """``peer`` is known to hold so many entries; whether we exchange the log with it."""
        if peer not in self.links:
            return False
        self.links[peer] = max(self.links[peer], min(entries, len(self._ledger)))
        self._held[peer] = self.links[peer]
        return True

    def all_have_all(self, peers: Iterable[str]) -> bool:
        """Whether each of these peers, linked or not, is known to hold the whole log."""
        return all(self._held.get(peer, 0) >= len(self._ledger) for peer in peers)

    def forget_lengths(self) -> None:
        """The end of the log is another one now: who held the old one must hear of it."""
        self._held.clear()
        self.links.update(dict.fromkeys(self.links, 0))

    @property
    def all_hold_all(self) -> bool:
        """Whether everybody who is linked is known to hold the whole log."""
        return all(held >= len(self._ledger) for held in self.links.values())

    # -- asking --------------------------------------------------------------------------------------------

    def ask(self, peer: str, index: int | None = None) -> None:
        """Ask for what follows after what we hold (which tells how much that is), or from an earlier entry on."""
        length = len(self._ledger)
        start = length if index is None else index
        self._catchup.asked(peer, start, length)
        self._post(peer, AskLog(self._id, start))

    def ask_all(self) -> None:
        """Ask everybody: says to each how much we hold, and asks how much it does."""
        for peer in list(self.links):
            self.ask(peer)

    def waits_for(self, peer: str) -> bool:
        """Whether ``peer`` has been asked and has not answered."""
        return peer in self._catchup

    def answered(self, peer: str, index: int) -> LogQuestion | None:
        """The question that entries from ``index`` on answer, if any."""
        return self._catchup.answered(peer, index)

    # -- giving --------------------------------------------------------------------------------------------

    def introduce(self, peer: str) -> None:
        """Give ``peer`` what it needs to begin: the header."""
        self._post(peer, GiveHeader(self._id, self._ledger.header.to_bytes()))

    def serve(self, peer: str, index: int, wishes: Callable[[], Iterable[bytes]]) -> None:
        """Answer the question for what follows from ``index`` on; whoever is at the end gets ``wishes`` too."""
        length = len(self._ledger)
        if index == length > 0:  # equally long logs may still end differently: that must show
            self._give(peer, length - 1)
        some = self._ledger.since(index, MAX_ENTRIES, CHUNK_BYTES)
        self._post(peer, GiveEntries(self._id, index, tuple(some)))
        if index > length:
            self.ask(peer)
        if index >= length:
            for data in self._ledger.seals:
                self._post(peer, GiveSeal(self._id, 0, data))
            for wish in wishes():
                self._post(peer, GiveWish(self._id, wish))

    def spread(self, message: Message, but: str = "") -> None:
        """To everybody who is linked, except whom it came from."""
        for peer in list(self.links):
            if peer != but:
                self._post(peer, message)

    def spread_entry(self, news: News, data: bytes, but: str = "") -> None:
        """To all links but those known to hold it; what is not simply the newest entry may be news to anybody."""
        for peer, held in list(self.links.items()):
            if peer != but and (held <= news.entry.index or news.kind != "applied"):
                self._post(peer, GiveEntries(self._id, news.entry.index, (data,)))

    def show_ours(self, peer: str, index: int) -> None:
        """Whoever sent another entry ``index`` than ours may not know ours."""
        if index < len(self._ledger):
            self._give(peer, index)

    def _give(self, peer: str, index: int) -> None:
        self._post(peer, GiveEntries(self._id, index, (self._ledger.entries[index].to_bytes(),)))
