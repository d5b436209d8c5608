"""TOML files of ours: values as text, and a file that is written whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

from net.edge import disk


def value(given: str | int | bool) -> str:
    """A TOML value; its basic strings have the escapes of JSON's.

    >>> value("a\\tb"), value(True), value(3)
    ('"a\\\\tb"', 'true', '3')
    """
    if isinstance(given, str):
        return json.dumps(given, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(given).lower()


def write(path: Path, text: str) -> None:
    """Put ``text`` into the file ``path`` in one piece, its folder made if need be; raises OSError."""
    disk.write_whole(path, text.encode("utf-8"))
