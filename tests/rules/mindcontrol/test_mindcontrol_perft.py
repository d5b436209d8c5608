"""The oracle's perft figures for Mind Control (``tests/data/mind_control_perft.json``), MC4-MC9, MC14."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

import pytest

from rules.mindcontrol import MIND_CONTROL
from rules.query import divide


class Case(TypedDict):
    name: str
    position: str
    perft: list[int]


CASES: list[Case] = json.loads(
    (Path(__file__).parents[2] / "data" / "mind_control_perft.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_perft_agrees_with_the_oracle(case: Case) -> None:
    state = MIND_CONTROL.position(case["position"], MIND_CONTROL.configure({}))
    assert state.notation() == case["position"]
    for depth, wanted in enumerate(case["perft"], 1):
        found = state.perft(depth)
        assert found == wanted, f"depth {depth}: {divide(state, depth)}"


def test_the_quick_perft_counts_what_stepping_through_apply_counts() -> None:
    for case in CASES[5:9]:
        state = MIND_CONTROL.position(case["position"], MIND_CONTROL.configure({}))
        assert sum(len(state.apply(move).state.legal()) for move in state.legal()) == state.perft(2)
