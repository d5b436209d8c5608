"""How long the bots think: seconds a move for every game and level, the first moves of one game each.

Run it from the project's folder: ``python -m tests.bench.bench_bots`` or ``python tests/bench/bench_bots.py``;
``--moves N`` sets how many moves are played (default 60).  Bots think here as in their process, without it.
"""

from __future__ import annotations

import argparse
import platform
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

from client.bots import LEVELS
from client.games.registry import choose
from rules.game import Game
from rules.registry import games


def think(game: Game, seats: int, level: int, moves: int) -> list[float]:
    """The seconds that each of the first moves took when all seats are played by that level."""
    state = game.start(game.configure({}), seats, bytes(32))
    taken: list[float] = []
    while state.turn is not None and len(taken) < moves:
        seen = state.view(state.turn)
        began = perf_counter()
        action = choose(game.id, seen, state.turn, level, b"bench")
        taken.append(perf_counter() - began)
        state = state.apply(action).state
    return taken


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=60)
    moves: int = parser.parse_args().moves
    print(f"Python {platform.python_version()}; seconds a move: first, median, longest; moves a second")
    for game in games():
        for seats in game.seats:
            for level in LEVELS:
                taken = think(game, seats, level, moves)
                print(
                    f"  {game.id:12} {seats} seats, level {level}: {taken[0]:.3f} {median(taken):.3f} "
                    f"{max(taken):.3f}; {len(taken) / sum(taken):.1f} a second over {len(taken)} moves"
                )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
