"""Mind Control's position notation (MC13): text ↔ board, side, taken, quiet, move number.

Checks everything that MC13 and MC3 demand of a given position and names every fault it finds.
Also says by which letter the rulebook calls each ending (MC9).  Knows nothing of moves.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from rules.errors import BadPosition
from rules.mindcontrol.stacks import BLACK, EMPTY, LETTER, LETTERS, SIZE, WHITE, encode
from rules.numbers import whole_number
from rules.squares import write_ranks

START = "2llll2/2mmmm2/2ssss2/8/8/2SSSS2/2MMMM2/2LLLL2 w -:- 0 1"
OF_EACH = 4
"""How many of each letter there are (MC2)."""
_DIGITS_AT_MOST = 9

Taken = tuple[tuple[int, ...], tuple[int, ...]]
"""By player: how many of each letter they took, in the order ``LMSlms``."""


class MindControlEnd(StrEnum):
    """How a position ends the game (MC9); the value is the rulebook's letter, which is what is written."""

    ONE_OWNER = "a"
    """A player controls no stack."""
    NO_ATTACK_EVER = "b"
    NO_MOVE = "c"
    """The player to move has no legal move."""
    REPETITION = "d"
    QUIET = "e"
    """As many plies without an attack as the option ``quiet_limit`` says."""


class Diagram(NamedTuple):
    """What MC13 writes down."""

    board: tuple[int, ...]
    side: int
    taken: Taken
    quiet: int
    move: int


def write(setup: Diagram) -> str:
    """MC13's text of a position."""
    ranks = write_ranks([_write_stack(stack) for stack in setup.board], 8)
    taken = ":".join(taken_letters(counts) or "-" for counts in setup.taken)
    return f"{ranks} {'wb'[setup.side]} {taken} {setup.quiet} {setup.move}"


def taken_letters(counts: tuple[int, ...]) -> str:
    """The letters that one player took, sorted."""
    return "".join(letter * count for letter, count in zip(LETTER, counts, strict=True))


def _write_stack(stack: int) -> str:
    letters = "".join(LETTERS[stack])
    return letters if len(letters) < 2 else f"({letters})"


def read(text: str) -> Diagram:
    """The position that ``text`` says; raises BadPosition with every reason against it."""
    fields = text.split(" ")
    if len(fields) != 5 or not all(fields):
        raise BadPosition(
            "fields",
            "a position is BOARD SIDE TAKEN QUIET MOVE with one space between (MC13), not {text!r}",
            text=text,
        )
    faults: list[BadPosition] = []
    board = _read_board(fields[0], faults)
    if fields[1] not in ("w", "b"):
        faults.append(BadPosition("side", "SIDE must be w or b, not {side!r} (MC13)", side=fields[1]))
    taken = _read_taken(fields[2], faults)
    quiet = _read_number("QUIET", fields[3], 0, faults)
    move = _read_number("MOVE", fields[4], 1, faults)
    if board is not None:
        _check_material(board, taken, faults)
    if board is None or faults:
        raise BadPosition.of(faults)
    return Diagram(board, BLACK if fields[1] == "b" else WHITE, taken, quiet, move)


def _read_board(text: str, faults: list[BadPosition]) -> tuple[int, ...] | None:
    """64 stacks, or None after naming the faults that leave no board."""
    ranks = text.split("/")
    if len(ranks) != 8:
        faults.append(BadPosition("ranks", "the board has {count} ranks, not 8 (MC13)", count=len(ranks)))
        return None
    before = len(faults)
    rows = [_read_rank(row, 8 - index, faults) for index, row in enumerate(ranks)]
    if len(faults) > before:
        return None
    return tuple(stack for row in reversed(rows) for stack in row)


def _read_rank(text: str, rank: int, faults: list[BadPosition]) -> list[int]:
    stacks: list[int] = []
    position, after_number, squares = 0, False, 0
    while position < len(text):
        char = text[position]
        if char in "12345678":
            if after_number:
                faults.append(
                    BadPosition(
                        "run", "rank {rank}: empty squares that touch are one number (MC13)", rank=rank
                    )
                )
                return []
            stacks += [EMPTY] * int(char)
            squares += int(char)
        elif char in LETTER:
            stacks.append(encode((char,)))
            squares += 1
        elif char == "(":
            inner, closed, _ = text[position + 1 :].partition(")")
            if not closed:
                faults.append(BadPosition("open", "rank {rank}: a ( without its ) (MC13)", rank=rank))
                return []
            stacks.append(_read_stack(inner, rank, faults))
            squares += 1
            position += len(inner) + 1
        else:
            faults.append(
                BadPosition(
                    "char",
                    "rank {rank}: {char!r} is neither a pyramid nor a number 1-8 (MC13)",
                    rank=rank,
                    char=char,
                )
            )
            return []
        after_number = char in "12345678"
        position += 1
    if squares != 8:
        faults.append(
            BadPosition("squares", "rank {rank} has {count} squares, not 8 (MC13)", rank=rank, count=squares)
        )
    return stacks


def _read_stack(text: str, rank: int, faults: list[BadPosition]) -> int:
    letters = tuple(text)
    if not 2 <= len(letters) <= 3 or any(letter not in LETTER for letter in letters):
        faults.append(
            BadPosition(
                "parentheses",
                "rank {rank}: parentheses hold two or three pyramids, not {text!r} (MC13)",
                rank=rank,
                text=text,
            )
        )
        return EMPTY
    sizes = [SIZE[letter] for letter in letters]
    if sizes != sorted(set(sizes), reverse=True):
        faults.append(
            BadPosition(
                "sizes",
                "rank {rank}: sizes must get smaller from base to top, ({text}) does not (MC3)",
                rank=rank,
                text=text,
            )
        )
        return EMPTY
    return encode(letters)


def _read_taken(text: str, faults: list[BadPosition]) -> Taken:
    parts = text.split(":")
    if len(parts) != 2 or not all(parts):
        faults.append(
            BadPosition("taken", "TAKEN is byWhite:byBlack, - for nothing, not {text!r} (MC13)", text=text)
        )
        return ((0,) * 6, (0,) * 6)
    return (_read_letters(parts[0], faults), _read_letters(parts[1], faults))


def _read_letters(text: str, faults: list[BadPosition]) -> tuple[int, ...]:
    if text == "-":
        return (0,) * 6
    counts = tuple(text.count(letter) for letter in LETTER)
    if taken_letters(counts) != text:
        faults.append(
            BadPosition(
                "taken-letters",
                "TAKEN must be letters of LMSlms in this order, not {text!r} (MC13)",
                text=text,
            )
        )
        return (0,) * 6
    return counts


def _read_number(name: str, text: str, least: int, faults: list[BadPosition]) -> int:
    number = whole_number(text, least, 10**_DIGITS_AT_MOST - 1)
    if number is not None:
        return number
    faults.append(
        BadPosition(
            "number",
            "{name} must be a plain number from {least}, at most {digits} digits, not {text!r} (MC13)",
            name=name,
            least=least,
            digits=_DIGITS_AT_MOST,
            text=text,
        )
    )
    return least


def _check_material(board: tuple[int, ...], taken: Taken, faults: list[BadPosition]) -> None:
    if not any(board):
        faults.append(BadPosition("empty", "at least one pyramid must be on the board (MC13)"))
    for index, letter in enumerate(LETTER):
        count = sum(letter in LETTERS[stack] for stack in board) + taken[WHITE][index] + taken[BLACK][index]
        if count > OF_EACH:
            faults.append(
                BadPosition(
                    "too-many",
                    "there are {count} of {letter}, taken ones included; {most} is the most (MC2, MC13)",
                    count=count,
                    letter=letter,
                    most=OF_EACH,
                )
            )
