"""How stacks move on the 8×8 board (MC4, MC8): which moves there are, and why another is none.

Works on bare boards (64 stacks, a1 first); knows neither turns nor ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.errors import IllegalAction, MalformedAction
from rules.mindcontrol.stacks import (
    ATTACK,
    BASE,
    LARGE,
    LETTERS,
    MEDIUM,
    OWNER,
    SIZE_NAME,
    SMALL,
    SPLITS,
    TOP,
)
from rules.squares import indices, names

Board = tuple[int, ...]
SQUARES = names(8, 8)
INDEX = indices(8, 8)

_STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
_DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))


class Move(NamedTuple):
    """One board move: from and to squares by index, and whether the top pyramid goes alone."""

    start: int
    to: int
    top: bool

    def text(self) -> str:
        """MC14's form, ``c3c4`` or ``c3d4t``."""
        return f"{SQUARES[self.start]}{SQUARES[self.to]}{'t' if self.top else ''}"


def read_move(text: str) -> Move:
    """The move that MC14's form says; raises MalformedAction."""
    start, to, part = INDEX.get(text[:2]), INDEX.get(text[2:4]), text[4:]
    if start is None or to is None or part not in ("", "t"):
        raise MalformedAction(
            "not-a-move",
            "{action!r} is no move: write from and to square, c3c4, and a t for the top alone, c3c4t (MC14)",
            action=text,
        )
    return Move(start, to, part == "t")


def _ray(square: int, step: tuple[int, int], length: int) -> tuple[int, ...]:
    file, rank = square % 8, square // 8
    line = []
    for _ in range(length):
        file, rank = file + step[0], rank + step[1]
        if not (0 <= file < 8 and 0 <= rank < 8):
            break
        line.append(rank * 8 + file)
    return tuple(line)


def _rays(square: int, size: int) -> tuple[tuple[int, ...], ...]:
    steps = _DIAGONAL if size == MEDIUM else _STRAIGHT + _DIAGONAL
    rays = (_ray(square, step, 1 if size == SMALL else 7) for step in steps)
    return tuple(ray for ray in rays if ray)


RAYS = tuple(tuple(_rays(square, size) for square in range(64)) if size else () for size in range(LARGE + 1))
"""By base size and square: the lines along which it moves, nearest square first (MC4)."""
UNITS: tuple[tuple[tuple[int, bool], ...], ...] = tuple(
    ((stack, False), (TOP[stack], True)) if SPLITS[stack] else ((stack, False),) for stack in range(27)
)
"""By stack: what may move off (MC8): the whole, perhaps the top alone."""


def moves(board: Board, side: int) -> Iterator[Move]:
    """All board moves of ``side``, by from-square."""
    for start, stack in enumerate(board):
        if OWNER[stack] == side:
            for unit, top in UNITS[stack]:
                for to in targets(board, start, unit):
                    yield Move(start, to, top)


def targets(board: Board, start: int, unit: int) -> Iterator[int]:
    """Where ``unit`` may go from ``start``: empty squares in line, and what it may attack (MC4-MC8)."""
    attack = ATTACK[unit]
    for ray in RAYS[BASE[unit]][start]:
        for to in ray:
            met = board[to]
            if met:
                if attack[met]:
                    yield to
                break
            yield to


def count_moves(board: Board, side: int) -> int:
    """How many moves ``side`` has; the same as counting ``moves``, but quicker (perft's last ply)."""
    count = 0
    for start, stack in enumerate(board):
        if OWNER[stack] == side:
            for unit, _ in UNITS[stack]:
                attack = ATTACK[unit]
                for ray in RAYS[BASE[unit]][start]:
                    for to in ray:
                        met = board[to]
                        if met:
                            if attack[met]:
                                count += 1
                            break
                        count += 1
    return count


def check_move(board: Board, side: int, move: Move) -> None:
    """Raises IllegalAction, saying which rule and which squares, unless ``side`` may make this move."""
    start, to = SQUARES[move.start], SQUARES[move.to]
    stack = board[move.start]
    if not stack:
        raise IllegalAction("no-stack", "there is no stack on {square} (MC4)", square=start)
    if OWNER[stack] != side:
        raise IllegalAction("not-yours", "the other player controls {square} (MC3, MC4)", square=start)
    if move.top and len(LETTERS[stack]) == 1:
        raise IllegalAction("single", "{square} is a single pyramid: it moves without t (MC8)", square=start)
    if move.top and not SPLITS[stack]:
        raise IllegalAction(
            "mixed-top", "the two topmost pyramids on {square} differ in colour: no split (MC8)", square=start
        )
    unit = TOP[stack] if move.top else stack
    ray = next((ray for ray in RAYS[BASE[unit]][move.start] if move.to in ray), None)
    if ray is None:
        raise IllegalAction(
            "out-of-reach",
            "a {size} base does not move from {start} to {to} (MC4)",
            size=SIZE_NAME[BASE[unit]],
            start=start,
            to=to,
        )
    for square in ray[: ray.index(move.to)]:
        if board[square]:
            raise IllegalAction(
                "in-the-way",
                "{square} is in the way from {start} to {to} (MC4)",
                square=SQUARES[square],
                start=start,
                to=to,
            )
    met = board[move.to]
    if met and OWNER[met] == side:
        raise IllegalAction("own-stack", "you control {to}: you can't land there (MC8)", to=to)
    if met and ATTACK[unit][met] is None:
        raise IllegalAction(
            "no-attack",
            "{start} can neither destroy, control nor rescue on {to} (MC5, MC6, MC7)",
            start=start,
            to=to,
        )
