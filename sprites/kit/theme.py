"""Colours, type scale, spacing and the factor from logical to real pixels.

Pure data: no drawing, no fonts, no words.  Everything that draws takes its colours from a Theme,
so that night, paper and high contrast are three rows of one table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

Colour = tuple[int, int, int]
Tint = tuple[int, int, int, int]
"""A colour with alpha."""

LOGICAL = (1280, 720)
"""The window size, in logical pixels, that all sizes in the client are meant for."""

SMALL, BODY, LARGE, HEADING, DISPLAY = 14, 18, 24, 36, 64
"""The type scale, in logical pixels at 720 p."""

STEP = 8
"""All spacing is a multiple of this many logical pixels."""


class Accents(NamedTuple):
    """What tints one game: a colour, and the one that it runs to (the same where it is one colour)."""

    first: Colour
    second: Colour


@dataclass(frozen=True, slots=True)
class Theme:
    """One look of everything; colours are opaque RGB, those of glass carry alpha."""

    name: str
    sky_top: Colour
    sky_bottom: Colour
    text: Colour
    muted: Colour
    """Second-rank text; at least 4.5:1 on the sky and on panels."""
    panel: Tint
    panel_raised: Tint
    """A panel, button or row that is hovered or chosen."""
    border: Tint
    focus: Colour
    good: Colour
    warn: Colour
    bad: Colour
    square_light: Colour
    square_dark: Colour
    board_edge: Colour
    glow: bool
    """Whether soft lights are drawn at all (high contrast has none)."""
    accent: Colour
    """What tints everything that belongs to no game."""

    @property
    def accents(self) -> Accents:
        """The house's own accents: one colour."""
        return Accents(self.accent, self.accent)


_NIGHT = Theme(
    name="night",
    sky_top=(13, 10, 31),
    sky_bottom=(26, 18, 56),
    text=(242, 240, 255),
    muted=(178, 172, 210),
    panel=(44, 36, 84, 150),
    panel_raised=(74, 62, 132, 190),
    border=(150, 140, 220, 90),
    focus=(255, 255, 255),
    good=(126, 224, 138),
    warn=(242, 193, 78),
    bad=(255, 122, 92),
    square_light=(58, 52, 104),
    square_dark=(34, 28, 68),
    board_edge=(104, 96, 168),
    glow=True,
    accent=(155, 170, 255),
)

_PAPER = Theme(
    name="paper",
    sky_top=(248, 243, 232),
    sky_bottom=(236, 229, 214),
    text=(34, 28, 48),
    muted=(92, 84, 104),
    panel=(255, 252, 244, 200),
    panel_raised=(255, 255, 255, 240),
    border=(70, 60, 84, 150),
    focus=(20, 16, 40),
    good=(10, 110, 62),
    warn=(140, 84, 0),
    bad=(170, 44, 10),
    square_light=(233, 225, 208),
    square_dark=(196, 184, 164),
    board_edge=(84, 72, 84),
    glow=False,
    accent=(66, 72, 160),
)

_CONTRAST = Theme(
    name="contrast",
    sky_top=(0, 0, 0),
    sky_bottom=(0, 0, 0),
    text=(255, 255, 255),
    muted=(230, 230, 230),
    panel=(0, 0, 0, 255),
    panel_raised=(48, 48, 48, 255),
    border=(255, 255, 255, 255),
    focus=(255, 224, 0),
    good=(255, 255, 255),
    warn=(255, 224, 0),
    bad=(255, 160, 130),
    square_light=(72, 72, 72),
    square_dark=(16, 16, 16),
    board_edge=(255, 255, 255),
    glow=False,
    accent=(255, 224, 0),
)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {theme.name: theme for theme in (_NIGHT, _PAPER, _CONTRAST)},
)

VERMILION: Colour = (213, 94, 0)
GREEN: Colour = (0, 158, 115)
YELLOW: Colour = (240, 228, 66)
PURPLE: Colour = (157, 107, 216)
ICE: Colour = (191, 233, 255)
EMBER: Colour = (255, 138, 61)

PLAYERS: tuple[Colour, ...] = (ICE, EMBER)
"""Two players, by seat."""

WALKERS: Mapping[str, Colour] = MappingProxyType({"r": VERMILION, "g": GREEN, "y": YELLOW, "p": PURPLE})
"""Walkers and obstacles by the letter of their colour; each also has its pattern."""


def theme(name: str) -> Theme:
    """The theme called ``name``; night if there is none of that name."""
    return THEMES.get(name, _NIGHT)


def mix(a: Colour, b: Colour, part: float) -> Colour:
    """The colour ``part`` (0–1) of the way from ``a`` to ``b``."""
    p = min(1.0, max(0.0, part))
    return (
        round(a[0] + (b[0] - a[0]) * p),
        round(a[1] + (b[1] - a[1]) * p),
        round(a[2] + (b[2] - a[2]) * p),
    )


def luminance(colour: Colour) -> float:
    """Relative luminance, 0–1 (WCAG 2)."""
    parts = [c / 255 for c in colour]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: Colour, b: Colour) -> float:
    """Contrast ratio of two colours, 1–21 (WCAG 2)."""
    bright, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@dataclass(frozen=True, slots=True)
class Scale:
    """How many real pixels a logical one is, for one window size."""

    factor: float
    width: int
    height: int

    @classmethod
    def of(cls, window: tuple[int, int]) -> Scale:
        """The scale at which 1280×720 (in portrait windows 720×1280) just fits into ``window``."""
        width, height = max(1, window[0]), max(1, window[1])
        long, short = LOGICAL if width >= height else (LOGICAL[1], LOGICAL[0])
        return cls(max(0.25, min(width / long, height / short)), width, height)

    @property
    def portrait(self) -> bool:
        """Whether the window is higher than wide, so that panels go under the board."""
        return self.height > self.width

    def px(self, logical: float) -> int:
        """Whole real pixels for a logical length; never 0 for a positive one."""
        size = round(logical * self.factor)
        return max(1, size) if logical > 0 else size
