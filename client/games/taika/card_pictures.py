"""Cards as pictures with their words: one card as large as fits, and its different orientations (TM6)."""

from __future__ import annotations

import pygame

from client.core.skin import Skin
from client.core.words import _
from client.games.taika.sigils import sigil_of
from rules.taika.cards import Card
from rules.taika.patterns import Rows, pictures
from sprites.cards.cards import card_image, pattern_image

RATIO = 1.4
"""Height of a card by its width."""


def draw_card(
    surface: pygame.Surface, skin: Skin, rect: pygame.Rect, rows: Rows, card_id: str, name: str
) -> pygame.Rect:
    """Draw a card with the pattern ``rows`` as large as fits into ``rect``, centred; return where it lies."""
    wide = max(8, min(rect.width, round(rect.height / RATIO)))
    size = (wide, round(wide * RATIO))
    picture = card_image(rows, size, skin.theme, skin.accents, skin.type, name=name, emblem=sigil_of(card_id))
    return surface.blit(picture, picture.get_rect(center=rect.center))


def draw_orientations(surface: pygame.Surface, skin: Skin, rect: pygame.Rect, card: Card) -> None:
    """The different ones among the eight rotations and reflections, as large as fits (TM6)."""
    shown = pictures(card.rows)
    gap = skin.px(6)
    columns, side = 1, 1
    for across in (1, 2, 4, 8):
        down = -(-len(shown) // across)
        fits = min((rect.width + gap) // across, (rect.height + gap) // down) - gap
        if fits > side and across <= max(1, len(shown)):
            columns, side = across, fits
    side = min(side, skin.px(96))
    for number, picture_rows in enumerate(shown):
        row, column = divmod(number, columns)
        box = pygame.Rect(rect.left + column * (side + gap), rect.top + row * (side + gap), side, side)
        skin.plate(surface, box, skin.theme.panel, skin.theme.border, 8, 1)
        inner = box.inflate(-skin.px(8), -skin.px(8))
        surface.blit(pattern_image(picture_rows, inner.size, skin.theme, skin.accents), inner)


def orientations_text(card: Card) -> str:
    """How many of the eight orientations differ."""
    return _("Different orientations: {n} of 8").format(n=len(pictures(card.rows)))
