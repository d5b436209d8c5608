"""All sounds, by our own synthesis: standard library in, 16-bit samples out; played through pygame's mixer.

Buffers are made in a thread after ``Sounds.start``, so that nothing waits for them; without a sound card
everything stays silent and nothing is printed.
"""

from __future__ import annotations

NAMES: tuple[str, ...] = (
    "pick", "down1", "down2", "down3", "control", "destroy", "rescue", "turn", "offer",
    "clock", "win", "draw", "lose", "click", "focus", "error", "start",
)  # fmt: skip


class Sounds:
    """The player of sounds; one for a window."""

    def __init__(self, volume: float = 0.7) -> None:
        raise NotImplementedError

    def start(self) -> None:
        """Opens the sound card and begins making buffers in the background; never raises, never prints."""

    def stop(self) -> None:
        """Closes the sound card."""

    @property
    def ready(self) -> bool:
        """Whether there is a sound card and sounds can be heard."""
        raise NotImplementedError

    @property
    def volume(self) -> float:
        """0 (silent) to 1."""
        raise NotImplementedError

    def set_volume(self, volume: float) -> None:
        """Sets the volume for all that is played from now on."""

    def play(self, name: str) -> None:
        """Plays one of NAMES (unknown ones are silence), each at most once between two ``frame`` calls."""

    def frame(self) -> None:
        """A new frame begins: call once a loop."""
