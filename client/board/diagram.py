"""Still boards: a position with marks, arrows and a caption, as data; and the widget that shows one.

Knows pieces by letter and squares by name.  What is legal is not known here: who makes a `Diagram` asks the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pygame

from client.core.skin import Skin
from client.core.widget import Widget
from sprites.kit.paint import Canvas
from sprites.kit.theme import BODY, Colour
from sprites.stage.boardview import BoardView
from sprites.stage.stage import PieceArt

UNDER = frozenset({"last", "source", "hover", "selected", "check"})
"""Marks that lie beneath the pieces; all others lie on them."""
_KEPT = 24
"""At most so many drawn boards are kept."""


@dataclass(frozen=True, eq=False)
class Diagram:
    """One board to look at."""

    art: PieceArt
    files: int
    ranks: int
    pieces: Mapping[str, tuple[str, ...]]
    """Square → pieces from the bottom up."""
    marks: tuple[tuple[str, str], ...] = ()
    """Squares and what is drawn there: names of ``sprites.stage.marks``."""
    arrows: tuple[tuple[str, str], ...] = ()
    """From the middle of one square to that of another."""
    label: str = ""
    """What it shows, in a word or two: for the button that chooses it."""
    face: str = ""
    """The piece on that button, instead of the label."""
    caption: str = ""
    """One or two sentences under the board."""
    coordinates: bool = True
    """Whether its squares have names to show."""


def picture(diagram: Diagram, size: tuple[int, int], skin: Skin, game: str = "") -> pygame.Surface:
    """The board with all that is on it, as large as fits into ``size`` real pixels, on a transparent ground.

    ``game`` (an id) tints it.
    """
    accents = skin.accents_of(game)
    scratch = pygame.Surface((max(1, size[0]), max(1, size[1])), pygame.SRCALPHA)
    view = BoardView(
        diagram.files, diagram.ranks, scratch.get_rect(), skin.theme, accents, skin.type,
        coordinates=diagram.coordinates,
    )  # fmt: skip
    view.draw(scratch)
    under = [mark for mark in diagram.marks if mark[1] in UNDER]
    _marks(scratch, view, under)
    for place in sorted(diagram.pieces, key=lambda name: (view.depth(name), name)):
        _stack(scratch, view, diagram.art, place, diagram.pieces[place])
    _marks(scratch, view, [mark for mark in diagram.marks if mark[1] not in UNDER])
    if diagram.arrows:
        scratch.blit(_arrows(view, diagram.arrows, accents.first, skin.theme.sky_top), view.board.topleft)
    return scratch.subsurface(view.outer.clip(scratch.get_rect())).copy()


def _marks(surface: pygame.Surface, view: BoardView, marks: Sequence[tuple[str, str]]) -> None:
    for place, name in marks:
        surface.blit(view.mark(name), view.rect_of(place).topleft)


def _stack(
    surface: pygame.Surface, view: BoardView, art: PieceArt, place: str, pieces: tuple[str, ...]
) -> None:
    middle = view.rect_of(place).center
    for piece, pose in zip(pieces, art.stack(pieces), strict=True):
        image = art.image(piece, max(8, round(view.square * pose.scale)))
        x, y = round(middle[0] + pose.dx * view.square), round(middle[1] + pose.dy * view.square)
        surface.blit(image, image.get_rect(center=(x, y)))


def _arrows(view: BoardView, arrows: Sequence[tuple[str, str]], ink: Colour, edge: Colour) -> pygame.Surface:
    """Arrows with a rim, over the squares of ``view``."""
    canvas = Canvas(view.board.width, edge, view.board.height / view.board.width)
    unit = view.board.width
    thin = view.square / unit
    corner = pygame.Vector2(view.board.topleft)
    ends = [
        ((pygame.Vector2(view.rect_of(start).center) - corner) / unit,
         (pygame.Vector2(view.rect_of(to).center) - corner) / unit)
        for start, to in arrows if start != to
    ]  # fmt: skip
    ways = [(b - a).normalize() for a, b in ends]
    for (a, b), way in zip(ends, ways, strict=True):
        along = way * thin
        side = along.rotate(90)
        if any(
            way.dot(other) < -0.99 for other in ways
        ):  # those that run against each other keep their lanes
            a, b = a - side * 0.24, b - side * 0.24
        for grow, paint in ((0.05, edge), (0.0, ink)):
            tip, neck = b - along * (0.08 - grow * 1.4), b - along * (0.38 + grow * 0.7)
            tail, wing = a + along * 0.3, side * (0.17 + grow)
            canvas.stroke([(tail.x, tail.y), (neck.x, neck.y)], thin * (0.1 + grow), (*paint, 235))
            left, right = neck + wing, neck - wing
            canvas.polygon([(tip.x, tip.y), (left.x, left.y), (right.x, right.y)], (*paint, 235))
    return canvas.done()


class Figure(Widget):
    """A diagram with its caption below; drawn when it is first seen, kept while nothing changes."""

    def __init__(self) -> None:
        super().__init__()
        self.diagram: Diagram | None = None
        self.game = ""
        self.lines = 0
        """How many lines are kept free for captions, so that boards of one page are all of one size."""
        self._pictures: dict[tuple[object, ...], pygame.Surface] = {}

    def show(self, diagram: Diagram, lines: int = 0, game: str = "") -> None:
        """Show this one, in the colours of ``game`` (an id), from now on."""
        self.diagram, self.lines, self.game = diagram, lines, game
        self.changed()

    @staticmethod
    def wrapped(diagram: Diagram, skin: Skin, width: int) -> list[str]:
        """The caption's lines in ``width`` real pixels."""
        return skin.type.wrap(diagram.caption, BODY, max(1, width)) if diagram.caption else []

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        if self.diagram is None:
            return
        line = skin.type.line(BODY)
        lines = self.wrapped(self.diagram, skin, self.rect.width)
        below = max(self.lines, len(lines)) * line + (skin.px(12) if self.lines or lines else 0)
        room = (self.rect.width, max(1, self.rect.height - below))
        key = (self.diagram, room, skin.theme.name, self.game)
        if key not in self._pictures:
            if len(self._pictures) >= _KEPT:
                self._pictures.clear()
            self._pictures[key] = picture(self.diagram, room, skin, self.game)
        image = self._pictures[key]
        # What is high goes together: the caption right under the board, both in the middle.
        spare = max(0, room[1] - image.get_height())
        where = image.get_rect(midtop=(self.rect.centerx, self.rect.top + spare // 2))
        surface.blit(image, where)
        for number, text in enumerate(lines):
            at = (self.rect.centerx, where.bottom + skin.px(12) + number * line)
            skin.write(surface, text, at, BODY, skin.theme.text, anchor="midtop")
