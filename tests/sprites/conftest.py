"""The art's tests run without a window and without a sound card: SDL's dummy drivers, one small display."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"


@pytest.fixture(autouse=True, scope="session")
def display() -> Iterator[None]:
    import pygame

    pygame.display.init()
    pygame.display.set_mode((64, 64))
    yield
    pygame.quit()
