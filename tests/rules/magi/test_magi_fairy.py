"""Magi's legal moves against Fairy-Stockfish's, in random games (MG2–MG11).

Fairy-Stockfish can be told all of Magi but two things: which d and g pawns have moved before (it gives any
pawn on their start squares the double step), and that they may be captured in passing on the square that they
left.  Exactly the positions in which one of these makes a difference are left out.
"""

from __future__ import annotations

import random

import pytest

from rules.magi import MAGI
from rules.magi.moves import TEXT, legal_moves
from rules.magi.position import EN_PASSANT, FIRST_RIGHT, PAWN, Position
from rules.magi.squares import BIT, NAMES
from rules.magi.state import MagiState
from rules.squares import members

pyffish = pytest.importorskip(
    "pyffish", reason="pyffish (Fairy-Stockfish) has no wheel here or is not installed"
)

VARIANT = """
[magi:chess]
maxRank = 10
maxFile = 10
customPiece1 = d:R3
customPiece2 = c:BW
customPiece3 = w:WNA
promotionRegionWhite = *10
promotionRegionBlack = *1
promotionPieceTypes = qdrbncw
doubleStepRegionWhite = *2 d3 g3
doubleStepRegionBlack = *9 d8 g8
tripleStepRegionWhite = *2
tripleStepRegionBlack = *9
enPassantRegion = *3 *4 *7 *8
castlingKingFile = f
castlingKingsideFile = i
castlingQueensideFile = c
startFen = rnbcqkwbnr/pppppppppp/d2p2p2d/10/10/10/10/D2P2P2D/PPPPPPPPPP/RNBCQKWBNR w KQkq - 0 1
"""
STARTS = sum(BIT[square] for square in FIRST_RIGHT)


@pytest.fixture(scope="module", autouse=True)
def variant() -> None:
    pyffish.load_variant_config(VARIANT)
    assert "magi" in pyffish.variants()


def beyond_it(position: Position) -> bool:
    """Whether MG7's moved d/g pawns or MG8's start squares make a difference to the moves here."""
    moves = legal_moves(position)
    if any(move >> 14 == EN_PASSANT and BIT[move >> 7 & 127] & STARTS for move in moves):
        return True
    given = position.rights
    for square, right in FIRST_RIGHT.items():
        if position.armies()[square > 50][PAWN] & BIT[square]:
            given |= right
    return legal_moves(position._replace(rights=given)) != moves


def fen(state: MagiState) -> str:
    """The position as Fairy-Stockfish reads it: no first moves, no start squares among the en-passant ones.

    d3, g3, d8 and g8 are dropped whether the pawn came from there or from the second rank: where somebody can
    capture on one of them, the position is beyond it anyway.
    """
    board, side, castling, _, _, half, full = state.notation().split()
    trail = "".join(NAMES[square] for square in members(state.position.trail & ~STARTS))
    return f"{board} {side} {castling} {trail or '-'} {half} {full}"


@pytest.mark.parametrize("seed", range(6))
def test_the_same_moves_as_fairy_stockfish(seed: int) -> None:
    chance = random.Random(seed)
    compared = left_out = 0
    state = MAGI.start(MAGI.configure({}), 2)
    while compared < 400:
        if state.turn is None or state.position.fullmove > 120:
            state = MAGI.start(MAGI.configure({}), 2)
        if beyond_it(state.position):
            left_out += 1
        else:
            theirs = sorted(pyffish.legal_moves("magi", fen(state), []))
            assert list(state.legal()) == theirs, state.notation()
            compared += 1
        chosen = state.legal()
        rare = sorted(TEXT[move] for move in state.moves if move >> 14)  # castling, en passant, promotion
        state = state.apply(chance.choice(rare if rare and chance.random() < 0.5 else chosen)).state
    assert left_out < compared


def test_what_is_left_out_is_what_it_can_not_express() -> None:
    """The condition is neither too wide nor too narrow: these differ, the next ones don't."""
    options = MAGI.configure({})
    for text, beyond in (
        ("7k2/10/10/10/10/10/10/3P6/10/7K2 w - - - 0 1", True),
        ("7k2/10/10/10/10/10/10/3P6/10/7K2 w - D - 0 1", False),
        ("7k2/10/10/10/10/3n6/10/3P6/10/7K2 w - - - 0 1", False),
        ("7k2/10/10/10/10/10/2pP6/10/10/7K2 b - - d3 0 1", True),
        ("7k2/10/10/10/10/10/3P6/10/10/7K2 b - - d3 0 1", False),
        ("7k2/10/10/10/10/2pP6/10/10/10/7K2 b - - d3d4 0 1", False),
    ):
        state = MAGI.position(text, options)
        assert beyond_it(state.position) == beyond
        theirs = sorted(pyffish.legal_moves("magi", fen(state), []))
        assert (list(state.legal()) != theirs) == beyond
