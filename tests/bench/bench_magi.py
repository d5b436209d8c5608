"""How fast Magi's rules are, beside python-chess on chess positions with about as many moves.

Run it from the project's folder with the same Python for both: ``python -m tests.bench.bench_magi`` or
``python tests/bench/bench_magi.py``; it needs the package ``chess``.  It prints, for each pair of positions:

- *list*: time to make the whole list of legal moves, per move in it (ours: a list of ints; theirs: a list of
  ``Move``), and for ours also as the sorted texts of ``State.legal()``;
- *walk*: perft that plays every move and lists the moves at the leaves, nodes a second; theirs both ways it
  can be written (listing, and ``legal_moves.count()``).

The ratio is theirs / ours for times: above 1, ours is faster.  ``--deep`` checks the whole oracle as well.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

import chess

from rules.magi import MAGI
from rules.magi.moves import legal_moves, perft
from rules.magi.state import MagiState

START = "rnbcqkwbnr/pppppppppp/d2p2p2d/10/10/10/10/D2P2P2D/PPPPPPPPPP/RNBCQKWBNR w KQkq DGdg - 0 1"
PAIRS = (
    # Magi's start has 38 moves; a quiet chess position after the opening has about as many.
    ("start", START, 3, "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7", 3),
    (
        "middle game",
        "rnb1qk1b1r/p2pcpp2p/d2ppw1n1d/2p4P2/6p1p1/10/2pPPP2P1/PD5W1D/RP1P2PP1P/1NBCQK1BNR w Kkq d - 0 16",
        3,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        3,
    ),
    (
        "open middle game",
        "rn3k2n1/p7r1/7b1p/4c5/dP1pb1w1P1/P2P1pp1P1/10/5KP2N/R5P2P/1NW4B1R w - G - 0 46",
        3,
        "r5k1/5ppp/p1p5/1p1pN3/3P4/1P2R3/P1P2PPP/6K1 w - - 0 24",
        3,
    ),
)
ROUNDS = 5
LISTS = 1500


def best(call: Callable[[], int]) -> tuple[float, int]:
    """The shortest time of several rounds, and what the call counted."""
    times = []
    for _ in range(ROUNDS):
        begin = perf_counter()
        counted = call()
        times.append(perf_counter() - begin)
    return min(times), counted


def state_at(text: str) -> MagiState:
    return MAGI.position(text, MAGI.configure({}))


def chess_walk(board: chess.Board, depth: int, bulk: bool) -> int:
    if depth == 1:
        return board.legal_moves.count() if bulk else len(list(board.legal_moves))
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += chess_walk(board, depth - 1, bulk)
        board.pop()
    return nodes


def repeated(call: Callable[[], int]) -> int:
    return sum(call() for _ in range(LISTS))


def compare(name: str, ours: str, depth: int, theirs: str, their_depth: int) -> None:
    state, board = state_at(ours), chess.Board(theirs)
    position = state.position
    mine, count = best(lambda: repeated(lambda: len(legal_moves(position))))
    texts, _ = best(lambda: repeated(lambda: len(state.legal())))
    other, their_count = best(lambda: repeated(lambda: len(list(board.legal_moves))))
    print(f"{name}: {count // LISTS} moves; chess: {their_count // LISTS} moves")
    # Both lists are made anew each time, so the texts come on top of the moves.
    per = (mine / count * 1e9, (mine + texts) / count * 1e9, other / their_count * 1e9)
    print(
        f"  list   ours {per[0]:7.0f} ns a move (as sorted texts {per[1]:.0f})   python-chess {per[2]:7.0f}"
        f"   ratio {per[2] / per[0]:.2f} (as texts {per[2] / per[1]:.2f})"
    )
    mine, count = best(lambda: perft(position, depth, 0))
    other, their_count = best(lambda: chess_walk(board, their_depth, bulk=False))
    bulk, _ = best(lambda: chess_walk(board, their_depth, bulk=True))
    rates = (count / mine, their_count / other, their_count / bulk)
    print(
        f"  walk   ours {rates[0]:9,.0f} nodes/s (perft {depth} = {count:,})   python-chess {rates[1]:9,.0f}"
        f" listing, {rates[2]:9,.0f} counting (perft {their_depth} = {their_count:,})"
        f"   ratio {rates[0] / rates[1]:.2f}, {rates[0] / rates[2]:.2f}"
    )


def deep() -> int:
    """The whole oracle, however deep; the number of wrong figures."""
    wrong = 0
    cases = json.loads((Path(__file__).parents[1] / "data" / "magi_perft.json").read_text(encoding="utf-8"))
    for case in cases:
        for depth, figure in enumerate(case["perft"], 1):
            found = state_at(case["position"]).perft(depth)
            wrong += found != figure
            if found != figure:
                print(f"WRONG {case['name']}: perft {depth} is {found}, not {figure}")
    print(f"oracle: {len(cases)} positions, {wrong} wrong figures")
    return wrong


def main() -> int:
    print(f"Python {platform.python_version()}, python-chess {chess.__version__}, best of {ROUNDS}")
    for pair in PAIRS:
        compare(*pair)
    return deep() if "--deep" in sys.argv[1:] else 0


if __name__ == "__main__":
    raise SystemExit(main())
