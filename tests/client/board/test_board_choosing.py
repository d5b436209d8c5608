"""The one click handler over ``State.picks``: parts before or after the target, menus, going back; typing."""

from __future__ import annotations

import pytest

from client.board.chooser import Chooser, why_not
from client.board.history import History, Moment
from client.board.notation_input import TypedMove
from client.core.evening import Evening
from net.events import Match, MatchSeat, Past, Stepped
from rules.game import Pick, Picks, State
from rules.registry import game

SPLIT = "8/8/8/3l4/8/2(MS)5/8/7s w -:- 0 1"


class Tree:
    """As much of a state as the chooser asks: picks from a table; an action is the prefix joined."""

    def __init__(self, table: dict[tuple[str, ...], tuple[Pick, ...]], whole: set[tuple[str, ...]]) -> None:
        self._table, self._whole = table, whole

    def picks(self, prefix: tuple[str, ...] = ()) -> Picks:
        return Picks(self._table.get(prefix, ()), "".join(prefix) if prefix in self._whole else None)


def chooser(state: object) -> Chooser:
    return Chooser(state)  # type: ignore[arg-type]  # a stand-in for State


def square(value: str, note: str = "") -> Pick:
    return Pick("square", value, note)


def test_all_moves_can_be_built_and_no_others() -> None:
    rules = game("mind-control")
    for state in (rules.start(rules.configure({}), 2), rules.position(SPLIT, rules.configure({}))):
        built = set()
        mine = Chooser(state)
        for start in list(mine.targets()):
            mine.clear()
            mine.choose(start)
            for targets in mine.routes().values():
                built |= {target.action for target in targets.values()}
        assert built == set(state.legal())


def test_the_part_is_toggled_and_stays_within_what_can_be_MC8() -> None:
    rules = game("mind-control")
    mine = Chooser(rules.position(SPLIT, rules.configure({})))
    mine.choose("c3")
    assert len(mine.parts()) == 2
    whole = {target.action for target in mine.targets().values()}
    assert mine.toggle_part()
    top = {target.action for target in mine.targets().values()}
    assert all(action and not action.endswith("t") for action in whole)
    assert all(action and action.endswith("t") for action in top)
    assert mine.toggle_part()
    assert {target.action for target in mine.targets().values()} == whole
    assert not Chooser(mine.state).toggle_part(), "nothing chosen, nothing to toggle"


def test_a_part_may_also_come_after_the_target() -> None:
    mine = chooser(
        Tree(
            {
                (): (square("a1"),),
                ("a1",): (square("a2"),),
                ("a1", "a2"): (Pick("part", "t", "split"),),
            },
            {("a1", "a2"), ("a1", "a2", "t")},
        )
    )
    mine.choose("a1")
    assert mine.targets()["a2"].action == "a1a2"
    assert mine.use_part("t")
    assert (mine.targets()["a2"].action, mine.targets()["a2"].note) == ("a1a2t", "split")


def test_what_is_no_square_is_a_menu_and_ends_the_choice() -> None:
    mine = chooser(
        Tree(
            {
                (): (square("a7"),),
                ("a7",): (square("a8"),),
                ("a7", "a8"): (Pick("piece", "q"), Pick("piece", "n")),
            },
            {("a7", "a8", "q"), ("a7", "a8", "n")},
        )
    )
    mine.choose("a7")
    target = mine.choose("a8")
    assert target is not None and target.action is None
    assert not mine.targets()
    assert [pick.value for pick in mine.menu()] == ["q", "n"]
    assert mine.push("x") is None
    assert mine.push("n") == "a7a8n"
    assert mine.back() and mine.prefix == ("a7", "a8")
    assert mine.clear() and not mine.clear()


def test_nothing_can_be_chosen_without_a_state_or_off_the_targets() -> None:
    assert Chooser(None).targets() == {} and Chooser(None).menu() == ()
    rules = game("mind-control")
    mine = Chooser(rules.start(rules.configure({}), 2))
    assert mine.choose("e5") is None and not mine.begun


def test_why_not_asks_the_rules() -> None:
    rules = game("mind-control")
    state = rules.start(rules.configure({}), 2)
    assert why_not(state, "c3c4") is None
    refused = why_not(state, "c3c6")
    assert refused is not None and "c6" in str(refused)


@pytest.mark.parametrize(
    ("keys", "text", "squares"),
    [("c3d4t", "c3d4t", ("c3", "d4")), ("zc3", "c3", ("c3",)), ("a10", "a10", ("a10",)), ("é", "", ())],
)
def test_typing_takes_what_can_be_a_move(keys: str, text: str, squares: tuple[str, ...]) -> None:
    typed = TypedMove(8)
    for key in keys:
        typed.add(key)
    assert (typed.text, typed.squares()) == (text, squares)
    assert typed.take() == text and not typed


def test_typing_ends_somewhere() -> None:
    typed = TypedMove(8)
    for _ in range(100):
        typed.add("a")
    assert len(typed.text) < 20


def match(state: State, actions: tuple[str, ...] = (), id_: str = "aa" * 16, **more: object) -> Match:
    seats = (MatchSeat("Aino", True, "person"), MatchSeat("Louhi", True, "person"))
    return Match(id_, "mind-control", {}, seats, state, 4 + len(actions), actions, **more)  # type: ignore[arg-type]


def past(position: str, *actions: str) -> tuple[Past, ...]:
    rules = game("mind-control")
    options = rules.configure({})
    state = rules.position(position, options) if position else rules.start(options, 2)
    found = [Past(state)]
    for action in actions:
        seat = state.turn
        step = state.apply(action)
        state = step.state
        found.append(Past(state, action, -1 if seat is None else seat, step.facts))
    return tuple(found)


@pytest.mark.parametrize(("position", "actions"), [("", ("c3c4", "c6c5")), (SPLIT, ("c3d4",))])
def test_a_match_come_late_to_can_be_looked_back_through_from_its_start(
    position: str, actions: tuple[str, ...]
) -> None:
    before = past(position, *actions)
    history = History(match(before[-1].state, actions, past=before))
    assert [moment.state for moment in history.moments] == [one.state for one in before]
    assert [moment.seat for moment in history.moments] == [-1, 0, 1][: len(before)]
    assert history.last.facts == before[-1].facts


def test_steps_are_followed_and_a_takeback_goes_back() -> None:
    before = past("", "c3c4")
    start, after = (one.state for one in before)
    history = History(match(start, past=before[:1]))
    assert history.follow(Stepped(match(after, ("c3c4",), past=before), "c3c4", 0, before[1].facts))
    assert len(history) == 2 and history.last.action == "c3c4"
    assert not history.follow(Stepped(match(start, past=before[:1]), "takeback", 1, ()))
    assert history.moments == [Moment(start)]


def test_an_evening_counts_each_match_once_whoever_sat_where() -> None:
    rules = game("mind-control")
    lost = rules.start(rules.configure({}), 2).apply("resign").state
    evening = Evening()
    assert evening.record(match(lost, ("resign",), status="finished"))
    assert not evening.record(match(lost, ("resign",), status="finished"))
    assert evening.record(match(lost, ("resign",), "bb" * 16, status="finished"))
    tally = evening.tally(("Louhi", "Aino"))
    assert (tally.games, tally.wins, tally.draws) == (2, {"Louhi": 2}, 0)


@pytest.mark.parametrize("more", [{"status": "disputed"}, {"status": "desync"}, {"watching": True}])
def test_what_does_not_count_is_not_counted(more: dict[str, object]) -> None:
    rules = game("mind-control")
    lost = rules.start(rules.configure({}), 2).apply("resign").state
    evening = Evening()
    assert not evening.record(match(lost, ("resign",), **more))
    assert evening.tally(("Aino", "Louhi")).games == 0
