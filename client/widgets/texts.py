"""What is read: labels, icons with words, long scrolling text, panels.

None of these acts; only the scrolling text takes the focus, so that keys and pad can scroll it.
"""

from __future__ import annotations

import pygame

from client.core.intents import Intent, Nav, Page, Scroll
from client.core.skin import BOLD, PLAIN, TITLE, Skin
from client.core.transitions import Stay, Transition
from client.core.widget import Widget
from sprites.kit.emblems import icon
from sprites.kit.theme import BODY, LARGE, Colour


class Label(Widget):
    """Text, wrapped to its rectangle; ``role``: text, muted, accent, good, warn or bad."""

    def __init__(
        self,
        text: str,
        *,
        size: float = BODY,
        role: str = "text",
        face: str = PLAIN,
        align: str = "left",
        middle: bool = False,
        wrap: bool = True,
        mark: str = "",
    ) -> None:
        """``middle`` centres vertically; without ``wrap`` one line is cut with an ellipsis."""
        super().__init__()
        self.text = text
        self.size = size
        self.role = role
        self.face = face
        self.align = align
        self.middle = middle
        self.wrap = wrap
        self.mark = mark

    def say(self, text: str) -> None:
        """Show another text."""
        if text != self.text:
            self.text = text
            self.changed()

    def _room(self, skin: Skin, width: int) -> int:
        return max(1, width - (self._mark(skin) if self.mark else 0))

    def _mark(self, skin: Skin) -> int:
        return skin.type.line(self.size) + skin.px(8)

    def lines(self, skin: Skin, width: int) -> list[str]:
        """The lines that ``paint`` shows in ``width`` real pixels."""
        room = self._room(skin, width)
        return skin.type.wrap(self.text, self.size, room, self.face) if self.wrap else [self.text]

    def wanted(self, skin: Skin, width: int) -> tuple[int, int]:
        """The size in real pixels at which nothing is cut, no wider than ``width``."""
        lines = self.lines(skin, width)
        wide = max(skin.type.size(line, self.size, self.face)[0] for line in lines)
        mark = self._mark(skin) if self.mark else 0
        return wide + mark, len(lines) * skin.type.line(self.size, self.face)

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        colour = role_colour(skin, self.role)
        lines = self.lines(skin, self.rect.width)
        line = skin.type.line(self.size, self.face)
        shown = lines[: max(1, (self.rect.height + line // 4) // line)]
        top = self.rect.top
        if self.middle:
            top += (self.rect.height - len(shown) * line) // 2
        mark = self._mark(skin) if self.mark else 0
        room = max(1, self.rect.width - mark)
        for number, text in enumerate(shown):
            y = top + number * line
            if self.align == "centre":
                where, anchor = (self.rect.left + mark + room // 2, y), "midtop"
            elif self.align == "right":
                where, anchor = (self.rect.right, y), "topright"
            else:
                where, anchor = (self.rect.left + mark, y), "topleft"
            drawn = skin.write(surface, text, where, self.size, colour, self.face, room, anchor)
            if self.mark and not number:
                picture = icon(self.mark, skin.type.line(self.size), colour)
                surface.blit(picture, picture.get_rect(midright=(drawn.left - skin.px(8), drawn.centery)))


def role_colour(skin: Skin, role: str) -> Colour:
    """The colour of a role of text."""
    if role == "accent":
        return skin.accent
    theme = skin.theme
    colours = {"muted": theme.muted, "good": theme.good, "warn": theme.warn, "bad": theme.bad}
    return colours.get(role, theme.text)


class Plate(Widget):
    """A pane of glass behind other widgets."""

    def __init__(self, rect: pygame.Rect | tuple[int, int, int, int], accent: bool = False) -> None:
        super().__init__(rect)
        self.accent = accent

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        skin.panel(surface, self.rect, accent=self.accent)


class Emblem(Widget):
    """The emblem of a game."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self.game = game

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        picture = skin.emblem(self.game, max(1, min(self.rect.size)))
        surface.blit(picture, picture.get_rect(center=self.rect.center))


class Heading(Label):
    """The title of a scene."""

    def __init__(self, text: str) -> None:
        super().__init__(text, size=LARGE + 6, face=TITLE, middle=True, wrap=False)


class Reading(Widget):
    """A long text with headings (lines that begin with ``# ``, smaller ones with ``## ``), scrolled by wheel, keys,
    pad or dragging."""

    focusable = True

    def __init__(self, text: str, key: str = "reading") -> None:
        super().__init__()
        self.text = text
        self.key = key
        self.offset = 0
        self._lines: list[tuple[str, float, str, str]] = []
        self._high = 0
        self._made: tuple[object, ...] = ()

    def set(self, text: str) -> None:
        """Show another text, from its beginning."""
        if text != self.text:
            self.text = text
            self.offset = 0
            self.changed()

    def fit(self, skin: Skin) -> None:
        """Break the text into lines for the present rectangle."""
        made = (self.text, self.rect.size, skin.scale.factor)
        if made == self._made:
            return
        self._made = made
        self._lines = self._broken(skin, self.rect.width)
        self._high = self._height(skin, self._lines)
        self.scroll(0)

    def height(self, skin: Skin, width: int) -> int:
        """The real pixels at which nothing need be scrolled, in a rectangle of this width."""
        return self._height(skin, self._broken(skin, width))

    def _broken(self, skin: Skin, width: int) -> list[tuple[str, float, str, str]]:
        """The lines, each with size, face and role."""
        room = max(1, width - skin.px(48))
        lines = []
        for paragraph in self.text.split("\n"):
            head, below = paragraph.startswith("# "), paragraph.startswith("## ")
            size, face = (LARGE, TITLE) if head else (float(BODY), BOLD if below else PLAIN)
            role = "accent" if head or below else "text"
            for line in skin.type.wrap(
                paragraph.lstrip("# ") if head or below else paragraph, size, room, face
            ):
                lines.append((line, size, face, role))
        return lines

    @staticmethod
    def _height(skin: Skin, lines: list[tuple[str, float, str, str]]) -> int:
        return sum(skin.type.line(size, face) for _, size, face, _ in lines) + skin.px(32)

    def scroll(self, by: int) -> bool:
        """Move on by so many real pixels; whether that was possible."""
        end = max(0, self._high - self.rect.height)
        offset = min(end, max(0, self.offset + by))
        if offset == self.offset:
            return False
        self.offset = offset
        self.changed()
        return True

    def go_to(self, heading: str, skin: Skin) -> None:
        """Scroll until the smaller heading that begins with this word is at the top, or as near as can be."""
        self.fit(skin)
        above = 0
        for text, size, face, _role in self._lines:
            if face == BOLD and text.split(" ")[0] == heading:
                self.scroll(above - self.offset)
                return
            above += skin.type.line(size, face)

    def handle(self, intent: Intent) -> Transition | None:
        step = max(24, self.rect.height // 8)
        if isinstance(intent, Scroll):
            self.scroll(-intent.dy * step)
            return Stay()
        if isinstance(intent, Nav) and intent.direction in ("up", "down"):
            return Stay() if self.scroll(step if intent.direction == "down" else -step) else None
        if isinstance(intent, Page):
            ways = {"up": -self.rect.height + step, "down": self.rect.height - step}
            self.scroll(ways.get(intent.where, 10**9 if intent.where == "end" else -(10**9)))
            return Stay()
        return None

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        self.fit(skin)
        skin.panel(surface, self.rect)
        inner = self.rect.inflate(-skin.px(8), -skin.px(8))
        old = surface.get_clip()
        surface.set_clip(inner.clip(old))
        y = self.rect.top + skin.px(16) - self.offset
        for text, size, face, role in self._lines:
            high = skin.type.line(size, face)
            if text and y + high > inner.top and y < inner.bottom:
                where = (self.rect.left + skin.px(24), y)
                skin.write(surface, text, where, size, role_colour(skin, role), face)
            y += high
        surface.set_clip(old)
        scrollbar(surface, skin, self.rect, self.offset, self._high)
        if self.focused:
            skin.ring(surface, self.rect)


def scrollbar(surface: pygame.Surface, skin: Skin, rect: pygame.Rect, offset: int, high: int) -> None:
    """Where one is in something ``high`` real pixels long, at the right edge of ``rect``."""
    if high <= rect.height:
        return
    room = rect.height - skin.px(16)
    long = max(skin.px(16), room * rect.height // high)
    top = rect.top + skin.px(8) + (room - long) * offset // max(1, high - rect.height)
    bar = pygame.Rect(rect.right - skin.px(10), top, skin.px(4), long)
    skin.plate(surface, bar, skin.theme.muted, None, 2)
