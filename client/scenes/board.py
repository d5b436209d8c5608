"""The board scene: one match, played, watched or replayed; the same for all games.

Puts the board, what stands around it and the parts that decide what is shown together, gives them intents and the
hub's events, and does what they ask for: sends to the hub, opens other scenes.  What a game looks like is its
look's, what a click chooses the board widget's, what may be done the rules'.
"""

from __future__ import annotations

import pygame

from client.board import notices, shortcuts
from client.board.board_widget import BoardCallbacks, BoardWidget
from client.board.finish import Finish, FinishCallbacks
from client.board.guide import Guide
from client.board.match_actions import MatchActions
from client.board.menu import part_menu
from client.board.notation_input import NotationCallbacks, NotationInput
from client.board.pace import Pace
from client.board.questions import Questions
from client.board.refusals import Refusals
from client.board.shortcuts import Shortcuts
from client.board.shown_match import ShownMatch
from client.board.surroundings import Surroundings, SurroundingsCallbacks
from client.core.intents import Cancel, Intent, Menu, Page, Scroll, Shortcut
from client.core.overlay import Open
from client.core.scene import Push, Replace, Scene
from client.core.services import Services
from client.core.transitions import Stay, Transition
from client.core.widget import Action
from client.games.registry import look_of
from net.events import Event, Failed, Match, MatchChanged, MatchStarted, RematchOffered, Stepped


class BoardScene(Scene):
    """One match in the window."""

    title = "board"

    def __init__(self, services: Services, match: Match) -> None:
        self.game = match.game
        super().__init__(services)
        self.look = look_of(match.game)
        self.look.fit(match.state, match.options)
        self.shown = shown = ShownMatch(match, self.look)
        self.board = board = BoardWidget(
            self.look,
            shown.state.pieces(),
            BoardCallbacks(
                on_action=self._act,
                on_refused=lambda action, place: self.refusals.refuse(action, place),
                on_change=self._choice_changed,
                on_menu=self._part_menu,
            ),
            reduced=services.settings.reduced_motion,
            sound=services.audio.play,
        )
        self.pace = Pace(shown, board.picture)
        self.questions = Questions(shown, self._act, self.drop_closed)
        self.actions = MatchActions(shown, services, self.questions)
        self.notation = NotationInput(
            board,
            NotationCallbacks(
                on_action=self._act,
                on_menu=lambda: self._follow(self._part_menu()),
                on_refused=lambda error, place: self.refusals.refuse_typed(error, place),
                is_shortcut=lambda key: self.keys.may_begin_a_move(key),
                press=lambda key: self._follow(self.keys.press(key)),
                on_change=self._say_hint,
            ),
        )
        self.guide = Guide(self.look, board, self.notation)
        self.refusals = Refusals(
            shown, board, self.guide, services.audio.play, services.clock, self._say_hint
        )
        actions = self._actions()
        self.around = Surroundings(
            shown,
            board,
            self.guide,
            services.evening,
            SurroundingsCallbacks(self.look_at, self.questions.ask_extra, actions),
        )
        self.finish = Finish(
            shown,
            services.evening,
            FinishCallbacks(self._rematch, self._replay, self.actions.save_and_leave, services.audio.play),
            lambda: self.around.places.board,
        )
        self.keys = Shortcuts(shown, board, self.around.panel, self.questions, self.notation, actions)
        self._canvas = pygame.Surface((1, 1))

    # ---- layout and painting

    def layout(self) -> None:
        self._canvas = canvas = pygame.Surface((max(1, self.scale.width), max(1, self.scale.height)))
        self.services.backdrop(canvas, canvas.get_rect(), self.scale)
        around = self.around
        around.layout(self.skin, canvas)
        self.board.place(around.places.board, self.skin, self.shown.flip, around.panel.trays(), canvas)
        around.hint.view = self.board.view
        for widget in (self.board, *around.widgets()):
            self.add(widget)
        around.show_bar(self.skin)
        self._refresh()

    def entered(self) -> None:
        """Here, or back from the settings."""
        self.board.picture.reduce(self.services.settings.reduced_motion)
        self.around.show_bar(self.skin)
        self._refresh()

    def paint_below(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        surface.blit(self._canvas, clip.topleft, clip)

    # ---- time

    def tick(self, now: float) -> Transition | None:
        if not self.services.focused:
            self.board.picture.sleep()
        for rect in self.board.picture.touched():
            self.damage(rect)
        if self.guide.tick(now):
            self._say_hint()
        if self.pace.tick(now):
            self._refresh()
        self.notation.tick(now)
        self.around.tick()
        card = self.finish.tick(self.board.picture.busy)
        if card is not None:
            self.ask(card)
        return None

    def wakes_at(self, now: float) -> float | None:
        result = now if self.finish.due else None
        times = (self.pace.wakes_at(), self.guide.wakes_at(), self.notation.wakes_at(), result)
        return min((time for time in times if time is not None), default=None)

    # ---- intents

    def handle(self, intent: Intent) -> Transition | None:
        if self.services.focused:
            self.board.picture.wake(self.services.clock())
        overlay = self.overlays[-1] if self.overlays else None
        if self.keys.types(intent, overlay, self.services.clock()):
            return Stay()
        before = self.services.device
        wish = super().handle(intent)
        if self.services.device != before:
            self.around.show_panel()
            self._say_hint()
        return wish

    def unhandled(self, intent: Intent) -> Transition | None:
        if isinstance(intent, Cancel):
            if not self.shown.place.newest and not self.shown.record:
                return self.look_at(self.shown.place.last)
            return self.actions.leave()
        if isinstance(intent, Menu):
            return self._menu()
        if isinstance(intent, Page):
            goal = self.shown.place.page(intent.where)
            return self.look_at(goal) if goal is not None else None
        if isinstance(intent, Shortcut):
            return self.keys.press(intent.key)
        if isinstance(intent, Scroll) and self.board.scroll_elsewhere(intent.dy):
            return Stay()
        return None

    # ---- what the board and the notation tell

    def _act(self, action: str) -> None:
        """A whole action was chosen."""
        if not self.shown.may_act:
            return
        self.notation.drop()
        self.board.use(None)
        self.actions.act(action)
        self._say_hint()

    def _choice_changed(self) -> None:
        self.guide.chosen()
        if self.board.called:
            self.board.called = False
            self.base.set_focus(self.board)
        self.around.show_panel()
        self._say_hint()

    def _part_menu(self) -> Transition:
        """Something that is no square is to be chosen: a menu over the scene."""
        seat = self.shown.match.state.turn or 0
        return self.questions.ask_part(part_menu(self.board, seat, self._act, self._say_hint))

    def _follow(self, wish: Transition | None) -> None:
        """Open what was asked for while no intent is being answered."""
        if isinstance(wish, Open):
            self.ask(wish.overlay)

    # ---- what may be done here

    def _actions(self) -> dict[str, Action]:
        """By the names of ``shortcuts`` and ``notices``."""
        shown, may = self.shown, self.actions
        return {
            shortcuts.FLIP: self._flip,
            shortcuts.BOOK: self._book,
            shortcuts.HELP: self._help,
            shortcuts.MENU: self._menu,
            shortcuts.LEAVE: may.leave,
            shortcuts.PLAY: self._play_or_pause,
            shortcuts.SOUND: self.services.switch_sound,
            shortcuts.TAKE_BACK: may.take_back,
            notices.SAVE_AND_LEAVE: may.save_and_leave,
            notices.END_IT: may.end_without_them,
            notices.AGREE: may.agree,
            notices.DECLINE: may.decline,
            notices.GO_ON: may.go_on,
            notices.RESULT: self.show_result,
            notices.REMATCH: self._rematch,
            notices.BACKWARD: lambda: self.look_at(shown.place.shown - 1),
            notices.FORWARD: lambda: self.look_at(shown.place.shown + 1),
            notices.RETURN: lambda: self.look_at(shown.place.last),
        }

    def _flip(self) -> Transition | None:
        self.shown.flip = not self.shown.flip
        self.relayout()
        return None

    def _menu(self) -> Transition:
        return self.actions.menu(
            self.services.switch_sound, bool(self.services.settings.volume), self._settings
        )

    def _settings(self) -> Transition:
        """The settings over the board; the match goes on meanwhile."""
        from client.scenes.settings import SettingsScene

        return Push(SettingsScene(self.services))

    def _help(self) -> Transition:
        from client.scenes.learn import LearnScene

        return Push(LearnScene(self.services, self.game, self.guide.rule))

    def _book(self) -> Transition | None:
        """What the game has to look things up in, besides its help."""
        book = self.look.book(self.services, self.shown.match.options)
        return Push(book) if book is not None else None

    def _rematch(self) -> Transition | None:
        self.finish.rematch_asked()
        return self.actions.rematch()

    def show_result(self) -> Transition | None:
        """Open the card with the result, once the match is over."""
        card = self.finish.card()
        return Open(card) if card is not None else None

    # ---- which moment is shown

    def look_at(self, number: int) -> Transition | None:
        """Show the position after ``number`` steps."""
        if self.pace.look_at(number):
            self._refresh()
        return Stay()

    def _play_or_pause(self) -> Transition | None:
        if self.pace.play_or_pause(self.services.clock()):
            self._refresh()
        return None

    def _replay(self) -> Transition | None:
        self.pace.replay(self.services.clock())
        self._refresh()
        return None

    # ---- what the hub tells

    def told(self, event: Event) -> Transition | None:
        match = self.shown.match
        if isinstance(event, Stepped) and event.match.id == match.id:
            self._step(event)
        elif isinstance(event, MatchChanged) and event.match.id == match.id:
            self._learn(event.match)
            self._refresh()
        elif isinstance(event, MatchStarted):
            return self._started(event.match)
        elif isinstance(event, RematchOffered) and event.match_id == match.id:
            self.shown.rematch_from = event.name
            self.finish.rematch_offered()
            self._refresh()
        else:
            if isinstance(event, Failed) and self.shown.sent and event.action == self.shown.sent:
                self.shown.sent = ""
                self._refresh()
            return None
        return Stay()

    def _started(self, match: Match) -> Transition | None:
        if match.id != self.shown.match.id:
            return None if self.shown.live else Replace(BoardScene(self.services, match))
        self.shown.take_up(match)
        self.around.forget_lines()
        self.pace.restart()
        self._refresh()
        return Stay()

    def _learn(self, match: Match) -> None:
        """The match is this one now; a question that its end would answer otherwise is over."""
        if match.remedy != self.shown.match.remedy:
            self.questions.remedy_over()
        self.shown.match = match

    def _step(self, event: Stepped) -> None:
        self._learn(event.match)
        self.guide.stepped()
        self.questions.position_over()
        self.board.chooser.forget()
        if not self.pace.step(event):
            self.around.forget_lines()
        if self.shown.my_turn and event.seat not in self.shown.here:
            self.services.audio.play("turn")
        self.finish.stepped()
        self._refresh()

    # ---- keeping everything in step

    def _refresh(self) -> None:
        """Bring everything to what is known now."""
        self.board.traces = self.look.traces(self.shown.moment)
        self.board.check = self.look.check(self.shown.state)
        self._use()
        self.around.refresh(self.skin, self.services.device)
        if self.base.focus is not None and self.base.focus not in self.base.stops():
            self.base.set_focus(self.board)
        self.around.renew_bar(self.skin)

    def _use(self) -> None:
        """Let the board choose in the newest position, if somebody here may."""
        state = self.shown.choosing_in
        if state != self.board.chooser.state:  # the hub tells an equal one when a watcher comes
            self.notation.drop()
            self.questions.position_over()
            self.board.use(state)
        self.board.mark()

    def _say_hint(self) -> None:
        self.around.say_hint(self.services.device)
