"""Taika-Mario against cases made by an independent implementation (tests/data/taika_mario_cases.json)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.taika import TAIKA

DATA = Path(__file__).parents[2] / "data" / "taika_mario_cases.json"
ORACLE: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
OPTIONS = TAIKA.configure({})


def named(cases: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(case, id=case["name"]) for case in cases]


@pytest.mark.parametrize("case", named(ORACLE["cases"]))
def test_legal_turns_and_perft_match_the_oracle(case: dict[str, Any]) -> None:
    """TM4, TM6, TM7, TM10, TM16–TM18."""
    state = TAIKA.position(case["position"], OPTIONS)
    assert state.notation() == case["position"]
    legal = state.legal()
    assert len(legal) == case["legal_count"] == state.count()
    assert set(case["moves_sample"]) <= set(legal)
    assert [state.perft(depth) for depth in range(1, len(case["perft"]) + 1)] == case["perft"]


@pytest.mark.parametrize("case", named(ORACLE["apply"]))
def test_turns_lead_to_the_oracles_positions(case: dict[str, Any]) -> None:
    """TM5, TM9, TM12, TM16, TM17."""
    after = TAIKA.position(case["position"], OPTIONS).apply(case["move"]).state
    assert after.notation() == case["result"]
    outcome = after.outcome()
    assert bool(outcome) == case["outcome"]["over"]
    assert list(outcome.winners if outcome else ()) == case["outcome"]["winners"]
