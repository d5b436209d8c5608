"""The terms of a match before it is one: what can't be played or can't be sent is refused, by name."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.log.playable import MAX_OPTION_BYTES, MAX_POSITION_BYTES, check_terms, first_state
from net.wire.errors import NetError
from rules.errors import RulesError
from rules.nullgame import NULL
from rules.registry import game

LONG = "x" * (MAX_OPTION_BYTES + 1)


@pytest.mark.parametrize(
    ("game_id", "options", "seats", "position", "said"),
    [
        ("mind-control", {}, 3, "", "Mind Control is not for 3 players"),
        ("magi", {"bands": LONG}, 2, "", f"option bands is too long to be sent along: {len(LONG)} bytes"),
        ("magi", {}, 2, "K" * (MAX_POSITION_BYTES + 1), "the start position is too long to be sent along"),
        ("magi", {"bands": "ä" * 4097}, 2, "", "8194 bytes"),
        ("magi", {"bands": "nonsense"}, 2, "", "'nonsense' is not a band"),
        ("magi", {"speed": "9"}, 2, "", "magi has no option 'speed'"),
        ("mind-control", {}, 2, "8/8/8/8/8/8/8/7L b -:- 0 1", "the start position is over already"),
        ("taika-mario", {"start": "triangle"}, 2, "", "start=triangle is for three players only"),
        ("taika-mario", {"cards": "\ud800"}, 2, "", "option cards must be a JSON object"),
    ],
)
def test_terms_that_can_not_be_kept_are_refused_in_words(
    game_id: str, options: dict[str, str], seats: int, position: str, said: str
) -> None:
    with pytest.raises((RulesError, NetError)) as caught:
        check_terms(game(game_id), options, seats, position)
    assert said in str(caught.value)


def test_all_options_are_given_back_as_texts() -> None:
    assert check_terms(game("magi"), {"move_limit": "9"}, 2, "")["move_limit"] == "9"
    assert "bands" in check_terms(game("magi"), {}, 2, "")


def test_a_position_must_be_for_as_many_as_sit_at_the_table() -> None:
    assert first_state(NULL, {"goal": 10}, 3, "4 120 3").turn == 1
    with pytest.raises(RulesError) as caught:
        first_state(NULL, {"goal": 10}, 2, "4 120 3")
    assert str(caught.value) == "the start position is for 3 players, not for 2"


def test_what_one_player_sees_is_no_start_of_a_match() -> None:
    taika = game("taika-mario")
    options = taika.configure({})
    whole = taika.start(options, 3, b"seed")
    assert first_state(taika, options, 3, whole.notation()) == whole
    for seat in (None, 0, 2):
        with pytest.raises(RulesError) as caught:
            first_state(taika, options, 3, whole.view(seat).notation())
        assert caught.value.code == "position-hidden"


_words = st.text(alphabet='abo#.ä"\\\x00 ', max_size=8)
_things = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _words,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(_words, inner, max_size=4),
    max_leaves=20,
)
_cards = st.dictionaries(
    _words,
    _things
    | st.fixed_dictionaries(
        {"copies": st.integers(-1, 101) | _things, "pattern": st.lists(_words, max_size=6) | _things},
        optional={"fi": _things, "en": _things, "set": _things, "id": _things},
    ),
    max_size=5,
)


@settings(max_examples=150, deadline=None)
@given(st.one_of(_words, _things.map(json.dumps), _cards.map(json.dumps)))
def test_whatever_stands_where_own_cards_should_be_is_played_or_refused_in_words(text: str) -> None:
    try:
        told = check_terms(game("taika-mario"), {"cards": text}, 2, "")
    except (RulesError, NetError) as error:
        assert str(error) and error.code
    else:
        assert told["cards"] == text


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_whatever_stands_where_a_position_should_be_is_played_or_refused_in_words(
    data: st.DataObject,
) -> None:
    taika = game("taika-mario")
    table = json.loads(taika.start(taika.configure({"size": "7"}), 2, b"").notation())
    key = data.draw(st.sampled_from([*table, "cards", "else"]))
    table[key] = data.draw(_things | st.integers(-3, 12) | st.lists(_words, max_size=9))
    text = json.dumps(table)
    if data.draw(st.booleans()):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(_words) + text[at + data.draw(st.integers(0, 3)) :]
    try:
        check_terms(taika, {}, 2, text)
    except (RulesError, NetError) as error:
        assert str(error) and error.code
