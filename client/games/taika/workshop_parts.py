"""What the card workshop shows beside its fields: its list, the drawn card, what still lacks, the cards of a set.

Plain pictures of drafts; nothing here changes one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from client.core.skin import BOLD, PLAIN, Skin
from client.core.widget import Widget
from client.core.words import N_, _, explain, language, message
from client.games.taika.card_pictures import RATIO, draw_card, draw_orientations, orientations_text
from client.games.taika.card_sets import OwnFile
from client.games.taika.drafts import BLANK, CardDraft, SetDraft
from rules.errors import RulesError
from rules.taika.cards import Card
from sprites.cards.cards import pattern_image
from sprites.kit.emblems import icon
from sprites.kit.theme import BODY, SMALL


class WorkshopRow(NamedTuple):
    """One line of the list: a set, one of its cards, or a file that can't be used."""

    own: SetDraft | None
    card: CardDraft | None = None
    broken: OwnFile | None = None


def row_name(row: WorkshopRow) -> str:
    """What a line of the list is called."""
    if row.broken is not None:
        return row.broken.path.name
    thing = row.card or row.own
    if thing is None:
        return ""
    unnamed = _("Card without a name") if row.card is not None else _("Set without a name")
    return thing.shown(language()) if thing.fi.strip() or thing.en.strip() else unnamed


_WHY = {
    "card-id": N_("The short name is 1 to {most} of the letters a to z, digits and hyphens."),
    "card-required": N_("The pattern needs 2 to 8 blocks, obstacles that must be there; now it has {count}."),
    "card-new": N_("The pattern needs 1 to 5 rings, new obstacles; now it has {count}."),
    "card-name": N_("A name is at most {most} letters, digits and signs that can be seen."),
    "set-name": N_("A name is at most {most} letters, digits and signs that can be seen."),
    "card-double": N_("Two cards have this short name."),
    "set-double": N_("Two sets have this short name."),
    "set-built-in": N_("A built-in set has this short name already."),
    "set-empty": N_("This set has no card yet."),
}
"""What is wrong with a draft, by the code of the fault, for people who draw cards rather than write files."""


def why(error: RulesError) -> str:
    """What is wrong with a card or set that is drawn here."""
    text = _WHY.get(error.code)
    return message(text, error.arguments) if text is not None else explain(error)


def draw_row(
    surface: pygame.Surface, skin: Skin, rect: pygame.Rect, row: WorkshopRow, chosen: bool, wrong: bool
) -> None:
    """A line of the list, with a warning if something is ``wrong``."""
    px, theme = skin.px, skin.theme
    right = rect.right - px(8)
    if wrong:
        picture = icon("warning", px(20), theme.warn)
        surface.blit(picture, picture.get_rect(midright=(right, rect.centery)))
        right -= px(28)
    left = rect.left + px(8)
    if row.card is not None:
        side = rect.height - px(8)
        left += px(12)
        picture = pattern_image(row.card.rows(), (side, side), theme, skin.accents)
        surface.blit(picture, picture.get_rect(midleft=(left, rect.centery)))
        left += side + px(10)
    face = PLAIN if row.card is not None else BOLD
    colour = theme.text if chosen or row.card is None else theme.muted
    skin.write(
        surface, row_name(row), (left, rect.centery), BODY, colour, face, max(1, right - left), "midleft"
    )


def draw_draft(surface: pygame.Surface, skin: Skin, rect: pygame.Rect, card: CardDraft) -> pygame.Rect:
    """The draft as a card, as large as fits into ``rect``; where it lies."""
    return draw_card(surface, skin, rect, card.rows(), card.id, card.shown(language()))


class Preview(Widget):
    """The card as others will see it, and its different orientations."""

    def __init__(self, card: CardDraft) -> None:
        super().__init__()
        self.card = card

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        px = skin.px
        skin.panel(surface, self.rect, accent=True)
        inner = self.rect.inflate(-px(24), -px(20))
        wide = min(round(inner.height / RATIO), inner.width * 52 // 100)
        draw_draft(surface, skin, pygame.Rect(inner.left, inner.top, wide, inner.height), self.card)
        left = inner.left + wide + px(16)
        room = pygame.Rect(left, inner.top, max(1, inner.right - left), inner.height)
        if self.card.cells == BLANK:
            lines = skin.type.wrap(_("Draw a pattern on the grid."), BODY, room.width)
            for number, line in enumerate(lines):
                where = (room.left, room.top + number * skin.type.line(BODY))
                skin.write(surface, line, where, BODY, skin.theme.muted)
            return
        shape = Card("", "", "", 1, self.card.rows())
        y = room.top
        for line in skin.type.wrap(orientations_text(shape), SMALL, room.width):
            skin.write(surface, line, (room.left, y), SMALL, skin.theme.muted)
            y += skin.type.line(SMALL)
        y += px(6)
        draw_orientations(
            surface, skin, pygame.Rect(room.left, y, room.width, max(1, room.bottom - y)), shape
        )


class Checks(Widget):
    """What a card needs, each line ticked or not (None: neither)."""

    def __init__(self, lines: Sequence[tuple[bool | None, str]]) -> None:
        super().__init__()
        self.lines = list(lines)

    def say(self, lines: Sequence[tuple[bool | None, str]]) -> None:
        """Show other lines."""
        if list(lines) != self.lines:
            self.lines = list(lines)
            self.changed()

    def wanted(self, skin: Skin) -> int:
        """Height in real pixels at which nothing is cut."""
        return len(self.lines) * skin.px(26)

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        theme, pitch = skin.theme, skin.px(26)
        for number, (good, text) in enumerate(self.lines):
            y = self.rect.top + number * pitch + pitch // 2
            if good is not None:
                colour = theme.good if good else theme.warn
                picture = icon("check" if good else "cross", skin.px(18), colour)
                surface.blit(picture, picture.get_rect(midleft=(self.rect.left, y)))
            left = self.rect.left + skin.px(28)
            shade = theme.text if good is False else theme.muted
            skin.write(
                surface, text, (left, y), BODY - 1, shade, PLAIN, max(1, self.rect.right - left), "midleft"
            )


class SetSheet(Widget):
    """All cards of a set, small."""

    def __init__(self, own: SetDraft) -> None:
        super().__init__()
        self.own = own

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        skin.panel(surface, self.rect)
        inner = self.rect.inflate(-skin.px(24), -skin.px(24))
        cards = self.own.cards
        if not cards:
            lines = skin.type.wrap(_("No card in this set yet."), BODY, inner.width)
            for number, line in enumerate(lines):
                where = (inner.centerx, inner.centery + number * skin.type.line(BODY))
                skin.write(surface, line, where, BODY, skin.theme.muted, anchor="midbottom")
            return
        columns = 1
        while (inner.width // columns) * RATIO * -(-len(cards) // columns) > inner.height:
            columns += 1
        wide = min(inner.width // columns, skin.px(150))
        high = round(wide * RATIO)
        gap = skin.px(6)
        for number, card in enumerate(cards):
            row, column = divmod(number, columns)
            box = pygame.Rect(inner.left + column * wide, inner.top + row * high, wide, high)
            draw_draft(surface, skin, box.inflate(-gap, -gap), card)
