"""What lies on the table of Taika-Mario: the board as sets of squares, pawns, hands and deck as face-down slots.

Owns the position's data and all that can be read off it (who lives, where one may step, place and cast); does
not know how a turn is written or what it changes.  A hidden card is ``None``: whoever holds a table knows some
faces and not others (TM3).  Legal turns are many, so that everything can be asked by part.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from rules.facts import PieceMap
from rules.game import Outcome
from rules.squares import members
from rules.taika.cards import known
from rules.taika.moves import COLOURS, square_name
from rules.taika.patterns import Rows, layings

CHARACTERS = ("mario", "luigi", "wario", "waluigi")
BLIND = {"mario": 0, "luigi": 1, "wario": 2, "waluigi": 3}
"""The index in COLOURS that each character is blind to (TM1)."""
DEADLY = 3
"""How many hits kill (TM8)."""

Hand = tuple[str | None, ...]


class TaikaEnd(StrEnum):
    """How a game ends; the value is the rulebook's word (TM20), which is what is written."""

    LAST_ALIVE = "last"
    DIED_TOGETHER = "together"
    """The last ones left the board at one moment (TM11)."""
    QUIET = "quiet"
    """As many turns without an obstacle or a hit as the option ``quiet_limit`` says (TM12)."""


@dataclass(frozen=True, slots=True)
class TaikaSetup:
    """What does not change in a game: the board's size, who plays, own cards, options (TM21)."""

    size: int
    characters: tuple[str, ...]
    cards: tuple[tuple[str, Rows], ...] = ()
    """Cards that add to or override the built-in ones, sorted by id (TM17)."""
    open_hands: bool = False
    either_or: bool = False
    quiet_limit: int = 40
    """0: no limit."""

    def rows(self, card: str) -> Rows | None:
        """The pattern of ``card``, or None if there is no such card."""
        if self.cards:
            index = bisect_left(self.cards, (card, ()))
            if index < len(self.cards) and self.cards[index][0] == card:
                return self.cards[index][1]
        return known().get(card)


class Spell(NamedTuple):
    """One castable laying: the card, its new squares, the obstacles it needs (both sets of squares)."""

    card: str
    new: int
    need: int


@cache
def around(square: int, size: int, reach: int) -> int:
    """The squares at most ``reach`` king's steps from ``square``, itself left out."""
    file, rank = divmod(square, size)
    found = 0
    for x in range(max(0, file - reach), min(size, file + reach + 1)):
        for y in range(max(0, rank - reach), min(size, rank + reach + 1)):
            found |= 1 << (x * size + y)
    return found & ~(1 << square)


@dataclass(frozen=True, slots=True)
class TaikaTable:
    """A position; see TM17 for what each part means.  Seats are in turn order."""

    setup: TaikaSetup
    colours: tuple[int, int, int, int]
    """For each colour of COLOURS the squares of its obstacles."""
    at: tuple[int | None, ...]
    hits: tuple[int, ...]
    hands: tuple[Hand, ...]
    place: tuple[int | None, ...]
    mover: int
    deck: Hand
    discard: Hand
    seed: bytes | None
    """None in a view."""
    shuffles: int
    quiet: int

    # -- who and whether ---------------------------------------------------------------------------------

    @property
    def alive(self) -> tuple[int, ...]:
        """The seats whose pawn is on the board."""
        return tuple(seat for seat, square in enumerate(self.at) if square is not None)

    def outcome(self) -> Outcome | None:
        """How it ended (TM11, TM12, TM20), or None."""
        alive = self.alive
        if len(alive) == 1:
            return Outcome(TaikaEnd.LAST_ALIVE, None, alive)
        if not alive:
            return Outcome(
                TaikaEnd.DIED_TOGETHER, None, tuple(s for s, place in enumerate(self.place) if place == 1)
            )
        if self.setup.quiet_limit and self.quiet >= self.setup.quiet_limit:
            return Outcome(TaikaEnd.QUIET, None, alive)
        return None

    # -- what may be done, by part -----------------------------------------------------------------------

    @property
    def obstacles(self) -> int:
        """The squares that hold an obstacle."""
        red, green, yellow, purple = self.colours
        return red | green | yellow | purple

    @property
    def pawns(self) -> int:
        """The squares that hold a pawn."""
        return sum(1 << square for square in self.at if square is not None)

    def blind(self, seat: int) -> int:
        """The squares whose obstacle ``seat`` cannot use (TM1, TM6)."""
        return self.colours[BLIND[self.setup.characters[seat]]]

    def usable(self, seat: int) -> int:
        """The squares whose obstacle ``seat`` can use to cast (TM6)."""
        return self.obstacles & ~self.blind(seat)

    def steps(self, seat: int | None = None) -> int:
        """The squares that the pawn of ``seat`` (by default of the player to move) may step to (TM4)."""
        square = self.at[self.mover if seat is None else seat]
        if square is None:
            return 0
        return around(square, self.setup.size, 1) & ~(self.obstacles | self.pawns)

    def places(self, step: int) -> int:
        """The squares that may get an obstacle after stepping to ``step`` (TM4a)."""
        left = self.at[self.mover]
        others = self.pawns & ~(0 if left is None else 1 << left)
        return around(step, self.setup.size, 2) & ~(self.obstacles | others)

    def spells(self) -> tuple[Spell, ...]:
        """Every castable laying of the mover's known cards; the step changes none of them (TM6, TM10)."""
        usable = self.usable(self.mover)
        found = []
        for card in dict.fromkeys(self.hands[self.mover]):
            rows = self.setup.rows(card) if card else None
            if card and rows:
                fits = layings(rows, self.setup.size, usable)
                found += [Spell(card, new, need) for new, need in fits.items()]
        return tuple(found)

    def parts(self) -> tuple[int, tuple[Spell, ...]]:
        """The steps and the spells of this turn; none of either where there is no turn to make."""
        if self.outcome():
            return 0, ()
        steps = self.steps()
        return steps, self.spells() if steps else ()

    def count(self) -> int:
        """How many legal turns there are, without listing them."""
        steps, spells = self.parts()
        magic = sum(4 ** spell.new.bit_count() for spell in spells)
        total = magic if self.setup.either_or else 0
        for step in members(steps):
            places = 4 * self.places(step).bit_count()
            others = places + (0 if self.setup.either_or else magic)
            total += others or 1
        return total

    # -- how it looks --------------------------------------------------------------------------------------

    def pieces(self) -> PieceMap:
        """Obstacles by colour letter, pawns by character; a pawn stands above an obstacle (TM6)."""
        size = self.setup.size
        found: dict[str, tuple[str, ...]] = {}
        for colour, squares in zip(COLOURS, self.colours, strict=True):
            for square in members(squares):
                found[square_name(square, size)] = (colour,)
        for character, at in zip(self.setup.characters, self.at, strict=True):
            if at is not None:
                name = square_name(at, size)
                found[name] = (*found.get(name, ()), character)
        return found
