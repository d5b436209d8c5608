"""Mind Control against a second implementation (``second_mindcontrol.py``), move by move in random games."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from types import ModuleType

import pytest

from rules.registry import game

MIND_CONTROL = game("mind-control")
START = "2llll2/2mmmm2/2ssss2/8/8/2SSSS2/2MMMM2/2LLLL2 w -:- 0 1"


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "second_mindcontrol", Path(__file__).with_name("second_mindcontrol.py")
    )
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SECOND = load()


@pytest.mark.parametrize("seed", range(12))
def test_both_readings_play_the_same_games(seed: int) -> None:
    """MC3–MC10, MC13, MC14: positions, legal moves, endings with their reason, scores."""
    chance = random.Random(seed)
    limit = chance.choice([0, 6, 30, 100])
    state = MIND_CONTROL.position(START, MIND_CONTROL.configure({"quiet_limit": str(limit)}))
    other = SECOND.Second(START, limit)
    for _ in range(160):
        assert state.notation() == other.position()
        reason = other.reason()
        outcome = state.outcome()
        assert (outcome.reason if outcome else None) == reason, other.position()
        assert list(state.legal()) == other.legal(), other.position()
        if outcome:
            assert outcome.scores is not None
            assert list(outcome.scores) == other.scores()
            break
        moves = state.legal()
        attacks = [move for move in moves if move[2:4] in other.stacks]
        move = chance.choice(attacks if attacks and chance.random() < 0.4 else moves)
        state = state.apply(move).state
        other.apply(move)


@pytest.mark.parametrize("seed", range(40))
def test_both_readings_agree_on_small_random_positions(seed: int) -> None:
    """Few pyramids in random stacks: endings a, b and c are near, splits and rescues frequent."""
    chance = random.Random(1000 + seed)
    options = MIND_CONTROL.configure({})
    for _ in range(25):
        letters = list("LLLLMMMMSSSSllllmmmmssss")
        chance.shuffle(letters)
        stacks: dict[str, str] = {}
        for square in chance.sample([f + r for f in "abcdefgh" for r in "12345678"], chance.randint(1, 6)):
            stack = letters.pop()
            while len(stack) < 3 and chance.random() < 0.6:
                smaller = [letter for letter in letters if SECOND.size(letter) < SECOND.size(stack[-1])]
                if not smaller:
                    break
                letters.remove(smaller[0])
                stack += smaller[0]
            stacks[square] = stack
        position = SECOND.write(stacks, chance.choice("wb"), ["", ""], 0, 30)
        state = MIND_CONTROL.position(position, options)
        other = SECOND.Second(position)
        for _ in range(6):
            outcome = state.outcome()
            assert (outcome.reason if outcome else None) == other.reason(), other.position()
            assert list(state.legal()) == other.legal(), other.position()
            if outcome:
                break
            move = chance.choice(state.legal())
            state = state.apply(move).state
            other.apply(move)
            assert state.notation() == other.position()
