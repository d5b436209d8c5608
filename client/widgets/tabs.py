"""Tabs: one of some words, side by side; where they don't fit, they scroll so that the chosen one is seen."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from client.core.intents import Drag, Intent, Press, Release, Scroll
from client.core.skin import BOLD, Skin
from client.core.transitions import Stay, Transition
from client.core.widget import Action
from client.widgets.choice_row import ChoiceRow
from sprites.kit.emblems import icon
from sprites.kit.theme import BODY


class Tabs(ChoiceRow):
    """``choices``: value and what is shown for it."""

    def __init__(
        self,
        choices: Sequence[tuple[str, str]],
        value: str,
        on_choose: Action | None = None,
        *,
        key: str = "tabs",
    ) -> None:
        self.choices = list(choices)
        values = [each for each, _shown in self.choices]
        super().__init__(values.index(value) if value in values else 0, on_choose, key)
        self._boxes: list[pygame.Rect] = []
        self._held = -1

    @property
    def count(self) -> int:
        return len(self.choices)

    @property
    def value(self) -> str:
        """The chosen value."""
        return self.choices[self.index][0]

    def fit(self, skin: Skin) -> None:
        """Place the tabs in the present rectangle; call it after placing."""
        gap, pad = skin.px(8), skin.px(32)
        wides = [skin.type.size(shown, BODY, BOLD)[0] + pad for _value, shown in self.choices]
        lefts = [sum(wides[:number]) + gap * number for number in range(len(wides))]
        over = lefts[-1] + wides[-1] - self.rect.width if wides else 0
        shift = 0
        if over > 0:
            middle = lefts[self.index] + wides[self.index] // 2
            shift = min(over, max(0, middle - self.rect.width // 2))
        self._boxes = [
            pygame.Rect(self.rect.left + left - shift, self.rect.top, wide, self.rect.height)
            for left, wide in zip(lefts, wides, strict=True)
        ]

    def handle(self, intent: Intent) -> Transition | None:
        if isinstance(intent, Scroll):
            return self.choose(self.index - (1 if intent.dy > 0 else -1)) or Stay()
        if isinstance(intent, (Press, Drag, Release)) and intent.button == 1:
            under = next((i for i, box in enumerate(self._boxes) if box.collidepoint(intent.x, intent.y)), -1)
            if isinstance(intent, Press):
                self._held = under
            elif isinstance(intent, Release) and under >= 0 and under == self._held:
                return self.choose(under)
            return Stay()
        return super().handle(intent)

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        self.fit(skin)
        theme, old = skin.theme, surface.get_clip()
        surface.set_clip(self.rect.inflate(8, 8).clip(old))
        for number, ((_value, shown), box) in enumerate(zip(self.choices, self._boxes, strict=True)):
            chosen = number == self.index
            fill = (*skin.accent, 255) if chosen else theme.panel
            skin.plate(surface, box, fill, skin.accent if chosen else theme.border)
            colour = theme.sky_top if chosen else theme.text
            skin.write(surface, shown, box.center, BODY, colour, BOLD, None, "center")
        self._edges(surface, skin)
        surface.set_clip(old)
        if self.focused and self._boxes:
            skin.ring(surface, self._boxes[self.index].clip(self.rect))

    def _edges(self, surface: pygame.Surface, skin: Skin) -> None:
        """An arrow at each end beyond which there are more tabs."""
        if not self._boxes:
            return
        side = skin.px(24)
        more = (
            ("arrow-left", self._boxes[0].left < self.rect.left, self.rect.left),
            ("arrow-right", self._boxes[-1].right > self.rect.right, self.rect.right - side),
        )
        for name, shown, left in more:
            if shown:
                box = pygame.Rect(left, self.rect.top, side, self.rect.height)
                skin.plate(surface, box, (*skin.theme.sky_bottom, 235), skin.theme.border)
                picture = icon(name, skin.px(16), skin.theme.text)
                surface.blit(picture, picture.get_rect(center=box.center))
