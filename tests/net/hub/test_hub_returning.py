"""Who comes back to a match is linked with all its players again, wherever it listens now, however slow its disk is."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from net.edge.store import Home
from net.intents import Watch
from net.match.record_file import SavedRecord
from net.peer.matches import Matches
from net.wire.messages import SayPeers
from tests.net.owners import Owner, begin, go_on, hold, over, reached, wait
from tests.patience import PATIENCE_S

Make = Callable[..., Owner]


@pytest.fixture
def parted(make: Make) -> Iterator[list[Owner]]:
    """Anna and Bert in the middle of a match of three, whose third, Carl, is gone."""
    anna, bert, carl = (make(name) for name in ("Anna", "Bert", "Carl"))
    owners = [anna, bert, carl]
    hold(10, *owners)
    begin("taika-mario", {"size": "7", "quiet_limit": "4"}, [(owner, "person") for owner in owners])
    wait(owners, reached(10, *owners))
    wait(owners, lambda: all(seat.linked for owner in owners for seat in owner.match.seats))
    carl.cut()
    carl.hub.close()
    wait([anna, bert], lambda: not any(owner.match.seats[2].linked for owner in (anna, bert)))
    yield [anna, bert]


def new_carl(tmp_path: Path) -> str:
    """Carl's peer id."""
    return Home(tmp_path / "Carl").identity().public.hex()


def come_back(parted: list[Owner], tmp_path: Path) -> None:
    """Carl comes to Anna and plays on with both to the end."""
    back = Owner(tmp_path / "Carl", "Carl")
    owners = [*parted, back]
    try:
        back.until = 10
        back.hub.post(Watch(parted[0].address))
        wait(owners, reached(10, *owners))
        wait(owners, lambda: all(seat.linked for owner in owners for seat in owner.match.seats))
        go_on(*owners)
        wait(owners, over(*owners))
    finally:
        back.hub.close()


def test_others_call_who_is_back_where_it_listens_now(
    parted: list[Owner], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Carl calls nobody but Anna: Bert, who knows where Carl was, hears of Anna where it is."""
    whole, carl = Matches.take_peers, new_carl(tmp_path)

    def deaf(self: Matches, said: SayPeers) -> None:
        if self._me != carl:
            whole(self, said)

    monkeypatch.setattr(Matches, "take_peers", deaf)
    come_back(parted, tmp_path)


def test_who_is_back_hears_of_the_others_though_its_disk_was_slow(
    parted: list[Owner], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Carl is told of Bert before it has read its record; Bert calls nobody."""
    told = threading.Event()
    opened, take, carl = Home.open, Matches.take_peers, new_carl(tmp_path)

    def slow(self: Home, path: Path) -> SavedRecord:
        assert told.wait(PATIENCE_S)
        return opened(self, path)

    def heard(self: Matches, said: SayPeers) -> None:
        if self._me == carl:
            take(self, said)
            told.set()

    monkeypatch.setattr(Home, "open", slow)
    monkeypatch.setattr(Matches, "take_peers", heard)
    come_back(parted, tmp_path)
