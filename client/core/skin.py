"""How our widgets look: plates of glass, focus rings, and text in the theme's colours at the window's scale.

One Skin for one window size, theme and accent.  Owns a bounded cache of plates; knows no widget and no scene.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

import pygame

from sprites.kit.emblems import HOUSE, Livery, emblem
from sprites.kit.text import BOLD, PLAIN, TITLE, Typesetter
from sprites.kit.theme import BODY, Accents, Colour, Scale, Theme, Tint, mix

__all__ = ["BOLD", "PLAIN", "TITLE", "Skin"]

RADIUS = 12
"""Corners of panels and buttons, in logical pixels."""

_PLATES = 160
_FINE = 4
"""How many times finer than the screen a corner is drawn before it is smoothed."""


def house(game: str) -> Livery:
    """The house's own livery, whatever the game."""
    return HOUSE


class Skin:
    """What ``paint`` needs: colours, measures, type, plates."""

    def __init__(
        self,
        scale: Scale,
        theme: Theme,
        type: Typesetter,
        game: str = "",
        liveries: Callable[[str], Livery] = house,
    ) -> None:
        """Tinted by ``game`` (an id); ``liveries`` tells the colours and the emblem of each."""
        self.scale = scale
        self.theme = theme
        self.type = type
        self._liveries = liveries
        self.accents = self.accents_of(game)
        self.accent: Colour = self.accents.first
        self._plates: OrderedDict[tuple[object, ...], pygame.Surface] = OrderedDict()

    def px(self, logical: float) -> int:
        """Real pixels for a logical length."""
        return self.scale.px(logical)

    def accents_of(self, game: str) -> Accents:
        """The colours of a game (id), for what shows several; the house's own for an empty id."""
        return self._liveries(game).accents_in(self.theme)

    def emblem(self, game: str, size: int) -> pygame.Surface:
        """The emblem of a game (id), ``size`` real pixels square; the house's own for an empty id."""
        return emblem(self._liveries(game), size)

    def plate(
        self,
        surface: pygame.Surface,
        rect: pygame.Rect,
        fill: Colour | Tint,
        border: Colour | Tint | None = None,
        radius: float = RADIUS,
        line: float = 1.5,
    ) -> None:
        """A rounded rectangle with smooth edges; ``radius`` and ``line`` (its border) are logical."""
        if rect.width < 1 or rect.height < 1:
            return
        round_px = min(self.px(radius), rect.width // 2, rect.height // 2)
        line_px = max(1, self.px(line)) if border is not None else 0
        key = (rect.size, fill, border, round_px, line_px)
        image = self._plates.get(key)
        if image is None:
            image = _plate(rect.size, fill, border, round_px, line_px)
            self._plates[key] = image
            if len(self._plates) > _PLATES:
                self._plates.popitem(last=False)
        else:
            self._plates.move_to_end(key)
        surface.blit(image, rect)

    def panel(
        self, surface: pygame.Surface, rect: pygame.Rect, raised: bool = False, accent: bool = False
    ) -> None:
        """A panel of glass; ``raised`` is brighter, ``accent`` gives it an edge in the game's colour."""
        fill = self.theme.panel_raised if raised else self.theme.panel
        self.plate(surface, rect, fill, self.accent if accent else self.theme.border)

    def ring(self, surface: pygame.Surface, rect: pygame.Rect, radius: float = RADIUS) -> None:
        """The focus ring around ``rect``, within 8 real pixels outside it."""
        gap = min(self.px(3), 4)
        self.plate(
            surface,
            rect.inflate(2 * gap + 2, 2 * gap + 2),
            (0, 0, 0, 0),
            self.theme.focus,
            radius + 3,
            2.5,
        )

    def glow_fill(self, strength: float) -> Tint:
        """The accent as a translucent fill over a panel, ``strength`` 0–1."""
        base = mix(self.theme.panel_raised[:3], self.accent, strength)
        return (*base, max(200, self.theme.panel_raised[3]))

    def write(
        self,
        surface: pygame.Surface,
        text: str,
        where: tuple[int, int],
        size: float = BODY,
        colour: Colour | None = None,
        face: str = PLAIN,
        width: int | None = None,
        anchor: str = "topleft",
    ) -> pygame.Rect:
        """One line of ``text`` with its ``anchor`` at ``where``, cut to ``width`` real pixels if given."""
        shown = self.theme.text if colour is None else colour
        return self.type.draw(surface, text, where, size, shown, face, width, anchor)


def _plate(
    size: tuple[int, int],
    fill: Colour | Tint,
    border: Colour | Tint | None,
    radius: int,
    line: int,
) -> pygame.Surface:
    """The rounded rectangle itself: a finely drawn square cut into nine, corners kept, the rest stretched."""
    width, height = size
    corner = max(radius, line) + 1
    side = 2 * corner + 1
    if width < side or height < side:
        return _rounded(size, fill, border, radius, line)
    tile = _rounded((side, side), fill, border, radius, line)
    image = pygame.Surface(size, pygame.SRCALPHA)
    xs = ((0, 0, corner), (corner, corner, width - 2 * corner), (corner + 1, width - corner, corner))
    ys = ((0, 0, corner), (corner, corner, height - 2 * corner), (corner + 1, height - corner, corner))
    for column, (sx, dx, w) in enumerate(xs):
        for row, (sy, dy, h) in enumerate(ys):
            part = tile.subsurface((sx, sy, 1 if column == 1 else corner, 1 if row == 1 else corner))
            if part.get_size() != (w, h):
                part = pygame.transform.scale(part, (w, h))
            image.blit(part, (dx, dy), special_flags=pygame.BLEND_RGBA_ADD)
    return image


def _rounded(
    size: tuple[int, int],
    fill: Colour | Tint,
    border: Colour | Tint | None,
    radius: int,
    line: int,
) -> pygame.Surface:
    """A rounded rectangle drawn finely and smoothed down."""
    fine = pygame.Surface((size[0] * _FINE, size[1] * _FINE), pygame.SRCALPHA)
    edge = fill if border is None else border
    fine.fill((*edge[:3], 0))
    whole = fine.get_rect()
    if border is not None:
        pygame.draw.rect(fine, border, whole, border_radius=radius * _FINE)
        inner = whole.inflate(-2 * line * _FINE, -2 * line * _FINE)
        if inner.width > 0 and inner.height > 0:
            pygame.draw.rect(fine, fill, inner, border_radius=max(0, radius - line) * _FINE)
    else:
        pygame.draw.rect(fine, fill, whole, border_radius=radius * _FINE)
    return pygame.transform.smoothscale(fine, size)
