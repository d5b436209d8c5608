"""What lies behind things: the night gradient with star dust, glass panels, the pool of light under a board.

Everything is made once for a size and cached; callers blit and never draw on what they get.
"""

from __future__ import annotations

import random
from functools import lru_cache

import pygame

from sprites.kit.paint import fast
from sprites.kit.theme import Colour, Theme, Tint, mix, theme

_BAYER = (0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5)
"""Ordered dither: dark gradients of a dozen levels would show bands otherwise."""


def sky(
    size: tuple[int, int], theme: Theme, stars: bool = False, accent: Colour | None = None
) -> pygame.Surface:
    """The background of a whole window: gradient, star dust if wanted, a breath of ``accent``."""
    return _sky(size, theme.name, stars, accent)


@lru_cache(maxsize=4)
def _sky(size: tuple[int, int], name: str, stars: bool, accent: Colour | None) -> pygame.Surface:
    look = theme(name)
    width, height = max(1, size[0]), max(1, size[1])
    strip = pygame.Surface((4, height))
    for y in range(height):
        part = y / max(1, height - 1)
        exact = [a + (b - a) * part for a, b in zip(look.sky_top, look.sky_bottom, strict=True)]
        for x in range(4):
            nudge = (_BAYER[(y % 4) * 4 + x] + 0.5) / 16
            strip.set_at((x, y), tuple(min(255, int(c + nudge)) for c in exact))
    strip = fast(strip, alpha=False)
    image = fast(pygame.Surface((width, height)), alpha=False)
    done = min(4, width)
    image.blit(strip, (0, 0))
    while done < width:
        image.blit(image, (done, 0), pygame.Rect(0, 0, min(done, width - done), height))
        done *= 2
    if accent is not None and look.glow:
        glow = light((width, round(height * 1.2)), accent, 26)
        image.blit(glow, (round(width * 0.28), round(-height * 0.15)))
        image.blit(light((width, height), mix(accent, (120, 60, 220), 0.7), 30), (-width // 2, height // 3))
    if stars and look.glow:
        _dust(image)
    return image


def _dust(image: pygame.Surface) -> None:
    """Scatter faint stars, always the same for a size."""
    width, height = image.get_size()
    dice = random.Random(20)
    unit = max(1.0, height / 720)
    for _ in range(170):
        x, y = dice.randrange(width), int(height * dice.random() ** 1.4)
        bright = dice.random() ** 3
        shade = mix((120, 110, 180), (240, 236, 255), bright)
        radius = max(1, round((0.6 + bright * 1.2) * unit))
        if bright > 0.6:
            halo = light((radius * 10, radius * 10), shade, 70)
            image.blit(halo, (x - radius * 5, y - radius * 5))
        dot = pygame.Surface((radius * 2, radius * 2), pygame.SRCALPHA)
        pygame.draw.circle(dot, (*shade, 90 + int(120 * bright)), (radius, radius), radius)
        image.blit(dot, (x - radius, y - radius))


@lru_cache(maxsize=24)
def light(size: tuple[int, int], colour: Colour, strength: int) -> pygame.Surface:
    """A soft elliptic light of ``size``: alpha ``strength`` in the middle, nothing at the rim."""
    disc = pygame.Surface((128, 128), pygame.SRCALPHA)
    disc.fill((*colour, 0))
    for r in range(63, 0, -1):
        fall = 1 - r / 64
        smooth = fall * fall * (3 - 2 * fall)
        pygame.draw.circle(disc, (*colour, round(strength * smooth)), (64, 64), r)
    return fast(pygame.transform.smoothscale(disc, (max(2, size[0]), max(2, size[1]))))


def pool(surface: pygame.Surface, rect: pygame.Rect, theme: Theme, accent: Colour) -> None:
    """Draw a soft pool of light around ``rect``."""
    if not theme.glow:
        return
    wide = rect.inflate(rect.width * 0.7, rect.height * 0.7)
    surface.blit(light(wide.size, mix(accent, (150, 130, 255), 0.5), 80), wide.topleft)


def panel(
    surface: pygame.Surface,
    rect: pygame.Rect,
    theme: Theme,
    *,
    raised: bool = False,
    accent: Colour | None = None,
    radius: int = 12,
) -> None:
    """Draw a glass panel (rounded, translucent, bordered) into ``rect``; ``accent`` tints its border."""
    if rect.width < 2 or rect.height < 2:
        return
    surface.blit(glass(rect.size, theme.name, raised, accent, radius), rect.topleft)


@lru_cache(maxsize=96)
def glass(
    size: tuple[int, int], name: str, raised: bool, accent: Colour | None, radius: int
) -> pygame.Surface:
    """The picture of a glass panel of ``size`` in the theme called ``name``."""
    look = theme(name)
    fill = look.panel_raised if raised else look.panel
    edge: Tint = look.border
    if accent is not None:
        edge = (*accent, 255 if raised or not look.glow else 170)
        fill = (*mix((fill[0], fill[1], fill[2]), accent, 0.14 if raised else 0.06), fill[3])
    width, height = size
    radius = max(0, min(radius, width // 2 - 2, height // 2 - 2))
    image = _tile(size, radius, fill, edge)
    if look.glow and height > 2 * radius and width > 2 * radius + 4:
        shine = (255, 255, 255, 46 if raised else 28)
        line = pygame.Surface((width - 2 * radius, 1), pygame.SRCALPHA)
        line.fill(shine)
        image.blit(line, (radius, 2))
    return fast(image)


def _tile(size: tuple[int, int], radius: int, fill: Tint, edge: Tint) -> pygame.Surface:
    """A rounded rectangle with smooth corners, put together from nine parts of a small one."""
    width, height = size
    corner = min(radius + 3, width // 2, height // 2)
    side = corner * 2 + 2
    zoom = 4
    big = pygame.Surface((side * zoom, side * zoom), pygame.SRCALPHA)
    big.fill((edge[0], edge[1], edge[2], 0))
    whole = big.get_rect()
    line = max(zoom, round(1.5 * zoom)) if radius else zoom
    pygame.draw.rect(big, edge, whole, border_radius=radius * zoom)
    inner = whole.inflate(-2 * line, -2 * line)
    pygame.draw.rect(big, fill, inner, border_radius=max(0, radius * zoom - line))
    small = pygame.transform.smoothscale(big, (side, side))
    image = pygame.Surface(size, pygame.SRCALPHA)
    xs = ((0, 0, corner), (corner, corner, width - 2 * corner), (side - corner, width - corner, corner))
    ys = ((0, 0, corner), (corner, corner, height - 2 * corner), (side - corner, height - corner, corner))
    for sx, x, w in xs:
        for sy, y, h in ys:
            if w <= 0 or h <= 0:
                continue
            cut = (2 if sx == corner else corner, 2 if sy == corner else corner)
            part = small.subsurface(pygame.Rect((sx, sy), cut))
            image.blit(pygame.transform.scale(part, (w, h)), (x, y))
    return image
