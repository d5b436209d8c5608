"""The picker of pieces (a pawn's promotion …): a row of big pictures beside the square that it is about.

By mouse, arrows and Enter, pad, or the letter of the piece; Escape or a click elsewhere takes the choice back.
Knows no rules: what can be chosen, and what choosing does, is passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from client.core.intents import Cancel, Confirm, Intent, Nav, Press, Shortcut
from client.core.overlay import Overlay
from client.core.skin import BOLD, TITLE, Skin
from client.core.transitions import Stay, Transition, stay_or
from client.widgets.buttons import Pressable
from client.widgets.dialog import dim
from sprites.kit.theme import BODY, SMALL
from sprites.stage.stage import PieceArt

CELL = 84
"""Logical side of one picture."""


class PieceChoice(NamedTuple):
    """One thing to choose: what is chosen (its letter is its key), its name, the piece to draw."""

    value: str
    name: str
    piece: str


class PieceButton(Pressable):
    """One big piece with its letter below."""

    def __init__(self, item: PieceChoice, art: PieceArt, on_press: Callable[[], Transition | None]) -> None:
        super().__init__(on_press)
        self.item = item
        self.key = f"piece-{item.value}"
        self._art = art

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        lit = self.focused or self.hovered
        box = self.rect.move(0, skin.px(2)) if self.pressed else self.rect
        fill = skin.theme.panel_raised if lit else skin.theme.square_light
        skin.plate(surface, box, (*fill[:3], 255), skin.accent if lit else skin.theme.border, 10)
        line = skin.type.line(SMALL)
        side = max(8, min(box.width, box.height - line) - skin.px(10))
        image = self._art.image(self.item.piece, side)
        surface.blit(image, image.get_rect(center=(box.centerx, box.top + (box.height - line) // 2)))
        where = (box.centerx, box.bottom - skin.px(3))
        skin.write(surface, self.item.value.upper(), where, SMALL, None, BOLD, box.width, "midbottom")
        if self.focused:
            skin.ring(surface, box, 10)


class PiecePicker(Overlay):
    """A title, and the pieces in one row or as many as it takes."""

    def __init__(
        self,
        title: str,
        pieces: Sequence[PieceChoice],
        art: PieceArt,
        on_choose: Callable[[str], Transition | None],
        on_back: Callable[[], Transition | None],
        beside: Callable[[], pygame.Rect],
    ) -> None:
        """``beside``: the square it is about, which stays in sight (empty: the middle of the window)."""
        super().__init__()
        self.title = title
        self.pieces = tuple(pieces)
        self.box = pygame.Rect(0, 0, 0, 0)
        self._art = art
        self._on_choose = on_choose
        self._on_back = on_back
        self._beside = beside

    def fit(self, skin: Skin) -> None:
        key = self.layer.focus.key if self.layer.focus is not None else ""
        px = skin.px
        window = pygame.Rect(0, 0, skin.scale.width, skin.scale.height)
        self.rect = window
        gap, edge = px(6), px(14)
        cell = px(CELL)
        per_row = max(1, min(len(self.pieces), (window.width - 2 * edge - 2 * px(10) + gap) // (cell + gap)))
        rows = -(-len(self.pieces) // per_row)
        per_row = -(-len(self.pieces) // rows) if rows else 1
        head = skin.type.line(BODY, TITLE) + px(6)
        high = cell + skin.type.line(SMALL) // 2
        self.box = pygame.Rect(
            0,
            0,
            per_row * (cell + gap) - gap + 2 * edge,
            head + rows * (high + gap) - gap + 2 * edge,
        )
        self._put(window, px(10))
        self.parts = []
        for number, item in enumerate(self.pieces):
            row, column = divmod(number, per_row)
            button = PieceButton(item, self._art, self._choosing(item.value))
            left = self.box.left + edge + column * (cell + gap)
            button.rect = pygame.Rect(left, self.box.top + edge + head + row * (high + gap), cell, high)
            self.parts.append(button)
        self.layer.settle(key)

    def _put(self, window: pygame.Rect, gap: int) -> None:
        """Below the square, above it, or where there is room."""
        square = self._beside()
        if not square.width:
            self.box.center = window.center
            return
        self.box.midtop = (square.centerx, square.bottom + gap)
        if self.box.bottom > window.bottom:
            self.box.midbottom = (square.centerx, square.top - gap)
        self.box.clamp_ip(window.inflate(-2 * gap, -2 * gap))

    def chosen(self) -> PieceChoice | None:
        """What the focus or the pointer is on."""
        for button in (self.layer.hover, self.layer.focus):
            if isinstance(button, PieceButton):
                return button.item
        return None

    def first(self, intent: Intent) -> Transition | None:
        if isinstance(intent, Shortcut):
            if any(piece.value == intent.key for piece in self.pieces):
                return self._choosing(intent.key)()
            return Stay()
        if isinstance(intent, Cancel):
            return self._back()
        if isinstance(intent, Press) and not self.box.collidepoint(intent.x, intent.y):
            # A second click on the square itself is the end of a double click, no change of mind.
            return Stay() if self._beside().collidepoint(intent.x, intent.y) else self._back()
        if isinstance(intent, (Nav, Confirm)):
            self.layer.hover = None
        self.changed()
        return None

    def _choosing(self, value: str) -> Callable[[], Transition]:
        def choose() -> Transition:
            self.close()
            return stay_or(self._on_choose(value))

        return choose

    def _back(self) -> Transition:
        self.close()
        return stay_or(self._on_back())

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        square = self._beside()
        kept = surface.subsurface(square).copy() if surface.get_rect().contains(square) else None
        dim(surface, skin)
        if kept is not None:
            surface.blit(kept, square)
        skin.plate(surface, self.box, (*skin.theme.sky_bottom, 255), skin.accent, 16, 2)
        chosen = self.chosen()
        text = f"{self.title}: {chosen.name}" if chosen is not None else self.title
        where = (self.box.centerx, self.box.top + skin.px(12))
        skin.write(surface, text, where, BODY, None, TITLE, self.box.width - skin.px(24), "midtop")
        for part in self.parts:
            part.paint(surface, skin)
