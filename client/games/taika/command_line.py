"""Card files named on the command line (TM15); its errors are in English, like all of the command line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from client.games.taika.card_sets import gathered, read_file
from rules.errors import RulesError
from rules.taika.cards import CardSet
from rules.taika.game import write_cards


def cards_of_files(files: Iterable[Path]) -> str:
    """The option text that brings all cards in these files along; raises RulesError saying which can't be used."""
    sets: list[CardSet] = []
    for file in files:
        found = read_file(file, piped=True)
        if found.trouble is not None:
            raise RulesError("cards-file", "{file}: {why}", file=str(file), why=str(found.trouble))
        sets += found.sets
    return write_cards(gathered(sets))
