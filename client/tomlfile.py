"""TOML files of ours: values as text, and a file that is written whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path


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
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=path.name, suffix=".new", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
