"""What a widget or a scene answers to an intent: that it was dealt with, or which scene it wants next.

A transition is a value; the loop (`client.core.app`) applies it between frames.  Those that carry something are
defined where that thing is: `client.core.overlay.Open`, `client.core.scene.Push` and `client.core.scene.Replace`.
"""

from __future__ import annotations

from dataclasses import dataclass


class Transition:
    """One of those below, or `Open`, `Push`, `Replace`.  None instead means: nobody wanted the intent."""


@dataclass(frozen=True)
class Stay(Transition):
    """The intent was dealt with; no other scene is wanted."""


@dataclass(frozen=True)
class Pop(Transition):
    """Leave this scene for the one below (from the lowest: leave the program)."""


@dataclass(frozen=True)
class ToTitle(Transition):
    """Leave all scenes but the lowest (the title)."""


@dataclass(frozen=True)
class EndProgram(Transition):
    """End the program."""


def stay_or(wish: Transition | None) -> Transition:
    """What a callback asked for, or Stay: the intent was dealt with."""
    return wish if wish is not None else Stay()
