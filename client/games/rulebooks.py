"""Writes the rulebooks of all games as documents: ``python -m client.games.rulebooks docs/rules``.

Their text is that of the help; a test (tests/client/test_rulebook.py) holds the written files to it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from client.board.rulebook import document
from client.core import words
from client.games.registry import look_of
from rules.registry import games


def documents() -> Mapping[str, str]:
    """File name → text, for each game in each language; leaves the language in use as it is."""
    before, found = words.language(), {}
    try:
        for language in words.LANGUAGES:
            words.use(language)
            for game in games():
                look = look_of(game.id)
                ending = ".md" if language == "en" else f".{language}.md"
                found[game.id + ending] = document(game.name, look.credit(), look.rules())
    finally:
        words.use(before)
    return found


def write(folder: Path) -> None:
    """Write the documents into this folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in documents().items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
