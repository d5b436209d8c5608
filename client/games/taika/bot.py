"""How a bot plays Taika-Mario: hits when it can, takes room from others by spells, keeps a way out.

Looks at a few of the many turns: it asks the rules by part (steps, places, spells) and names one good colour for each
new obstacle.  It knows what its seat's view tells (TM3).  What a level means here is in ``LEVELS``.
"""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from typing import NamedTuple

from client.bots import DEFAULT_LEVEL
from client.games.taika.room import spread
from client.games.taika.worth import OUT, Aim, besieged, wanted, worth
from rules.game import State
from rules.squares import members
from rules.taika.moves import COLOURS, Cast, Place, Turn, write
from rules.taika.state import BLIND, Spell, TaikaState, around

WON = 1_000_000
SHARED = -OUT
"""To die with all the others is better than to lose, and worse than to play on."""
CROWDED = 3
"""How much less useful an obstacle is for standing beside the own pawn."""


class TaikaLevel(NamedTuple):
    """How a level looks at a turn."""

    fearful: bool
    """Whether it minds what others may cast."""
    aim: Aim
    """What threats are worth to it, see ``worth.Aim``."""
    replies: int
    """For how many of its best turns it looks at what the next player may do to it."""
    whim: int
    """Turns that lie so close together are chosen between by the seed."""
    places: int
    """How many places for each step are thought about."""
    spells: int
    """How many spells that hit somebody; half as many others, which take room."""


MILD, SHARP = (190, 64, 24, 8), (500, 250, 120, 40)
LEVELS = {
    1: TaikaLevel(False, MILD, 0, 120, 4, 4),
    2: TaikaLevel(True, MILD, 0, 0, 6, 6),
    3: TaikaLevel(True, SHARP, 10, 0, 8, 24),
}
"""1 takes what it sees, 2 minds what may come, 3 presses on but looks at what the next player can do about it.

Each wins about two of three games against the one below.
"""
TIGHT = 1
"""With no more steps than this a pawn is as good as shut in."""


class Taika:
    """Plays one seat (`client.bots.player.Player`); keeps nothing between questions."""

    def choose(self, state: State, seat: int, level: int, seed: bytes) -> str:
        """The turn of ``seat``, which must be the one to act; the same for all states that it can't tell apart."""
        assert isinstance(state, TaikaState)
        here = state.view(seat)
        means = LEVELS.get(level, LEVELS[DEFAULT_LEVEL])
        turns = candidates(here, means)
        if not turns:
            return "resign"  # a given position without a step (TM5)
        chance = Random(blake2b(here.public().encode(), key=seed[:64], digest_size=16).digest())
        chance.shuffle(turns)
        judged = [(_standing(after, seat, means), turn, after) for turn, after in _played(here, turns)]
        judged.sort(key=lambda one: -one[0])
        if means.replies:
            judged = [
                (_after_reply(after, seat, value, means), turn, after)
                for value, turn, after in judged[: means.replies]
            ]
            judged.sort(key=lambda one: -one[0])
        best = judged[0][0]
        close = [turn for value, turn, _ in judged if value >= best - means.whim]
        return write(close[chance.randrange(len(close))], here.setup.size)


def _played(here: TaikaState, turns: list[Turn]) -> list[tuple[Turn, TaikaState]]:
    found = []
    for turn in turns:
        after = here.apply(write(turn, here.setup.size)).state
        assert isinstance(after, TaikaState)
        found.append((turn, after))
    return found


def _standing(here: TaikaState, seat: int, means: TaikaLevel) -> int:
    """What ``here`` is worth to ``seat``, over or not."""
    outcome = here.outcome()
    if outcome is None:
        return worth(here, seat, means.fearful, means.aim)
    if seat not in outcome.winners:
        return -WON
    return WON if len(outcome.winners) == 1 else SHARED


def _after_reply(here: TaikaState, seat: int, value: int, means: TaikaLevel) -> int:
    """``value``, what ``here`` is worth to ``seat``, or less if the next player has a dire reply.

    Dire is what kills, hits or shuts in, also with the help of those who move between; of all else ``worth``
    has a better notion than the worst case.
    """
    if here.turn in (None, seat) or here.at[seat] is None:
        return value
    seats = len(here.at)
    between = [(here.mover + ahead) % seats for ahead in range(1, (seat - here.mover) % seats)]
    least = value
    for _, after in _played(here, _threats(here, seat)):
        gone = after.outcome() is not None or after.at[seat] is None
        siege = 0 if gone else besieged(after, seat, between)
        shut = not gone and after.steps(seat).bit_count() <= TIGHT
        if gone or siege or shut or after.hits[seat] > here.hits[seat]:
            least = min(least, _standing(after, seat, means) - siege)
    return least


def _threats(here: TaikaState, seat: int) -> list[Turn]:
    """Turns of the mover against ``seat``: known spells that hit it or hem it in, and each way to take a step."""
    own = here.at[seat]
    assert own is not None
    room = here.steps(seat)
    steps, spells = here.parts()
    colour = COLOURS[BLIND[here.setup.characters[seat]]]
    nasty = [spell for spell in spells if spell.new & (1 << own | room)]
    casts = [_cast(spell, colour) for spell in nasty]
    # The step that takes one of the seat's squares itself comes first; one step for each square is enough.
    ways = sorted(members(steps), key=lambda step: (not room >> step & 1, step))
    before = None if here.setup.either_or or not ways else ways[0]
    found = [Turn(before, cast) for cast in casts]
    open_squares = room
    for step in ways:
        for square in members(here.places(step) & open_squares & ~(1 << step)):
            found.append(Turn(step, Place(square, colour)))
            open_squares &= ~(1 << square)
    return found


def candidates(here: TaikaState, means: TaikaLevel) -> list[Turn]:
    """For each step the most useful places, the spells that hit another, and those that take most room from others."""
    steps, spells = here.parts()
    size, free = here.setup.size, here.setup.either_or
    colours = _colours(here)
    useful = wanted(here)
    chosen = _spells(here, spells, means)
    turns = [Turn(None, _cast(spell, colours)) for spell in chosen] if free else []
    for step in members(steps):
        beside = around(step, size, 1)
        places = sorted(
            members(here.places(step)),
            key=lambda square: (CROWDED * (beside >> square & 1) - useful.get(square, 0), square),
        )
        acts: list[Place | Cast | None] = [Place(square, colours[0]) for square in places[: means.places]]
        if not free:
            acts += [_cast(spell, colours) for spell in chosen]
            if not acts and spells:
                acts = [_cast(spells[0], colours)]
        turns += [Turn(step, act) for act in acts or [None]]
    return turns


def _cast(spell: Spell, colours: str) -> Cast:
    new = tuple(Place(square, colours[i % len(colours)]) for i, square in enumerate(members(spell.new)))
    return Cast(spell.card, None, new)


def _colours(here: TaikaState) -> str:
    """The colours that living opponents are blind to, the rarest on the board first; never our own."""
    found = [BLIND[here.setup.characters[seat]] for seat in here.alive if seat != here.mover]
    found.sort(key=lambda colour: (here.colours[colour].bit_count(), colour))
    return "".join(COLOURS[colour] for colour in found)


def _spells(here: TaikaState, spells: tuple[Spell, ...], means: TaikaLevel) -> list[Spell]:
    """Those that hit another pawn, most first, and those that take most room from others and least from us."""
    size, own = here.setup.size, here.mover
    blocked = here.obstacles | here.pawns
    pawns = beside = near = 0
    for seat, square in enumerate(here.at):
        if seat != own and square is not None:
            pawns |= 1 << square
            steps = here.steps(seat)
            beside |= steps
            near |= spread(steps, size) & ~blocked
    mine = here.steps(own)
    mine |= spread(mine, size) & ~blocked

    def hemming(spell: Spell) -> int:
        # Their next steps count most, then what lies one step farther; all that we may need ourselves counts against.
        new = spell.new
        return 3 * (new & beside).bit_count() + (new & near).bit_count() - 2 * (new & mine).bit_count()

    hitting = [spell for spell in spells if spell.new & pawns]
    others = sorted(
        (spell for spell in spells if not spell.new & pawns), key=lambda spell: (-hemming(spell), spell.new)
    )
    hitting.sort(key=lambda spell: (-(spell.new & pawns).bit_count(), -hemming(spell), spell.new))
    return hitting[: means.spells] + others[: means.spells // 2]


PLAYER = Taika()
