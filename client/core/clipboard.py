"""The clipboard: text from any other program, so that anything may come and nothing may be raised."""

from __future__ import annotations

from contextlib import suppress

import pygame

from rules.outside import one_line

LONGEST = 8 * 1024
"""As much as the longest position that can be sent along; the field cuts to what it takes."""


def clipboard() -> str:
    """The text on the clipboard on one line, cut to LONGEST; empty if there is none, or none that can be read.

    Never raises: what lies there may be no UTF-8, or the program that owns it may be gone.
    """
    try:
        return one_line(pygame.scrap.get_text(), LONGEST)
    except Exception:  # whatever it is, it is the other program's
        return ""


def copy_out(text: str) -> None:
    """Put ``text`` on the clipboard; nothing happens where there is none, or none that takes it."""
    with suppress(Exception):
        pygame.scrap.put_text(text)
