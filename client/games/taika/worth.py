"""What a Taika-Mario position is worth to a seat that sees only what it may: hits, room, land, threats, fears.

Counts in thousandths of a hit, about.  Asks the rules by part and never lists colours; of hidden hands it fears
every card that may be in play.  Knows nothing of what a bot does with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from client.games.taika.room import territories
from rules.squares import members
from rules.taika.cards import built_in
from rules.taika.patterns import Rows, orientations
from rules.taika.state import DEADLY, TaikaState, around

HIT = 900
OUT = 4000
OWN_HIT = 1300
ROOM = (-3000, -700, -250, -90, -30, 0, 15, 25, 30)
"""What it is worth to have 0 to 8 steps next turn (TM5)."""
READY = (40, 18, 7, 2)
"""For each own card, by the obstacles that its nearest laying lacks."""
NEAR = 3
FAR_AWAY = 6
"""For each step that the nearest opponent is farther than ``NEAR``: obstacles are placed around the pawn."""
SIEGE = OUT // 3
"""What it costs if the others together could take every step before the next turn."""
LAND = 60
"""For each square that is reached before any other does, up to ``WIDE``; what a rival has counts against it."""
WIDE = 14
"""With so much nobody is shut in soon."""

Anchors = tuple[int, int, int, int]
"""Sets of squares by how many required obstacles are missing: none, 1, 2 and 3."""
Aim = tuple[int, int, int, int]
"""What it is worth that a spell would hit wherever another may stand next, by required obstacles missing."""


def worth(here: TaikaState, seat: int, fearful: bool, aim: Aim) -> int:
    """How well ``here``, which is not over, stands for ``seat``; ``fearful``: what others may cast counts too."""
    own = here.at[seat]
    if own is None:
        return -2 * OUT
    size = here.setup.size
    total = ROOM[here.steps(seat).bit_count()] - OWN_HIT * here.hits[seat]
    threatened, lacking = reached(here, seat)
    total += sum(READY[best] for best in lacking)
    seats = len(here.at)
    order = [(here.mover + ahead) % seats for ahead in range(seats)]
    land = territories(here.at, order, here.obstacles, size)
    total += LAND * _land(land.get(seat, 0))
    distances = []
    for other, square in enumerate(here.at):
        if other == seat:
            continue
        if square is None:
            total += OUT
            continue
        steps = here.steps(other)
        total += (
            HIT * here.hits[other]
            - ROOM[steps.bit_count()] // 3
            - LAND * _land(land.get(other, 0)) // (seats - 1)
        )
        rest, count = steps, max(1, steps.bit_count())
        for each, squares in zip(aim, threatened, strict=True):
            total += each * (rest & squares).bit_count() // count
            rest &= ~squares
        if fearful:
            total -= _fear(here, other, own) * (3 if here.hits[seat] + 1 == DEADLY else 1)
        distances.append(max(abs(square // size - own // size), abs(square % size - own % size)))
    return total - FAR_AWAY * max(0, min(distances, default=0) - NEAR)


def _land(squares: int) -> int:
    return min(WIDE, squares.bit_count())


def besieged(here: TaikaState, seat: int, others: Iterable[int]) -> int:
    """What it costs that ``others``, moving before ``seat``, may take its steps: by a pawn and an obstacle each."""
    steps, size = here.steps(seat), here.setup.size
    taken = 0
    for other in others:
        pawn = here.steps(other)
        reach = 0
        for step in members(pawn):
            reach |= around(step, size, 2)
        taken += bool(pawn & steps) + bool(reach & steps)
    return SIEGE if taken and steps.bit_count() <= taken else 0


@lru_cache(maxsize=4096)
def _shape(rows: Rows, size: int) -> tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]:
    """For each orientation its anchors and how many bits after the anchor its cells lie."""
    return tuple((one.anchors, one.steps, tuple(members(one.new))) for one in orientations(rows, size))


def _missing(anchors: int, needed: tuple[int, ...], usable: int) -> Anchors:
    """The anchors at which exactly 0, 1, 2 and 3 of the needed obstacles are missing."""
    none, one, two, three = anchors, 0, 0, 0
    for step in needed:
        have = usable >> step
        three = three & have | two & ~have
        two = two & have | one & ~have
        one = one & have | none & ~have
        none &= have
    return none, one, two, three


def reached(state: TaikaState, seat: int) -> tuple[Anchors, list[int]]:
    """The squares that the seat's cards could hit by obstacles missing, and for each card how many it lacks."""
    usable, size = state.usable(seat), state.setup.size
    union = [0, 0, 0, 0]
    lacking = []
    for card in state.hands[seat]:
        rows = state.setup.rows(card) if card else None
        best = 3
        for anchors, needed, new in _shape(rows, size) if rows else ():
            for missing, there in enumerate(_missing(anchors, needed, usable)):
                if there:
                    best = min(best, missing)
                    for step in new:
                        union[missing] |= there << step
        lacking.append(best)
    return (union[0], union[1], union[2], union[3]), lacking


def wanted(state: TaikaState) -> dict[int, int]:
    """How useful an obstacle is on each square: near to completing a card, in the way of an opponent."""
    usable, size = state.usable(state.mover), state.setup.size
    found: dict[int, int] = {}
    for card in dict.fromkeys(state.hands[state.mover]):
        rows = state.setup.rows(card) if card else None
        for anchors, needed, _ in _shape(rows, size) if rows else ():
            _, one, two, _ = _missing(anchors, needed, usable)
            for step in needed:
                for each, there in ((4, one), (1, two)):
                    for square in members(there << step & ~usable):
                        found[square] = found.get(square, 0) + each
    for seat in state.alive:
        if seat != state.mover:
            steps = state.steps(seat)
            for square in members(steps):
                found[square] = found.get(square, 0) + 20 // max(1, steps.bit_count())
    return found


@lru_cache(maxsize=8192)
def _needs(rows: Rows, size: int, square: int) -> tuple[int, ...]:
    """The required squares of every laying of a card that hits ``square``."""
    found = []
    for one in orientations(rows, size):
        for step in members(one.new):
            anchor = 1 << (square - step) if square >= step else 0
            if one.anchors & anchor:
                found.append(one.need * anchor)
    return tuple(found)


def _fear(state: TaikaState, other: int, own: int) -> int:
    """What the hand of ``other`` may do to a pawn on ``own`` in its next turn, in parts of a hit."""
    free = ~state.usable(other)
    size = state.setup.size
    hand = state.hands[other]
    known = [state.setup.rows(card) for card in hand if card]
    if any(any(not need & free for need in _needs(rows, size, own)) for rows in known if rows):
        return OWN_HIT
    hidden = sum(card is None for card in hand)
    if not hidden:
        return 0
    deck = [card.rows for card in built_in()[0].cards] + [rows for _, rows in state.setup.cards]
    able = sum(any(not need & free for need in _needs(rows, size, own)) for rows in deck)
    return min(OWN_HIT, OWN_HIT * hidden * able // len(deck))
