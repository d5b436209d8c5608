"""What is chosen of one turn of Taika-Mario, as a value: every change gives another one, the old one stays as it was.

Knows squares and cards by name; what of it is allowed, the rules say.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.taika.layings import LayingView

STEP, PLACE, CARD, LAYING = "step", "place", "card", "laying"
"""The parts of a turn."""


@dataclass(frozen=True, slots=True)
class TurnParts:
    """The parts chosen so far; an empty text means: not chosen."""

    order: tuple[str, ...] = ()
    """Which parts are chosen, the first one first."""
    step: str = ""
    """Where the pawn steps."""
    place: str = ""
    """Where an obstacle is put."""
    card: str = ""
    """The card that is held."""
    laying: LayingView | None = None
    """How and where the card is laid."""
    way: int = 0
    """The orientation in which the card is held: an index into ``orientations_of``."""
    colours: tuple[tuple[str, str], ...] = ()
    """Each new square and its colour, in the order in which they are asked about."""
    asked: str = ""
    """The new square that the next colour key paints."""

    @property
    def paints(self) -> dict[str, str]:
        """New square → its colour."""
        return dict(self.colours)

    def stepping(self, square: str) -> TurnParts:
        """The pawn steps there."""
        return replace(self, order=(*self.order, STEP), step=square)

    def placing(self, square: str, colour: str) -> TurnParts:
        """An obstacle of this colour is put there."""
        order = (*self.order, PLACE)
        return replace(self, order=order, place=square, colours=((square, colour),), asked=square)

    def holding(self, card: str) -> TurnParts:
        """This card is held, as it is drawn."""
        return replace(self, order=(*self.order, CARD), card=card, way=0)

    def lying(self, laying: LayingView, colour: str) -> TurnParts:
        """The card that is held is laid like that, all its new obstacles of this colour."""
        return replace(
            self,
            order=(*self.order, LAYING),
            laying=laying,
            way=laying.orientation,
            colours=tuple((square, colour) for square in laying.new),
            asked=laying.new[0],
        )

    def painted(self, square: str, colour: str) -> TurnParts:
        """The new obstacle on ``square`` gets this colour."""
        return replace(
            self, colours=tuple((one, colour if one == square else had) for one, had in self.colours)
        )

    def painted_all(self, colour: str) -> TurnParts:
        """All new obstacles get this colour."""
        return replace(self, colours=tuple((square, colour) for square, _had in self.colours))

    def asking(self, square: str) -> TurnParts:
        """The next colour key paints this new square."""
        return replace(self, asked=square)

    def asking_next(self) -> TurnParts:
        """The next colour key paints the new square after the one asked about now, round and round."""
        squares = [square for square, _colour in self.colours]
        return replace(self, asked=squares[(squares.index(self.asked) + 1) % len(squares)])

    def without(self, part: str) -> TurnParts:
        """The same without this part and what stands on it: no obstacle without the step, no laying without the
        card."""
        if part not in self.order:
            return self
        left = replace(self, order=tuple(one for one in self.order if one != part))
        if part == STEP:
            return replace(left, step="").without(PLACE)
        if part == CARD:
            return replace(left, card="", way=0).without(LAYING)
        if part == LAYING:
            return replace(left, laying=None, colours=(), asked="")
        return replace(left, place="", colours=(), asked="")
