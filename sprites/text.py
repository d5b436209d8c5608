"""Fonts and text: a rounded face for titles, a plain sans for the rest, a fallback for names in any script.

Sizes are logical (see ``sprites.theme``); surfaces come back at real size.  Rendered text is cached,
system fonts are looked for only when a letter is missing in our own faces.  Whatever text comes in is made
``drawable`` first: a file's name or a stranger's words may hold anything.
"""

from __future__ import annotations

import re
import unicodedata
from collections import OrderedDict
from importlib.resources import as_file, files
from pathlib import Path

import pygame

from sprites.glyphs import Coverage, coverage
from sprites.theme import BODY, Colour

PLAIN, BOLD, TITLE = "plain", "bold", "title"
"""The faces."""

ELLIPSIS = "…"
LONGEST = 10_000
"""How many characters of one line are drawn at most: far more than any window is wide."""

_FILES = {
    PLAIN: ("font_source_sans_pro", "files/SourceSansPro-Regular.ttf"),
    BOLD: ("font_source_sans_pro", "files/SourceSansPro-Semibold.ttf"),
    TITLE: ("font_fredoka_one", "files/FredokaOne-Regular.ttf"),
}

_FALLBACKS = (
    "notosans,segoeui,helveticaneue,dejavusans,freesans,arialunicodems",
    "notosanscjksc,notosanscjkjp,microsoftyahei,yugothic,malgungothic,pingfangsc,hiraginosansgb,"
    "applesdgothicneo,wenquanyizenhei,droidsansfallback,unifont",
    "notosansarabic,notosanshebrew,notosansdevanagari,nirmalaui,notosansthai,leelawadeeui,tahoma,mangal",
    "notosanssymbols2,notosanssymbols,segoeuisymbol,applesymbols,symbola",
    "notoemoji,segoeuiemoji",
)


_GAPS = re.compile("[\t-\r\x1c-\x1f\x85\u2028\u2029]")
_UNDRAWABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def drawable(text: str) -> str:
    """``text`` as one line that can always be drawn, character by character, cut after LONGEST.

    >>> drawable("a\\tb\\0"), drawable("\\udcff.toml")
    ('a b\ufffd', '\ufffd.toml')
    """
    line = text if len(text) <= LONGEST else text[: LONGEST - 1] + ELLIPSIS
    return line if line.isprintable() else _UNDRAWABLE.sub("\ufffd", _GAPS.sub(" ", line))


def _own(face: str) -> Path:
    """The font file of one of our faces; pygame's own font where the package is missing."""
    package, inside = _FILES[face]
    try:
        with as_file(files(package).joinpath(inside)) as path:
            if path.is_file():
                return path
    except (ModuleNotFoundError, OSError):
        pass
    return Path(pygame.__file__).parent / pygame.font.get_default_font()


class Typesetter:
    """All text drawing of one window; make a new one when the scale changes."""

    def __init__(self, factor: float = 1.0, cache: int = 512) -> None:
        if not pygame.font.get_init():
            pygame.font.init()
        self.factor = factor
        self._limit = cache
        self._fonts: dict[tuple[str, int], pygame.font.Font] = {}
        self._paths: dict[str, Path] = {}
        self._images: OrderedDict[tuple[object, ...], pygame.Surface] = OrderedDict()
        self._substitute: dict[str, str] = {}

    def font(self, size: float = BODY, face: str = PLAIN) -> pygame.font.Font:
        """The font for a logical ``size``; ``face`` is one of ours or the path of a system font."""
        pixels = max(6, round(size * self.factor))
        key = (face, pixels)
        if key not in self._fonts:
            self._fonts[key] = pygame.font.Font(self._path(face), pixels)
        return self._fonts[key]

    def _path(self, face: str) -> Path:
        if face not in self._paths:
            self._paths[face] = _own(face) if face in _FILES else Path(face)
        return self._paths[face]

    def line(self, size: float = BODY, face: str = PLAIN) -> int:
        """Height of one line in real pixels."""
        return self.font(size, face).get_linesize()

    def size(self, text: str, size: float = BODY, face: str = PLAIN) -> tuple[int, int]:
        """Width and height of one line of ``text`` in real pixels."""
        runs = self._runs(drawable(text), face)
        widths = sum(self.font(size, run_face).size(part)[0] for part, run_face in runs)
        return widths, self.line(size, face)

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
        """Draws one line with its ``anchor`` (a Rect attribute: ``topleft``, ``center`` …) at ``where``; returns
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
        runs = self._runs(text, face)
        if len(runs) == 1:
            part, run_face = runs[0]
            return _written(self.font(size, run_face), part, colour)
        fonts = [(self.font(size, run_face), part) for part, run_face in runs]
        parts = [(font, _written(font, part, colour)) for font, part in fonts]
        width, height = sum(image.get_width() for _, image in parts), self.line(size, face)
        whole = pygame.Surface((max(1, width), height), pygame.SRCALPHA)
        x, baseline = 0, self.font(size, face).get_ascent()
        for font, image in parts:
            whole.blit(image, (x, baseline - font.get_ascent()))
            x += image.get_width()
        return whole

    def _runs(self, text: str, face: str) -> list[tuple[str, str]]:
        """``text`` cut into parts that one face can draw."""
        if text.isascii() or not text:
            return [(text, face)]
        runs: list[tuple[str, str]] = []
        for letter in text:
            joins = bool(runs) and (unicodedata.combining(letter) != 0 or letter in "\u200d\ufe0f")
            wanted = runs[-1][1] if joins else self._face_for(letter, face)
            if runs and runs[-1][1] == wanted:
                runs[-1] = (runs[-1][0] + letter, wanted)
            else:
                runs.append((letter, wanted))
        return runs

    def _face_for(self, letter: str, face: str) -> str:
        """``face`` if it has ``letter``, else a face or system font that has, else ``face`` again."""
        if letter.isascii() or letter.isspace() or _covers(self._path(face), letter):
            return face
        if face != PLAIN and _covers(self._path(PLAIN), letter):
            return PLAIN
        if letter not in self._substitute:
            self._substitute[letter] = _system_font(letter)
        return self._substitute[letter] or face


def _written(font: pygame.font.Font, text: str, colour: Colour) -> pygame.Surface:
    """``text`` drawn; a sliver of nothing where nothing of it can be seen (a lone variation selector as a name)."""
    try:
        return font.render(text, True, colour)
    except pygame.error:
        return pygame.Surface((1, font.get_linesize()), pygame.SRCALPHA)


_coverages: dict[Path, Coverage] = {}
"""Of every font file looked at so far: reading and finding them is slow, so that is done once a process."""


def _covers(path: Path, letter: str) -> bool:
    if path not in _coverages:
        _coverages[path] = coverage(path)
    return letter in _coverages[path]


def _system_font(letter: str) -> str:
    """The path of a system font that has ``letter``; empty if none of the likely ones has."""
    for names in _FALLBACKS:
        for name in names.split(","):
            path = pygame.font.match_font(name)
            if path is not None and _covers(Path(path), letter):
                return path
    return ""
