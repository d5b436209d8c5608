"""What plays a seat is data: no name makes a person a bot or a bot a person, now, later or in another match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from net.edge.store import load_record
from net.intents import OpenTable, Rematch, Resume, Watch
from net.wire.codec import pack, unpack
from net.wire.messages import Message, SayTable
from tests.net.inside import changes_what_it_sends, inside
from tests.net.owners import Owner, begin, go_on, hold, over, reached, wait

Make = Callable[..., Owner]
SHORT = {"size": "7", "quiet_limit": "4"}
NAMES = ("Bot 2", "Bot 1", "bot:3", "Bot, level 2", "Botti, taso 2", "Anna", "Robotti", "person", "open", "")
KINDS = ("person", "bot:1", "bot:2", "bot:3")


def players(owner: Owner) -> list[str]:
    return [seat.player for seat in owner.match.seats]


def turned(kinds: list[str]) -> list[str]:
    return [*kinds[1:], kinds[0]]


def again(owner: Owner) -> Owner:
    """The program is ended and started anew, and its newest match taken up."""
    match_id = owner.match.id
    owner.hub.close()
    back = Owner(owner.folder, owner.name, network=False)
    back.plays = False
    back.hub.post(Resume(match_id))
    wait([back], lambda: back.matches)
    return back


@pytest.mark.parametrize("seed", range(12))
def test_a_match_here_keeps_its_people_and_bots_over_restarts_and_rematches(make: Make, seed: int) -> None:
    dice = Random(seed)
    kinds = [dice.choice(KINDS) for _ in range(dice.choice((2, 3, 4)))]
    names = [dice.choice(NAMES) for _ in kinds]
    owner = make("Bot 1" if seed % 2 else "Anna", network=False)
    owner.until = 2 * len(kinds) + dice.randrange(4)
    owner.hub.post(OpenTable("taika-mario", SHORT, kinds, names=names, public=False))
    wait([owner], lambda: owner.matches and owner.match.entries >= owner.until)
    assert players(owner) == kinds
    called = [seat.name for seat in owner.match.seats]
    owner = again(owner)
    try:
        assert players(owner) == kinds and [seat.name for seat in owner.match.seats] == called
        owner.plays = True
        owner.move(owner.match)
        wait([owner], over(owner))
        owner.plays = False
        for _ in range(2):
            owner.hub.post(Rematch(owner.match.id))
            wait([owner], lambda owner=owner, old=owner.match.id: owner.match.id != old)
            kinds = turned(kinds)
            assert players(owner) == kinds
            owner = again(owner)
            assert players(owner) == kinds
            owner.plays = True
            owner.move(owner.match)
            wait([owner], over(owner))
            owner.plays = False
    finally:
        owner.hub.close()


@pytest.mark.parametrize(
    ("hosts", "guests"),
    [
        (("person",), ("bot:2",)),
        (("bot:1",), ("person",)),
        (("person", "bot:3"), ("bot:1", "person")),
        (("bot:2", "bot:2"), ("person",)),
    ],
)
@pytest.mark.parametrize("names", [("Bot 2", "Bot 3"), ("Anna", "Bot 1"), ("Bot 3", "Bert")])
def test_a_match_over_the_network_keeps_what_plays_where_through_rematch_and_restart(
    make: Make, hosts: tuple[str, ...], guests: tuple[str, ...], names: tuple[str, str]
) -> None:
    anna, bert = make(names[0]), make(names[1])
    plan = [(anna, kind) for kind in hosts] + [(bert, kind) for kind in guests]
    stop = 2 * len(plan) + 2
    hold(stop, anna, bert)
    begin("taika-mario", SHORT, plan)
    wait([anna, bert], reached(stop, anna, bert))
    here = {owner.name: [kind if one is owner else "" for one, kind in plan] for owner in (anna, bert)}
    assert [players(anna), players(bert)] == list(here.values())
    for owner in (anna, bert):
        owner.cut()
        owner.hub.close()
    anna, bert = (Owner(one.folder, one.name) for one in (anna, bert))
    try:
        hold(stop, anna, bert)
        match_id = next((anna.folder / "matches").glob("*.magicade")).stem
        for owner in (anna, bert):
            owner.hub.post(Resume(full_id(owner, match_id)))
        bert.hub.post(Watch(anna.address))
        wait(
            [anna, bert],
            lambda: all(o.matches and all(s.linked for s in o.match.seats) for o in (anna, bert)),
        )
        assert [players(anna), players(bert)] == list(here.values())
        go_on(anna, bert)
        wait([anna, bert], over(anna, bert))
        hold(0, anna, bert)
        for owner in (anna, bert):
            owner.hub.post(Rematch(owner.match.id))
        wait([anna, bert], lambda: len(anna.matches) == len(bert.matches) == 2)
        assert [players(anna), players(bert)] == [turned(kinds) for kinds in here.values()]
    finally:
        for owner in (anna, bert):
            owner.hub.close()


def full_id(owner: Owner, stem: str) -> str:
    """The match id of which a record's name is the first half."""
    return load_record(owner.folder / "matches" / f"{stem}.magicade").ledger.match_id.hex()


def test_a_private_file_of_an_earlier_program_gives_its_seats_to_people(make: Make) -> None:
    owner = make("Anna", network=False)
    owner.until = 6
    owner.hub.post(OpenTable("magi", {}, ["bot:2", "person"], names=["", "Bot 2"], public=False))
    wait([owner], reached(6, owner))
    owner.hub.close()
    (private,) = (owner.folder / "matches").glob("*.private")
    value = unpack(private.read_bytes())
    assert isinstance(value, tuple) and len(value) == 3
    private.write_bytes(pack(value[:1]))
    back = again(owner)
    try:
        assert players(back) == ["person", "person"] and not back.failed()
        back.plays = True
        back.move(back.match)
        wait([back], lambda: back.match.entries > 8)
    finally:
        back.hub.close()


@pytest.mark.parametrize("rows", [[[9, "person"]], [[0]], ["person"], [[0, 7]], [[0, "x" * 17]], 5])
def test_a_private_file_whose_players_can_not_be_read_is_set_aside(make: Make, rows: object) -> None:
    owner = make("Anna", network=False)
    owner.until = 6
    owner.hub.post(OpenTable("magi", {}, ["bot:2", "person"], public=False))
    wait([owner], reached(6, owner))
    owner.hub.close()
    (private,) = (owner.folder / "matches").glob("*.private")
    value = unpack(private.read_bytes())
    assert isinstance(value, tuple)
    private.write_bytes(pack([value[0], rows]))  # type: ignore[list-item]
    back = Owner(owner.folder, "Anna", network=False)
    try:
        back.hub.post(Resume(owner.match.id))
        wait([back], lambda: back.failed())
        assert back.failures() == ["aside"]
    finally:
        back.hub.close()


@pytest.mark.parametrize(("asked", "said"), [("person", "bot:3"), ("bot:1", "person"), ("bot:1", "bot:3")])
def test_an_opener_can_not_say_what_plays_a_guests_seat(make: Make, asked: str, said: str) -> None:
    anna, bert = make("Anna"), make("Bert")
    anna.plays = bert.plays = False

    def lie(peer: str, message: Message) -> list[Message]:
        if not isinstance(message, SayTable):
            return [message]
        places = tuple(
            replace(place, player=said) if place.player == asked else place for place in message.state.places
        )
        return [SayTable(replace(message.state, places=places))]

    inside(anna.hub, lambda carrier: changes_what_it_sends(carrier, lie))
    begin("magi", {}, [(anna, "bot:2"), (bert, asked)])
    assert players(bert)[1] in ("person", asked)
