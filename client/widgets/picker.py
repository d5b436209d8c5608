"""A row of little buttons of which one is chosen: pieces or words; arrows left and right go along it.

One stop of the focus, so that it is left by up and down (and at its ends).  Knows no rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from client.core.intents import Intent, Press
from client.core.skin import BOLD, Skin
from client.core.transitions import Stay, Transition
from client.core.widget import Action
from client.widgets.choice_row import ChoiceRow
from sprites.kit.theme import BODY, SMALL
from sprites.stage.stage import PieceArt


class PickerItem(NamedTuple):
    """One button: a word, or a piece of ``art``."""

    label: str
    art: PieceArt | None = None
    face: str = ""


class Picker(ChoiceRow):
    """Buttons side by side, in as many rows as they need."""

    def __init__(
        self,
        choices: Sequence[PickerItem] = (),
        on_choose: Action | None = None,
        key: str = "picker",
    ) -> None:
        super().__init__(0, on_choose, key)
        self.choices = tuple(choices)
        self._boxes: tuple[pygame.Rect, ...] = ()

    def fit(self, skin: Skin, left: int, top: int, width: int) -> int:
        """Take the room at ``left``, ``top`` of ``width`` real pixels; returns the height it needs."""
        gap, high = skin.px(6), skin.px(44)
        boxes: list[pygame.Rect] = []
        x, y = left, top
        for choice in self.choices:
            wide = high
            if not choice.face:
                wide = min(width, skin.type.size(choice.label, self._size(), BOLD)[0] + skin.px(20))
            if x > left and x + wide > left + width:
                x, y = left, y + high + gap
            boxes.append(pygame.Rect(x, y, wide, high))
            x += wide + gap
        self._boxes = tuple(boxes)
        self.rect = pygame.Rect(left, top, width, (boxes[-1].bottom - top) if boxes else 0)
        return self.rect.height

    @staticmethod
    def _size() -> int:
        return (SMALL + BODY) // 2

    def box(self, index: int) -> pygame.Rect:
        """Where button ``index`` is."""
        return self._boxes[index]

    @property
    def count(self) -> int:
        return len(self.choices)

    def handle(self, intent: Intent) -> Transition | None:
        if isinstance(intent, Press) and intent.button == 1:
            hit = [i for i, box in enumerate(self._boxes) if box.collidepoint(intent.x, intent.y)]
            return self.choose(hit[0]) if hit else Stay()
        return super().handle(intent)

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        theme = skin.theme
        for index, (choice, box) in enumerate(zip(self.choices, self._boxes, strict=True)):
            chosen = index == self.index
            fill = skin.glow_fill(0.25) if chosen else theme.panel
            skin.plate(surface, box, fill, skin.accent if chosen else theme.border, 8, 2.5 if chosen else 1.5)
            if choice.face and choice.art is not None:
                image = choice.art.image(choice.face, max(8, box.height * 8 // 10))
                surface.blit(image, image.get_rect(center=box.center))
            else:
                colour = theme.text if chosen else theme.muted
                room = max(1, box.width - skin.px(8))
                skin.write(surface, choice.label, box.center, self._size(), colour, BOLD, room, "center")
        if self.focused and self._boxes:
            skin.ring(surface, self._boxes[self.index], 8)
