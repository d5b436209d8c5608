"""The box that says what is going on: whose turn, what is chosen, what a move would do, why something can't be.

It shows before a move is made what an attack will do: its name and mark, the stack that results, points gained.
"""

from __future__ import annotations

from typing import NamedTuple

import pygame

from client.core.skin import BOLD, TITLE, Skin
from client.core.widget import Widget
from sprites.kit.emblems import icon
from sprites.kit.theme import BODY, LARGE, SMALL
from sprites.stage.boardview import BoardView
from sprites.stage.stage import PieceArt


class HintText(NamedTuple):
    """What is said now."""

    title: str
    text: str = ""
    role: str = "plain"
    """``plain``, ``turn`` (it is up to somebody here), ``bad`` (can't be done)."""
    mark: str = ""
    """The mark of an attack (see ``sprites.stage.marks``), or nothing."""
    stack: tuple[str, ...] = ()
    """The stack that would stand there, from the bottom up."""
    gain: str = ""


class HintBox(Widget):
    """A panel with a title, some lines, and at the right what would result."""

    def __init__(self, art: PieceArt) -> None:
        super().__init__()
        self.key = "hint"
        self.hint = HintText("")
        self.view: BoardView | None = None
        self._art = art

    def say(self, hint: HintText) -> None:
        """Show this from now on."""
        if hint != self.hint:
            self.hint = hint
            self.changed()

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        hint, theme, px = self.hint, skin.theme, skin.px
        edge = {"bad": theme.bad, "turn": skin.accent}.get(hint.role, theme.border)
        fill = skin.glow_fill(0.12) if hint.role == "turn" else theme.panel
        skin.plate(surface, self.rect, fill, edge)
        left, right = self.rect.left + px(14), self.rect.right - px(12)
        right = self._paint_result(surface, skin, right)
        top = self.rect.top + px(10)
        colour = theme.bad if hint.role == "bad" else theme.text
        line = skin.type.line(BODY)
        head = left
        if hint.role == "bad":
            mark = icon("warning", line, theme.bad)
            surface.blit(mark, (left, top))
            head += line + px(8)
        elif hint.mark and self.view is not None:
            mark = pygame.transform.smoothscale(self.view.mark(hint.mark), (line + px(6), line + px(6)))
            surface.blit(mark, (left, top - px(3)))
            head += line + px(14)
        if hint.role == "bad":
            self._lines(surface, skin, hint.title, (head, top), right, BODY, colour)
            return
        skin.write(surface, hint.title, (head, top), BODY, colour, BOLD, max(1, right - head))
        self._lines(surface, skin, hint.text, (left, top + line + px(4)), right, SMALL + 1, theme.muted)

    def _lines(
        self,
        surface: pygame.Surface,
        skin: Skin,
        text: str,
        where: tuple[int, int],
        right: int,
        size: float,
        colour: tuple[int, int, int],
    ) -> None:
        """As many lines of ``text`` as there is room for, the last one cut if need be."""
        width = max(1, right - where[0])
        high = skin.type.line(size)
        room = max(1, (self.rect.bottom - skin.px(6) - where[1]) // high)
        lines = skin.type.wrap(text, size, width) if text else []
        if len(lines) > room:
            lines = [*lines[: room - 1], " ".join(lines[room - 1 :])]
        for number, line in enumerate(lines):
            skin.write(surface, line, (where[0], where[1] + number * high), size, colour, width=width)

    def _paint_result(self, surface: pygame.Surface, skin: Skin, right: int) -> int:
        """Draw the resulting stack and the gain; returns where the text must end."""
        hint = self.hint
        if hint.stack:
            side = int(self.rect.height * 0.8)
            box = pygame.Rect(right - side, self.rect.centery - side // 2, side, side)
            skin.plate(surface, box, skin.theme.square_dark, skin.theme.border)
            unit = int(side * 0.84)
            centre = (box.centerx, box.centery + side // 10)
            for piece, pose in zip(hint.stack, self._art.stack(hint.stack), strict=True):
                image = self._art.image(piece, max(8, int(unit * pose.scale)))
                at = (centre[0] + int(pose.dx * unit), centre[1] + int(pose.dy * unit))
                surface.blit(image, image.get_rect(center=at))
            right = box.left - skin.px(10)
        if hint.gain:
            where = (right, self.rect.centery)
            written = skin.write(
                surface, hint.gain, where, LARGE + 4, skin.theme.good, TITLE, None, "midright"
            )
            right = written.left - skin.px(10)
        return right
