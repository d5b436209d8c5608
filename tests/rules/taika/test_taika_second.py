"""Taika-Mario against a second implementation (``second_taika.py``), move by move in random games."""

from __future__ import annotations

import importlib.util
import json
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rules.game import State
from rules.taika import TAIKA

MANY = 3000
"""Positions with more legal moves than this compare their shapes only."""


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("second_taika", Path(__file__).with_name("second_taika.py"))
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SECOND = load()
NAMES = ["mario", "luigi", "wario", "waluigi"]
OWN = {"aa-pair": ["#o#"], "long": ["#", "", "#", "ooo"], "silta": ["#o", "o#"], "wall": ["##", "oo", "oo"]}
"""Cards that fit often; ``silta`` overrides a built-in card."""


def scattered(text: str, chance: random.Random) -> str:
    """The position with obstacles strewn, pawns moved, hits, few cards: spells, deaths, reshuffles come soon."""
    table = json.loads(text)
    size = table["size"]
    density = chance.choice([0.15, 0.3, 0.45])
    table["board"] = [
        "".join(chance.choice("rgyp") if chance.random() < density else "." for _ in range(size))
        for _ in range(size)
    ]
    if chance.random() < 0.5:
        table["cards"] = OWN
        for player in table["players"]:
            player["hand"] = [chance.choice([*OWN, *player["hand"]]) for _ in range(3)]
    squares = [SECOND.FILES[x] + str(y) for x in range(size) for y in range(1, size + 1)]
    # Half the time side by side, so that one spell can hit several.
    first = chance.randrange(len(squares) - 4)
    close = chance.random() < 0.5
    places = squares[first : first + 4] if close else chance.sample(squares, 4)
    for player, square in zip(table["players"], places, strict=False):
        player["at"] = square
        player["hits"] = 2 if close else chance.randrange(3)
    if chance.random() < 0.7:
        table["deck"] = table["deck"][: chance.randrange(3)]
    table["seed"] = chance.choice(["", "00", "c0ffee"])
    return json.dumps(table, separators=(",", ":"))


def struck(other: Any, spell: str) -> int:
    """How many pawns a spell's shape hits."""
    step, _, *new = spell.split(" ")
    places = [player["at"] for player in other.players if player is not other.me()]
    return sum(square in new for square in [*places, other.me()["at"] if step == "." else step])


def play(state: State, other: Any, chance: random.Random, plies: int) -> str | None:
    """Play on in both, comparing everything; how the game ended, or None."""
    for _ in range(plies):
        assert state.notation() == other.position()
        reason = other.reason()
        outcome = state.outcome()
        assert (outcome.reason if outcome else None) == reason, other.position()
        shapes = other.shapes()
        assert list(state.shapes()) == shapes, other.position()
        if outcome:
            assert list(outcome.winners) == other.winners()
            return outcome.reason
        moves = [len(SECOND.Second.coloured(shape)) for shape in shapes]
        assert state.perft(1) == sum(moves), other.position()
        if sum(moves) <= MANY:
            legal = sorted(move for shape in shapes for move in SECOND.Second.coloured(shape))
            assert list(state.legal()) == legal, other.position()
        spells = [shape for shape in shapes if "!" in shape]
        if not shapes or chance.random() < 0.01:
            move = "resign"
        else:
            wanted = spells if spells and chance.random() < 0.7 else shapes
            shape = chance.choice(wanted)
            if spells and chance.random() < 0.5:
                shape = max(spells, key=lambda spell: struck(other, spell))
            move = chance.choice(SECOND.Second.coloured(shape))
        assert state.may(move)
        state = state.apply(move).state
        other.apply(move)
    return None


@pytest.mark.parametrize("seats", (2, 3, 4))
@pytest.mark.parametrize("size", (7, 9, 11))
def test_both_readings_start_alike_and_play_the_same_games(size: int, seats: int) -> None:
    """TM1, TM3–TM14, TM17–TM21 from the start, with either reading of a turn."""
    chance = random.Random(100 * size + seats)
    names = chance.sample(NAMES, seats)
    corner = "triangle" if seats == 3 and size != 9 else "corners"
    sets = chance.choice([["base"], ["base", "pohjola"], ["base", "putkiremontti", "pohjola"]])
    turn = chance.choice(["step-then-act", "either-or"])
    seed = chance.choice([b"", b"\0", b"small"])
    given = {"size": str(size), "characters": ",".join(names), "start": corner, "sets": ",".join(sets)}
    options = TAIKA.configure({**given, "turn": turn})
    state = TAIKA.start(options, seats, seed)
    text = SECOND.start(size, names, corner, seed, set(sets))
    play(state, SECOND.Second(text, 40, turn == "either-or"), chance, 25)


def test_both_readings_play_the_same_games_from_crowded_positions() -> None:
    """TM5–TM13: hits, deaths, reshuffles, own cards, small quiet limits; every ending must have come up."""
    endings: dict[str | None, int] = {}
    shuffles = 0
    for number in range(60):
        chance = random.Random(number)
        size, seats = chance.choice([7, 7, 9, 11]), chance.choice([2, 3, 4])
        limit = chance.choice([1, 3, 40])
        turn = chance.choice(["step-then-act", "either-or"])
        text = scattered(SECOND.start(size, NAMES[:seats], "corners", b"", {"base"}), chance)
        state = TAIKA.position(text, TAIKA.configure({"turn": turn, "quiet_limit": str(limit)}))
        other = SECOND.Second(text, limit, turn == "either-or")
        ending = play(state, other, chance, 10)
        endings[ending] = endings.get(ending, 0) + 1
        shuffles += other.table["shuffles"] - 1
    assert {"last", "together", "quiet", None} == set(endings)
    assert shuffles > 20


def any_pattern(chance: random.Random) -> list[str]:
    """A pattern within TM15's limits, rows of uneven length included."""
    height, width = chance.randint(1, 5), chance.randint(1, 5)
    need, new = chance.choice([2, 2, 3, 4, 8]), chance.choice([1, 1, 2, 5])
    while height * width < need + new:
        height, width = chance.randint(1, 5), chance.randint(1, 5)
    cells = ["."] * (height * width)
    for place, sign in zip(chance.sample(range(len(cells)), need + new), "#" * need + "o" * new, strict=True):
        cells[place] = sign
    rows = ["".join(cells[row * width : (row + 1) * width]) for row in range(height)]
    return [row.rstrip(".") for row in rows] if chance.random() < 0.5 else rows


@pytest.mark.parametrize("number", range(40))
def test_both_readings_lay_any_card_alike(number: int) -> None:
    """TM6, TM10, TM15: patterns of all shapes on crowded boards of all sizes, for every character."""
    chance = random.Random(number)
    size = chance.choice([7, 9, 11])
    table = json.loads(SECOND.start(size, NAMES, "corners", b"", {"base"}))
    density = chance.choice([0.4, 0.7, 0.9])
    for y in range(1, size - 1):
        table["board"][y] = "".join(
            chance.choice("rgyp") if chance.random() < density else "." for _ in range(size)
        )
    table["cards"] = {f"own-{card}": any_pattern(chance) for card in range(4)}
    for player in table["players"]:
        player["hand"] = list(table["cards"])
    for turn in range(4):
        text = json.dumps(table | {"turn": turn}, separators=(",", ":"))
        assert list(TAIKA.position(text, TAIKA.configure({})).shapes()) == SECOND.Second(text).shapes()
