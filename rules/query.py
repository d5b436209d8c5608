"""One question about a position and its answer: what the rules' command line and its batch mode ask.

Pure: options, position and moves as texts in, plain JSON values out; every fault is a RulesError.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.errors import BadPosition, RulesError
from rules.game import Game, State
from rules.jsonlines import hex_of, number_of, options_of, text_of, texts_of
from rules.play import Play
from rules.registry import game as game_by_id

START = "start"
DEEPEST = 200
"""A perft deeper than this would never end where it makes sense, and is refused."""

Answer = list[str] | str | int | dict[str, object]


@dataclass(frozen=True, slots=True)
class Question:
    """Which state is asked about: a position or the start, and moves from there."""

    game: Game
    position: str = START
    moves: Sequence[str] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    seats: int | None = None
    seed: bytes = b""

    def state(self) -> State:
        """The state after the moves; raises RulesError, naming the move that is wrong."""
        position = "" if self.position == START else self.position
        if not self.position:
            raise BadPosition("empty", "the position is empty; write start for the usual one")
        play = Play(self.game, self.options, self.seats, self.seed, position)
        for number, move in enumerate(self.moves, 1):
            try:
                play.act(move)
            except RulesError as error:
                if len(self.moves) == 1:
                    raise
                raise RulesError(
                    error.code, "move {number}, {move!r}: {fault}", number=number, move=move, fault=str(error)
                ) from None
        return play.state


def outcome(state: State) -> dict[str, object]:
    """The outcome as plain values."""
    result = state.outcome()
    if result is None:
        return {"over": False, "reason": None, "scores": None, "winners": []}
    scores = None if result.scores is None else list(result.scores)
    return {"over": True, "reason": result.reason, "scores": scores, "winners": list(result.winners)}


def answer(given: Mapping[str, object]) -> Answer:
    """The answer to one line of ``batch``; raises RulesError.  Keys that it does not know are ignored."""
    do = text_of(given, "do")
    game = game_by_id(text_of(given, "game"))
    if do not in ("start", "legal", "shapes", "apply", "outcome", "perft"):
        raise RulesError("do", "do must be start, legal, shapes, apply, outcome or perft, not {do!r}", do=do)
    position = text_of(given, "position", START if do == "start" else None)
    if do == "start" and position != START:
        raise RulesError("start-position", "do start takes no position: use apply")
    question = Question(
        game,
        position,
        texts_of(given, "moves"),
        options_of(given, "options"),
        number_of(given, "seats", 1, 1_000_000) if "seats" in given else None,
        hex_of(text_of(given, "seed", ""), "seed"),
    )
    depth = number_of(given, "depth", 0, DEEPEST) if do == "perft" else 0
    state = question.state()
    if do == "legal":
        return list(state.legal())
    if do == "shapes":
        return list(state.shapes())
    if do == "outcome":
        return outcome(state)
    if do == "perft":
        return state.perft(depth)
    return state.notation()


def divide(state: State, depth: int) -> list[tuple[str, int]]:
    """Perft by first move; ``depth`` at least 1."""
    here = state.without_history()
    return [(move, here.apply(move).state.perft(depth - 1)) for move in here.legal()]
