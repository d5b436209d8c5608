"""What a widget is: a rectangle that paints itself, may have the focus, and answers intents.

A widget knows neither the scene it stands in nor the hub.  ``handle`` returns None for what it does not want,
`Stay` for what it dealt with, or the transition that its callback asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from client.core.intents import Intent
from client.core.skin import Skin
from client.core.transitions import Transition

Action = Callable[[], Transition | None]
"""What a button does; it may ask for another scene."""


class Widget:
    """A rectangle in window pixels; subclasses override ``paint`` and ``handle``."""

    focusable = False
    """Whether the focus can rest here."""
    edits = False
    """Whether keys are text while the focus is here."""

    small = False
    """Whether this is one control (a button, a field), of which no part may be hidden by news."""

    whole = False
    """Whether damage to a part of it is damage to all of it (a stage that keeps its own ground)."""

    def __init__(self, rect: pygame.Rect | tuple[int, int, int, int] = (0, 0, 0, 0)) -> None:
        self.rect = pygame.Rect(rect)
        self.visible = True
        self.enabled = True
        self.focused = False
        self.hovered = False
        self.pressed = False
        self.dirty = True
        self.key = ""
        """A name that stays the same when the scene lays out again, so that the focus finds its way back."""
        self.painted = pygame.Rect(0, 0, 0, 0)
        """Where this was painted last."""

    def changed(self) -> None:
        """This looks different now and must be painted again."""
        self.dirty = True

    def children(self) -> Sequence[Widget]:
        """Widgets inside this one, painted by it."""
        return ()

    def bounds(self) -> pygame.Rect:
        """All that ``paint`` may touch: the rectangle and its focus ring or glow."""
        return self.rect.inflate(16, 16) if self.focusable else self.rect

    def takes_focus(self) -> bool:
        """Whether the focus can go here now."""
        return self.focusable and self.visible and self.enabled

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        """Draw this; the surface's clip is set, and what lies below is already painted."""

    def live(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Draw what moves by itself straight onto ``surface``, without ``paint``; the rectangles touched.

        Called each frame after the damage is painted, only while nothing lies over the scene.
        """
        return []

    def handle(self, intent: Intent) -> Transition | None:
        """What to do about ``intent``: the focus is here, or the pointer is (or was when it went down)."""
        return None

    def tick(self, now: float) -> None:
        """Let time pass (seconds); call ``changed`` if that shows."""

    def wakes_at(self, now: float) -> float | None:
        """When ``tick`` is wanted next; ``now`` = every frame, None = not needed."""
        return None
