"""Shuffling and dealing by the match seed, so that every peer gets the same deck (TM14)."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

HAND = 3


def shuffle(cards: Sequence[str], seed: bytes, k: int) -> tuple[str, ...]:
    """The game's ``k``-th shuffle (from 0) of ``cards``; the deck is drawn from the end (TM14).

    >>> sorted(shuffle(["hana", "poro", "silta"], b"", 0))
    ['hana', 'poro', 'silta']
    """
    deck = list(cards)
    key = sha256(seed + str(k).encode("ascii")).digest()
    for i in range(len(deck) - 1, 0, -1):
        drawn = sha256(key + b":" + str(i).encode("ascii")).digest()
        j = int.from_bytes(drawn[:8], "big") % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def deal(deck: Sequence[str], seats: int) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The rest of the deck and the first hands: one card at a time in turn order, three rounds (TM14)."""
    rest = list(deck)
    hands: list[list[str]] = [[] for _ in range(seats)]
    for _ in range(HAND):
        for hand in hands:
            hand.append(rest.pop())
    return tuple(rest), tuple(tuple(hand) for hand in hands)
