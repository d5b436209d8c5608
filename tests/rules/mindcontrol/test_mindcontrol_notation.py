"""MC13 and MC14: positions and moves as text; what is refused, and with which reason."""

from __future__ import annotations

import pickle

import pytest

from rules.errors import BadPosition
from rules.mindcontrol import MIND_CONTROL

START = "2llll2/2mmmm2/2ssss2/8/8/2SSSS2/2MMMM2/2LLLL2 w -:- 0 1"


def refuse(text: str) -> BadPosition:
    with pytest.raises(BadPosition) as caught:
        MIND_CONTROL.position(text, MIND_CONTROL.configure({}))
    return caught.value


@pytest.mark.parametrize(
    "text",
    [
        START,
        "8/8/8/8/8/8/8/S7 b -:- 7 12",
        "(Lms)(lMS)(ms)LMSlm/8/8/8/8/8/8/8 w -:- 0 30",
        "7m/1(lMs)4(lms)1/8/8/1(Lms)1(lMS)1(LmS)2/8/8/S3L3 b ls:LMMS 0 30",
        "s7/8/8/8/8/8/8/S7 w LLLLMMMMSSSllllmmmmsss:- 0 1",
    ],
)
def test_mc13_positions_round_trip(text: str) -> None:
    assert MIND_CONTROL.position(text, MIND_CONTROL.configure({})).notation() == text


BOARD = "7l/8/8/8/8/8/8/S7"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "one space between"),
        (BOARD, "one space between"),
        (f"{BOARD}  w -:- 0 1", "one space between"),
        (f" {BOARD} w -:- 0 1", "one space between"),
        (f"{BOARD} w -:- 0 1 ", "one space between"),
        (f"{BOARD} w -:- 0 1\n", "MOVE must be"),
        (f"{BOARD}\tw -:- 0 1", "one space between"),
        (f"{BOARD} w -:- 0", "one space between"),
        (f"{BOARD} w -:- 0 1 x", "one space between"),
        ("8/8/8/8/8/8/S7 w -:- 0 1", "7 ranks"),
        (f"{BOARD}/ w -:- 0 1", "9 ranks"),
        ("7l/8/8/8/8/8/8/S6 w -:- 0 1", "rank 1 has 7 squares"),
        ("8l/8/8/8/8/8/8/S7 w -:- 0 1", "rank 8 has 9 squares"),
        ("7l//8/8/8/8/8/S7 w -:- 0 1", "rank 7 has 0 squares"),
        ("61l/8/8/8/8/8/8/S7 w -:- 0 1", "rank 8: empty squares that touch are one number"),
        ("l0S6/8/8/8/8/8/8/8 w -:- 0 1", "rank 8: '0'"),
        ("9/8/8/8/8/8/8/S7 w -:- 0 1", "rank 8: '9'"),
        ("7k/8/8/8/8/8/8/S7 w -:- 0 1", "rank 8: 'k'"),
        ("７l/8/8/8/8/8/8/S7 w -:- 0 1", "rank 8: '７'"),
        ("7(l)/8/8/8/8/8/8/S7 w -:- 0 1", "two or three pyramids"),
        ("7()/8/8/8/8/8/8/S7 w -:- 0 1", "two or three pyramids"),
        ("7(lmsS)/8/8/8/8/8/8/S7 w -:- 0 1", "two or three pyramids"),
        ("7(l2)/8/8/8/8/8/8/S7 w -:- 0 1", "two or three pyramids"),
        ("7(lm/8/8/8/8/8/8/S7 w -:- 0 1", "a ( without"),
        ("7lm)/8/8/8/8/8/8/S7 w -:- 0 1", "')'"),
        ("7(ml)/8/8/8/8/8/8/S7 w -:- 0 1", "(MC3)"),
        ("7(lL)/8/8/8/8/8/8/S7 w -:- 0 1", "(MC3)"),
        (f"{BOARD} W -:- 0 1", "SIDE"),
        (f"{BOARD} w - 0 1", "TAKEN"),
        (f"{BOARD} w : 0 1", "TAKEN"),
        (f"{BOARD} w -:-:- 0 1", "TAKEN"),
        (f"{BOARD} w ML:- 0 1", "in this order"),
        (f"{BOARD} w -:lL 0 1", "in this order"),
        (f"{BOARD} w L-:- 0 1", "in this order"),
        (f"{BOARD} w x:- 0 1", "in this order"),
        (f"{BOARD} w -:- 00 1", "QUIET"),
        (f"{BOARD} w -:- -1 1", "QUIET"),
        (f"{BOARD} w -:- 0 0", "MOVE"),
        (f"{BOARD} w -:- 0 01", "MOVE"),
        (f"{BOARD} w -:- 0 +1", "MOVE"),
        (f"{BOARD} w -:- ١ 1", "QUIET"),
        (f"{BOARD} w -:- 0 {'9' * 5000}", "MOVE"),
        (f"{BOARD} w SSSS:- 0 1", "5 of S"),
        (f"{BOARD} w llll:- 0 1", "5 of l"),
        ("SSSSS3/8/8/8/8/8/8/7l w -:- 0 1", "5 of S"),
        ("8/8/8/8/8/8/8/8 w -:- 0 1", "at least one pyramid"),
    ],
)
def test_mc13_what_is_refused_and_why(text: str, says: str) -> None:
    assert says in str(refuse(text))


def test_mc13_all_reasons_are_named_and_can_be_worded_one_by_one() -> None:
    error = refuse("7l/8/8/8/8/8/7/S7 x ML:- 01 0")
    assert [reason.code for reason in error.reasons] == [
        "squares",
        "side",
        "taken-letters",
        "number",
        "number",
    ]
    assert all(str(reason) in str(error) for reason in error.reasons)
    copy = pickle.loads(pickle.dumps(error))
    assert str(copy) == str(error)
    assert [reason.code for reason in copy.reasons] == [reason.code for reason in error.reasons]


def test_mc14_the_move_list_is_sorted_bytewise_with_t_after_the_whole() -> None:
    state = MIND_CONTROL.position("7l/8/8/8/8/8/8/(LS)7 w -:- 0 1", MIND_CONTROL.configure({}))
    assert list(state.legal()) == sorted(state.legal())
    assert state.legal()[:3] == ("a1a2", "a1a2t", "a1a3")
