"""Magi's moves for people, both ways (MG21)."""

from __future__ import annotations

import random

import pytest

from rules.errors import IllegalAction, MalformedAction, RulesError
from rules.magi import MAGI
from rules.magi.san import parse_san, san
from rules.magi.state import MagiState

OPTIONS = MAGI.configure({})


def at(text: str) -> MagiState:
    return MAGI.position(text, OPTIONS)


@pytest.mark.parametrize(
    "text, action, wanted",
    [
        ("start", "g1f3", "Wf3"),
        ("start", "e2e5", "e5"),
        ("start", "a3a6", "Da6"),
        ("7k2/10/10/10/10/5p4/4P5/10/10/7K2 w - - - 0 1", "e4f5", "exf5"),
        ("7k2/10/10/10/10/1p8/1pP7/10/10/7K2 b - - c3 0 1", "b4c3", "bxc3 e.p."),
        ("10/10/10/10/10/10/2pP6/10/4K5/k9 b - - d3 0 1", "c4d3", "cxd3 e.p.+"),
        ("r4k3r/10/10/10/10/10/10/10/10/R4K3R w KQkq - - 0 1", "f1i1", "O-O"),
        ("r4k3r/10/10/10/10/10/10/10/10/R4K3R b KQkq - - 0 1", "f10c10", "O-O-O"),
        ("9k/P9/10/10/10/10/10/10/10/7K2 w - - - 0 1", "a9a10q", "a10=Q+"),
        ("1n7k/P9/10/10/10/10/10/10/10/7K2 w - - - 0 1", "a9b10n", "axb10=N"),
        # disambiguation: by file, by rank, by both; a pinned rival is no rival
        ("9k/10/10/10/10/10/10/10/10/1N3N3K w - - - 0 1", "b1d2", "Nbd2"),
        ("R9/9k/10/10/10/10/10/10/10/R8K w - - - 0 1", "a10a5", "R10a5"),
        ("9k/10/10/10/10/1Q1Q6/10/1Q8/10/9K w - - - 0 1", "b5d3", "Qb5d3"),
        ("9k/10/10/10/10/10/10/3r6/3N6/3K1N4 w - - - 0 1", "f1e3", "Ne3"),
        ("9k/10/10/10/10/10/10/10/3NN5/3K6 w - - - 0 1", "e2c3", "Nc3"),
    ],
)
def test_how_moves_are_written_and_read(text: str, action: str, wanted: str) -> None:
    """MG21."""
    state = MAGI.start(OPTIONS, 2) if text == "start" else at(text)
    assert san(state, action) == wanted
    assert parse_san(state, wanted) == action


def test_mate_is_marked() -> None:
    """MG21."""
    state = at("6k3/1R8/10/10/10/10/10/R9/10/7K2 w - - - 0 1")
    assert san(state, "a3a10") == "Ra10#"
    assert parse_san(state, "Ra10") == parse_san(state, "Ra10#") == parse_san(state, "Ra10+") == "a3a10"


def test_what_may_be_left_out_when_reading() -> None:
    """MG21: check signs and e.p.; not the capture sign, not the piece promoted to."""
    state = at("7k2/10/10/10/10/1p8/1pP7/10/10/7K2 b - - c3 0 1")
    for text in ("bxc3", "bxc3 e.p.", "bxc3+ e.p.", "bxc3 e.p.+"):
        assert parse_san(state, text) == "b4c3"
    for text in ("bxc4 e.p.", "bc3", "c3", "xc3", "axc3"):
        with pytest.raises(RulesError):
            parse_san(state, text)
    assert parse_san(state, "bxc4") == "b5c4"
    promoting = at("9k/P9/10/10/10/10/10/10/10/7K2 w - - - 0 1")
    with pytest.raises(IllegalAction):
        parse_san(promoting, "a10")


@pytest.mark.parametrize(
    "text", ["", "x", "Ze4", "e11", "Nk3", "O-O-O-O", "0-0", "a10=K", "a10Q", "Wf3 ", "Wf3!", "e2e4"]
)
def test_what_can_not_be_read(text: str) -> None:
    """MG21."""
    with pytest.raises(MalformedAction, match="is no move like"):
        parse_san(MAGI.start(OPTIONS, 2), text)


def test_illegal_and_ambiguous_moves() -> None:
    """MG21: the message names what fits."""
    start = MAGI.start(OPTIONS, 2)
    for text in ("e6", "Qe3", "O-O", "exd3", "Wxf3"):
        with pytest.raises(IllegalAction, match="is not legal here"):
            parse_san(start, text)
    state = at("9k/10/10/10/10/10/10/10/10/1N3N3K w - - - 0 1")
    with pytest.raises(IllegalAction, match="may mean b1d2, f1d2"):
        parse_san(state, "Nd2")
    with pytest.raises(IllegalAction, match="can't go to"):
        san(start, "e2e6")
    with pytest.raises(MalformedAction):
        san(start, "Wf3")


def test_words_stay_words() -> None:
    """MG21: offers, answers and claims."""
    start = MAGI.start(OPTIONS, 2)
    assert san(start, "draw?") == parse_san(start, "draw?") == "draw?"
    asked = start.apply("draw?").state
    assert san(asked, "decline") == parse_san(asked, "decline") == "decline"
    for call in (san, parse_san):
        with pytest.raises(IllegalAction, match="nothing to claim"):
            call(start, "claim")
        with pytest.raises(IllegalAction):
            call(asked, "resign?")
    with pytest.raises(IllegalAction):
        parse_san(asked, "e5")


@pytest.mark.parametrize("seed", range(3))
def test_every_legal_move_has_its_own_san(seed: int) -> None:
    """MG21: different moves read differently, and each reads back."""
    chance = random.Random(seed)
    state = MAGI.start(OPTIONS, 2)
    for ply in range(140):
        if state.turn is None:
            break
        if ply % 5 == 0:
            texts = {action: san(state, action) for action in state.legal()}
            assert len(set(texts.values())) == len(texts)
            assert all(parse_san(state, text) == action for action, text in texts.items())
        state = state.apply(chance.choice(state.legal())).state
