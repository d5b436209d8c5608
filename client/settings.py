"""The player's settings: what they are, and how they lie on disk as ``settings.toml``.

Written atomically; a broken file is set aside and said so, never a crash, never overwritten.
Knows no window: who shows or applies a setting reads the fields.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

FILE_NAME = "settings.toml"
LANGUAGES = ("auto", "en", "fi")
THEMES = ("night", "paper", "contrast")


@dataclass
class Settings:
    """The choices of one player, with their defaults."""

    name: str = ""
    language: str = "auto"
    """One of LANGUAGES; ``auto`` follows the system."""
    theme: str = "night"
    volume: int = 70
    """Percent, 0–100."""
    fullscreen: bool = False
    reduced_motion: bool = False


def load(folder: Path) -> tuple[Settings, str]:
    """The settings in ``folder`` and, if something was wrong with the file, a sentence about it (else "")."""
    raise NotImplementedError


def save(folder: Path, settings: Settings) -> None:
    """Write ``settings`` to ``folder`` in one piece; raises OSError."""
    raise NotImplementedError
