"""What Taika-Mario positions are worth to a bot, and which few of the many turns it thinks about.

Asks the rules by part (steps, places, spells) and names one good colour for each new obstacle, so that it never
lists colours.  Of others it knows what a view tells: from hidden hands it fears every card of the base set.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rules.game import State
from rules.taika.cards import built_in
from rules.taika.moves import COLOURS, Cast, Place, Turn, write
from rules.taika.patterns import Rows, bits, orientations
from rules.taika.state import BLIND, DEADLY, Spell, TaikaState, around

HIT = 900
OUT = 4000
OWN_HIT = 1300
ROOM = (-3000, -700, -250, -90, -30, 0, 15, 25, 30)
"""What it is worth to have 0 to 8 steps next turn (TM5)."""
REACH = (24, 8, 3, 1)
"""For each square that an opponent may stand on next and a spell would hit, by required obstacles missing."""
READY = (40, 18, 7, 2)
"""For each own card, by the obstacles that its nearest laying lacks."""
NEAR = 3
FAR_AWAY = 6
"""For each step that the nearest opponent is farther than ``NEAR``: obstacles are placed around the pawn."""
PLACES = 6
SPELLS = 6
"""How many places for each step, and how many spells that hit nobody, are thought about."""

Anchors = tuple[int, int, int, int]


class Taika:
    """Hits first; then room to step, spells that threaten, and little to fear."""

    def score(self, state: State, seat: int) -> int:
        """Own hits and room against the others', in about thousandths of a hit."""
        here = _taika(state)
        own = here.at[seat]
        if own is None:
            return -2 * OUT
        size = here.setup.size
        total = ROOM[here.steps(seat).bit_count()] - OWN_HIT * here.hits[seat]
        reached = _reached(here, seat)
        total += sum(READY[best] for best in reached[1])
        distances = []
        for other, square in enumerate(here.at):
            if other == seat:
                continue
            if square is None:
                total += OUT
                continue
            steps = here.steps(other)
            total += HIT * here.hits[other] - ROOM[steps.bit_count()] // 3
            for worth, squares in zip(REACH, reached[0], strict=True):
                total += worth * (steps & squares).bit_count()
            total -= _fear(here, other, own) * (3 if here.hits[seat] + 1 == DEADLY else 1)
            distances.append(max(abs(square // size - own // size), abs(square % size - own % size)))
        return total - FAR_AWAY * max(0, min(distances, default=0) - NEAR)

    def moves(self, state: State) -> Iterable[str]:
        """For each step the most useful places, every spell that hits another, and some that hem one in."""
        here = _taika(state)
        steps, spells = here.parts()
        size = here.setup.size
        colours = _colours(here)
        wanted = _wanted(here)
        chosen = _spells(here, spells)
        turns = [Turn(None, _cast(spell, colours)) for spell in chosen] if here.setup.either_or else []
        for step in bits(steps):
            places = sorted(
                bits(here.places(step)),
                key=lambda square: (
                    wanted.get(square, 0) - 3 * (around(step, size, 1) >> square & 1),
                    -square,
                ),
                reverse=True,
            )
            acts: list[Place | Cast | None] = [Place(square, colours[0]) for square in places[:PLACES]]
            if not here.setup.either_or:
                acts += [_cast(spell, colours) for spell in chosen]
                if not acts and spells:
                    acts = [_cast(spells[0], colours)]
            turns += [Turn(step, act) for act in acts or [None]]
        # A spell that hits its caster and nobody else is thought about only where there is nothing else.
        kind = [turn for turn in turns if not _only_itself(here, turn)]
        return [write(turn, size) for turn in kind or turns]

    def sharp(self, state: State) -> Iterable[str]:
        """None: the others' hands are hidden; ``score`` fears what they may hold."""
        return ()

    def respond(self, state: State, seat: int) -> str | None:
        """There are no offers in this game, and a bot plays on to the end."""
        return None


def _taika(state: State) -> TaikaState:
    assert isinstance(state, TaikaState)
    return state


def _usable(state: TaikaState, seat: int) -> int:
    return state.obstacles & ~state.colours[BLIND[state.setup.characters[seat]]]


def _cast(spell: Spell, colours: str) -> Cast:
    new = tuple(Place(square, colours[i % len(colours)]) for i, square in enumerate(bits(spell.new)))
    return Cast(spell.card, None, new)


def _colours(state: TaikaState) -> str:
    """The colours that living opponents are blind to, the rarest on the board first; never our own."""
    mover = state.mover
    found = [BLIND[state.setup.characters[seat]] for seat in state.alive if seat != mover]
    found.sort(key=lambda colour: (state.colours[colour].bit_count(), colour))
    return "".join(COLOURS[colour] for colour in found)


def _spells(state: TaikaState, spells: tuple[Spell, ...]) -> list[Spell]:
    """All that hit another pawn, and the few that fill most squares around one."""
    size, own = state.setup.size, state.mover
    pawns = beside = 0
    for seat, square in enumerate(state.at):
        if seat != own and square is not None:
            pawns |= 1 << square
            beside |= state.steps(seat)
    beside &= ~(around(state.at[own] or 0, size, 1))
    hitting = [spell for spell in spells if spell.new & pawns]
    hemming = [spell for spell in spells if not spell.new & pawns and (spell.new & beside).bit_count() > 1]
    hemming.sort(key=lambda spell: (-(spell.new & beside).bit_count(), spell.new))
    hitting.sort(key=lambda spell: (-(spell.new & pawns).bit_count(), spell.new))
    return hitting[: 2 * SPELLS] + hemming[:SPELLS]


def _only_itself(state: TaikaState, turn: Turn) -> bool:
    if not isinstance(turn.act, Cast):
        return False
    own = state.at[state.mover] if turn.step is None else turn.step
    new = {place.square for place in turn.act.new}
    others = {square for seat, square in enumerate(state.at) if seat != state.mover}
    return own in new and not new & others


@lru_cache(maxsize=4096)
def _shape(rows: Rows, size: int) -> tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]:
    """For each orientation its anchors and how many bits after the anchor its cells lie."""
    return tuple((one.anchors, one.steps, tuple(bits(one.new))) for one in orientations(rows, size))


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


def _reached(state: TaikaState, seat: int) -> tuple[Anchors, list[int]]:
    """The squares that the seat's cards could hit by obstacles missing, and for each card how many it lacks."""
    usable, size = _usable(state, seat), state.setup.size
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


def _wanted(state: TaikaState) -> dict[int, int]:
    """How useful an obstacle is on each square: near to completing a card, in the way of an opponent."""
    usable, size = _usable(state, state.mover), state.setup.size
    found: dict[int, int] = {}
    for card in dict.fromkeys(state.hands[state.mover]):
        rows = state.setup.rows(card) if card else None
        for anchors, needed, _ in _shape(rows, size) if rows else ():
            _, one, two, _ = _missing(anchors, needed, usable)
            for step in needed:
                for worth, there in ((4, one), (1, two)):
                    for square in bits(there << step & ~usable):
                        found[square] = found.get(square, 0) + worth
    for seat in state.alive:
        if seat != state.mover:
            steps = state.steps(seat)
            for square in bits(steps):
                found[square] = found.get(square, 0) + 20 // max(1, steps.bit_count())
    return found


@lru_cache(maxsize=8192)
def _needs(rows: Rows, size: int, square: int) -> tuple[int, ...]:
    """The required squares of every laying of a card that hits ``square``."""
    found = []
    for one in orientations(rows, size):
        for step in bits(one.new):
            anchor = 1 << (square - step) if square >= step else 0
            if one.anchors & anchor:
                found.append(one.need * anchor)
    return tuple(found)


def _fear(state: TaikaState, other: int, own: int) -> int:
    """What the hand of ``other`` may do to a pawn on ``own`` in its next turn, in parts of a hit."""
    free = ~_usable(state, other)
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
