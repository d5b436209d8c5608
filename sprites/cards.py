"""Pictures of cards: the pattern large, the name, an emblem of its own for each; and their backs.

Knows rows of ``#`` (required obstacle: a solid block), ``o`` (new obstacle: a bright ring) and ``.``, an id and a
name, but no rules and no card sets.  Everything is made once for a size and cached; callers never draw on it.
"""

from __future__ import annotations

from functools import lru_cache

import pygame

from sprites.paint import fast
from sprites.text import Typesetter
from sprites.theme import Theme, theme

Rows = tuple[str, ...]

STATES = ("plain", "lit", "chosen", "dim")
"""How a card may lie in a hand: at rest, castable now, the one chosen, not castable now."""


def card_image(
    rows: Rows,
    size: tuple[int, int],
    theme: Theme,
    type_: Typesetter,
    *,
    name: str = "",
    emblem: str = "",
    state: str = "plain",
    orientation_rows: Rows | None = None,
) -> pygame.Surface:
    """A card of ``size`` real pixels with alpha (its glow and edge lie inside); readable from 56×80 to 300×420.

    ``emblem`` is the card's id, from which its sigil comes (none if empty); ``state`` is one of STATES.
    ``orientation_rows`` is the pattern as it is turned and flipped now, shown in place of ``rows``.
    """
    return _card(rows, size, theme.name, type_, name, emblem, state, orientation_rows or rows)


def card_back(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """The back that all cards share, ``size`` real pixels, with alpha."""
    return _back(size, theme.name)


def pattern_image(rows: Rows, size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Only the pattern, as large as fits the middle of ``size`` real pixels, on transparent."""
    return _pattern(rows, size, theme.name)


def sigil_image(emblem: str, size: int, theme: Theme) -> pygame.Surface:
    """The emblem of the card with the id ``emblem``, ``size`` real pixels square, on transparent."""
    return _sigil(emblem, size, theme.name)


@lru_cache(maxsize=256)
def _card(
    rows: Rows,
    size: tuple[int, int],
    look: str,
    type_: Typesetter,
    name: str,
    emblem: str,
    state: str,
    shown: Rows,
) -> pygame.Surface:
    return fast(pygame.Surface(size, pygame.SRCALPHA))


@lru_cache(maxsize=16)
def _back(size: tuple[int, int], look: str) -> pygame.Surface:
    return fast(pygame.Surface(size, pygame.SRCALPHA))


@lru_cache(maxsize=256)
def _pattern(rows: Rows, size: tuple[int, int], look: str) -> pygame.Surface:
    return fast(pygame.Surface(size, pygame.SRCALPHA))


@lru_cache(maxsize=128)
def _sigil(emblem: str, size: int, look: str) -> pygame.Surface:
    assert theme(look).name == look
    return fast(pygame.Surface((size, size), pygame.SRCALPHA))
