"""The card browser: all sets as drawn cards, the chosen one large with its orientations (TM6, TM15).

Shows what the rules' card sets and the player's own folder hold; changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pygame

from client.core.scene import Push
from client.core.services import Services
from client.core.skin import BOLD, PLAIN, TITLE, Skin
from client.core.transitions import Transition
from client.core.widget import Widget
from client.core.words import _, language, ngettext
from client.games.taika.card_pictures import RATIO, draw_card, draw_orientations, orientations_text
from client.games.taika.card_sets import GAME, Shelf, card_name, deck_cards, set_name, shelf_of, trouble_text
from client.games.taika.workshop import WorkshopScene
from client.widgets.buttons import Button
from client.widgets.framed_scene import FramedScene
from client.widgets.gallery import Gallery
from client.widgets.tabs import Tabs
from client.widgets.texts import Label
from rules.taika.cards import Card, CardSet, built_in
from sprites.kit.theme import BODY, LARGE, SMALL

ALL = ""
MATCH = ":match"
"""Tab of the cards that are in the deck of one match; no set can have such an id."""


class ShownCard(NamedTuple):
    """A card and the set that it is in."""

    card: Card
    home: CardSet
    own: bool


def copies_text(copies: int) -> str:
    """How many copies of a card the deck holds."""
    return ngettext("{n} copy", "{n} copies", copies).format(n=copies)


class CardSheet(Widget):
    """One card large: both names, set, copies, orientations, and what the signs mean."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: ShownCard | None = None

    def show(self, shown: ShownCard | None) -> None:
        """Show another card."""
        if shown != self.shown:
            self.shown = shown
            self.changed()

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        skin.panel(surface, self.rect, accent=True)
        if self.shown is None:
            return
        px = skin.px
        inner = self.rect.inflate(-px(40), -px(32))
        card = self.shown.card
        beside = inner.width > inner.height
        if beside:
            wide = min(round(inner.height / RATIO), inner.width * 2 // 5)
            picture = pygame.Rect(inner.left, inner.top, wide, inner.height)
            text = pygame.Rect(picture.right + px(24), inner.top, inner.width - wide - px(24), inner.height)
        else:
            high = min(inner.height * 46 // 100, round(inner.width * RATIO))
            picture = pygame.Rect(inner.left, inner.top, inner.width, high)
            top = picture.bottom + px(12)
            text = pygame.Rect(inner.left, top, inner.width, inner.bottom - top)
        draw_card(surface, skin, picture, card.rows, card.id, card_name(card, language()))
        y = self._words(surface, skin, text)
        room = pygame.Rect(text.left, y, text.width, max(1, text.bottom - y))
        draw_orientations(surface, skin, room, card)

    def _words(self, surface: pygame.Surface, skin: Skin, text: pygame.Rect) -> int:
        """The lines about the card; where they end."""
        assert self.shown is not None
        card, home, _own = self.shown
        theme = skin.theme
        other = "en" if language() == "fi" else "fi"
        lines = [
            (card_name(card, language()), LARGE, TITLE, theme.text),
            (card_name(card, other), BODY, PLAIN, theme.muted),
            (f"{set_name(home, language())}  ·  {copies_text(card.copies)}", BODY, BOLD, skin.accent),
            (_("Block: obstacle needed.  Ring: new obstacle."), SMALL, PLAIN, theme.muted),
            (orientations_text(card), SMALL, PLAIN, theme.muted),
        ]
        y = text.top
        for line, size, face, colour in lines:
            for part in skin.type.wrap(line, size, text.width, face):
                skin.write(surface, part, (text.left, y), size, colour, face, text.width)
                y += skin.type.line(size, face)
        return y + skin.px(8)


class CardsScene(FramedScene):
    """Every card of every set; ``chosen_set`` is shown first (empty: all), ``chosen`` is the card shown large.

    With the ``options`` of a match or table the cards of its deck come first, other people's own ones too.
    """

    title = "cards"

    def __init__(
        self,
        services: Services,
        chosen_set: str = ALL,
        chosen: str = "",
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.game = GAME
        self.chosen_set = chosen_set if options is None else MATCH
        self.options = options
        self.chosen = chosen
        self.shelf: Shelf = shelf_of(services.home)
        super().__init__(services)

    def heading(self) -> str:
        return _("Cards")

    def top_widgets(self) -> list[Button]:
        return [Button(_("Card workshop"), self._workshop, mark="gear", key="workshop")]

    def sets(self) -> list[tuple[CardSet, bool]]:
        """All sets, the built-in ones first, and whether each is the player's own."""
        found = [(one, False) for one in built_in()] + [(one, True) for one in self.shelf.sets()]
        if self.options is not None:
            name = _("In this game")
            found.insert(0, (CardSet(MATCH, name, name, deck_cards(self.options)), False))
        return found

    def entered(self) -> None:
        """Back from the workshop the sets may be others."""
        self.relayout()

    def fill(self) -> None:
        px, body = self.px, self.body
        self.all = self.sets()
        names = [(one.id, set_name(one, language())) for one, _own in self.all]
        tabs = [(ALL, _("All sets")), *names]
        if self.options is not None:
            tabs[:2] = tabs[1], tabs[0]
        self.tabs = self.add(Tabs(tabs, self.chosen_set, self._filter, key="sets"))
        self.chosen_set = self.tabs.value
        self.tabs.rect = pygame.Rect(body.left, body.top, body.width, px(44))
        self.tabs.fit(self.skin)
        top, bottom = self.tabs.rect.bottom + px(16), self._warn()
        if self.scale.portrait:
            split = (bottom - top) * 11 // 20
            grid = pygame.Rect(body.left, top, body.width, split)
            sheet = pygame.Rect(
                body.left, grid.bottom + px(16), body.width, max(1, bottom - grid.bottom - px(16))
            )
        else:
            wide = body.width * 13 // 20
            grid = pygame.Rect(body.left, top, wide, max(1, bottom - top))
            sheet = pygame.Rect(grid.right + px(24), top, body.width - wide - px(24), grid.height)
        self.grid: Gallery[ShownCard] = self.add(
            Gallery(
                self._cards(), self._draw, (136, 180), on_choose=self._show, key="cards",
                empty=_("There is no card in this set."),
            )
        )  # fmt: skip
        self.grid.rect = grid
        ids = [shown.card.id for shown in self.grid.items]
        self.grid.index = ids.index(self.chosen) if self.chosen in ids else 0
        self.grid.fit(self.skin)
        self.sheet = self.add(CardSheet())
        self.sheet.rect = sheet
        self._show()

    def _warn(self) -> int:
        """Say which own files can't be used, at the bottom; where the room above it ends."""
        body = self.body
        troubles = [one for one in self.shelf.files() if one.trouble is not None]
        if not troubles:
            return body.bottom
        text = trouble_text(troubles[0])
        if len(troubles) > 1:
            more = len(troubles) - 1
            text += "  " + ngettext("And {n} more.", "And {n} more.", more).format(n=more)
        label = self.add(Label(text, size=SMALL + 1, role="warn", mark="warning"))
        high = min(label.wanted(self.skin, body.width)[1], body.height // 4)
        label.rect = pygame.Rect(body.left, body.bottom - high, body.width, high)
        return label.rect.top - self.px(12)

    def _cards(self) -> list[ShownCard]:
        return [
            ShownCard(card, home, own)
            for home, own in self.all
            if home.id == self.chosen_set or (self.chosen_set == ALL and home.id != MATCH)
            for card in home.cards
        ]

    def _draw(
        self, surface: pygame.Surface, skin: Skin, rect: pygame.Rect, shown: ShownCard, chosen: bool
    ) -> None:
        room = rect.inflate(-skin.px(16), -skin.px(16))
        card = shown.card
        draw_card(surface, skin, room, card.rows, card.id, card_name(card, language()))

    def _filter(self) -> Transition | None:
        self.chosen_set = self.tabs.value
        self.grid.items = self._cards()
        self.grid.index = self.grid.offset = 0
        self.grid.fit(self.skin)
        self.grid.changed()
        return self._show()

    def _show(self) -> Transition | None:
        shown = self.grid.chosen
        self.chosen = shown.card.id if shown is not None else ""
        self.sheet.show(shown)
        return None

    def _workshop(self) -> Transition | None:
        shown = self.grid.chosen
        if shown is not None and shown.own:
            return Push(WorkshopScene(self.services, shown.home.id, shown.card.id))
        return Push(WorkshopScene(self.services))
