"""The list of moves in words; choosing one looks back at the position after it.

A ``ListBox`` whose rows are short spoken lines; knows no state and no rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

import pygame

from client.core.intents import Intent, Page
from client.core.skin import Skin
from client.core.transitions import Transition
from client.widgets.lists import ListBox
from sprites.kit.theme import BODY, SMALL, Colour


class MoveLine(NamedTuple):
    """One row: the number of the moment it leads to, who did it, what was done."""

    number: int
    seat: int
    text: str


class MoveList(ListBox[MoveLine]):
    """Rows of moves; the one looked at is marked."""

    def __init__(
        self, colours: Callable[[int], Colour], on_look: Callable[[int], Transition | None], empty: str
    ) -> None:
        super().__init__(
            (),
            self._row,
            row=28,
            empty=empty,
            identity=lambda line: line.number,
            on_choose=self._chosen,
            on_confirm=self._chosen,
            key="moves",
        )
        self._colours = colours
        self._on_look = on_look
        self.looked_at = -1
        """The moment that is shown on the board."""
        self.seen = 0
        """The number of the last own move of whoever is to move; later moves stand out as news."""

    def handle(self, intent: Intent) -> Transition | None:
        """The scene takes Page intents itself: they look back through the moves wherever the focus is."""
        return None if isinstance(intent, Page) else super().handle(intent)

    def _chosen(self) -> Transition | None:
        line = self.chosen
        return self._on_look(line.number) if line is not None else None

    def show(self, lines: list[MoveLine], looked_at: int, seats: Collection[int] = ()) -> None:
        """Show these rows, with that one marked and in sight; what came after the last of ``seats`` stands out."""
        own = [line.number for line in lines if line.seat in seats]
        seen = max(own, default=0) if seats else len(lines)
        if seen != self.seen:
            self.seen = seen
            self.changed()
        if lines != self.items:
            self.items = lines
            self.changed()
        if looked_at != self.looked_at:
            self.looked_at = looked_at
            self.changed()
        self.index = max(0, min(looked_at - 1, len(lines) - 1))
        self.show_chosen()

    def _row(
        self, surface: pygame.Surface, skin: Skin, rect: pygame.Rect, line: MoveLine, chosen: bool
    ) -> None:
        theme = skin.theme
        here = line.number == self.looked_at
        if here:
            bar = rect.inflate(-skin.px(4), -2)
            skin.plate(surface, bar, theme.panel_raised, None, 6)
        middle = rect.centery
        number = (rect.left + skin.px(44), middle)
        skin.write(surface, f"{line.number}.", number, SMALL, theme.muted, anchor="midright")
        self._dot(surface, skin, (rect.left + skin.px(60), middle), line.seat)
        left = rect.left + skin.px(76)
        width = max(1, rect.right - skin.px(12) - left)
        colour = theme.text if here or line.number > self.seen else theme.muted
        skin.write(surface, line.text, (left, middle), BODY - 2, colour, width=width, anchor="midleft")

    def _dot(self, surface: pygame.Surface, skin: Skin, centre: tuple[int, int], seat: int) -> None:
        """Round for even seats, a diamond for odd ones: colour is never the only sign."""
        if seat < 0:
            return
        radius = max(3, skin.px(5))
        x, y = centre
        diamond = [(x, y - radius - 1), (x + radius + 1, y), (x, y + radius + 1), (x - radius - 1, y)]
        for grow, colour in ((1, skin.theme.text), (0, self._colours(seat))):
            if seat % 2 == 0:
                pygame.draw.circle(surface, colour, centre, radius + grow)
            else:
                points = [(px + (px > x) * grow - (px < x) * grow, py + (py > y) * grow - (py < y) * grow)
                          for px, py in diamond]  # fmt: skip
                pygame.draw.polygon(surface, colour, points)
