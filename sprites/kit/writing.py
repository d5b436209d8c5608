"""How a line is written: which parts run from right to left, in which order they stand, in which script.

A compact form of Unicode's bidirectional algorithm (UAX 9) for lines of a language that runs from left to
right: rules W1 to W7, N0 to N2, I1, I2, L1, L2.  Signs that embed or override a direction have no effect.
Pure: knows no fonts and draws nothing.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from unicodedata import bidirectional, category, name

_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_NUMBERS = ("EN", "AN")
_NEUTRAL = ("B", "S", "WS", "ON")
_BRACKETS = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "（": "）", "「": "」"}
_SCRIPTS = {
    "ADLAM": "Adlm", "ARABIC": "Arab", "BALINESE": "Bali", "BENGALI": "Beng", "DEVANAGARI": "Deva",
    "GUJARATI": "Gujr", "GURMUKHI": "Guru", "HEBREW": "Hebr", "JAVANESE": "Java", "KANNADA": "Knda",
    "KHMER": "Khmr", "LAO": "Laoo", "MALAYALAM": "Mlym", "MANDAIC": "Mand", "MONGOLIAN": "Mong",
    "MYANMAR": "Mymr", "NKO": "Nkoo", "ORIYA": "Orya", "SAMARITAN": "Samr", "SINHALA": "Sinh", "SYRIAC": "Syrc",
    "TAMIL": "Taml", "TELUGU": "Telu", "THAANA": "Thaa", "THAI": "Thai", "TIBETAN": "Tibt",
}  # fmt: skip
"""First word of a letter's name → its script's ISO 15924 code, where letters change shape by their neighbours."""


class TextRun(NamedTuple):
    """A part of a line, its characters in the order in which they are read."""

    text: str
    right_to_left: bool


def visual_runs(text: str) -> list[TextRun]:
    """The parts of ``text`` in the order in which they stand, from the left.

    >>> [run.text for run in visual_runs("a \\u05d0\\u05d1 12")]
    ['a ', '12', '\\u05d0\\u05d1 ']
    """
    if not _RIGHT_TO_LEFT.search(text):
        return [TextRun(text, False)] if text else []
    levels = _levels(text)
    runs: list[tuple[int, int, int]] = []
    for at, level in enumerate(levels):
        if runs and runs[-1][2] == level:
            runs[-1] = (runs[-1][0], at + 1, level)
        else:
            runs.append((at, at + 1, level))
    for level in range(max(levels), 0, -1):  # L2
        runs = _turned(runs, level)
    return [TextRun(text[first:last], level % 2 == 1) for first, last, level in runs]


def script_of(letter: str) -> str:
    """The ISO 15924 code of a script whose letters must be shaped together; empty for all others."""
    return "" if letter < "\u0590" else _SCRIPTS.get(name(letter, "").split(" ")[0].split("-")[0], "")


def clusters(text: str) -> list[str]:
    """``text`` cut before each letter that begins something new: marks and joiners stay with what they follow."""
    found: list[str] = []
    for letter in text:
        joined = (
            category(letter)[0] == "M" or letter in "\u200c\u200d" or "\U0001f3fb" <= letter <= "\U0001f3ff"
        )
        if found and (joined or found[-1].endswith("\u200d")):
            found[-1] += letter
        else:
            found.append(letter)
    return found


def words(text: str) -> list[str]:
    """``text`` cut into words and the clusters between them; joined they give ``text``."""
    found: list[str] = []
    inside = False
    for cluster in clusters(text):
        word = category(cluster[0])[0] in "LN"
        if word and inside:
            found[-1] += cluster
        else:
            found.append(cluster)
        inside = word
    return found


def _turned(runs: list[tuple[int, int, int]], level: int) -> list[tuple[int, int, int]]:
    """``runs`` with every stretch of at least ``level`` turned around."""
    turned: list[tuple[int, int, int]] = []
    stretch: list[tuple[int, int, int]] = []
    for run in runs:
        if run[2] >= level:
            stretch.insert(0, run)
        else:
            turned += [*stretch, run]
            stretch = []
    return turned + stretch


def _levels(text: str) -> list[int]:
    """The embedding level of each character; 0 is the line's own."""
    kinds = [_kind(letter) for letter in text]
    _resolve_numbers(kinds)
    _resolve_brackets(text, kinds)
    _resolve_neutrals(kinds)
    levels = [{"L": 0, "R": 1}.get(kind, 2) for kind in kinds]  # I1
    for at in range(len(text) - 1, -1, -1):  # L1
        if not text[at].isspace():
            break
        levels[at] = 0
    return levels


def _kind(letter: str) -> str:
    kind = bidirectional(letter) or "L"
    return kind if kind in ("L", "R", "AL", "EN", "ES", "ET", "AN", "CS", "NSM", "B", "S", "WS") else "ON"


def _resolve_numbers(kinds: list[str]) -> None:
    before = strong = "L"
    for at, kind in enumerate(kinds):
        if kind == "NSM":  # W1
            kinds[at] = kind = before
        if kind in ("L", "R", "AL"):
            strong = kind
        if kind == "EN" and strong == "AL":  # W2
            kinds[at] = "AN"
        before = kind
    for at in range(1, len(kinds) - 1):  # W4; what is Arabic is still told apart here
        left, right = kinds[at - 1], kinds[at + 1]
        if left == right and (
            (left == "EN" and kinds[at] in ("ES", "CS")) or (left == "AN" and kinds[at] == "CS")
        ):
            kinds[at] = left
    for direction in (range(len(kinds)), range(len(kinds) - 1, -1, -1)):  # W5
        before = ""
        for at in direction:
            if kinds[at] == "ET" and before == "EN":
                kinds[at] = "EN"
            before = kinds[at]
    strong = "L"
    for at, kind in enumerate(kinds):
        if kind in ("ES", "ET", "CS"):  # W6
            kinds[at] = "ON"
        elif kind == "AL":  # W3
            kinds[at] = strong = "R"
        elif kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":  # W7
            kinds[at] = "L"


def _resolve_brackets(text: str, kinds: list[str]) -> None:
    """N0: a pair of brackets goes with what is inside it, or with what stands before it."""
    for first, last in _pairs(text, kinds):
        inside = {_side(kind) for kind in kinds[first + 1 : last]}
        if "L" in inside:
            kinds[first] = kinds[last] = "L"
        elif "R" in inside:
            before = next((_side(kind) for kind in reversed(kinds[:first]) if _side(kind)), "L")
            kinds[first] = kinds[last] = before


def _pairs(text: str, kinds: list[str]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    waiting: list[tuple[str, int]] = []
    for at, letter in enumerate(text):
        if kinds[at] != "ON":
            continue
        if letter in _BRACKETS:
            waiting.append((_BRACKETS[letter], at))
            continue
        for depth in range(len(waiting) - 1, -1, -1):
            if waiting[depth][0] == letter:
                found.append((waiting[depth][1], at))
                del waiting[depth:]
                break
    return sorted(found)


def _resolve_neutrals(kinds: list[str]) -> None:
    at = 0
    while at < len(kinds):
        end = at
        while end < len(kinds) and kinds[end] in _NEUTRAL:
            end += 1
        if end > at:
            before = _side(kinds[at - 1]) if at else "L"
            after = _side(kinds[end]) if end < len(kinds) else "L"
            kinds[at:end] = ["R" if before == after == "R" else "L"] * (end - at)  # N1, N2
        at = max(end, at + 1)


def _side(kind: str) -> str:
    """The side that a resolved kind takes; empty for what is neutral."""
    return "L" if kind == "L" else "R" if kind in ("R", "AL", *_NUMBERS) else ""
