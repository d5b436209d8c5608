"""Still boards: a position with marks, arrows and a caption, as data; and the widget that shows one.

Knows pieces by letter and squares by name; what is legal whoever makes a `Diagram` has asked the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sprites.marks import Marks
from sprites.stage import PieceArt


@dataclass(frozen=True)
class Diagram:
    """One board to look at."""

    art: PieceArt
    files: int
    ranks: int
    pieces: Mapping[str, tuple[str, ...]]
    """Square → pieces from the bottom up."""
    marks: Marks = field(default_factory=Marks)
    arrows: tuple[tuple[str, str], ...] = ()
    """From the middle of one square to that of another."""
    label: str = ""
    """What it shows, in a word or two: for the button that chooses it."""
    face: str = ""
    """The piece on that button, instead of the label."""
    caption: str = ""
    """One or two sentences under the board."""
