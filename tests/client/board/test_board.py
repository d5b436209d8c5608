"""The board scene by intents alone: whole games by each device, previews, splits, offers, looking back, watching.

A small hub that knows nothing but the rules stands in for the real one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest

from client.board.chips import part_chip
from client.core.intents import (
    KEYS,
    PAD,
    Cancel,
    Confirm,
    Drag,
    Menu,
    Nav,
    Next,
    Page,
    PointerMoved,
    Press,
    Release,
    Shortcut,
)
from client.core.scene import Replace
from client.core.transitions import ToTitle
from client.scenes.board import BoardScene
from client.widgets.buttons import Button
from client.widgets.dialog import Dialog
from net.events import (
    Failed,
    MatchChanged,
    MatchSeat,
    MatchStarted,
    Proposal,
    RematchOffered,
    Stepped,
)
from net.intents import Act, Answer, Forfeit, LeaveMatch, Propose, Rematch
from rules.game import State
from tests.client.board_rig import Rig, RulesHub

GAME = "mind-control"
SPLIT = "8/8/8/3l4/8/2(MS)5/8/7s w -:- 0 1"
"""White may move the medium with its small, or the small alone; nothing is over (MC8)."""
SHORT = "8/8/8/8/3s4/2L5/8/6(Lm)1 w -:- 0 1"
"""White can destroy d4; then black still has g1."""


def greedy(state: State) -> str:
    """A move that ends the game soon: take most; among equals the first."""

    def gain(move: str) -> int:
        facts = state.apply(move).facts
        return sum(len(fact.pieces) * 3 for fact in facts if fact.kind == "taken")

    moves = [move for move in state.legal() if not move.endswith("t")] or list(state.legal())
    return max(moves, key=gain)


def by_mouse(rig: Rig, move: str) -> None:
    if move.endswith("t"):
        rig.click(move[:2], 3)
    else:
        rig.click(move[:2])
    rig.click(move[2:4])


def by_device(device: str) -> Callable[[Rig, str], None]:
    def play(rig: Rig, move: str) -> None:
        rig.walk(move[:2], device)
        rig.scene.handle(Confirm(device))
        if move.endswith("t"):
            rig.scene.handle(Shortcut("pad-x" if device == PAD else "t", device))
        rig.walk(move[2:4], device)
        rig.scene.handle(Confirm(device))

    return play


def by_typing(rig: Rig, move: str) -> None:
    for letter in move:
        rig.scene.handle(Shortcut(letter))
    rig.scene.handle(Confirm())


@pytest.mark.parametrize("play", [by_mouse, by_device(KEYS), by_device(PAD), by_typing])
def test_a_whole_game_by_one_device_alone_shows_the_truth_after_each_step(
    play: Callable[[Rig, str], None],
) -> None:
    rig = Rig()
    for _ in range(200):
        if rig.state.turn is None:
            break
        move = greedy(rig.state)
        play(rig, move)
        assert rig.told_by_hub()[-1] == move
        rig.frame()
        assert rig.scene.board.picture.pieces == dict(rig.state.pieces())
    assert rig.state.outcome() is not None
    rig.settle()
    assert rig.scene.overlays, "the result card lies over the last position"


def test_a_move_glides_even_when_it_takes_buttons_out_of_the_bar() -> None:
    rig = Rig(here=(0,))
    rig.settle()
    assert "extra-resign" in {button.key for button in rig.scene.around.bar.buttons}
    by_mouse(rig, "c3c4")
    rig.frame()
    assert "extra-resign" not in {button.key for button in rig.scene.around.bar.buttons}, (
        "it is the other's turn"
    )
    assert rig.scene.board.picture.stage is not None and rig.scene.board.picture.stage.busy
    rig.settle()


def test_dragging_a_stack_moves_it() -> None:
    rig = Rig()
    rig.scene.handle(Press(*rig.at("c3")))
    rig.scene.handle(Drag(*rig.at("c4")))
    rig.frame()
    rig.scene.handle(Release(*rig.at("c4")))
    assert rig.told_by_hub() == ["c3c4"]


def test_choosing_shows_targets_and_only_a_click_on_the_choice_takes_it_back() -> None:
    rig = Rig()
    rig.click("c3")
    assert set(rig.scene.board.chooser.targets()) == {"b2", "b3", "b4", "c4", "d4"}
    rig.click("c3")
    assert not rig.scene.board.chooser.begun
    rig.click("c3")
    rig.click("d3")
    assert rig.scene.board.chooser.chosen == "d3"
    rig.click("h8")
    assert rig.scene.board.chooser.chosen == "d3", "a refused click keeps what is chosen"
    rig.click("d3")
    assert not rig.scene.board.chooser.begun
    assert rig.told_by_hub() == []


@pytest.mark.parametrize(
    ("position", "start", "to", "name", "gain", "stack"),
    [
        (SHORT, "c3", "d4", "Destroy", "+1", ("L",)),
        ("8/8/8/8/3l4/2S5/8/7s w -:- 0 1", "c3", "d4", "Mind control", "", ("l", "S")),
        ("8/8/8/8/3(Ls)4/2S5/8/7s w -:- 0 1", "c3", "d4", "Rescue", "+1", ("L", "S")),
    ],
)
def test_an_attack_is_told_before_it_is_made_MC5_MC6_MC7(
    position: str, start: str, to: str, name: str, gain: str, stack: tuple[str, ...]
) -> None:
    for aim in ("mouse", "keys"):
        rig = Rig(position)
        if aim == "mouse":
            rig.click(start)
            rig.scene.handle(PointerMoved(*rig.at(to)))
        else:
            rig.walk(start, KEYS)
            rig.scene.handle(Confirm())
            rig.walk(to, KEYS)
        rig.frame()
        hint = rig.scene.around.hint.hint
        assert (hint.title, hint.gain, hint.stack) == (name, gain, stack)
        assert rig.told_by_hub() == [], "only shown, not done"


@pytest.mark.parametrize("how", ["right button", "chip", "key", "pad", "typing"])
def test_the_top_pyramid_may_go_alone_MC8(how: str) -> None:
    rig = Rig(SPLIT)
    if how == "right button":
        rig.click("c3", 3)
    elif how == "typing":
        for letter in "c3c4t":
            rig.scene.handle(Shortcut(letter))
        rig.scene.handle(Confirm())
        assert rig.told_by_hub() == ["c3c4t"]
        return
    elif how == "pad":
        rig.walk("c3", PAD)
        rig.scene.handle(Confirm(PAD))
        rig.scene.handle(Shortcut("pad-x", PAD))
    else:
        rig.click("c3")
        if how == "chip":
            chip = part_chip(rig.scene.board.view, rig.scene.board.chooser).center
            rig.scene.handle(Press(*chip))
            rig.scene.handle(Release(*chip))
        else:
            rig.scene.handle(Shortcut("t"))
    rig.frame()
    assert "Top only" in rig.scene.around.hint.hint.title
    rig.click("c4")
    assert rig.told_by_hub() == ["c3c4t"]
    rig.settle()
    assert rig.scene.board.picture.pieces["c3"] == ("M",)


def test_a_move_that_cant_be_says_why_for_a_while() -> None:
    rig = Rig()
    rig.now += 60
    rig.click("d8")
    assert "d8" in rig.scene.around.hint.hint.title, "not one's own"
    rig.click("c3")
    assert rig.scene.around.hint.hint.role != "bad"
    rig.click("c6")
    rig.frame()
    assert rig.scene.around.hint.hint.role == "bad"
    assert "c6" in rig.scene.around.hint.hint.title
    rig.frame(1.0)
    assert rig.scene.around.hint.hint.role == "bad", (
        "long enough to be read, however long nobody moved before"
    )
    rig.frame(5.0)
    assert rig.scene.around.hint.hint.role != "bad"


def test_a_typed_move_that_cant_be_says_why_and_escape_takes_typing_back() -> None:
    rig = Rig()
    by_typing(rig, "c3c8")
    assert rig.scene.around.hint.hint.role == "bad"
    rig.scene.handle(Shortcut("c"))
    rig.scene.handle(Shortcut("3"))
    assert rig.scene.board.chooser.chosen == "c3"
    rig.scene.handle(Cancel())
    assert not rig.scene.board.chooser.begun
    assert rig.told_by_hub() == []
    assert not rig.scene.overlays, "Escape ended the typing, not the match"


def test_f_flips_unless_a_number_follows() -> None:
    rig = Rig()
    rig.scene.handle(Shortcut("f"))
    rig.frame(0.1)
    assert not rig.scene.shown.flip
    assert rig.scene.due(rig.now) is not None
    rig.frame(1.0)
    assert rig.scene.shown.flip
    by_typing(rig, "f3f4")
    assert rig.told_by_hub() == ["f3f4"]
    assert rig.scene.shown.flip


def test_resigning_asks_first_and_the_safe_answer_has_the_focus_MC11() -> None:
    rig = Rig()
    rig.scene.handle(Shortcut("r"))
    assert isinstance(rig.scene.overlays[-1], Dialog)
    rig.scene.handle(Confirm())
    assert not rig.scene.overlays and rig.told_by_hub() == []
    rig.scene.handle(Shortcut("r"))
    rig.press("answer-1")
    assert rig.told_by_hub() == ["resign"]
    rig.settle()
    rig.frame()
    assert rig.scene.overlays
    assert rig.services.evening.tally(("Aino", "Louhi")).wins == {"Louhi": 1}


def test_an_offer_is_answered_beside_the_board_and_not_by_accident_MC11() -> None:
    rig = Rig()
    rig.scene.handle(Shortcut("o"))
    rig.press("answer-1")
    assert rig.told_by_hub() == ["draw?"]
    rig.frame()
    assert rig.scene.around.notice.visible and "draw" in rig.scene.around.notice.notice.title  # type: ignore[union-attr]
    assert not rig.scene.board.chooser.targets(), "no move while an answer is due"
    assert rig.scene.around.hint.hint.title == "Louhi is to answer"
    rig.press("notice-0")
    rig.scene.handle(Confirm())
    assert rig.told_by_hub() == ["draw?"], "not armed yet"
    rig.frame(0.1)
    rig.frame(1.0)
    rig.press("notice-1")
    assert rig.told_by_hub() == ["draw?", "draw-"]
    rig.frame()
    assert not rig.scene.around.notice.visible
    assert rig.scene.board.chooser.targets()


def test_an_offer_accepted_ends_the_game_drawn_MC11() -> None:
    rig = Rig()
    rig.hub.post(Act("", "draw?", 4))
    rig.frame()
    rig.frame(0.1)
    rig.frame(1.0)
    rig.press("notice-0")
    rig.settle()
    assert rig.scene.overlays
    assert rig.services.evening.tally(("Aino", "Louhi")).draws == 1


def test_looking_back_shows_earlier_positions_and_what_comes_meanwhile_waits() -> None:
    rig = Rig()
    start = dict(rig.state.pieces())
    for move in ("c3c4", "c6c5", "d3d4"):
        by_mouse(rig, move)
        rig.settle()
    rig.scene.handle(Page("home"))
    rig.settle()
    assert rig.scene.board.picture.pieces == start
    assert rig.scene.around.notice.visible
    rig.click("d6")
    assert rig.told_by_hub()[3:] == [], "nothing is played while looking back"
    rig.hub.post(Act("", "d6d5", rig.hub.match.entries))
    rig.settle()
    assert rig.scene.board.picture.pieces == start
    assert rig.scene.handle(Cancel()) is not None
    rig.settle()
    assert rig.scene.board.picture.pieces == dict(rig.state.pieces())
    assert not rig.scene.around.notice.visible


def test_clicking_a_line_of_the_list_looks_back_there() -> None:
    rig = Rig(size=(1280, 720))
    for move in ("c3c4", "c6c5", "d3d4"):
        by_mouse(rig, move)
        rig.settle()
    row = rig.scene.around.moves.rect_of(0).center
    rig.scene.handle(Press(*row))
    rig.scene.handle(Release(*row))
    rig.settle()
    assert rig.scene.shown.place.shown == 1
    assert rig.scene.board.picture.pieces["c4"] == ("S",)
    assert "d4" not in rig.scene.board.picture.pieces


def test_a_takeback_goes_back_on_the_board_and_in_the_list() -> None:
    rig = Rig()
    before = rig.hub.match
    by_mouse(rig, "c3c4")
    rig.settle()
    match = replace(before, entries=6)
    rig.hub.match = match
    rig.tell(Stepped(match, "takeback", 1, ()))
    rig.settle()
    assert rig.scene.board.picture.pieces == dict(before.state.pieces())
    assert len(rig.scene.shown.place.history) == 1 and rig.scene.around.moves.items == []


@pytest.mark.parametrize("size", [(1, 1), (160, 90), (320, 240), (240, 500), (720, 1280), (1920, 1080)])
def test_any_window_is_laid_out_and_played_in(size: tuple[int, int]) -> None:
    rig = Rig(size=size)
    rig.click("c3")
    rig.frame()
    rig.scene.resize(640, 360)
    rig.surface = pygame.Surface((640, 360))
    rig.scene.board.use(rig.state)
    rig.frame()
    by_mouse(rig, "c3c4")
    rig.frame()
    rig.scene.resize(*size)
    rig.surface = pygame.Surface(size)
    rig.settle()
    assert rig.told_by_hub() == ["c3c4"]


@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (1920, 1080), (720, 1280), (600, 1000)])
def test_nothing_lies_outside_the_window_or_over_the_board(size: tuple[int, int]) -> None:
    rig = Rig(size=size)
    window = pygame.Rect(0, 0, *size)
    for widget in rig.scene.widgets:
        if widget.visible:
            assert window.contains(widget.rect), widget.key
            if widget is not rig.scene.board:
                assert not widget.rect.colliderect(rig.scene.board.rect), widget.key


@pytest.mark.parametrize("size", [(320, 200), (720, 1280), (1920, 1080)])
def test_a_move_can_be_clicked_in_a_window_of_any_size(size: tuple[int, int]) -> None:
    rig = Rig(SHORT)
    rig.scene.resize(*size)
    rig.surface = pygame.Surface(size)
    by_mouse(rig, "c3d4")
    rig.settle()
    assert rig.told_by_hub() == ["c3d4"]


def test_many_steps_at_once_hurry_and_end_at_the_truth() -> None:
    rig = Rig()
    for _ in range(20):
        if rig.state.turn is not None:
            rig.hub.post(Act("", greedy(rig.state), rig.hub.match.entries))
    began = rig.now
    rig.frame()
    rig.click("d3")
    assert rig.scene.board.picture.pieces == dict(rig.state.pieces())
    rig.settle()
    assert rig.now - began < 8


def test_a_watcher_cant_act() -> None:
    seats = (MatchSeat("Aino", False, ""), MatchSeat("Louhi", False, ""))
    rig = Rig(seats=seats, watching=True)
    for place in ("c3", "c4"):
        rig.click(place)
    by_typing(rig, "c3c4")
    by_device(PAD)(rig, "c3c4")
    assert rig.told_by_hub() == []
    assert not rig.scene.board.chooser.targets()
    assert "watching" in rig.scene.around.hint.hint.text


def test_one_who_is_not_to_move_cant_act() -> None:
    rig = Rig(seats=(MatchSeat("Louhi", False, ""), MatchSeat("Aino", True, "person")))
    assert rig.scene.shown.flip, "one's own pieces are below"
    by_mouse(rig, "c3c4")
    by_mouse(rig, "c6c5")
    assert rig.told_by_hub() == []


def test_nothing_is_sent_twice_before_the_hub_has_answered() -> None:
    rig = Rig()
    by_mouse(rig, "c3c4")
    by_mouse(rig, "d3d4")
    assert rig.told_by_hub() == ["c3c4"]


class DeafHub(RulesHub):
    """Notes what is acted and does nothing, like a hub that can't write its log."""

    def act(self, match_id: str, action: str, after: int) -> None:
        pass


@pytest.mark.parametrize("flipped", [False, True], ids=["", "laid out anew meanwhile"])
def test_a_move_that_the_hub_could_not_make_is_given_back(flipped: bool) -> None:
    rig = Rig()
    before = dict(rig.state.pieces())
    rig.services.hub = DeafHub(rig.hub.match)
    by_mouse(rig, "c3c4")
    assert rig.services.hub.asked[-1].action == "c3c4"
    if flipped:
        rig.press("flip")
    wish = rig.tell(Failed("disk", "The disk is full.", action="c3c4"))
    assert wish is None, "so that the app says it in words"
    rig.services.hub = rig.hub
    rig.settle()
    assert rig.scene.board.picture.pieces == before
    assert {"extra-resign", "extra-draw?"} <= {button.key for button in rig.scene.around.bar.buttons}
    by_mouse(rig, "d3d4")
    assert rig.told_by_hub() == ["d3d4"]


def test_coming_back_to_a_match_gives_back_what_was_never_heard_of_again() -> None:
    rig = Rig()
    rig.services.hub = DeafHub(rig.hub.match)
    by_mouse(rig, "c3c4")
    rig.services.hub = rig.hub
    rig.tell(MatchStarted(rig.hub.match))
    by_mouse(rig, "d3d4")
    assert rig.told_by_hub() == ["d3d4"]


def test_flipped_a_click_still_means_the_square_that_lies_there() -> None:
    rig = Rig()
    corner, opposite = rig.at("a1"), rig.at("h8")
    rig.press("flip")
    assert (rig.at("a1"), rig.at("h8")) == (opposite, corner)
    by_mouse(rig, "c3c4")
    rig.settle()
    by_mouse(rig, "c6c5")
    assert rig.told_by_hub() == ["c3c4", "c6c5"]


def test_flipped_the_arrows_go_as_they_are_drawn() -> None:
    rig = Rig()
    rig.press("flip")
    rig.scene.handle(Nav("up"))
    start = rig.scene.board.cursor
    x, y = rig.at(start)
    rig.scene.handle(Nav("up"))
    assert rig.at(rig.scene.board.cursor)[1] < y
    rig.scene.handle(Nav("down"))
    rig.scene.handle(Nav("right"))
    assert rig.at(rig.scene.board.cursor)[0] > x


def test_tab_reaches_every_action_and_comes_round_to_the_board() -> None:
    rig = Rig()
    seen = []
    for _ in range(40):
        rig.scene.handle(Next())
        focus = rig.scene.layer.focus
        assert focus is not None
        if focus.key in seen:
            break
        seen.append(focus.key)
    assert {"board", "flip", "extra-draw?", "extra-resign", "help", "menu", "leave"} <= set(seen)
    while rig.scene.layer.focus is not rig.button("leave"):
        rig.scene.handle(Next())
    rig.scene.handle(Confirm())
    assert isinstance(rig.scene.overlays[-1], Dialog)


def test_a_lost_player_is_told_with_what_can_be_done() -> None:
    rig = Rig()
    seats = (rig.hub.match.seats[0], MatchSeat("Louhi", False, "", linked=False))
    rig.tell(MatchChanged(replace(rig.hub.match, seats=seats)))
    rig.frame()
    assert rig.scene.around.notice.visible and "Louhi" in rig.scene.around.notice.notice.title  # type: ignore[union-attr]
    assert [button.text for button in rig.scene.around.notice.buttons] == ["Save and leave"], (
        "not for us to end"
    )
    rig.tell(MatchChanged(replace(rig.hub.match, seats=seats, remedy="claim")))
    rig.frame()
    rig.press("notice-1")
    rig.press("answer-1")
    assert Forfeit("ab" * 16) in rig.hub.asked
    assert isinstance(rig.press("notice-0"), ToTitle)
    rig.tell(MatchChanged(replace(rig.hub.match, status="desync")))
    assert rig.scene.around.notice.notice is not None and not rig.scene.board.chooser.targets()


def test_a_rematch_goes_on_in_this_scenes_place() -> None:
    rig = Rig()
    rig.hub.post(Act("", "resign", 4))
    rig.settle()
    rig.frame()
    rig.tell(RematchOffered("ab" * 16, "Louhi"))
    rig.press("result-0")
    assert Rematch("ab" * 16) in rig.hub.asked
    fresh = replace(rig.hub.match, id="cd" * 16, state=Rig().state, status="running", actions=())
    assert isinstance(rig.tell(MatchStarted(fresh)), Replace)


def test_leaving_a_running_match_asks_and_may_be_for_good() -> None:
    rig = Rig()
    rig.scene.handle(Cancel())
    assert isinstance(rig.scene.overlays[-1], Dialog)
    assert isinstance(rig.press("answer-2"), ToTitle)
    assert LeaveMatch("ab" * 16, True) in rig.hub.asked


def test_idle_the_scene_wants_no_time_and_paints_nothing() -> None:
    rig = Rig()
    rig.settle()
    assert rig.scene.due(rig.now) is None
    assert rig.scene.take_damage() == []


def test_reduced_motion_cuts_to_the_truth() -> None:
    rig = Rig()
    rig.services.settings.reduced_motion = True
    rig.scene = BoardScene(rig.services, rig.hub.match)
    rig.scene.resize(640, 360)
    rig.frame()
    by_mouse(rig, "c3c4")
    rig.frame()
    rig.frame()
    rig.frame()
    assert rig.scene.board.picture.stage is not None and not rig.scene.board.picture.stage.busy


# ---- taking back, pausing


def proposing(rig: Rig, **fields: Any) -> None:
    proposal = Proposal(**fields) if fields else None
    rig.hub.match = replace(rig.hub.match, proposal=proposal)
    rig.tell(MatchChanged(rig.hub.match))
    rig.frame()


def test_a_move_is_taken_back_by_key_or_menu_once_there_is_one() -> None:
    rig = Rig()
    rig.scene.handle(Menu())
    labels = [button.text for button in rig.scene.overlays[-1].parts if isinstance(button, Button)]
    assert not any("back  (U)" in label for label in labels)
    rig.scene.handle(Cancel())
    by_mouse(rig, "c3c4")
    rig.settle()
    rig.key("u")
    rig.scene.handle(Menu())
    buttons = [part for part in rig.scene.overlays[-1].parts if isinstance(part, Button)]
    rig.press(next(button.key for button in buttons if "(U)" in button.text))
    asked = [one for one in rig.hub.asked if isinstance(one, Propose)]
    assert [one.kind for one in asked] == ["takeback", "takeback"]


def test_what_another_proposes_is_answered_beside_the_board_and_not_by_accident() -> None:
    rig = Rig(here=(0,))
    proposing(rig, kind="takeback", by=(1,), waiting=(0,), ours=True, undone=2)
    assert rig.scene.around.notice.notice is not None
    assert rig.scene.around.notice.notice.title == "Louhi asks to take 2 moves back."
    rig.press("notice-0")
    assert not [one for one in rig.hub.asked if isinstance(one, Answer)], "armed only after a moment"
    rig.frame(0.1)
    rig.frame(1.0)
    rig.press("notice-1")
    assert Answer(rig.hub.match.id, False) in rig.hub.asked
    proposing(rig)
    assert rig.scene.around.notice.notice is None


def test_who_proposed_sees_for_whom_it_waits() -> None:
    rig = Rig(here=(0,))
    proposing(rig, kind="pause", by=(0,), waiting=(1,), ours=False)
    assert rig.scene.around.notice.notice is not None
    assert "Louhi" in rig.scene.around.notice.notice.text
    assert not rig.scene.around.notice.buttons


def test_a_paused_match_goes_on_when_somebody_here_asks() -> None:
    rig = Rig(here=(0,), status="paused")
    rig.press("notice-0")
    assert Propose(rig.hub.match.id, "resume") in rig.hub.asked
