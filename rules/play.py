"""The mid-end: options, seats, seed and actions make states.  The sole owner of history, undo and replay.

Everything that happens to a game in play is a *ply*, numbered from 1: an action, a forfeit or a
takeback.  Plies are only ever added: a takeback goes back to the state after an earlier ply, and
what it undid stays on record.  Knows no network, no clock, no file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules import outside
from rules.errors import BadOption, BadPosition, IllegalAction, MalformedAction
from rules.facts import Fact
from rules.game import Game, State, Step
from rules.outside import ACTION_CHARS, Unreadable, checked

ACTION, FORFEIT, TAKEBACK = "action", "forfeit", "takeback"


@dataclass(frozen=True, slots=True)
class Ply:
    """One thing that happened, and the state after it."""

    kind: str
    """``action``, ``forfeit`` or ``takeback``."""
    text: str
    """The action; the reason of a forfeit; empty for a takeback."""
    seats: tuple[int, ...]
    """Who acted, or who was forfeited; empty for a takeback."""
    before: int
    """The ply from whose state this one was made; for a takeback, the ply that it goes back to."""
    state: State
    facts: tuple[Fact, ...]


class Play:
    """One game in play.

    >>> from rules.nullgame import NULL
    >>> play = Play(NULL, {"goal": "5"})
    >>> _ = play.act("+1"), play.act("+2"), play.takeback(1)
    >>> play.actions(), len(play)
    (('+1',), 3)
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, str] | None = None,
        seats: int | None = None,
        seed: bytes = b"",
        position: str = "",
    ) -> None:
        """``options`` in command-line forms; ``position`` in the game's notation, empty for the usual start.

        ``seats`` None: as many as the position is for, or else the game's smallest number.
        Raises BadOption or BadPosition.
        """
        self.game = game
        self.given = dict(options or {})
        self.options = game.configure(self.given)
        self.seed = seed
        self.position = position
        start = game.position(position, self.options) if position else None
        usual = game.seats[0] if start is None else start.seat_count()
        self.seats = usual if seats is None else seats
        if self.seats not in game.seats:
            raise BadOption(
                "seats",
                "{game} is for {known} players, not {seats}",
                game=game.name,
                known=" or ".join(map(str, game.seats)),
                seats=self.seats,
            )
        if start is not None and self.seats != usual:
            raise BadPosition(
                "position-seats",
                "the position is for {theirs} players, not for {seats}",
                theirs=usual,
                seats=self.seats,
            )
        self.start = game.start(self.options, self.seats, seed) if start is None else start
        self._plies: list[Ply] = []

    def __len__(self) -> int:
        """How many plies there are, undone ones included."""
        return len(self._plies)

    @property
    def plies(self) -> tuple[Ply, ...]:
        """All plies, undone ones included; ply n is at index n − 1."""
        return tuple(self._plies)

    @property
    def state(self) -> State:
        """How the game stands now."""
        return self.at(len(self))

    def at(self, number: int) -> State:
        """The state after ply ``number``, 0 for the start; raises IllegalAction if there is no such ply."""
        if not 0 <= number <= len(self):
            raise IllegalAction(
                "no-ply", "there is no ply {number}: there are {count}", number=number, count=len(self)
            )
        return self._plies[number - 1].state if number else self.start

    def ply(self, number: int) -> Ply:
        """Ply ``number``, from 1."""
        if number < 1:
            raise IllegalAction("no-ply", "plies are numbered from 1, not {number}", number=number)
        self.at(number)
        return self._plies[number - 1]

    def digest(self, number: int | None = None) -> bytes:
        """The digest of the state after ply ``number`` (default: now)."""
        return self.game.digest(self.at(len(self) if number is None else number))

    def act(self, action: str) -> Step:
        """Applies an action by the seat to act; raises MalformedAction or IllegalAction, nothing changed."""
        try:
            checked(action, ACTION_CHARS, outside.ACTION)
        except Unreadable as error:
            raise MalformedAction(error.code, error.message, **error.arguments) from None
        state = self.state
        step = state.apply(action)
        seat = state.turn
        self._add(ACTION, action, () if seat is None else (seat,), step)
        return step

    def forfeit(self, seats: tuple[int, ...], reason: str) -> Step:
        """``seats`` left (``left``) or ran out of time (``time``); raises IllegalAction, nothing changed."""
        step = self.state.forfeit(seats, reason)
        self._add(FORFEIT, reason, seats, step)
        return step

    def takeback(self, number: int) -> State:
        """Goes back to the state after ply ``number`` (0: the start), which may itself have been undone."""
        state = self.at(number)
        self._plies.append(Ply(TAKEBACK, "", (), number, state, ()))
        return state

    def undo(self) -> State:
        """Goes back by one ply of the line that stands; raises IllegalAction at the start."""
        line = self.line()
        if not line:
            raise IllegalAction("at-start", "there is nothing to undo")
        return self.takeback(line[-2] if len(line) > 1 else 0)

    def line(self) -> tuple[int, ...]:
        """The numbers of the actions and forfeits that led to the state now, in order."""
        numbers: list[int] = []
        number = len(self)
        while number:
            ply = self._plies[number - 1]
            if ply.kind != TAKEBACK:
                numbers.append(number)
            number = ply.before
        return tuple(reversed(numbers))

    def actions(self) -> tuple[str, ...]:
        """The actions that led to the state now, takebacks undone, forfeits left out."""
        plies = (self._plies[number - 1] for number in self.line())
        return tuple(ply.text for ply in plies if ply.kind == ACTION)

    def _add(self, kind: str, text: str, seats: tuple[int, ...], step: Step) -> None:
        self._plies.append(Ply(kind, text, seats, len(self), step.state, step.facts))
