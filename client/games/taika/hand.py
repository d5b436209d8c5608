"""What lies in Taika-Mario's hand panel: cards, colour swatches, the cover over a hand, the line above it.

Widgets that show what they are told and call what they are given; they know no state and no turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from client.core.intents import Drag, Intent, Press, Release
from client.core.skin import BOLD, Skin
from client.core.transitions import Transition
from client.core.widget import Widget
from client.core.words import _
from client.games.taika.sigils import sigil_of
from client.widgets.buttons import Button, Pressable
from rules.taika.moves import COLOURS
from sprites.cards.cards import card_back, card_image
from sprites.kit.emblems import icon
from sprites.kit.theme import BODY, SMALL
from sprites.pieces.walkers import Walkers


class CardFace(NamedTuple):
    """What one place of the hand shows."""

    card: str | None = None
    """The card's id, None while it is face down."""
    name: str = ""
    rows: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    """The pattern as it is turned now; empty: as it is printed."""
    state: str = "plain"
    """See ``sprites.cards.cards.STATES``."""


class CardWidget(Pressable):
    """One card of the hand, face up or face down; pressing takes it up, dragging carries it to the board."""

    def __init__(
        self,
        number: int,
        take: Callable[[str], None],
        carry: Callable[[str, tuple[int, int], bool], None],
    ) -> None:
        """``carry``: the card is dragged to a place in the window, and let go there or not yet."""
        super().__init__(self._take)
        self.key = f"card-{number}"
        self.number = number
        self.face = CardFace()
        self._call = take
        self._carry = carry
        self._carried = False

    @property
    def card(self) -> str | None:
        """The card's id, None while it is face down."""
        return self.face.card

    @property
    def state(self) -> str:
        """How the card lies: see ``sprites.cards.cards.STATES``."""
        return self.face.state

    def show(self, face: CardFace | None, rect: pygame.Rect, enabled: bool) -> None:
        """Show ``face`` in ``rect`` from now on (None: no card); ``enabled``: it may be taken up."""
        now = (face is not None, face or CardFace(), rect, enabled)
        if now != (self.visible, self.face, self.rect, self.enabled):
            self.visible, self.face, self.rect, self.enabled = now
            self.changed()

    def handle(self, intent: Intent) -> Transition | None:
        if isinstance(intent, Press):
            self._carried = False
        elif isinstance(intent, (Drag, Release)) and intent.button == 1 and self.enabled:
            drags, at = isinstance(intent, Drag), (intent.x, intent.y)
            out = not self.rect.collidepoint(at)
            if out and self.card is not None and (drags or self._carried):
                self._carry(self.card, at, not drags)
            self._carried = out and drags
        return super().handle(intent)

    def _take(self) -> Transition | None:
        if self.card is not None:
            self._call(self.card)
        return None

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        if self.rect.width < 4 or self.rect.height < 4:
            return
        rect = self.rect.move(0, skin.px(2)) if self.pressed else self.rect
        face = self.face
        if face.card is None:
            surface.blit(card_back(rect.size, skin.theme, skin.accents), rect)
        else:
            image = card_image(
                face.rows, rect.size, skin.theme, skin.accents, skin.type,
                name=face.name, emblem=sigil_of(face.card), state=face.state, orientation_rows=face.shown or None,
            )  # fmt: skip
            surface.blit(image, rect)
            if self.enabled:
                self._number(surface, skin, rect)
        if self.focused:
            skin.ring(surface, rect)

    def _number(self, surface: pygame.Surface, skin: Skin, rect: pygame.Rect) -> None:
        """The key that takes it up, in the corner."""
        side = skin.type.line(SMALL)
        chip = pygame.Rect(rect.left + skin.px(4), rect.bottom - skin.px(4) - side, side, side)
        skin.plate(surface, chip, (*skin.theme.sky_bottom, 220), skin.theme.border, 5)
        skin.write(
            surface, str(self.number + 1), chip.center, SMALL - 2, skin.theme.text, BOLD, anchor="center"
        )


class Swatch(Pressable):
    """One obstacle colour: on the brush or not, and whether one is blind to it."""

    def __init__(self, number: int, choose: Callable[[str], Transition | None]) -> None:
        super().__init__(lambda: choose(COLOURS[number]))
        self.colour = COLOURS[number]
        self.key = f"colour-{self.colour}"
        self.number = number
        self.on_brush = False
        self.blind = False
        self._art = Walkers()

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        theme = skin.theme
        if self.rect.width < 8:
            return
        fill = skin.glow_fill(0.3) if self.on_brush else theme.panel_raised if self.hovered else theme.panel
        edge = skin.accent if self.on_brush else theme.border
        skin.plate(surface, self.rect, fill, edge, 8, 3 if self.on_brush else 1.5)
        side = max(8, min(self.rect.width, self.rect.height) - skin.px(8))
        image = self._art.image(self.colour, side)
        surface.blit(image, image.get_rect(center=self.rect.center))
        if self.blind:
            small = max(10, self.rect.height * 9 // 20)
            chip = pygame.Rect(0, 0, small + 4, small + 4)
            chip.bottomright = (self.rect.right + 1, self.rect.bottom + 1)
            skin.plate(surface, chip, (*theme.sky_bottom, 255), theme.bad, 6)
            mark = icon("blind", small, theme.bad)
            surface.blit(mark, mark.get_rect(center=chip.center))
        if self.focused:
            skin.ring(surface, self.rect, 8)


class Cover(Widget):
    """Lies over the cards until the one whose they are says so; invisible otherwise."""

    def __init__(self, reveal: Callable[[], Transition | None]) -> None:
        super().__init__()
        self.visible = False
        self.name = ""
        self.button = Button("", reveal, mark="eye", hint="C", strong=True, key="show-cards")

    def children(self) -> Sequence[Widget]:
        return (self.button,)

    def place(self, rect: pygame.Rect, skin: Skin) -> None:
        """Lie over ``rect``."""
        self.rect = rect.copy()
        high = min(skin.px(44), rect.height // 2)
        self.button.rect = pygame.Rect(rect.left, rect.bottom - high - skin.px(10), rect.width, high)
        self.button.rect.inflate_ip(-skin.px(24), 0)

    def say(self, name: str) -> None:
        """Cover the hand of ``name``; empty: uncover."""
        text = _("Show my cards") if name else ""
        if (name, text) != (self.name, self.button.text):
            self.name, self.button.text, self.visible = name, text, bool(name)
            self.changed()

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        skin.plate(surface, self.rect, (*skin.theme.sky_bottom, 225), skin.accent)
        width = max(1, self.rect.width - skin.px(16))
        lines = skin.type.wrap(_("Pass the screen to {name}").format(name=self.name), BODY, width, BOLD)[:2]
        top = self.rect.top + skin.px(8)
        for line in lines:
            skin.write(surface, line, (self.rect.centerx, top), BODY, None, BOLD, width, "midtop")
            top += skin.type.line(BODY, BOLD)
        self.button.paint(surface, skin)


class Head(Widget):
    """The line over the cards: whose they are at the left, how many are left at the right."""

    def __init__(self) -> None:
        super().__init__()
        self.text, self.pile, self.tool = "", "", False

    def say(self, text: str, pile: str, tool: bool) -> None:
        """Show these; ``tool``: a button stands at the right end."""
        if (text, pile, tool) != (self.text, self.pile, self.tool):
            self.text, self.pile, self.tool = text, pile, tool
            self.changed()

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        right = self.rect.right - (self.rect.height * 2 + skin.px(4) if self.tool else 0)
        written = skin.write(
            surface, self.pile, (right, self.rect.top), SMALL, skin.theme.muted, anchor="topright"
        )
        width = max(1, written.left - self.rect.left - skin.px(8))
        skin.write(surface, self.text, self.rect.topleft, SMALL, skin.theme.text, BOLD, width)
