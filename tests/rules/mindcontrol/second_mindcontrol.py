"""A second, slow reading of the Mind Control rulebook, written apart from ``rules.mindcontrol``.

Test double only: strings and dictionaries, no speed, no errors worth reading.  The two are played
against each other in ``test_mindcontrol_second.py``; any difference is a defect of one of them.
"""

from __future__ import annotations

import itertools
from collections import Counter

PIPS = {"s": 1, "m": 2, "l": 3}
FILES = "abcdefgh"
ALL = list(itertools.product((-1, 0, 1), repeat=2))
KING = [(x, y) for x, y in ALL if (x, y) != (0, 0)]
BISHOP = [(x, y) for x, y in KING if x and y]


def size(piece: str) -> int:
    return PIPS[piece.lower()]


def colour(piece: str) -> str:
    return "w" if piece.isupper() else "b"


def total(stack: str) -> int:
    return sum(size(piece) for piece in stack)


def read(position: str) -> tuple[dict[str, str], str, list[str], int, int]:
    board, side, taken, quiet, move = position.split(" ")
    stacks: dict[str, str] = {}
    for rank, row in zip("87654321", board.split("/"), strict=True):
        file = 0
        rest = row
        while rest:
            if rest[0].isdigit():
                file += int(rest[0])
                rest = rest[1:]
            elif rest[0] == "(":
                stack, rest = rest[1:].split(")", 1)
                stacks[FILES[file] + rank] = stack
                file += 1
            else:
                stacks[FILES[file] + rank] = rest[0]
                file, rest = file + 1, rest[1:]
        assert file == 8
    trays = ["" if tray == "-" else tray for tray in taken.split(":")]
    return stacks, side, trays, int(quiet), int(move)


def write(stacks: dict[str, str], side: str, trays: list[str], quiet: int, move: int) -> str:
    rows = []
    for rank in "87654321":
        row = ""
        for file in FILES:
            stack = stacks.get(file + rank, "")
            row += " " if not stack else stack if len(stack) == 1 else f"({stack})"
        for run in range(8, 0, -1):
            row = row.replace(" " * run, str(run))
        rows.append(row)
    letters = ["".join(sorted(tray, key="LMSlms".index)) or "-" for tray in trays]
    return f"{'/'.join(rows)} {side} {':'.join(letters)} {quiet} {move}"


def meeting(attacker: str, defender: str) -> str | None:
    """What ``attacker`` does to a ``defender`` of the other side when it lands there (MC5, MC6, MC7)."""
    mine = colour(attacker[-1])
    if total(attacker) > total(defender):
        return "destroy"
    if size(attacker[0]) < size(defender[-1]):
        return "control"
    for i in range(1, len(defender)):
        if size(defender[i]) == size(attacker[0]) and colour(defender[i - 1]) == mine:
            return "rescue"
    return None


def units(stack: str) -> list[str]:
    """MC9b: the stack, and while its two topmost are of one colour the top alone and what remains."""
    if len(stack) > 1 and colour(stack[-1]) == colour(stack[-2]):
        return [stack, stack[-1], *units(stack[:-1])]
    return [stack]


def moves(stacks: dict[str, str], side: str) -> list[str]:
    found = []
    for start, stack in stacks.items():
        if colour(stack[-1]) != side:
            continue
        ways = [(stack, "")]
        if len(stack) > 1 and colour(stack[-1]) == colour(stack[-2]):
            ways.append((stack[-1], "t"))
        for unit, mark in ways:
            for dx, dy in BISHOP if size(unit[0]) == 2 else KING:
                x, y = FILES.index(start[0]), int(start[1])
                for _ in range(1 if size(unit[0]) == 1 else 8):
                    x, y = x + dx, y + dy
                    if not (0 <= x < 8 and 1 <= y <= 8):
                        break
                    square = f"{FILES[x]}{y}"
                    there = stacks.get(square)
                    if there is None:
                        found.append(start + square + mark)
                        continue
                    if colour(there[-1]) != side and meeting(unit, there):
                        found.append(start + square + mark)
                    break
    return sorted(found)


class Second:
    """One game: a position and its history."""

    def __init__(self, position: str, quiet_limit: int = 100) -> None:
        self.stacks, self.side, self.trays, self.quiet, self.move = read(position)
        self.limit = quiet_limit
        self.seen = Counter([self.key()])

    def key(self) -> str:
        return write(self.stacks, self.side, ["", ""], 0, 0)

    def position(self) -> str:
        return write(self.stacks, self.side, self.trays, self.quiet, self.move)

    def reason(self) -> str | None:
        """The first of MC9's endings that holds."""
        by_side = {s: [t for t in self.stacks.values() if colour(t[-1]) == s] for s in "wb"}
        if not by_side["w"] or not by_side["b"]:
            return "a"
        pairs = itertools.product(
            [unit for stack in by_side["w"] for unit in units(stack)],
            [unit for stack in by_side["b"] for unit in units(stack)],
        )
        if not any(meeting(one, other) or meeting(other, one) for one, other in pairs):
            return "b"
        if not moves(self.stacks, self.side):
            return "c"
        if self.seen[self.key()] >= 3:
            return "d"
        if self.limit and self.quiet >= self.limit:
            return "e"
        return None

    def legal(self) -> list[str]:
        return [] if self.reason() else moves(self.stacks, self.side)

    def scores(self) -> list[int]:
        return [total(tray) for tray in self.trays]

    def apply(self, move: str) -> None:
        start, square, top = move[:2], move[2:4], move.endswith("t")
        stack = self.stacks[start]
        unit, rest = (stack[-1], stack[:-1]) if top else (stack, "")
        if rest:
            self.stacks[start] = rest
        else:
            del self.stacks[start]
        there = self.stacks.get(square, "")
        seat = "wb".index(self.side)
        self.quiet += 1
        if there:
            self.quiet = 0
            kind = meeting(unit, there)
            if kind == "destroy":
                self.trays[seat] += there
                there = ""
            elif kind == "rescue":
                at = next(
                    i
                    for i in range(1, len(there))
                    if size(there[i]) == size(unit[0]) and colour(there[i - 1]) == self.side
                )
                self.trays[seat] += there[at:]
                there = there[:at]
        self.stacks[square] = there + unit
        self.move += self.side == "b"
        self.side = "b" if self.side == "w" else "w"
        self.seen[self.key()] += 1
