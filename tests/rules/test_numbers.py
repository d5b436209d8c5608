"""The one reader of whole numbers, and boards written by ranks."""

from __future__ import annotations

from itertools import product

import pytest

from rules.numbers import is_whole_number, whole_number
from rules.squares import members, write_ranks


@pytest.mark.parametrize(
    "text", ["", " 1", "1 ", "+1", "-1", "1.0", "0x1", "1_0", "١", "²", "01", "00", "9" * 5000]
)
def test_what_is_no_plain_number(text: str) -> None:
    assert whole_number(text, 0, 999_999_999) is None


def test_a_number_is_read_within_its_bounds_both_included() -> None:
    read = {n: whole_number(str(n), 1, 65535) for n in (0, 1, 65535, 65536, 655350)}
    assert read == {0: None, 1: 1, 65535: 65535, 65536: None, 655350: None}


def test_leading_zeros_only_where_they_are_allowed() -> None:
    assert whole_number("007", 0, 9) is None
    assert [whole_number(text, 0, 9, padded=True) for text in ("007", "000", "010", "")] == [7, 0, None, None]


def test_true_is_no_number_and_neither_is_a_fraction_or_a_text() -> None:
    given = (True, False, 1.0, "1", None, [], 0, 1, 9, 10)
    assert [value for value in given if is_whole_number(value, 1, 9)] == [1, 9]


def test_members_are_the_bits_that_are_set() -> None:
    assert [list(members(n)) for n in (0, 1, 6, 1 << 99)] == [[], [0], [1, 2], [99]]


def test_a_rank_says_how_many_squares_are_empty_on_both_sides_and_between() -> None:
    for cells in product(("", "K", "(ls)"), repeat=4):
        written = write_ranks(cells, 4)
        assert not any(run in written for run in ("11", "12", "21", "13", "31", "22"))
        back = written.replace("(ls)", "S")
        spread = "".join("." * int(sign) if sign.isdigit() else sign for sign in back)
        assert spread == "".join({"": ".", "K": "K", "(ls)": "S"}[cell] for cell in cells)
    assert write_ranks(["a", "", "", "b"], 2) == "1b/a1"
