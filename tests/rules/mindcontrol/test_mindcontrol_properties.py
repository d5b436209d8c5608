"""Properties of Mind Control that hold in every position (hypothesis)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import IllegalAction
from rules.mindcontrol import MIND_CONTROL
from rules.mindcontrol.moves import SQUARES, read_move
from rules.mindcontrol.notation import OF_EACH, START
from rules.mindcontrol.stacks import LETTER, LETTERS, SIZE, STACKS
from rules.mindcontrol.state import MindControlState

OPTIONS = MIND_CONTROL.configure({})
ALL_MOVES = [start + to + top for start in SQUARES for to in SQUARES for top in ("", "t")]


def read(text: str) -> MindControlState:
    return MIND_CONTROL.position(text, OPTIONS)


@st.composite
def played(draw: st.DrawFn) -> MindControlState:
    """A position after up to 60 moves from the start, attacks preferred half the time."""
    state = read(START)
    for number in draw(st.lists(st.integers(0, 10_000), max_size=60)):
        moves = state.legal()
        if not moves:
            break
        attacks = [move for move in moves if state.board[read_move(move).to]]
        chosen = attacks if attacks and number % 2 else moves
        step = state.apply(chosen[number // 2 % len(chosen)]).state
        assert isinstance(step, MindControlState)
        state = step
    return state


@st.composite
def composed(draw: st.DrawFn) -> MindControlState:
    """Any stacks anywhere, as far as there are pyramids for them."""
    left = Counter({letter: OF_EACH for letter in LETTER})
    board = [0] * 64
    wishes = st.tuples(st.integers(0, 63), st.sampled_from(STACKS))
    for square, stack in draw(st.lists(wishes, min_size=1, max_size=14)):
        need = Counter(LETTERS[stack])
        if not board[square] and need <= left:
            board[square] = stack
            left -= need
    ranks = []
    for rank in range(7, -1, -1):
        cells = ["".join(LETTERS[stack]) for stack in board[8 * rank : 8 * rank + 8]]
        text = "".join(f"({cell})" if len(cell) > 1 else cell or " " for cell in cells)
        for run in range(8, 0, -1):
            text = text.replace(" " * run, str(run))
        ranks.append(text)
    taken = "".join(letter * left[letter] for letter in LETTER)
    cut = draw(st.integers(0, len(taken)))
    side = draw(st.sampled_from("wb"))
    quiet = draw(st.integers(0, 101))
    return read(f"{'/'.join(ranks)} {side} {taken[:cut] or '-'}:{taken[cut:] or '-'} {quiet} 40")


positions = st.one_of(played(), composed())


@settings(max_examples=60, deadline=None)
@given(positions)
def test_notation_round_trips_and_equals(state: MindControlState) -> None:
    again = read(state.notation())
    assert again.notation() == state.notation()
    assert again.board == state.board
    assert (again == state) and hash(again) == hash(state)
    assert MIND_CONTROL.digest(again) == MIND_CONTROL.digest(state)


@settings(max_examples=40, deadline=None)
@given(positions)
def test_legal_moves_apply_keep_stacks_decreasing_and_lose_no_pyramid(state: MindControlState) -> None:
    whole = Counter(letter for letters in state.pieces().values() for letter in letters)
    for move in state.legal():
        assert read_move(move).text() == move
        after = state.apply(move).state
        pieces = after.pieces()
        assert Counter(letter for letters in pieces.values() for letter in letters) == whole
        assert sum(whole.values()) == 24
        for place, letters in pieces.items():
            sizes = [SIZE[letter] for letter in letters]
            assert ":" in place or sizes == sorted(set(sizes), reverse=True)


@settings(max_examples=8, deadline=None)
@given(positions)
def test_every_other_move_is_refused_and_changes_nothing(state: MindControlState) -> None:
    before, legal = state.notation(), set(state.legal())
    for move in ALL_MOVES:
        assert state.may(move) is (move in legal)
        if move not in legal:
            with pytest.raises(IllegalAction):
                state.apply(move)
    assert state.notation() == before


def swap_sides(text: str) -> str:
    """The position with colours swapped and the board turned over by rank."""
    board, side, taken, quiet, move = text.split(" ")
    white, black = (
        "".join(sorted(part.swapcase(), key="LMSlms-".index)) for part in reversed(taken.split(":"))
    )
    ranks = "/".join(reversed(board.swapcase().split("/")))
    return f"{ranks} {'b' if side == 'w' else 'w'} {white}:{black} {quiet} {move}"


def mirror_files(text: str) -> str:
    """The position seen in a mirror: file a becomes h."""
    board, rest = text.split(" ", 1)
    rows = []
    for row in board.split("/"):
        cells: list[str] = []
        inside = False
        for char in row:
            if inside:
                cells[-1] += char
            else:
                cells.append(char)
            inside = char == "(" or (inside and char != ")")
        rows.append("".join(reversed(cells)))
    return f"{'/'.join(rows)} {rest}"


@settings(max_examples=60, deadline=None)
@given(positions)
def test_colour_swapped_positions_have_mirrored_moves_and_ends(state: MindControlState) -> None:
    here, there = read(state.notation()), read(swap_sides(state.notation()))
    rank = dict(zip("12345678", "87654321", strict=True))
    mirrored = sorted("".join(rank.get(char, char) for char in move) for move in here.legal())
    assert list(there.legal()) == mirrored
    one, other = here.outcome(), there.outcome()
    assert (one is None) == (other is None)
    if one and other and one.scores and other.scores:
        assert (one.reason, one.scores) == (other.reason, tuple(reversed(other.scores)))
        assert set(one.winners) == {1 - seat for seat in other.winners}


@settings(max_examples=60, deadline=None)
@given(positions)
def test_mirrored_positions_have_mirrored_moves_and_ends(state: MindControlState) -> None:
    here, there = read(state.notation()), read(mirror_files(state.notation()))
    file = dict(zip("abcdefgh", "hgfedcba", strict=True))
    mirrored = sorted("".join(file.get(char, char) for char in move) for move in here.legal())
    assert list(there.legal()) == mirrored
    assert here.outcome() == there.outcome()
