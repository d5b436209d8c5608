"""Small round buttons on the board: the way of moving beside what is chosen, and the tick that says yes.

Where they lie and how they look; what a click on one does, the board says.
"""

from __future__ import annotations

import pygame

from client.board.chooser import Chooser
from client.core.skin import Skin
from sprites.kit.emblems import icon
from sprites.stage.boardview import BoardView

NOWHERE = pygame.Rect(0, 0, 0, 0)


def part_chip(view: BoardView | None, chooser: Chooser) -> pygame.Rect:
    """The toggle between ways of moving, at a corner of the square chosen; empty if there is none."""
    place = chooser.chosen
    if view is None or not place or len(chooser.parts()) < 2:
        return NOWHERE
    square = view.rect_of(place)
    side = max(16, int(square.width * 0.46))
    chip = pygame.Rect(0, 0, side, side)
    chip.center = (square.right - side // 4, square.top + side // 4)
    return chip.clamp(view.outer)


def done_chip(view: BoardView | None, chooser: Chooser) -> pygame.Rect:
    """Where a click says yes to the action that is ready: beside the square chosen last; empty if none is."""
    place = chooser.chosen
    if view is None or not place or chooser.ready() is None:
        return NOWHERE
    square = view.rect_of(place)
    side = max(20, int(square.width * 0.56))
    chip = pygame.Rect(0, 0, side, side)
    chip.center = (square.right, square.top)
    return chip.clamp(view.outer)


def paint_chips(surface: pygame.Surface, skin: Skin, view: BoardView | None, chooser: Chooser) -> None:
    """Draw those that there are now."""
    done = done_chip(view, chooser)
    if done.width:
        skin.plate(surface, done, (*skin.theme.good, 255), skin.theme.sky_top, 99)
        tick = icon("check", max(8, int(done.width * 0.7)), skin.theme.sky_top)
        surface.blit(tick, tick.get_rect(center=done.center))
    chip = part_chip(view, chooser)
    if chip.width:
        skin.plate(surface, chip, (*skin.theme.sky_bottom, 255), skin.accent, 99)
        _layers(surface, chip, chooser.part in ("", "whole"), skin)


def _layers(surface: pygame.Surface, chip: pygame.Rect, whole: bool, skin: Skin) -> None:
    """Three layers, all filled for the whole stack, only the uppermost for the top alone."""
    for level in range(3):
        width = chip.width * (0.62 - 0.14 * level)
        y = chip.centery + chip.height * (0.2 - 0.19 * level)
        bar = pygame.Rect(0, 0, max(3, round(width)), max(2, chip.height // 8))
        bar.center = (chip.centerx, round(y))
        filled = whole or level == 2
        colour = skin.accent if filled else skin.theme.muted
        pygame.draw.rect(surface, colour, bar, 0 if filled else 1, border_radius=2)
