"""What the scenes of the menu have in common: a way back, a heading, and the room that is left.

Knows nothing of what stands in that room.
"""

from __future__ import annotations

import pygame

from client.core.scene import Scene
from client.core.transitions import Pop, Transition
from client.core.words import _
from client.widgets.buttons import Button
from client.widgets.texts import Heading


class FramedScene(Scene):
    """A scene with a heading; subclasses place their widgets in ``self.body`` in ``fill``."""

    body = pygame.Rect(0, 0, 0, 0)
    """The room below the heading, in real pixels."""

    def heading(self) -> str:
        """What stands above."""
        return ""

    def top_widgets(self) -> list[Button]:
        """Buttons at the right of the heading."""
        return []

    def fill(self) -> None:
        """Place the scene's own widgets in ``self.body``."""

    def back(self) -> Transition | None:
        """What the back button does."""
        return Pop()

    def layout(self) -> None:
        px, window = self.px, self.window
        margin = px(32) if self.scale.portrait else px(48)
        bar = pygame.Rect(margin, px(24), window.width - 2 * margin, px(56))
        back = Button(_("Back"), self.back, mark="back", key="back")
        wide, high = back.wanted(self.skin)
        back.rect = pygame.Rect(bar.left, bar.centery - high // 2, wide, high)
        right = bar.right
        tops = self.top_widgets()
        sizes = [button.wanted(self.skin) for button in tops]
        title = Heading(self.heading())
        title_wide = self.skin.type.size(title.text, title.size, title.face)[0]
        left = back.rect.right + px(24)
        beside = left + title_wide + sum(size[0] + px(12) for size in sizes) <= bar.right
        top = bar.bottom + px(16)
        if beside:
            for button, size in zip(reversed(tops), reversed(sizes), strict=True):
                button.rect = pygame.Rect(right - size[0], bar.centery - size[1] // 2, *size)
                right = button.rect.left - px(12)
        elif tops:
            each = (bar.width - px(12) * (len(tops) - 1)) // len(tops)
            for number, (button, size) in enumerate(zip(tops, sizes, strict=True)):
                button.rect = pygame.Rect(bar.left + number * (each + px(12)), top, each, size[1])
            top += max(size[1] for size in sizes) + px(16)
        title.rect = pygame.Rect(left, bar.top, max(1, right - left), bar.height)
        self.add(title)
        self.body = pygame.Rect(bar.left, top, bar.width, max(1, window.height - top - px(32)))
        self.fill()
        for button in tops:
            self.add(button)
        self.add(back)
