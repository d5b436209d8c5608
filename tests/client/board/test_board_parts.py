"""The parts of the board scene, each driven alone: no scene, no hub, no window."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pygame
import pytest

from client.board import notices, shortcuts
from client.board.board_picture import BoardPicture
from client.board.board_widget import BoardCallbacks, BoardWidget
from client.board.breath import AWAKE_S, BREATHS_APART_S, Breath
from client.board.dragging import Dragging
from client.board.finish import Finish, FinishCallbacks
from client.board.guide import Guide
from client.board.look import Extra
from client.board.match_actions import MatchActions
from client.board.notation_input import WAIT_S, NotationCallbacks, NotationInput
from client.board.pace import Pace
from client.board.questions import Questions
from client.board.refusals import Refusals
from client.board.result import ResultCard
from client.board.shake import SHAKE_S, Shake
from client.board.shortcuts import Shortcuts
from client.board.shown_match import ShownMatch
from client.board.surroundings import Surroundings, SurroundingsCallbacks
from client.core import words
from client.core.audio import Audio
from client.core.evening import Evening
from client.core.intents import Cancel, Confirm, Shortcut
from client.core.overlay import Open, Overlay
from client.core.quiet_hub import QuietHub
from client.core.services import Services
from client.core.settings import Settings
from client.core.transitions import Pop, Stay, ToTitle, Transition
from client.games.registry import look_of
from net.events import Match, MatchSeat, Past, Proposal, Stepped
from net.intents import Act, LeaveMatch
from rules.errors import RulesError
from rules.facts import Fact, PieceMap
from rules.registry import game
from sprites.kit.theme import Scale

RULES = "mind-control"


@pytest.fixture(autouse=True)
def english() -> None:
    words.use("en")


def match_of(steps: tuple[str, ...] = (), **fields: Any) -> Match:
    """A match of two people here after these actions."""
    played = game(RULES)
    state = played.start(played.configure({}), 2)
    past = [Past(state)]
    for action in steps:
        step = past[-1].state.apply(action)
        past.append(Past(step.state, action, past[-1].state.turn or 0, step.facts))
    seats = (MatchSeat("Aino", True, "person"), MatchSeat("Louhi", True, "person"))
    given = {
        "seats": seats,
        "state": past[-1].state,
        "entries": 4 + len(steps),
        "past": tuple(past),
        **fields,
    }
    return Match("ab" * 16, RULES, {}, **given)


def stepped(shown: ShownMatch, action: str) -> Stepped:
    """What the hub tells once ``action`` was done."""
    seat = shown.match.state.turn or 0
    step = shown.match.state.apply(action)
    past = (*shown.match.past, Past(step.state, action, seat, step.facts))
    match = replace(shown.match, state=step.state, entries=shown.match.entries + 1, past=past)
    return Stepped(match, action, seat, step.facts)


def shown_match(*steps: str, **fields: Any) -> ShownMatch:
    return ShownMatch(match_of(steps, **fields), look_of(RULES))


class Films:
    """Notes what a board would play."""

    def __init__(self) -> None:
        self.played: list[str] = []
        self.pieces: PieceMap = {}

    def push(self, facts: Iterable[Fact], truth: PieceMap) -> None:
        self.played.append("push")
        self.pieces = truth

    def jump(self, truth: PieceMap) -> None:
        self.played.append("jump")
        self.pieces = truth


# ---- the match as it is shown


def test_what_was_sent_is_waited_for_and_nothing_else_may_be_sent() -> None:
    shown = shown_match()
    assert shown.may_act and shown.choosing_in is shown.match.state and shown.extras()
    shown.sent = "c3c4"
    assert shown.my_turn and not shown.may_act and shown.choosing_in is None and not shown.extras()
    shown.step(stepped(shown, "c3c4"))
    assert shown.may_act and shown.sent == ""


def test_who_looks_back_may_not_choose_but_may_offer() -> None:
    shown = shown_match("c3c4")
    shown.place.go(0)
    assert shown.may_act and shown.choosing_in is None


def test_of_two_the_one_here_sits_below_and_a_record_is_seen_from_its_beginning() -> None:
    seats = (MatchSeat("Aino", False, ""), MatchSeat("Louhi", True, "person"))
    assert shown_match(seats=seats).order() == (0, 1) and shown_match().order() == (1, 0)
    record = shown_match("c3c4", watching=True, status="finished")
    assert record.record and record.place.shown == 0 and not record.here


# ---- the pace


def test_one_step_on_is_played_and_every_other_way_is_a_jump() -> None:
    shown, films = shown_match("c3c4", "c6c5"), Films()
    pace = Pace(shown, films)
    assert pace.look_at(0) and pace.look_at(1) and pace.look_at(2) and not pace.look_at(2)
    assert films.played == ["jump", "push", "push"]
    assert pace.look_at(0) and pace.look_at(2) and films.played[3:] == ["jump", "jump"]
    assert pace.look_at(99) is False and films.pieces == shown.match.state.pieces()


def test_a_step_is_shown_unless_somebody_looks_back() -> None:
    shown, films = shown_match("c3c4", "c6c5"), Films()
    pace = Pace(shown, films)
    assert pace.step(stepped(shown, "d3d4")) and films.played == ["push"]
    pace.look_at(1)
    assert pace.step(stepped(shown, "d6d5")) and films.played == ["push", "jump"]
    assert shown.place.shown == 1 and shown.place.last == 4


def test_a_takeback_jumps_and_is_no_going_on() -> None:
    shown, films = shown_match("c3c4", "c6c5"), Films()
    before = match_of(("c3c4",))
    assert not Pace(shown, films).step(Stepped(before, "takeback", 0, ()))
    assert films.played == ["jump"] and films.pieces == before.state.pieces()


def test_a_replay_goes_from_the_start_to_the_end_and_stops() -> None:
    shown, films = shown_match("c3c4", "c6c5", "d3d4"), Films()
    pace = Pace(shown, films)
    assert not pace.play_or_pause(0.0), "at the newest position of a match that goes on"
    pace.replay(0.0)
    seen = []
    now = 0.0
    while (due := pace.wakes_at()) is not None:
        now = due
        assert pace.tick(now)
        seen.append(shown.place.shown)
    assert seen == [1, 2, 3] and films.played == ["jump", "push", "push", "push"]
    assert not pace.tick(now + 100)


def test_a_replay_can_be_stopped_and_gone_on_with() -> None:
    shown, films = shown_match("c3c4", "c6c5"), Films()
    pace = Pace(shown, films)
    pace.replay(0.0)
    assert pace.play_or_pause(0.1) and pace.wakes_at() is None and shown.place.shown == 0
    assert pace.play_or_pause(0.2) and pace.wakes_at() is not None


# ---- questions


def asked(shown: ShownMatch) -> tuple[Questions, list[str], list[str]]:
    done: list[str] = []
    closed: list[str] = []
    return Questions(shown, done.append, lambda: closed.append("closed")), done, closed


def extra(shown: ShownMatch, action: str) -> Extra:
    return next(one for one in shown.extras() if one.action == action)


def opened(wish: Transition | None) -> Any:
    assert isinstance(wish, Open)
    return wish.overlay


def test_what_has_no_question_is_done_at_once() -> None:
    shown = shown_match()
    questions, done, _closed = asked(shown)
    assert questions.ask_extra(extra(shown, "resign")._replace(question="")) is None
    assert done == ["resign"]


def test_a_yes_counts_only_in_the_position_that_was_asked_about() -> None:
    shown = shown_match()
    questions, done, _closed = asked(shown)
    yes = opened(questions.ask_extra(extra(shown, "resign"))).answers[1][1]
    shown.match = stepped(shown, "c3c4").match
    yes()
    assert done == []
    yes = opened(questions.ask_extra(extra(shown, "resign"))).answers[1][1]
    yes()
    assert done == ["resign"]


def test_a_question_closes_with_its_position_and_no_other() -> None:
    shown = shown_match()
    questions, _done, closed = asked(shown)
    dialog = opened(questions.ask_extra(extra(shown, "resign"), "q"))
    ending = opened(questions.ask_ending(lambda: None))
    assert (questions.opened_by(dialog), questions.opened_by(ending)) == ("q", "")
    questions.position_over()
    assert dialog.closed and not ending.closed and closed == ["closed"]
    questions.position_over()
    assert closed == ["closed"], "once"
    questions.remedy_over()
    assert ending.closed and closed == ["closed"] * 2


def test_a_match_is_ended_without_somebody_only_if_that_still_means_the_same() -> None:
    shown = shown_match(remedy="claim")
    questions, _done, _closed = asked(shown)
    ended: list[bool] = []
    yes = opened(questions.ask_ending(lambda: ended.append(True))).answers[1][1]
    shown.match = replace(shown.match, remedy="forfeit")
    yes()
    assert not ended
    opened(questions.ask_ending(lambda: ended.append(True))).answers[1][1]()
    assert ended


# ---- the end


def finish_of(shown: ShownMatch) -> tuple[Finish, list[str]]:
    heard: list[str] = []
    calls = FinishCallbacks(lambda: None, lambda: None, lambda: None, heard.append)
    return Finish(shown, Evening(), calls, lambda: pygame.Rect(0, 0, 300, 300)), heard


def resigned(shown: ShownMatch) -> None:
    shown.step(stepped(shown, "resign"))


def test_the_card_waits_for_the_board_and_comes_once() -> None:
    shown = shown_match("c3c4")
    finish, heard = finish_of(shown)
    finish.stepped()
    assert not finish.due and finish.tick(busy=False) is None and finish.card() is None
    resigned(shown)
    finish.stepped()
    assert finish.due and finish.tick(busy=True) is None
    card = finish.tick(busy=False)
    assert isinstance(card, ResultCard) and heard == ["win"]
    assert not finish.due and finish.tick(busy=False) is None
    assert finish.card() is None, "it is open already"
    card.close()
    assert isinstance(finish.card(), ResultCard)


def test_the_card_says_who_wants_a_rematch_before_and_after_it_is_open() -> None:
    shown = shown_match()
    finish, _heard = finish_of(shown)
    resigned(shown)
    finish.rematch_offered()
    shown.rematch_from = "Louhi"
    card = finish.card()
    assert card is not None and "Louhi" in card.note
    finish.rematch_asked()
    assert "Louhi" not in card.note and card.note


def test_who_only_watched_is_offered_no_rematch() -> None:
    shown = shown_match(watching=True)
    finish, _heard = finish_of(shown)
    resigned(shown)
    card = finish.card()
    assert card is not None and [choice.label for choice in card.choices] == [
        "Replay",
        "Where is the record?",
        "Leave",
    ]


# ---- what may be done about the match


def actions_of(shown: ShownMatch) -> tuple[MatchActions, QuietHub]:
    hub = QuietHub()
    services = Services(hub, Settings(name="Aino"), Audio(mute=True))
    return MatchActions(shown, services, asked(shown)[0]), hub


def test_leaving_a_match_that_goes_on_is_asked_about_and_a_watched_one_is_not() -> None:
    shown = shown_match()
    actions, hub = actions_of(shown)
    assert isinstance(actions.leave(), Open) and not hub.asked
    assert isinstance(actions.give_up(), ToTitle) and hub.asked == [LeaveMatch("ab" * 16, True)]
    seats = tuple(MatchSeat(name, False, "") for name in ("Aino", "Louhi"))
    actions, hub = actions_of(shown_match(watching=True, seats=seats))
    assert isinstance(actions.leave(), Pop)


def test_a_record_is_left_without_a_word_to_the_hub() -> None:
    actions, hub = actions_of(shown_match("c3c4", watching=True, status="finished"))
    assert isinstance(actions.leave(), Pop) and not hub.asked


def test_an_action_is_noted_as_sent_and_nobody_takes_back_who_does_not_play() -> None:
    shown = shown_match()
    actions, hub = actions_of(shown)
    actions.act("c3c4")
    assert shown.sent == "c3c4" and hub.asked == [Act("ab" * 16, "c3c4", 4)]
    actions, hub = actions_of(shown_match("c3c4", watching=True))
    assert actions.take_back() is None and not hub.asked


# ---- what must be said


def test_looking_back_comes_before_what_is_proposed_and_that_before_what_is_lost() -> None:
    lost = (MatchSeat("Aino", True, "person"), MatchSeat("Louhi", False, "", linked=False))
    shown = shown_match("c3c4", seats=lost)
    assert notices.to_say(shown)[1] == (notices.SAVE_AND_LEAVE,)
    shown.match = replace(shown.match, proposal=Proposal("pause", (1,), (0,), True))
    assert notices.to_say(shown)[1] == (notices.AGREE, notices.DECLINE)
    shown.place.go(0)
    assert notices.to_say(shown)[1] == (notices.BACKWARD, notices.FORWARD, notices.RETURN)


# ---- the board, its notation, and what stands around


class Desk:
    """A board with what is around it, without a scene."""

    def __init__(self, *steps: str) -> None:
        self.shown = shown_match(*steps)
        self.done: list[str] = []
        self.refused: list[tuple[str, str]] = []
        self.heard: list[str] = []
        look = self.shown.look
        calls = BoardCallbacks(
            self.done.append, lambda *meant: self.refused.append(meant), lambda: None, lambda: None
        )
        self.board = BoardWidget(look, self.shown.state.pieces(), calls)
        self.board.use(self.shown.choosing_in)
        self.wrong: list[tuple[RulesError, str]] = []
        self.pressed: list[str] = []
        self.notation = NotationInput(
            self.board,
            NotationCallbacks(
                self.done.append,
                lambda: None,
                lambda *why: self.wrong.append(why),
                lambda key: key == "f",
                self.pressed.append,
                lambda: None,
            ),
        )
        self.guide = Guide(look, self.board, self.notation)
        self.looked: list[int] = []
        self.wanted: list[str] = []
        self.around = Surroundings(
            self.shown,
            self.board,
            self.guide,
            Evening(),
            SurroundingsCallbacks(
                lambda number: self.looked.append(number),
                lambda one: self.wanted.append(one.action),
                {},
            ),
        )
        services = Services(QuietHub(), Settings(name="Aino"), Audio(mute=True))
        self.skin = services.skin(Scale.of((640, 360)), RULES)

    def keys(self, text: str, now: float = 0.0) -> list[bool]:
        return [self.notation.takes(Shortcut(sign.lower(), sign=sign), now) for sign in text]


def test_a_typed_move_is_played_by_enter_and_taken_back_by_escape() -> None:
    desk = Desk()
    assert desk.keys("c3c4") == [True] * 4 and desk.board.chooser.chosen == "c3"
    assert desk.notation.takes(Confirm(), 0.0) and desk.done == ["c3c4"] and not desk.notation.text
    desk.keys("d3")
    assert desk.notation.takes(Cancel(), 0.0) and desk.done == ["c3c4"] and not desk.board.chooser.begun
    desk.keys("c3c8")
    desk.notation.takes(Confirm(), 0.0)
    assert [place for _why, place in desk.wrong] == ["c3"]


def test_a_lone_key_is_a_shortcut_after_a_moment() -> None:
    desk = Desk()
    assert desk.keys("f", now=5.0) == [True] and desk.notation.wakes_at() == 5.0 + WAIT_S
    desk.notation.tick(5.0 + WAIT_S / 2)
    assert not desk.pressed and desk.notation.text == "f"
    desk.notation.tick(5.0 + WAIT_S)
    assert desk.pressed == ["f"] and not desk.notation.text and desk.notation.wakes_at() is None


def test_a_refusal_is_said_and_heard_only_where_somebody_may_choose() -> None:
    desk = Desk()
    said: list[str] = []
    refusals = Refusals(
        desk.shown, desk.board, desk.guide, desk.heard.append, lambda: 1.0, lambda: said.append("said")
    )
    refusals.refuse("c3c4", "c3")
    assert not said, "that can be done"
    refusals.refuse("c3c8", "c3")
    assert said == ["said"] and desk.heard == ["error"]
    assert desk.guide.hint(desk.shown, "mouse").role == "bad"
    desk.shown.sent = "d3d4"
    refusals.refuse("c3c8", "c3")
    assert said == ["said"]


def test_the_bar_offers_what_may_be_done_and_is_made_anew_only_for_other_things() -> None:
    desk = Desk()
    actions = dict.fromkeys(("flip", "book", "help", "menu", "leave"), lambda: None)
    desk.around._calls = desk.around._calls._replace(actions=actions)
    desk.around.layout(desk.skin, pygame.Surface((640, 360)))
    desk.around.show_bar(desk.skin)
    buttons = {button.key: button for button in desk.around.bar.buttons}
    assert {"flip", "extra-draw?", "extra-resign", "help", "menu", "leave"} == set(buttons)
    buttons["extra-resign"].on_press()
    assert desk.wanted == ["resign"]
    desk.around.bar.dirty = False
    desk.around.renew_bar(desk.skin)
    assert not desk.around.bar.dirty
    desk.shown.sent = "c3c4"
    desk.around.renew_bar(desk.skin)
    assert "extra-resign" not in {button.key for button in desk.around.bar.buttons}


def test_what_is_around_the_board_follows_the_match() -> None:
    desk = Desk("c3c4", "c6c5")
    desk.around.layout(desk.skin, pygame.Surface((640, 360)))
    desk.around.refresh(desk.skin, "mouse")
    assert [line.number for line in desk.around.moves.items] == [1, 2]
    assert [card.name for card in desk.around.players.cards] == ["Louhi", "Aino"]
    assert desk.around.hint.hint.role == "turn" and not desk.around.notice.visible
    desk.around.moves.index = 0
    desk.around.moves.on_choose()  # type: ignore[misc]
    assert desk.looked == [1]


@pytest.mark.parametrize("key", sorted(shortcuts.KEYS))
def test_every_key_does_its_action_and_the_key_of_an_offer_asks(key: str) -> None:
    desk = Desk()
    done: list[str] = []

    def doing(name: str) -> Any:
        return lambda: done.append(name)

    questions, acted, _closed = asked(desk.shown)
    actions = {name: doing(name) for name in shortcuts.KEYS.values()}
    keys = Shortcuts(desk.shown, desk.board, desk.around.panel, questions, desk.notation, actions)
    assert keys.press(key) == Stay() and done == [shortcuts.KEYS[key]]
    asking = next(one.key for one in desk.shown.extras() if one.question)
    overlay: Overlay = opened(keys.press(asking))
    assert questions.opened_by(overlay) == asking and not acted
    assert keys.press("§") is None


# ---- what moves on the board


class Lungs:
    def __init__(self) -> None:
        self.phases: list[float | None] = []

    def breathe(self, phase: float | None) -> None:
        self.phases.append(phase)


def test_breath_goes_on_for_a_while_after_an_input_and_ends_at_rest() -> None:
    breath, lungs = Breath(), Lungs()
    breath.tick(0.0, lungs)
    assert lungs.phases == [] and breath.next_at is None
    breath.wake(0.0)
    now = 0.0
    while breath.next_at is not None:
        now = breath.next_at
        breath.tick(now, lungs)
    assert AWAKE_S <= now <= AWAKE_S + 2 * BREATHS_APART_S
    assert lungs.phases[-1] is None and None not in lungs.phases[:-1] and len(lungs.phases) >= 40
    breath.wake(now)
    breath.sleep()
    breath.tick(now + BREATHS_APART_S, lungs)
    assert breath.next_at is None


def test_a_square_trembles_and_comes_to_rest() -> None:
    canvas = pygame.Surface((40, 40))
    canvas.fill("red", (10, 10, 20, 20))
    shake, square = Shake(), pygame.Rect(10, 10, 20, 20)
    shake.begin("c3", 1.0)
    seen = set()
    for step in range(20):
        shake.tick(1.0 + step * SHAKE_S / 20)
        surface = canvas.copy()
        shake.paint(surface, square, canvas)
        seen.add(pygame.image.tobytes(surface, "RGB"))
    assert len(seen) > 1 and shake.place == "c3"
    shake.tick(1.01 + SHAKE_S)
    assert shake.place == ""


def test_what_is_dragged_is_painted_away_where_it_was() -> None:
    drag = Dragging()
    drag.take("c3", was_chosen=False)
    assert drag.start == "c3" and drag.let_go() == [] and not drag.start
    drag.take("c3", was_chosen=True)
    first = drag.follow((50, 50), 20)[1]
    old, new = drag.follow((90, 50), 20)
    assert old == first and first.center == (50, 50) and new.center == (90, 50)
    assert drag.let_go() == [new] and drag.at is None


def test_a_picture_without_a_place_notes_what_stands_where_and_with_one_shows_it() -> None:
    shown = shown_match()
    picture = BoardPicture(shown.look, shown.state.pieces())
    step = shown.state.apply("c3c4")
    picture.push(step.facts, step.state.pieces())
    assert picture.pieces == dict(step.state.pieces()) and not picture.busy
    skin = Services(QuietHub(), Settings(name="Aino"), Audio(mute=True)).skin(Scale.of((320, 320)), RULES)
    picture.place(pygame.Rect(0, 0, 320, 320), skin, False, {}, pygame.Surface((320, 320)))
    picture.push((), shown.state.pieces())
    assert picture.pieces == dict(shown.state.pieces()), "the truth, whatever the facts say"
    picture.push(step.facts, step.state.pieces())
    assert picture.busy
    ends = []
    for frame in range(200):
        ends.append(picture.tick(1.0 + frame * 0.05))
    assert ends.count(True) == 1 and not picture.busy
