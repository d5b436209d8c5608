"""Catching up over hubs: whoever comes late gets the whole log, whatever crosses on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from net.edge.carrier import Carrier
from net.intents import Resume, Watch
from net.wire.messages import AskLog, AskWatch, GiveEntries, Message
from tests.net.conftest import endless, furnish
from tests.net.inside import changes_what_it_sends, inside
from tests.net.owners import Owner, equal_logs, reached, wait

pytestmark = pytest.mark.usefixtures("party")  # registers the endless game
Make = Callable[..., Owner]


def idle(make: Make, tmp_path: Path, entries: int, *names: str) -> list[Owner]:
    """Those of Anna and Bert who are there have played so much of a match, and wait."""
    two = endless(entries)
    assert len(two.ledger) == entries
    for seat, name in enumerate(("Anna", "Bert")):
        furnish(tmp_path / name, two, seat)
    owners = [make(name) for name in names]
    for owner in owners:
        owner.plays = False
        owner.hub.post(Resume(two.header.match_id.hex()))
    wait(owners, lambda: all(owner.matches for owner in owners))
    if len(owners) == 2:
        owners[1].hub.post(Watch(owners[0].address))
        wait(owners, lambda: all(seat.linked for owner in owners for seat in owner.match.seats))
    return owners


@pytest.mark.parametrize("entries", [900, 255, 256, 257, 513])
def test_a_late_watcher_of_an_idle_match_gets_all_of_it(make: Make, tmp_path: Path, entries: int) -> None:
    (anna,) = idle(make, tmp_path, entries, "Anna")
    carl, dora = make("Carl"), make("Dora")
    carl.hub.post(Watch(anna.address))
    wait([anna, carl], reached(entries, carl))
    assert len(carl.match.past) == entries - 3
    dora.hub.post(Watch(carl.address))
    wait([anna, carl, dora], reached(entries, dora))
    equal_logs(carl, dora)


def chatter(dice: Random, match_id: str) -> Callable[[Carrier], None]:
    """A hub says more than it must: questions that cross the answers."""

    def more(peer: str, message: Message) -> Iterator[Message]:
        yield message
        if isinstance(message, AskLog | GiveEntries | AskWatch) and dice.random() < 0.4:
            yield AskLog(match_id, dice.choice((0, 1, 300, 699, 700, 900)))

    return lambda carrier: changes_what_it_sends(carrier, more)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("there", [("Anna",), ("Anna", "Bert")])
def test_questions_that_cross_do_not_end_the_catching_up(
    make: Make, tmp_path: Path, seed: int, there: tuple[str, ...]
) -> None:
    owners = idle(make, tmp_path, 700, *there)
    anna, carl = owners[0], make("Carl")
    dice = Random(seed)
    for owner in (anna, carl):
        inside(owner.hub, chatter(dice, anna.match.id))
    carl.hub.post(Watch(anna.address))
    wait([*owners, carl], reached(700, carl))
    assert len(carl.match.past) == 697 and not carl.failed()
    if len(owners) == 2:
        for owner in owners:
            owner.plays, owner.until = True, 706
            owner.move(owner.match)
        wait([*owners, carl], reached(706, *owners, carl))
        equal_logs(*owners, carl)
