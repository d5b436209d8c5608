"""A record: loads wherever it is cut, in slices, and says where it is broken."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from net.edge.record import ENTRY, HEADER, Loading, framed, glance, load, whole
from net.wire.errors import NetError
from net.wire.fields import Malformed


def test_a_record_gives_the_same_ledger(party: Any) -> None:
    two = party().begin().play(8)
    two.act("resign")
    for pen in two.pens:
        two.ledger.add_seal(pen.seal(two.ledger))
    loading = load(whole(two.ledger))
    assert loading.problem is None and not loading.torn
    assert loading.ledger.since(0) == two.ledger.since(0)
    assert loading.ledger.confirmed and loading.ledger.state == two.ledger.state
    assert glance(whole(two.ledger)) == (two.header, len(two.ledger), True)


def test_a_void_match_stays_void(party: Any) -> None:
    two = party()
    two.ledger.void()
    assert load(whole(two.ledger)).ledger.status == "void"


def test_a_stopped_match_stays_stopped(party: Any) -> None:
    two = party().begin().play(3)
    entry, claim = two.draft().to_bytes(), two.pens[0].claim(two.ledger).to_bytes()
    two.tell(entry)
    two.tell(claim)
    assert load(whole(two.ledger)).ledger.status == "disputed"


def test_a_long_record_loads_in_slices(party: Any) -> None:
    two = party().begin().play(20)
    loading = Loading(whole(two.ledger))
    steps = 0
    while not loading.step(5):
        steps += 1
        assert len(loading.ledger) == 5 * steps
    assert len(loading.ledger) == 24


def test_a_record_cut_anywhere_loads_as_far_as_it_is_whole(party: Any) -> None:
    two = party().begin().play(2)
    data = whole(two.ledger)
    first = len(framed(HEADER, two.header.to_bytes()))
    ends = [first]
    for entry in two.ledger.since(0):
        ends.append(ends[-1] + len(framed(ENTRY, entry)))
    for length in range(len(data)):
        if length < first:
            with pytest.raises(Malformed):
                load(data[:length])
        elif length % 5 == 0 or length in ends:
            loading = load(data[:length])
            assert loading.good == max(end for end in ends if end <= length)
            assert loading.torn == (length not in ends) and loading.problem is None
            assert len(loading.ledger) == ends.index(loading.good)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, 10**6), value=st.integers(0, 255))
def test_a_flipped_byte_never_gives_another_log(party: Any, at: int, value: int) -> None:
    two = party().begin().play(2)
    data = bytearray(whole(two.ledger))
    data[at % len(data)] = value
    try:
        loading = load(bytes(data))
    except NetError:
        return
    entries = loading.ledger.since(0)
    assert entries == two.ledger.since(0)[: len(entries)]
    assert loading.torn or loading.problem or entries == two.ledger.since(0)


@pytest.mark.parametrize("data", [b"", b"\0\0\0\0", b"\0\0\0\x01\x00", b"\xff" * 64, framed(ENTRY, b"x")])
def test_what_is_no_record_is_refused(data: bytes) -> None:
    with pytest.raises(Malformed):
        Loading(data)
