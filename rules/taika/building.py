"""Building a turn by choices: a step, then a square and its colour, or a card, its laying and its colours.

Answers ``State.picks`` from the table's look-ups by part; nothing is listed that is not asked for.
"""

from __future__ import annotations

from rules.game import Pick, Picks
from rules.squares import members
from rules.taika.moves import COLOURS, square_name
from rules.taika.table import Spell, TaikaTable

NOTHING = Picks(())


def picks(table: TaikaTable, prefix: tuple[str, ...]) -> Picks:
    """What can be chosen after ``prefix``, e.g. ``("b2", "c3", "r")`` or ``("b2", "!hana", "c4 d5", "r", "g")``.

    With ``turn=either-or`` (TM19) a turn may begin with a card; a laying is named by its new squares.
    """
    size = table.setup.size
    free = table.setup.either_or
    steps, spells = table.parts()
    if prefix and prefix[0].startswith("!"):
        return _spell(".", prefix, spells, size) if free else NOTHING
    squares = {square_name(square, size): square for square in members(steps)}
    if not prefix:
        first = [Pick("square", name, "step") for name in squares]
        return Picks(tuple(first + (_cards(spells) if free else [])))
    step, *rest = prefix
    if step not in squares:
        return NOTHING
    places = [square_name(square, size) for square in members(table.places(squares[step]))]
    magic = () if free else spells
    if not rest:
        if not places and not magic:
            return Picks((), f"{step} -")
        return Picks(tuple([Pick("square", name, "place") for name in places] + _cards(magic)))
    if rest[0].startswith("!"):
        return _spell(step, tuple(rest), magic, size)
    if rest[0] not in places or len(rest) > 2 or not set(rest[1:]) <= set(COLOURS):
        return NOTHING
    if len(rest) == 1:
        return _colours(rest[0])
    return Picks((), f"{step} {rest[1]}@{rest[0]}")


def _colours(square: str) -> Picks:
    return Picks(tuple(Pick("colour", colour, square) for colour in COLOURS))


def _cards(spells: tuple[Spell, ...]) -> list[Pick]:
    return [Pick("card", f"!{card}", "cast") for card in dict.fromkeys(spell.card for spell in spells)]


def _spell(step: str, rest: tuple[str, ...], spells: tuple[Spell, ...], size: int) -> Picks:
    card, *more = rest
    fits = {
        " ".join(square_name(square, size) for square in members(spell.new)): None
        for spell in spells
        if f"!{spell.card}" == card
    }
    if not more:
        return Picks(tuple(Pick("laying", fit, "cast") for fit in fits))
    laying, *chosen = more
    squares = laying.split(" ")
    if laying not in fits or len(chosen) > len(squares) or not set(chosen) <= set(COLOURS):
        return NOTHING
    if len(chosen) < len(squares):
        return _colours(squares[len(chosen)])
    new = " ".join(square + colour for square, colour in zip(squares, chosen, strict=True))
    return Picks((), f"{step} {card} {new}")
