"""What a turn changes: obstacles, hits, deaths, cards, and whose turn begins (TM4–TM13).

Every function makes the next table from one and adds the facts of what happened to a list; none asks
whether it was allowed (``refusals`` does).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from rules.endings import RESIGNED
from rules.facts import Fact
from rules.squares import members
from rules.taika.deal import shuffle
from rules.taika.moves import COLOURS, Cast, Place, Turn, square_name
from rules.taika.table import DEADLY, Hand, TaikaTable

T = TypeVar("T", bound=TaikaTable)
Item = TypeVar("Item")


def put(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """``items`` with ``item`` at ``index``."""
    return (*items[:index], item, *items[index + 1 :])


def take_turn(table: T, turn: Turn, need: int, slot: int | None, facts: list[Fact]) -> T:
    """The table after a legal turn and with the next one begun (TM4, TM5, TM12).

    ``need`` are the required squares of its spell, ``slot`` the place in the hand that the cast card leaves.
    """
    before = table
    if turn.step is not None:
        table = _step(table, turn.step, facts)
    loud = False
    if isinstance(turn.act, Place):
        table = _obstacle(table, turn.act, facts)
        loud = True
    elif isinstance(turn.act, Cast):
        assert slot is not None
        loud = any(not before.obstacles >> place.square & 1 for place in turn.act.new)
        table, struck = _cast(table, turn.act, need, slot, facts)
        loud = loud or struck
    return end_turn(table, 0 if loud else table.quiet + 1, facts)


def _step(table: T, to: int, facts: list[Fact]) -> T:
    size, seat = table.setup.size, table.mover
    left = table.at[seat]
    assert left is not None
    pawn = (table.setup.characters[seat],)
    facts.append(Fact("moved", square_name(left, size), square_name(to, size), pawn, seat, "step"))
    return replace(table, at=put(table.at, seat, to))


def _obstacle(table: T, place: Place, facts: list[Fact]) -> T:
    """A new obstacle, replacing an old one (TM6); a pawn stays above it."""
    bit = 1 << place.square
    name = square_name(place.square, table.setup.size)
    old = [colour for colour, squares in zip(COLOURS, table.colours, strict=True) if squares & bit]
    if old:
        facts.append(Fact("taken", name, "", (old[0],), note="replaced"))
    under = "under" if table.pawns & bit else ""
    facts.append(Fact("placed", "", name, (place.colour,), table.mover, under))
    kept = [squares & ~bit for squares in table.colours]
    kept[COLOURS.index(place.colour)] |= bit
    return replace(table, colours=(kept[0], kept[1], kept[2], kept[3]))


def _cast(table: T, cast: Cast, need: int, slot: int, facts: list[Fact]) -> tuple[T, bool]:
    """TM9: new obstacles, hits, deaths, the card to the pile, a card drawn; whether any was hit."""
    size, seat = table.setup.size, table.mover
    required = tuple(square_name(square, size) for square in members(need))
    stands = table.at[seat]
    at = "" if stands is None else square_name(stands, size)
    facts.append(Fact("cast", at, pieces=required, seat=seat, note=cast.card))
    for place in cast.new:
        table = _obstacle(table, place, facts)
    new = sum(1 << place.square for place in cast.new)
    struck = [s for s, square in enumerate(table.at) if square is not None and new >> square & 1]
    hits = tuple(count + (s in struck) for s, count in enumerate(table.hits))
    for s in struck:
        square = table.at[s]
        assert square is not None
        facts.append(Fact("hit", at=square_name(square, size), seat=s, note=str(hits[s])))
    hand = table.hands[seat]
    table = replace(table, hits=hits, hands=put(table.hands, seat, hand[:slot] + hand[slot + 1 :]))
    table = die(table, tuple(s for s in struck if hits[s] >= DEADLY), "hits", facts)
    table = replace(table, discard=(*table.discard, None if table.seed is None else cast.card))
    if table.at[seat] is not None:
        table = _draw(table, facts)
    return table, bool(struck)


def _draw(table: T, facts: list[Fact]) -> T:
    """The mover draws one; an empty deck is first made anew from the discard pile (TM9)."""
    if not table.deck:
        facts.append(Fact("shuffled"))
        deck: Hand = (None,) * len(table.discard)
        if table.seed is not None:
            deck = shuffle([card for card in table.discard if card], table.seed, table.shuffles)
        table = replace(table, deck=deck, discard=(), shuffles=table.shuffles + 1)
    facts.append(Fact("drew", seat=table.mover))
    hand = table.hands[table.mover] + table.deck[-1:]
    return replace(table, deck=table.deck[:-1], hands=put(table.hands, table.mover, hand))


def die(table: T, seats: Sequence[int], why: str, facts: list[Fact]) -> T:
    """``seats`` leave the board at one moment, their hands go to the discard pile (TM5, TM8, TM11)."""
    place = 1 + len(table.alive) - len(seats)
    for seat in sorted(seats):
        square = table.at[seat]
        assert square is not None
        name = square_name(square, table.setup.size)
        facts.append(Fact("out", at=name, seat=seat, note=why))
        facts.append(Fact("taken", name, "", (table.setup.characters[seat],), seat, "out"))
        hand: Hand = table.hands[seat] if table.seed is not None else (None,) * len(table.hands[seat])
        table = replace(
            table,
            at=put(table.at, seat, None),
            hands=put(table.hands, seat, ()),
            place=put(table.place, seat, place),
            discard=table.discard + hand,
        )
    return table


def end_turn(table: T, quiet: int, facts: list[Fact]) -> T:
    """Count the turn (TM12), then begin the next one, with TM5 for those who cannot step."""
    table = onward(replace(table, quiet=quiet))
    while not table.outcome() and not table.steps():
        table = onward(replace(die(table, (table.mover,), "stuck", facts), quiet=0))
    return table


def onward(table: T) -> T:
    """The next seat still alive is to move; unchanged if there is none (TM20)."""
    seats = len(table.at)
    for ahead in range(1, seats + 1):
        seat = (table.mover + ahead) % seats
        if table.at[seat] is not None:
            return replace(table, mover=seat)
    return table


def leave(table: T, seats: Sequence[int], reason: str, facts: list[Fact]) -> T:
    """Out of the game by one's own will or absence (TM13); the turn stays unless it was theirs."""
    kind, note = ("resigned", "") if reason == RESIGNED else ("left", reason)
    facts += [Fact(kind, seat=seat, note=note) for seat in seats]
    after = replace(die(table, seats, reason, facts), quiet=0)
    return end_turn(after, 0, facts) if table.mover in seats else after
