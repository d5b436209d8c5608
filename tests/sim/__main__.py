"""``python -m tests.sim``: many parties, one seed each; prints what struck, how they ended and what was violated."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from rules.nullgame import NULL
from rules.registry import registered
from tests.sim.party import FAULTS, WISHES, Party, Result, played


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.sim", description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="the first party's; the others follow")
    parser.add_argument("--faults", default=",".join((*FAULTS, *WISHES)), help="which may strike")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--trace", action="store_true", help="print all that one party's peers put out")
    given = parser.parse_args()
    faults = tuple(given.faults.split(","))
    if given.trace:
        with registered(NULL):
            party = Party(given.seed, faults, keeps_log=True)
            result = party.run()
        print("\n".join(party.world.log))
        print(result)
        return bool(result.violations)
    began = time.perf_counter()
    struck: Counter[str] = Counter()
    ended: Counter[str] = Counter()
    bad: list[Result] = []
    work = [(seed, faults) for seed in range(given.seed, given.seed + given.matches)]
    with ProcessPoolExecutor(given.jobs, get_context("spawn")) as pool:
        for result in pool.map(played, work, chunksize=8):
            struck.update(set(result.struck))
            ended[result.status or "no match"] += 1
            if result.violations:
                bad.append(result)
    for result in sorted(bad, key=lambda one: one.seed)[:20]:
        print(f"seed {result.seed}, {result.seats} seats: {sorted(set(result.struck))}")
        for violation in result.violations[:3]:
            print(f"    {violation}")
    print(f"{given.matches} parties in {time.perf_counter() - began:.1f} s, {len(bad)} with a violation")
    print("struck:", ", ".join(f"{name} {100 * n // given.matches} %" for name, n in struck.most_common()))
    print("ended:", ", ".join(f"{name} {n}" for name, n in ended.most_common()))
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
