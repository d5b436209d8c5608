"""The first player: looks at every own move and, from level 2 on, at the exchange that follows.

Pure: the same state, seat, level and seed give the same action.  It knows games only through an
``Evaluation``.
"""

from __future__ import annotations

from hashlib import blake2b
from random import Random

from client.bots.answering import answer
from client.bots.evaluation import Evaluation, standing
from rules.game import State

EXCHANGE_PLIES = {1: 0, 2: 1, 3: 3}
"""How many sharp replies in a row a level follows."""


class OnePly:
    """Plays by ``judge`` (see ``client.bots.player.Player``)."""

    def __init__(self, judge: Evaluation) -> None:
        self.judge = judge

    def choose(self, state: State, seat: int, level: int, seed: bytes) -> str:
        """The action of ``seat``, which must be the one to act, in ``state``; ties are broken by ``seed``."""
        judge = self.judge
        plies = EXCHANGE_PLIES.get(level, 1)
        refusal = answer(state, agree=False)
        if refusal is not None:
            # Whoever offered moves next: what could be taken, and by levels that look at replies also what comes.
            prospect = _exchange(judge, state.apply(refusal).state, seat, plies + 1, None)
            return answer(state, agree=prospect < 0) or refusal
        moves = list(judge.moves(state))
        if not moves:
            return fallback(state)
        mixed = blake2b(state.public().encode(), key=seed[:64], digest_size=16).digest()
        Random(mixed).shuffle(moves)
        best, best_worth = moves[0], None
        for move in moves:
            after = state.apply(move).state
            # A move that can't beat the best one so far need not be looked at to the end.
            worth = _exchange(judge, after, seat, plies, best_worth)
            if best_worth is None or worth > best_worth:
                best, best_worth = move, worth
        return best


def fallback(state: State) -> str:
    """The first thing that is allowed and gives nothing away: when thinking failed.

    Built part by part: a game may have far too many moves to list them.
    """
    move = _first_built(state, ())
    if move is not None:
        return move
    extras = state.extras()
    refusals = [extra for extra in extras if extra.endswith("-") or extra == "decline"]
    kind = refusals or [extra for extra in extras if extra != "resign"]
    return (kind or list(extras))[0]


def _first_built(state: State, prefix: tuple[str, ...]) -> str | None:
    """The whole action reached first when always the first choice is made, back a part where none leads on."""
    picks = state.picks(prefix)
    if picks.action is not None:
        return picks.action
    for pick in picks.choices:
        if pick.kind == "part" and pick.value in prefix:
            continue  # a part that is chosen anew leads round in a circle
        found = _first_built(state, (*prefix, pick.value))
        if found is not None:
            return found
    return None


def _exchange(judge: Evaluation, state: State, seat: int, plies: int, floor: int | None) -> int:
    """What ``state`` is worth to ``seat`` when up to ``plies`` sharp moves follow, each by choice.

    Nobody is forced to exchange, so each player may also stop here.  ``floor``: the caller does not care
    about the exact worth once it is known to be no better than this.
    """
    worth = standing(judge, state, seat)
    if plies == 0 or state.turn is None:
        return worth
    ours = state.turn == seat
    for move in judge.sharp(state):
        if not ours and floor is not None and worth <= floor:
            break
        after = _exchange(judge, state.apply(move).state, seat, plies - 1, None)
        worth = max(worth, after) if ours else min(worth, after)
    return worth
