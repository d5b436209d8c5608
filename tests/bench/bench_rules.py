"""How fast the rules step: perft nodes a second for every registered game (prints, asserts nothing).

python tests/bench/bench_rules.py
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from rules.registry import games


def main() -> None:
    for game in games():
        state = game.start(game.configure({}), game.seats[0], b"bench")
        depth, nodes, seconds = 0, 0, 0.0
        while seconds < 0.5:
            depth += 1
            before = perf_counter()
            nodes = state.perft(depth)
            seconds = perf_counter() - before
        print(f"{game.id}: perft {depth} = {nodes} in {seconds:.2f} s, {nodes / seconds:,.0f} nodes a second")


if __name__ == "__main__":
    main()
