"""A turn of Taika-Mario in the making: a step, then an obstacle or a spell, in any order, each part taken back alone.

Pure: asks the rules by part (steps, places after a step, layings of a card) and never lists colours (TM4, TM6, TM19).
Every new obstacle has a colour at once, the one on the brush; painting changes it.  Nothing is done before
the whole turn is confirmed.  Knows squares by name, no pixel and no event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from client.board.chooser import Chooser, Target
from client.games.taika.fitting import meant, middle
from client.games.taika.turn_parts import CARD, LAYING, PLACE, STEP, TurnParts
from rules.game import State
from rules.squares import members
from rules.taika.layings import LayingView, flipped, layings_of, orientations_of, turned
from rules.taika.moves import COLOURS, square_index, square_name
from rules.taika.patterns import Rows
from rules.taika.state import BLIND, TaikaState


class TurnBuilder(Chooser):
    """What is chosen so far of one turn; the brush is kept from turn to turn."""

    keeps_choice_on_miss = True
    second_button = "backspace"

    def __init__(self) -> None:
        self.made = TurnParts()
        """What is chosen so far."""
        self.brush = ""
        """The colour that the next new obstacle gets."""
        self.sealed = False
        """Whether the hand is still face down for who sits here: then no card can be taken up."""
        self._kept: tuple[TaikaState, TurnParts] | None = None
        """The state in which choosing was stopped, and what was chosen then; taken up again if that state comes
        back."""
        self._spot = ""
        """The square that is pointed at."""
        self._turned_at = ""
        """The square at which the card was turned on purpose."""
        self._found: tuple[object, tuple[LayingView, ...]] = ((), ())
        """The layings found last, and for which card and step."""
        super().__init__()

    # ---- the position

    @property
    def taika(self) -> TaikaState | None:
        """The state in which a turn is made, or None."""
        return self.state if isinstance(self.state, TaikaState) else None

    def reset(self, state: State | None) -> None:
        here, kept = self.taika, self._kept
        if state is None and here is not None and self.begun:
            self._kept = here, self.made
        elif state is not None:
            self._kept = None
        self._begin()
        self._found = ((), ())
        super().reset(state)
        if kept is not None and state == kept[0]:
            self.made = kept[1]
        here = self.taika
        if here is not None and not self.brush:
            blind = COLOURS[BLIND[here.setup.characters[here.mover]]]
            self.brush = next(colour for colour in COLOURS if colour != blind)

    def _begin(self) -> None:
        self.made, self.jump = TurnParts(), ""

    def forget(self) -> None:
        self._kept = None

    def seal(self, sealed: bool) -> bool:
        """The hand lies face down from now on, or no more: a card that was taken up goes back; tells whether
        one was."""
        self.sealed = sealed
        held = sealed and bool(self.made.card)
        if held:
            self.made = self.made.without(CARD)
        return held

    def rows(self) -> Rows:
        """The pattern of the card that is held."""
        here = self.taika
        return (here.setup.rows(self.made.card) if here is not None else None) or ()

    @property
    def stuck(self) -> bool:
        """Whether whoever is to move can't step anywhere: then nothing can be done but to resign (TM5)."""
        here = self.taika
        return here is not None and not here.steps()

    def castable(self) -> frozenset[str]:
        """The cards of the hand that can be cast now somewhere."""
        here = self.taika
        return frozenset(spell.card for spell in here.spells()) if here and not self.stuck else frozenset()

    # ---- the parts

    @property
    def begun(self) -> bool:
        return bool(self.made.order)

    @property
    def choice(self) -> object:
        return replace(self.made, order=(), asked="")

    @property
    def chosen(self) -> str:
        return self.made.asked or self.made.step

    def steps(self) -> tuple[str, ...]:
        """Where the pawn may step, if it is not to stay (TM4, TM19)."""
        here = self.taika
        if here is None or (here.setup.either_or and self.made.card):
            return ()
        return self._names(here.steps())

    def places(self) -> tuple[str, ...]:
        """Where an obstacle may be put after the step that is chosen (TM4a)."""
        here = self.taika
        step = square_index(self.made.step, here.setup.size) if here is not None and self.made.step else None
        return self._names(here.places(step)) if here is not None and step is not None else ()

    def layings(self) -> tuple[LayingView, ...]:
        """Every way to lay the card that is held, castable or not."""
        here = self.taika
        if here is None or not self.made.card:
            return ()
        key = (self.made.card, self.made.step)
        if self._found[0] != key:
            self._found = (key, layings_of(here, self.made.card, self.made.step or None))
        return self._found[1]

    def hold(self, card: str) -> bool:
        """Take a card of the hand up, or put it back if it is held; False if the hand has no such card."""
        here = self.taika
        if here is None or self.sealed or self.stuck or card not in here.hands[here.mover]:
            return False
        left = self.made.without(CARD).without(PLACE)
        if card != self.made.card:
            if here.setup.either_or:
                left = left.without(STEP)
            left = left.holding(card)
        self.made = left
        return True

    def lift(self, card: str) -> bool:
        """Hold this card, not laid anywhere yet, whether it was held or laid before; False if that can't be."""
        if card == self.made.card:
            self.made = self.made.without(LAYING)
            return True
        return self.hold(card)

    def turn(self, by: int = 1) -> bool:
        """Turn the card that is held by quarters, clockwise; tells whether one is held."""
        return self._orient(lambda rows, way: _times(by % 4, rows, way))

    def mirror(self) -> bool:
        """Mirror the card that is held left to right; tells whether one is held."""
        return self._orient(flipped)

    def next_fit(self, by: int = 1) -> bool:
        """Go to the next place where the held card can be cast; tells whether there is any."""
        fits = [one for one in self.layings() if one.castable]
        if not fits or self.made.laying is not None:
            return False
        shown = self.shown()
        here = fits.index(shown) if shown in fits else -1 if by > 0 else 0
        fit = fits[(here + by) % len(fits)]
        self.made = replace(self.made, way=fit.orientation)
        self._spot = self._turned_at = self.jump = middle(fit)
        return True

    # ---- what the board asks

    def grabs(self, place: str) -> bool:
        here = self.taika
        return here is not None and bool(self.steps()) and not self.made.step and place in self._own(here)

    def carried(self, pieces: tuple[str, ...]) -> tuple[str, ...]:
        return pieces[-1:]

    def point(self, place: str) -> None:
        if place == self._spot:
            return
        self._spot = place
        self._turned_at = ""
        if place in self.made.paints:
            self.made = self.made.asking(place)

    def shown(self) -> LayingView | None:
        """The laying that is chosen, or else the one meant by the square that is pointed at."""
        return self.made.laying or (self._meant(self._spot) if self.made.card and self._spot else None)

    def targets(self) -> dict[str, Target]:
        if self.taika is None:
            return {}
        found: dict[str, str] = {}
        if self.made.card and self.made.laying is None:
            for one in self.layings():
                if one.castable:
                    found.update(dict.fromkeys(one.need + one.new, LAYING))
            if self._spot and (meant := self._meant(self._spot)) is not None and meant.castable:
                found[self._spot] = LAYING
        else:
            if self.made.step and not self.made.card:
                found.update(dict.fromkeys(self.places(), PLACE))
            found.update(dict.fromkeys(self.made.paints, "paint"))
            if not self.made.step:
                found.update(dict.fromkeys(self.steps(), STEP))
        if self.made.step:
            found.setdefault(self.made.step, "back")
        return {place: Target(place, note, (), None) for place, note in found.items()}

    def lit(self) -> Mapping[str, str]:
        wanted = {STEP, PLACE} if not self.made.place else {STEP}
        if self.made.card and self.made.laying is None:
            return {}
        return {place: "move" for place, target in self.targets().items() if target.note in wanted}

    def choose(self, place: str) -> Target | None:
        target = self.targets().get(place)
        if target is None:
            return None
        if target.note == STEP:
            self._take_step(place)
        elif target.note == PLACE:
            self.made = self.made.without(PLACE).placing(place, self.brush)
        elif target.note == LAYING:
            laying = self._meant(place)
            if laying is not None:
                self.made = self.made.lying(laying, self.brush)
        elif target.note == "paint":
            self._brush_over(place)
        else:
            self.made = self.made.without(STEP).without(PLACE)
            self._refit()
        return target

    def drop(self, place: str) -> Target | None:
        """The pawn was dragged: that is a step, whatever a click there would mean."""
        if self.made.step or place not in self.steps():
            return None
        self._take_step(place)
        return Target(place, STEP, (), None)

    def _take_step(self, place: str) -> None:
        self.made = self.made.stepping(place)
        self._refit()

    def paint(self, colour: str) -> bool:
        """Take a colour on the brush and paint the square that is asked; then the next one is asked."""
        if colour not in COLOURS or self.taika is None:
            return False
        self.brush = colour
        if self.made.asked in self.made.paints:
            self.made = self.made.painted(self.made.asked, colour).asking_next()
        return True

    def paint_all(self) -> bool:
        """All new obstacles get the colour on the brush; tells whether there are any."""
        self.made = self.made.painted_all(self.brush)
        return bool(self.made.colours)

    def attempt(self, place: str) -> str | None:
        here = self.taika
        if here is None or place in self._own(here):
            return ""
        step = "." if here.setup.either_or and self.made.card else self.made.step
        if self.made.card and self.made.laying is None:
            meant = self._meant(place)
            if meant is None or not step:
                return ""
            return f"{step} !{self.made.card} " + " ".join(square + self.brush for square in meant.new)
        if not self.made.step and not self.made.card:
            return f"{place} -"
        return f"{self.made.step} {self.brush}@{place}" if self.made.step and not self.made.card else ""

    def ready(self) -> str | None:
        here = self.taika
        if here is None:
            return None
        if self.made.laying is not None:
            step = "." if here.setup.either_or else self.made.step
            new = " ".join(square + self.made.paints[square] for square in self.made.laying.new)
            return f"{step} !{self.made.card} {new}" if step else None
        if self.made.step and self.made.place:
            return f"{self.made.step} {self.made.paints[self.made.place]}@{self.made.place}"
        if self.made.step and not self.made.card:
            # A turn ends with the step only where nothing else can be done (TM4); a hand that lies face down
            # is not asked, so that nothing shows what is in it (TM3).
            spells = not here.setup.either_or and (self.sealed or bool(self.castable()))
            return f"{self.made.step} -" if not self.places() and not spells else None
        return None

    def back(self) -> bool:
        if not self.made.order:
            return False
        self.made = self.made.without(self.made.order[-1])
        self._refit()
        return True

    def clear(self) -> bool:
        begun = self.begun
        self._begin()
        return begun

    def key(self, key: str, at: str = "") -> bool:
        if self.taika is None:
            return False
        colour = key if key in COLOURS else COLOURS[int(key) - 1] if key in ("1", "2", "3", "4") else ""
        if colour and (self.made.paints or key in COLOURS):
            return self.paint(colour)
        if key in ("1", "2", "3", "4", "5", "6"):
            hand = self.taika.hands[self.taika.mover]
            card = hand[int(key) - 1] if int(key) <= len(hand) else None
            return card is not None and self.hold(card)
        if key == "pad-x" and self.made.paints:
            return self.paint(_after(self.brush))
        acts = {
            "t": self.turn, "pad-x": self.turn, "v": self.mirror, "pad-y": self.mirror,
            "n": self.next_fit, "a": self.paint_all, "backspace": self.back,
        }  # fmt: skip
        return key in acts and acts[key]()

    def scroll(self, by: int, over_board: bool = True) -> bool:
        """A card is turned, or a colour chosen, wherever the pointer is."""
        if self.made.asked in self.made.paints:
            self.brush = _after(self.made.paints[self.made.asked], -by)
            self.made = self.made.painted(self.made.asked, self.brush)
            return True
        # The wheel goes through all orientations: the quarter turns, then those of the mirrored card.
        return self._orient(lambda rows, way: (way - by) % len(orientations_of(rows)))

    # ---- what the board shows

    def cells(self) -> Mapping[str, str]:
        marks: dict[str, list[str]] = {}
        here, shown = self.taika, self.shown()
        if here is None:
            return {}
        if self.made.card and self.made.laying is None:
            for one in self.layings():
                if one.castable:
                    kind = "fit-here" if one.orientation == self.made.way else "fit"
                    for square in one.new:
                        there = marks.setdefault(square, [])
                        if kind not in there:
                            there.append(kind)
        if shown is not None:
            missing = {*shown.missing, *shown.blind}
            for square in shown.need:
                marks[square] = ["lack" if square in missing else "need"]
            for square in shown.new:
                marks[square] = ["new"]
            for square in shown.replaced:
                marks[square].append("replace")
            for seat in shown.hit:
                square = self._stands(here, seat)
                if square in marks:
                    marks[square].append("hit")
        if self.made.asked and len(self.made.paints) > 1:
            marks.setdefault(self.made.asked, []).append("next")
        return {square: " ".join(kinds) for square, kinds in marks.items()}

    def ghosts(self) -> Mapping[str, tuple[str, ...]]:
        found = {square: (colour,) for square, colour in self.made.paints.items()}
        here = self.taika
        if here is not None and self.made.step:
            found[self.made.step] = (*found.get(self.made.step, ()), here.setup.characters[here.mover])
        return found

    def hidden(self) -> tuple[str, ...]:
        here = self.taika
        return self._own(here) if here is not None and self.made.step else ()

    # ---- inside

    def _names(self, squares: int) -> tuple[str, ...]:
        here = self.taika
        return tuple(square_name(square, here.setup.size) for square in members(squares)) if here else ()

    def _own(self, here: TaikaState) -> tuple[str, ...]:
        at = here.at[here.mover]
        return () if at is None else (square_name(at, here.setup.size),)

    def _stands(self, here: TaikaState, seat: int) -> str:
        """The square of a seat's pawn once the step is made."""
        at = here.at[seat]
        if seat == here.mover and self.made.step:
            return self.made.step
        return "" if at is None else square_name(at, here.setup.size)

    def _refit(self) -> None:
        """After another step: who is hit by the spell that is laid may be others."""
        if self.made.laying is not None:
            same = (self.made.laying.orientation, self.made.laying.new)
            laying = next(one for one in self.layings() if (one.orientation, one.new) == same)
            self.made = replace(self.made, laying=laying)

    def _brush_over(self, place: str) -> None:
        """A new square is clicked: it takes the colour on the brush; if it has that, the next colour."""
        if self.made.paints[place] == self.brush:
            self.brush = _after(self.brush)
        self.made = self.made.painted(place, self.brush).asking(place)

    def _orient(self, change: Callable[[Rows, int], int]) -> bool:
        rows = self.rows()
        if not rows:
            return False
        self.made = replace(self.made, way=change(rows, self.made.way)).without(LAYING)
        self._turned_at = self._spot
        return True

    def _meant(self, place: str) -> LayingView | None:
        """The laying that a square stands for."""
        return meant(self.layings(), place, self.made.way, turned_here=self._turned_at == place)


def _after(colour: str, by: int = 1) -> str:
    """The colour so many places on, round and round."""
    return COLOURS[(COLOURS.index(colour) + by) % len(COLOURS)]


def _times(count: int, rows: Rows, way: int) -> int:
    for _ in range(count):
        way = turned(rows, way)
    return way
