"""A whole recorded game of Magi with everything in it, replayed ply by ply (MG1–MG23)."""

from __future__ import annotations

from pathlib import Path

from rules.magi.points import Declined
from rules.magi.san import parse_san, san
from rules.magi.state import MagiState
from rules.record import read, replay
from sprites.motion.fold import fold

RECORD = Path(__file__).parents[2] / "data" / "magi_game.jsonl"


def test_a_recorded_game_with_every_kind_of_action_still_plays() -> None:
    """Castling, en passant, promotion, both offers declined, a takeback, and mate in a later band."""
    play, happened = read(RECORD.read_bytes().split(b"\n"))
    assert len(list(replay(play, happened))) == len(happened) > 100
    state, kinds = play.start, set()
    for action in play.actions():
        assert isinstance(state, MagiState)
        move = state.find(action)
        kinds.add(action if move is None else state.note(move))
        assert parse_san(state, san(state, action)) == action
        step = state.apply(action)
        assert fold(state.pieces(), step.facts) == step.state.pieces()
        state = step.state
    assert kinds == {
        "move", "capture", "castle", "en passant", "promote", "draw?", "resign?", "decline"
    }  # fmt: skip
    assert state == play.state and isinstance(state, MagiState)
    assert state.stakes().declined == (Declined("resign", 1, 0, 39, 0), Declined("draw", 0, 1, 40, 0))
    # Both offers were declined in the first band; Black mates in the third, moves 61 to 75 (MG15, MG16).
    assert state.position.side == 0 and 61 <= state.position.fullmove - 1 <= 75
    assert state.outcome() == ("checkmate", (2, 10), (1,))
