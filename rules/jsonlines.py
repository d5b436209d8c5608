"""Reading JSON that anybody may have written: one object a line, every fault a RulesError in plain words.

Knows the shapes of plain values (text, number, list of texts), nothing of games.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from rules.errors import RulesError
from rules.outside import LINE, LINE_BYTES, SEED_BYTES, check_size, decoded, read_json

MISSING = object()


def read_object(line: bytes | str) -> dict[str, object]:
    """The object on one line; raises RulesError for whatever else stands there."""
    text = decoded(line.rstrip(b"\r\n"), LINE_BYTES, LINE) if isinstance(line, bytes) else line
    value = read_json(text, LINE_BYTES, LINE)
    if not isinstance(value, dict):
        raise RulesError("not-an-object", "a line must be a JSON object, not {kind}", kind=kind_of(value))
    return value


def json_line(value: object) -> str:
    """``value`` as JSON on one line of printable ASCII."""
    return json.dumps(value).replace("\x7f", "\\u007f")


def kind_of(value: object) -> str:
    """What JSON calls the kind of a value."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    names = {str: "a string", int: "a number", float: "a fraction", list: "a list", dict: "an object"}
    return names.get(type(value), "something else")


def _wrong(key: str, wanted: str, value: object) -> RulesError:
    if value is MISSING:
        return RulesError("missing", "{key} is missing", key=key)
    return RulesError(
        "kind", "{key} must be {wanted}, not {kind}", key=key, wanted=wanted, kind=kind_of(value)
    )


def text_of(given: Mapping[str, object], key: str, default: str | None = None) -> str:
    """The string under ``key``; without a default it must be there."""
    value = given.get(key, MISSING if default is None else default)
    if not isinstance(value, str):
        raise _wrong(key, "a string", value)
    return value


def number_of(given: Mapping[str, object], key: str, low: int, high: int) -> int:
    """The whole number from ``low`` to ``high`` under ``key``."""
    value = given.get(key, MISSING)
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong(key, "a whole number", value)
    if not low <= value <= high:
        raise RulesError(
            "range", "{key} must be a whole number from {low} to {high}", key=key, low=low, high=high
        )
    return value


def texts_of(given: Mapping[str, object], key: str) -> tuple[str, ...]:
    """The list of strings under ``key``, empty if there is none."""
    value = given.get(key, [])
    if not isinstance(value, list):
        raise _wrong(key, "a list", value)
    texts = []
    for item in value:
        if not isinstance(item, str):
            raise _wrong(f"each of {key}", "a string", item)
        texts.append(item)
    return tuple(texts)


def options_of(given: Mapping[str, object], key: str) -> dict[str, str]:
    """Options in their command-line forms under ``key``; whole numbers may be written as numbers."""
    value = given.get(key, {})
    if not isinstance(value, dict):
        raise _wrong(key, "an object", value)
    texts = {}
    for name, item in value.items():
        if isinstance(item, bool) or not isinstance(item, str | int):
            raise _wrong(f"option {name}", "a string or a whole number", item)
        texts[name] = item if isinstance(item, str) else f"{item:d}" if abs(item) < 10**18 else "too long"
    return texts


def hex_of(text: str, what: str) -> bytes:
    """The bytes that an even number of hex digits stands for; none of ours is longer than a seed may be."""
    check_size(text, 2 * SEED_BYTES, what)
    if re.fullmatch("([0-9a-fA-F]{2})*", text) is None:
        raise RulesError("hex", "{what} must be pairs of hex digits, not {text!r}", what=what, text=text)
    return bytes.fromhex(text)
