"""Reads gettext's .po files: plain entries, plurals, comments; nothing fuzzy, no contexts.

Knows the file format only; who looks for what is `client.core.words` and its test.
"""

from __future__ import annotations

import ast
from typing import NamedTuple


class PoEntry(NamedTuple):
    """One entry; ``msgstr`` has one form, or one for each plural form."""

    msgid: str
    plural: str
    msgstr: tuple[str, ...]
    line: int


class BadPo(ValueError):
    """The file can't be read; says where."""


def read(text: str) -> list[PoEntry]:
    """The entries of a .po file, in order; the header is the one with an empty msgid.  Raises BadPo."""
    entries: list[PoEntry] = []
    parts: dict[str, str] = {}
    field = ""
    start = 0

    def finish() -> None:
        if "msgid" in parts:
            forms = [parts[name] for name in sorted(parts) if name.startswith("msgstr")]
            entries.append(PoEntry(parts["msgid"], parts.get("msgid_plural", ""), tuple(forms), start))
        parts.clear()

    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if line.startswith("#"):
            continue
        if not line:
            finish()
            continue
        if line.startswith('"'):
            quoted = line
        else:
            field, _, quoted = line.partition(" ")
            if field == "msgid":
                finish()
                start = number
            if field not in ("msgid", "msgid_plural") and not field.startswith("msgstr"):
                raise BadPo(f"line {number}: unknown field {field!r}")
            parts[field] = ""
        try:
            value = ast.literal_eval(quoted)
        except (ValueError, SyntaxError) as error:
            raise BadPo(f"line {number}: not a quoted string") from error
        if not isinstance(value, str) or field not in parts:
            raise BadPo(f"line {number}: a string without a field")
        parts[field] += value
    finish()
    return entries
