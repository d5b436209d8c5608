"""The board scene: one match, played, watched or replayed; the same for all games.

Owns what is shown of a match and when; what a game looks like is its look's, what a click chooses the board
widget's, what may be done the rules'.  A whole action goes to the hub, which tells when it has happened.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from client.board import notices, questions, telling
from client.board.arrange import arrange
from client.board.bar import Bar
from client.board.board_widget import BoardWidget, Callbacks
from client.board.guide import Guide
from client.board.hint import HintBox
from client.board.history import Moment
from client.board.look import ANSWER, Extra
from client.board.lookback import Lookback
from client.board.menu import part_menu
from client.board.movelist import MoveLine, MoveList
from client.board.notice import Notice, NoticeBox, Reply
from client.board.panel import PanelContent
from client.board.player_cards import Players
from client.board.result import ResultButton, ResultCard
from client.board.typed import squares_of
from client.board.typing import Orders, Typing
from client.core.intents import Cancel, Intent, Menu, Page, Scroll, Shortcut
from client.core.overlay import Open, Overlay
from client.core.scene import Push, Replace, Scene
from client.core.services import Services
from client.core.settings import Settings
from client.core.transitions import Pop, Stay, ToTitle, Transition
from client.core.words import _, language
from client.games.registry import look_of
from client.widgets.buttons import Button
from net.events import Event, Failed, Match, MatchChanged, MatchStarted, RematchOffered, Stepped
from rules.errors import RulesError
from rules.game import State


class BoardScene(Scene):
    """One match in the window."""

    title = "board"

    def __init__(self, services: Services, match: Match) -> None:
        self.game = match.game
        self.look = look_of(match.game)
        super().__init__(services)
        self.match = match
        self.look.fit(match.state, match.options)
        self.here = telling.players_here(match)
        self.flip = bool(self.here) and 0 not in self.here and len(match.seats) == 2
        self.record = telling.recorded(match)
        """Whether this is a saved record to be seen again rather than a match that goes on."""
        self.place = Lookback(match, self.record)
        self.panel = self.look.panel()
        self.art = self.look.art()
        self._sent = ""
        self._lines: list[MoveLine] = []
        self._language = language()
        """What those lines are written in."""
        self._players_due = False
        self._result_due = False
        self._result: ResultCard | None = None
        self._asked: Overlay | None = None
        """The menu or question last opened about an action in the position as it was then."""
        self._asked_by = ""
        """The key that opened it, if one did: it may be the beginning of a move that is typed."""
        self._ending: Overlay | None = None
        """The question last opened about ending the match without somebody who is gone."""
        self._rematch_from = ""
        self._loud = Settings().volume
        self._canvas = pygame.Surface((1, 1))
        calls = Callbacks(self._act, self._refused, self._choice_changed, self._menu)
        self.board = BoardWidget(
            self.look,
            self.state.pieces(),
            calls,
            reduced=services.settings.reduced_motion,
            sound=services.audio.play,
        )
        orders = Orders(self._typed, self._read, self._means, self._press, self._say_hint)
        self.typing = Typing(self.board, self.look.files, self.look.letters, orders)
        self.guide = Guide(self.look, self.board, self.typing)
        self.panel.attach(self.board)
        self.players = Players(self.look, self.art)
        self.moves = MoveList(self.look.colour, self._look_at, _("No moves yet"))
        self.hint = HintBox(self.art)
        self.notice = NoticeBox()
        self.bar = Bar()

    # ---- what is shown now

    @property
    def moment(self) -> Moment:
        """The moment on the board."""
        return self.place.moment

    @property
    def state(self) -> State:
        """The position on the board."""
        return self.place.state

    @property
    def my_turn(self) -> bool:
        """Whether somebody at this window is to act now."""
        return telling.live(self.match) and self.match.state.turn in self.here

    def order(self) -> tuple[int, ...]:
        """The seats from the top of the window to the bottom, as they sit at the board."""
        seats = tuple(range(len(self.match.seats)))
        return seats[::-1] if len(seats) == 2 and not self.flip else seats

    # ---- layout

    def layout(self) -> None:
        if self._language != language():
            self._language = language()
            self._lines = []
            self.moves.empty = _("No moves yet")
        seats = len(self.match.seats)
        wide = max(1, min(self.px(420), self.scale.width - self.px(80)))
        places = arrange(self.scale, seats, self.panel.height(wide, self.skin))
        self.places = places
        self.panel.layout(places.panel, self.skin, self.match.state, self.order())
        self._canvas = pygame.Surface((max(1, self.scale.width), max(1, self.scale.height)))
        self.services.backdrop(self._canvas, self._canvas.get_rect(), self.scale)
        self.panel.ground(self._canvas, self.skin)
        self.board.place(places.board, self.skin, self.flip, self.panel.trays(), self._canvas)
        self.hint.view = self.board.view
        self.add(self.board)
        self.players.rect, self.moves.rect, self.hint.rect = places.players, places.moves, places.hint
        self.moves.fit(self.skin)
        # What a turn is made with comes first after the board, for those who go there step by step.
        for widget in (self.players, *self.panel.widgets(), self.moves, self.hint):
            self.add(widget)
        self.add(self.notice)
        self.bar.rect = places.bar
        self.add(self.bar)
        self._show_bar()
        self._refresh()

    def _show_bar(self) -> None:
        """The actions at the bottom, each with its key; nothing else is laid out anew when they change."""
        buttons = [Button(_("Flip"), self._flip, mark="flip", hint="F", key="flip")]
        for extra in self._extras():
            if extra.kind != ANSWER:
                buttons.append(self._extra_button(extra))
        if self.look.book_name():
            buttons.append(Button(self.look.book_name(), self._book, mark="cards", hint="K", key="book"))
        buttons.append(Button(_("Help"), self._help, mark="book", hint="F1", key="help"))
        buttons.append(Button(_("Menu"), self._more, mark="gear", hint="F10", key="menu"))
        buttons.append(Button(_("Leave"), self._leave, mark="door", hint=_("Esc"), key="leave"))
        self.bar.show(buttons, self.skin)

    def _extra_button(self, extra: Extra) -> Button:
        return Button(
            extra.label,
            self._asking(extra),
            mark=extra.icon,
            hint=extra.key.upper(),
            key=f"extra-{extra.action}",
        )

    def _extras(self) -> tuple[Extra, ...]:
        """What else may be done by somebody here, now."""
        if not self.my_turn or self._sent:
            return ()
        return self.look.extras(self.match.state)

    def entered(self) -> None:
        """Here, or back from the settings."""
        self.board.reduce(self.services.settings.reduced_motion)
        self._show_bar()
        self._refresh()

    # ---- painting

    def paint_below(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        surface.blit(self._canvas, clip.topleft, clip)

    def tick(self, now: float) -> Transition | None:
        if not self.services.focused:
            self.board.sleep()
        for rect in self.board.touched():
            self.damage(rect)
        if self.guide.tick(now):
            self._say_hint()
        if self.place.due(now):
            self._look_at(self.place.shown + 1)
        self.typing.tick(now)
        if self._players_due and not self.board.busy:
            self._players_due = False
            self._show_players()
        if self._result_due and not self.board.busy:
            self._result_due = False
            self._show_result()
        return None

    def wakes_at(self, now: float) -> float | None:
        times = [
            self.place.next_at,
            self.guide.wakes_at(),
            now if self._result_due else None,
            self.typing.wakes_at(),
        ]
        wanted = [time for time in times if time is not None]
        return min(wanted) if wanted else None

    # ---- intents

    def handle(self, intent: Intent) -> Transition | None:
        if self.services.focused:
            self.board.wake(self.services.clock())
        if self.look.typed and self._types(intent):
            return Stay()
        before = self.services.device
        wish = super().handle(intent)
        if self.services.device != before:
            self._show_panel()
            self._say_hint()
        return wish

    def _types(self, intent: Intent) -> bool:
        """Whether ``intent`` belongs to a move that is typed; a question that its first key opened goes then."""
        now = self.services.clock()
        if not self.overlays:
            return self.typing.takes(intent, now)
        asked = self.overlays[-1] is self._asked and self._asked_by
        if asked and self.typing.follows(self._asked_by, intent, now):
            self._close_asked()
            return True
        return False

    def _read(self, text: str) -> tuple[str, ...]:
        """The actions that a typed text can mean; empty if it is no move here."""
        try:
            return self.look.read(self.match.state, text)
        except RulesError:
            return ()

    def _means(self, key: str) -> bool:
        """Whether a key is a shortcut here."""
        return key == "f" or any(extra.key == key for extra in self._extras())

    def _press(self, key: str) -> None:
        """What was typed is a shortcut after all."""
        wish = self._shortcut(key)
        if isinstance(wish, Open):
            self.ask(wish.overlay)

    def _typed(self, text: str) -> None:
        """A move was typed and confirmed."""
        chooser = self.board.chooser
        try:
            actions = self.look.read(self.match.state, text)
        except RulesError as error:
            now, squares = self.services.clock(), squares_of(text.lower())
            self.guide.say_why(error, now)
            self._shake(squares[0] if squares else "", now)
            return
        if len(actions) == 1:
            self._act(actions[0])
        elif all(chooser.choose(square) is not None for square in squares_of(actions[0])) and chooser.menu():
            self.board.mark()
            wish = self._menu()  # the move lacks only what a menu asks for
            if isinstance(wish, Open):
                self.ask(wish.overlay)

    def unhandled(self, intent: Intent) -> Transition | None:
        if isinstance(intent, Cancel):
            if not self.place.newest and not self.record:
                return self._look_at(self.place.last)
            return self._leave()
        if isinstance(intent, Menu):
            return self._more()
        if isinstance(intent, Page):
            goal = self.place.page(intent.where)
            return self._look_at(goal) if goal is not None else None
        if isinstance(intent, Shortcut):
            return self._shortcut(intent.key)
        if (
            isinstance(intent, Scroll)
            and self.board.chooser.keeps_choice_on_miss
            and self.board.chooser.scroll(intent.dy)
        ):
            self.board.tell()  # a card is turned wherever the pointer is
            return Stay()
        return None

    def _shortcut(self, key: str) -> Transition | None:
        fixed: dict[str, Callable[[], Transition | None]] = {
            "f": self._flip,
            "pad-y": self._flip,
            "f1": self._help,
            "h": self._help,
            "k": self._book,
            "p": self._play_pause,
            "m": self._mute,
            "u": self._take_back,
        }
        if self.panel.shortcut(key) or self.board.shortcut(key):
            return Stay()
        if key in fixed:
            return fixed[key]() or Stay()
        for extra in self._extras():
            if extra.key == key:
                wish = self._ask_extra(extra) or Stay()
                self._asked_by = key
                return wish
        return None

    def _act(self, action: str) -> None:
        """A whole action was chosen."""
        if not self.my_turn or self._sent:
            return
        self._sent = action
        self.typing.drop()
        self.board.use(None)
        self.services.hub.act(self.match.id, action, self.match.entries)
        self._say_hint()

    def _ask_extra(self, extra: Extra) -> Transition | None:
        if not extra.question:
            self._act(extra.action)
            return None

        asked = self.match.state

        def go() -> Transition | None:
            if self.match.state == asked and extra.action in asked.extras():
                self._act(extra.action)
            return None

        self._asked, self._asked_by = questions.before_extra(extra, go, self.game), ""
        return Open(self._asked)

    def _refused(self, action: str, place: str) -> None:
        """Somebody meant something that can't be done: say why, in words."""
        if not self.my_turn or self._sent or not self.place.newest:
            return
        now, names = self.services.clock(), telling.names_of(self.match)
        if self.guide.refuse(self.match.state, action, place, names, now):
            self._shake(place, now)

    def _shake(self, place: str, now: float) -> None:
        """Say no, at a square if it is about one."""
        if place:
            self.board.shake(place, now)
        self.services.audio.play("error")
        self._say_hint()

    def _choice_changed(self) -> None:
        self.guide.chosen()
        if self.board.called:
            self.board.called = False
            self.base.set_focus(self.board)
        self._show_panel()
        self._say_hint()

    def _menu(self) -> Transition | None:
        """Something that is no square is to be chosen: a menu over the scene."""
        seat = self.match.state.turn or 0
        self._asked, self._asked_by = part_menu(self.board, seat, self._act, self._say_hint), ""
        return Open(self._asked)

    def _flip(self) -> Transition | None:
        self.flip = not self.flip
        self.relayout()
        return None

    def _mute(self) -> Transition | None:
        """All sound off, or back to how loud it was (in this scene; else the usual)."""
        settings = self.services.settings
        if settings.volume:
            self._loud, settings.volume = settings.volume, 0
        else:
            settings.volume = self._loud
        self.services.apply_settings()
        return None

    def _more(self) -> Transition | None:
        """What else can be done about this match, as a menu."""
        plays = telling.live(self.match) and bool(self.here)
        alone = all(seat.here for seat in self.match.seats)
        return Open(
            questions.what_else(
                self._mute,
                bool(self.services.settings.volume),
                self._take_back if plays and self.place.last else None,
                (lambda: self._propose("pause")) if plays and not alone else None,
                self._settings,
                self._leave,
                self.game,
            )
        )

    def _settings(self) -> Transition | None:
        """The settings over the board; the match goes on meanwhile."""
        from client.scenes.settings import SettingsScene

        return Push(SettingsScene(self.services))

    def _take_back(self) -> Transition | None:
        """Ask the others to take back what was done here last; at one screen it is done at once."""
        return self._propose("takeback") if telling.live(self.match) and self.here else None

    def _propose(self, kind: str) -> Transition | None:
        self.services.hub.propose(self.match.id, kind)
        return None

    def _agree(self, yes: bool) -> Transition | None:
        self.services.hub.answer(self.match.id, yes)
        return None

    def _help(self) -> Transition | None:
        from client.scenes.learn import LearnScene

        return Push(LearnScene(self.services, self.game, self.guide.rule))

    def _book(self) -> Transition | None:
        """What the game has to look things up in, besides its help."""
        book = self.look.book(self.services, self.match.options)
        return Push(book) if book is not None else None

    def _leave(self) -> Transition | None:
        """Away from here; a match that still goes on is asked about."""
        if not telling.live(self.match) or not any(seat.here for seat in self.match.seats):
            return self._go_away()
        return Open(questions.before_leaving(self._go_away, lambda: self._go_away(for_good=True), self.game))

    def _go_away(self, for_good: bool = False) -> Transition:
        """To where one came from, if one only watched; else to the title."""
        if not self.record:
            self.services.hub.leave_match(self.match.id, for_good)
        return Pop() if self.match.watching else ToTitle()

    # ---- looking back and replaying

    def _look_at(self, number: int) -> Transition | None:
        """Show the position after ``number`` steps."""
        by = self.place.go(number)
        if by == 1:
            self.board.push(self.moment.facts, self.state.pieces())
        elif by:
            self.board.jump(self.state.pieces())
        if by:
            self._refresh()
        return Stay()

    def _play_pause(self) -> Transition | None:
        """Let the moves follow each other, from here or from the start; or stop that."""
        if self.place.playing:
            self.place.pause()
        elif telling.live(self.match) and self.place.newest:
            return None
        else:
            if self.place.newest:
                self._look_at(0)
            self.place.play(self.services.clock())
        self._refresh()
        return None

    # ---- what the hub tells

    def told(self, event: Event) -> Transition | None:
        if isinstance(event, Stepped) and event.match.id == self.match.id:
            self._step(event)
            return Stay()
        if isinstance(event, MatchChanged) and event.match.id == self.match.id:
            self._learn(event.match)
            self._refresh()
            return Stay()
        if isinstance(event, MatchStarted):
            return self._started(event.match)
        if isinstance(event, RematchOffered) and event.match_id == self.match.id:
            self._rematch_from = event.name
            if self._result is not None and not self._result.closed:
                self._result.tell(_("{name} wants a rematch.").format(name=event.name))
            self._refresh()
            return Stay()
        if isinstance(event, Failed) and self._sent and event.action == self._sent:
            self._sent = ""
            self._refresh()
        return None

    def _started(self, match: Match) -> Transition | None:
        if match.id != self.match.id:
            return None if telling.live(self.match) else Replace(BoardScene(self.services, match))
        self.match = match
        self._sent = ""
        self.record = telling.recorded(match)
        self.place = Lookback(match, self.record)
        self.here = telling.players_here(match)
        self._lines = []
        self.board.jump(self.state.pieces())
        self._refresh()
        return Stay()

    def _learn(self, match: Match) -> None:
        """The match is this one now; a question that its end would answer otherwise is over."""
        if match.remedy != self.match.remedy and self._ending is not None:
            self._ending.close()
            self._ending = None
            self._drop_closed()
        self.match = match

    def _step(self, event: Stepped) -> None:
        self._learn(event.match)
        self._sent = ""
        self.guide.stepped()
        self._close_asked()
        self.board.chooser.forget()
        along, on = self.place.follow(event)
        if not on:
            self._lines = []
        if along and on:
            self.board.push(event.facts, self.state.pieces())
        elif along:
            self.board.jump(self.state.pieces())
        if self.my_turn and event.seat not in self.here:
            self.services.audio.play("turn")
        if self.match.state.outcome() is not None:
            self.services.evening.record(self.match)
            self._result_due = True
        self._refresh()

    # ---- keeping everything in step

    def _refresh(self) -> None:
        """Bring all widgets to what is known now."""
        names = telling.names_of(self.match)
        short = [telling.shortened(name) for name in names]
        self._lines = telling.lines(self.place.history.moments, self.look, short, self._lines)
        turn = self.match.state.turn
        self.moves.show(self._lines, self.place.shown, (turn,) if turn in self.here else self.here)
        self._players_due = self.board.busy
        if not self._players_due:
            self._show_players()
        self.board.traces = self.look.traces(self.moment)
        self.board.check = self.look.check(self.state)
        self._use()
        self._show_panel()
        self.notice.say(*self._notice(), self.skin)
        self._place_notice()
        self._say_hint()
        if self.base.focus is not None and self.base.focus not in self.base.stops():
            self.base.set_focus(self.board)
        if self._bar_actions() != [e.action for e in self._extras() if e.kind != ANSWER]:
            self._show_bar()

    def _place_notice(self) -> None:
        """What must be said stands in the hint's place, unless somebody here needs the hint for a turn."""
        notice, moves = self.notice, self.places.moves
        instead = notice.visible and not self.board.chooser.targets()
        if notice.visible:
            high = notice.wanted(self.skin, self.places.hint.width)
            where, moves = self.places.with_notice(high, instead, self.px(28), self.px(8))
            if where != notice.rect:
                notice.rect = where
                notice.changed()
            notice.fit(self.skin)
        if moves != self.moves.rect:
            self.moves.rect = moves
            self.moves.fit(self.skin)
            self.moves.show_chosen()
            self.moves.changed()
        self.hint.visible = not instead

    def _show_players(self) -> None:
        """The players as they are once what happened has been seen: no candle goes out before the spell lands."""
        place = self.place
        self.players.show(telling.cards(self.match, self.look, place.past, self.order(), place.newest))

    def _show_panel(self) -> None:
        names = telling.names_of(self.match)
        may = self.board.chooser.state is not None
        tally = self.services.evening.tally(names)
        self.panel.show(PanelContent(self.state, self.here, names, may, tally))

    def _bar_actions(self) -> list[str]:
        keys = [button.key for button in self.bar.buttons]
        return [key.removeprefix("extra-") for key in keys if key.startswith("extra-")]

    def _use(self) -> None:
        """Let the board choose in the newest position, if somebody here may."""
        may = self.my_turn and self.place.newest and not self._sent
        state = self.match.state if may else None
        if state != self.board.chooser.state:  # the hub tells an equal one when a watcher comes
            self.typing.drop()
            self._close_asked()
            self.board.use(state)
        self.board.mark()

    def _close_asked(self) -> None:
        """What was asked about the position before is over."""
        if self._asked is not None:
            self._asked.close()
            self._asked = None
            self._drop_closed()

    def _say_hint(self) -> None:
        self.hint.say(self.guide.hint(self.match, self.place, self.here, self.services.device))

    def _notice(self) -> tuple[Notice | None, list[Reply]]:
        """What must be said or answered now, most urgent first."""
        said: tuple[Notice | None, tuple[str, ...]]
        if not self.place.newest or self.record:
            said = notices.looking_back(self.place, self.record)
        elif (wanted := notices.proposed(self.match)) is not None:
            said = wanted
        elif (asked := notices.offer(self.match, self.look, self._extras())) is not None:
            return asked[0], [Reply(extra.label, self._asking(extra), extra.icon) for extra in asked[1]]
        else:
            said = notices.standing(self.match, self.look, bool(self.here), self._rematch_from)
        return said[0], [self._reply(name) for name in said[1]]

    def _reply(self, name: str) -> Reply:
        """The button for one of the replies of ``notices``."""
        acts: dict[str, Callable[[], Transition | None]] = {
            notices.SAVE_AND_LEAVE: self._go_away,
            notices.END_IT: self._forfeit,
            notices.AGREE: lambda: self._agree(True),
            notices.DECLINE: lambda: self._agree(False),
            notices.GO_ON: lambda: self._propose("resume"),
            notices.RESULT: self._show_result,
            notices.REMATCH: self._rematch,
            notices.BACKWARD: lambda: self._look_at(self.place.shown - 1),
            notices.FORWARD: lambda: self._look_at(self.place.shown + 1),
            notices.PLAY: self._play_pause,
            notices.RETURN: lambda: self._look_at(self.place.last),
        }
        label, mark = notices.wording(name, self.place.playing)
        return Reply(label, acts[name], mark)

    def _asking(self, extra: Extra) -> Callable[[], Transition | None]:
        return lambda: self._ask_extra(extra)

    def _forfeit(self) -> Transition | None:
        remedy = self.match.remedy

        def end() -> Transition | None:
            if self.match.remedy == remedy:
                self.services.hub.forfeit(self.match.id)
            return None

        self._ending = questions.before_ending(remedy, end, self.game)
        return Open(self._ending)

    # ---- the end

    def _show_result(self) -> Transition | None:
        outcome = self.match.state.outcome()
        if outcome is None or (self._result is not None and not self._result.closed):
            return None
        names = telling.names_of(self.match)
        ending = self.look.ending(outcome, names)
        standings = telling.standings(self.match, self.look, self.place.history.moments)
        choices = [
            ResultButton(_("Replay"), self._replay, "play"),
            ResultButton(_("Where is the record?"), self._tell_path, "save", stays=True),
            ResultButton(_("Leave"), self._go_away, "door"),
        ]
        if self.here:
            choices.insert(0, ResultButton(_("Rematch"), self._rematch, "again", strong=True, stays=True))
        tally = self.services.evening.tally(names)
        added = tally.score(self.game) if self.look.adds_up else None
        self._result = ResultCard(
            ending.title,
            ending.reason,
            standings,
            tally,
            choices,
            lambda: self.places.board,
            added,
            self.look.score_picture,
        )
        if self._rematch_from:
            self._result.tell(_("{name} wants a rematch.").format(name=self._rematch_from))
        won = len(outcome.winners) == 1 and (not self.here or outcome.winners[0] in self.here)
        self.services.audio.play("win" if won else "draw")
        self.ask(self._result)
        return None

    def _rematch(self) -> Transition | None:
        self.services.hub.rematch(self.match.id)
        if self._result is not None:
            self._result.tell(_("Waiting for the others …"))
        return None

    def _replay(self) -> Transition | None:
        self._look_at(0)
        return None if self.place.playing else self._play_pause()

    def _tell_path(self) -> Transition | None:
        text = _("Saved as {path}").format(path=self.match.path) if self.match.path else _("Not saved.")
        if self._result is not None:
            self._result.tell(text)
        return None
