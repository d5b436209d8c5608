"""How a game of Taika-Mario begins: board and corners (TM1), cards (TM3, TM9), shuffling (TM14), options (TM21)."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import Any

import pytest

from rules.errors import BadOption, RulesError
from rules.taika import TAIKA
from rules.taika.cards import built_in
from rules.taika.deal import deal, shuffle

FILES = "abcdefghijk"


def start(seats: int, seed: bytes = b"", **options: str) -> dict[str, Any]:
    """The start position's notation, read as JSON."""
    table: dict[str, Any] = json.loads(TAIKA.start(TAIKA.configure(options), seats, seed).notation())
    return table


def places(table: dict[str, Any]) -> list[str]:
    return [player["at"] for player in table["players"]]


def cast(table: dict[str, Any]) -> list[str]:
    return [player["character"] for player in table["players"]]


# -- TM1 ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "size"), [(2, 9), (3, 9), (4, 11)])
def test_tm1_the_usual_board_has_nine_squares_a_side_and_eleven_for_four(seats: int, size: int) -> None:
    table = start(seats)
    assert table["size"] == size
    assert table["board"] == ["." * size] * size


@pytest.mark.parametrize("size", [7, 9, 11])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tm1_everybody_starts_in_an_own_corner_in_turn_order(size: int, seats: int) -> None:
    last, top = FILES[size - 1], size
    corners = ["a1", f"a{top}", f"{last}{top}", f"{last}1"]
    wanted = {2: ["a1", f"{last}{top}"], 3: corners[:3], 4: corners}[seats]
    table = start(seats, size=str(size))
    assert table["size"] == size
    assert places(table) == wanted
    assert table["turn"] == 0


@pytest.mark.parametrize(("size", "middle"), [(7, "d7"), (9, "e9"), (11, "f11")])
def test_tm1_the_triangle_is_bottom_left_top_middle_bottom_right(size: int, middle: str) -> None:
    table = start(3, size=str(size), start="triangle")
    assert places(table) == ["a1", middle, f"{FILES[size - 1]}1"]


@pytest.mark.parametrize("seats", [2, 4])
def test_tm1_the_triangle_is_for_three_only(seats: int) -> None:
    with pytest.raises(BadOption, match=f"start=triangle is for three players only, not {seats}"):
        start(seats, start="triangle")


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_tm1_two_to_four_play(seats: int) -> None:
    with pytest.raises(BadOption, match=f"played by 2 to 4, not {seats}"):
        start(seats)


def test_tm1_characters_go_to_the_seats_in_their_order_unless_chosen() -> None:
    assert cast(start(2)) == ["mario", "luigi"]
    assert cast(start(4)) == ["mario", "luigi", "wario", "waluigi"]
    assert cast(start(2, characters="wario,mario")) == ["wario", "mario"]
    # Those not chosen are given out in the usual order.
    assert cast(start(3, characters="waluigi")) == ["waluigi", "mario", "luigi"]
    assert cast(start(4, characters="luigi,wario")) == ["luigi", "wario", "mario", "waluigi"]


@pytest.mark.parametrize("wrong", ["mario,mario", "peach", "mario,", "Mario", "mario,luigi,wario", " mario"])
def test_tm1_no_two_are_alike_and_only_known_characters_play(wrong: str) -> None:
    with pytest.raises(BadOption) as refusal:
        start(2, characters=wrong)
    message = str(refusal.value)
    assert "at most 2 different ones of mario, luigi, wario, waluigi" in message
    assert repr(wrong) in message


# -- TM3, TM9, TM14: cards, dealing, shuffling -----------------------------------------------------------------


def test_tm14_a_shuffle_worked_out_with_sha256sum_and_bc() -> None:
    """key = sha256("seed3"); the three numbers mod 4, 3, 2 came out as 2, 0, 0 – and 2, 2, 1 for an empty seed."""
    cards = ["hana", "poro", "silta", "tuuli"]
    assert shuffle(cards, b"seed", 3) == ("poro", "tuuli", "hana", "silta")
    assert shuffle(cards, b"", 0) == ("hana", "poro", "tuuli", "silta")


def by_hand(cards: list[str], seed: bytes, k: int) -> list[str]:
    """TM14 word by word, written apart from ``rules.taika.deal``."""
    key = hashlib.sha256(seed + f"{k}".encode()).digest()
    i = len(cards) - 1
    while i > 0:
        number = int(hashlib.sha256(key + f":{i}".encode()).hexdigest()[:16], 16)
        j = number % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
        i -= 1
    return cards


@pytest.mark.parametrize("seed", [b"", b"\x00", b"\xff" * 32])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tm14_the_first_deal_is_one_card_at_a_time_from_the_end_in_three_rounds(
    seats: int, seed: bytes
) -> None:
    cards = sorted(card.id for card in built_in()[0].cards for _ in range(card.copies))
    deck = by_hand(cards, seed, 0)
    hands: list[list[str]] = [[], [], [], []]
    for number in range(3 * seats):
        hands[number % seats].append(deck[-1 - number])
    table = start(seats, seed)
    assert [player["hand"] for player in table["players"]] == hands[:seats]
    assert table["deck"] == deck[: -3 * seats]
    assert (table["discard"], table["seed"], table["shuffles"], table["quiet"]) == ([], seed.hex(), 1, 0)


def test_tm14_dealing_takes_from_the_end_of_the_deck() -> None:
    assert deal(["h", "g", "f", "e", "d", "c", "b", "a"], 2) == (
        ("h", "g"),
        (("a", "c", "e"), ("b", "d", "f")),
    )


def test_tm14_copies_lie_side_by_side_in_byte_order_before_the_first_shuffle() -> None:
    """Ids with ``-`` and digits come before letters, as bytes do."""
    own = {card: {"pattern": ["##o"], "copies": 2} for card in ("b", "b-2", "b0", "-b")}
    table = start(2, b"x", cards=json.dumps(own))
    base = [card.id for card in built_in()[0].cards for _ in range(card.copies)]
    first = sorted([*base, "-b", "-b", "b", "b", "b-2", "b-2", "b0", "b0"], key=str.encode)
    assert table["deck"] == by_hand(first, b"x", 0)[:-6]


def test_tm3_the_deck_is_the_base_set_plus_the_chosen_expansions_with_all_copies() -> None:
    sets = {one.id: Counter({card.id: card.copies for card in one.cards}) for one in built_in()}
    for chosen in (["base"], ["base", "pohjola"], ["base", "putkiremontti", "pohjola"]):
        table = start(2, sets=",".join(chosen))
        held = [card for player in table["players"] for card in player["hand"]]
        assert all(len(player["hand"]) == 3 for player in table["players"])
        assert Counter(held + table["deck"]) == sum((sets[one] for one in chosen), Counter())
        assert "cards" not in table


def test_tm21_the_order_in_which_sets_are_named_does_not_matter() -> None:
    assert start(2, b"a", sets="base,pohjola") == start(2, b"a", sets="pohjola,base")


def test_tm9_there_must_be_three_cards_for_each_player() -> None:
    assert len(start(3, sets="pohjola")["deck"]) == 1
    with pytest.raises(BadOption, match="10 cards are too few, 4 players need 12"):
        start(4, sets="pohjola")
    # Copies count.
    own = json.dumps({"lisa": {"pattern": ["##o"], "copies": 2}})
    assert start(4, sets="pohjola", cards=own)["deck"] == []
    with pytest.raises(BadOption, match="11 cards are too few, 4 players need 12"):
        start(4, sets="pohjola", cards=own.replace("2}", "1}"))


def test_more_cards_than_a_position_can_hold_are_refused() -> None:
    own = json.dumps({f"c{number}": {"pattern": ["##o"], "copies": 99} for number in range(20)})
    with pytest.raises(BadOption, match="2010 cards are too many, at most 2000"):
        start(2, cards=own)


# -- TM21 -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("size", "8", "option size must be auto | 7 | 9 | 11, not '8'"),
        ("size", "09", "option size must be auto | 7 | 9 | 11, not '09'"),
        (
            "sets",
            "base,tuntematon",
            "option sets must be base | putkiremontti | pohjola, not 'base,tuntematon'",
        ),
        ("sets", "", "option sets must be base | putkiremontti | pohjola, not ''"),
        ("sets", "base,base", "option sets must be base | putkiremontti | pohjola, not 'base,base'"),
        ("hands", "shown", "option hands must be hidden | open, not 'shown'"),
        ("turn", "act", "option turn must be step-then-act | either-or, not 'act'"),
        ("start", "centre", "option start must be corners | triangle, not 'centre'"),
        ("quiet_limit", "-1", "option quiet_limit must be a whole number from 0 to 1000000, not '-1'"),
        ("quiet_limit", "forty", "option quiet_limit must be a whole number from 0 to 1000000, not 'forty'"),
        (
            "quiet_limit",
            "1000001",
            "option quiet_limit must be a whole number from 0 to 1000000, not '1000001'",
        ),
        (
            "colour",
            "red",
            "taika-mario has no option 'colour', only: size, sets, characters, hands, turn, start,",
        ),
    ],
)
def test_tm21_a_bad_option_is_refused_with_what_is_allowed(option: str, value: str, message: str) -> None:
    with pytest.raises(BadOption) as refusal:
        TAIKA.configure({option: value})
    assert str(refusal.value).startswith(message)


def test_tm21_the_defaults_are_those_of_the_rulebook() -> None:
    options = TAIKA.configure({})
    assert {name: options[name] for name in ("sets", "hands", "turn", "start", "quiet_limit")} == {
        "sets": "base",
        "hands": "hidden",
        "turn": "step-then-act",
        "start": "corners",
        "quiet_limit": 40,
    }
    state = TAIKA.start(options, 2)
    assert (state.setup.open_hands, state.setup.either_or, state.setup.quiet_limit) == (False, False, 40)
    told = TAIKA.configure({"hands": "open", "turn": "either-or", "quiet_limit": "7"})
    state = TAIKA.start(told, 2)
    assert (state.setup.open_hands, state.setup.either_or, state.setup.quiet_limit) == (True, True, 7)


def test_tm21_options_hold_for_a_given_position_too() -> None:
    text = TAIKA.start(TAIKA.configure({}), 2).notation()
    state = TAIKA.position(text, TAIKA.configure({"hands": "open", "turn": "either-or", "quiet_limit": "7"}))
    assert (state.setup.open_hands, state.setup.either_or, state.setup.quiet_limit) == (True, True, 7)
    assert state.notation() == text


def test_every_start_is_read_back_as_it_was_written_however_long_the_seed() -> None:
    for seats, seed in ((2, b""), (3, bytes(range(100)))):
        state = TAIKA.start(TAIKA.configure({}), seats, seed)
        assert TAIKA.position(state.notation(), TAIKA.configure({})) == state
        assert state.seat_count() == seats


def test_all_bad_options_are_rules_errors_so_that_nothing_half_done_is_left() -> None:
    for wrong in ("[]", "{", "1", '{"a": 1}', '{"a": []}'):
        with pytest.raises(RulesError, match="option cards must be a JSON object of card id and card"):
            start(2, cards=wrong)
