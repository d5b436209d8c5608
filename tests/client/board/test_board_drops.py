"""Dragging and clicking over every pair of squares: a drop goes where the dragged piece may go, or chooses nothing
else; what is refused changes nothing."""

from __future__ import annotations

from random import Random

import pytest

from client.core.intents import Drag, Press, Release
from net.intents import Act
from tests.client.board_rig import Rig
from tests.client.by_device import close_overlays

PIECES = 12
"""So many of them are dragged to every square."""
GAMES = ["mind-control", "magi", "taika-mario"]


def played(rules: str, steps: int, seed: int) -> Rig:
    """A board somewhere in a game, everybody at this window."""
    rig = Rig(rules=rules, seed=b"%d" % seed)
    random = Random(seed)
    for _ in range(steps):
        if rig.state.turn is None or not rig.state.legal():
            break
        rig.hub.post(Act(rig.hub.match.id, random.choice(list(rig.state.legal())), rig.hub.match.entries))
        rig.frame()
    rig.settle()
    close_overlays(rig.scene)
    return rig


def squares(rig: Rig) -> list[str]:
    look = rig.scene.look
    return [f"{'abcdefghij'[file]}{rank}" for file in range(look.files) for rank in range(1, look.ranks + 1)]


def begin(rig: Rig) -> None:
    """Nothing is chosen, nothing was done."""
    rig.scene.shown.sent = ""
    close_overlays(rig.scene)
    rig.hub.asked.clear()
    rig.scene.board.chooser.clear()
    rig.scene.board.use(rig.scene.shown.match.state)


def drag(rig: Rig, start: str, end: str) -> None:
    rig.scene.handle(Press(*rig.at(start)))
    rig.scene.handle(Drag(*rig.at(end)))
    rig.scene.handle(Release(*rig.at(end)))


def may_go(rig: Rig, start: str) -> set[str]:
    """Where what stands on ``start`` may be dropped."""
    begin(rig)
    chooser = rig.scene.board.chooser
    if chooser.keeps_choice_on_miss:
        return set(chooser.steps()) if chooser.grabs(start) else set()  # type: ignore[attr-defined]
    return set(chooser.targets()) if chooser.choose(start) is not None else set()


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("rules", GAMES)
def test_a_drop_goes_where_it_may_or_leaves_the_dragged_piece_chosen_or_nothing(
    rules: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = played(rules, steps=9 * seed, seed=seed)
    monkeypatch.setattr(rig.hub, "act", lambda *call: None)
    tried = 0
    stand = sorted(place for place in rig.state.pieces() if ":" not in place)
    Random(seed).shuffle(stand)
    for start in sorted(stand, key=lambda place: not may_go(rig, place))[:PIECES]:
        goals = may_go(rig, start)
        for end in squares(rig):
            if end == start:
                continue
            begin(rig)
            drag(rig, start, end)
            board = rig.scene.board
            if end in goals:
                acted = bool(rig.told_by_hub()) or bool(rig.scene.overlays)
                assert acted or end in (board.chooser.chosen, getattr(board.chooser, "step", "")), (
                    start,
                    end,
                )
                tried += 1
            else:
                assert board.chooser.chosen in ("", start), (start, end)
                assert not rig.told_by_hub() and not rig.scene.overlays, (start, end)
    assert tried


@pytest.mark.parametrize("rules", ["mind-control", "magi"])
def test_a_refused_click_keeps_what_is_chosen(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rig = played(rules, steps=10, seed=3)
    monkeypatch.setattr(rig.hub, "act", lambda *call: None)
    begin(rig)
    chooser = rig.scene.board.chooser
    starts = list(chooser.targets())
    for start in Random(3).sample(starts, min(len(starts), 5)):
        goals = may_go(rig, start)
        for end in squares(rig):
            if end in goals or end == start:
                continue
            begin(rig)
            rig.click(start)
            rig.click(end)
            expected = end if end in starts else start
            assert chooser.chosen == expected, (start, end)
            assert not rig.told_by_hub()


def test_a_chosen_piece_can_be_dragged_and_a_click_on_it_takes_it_back() -> None:
    rig = Rig()
    rig.click("c3")
    rig.scene.handle(Press(*rig.at("c3")))
    assert rig.scene.board.chooser.chosen == "c3"
    rig.scene.handle(Drag(*rig.at("c4")))
    rig.scene.handle(Release(*rig.at("c4")))
    assert rig.told_by_hub() == ["c3c4"]


def test_dropping_a_dragged_piece_where_it_was_keeps_it_chosen() -> None:
    rig = Rig()
    rig.click("c3")
    rig.scene.handle(Press(*rig.at("c3")))
    rig.scene.handle(Drag(*rig.at("h8")))
    rig.scene.handle(Drag(*rig.at("c3")))
    rig.scene.handle(Release(*rig.at("c3")))
    assert rig.scene.board.chooser.chosen == "c3", "it was dragged, so this was no click on it"


def test_the_reason_for_a_refusal_stays_while_the_pointer_wanders() -> None:
    rig = Rig()
    drag(rig, "c3", "d3")
    said = rig.scene.around.hint.hint
    assert said.role == "bad"
    rig.point("h8")
    assert rig.scene.around.hint.hint == said
    rig.point("c4")
    assert rig.scene.around.hint.hint.role != "bad", "where it may go is said at once"


def test_a_pawn_dragged_while_a_card_is_held_steps_and_never_casts() -> None:
    rig = Rig(rules="taika-mario", here=(0,))
    turn = rig.scene.board.chooser
    state = rig.state
    hand = state.hands[state.turn]  # type: ignore[attr-defined]
    assert turn.hold(hand[0])  # type: ignore[attr-defined]
    start = turn._own(state)[0]  # type: ignore[attr-defined]
    for end in squares(rig):
        if end == start:
            continue
        steps = turn.steps()  # type: ignore[attr-defined]
        drag(rig, start, end)
        assert turn.made.laying is None, end  # type: ignore[attr-defined]
        assert (turn.made.step == end) == (end in steps)  # type: ignore[attr-defined]
        if turn.made.step:  # type: ignore[attr-defined]
            turn.back()
