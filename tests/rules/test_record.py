"""A match as JSON lines (docs/record-format.md): what is written, what is read, what is refused."""

from __future__ import annotations

import json

import pytest

from rules.mindcontrol import MIND_CONTROL
from rules.play import Play
from rules.record import BadRecord, Mismatch, export, read, replay


def match() -> Play:
    play = Play(MIND_CONTROL, {"quiet_limit": "50"})
    for action in ("c3c4", "draw?", "draw-", "c6c5"):
        play.act(action)
    play.takeback(1)
    play.act("d6d5")
    play.forfeit((0,), "time")
    return play


def lines() -> list[str]:
    return list(export(match(), {"names": ["Aino", "Väinö"]}))


def test_a_record_holds_header_actions_takebacks_and_forfeits() -> None:
    header, *rest = (json.loads(line) for line in lines())
    assert header == {
        "game": "mind-control",
        "version": MIND_CONTROL.version,
        "options": {"quiet_limit": "50"},
        "seats": 2,
        "seed": "",
        "position": "",
        "names": ["Aino", "Väinö"],
    }
    assert [next(iter(line)) for line in rest] == ["action"] * 4 + ["takeback", "action", "forfeit"]
    assert [line.get("seat") for line in rest] == [0, 1, 0, 1, None, 1, None]
    assert rest[4]["takeback"] == 1
    assert rest[4]["digest"] == rest[0]["digest"]
    assert (rest[6]["forfeit"], rest[6]["reason"]) == ([0], "time")


def test_a_record_replays_to_the_same_state_and_may_end_in_blank_lines() -> None:
    play, happened = read([*lines(), "", "  "])
    assert len(list(replay(play, happened))) == 7
    assert play.state == match().state
    assert play.actions() == ("c3c4", "d6d5")


@pytest.mark.parametrize(
    ("line", "change", "says"),
    [
        (1, {"action": "c3c5"}, "ply 1, c3c5: a small base"),
        (1, {"action": "zz"}, "ply 1, zz: 'zz' is no move"),
        (1, {"seat": 1}, "ply 1, c3c4: seat 0 was to act, not 1"),
        (4, {"digest": "0" * 32}, "ply 4, c6c5: the digest is"),
        (5, {"takeback": 2}, "ply 5, takeback 2: the digest is"),
        (7, {"reason": "bored"}, "ply 7, forfeit 0 bored"),
    ],
)
def test_the_first_illegal_or_mismatching_ply_is_named(
    line: int, change: dict[str, object], says: str
) -> None:
    texts = lines()
    texts[line] = json.dumps(json.loads(texts[line]) | change)
    play, happened = read(texts)
    with pytest.raises(Mismatch, match=says):
        list(replay(play, happened))


@pytest.mark.parametrize(
    ("line", "change", "says"),
    [
        (0, {"game": "chess"}, "line 1: there is no game 'chess'"),
        (0, {"version": 999}, "version 999"),
        (0, {"version": True}, "version must be a whole number, not true"),
        (0, {"options": []}, "options must be an object"),
        (0, {"options": {"quiet_limit": None}}, "option quiet_limit"),
        (0, {"seats": 3}, "not 3"),
        (0, {"seed": "abc"}, "hex digits"),
        (0, {"position": "x"}, "line 1: a position is"),
        (1, {"digest": "00"}, "line 2: a digest is 16 bytes"),
        (1, {"digest": 5}, "digest must be a string"),
        (1, {"seat": 2}, "seat must be a whole number from 0 to 1"),
        (1, {"takeback": 0}, "exactly one of"),
        (5, {"takeback": 5}, "takeback must be a whole number from 0 to 4"),
        (7, {"forfeit": []}, "list of seats"),
        (7, {"forfeit": ["0"]}, "each seat of forfeit"),
    ],
)
def test_lines_that_are_not_the_format_are_refused_before_anything_is_played(
    line: int, change: dict[str, object], says: str
) -> None:
    texts = lines()
    texts[line] = json.dumps(json.loads(texts[line]) | change)
    with pytest.raises(BadRecord, match=says):
        read(texts)


@pytest.mark.parametrize("text", [[], [""], ["[]"], ["{}"], [b"\xff"], ["[" * 100_000], ["nonsense"]])
def test_what_is_no_record_is_refused(text: list[bytes | str]) -> None:
    with pytest.raises(BadRecord):
        read(text)
