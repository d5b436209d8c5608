"""The one small interface that all games share.

A game is a pure function: options, seats and seed make the first state; a state and an
action make the next.  Actions are short ASCII texts, the rulebook's own machine notation
(``c3d4t``, ``draw?``): what a click builds, what travels, what is signed and what a person reads
in an export are the same thing.  No clock, no randomness, no I/O, no floats in here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from types import MappingProxyType
from typing import NamedTuple

from rules.errors import BadOption, BadPosition, IllegalAction, RulesError
from rules.facts import Fact, PieceMap
from rules.numbers import whole_number
from rules.outside import OPTION, OPTION_CHARS, POSITION, Unreadable, check_size, checked

DIGEST_BYTES = 16
"""How long the digest of a state is."""

OptionValue = int | str
Options = Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Option:
    """One choice to make before a game: an int with a range, one of some words, or a free text.

    ``kind`` is ``int`` (``low``–``high``), ``choice`` (one of ``choices``), ``set`` (some of ``choices``,
    comma-separated) or ``text`` (checked by the game itself in ``start`` and ``position``).
    """

    name: str
    default: OptionValue
    kind: str = "int"
    low: int = 0
    high: int = 1_000_000
    choices: tuple[str, ...] = ()

    def read(self, text: str) -> OptionValue:
        """The value that the command-line form ``text`` stands for; raises BadOption."""
        try:
            check_size(text, OPTION_CHARS, OPTION)
        except Unreadable as error:
            raise BadOption(error.code, error.message, **error.arguments) from None
        if self.kind == "int":
            number = whole_number(text, self.low, self.high)
            if number is None:
                raise BadOption(
                    "option-range",
                    "option {name} must be a whole number from {low} to {high}, not {value!r}",
                    name=self.name,
                    low=self.low,
                    high=self.high,
                    value=text,
                )
            return number
        words = text.split(",") if self.kind == "set" else [text]
        wrong = [word for word in words if word not in self.choices] or len(set(words)) < len(words)
        if self.kind != "text" and wrong:
            raise BadOption(
                "option-choice",
                "option {name} must be {choices}, not {value!r}",
                name=self.name,
                choices=" | ".join(self.choices),
                value=text,
            )
        return text


class Outcome(NamedTuple):
    """How a game ended.

    ``reason`` is the rulebook's letter or word: for how players ended it (``rules.endings``), or else one of the
    game's own.  ``scores`` are points by seat, None in a game without; ``winners`` are the best seats.
    """

    reason: str
    scores: tuple[int, ...] | None
    winners: tuple[int, ...]


def over_facts(outcome: Outcome | None) -> tuple[Fact, ...]:
    """What a step ends with if the game is over by it: the reason, and the seat of a sole winner."""
    if outcome is None:
        return ()
    seat = outcome.winners[0] if len(outcome.winners) == 1 else None
    return (Fact("over", seat=seat, note=outcome.reason),)


class Pick(NamedTuple):
    """One thing that can be chosen next while an action is being built.

    ``kind``: ``square``, ``part``, ``piece``, ``card``, ``colour`` …; ``value`` is what is appended to the
    prefix; ``note`` says what choosing it would do (``move``, ``destroy``, ``control``, ``rescue`` …).
    """

    kind: str
    value: str
    note: str = ""


class Picks(NamedTuple):
    """The choices after a prefix, and the action that the prefix is already, if it is one."""

    choices: tuple[Pick, ...]
    action: str | None = None


class State(ABC):
    """One moment of a game: immutable, hashable, cheap to step.

    Repetition memory is carried along but is no part of equality, notation or digest.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def turn(self) -> int | None:
        """The one seat that may act now (after an offer: the one who must answer); None when over."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How it ended, or None."""

    @abstractmethod
    def legal(self) -> tuple[str, ...]:
        """The board moves, sorted bytewise; empty when over and while an answer is due."""

    @abstractmethod
    def extras(self) -> tuple[str, ...]:
        """What else the seat to act may do: offers, answers, claims, resignation."""

    @abstractmethod
    def picks(self, prefix: tuple[str, ...] = ()) -> Picks:
        """What can be chosen next after ``prefix``; no choices and no action if the prefix leads nowhere."""

    @abstractmethod
    def apply(self, action: str) -> Step:
        """The next state and what happened; raises MalformedAction or IllegalAction and changes nothing."""

    @abstractmethod
    def forfeit(self, seats: tuple[int, ...], reason: str) -> Step:
        """``seats`` left (``reason`` ``left``) or ran out of time (``time``), also out of turn.

        Nothing happens to those that are out of the game already; raises IllegalAction.
        """

    @abstractmethod
    def notation(self) -> str:
        """The position in the rulebook's notation."""

    @abstractmethod
    def public(self) -> str:
        """What the digest is taken over: the notation of ``view(None)`` plus offers used and pending."""

    @abstractmethod
    def pieces(self) -> PieceMap:
        """What stands where, for drawing."""

    @abstractmethod
    def show(self) -> str:
        """The board as text, for people."""

    def seat_count(self) -> int:
        """For how many seats this position is."""
        return 2

    def knows_all(self) -> bool:
        """Whether all that is hidden from somebody is known here; where nothing is hidden it always is."""
        return True

    def shapes(self) -> tuple[str, ...]:
        """The legal moves without their free colours; most games have none."""
        return self.legal()

    def may(self, action: str) -> bool:
        """Whether ``apply(action)`` would succeed; games with many moves answer without listing them."""
        try:
            self.apply(action)
        except RulesError:
            return False
        return True

    def view(self, seat: int | None) -> State:
        """What ``seat``, or a watcher (None), may know; the state itself where nothing is hidden."""
        return self

    def full(self, action: str) -> str:
        """``action`` with all that those need who do not know what is hidden: what goes into a record."""
        return action

    def learn(self, slot: int, face: str) -> State:
        """This state knowing that the hidden thing ``slot`` is ``face``."""
        raise IllegalAction("nothing-hidden", "nothing is hidden in this game")

    def without_history(self) -> State:
        """This state, never counting repetitions from here on (for perft)."""
        return self

    def perft(self, depth: int) -> int:
        """How many sequences of ``depth`` board moves there are; repetition is not counted."""
        if depth == 0:
            return 1
        moves = self.legal()
        if depth == 1:
            return len(moves)
        here = self.without_history()
        return sum(here.apply(move).state.perft(depth - 1) for move in moves)


class Step(NamedTuple):
    """The state after an action, and what happened on the way, in order."""

    state: State
    facts: tuple[Fact, ...]


class Game(ABC):
    """One game: who may play, what may be chosen before, and where it starts."""

    id: str
    name: str
    version: int
    """Raised whenever the rules or the public text change: old records name what they were played by."""
    seats: tuple[int, ...]
    """The possible numbers of players."""
    options: tuple[Option, ...] = ()

    @abstractmethod
    def start(self, options: Options, seats: int, seed: bytes = b"") -> State:
        """The first state; raises BadOption."""

    longest_position: int = 8192
    """In characters; a longer one is refused before it is looked at."""

    def position(self, text: str, options: Options) -> State:
        """The state that ``text`` describes; raises BadPosition saying what can't be read or can't be."""
        try:
            checked(text, self.longest_position, POSITION)
        except Unreadable as error:
            raise BadPosition(error.code, error.message, **error.arguments) from None
        return self.read_position(text, options)

    @abstractmethod
    def read_position(self, text: str, options: Options) -> State:
        """``position``, for the game itself: ``text`` is of a fair size."""

    def configure(self, given: Mapping[str, str]) -> Options:
        """All options with their values, from command-line forms; raises BadOption."""
        values: dict[str, OptionValue] = {option.name: option.default for option in self.options}
        known = {option.name: option for option in self.options}
        for name, text in given.items():
            if name not in known:
                raise BadOption(
                    "option-unknown",
                    "{game} has no option {name!r}, only: {known}",
                    game=self.id,
                    name=name,
                    known=", ".join(known) or "none",
                )
            values[name] = known[name].read(text)
        return MappingProxyType(values)

    def digest(self, state: State) -> bytes:
        """16 bytes that two peers compare after every step."""
        text = f"{self.id}\n{self.version}\n{state.public()}"
        return blake2b(text.encode("utf-8"), digest_size=DIGEST_BYTES, person=b"magicade state").digest()
