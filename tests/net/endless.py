"""The null game with a goal so far away that a log can be of any length."""

from __future__ import annotations

from rules.game import Option
from rules.nullgame import Null


class Endless(Null):
    """Count to a million."""

    id = "endless"
    options = (Option("goal", 1_000_000, "int", 1, 1_000_000),)


ENDLESS = Endless()
