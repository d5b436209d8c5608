"""A turn of Taika-Mario in the making: a step, then an obstacle or a spell, in any order, each part taken back alone.

Pure: asks the rules by part (steps, places after a step, layings of a card) and never lists colours (TM4, TM6, TM19).
Every new obstacle has a colour at once, the one on the brush; painting changes it.  Nothing is done before
the whole turn is confirmed.  Knows squares by name, no pixel and no event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from client.board.chooser import Chooser, Target
from rules.game import State
from rules.taika.layings import LayingView, flipped, layings_of, orientations_of, turned
from rules.taika.moves import COLOURS, square_index, square_name
from rules.taika.patterns import Rows, bits
from rules.taika.state import BLIND, TaikaState

STEP, PLACE, CARD, LAYING = "step", "place", "card", "laying"
"""The parts of a turn."""
_CHOSEN = ("step", "place", "card", "laying", "way", "paints", "asked", "_parts")
"""What is chosen of a turn, by the names of the builder's fields."""


class TurnBuilder(Chooser):
    """What is chosen so far of one turn; the brush is kept from turn to turn."""

    keeps_choice_on_miss = True

    def __init__(self) -> None:
        self.brush = ""
        """The colour that the next new obstacle gets."""
        self.sealed = False
        """Whether the hand is still face down for who sits here: then no card can be taken up."""
        self._kept: tuple[TaikaState, dict[str, Any]] | None = None
        """What was chosen when choosing was stopped, and in which state."""
        self._spot = ""
        self._turned_at = ""
        self._begin()
        super().__init__()

    def _begin(self) -> None:
        self.step = ""
        """Where the pawn steps, or nothing yet."""
        self.place = ""
        """Where an obstacle is put, or nothing."""
        self.card = ""
        """The card that is held, or nothing."""
        self.laying: LayingView | None = None
        """How and where the card is laid, once that is chosen."""
        self.way = 0
        """The orientation in which the card is held: an index into ``orientations_of``."""
        self.paints: dict[str, str] = {}
        """New square → its colour."""
        self.asked = ""
        """The new square that the next colour key paints."""
        self.jump = ""
        """A square to which the cursor should go."""
        self._parts: list[str] = []
        self._known: tuple[object, tuple[LayingView, ...]] = ((), ())

    # ---- the position

    @property
    def taika(self) -> TaikaState | None:
        """The state in which a turn is made, or None."""
        return self.state if isinstance(self.state, TaikaState) else None

    def reset(self, state: State | None) -> None:
        here, kept = self.taika, self._kept
        if state is None and here is not None and self.begun:
            self._kept = here, {name: getattr(self, name) for name in _CHOSEN}
        elif state is not None:
            self._kept = None
        self._begin()
        super().reset(state)
        if kept is not None and state == kept[0]:
            for name, value in kept[1].items():
                setattr(self, name, value)
        here = self.taika
        if here is not None and not self.brush:
            blind = COLOURS[BLIND[here.setup.characters[here.mover]]]
            self.brush = next(colour for colour in COLOURS if colour != blind)

    def forget(self) -> None:
        self._kept = None

    def seal(self, sealed: bool) -> bool:
        """The hand lies face down from now on, or no more: a card that was taken up goes back; tells whether
        one was."""
        self.sealed = sealed
        held = sealed and bool(self.card)
        if held:
            self._drop(CARD)
        return held

    def rows(self) -> Rows:
        """The pattern of the card that is held."""
        here = self.taika
        return (here.setup.rows(self.card) if here is not None else None) or ()

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
        return bool(self._parts)

    @property
    def choice(self) -> object:
        return self.step, self.place, self.card, self.laying, self.way, dict(self.paints)

    @property
    def chosen(self) -> str:
        return self.asked or self.step

    def steps(self) -> tuple[str, ...]:
        """Where the pawn may step, if it is not to stay (TM4, TM19)."""
        here = self.taika
        if here is None or (here.setup.either_or and self.card):
            return ()
        return self._names(here.steps())

    def places(self) -> tuple[str, ...]:
        """Where an obstacle may be put after the step that is chosen (TM4a)."""
        here = self.taika
        step = square_index(self.step, here.setup.size) if here is not None and self.step else None
        return self._names(here.places(step)) if here is not None and step is not None else ()

    def layings(self) -> tuple[LayingView, ...]:
        """Every way to lay the card that is held, castable or not."""
        here = self.taika
        if here is None or not self.card:
            return ()
        key = (self.card, self.step)
        if self._known[0] != key:
            self._known = (key, layings_of(here, self.card, self.step or None))
        return self._known[1]

    def hold(self, card: str) -> bool:
        """Takes a card of the hand up, or puts it back if it is held; False if the hand has no such card."""
        here = self.taika
        if here is None or self.sealed or self.stuck or card not in here.hands[here.mover]:
            return False
        again = card == self.card
        self._drop(CARD)
        self._drop(PLACE)
        if not again:
            if here.setup.either_or:
                self._drop(STEP)
            self.card, self.way = card, 0
            self._parts.append(CARD)
        return True

    def lift(self, card: str) -> bool:
        """Holds this card, not laid anywhere yet, whether it was held or laid before; False if that can't be."""
        if card == self.card:
            self._drop(LAYING)
            return True
        return self.hold(card)

    def turn(self, by: int = 1) -> bool:
        """Turns the card that is held by quarters, clockwise; tells whether one is held."""
        return self._orient(lambda rows, way: _times(by % 4, rows, way))

    def mirror(self) -> bool:
        """Mirrors the card that is held left to right; tells whether one is held."""
        return self._orient(flipped)

    def next_fit(self, by: int = 1) -> bool:
        """Goes to the next place where the held card can be cast; tells whether there is any."""
        fits = [one for one in self.layings() if one.castable]
        if not fits or self.laying is not None:
            return False
        shown = self.shown()
        here = fits.index(shown) if shown in fits else -1 if by > 0 else 0
        fit = fits[(here + by) % len(fits)]
        self.way = fit.orientation
        self._spot = self._turned_at = self.jump = self.middle(fit)
        return True

    # ---- what the board asks

    def grabs(self, place: str) -> bool:
        here = self.taika
        return here is not None and bool(self.steps()) and not self.step and place in self._own(here)

    def carried(self, pieces: tuple[str, ...]) -> tuple[str, ...]:
        return pieces[-1:]

    def point(self, place: str) -> None:
        if place == self._spot:
            return
        self._spot = place
        self._turned_at = ""
        if place in self.paints:
            self.asked = place

    def shown(self) -> LayingView | None:
        """The laying that is chosen, or else the one meant by the square that is pointed at."""
        return self.laying or (self._meant(self._spot) if self.card and self._spot else None)

    def targets(self) -> dict[str, Target]:
        if self.taika is None:
            return {}
        found: dict[str, str] = {}
        if self.card and self.laying is None:
            for one in self.layings():
                if one.castable:
                    found.update(dict.fromkeys(one.need + one.new, LAYING))
            if self._spot and (meant := self._meant(self._spot)) is not None and meant.castable:
                found[self._spot] = LAYING
        else:
            if self.step and not self.card:
                found.update(dict.fromkeys(self.places(), PLACE))
            found.update(dict.fromkeys(self.paints, "paint"))
            if not self.step:
                found.update(dict.fromkeys(self.steps(), STEP))
        if self.step:
            found.setdefault(self.step, "back")
        return {place: Target(place, note, (), None) for place, note in found.items()}

    def lit(self) -> Mapping[str, str]:
        wanted = {STEP, PLACE} if not self.place else {STEP}
        if self.card and self.laying is None:
            return {}
        return {place: "move" for place, target in self.targets().items() if target.note in wanted}

    def choose(self, place: str) -> Target | None:
        target = self.targets().get(place)
        if target is None:
            return None
        if target.note == STEP:
            self._take_step(place)
        elif target.note == PLACE:
            self._drop(PLACE)
            self.place = self.asked = place
            self.paints = {place: self.brush}
            self._parts.append(PLACE)
        elif target.note == LAYING:
            self._lay(self._meant(place))
        elif target.note == "paint":
            self._brush_over(place)
        else:
            self._drop(STEP)
            self._drop(PLACE)
            self._refit()
        return target

    def drop(self, place: str) -> Target | None:
        """The pawn was dragged: that is a step, whatever a click there would mean."""
        if self.step or place not in self.steps():
            return None
        self._take_step(place)
        return Target(place, STEP, (), None)

    def _take_step(self, place: str) -> None:
        self.step = place
        self._parts.append(STEP)
        self._refit()

    def paint(self, colour: str) -> bool:
        """Takes a colour on the brush and paints the square that is asked; then the next one is asked."""
        if colour not in COLOURS or self.taika is None:
            return False
        self.brush = colour
        if self.asked in self.paints:
            self.paints[self.asked] = colour
            squares = list(self.paints)
            self.asked = squares[(squares.index(self.asked) + 1) % len(squares)]
        return True

    def paint_all(self) -> bool:
        """All new obstacles get the colour on the brush; tells whether there are any."""
        self.paints = dict.fromkeys(self.paints, self.brush)
        return bool(self.paints)

    def attempt(self, place: str) -> str | None:
        here = self.taika
        if here is None or place in self._own(here):
            return ""
        step = "." if here.setup.either_or and self.card else self.step
        if self.card and self.laying is None:
            meant = self._meant(place)
            if meant is None or not step:
                return ""
            return f"{step} !{self.card} " + " ".join(square + self.brush for square in meant.new)
        if not self.step and not self.card:
            return f"{place} -"
        return f"{self.step} {self.brush}@{place}" if self.step and not self.card else ""

    def ready(self) -> str | None:
        here = self.taika
        if here is None:
            return None
        if self.laying is not None:
            step = "." if here.setup.either_or else self.step
            new = " ".join(square + self.paints[square] for square in self.laying.new)
            return f"{step} !{self.card} {new}" if step else None
        if self.step and self.place:
            return f"{self.step} {self.paints[self.place]}@{self.place}"
        if self.step and not self.card:
            # A turn ends with the step only where nothing else can be done (TM4); a hand that lies face down
            # is not asked, so that nothing shows what is in it (TM3).
            spells = not here.setup.either_or and (self.sealed or bool(self.castable()))
            return f"{self.step} -" if not self.places() and not spells else None
        return None

    def back(self) -> bool:
        if not self._parts:
            return False
        self._drop(self._parts[-1])
        self._refit()
        return True

    def clear(self) -> bool:
        begun = self.begun
        self._begin()
        return begun

    def key(self, key: str) -> bool:
        if self.taika is None:
            return False
        colour = key if key in COLOURS else COLOURS[int(key) - 1] if key in ("1", "2", "3", "4") else ""
        if colour and (self.paints or key in COLOURS):
            return self.paint(colour)
        if key in ("1", "2", "3", "4", "5", "6"):
            hand = self.taika.hands[self.taika.mover]
            card = hand[int(key) - 1] if int(key) <= len(hand) else None
            return card is not None and self.hold(card)
        if key == "pad-x" and self.paints:
            return self.paint(_after(self.brush))
        acts = {
            "t": self.turn, "pad-x": self.turn, "v": self.mirror, "pad-y": self.mirror,
            "n": self.next_fit, "a": self.paint_all, "backspace": self.back,
        }  # fmt: skip
        return key in acts and acts[key]()

    def scroll(self, by: int) -> bool:
        if self.paints and self.asked:
            self.brush = _after(self.paints[self.asked], -by)
            self.paints[self.asked] = self.brush
            return True
        # The wheel goes through all orientations: the quarter turns, then those of the mirrored card.
        return self._orient(lambda rows, way: (way - by) % len(orientations_of(rows)))

    # ---- what the board shows

    def cells(self) -> Mapping[str, str]:
        marks: dict[str, list[str]] = {}
        here, shown = self.taika, self.shown()
        if here is None:
            return {}
        if self.card and self.laying is None:
            for one in self.layings():
                if one.castable:
                    kind = "fit-here" if one.orientation == self.way else "fit"
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
        if self.asked and len(self.paints) > 1:
            marks.setdefault(self.asked, []).append("next")
        return {square: " ".join(kinds) for square, kinds in marks.items()}

    def ghosts(self) -> Mapping[str, tuple[str, ...]]:
        found = {square: (colour,) for square, colour in self.paints.items()}
        here = self.taika
        if here is not None and self.step:
            found[self.step] = (*found.get(self.step, ()), here.setup.characters[here.mover])
        return found

    def hidden(self) -> tuple[str, ...]:
        here = self.taika
        return self._own(here) if here is not None and self.step else ()

    # ---- inside

    def _names(self, squares: int) -> tuple[str, ...]:
        here = self.taika
        return tuple(square_name(square, here.setup.size) for square in bits(squares)) if here else ()

    def _own(self, here: TaikaState) -> tuple[str, ...]:
        at = here.at[here.mover]
        return () if at is None else (square_name(at, here.setup.size),)

    def _stands(self, here: TaikaState, seat: int) -> str:
        """The square of a seat's pawn once the step is made."""
        at = here.at[seat]
        if seat == here.mover and self.step:
            return self.step
        return "" if at is None else square_name(at, here.setup.size)

    def _drop(self, part: str) -> None:
        if part not in self._parts:
            return
        self._parts.remove(part)
        if part == STEP:
            self.step = ""
            self._drop(PLACE)
        elif part == CARD:
            self.card, self.way = "", 0
            self._drop(LAYING)
        elif part == LAYING:
            self.laying, self.paints, self.asked = None, {}, ""
        else:
            self.place, self.paints, self.asked = "", {}, ""

    def _refit(self) -> None:
        """After another step: who is hit by the spell that is laid may be others."""
        if self.laying is not None:
            same = (self.laying.orientation, self.laying.new)
            self.laying = next(one for one in self.layings() if (one.orientation, one.new) == same)

    def _lay(self, laying: LayingView | None) -> None:
        if laying is None:
            return
        self.laying, self.way = laying, laying.orientation
        self.paints = dict.fromkeys(laying.new, self.brush)
        self.asked = laying.new[0]
        self._parts.append(LAYING)

    def _brush_over(self, place: str) -> None:
        """A new square is clicked: it takes the colour on the brush; if it has that, the next colour."""
        if self.paints[place] == self.brush:
            self.brush = _after(self.brush)
        self.paints[place] = self.brush
        self.asked = place

    def _orient(self, change: Callable[[Rows, int], int]) -> bool:
        rows = self.rows()
        if not rows:
            return False
        self.way = change(rows, self.way)
        self._turned_at = self._spot
        if self.laying is not None:
            self._drop(LAYING)
        return True

    def _meant(self, place: str) -> LayingView | None:
        """The laying that a square stands for: castable as the card is held, else castable in another
        orientation (unless it was just turned here on purpose), else wherever the card would lie."""
        around = [one for one in self.layings() if place in one.need or place in one.new]
        fits = [one for one in around if one.castable]
        as_held = [one for one in fits if one.orientation == self.way]
        if as_held:
            return min(as_held, key=lambda one: self._off(one, place))
        if fits and self._turned_at != place:
            return min(fits, key=lambda one: self._off(one, place))
        lying = [one for one in self.layings() if one.orientation == self.way]
        return min(lying, key=lambda one: self._off(one, place), default=None)

    def _off(self, laying: LayingView, place: str) -> tuple[int, bool]:
        """How far the middle of a laying is from a square; of two as near the one that gets an obstacle there."""
        middle = self.middle(laying)
        files, ranks = ord(middle[0]) - ord(place[0]), int(middle[1:]) - int(place[1:])
        return files * files + ranks * ranks, place not in laying.new

    def middle(self, laying: LayingView) -> str:
        """The square in the middle of what a laying covers."""
        squares = laying.need + laying.new
        files = sorted(ord(square[0]) for square in squares)
        ranks = sorted(int(square[1:]) for square in squares)
        return f"{chr((files[0] + files[-1]) // 2)}{(ranks[0] + ranks[-1]) // 2}"


def _after(colour: str, by: int = 1) -> str:
    """The colour so many places on, round and round."""
    return COLOURS[(COLOURS.index(colour) + by) % len(COLOURS)]


def _times(count: int, rows: Rows, way: int) -> int:
    for _ in range(count):
        way = turned(rows, way)
    return way
