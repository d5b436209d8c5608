"""Parties with faults: a slice of what ``python -m tests.sim`` runs, and the seeds that have shown something."""

from __future__ import annotations

import pytest

from tests.sim.party import FAULTS, WISHES, played

HONEST = (*FAULTS, "takeback", "pause")
"""Without claims and forfeits: what happens to those when histories meet is not settled yet."""
SHOWN = {
    6: "a seal that found no room on the disk was never made good",
    15: "a no to going on after a pause froze the match",
    56: "whoever missed an entry between two crashes never got it: nobody knew where the other was",
    155: "the same, with a proposal under way",
    165: "what all had agreed to was not entered any more after a full disk",
    189: "the same as 56, with sleep",
}


@pytest.mark.parametrize("seed", SHOWN)
def test_what_parties_have_shown_stays_mended(seed: int) -> None:
    result = played((seed, (*FAULTS, *WISHES)))
    assert not result.violations, SHOWN[seed]


def test_parties_with_faults_keep_all_invariants() -> None:
    results = [played((seed, HONEST)) for seed in range(1000, 1040)]
    assert [result.violations for result in results if result.violations] == []
    assert {fault for result in results for fault in result.struck} >= {*FAULTS, "takeback", "pause"}
    assert sum(result.status == "finished" for result in results) >= 28


def test_a_party_can_be_run_again_exactly() -> None:
    assert played((77, (*FAULTS, *WISHES))) == played((77, (*FAULTS, *WISHES)))
