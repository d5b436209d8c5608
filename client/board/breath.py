"""The breath of those who live on the board: small motion for a while after somebody was there.

Decides only when they breathe; how that looks, the stage says.  Times are seconds of the caller's clock.
"""

from __future__ import annotations

from typing import Protocol

AWAKE_S = 5.0
"""How long after an input there is breath on the board."""
BREATH_S = 2.6
"""One breath, in and out."""
BREATHS_APART_S = 0.1
"""Ambient motion moves ten times a second at most."""


class Breathing(Protocol):
    """What breathes: the stage."""

    def breathe(self, phase: float | None) -> None:
        """Show this moment of a breath (0–1); None: none at all."""


class Breath:
    """When to breathe."""

    def __init__(self) -> None:
        self.next_at: float | None = None
        """When the next moment of a breath is due; None while the breath is held."""
        self._awake_until = 0.0

    def wake(self, now: float) -> None:
        """Somebody is there: breathe for a while."""
        self._awake_until = now + AWAKE_S
        if self.next_at is None:
            self.next_at = now + BREATHS_APART_S

    def sleep(self) -> None:
        """Nobody looks: hold the breath from the next moment on."""
        self._awake_until = 0.0

    def tick(self, now: float, who: Breathing) -> None:
        """Let time pass."""
        if self.next_at is None or now < self.next_at:
            return
        awake = now < self._awake_until
        who.breathe(now / BREATH_S % 1 if awake else None)
        self.next_at = now + BREATHS_APART_S if awake else None
