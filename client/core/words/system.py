"""Which language the system wants: by the variables of POSIX and gettext, else by the platform's own list.

``wanted`` is pure; ``platform_list`` asks Windows or macOS and never raises.  Knows no catalogue.
"""

from __future__ import annotations

import locale
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence

_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
_NEUTRAL = ("C", "POSIX")
_LONG_CODES = {"fin": "fi", "eng": "en"}
_MUI_LANGUAGE_NAME = 8


def wanted(
    variables: Mapping[str, str], listed: Callable[[], Sequence[str]], ours: Sequence[str], default: str
) -> str:
    """The first of ``ours`` that the user asks for, else ``default``.

    The locale is the first of LC_ALL, LC_MESSAGES and LANG that is not empty.  LANGUAGE, a list with colons
    between, counts before it unless it is ``C`` or ``POSIX``.  ``listed`` is asked where no variable is set.
    """
    chosen = next((variables[name] for name in _LOCALE if variables.get(name)), "")
    if chosen.partition("@")[0] in _NEUTRAL:
        return default
    names: Sequence[str] = [name for name in variables.get("LANGUAGE", "").split(":") if name]
    names = names or ([chosen] if chosen else listed())
    return next((code for code in _codes(names) if code in ours), default)


def code_of(name: str) -> str:
    """The language of a locale's name in any platform's spelling: ``fi_FI.UTF-8``, ``fi-FI``, ``Finnish_Finland``.

    >>> code_of("fil_PH"), code_of("Finnish_Finland.1252")
    ('fil', 'fi')
    """
    head = re.split(r"[-_.@ ]", name.strip().lower(), maxsplit=1)[0]
    if len(head) > 3:  # an old name in full: the library knows which code that is
        head = re.split(r"[_.@]", locale.normalize(head).lower(), maxsplit=1)[0]
    return _LONG_CODES.get(head, head)


def _codes(names: Sequence[str]) -> Iterator[str]:
    """The languages of ``names`` in order; after a neutral one nothing else counts."""
    for name in names:
        if name in _NEUTRAL:
            return
        yield code_of(name)


def platform_list() -> Sequence[str]:
    """The languages that the user has set up in Windows or macOS, the dearest first; elsewhere none."""
    try:
        found = _windows() if sys.platform == "win32" else _macos() if sys.platform == "darwin" else []
        if not found and sys.platform in ("win32", "darwin"):
            found = [locale.getlocale()[0] or ""]
    except (OSError, ValueError, AttributeError, subprocess.SubprocessError):
        return []
    return found


def apple_languages(printed: str) -> list[str]:
    """The names in what ``defaults read -g AppleLanguages`` prints.

    >>> apple_languages('(\\n    "sv-FI",\\n    fi\\n)\\n')
    ['sv-FI', 'fi']
    """
    return re.findall(r"[A-Za-z][A-Za-z0-9_-]*", printed)


def _macos() -> list[str]:
    asked = subprocess.run(
        ["/usr/bin/defaults", "read", "-g", "AppleLanguages"],
        capture_output=True,
        text=True,
        timeout=2,
        check=False,
    )
    return apple_languages(asked.stdout) if asked.returncode == 0 else []


def _windows() -> list[str]:
    if sys.platform != "win32":
        return []
    import ctypes

    ask = ctypes.windll.kernel32.GetUserPreferredUILanguages
    count, size = ctypes.c_ulong(), ctypes.c_ulong()
    if not ask(_MUI_LANGUAGE_NAME, ctypes.byref(count), None, ctypes.byref(size)) or not size.value:
        return []
    names = ctypes.create_unicode_buffer(size.value)
    if not ask(_MUI_LANGUAGE_NAME, ctypes.byref(count), names, ctypes.byref(size)):
        return []
    return [name for name in ctypes.wstring_at(names, size.value).split("\0") if name]
