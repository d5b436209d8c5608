"""What is shown when nothing else can be: the sentence about it on a plain ground, with no widget and no skin."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pygame

from client.core.focus import Layer
from client.core.intents import Cancel, Confirm, Intent, Press
from client.core.scene import Replace, Scene
from client.core.services import Services
from client.core.transitions import EndProgram, Stay, Transition
from client.core.words import _
from sprites.kit.theme import Scale

GROUND, INK = (16, 16, 28), (236, 236, 240)


class LastResortScene(Scene):
    """Stands in for the title when that fails; uses no widget and no skin, since those may be what has failed."""

    title = "lastresort"

    def __init__(self, services: Services, again: Callable[[], Scene]) -> None:
        """``again`` makes the scene that it stands in for."""
        self._again = again
        self.services = services
        self.scale = Scale.of((1280, 720))
        self.widgets = []
        self.overlays = []
        self.base = Layer(lambda: [])
        self._damage = []

    def resize(self, width: int, height: int) -> None:
        self.scale = Scale.of((width, height))
        self.damage()

    def relayout(self) -> None:
        self.damage()

    def handle(self, intent: Intent) -> Transition | None:
        if isinstance(intent, (Confirm, Press)):
            return Replace(self._again())
        return EndProgram() if isinstance(intent, Cancel) else Stay()

    def advance(self, now: float) -> Transition | None:
        return None

    def due(self, now: float) -> float | None:
        return None

    def take_damage(self) -> list[pygame.Rect]:
        found, self._damage = self._damage, []
        return [self.window] if found else []

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        surface.set_clip(None)
        surface.fill(GROUND)
        with contextlib.suppress(Exception):  # without a font, a plain window is better than none
            self._write(surface)

    def live(self, surface: pygame.Surface) -> list[pygame.Rect]:
        return []

    def _write(self, surface: pygame.Surface) -> None:
        wide, high = surface.get_size()
        font = pygame.font.Font(None, max(16, high // 24))
        margin = wide // 12
        said = [text for text, _bad in self.services.toasts.lines[-1:]]
        said.append(_("Enter or a click tries the title again, Escape leaves."))
        text = font.render("\n\n".join(said), True, INK, None, max(1, wide - 2 * margin))
        surface.blit(text, text.get_rect(midleft=(margin, high // 2)))
