"""Whatever the order in which entries reach a peer, all peers end with the same log."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from net.log.ledger import Ledger
from net.log.refusals import Gap


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.permutations(range(12)), served=st.integers(1, 4))
def test_entries_in_any_order_make_the_same_log(party: Any, order: list[int], served: int) -> None:
    three = party("null", 3, goal="50").begin().play(6)
    data = three.ledger.since(0)
    newcomer = Ledger(three.header)
    for index in order:
        try:
            newcomer.add(data[index])
        except Gap as gap:
            assert gap.have == len(newcomer) < index
            newcomer.merge(three.ledger.since(gap.have, served))
    newcomer.merge(three.ledger.since(len(newcomer)))
    assert newcomer.since(0) == data and newcomer.state == three.ledger.state


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.permutations(range(9)))
def test_a_dispute_is_one_whatever_came_first(party: Any, order: list[int]) -> None:
    two = party().begin().play(3)
    entry, claim = two.draft().to_bytes(), two.pens[0].claim(two.ledger).to_bytes()
    everything = [*two.ledger.since(0), entry, claim]
    watcher = Ledger(two.header)
    for _ in everything:  # each round brings at least one more that fits
        for index in order:
            try:
                watcher.add(everything[index])
            except Gap:
                continue
    assert watcher.status == "disputed" and watcher.branch is not None
    assert {watcher.entries[-1].to_bytes(), watcher.branch.entries[-1].to_bytes()} == {entry, claim}
