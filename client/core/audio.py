"""Sound in the window: plays the cues of ``sprites.sound.sound`` at the volume of the settings.

Without a sound card everything stays silent and nothing is printed.
"""

from __future__ import annotations

from sprites.sound.sound import Sounds


class Audio:
    """Cues by name (``sprites.sound.sound.NAMES``); ``mute`` makes one for tests that opens nothing."""

    def __init__(self, percent: int = 70, mute: bool = False) -> None:
        self._sounds = None if mute else Sounds(percent / 100)
        self.played: list[str] = []
        """The last cues asked for, newest last; for tests and for nothing else."""

    def start(self) -> None:
        """Open the sound card, if there is one."""
        if self._sounds is not None:
            self._sounds.start()

    def stop(self) -> None:
        """Close the sound card."""
        if self._sounds is not None:
            self._sounds.stop()

    def play(self, cue: str) -> None:
        """Play ``cue``, at most once a frame."""
        self.played = [*self.played[-31:], cue]
        if self._sounds is not None:
            self._sounds.play(cue)

    def frame(self) -> None:
        """A new frame begins (called by the app)."""
        if self._sounds is not None:
            self._sounds.frame()

    def set_percent(self, percent: int) -> None:
        """Set the volume, 0–100."""
        if self._sounds is not None:
            self._sounds.set_volume(percent / 100)
