"""Keys: sign and verify under a domain, endorse a seat's key."""

from __future__ import annotations

import pytest

from net.edge.entropy import fresh, new_key
from net.wire.identity import Key, endorse, endorsed, hashed, peer_id, verify


def test_the_key_of_rfc_8032_has_its_public_half() -> None:
    """RFC 8032, 7.1, test 1."""
    private = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    public = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert peer_id(Key(private).public) == public
    assert Key(private).to_bytes() == private


def test_a_signature_holds_for_its_key_domain_and_payload_only() -> None:
    key, other = new_key(), new_key()
    signature = key.sign("a domain", b"payload")
    assert verify(key.public, "a domain", b"payload", signature)
    assert not verify(other.public, "a domain", b"payload", signature)
    assert not verify(key.public, "another", b"payload", signature)
    assert not verify(key.public, "a domain", b"payloae", signature)
    assert not verify(key.public, "a domai", b"n\0payload", signature)


_ORDER_8 = "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"
"""A point of order 8, and the neutral element below: under such keys anybody could sign."""


@pytest.mark.parametrize(
    "public",
    [b"", bytes(31), bytes(32), b"\x01" + bytes(31), b"\xff" * 32, bytes.fromhex(_ORDER_8)],
)
@pytest.mark.parametrize("signature", [b"", bytes(63), bytes(64), b"\x01" + bytes(63), b"\xff" * 64])
def test_nonsense_never_verifies_and_never_raises(public: bytes, signature: bytes) -> None:
    assert not verify(public, "a domain", b"payload", signature)


def test_an_endorsement_holds_for_its_nonce_name_and_key_only() -> None:
    identity, seat, nonce = new_key(), new_key(), fresh()
    word = endorse(identity, nonce, "Maija", seat.public)
    assert endorsed(identity.public, nonce, "Maija", seat.public, word)
    assert not endorsed(identity.public, nonce, "Meri", seat.public, word)
    assert not endorsed(identity.public, fresh(), "Maija", seat.public, word)
    assert not endorsed(identity.public, nonce, "Maija", identity.public, word)
    assert not endorsed(seat.public, nonce, "Maija", seat.public, word)


def test_hashes_of_different_domains_differ_and_keys_hide_their_private_half() -> None:
    assert hashed("a", b"x") != hashed("b", b"x")
    key = new_key()
    assert key.to_bytes().hex() not in repr(key)


def test_a_private_key_has_32_bytes() -> None:
    with pytest.raises(ValueError):
        Key(bytes(31))
