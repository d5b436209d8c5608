"""Golden play-throughs: one recorded game of every registered game, replayed ply by ply, digests compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import registry
from rules.record import read, replay

GOLDEN = Path(__file__).parents[1] / "data" / "golden"


@pytest.mark.parametrize("name", [game.id for game in registry.games()])
def test_every_registered_game_has_a_golden_play_through_that_still_plays(name: str) -> None:
    path = GOLDEN / f"{name}.jsonl"
    assert path.exists(), f"make one with tests/golden.py {name}"
    play, happened = read(path.read_bytes().split(b"\n"))
    assert play.game.id == name
    assert len(happened) > 20
    assert len(list(replay(play, happened))) == len(happened)
    assert play.state.outcome() is not None
