"""The header: one encoding, an id that covers all of it, and terms that can be played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from net.log.header import Header
from net.log.ledger import Ledger
from net.log.playable import all_options
from net.log.refusals import BadHeader, BadSignature
from net.wire.codec import pack, unpack
from net.wire.errors import RemoteError
from net.wire.fields import Malformed
from net.wire.names import BadName


def fields(header: Header) -> list[Any]:
    """The header's fields, to be changed; seats as lists."""
    value: Any = unpack(header.to_bytes())
    return [list(map(list, field)) if place in (3, 5) else field for place, field in enumerate(value)]


def test_a_header_comes_back_as_it_went(party: Any) -> None:
    header = party().header
    again = Header.from_bytes(header.to_bytes())
    assert again == header
    assert again.match_id == header.match_id
    assert again.names == ("Player 1", "Player 2")


def test_the_id_covers_every_field(party: Any) -> None:
    ids = {
        party().header.match_id,
        party(quiet_limit="50").header.match_id,
        party(position="2llll2/2mmmm2/2ssss2/8/8/2SSSS2/2MMMM2/2LLLL2 w -:- 0 1").header.match_id,
        party("null").header.match_id,
        party("null", 3).header.match_id,
    }
    assert len(ids) == 5


def put(place: int, value: object) -> Callable[[list[Any]], None]:
    return lambda changed: changed.__setitem__(place, value)


def seat(place: int, value: object) -> Callable[[list[Any]], None]:
    return lambda changed: changed[5][1].__setitem__(place, value)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (put(0, "magicade match 2"), Malformed),
        (put(1, 7), Malformed),
        (put(1, ""), Malformed),
        (put(2, -1), Malformed),
        (put(2, True), Malformed),
        (put(3, [["b", "1"], ["a", "1"]]), Malformed),
        (put(3, [["a", "1"], ["a", "1"]]), Malformed),
        (put(3, [["a"]]), Malformed),
        (put(3, [[f"o{number:02}", ""] for number in range(33)]), Malformed),
        (put(5, []), BadHeader),
        (put(6, bytes(31)), Malformed),
        (put(6, bytes(32)), BadSignature),
        (seat(0, "Meri"), BadSignature),
        (seat(0, "Me\u200bri"), BadName),
        (seat(0, "x" * 33), Malformed),
        (seat(1, bytes(32)), BadSignature),
        (seat(1, bytes(33)), Malformed),
        (seat(2, bytes(32)), BadSignature),
        (seat(3, bytes(64)), BadSignature),
        (lambda changed: changed[5].append(changed[5][0]), BadHeader),
        (lambda changed: changed.append(0), Malformed),
    ],
)
def test_a_changed_header_is_refused(
    party: Any, change: Callable[[list[Any]], None], error: type[Exception]
) -> None:
    changed = fields(party().header)
    change(changed)
    with pytest.raises(error):
        Header.from_bytes(pack(changed))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (put(1, "chess"), "header-game"),
        (put(2, 999), "header-version"),
        (put(3, []), "header-options"),
        (put(3, [["first", "white"], ["quiet_limit", "-5"]]), "header-terms"),
        (put(3, [["first", "white"], ["nonsense", "1"]]), "header-terms"),
        (put(4, "8/8 w"), "header-terms"),
        (put(4, "8/8/8/8/8/8/8/7L b -:- 0 1"), "header-terms"),
    ],
)
def test_terms_that_cannot_be_played_are_refused(
    party: Any, change: Callable[[list[Any]], None], code: str
) -> None:
    changed = fields(party().header)
    change(changed)
    with pytest.raises(BadHeader) as caught:
        Ledger(Header.from_bytes(pack(changed)))
    assert caught.value.code == code


def test_a_game_for_other_numbers_of_seats_is_refused(party: Any) -> None:
    three = party("null", 3)
    two_seats_only = three.header.make(
        "mind-control",
        party().game.version,
        all_options(party().game, {}),
        three.header.seats,
        three.header.nonce,
    )
    with pytest.raises(BadHeader) as caught:
        Ledger(two_seats_only)
    assert caught.value.code == "header-terms" and "not for 3 players" in str(caught.value)


@pytest.mark.parametrize("cut", range(0, 380, 9))
def test_a_header_cut_short_is_malformed(party: Any, cut: int) -> None:
    with pytest.raises(RemoteError):
        Header.from_bytes(party().header.to_bytes()[:cut])
