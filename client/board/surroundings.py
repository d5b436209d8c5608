"""Everything around the board: the players, the game's panel, the moves, the hint, what must be said, the actions.

Places these widgets and keeps them in step with the match as it is shown.  Decides nothing: what a button does is
handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import pygame

from client.board import notices, telling
from client.board.arrange import Places, arrange
from client.board.bar import Bar
from client.board.board_widget import BoardWidget
from client.board.guide import Guide
from client.board.hint import HintBox
from client.board.look import ANSWER, Extra
from client.board.movelist import MoveLine, MoveList
from client.board.notice import NoticeBox, Reply
from client.board.panel import PanelContent
from client.board.player_cards import Players
from client.board.shortcuts import BOOK, FLIP, HELP, LEAVE, MENU
from client.board.shown_match import ShownMatch
from client.core.evening import Evening
from client.core.skin import Skin
from client.core.transitions import Transition
from client.core.widget import Action, Widget
from client.core.words import _, language
from client.widgets.buttons import Button


class SurroundingsCallbacks(NamedTuple):
    """What is done when something around the board is pressed."""

    look_at: Callable[[int], Transition | None]
    """Show the position after so many steps."""
    extra: Callable[[Extra], Transition | None]
    """Somebody wants to do this."""
    actions: Mapping[str, Action]
    """By the names of ``client.board.shortcuts`` and ``client.board.notices``."""


class Surroundings:
    """The widgets around one board."""

    def __init__(
        self,
        shown: ShownMatch,
        board: BoardWidget,
        guide: Guide,
        evening: Evening,
        calls: SurroundingsCallbacks,
    ) -> None:
        look = shown.look
        art = look.art()
        self.panel = look.panel()
        self.panel.attach(board)
        self.players = Players(look, art)
        self.moves = MoveList(look.colour, calls.look_at, _("No moves yet"))
        self.hint = HintBox(art)
        self.notice = NoticeBox()
        self.bar = Bar()
        self.places = Places(*(pygame.Rect(0, 0, 0, 0) for _each in Places._fields))
        self._shown, self._board, self._guide, self._evening, self._calls = (
            shown, board, guide, evening, calls,
        )  # fmt: skip
        self._lines: list[MoveLine] = []
        self._language = language()
        """What those lines are written in."""
        self._players_due = False
        """Whether the players are to be shown anew once the board is at rest."""

    # ---- places

    def layout(self, skin: Skin, canvas: pygame.Surface) -> None:
        """Place everything for the window of ``skin``, and paint on ``canvas`` what never changes."""
        if self._language != language():
            self._language = language()
            self.forget_lines()
            self.moves.empty = _("No moves yet")
        shown, scale = self._shown, skin.scale
        wide = max(1, min(scale.px(420), scale.width - scale.px(80)))
        self.places = places = arrange(scale, len(shown.match.seats), self.panel.height(wide, skin))
        self.panel.layout(places.panel, skin, shown.match.state, shown.order())
        self.panel.ground(canvas, skin)
        self.players.rect, self.moves.rect, self.hint.rect = places.players, places.moves, places.hint
        self.bar.rect = places.bar
        self.moves.fit(skin)

    def widgets(self) -> tuple[Widget, ...]:
        """In the order of the focus: what a turn is made with comes first, for those who go step by step."""
        return (self.players, *self.panel.widgets(), self.moves, self.hint, self.notice, self.bar)

    # ---- what is shown

    def forget_lines(self) -> None:
        """The moves written so far are others now."""
        self._lines = []

    def refresh(self, skin: Skin, device: str) -> None:
        """Bring all widgets to what is known now; ``device``: what is used here."""
        shown = self._shown
        short = [telling.shortened(name) for name in shown.names]
        self._lines = telling.lines(shown.place.history.moments, shown.look, short, self._lines)
        turn = shown.match.state.turn
        self.moves.show(self._lines, shown.place.shown, (turn,) if turn in shown.here else shown.here)
        self._players_due = self._board.picture.busy
        if not self._players_due:
            self.show_players()
        self.show_panel()
        notice, replies = notices.to_say(shown)
        self.notice.say(notice, [self._reply(reply) for reply in replies], skin)
        self._place_notice(skin)
        self.say_hint(device)

    def tick(self) -> None:
        """Let time pass: the players are shown as they are once what happened has been seen, so that no candle
        goes out before the spell lands."""
        if self._players_due and not self._board.picture.busy:
            self._players_due = False
            self.show_players()

    def show_players(self) -> None:
        """Show the players as they are at the moment on the board."""
        shown, place = self._shown, self._shown.place
        self.players.show(
            telling.player_cards(shown.match, shown.look, place.past, shown.order(), place.newest)
        )

    def show_panel(self) -> None:
        """Show in the game's panel the position on the board, and the choice being made."""
        shown = self._shown
        may = self._board.chooser.state is not None
        tally = self._evening.tally(shown.names)
        self.panel.show(PanelContent(shown.state, shown.here, shown.names, may, tally))

    def say_hint(self, device: str) -> None:
        """Say what is to be said now about the turn or the choice."""
        self.hint.say(self._guide.hint(self._shown, device))

    def show_bar(self, skin: Skin) -> None:
        """The actions at the bottom, each with its key; nothing else is laid out anew when they change."""
        actions = self._calls.actions
        buttons = [Button(_("Flip"), actions[FLIP], mark="flip", hint="F", key=FLIP)]
        buttons += [self._extra_button(extra) for extra in self._bar_extras()]
        book = self._shown.look.book_name()
        if book:
            buttons.append(Button(book, actions[BOOK], mark="cards", hint="K", key=BOOK))
        buttons.append(Button(_("Help"), actions[HELP], mark="book", hint="F1", key=HELP))
        buttons.append(Button(_("Menu"), actions[MENU], mark="gear", hint="F10", key=MENU))
        buttons.append(Button(_("Leave"), actions[LEAVE], mark="door", hint=_("Esc"), key=LEAVE))
        self.bar.show(buttons, skin)

    def renew_bar(self, skin: Skin) -> None:
        """Show the bar anew if what may be done is no longer what it offers."""
        keys = [button.key for button in self.bar.buttons if button.key.startswith("extra-")]
        if keys != [_extra_key(extra) for extra in self._bar_extras()]:
            self.show_bar(skin)

    # ---- inside

    def _bar_extras(self) -> list[Extra]:
        """What may be done now and stands in the bar; answers stand where the question does."""
        return [extra for extra in self._shown.extras() if extra.kind != ANSWER]

    def _extra_button(self, extra: Extra) -> Button:
        return Button(
            extra.label, self._asking(extra), mark=extra.icon, hint=extra.key.upper(), key=_extra_key(extra)
        )

    def _asking(self, extra: Extra) -> Action:
        return lambda: self._calls.extra(extra)

    def _reply(self, reply: str | Extra) -> Reply:
        if isinstance(reply, Extra):
            return Reply(reply.label, self._asking(reply), reply.icon)
        label, mark = notices.wording(reply, self._shown.place.playing)
        return Reply(label, self._calls.actions[reply], mark)

    def _place_notice(self, skin: Skin) -> None:
        """What must be said stands in the hint's place, unless somebody here needs the hint for a turn."""
        notice, places, moves = self.notice, self.places, self.places.moves
        instead = notice.visible and not self._board.chooser.targets()
        if notice.visible:
            high = notice.wanted(skin, places.hint.width)
            where, moves = places.with_notice(high, instead, skin.px(28), skin.px(8))
            if where != notice.rect:
                notice.rect = where
                notice.changed()
            notice.fit(skin)
        if moves != self.moves.rect:
            self.moves.rect = moves
            self.moves.fit(skin)
            self.moves.show_chosen()
            self.moves.changed()
        self.hint.visible = not instead


def _extra_key(extra: Extra) -> str:
    return f"extra-{extra.action}"
