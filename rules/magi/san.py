"""Moves for people: SAN on this board, both ways (MG21).

``Wf3``, ``Nbd2``, ``R10a5``, ``bxc3 e.p.``, ``O-O``, ``a10=Q+``, ``Dxj6#``; offers, answers and claims stay
as they are.  Pure text; what is legal the state says.
"""

from __future__ import annotations

import re

from rules.errors import IllegalAction, MalformedAction
from rules.magi.moves import TEXT, legal_moves
from rules.magi.position import ALL, CASTLE, EN_PASSANT, KINDS, PAWN, PROMOTIONS, kind_in, play
from rules.magi.squares import BIT, NAMES
from rules.magi.state import WORDS, MagiState

_PIECE_MOVE = re.compile(r"([NBRQDCWK])([a-j])?(10|[1-9])?(x)?([a-j](?:10|[1-9]))")
_PAWN_MOVE = re.compile(r"(?:([a-j])(x))?([a-j](?:10|[1-9]))(?:=([QDRBNCW]))?")
_CASTLING = {"O-O": "i", "O-O-O": "c"}
_MARKS = re.compile(r"(?P<body>[^ +#]+)(?P<check>[+#]?)(?P<passing> e\.p\.)?[+#]?")


def san(state: MagiState, action: str) -> str:
    """A legal action of this state in SAN; raises what ``apply`` would raise if it is not legal."""
    if action in WORDS and state.may(action):
        return action
    move = state.find(action)
    if move is None:
        state.apply(action)
        raise AssertionError("an action that is no legal move must be refused")
    return _body(state, move) + _marks(state, move)


def _body(state: MagiState, move: int) -> str:
    source, target, extra = move & 127, move >> 7 & 127, move >> 14
    if extra == CASTLE:
        return "O-O" if NAMES[target][0] == "i" else "O-O-O"
    kind = kind_in(state.position.mine, BIT[source])
    captures = "x" if state.note(move) == "en passant" or state.position.theirs[ALL] & BIT[target] else ""
    if kind == PAWN:
        text = (NAMES[source][0] + captures if captures else "") + NAMES[target]
        return f"{text}={KINDS[extra]}" if extra in PROMOTIONS else text
    return KINDS[kind] + _origin(state, source, target, kind) + captures + NAMES[target]


def _origin(state: MagiState, source: int, target: int, kind: int) -> str:
    """As much of the start square as tells the piece from others of its kind: file, rank, or both."""
    name = NAMES[source]
    rivals = [
        NAMES[move & 127]
        for move in state.moves
        if move >> 7 & 127 == target and move & 127 != source and state.position.mine[kind] & BIT[move & 127]
    ]
    if not rivals:
        return ""
    if all(rival[0] != name[0] for rival in rivals):
        return name[0]
    return name[1:] if all(rival[1:] != name[1:] for rival in rivals) else name


def _marks(state: MagiState, move: int) -> str:
    after = play(state.position, move)
    check = "" if not after.in_check() else "+" if legal_moves(after) else "#"
    return (" e.p." if move >> 14 == EN_PASSANT else "") + check


def parse_san(state: MagiState, text: str) -> str:
    """The action that ``text`` means here; raises MalformedAction, or IllegalAction if none or several fit.

    ``+``, ``#`` and ``e.p.`` may be left out, and check signs are not held against a move.
    """
    if text in WORDS:
        if not state.may(text):
            state.apply(text)
        return text
    marked = _MARKS.fullmatch(text)
    body = marked["body"] if marked else ""
    if body not in _CASTLING and not _PIECE_MOVE.fullmatch(body) and not _PAWN_MOVE.fullmatch(body):
        raise MalformedAction(
            "san", "{text!r} is no move like Wf3, bxc3 e.p., O-O or a10=Q (MG21)", text=text
        )
    fits = [TEXT[move] for move in _candidates(state, body)] if state.legal() else []
    if marked and marked["passing"]:
        passing = {TEXT[move] for move in state.moves if move >> 14 == EN_PASSANT}
        fits = [action for action in fits if action in passing]
    if len(fits) > 1:
        raise IllegalAction(
            "ambiguous", "{text} may mean {moves} (MG21)", text=text, moves=", ".join(sorted(fits))
        )
    if not fits:
        raise IllegalAction("san-illegal", "{text} is not legal here (MG21)", text=text)
    return fits[0]


def _candidates(state: MagiState, body: str) -> list[int]:
    """The legal moves that the text without its marks can mean."""
    moves = state.moves
    if body in _CASTLING:
        return [m for m in moves if m >> 14 == CASTLE and NAMES[m >> 7 & 127][0] == _CASTLING[body]]
    if match := _PIECE_MOVE.fullmatch(body):
        letter, file, rank, capture, target = match.groups()
        kind, extra = KINDS.index(letter), 0
    elif match := _PAWN_MOVE.fullmatch(body):
        file, capture, target, promoted = match.groups()
        kind, rank, extra = PAWN, None, KINDS.index(promoted) if promoted else 0
    else:
        return []
    found = []
    for move in moves:
        source = NAMES[move & 127]
        if NAMES[move >> 7 & 127] != target or kind_in(state.position.mine, BIT[move & 127]) != kind:
            continue
        if file not in (None, source[0]) or rank not in (None, source[1:]):
            continue
        captures = state.note(move) == "en passant" or bool(state.position.theirs[ALL] & BIT[move >> 7 & 127])
        promotes = move >> 14 if move >> 14 in PROMOTIONS else 0
        if captures == bool(capture) and promotes == extra and move >> 14 != CASTLE:
            found.append(move)
    return found
