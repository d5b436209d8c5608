"""Toasts: sentences that stand as long as it takes to read them, for errors and news, low, where they hide no button.

One `Toasts` for the whole program, painted by whichever scene is on top; it never takes the focus.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame

from client.core.skin import Skin
from client.core.widget import Widget
from sprites.kit.emblems import icon
from sprites.kit.theme import BODY

SHOWN_S = 6.0
SIGNS_PER_S = 10
"""Letters a second that people read who are doing something else."""
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
        self._found: tuple[object, pygame.Rect] = (None, self._place)
        """What the place was found for (skin, sentences, controls), and the place: found anew only when that
        differs."""

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

    def fit(self, skin: Skin, small: Sequence[pygame.Rect] = (), large: Sequence[pygame.Rect] = ()) -> None:
        """Find the place in the window of ``skin``, where no ``small`` control lies (a button, a field) and, if
        that can be, no ``large`` one (a list, a board); called before damage is taken."""
        if not self.lines:
            self._found = (None, pygame.Rect(0, 0, 0, 0))
        else:
            key = (skin, tuple(self.lines), *map(tuple, (*small, (0, 0, 0, 0), *large)))
            if key != self._found[0]:
                self._found = (key, self._placed(skin, list(small), list(large)))
        if self._found[1] != self._place:
            self._place = self._found[1]
            self.changed()

    def _placed(self, skin: Skin, small: list[pygame.Rect], large: list[pygame.Rect]) -> pygame.Rect:
        places = list(self._places(skin))
        for avoided in (small + large, small):
            free = next((place for place in places if place.collidelist(avoided) < 0), None)
            if free is not None:
                return free
        return min(places, key=lambda place: _covered(place, small))

    def _places(self, skin: Skin) -> Iterator[pygame.Rect]:
        """All places to think of, the best first: low, wide and in the middle."""
        px = skin.px
        window = pygame.Rect(0, 0, skin.scale.width, skin.scale.height)
        widest = min(window.width - px(32), px(760))
        line = skin.type.line(BODY)
        for part in (1.0, 0.75, 0.55, 0.4):
            wide = round(widest * part)
            rows = sum(len(self._wrapped(skin, text, wide)) for text, _ in self.lines)
            high = rows * line + len(self.lines) * px(24) - px(8)
            lefts = {window.centerx - wide // 2: None, px(16): None, window.right - px(16) - wide: None}
            lowest = window.bottom - px(16) - high
            for top in range(lowest, min(lowest, px(8)) - 1, -max(1, px(8))):
                for left in lefts:
                    yield pygame.Rect(left, top, wide, high)

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


def _covered(place: pygame.Rect, others: list[pygame.Rect]) -> int:
    """How many pixels of the others it would hide."""
    parts = (place.clip(other) for other in others)
    return sum(part.width * part.height for part in parts)
