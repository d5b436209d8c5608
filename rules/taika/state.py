"""Taika-Mario's state behind the interface that all games share (TM1–TM21).

The table says what lies where, ``refusals`` what is not allowed, ``happenings`` what a turn changes, ``views``
who knows what, ``building`` how a turn is built by choices; here they come together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from rules.endings import FORFEITS, RESIGNED
from rules.errors import IllegalAction, MalformedAction, RulesError
from rules.facts import Fact
from rules.game import Picks, State, Step, over_facts
from rules.squares import members
from rules.taika import building, views, writing
from rules.taika.happenings import leave, take_turn
from rules.taika.moves import COLOURS, Cast, Place, Turn, parse, square_name, write
from rules.taika.refusals import check_going, check_turn
from rules.taika.table import BLIND, CHARACTERS, DEADLY, Hand, Spell, TaikaSetup, TaikaTable, around

__all__ = ["BLIND", "CHARACTERS", "DEADLY", "Hand", "Spell", "TaikaSetup", "TaikaState", "around"]


@dataclass(frozen=True, slots=True)
class TaikaState(TaikaTable, State):
    """One moment of the game: a table with its rules."""

    @property
    def turn(self) -> int | None:
        return None if self.outcome() else self.mover

    def seat_count(self) -> int:
        return len(self.at)

    # -- what may be done ----------------------------------------------------------------------------------

    def legal(self) -> tuple[str, ...]:
        return self._list(COLOURS)

    def shapes(self) -> tuple[str, ...]:
        return self._list(" ")

    def _list(self, colours: str) -> tuple[str, ...]:
        """All turns with each new obstacle in each of ``colours``; one blank: shapes (TM18)."""
        size = self.setup.size
        steps, spells = self.parts()
        magic = []
        for spell in spells:
            squares = [square_name(square, size) for square in members(spell.new)]
            for choice in product(colours, repeat=len(squares)):
                named = zip(squares, choice, strict=True)
                magic.append(f"!{spell.card} " + " ".join((s + c).strip() for s, c in named))
        found = [f". {act}" for act in magic] if self.setup.either_or else []
        for step in members(steps):
            name = square_name(step, size)
            places = self.places(step)
            found += [
                f"{name} {c.strip()}@{square_name(square, size)}"
                for square in members(places)
                for c in colours
            ]
            if not self.setup.either_or:
                found += [f"{name} {act}" for act in magic]
            if not places and (self.setup.either_or or not spells):
                found.append(f"{name} -")
        return tuple(sorted(found))

    def extras(self) -> tuple[str, ...]:
        return () if self.outcome() else ("resign",)

    def may(self, action: str) -> bool:
        try:
            if action == "resign":
                check_going(self)
            else:
                check_turn(self, parse(action, self.setup.size))
        except RulesError:
            return False
        return True

    def picks(self, prefix: tuple[str, ...] = ()) -> Picks:
        return building.picks(self, prefix)

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        if depth == 1:
            return self.count()
        return sum(
            take_turn(self, turn, need, slot, []).perft(depth - 1) for turn, need, slot in self._turns()
        )

    def _turns(self) -> Iterator[tuple[Turn, int, int | None]]:
        """Every legal turn as ``take_turn`` wants it, without going through texts."""
        steps, spells = self.parts()
        magic = []
        for spell in spells:
            slot = self.hands[self.mover].index(spell.card)
            for colours in product(COLOURS, repeat=spell.new.bit_count()):
                new = tuple(Place(square, c) for square, c in zip(members(spell.new), colours, strict=True))
                magic.append((Cast(spell.card, None, new), spell.need, slot))
        free = self.setup.either_or
        if free:
            yield from ((Turn(None, cast), need, slot) for cast, need, slot in magic)
        for step in members(steps):
            places = self.places(step)
            yield from (
                (Turn(step, Place(square, c)), 0, None) for square in members(places) for c in COLOURS
            )
            if not free:
                yield from ((Turn(step, cast), need, slot) for cast, need, slot in magic)
            if not places and (free or not magic):
                yield Turn(step, None), 0, None

    # -- doing it ----------------------------------------------------------------------------------------------

    def apply(self, action: str) -> Step:
        facts: list[Fact] = []
        if action == "resign":
            check_going(self)
            return _told(leave(self, (self.mover,), RESIGNED, facts), facts)
        if not isinstance(action, str):
            raise MalformedAction("turn", "a turn must be text")
        turn = parse(action, self.setup.size)
        need = check_turn(self, turn)
        slot = views.leaving(self, turn.act) if isinstance(turn.act, Cast) else None
        return _told(take_turn(self, turn, need, slot, facts), facts)

    def forfeit(self, seats: tuple[int, ...], reason: str) -> Step:
        check_going(self)
        if reason not in FORFEITS:
            raise IllegalAction("reason", "TM13: a forfeit is left or time, not {reason!r}", reason=reason)
        strangers = [seat for seat in seats if seat not in range(len(self.at))]
        if strangers:
            raise IllegalAction("no-seat", "TM13: there is no seat {seat} at this table", seat=strangers[0])
        if not seats:
            raise IllegalAction("nobody", "TM13: none of these seats is still in the game")
        gone = tuple(seat for seat in sorted(set(seats)) if seat in self.alive)
        if not gone:
            return Step(self, ())  # a log must be able to say that somebody who is out has left, too
        facts: list[Fact] = []
        return _told(leave(self, gone, reason, facts), facts)

    # -- who knows what ------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> TaikaState:
        return views.view(self, seat)

    def learn(self, slot: int, face: str) -> TaikaState:
        return views.learn(self, slot, face)

    def full(self, action: str) -> str:
        """``action`` with the place in the hand that its card leaves, for those who do not know the hand."""
        if action == "resign":
            return action
        turn = parse(action, self.setup.size)
        if not isinstance(turn.act, Cast):
            return action
        cast = turn.act._replace(slot=views.leaving(self, turn.act))
        return write(turn._replace(act=cast), self.setup.size)

    def knows_all(self) -> bool:
        return self.seed is not None

    # -- how it looks ----------------------------------------------------------------------------------------

    def notation(self) -> str:
        return writing.write_position(self)

    def public(self) -> str:
        return self.view(None).notation()

    def show(self) -> str:
        return writing.show(self)


def _told(state: TaikaState, facts: list[Fact]) -> Step:
    """``state`` and ``facts``, with ``over`` at the end if it is, naming the seat of a sole winner."""
    return Step(state, (*facts, *over_facts(state.outcome())))
