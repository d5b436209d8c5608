"""Emblems of the games, the app icon and the small icons of the interface: vector drawing, cached by size."""

from __future__ import annotations

import pygame

from sprites.theme import Colour

ICONS: tuple[str, ...] = (
    "eye", "lock", "seat", "seat-free", "person", "bot", "arrow-left", "arrow-right", "arrow-up", "arrow-down",
    "flip", "flag", "handshake", "door", "gear", "speaker", "mute", "play", "pause", "back", "network", "check",
    "cross", "plus", "book", "save", "again", "crown", "clock", "warning",
)  # fmt: skip


def icon(name: str, size: int, colour: Colour) -> pygame.Surface:
    """The icon ``name`` (one of ICONS), ``size`` real pixels square, one colour on transparent; cached."""
    raise NotImplementedError


def emblem(game: str, size: int) -> pygame.Surface:
    """The emblem of a game (game id; unknown ids get the house's), ``size`` real pixels square; cached."""
    raise NotImplementedError


def app_icon(size: int = 64) -> pygame.Surface:
    """The window's icon."""
    raise NotImplementedError
