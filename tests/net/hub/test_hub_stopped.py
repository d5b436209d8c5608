"""What stops a match has one name, live, from the record and in the window: conflict, disputed, desync, claimed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from client.board.telling import status_words
from client.scenes.opening import match_of
from net.edge.export import verify
from net.edge.store import load_record
from net.events import STATUSES, Match
from net.intents import Forfeit, Resume, Watch
from net.wire.messages import GiveEntries
from tests.net.owners import Owner, begin, reached, wait
from tests.net.puppet import Puppet

Make = Callable[..., Owner]


def quiet(make: Make, *names: str) -> list[Owner]:
    owners = [make(name) for name in names]
    for owner in owners:
        owner.plays = False
    return owners


def from_disk(match: Match) -> str:
    """What the window says of the record of ``match``."""
    shown = match_of(load_record(Path(match.path)).ledger, match.path)
    assert shown is not None
    return shown.status


def resumed(owner: Owner, match_id: str) -> str:
    """How the match stands after ``owner``'s program was started anew."""
    owner.hub.close()
    again = Owner(owner.folder, owner.name)
    again.plays = False
    try:
        again.hub.post(Resume(match_id))
        wait([again], lambda: again.matches)
        return again.match.status
    finally:
        again.hub.close()


@pytest.mark.parametrize("second", ["c2c4", "resign?", "draw?"])
@pytest.mark.parametrize("crossing", [False, True])
def test_a_double_signature_is_a_conflict_live_from_disk_and_after_a_restart(
    make: Make, second: str, crossing: bool
) -> None:
    anna, bert, carl = quiet(make, "Anna", "Bert", "Carl")
    begin("magi", {}, [(anna, "person"), (bert, "person")], watchers=[carl])
    wait([anna, bert, carl], lambda: carl.match.seats[1].linked)
    anna.cut()
    anna.hub.close()
    forger = Puppet(anna.folder, "Anna")
    try:
        forger.connect(bert.address)
        first, other = (forger.entry("act", action, 0) for action in ("e2e4", second))
        if crossing:
            forger.send_entries([first, other])
        else:
            forger.send_entries([first])
            wait([bert, carl], reached(5, bert, carl))
            forger.send_entries([other])
        both = (bert, carl)
        wait(both, lambda: all("conflict" in owner.failures() for owner in both))
        wait(both, lambda: all(owner.match.status == "conflict" for owner in both))
        for owner in both:
            assert from_disk(owner.match) == "conflict" and owner.match.entries == 5
            report = verify(Path(owner.match.path))
            assert not report.ok and '"status": "conflict"' in report.last
            assert resumed(owner, owner.match.id) == "conflict"
    finally:
        forger.close()


def test_a_missing_move_that_comes_after_a_claim_is_disputed_live_from_disk_and_after_a_restart(
    make: Make,
) -> None:
    anna, bert, carl = quiet(make, "Anna", "Bert", "Carl")
    begin("magi", {}, [(anna, "person"), (bert, "person")], watchers=[carl])
    anna.cut()
    anna.hub.close()
    wait([bert, carl], lambda: not bert.match.seats[0].linked)
    late = Puppet(anna.folder, "Anna")
    try:
        bert.hub.post(Forfeit(bert.match.id))
        wait([bert, carl], lambda: bert.match.status == carl.match.status == "claimed")
        late.connect(bert.address)
        late.send_entries([late.entry("act", "e2e4", 0)])
        wait([bert, carl], lambda: bert.match.status == carl.match.status == "disputed")
        for owner in (bert, carl):
            assert "disputed" in owner.failures() and "conflict" not in owner.failures()
            assert from_disk(owner.match) == "disputed"
            assert '"status": "disputed"' in verify(Path(owner.match.path)).last
            assert resumed(owner, owner.match.id) == "disputed"
    finally:
        late.close()


def test_who_moved_while_alone_and_comes_back_to_a_claim_finds_the_match_disputed(make: Make) -> None:
    anna, bert = quiet(make, "Anna", "Bert")
    begin("magi", {}, [(anna, "person"), (bert, "person")])
    anna.cut()
    anna.act("e2e4")
    anna.hub.close()
    wait([anna, bert], lambda: not bert.match.seats[0].linked)
    bert.hub.post(Forfeit(bert.match.id))
    wait([bert], lambda: bert.match.status == "claimed")
    again = Owner(anna.folder, "Anna")
    again.plays = False
    try:
        again.hub.post(Watch(bert.address))
        wait([again, bert], lambda: again.matches)
        wait([again, bert], lambda: again.match.status == bert.match.status == "disputed")
        assert from_disk(again.match) == from_disk(bert.match) == "disputed"
    finally:
        again.hub.close()


def test_who_sends_what_stops_the_match_is_told_what_it_contradicts(make: Make) -> None:
    anna, bert = quiet(make, "Anna", "Bert")
    begin("magi", {}, [(anna, "person"), (bert, "person")])
    anna.act("e2e4")
    wait([anna, bert], reached(5, anna, bert))
    anna.cut()
    anna.hub.close()
    late = Puppet(anna.folder, "Anna")
    try:
        late.connect(bert.address)
        wait([bert], lambda: bert.match.seats[0].linked)
        ours = late.ledger.entries[4].to_bytes()
        late.heard.clear()
        late.send_entries([late.entry("act", "c2c4", 0, 4)])
        wait([bert], lambda: bert.match.status == "conflict")
        wait([bert], lambda: GiveEntries(late.id, 4, (ours,)) in late.heard)
    finally:
        late.close()


def test_every_status_that_does_not_simply_go_on_has_words_of_its_own() -> None:
    words = {status: status_words(status) for status in STATUSES if status not in ("running", "finished")}
    assert all(title and text for title, text in words.values() if title != words["paused"][0])
    assert len({title for title, _ in words.values()}) == len(words)
