"""Taika-Mario beside the board: the hand of cards, the four colours, and what turns, takes back and does a turn.

Shows a hand only to those who may see it: to the one person who sits here always, to one of several only in their
turn and after they have said that they are looking (TM3).  Builds nothing itself: the ``TurnBuilder`` does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from client.board.panel import BoardControls, Panel, PanelContent
from client.core.skin import Skin
from client.core.transitions import Transition
from client.core.widget import Widget
from client.core.words import _
from client.games.taika.hand import CardFace, CardWidget, Cover, Head, Swatch
from client.games.taika.turn import TurnBuilder
from client.games.taika.words import CardNames, colour_name
from client.widgets.buttons import Button
from rules.game import State
from rules.taika.layings import orientations_of
from rules.taika.moves import COLOURS
from rules.taika.state import BLIND, TaikaState
from sprites.kit.theme import SMALL

LARGEST_HAND = 6
"""More cards than this in one hand (only from a position of one's own) are not drawn."""
TOOL = 38
"""Logical height of the tools where they stand in a row."""
_TALL = 1.38
"""Height of a card by its width."""


class HandPanel(Panel):
    """The hand, the colours, and the buttons of a turn in the making."""

    def __init__(self, card_name: CardNames) -> None:
        self._card_name = card_name
        self._board: BoardControls | None = None
        self._skin: Skin | None = None
        self._shown: PanelContent | None = None
        self._revealed: int | None = None
        """The seat whose person said, in this turn, that they are looking."""
        self._looked = -1
        """With open hands: the seat whose hand somebody asked to see; -1: nobody asked, so
        the hand that is shown without asking."""
        self.title = Head()
        self.cards = [CardWidget(number, self._take, self._carry) for number in range(LARGEST_HAND)]
        self.swatches = [Swatch(number, self._paint) for number in range(len(COLOURS))]
        self.turn = Button("", self._tool("t"), mark="turn", hint="T", key="turn-card")
        self.mirror = Button("", self._tool("v"), mark="mirror", hint="V", key="mirror-card")
        self.undo = Button("", self._tool("backspace"), mark="back", hint="⌫", key="undo-part")
        self.same = Button("", self._tool("a"), hint="A", size=SMALL + 1, key="all-the-same")
        self.done = Button("", self._do, mark="check", strong=True, key="do-turn")
        self.other = Button("", self._next_hand, mark="arrow-right", key="other-hand")
        self.cover = Cover(self._reveal)

    @property
    def builder(self) -> TurnBuilder:
        """What makes a turn out of what is pressed here."""
        assert self._board is not None and isinstance(self._board.chooser, TurnBuilder)
        return self._board.chooser

    def attach(self, board: BoardControls) -> None:
        self._board = board

    # ---- places

    def height(self, width: int, skin: Skin) -> int:
        high = self._head_high(skin) + self._card_size(width, skin)[1] + 2 * skin.px(8) + skin.px(42)
        return high + skin.px(8) + skin.px(TOOL) if skin.scale.portrait else high

    def _head_high(self, skin: Skin) -> int:
        return skin.type.line(SMALL) + skin.px(6)

    def _card_size(self, width: int, skin: Skin) -> tuple[int, int]:
        """Three cards and a column of tools share the width; under the board the tools stand in a row below."""
        if skin.scale.portrait:
            wide = (skin.scale.width // 2 - skin.px(16) - 2 * skin.px(8)) // 3
            return max(1, wide), max(1, round(wide * _TALL))
        wide = min(skin.px(98), (width - skin.px(88) - 3 * skin.px(8)) // 3)
        return max(1, wide), max(1, round(wide * _TALL))

    def layout(self, rect: pygame.Rect, skin: Skin, state: State, order: Sequence[int]) -> None:
        self._skin = skin
        gap = skin.px(8)
        head = self.title.rect = pygame.Rect(rect.left, rect.top, rect.width, self._head_high(skin))
        high = head.height - skin.px(2)
        self.other.rect = pygame.Rect(rect.right - high * 2, rect.top, high * 2, high)
        row = pygame.Rect(rect.left, rect.bottom - skin.px(42), rect.width, skin.px(42))
        side = min(row.height, max(8, (row.width - 8 * gap) // 8))
        for number, swatch in enumerate(self.swatches):
            swatch.rect = pygame.Rect(row.left + number * (side + gap), row.top, side, row.height)
        left = row.left + 4 * (side + gap)
        self._place_last(pygame.Rect(left, row.top, row.right - left, row.height), skin)
        area = pygame.Rect(rect.left, head.bottom, rect.width, max(1, row.top - gap - head.bottom))
        self.hand_area = self._place_tools(area, skin)
        self.cover.place(self.hand_area, skin)

    def _place_tools(self, area: pygame.Rect, skin: Skin) -> pygame.Rect:
        """Put what turns, mirrors and takes back in a column at the right, or under the board in a row below;
        returns what is left for the cards."""
        gap, tools = skin.px(8), (self.turn, self.mirror, self.undo)
        if skin.scale.portrait:
            high = min(skin.px(TOOL), area.height // 3)
            wide = (area.width - gap * (len(tools) - 1)) // len(tools)
            for number, tool in enumerate(tools):
                left = area.left + number * (wide + gap)
                tool.rect = pygame.Rect(left, area.bottom - high, max(1, wide), max(1, high))
            return pygame.Rect(area.left, area.top, area.width, max(1, area.height - high - gap))
        each = (area.height - gap * (len(tools) - 1)) // len(tools)
        wide = skin.px(80)
        for number, tool in enumerate(tools):
            top = area.top + number * (each + gap)
            tool.rect = pygame.Rect(area.right - wide, top, wide, max(1, each))
        return pygame.Rect(area.left, area.top, max(1, area.width - wide - gap), area.height)

    def _place_last(self, room: pygame.Rect, skin: Skin) -> None:
        """The two buttons at the end of the lowest row: what does not fit is left out, keys first, then words."""
        gap = skin.px(8)
        self.same.text, self.same.hint, self.done.text = _("All alike"), "A", _("Do it")
        if self.same.wanted(skin)[0] + self.done.wanted(skin)[0] + gap > room.width:
            self.same.hint = ""
        if self.same.wanted(skin)[0] + self.done.wanted(skin)[0] + gap > room.width:
            self.done.text = ""
        least = min(self.done.wanted(skin)[0], room.width // 3)
        for self.same.size in (SMALL + 1, SMALL, SMALL - 1, SMALL - 2):
            if self.same.wanted(skin)[0] + least + gap <= room.width:
                break
        wide = max(1, min(self.same.wanted(skin)[0], room.width - least - gap))
        self.same.rect = pygame.Rect(room.left, room.top, wide, room.height)
        left = self.same.rect.right + gap
        self.done.rect = pygame.Rect(left, room.top, max(1, room.right - left), room.height)

    def widgets(self) -> Sequence[Widget]:
        return (
            self.title, *self.cards, self.cover, self.turn, self.mirror, self.undo,
            *self.swatches, self.same, self.done, self.other,
        )  # fmt: skip

    # ---- what is shown

    def show(self, shown: PanelContent) -> None:
        state = shown.state
        if not isinstance(state, TaikaState) or self._skin is None:
            return
        self._shown = shown
        seat, hidden = self.whose(shown)
        self._show_cards(state, seat, hidden, shown)
        builder = self.builder
        blind = None if seat is None else COLOURS[BLIND[state.setup.characters[seat]]]
        for swatch in self.swatches:
            now = (swatch.colour == builder.brush and shown.may, swatch.colour == blind)
            if now != (swatch.on_brush, swatch.blind):
                swatch.on_brush, swatch.blind = now
                swatch.changed()
        for button, can in (
            (self.turn, bool(builder.made.card)),
            (self.mirror, bool(builder.made.card)),
            (self.undo, builder.begun),
            (self.same, len(builder.made.paints) > 1),
            (self.done, builder.ready() is not None),
        ):
            if button.enabled != can:
                button.enabled = can
                button.changed()
        self.other.visible = state.setup.open_hands and len(shown.names) > 1
        self.title.say(self._heading(state, seat, shown), self._pile(state), self.other.visible)

    def whose(self, shown: PanelContent) -> tuple[int | None, bool]:
        """Whose hand lies here, and whether it is still covered (TM3)."""
        state = shown.state
        assert isinstance(state, TaikaState)
        if state.setup.open_hands:
            usual = shown.here[0] if len(shown.here) == 1 else state.mover
            return (self._looked if self._looked >= 0 else usual), False
        here = [seat for seat in shown.here if state.at[seat] is not None] or list(shown.here)
        if len(here) == 1 and (len(shown.here) == 1 or state.turn is not None):
            return here[0], False
        if not here or not shown.may:
            self._revealed = None
            return None, True
        if self._revealed != state.mover:
            self._revealed = None
        return state.mover, self._revealed is None

    def _show_cards(self, state: TaikaState, seat: int | None, hidden: bool, shown: PanelContent) -> None:
        hand: tuple[str | None, ...] = state.hands[state.mover if seat is None else seat]
        if hidden or seat is None:
            hand = (None,) * len(hand)
        hand = hand[:LARGEST_HAND]
        mine = shown.may and seat == state.mover and not hidden
        builder = self.builder
        castable = builder.castable() if mine else frozenset()
        held = builder.made.card if mine else ""
        taken = False
        for number, widget in enumerate(self.cards):
            card = hand[number] if number < len(hand) else None
            face = CardFace() if number < len(hand) else None
            if card is not None:
                rows = state.setup.rows(card) or ()
                face = CardFace(card, self._card_name(card), rows)
                if mine:
                    chosen = card == held and not taken
                    taken = taken or chosen
                    look = "chosen" if chosen else "lit" if card in castable else "dim"
                    way = orientations_of(rows)[builder.made.way] if chosen else ()
                    face = face._replace(state=look, shown=way)
            widget.show(face, self._card_rect(number, len(hand)), enabled=mine and card is not None)
        covered = hidden and seat is not None
        if builder.seal(covered) and self._board is not None:
            self._board.mark()  # nothing on the board may tell what is in a covered hand
        self.cover.say(shown.names[state.mover] if covered else "")

    def _card_rect(self, number: int, count: int) -> pygame.Rect:
        assert self._skin is not None
        area, gap = self.hand_area, self._skin.px(8)
        count = max(3, count)
        wide = max(1, min(round(area.height / _TALL), (area.width - gap * (count - 1)) // count))
        return pygame.Rect(
            area.left + number * (wide + gap), area.top, wide, min(area.height, round(wide * _TALL))
        )

    def _heading(self, state: TaikaState, seat: int | None, shown: PanelContent) -> str:
        if seat is None:
            return _("Hands are hidden")
        if self.cover.visible:
            return _("Hand of {name}").format(name=shown.names[seat])
        blind = colour_name(COLOURS[BLIND[state.setup.characters[seat]]])
        own = seat in shown.here and len(shown.here) == 1
        if own and state.at[seat] is None:
            return _("You are out")
        text = _("Your hand, blind to {colour}") if own else _("Hand of {name}, blind to {colour}")
        return text.format(name=shown.names[seat], colour=blind)

    def _pile(self, state: TaikaState) -> str:
        return _("Deck {n}").format(n=len(state.deck))

    # ---- what is pressed

    def shortcut(self, key: str) -> bool:
        if key not in ("c", "pad-y") or not self.cover.visible:
            return False
        self._reveal()
        return True

    def _take(self, card: str) -> None:
        if self._board is not None and self.builder.hold(card):
            self._board.call_focus()

    def _carry(self, card: str, at: tuple[int, int], let_go: bool) -> None:
        """A card is dragged over the board: it shows what it would do there, and lies there if let go."""
        board, view = self._board, self._board.view if self._board is not None else None
        if board is None or view is None or not self.builder.lift(card):
            return
        place = view.square_at(at) or ""
        board.point_at(place)
        board.tell()
        if let_go:
            board.pick(place)

    def _paint(self, colour: str) -> Transition | None:
        if self._board is not None and self.builder.paint(colour):
            self._board.tell()
        return None

    def _tool(self, key: str) -> Callable[[], Transition | None]:
        def use() -> Transition | None:
            if self._board is not None:
                self._board.shortcut(key)
            return None

        return use

    def _do(self) -> Transition | None:
        if self._board is not None:
            self._board.act()
        return None

    def _reveal(self) -> Transition | None:
        if self._shown is not None and isinstance(self._shown.state, TaikaState):
            self._revealed = self._shown.state.mover
            self.show(self._shown)
            if self._board is not None:
                self._board.call_focus()
        return None

    def _next_hand(self) -> Transition | None:
        if self._shown is not None:
            seat, _hidden = self.whose(self._shown)
            self._looked = (0 if seat is None else seat + 1) % len(self._shown.names)
            self.show(self._shown)
        return None
