"""Toasts: sentences that stand at the lower edge for as long as it takes to read them, for errors and news.

One `Toasts` for the whole program, painted by whichever scene is on top; it never takes the focus.
"""

from __future__ import annotations

import pygame

from client.widgets.skin import Skin
from client.widgets.widget import Widget
from sprites.emblems import icon
from sprites.theme import BODY

SHOWN_S = 6.0
SIGNS_PER_S = 10
"""How fast people read who are doing something else."""
_MOST = 3


class Toasts(Widget):
    """The sentences that are shown now, the newest lowest."""

    def __init__(self) -> None:
        super().__init__()
        self.visible = False
        self.lines: list[tuple[str, bool]] = []
        """Each sentence, and whether it tells of something bad."""
        self._until: list[float | None] = []
        self._place = pygame.Rect(0, 0, 0, 0)

    def say(self, text: str, bad: bool = True) -> None:
        """Show ``text`` (already translated); the same sentence is not shown twice at once."""
        if (text, bad) in self.lines:
            self._until[self.lines.index((text, bad))] = None
            return
        self.lines.append((text, bad))
        self._until.append(None)
        del self.lines[:-_MOST], self._until[:-_MOST]
        self.visible = True
        self.changed()

    def clear(self) -> None:
        """Take all sentences away."""
        self.lines.clear()
        self._until.clear()
        self.changed()

    def tick(self, now: float) -> None:
        """Start the time of new sentences, take old ones away."""
        self._until = [
            now + _reading_s(text) if until is None else until
            for (text, _bad), until in zip(self.lines, self._until, strict=True)
        ]
        if any(until <= now for until in self._until if until is not None):
            keep = [i for i, until in enumerate(self._until) if until is not None and until > now]
            self.lines = [self.lines[i] for i in keep]
            self._until = [self._until[i] for i in keep]
            self.changed()

    def wakes_at(self, now: float) -> float | None:
        return min((now if until is None else until for until in self._until), default=None)

    def fit(self, skin: Skin) -> None:
        """Find the place in the window of ``skin``; called before damage is taken."""
        before = self._place
        self._place = self._placed(skin)
        if self._place != before:
            self.changed()

    def _placed(self, skin: Skin) -> pygame.Rect:
        if not self.lines:
            return pygame.Rect(0, 0, 0, 0)
        window = pygame.Rect(0, 0, skin.scale.width, skin.scale.height)
        wide = min(window.width - skin.px(32), skin.px(760))
        line = skin.type.line(BODY)
        rows = sum(len(self._wrapped(skin, text, wide)) for text, _ in self.lines)
        high = rows * line + len(self.lines) * skin.px(24)
        place = pygame.Rect(0, 0, wide, high)
        place.midbottom = (window.centerx, window.bottom - skin.px(16))
        return place

    def bounds(self) -> pygame.Rect:
        return self._place

    def _wrapped(self, skin: Skin, text: str, wide: int) -> list[str]:
        return skin.type.wrap(text, BODY, max(1, wide - skin.px(72)))

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        line = skin.type.line(BODY)
        top = self._place.top
        for text, bad in self.lines:
            rows = self._wrapped(skin, text, self._place.width)
            box = pygame.Rect(self._place.left, top, self._place.width, len(rows) * line + skin.px(16))
            colour = skin.theme.bad if bad else skin.theme.good
            fill = (*skin.theme.sky_bottom, 245)
            skin.plate(surface, box, fill, colour)
            mark = icon("warning" if bad else "check", skin.px(24), colour)
            surface.blit(mark, mark.get_rect(midleft=(box.left + skin.px(16), box.centery)))
            for number, row in enumerate(rows):
                skin.write(surface, row, (box.left + skin.px(52), box.top + skin.px(8) + number * line))
            top = box.bottom + skin.px(8)


def _reading_s(text: str) -> float:
    """How long a sentence is shown: long ones longer."""
    return max(SHOWN_S, len(text) / SIGNS_PER_S)
