"""The oracle's perft figures for Magi (``tests/data/magi_perft.json``), MG1–MG11, MG22."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

import pytest

from rules.magi import MAGI
from rules.query import divide

CAP = 200_000
"""Deeper figures are for ``tests/bench/bench_magi.py``."""


class Case(TypedDict):
    name: str
    position: str
    perft: list[int]


CASES: list[Case] = json.loads(
    (Path(__file__).parents[2] / "data" / "magi_perft.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_perft_agrees_with_the_oracle(case: Case) -> None:
    state = MAGI.position(case["position"], MAGI.configure({}))
    assert state.notation() == case["position"]
    for depth, wanted in enumerate(case["perft"], 1):
        if wanted <= CAP:
            found = state.perft(depth)
            assert found == wanted, f"depth {depth}: {divide(state, depth)}"


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_quick_perft_counts_what_stepping_through_apply_counts(case: Case) -> None:
    state = MAGI.position(case["position"], MAGI.configure({}))
    assert sum(len(state.apply(move).state.legal()) for move in state.legal()) == state.perft(2)


@pytest.mark.parametrize(
    "position, options, wanted",
    [
        ("k9/10/10/10/10/10/10/10/10/5K3N w - - - 0 1", {}, [0, 0]),
        ("k9/10/10/10/10/10/10/10/10/5K3R w - - - 150 90", {}, [0, 0]),
        ("k9/10/10/10/10/10/10/10/10/5K3R w - - - 0 11", {"move_limit": "10"}, [0, 0]),
    ],
)
def test_a_game_that_is_over_has_no_moves_to_count(
    position: str, options: dict[str, str], wanted: list[int]
) -> None:
    """MG17, MG18, MG22."""
    state = MAGI.position(position, MAGI.configure(options))
    assert [state.perft(depth) for depth in (1, 2)] == wanted
    assert state.perft(0) == 1


def test_a_line_ends_at_75_moves_within_perft() -> None:
    """MG18: after the 150th quiet ply only captures and pawn moves can go on; there are none here."""
    state = MAGI.position("k9/10/10/10/10/10/10/10/10/5K3R w - - - 149 90", MAGI.configure({}))
    assert state.perft(1) == len(state.legal()) > 0
    assert state.perft(2) == 0


def test_perft_counts_no_repetitions() -> None:
    """MG22: the same position may come back any number of times within perft."""
    state = MAGI.start(MAGI.configure({}), 2)
    fresh = state.perft(2)
    for _ in range(3):
        for action in ("b1c3", "b10c8", "c3b1", "c8b10"):
            state = state.apply(action).state
    assert state.perft(2) == fresh
    assert state.apply("b1c3").state.claim_reason() == "threefold"
    assert state.without_history().apply("b1c3").state.claim_reason() is None
