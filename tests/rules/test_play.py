"""The mid-end: history, undo, takeback, forfeits; and the registry and the null game that it is tried on."""

from __future__ import annotations

import threading

import pytest

from rules import registry
from rules.errors import BadOption, BadPosition, IllegalAction, MalformedAction, RulesError
from rules.nullgame import NULL
from rules.play import Play


def counted(*actions: str, seats: int = 2) -> Play:
    play = Play(NULL, seats=seats)
    for action in actions:
        play.act(action)
    return play


def test_plies_are_numbered_from_1_and_say_who_did_what() -> None:
    play = counted("+1", "+2")
    assert len(play) == 2
    assert [(ply.kind, ply.text, ply.seats) for ply in play.plies] == [
        ("action", "+1", (0,)),
        ("action", "+2", (1,)),
    ]
    assert play.at(0) == play.start
    assert play.at(1).notation() == "1 10 2"
    assert play.state.notation() == "3 01 2"
    assert play.digest(1) == NULL.digest(play.at(1)) != play.digest()


def test_a_refused_action_changes_nothing() -> None:
    play = counted("+1")
    with pytest.raises(MalformedAction):
        play.act("+4")
    with pytest.raises(IllegalAction):
        counted("+3", "+3", "+3").act("+2")
    with pytest.raises(IllegalAction):
        play.forfeit((0, 1), "left")
    assert len(play) == 1


def test_a_takeback_goes_back_and_keeps_what_it_undid() -> None:
    play = counted("+1", "+2", "+3")
    assert play.takeback(1).notation() == "1 10 2"
    play.act("+1")
    assert play.actions() == ("+1", "+1")
    assert play.line() == (1, 5)
    assert [ply.kind for ply in play.plies] == ["action", "action", "action", "takeback", "action"]
    assert play.takeback(3).notation() == "6 10 2"  # onto the line undone before
    assert play.actions() == ("+1", "+2", "+3")
    assert play.takeback(0) == play.start
    assert play.actions() == ()


def test_undo_goes_back_ply_by_ply_to_the_start() -> None:
    play = counted("+1", "+2")
    assert play.undo().notation() == "1 10 2"
    assert play.undo() == play.start
    with pytest.raises(IllegalAction):
        play.undo()


def test_plies_that_are_not_there_are_refused() -> None:
    play = counted("+1")
    for number in (-1, 2):
        with pytest.raises(IllegalAction):
            play.at(number)
        with pytest.raises(IllegalAction):
            play.takeback(number)
    with pytest.raises(IllegalAction):
        play.ply(0)


def test_forfeits_stand_in_the_line_but_are_no_actions() -> None:
    play = counted("+1", seats=3)
    play.forfeit((0,), "time")
    play.act("+1")
    assert play.actions() == ("+1", "+1")
    assert play.line() == (1, 2, 3)
    assert play.ply(2).seats == (0,)
    play.forfeit((1,), "left")
    outcome = play.state.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("left", (2,))


def test_a_play_may_begin_anywhere_with_options() -> None:
    play = Play(NULL, {"goal": "5"}, position="4 10 2")
    play.act("+1")
    assert play.state.outcome() is not None
    with pytest.raises(BadPosition):
        Play(NULL, {"goal": "5"}, position="6 10 2")
    with pytest.raises(BadOption):
        Play(NULL, {"goal": "0"})
    with pytest.raises(BadOption, match="2 or 3 or 4 players, not 5"):
        Play(NULL, seats=5)


def test_the_registry_lists_the_games_in_order_and_names_them_to_who_asks_wrong() -> None:
    assert [game.id for game in registry.games()] == ["mind-control", "magi", "taika-mario"]
    assert registry.game("mind-control").name == "Mind Control"
    with pytest.raises(RulesError, match="there is no game 'chess', only: mind-control"):
        registry.game("chess")


def test_a_test_double_is_registered_in_all_threads_until_its_block_ends() -> None:
    seen: list[object] = []
    with pytest.raises(ZeroDivisionError), registry.registered(NULL):
        thread = threading.Thread(target=lambda: seen.append(registry.game("null")))
        thread.start()
        thread.join()
        _ = 1 // 0
    assert seen == [NULL]
    assert NULL not in registry.games()
