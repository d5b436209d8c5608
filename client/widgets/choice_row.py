"""A row of things of which one is chosen by left and right: what tabs and pickers have in common.

One stop for the focus, which moves on at the ends; how the things look and lie, a subclass says.
"""

from __future__ import annotations

from abc import abstractmethod

from client.core.intents import Confirm, Intent, Nav
from client.core.transitions import Stay, Transition, stay_or
from client.core.widget import Action, Widget


class ChoiceRow(Widget):
    """``on_choose`` is called when another thing is chosen."""

    focusable = True
    small = True

    def __init__(self, index: int, on_choose: Action | None, key: str) -> None:
        super().__init__()
        self.index = index
        self.on_choose = on_choose
        self.key = key

    @property
    @abstractmethod
    def count(self) -> int:
        """How many there are."""

    def choose(self, index: int) -> Transition | None:
        """Choose a thing; None if there is none of that number."""
        if not 0 <= index < self.count:
            return None
        if index == self.index:
            return Stay()
        self.index = index
        self.changed()
        return stay_or(self.on_choose() if self.on_choose is not None else None)

    def handle(self, intent: Intent) -> Transition | None:
        if isinstance(intent, Nav) and intent.direction in ("left", "right"):
            return self.choose(self.index + (1 if intent.direction == "right" else -1))
        if isinstance(intent, Confirm):
            return self.choose((self.index + 1) % max(1, self.count))
        return None
