"""Whether a turn is allowed, and if not why, in words that help whoever misclicked (TM4–TM6, TM19).

Asks the table; changes nothing.  Every refusal cites its rule and names the square or the card.
"""

from __future__ import annotations

from rules.errors import IllegalAction
from rules.squares import members
from rules.taika.moves import Cast, Place, Turn, square_name
from rules.taika.patterns import Rows, covering, layings
from rules.taika.table import TaikaTable, around
from rules.taika.views import leaving


def check_going(table: TaikaTable) -> None:
    """Raise IllegalAction if the game is over (TM20)."""
    if table.outcome():
        raise IllegalAction("over", "TM20: the game is over")


def check_turn(table: TaikaTable, turn: Turn) -> int:
    """Raise IllegalAction unless ``turn`` is legal; the required squares of its spell, or 0."""
    check_going(table)
    if not table.steps():
        raise IllegalAction("stuck", "TM5: the player to move cannot step anywhere")
    free = table.setup.either_or
    if turn.step is None and not free:
        raise IllegalAction("step-first", "TM4: a turn begins with a step")
    if turn.step is not None:
        _check_step(table, turn.step)
    if isinstance(turn.act, Cast):
        if free and turn.step is not None:
            raise IllegalAction("no-step-and-spell", "TM19: a spell is cast without a step in this game")
        return _check_cast(table, turn.act)
    assert turn.step is not None, "the notation has no place without a step"
    if isinstance(turn.act, Place):
        _check_place(table, turn.step, turn.act.square)
    elif table.places(turn.step):
        raise IllegalAction("must-place", "TM4: an obstacle can be placed after this step")
    elif not free and table.spells():
        raise IllegalAction("must-cast", "TM4: a card can be cast after this step")
    return 0


def _check_step(table: TaikaTable, step: int) -> None:
    size = table.setup.size
    if table.steps() >> step & 1:
        return
    here = table.at[table.mover]
    assert here is not None
    square = square_name(step, size)
    if step == here:
        raise IllegalAction("no-stay", "TM4: the pawn must step away from {square}", square=square)
    if not around(here, size, 1) >> step & 1:
        raise IllegalAction(
            "far-step", "TM4: {square} is more than one step from {pawn}",
            square=square, pawn=square_name(here, size),
        )  # fmt: skip
    _check_empty(table, step, square)


def _check_empty(table: TaikaTable, square: int, name: str) -> None:
    """Say what stands on a square that holds an obstacle or a pawn (or both)."""
    if table.obstacles >> square & 1:
        raise IllegalAction("obstacle-there", "TM4: {square} holds an obstacle", square=name)
    raise IllegalAction("pawn-there", "TM4: a pawn stands on {square}", square=name)


def _check_place(table: TaikaTable, step: int, square: int) -> None:
    size = table.setup.size
    if table.places(step) >> square & 1:
        return
    name = square_name(square, size)
    if square != step and not around(step, size, 2) >> square & 1:
        raise IllegalAction(
            "far-place", "TM4: {square} is more than two steps from {pawn}",
            square=name, pawn=square_name(step, size),
        )  # fmt: skip
    _check_empty(table, square, name)


def _check_cast(table: TaikaTable, cast: Cast) -> int:
    size, card = table.setup.size, cast.card
    rows = table.setup.rows(card)
    if rows is None:
        raise IllegalAction("unknown-card", "TM15: there is no card {card}", card=card)
    if leaving(table, cast) is None:
        raise IllegalAction("no-card", "TM6: the player to move does not hold {card}", card=card)
    new = sum(1 << place.square for place in cast.new)
    need = layings(rows, size, table.usable(table.mover)).get(new)
    if need is None:
        raise _no_laying(table, card, rows, new)
    return need


def _no_laying(table: TaikaTable, card: str, rows: Rows, new: int) -> IllegalAction:
    """Why ``card`` can't be laid with its new obstacles on ``new``: what the laying nearest to it lacks."""
    size = table.setup.size
    squares = _names(new, size)
    fits = covering(rows, size, new)
    if not fits:
        return IllegalAction(
            "no-such-laying", "TM6: no turn or mirror image of {card} has its new obstacles on {squares}",
            card=card, squares=squares,
        )  # fmt: skip
    inside = [need for need in fits if need is not None]
    if not inside:
        return IllegalAction(
            "off-board", "TM6: with its new obstacles on {squares}, {card} does not lie wholly on the board",
            card=card, squares=squares,
        )  # fmt: skip
    obstacles, blind = table.obstacles, table.blind(table.mover)
    nearest = min(inside, key=lambda need: ((need & ~obstacles).bit_count(), (need & blind).bit_count()))
    missing = nearest & ~obstacles
    if missing:
        return IllegalAction(
            "no-obstacle", "TM6: with its new obstacles on {squares}, {card} needs an obstacle on {missing}",
            card=card, squares=squares, missing=_names(missing, size),
        )  # fmt: skip
    return _blind(table.setup.characters[table.mover], card, _names(nearest & blind, size))


def _blind(character: str, card: str, squares: str) -> IllegalAction:
    """A whole sentence for each character, since the names of colours bend in some languages."""
    if character == "mario":
        return IllegalAction(
            "blind", "TM6: Mario is blind to red, and {card} needs the red obstacle on {squares}",
            card=card, squares=squares,
        )  # fmt: skip
    if character == "luigi":
        return IllegalAction(
            "blind", "TM6: Luigi is blind to green, and {card} needs the green obstacle on {squares}",
            card=card, squares=squares,
        )  # fmt: skip
    if character == "wario":
        return IllegalAction(
            "blind", "TM6: Wario is blind to yellow, and {card} needs the yellow obstacle on {squares}",
            card=card, squares=squares,
        )  # fmt: skip
    return IllegalAction(
        "blind", "TM6: Waluigi is blind to purple, and {card} needs the purple obstacle on {squares}",
        card=card, squares=squares,
    )  # fmt: skip


def _names(squares: int, size: int) -> str:
    return " ".join(square_name(square, size) for square in members(squares))
