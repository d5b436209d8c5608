"""The table before a match: seats, ready, the gathering of keys, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from net.peer.table import Table
from net.wire.codec import pack, unpack
from net.wire.errors import NetError
from net.wire.names import check_name
from net.wire.table import SeatKey, TableError, TablePlace, TableState

ANNA, BERT, CARL = "aa" * 32, "bb" * 32, "cc" * 32


def table(*seats: str, watchable: bool = True) -> Table:
    return Table("12" * 16, ANNA, "Anna", "mind-control", 1, {"first": "white"}, seats, watchable=watchable)


def key(seat: int) -> SeatKey:
    return SeatKey(seat, bytes([seat]) * 32, bytes(64))


def test_people_and_bots_of_the_opener_are_ready_at_once() -> None:
    state = table("person", "bot:2", "open").state
    assert [(p.name, p.player, p.ready) for p in state.places[:2]] == [
        ("Anna", "person", True),
        ("Bot 2", "bot:2", True),
    ]
    assert state.free == 1 and not state.startable


def test_who_sits_gets_the_first_free_seat_and_one_only_unless_also() -> None:
    made = table("person", "open", "open")
    assert made.sit(BERT, "Bert", "person") == 1
    assert made.sit(BERT, "Bert", "person") == 1
    assert made.sit(BERT, "Bert", "person", 2) == 2
    assert made.state.seats_of(BERT) == (2,)
    made.sit(BERT, "Bert", "bot:1", 1, also=True)
    assert made.state.seats_of(BERT) == (1, 2)


@pytest.mark.parametrize(
    ("seat", "player", "code"),
    [(0, "person", "taken"), (7, "person", "no-seat"), (1, "robot", "player"), (1, "bot:x", "player")],
)
def test_what_can_not_be_is_refused_and_changes_nothing(seat: int, player: str, code: str) -> None:
    made = table("person", "open")
    before = made.state
    with pytest.raises(TableError) as caught:
        made.sit(BERT, "Bert", player, seat)
    assert caught.value.code == code and made.state == before


def test_a_full_table_and_an_unclean_name_are_refused() -> None:
    made = table("person", "person")
    with pytest.raises(TableError) as caught:
        made.sit(BERT, "Bert", "person")
    assert caught.value.code == "full"
    with pytest.raises(NetError):
        table("person", "open").sit(BERT, "Be\x00rt", "person")


def test_keys_are_gathered_once_all_are_ready_and_given_in_seat_order() -> None:
    made = table("person", "open")
    made.sit(BERT, "Bert", "person")
    with pytest.raises(TableError):
        made.gather()
    made.ready(BERT, True)
    number = made.gather()
    assert made.take_keys(BERT, number - 1, [key(1)]) == ()
    assert made.take_keys(BERT, number, [key(1)]) == ()
    with pytest.raises(TableError):
        made.take_keys(BERT, number, [key(0)])
    assert made.take_keys(ANNA, number, [key(0)]) == (key(0), key(1))
    assert made.take_keys(ANNA, number, [key(0)]) == ()


def test_a_seat_lost_while_keys_are_gathered_needs_a_new_round() -> None:
    made = table("person", "open")
    made.sit(BERT, "Bert", "bot:1")
    number = made.gather()
    assert made.gone(BERT) and made.round == 0 and made.state.free == 1
    made.sit(CARL, "Carl", "bot:1")
    assert made.gather() > number


def test_watchers_are_listed_unless_unwanted() -> None:
    made = table("person", "person")
    made.look(CARL, "Carl")
    assert made.state.watchers == ("Carl",) and made.watching == (CARL,)
    assert made.gone(CARL) and not made.state.watchers and not made.gone(CARL)
    with pytest.raises(TableError):
        table("person", "person", watchable=False).look(CARL, "Carl")


def test_giving_a_seat_away_tells_whom_to_send_off() -> None:
    made = table("person", "open")
    made.sit(BERT, "Bert", "person")
    assert made.assign(1, "bot:1") == BERT and made.assign(1, "open") == ""


def test_a_table_travels_whole() -> None:
    made = table("person", "open", "bot:3")
    made.look(CARL, "Carl")
    assert TableState.read(unpack(pack(made.state.pack()))) == made.state


@pytest.mark.parametrize("field", range(10))
def test_a_malformed_table_is_refused(field: int) -> None:
    packed = table("person", "open").state.pack()
    assert isinstance(packed, tuple)
    for wrong in (None, -1, ((),), "x" * 9000, b"x"):
        with pytest.raises(NetError):
            TableState.read((*packed[:field], wrong, *packed[field + 1 :]))
    with pytest.raises(NetError):
        TableState.read(packed[:-1])


def test_unclean_names_in_a_table_are_refused() -> None:
    state = table("person", "open").state
    bad = replace(state, places=(TablePlace(ANNA, "person", " x ", True), TablePlace()))
    with pytest.raises(NetError):
        TableState.read(bad.pack())


def test_people_of_one_name_are_told_apart_and_bots_keep_theirs() -> None:
    long = "Ä" * 32
    four = Table("aa" * 16, ANNA, long, "taika-mario", 1, {}, ["person", "open", "open", "bot:1"])
    four.sit(BERT, long, "person")
    four.sit(BERT, long, "person", also=True)
    names = [place.name for place in four.state.places]
    assert names == [long, "Ä" * 28 + " (2)", "Ä" * 28 + " (3)", "Bot 1"]
    for name in names:
        check_name(name)
    four.sit(BERT, long, "person", 1, also=True)
    assert [place.name for place in four.state.places] == names
    four.assign(2, "bot:1")
    assert [place.name for place in four.state.places][2:] == ["Bot 1", "Bot 1"]
