"""Drawing tests need no screen and no sound card."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


@pytest.fixture
def window() -> Iterator[object]:
    """A real pygame window on the dummy driver."""
    import pygame

    before = os.environ.get("SDL_VIDEODRIVER")
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    yield pygame.display.set_mode((1280, 720))
    pygame.display.quit()
    if before is not None:
        os.environ["SDL_VIDEODRIVER"] = before
