"""What a key press is to us: a shortcut, a sign that is typed, a change in a line of text.  Pure; holds nothing.

Knows keyboards: AltGr (Ctrl with Alt on Windows), layouts whose letters are not Latin (the key's place counts
there), rows of digits that lie under the shift key, a keypad with and without NumLock.
"""

from __future__ import annotations

import sys
import unicodedata
from typing import NamedTuple

import pygame

_NAMED = 1 << 30
"""Key codes from here on are no characters."""
_LETTERS = {pygame.KSCAN_A + number: chr(ord("a") + number) for number in range(26)}
_DIGITS = {pygame.KSCAN_1 + number: "1234567890"[number] for number in range(10)}
_KEYPAD = {pygame.K_KP_1 + number: "1234567890"[number] for number in range(10)}
_UNLOCKED = {
    pygame.K_KP_1: pygame.K_END, pygame.K_KP_2: pygame.K_DOWN, pygame.K_KP_3: pygame.K_PAGEDOWN,
    pygame.K_KP_4: pygame.K_LEFT, pygame.K_KP_6: pygame.K_RIGHT, pygame.K_KP_7: pygame.K_HOME,
    pygame.K_KP_8: pygame.K_UP, pygame.K_KP_9: pygame.K_PAGEUP, pygame.K_KP_0: pygame.K_INSERT,
    pygame.K_KP_PERIOD: pygame.K_DELETE,
}  # fmt: skip
"""What the keypad's keys are while NumLock is off; a Mac has no NumLock."""

_EDITS = {
    pygame.K_BACKSPACE: "backspace", pygame.K_DELETE: "delete", pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right", pygame.K_HOME: "home", pygame.K_END: "end",
}  # fmt: skip
_WORDS = {
    pygame.K_BACKSPACE: "word-backspace", pygame.K_DELETE: "word-delete",
    pygame.K_LEFT: "word-left", pygame.K_RIGHT: "word-right",
}  # fmt: skip
_ENDS = {**_WORDS, pygame.K_LEFT: "home", pygame.K_RIGHT: "end"}
"""With the Command key of a Mac."""
_COMMANDS = {
    "ctrl+a": "select-all", "ctrl+c": "copy", "ctrl+x": "cut", "ctrl+v": "paste", "ctrl+shift+v": "paste",
    "ctrl+z": "undo", "ctrl+y": "redo", "ctrl+shift+z": "redo", "ctrl+u": "clear",
}  # fmt: skip


class KeyPress(NamedTuple):
    """One press: the layout's key code, the modifiers, the text that pygame gives, the place (scan code)."""

    key: int
    mod: int = 0
    text: str = ""
    place: int = 0


def press_of(event: pygame.event.Event) -> KeyPress:
    """The press that a ``KEYDOWN`` tells of; a keypad without NumLock is arrows.

    pygame knows the text of a press only while text is being edited; else it gives the layout's key without
    modifiers, and nothing for keys that are not ASCII."""
    key, text = event.key, getattr(event, "unicode", "")
    locked = event.mod & pygame.KMOD_NUM or text.isdigit() or sys.platform == "darwin"
    return KeyPress(
        key if locked else _UNLOCKED.get(key, key), event.mod, text, getattr(event, "scancode", 0)
    )


def commands(mod: int) -> bool:
    """Whether these modifiers make a key a shortcut: Ctrl, or Command on a Mac, and nothing that writes signs."""
    return bool(mod & (pygame.KMOD_CTRL | pygame.KMOD_META)) and not alternates(mod)


def alternates(mod: int) -> bool:
    """Whether these modifiers write another sign, or belong to the system: Alt, AltGr, Option."""
    return bool(mod & (pygame.KMOD_ALT | pygame.KMOD_MODE))


def sign(press: KeyPress) -> str:
    """The sign that a press types, as it is meant here: upper case with shift, Latin on every layout; else empty."""
    key, mod, text, place = press
    if key in _KEYPAD:
        return _KEYPAD[key]
    base = _character(key)
    written = text if len(text) == 1 and text.isprintable() else ""
    if place in _DIGITS and base and not base.isdigit():  # digits with shift, as in France
        if written.isdigit() and written.isascii():
            return written
        return base if base == "-" and not mod & pygame.KMOD_SHIFT else _DIGITS[place]
    if not written and base:
        upper = base.upper()
        written = upper if capital(mod) and len(upper) == 1 else base  # ß has no capital that is one letter
    if not written.isalpha() or _latin(written):
        return written
    letter = _LETTERS.get(place) or (base if base.isascii() else "")
    return letter.upper() if capital(mod) else letter


def capital(mod: int) -> bool:
    """Whether a letter is written large: shift or the caps lock, not both."""
    return bool(mod & pygame.KMOD_SHIFT) != bool(mod & pygame.KMOD_CAPS)


def shortcut(press: KeyPress) -> str:
    """The name of what is pressed as a shortcut: ``f``, ``3``, ``f1``, ``backspace``, ``ctrl+s``,
    ``ctrl+shift+z``; empty if it is none."""
    key, mod, _, place = press
    if alternates(mod):
        return ""
    if pygame.K_F1 <= key <= pygame.K_F12:
        return "" if commands(mod) else f"f{key - pygame.K_F1 + 1}"
    if not commands(mod):
        return "backspace" if key == pygame.K_BACKSPACE else sign(press).lower()
    base = _KEYPAD.get(key) or _character(key).lower()
    if not (base.isascii() and base.isalnum()):
        base = (base if _latin(base) else "") or _LETTERS.get(place, "") or base
    return ("ctrl+shift+" if mod & pygame.KMOD_SHIFT else "ctrl+") + base if base else ""


def edit(press: KeyPress) -> tuple[str, bool] | None:
    """What a press changes in a line of text (see ``intents.Edit``; ``paste``, too), and whether the selection
    grows with it; None if that is nothing."""
    key, mod = press.key, press.mod
    shift, command = bool(mod & pygame.KMOD_SHIFT), commands(mod)
    if key == pygame.K_INSERT and not alternates(mod):
        return ("paste", False) if shift and not command else ("copy", False) if command else None
    if key == pygame.K_DELETE and shift and not command:
        return "cut", False
    if key in _EDITS:
        by_word = command or (bool(mod & pygame.KMOD_ALT) and not mod & (pygame.KMOD_CTRL | pygame.KMOD_MODE))
        table = _ENDS if command and mod & pygame.KMOD_META else _WORDS if by_word else _EDITS
        what = table.get(key, _EDITS[key])
        return what, shift and what in _MOVES
    name = shortcut(press) if command else ""
    return (_COMMANDS[name], False) if name in _COMMANDS else None


_MOVES = ("left", "right", "home", "end", "word-left", "word-right")


def _character(key: int) -> str:
    """What a key code writes without modifiers, empty for a key that writes nothing."""
    if not 0x20 < key < min(_NAMED, 0x110000):
        return ""
    letter = chr(key)
    return letter if letter.isprintable() and unicodedata.category(letter) != "Cs" else ""


def _latin(letter: str) -> bool:
    return letter.isalpha() and unicodedata.name(letter[:1], "").startswith("LATIN")
