"""Out of turn: leaving, handing over, taking back, pausing; forfeits, claims and disputes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from net.edge.entropy import entropy
from net.log.consent import Agreeable, Consent, Handover, Leave, read_wish
from net.log.entry import Entry
from net.log.ledger import Ledger
from net.log.pen import Pen, point_here
from net.log.private_file import PrivateFile
from net.log.refusals import BadSignature, IllegalEntry, Stopped, TooLate, WouldContradict, WrongSeat
from net.wire.errors import RemoteError
from net.wire.fields import Malformed


def enter(party: Any, seat: int, kind: str, body: Any) -> bytes:
    """An entry signed by this seat with whatever body, its digest left as it was."""
    ledger = party.ledger
    entry = Entry(ledger.match_id, len(ledger), ledger.last_hash, kind, seat, body, 0, ledger.moment.digest)
    return entry.signed(party.pens[seat].key).to_bytes()


def refused(ledger: Ledger, data: bytes, error: type[RemoteError], code: str = "") -> None:
    before = ledger.since(0), ledger.status
    with pytest.raises(error) as caught:
        ledger.add(data)
    assert not code or caught.value.code == code
    assert (ledger.since(0), ledger.status) == before


def agreed(party: Any, kind: str, back_to: int = 0) -> bytes:
    """The entry of something to which all others have consented."""
    point = Agreeable.from_bytes(point_here(party.ledger, kind, back_to).to_bytes())
    others = [seat for seat in party.ledger.in_game if seat != party.turn]
    consents = [party.pens[seat].consent(party.ledger, point).to_bytes() for seat in others]
    read = [Consent.from_bytes(data) for data in consents]
    return bytes(party.pens[party.turn].enter_agreed(party.ledger, point, read).to_bytes())


# -- leave ----------------------------------------------------------------------------------------


def test_a_seat_that_leaves_out_of_turn_is_entered_by_the_seat_to_act(party: Any) -> None:
    two = party().begin().play(2)
    leave = Leave.from_bytes(two.pens[1].propose_leave(two.ledger).to_bytes())
    assert two.turn == 0
    news = two.tell(two.pens[0].enter_leave(two.ledger, leave).to_bytes())
    assert news.step.state.outcome().reason == "left"
    assert two.ledger.state.outcome().winners == (0,)
    assert two.ledger.status == "finished" and two.ledger.in_game == (0,)
    two.ledger.add_seal(two.pens[0].seal(two.ledger))
    assert two.ledger.confirmed
    with pytest.raises(IllegalEntry):
        two.pens[1].seal(two.ledger)


def test_of_three_one_leaves_and_two_go_on(party: Any) -> None:
    three = party("null", 3).begin()
    three.act()
    leave = three.pens[1].propose_leave(three.ledger)
    three.tell(three.pens[1].enter_leave(three.ledger, leave).to_bytes())
    assert three.ledger.in_game == (0, 2) and three.turn == 2
    refused(three.ledger, enter(three, 2, "leave", leave.pack()), WrongSeat, "not-in-game")
    assert three.play().ledger.status == "finished"


def test_nobody_can_be_made_to_leave(party: Any) -> None:
    two = party().begin()
    forged = Leave.sign(two.header.match_id, 1, two.pens[0].key)
    refused(two.ledger, enter(two, 0, "leave", forged.pack()), BadSignature, "consent-signature")
    other = party(quiet_limit="50").pens[1].propose_leave(party(quiet_limit="50").ledger)
    refused(two.ledger, enter(two, 0, "leave", other.pack()), BadSignature)
    refused(two.ledger, enter(two, 0, "leave", [1]), Malformed)
    refused(two.ledger, enter(two, 0, "leave", "left"), Malformed)


# -- handover -------------------------------------------------------------------------------------


def test_a_seat_is_handed_over_to_another_key(party: Any) -> None:
    two = party().begin().play(1)
    old, new = two.pens[0], two.pen(0, "again")
    handover = old.propose_handover(two.ledger, two.seat(0, new, "Meri"), new.key)
    again = Handover.from_bytes(handover.to_bytes(), two.header.nonce)
    assert two.tell(two.pens[1].enter_handover(two.ledger, again).to_bytes()).step is None
    assert two.ledger.seats[0].name == "Meri" and two.turn == 1
    two.act()
    with pytest.raises(BadSignature, match="handed over"):
        two.draft()
    two.pens[0] = new
    assert two.play().ledger.status == "finished"
    assert two.copy().seats == two.ledger.seats


def test_a_handover_needs_both_keys_and_a_fresh_one(party: Any) -> None:
    two = party().begin()
    old, new = two.pens[1], two.pen(1, "again")
    to = two.seat(1, new)
    match_id = two.header.match_id
    for handover in (
        Handover.sign(match_id, 1, to, two.pens[0].key, new.key),
        Handover.sign(match_id, 1, to, old.key, old.key),
        Handover.sign(bytes(32), 1, to, old.key, new.key),
    ):
        refused(two.ledger, enter(two, 0, "handover", handover.pack()), BadSignature)
    used = Handover.sign(match_id, 1, two.seat(1, two.pens[0]), old.key, two.pens[0].key)
    refused(two.ledger, enter(two, 0, "handover", used.pack()), IllegalEntry, "used-key")


# -- takeback, pause ------------------------------------------------------------------------------


def test_a_takeback_goes_back_to_the_state_after_an_entry_and_indices_go_on(party: Any) -> None:
    two = party().begin().play(5)
    wanted = two.ledger.moments[6].state
    length = len(two.ledger)
    news = two.tell(agreed(two, "takeback", 5))
    assert two.ledger.state == news.step.state == wanted
    assert len(two.ledger) == length + 1
    assert two.ledger.actions == tuple(entry.body for entry in two.ledger.entries[4:6])
    assert two.play().ledger.status == "finished"
    assert two.copy().actions == two.ledger.actions


def test_nothing_is_taken_back_to_before_the_first_action(party: Any) -> None:
    two = party().begin()
    with pytest.raises(IllegalEntry):
        agreed(two, "takeback", 3)
    two.play(3)
    for back_to in (0, 3, 6, 7, 99):
        with pytest.raises(IllegalEntry):
            agreed(two, "takeback", back_to)
    two.tell(agreed(two, "takeback", 4))
    assert len(two.ledger.actions) == 1
    with pytest.raises(IllegalEntry, match="nothing to take back"):
        agreed(two, "takeback", 4)
    two.play(1)
    with pytest.raises(IllegalEntry, match="taken back itself"):
        agreed(two, "takeback", 5)


def test_nothing_is_taken_back_to_before_somebody_went(party: Any) -> None:
    three = party("null", 3, goal="50").begin().play(3)
    leave = three.pens[1].propose_leave(three.ledger)
    three.tell(three.pens[three.turn].enter_leave(three.ledger, leave).to_bytes())
    gone = len(three.ledger) - 1
    three.play(2)
    with pytest.raises(IllegalEntry):
        agreed(three, "takeback", gone - 1)
    three.tell(agreed(three, "takeback", gone))


def test_a_takeback_needs_the_consent_of_exactly_all_others_here_and_now(party: Any) -> None:
    three = party("null", 3, goal="50").begin().play(4)
    point = point_here(three.ledger, "takeback", 7)
    consents = {pen.seat: pen.consent(three.ledger, point) for pen in three.pens}
    writer = three.pens[three.turn]
    others = [seat for seat in (0, 1, 2) if seat != writer.seat]
    with pytest.raises(IllegalEntry, match="exactly all"):
        writer.enter_agreed(three.ledger, point, [consents[others[0]]])
    forged = replace(consents[others[1]], signature=consents[others[0]].signature)
    with pytest.raises(BadSignature):
        writer.enter_agreed(three.ledger, point, [consents[others[0]], forged])
    three.act()
    with pytest.raises(IllegalEntry, match="another place"):
        three.pens[three.turn].enter_agreed(three.ledger, point, list(consents.values()))
    with pytest.raises(IllegalEntry):
        three.pens[0].consent(three.ledger, point)


def test_while_paused_nobody_acts_until_all_resume(party: Any) -> None:
    two = party().begin().play(2)
    state = two.ledger.state
    two.tell(agreed(two, "pause"))
    assert two.ledger.status == "paused" and two.ledger.state == state
    with pytest.raises(IllegalEntry, match="paused"):
        two.draft()
    with pytest.raises(IllegalEntry, match="paused"):
        agreed(two, "pause")
    with pytest.raises(IllegalEntry, match="paused"):
        two.pens[1].claim(two.ledger, "time")
    two.tell(agreed(two, "resume"))
    assert two.ledger.status == "running"
    with pytest.raises(IllegalEntry):
        agreed(two, "resume")
    two.act()


# -- claims and disputes --------------------------------------------------------------------------


def test_of_two_the_one_left_may_claim(party: Any) -> None:
    two = party().begin().play(3)
    assert two.turn == 1
    claim = two.pens[0].claim(two.ledger)
    two.tell(claim.to_bytes())
    assert two.ledger.status == "claimed" and two.ledger.in_game == (0,)
    assert two.ledger.state.outcome().reason == "left"
    two.ledger.add_seal(two.pens[0].seal(two.ledger))
    assert not two.ledger.confirmed
    with pytest.raises(Stopped):
        two.pens[1].act(two.ledger, "resign")


def test_nobody_claims_on_their_own_turn_or_for_no_reason(party: Any) -> None:
    two = party().begin().play(3)
    with pytest.raises(IllegalEntry):
        two.pens[1].claim(two.ledger)
    with pytest.raises(IllegalEntry):
        two.pens[0].claim(two.ledger, "boredom")
    refused(two.ledger, enter(two, 0, "forfeit", [[0], "left", []]), IllegalEntry, "forfeit-turn")
    refused(two.ledger, enter(two, 0, "forfeit", [[0, 1], "left", []]), IllegalEntry, "forfeit-seats")
    refused(two.ledger, enter(two, 0, "forfeit", [[1, 0], "left", []]), Malformed)
    slow = replace(two.pens[0].claim(two.ledger), think_ms=1).signed(two.pens[0].key)
    refused(two.ledger, slow.to_bytes(), IllegalEntry, "forfeit-time")


@pytest.mark.parametrize("claim_first", [True, False])
def test_a_claim_and_the_entry_said_to_be_missing_are_a_dispute(party: Any, claim_first: bool) -> None:
    two = party().begin().play(3)
    entry, claim = two.draft().to_bytes(), two.pens[0].claim(two.ledger).to_bytes()
    order = (claim, entry) if claim_first else (entry, claim)
    assert two.tell(order[0]).kind == "applied"
    assert two.tell(order[1]).kind == "disputed"
    assert two.ledger.status == "disputed" and not two.ledger.confirmed
    branch = two.ledger.branch
    assert branch.entries[-1].to_bytes() == order[1] and two.ledger.entries[-1].to_bytes() == order[0]
    assert two.ledger.add(order[1]).kind == "known"
    newcomer = two.copy()
    assert newcomer.status == "disputed" and newcomer.branch.state == branch.state


def test_the_other_branch_of_a_dispute_may_be_longer_than_one_entry(party: Any) -> None:
    two = party("null", position="0 10 2", goal="50").begin()
    here, there = two.ledgers
    claim = two.pens[0].claim(here).to_bytes()
    here.add(claim)
    there.add(two.pens[1].act(there, "+1").to_bytes())
    leave = two.pens[0].propose_leave(there)  # signed before the claim, say
    two.pens[0]._signed = (-1, b"", b"")  # who claims and goes on as well: no honest pen does
    there.add(two.pens[0].enter_leave(there, leave).to_bytes())
    assert [news.kind for news in here.merge(there.since(4))] == ["disputed", "disputed"]
    assert [entry.kind for entry in here.branch.entries[4:]] == ["act", "leave"]


def test_who_has_gone_on_cannot_claim_that_it_was_missing(party: Any) -> None:
    two = party().begin().play(3)
    claim = two.pens[0].claim(two.ledger).to_bytes()
    two.pens[0]._signed = (-1, b"", b"")  # no honest pen goes on after its claim
    two.play(2)
    refused(two.ledger, claim, IllegalEntry, "false-forfeit")
    assert two.ledger.status == "running"


def test_an_honest_pen_does_not_go_on_after_its_claim(party: Any) -> None:
    two = party().begin().play(3)
    two.pens[0].claim(two.ledger)
    two.play(1)
    with pytest.raises(WouldContradict):
        two.draft()


# -- forfeits of more than two --------------------------------------------------------------------


def forfeit(party: Any, author: int, seats: tuple[int, ...], reason: str = "left") -> Entry:
    """The forfeit to which all others have consented, over the wire."""
    ledger = party.ledger
    point = party.pens[author].ask_forfeit(ledger, seats, reason)
    asked = Agreeable.from_bytes(point.to_bytes())
    others = [seat for seat in ledger.in_game if seat not in seats and seat != author]
    consents = [party.pens[seat].answer_forfeit(ledger, asked) for seat in others]
    entry: Entry = party.pens[author].enter_forfeit(ledger, point, consents)
    return entry


def test_a_majority_forfeits_the_seat_to_act_and_goes_on(party: Any) -> None:
    three = party("null", 3, goal="30").begin().play(1)
    late = three.draft().to_bytes()
    three.tell(forfeit(three, 0, (1,), "time").to_bytes())
    assert three.ledger.in_game == (0, 2) and three.turn == 2
    refused(three.ledger, late, TooLate)
    three.play()
    assert three.ledger.status == "finished"
    assert three.copy().since(0) == three.ledger.since(0)


def test_a_majoritys_forfeit_replaces_what_only_some_have_seen(party: Any) -> None:
    three = party("null", 3, goal="30").begin().play(1)
    late = three.draft().to_bytes()
    entry = forfeit(three, 0, (1,)).to_bytes()
    watcher = three.copy()
    watcher.add(late)
    news = watcher.add(entry)
    assert (news.kind, news.cut) == ("replaced", 1)
    three.tell(entry)
    assert watcher.since(0) == three.ledger.since(0) and watcher.state == three.ledger.state
    watcher.add(three.act().to_bytes())


def test_half_or_fewer_cannot_forfeit_the_others(party: Any) -> None:
    four = party("null", 4, goal="30").begin()
    with pytest.raises(IllegalEntry, match="adjourn"):
        four.pens[2].ask_forfeit(four.ledger, (0, 1), "left")
    four.tell(forfeit(four, 1, (0,)).to_bytes())
    assert four.ledger.in_game == (1, 2, 3)


def test_only_the_lowest_seat_left_writes_and_all_others_must_sign(party: Any) -> None:
    three = party("null", 3, goal="30").begin()
    with pytest.raises(IllegalEntry):
        three.pens[2].ask_forfeit(three.ledger, (0,), "left")
    with pytest.raises(IllegalEntry, match="one can claim"):
        three.pens[1].claim(three.ledger)
    point = three.pens[1].ask_forfeit(three.ledger, (0,), "left")
    with pytest.raises(IllegalEntry, match="exactly all"):
        three.pens[1].enter_forfeit(three.ledger, point, [])
    consent = three.pens[2].answer_forfeit(three.ledger, point)
    body = [[0], "left", [[2, consent.signature]]]
    refused(three.ledger, enter(three, 2, "forfeit", body), WrongSeat, "forfeit-author")
    refused(three.ledger, enter(three, 1, "forfeit", [[0], "time", [[2, consent.signature]]]), BadSignature)


def test_asked_to_sign_a_seat_answers_with_the_missing_entry(party: Any) -> None:
    three = party("null", 3, goal="30").begin()
    point = three.pens[1].ask_forfeit(three.ledger, (0,), "left")
    entry = three.draft().to_bytes()
    three.ledgers[2].add(entry)
    assert three.pens[2].answer_forfeit(three.ledgers[2], point) == [entry]
    assert three.ledgers[1].merge([entry])[0].kind == "applied"
    with pytest.raises(IllegalEntry):
        three.pens[1].enter_forfeit(three.ledgers[1], point, [])


def test_who_consented_is_bound_until_the_author_releases_it(party: Any) -> None:
    three = party("null", 3, goal="30").begin()
    point = three.pens[1].ask_forfeit(three.ledger, (0,), "left")
    three.pens[2].answer_forfeit(three.ledger, point)
    other = replace(point, reason="time")
    with pytest.raises(WouldContradict):
        three.pens[2].answer_forfeit(three.ledger, other)
    kept = PrivateFile([three.pens[2]]).to_bytes()
    (bound,) = PrivateFile.from_bytes(kept).pens  # a restart does not make it forget
    bound.wake()
    three.pens[2] = bound
    three.act()
    leave = three.pens[2].propose_leave(three.ledger)
    with pytest.raises(WouldContradict):
        three.pens[2].answer_forfeit(
            three.ledger, replace(point, index=7, previous=three.ledger.last_hash, seats=(1,))
        )
    release = Consent.from_bytes(three.pens[1].release(three.ledger, point).to_bytes())
    assert not bound.take_release(three.ledger, replace(release, seat=0))
    with pytest.raises(BadSignature):
        bound.take_release(three.ledger, replace(release, signature=bytes(64)))
    assert bound.take_release(three.ledger, release)
    with pytest.raises(WouldContradict):
        three.pens[1].enter_forfeit(three.ledger, point, [])
    three.tell(three.pens[1].enter_leave(three.ledger, leave).to_bytes())


# -- pens -----------------------------------------------------------------------------------------


def test_a_pen_from_disk_sleeps_until_it_has_asked(party: Any) -> None:
    two = party().begin()
    two.pens = list(PrivateFile.from_bytes(PrivateFile(two.pens).to_bytes()).pens)
    with pytest.raises(WouldContradict) as caught:
        two.draft()
    assert caught.value.code == "asleep"
    for pen in two.pens:
        pen.wake()
    assert two.play().ledger.status == "finished"


@pytest.mark.parametrize("data", [b"", b"\x91\x00", b"\x91\x91\x90"])
def test_a_broken_private_file_is_malformed(data: bytes) -> None:
    with pytest.raises(Malformed):
        PrivateFile.from_bytes(data)


def test_a_private_file_cut_off_anywhere_is_malformed() -> None:
    whole = PrivateFile([Pen.new(1, entropy)]).to_bytes()
    for length in range(len(whole)):
        with pytest.raises(Malformed):
            PrivateFile.from_bytes(whole[:length])


@pytest.mark.parametrize("read", [Agreeable.from_bytes, Consent.from_bytes, Leave.from_bytes])
@pytest.mark.parametrize("data", [b"", b"\x90", b"\xc0", b"\x93\x01\x02\x03", b"\x96" + b"\x00" * 6])
def test_a_broken_wish_is_malformed(read: Any, data: bytes) -> None:
    with pytest.raises(Malformed):
        read(data)


def test_every_wish_comes_back_as_it_went(party: Any) -> None:
    two = party().begin().play(3)
    point = point_here(two.ledger, "takeback", 5)
    new = two.pen(1, "again")
    for wish in (
        point,
        two.pens[0].consent(two.ledger, point),
        two.pens[0].propose_leave(two.ledger),
        two.pens[1].propose_handover(two.ledger, two.seat(1, new), new.key),
    ):
        assert read_wish(wish.to_bytes(), two.header.nonce) == wish
    for data in (b"", b"\x90", b"\xc0", b"\x95\x00\x00\x00\x00\x00"):
        with pytest.raises(Malformed):
            read_wish(data, two.header.nonce)


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "takeback", "reason": "left"},
        {"kind": "takeback", "seats": (0,)},
        {"kind": "pause", "back_to": 5},
        {"kind": "resume", "seats": (1,)},
        {"kind": "forfeit", "back_to": 5, "seats": (0,), "reason": "left"},
        {"kind": "refuse", "reason": "left"},
        {"kind": "refuse", "reason": ""},
        {"kind": "refuse", "reason": "pause", "back_to": 5},
    ],
)
def test_a_request_with_what_its_kind_has_no_use_for_is_malformed(fields: dict[str, Any]) -> None:
    data = Agreeable(7, bytes(32), **fields).to_bytes()
    with pytest.raises(Malformed):
        Agreeable.from_bytes(data)


@pytest.mark.parametrize("kind", ["takeback", "pause", "resume"])
def test_a_refusal_comes_back_as_it_went(kind: str) -> None:
    refusal = Agreeable(7, bytes(32), kind, 5 if kind == "takeback" else 0).refused()
    assert Agreeable.from_bytes(refusal.to_bytes()) == refusal


@pytest.mark.parametrize(
    ("seats", "gone", "remedy"),
    [
        (2, (), "wait"),
        (2, (0,), "claim"),
        (2, (1,), "wait"),
        (2, (0, 1), "wait"),
        (3, (0,), "forfeit"),
        (3, (1, 2), "wait"),
        (3, (0, 2), "adjourn"),
        (4, (0, 1), "adjourn"),
        (4, (0,), "forfeit"),
    ],
)
def test_what_is_left_to_do_when_somebody_is_gone(
    party: Any, seats: int, gone: tuple[int, ...], remedy: str
) -> None:
    some = party("null", seats)
    assert some.ledger.remedy(gone) == ("void" if gone else "wait")
    some.begin()
    assert some.turn == 0 and some.ledger.remedy(gone) == remedy
    some.act("resign") if seats == 2 else some.play()
    assert some.ledger.remedy(gone) == "wait"


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("acts", [1, 2, 5])
def test_who_has_gone_on_from_an_entry_consents_to_no_forfeit_for_its_lack(
    party: Any, seats: int, acts: int
) -> None:
    some = party("null", seats, goal="60").begin().play(acts)
    gone, follower = some.turn, (some.turn + 1) % seats
    short = Ledger(some.header)
    short.merge(some.ledger.since(0))
    some.act("+1")
    some.draft("+1")  # the next seat has signed its answer to it, and nobody has seen either
    author, *others = (seat for seat in range(seats) if seat != gone)
    asked = some.pens[author].ask_forfeit(short, (gone,), "left")
    for seat in others:
        if seat == follower:
            with pytest.raises(WouldContradict):
                some.pens[seat].answer_forfeit(short, asked)
        else:
            assert isinstance(some.pens[seat].answer_forfeit(short, asked), Consent)
