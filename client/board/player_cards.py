"""The players beside the board: name, side, whose turn, points, whether they can be reached."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from client.board.look import Look
from client.core.skin import BOLD, TITLE, Skin
from client.core.widget import Widget
from sprites.kit.emblems import icon
from sprites.kit.theme import BODY, HEADING, SMALL
from sprites.stage.stage import PieceArt


class PlayerCard(NamedTuple):
    """What is shown of one player."""

    seat: int
    name: str
    detail: str
    """Side, bot level, connection, in words."""
    points: int | None
    turn: bool
    """Whether this one is to act now."""
    away: bool
    """Whether this one can't be reached, or left."""
    won: bool = False
    out: bool = False
    """Whether this one is out of a game that goes on."""


class Players(Widget):
    """One card below the other, in the order given."""

    def __init__(self, look: Look, art: PieceArt) -> None:
        super().__init__()
        self.key = "players"
        self.cards: tuple[PlayerCard, ...] = ()
        self._look = look
        self._art = art

    def show(self, cards: tuple[PlayerCard, ...]) -> None:
        """Show these."""
        if cards != self.cards:
            self.cards = cards
            self.changed()

    def bounds(self) -> pygame.Rect:
        return self.rect.inflate(8, 8)  # in a tiny window words and signs are larger than their card

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        count = max(1, len(self.cards))
        gap = skin.px(8 if count <= 2 else 5)
        high = (self.rect.height - gap * (count - 1)) // count
        for row, card in enumerate(self.cards):
            box = pygame.Rect(self.rect.left, self.rect.top + row * (high + gap), self.rect.width, high)
            self._paint_card(surface, skin, box, card)

    def _paint_card(self, surface: pygame.Surface, skin: Skin, box: pygame.Rect, card: PlayerCard) -> None:
        theme = skin.theme
        fill = skin.glow_fill(0.22) if card.turn else theme.panel
        skin.plate(
            surface, box, fill, skin.accent if card.turn else theme.border, line=2.5 if card.turn else 1.5
        )
        left = box.left + skin.px(10)
        if card.turn:
            size = max(6, box.height // 3)
            arrow = icon("play", size, skin.accent)
            surface.blit(arrow, arrow.get_rect(midleft=(left, box.centery)))
        left += skin.px(22)
        side = int(box.height * 0.86)
        piece = self._look.emblem_piece(card.seat)
        if piece:
            image = self._art.image(piece, side)
            if card.out:
                image = pygame.transform.grayscale(image)
            surface.blit(image, image.get_rect(center=(left + side // 2, box.centery)))
        else:
            pygame.draw.circle(
                surface, self._look.colour(card.seat), (left + side // 2, box.centery), side // 4
            )
        left += side + skin.px(8)
        right = box.right - skin.px(16)
        if card.points is not None:
            right = self._paint_points(surface, skin, box, card, right) - skin.px(10)
        if card.won:
            crown = icon("crown", skin.px(24), skin.accent)
            right = surface.blit(crown, crown.get_rect(midright=(right, box.centery))).left - skin.px(8)
        width = max(1, right - left)
        skin.write(
            surface, card.name, (left, box.centery + skin.px(1)), BODY, None, BOLD, width, "bottomleft"
        )
        colour = theme.warn if card.away else theme.muted
        top = box.centery + skin.px(1)
        if card.away:
            mark = icon("warning", skin.type.line(SMALL), colour)
            surface.blit(mark, (left, top))
            left += mark.get_width() + skin.px(4)
        skin.write(surface, card.detail, (left, top), SMALL, colour, width=max(1, right - left))

    def _paint_points(
        self, surface: pygame.Surface, skin: Skin, box: pygame.Rect, card: PlayerCard, right: int
    ) -> int:
        """The score at the right end, as a picture where the game has one; returns its left edge."""
        assert card.points is not None
        picture = self._look.score_picture(card.points, box.height * 3 // 5, skin.theme)
        if picture is not None:
            return surface.blit(picture, picture.get_rect(midright=(right, box.centery))).left
        colour = skin.accent if card.won else skin.theme.text
        where = (right, box.centery)
        return skin.write(surface, str(card.points), where, HEADING - 4, colour, TITLE, None, "midright").left
