"""A match as one file of frames: the header, then entries, seals and the end of a void match, as they came.

Loading feeds them to a ledger in slices, so that a long record can be verified without keeping anybody
waiting; a file cut off anywhere loads as far as it is whole.  Bytes only; the disk is for ``net.edge.store``.
"""

from __future__ import annotations

from net.log.header import Header
from net.log.ledger import Ledger
from net.wire.codec import HEADER_BYTES, MAX_FRAME_BYTES, frame, pack
from net.wire.errors import NetError, RemoteError
from net.wire.fields import Malformed, read_array

HEADER, ENTRY, SEAL, VOID = "header", "entry", "seal", "void"
SUFFIX = ".magicade"


def framed(kind: str, data: bytes = b"") -> bytes:
    """One frame of a record."""
    return frame(pack([kind, data]))


def whole(ledger: Ledger) -> bytes:
    """The whole record of ``ledger``: what ``Loading`` makes the same ledger of."""
    frames = [framed(HEADER, ledger.header.to_bytes())]
    frames += [framed(ENTRY, data) for data in ledger.since(0, len(ledger))]
    frames += [framed(SEAL, data) for data in ledger.seals]
    frames += [framed(VOID)] if ledger.status == "void" else []
    return b"".join(frames)


class Loading:
    """A record being verified: call ``step`` until ``done``.

    ``ledger`` is what was good up to ``good`` bytes; ``problem`` is why the rest is not (None: all is well;
    ``torn``: the last frame is not whole, as after a crash while it was written).
    """

    def __init__(self, data: bytes) -> None:
        """Reads the header; raises NetError if there is none that can be played."""
        self._data = data
        self.good = 0
        self.problem: NetError | None = None
        self.torn = False
        first = self._next()
        if first is None:
            raise Malformed("no-header", "this is no record of a match")
        kind, payload, end = first
        if kind != HEADER:
            raise Malformed("no-header", "this is no record of a match")
        self.ledger = Ledger(Header.from_bytes(payload))
        self.good = end

    @property
    def done(self) -> bool:
        """Whether there is nothing more to do."""
        return self.torn or self.problem is not None or self.good >= len(self._data)

    def step(self, most: int = 50) -> bool:
        """Take in up to ``most`` frames more; returns ``done``."""
        for _ in range(most):
            if self.done:
                break
            try:
                found = self._next()
                if found is None:
                    self.torn = True
                    break
                kind, payload, end = found
                self._take(kind, payload)
                self.good = end
            except NetError as error:
                self.problem = error
        return self.done

    def _take(self, kind: str, payload: bytes) -> None:
        if kind == ENTRY:
            self.ledger.add(payload)
        elif kind == SEAL:
            self.ledger.add_seal(payload)
        elif kind == VOID:
            self.ledger.void()
        else:
            raise Malformed("record-frame", "a record has no such frame")

    def _next(self) -> tuple[str, bytes, int] | None:
        """Kind, payload and end of the next frame; None if it is not whole; raises Malformed."""
        head = self._data[self.good : self.good + HEADER_BYTES]
        size = int.from_bytes(head, "big")
        if len(head) == HEADER_BYTES and not 0 < size <= MAX_FRAME_BYTES:
            raise Malformed("record-frame", "a record has no such frame")
        end = self.good + HEADER_BYTES + size
        if len(head) < HEADER_BYTES or end > len(self._data):
            return None
        kind, payload = read_array(self._data[self.good + HEADER_BYTES : end], 2, "a frame of the record")
        if not isinstance(kind, str) or not isinstance(payload, bytes):
            raise Malformed("record-frame", "a record has no such frame")
        return kind, payload, end


def load(data: bytes) -> Loading:
    """``data`` verified to its end, in one go."""
    loading = Loading(data)
    while not loading.step(1000):
        pass
    return loading


def glance(data: bytes) -> tuple[Header, int, bool]:
    """Header, number of entries and whether it is sealed or void, entries unverified; raises NetError."""
    loading = Loading(data)
    entries, sealed = 0, False
    while loading.good < len(data):
        try:
            found = loading._next()
        except RemoteError:
            break
        if found is None:
            break
        entries += found[0] == ENTRY
        sealed = sealed or found[0] in (SEAL, VOID)
        loading.good = found[2]
    return loading.ledger.header, entries, sealed
