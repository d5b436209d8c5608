"""The log: two or three peers with their ledgers in one memory play whole matches, and cheat in vain."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from net.log.entry import Entry
from net.log.ledger import Ledger
from net.log.refusals import BadSignature, Gap, IllegalEntry, Misfit, Stopped, WouldContradict, WrongSeat
from net.wire.codec import pack, unpack
from net.wire.errors import RemoteError
from net.wire.fields import Malformed
from rules.errors import IllegalAction


def snapshot(ledger: Ledger) -> tuple[object, ...]:
    return (
        tuple(entry.to_bytes() for entry in ledger.entries),
        tuple(entry.hash for entry in ledger.late),
        ledger.status,
        ledger.state,
        tuple(ledger.seals),
        ledger.in_game,
        ledger.seats,
        len(ledger.moments),
    )


def refused(ledger: Ledger, data: bytes, error: type[RemoteError], code: str = "") -> None:
    """It is refused with this reason, and nothing has changed."""
    before = snapshot(ledger)
    with pytest.raises(error) as caught:
        ledger.add(data)
    assert not code or caught.value.code == code
    assert snapshot(ledger) == before


# -- the opening ----------------------------------------------------------------------------------


def test_seats_commit_in_order_then_reveal_in_order_and_the_game_begins(party: Any) -> None:
    three = party("null", 3)
    assert three.ledger.status == "opening"
    three.begin()
    assert [entry.kind for entry in three.ledger.entries] == ["commit"] * 3 + ["reveal"] * 3
    assert [entry.seat for entry in three.ledger.entries] == [0, 1, 2] * 2
    assert {entry.digest for entry in three.ledger.entries} == {three.header.match_id}
    assert three.ledger.status == "running"
    assert three.ledger.writer == 0


def test_the_last_reveal_gives_the_first_step(party: Any) -> None:
    two = party()
    news = []
    while two.ledger.state is None:
        news.append(two.tell(two.pens[two.turn].open(two.ledger).to_bytes()))
    assert [one.step is None for one in news] == [True, True, True, False]
    assert news[-1].step.state == two.ledger.state


def test_the_seed_depends_on_every_secret(party: Any) -> None:
    seeds = set()
    for changed in (None, 0, 1, 2):
        three = party("null", 3)
        if changed is not None:
            three.pens[changed].secret = bytes(32)
        three.begin()
        seeds.add(three.ledger.log_rules.seed(three.ledger.entries))
    assert len(seeds) == 4


def test_a_secret_that_was_not_committed_to_is_refused(party: Any) -> None:
    two = party()
    for _ in range(2):
        two.tell(two.pens[two.turn].open(two.ledger).to_bytes())
    two.pens[0].secret = bytes(32)
    with pytest.raises(IllegalEntry, match="committed"):
        two.pens[0].open(two.ledger)
    honest = Entry(
        two.header.match_id, 2, two.ledger.last_hash, "reveal", 0, bytes(32), 0, two.header.match_id
    )
    refused(two.ledger, honest.signed(two.pens[0].key).to_bytes(), IllegalEntry, "reveal")


def test_the_second_seat_cannot_commit_first(party: Any) -> None:
    two = party()
    assert two.pens[1].open(two.ledger) is None
    early = Entry(two.header.match_id, 0, two.header.match_id, "commit", 1, bytes(32), 0, two.header.match_id)
    refused(two.ledger, early.signed(two.pens[1].key).to_bytes(), WrongSeat, "not-your-turn")


def test_a_match_that_loses_a_seat_before_the_last_reveal_is_void(party: Any) -> None:
    two = party()
    entry = two.pens[0].open(two.ledger)
    two.ledger.void()
    assert two.ledger.status == "void"
    refused(two.ledger, entry.to_bytes(), Stopped)
    begun = party().begin()
    begun.ledger.void()
    assert begun.ledger.status == "running"


# -- playing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_two_play_a_whole_game_and_seal_it(party: Any, seed: int) -> None:
    two = party(quiet_limit="30").begin().play(seed=seed)
    ledger = two.ledger
    assert ledger.status == "finished" and ledger.writer is None
    assert not ledger.confirmed
    for pen in two.pens:
        seal = pen.seal(ledger)
        assert [one.add_seal(seal) for one in two.ledgers] == [True, True]
        assert not ledger.add_seal(seal)
    assert ledger.confirmed
    assert snapshot(two.copy()) == snapshot(ledger)
    assert len(ledger.actions) == len(ledger) - 4
    assert ledger.thought_ms == tuple(
        1500 * sum(entry.seat == seat for entry in ledger.entries[4:]) for seat in (0, 1)
    )
    refused(ledger, replace(ledger.entries[-1], index=len(ledger)).to_bytes(), Stopped)


def test_three_play_a_whole_game(party: Any) -> None:
    three = party("null", 3).begin().play()
    assert three.ledger.status == "finished"
    assert three.copy().state == three.ledger.state


def test_a_game_may_start_from_a_position(party: Any) -> None:
    two = party(position="8/8/8/8/8/8/m7/L7 b -:- 0 1").begin()
    assert two.ledger.writer == 1
    two.act("a2b3")
    assert two.ledger.actions == ("a2b3",)


def test_what_comes_twice_is_known_and_changes_nothing(party: Any) -> None:
    two = party().begin().play(5)
    before = snapshot(two.ledger)
    assert two.ledger.merge(two.ledger.since(0)) == []
    assert snapshot(two.ledger) == before


def test_who_missed_something_asks_for_it_and_catches_up(party: Any) -> None:
    two = party().begin()
    behind = two.copy()
    two.play(6)
    with pytest.raises(Gap) as caught:
        behind.add(two.ledger.entries[-1].to_bytes())
    assert caught.value.have == len(behind)
    assert len(behind.merge(two.ledger.since(caught.value.have))) == 6
    assert snapshot(behind) == snapshot(two.ledger)


def test_serving_can_be_done_in_parts(party: Any) -> None:
    two = party().begin().play(6)
    assert two.ledger.since(2, 3) == [entry.to_bytes() for entry in two.ledger.entries[2:5]]
    assert two.ledger.since(100) == []
    one, other = two.ledger.since(2, 2)
    assert two.ledger.since(2, cap_bytes=1) == [one]
    assert two.ledger.since(2, cap_bytes=len(one) + len(other)) == [one, other]


def test_an_illegal_action_is_not_signed(party: Any) -> None:
    two = party().begin()
    with pytest.raises(IllegalEntry) as caught:
        two.draft("a1a2")
    assert isinstance(caught.value.__cause__, IllegalAction)
    two.act()


def test_the_seat_whose_turn_it_is_not_cannot_act(party: Any) -> None:
    two = party().begin()
    with pytest.raises(WrongSeat):
        two.pens[1].act(two.ledger, "c6c5")


# -- tampering ------------------------------------------------------------------------------------


def resigned(entry: Entry, party: Any, **changes: Any) -> bytes:
    """A forged entry, signed by the seat's true key."""
    return replace(entry, **changes, signature=b"").signed(party.pens[entry.seat].key).to_bytes()


def test_every_field_is_covered_by_the_signature(party: Any) -> None:
    two = party().begin().play(3)
    entry = two.draft()
    changes: list[dict[str, Any]] = [
        {"kind": "leave"},
        {"body": "a1a2"},
        {"think_ms": entry.think_ms + 1},
        {"digest": bytes(16)},
        {"signature": bytes(64)},
        {"signature": bytes([entry.signature[0] ^ 1]) + entry.signature[1:]},
    ]
    for change in changes:
        refused(two.ledger, replace(entry, **change).to_bytes(), BadSignature, "entry-signature")
    refused(two.ledger, replace(entry, seat=1 - entry.seat).to_bytes(), BadSignature)
    refused(two.ledger, replace(entry, seat=5).to_bytes(), WrongSeat, "no-seat")
    refused(two.ledger, replace(entry, previous=bytes(32)).to_bytes(), Misfit)
    refused(two.ledger, replace(entry, index=entry.index + 1).to_bytes(), Gap)
    refused(two.ledger, replace(entry, index=2).to_bytes(), Misfit)
    two.tell(entry.to_bytes())


def test_signature_and_hash_cover_the_match_id(party: Any) -> None:
    two = party().begin()
    entry = two.draft()
    elsewhere = replace(entry, match_id=bytes(32))
    key = two.pens[entry.seat].key.public
    assert entry.signed_by(key) and not elsewhere.signed_by(key)
    assert entry.hash != elsewhere.hash


def test_signed_lies_are_refused_with_their_reason(party: Any) -> None:
    two = party().begin().play(3)
    entry = two.draft()
    refused(two.ledger, resigned(entry, two, body="a1a2"), IllegalEntry, "illegal-action")
    refused(two.ledger, resigned(entry, two, body="nonsense"), IllegalEntry, "illegal-action")
    refused(two.ledger, resigned(entry, two, previous=bytes(32)), Misfit)
    refused(two.ledger, resigned(entry, two, index=entry.index + 1), Gap)
    refused(two.ledger, resigned(entry, two, kind="commit", body=bytes(32)), IllegalEntry, "opened")
    wrong = replace(entry, seat=1 - entry.seat).signed(two.pens[1 - entry.seat].key)
    refused(two.ledger, wrong.to_bytes(), WrongSeat, "not-your-turn")


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, -1),
        (0, True),
        (0, "4"),
        (0, 2**40),
        (1, bytes(31)),
        (2, "nonsense"),
        (2, 7),
        (3, 8),
        (4, ""),
        (4, "ä"),
        (4, "a\n"),
        (4, "x" * 2001),
        (4, 7),
        (5, -1),
        (5, 10**9 + 1),
        (6, bytes(15)),
        (7, bytes(63)),
        (7, None),
    ],
)
def test_what_is_no_entry_is_malformed(party: Any, place: int, value: Any) -> None:
    two = party().begin()
    fields: list[Any] = list(unpack(two.draft().to_bytes()))  # type: ignore[arg-type]  # an array
    fields[place] = value
    refused(two.ledger, pack(fields), Malformed)


def test_an_entry_is_not_endless(party: Any) -> None:
    two = party().begin()
    refused(two.ledger, resigned(two.draft(), two, kind="leave", body=bytes(20_000)), Malformed, "entry-size")


def test_entries_of_another_match_do_not_fit(party: Any) -> None:
    two, other = party().begin(), party(quiet_limit="50").begin()
    for entry in other.ledger.entries:
        refused(two.ledger, entry.to_bytes(), Misfit)
    refused(two.ledger, replace(other.draft(), previous=two.ledger.last_hash).to_bytes(), BadSignature)


def test_swapped_and_dropped_entries_are_refused(party: Any) -> None:
    two = party().begin().play(4)
    data = two.ledger.since(0)
    for at in range(len(data) - 1):
        for wrong in ([*data[:at], data[at + 1], data[at]], [*data[:at], data[at + 1]]):
            with pytest.raises(Gap):
                Ledger(two.header).merge(wrong)


def test_a_wrong_digest_is_a_desync_that_stops_the_match_and_keeps_both(party: Any) -> None:
    two = party().begin().play(3)
    lie = resigned(two.draft(), two, digest=bytes(16))
    length = len(two.ledger)
    assert two.tell(lie).kind == "desync"
    assert two.ledger.status == "desync" and len(two.ledger) == length
    assert [late.to_bytes() for late in two.ledger.late] == [lie]
    assert two.ledger.add(lie).kind == "known"
    refused(
        two.ledger,
        resigned(Entry.from_bytes(two.header.match_id, lie), two, digest=bytes(16), think_ms=1),
        Stopped,
    )
    assert two.copy().status == "desync"


def test_two_entries_by_one_seat_at_one_index_are_evidence_and_stop_the_match(party: Any) -> None:
    two = party().begin().play(2)
    first, second = two.ledger.state.legal()[:2]
    one = two.draft(first)
    assert two.tell(one.to_bytes()).kind == "applied"
    two.act()
    lie = resigned(one, two, body=second)
    assert two.tell(lie).kind == "conflict"
    assert two.ledger.status == "conflict" and two.ledger.writer is None
    assert two.ledger.late[0].body == second
    assert two.copy().status == "conflict"
    with pytest.raises(Stopped):
        two.pens[0].act(two.ledger, first)


def test_signing_the_same_thing_again_makes_no_conflict(party: Any) -> None:
    two = party().begin()
    entry = two.act()
    assert two.tell(replace(entry, signature=bytes(64)).to_bytes()).kind == "known"


def test_what_all_have_sealed_can_no_longer_be_put_in_doubt(party: Any) -> None:
    two = party(position="8/8/8/8/8/8/m7/L7 w -:- 0 1").begin()
    last = two.draft("a1a2")
    resign = resigned(last, two, body="resign")
    two.tell(last.to_bytes())
    assert two.ledger.status == "finished"
    two.ledger.add_seal(two.pens[0].seal(two.ledger))
    two.ledger.add_seal(two.pens[1].seal(two.ledger))
    refused(two.ledger, resign, Stopped, "sealed")
    assert two.ledgers[1].add(resign).kind == "conflict"


def test_an_honest_pen_never_signs_two_entries_at_one_place(party: Any) -> None:
    two = party().begin()
    first, second = two.ledger.state.legal()[:2]
    entry = two.draft(first)
    assert two.draft(first).to_bytes() == entry.to_bytes()
    with pytest.raises(WouldContradict):
        two.draft(second)


# -- seals ----------------------------------------------------------------------------------------


def test_seals_are_for_ended_matches_and_their_seats(party: Any) -> None:
    two = party(position="8/8/8/8/8/8/m7/L7 w -:- 0 1").begin()
    with pytest.raises(IllegalEntry):
        two.pens[0].seal(two.ledger)
    with pytest.raises(IllegalEntry):
        two.ledger.add_seal(two.ledger.make_seal(0, two.pens[0].key))
    two.act("resign")
    with pytest.raises(BadSignature):
        two.ledger.add_seal(two.ledger.make_seal(0, two.pens[1].key))
    with pytest.raises(WrongSeat):
        two.ledger.add_seal(two.ledger.make_seal(4, two.pens[1].key))
    with pytest.raises(Gap):
        two.ledger.add_seal(pack([99, 0, bytes(64)]))
    with pytest.raises(Malformed):
        two.ledger.add_seal(b"\x93\x00")
    assert not two.ledger.confirmed and two.ledger.seals == []


# -- garbage --------------------------------------------------------------------------------------


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_garbage_and_mutated_entries_are_refused_or_change_nothing(party: Any, data: Any) -> None:
    two = party().begin().play(4)
    before = snapshot(two.ledger)
    good = data.draw(st.sampled_from([*two.ledger.since(0), two.draft().to_bytes()]))
    mutated = bytearray(good)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(mutated) - 1))
        mutated[at] = data.draw(st.integers(0, 255))
    bad = data.draw(
        st.sampled_from([bytes(mutated), data.draw(st.binary(max_size=300)), good[:-1], good + b"\0"])
    )
    if bad == two.draft().to_bytes():
        return
    for take in (two.ledger.add, two.ledger.add_seal):
        try:
            answer = take(bad)
            assert not isinstance(answer, bool) and answer.kind == "known"
        except RemoteError:
            pass
        assert snapshot(two.ledger) == before
