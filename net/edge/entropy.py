"""Randomness that nobody can guess: the only home of ``secrets`` in ``net``."""

from __future__ import annotations

import secrets

from net.wire.identity import KEY_BYTES, Key

entropy = secrets.token_bytes
"""So many random bytes (``net.wire.identity.Entropy``)."""


def fresh() -> bytes:
    """32 bytes that nobody can guess: nonces and secrets."""
    return entropy(KEY_BYTES)


def new_key() -> Key:
    """A fresh key."""
    return Key.new(entropy)
