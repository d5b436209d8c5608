"""One entry of the log: its fields, its one encoding, its hash and its signature.

An entry is ``[index, previous, kind, seat, body, think_ms, digest, signature]``.  The hash covers the match
id and all but the signature, so that signing the same thing twice makes no second entry.  Knows nothing of
what came before it and what it does to a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from net.wire.codec import Packable, Value, pack
from net.wire.fields import Malformed, blob, number, read_array, text
from net.wire.identity import HASH_BYTES, SIGNATURE_BYTES, Key, hashed, verify
from net.wire.messages import MAX_ENTRY_BYTES
from net.wire.table import MAX_SEATS
from rules.game import DIGEST_BYTES

KINDS = ("commit", "reveal", "act", "leave", "handover", "takeback", "pause", "resume", "forfeit")
MAX_ENTRIES = 100_000
MAX_THINK_MS = 10**9
MAX_ACTION_CHARS = 2000
_DOMAIN = "magicade entry 1"


@dataclass(frozen=True)
class Entry:
    """Entry ``index`` by ``seat``; ``previous`` is the hash of the one before (at first the match id)."""

    match_id: bytes
    index: int
    previous: bytes
    kind: str
    seat: int
    body: Value
    """commit, reveal: 32 bytes; act: the action's text; the others: see docs/match-log.md."""
    think_ms: int
    digest: bytes
    """Digest of the state after it; before the last reveal, and with it, the match id."""
    signature: bytes = b""

    @classmethod
    def from_bytes(cls, match_id: bytes, data: bytes) -> Entry:
        """The entry of this match that ``data`` is, its signature not yet checked; raises Malformed."""
        if len(data) > MAX_ENTRY_BYTES:
            raise Malformed("entry-size", "an entry has at most {limit} bytes", limit=MAX_ENTRY_BYTES)
        index, previous, kind, seat, body, think_ms, digest, signature = read_array(data, 8, "an entry")
        if kind not in KINDS:
            raise Malformed("entry-kind", "there is no such kind of entry")
        if kind == "act":
            action = text(body, MAX_ACTION_CHARS, "an action", 1)
            if not action.isascii() or not action.isprintable():
                raise Malformed("action-ascii", "an action is plain ASCII text")
        return cls(
            match_id,
            number(index, MAX_ENTRIES, "an entry's index"),
            blob(previous, (HASH_BYTES,), "an entry's previous hash"),
            str(kind),
            number(seat, MAX_SEATS, "an entry's seat"),
            body,
            number(think_ms, MAX_THINK_MS + 1, "an entry's thinking time"),
            blob(digest, (DIGEST_BYTES, HASH_BYTES), "an entry's digest"),
            blob(signature, (SIGNATURE_BYTES,), "an entry's signature"),
        )

    def signed(self, key: Key) -> Entry:
        """This entry with the signature of ``key``."""
        return Entry(
            self.match_id,
            self.index,
            self.previous,
            self.kind,
            self.seat,
            self.body,
            self.think_ms,
            self.digest,
            key.sign(_DOMAIN, self._covered),
        )

    def signed_by(self, key: bytes) -> bool:
        """Whether the signature is by the owner of this public key."""
        return verify(key, _DOMAIN, self._covered, self.signature)

    def to_bytes(self) -> bytes:
        """The packed entry, as it travels and lies on disk."""
        return self._bytes

    @cached_property
    def hash(self) -> bytes:
        """32 bytes: what the next entry names as ``previous``."""
        return hashed("magicade entry hash 1", self._covered)

    @cached_property
    def _bytes(self) -> bytes:
        return pack([*self._fields(), self.signature])

    @cached_property
    def _covered(self) -> bytes:
        return pack([self.match_id, *self._fields()])

    def _fields(self) -> list[Packable]:
        return [self.index, self.previous, self.kind, self.seat, self.body, self.think_ms, self.digest]
