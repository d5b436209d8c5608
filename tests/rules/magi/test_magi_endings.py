"""How a game of Magi is drawn or ends by itself, and in which order that counts (MG11, MG17, MG18)."""

from __future__ import annotations

import pytest

from rules.errors import IllegalAction
from rules.magi import MAGI
from rules.magi.endings import position_end
from rules.magi.moves import TEXT, legal_moves
from rules.magi.notation import read
from rules.magi.position import play
from rules.magi.state import MagiState


def at(text: str, **options: str) -> MagiState:
    return MAGI.position(text, MAGI.configure(options))


def played(state: MagiState, *actions: str) -> MagiState:
    for action in actions:
        state = state.apply(action).state
    return state


def reason(state: MagiState) -> str:
    outcome = state.outcome()
    return "" if outcome is None else outcome.reason


BOARD = "1k8/10/10/10/10/10/{}/10/10/5K4 w - - - 0 1"


@pytest.mark.parametrize(
    "row, dead",
    [
        ("10", True),
        ("B9", True),
        ("b9", True),
        ("N9", True),
        ("n9", True),
        ("B1B7", True),
        ("B1b1B5", True),
        ("BB8", False),
        ("Bb8", False),
        ("NN8", False),
        ("Nn8", False),
        ("NB8", False),
        ("Nb8", False),
        ("P9", False),
        ("R9", False),
        ("D9", False),
        ("C9", False),
        ("W9", False),
        ("w9", False),
        ("q9", False),
    ],
)
def test_dead_positions(row: str, dead: bool) -> None:
    """MG18: bare kings, one bishop, one knight, bishops of one square colour; nothing else."""
    state = at(BOARD.format(row))
    assert reason(state) == ("dead" if dead else "")
    if dead:
        assert state.outcome() == ("dead", (6, 6), (0, 1)) and state.legal() == ()


def test_a_capture_may_make_the_position_dead() -> None:
    """MG18."""
    state = at("k9/10/10/10/10/10/10/10/4r5/5K4 w - - - 0 1")
    assert reason(played(state, "f1e2")) == "dead"


LOOP = ("f1f2", "a10a9", "f2f1", "a9a10")


def rounds(state: MagiState, count: int, loop: tuple[str, ...] = LOOP) -> MagiState:
    for _ in range(count):
        state = played(state, *loop)
    return state


QUIET = "k9/10/10/10/10/10/3R6/10/10/5K4 w - - - {} 60"


def test_threefold_repetition_can_be_claimed_by_the_player_on_turn() -> None:
    """MG18: when the position on the board has occurred three times; not before, not by itself."""
    state = rounds(at(QUIET.format(0)), 1)
    assert "claim" not in state.extras()
    with pytest.raises(IllegalAction, match="nothing to claim"):
        state.apply("claim")
    state = rounds(state, 1)
    assert state.extras() == ("claim", "draw?", "resign?") and reason(state) == ""
    step = state.apply("claim")
    assert step.state.outcome() == ("threefold", (6, 6), (0, 1))
    assert [(fact.kind, fact.seat, fact.note) for fact in step.facts] == [
        ("claimed", 0, "threefold"),
        ("over", None, "threefold"),
    ]
    black = played(state, "f1f2")
    assert black.turn == 1 and "claim" in black.extras()
    assert "claim" not in played(state, "f1e1").extras()


def test_fivefold_repetition_ends_the_game() -> None:
    """MG18."""
    state = rounds(at(QUIET.format(0)), 3)
    assert reason(played(state, *LOOP[:3])) == ""
    state = rounds(state, 1)
    assert state.outcome() == ("fivefold", (6, 6), (0, 1)) and state.turn is None
    assert state.without_history().outcome() is None


def test_fifty_moves_can_be_claimed_and_seventy_five_end_the_game() -> None:
    """MG18: HALFMOVE 100 and 150."""
    assert "claim" not in at(QUIET.format(99)).extras()
    state = at(QUIET.format(100))
    assert reason(state.apply("claim").state) == "50 moves"
    assert reason(at(QUIET.format(149))) == ""
    assert at(QUIET.format(150)).outcome() == ("75 moves", (6, 6), (0, 1))
    assert reason(played(at(QUIET.format(149)), "d4d5")) == "75 moves"


def test_where_both_grounds_hold_the_claim_is_threefold() -> None:
    """MG18."""
    assert reason(rounds(at(QUIET.format(100)), 2).apply("claim").state) == "threefold"


def test_captures_and_pawn_moves_begin_the_count_anew() -> None:
    """MG18."""
    state = at("k9/10/10/10/10/10/3R1r4/10/P9/7K2 w - - - 98 60")
    assert played(state, "a2a3").notation().split()[5] == "0"
    assert played(state, "d4f4").notation().split()[5] == "0"
    assert played(state, "d4d5").notation().split()[5] == "99"


def test_castling_rights_distinguish_positions() -> None:
    """MG18: the first occurrence still had the right, so three more are needed."""
    state = at("9k/10/10/10/10/10/10/10/10/R4K4 w Q - - 0 1")
    loop = ("f1f2", "j10j9", "f2f1", "j9j10")
    assert "claim" not in rounds(state, 2, loop).extras()
    assert "claim" in rounds(state, 3, loop).extras()


def test_first_move_rights_distinguish_positions() -> None:
    """MG18, MG7: the same board with a right is another position."""
    with_right = at("k9/10/10/10/10/10/10/3P6/10/5K4 w - D - 0 1")
    without = at("k9/10/10/10/10/10/10/3P6/10/5K4 w - - - 0 1")
    assert with_right.earlier != without.earlier


@pytest.mark.parametrize("capturer, same", [("10", True), ("1p8", False), ("3p6", False)])
def test_only_legal_en_passant_captures_distinguish_positions(capturer: str, same: bool) -> None:
    """MG18: written or not, en-passant squares that nobody can use make no difference."""
    text = "7k2/10/10/10/10/10/{}/10/10/5K4 b - - {} 0 1"
    row = {"10": "2P7", "1p8": "1pP7", "3p6": "2Pp6"}[capturer]
    assert (at(text.format(row, "c3")).earlier == at(text.format(row, "-")).earlier) == same


def test_a_pinned_pawns_en_passant_capture_is_no_difference() -> None:
    """MG18: the capture would open the rank to the king."""
    text = "10/10/10/10/10/10/RpP3k3/10/10/7K2 b - - {} 0 1"
    assert at(text.format("c3")).earlier == at(text.format("-")).earlier


@pytest.mark.parametrize(
    "text, action, wanted",
    [
        # checkmate before 75 moves and move limit
        ("6k3/1R8/10/10/10/10/10/R9/10/7K2 w - - - 149 200", "a3a10", "checkmate"),
        # stalemate before 75 moves
        ("k9/2Q7/10/10/10/10/10/10/10/7K2 w - - - 149 200", "c9b8", "stalemate"),
        # 75 moves before the move limit
        ("7k2/10/10/10/10/10/10/10/10/R4K4 b - - - 149 100", "h10h9", "75 moves"),
        ("7k2/10/10/10/10/10/10/10/10/R4K4 b - - - 9 100", "h10h9", "move limit"),
    ],
)
def test_the_order_of_endings(text: str, action: str, wanted: str) -> None:
    """MG18, MG17."""
    state = at(text, move_limit="100" if text.endswith("100") else "0")
    assert reason(played(state, action) if action else state) == wanted


def test_checkmate_counts_before_the_move_limit_and_dead_before_75_moves() -> None:
    """MG17, MG18."""
    mate = at("7k2/10/r9/10/10/10/10/10/1r8/6K3 b - - - 149 100", move_limit="100")
    assert reason(played(mate, "a8a1")) == "checkmate"
    assert reason(at("k9/10/10/10/10/10/10/10/10/5KN3 w - - - 150 200", move_limit="100")) == "dead"


def test_stalemate_counts_before_dead() -> None:
    """MG18: king and bishop stalemate a bare king."""
    assert reason(at("k9/B1K7/10/10/10/10/10/10/10/10 b - - - 0 60")) == "dead"
    assert reason(at("k9/2K7/1B8/10/10/10/10/10/10/10 b - - - 0 60")) == "stalemate"


def test_the_whole_order() -> None:
    """MG18, MG17: each of them wins over all that come after it."""
    mate = read("6k3/1R8/R9/10/10/10/10/10/10/7K2 w - - - 0 9")
    mated = play(mate, legal_moves(mate)[[TEXT[move] for move in legal_moves(mate)].index("a8a10")])
    late = {"halfmove": 150, "fullmove": 200}
    alive = read("k9/10/10/10/10/10/3R6/10/10/5K4 w - - - 0 60")
    dead = read("k9/10/10/10/10/10/3B6/10/10/5K4 w - - - 0 60")
    stuck = read("k9/2K7/1B8/10/10/10/10/10/10/10 b - - - 0 60")
    assert position_end(mated._replace(**late), False, 5, 100) == "checkmate"
    assert position_end(stuck._replace(**late), False, 5, 100) == "stalemate"
    assert position_end(dead._replace(**late), True, 5, 100) == "dead"
    assert position_end(alive._replace(**late), True, 5, 100) == "fivefold"
    assert position_end(alive._replace(**late), True, 4, 100) == "75 moves"
    assert position_end(alive._replace(fullmove=200), True, 4, 100) == "move limit"
    assert position_end(alive._replace(fullmove=100), True, 4, 100) is None


def test_fivefold_counts_before_75_moves() -> None:
    """MG18: both hold after the 150th quiet ply."""
    assert reason(rounds(at(QUIET.format(134)), 4)) == "fivefold"
    assert reason(rounds(at(QUIET.format(134)), 3)) == ""


def test_check_is_told_as_a_fact() -> None:
    """MG11: where the king stands and whose it is."""
    step = at("7k2/10/10/10/10/10/10/10/10/R4K4 w - - - 0 1").apply("a1a10")
    assert [(fact.kind, fact.at, fact.seat) for fact in step.facts] == [
        ("moved", "a1", 0),
        ("checked", "h10", 1),
    ]
    assert step.state.checked() == "h10"
    assert at("7k2/10/10/10/10/10/10/10/10/R4K4 w - - - 0 1").checked() == ""
