"""Magi's generator against a second one: a mailbox that plays every move and looks for attacks (MG2–MG11).

Slow and obvious on purpose; the generator shares no code with ``rules.magi``, and reads the notation itself.
"""

from __future__ import annotations

import random
import re

import pytest

from rules.magi import MAGI
from rules.magi.moves import TEXT
from rules.magi.state import MagiState

OPTIONS = MAGI.configure({})
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
OBLIQUE = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
JUMPS = [(2, 2), (2, -2), (-2, 2), (-2, -2)]
# Kind → (directions, how far); a wizard's leaps are just several far ones of length 1.
WAYS: dict[str, list[tuple[list[tuple[int, int]], int]]] = {
    "K": [(STRAIGHT + OBLIQUE, 1)],
    "Q": [(STRAIGHT + OBLIQUE, 9)],
    "R": [(STRAIGHT, 9)],
    "B": [(OBLIQUE, 9)],
    "N": [(LEAPS, 1)],
    "D": [(STRAIGHT, 3)],
    "C": [(OBLIQUE, 9), (STRAIGHT, 1)],
    "W": [(STRAIGHT, 1), (LEAPS, 1), (JUMPS, 1)],
}
Square = tuple[int, int]
Board = dict[Square, str]


def name(square: Square) -> str:
    return f"{'abcdefghij'[square[0]]}{square[1]}"


def read_board(text: str) -> Board:
    board = {}
    for rank, row in zip(range(10, 0, -1), text.split("/"), strict=True):
        file = 0
        for token in re.findall(r"\d+|\D", row):
            if token.isdigit():
                file += int(token)
            else:
                board[file, rank] = token
                file += 1
    return board


def mine(letter: str, side: str) -> bool:
    return letter.isupper() == (side == "w")


def reached(board: Board, square: Square) -> list[Square]:
    """Squares that the piece there, no pawn, goes to or guards."""
    found = []
    for directions, length in WAYS[board[square].upper()]:
        for x, y in directions:
            for step in range(1, length + 1):
                target = square[0] + x * step, square[1] + y * step
                if not (0 <= target[0] <= 9 and 1 <= target[1] <= 10):
                    break
                found.append(target)
                if target in board:
                    break
    return found


def attackers(board: Board, square: Square, side: str) -> bool:
    for origin, letter in board.items():
        if not mine(letter, side):
            continue
        if letter.upper() == "P":
            up = 1 if side == "w" else -1
            if square[1] - origin[1] == up and abs(square[0] - origin[0]) == 1:
                return True
        elif square in reached(board, origin):
            return True
    return False


def legal(text: str) -> list[str]:
    placed, side, castling, first, passing, _, _ = text.split()
    board = read_board(placed)
    foe = "b" if side == "w" else "w"
    up = 1 if side == "w" else -1
    king = "K" if side == "w" else "k"
    trail = re.findall(r"[a-j]\d+", passing)
    moves: list[tuple[str, Board]] = []

    def put(origin: Square, target: Square, letter: str, gone: Square | None = None) -> None:
        after = dict(board)
        del after[origin]
        if gone:
            del after[gone]
        after[target] = letter
        suffix = letter.lower() if letter.upper() != board[origin].upper() else ""
        moves.append((name(origin) + name(target) + suffix, after))

    def pawn_to(origin: Square, target: Square, gone: Square | None = None) -> None:
        if target[1] in (1, 10):
            for letter in "QDRBNCW":
                put(origin, target, letter if side == "w" else letter.lower())
        else:
            put(origin, target, board[origin], gone)

    for origin, letter in board.items():
        if not mine(letter, side):
            continue
        if letter.upper() != "P":
            for target in reached(board, origin):
                if target not in board or not mine(board[target], side):
                    put(origin, target, letter)
            continue
        far = 1
        if origin[1] == (2 if side == "w" else 9):
            far = 3
        elif origin[1] == (3 if side == "w" else 8):
            mark = name(origin)[0]
            if mark in "dg" and (mark.upper() if side == "w" else mark) in first:
                far = 2
        for step in range(1, far + 1):
            target = origin[0], origin[1] + up * step
            if target in board:
                break
            pawn_to(origin, target)
        for x in (-1, 1):
            target = origin[0] + x, origin[1] + up
            if target in board and not mine(board[target], side):
                pawn_to(origin, target)
            elif 0 <= target[0] <= 9 and name(target) in trail:
                # the victim is the first enemy pawn beyond the passed squares
                victim = target
                while victim not in board:
                    victim = victim[0], victim[1] - up
                pawn_to(origin, target, victim)
    rank = 1 if side == "w" else 10
    for mark, files, target_file, crossed in (("k", "ghi", 8, (5, 6, 7, 8)), ("q", "bcde", 2, (5, 4, 3, 2))):
        right = mark.upper() if side == "w" else mark
        between = ["abcdefghij".index(file) for file in files]
        if right not in castling or any((file, rank) in board for file in between):
            continue
        if any(attackers(board, (file, rank), foe) for file in crossed):
            continue
        moves.append((f"f{rank}{name((target_file, rank))}", {(target_file, rank): king}))
    found = []
    for move, after in moves:
        where = next(square for square, letter in after.items() if letter == king)
        if not attackers(after, where, foe):
            found.append(move)
    return sorted(found)


def eager(state: MagiState, chance: random.Random) -> str:
    """A random move, castling, en passant and promotion preferred."""
    rare = sorted(TEXT[move] for move in state.moves if move >> 14)
    return chance.choice(rare if rare and chance.random() < 0.5 else state.legal())


@pytest.mark.parametrize("seed", range(8))
def test_both_generators_agree_in_random_games(seed: int) -> None:
    chance = random.Random(seed)
    state = MAGI.start(OPTIONS, 2)
    for _ in range(90):
        if state.turn is None:
            break
        assert list(state.legal()) == legal(state.notation()), state.notation()
        state = state.apply(eager(state, chance)).state


def test_both_generators_agree_on_scattered_pieces() -> None:
    """Few pieces anywhere: pins, double checks, pawns about to promote, en passant of all widths."""
    chance = random.Random(20)
    checked = passing = 0
    while checked < 700:
        position = scattered(chance)
        try:
            state = MAGI.position(position, OPTIONS)
        except ValueError:
            continue
        assert list(state.legal()) == legal(position) or state.end == "dead", position
        checked += 1
        passing += position.split()[4] != "-"
    assert passing > 50


def scattered(chance: random.Random) -> str:
    squares = [(file, rank) for rank in range(1, 11) for file in range(10)]
    chance.shuffle(squares)
    board: Board = {squares.pop(): "K", squares.pop(): "k"}
    for _ in range(chance.randint(3, 14)):
        square = squares.pop()
        kinds = "NBRQDCWPPPP" if square[1] not in (1, 10) else "NBRQDCW"
        letter = chance.choice(kinds)
        board[square] = letter if chance.random() < 0.5 else letter.lower()
    side = chance.choice("wb")
    passing = "-"
    foes = [s for s, p in board.items() if p == ("p" if side == "w" else "P")]
    up = -1 if side == "w" else 1
    for file, rank in foes:
        if (rank if up == 1 else 11 - rank) in (4, 5) and chance.random() < 0.8:
            passed = [(file, rank - up * step) for step in range(1, (rank if up == 1 else 11 - rank) - 2)]
            if not any(square in board for square in passed):
                passing = "".join(name(square) for square in sorted(passed))
    first = ""
    for letter, home, pawn in (
        ("D", (3, 3), "P"),
        ("G", (6, 3), "P"),
        ("d", (3, 8), "p"),
        ("g", (6, 8), "p"),
    ):
        first += letter if board.get(home) == pawn and chance.random() < 0.7 else ""
    rows = []
    for rank in range(10, 0, -1):
        row, gap = "", 0
        for file in range(10):
            if (file, rank) in board:
                row += (str(gap) if gap else "") + board[file, rank]
                gap = 0
            else:
                gap += 1
        rows.append(row + (str(gap) if gap else ""))
    return f"{'/'.join(rows)} {side} - {first or '-'} {passing} 0 30"


def turned(text: str) -> str:
    """The same position seen from the other side: ranks turned over, colours swapped."""
    board, side, castling, first, passing, half, full = text.split()
    rows = "/".join(reversed(board.swapcase().split("/")))
    squares = [turned_square(square) for square in re.findall(r"[a-j]\d+", passing)]
    trail = "".join(sorted(squares)) or "-"
    rights = ["".join(sorted(field.swapcase(), key="KQDGkqdg-".index)) for field in (castling, first)]
    return f"{rows} {'b' if side == 'w' else 'w'} {rights[0]} {rights[1]} {trail} {half} {full}"


def turned_square(square: str) -> str:
    return f"{square[0]}{11 - int(square[1:])}"


def turned_move(action: str) -> str:
    return re.sub(r"[a-j]\d+", lambda match: turned_square(match[0]), action)


def mirrored(text: str) -> str:
    """The same position with files a–j turned over; only without castling rights, whose squares differ."""
    board, side, _, first, passing, half, full = text.split()
    rows = "/".join("".join(reversed(re.findall(r"\d+|\D", row))) for row in board.split("/"))
    over = str.maketrans("abcdefghij", "jihgfedcba")
    swapped = first.translate(str.maketrans("DGdg", "GDgd"))
    return f"{rows} {side} - {''.join(sorted(swapped))} {passing.translate(over)} {half} {full}"


def mirrored_move(action: str) -> str:
    over = str.maketrans("abcdefghij", "jihgfedcba")
    return re.sub(r"([a-j])(\d+)", lambda match: match[1].translate(over) + match[2], action)


@pytest.mark.parametrize("seed", range(3))
def test_the_same_position_turned_or_mirrored_has_the_same_moves_turned_or_mirrored(seed: int) -> None:
    """Neither colour nor wing is favoured, castling apart; MG7 and MG8 included."""
    chance = random.Random(100 + seed)
    state = MAGI.start(OPTIONS, 2)
    for _ in range(120):
        if state.turn is None:
            break
        text = state.notation()
        over = MAGI.position(turned(text), OPTIONS)
        assert sorted(map(turned_move, over.legal())) == list(state.legal()), text
        text = " ".join([*text.split()[:2], "-", *text.split()[3:]])
        plain, wings = MAGI.position(text, OPTIONS), MAGI.position(mirrored(text), OPTIONS)
        assert sorted(map(mirrored_move, wings.legal())) == list(plain.legal()), text
        state = state.apply(eager(state, chance)).state
