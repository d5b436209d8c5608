"""A seal: the word of one seat that this entry was the last of a match that is over.

Once every seat still in the game has sealed, the result is confirmed.  Knows nothing of whose word counts.
"""

from __future__ import annotations

from dataclasses import dataclass

from net.log.refusals import BadSignature
from net.wire.codec import pack
from net.wire.fields import blob, number, read_array
from net.wire.identity import SIGNATURE_BYTES, Key, verify
from net.wire.table import MAX_SEATS

_DOMAIN = "magicade seal 1"


@dataclass(frozen=True, slots=True)
class Seal:
    """``seat`` seals entry ``index``; that entry's hash is covered by the signature and not repeated here."""

    index: int
    seat: int
    signature: bytes

    @classmethod
    def sign(cls, match_id: bytes, index: int, last_hash: bytes, seat: int, key: Key) -> Seal:
        """The seal of ``seat``, whose key this is, on the entry ``index`` with this hash."""
        return cls(index, seat, key.sign(_DOMAIN, pack([match_id, index, last_hash])))

    def check(self, match_id: bytes, last_hash: bytes, key: bytes) -> None:
        """Raises BadSignature unless the owner of the public ``key`` signed it for the entry with this hash."""
        if not verify(key, _DOMAIN, pack([match_id, self.index, last_hash]), self.signature):
            raise BadSignature("seal-signature", "the seal is not by seat {seat}", seat=self.seat + 1)

    def to_bytes(self) -> bytes:
        """The form that travels and lies on disk."""
        return pack([self.index, self.seat, self.signature])

    @classmethod
    def from_bytes(cls, data: bytes) -> Seal:
        """The seal that ``data`` is, not yet checked; raises Malformed."""
        index, seat, signature = read_array(data, 3, "a seal")
        return cls(
            number(index, 2**31, "an index"),
            number(seat, MAX_SEATS, "a seat"),
            blob(signature, (SIGNATURE_BYTES,), "a signature"),
        )
