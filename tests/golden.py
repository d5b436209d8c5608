"""Makes a golden play-through: a random game of one kind, as a record (``docs/record-format.md``).

    python tests/golden.py mind-control 7 > tests/data/golden/mind-control.jsonl

Make one anew only when rules, notation or digests are meant to change (then the game's version rises too):
``tests/rules/test_golden.py`` replays them ply by ply.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rules.play import Play
from rules.record import export
from rules.registry import game

PLIES = 120


def main() -> None:
    name, seed = sys.argv[1], int(sys.argv[2])
    random = Random(seed)
    play = Play(game(name), seed=bytes([seed]), seats=max(game(name).seats))
    while play.state.turn is not None and len(play.line()) < PLIES:
        moves, extras = play.state.legal(), play.state.extras()
        quiet = [extra for extra in extras if extra not in ("resign", "draw+", "accept", "resign?")]
        play.act(random.choice(quiet if quiet and (not moves or random.random() < 0.05) else moves))
        if len(play) == 20:
            play.takeback(15)
    if play.state.turn is not None:
        play.forfeit((play.state.turn,), "left")
    for line in export(play):
        print(line)


if __name__ == "__main__":
    main()
