"""What can lie over a scene: an overlay has widgets of its own and gets all intents until it closes.

`Overlay` is the frame; `Dialog` asks or tells something.  Which questions there are, the scenes know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from client.core.focus import Layer
from client.core.intents import Cancel, Intent
from client.core.skin import Skin
from client.core.transitions import Stay, Transition
from client.core.widget import Widget


class Overlay(Widget):
    """Widgets over a dimmed scene; subclasses build them in ``fit``."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[Widget] = []
        self.layer = Layer(lambda: self.parts)
        self.closed = False

    def children(self) -> Sequence[Widget]:
        return self.parts

    def fit(self, skin: Skin) -> None:
        """Build and place ``self.parts`` for the window of ``skin``; called at first and on every change."""

    def close(self) -> None:
        """This is over; the scene takes it away after the intent."""
        self.closed = True

    def first(self, intent: Intent) -> Transition | None:
        """An intent before any widget gets it; the default wants none."""
        return None

    def unhandled(self, intent: Intent) -> Transition | None:
        """An intent that no widget in here wanted; the default takes Cancel as close."""
        if isinstance(intent, Cancel):
            self.close()
            return Stay()
        return None

    def bounds(self) -> pygame.Rect:
        return self.rect


@dataclass(frozen=True)
class Open(Transition):
    """Lay ``overlay`` (a dialog, a menu, the on-screen keyboard) over this scene."""

    overlay: Overlay
