"""Contact sheets of all that is drawn, for people to look at: ``python -m sprites.sheet OUT.png [THEME [KIND]]``.

KIND is how somebody colour-blind would see it: ``protan``, ``deutan`` or ``tritan``.  Opens no window.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pygame

from sprites.kit.backdrop import panel, sky
from sprites.kit.emblems import HOUSE, ICONS, app_icon, emblem, icon
from sprites.kit.text import BOLD, TITLE, Typesetter
from sprites.kit.theme import DISPLAY, LARGE, THEMES, Theme, theme
from sprites.pieces.chesspieces import ChessPieces
from sprites.pieces.pyramids import Pyramids
from sprites.pieces.walkers import Walkers
from sprites.sheet.spellsheet import SIZE, spellsheet
from sprites.stage.boardview import BoardView, Marks
from sprites.stage.stage import PieceArt, Stage

_STACKS = ("L", "M", "S", "l", "m", "s", "Lm", "lMs", "LmS", "lS", "Ms", "lms", "LMS")

_WALKERS = (
    *(("mario",), ("luigi",), ("wario",), ("waluigi",), ("r",), ("g",), ("y",), ("p",)),
    *(("r", "mario"), ("g", "luigi"), ("y", "wario"), ("p", "waluigi"), ("y", "mario"), ("r", "luigi")),
)

KINDS = {
    "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""How colours are seen with each kind of colour-blindness (Machado, Oliveira, Fernandes 2009, severity 1)."""


def sheet(look: Theme) -> pygame.Surface:
    """Everything on one surface 1600 wide."""
    whole = pygame.Surface((1600, 1640 + SIZE[1]))
    whole.blit(_pieces(look), (0, 0))
    whole.blit(spellsheet(look), (0, 1640))
    return whole


def _pieces(look: Theme) -> pygame.Surface:
    """Pieces, icons, panels and marks, on 1600×1640."""
    surface = pygame.Surface((1600, 1640))
    surface.blit(sky(surface.get_size(), look, True, look.accent), (0, 0))
    type_ = Typesetter()
    type_.draw(surface, "Magicade äöå ÄÖÅ", (24, 16), DISPLAY, look.text, TITLE)
    y = 110
    for square in (120, 80, 48, 32):
        _row(surface, look, Pyramids(), tuple(map(tuple, _STACKS)), (24, y), square)
        y += square + 16
    x = 1040
    for i, name in enumerate(ICONS):
        at = (x + (i % 10) * 54, 120 + i // 10 * 84 + 210)
        surface.blit(icon(name, 36, look.text), at)
        surface.blit(icon(name, 16, look.muted), (at[0] + 10, at[1] + 44))
    surface.blit(emblem(HOUSE, 96), (x, 610))
    surface.blit(emblem(HOUSE, 32), (x + 120, 715))
    surface.blit(app_icon(64), (x + 470, 650))
    panel(surface, pygame.Rect(x, 760, 500, 90), look)
    type_.draw(surface, "A glass panel, quiet", (x + 24, 776), LARGE, look.text, BOLD)
    type_.draw(surface, "muted words 日本語 Иван", (x + 24, 812), 18, look.muted)
    panel(surface, pygame.Rect(x, 870, 500, 56), look, raised=True, accent=look.warn)
    _board(surface, look, type_, pygame.Rect(24, 460, 760, 760))
    letters = tuple((letter,) for letter in "KQRBNPDCWkqrbnpdcw")
    for art, stacks, y in ((ChessPieces(), letters, 1240), (Walkers(), _WALKERS, 1440)):
        _row(surface, look, art, stacks, (24, y + 8), 84)
        _row(surface, look, art, stacks, (24, y + 112), 48)
        _row(surface, look, art, stacks, (924, y + 112), 32)
    return surface


def _row(
    surface: pygame.Surface,
    look: Theme,
    art: PieceArt,
    stacks: tuple[tuple[str, ...], ...],
    where: tuple[int, int],
    square: int,
) -> None:
    """Stacks side by side on squares of one size."""
    for i, pieces in enumerate(stacks):
        cell = pygame.Rect(where[0] + i * square, where[1], square, square)
        surface.fill(look.square_light if i % 2 else look.square_dark, cell)
        for piece, pose in zip(pieces, art.stack(pieces), strict=True):
            image = art.image(piece, round(square * pose.scale))
            centre = (cell.centerx + pose.dx * square, cell.centery + pose.dy * square)
            surface.blit(image, image.get_rect(center=centre))


def _board(surface: pygame.Surface, look: Theme, type_: Typesetter, rect: pygame.Rect) -> None:
    """A board with every mark on it."""
    places = {"c6": "LmS", "g5": "lM", "e6": "s", "e4": "L", "a4": "lms", "h4": "Ms", "d8": "l", "c1": "M"}
    trays = {"taken:0": pygame.Rect(820, 1120, 480, 60), "taken:1": pygame.Rect(820, 1020, 480, 60)}
    view = BoardView(8, 8, rect, look, look.accents, type_, trays=trays)
    pieces = {place: tuple(stack) for place, stack in places.items()}
    pieces |= {"taken:0": tuple("lmmss"), "taken:1": tuple("LSS")}
    stage = Stage(view, Pyramids(), pieces, reduced=True)
    stage.ground(surface)
    targets = {"e5": "move", "b4": "move", "e6": "destroy", "g5": "control", "c6": "rescue"}
    stage.mark(
        Marks("e4", targets, last=("d3", "h4"), cursor="d6", hover="a4", check="d8", source=("c1", "d1"))
    )
    stage.advance(1.0)
    stage.draw(surface)


def seen_by(surface: pygame.Surface, kind: str) -> pygame.Surface:
    """``surface`` at half size as somebody with that colour-blindness sees it; slow."""
    small = pygame.transform.smoothscale_by(surface, 0.5)
    rows = KINDS[kind]
    linear = [(i / 255) ** 2.2 for i in range(256)]
    for y in range(small.get_height()):
        for x in range(small.get_width()):
            r, g, b = (linear[c] for c in small.get_at((x, y))[:3])
            mixed = (row[0] * r + row[1] * g + row[2] * b for row in rows)
            small.set_at((x, y), tuple(round(255 * min(1.0, max(0.0, v)) ** (1 / 2.2)) for v in mixed))
    return small


def main(arguments: list[str]) -> int:
    """Write the sheet; 2 if it was asked for wrongly."""
    names = arguments[1:2] or ["night"]
    if (
        not 1 <= len(arguments) <= 3
        or names[0] not in THEMES
        or (arguments[2:] and arguments[2] not in KINDS)
    ):
        print(
            f"usage: python -m sprites.sheet OUT.png [{'|'.join(THEMES)} [{'|'.join(KINDS)}]]",
            file=sys.stderr,
        )
        return 2
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    image = sheet(theme(names[0]))
    if arguments[2:]:
        image = seen_by(image, arguments[2])
    pygame.image.save(image, Path(arguments[0]))
    return 0
