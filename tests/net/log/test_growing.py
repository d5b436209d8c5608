"""A sequence that grows: the same as a tuple in everything, whatever is done to it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from net.log.growing import CHUNK, Growing

STEPS = st.lists(
    st.one_of(st.tuples(st.just("plus"), st.integers(0, 400)), st.tuples(st.just("cut"), st.integers(0, 600)))
)


@settings(deadline=None, max_examples=50)
@given(STEPS)
def test_it_is_what_a_tuple_would_be_and_what_it_grew_from_stays_as_it_was(
    steps: list[tuple[str, int]],
) -> None:
    growing: Growing[int] = Growing()
    plain: tuple[int, ...] = ()
    kept: list[tuple[Growing[int], tuple[int, ...]]] = []
    for step, number in steps:
        if step == "plus":
            for item in range(number):
                growing, plain = growing.plus(item), (*plain, item)
        else:
            growing, plain = growing.cut(number), plain[:number]
        kept.append((growing, plain))
    for one, same in kept:
        assert len(one) == len(same) and tuple(one) == same and one == same and one == Growing(same)
        assert one[2:-1] == same[2:-1] and one[::-7] == same[::-7]
        assert [one[at] for at in range(-len(same), len(same), 5)] == [
            same[at] for at in range(-len(same), len(same), 5)
        ]
        assert hash(one) == hash(Growing(same)) and bool(one) == bool(same)


def test_two_that_differ_anywhere_are_not_equal() -> None:
    whole = Growing(range(2 * CHUNK + 3))
    for at in (0, CHUNK - 1, CHUNK, 2 * CHUNK + 2):
        other = Growing([-1 if number == at else number for number in whole])
        assert other != whole and other != tuple(whole)
    assert whole != whole.cut(2 * CHUNK) and Growing("ab") != "ab"
