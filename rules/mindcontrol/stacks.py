"""Stacks of pyramids and what one may do to another (MC3, MC5-MC8), without any board.

Sizes strictly decrease from base to top, so a stack has at most one pyramid of each size and is a
number of three digits in base 3: large, medium, small, each 0 (none), 1 (White's) or 2 (Black's).
0 is the empty square.  Putting one stack on another adds their numbers.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.errors import words

WHITE, BLACK = 0, 1
SMALL, MEDIUM, LARGE = 1, 2, 3
"""Sizes are pips."""
EMPTY = 0
LETTER = "LMSlms"
"""Piece letters in the order of MC13: White's, then Black's."""
SIZE = {letter: SMALL + "SML".index(letter.upper()) for letter in LETTER}
SIZE_NAME = dict(zip((SMALL, MEDIUM, LARGE), words("small", "medium", "large"), strict=True))
_WEIGHT = {LARGE: 9, MEDIUM: 3, SMALL: 1}


def owner_of(letter: str) -> int:
    """Whose colour a pyramid is."""
    return WHITE if letter.isupper() else BLACK


def encode(letters: tuple[str, ...]) -> int:
    """The number of the stack with these pyramids from the base up, sizes strictly decreasing (MC3).

    >>> encode(("L", "m", "s"))
    17
    """
    return sum(_WEIGHT[SIZE[letter]] * (1 + owner_of(letter)) for letter in letters)


def _decode(stack: int) -> tuple[str, ...]:
    digits = ((LARGE, stack // 9), (MEDIUM, stack // 3 % 3), (SMALL, stack % 3))
    return tuple("SML"[size - 1] if digit == 1 else "sml"[size - 1] for size, digit in digits if digit)


STACKS = range(1, 27)
"""Every stack that can be."""
LETTERS: tuple[tuple[str, ...], ...] = tuple(_decode(stack) for stack in range(27))
"""By stack: its pyramids from the base up."""
TOTAL = tuple(sum(SIZE[letter] for letter in letters) for letters in LETTERS)
"""By stack: its pips."""
BASE = tuple(SIZE[letters[0]] if letters else 0 for letters in LETTERS)
"""By stack: the size of its base, which says how it moves (MC4) and attacks (MC6, MC7)."""
OWNER = tuple(owner_of(letters[-1]) if letters else -1 for letters in LETTERS)
"""By stack: who controls it (MC3), -1 for none."""
TOP = tuple(encode(letters[-1:]) for letters in LETTERS)
"""By stack: its top pyramid as a stack of one."""
SPLITS = tuple(len(letters) > 1 and owner_of(letters[-1]) == owner_of(letters[-2]) for letters in LETTERS)
"""By stack: whether the top pyramid may move alone (MC8)."""


def destroys(attacker: int, defender: int) -> bool:
    """MC5: more pips in all."""
    return TOTAL[attacker] > TOTAL[defender]


def controls(attacker: int, defender: int) -> bool:
    """MC6: the attacker's base is smaller than the defender's top."""
    return BASE[attacker] < TOTAL[TOP[defender]]


def rescue_level(attacker: int, defender: int) -> int | None:
    """MC7: the level i (1 or 2) of the pyramid that the attacker replaces, None if there is none."""
    pyramids = LETTERS[defender]
    for level in range(1, len(pyramids)):
        if SIZE[pyramids[level]] == BASE[attacker] and owner_of(pyramids[level - 1]) == OWNER[attacker]:
            return level
    return None


class Attack(NamedTuple):
    """What becomes of an attack: what stands on the square then, and what the attacker has taken."""

    kind: str
    """``destroy`` (MC5), ``control`` (MC6) or ``rescue`` (MC7)."""
    result: int
    taken: int


def _attack(attacker: int, defender: int) -> Attack | None:
    """MC5-MC7 exclude each other (a test proves it), so their order here does not matter."""
    if not attacker or not defender or OWNER[attacker] == OWNER[defender]:
        return None
    if destroys(attacker, defender):
        return Attack("destroy", attacker, defender)
    if controls(attacker, defender):
        return Attack("control", defender + attacker, EMPTY)
    level = rescue_level(attacker, defender)
    if level is None:
        return None
    freed = encode(LETTERS[defender][:level])
    return Attack("rescue", freed + attacker, defender - freed)


ATTACK: tuple[tuple[Attack | None, ...], ...] = tuple(
    tuple(_attack(attacker, defender) for defender in range(27)) for attacker in range(27)
)
"""By attacking and defending stack: what happens, None where no attack is allowed."""


def no_attack_ever(present: set[int]) -> bool:
    """MC9b in its short form, for the stacks on the board of two players who both have some.

    All have one total, none can be split, and no medium with a small on it faces an enemy large.
    """
    if len({TOTAL[stack] for stack in present}) > 1 or any(SPLITS[stack] for stack in present):
        return False
    lone_large = {OWNER[stack] for stack in present if len(LETTERS[stack]) == 1 and BASE[stack] == LARGE}
    return not any(
        len(LETTERS[stack]) == 2 and BASE[stack] == MEDIUM and 1 - OWNER[stack] in lone_large
        for stack in present
    )
