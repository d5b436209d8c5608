"""Parties of peers as pure machines: they play to the end, also after a cut and a crash, and alike for one seed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from net.events import Event, MatchStarted, Stepped
from net.intents import Act, Join, OpenTable, Ready, Resume, Watch
from rules.nullgame import NULL
from rules.registry import registered
from tests.sim.world import Node, World


@pytest.fixture(autouse=True)
def null_game() -> Iterator[None]:
    with registered(NULL):
        yield


def begin(seed: int, *players: str, watchers: tuple[str, ...] = (), goal: int = 40) -> World:
    """The first player opens a table, the others join, watchers come before the start."""
    world = World(seed, *players, *watchers, keeps_log=True)
    world.told = play
    opener, *guests = players
    seats = ["person", *["open"] * len(guests)]
    world.want(opener, OpenTable("null", {"goal": str(goal)}, seats, autostart=True))
    world.run(0.1)
    for name in watchers:
        world.want(name, Watch(world.nodes[opener].address))
    for name in guests:
        world.want(name, Join(world.nodes[opener].address))
    world.run(1.0)
    (own,) = world.nodes[opener].peer.tables.own  # type: ignore[union-attr]
    for name in guests:
        world.want(name, Ready(own, True))
    return world


def play(node: Node, event: Event) -> None:
    """Whoever is to act does, a fifth of a second later."""
    if isinstance(event, MatchStarted | Stepped):
        match = event.match
        turn = match.state.turn
        if turn is not None and match.seats[turn].here and not match.watching:
            action = Random(f"{match.id} {match.entries}").choice(match.state.legal())
            node.world.at(0.2, lambda: node.world.want(node.name, Act(match.id, action, match.entries)))


def over(world: World) -> None:
    """Everybody knows the same end, sealed by all who are still in the game."""
    for node in world.nodes.values():
        assert not node.stumbled, node.stumbled
        assert not node.failed
        assert node.match.status == "finished" and node.match.confirmed, (node.name, node.match.status)
    assert len({node.match.entries for node in world.nodes.values()}) == 1


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_party_plays_to_the_end_and_one_seed_plays_it_again(count: int) -> None:
    names = ("Anna", "Bert", "Carl", "Dora")[:count]
    logs = []
    for _ in range(2):
        world = begin(7, *names, watchers=("Eve",))
        world.run(60.0)
        over(world)
        logs.append(world.log)
    assert logs[0] == logs[1]
    assert begin(8, *names, watchers=("Eve",)).log != logs[0]


@pytest.mark.parametrize("seed", range(6))
def test_a_cable_that_is_cut_and_mended_ends_no_match(seed: int) -> None:
    world = begin(seed, "Anna", "Bert", "Carl")
    world.run(3.0 + seed / 3)
    world.cut("Anna", "Bert")
    world.cut("Bert", "Carl")
    world.run(20.0)
    world.mend("Anna", "Bert")
    world.mend("Bert", "Carl")
    world.run(120.0)
    over(world)


@pytest.mark.parametrize("seed", range(6))
def test_a_program_that_crashes_comes_back_to_its_match(seed: int) -> None:
    world = begin(seed, "Anna", "Bert")
    world.run(2.0 + seed / 3)
    match = world.nodes["Anna"].match
    world.crash("Bert")
    world.run(5.0)
    world.start("Bert")
    world.want("Bert", Resume(match.id))
    world.run(120.0)
    over(world)


def test_a_thousand_seconds_of_a_party_take_no_time_and_no_thread() -> None:
    world = begin(1, "Anna", "Bert", goal=10)
    world.run(1000.0)
    over(world)


def test_of_two_connections_one_breaks_with_a_move_on_its_way() -> None:
    world = begin(3, "Anna", "Bert", goal=100)
    world.run(2.0)
    for _ in range(5):
        world.connect("Anna", "Bert")
        world.run(0.3)
        before = max(node.match.entries for node in world.nodes.values())
        for _ in range(1000):  # until somebody has moved, and the other has not heard of it yet
            if max(node.match.entries for node in world.nodes.values()) > before:
                break
            world.run(0.001)
        world.break_newest("Anna", "Bert")
        world.run(1.0)
        assert all(node.match.entries > before for node in world.nodes.values())
    world.run(60.0)
    over(world)
