"""Players' own cards travel with the table and the header: who lacks them plays, watches and verifies all the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from net.edge.carrier import Carrier
from net.edge.entropy import fresh, new_key
from net.edge.export import export
from net.edge.session import Session
from net.events import TableClosed, TableInfo
from net.intents import Join, OpenTable, Ready, Watch
from net.log.header import Header, Seat
from net.log.playable import MAX_OPTION_BYTES, all_options
from net.peer.tables import OwnTable
from net.wire.messages import AskList, AskWatch, GiveHeader, GiveList, Message
from rules.record import read, replay
from rules.registry import game
from rules.taika.state import TaikaState
from tests.net.inside import hears_through, inside, peer_of
from tests.net.owners import Owner, begin, equal_logs, over, wait

Make = Callable[..., Owner]

DOT = json.dumps({"dot": {"copies": 90, "pattern": ["#o#"], "fi": "Piste", "en": "Dot"}})
BAD = {
    "not json": "must be a JSON object",
    '["dot"]': "must be a JSON object",
    '{"dot":{"copies":1,"pattern":["#o#x"]}}': "dot: row 1 has 'x'",
    '{"dot":{"copies":1,"pattern":["######o"]}}': "dot: row 1 has 7 cells",
    '{"dot":{"copies":1,"pattern":["###"]}}': "dot",
    '{"dot":{"copies":0,"pattern":["#o#"]}}': "dot: copies",
    '{"D o t":{"copies":1,"pattern":["#o#"]}}': "an id is",
    '{"dot":{"copies":1,"pattern":["#o#"],"en":"a\\nb"}}': "printable",
    "[" * 3000: "must be a JSON object",
}
"""Garbage where own cards should be, and a part of what is said of it."""


def cards(owner: Owner) -> TaikaState:
    state = owner.match.state
    assert isinstance(state, TaikaState)
    return state


def test_own_cards_reach_players_bots_and_watchers_who_do_not_have_them(make: Make) -> None:
    anna, bert, carl = everybody = [make(name) for name in ("Anna", "Bert", "Carl")]
    for owner in everybody:
        owner.likes = "card"
    plan = [(anna, "person"), (bert, "person"), (bert, "bot:1")]
    begin("taika-mario", {"size": "7", "quiet_limit": "6", "cards": DOT}, plan, watchers=[carl])
    wait(everybody, over(*everybody))
    assert all(cards(owner).setup.rows("dot") == ("#o#",) for owner in everybody)
    casters = {one.seat for one in carl.match.past if "!dot" in one.action}
    assert {1, 2} & casters, "nobody who lacks the card has cast it"
    equal_logs(*everybody)
    for owner in everybody:
        play, lines = read(export(Path(owner.match.path)))
        assert len(list(replay(play, lines))) == len(carl.match.actions)


def test_as_many_own_cards_as_fit_are_sent_and_one_more_is_refused_in_words(make: Make) -> None:
    def some(count: int) -> str:
        one = {"copies": 1, "pattern": ["#.#", "#o#", "#.#"]}
        return json.dumps({f"card-{number:03}": one for number in range(count)}, separators=(",", ":"))

    fits = max(count for count in range(200) if len(some(count)) <= MAX_OPTION_BYTES)
    assert fits > 100
    anna, bert = make("Anna"), make("Bert")
    anna.hub.post(OpenTable("taika-mario", {"cards": some(fits + 1)}, ["person", "open"]))
    wait([anna], lambda: anna.failed())
    (failed,) = anna.failed()
    said = failed.message.format(**failed.arguments)
    assert said.startswith("option cards is too long to be sent along") and str(MAX_OPTION_BYTES) in said
    assert anna.table is None
    anna.told.clear()
    begin("taika-mario", {"cards": some(fits), "quiet_limit": "2"}, [(anna, "person"), (bert, "person")])
    assert cards(bert).setup.rows(f"card-{fits - 1:03}") == ("#.#", "#o#", "#.#")


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_a_table_with_bad_cards_is_not_opened(make: Make, text: str) -> None:
    anna = make("Anna", network=False)
    anna.hub.post(OpenTable("taika-mario", {"cards": text}, ["person", "person"], public=False))
    wait([anna], lambda: anna.failed())
    assert BAD[text] in anna.failed()[0].message.format(**anna.failed()[0].arguments)
    assert not anna.matches


def still_well(owner: Owner) -> None:
    """Whatever it was sent, the hub goes on: a game at its own screen begins."""
    owner.hub.post(OpenTable("magi", {}, ["person", "person"], public=False))
    wait([owner], lambda: owner.matches)


@pytest.mark.parametrize("text", [*list(BAD)[:5], "x" * 8000, "x" * 8192])
def test_a_peer_whose_table_has_bad_cards_is_refused_in_words_and_harms_nobody(make: Make, text: str) -> None:
    anna, bert = make("Anna"), make("Bert")
    anna.plays = bert.plays = False
    anna.hub.post(OpenTable("taika-mario", {}, ["person", "open"]))
    wait([anna], lambda: anna.table)

    def spoil(own: OwnTable) -> None:
        state = own.table.state
        options = tuple((name, text if name == "cards" else value) for name, value in state.options)
        object.__setattr__(state, "options", options)

    inside(anna.hub, lambda carrier: [spoil(own) for own in peer_of(carrier).tables.own.values()])
    bert.hub.post(Join(anna.address))
    wait([anna, bert], lambda: bert.failed())
    said = bert.failed()[0]
    assert BAD.get(text, "must be a JSON object") in said.message.format(**said.arguments)
    assert bert.table is None
    still_well(bert)


def test_a_table_that_turns_bad_names_who_did_it(make: Make) -> None:
    anna, bert = make("Anna"), make("Bert")
    anna.plays = bert.plays = False
    anna.hub.post(OpenTable("taika-mario", {}, ["person", "open"]))
    wait([anna], lambda: anna.table)
    bert.hub.post(Join(anna.address))
    wait([anna, bert], lambda: bert.table)

    def spoil(carrier: Carrier) -> None:
        (own,) = peer_of(carrier).tables.own.values()
        object.__setattr__(own.table.state, "position", "?" * 3000)
        peer_of(carrier).lobby._changed(own)

    inside(anna.hub, spoil)
    wait([anna, bert], lambda: bert.failed() and any(isinstance(event, TableClosed) for event in bert.told))
    assert bert.failed()[0].arguments["name"] == "Anna"
    assert "JSON" in str(bert.failed()[0].arguments["why"])
    still_well(bert)


def test_a_header_with_other_cards_than_the_table_is_refused(make: Make) -> None:
    anna, bert = make("Anna"), make("Bert")
    anna.plays = bert.plays = False
    anna.hub.post(OpenTable("taika-mario", {}, ["person", "open"], autostart=True))
    wait([anna], lambda: anna.table)

    def cheat(carrier: Carrier) -> None:
        starts = peer_of(carrier).starts
        take = starts.take_keys

        def with_other_cards(own: OwnTable, peer: str, number: int, keys: object) -> None:
            state = own.table.state
            options = tuple((name, DOT if name == "cards" else value) for name, value in state.options)
            own.table.state = replace(state, options=options)
            take(own, peer, number, keys)  # type: ignore[arg-type]

        starts.take_keys = with_other_cards  # type: ignore[method-assign, assignment]

    inside(anna.hub, cheat)
    bert.hub.post(Join(anna.address))
    wait([anna, bert], lambda: bert.table)
    assert isinstance(anna.table, TableInfo)
    bert.hub.post(Ready(anna.table.id, True))
    wait([anna, bert], lambda: bert.failed() and any(isinstance(event, TableClosed) for event in bert.told))
    assert "not what was agreed on" in str(bert.failed()[0].arguments["why"])
    assert not bert.matches
    still_well(bert)


@pytest.mark.parametrize("text", list(BAD)[:5])
def test_a_watcher_refuses_a_match_whose_header_has_bad_cards(make: Make, text: str) -> None:
    anna, carl = make("Anna"), make("Carl")
    anna.plays = carl.plays = False
    nonce, identity = fresh(), new_key()
    options = {**all_options(game("taika-mario"), {}), "cards": text}
    seats = [Seat.make(identity, nonce, name, new_key().public) for name in ("Eve", "Mallory")]
    header = Header.make("taika-mario", game("taika-mario").version, options, seats, nonce)
    match_id = header.match_id.hex()

    def lie(session: Session, message: Message) -> bool:
        if isinstance(message, AskList):
            session.send(GiveList((), (match_id,)))
        elif isinstance(message, AskWatch):
            session.send(GiveHeader(match_id, header.to_bytes()))
        return not isinstance(message, AskList | AskWatch)

    inside(anna.hub, lambda carrier: hears_through(carrier, lie))
    carl.hub.post(Watch(anna.address))
    wait([anna, carl], lambda: carl.failed())
    assert BAD[text] in str(carl.failed()[0].arguments["why"])
    assert not carl.saved() and not carl.matches
    still_well(carl)
