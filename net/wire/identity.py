"""Keys: a peer's lasting identity, and the fresh key of each seat in each match (Ed25519 both).

The only home of ``cryptography``.  Every signature and hash covers a domain text, so that none can stand for
another.  An endorsement is an identity's word that a seat key, with this name, is its own at the table with
this nonce.  No files here: keys come and go as 32 bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from net.wire.codec import pack

Entropy = Callable[[int], bytes]
"""Gives so many bytes that nobody can guess; handed in, so that a party can be run again exactly."""
KEY_BYTES = 32
SIGNATURE_BYTES = 64
HASH_BYTES = 32
NONCE_BYTES = 32


def hashed(domain: str, payload: bytes) -> bytes:
    """32-byte BLAKE2b over ``domain``, a zero byte and ``payload``."""
    return blake2b(_covered(domain, payload), digest_size=HASH_BYTES).digest()


class Key:
    """An Ed25519 private key; ``public`` is its 32-byte public half.

    >>> Key(bytes(32)).public.hex()[:8]
    '3b6a27bc'
    """

    __slots__ = ("_private", "public")

    def __init__(self, private: bytes) -> None:
        """The key with these 32 private bytes; raises ValueError if there are not 32."""
        self._private = Ed25519PrivateKey.from_private_bytes(private)
        self.public = self._private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    @classmethod
    def new(cls, entropy: Entropy) -> Key:
        """A fresh key."""
        return cls(entropy(KEY_BYTES))

    def to_bytes(self) -> bytes:
        """The 32 private bytes: for the identity file and a match's private file, never for the wire."""
        return self._private.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())

    def sign(self, domain: str, payload: bytes) -> bytes:
        """The 64-byte signature over ``domain`` and ``payload``."""
        return self._private.sign(_covered(domain, payload))

    def __repr__(self) -> str:
        return f"Key(public={self.public.hex()})"


def verify(public: bytes, domain: str, payload: bytes, signature: bytes) -> bool:
    """Whether ``signature`` over ``domain`` and ``payload`` is by the owner of ``public``; never raises."""
    if len(public) != KEY_BYTES or len(signature) != SIGNATURE_BYTES or _small_order(public):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, _covered(domain, payload))
    except (InvalidSignature, ValueError):
        return False
    return True


def peer_id(public: bytes) -> str:
    """How a peer is called in lists and announcements: its lasting public key, in hex."""
    return public.hex()


def endorse(identity: Key, nonce: bytes, name: str, seat_key: bytes) -> bytes:
    """The word of ``identity`` that ``seat_key``, named ``name``, is its own at the table with ``nonce``."""
    return identity.sign(_ENDORSEMENT, pack([nonce, name, seat_key]))


def endorsed(identity: bytes, nonce: bytes, name: str, seat_key: bytes, endorsement: bytes) -> bool:
    """Whether ``endorsement`` is what ``endorse`` gives for these."""
    return verify(identity, _ENDORSEMENT, pack([nonce, name, seat_key]), endorsement)


_ENDORSEMENT = "magicade endorsement 1"
_PRIME = 2**255 - 19
_ORDER_8 = int("7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7", 16)
_SMALL = {0, 1, _PRIME - 1, _ORDER_8, _PRIME - _ORDER_8}
"""The y coordinates of the points of order 1, 2, 4 and 8."""


def _small_order(public: bytes) -> bool:
    """Whether ``public`` is one of the few points for which anybody can sign (OpenSSL takes them)."""
    return (int.from_bytes(public, "little") & (2**255 - 1)) % _PRIME in _SMALL


def _covered(domain: str, payload: bytes) -> bytes:
    return domain.encode("ascii") + b"\0" + payload
