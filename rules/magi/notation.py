"""Positions as text and back (MG20): seven fields, each checked, each fault named.

Knows what may stand where, and by which words the rulebook calls each ending (MG23); nothing of moves.
"""

from __future__ import annotations

import re
from enum import StrEnum

from rules.errors import BadPosition, Word, words
from rules.magi.position import (
    ALL,
    FIRST_RIGHT,
    KINDS,
    KING,
    PAWN,
    RIGHTS,
    ROOK,
    WHITE,
    Army,
    Position,
    attacked,
)
from rules.magi.squares import BIT, NAMES, RANK, SIZE, SQUARE
from rules.numbers import whole_number
from rules.squares import members, write_ranks

START = "rnbcqkwbnr/pppppppppp/d2p2p2d/10/10/10/10/D2P2P2D/PPPPPPPPPP/RNBCQKWBNR w KQkq DGdg - 0 1"
SIDES = words("White", "Black")
CASTLING, FIRST = RIGHTS[:4], RIGHTS[4:]
_ROOK_HOME = {"K": "j1", "Q": "a1", "k": "j10", "q": "a10"}
_TOKEN = re.compile(r"[0-9]+|[^0-9]")
_TRAIL = re.compile(r"([a-j])(3|4|7|8)(?:\1(4|8))?")
_DIGITS_AT_MOST = 9


class MagiEnd(StrEnum):
    """How a position, or a claim about it, ends the game (MG11, MG17, MG18).

    The value is the rulebook's word (MG23), which is what is written in answers, records and digests.
    """

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    DEAD = "dead"
    """Nobody can mate any more."""
    FIVEFOLD = "fivefold"
    SEVENTY_FIVE_MOVES = "75 moves"
    MOVE_LIMIT = "move limit"
    THREEFOLD = "threefold"
    """Claimed, like the next."""
    FIFTY_MOVES = "50 moves"


def letter_at(armies: tuple[Army, Army], square: int) -> str:
    """The piece on a square as a letter, upper case for White; empty for none."""
    for army, letters in zip(armies, (KINDS, KINDS.lower()), strict=True):
        for kind, letter in enumerate(letters):
            if army[kind] & BIT[square]:
                return letter
    return ""


def write(position: Position) -> str:
    """The position in the rulebook's notation (MG20)."""
    armies = position.armies()
    ranks = write_ranks([letter_at(armies, square) for square in range(SIZE * SIZE)], SIZE)
    rights = [letter for bit, letter in enumerate(RIGHTS) if position.rights >> bit & 1]
    castling = "".join(letter for letter in rights if letter in CASTLING)
    first = "".join(letter for letter in rights if letter in FIRST)
    trail = "".join(NAMES[square] for square in members(position.trail))
    return (
        f"{ranks} {'wb'[position.side]} {castling or '-'} {first or '-'} {trail or '-'} "
        f"{position.halfmove} {position.fullmove}"
    )


def read(text: str) -> Position:
    """The position that ``text`` says; raises BadPosition with every reason against it."""
    fields = text.split(" ")
    if len(fields) != 7 or not all(fields):
        raise BadPosition(
            "fields",
            "a position is BOARD SIDE CASTLING FIRST EP HALFMOVE FULLMOVE with one space between (MG20), "
            "not {text!r}",
            text=text,
        )
    faults: list[BadPosition] = []
    armies = _read_board(fields[0], faults)
    side = "wb".find(fields[1])
    if len(fields[1]) != 1 or side < 0:
        faults.append(BadPosition("side", "SIDE must be w or b, not {side!r} (MG20)", side=fields[1]))
    rights = _read_rights("CASTLING", CASTLING, fields[2], faults)
    rights |= _read_rights("FIRST", FIRST, fields[3], faults)
    trail = _read_trail(fields[4], faults)
    halfmove = _read_number("HALFMOVE", fields[5], 0, faults)
    fullmove = _read_number("FULLMOVE", fields[6], 1, faults)
    if armies is None or faults:
        raise BadPosition.of(faults)
    position = Position(armies[side], armies[1 - side], side, rights, trail, halfmove, fullmove)
    _check_pieces(position, faults)
    _check_rights(position, faults)
    if trail:
        _check_trail(position, faults)
    if faults:
        raise BadPosition.of(faults)
    return position


def _read_board(text: str, faults: list[BadPosition]) -> tuple[Army, Army] | None:
    """White's and Black's pieces, or None after naming the faults that leave no board."""
    ranks = text.split("/")
    if len(ranks) != SIZE:
        faults.append(BadPosition("ranks", "the board has {count} ranks, not 10 (MG20)", count=len(ranks)))
        return None
    armies = ([0] * len(KINDS), [0] * len(KINDS))
    before = len(faults)
    for rank, row in zip(range(SIZE, 0, -1), ranks, strict=True):
        squares = _read_rank(row, rank, faults)
        for square, letter in enumerate(squares, (rank - 1) * SIZE):
            if letter:
                armies[letter.islower()][KINDS.index(letter.upper())] |= BIT[square]
    if len(faults) > before:
        return None
    white, black = ((*army, sum(army)) for army in armies)
    return white, black


def _read_rank(text: str, rank: int, faults: list[BadPosition]) -> list[str]:
    """Ten letters, empty for empty squares, or nothing after naming a fault."""
    squares: list[str] = []
    for token in _TOKEN.findall(text):
        if token[0] in "0123456789":
            if token not in ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10"):
                faults.append(
                    BadPosition(
                        "run",
                        "rank {rank}: empty squares are one number from 1 to 10, not {text!r} (MG20)",
                        rank=rank,
                        text=token,
                    )
                )
                return []
            squares += [""] * int(token)
        elif token.upper() in KINDS and token.isascii():
            squares.append(token)
        else:
            faults.append(
                BadPosition("piece", "rank {rank}: {letter!r} is no piece (MG20)", rank=rank, letter=token)
            )
            return []
    if len(squares) != SIZE:
        faults.append(
            BadPosition("squares", "rank {rank} has {count} squares, not 10", rank=rank, count=len(squares))
        )
        return []
    return squares


def _read_rights(name: str, letters: str, text: str, faults: list[BadPosition]) -> int:
    if text == "-":
        return 0
    ordered = "".join(letter for letter in letters if letter in text)
    if text != ordered:
        faults.append(
            BadPosition(
                "rights",
                "{name} must be - or some of {letters} in this order, not {text!r} (MG20)",
                name=name,
                letters=letters,
                text=text,
            )
        )
        return 0
    return sum(1 << RIGHTS.index(letter) for letter in text)


def _read_trail(text: str, faults: list[BadPosition]) -> int:
    if text == "-":
        return 0
    match = _TRAIL.fullmatch(text)
    ranks = (match[2], match[3]) if match else None
    if match is None or ranks not in (("3", None), ("3", "4"), ("8", None), ("7", "8")):
        faults.append(
            BadPosition(
                "trail",
                "EP must be -, or squares like c3, c3c4, c8, c7c8, not {text!r} (MG20)",
                text=text,
            )
        )
        return 0
    return sum(BIT[SQUARE[match[1] + rank]] for rank in match.groups()[1:] if rank)


def _read_number(name: str, text: str, least: int, faults: list[BadPosition]) -> int:
    number = whole_number(text, least, 10**_DIGITS_AT_MOST - 1)
    if number is not None:
        return number
    faults.append(
        BadPosition(
            "number",
            "{name} must be a plain number from {least}, at most {digits} digits, not {text!r} (MG20)",
            name=name,
            least=least,
            digits=_DIGITS_AT_MOST,
            text=text,
        )
    )
    return least


def _check_pieces(position: Position, faults: list[BadPosition]) -> None:
    """Kings, pawns on the outermost ranks, and the side that has just moved not in check."""
    before = len(faults)
    for name, army in zip(SIDES, position.armies(), strict=True):
        kings = army[KING].bit_count()
        if kings != 1:
            faults.append(
                BadPosition("kings", "{side} has {count} kings, not one (MG20)", side=name, count=kings)
            )
        for square in members(army[PAWN] & (RANK[0] | RANK[-1])):
            faults.append(BadPosition("pawn", "a pawn can't stand on {square} (MG20)", square=NAMES[square]))
    if len(faults) == before:
        mine, theirs = position.mine, position.theirs
        king = theirs[KING].bit_length() - 1
        if attacked(king, mine[ALL] | theirs[ALL], mine, position.side):
            faults.append(
                BadPosition(
                    "check",
                    "{side} is in check on {square}, though it is {mover}'s turn (MG20)",
                    side=SIDES[1 - position.side],
                    square=NAMES[king],
                    mover=SIDES[position.side],
                )
            )


def _check_rights(position: Position, faults: list[BadPosition]) -> None:
    """Castling needs king and rook at home (MG10), a first move its pawn (MG7)."""
    armies = position.armies()
    for bit, letter in enumerate(RIGHTS):
        if not position.rights >> bit & 1:
            continue
        side = int(letter.islower())
        if letter in CASTLING:
            king_home = "f1" if side == WHITE else "f10"
            for name, kind, home in (
                (Word("king"), KING, king_home),
                (Word("rook"), ROOK, _ROOK_HOME[letter]),
            ):
                if not armies[side][kind] & BIT[SQUARE[home]]:
                    faults.append(
                        BadPosition(
                            "castling",
                            "castling right {letter} needs {side}'s {piece} on {square} (MG20)",
                            letter=letter,
                            side=SIDES[side],
                            piece=name,
                            square=home,
                        )
                    )
        else:
            home = next(NAMES[square] for square, right in FIRST_RIGHT.items() if right == 1 << bit)
            if not armies[side][PAWN] & BIT[SQUARE[home]]:
                faults.append(
                    BadPosition(
                        "first",
                        "first-move right {letter} needs {side}'s pawn on {square} (MG20)",
                        letter=letter,
                        side=SIDES[side],
                        square=home,
                    )
                )


def _check_trail(position: Position, faults: list[BadPosition]) -> None:
    """The squares passed are empty, the pawn stands before them, its start behind them is empty (MG8)."""
    mover = SIDES[1 - position.side]
    passed = list(members(position.trail))
    forward = SIZE if position.side else -SIZE
    if (passed[0] // SIZE < SIZE // 2) != (forward > 0):
        faults.append(
            BadPosition(
                "trail-side",
                "{square} is no en-passant square after a move by {side} (MG20)",
                square=NAMES[passed[0]],
                side=mover,
            )
        )
        return
    occupied = position.mine[ALL] | position.theirs[ALL]
    for square in passed:
        if occupied & BIT[square]:
            faults.append(
                BadPosition(
                    "trail-full", "en-passant square {square} is not empty (MG20)", square=NAMES[square]
                )
            )
    victim = position.victim()
    if not position.theirs[PAWN] & BIT[victim]:
        faults.append(
            BadPosition(
                "trail-pawn",
                "en-passant square {square} needs {side}'s pawn on {pawn} (MG20)",
                square=NAMES[passed[0]],
                side=mover,
                pawn=NAMES[victim],
            )
        )
    behind = (passed[0] if forward > 0 else passed[-1]) - forward
    if NAMES[victim][0] not in "dg" and occupied & BIT[behind]:
        faults.append(
            BadPosition(
                "trail-start",
                "the pawn on {pawn} can't have come from {square}, which is occupied (MG20)",
                pawn=NAMES[victim],
                square=NAMES[behind],
            )
        )
