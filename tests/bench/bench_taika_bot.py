"""Taika-Mario's bot against a player that always takes the best immediate hit; prints, asserts nothing.

    python tests/bench/bench_taika_bot.py [--games N] [--seats 2,3,4] [--levels 1,2,3] [--ties KIND]

For every number of seats and every level it plays N games (default 200) with the default options in two processes,
the bot in every seat by turns, all others greedy, and prints: games won by the bot (with several greedy players a fair
share is less than half), drawn, the share of the bot's turns that cast, games without any spell, and turns a game.
``--ties``: what a greedy player does where nothing hits; ``bots`` lets the level play itself instead.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from client.games.registry import choose
from rules.taika import TAIKA
from rules.taika.state import TaikaState
from tests.bench.greedy_taika import greedy

TIES = ("level", "room", "shapes", "turns", "places")


class Game(NamedTuple):
    """One game to be played."""

    seats: int
    level: int
    number: int
    ties: str


class Result(NamedTuple):
    """What came of one game; ``turns``, ``casts`` and ``seconds`` are the bot's own."""

    won: bool
    drawn: bool
    turns: int
    casts: int
    spells: int
    """Casts of all players."""
    seconds: float
    slowest: float
    plies: int


def play(game: Game) -> Result:
    """One game: the bot sits in seat ``number`` modulo the seats, asked on its view."""
    state = TAIKA.start(TAIKA.configure({}), game.seats, b"bench" + game.number.to_bytes(2, "big"))
    chance = Random(game.number)
    bot = game.number % game.seats
    turns = casts = spells = plies = 0
    seconds = slowest = 0.0
    while state.turn is not None:
        seat = state.turn
        if seat == bot or game.ties == "bots":
            began = perf_counter()
            action = choose("taika-mario", state.view(seat), seat, game.level, bytes([game.number % 256]))
            took = perf_counter() - began
            seconds, slowest = seconds + took, max(slowest, took)
            turns, casts = turns + 1, casts + ("!" in action)
        else:
            action = greedy(state.view(seat), chance, game.ties, game.level)
        spells += "!" in action
        plies += 1
        after = state.apply(action).state
        assert isinstance(after, TaikaState)
        state = after
    outcome = state.outcome()
    assert outcome is not None
    won = outcome.winners == (bot,)
    drawn = bot in outcome.winners and not won
    return Result(won, drawn, turns, casts, spells, seconds, slowest, plies)


def report(seats: int, level: int, games: int, ties: str) -> str:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        results = list(pool.map(play, [Game(seats, level, n, ties) for n in range(games)], chunksize=4))
    turns = sum(one.turns for one in results)
    return (
        f"{seats} seats, level {level}, ties {ties}: won {sum(one.won for one in results)}, "
        f"drawn {sum(one.drawn for one in results)} of {games}; "
        f"casts in {sum(one.casts for one in results) / turns:.1%} of {turns} turns, "
        f"no spell at all in {sum(not one.spells for one in results)} games; "
        f"{sum(one.plies for one in results) / games:.1f} turns a game; "
        f"{sum(one.seconds for one in results) / turns * 1000:.0f} ms a turn, "
        f"slowest {max(one.slowest for one in results) * 1000:.0f} ms"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seats", default="2")
    parser.add_argument("--levels", default="3")
    parser.add_argument("--ties", choices=(*TIES, "bots"), default="level")
    chosen = parser.parse_args()
    for seats in map(int, chosen.seats.split(",")):
        for level in map(int, chosen.levels.split(",")):
            print(report(seats, level, chosen.games, chosen.ties), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
