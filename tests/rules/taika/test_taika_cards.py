"""Taika-Mario's cards: the built-in sets, limits of a pattern, players' own sets (TM15)."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from rules.errors import RulesError
from rules.taika import TAIKA
from rules.taika.cards import BadCards, Card, built_in, check_rows, known, read_sets
from rules.taika.game import own_cards, write_cards
from rules.taika.layings import layings_of

DATA = Path(__file__).parents[3] / "rules" / "taika" / "cards.toml"


def pictures(rows: tuple[str, ...]) -> set[tuple[str, ...]]:
    """The eight ways to turn and mirror a picture."""
    found = set()
    for _ in range(4):
        rows = tuple("".join(row[x] for row in reversed(rows)) for x in range(len(rows[0])))
        found |= {rows, tuple(row[::-1] for row in rows)}
    return found


def test_tm15_the_base_set_has_18_different_cards_and_each_expansion_9() -> None:
    sets = {one.id: one for one in built_in()}
    assert list(sets) == ["base", "putkiremontti", "pohjola"]
    assert len(sets["base"].cards) >= 18
    assert len(sets["putkiremontti"].cards) >= 9
    assert len(sets["pohjola"].cards) >= 9


def test_tm15_the_three_cards_that_the_source_names_and_its_worked_example_are_in_the_base_set() -> None:
    base = {card.id: card for card in built_in()[0].cards}
    assert {"lakitu", "kaakao", "silta"} <= set(base)
    assert base["puutarhaletku"].rows == ("o.#oo", "###..")
    assert (base["kaakao"].fi, base["kaakao"].en) == ("Kaakao", "Cocoa")


def test_tm15_every_built_in_card_keeps_the_limits_and_has_names_in_both_languages() -> None:
    ids = []
    for one in built_in():
        assert one.fi and one.en
        for card in one.cards:
            ids.append(card.id)
            text = "".join(card.rows)
            assert card.copies >= 1
            assert len(card.rows) <= 5 and max(map(len, card.rows)) <= 5
            assert 2 <= text.count("#") <= 8
            assert 1 <= text.count("o") <= 5
            assert set(text) <= set("#o.")
            assert card.fi and card.en
    assert len(set(ids)) == len(ids)


def test_tm15_no_two_built_in_cards_are_the_same_up_to_turning_and_mirroring() -> None:
    seen: dict[tuple[str, ...], str] = {}
    for one in built_in():
        for card in one.cards:
            first = min(pictures(card.rows))
            assert first not in seen, (card.id, seen.get(first))
            seen[first] = card.id


def test_the_data_file_is_read_as_it_stands() -> None:
    tables = tomllib.loads(DATA.read_text(encoding="utf-8"))
    assert {card["id"]: tuple(card["pattern"]) for card in tables["card"]} == dict(known())


# -- a pattern ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["##", "o.", ".", ".", ".", "."], "kuusi: a pattern has 1 to 5 rows, not 6"),
        ([], "kuusi: a pattern has 1 to 5 rows, not 0"),
        (["##o", "......"], "kuusi: row 2 has 6 cells, at most 5 are allowed"),
        (["ooo", "..."], "kuusi: a pattern has 2 to 8 required obstacles '#', not 0"),
        (["#oo", "..."], "kuusi: a pattern has 2 to 8 required obstacles '#', not 1"),
        (["#####", "####o"], "kuusi: a pattern has 2 to 8 required obstacles '#', not 9"),
        (["##", ".."], "kuusi: a pattern has 1 to 5 new obstacles 'o', not 0"),
        (["##ooo", "ooo"], "kuusi: a pattern has 1 to 5 new obstacles 'o', not 6"),
        (["##", "ox"], "kuusi: row 2 has 'x', only '#', 'o' and '.' are allowed"),
        (["##", "O."], "kuusi: row 2 has 'O', only '#', 'o' and '.' are allowed"),
        (["## o"], "kuusi: row 1 has ' ', only '#', 'o' and '.' are allowed"),
        ("##o", "kuusi: the pattern must be a list of rows of text"),
        (["##o", 3], "kuusi: the pattern must be a list of rows of text"),
        (None, "kuusi: the pattern must be a list of rows of text"),
    ],
)
def test_tm15_a_pattern_that_can_not_be_is_refused_naming_card_and_row(rows: object, message: str) -> None:
    with pytest.raises(BadCards) as refusal:
        check_rows("kuusi", rows)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    "rows", [["##o"], ["#####", "###oo", "ooo"], ["#", "", "#", "", "o"], ["o....", ".....", "...##"]]
)
def test_tm15_patterns_at_the_limits_are_fine(rows: list[str]) -> None:
    assert check_rows("raja", rows) == tuple(rows)


def test_tm15_shorter_rows_are_filled_with_dots() -> None:
    """So these two cards are the same card."""
    cards = json.dumps(
        {
            "a": {"pattern": ["##o", "", "#"], "copies": 3},
            "b": {"pattern": ["##o", "...", "#.."], "copies": 3},
        }
    )
    state = TAIKA.start(TAIKA.configure({"cards": cards}), 2)
    assert [one[:3] for one in layings_of(state, "a", None)] == [
        one[:3] for one in layings_of(state, "b", None)
    ]


# -- a card file ----------------------------------------------------------------------------------------------

GOOD = """
[[set]]
id = "oma"
fi = "Oma sarja"
en = "My own set"

[[card]]
set = "oma"
id = "kuusi"
fi = "Kuusi"
en = "Spruce"
copies = 2
pattern = ["##", "o."]

[[card]]
set = "oma"
id = "koivu-2"
pattern = ["#o#"]
"""


def test_tm15_a_players_own_set_is_read() -> None:
    (one,) = read_sets(GOOD)
    assert (one.id, one.fi, one.en) == ("oma", "Oma sarja", "My own set")
    # Without copies there is one, without names the id.
    assert one.cards == (
        Card("kuusi", "Kuusi", "Spruce", 2, ("##", "o.")),
        Card("koivu-2", "koivu-2", "koivu-2", 1, ("#o#",)),
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"koivu-2"', '"kuusi"', "kuusi: two cards have this id"),
        ('id = "koivu-2"', "", "[[card]] 2: an id is 1 to 64 of the letters a-z, digits and hyphens"),
        ('"koivu-2"', '"Koivu"', "[[card]] 2: an id is 1 to 64 of the letters a-z, digits and hyphens"),
        ('"koivu-2"', '"koivu 2"', "[[card]] 2: an id is 1 to 64 of the letters a-z, digits and hyphens"),
        ('"koivu-2"', "7", "[[card]] 2: an id is 1 to 64 of the letters a-z, digits and hyphens"),
        ('id = "oma"', 'id = "Oma"', "[[set]] 1: an id is 1 to 64 of the letters a-z, digits and hyphens"),
        ('set = "oma"\nid = "kuusi"', 'set = "muu"\nid = "kuusi"', "kuusi: unknown set 'muu'"),
        ('set = "oma"\nid = "kuusi"', 'id = "kuusi"', "kuusi: it names no set"),
        ("copies = 2", "copies = 0", "kuusi: copies must be a whole number from 1 to 99"),
        ("copies = 2", "copies = 100", "kuusi: copies must be a whole number from 1 to 99"),
        ("copies = 2", "copies = 1.5", "kuusi: copies must be a whole number from 1 to 99"),
        ("copies = 2", "copies = true", "kuusi: copies must be a whole number from 1 to 99"),
        ('fi = "Kuusi"', 'fi = ""', "kuusi: name 'fi' must be 1 to 40 printable characters"),
        ('en = "Spruce"', 'en = "a\\tb"', "kuusi: name 'en' must be 1 to 40 printable characters"),
        ('en = "Spruce"', f'en = "{"a" * 41}"', "kuusi: name 'en' must be 1 to 40 printable characters"),
        ('fi = "Oma sarja"', "fi = 3", "oma: name 'fi' must be 1 to 40 printable characters"),
        ("copies = 2", "copis = 2", "kuusi: unknown key 'copis'"),
        ('fi = "Oma sarja"', 'sv = "Egen"', "oma: unknown key 'sv'"),
        ('["##", "o."]', '["##", "o?"]', "kuusi: row 2 has '?', only '#', 'o' and '.' are allowed"),
        ('pattern = ["##", "o."]', "", "kuusi: the pattern must be a list of rows of text"),
        ("[[set]]", "[set]", "set must be written as [[set]] tables"),
        ("[[set]]", "[[sett]]", "the card file has an unknown part 'sett'"),
        ("[[set]]", '[[set]]\nid = "oma"\n[[set]]', "oma: two sets have this id"),
        ("[[set]]", "[[set", "the card file is not valid TOML: "),
    ],
)  # fmt: skip
def test_tm15_a_card_file_that_can_not_be_used_is_refused_saying_where(
    old: str, new: str, message: str
) -> None:
    assert GOOD.count(old) >= 1
    with pytest.raises(BadCards) as refusal:
        read_sets(GOOD.replace(old, new, 1))
    assert str(refusal.value).startswith(message)


def test_tm15_a_card_file_without_a_set_is_refused() -> None:
    with pytest.raises(BadCards, match=r"a card file needs at least one \[\[set\]\]"):
        read_sets("")
    with pytest.raises(BadCards, match=r"card must be written as \[\[card\]\] tables"):
        read_sets('[[set]]\nid = "oma"\n[card]\nid = "kuusi"')


# -- own cards at the table -----------------------------------------------------------------------------------


def test_own_cards_travel_as_an_option_and_come_back_the_same() -> None:
    (one,) = read_sets(GOOD)
    text = write_cards(one.cards)
    assert text.isascii()
    assert set(own_cards(text)) == set(one.cards)
    assert own_cards("") == ()
    assert json.loads(text)["kuusi"] == {"copies": 2, "pattern": ["##", "o."], "fi": "Kuusi", "en": "Spruce"}


def test_own_cards_are_dealt_with_all_copies_and_stand_in_the_position() -> None:
    (one,) = read_sets(GOOD)
    options = TAIKA.configure({"cards": write_cards(one.cards)})
    table = json.loads(TAIKA.start(options, 2).notation())
    held = [card for player in table["players"] for card in player["hand"]] + table["deck"]
    assert (held.count("kuusi"), held.count("koivu-2")) == (2, 1)
    assert table["cards"] == {"koivu-2": ["#o#"], "kuusi": ["##", "o."]}
    assert list(table["cards"]) == sorted(table["cards"])


def test_tm17_an_own_card_overrides_a_built_in_one_with_its_id() -> None:
    cards = json.dumps({"silta": {"pattern": ["#o#"], "copies": 5}})
    table = json.loads(TAIKA.start(TAIKA.configure({"cards": cards}), 2).notation())
    held = [card for player in table["players"] for card in player["hand"]] + table["deck"]
    assert held.count("silta") == 5
    assert table["cards"] == {"silta": ["#o#"]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"kuusi":{"pattern":["##o"]},"kuusi":{"pattern":["o##"]}}', "kuusi: two cards have this id"),
        (
            '{"kuusi":{"pattern":["##o"],"pattern":["o##"]}}',
            "option cards gives the key 'pattern' twice",
        ),
        ('{"Kuusi":{"pattern":["##o"]}}', "Kuusi: an id is 1 to 64 of the letters a-z, digits and hyphens"),
        (r'{"ku\nusi":{}}', r"'ku\nusi': an id is 1 to 64 of the letters a-z, digits and hyphens"),
        (r'{"\ud800":{}}', "option cards must be a JSON object of card id and card"),
        (r'{"\u0000":{},"\u0000":{}}', r"'\x00': two cards have this id"),
        ('{"kuusi":{"pattern":["##"]}}', "kuusi: a pattern has 1 to 5 new obstacles 'o', not 0"),
        ('{"kuusi":{"pattern":["##o"],"set":"oma"}}', "kuusi: unknown key 'set'"),
        ('{"kuusi":{"pattern":["##o"],"id":"koivu"}}', "kuusi: unknown key 'id'"),
        ('{"kuusi":{}}', "kuusi: the pattern must be a list of rows of text"),
        ('{"kuusi":["##o"]}', "option cards must be a JSON object of card id and card"),
        ("[" * 60_000, "option cards must be a JSON object of card id and card"),
    ],
)
def test_own_cards_that_can_not_be_are_refused_and_never_silently_dropped(text: str, message: str) -> None:
    with pytest.raises(RulesError) as refusal:
        TAIKA.start(TAIKA.configure({"cards": text}), 2)
    assert str(refusal.value) == message
