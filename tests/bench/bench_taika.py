"""How fast Taika-Mario's rules find spells and play, beside a plain nested-loop matcher (prints, asserts nothing).

    python tests/bench/bench_taika.py

For boards of 9 and 11 and several densities of obstacles it prints, for hands of three cards of the base set:

- *hand*: time to find all castable layings of the hand (``TaikaState.spells``), in microseconds;
- *layings/s*: geometric layings decided a second: all orientations at all places where the card lies on the board;
- *ratio*: the time of ``Second.fits`` (``tests/rules/taika/second_taika.py``: every cell of every laying in nested
  loops) for the same hands, divided by ours; both are checked to find the same;
- *window*: time of ``layings_of`` for one card, which also says what each laying lacks.

Then perft from the start and from crowded positions, in nodes a second, and the listing of moves.
"""

from __future__ import annotations

import importlib.util
import json
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter
from types import ModuleType

from rules.squares import members

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from rules.taika import TAIKA
from rules.taika.cards import built_in
from rules.taika.layings import layings_of
from rules.taika.patterns import orientations
from rules.taika.state import TaikaState

HANDS = 60
ROUNDS = 5


def second() -> ModuleType:
    path = Path(__file__).resolve().parents[1] / "rules" / "taika" / "second_taika.py"
    spec = importlib.util.spec_from_file_location("second_taika", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SECOND = second()


def best(call: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The shortest time of several rounds, in seconds."""
    times = []
    for _ in range(rounds):
        begin = perf_counter()
        call()
        times.append(perf_counter() - begin)
    return min(times)


def strewn(size: int, density: float, number: int) -> TaikaState:
    """Two players in their corners, obstacles strewn over the rest, hands dealt from the base set."""
    chance = Random(number)
    options = TAIKA.configure({"size": str(size)})
    table = json.loads(TAIKA.start(options, 2, bytes([number])).notation())
    signs = [
        [chance.choice("rgyp") if chance.random() < density else "." for _ in range(size)]
        for _ in range(size)
    ]
    signs[-1][0] = signs[0][-1] = "."
    table["board"] = ["".join(row) for row in signs]
    state = TAIKA.position(json.dumps(table), options)
    assert isinstance(state, TaikaState)
    return state


def geometric(state: TaikaState) -> int:
    """How many layings the mover's hand has on this board, castable or not."""
    found = 0
    for card in set(state.hands[state.mover]):
        rows = state.setup.rows(card) if card else None
        if rows:
            found += sum(one.anchors.bit_count() for one in orientations(rows, state.setup.size))
    return found


def spells(size: int, density: float) -> None:
    states = [strewn(size, density, number) for number in range(HANDS)]
    plain = [SECOND.Second(state.notation()) for state in states]
    found = 0
    for state, other in zip(states, plain, strict=True):
        ours = {(card, new) for card, new, _ in state.spells()}
        theirs = set()
        for card in set(other.me()["hand"]):
            for squares in other.fits(card):
                theirs.add((card, tuple(squares)))
        assert {(card, names(new, size)) for card, new in ours} == theirs
        found += len(ours)
    ours_s = best(lambda: [state.spells() for state in states])
    theirs_s = best(lambda: [[other.fits(card) for card in set(other.me()["hand"])] for other in plain], 1)
    layings = sum(geometric(state) for state in states)
    slowest = max(best(state.spells, 3) for state in states)
    window = best(lambda: [layings_of(state, state.hands[0][0] or "", None) for state in states]) / HANDS
    print(
        f"  {size}×{size}, {density:4.0%} full: hand {ours_s / HANDS * 1e6:6.1f} µs (slowest {slowest * 1e6:6.1f}), "
        f"{found / HANDS:6.1f} castable of {layings // HANDS:5d}; {layings / ours_s:13,.0f} layings/s; "
        f"ratio {theirs_s / ours_s:6.0f}; window {window * 1e6:5.0f} µs a card"
    )


def names(squares: int, size: int) -> tuple[str, ...]:
    return tuple(f"{'abcdefghijk'[square // size]}{square % size + 1}" for square in members(squares))


def perft(name: str, state: TaikaState, depth: int) -> None:
    counted = state.perft(depth)
    seconds = best(lambda: state.perft(depth), 2)
    listed = state.legal()
    listing = best(state.legal)
    asked = best(lambda: [state.may(move) for move in listed[:500]]) / min(500, len(listed))
    played = best(lambda: [state.apply(move) for move in listed[:500]]) / min(500, len(listed))
    print(
        f"  {name}: perft {depth} = {counted:,} in {seconds:.2f} s, {counted / seconds:,.0f} nodes/s; "
        f"list of {len(listed):,}: {listing * 1e6 / len(listed):.2f} µs a move; "
        f"may {asked * 1e6:.0f} µs; apply {played * 1e6:.0f} µs"
    )


def main() -> None:
    print(
        f"Python {platform.python_version()}, best of {ROUNDS}, {HANDS} hands of 3 cards of {len(built_in()[0].cards)}"
    )
    for size in (9, 11):
        for density in (0.0, 0.15, 0.3, 0.5, 0.8):
            spells(size, density)
    start = TAIKA.start(TAIKA.configure({}), 2, b"bench")
    assert isinstance(start, TaikaState)
    perft("start of two", start, 3)
    perft("start of four", _four(), 3)
    perft("30 % full", strewn(9, 0.3, 3), 2)
    either = TAIKA.position(strewn(9, 0.3, 3).notation(), TAIKA.configure({"turn": "either-or"}))
    assert isinstance(either, TaikaState)
    perft("30 % full, either-or", either, 2)


def _four() -> TaikaState:
    state = TAIKA.start(TAIKA.configure({}), 4, b"bench")
    assert isinstance(state, TaikaState)
    return state


if __name__ == "__main__":
    main()
