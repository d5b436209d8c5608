"""A player of Taika-Mario that always takes the best immediate hit, to measure bots by.

It counts what a turn does at once: hits on others, and for who goes out all the hits that were still missing, minus
the same for itself.  Among equals it draws lots.  Of hidden hands it knows its own only.
"""

from __future__ import annotations

from random import Random

from client.games.registry import choose
from rules.squares import members
from rules.taika.moves import COLOURS, Cast, Place, Turn, write
from rules.taika.state import BLIND, DEADLY, TaikaState, around


def greedy(state: TaikaState, chance: Random, ties: str = "shapes", level: int = 3) -> str:
    """The turn of the player to move with the most damage to others minus its own.

    ``ties``: lots are drawn between all such turns without regard to colours (``shapes``), with each colouring
    counted (``turns``: spells with many new obstacles come up far more often), between placings alone
    where there are some (``places``), or between those that leave it most room and the others least (``room``).  With
    ``level`` it does what a bot of that level does wherever nothing does damage: the strongest of all.
    """
    steps, spells = state.parts()
    if not steps:
        return "resign"
    best, found = -9999, list[tuple[int, int | None, Turn]]()
    own = state.mover

    def consider(weight: int, step: int | None, act: Place | Cast | None, new: int) -> None:
        nonlocal best, found
        worth = 100 * damage(state, own, step, new if isinstance(act, Cast) else 0, new)
        if ties == "room":
            worth += room(state, own, step, new)
        if worth > best:
            best, found = worth, []
        if worth == best:
            found.append((weight, step, Turn(step, act)))

    blind = COLOURS[next(iter(BLIND[state.setup.characters[s]] for s in state.alive if s != own))]
    free = state.setup.either_or
    for step in (None, *members(steps)):
        acted = False
        if step is not None:
            for square in members(state.places(step)):
                acted = True
                consider(4, step, Place(square, chance.choice(COLOURS)), 1 << square)
        if (step is None) == free:
            for spell in spells:
                acted = True
                new = tuple(Place(square, blind) for square in members(spell.new))
                consider(4 ** len(new), step, Cast(spell.card, None, new), spell.new)
        if step is not None and not acted:
            consider(1, step, None, 0)
    if ties == "level" and best <= 0:
        return choose("taika-mario", state, own, level, chance.randbytes(4))
    plain = [one for one in found if not isinstance(one[2].act, Cast)]
    if ties == "places" and plain:
        found = plain
    weights = [weight if ties == "turns" else 1 for weight, _, _ in found]
    return write(chance.choices(found, weights)[0][2], state.setup.size)


def damage(state: TaikaState, own: int, step: int | None, struck: int, new: int) -> int:
    """Hits on others minus own ones; who goes out, by hits or for want of a step, has taken all that were left."""
    at = list(state.at)
    if step is not None:
        at[own] = step
    total = 0
    hits = list(state.hits)
    for seat, square in enumerate(at):
        if square is not None and struck >> square & 1:
            hits[seat] += 1
            total += -1 if seat == own else 1
    alive = [seat for seat, square in enumerate(at) if square is not None and hits[seat] < DEADLY]
    if len(alive) < 2:
        return total
    obstacles = state.obstacles | new
    pawns = sum(1 << square for seat in alive if (square := at[seat]) is not None)
    following = next(
        seat for ahead in range(1, len(at)) if (seat := (own + ahead) % len(at)) in alive or seat == own
    )
    square = at[following]
    if following == own or square is None:
        return total
    stuck = not around(square, state.setup.size, 1) & ~(obstacles | pawns)
    return total + (DEADLY - hits[following] if stuck else 0)


def room(state: TaikaState, own: int, step: int | None, new: int) -> int:
    """How many steps the player has next turn as things stand, minus those of its nearest rivals on average."""
    at = list(state.at)
    if step is not None:
        at[own] = step
    closed = state.obstacles | new | sum(1 << square for square in at if square is not None)
    steps = [
        0 if square is None else (around(square, state.setup.size, 1) & ~closed).bit_count() for square in at
    ]
    others = [count for seat, count in enumerate(steps) if seat != own and at[seat] is not None]
    return 2 * steps[own] - (2 * sum(others)) // max(1, len(others))
