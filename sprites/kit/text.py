"""Drawing text: lines in any script and direction, fitted, wrapped, cached.

Sizes are logical (see ``sprites.kit.theme``); surfaces come back at real size.  Which font draws what is for
``sprites.kit.fonts`` to say, in which order for ``sprites.kit.writing``.  Whatever text comes in is made
``drawable`` first: a file's name or a stranger's words may hold anything.
"""

from __future__ import annotations

import re
import unicodedata
from collections import OrderedDict

import pygame

from sprites.kit.fonts import BOLD, BOX, PLAIN, TITLE, Part, parts, path_of
from sprites.kit.theme import BODY, Colour
from sprites.kit.writing import clusters

__all__ = ["BOLD", "ELLIPSIS", "LONGEST", "PLAIN", "TITLE", "Typesetter", "drawable"]

ELLIPSIS = "…"
LONGEST = 10_000
"""How many characters of one line are drawn at most: far more than any window is wide."""

_GAPS = re.compile("[\t-\r\x1c-\x1f\x85\u2028\u2029]")
_UNDRAWABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def drawable(text: str) -> str:
    """``text`` as one line that can always be drawn, character by character, cut after LONGEST.

    >>> drawable("a\\tb\\0"), drawable("\\udcff.toml")
    ('a b\ufffd', '\ufffd.toml')
    """
    line = text if len(text) <= LONGEST else text[: LONGEST - 1] + ELLIPSIS
    return line if line.isprintable() else _UNDRAWABLE.sub("\ufffd", _GAPS.sub(" ", line))


class Typesetter:
    """All text drawing of one window; make a new one when the scale changes."""

    def __init__(self, factor: float = 1.0, cache: int = 512) -> None:
        if not pygame.font.get_init():
            pygame.font.init()
        self.factor = factor
        self._limit = cache
        self._fonts: dict[tuple[str, int, bool, str], pygame.font.Font] = {}
        self._images: OrderedDict[tuple[object, ...], pygame.Surface] = OrderedDict()
        self._shapes = True
        """Whether the fonts know of directions and scripts."""

    def font(
        self, size: float = BODY, face: str = PLAIN, right_to_left: bool = False, script: str = ""
    ) -> pygame.font.Font:
        """The font for a logical ``size``; ``face`` is one of ours or the path of a system font."""
        pixels = max(6, round(size * self.factor))
        key = (face, pixels, right_to_left, script)
        if key not in self._fonts:
            font = self._fonts[key] = pygame.font.Font(path_of(face), pixels)
            try:
                if right_to_left:
                    font.set_direction(pygame.DIRECTION_RTL)
                if script:
                    font.set_script(script)
            except (pygame.error, AttributeError):
                self._shapes = False
        return self._fonts[key]

    def line(self, size: float = BODY, face: str = PLAIN) -> int:
        """Height of one line in real pixels."""
        return self.font(size, face).get_linesize()

    def size(self, text: str, size: float = BODY, face: str = PLAIN) -> tuple[int, int]:
        """Width and height of one line of ``text`` in real pixels."""
        width = sum(self._width(part, size) for part in parts(drawable(text), face))
        return width, self.line(size, face)

    def render(
        self,
        text: str,
        size: float = BODY,
        colour: Colour = (255, 255, 255),
        face: str = PLAIN,
        width: int | None = None,
    ) -> pygame.Surface:
        """One line of text with alpha, cut with an ellipsis to ``width`` real pixels; don't draw on it."""
        text = drawable(text)
        key = (text, size, colour, face, width)
        image = self._images.get(key)
        if image is None:
            shown = text if width is None else self.fit(text, size, width, face)
            image = self._image(shown, size, colour, face)
            self._images[key] = image
            if len(self._images) > self._limit:
                self._images.popitem(last=False)
        else:
            self._images.move_to_end(key)
        return image

    def fit(self, text: str, size: float, width: int, face: str = PLAIN) -> str:
        """``text``, or as much of it as fits ``width`` real pixels with an ellipsis; nothing if not even that."""
        text = drawable(text)
        if self.size(text, size, face)[0] <= width:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.size(text[:middle].rstrip() + ELLIPSIS, size, face)[0] <= width:
                low = middle
            else:
                high = middle - 1
        while low and low < len(text) and unicodedata.combining(text[low]):
            low -= 1
        shown = text[:low].rstrip() + ELLIPSIS
        return shown if low or self.size(shown, size, face)[0] <= width else ""

    def wrap(self, text: str, size: float, width: int, face: str = PLAIN) -> list[str]:
        """``text`` as lines of at most ``width`` real pixels; newlines stay, over-long words are cut."""
        lines: list[str] = []
        for paragraph in text.split("\n"):
            line = ""
            for word in drawable(paragraph).split(" "):
                joined = f"{line} {word}" if line else word
                if self.size(joined, size, face)[0] <= width:
                    line = joined
                    continue
                if line:
                    lines.append(line)
                line = word
                while (cut := self._cut(line, size, width, face)) < len(line):
                    lines.append(line[:cut])
                    line = line[cut:]
            lines.append(line)
        return lines

    def draw(
        self,
        surface: pygame.Surface,
        text: str,
        where: tuple[int, int],
        size: float = BODY,
        colour: Colour = (255, 255, 255),
        face: str = PLAIN,
        width: int | None = None,
        anchor: str = "topleft",
    ) -> pygame.Rect:
        """Draw one line with its ``anchor`` (a Rect attribute: ``topleft``, ``center`` …) at ``where``; returns
        where the whole line lies, whatever the surface's clip cuts off."""
        image = self.render(text, size, colour, face, width)
        rect = image.get_rect(**{anchor: where})
        surface.blit(image, rect)
        return rect

    def _cut(self, word: str, size: float, width: int, face: str) -> int:
        """How many characters of ``word`` fit, at least 1; looks no further than twice as far."""
        low, high = 1, 2
        while high < len(word) and self.size(word[:high], size, face)[0] <= width:
            low, high = high, 2 * high
        high = min(high, len(word))
        while low < high:
            middle = (low + high + 1) // 2
            if self.size(word[:middle], size, face)[0] <= width:
                low = middle
            else:
                high = middle - 1
        return low

    def _image(self, text: str, size: float, colour: Colour, face: str) -> pygame.Surface:
        shown = parts(text, face)
        if len(shown) == 1 and shown[0].face == face:
            return self._written(shown[0], size, colour)
        images = [self._written(part, size, colour) for part in shown]
        width, height = sum(image.get_width() for image in images), self.line(size, face)
        whole = pygame.Surface((max(1, width), height), pygame.SRCALPHA)
        x, baseline = 0, self.font(size, face).get_ascent()
        for part, image in zip(shown, images, strict=True):
            whole.blit(image, (x, baseline - self._font_of(part, size, face).get_ascent()))
            x += image.get_width()
        return whole

    def _font_of(self, part: Part, size: float, face: str = PLAIN) -> pygame.font.Font:
        return self.font(size, part.face or face, part.right_to_left, part.script)

    def _width(self, part: Part, size: float) -> int:
        if part.face == BOX:
            return len(clusters(part.text)) * _box(self.font(size))[0]
        return self._font_of(part, size).size(self._order(part))[0]

    def _written(self, part: Part, size: float, colour: Colour) -> pygame.Surface:
        """``part`` drawn; a sliver of nothing where nothing of it can be seen (a lone variation selector)."""
        font = self._font_of(part, size)
        if part.face == BOX:
            return _boxes(font, len(clusters(part.text)), colour)
        try:
            return font.render(self._order(part), True, colour)
        except pygame.error:
            return pygame.Surface((1, font.get_linesize()), pygame.SRCALPHA)

    def _order(self, part: Part) -> str:
        """What the font is given: it turns letters around itself, unless it was built without a shaper."""
        return (
            "".join(reversed(clusters(part.text))) if part.right_to_left and not self._shapes else part.text
        )


def _box(font: pygame.font.Font) -> tuple[int, int]:
    """Width, gaps included, and height of what stands for a letter that no font has."""
    height = max(4, round(font.get_ascent() * 0.7))
    return max(5, round(height * 0.75)), height


def _boxes(font: pygame.font.Font, count: int, colour: Colour) -> pygame.Surface:
    wide, high = _box(font)
    image = pygame.Surface((count * wide, font.get_linesize()), pygame.SRCALPHA)
    line = max(1, round(high / 12))
    for number in range(count):
        rect = pygame.Rect(number * wide + line, font.get_ascent() - high, wide - 2 * line, high)
        pygame.draw.rect(image, colour, rect, line)
    return image
