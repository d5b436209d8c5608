"""Which font draws which part of a line: one of our three faces, a font of the system, or none: then a box.

A word is drawn by one font if any has all its letters.  System fonts are looked for only when our own faces
lack a letter; what was found is kept for the whole process, since looking is slow.  Draws nothing.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple
from unicodedata import category

import pygame

from sprites.kit.glyphs import Coverage, coverage
from sprites.kit.writing import clusters, script_of, visual_runs, words

PLAIN, BOLD, TITLE = "plain", "bold", "title"
"""The faces."""
BOX = ""
"""The face of letters that no font has."""

_FILES = {
    PLAIN: ("font_source_sans_pro", "files/SourceSansPro-Regular.ttf"),
    BOLD: ("font_source_sans_pro", "files/SourceSansPro-Semibold.ttf"),
    TITLE: ("font_fredoka_one", "files/FredokaOne-Regular.ttf"),
}
_LIKELY = (
    "notosans", "segoeui", "helveticaneue", "dejavusans", "freesans", "arialunicodems", "notosanscjksc",
    "notosanscjkjp", "microsoftyahei", "yugothic", "malgungothic", "pingfangsc", "hiraginosansgb",
    "applesdgothicneo", "wenquanyizenhei", "droidsansfallback", "unifont", "notosansarabic", "geezapro",
    "notosanshebrew", "arialhebrew", "notosansdevanagari", "kohinoordevanagari", "nirmalaui", "mangal",
    "notosansthai", "leelawadeeui", "thonburi", "tahoma", "notosansbengali", "notosanstamil",
    "notosanstelugu", "notosanskannada", "notosansmalayalam", "notosansgujarati", "notosansgurmukhi",
    "notosansoriya", "notosanssinhala", "notosanskhmer", "notosanslao", "notosansmyanmar", "myanmartext",
    "notoseriftibetan", "microsofthimalaya", "notosansarmenian", "notosansgeorgian", "sylfaen",
    "notosansethiopic", "ebrima", "kefa", "notosanscherokee", "gadugi", "notosanssymbols2",
    "notosanssymbols", "segoeuisymbol", "applesymbols", "symbola", "notoemoji", "segoeuiemoji",
)  # fmt: skip
"""System fonts with many letters, on Linux, Windows and macOS, the ones that fit our faces best first."""


class Part(NamedTuple):
    """Some characters that one font draws at once, in the order in which they are read."""

    text: str
    face: str
    """One of ours, the path of a system font, or BOX."""
    right_to_left: bool = False
    script: str = ""
    """ISO 15924 code of a script whose letters must be shaped together."""


@cache
def path_of(face: str) -> Path:
    """The font file of a face; pygame's own font where the package of one of ours is missing."""
    if face not in _FILES:
        return Path(face)
    package, inside = _FILES[face]
    try:
        with as_file(files(package).joinpath(inside)) as path:
            if path.is_file():
                return path
    except (ModuleNotFoundError, OSError):
        pass
    return Path(pygame.__file__).parent / pygame.font.get_default_font()


@lru_cache(1024)
def parts(text: str, face: str) -> tuple[Part, ...]:
    """``text`` as the parts to draw, from the left."""
    if text.isascii():
        return (Part(text, face),)
    found: list[Part] = []
    for run in visual_runs(text):
        drawn = _parts_of(run.text, face, run.right_to_left)
        found += reversed(drawn) if run.right_to_left else drawn
    return tuple(found)


def _parts_of(text: str, face: str, right_to_left: bool) -> list[Part]:
    """The parts of text of one direction, in the order in which they are read."""
    found: list[Part] = []
    for word in words(text):
        for letters, used, script in _fonts_for(word, face):
            last = found[-1] if found else None
            alike = last is not None and (last.face, last.script) == (used, script)
            if last is not None and (alike or (letters.isspace() and last.face != BOX)):
                found[-1] = last._replace(text=last.text + letters)
            else:
                found.append(Part(letters, used, right_to_left, script))
    return found


def _fonts_for(word: str, face: str) -> Iterator[tuple[str, str, str]]:
    """Text, face and script: all of ``word`` at once, or letter by letter if no font has all of it."""
    script = next(filter(None, map(script_of, word)), "")
    whole = _face_for(word, face)
    if whole is not None:
        yield word, whole, script
        return
    for letter in clusters(word):
        used = _face_for(letter, face)
        if used is None:  # a mark that no font has is left out, a letter is not
            letter, used = letter[0], _face_for(letter[0], face)
        yield letter, BOX if used is None else used, script


def _face_for(text: str, face: str) -> str | None:
    """``face``, a face of ours or of the system that has all letters of ``text``; None if there is none."""
    needed = "".join(sorted({letter for letter in text if _is_seen(letter)}))
    for own in (face, PLAIN):
        if all(_covers(path_of(own), letter) for letter in needed):
            return own
    return _system_font(needed)


def _is_seen(letter: str) -> bool:
    """Whether a font must have a glyph for it: spaces, joiners and selectors are the shaper's."""
    return category(letter) not in ("Cf", "Zs", "Cc") and not (
        "\ufe00" <= letter <= "\ufe0f" or letter == "\u034f"
    )


@lru_cache(4096)
def _system_font(needed: str) -> str | None:
    """The path of the first likely system font that has all of ``needed``."""
    found = (font for font in _system_fonts() if all(_covers(Path(font), letter) for letter in needed))
    return next(found, None)


@cache
def _system_fonts() -> tuple[str, ...]:
    """The paths of those likely fonts that are installed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a system that can't list its fonts has none for us
        found = [pygame.font.match_font(name) for name in _LIKELY]
    return tuple(dict.fromkeys(path for path in found if path is not None))


@cache
def _covered(path: Path) -> Coverage:
    return coverage(path)


def _covers(path: Path, letter: str) -> bool:
    return letter in _covered(path)
