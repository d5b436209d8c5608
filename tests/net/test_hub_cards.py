"""Players' own cards travel with the table and the header: who lacks them plays, watches and verifies all the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from net.edge.export import export
from net.edge.session import Session
from net.events import Table, TableClosed
from net.log.header import Header, Seat
from net.log.playable import MAX_OPTION_BYTES, all_options
from net.peer.runner import Runner
from net.peer.state import Opened
from net.wire.identity import Key, fresh
from net.wire.messages import Message
from rules.record import read, replay
from rules.registry import game
from rules.taika.state import TaikaState
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
    anna.hub.open_table("taika-mario", {"cards": some(fits + 1)}, ["person", "open"])
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
    anna.hub.open_table("taika-mario", {"cards": text}, ["person", "person"], public=False)
    wait([anna], lambda: anna.failed())
    assert BAD[text] in anna.failed()[0].message.format(**anna.failed()[0].arguments)
    assert not anna.matches


def still_well(owner: Owner) -> None:
    """Whatever it was sent, the hub goes on: a game at its own screen begins."""
    owner.hub.open_table("magi", {}, ["person", "person"], public=False)
    wait([owner], lambda: owner.matches)


@pytest.mark.parametrize("text", [*list(BAD)[:5], "x" * 8000, "x" * 8192])
def test_a_peer_whose_table_has_bad_cards_is_refused_in_words_and_harms_nobody(make: Make, text: str) -> None:
    anna, bert = make("Anna"), make("Bert")
    anna.plays = bert.plays = False
    anna.hub.open_table("taika-mario", {}, ["person", "open"])
    wait([anna], lambda: anna.table)

    def spoil(opened: Opened) -> None:
        state = opened.table.state
        options = tuple((name, text if name == "cards" else value) for name, value in state.options)
        object.__setattr__(state, "options", options)

    anna.hub._do(lambda runner: [spoil(opened) for opened in runner._tables.values()])
    bert.hub.join(anna.address)
    wait([anna, bert], lambda: bert.failed())
    said = bert.failed()[0]
    assert BAD.get(text, "must be a JSON object") in said.message.format(**said.arguments)
    assert bert.table is None
    still_well(bert)


def test_a_table_that_turns_bad_names_who_did_it(make: Make) -> None:
    anna, bert = make("Anna"), make("Bert")
    anna.plays = bert.plays = False
    anna.hub.open_table("taika-mario", {}, ["person", "open"])
    wait([anna], lambda: anna.table)
    bert.hub.join(anna.address)
    wait([anna, bert], lambda: bert.table)

    def spoil(runner: Runner) -> None:
        (opened,) = runner._tables.values()
        state = opened.table.state
        object.__setattr__(state, "position", "?" * 3000)
        runner._table_changed(opened)

    anna.hub._do(spoil)
    wait([anna, bert], lambda: bert.failed() and any(isinstance(event, TableClosed) for event in bert.told))
    assert bert.failed()[0].arguments["name"] == "Anna"
    assert "JSON" in str(bert.failed()[0].arguments["why"])
    still_well(bert)


def test_a_header_with_other_cards_than_the_table_is_refused(make: Make) -> None:
    anna, bert = make("Anna"), make("Bert")
    anna.plays = bert.plays = False
    anna.hub.open_table("taika-mario", {}, ["person", "open"], autostart=True)
    wait([anna], lambda: anna.table)

    def cheat(runner: Runner) -> None:
        take = runner._take_keys

        def with_other_cards(opened: Opened, peer: str, number: int, keys: object) -> None:
            state = opened.table.state
            options = tuple((name, DOT if name == "cards" else value) for name, value in state.options)
            object.__setattr__(state, "options", options)
            take(opened, peer, number, keys)  # type: ignore[arg-type]

        runner._take_keys = with_other_cards  # type: ignore[method-assign, assignment]

    anna.hub._do(cheat)
    bert.hub.join(anna.address)
    wait([anna, bert], lambda: bert.table)
    assert isinstance(anna.table, Table)
    bert.hub.ready(anna.table.id, True)
    wait([anna, bert], lambda: bert.failed() and any(isinstance(event, TableClosed) for event in bert.told))
    assert "not what was agreed on" in str(bert.failed()[0].arguments["why"])
    assert not bert.matches
    still_well(bert)


@pytest.mark.parametrize("text", list(BAD)[:5])
def test_a_watcher_refuses_a_match_whose_header_has_bad_cards(make: Make, text: str) -> None:
    anna, carl = make("Anna"), make("Carl")
    anna.plays = carl.plays = False
    nonce, identity = fresh(), Key.new()
    options = {**all_options(game("taika-mario"), {}), "cards": text}
    seats = [Seat.make(identity, nonce, name, Key.new().public) for name in ("Eve", "Mallory")]
    header = Header.make("taika-mario", game("taika-mario").version, options, seats, nonce)
    match_id = header.match_id.hex()

    def lie(runner: Runner) -> None:
        honest = runner._take

        def take(session: Session, peer: str, message: Message) -> None:
            if message[0] == "list?":
                session.send(("list", (), (match_id,)))
            elif message[0] == "watch":
                session.send(("header", match_id, header.to_bytes()))
            else:
                honest(session, peer, message)

        runner._take = take  # type: ignore[method-assign]

    anna.hub._do(lie)
    carl.hub.watch(anna.address)
    wait([anna, carl], lambda: carl.failed())
    assert BAD[text] in str(carl.failed()[0].arguments["why"])
    assert not carl.saved() and not carl.matches
    still_well(carl)
