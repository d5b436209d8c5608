"""A player's own card sets: TOML files in the folder ``cards`` of the home folder (TM15).

Lists, reads, checks, writes, renames and deletes them.  A file that can't be used is told of, with card and row,
and never overwritten; every write replaces a file in one piece.  Knows no window; what a card may be, the rules say.
"""

from __future__ import annotations

import errno
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from client.core import tomlfile
from client.core.words import explain
from net.edge import disk
from rules.errors import RulesError
from rules.outside import TOML_BYTES, Unreadable, decoded
from rules.taika.cards import CARD_FILE, LONGEST_ID, Card, CardSet, built_in, read_sets
from rules.taika.game import OWN_CARDS, own_cards

GAME = "taika-mario"
FOLDER = "cards"
SUFFIX = ".toml"
SETS = "sets"
"""The option that says which built-in sets are in the deck."""
LARGEST_BYTES = TOML_BYTES
_DEVICE = re.compile("con|prn|aux|nul|(com|lpt)[0-9]")
"""What no file can be called on Windows."""


class BadSet(RulesError):
    """A set of one's own can't be read, kept or used; the message says which and why."""


@dataclass(frozen=True, slots=True)
class OwnFile:
    """One file of the folder: the sets in it, or what is wrong with it."""

    path: Path
    sets: tuple[CardSet, ...] = ()
    trouble: RulesError | None = None


def trouble_text(one: OwnFile) -> str:
    """What is wrong with a file, in words that name it."""
    assert one.trouble is not None
    text = explain(one.trouble)
    return text if one.path.name in text else f"{one.path.name}: {text}"


class Shelf:
    """The folder of own card sets; nothing is made before something is saved."""

    def __init__(self, folder: Path | None) -> None:
        """``folder`` None: there is no such folder, and nothing can be saved (a test without a home)."""
        self.folder = folder

    def files(self) -> tuple[OwnFile, ...]:
        """Every card file, by name, as it is on disk now; of two sets with one id the later is refused."""
        if self.folder is None:
            return ()
        try:
            paths = sorted(path for path in self.folder.iterdir() if path.name.endswith(SUFFIX))
        except FileNotFoundError:
            return ()
        except OSError as error:
            return (OwnFile(self.folder, (), _unreadable(self.folder, error)),)
        found: list[OwnFile] = []
        taken = {one.id: "" for one in built_in()}
        for path in paths:
            one = read_file(path)
            clash = next((own.id for own in one.sets if own.id in taken), None)
            if clash is not None:
                one = OwnFile(path, (), _taken(clash, taken[clash]))
            taken |= {own.id: path.name for own in one.sets}
            found.append(one)
        return tuple(found)

    def sets(self) -> tuple[CardSet, ...]:
        """All own sets that can be used."""
        return tuple(own for one in self.files() for own in one.sets)

    def new_path(self, set_id: str) -> Path:
        """The file in which a new set called ``set_id`` is kept: one that does not exist yet; raises BadSet."""
        if self.folder is None:
            raise BadSet("no-folder", "there is no folder to keep card sets in")
        stem = f"{set_id}-cards" if _DEVICE.fullmatch(set_id) else set_id
        path, number = self.folder / f"{stem}{SUFFIX}", 2
        while path.exists():
            path, number = self.folder / f"{stem}-{number}{SUFFIX}", number + 1
        return path

    def save(self, path: Path, sets: Iterable[CardSet]) -> None:
        """Make ``path`` hold exactly ``sets``, in one piece; raises BadSet and then nothing has changed.

        What is written is read back first, so that nothing lies on disk that could not be used again.  A file
        that can't be read (somebody broke it meanwhile) is not overwritten, nor one with another's set id.
        """
        kept = tuple(sets)
        text = write_sets(kept)
        read_sets(text)
        others = [one for one in self.files() if one.path != path]
        taken = {one.id: "" for one in built_in()} | {o.id: f.path.name for f in others for o in f.sets}
        for own in kept:
            if own.id in taken:
                raise _taken(own.id, taken[own.id])
        if path.exists() and read_file(path).trouble is not None:
            raise BadSet("file-broken", "{file} is broken and is not overwritten", file=path.name)
        _write(path, text)

    def rename(self, path: Path, set_id: str) -> Path:
        """Give the file the name that fits ``set_id`` and is free; its new path.  Raises BadSet."""
        if path.name == f"{set_id}{SUFFIX}":
            return path
        target = self.new_path(set_id)
        try:
            disk.rename(path, target)
        except OSError as error:
            raise _unwritable(path, error) from None
        return target

    def delete(self, path: Path) -> None:
        """Remove the file; that it is gone already is no error.  Raises BadSet."""
        try:
            disk.remove(path)
        except OSError as error:
            raise _unwritable(path, error) from None


def shelf_of(home: Path | None) -> Shelf:
    """The shelf in a home folder (``Services.home``)."""
    return Shelf(home / FOLDER if home is not None else None)


def read_file(path: Path, *, piped: bool = False) -> OwnFile:
    """What is in one card file; whatever is wrong with it is in ``trouble``, never raised.

    ``piped``: it may also be no file but a pipe, which a person named.
    """
    try:
        text = decoded(disk.read(path, LARGEST_BYTES, piped=piped), LARGEST_BYTES, CARD_FILE)
    except Unreadable:
        return OwnFile(path, (), BadSet("file-text", "{file} is not text in UTF-8", file=path.name))
    except OSError as error:
        if error.errno == errno.EFBIG:
            return OwnFile(
                path, (), BadSet("file-size", "{file} is too large for a card set", file=path.name)
            )
        return OwnFile(path, (), _unreadable(path, error))
    try:
        return OwnFile(path, read_sets(text))
    except RulesError as error:
        return OwnFile(path, (), error)


def write_sets(sets: Iterable[CardSet]) -> str:
    """The card file (TOML) that the rules read back as ``sets``."""
    kept = tuple(sets)
    lines = ["# Magicade: card sets.  '#' required obstacle, 'o' new obstacle, '.' don't care.", ""]
    for own in kept:
        lines += [
            "[[set]]",
            f"id = {tomlfile.value(own.id)}",
            f"fi = {tomlfile.value(own.fi)}",
            f"en = {tomlfile.value(own.en)}",
            "",
        ]
    for own in kept:
        for card in own.cards:
            lines += ["[[card]]", f"set = {tomlfile.value(own.id)}", f"id = {tomlfile.value(card.id)}"]
            lines += [
                f"fi = {tomlfile.value(card.fi)}",
                f"en = {tomlfile.value(card.en)}",
                f"copies = {card.copies}",
            ]
            lines += ["pattern = [", *(f"  {tomlfile.value(row)}," for row in card.rows), "]", ""]
    return "\n".join(lines)


def derive_id(name: str, taken: Collection[str], usual: str = "card") -> str:
    """An id made from a name: plain letters, digits and hyphens, not one of ``taken``.

    >>> derive_id("Pähkinäpuu, iso", {"pahkinapuu-iso"})
    'pahkinapuu-iso-2'
    """
    folded = unicodedata.normalize("NFKD", name.lower().replace("ß", "ss").replace("ø", "o"))
    plain = "".join(char for char in folded if not unicodedata.combining(char))
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[: LONGEST_ID - 4].strip("-") or usual
    found, number = stem, 2
    while found in taken:
        found, number = f"{stem}-{number}", number + 1
    return found


def set_name(own: CardSet, language: str) -> str:
    """What a set is called in ``language``."""
    return own.fi if language == "fi" else own.en


def card_name(card: Card, language: str) -> str:
    """What a card is called in ``language``."""
    return card.fi if language == "fi" else card.en


def deck_cards(options: Mapping[str, str]) -> tuple[Card, ...]:
    """The cards that the deck of a match with these options is made of, the built-in sets first."""
    chosen = options.get(SETS, built_in()[0].id).split(",")
    found = {card.id: card for one in built_in() if one.id in chosen for card in one.cards}
    return tuple((found | {card.id: card for card in brought(options)}).values())


def brought(options: Mapping[str, str]) -> tuple[Card, ...]:
    """The own cards that these options bring along; none if they can't be read (no match begins so)."""
    try:
        return own_cards(options.get(OWN_CARDS, ""))
    except RulesError:
        return ()


def gathered(sets: Iterable[CardSet]) -> tuple[Card, ...]:
    """All cards of ``sets``, or BadSet if two of them have the same id."""
    found: dict[str, Card] = {}
    homes: dict[str, str] = {}
    for own in sets:
        for card in own.cards:
            if card.id in found:
                raise BadSet(
                    "card-in-both", "{card} is both in set {first} and in set {second}",
                    card=card.id, first=homes[card.id], second=own.id,
                )  # fmt: skip
            found[card.id], homes[card.id] = card, own.id
    return tuple(found.values())


def _write(path: Path, text: str) -> None:
    try:
        tomlfile.write(path, text)
    except OSError as error:
        raise _unwritable(path, error) from None


def _taken(set_id: str, file: str) -> BadSet:
    if not file:
        return BadSet("set-built-in", "a built-in set has the short name {set} already", set=set_id)
    return BadSet("set-twice", "set {set} is in {file} already", set=set_id, file=file)


def _unreadable(path: Path, error: OSError) -> BadSet:
    why = error.strerror or str(error)
    return BadSet("file-unread", "{file} can't be read: {why}", file=path.name, why=why)


def _unwritable(path: Path, error: OSError) -> BadSet:
    why = error.strerror or str(error)
    return BadSet("file-unwritten", "{file} can't be written: {why}", file=path.name, why=why)
