"""What one stack may do to another: the rulebook's proofs by enumeration (MC3, MC5-MC8, MC9b)."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from rules.mindcontrol.stacks import (
    ATTACK,
    LETTERS,
    OWNER,
    SPLITS,
    STACKS,
    controls,
    destroys,
    encode,
    no_attack_ever,
    rescue_level,
)


def stack(text: str) -> int:
    return encode(tuple(text))


def test_mc3_stacks_are_all_strictly_decreasing_ones_and_their_numbers_round_trip() -> None:
    wanted = {
        letters
        for count in (1, 2, 3)
        for sizes in combinations("LMS", count)
        for letters in product(*((size, size.lower()) for size in sizes))
    }
    assert {LETTERS[number] for number in STACKS} == wanted
    assert len(wanted) == 26
    assert all(encode(LETTERS[number]) == number for number in STACKS)


def test_mc5_mc6_mc7_exclude_each_other_for_every_attacker_and_defender() -> None:
    seen = {"destroy": 0, "control": 0, "rescue": 0}
    for attacker, defender in product(STACKS, STACKS):
        if OWNER[attacker] == OWNER[defender]:
            assert ATTACK[attacker][defender] is None
            continue
        ways = [
            name
            for name, possible in (
                ("destroy", destroys(attacker, defender)),
                ("control", controls(attacker, defender)),
                ("rescue", rescue_level(attacker, defender) is not None),
            )
            if possible
        ]
        assert len(ways) <= 1, (LETTERS[attacker], LETTERS[defender], ways)
        attack = ATTACK[attacker][defender]
        assert [attack.kind] == ways if attack else not ways
        for way in ways:
            seen[way] += 1
    assert all(seen.values())


def test_mc3_every_attack_leaves_a_stack_of_the_attacker_and_loses_no_pyramid() -> None:
    for attacker, defender in product(STACKS, STACKS):
        attack = ATTACK[attacker][defender]
        if attack:
            assert attack.result in STACKS
            assert OWNER[attack.result] == OWNER[attacker]
            before = sorted(LETTERS[attacker] + LETTERS[defender])
            assert sorted(LETTERS[attack.result] + LETTERS[attack.taken]) == before


@pytest.mark.parametrize(
    ("attacker", "defender", "kind", "result", "taken"),
    [
        ("M", "s", "destroy", "M", "s"),
        ("(LM)", "(lm)", None, "", ""),
        ("(LS)", "l", "destroy", "LS", "l"),
        ("(MS)", "l", "control", "lMS", ""),
        ("S", "l", "control", "lS", ""),
        ("S", "m", "control", "mS", ""),
        ("S", "(lm)", "control", "lmS", ""),
        ("S", "s", None, "", ""),
        ("M", "(Lm)", "rescue", "LM", "m"),
        ("M", "(Lms)", "rescue", "LM", "ms"),
        ("S", "(Ms)", "rescue", "MS", "s"),
        ("S", "(lMs)", "rescue", "lMS", "s"),
        ("M", "(lm)", None, "", ""),
        ("(MS)", "(Lms)", "rescue", "LMS", "ms"),
        ("(mS)", "(LMs)", "rescue", "LmS", "Ms"),
    ],
)
def test_mc5_mc6_mc7_examples(
    attacker: str, defender: str, kind: str | None, result: str, taken: str
) -> None:
    attack = ATTACK[stack(attacker.strip("()"))][stack(defender.strip("()"))]
    if kind is None:
        assert attack is None
    else:
        assert attack is not None
        assert attack.kind == kind
        assert "".join(LETTERS[attack.result]) == result
        assert "".join(LETTERS[attack.taken]) == taken


@pytest.mark.parametrize(
    ("text", "may"), [("L", False), ("LM", True), ("Lm", False), ("lMS", True), ("LMs", False), ("lms", True)]
)
def test_mc8_a_stack_splits_when_its_two_topmost_are_of_one_colour(text: str, may: bool) -> None:
    assert SPLITS[stack(text)] is may


def units(number: int) -> list[int]:
    """MC9b's units: the stack, and while the top pair is of one colour its top and what remains."""
    letters = LETTERS[number]
    found = [number]
    if len(letters) > 1 and letters[-1].isupper() == letters[-2].isupper():
        found.append(encode(letters[-1:]))
        found += units(encode(letters[:-1]))
    return found


def no_attack_ever_long(present: set[int]) -> bool:
    """MC9b as the rulebook states it."""
    return not any(
        destroys(one, other) or controls(one, other) or rescue_level(one, other) is not None
        for first, second in product(present, repeat=2)
        if OWNER[first] != OWNER[second]
        for one, other in product(units(first), units(second))
    )


def test_mc9b_the_short_form_is_the_long_form_for_all_sets_of_up_to_four_different_stacks() -> None:
    # Both forms look at which stacks there are, not how many, and either form fails by a witness of at most
    # two stacks, to which one stack of each player is added at most: sets of four are the whole proof.
    both, ended = 0, 0
    for count in (2, 3, 4):
        for chosen in combinations(STACKS, count):
            present = set(chosen)
            if len({OWNER[number] for number in present}) == 2:
                both += 1
                assert no_attack_ever(present) == no_attack_ever_long(present), chosen
                ended += no_attack_ever(present)
    assert both > 10_000
    assert ended > 10
