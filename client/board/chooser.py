"""What a person has chosen so far of an action: the one click handler of all games.

Built on ``State.picks`` alone.  Owns the choice being made, never a state's rules, a pixel or an event.
Squares lead on; a part (whole stack or only the top of it) is a way of moving that is toggled, wherever in
the order of picks a game puts it; whatever else can be chosen (cards, colours, promotions …) is a menu.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from rules.errors import RulesError
from rules.game import Pick, State

_SQUARE = re.compile(r"[a-z][1-9][0-9]?")
WHOLE = ""
"""The part that means: everything that stands there."""


class Target(NamedTuple):
    """A square that can be chosen next: what choosing it does, and what is chosen then."""

    place: str
    note: str
    prefix: tuple[str, ...]
    action: str | None
    """The whole action, or None if something is still to be chosen after it."""


class Chooser:
    """The choice being made in one state.  ``state`` None: nothing can be chosen.

    A game whose actions want more than squares, parts and menus brings a subclass (``Look.chooser``).
    """

    keeps_choice_on_miss = False
    """Whether what is chosen stays when somebody means a square that can't be chosen next."""
    second_button = "t"
    """The key for which the second mouse button stands on the board."""
    jump = ""
    """A square to which the cursor should go now."""

    def __init__(self, state: State | None = None) -> None:
        self.state = state
        self.prefix: tuple[str, ...] = ()
        self.part = WHOLE
        self._routes: dict[str, dict[str, Target]] | None = None

    def reset(self, state: State | None) -> None:
        """Begin anew, in ``state``."""
        self.state = state
        self.part = WHOLE
        self._go(())

    def forget(self) -> None:
        """A step was made: do not offer again what was chosen before it."""

    @property
    def begun(self) -> bool:
        """Whether anything is chosen yet."""
        return bool(self.prefix)

    @property
    def choice(self) -> object:
        """All that is chosen so far; only good for comparing it with another choice."""
        return self.prefix, self.part

    @property
    def chosen(self) -> str:
        """The square that was chosen last, if any."""
        return next((value for value in reversed(self.prefix) if _SQUARE.fullmatch(value)), "")

    def menu(self) -> tuple[Pick, ...]:
        """What can be chosen next that is neither a square nor a part."""
        if self.state is None:
            return ()
        choices = self.state.picks(self.prefix).choices
        return tuple(pick for pick in choices if pick.kind not in ("square", "part"))

    def parts(self) -> tuple[str, ...]:
        """The ways of moving what is chosen, whole first; one or none means there is nothing to toggle."""
        return tuple(sorted(self.routes()))

    def routes(self) -> dict[str, dict[str, Target]]:
        """Part → square → target, for what is chosen so far."""
        if self._routes is None:
            self._routes = self._find_routes()
        return self._routes

    def targets(self) -> dict[str, Target]:
        """The squares that can be chosen next, by the part chosen now."""
        routes = self.routes()
        return routes.get(self.part, {})

    def toggle_part(self) -> bool:
        """Go to the next way of moving; tells whether there was another."""
        parts = self.parts()
        if len(parts) < 2:
            return False
        here = parts.index(self.part) if self.part in parts else -1
        self.part = parts[(here + 1) % len(parts)]
        return True

    def use_part(self, part: str) -> bool:
        """Choose this way of moving, if what is chosen can go it."""
        if part not in self.routes():
            return False
        self.part = part
        return True

    def choose(self, place: str) -> Target | None:
        """Choose a square; None if it can't be chosen now.  With ``action`` set the choice is made."""
        target = self.targets().get(place)
        if target is None:
            return None
        self._go(target.prefix)
        return target

    def instead(self, place: str) -> bool:
        """Begin anew with this square; False, and all stays as it was, if nothing can begin there."""
        kept = self.prefix, self.part
        self.clear()
        if self.choose(place) is not None:
            return True
        self._go(kept[0])
        self.part = kept[1]
        return False

    def drop(self, place: str) -> Target | None:
        """What was dragged is let go over another square: chooses that if it can go there; None, and all stays
        as it was, if it can't."""
        return self.choose(place)

    def push(self, value: str) -> str | None:
        """Choose something from the menu (or a square's bare value); the action if it is whole by that."""
        if self.state is None or all(pick.value != value for pick in self.menu()):
            return None
        self._go((*self.prefix, value))
        picks = self.state.picks(self.prefix)
        return picks.action if not picks.choices else None

    def ready(self) -> str | None:
        """The whole action, if it waits only for somebody to say yes."""
        return None

    def attempt(self, place: str) -> str | None:
        """The action that somebody seems to have meant by a square that can't be chosen, empty if none; None: what
        the game's look says (``Look.attempt``)."""
        return None

    def grabs(self, place: str) -> bool:
        """Whether what stands on a square that was just pressed follows the pointer when it is dragged."""
        return self.begun and place == self.chosen

    def carried(self, pieces: tuple[str, ...]) -> tuple[str, ...]:
        """The pieces of a stack, from the bottom up, that are dragged along."""
        return pieces[-1:] if self.part == "top" else pieces

    def point(self, place: str) -> None:
        """The pointer or the cursor is over a square now (or none)."""

    def key(self, key: str, at: str = "") -> bool:
        """A key that may choose something, with the pointer or the cursor at the square ``at`` (or none); tells
        whether it did."""
        if key not in ("t", "pad-x"):
            return False
        if not self.begun:
            self.choose(at)
        return self.toggle_part()

    def scroll(self, by: int, over_board: bool = True) -> bool:
        """The wheel was turned (``by`` > 0: away), over the board or elsewhere; tells whether that chose
        something."""
        return over_board and self.begun and self.toggle_part()

    # ---- what of it shows on the board

    def lit(self) -> Mapping[str, str]:
        """The squares to mark as targets, and what going there does."""
        if not self.begun:
            return {}
        return {place: target.note or "move" for place, target in self.targets().items()}

    def cells(self) -> Mapping[str, str]:
        """Squares and what they are to the action being built (``sprites.stage.marks.CELLS``)."""
        return {}

    def ghosts(self) -> Mapping[str, tuple[str, ...]]:
        """Squares and the pieces that will stand there."""
        return {}

    def hidden(self) -> tuple[str, ...]:
        """Squares whose top piece is about to go."""
        return ()

    # ---- taking back

    def back(self) -> bool:
        """Take the last choice back; tells whether there was one."""
        if not self.prefix:
            return False
        self._go(self.prefix[:-1])
        return True

    def clear(self) -> bool:
        """Take all choices back; tells whether there were any."""
        begun = self.begun
        self._go(())
        return begun

    def _go(self, prefix: tuple[str, ...]) -> None:
        self.prefix = prefix
        self._routes = None
        if not prefix:
            self.part = WHOLE
        elif self.part not in self.routes():
            self.part = min(self.routes(), default=WHOLE)

    def _find_routes(self) -> dict[str, dict[str, Target]]:
        routes: dict[str, dict[str, Target]] = {}
        state = self.state
        if state is None:
            return routes
        for pick in state.picks(self.prefix).choices:
            after = (*self.prefix, pick.value)
            if pick.kind == "square":
                self._add_square(routes, pick, after)
            elif pick.kind == "part":
                for square in state.picks(after).choices:
                    if square.kind == "square":
                        way = (*after, square.value)
                        reached = _whole(state, way)
                        routes.setdefault(pick.value, {})[square.value] = Target(
                            square.value, square.note or pick.note, way, reached
                        )
        return routes

    def _add_square(self, routes: dict[str, dict[str, Target]], pick: Pick, after: tuple[str, ...]) -> None:
        """One square, and the parts that can be chosen after it."""
        assert self.state is not None
        here = self.state.picks(after)
        # A part that leads on to more squares belongs to the next choice, not to this square.
        ends = {
            part: action
            for part in here.choices
            if part.kind == "part" and (action := _whole(self.state, (*after, part.value))) is not None
        }
        others = len(ends) < len(here.choices)
        if here.action is not None or others or not ends:
            action = here.action if not others else None
            routes.setdefault(WHOLE, {})[pick.value] = Target(pick.value, pick.note, after, action)
        for part, action in ends.items():
            way = (*after, part.value)
            routes.setdefault(part.value, {})[pick.value] = Target(
                pick.value, part.note or pick.note, way, action
            )


def _whole(state: State, prefix: tuple[str, ...]) -> str | None:
    """The action that ``prefix`` is, if nothing more is to be chosen."""
    picks = state.picks(prefix)
    return picks.action if not picks.choices else None


def why_not(state: State, action: str) -> RulesError | None:
    """Why ``action`` can't be done, or None if it can."""
    try:
        state.apply(action)
    except RulesError as error:
        return error
    return None
