"""The smallest whole game: count up together, whoever says the goal wins.  Template and test double.

Two to four players in turn say one, two or three more.  Nobody is bound to play it, so no registry
lists it; tests do with ``registered(NULL)``.  Copy this file to begin a new game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rules.endings import FORFEITS, LEFT, RESIGNED
from rules.errors import BadOption, BadPosition, IllegalAction, MalformedAction
from rules.facts import Fact, PieceMap
from rules.game import Game, Option, Options, Outcome, Pick, Picks, State, Step

MOVES = ("+1", "+2", "+3")
RESIGN = "resign"


@dataclass(frozen=True, slots=True)
class NullState(State):
    """How far the count is, whose turn it is, who is still in."""

    goal: int
    count: int
    seats: tuple[int, ...]
    """Who is still in the game, the seat to act first."""
    players: int
    reason: str = ""
    """``goal``, or how the last but one went: ``resigned``, ``left``, ``time``."""

    @property
    def turn(self) -> int | None:
        return None if self.reason else self.seats[0]

    def outcome(self) -> Outcome | None:
        return Outcome(self.reason, None, self.seats[:1]) if self.reason else None

    def seat_count(self) -> int:
        return self.players

    def legal(self) -> tuple[str, ...]:
        return () if self.reason else tuple(move for move in MOVES if self.count + int(move) <= self.goal)

    def extras(self) -> tuple[str, ...]:
        return () if self.reason else (RESIGN,)

    def picks(self, prefix: tuple[str, ...] = ()) -> Picks:
        if not prefix:
            return Picks(tuple(Pick("piece", move) for move in self.legal()))
        whole = len(prefix) == 1 and prefix[0] in self.legal()
        return Picks((), prefix[0] if whole else None)

    def apply(self, action: str) -> Step:
        if action not in (*MOVES, RESIGN):
            raise MalformedAction("not-a-move", "{action!r} is no move, only +1 +2 +3 resign", action=action)
        seat = self.turn
        if seat is None:
            raise IllegalAction("over", "the game is over: nothing can be played")
        if action == RESIGN:
            return self._without((seat,), RESIGNED, Fact("resigned", seat=seat))
        if action not in self.legal():
            raise IllegalAction("too-far", "{action} goes beyond {goal}", action=action, goal=self.goal)
        count = self.count + int(action)
        placed = Fact("placed", to="count", pieces=("o",) * int(action), seat=seat)
        if count == self.goal:
            return Step(
                replace(self, count=count, reason="goal"), (placed, Fact("over", seat=seat, note="goal"))
            )
        return Step(replace(self, count=count, seats=(*self.seats[1:], seat)), (placed,))

    def forfeit(self, seats: tuple[int, ...], reason: str) -> Step:
        if self.reason:
            raise IllegalAction("over", "the game is over: nobody can leave it")
        if reason not in FORFEITS:
            raise IllegalAction("reason", "a forfeit is left or time, not {reason!r}", reason=reason)
        if seats and set(seats) <= set(range(self.players)) - set(self.seats):
            return Step(self, ())
        if not set(seats) < set(self.seats) or not seats or len(set(seats)) < len(seats):
            raise IllegalAction("seats", "some of the players still in the game forfeit, never all of them")
        return self._without(seats, reason, *(Fact("left", seat=seat, note=reason) for seat in seats))

    def _without(self, gone: tuple[int, ...], reason: str, *facts: Fact) -> Step:
        seats = tuple(seat for seat in self.seats if seat not in gone)
        if len(seats) > 1:
            return Step(replace(self, seats=seats), facts)
        return Step(
            replace(self, seats=seats, reason=reason), (*facts, Fact("over", seat=seats[0], note=reason))
        )

    def notation(self) -> str:
        """``COUNT SEATS PLAYERS``, the seats still in the game from the one to act on: ``7 120 3``."""
        return f"{self.count} {''.join(map(str, self.seats))} {self.players}"

    def public(self) -> str:
        return f"{self.notation()} {self.reason or '-'}"

    def pieces(self) -> PieceMap:
        return {"count": ("o",) * self.count} if self.count else {}

    def show(self) -> str:
        return (
            f"{self.count} of {self.goal}, seat {self.seats[0]} {'has won' if self.reason else 'to say more'}"
        )


class Null(Game):
    """Count to ``goal``."""

    id = "null"
    name = "Null game"
    version = 1
    seats = (2, 3, 4)
    options = (Option("goal", 10, "int", 1, 100),)

    def start(self, options: Options, seats: int, seed: bytes = b"") -> NullState:
        if seats not in self.seats:
            raise BadOption("seats", "the null game is for 2 to 4 players, not {seats}", seats=seats)
        return NullState(int(options["goal"]), 0, tuple(range(seats)), seats)

    def read_position(self, text: str, options: Options) -> NullState:
        goal = int(options["goal"])
        match = re.fullmatch("(0|[1-9][0-9]{0,2}) ([0-3]{1,4}) ([2-4])", text, re.ASCII)
        if match is None:
            raise BadPosition("form", "a position is COUNT SEATS PLAYERS, not {text!r}", text=text)
        count, players = int(match[1]), int(match[3])
        seats = tuple(map(int, match[2]))
        if len(set(seats)) < len(seats) or max(seats) >= players:
            raise BadPosition(
                "seats", "{seats} are not some of {players} players", seats=match[2], players=players
            )
        if count > goal:
            raise BadPosition("count", "{count} is beyond the goal {goal}", count=count, goal=goal)
        reason = "goal" if count == goal else LEFT if len(seats) == 1 else ""
        return NullState(goal, count, seats, players, reason)


NULL = Null()
