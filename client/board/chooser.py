"""What a person has chosen so far of an action: the one click handler of all games.

Built on ``State.picks`` alone.  Owns the choice being made, never a state's rules, a pixel or an event.
Squares lead on; a part (whole stack or only the top of it) is a way of moving that is toggled, wherever in
the order of picks a game puts it; whatever else can be chosen (cards, colours, promotions …) is a menu.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.errors import RulesError
from rules.game import Pick, State

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
    """The choice being made in one state.  ``state`` None: nothing can be chosen."""

    def __init__(self, state: State | None = None) -> None:
        self.state = state
        self.prefix: tuple[str, ...] = ()
        self.part = WHOLE
        self._routes: dict[str, dict[str, Target]] | None = None

    def reset(self, state: State | None) -> None:
        """Begins anew, in ``state``."""
        self.state = state
        self.part = WHOLE
        self._go(())

    @property
    def begun(self) -> bool:
        """Whether anything is chosen yet."""
        return bool(self.prefix)

    @property
    def source(self) -> str:
        """The first thing chosen, or nothing."""
        return self.prefix[0] if self.prefix else ""

    def menu(self) -> tuple[Pick, ...]:
        """What can be chosen next that is neither a square nor a part."""
        if self.state is None:
            return ()
        choices = self.state.picks(self.prefix).choices
        return tuple(pick for pick in choices if pick.kind not in ("square", "part"))

    def action(self) -> str | None:
        """The action that is already whole, if any."""
        return self.state.picks(self.prefix).action if self.state is not None else None

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
        """Goes to the next way of moving; tells whether there was another."""
        parts = self.parts()
        if len(parts) < 2:
            return False
        here = parts.index(self.part) if self.part in parts else -1
        self.part = parts[(here + 1) % len(parts)]
        return True

    def use_part(self, part: str) -> bool:
        """Chooses this way of moving, if what is chosen can go it."""
        if part not in self.routes():
            return False
        self.part = part
        return True

    def choose(self, place: str) -> Target | None:
        """Chooses a square; None if it can't be chosen now.  With ``action`` set the choice is made."""
        target = self.targets().get(place)
        if target is None:
            return None
        self._go(target.prefix)
        return target

    def push(self, value: str) -> str | None:
        """Chooses something from the menu (or a square's bare value); the action if it is whole by that."""
        if self.state is None or all(pick.value != value for pick in self.menu()):
            return None
        self._go((*self.prefix, value))
        picks = self.state.picks(self.prefix)
        return picks.action if not picks.choices else None

    def back(self) -> bool:
        """Takes the last choice back; tells whether there was one."""
        if not self.prefix:
            return False
        self._go(self.prefix[:-1])
        return True

    def clear(self) -> bool:
        """Takes all choices back; tells whether there were any."""
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
