"""Plays our own sounds (``sprites.sound.synth``) through pygame's mixer.

The sound card is opened and buffers are made in a thread after ``Sounds.start``, so that nothing waits for
them; without a sound card everything stays silent and nothing is printed.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pygame

from sprites.sound.synth import RATE, RECIPES, samples

NAMES: tuple[str, ...] = tuple(RECIPES)
"""The sounds there are."""

CHANNELS = 12
PAUSE_S = 0.01
"""Rest between two sounds in the making, so that the window's thread is never kept waiting for long."""


class Sounds:
    """The player of sounds; one for a window."""

    def __init__(self, volume: float = 0.7) -> None:
        self._volume = min(1.0, max(0.0, volume))
        self._made: dict[str, pygame.mixer.Sound] = {}
        self._played: set[str] = set()
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()
        self._open = False

    def start(self) -> None:
        """Open the sound card and make the buffers, in the background; never raises, never prints."""
        if self._thread is None:
            self._closing.clear()
            self._thread = threading.Thread(target=self._make, name="sounds", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Close the sound card."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join(2.0)
            self._thread = None
        self._made = {}
        if self._open:
            self._open = False
            pygame.mixer.quit()

    @property
    def ready(self) -> bool:
        """Whether there is a sound card and all sounds can be heard."""
        return self._open and len(self._made) == len(NAMES)

    @property
    def volume(self) -> float:
        """0 (silent) to 1."""
        return self._volume

    def set_volume(self, volume: float) -> None:
        """Set the volume for all that is played from now on."""
        self._volume = min(1.0, max(0.0, volume))

    def play(self, name: str) -> None:
        """Play one of NAMES (unknown ones are silence), each at most once between two ``frame`` calls."""
        if name in self._played or not self._volume or not self._open:
            return
        sound = self._made.get(name)
        if sound is None:
            return
        self._played.add(name)
        channel = pygame.mixer.find_channel()
        if channel is not None:
            channel.set_volume(self._volume)
            channel.play(sound)

    def frame(self) -> None:
        """A new frame begins: call once a loop."""
        self._played.clear()

    def _make(self) -> None:
        try:
            with _hushed():
                pygame.mixer.init(RATE, -16, 1, 512, allowedchanges=0)
            pygame.mixer.set_num_channels(CHANNELS)
        except (pygame.error, NotImplementedError, AttributeError):
            return
        self._open = True
        for name in NAMES:
            if self._closing.wait(PAUSE_S):
                return
            buffer = samples(name).tobytes()
            if self._closing.is_set():
                return
            with suppress(pygame.error):
                self._made[name] = pygame.mixer.Sound(buffer=buffer)


@contextmanager
def _hushed() -> Iterator[None]:
    """While the sound card is opened, what sound libraries write to the error stream goes nowhere.

    ALSA prints there whatever it doesn't find, and there is no switch for it.  Elsewhere nothing is touched.
    """
    if not sys.platform.startswith("linux"):
        yield
        return
    try:
        kept = os.dup(2)
    except OSError:
        yield
        return
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, 2)
            yield
        finally:
            os.close(nowhere)
    finally:
        os.dup2(kept, 2)
        os.close(kept)
