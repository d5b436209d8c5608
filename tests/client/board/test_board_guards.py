"""What must not count at the board: presses before an offer is armed, questions about what is gone, second actions.

Each guard is tried by the callback itself as well, since often two of them cover for each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.board.notice import ARM_S, Notice, NoticeBox, Reply
from client.core.intents import Cancel, Confirm, Nav, Page, Press, Release, Shortcut
from client.core.overlay import Open
from client.core.scene import Replace
from client.core.transitions import Pop, Stay, ToTitle, Transition
from client.core.widget import Action
from client.widgets.buttons import Button
from client.widgets.dialog import Dialog
from net.events import Failed, MatchChanged, MatchSeat, MatchStarted, Past, Proposal, RematchOffered, Stepped
from net.intents import Act, Forfeit, Intent, LeaveMatch, Propose
from tests.client.board_rig import Rig, RulesHub
from tests.client.by_device import close_overlays

LEAST_S = 0.5
"""So long at least nobody answers by an accidental press."""


class DeafHub(RulesHub):
    """Notes what is acted and says nothing yet."""

    def act(self, match_id: str, action: str, after: int) -> None:
        pass


def deaf(rig: Rig) -> DeafHub:
    hub = DeafHub(rig.hub.match)
    rig.services.hub = hub
    return hub


def acts(hub: RulesHub) -> list[str]:
    return [asked.action for asked in hub.asked if isinstance(asked, Act)]


def answers(rig: Rig) -> list[Action]:
    """What the answers of the question on the screen do, kept by somebody for later."""
    dialog = rig.scene.overlays[-1]
    assert isinstance(dialog, Dialog)
    buttons = [part.on_press for part in dialog.parts if isinstance(part, Button)]
    assert all(press is not None for press in buttons)
    return [press for press in buttons if press is not None]


# ---- offers are armed only after a moment


def offered(game: str) -> Rig:
    """Seat 0 has offered a draw; seat 1, at this window too, is to answer."""
    rig = Rig(rules=game, size=(1280, 720))
    rig.hub.post(Act("", "draw?", 4))
    rig.frame()
    return rig


@pytest.mark.parametrize("way", ["mouse", "keys"])
@pytest.mark.parametrize("game", ["mind-control", "magi"])
@settings(max_examples=12, deadline=None)
@given(frames=st.lists(st.floats(0.001, 0.2), max_size=8), answer=st.sampled_from([0, 1]))
def test_no_answer_counts_before_its_moment_whenever_it_is_pressed(
    way: str, game: str, frames: list[float], answer: int
) -> None:
    """MC11, MG13: whatever happens between, less than half a second after an offer appears nobody can answer."""
    rig = offered(game)
    before = rig.now
    for seconds in frames:
        if rig.now + seconds - before >= LEAST_S:
            break
        rig.frame(seconds)
        if way == "mouse":
            rig.press(f"notice-{answer}")
        else:
            assert rig.button(f"notice-{answer}") not in rig.scene.base.stops()
            rig.scene.base.settle(f"notice-{answer}")
            if rig.scene.base.focus is not rig.scene.board:
                rig.scene.handle(Nav("down"))
        assert rig.told_by_hub() == ["draw?"]
    rig.frame(ARM_S + 0.1)
    rig.frame(ARM_S + 0.1)
    rig.press(f"notice-{answer}")
    assert len(rig.told_by_hub()) == 2, "and after it one can"


def test_a_press_held_since_before_the_moment_answers_nothing() -> None:
    rig = offered("mind-control")
    where = rig.widget("notice-0").rect.center
    rig.scene.handle(Press(*where))
    rig.frame(ARM_S + 0.1)
    rig.frame(ARM_S + 0.1)
    rig.scene.handle(Release(*where))
    assert rig.told_by_hub() == ["draw?"]


def box(*roles: str) -> tuple[NoticeBox, list[str], Rig]:
    """A notice box that has said one notice of each of these roles, one after the other."""
    rig, done, made = Rig(), [], NoticeBox()
    for number, role in enumerate(roles):
        made.say(Notice(f"n{number}", "", role), [Reply("yes", noting(done, number))], rig.scene.skin)
    return made, done, rig


def noting(done: list[str], number: int) -> Action:
    def act() -> Transition | None:
        done.append(f"n{number}")
        return None

    return act


def test_another_question_in_the_same_place_is_armed_anew() -> None:
    made, done, rig = box("ask")
    made.tick(1.0)
    made.tick(1.0 + ARM_S)
    assert made.buttons[0].enabled
    made.say(Notice("another", "", "ask"), [Reply("yes", noting(done, 7))], rig.scene.skin)
    assert not made.buttons[0].enabled
    assert made.wakes_at(3.0) == 3.0
    made.tick(3.0)
    assert made.wakes_at(3.1) == pytest.approx(3.0 + ARM_S), "the window wakes by itself to arm it"
    made.tick(3.0 + ARM_S - 0.01)
    assert not made.buttons[0].enabled
    made.tick(3.0 + ARM_S)
    assert made.buttons[0].enabled and made.wakes_at(9.0) is None


def test_the_same_question_told_again_keeps_its_moment() -> None:
    made, done, rig = box("ask")
    button = made.buttons[0]
    made.tick(1.0)
    made.say(made.notice, [Reply("yes", noting(done, 0))], rig.scene.skin)
    made.tick(1.0 + ARM_S)
    assert made.buttons == [button] and button.enabled


@pytest.mark.parametrize("role", ["plain", "warn"])
def test_what_is_only_told_can_be_pressed_at_once(role: str) -> None:
    made, _done, _rig = box(role)
    assert made.buttons[0].enabled and made.wakes_at(1.0) is None


def test_nothing_said_is_nothing_shown() -> None:
    made, _done, rig = box("ask")
    made.say(None, [], rig.scene.skin)
    assert not made.visible and made.buttons == [] and made.wanted(rig.scene.skin, 300) == 0


# ---- a question about what is gone


def moved(rig: Rig, action: str) -> None:
    rig.hub.post(Act("", action, rig.hub.match.entries))
    rig.frame()


@pytest.mark.parametrize("extra", ["extra-draw?", "extra-resign"])
@pytest.mark.parametrize("game", ["mind-control", "magi"])
def test_the_answer_to_a_stale_question_does_nothing(game: str, extra: str) -> None:
    """Even if somebody still holds its button: asked in one position, it acts in no other."""
    rig = Rig(rules=game, size=(1280, 720))
    if game == "magi":
        extra = extra.replace("resign", "resign?")
    rig.press(extra)
    kept = answers(rig)
    moved(rig, "c3c4" if game == "mind-control" else "e2e4")
    assert not rig.scene.overlays, "the question goes with its position"
    before = rig.told_by_hub()
    for press in kept:
        press()
    assert rig.told_by_hub() == before


def test_a_question_whose_turn_has_gone_elsewhere_does_nothing() -> None:
    """The position is told again with another to move, as by a takeback: the question is closed and holds no more."""
    rig = Rig(here=(0,))
    rig.press("extra-draw?")
    kept = answers(rig)
    state = rig.state.apply("c3c4").state
    match = replace(rig.hub.match, state=state, entries=5)
    rig.tell(MatchChanged(match))
    assert not rig.scene.overlays
    for press in kept:
        press()
    assert rig.told_by_hub() == []


def test_an_extra_that_is_allowed_no_more_is_not_done() -> None:
    """MC11: one offer between two moves; a question opened before the first was answered is void."""
    rig = Rig()
    rig.press("extra-draw?")
    kept = answers(rig)
    moved(rig, "draw?")
    moved(rig, "draw-")
    kept[-1]()
    assert rig.told_by_hub() == ["draw?", "draw-"]


def test_a_menu_of_pieces_goes_with_its_position_and_so_does_the_choice() -> None:
    text = "9k/4P5/10/10/10/10/10/10/10/5K4 w - - - 0 1"
    rig = Rig(text, (1280, 720), rules="magi")
    rig.click("e9")
    rig.click("e10")
    assert rig.scene.overlays
    moved(rig, "f1f2")
    assert not rig.scene.overlays
    assert not rig.scene.board.chooser.begun


# ---- ending without somebody who has come back


def lost(rig: Rig, linked: bool, remedy: str = "claim") -> None:
    first, second = rig.hub.match.seats
    seats = (first, replace(second, linked=linked))
    rig.hub.match = replace(rig.hub.match, seats=seats, remedy="" if linked else remedy)
    rig.tell(MatchChanged(rig.hub.match))


def forfeits(rig: Rig) -> int:
    return sum(isinstance(asked, Forfeit) for asked in rig.hub.asked)


@pytest.mark.parametrize("back", [True, False], ids=["the other is back", "it would be adjourned now"])
def test_the_question_whether_to_end_it_goes_when_the_answer_would_do_something_else(back: bool) -> None:
    """Who has come back meanwhile is not ended without, and nobody adjourns who was asked about a win."""
    rig = Rig(seats=(MatchSeat("Aino", True, "person"), MatchSeat("Louhi", False, "")), size=(1280, 720))
    lost(rig, linked=False)
    rig.press("notice-1")
    kept = answers(rig)
    lost(rig, linked=back, remedy="adjourn")
    assert not rig.scene.overlays
    kept[-1]()
    assert not forfeits(rig)
    lost(rig, linked=False, remedy="forfeit")
    rig.press("notice-1")
    answers(rig)[-1]()
    assert forfeits(rig) == 1


def test_that_question_stays_while_its_answer_is_the_same() -> None:
    rig = Rig(seats=(MatchSeat("Aino", True, "person"), MatchSeat("Louhi", False, "")), size=(1280, 720))
    lost(rig, linked=False)
    rig.press("notice-1")
    rig.tell(MatchChanged(replace(rig.hub.match, watchers=3)))
    assert rig.scene.overlays
    rig.press("answer-1")
    assert forfeits(rig) == 1


# ---- a second action while one is under way


def test_while_an_action_is_under_way_nothing_else_is_sent_by_any_way() -> None:
    rig = Rig(size=(1280, 720))
    hub = deaf(rig)
    rig.press("extra-draw?")
    kept = answers(rig)
    rig.scene.overlays[-1].close()
    close_overlays(rig.scene)
    rig.click("c3")
    rig.click("c4")
    assert acts(hub) == ["c3c4"]
    rig.click("d3")
    rig.click("d4")
    for key in "d3d4":
        rig.key(key)
    rig.scene.handle(Confirm())
    for press in kept:
        press()
    rig.scene.board._calls.on_action("d3d4")
    for key in ("o", "r"):
        rig.key(key)
        assert not rig.scene.overlays, "nothing is asked that could not be done"
    assert acts(hub) == ["c3c4"]
    rig.scene.board._calls.on_refused("d3d8", "d3")
    assert rig.scene.guide.rule == "", "and nothing is refused meanwhile"
    rig.tell(MatchChanged(replace(rig.hub.match, watchers=1)))
    assert rig.scene.board.chooser.state is None, "news of something else gives nothing back"


def test_a_button_of_the_bar_pressed_meanwhile_sends_nothing_more() -> None:
    rig = Rig(size=(1280, 720))
    hub = deaf(rig)
    rig.click("c3")
    rig.click("c4")
    if any(button.key == "extra-draw?" for button in rig.scene.around.bar.buttons):
        rig.press("extra-draw?")
        if rig.scene.overlays:
            answers(rig)[-1]()
    assert acts(hub) == ["c3c4"]


@pytest.mark.parametrize("event", ["another action", "no action"])
def test_a_failure_of_something_else_does_not_give_the_turn_back(event: str) -> None:
    rig = Rig()
    hub = deaf(rig)
    rig.click("c3")
    rig.click("c4")
    rig.tell(Failed("x", "no", action="d3d4" if event == "another action" else ""))
    rig.scene.board._calls.on_action("e3e4")
    assert acts(hub) == ["c3c4"]


def test_only_the_seat_in_turn_acts_and_only_while_the_match_goes_on() -> None:
    for status in ("paused", "adjourned", "void"):
        rig = Rig(status=status)
        rig.scene.board._calls.on_action("c3c4")
        assert rig.told_by_hub() == [], status
    rig = Rig(here=(1,))
    rig.scene.board._calls.on_action("c3c4")
    assert rig.told_by_hub() == []


def test_what_is_acted_names_the_log_as_it_was_seen() -> None:
    """A hub drops what was done about an older log."""
    rig = Rig(entries=17)
    hub = deaf(rig)
    rig.click("c3")
    rig.click("c4")
    assert hub.asked[-1] == Act(rig.hub.match.id, "c3c4", 17)


def test_while_one_looks_back_nothing_is_refused_or_chosen() -> None:
    rig = Rig()
    moved(rig, "c3c4")
    rig.settle()
    rig.scene.handle(Page("home"))
    rig.settle()
    rig.click("c6")
    rig.scene.board._calls.on_refused("c3c8", "c3")
    assert rig.scene.guide.rule == "" and not rig.scene.board.chooser.begun


# ---- steps of other matches


@pytest.fixture
def rig() -> Iterator[Rig]:
    yield Rig()


def test_what_happens_in_another_match_changes_nothing_here(rig: Rig) -> None:
    step = rig.state.apply("c3c4")
    other = replace(
        rig.hub.match, id="cd" * 16, state=step.state, entries=5,
        past=(Past(rig.state), Past(step.state, "c3c4", 0, step.facts)),
        proposal=Proposal("takeback", (1,), (0,), 1, True),
    )  # fmt: skip
    before = rig.scene.shown.match
    assert rig.tell(Stepped(other, "c3c4", 0, step.facts)) is None
    assert rig.tell(MatchChanged(other)) is None
    assert rig.scene.shown.match is before and rig.scene.around.notice.notice is None
    assert rig.scene.board.picture.pieces == dict(rig.state.pieces())


def test_a_shortcut_under_a_question_belongs_to_the_question(rig: Rig) -> None:
    rig.key("r")
    assert len(rig.scene.overlays) == 1
    flipped = rig.scene.shown.flip
    for key in ("f", "u", "o", "r", "m", "c"):
        rig.key(key)
    assert len(rig.scene.overlays) == 1 and rig.scene.shown.flip is flipped
    assert rig.told_by_hub() == [] and rig.scene.notation.text == ""
    assert isinstance(rig.scene.handle(Shortcut("x")), Stay | None)


# ---- what the scene does only then


LAST = "8/8/8/3s4/8/3L4/8/8 w -:- 0 1"
"""White takes the last pyramid of Black's, from d3 on d5."""


def heard(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    sounds: list[str] = []
    monkeypatch.setattr(rig.services.audio, "play", sounds.append)
    return sounds


def asked(rig: Rig, kind: type[Intent]) -> list[Intent]:
    return [one for one in rig.hub.asked if isinstance(one, kind)]


def test_a_rematch_of_another_match_is_not_told_here(rig: Rig) -> None:
    assert rig.tell(RematchOffered("cd" * 16, "Louhi")) is None
    moved(rig, "resign")
    rig.settle()
    assert rig.scene.around.notice.notice is not None and "rematch" not in rig.scene.around.notice.notice.text
    assert rig.tell(RematchOffered(rig.hub.match.id, "Louhi")) == Stay()
    assert "rematch" in rig.scene.around.notice.notice.text


def test_another_match_that_begins_takes_the_place_of_one_that_is_over_only(rig: Rig) -> None:
    other = replace(rig.hub.match, id="cd" * 16)
    assert rig.tell(MatchStarted(other)) is None, "this one goes on below it"
    moved(rig, "resign")
    assert isinstance(rig.tell(MatchStarted(other)), Replace)


def test_from_a_record_one_leaves_at_once_and_leaves_no_match() -> None:
    first = Rig().state
    step = first.apply("c3c4")
    past = (Past(first), Past(step.state, "c3c4", 0, step.facts))
    rig = Rig(watching=True, here=(), status="finished", state=step.state, past=past)
    assert rig.scene.shown.record and not rig.scene.shown.place.newest, (
        "a record begins with its first position"
    )
    assert isinstance(rig.scene.handle(Cancel()), Pop | ToTitle)
    assert asked(rig, LeaveMatch) == []


def test_looking_back_in_a_match_escape_returns_to_it_first(rig: Rig) -> None:
    moved(rig, "c3c4")
    rig.settle()
    rig.scene.handle(Page("home"))
    assert rig.scene.handle(Cancel()) == Stay() and rig.scene.shown.place.newest


def test_points_and_result_come_once_what_happened_has_been_seen() -> None:
    rig = Rig(LAST, (1280, 720))
    before = list(rig.scene.around.players.cards)
    moved(rig, "d3d5")
    assert rig.scene.board.picture.busy and not rig.scene.overlays
    assert list(rig.scene.around.players.cards) == before, "no point before the blow"
    rig.settle()
    assert rig.scene.overlays and list(rig.scene.around.players.cards) != before


def ask_for_the_result(rig: Rig) -> None:
    wish = rig.scene.show_result()
    if isinstance(wish, Open):
        rig.scene.ask(wish.overlay)


def test_the_result_is_shown_once_however_often_it_is_asked_for() -> None:
    rig = Rig(LAST)
    moved(rig, "d3d5")
    rig.settle()
    shown = len(rig.scene.overlays)
    for _time in range(2):
        ask_for_the_result(rig)
    assert len(rig.scene.overlays) == shown == 1
    close_overlays(rig.scene)
    ask_for_the_result(rig)
    assert len(rig.scene.overlays) == 1


def test_ones_turn_is_heard_after_somebody_elsewhere_moved_only(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = Rig(here=(0,))
    sounds = heard(rig, monkeypatch)
    moved(rig, "c3c4")
    assert "turn" not in sounds
    moved(rig, "c6c5")
    assert sounds.count("turn") == 1
    both = Rig()
    sounds = heard(both, monkeypatch)
    moved(both, "c3c4")
    assert "turn" not in sounds, "who sits at this window has seen it"


@pytest.mark.parametrize(
    "match",
    [{"status": "paused"}, {"status": "finished"}, {"here": ()}, {"here": (), "watching": True}],
    ids=str,
)
def test_nothing_is_taken_back_where_nothing_can_be(match: dict[str, Any]) -> None:
    rig = Rig(**match)
    rig.key("u")
    assert asked(rig, Propose) == []


def test_a_match_that_goes_on_is_not_replayed_before_one_looks_back(rig: Rig) -> None:
    moved(rig, "c3c4")
    rig.settle()
    rig.key("p")
    assert not rig.scene.shown.place.playing and rig.scene.shown.place.newest
    rig.scene.handle(Page("home"))
    rig.key("p")
    assert rig.scene.shown.place.playing


def test_what_was_half_typed_is_forgotten_by_an_action(rig: Rig) -> None:
    for key in "d3":
        rig.key(key)
    assert rig.scene.notation.text == "d3"
    rig.scene.board._calls.on_action("c3c4")
    assert rig.scene.notation.text == "" and rig.told_by_hub() == ["c3c4"]
