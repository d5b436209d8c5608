"""The door for text from outside: sizes capped, bytes decoded, text cleaned, JSON and TOML read.

Whatever comes from a file, the clipboard, a command line or standard input passes here before anything else looks
at it, and costs no more than its size.  Knows no game and no file; every fault is an Unreadable, in plain words.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from typing import Any
from unicodedata import category, normalize

from rules.errors import RulesError, words

LINE_BYTES = 1024 * 1024
"""The longest line of ``batch`` or of a record."""
RECORD_BYTES = 64 * 1024 * 1024
"""The longest match as JSON lines."""
POSITION_CHARS = 256 * 1024
"""The longest position of any game; most take far less."""
OPTION_CHARS = 64 * 1024
ACTION_CHARS = 1000
SEED_BYTES = 256
TOML_BYTES = 256 * 1024
DEEPEST = 32
"""How deep lists and tables may be nested."""
LONGEST_NUMBER = 200
"""The most signs of a number in JSON and TOML."""
LONGEST_KEY = 16
"""The most parts of a dotted TOML key: the cost of one grows with the square of their number."""

Pairs = list[tuple[str, object]]

ACTION, LINE, OPTION, POSITION, RECORD, STDIN = words(
    "the action", "the line", "the option's value", "the position", "the record", "standard input",
)  # fmt: skip
"""What the texts are called."""


class Unreadable(RulesError):
    """Text from outside that can't be used: too long, no text, no JSON, no TOML."""


# -- text -----------------------------------------------------------------------------------------------------


def check_size(text: str | bytes, most: int, what: str) -> None:
    """Raise Unreadable if ``text``, which is called ``what``, is longer than ``most`` characters or bytes."""
    if len(text) > most:
        raise Unreadable(
            "too-long", "{what} is too long: {size}, at most {most}", what=what, size=len(text), most=most
        )


def decoded(data: bytes, most: int, what: str) -> str:
    """The UTF-8 text in ``data`` without a byte order mark; raises Unreadable if it is none or too long.

    >>> decoded(b"\\xef\\xbb\\xbfhello", 10, "it")
    'hello'
    """
    check_size(data, most, what)
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise Unreadable("utf-8", "{what} is not UTF-8 at byte {at}", what=what, at=error.start) from None


def checked(text: str, most: int, what: str) -> str:
    """``text`` itself if it is short enough and Unicode (an argument may hold bytes that are not); or Unreadable."""
    check_size(text, most, what)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise Unreadable("unicode", "{what} is no text at sign {at}", what=what, at=error.start + 1) from None
    return text


def one_line(text: str, most: int) -> str:
    """As much of ``text`` as ``most`` characters hold, in NFC on one line, without signs that print nothing.

    For what a person types or pastes: nothing is refused.  Cut before it is normalised, which may take long.

    >>> one_line("A\\u0308iti\\r\\n\\0on\\ud800", 20)
    'Äiti on'
    """
    line = " ".join(text[:most].replace("\t", " ").splitlines())
    kept = "".join(sign for sign in line if category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
    return normalize("NFC", kept)[:most]


# -- JSON -----------------------------------------------------------------------------------------------------

# A string that is never closed takes all the rest, so that no sign is looked at twice.
_JSON = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]|[^\s"\[\]{},:]++', re.DOTALL)
_LONE = re.compile(r"\\u[dD][89a-fA-F]")


def read_json(
    text: str, most: int, what: str, unique: Callable[[Pairs], dict[str, object]] | None = None
) -> object:
    """The JSON value that ``text`` is; raises Unreadable, nothing else (but what ``unique`` raises).

    Strict: no NaN, no key twice (``unique`` makes the dict and may say so in its own words), no half of a
    surrogate pair, no number longer than LONGEST_NUMBER, nothing nested deeper than DEEPEST.
    """
    checked(text, most, what)
    _check_tokens(_JSON, text, what)
    try:
        value: object = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=unique or _unique)
    except RulesError:
        raise
    except json.JSONDecodeError as error:
        raise Unreadable(
            "json", "{what} is not valid JSON: {why} at sign {at}", what=what, why=error.msg, at=error.pos + 1
        ) from None
    except (ValueError, RecursionError):
        raise Unreadable("json-value", "{what} is not JSON that can be read", what=what) from None
    if _LONE.search(text):
        try:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError:
            raise Unreadable("surrogate", "half of a surrogate pair is no text") from None
    return value


def _unique(pairs: Pairs) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise Unreadable("key-twice", "the key {key!r} is given twice", key=key[:40])
        found[key] = value
    return found


def _refuse_constant(name: str) -> object:
    raise Unreadable("constant", "{name} is no JSON", name=name)


# -- TOML -----------------------------------------------------------------------------------------------------

_TOML = re.compile(
    r'''"""(?:[^"\\]++|\\.|"(?!""))*+"{0,5}|"(?:[^"\\\n]++|\\.)*+"?'''
    r"""|\'{3}(?:[^']++|'(?!''))*+'{0,5}|'[^'\n]*+'?"""
    r"""|\#[^\n]*+|[\[\]{}.=,\n]|[^\s"'\[\]{}.=,\#]++""",
    re.DOTALL,
)


def read_toml(text: str, most: int, what: str) -> dict[str, Any]:
    """The tables that ``text`` is; raises Unreadable, nothing else."""
    checked(text, most, what)
    _check_tokens(_TOML, text.replace("\r\n", "\n"), what)
    try:
        return tomllib.loads(text)
    except Exception as error:  # whatever a parser stumbles over, the file is to blame
        raise Unreadable("toml", "{what} is not valid TOML: {why}", what=what, why=str(error)) from None


def _check_tokens(tokens: re.Pattern[str], text: str, what: str) -> None:
    """Raise Unreadable if ``text`` is nested too deeply, or has a number or a key that takes too long to read."""
    depth = parts = 0
    for token in tokens.finditer(text):
        sign = token[0]
        if sign == ".":
            parts += 1
            if parts >= LONGEST_KEY:
                raise Unreadable(
                    "long-key", "{what} has a key of more than {most} parts", what=what, most=LONGEST_KEY
                )
            continue
        if sign in "[{":
            depth += 1
            if depth > DEEPEST:
                raise Unreadable("nested", "{what} is nested too deeply", what=what)
        elif sign in "]}":
            depth -= 1
        if sign in "[]{}=,\n":
            parts = 0
        elif sign[0] in "+-0123456789" and len(sign) > LONGEST_NUMBER:
            raise Unreadable("long-number", "{what} has a number of {size} signs", what=what, size=len(sign))
