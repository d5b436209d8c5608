"""Card sets being edited: drafts that may be wrong for a while, what is wrong with each, and saving them.

A draft becomes a `CardSet` of the rules only when it is saved.  Knows no window; what a card may be, the rules say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from client.core.words import N_, language
from client.games.taika.card_sets import BadSet, OwnFile, Shelf, card_name, derive_id
from rules.errors import RulesError
from rules.taika.cards import LONGEST_NAME, SIDE, Card, CardSet, built_in, check_id, read_card
from rules.taika.patterns import Rows, pictures, trimmed

EMPTY, NEEDED, FRESH = ".", "#", "o"
SIGNS = (EMPTY, NEEDED, FRESH)
BLANK = EMPTY * (SIDE * SIDE)

SAME_ID = N_("{card} is also the short name of a built-in card, which this one replaces where it is played.")
SAME_SHAPE = N_("The same pattern as {card}, turned or mirrored at most.")


@dataclass(eq=False)
class CardDraft:
    """One card; ``cells`` are the signs of the 5×5 grid, row by row from the top."""

    id: str = ""
    fi: str = ""
    en: str = ""
    copies: int = 1
    cells: str = BLANK
    follows: bool = True
    """Whether the id still follows the name."""

    @classmethod
    def of(cls, card: Card) -> CardDraft:
        """A draft of ``card``, its pattern in the middle of the grid."""
        return cls(card.id, card.fi, card.en, card.copies, centred(card.rows), False)

    def rows(self) -> Rows:
        """The pattern cut to its cells; one empty cell if there are none."""
        lines = tuple(self.cells[start : start + SIDE] for start in range(0, SIDE * SIDE, SIDE))
        return trimmed(lines) if self.cells != BLANK else (EMPTY,)

    def shown(self, speech: str) -> str:
        """What the card is called in a language: by its other name or its id where that one is missing."""
        first, second = (self.fi, self.en) if speech == "fi" else (self.en, self.fi)
        return first.strip() or second.strip() or self.id

    def count(self, sign: str) -> int:
        """How many cells have ``sign``."""
        return self.cells.count(sign)

    def put(self, column: int, row: int, sign: str) -> None:
        """Give one cell another sign."""
        at = row * SIDE + column
        self.cells = self.cells[:at] + sign + self.cells[at + 1 :]

    def turn(self) -> None:
        """Turn the whole grid a quarter clockwise."""
        self.cells = "".join(
            self.cells[(SIDE - 1 - column) * SIDE + row] for row in range(SIDE) for column in range(SIDE)
        )

    def mirror(self) -> None:
        """Mirror the whole grid left to right."""
        self.cells = "".join(self.cells[start : start + SIDE][::-1] for start in range(0, SIDE * SIDE, SIDE))

    def card(self) -> Card:
        """The card, or BadCards saying what is wrong (TM15); a name that is missing is taken from the other."""
        return read_card(
            {
                "id": self.id,
                "fi": self.fi.strip() or self.en.strip() or self.id,
                "en": self.en.strip() or self.fi.strip() or self.id,
                "copies": self.copies,
                "pattern": self.rows(),
            },
            self.id or self.fi.strip() or self.en.strip() or "?",
        )


@dataclass(eq=False)
class SetDraft:
    """One set and its cards."""

    id: str = ""
    fi: str = ""
    en: str = ""
    cards: list[CardDraft] = field(default_factory=list)
    follows: bool = True

    @classmethod
    def of(cls, own: CardSet) -> SetDraft:
        """A draft of ``own``."""
        return cls(own.id, own.fi, own.en, [CardDraft.of(card) for card in own.cards], False)

    def shown(self, speech: str) -> str:
        """What the set is called in a language: by its other name or its id where that one is missing."""
        first, second = (self.fi, self.en) if speech == "fi" else (self.en, self.fi)
        return first.strip() or second.strip() or self.id


@dataclass(eq=False)
class FileDraft:
    """One file: its sets as they are now, and as they were when last saved (none: never)."""

    path: Path | None
    sets: list[SetDraft]
    saved: tuple[CardSet, ...] = ()


class Fault(NamedTuple):
    """What is wrong with a set (``card`` None) or one of its cards."""

    set: SetDraft
    card: CardDraft | None
    error: RulesError


def centred(rows: Rows) -> str:
    """The cells of a 5×5 grid with the pattern in its middle."""
    shape = trimmed(rows)
    left, top = (SIDE - len(shape[0])) // 2, (SIDE - len(shape)) // 2
    lines = [(EMPTY * left + row).ljust(SIDE, EMPTY) for row in shape]
    lines = [EMPTY * SIDE] * top + lines
    return "".join(lines + [EMPTY * SIDE] * (SIDE - len(lines)))


def plain(own: CardSet) -> CardSet:
    """``own`` as its draft writes it back: patterns cut to their cells, names without spaces at their ends."""
    cards = tuple(
        replace(card, rows=trimmed(card.rows), fi=card.fi.strip(), en=card.en.strip()) for card in own.cards
    )
    return replace(own, fi=own.fi.strip(), en=own.en.strip(), cards=cards)


class Desk:
    """All own sets being edited; nothing reaches the disk before ``save``."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.files: list[FileDraft] = []
        self.broken: list[OwnFile] = []
        self._removed: list[Path] = []
        self.written = 0
        """How many files the last ``save`` wrote or took away."""
        self.load()

    def load(self) -> None:
        """Take what is on disk; forgets all changes."""
        self.files, self.broken, self._removed = [], [], []
        for one in self.shelf.files():
            if one.trouble is not None:
                self.broken.append(one)
            else:
                saved = tuple(plain(own) for own in one.sets)
                self.files.append(FileDraft(one.path, [SetDraft.of(own) for own in one.sets], saved))

    def sets(self) -> Iterator[SetDraft]:
        """Every set, in order."""
        for one in self.files:
            yield from one.sets

    def path(self, own: SetDraft) -> Path | None:
        """The file that the set lies in; None before it is saved."""
        return next((one.path for one in self.files if any(each is own for each in one.sets)), None)

    # ---- changes

    def new_set(self) -> SetDraft:
        """A new, empty set in a file of its own; its id follows its name."""
        made = SetDraft()
        self.files.append(FileDraft(None, [made]))
        self.name_set(made)
        return made

    def new_card(self, home: SetDraft, after: CardDraft | None = None) -> CardDraft:
        """A new, empty card in ``home``."""
        made = CardDraft()
        self._insert(home, made, after)
        self.name_card(made)
        return made

    def copy_card(self, home: SetDraft, card: CardDraft) -> CardDraft:
        """Another card with the same pattern and names, and an id of its own."""
        made = replace(card, id="", follows=True)
        self._insert(home, made, card)
        self.name_card(made)
        return made

    def _insert(self, home: SetDraft, card: CardDraft, after: CardDraft | None) -> None:
        place = next((n + 1 for n, each in enumerate(home.cards) if each is after), len(home.cards))
        home.cards.insert(place, card)

    def delete_card(self, home: SetDraft, card: CardDraft) -> None:
        """Take a card out of its set."""
        home.cards = [each for each in home.cards if each is not card]

    def delete_set(self, gone: SetDraft) -> None:
        """Take a set away, and its file if nothing is left in it."""
        for one in self.files:
            one.sets = [each for each in one.sets if each is not gone]
        for one in [one for one in self.files if not one.sets]:
            if one.path is not None:
                self._removed.append(one.path)
            self.files.remove(one)

    def delete_broken(self, gone: OwnFile) -> None:
        """Take a file away that can't be used."""
        self.broken.remove(gone)
        self._removed.append(gone.path)

    def name_card(self, card: CardDraft) -> None:
        """The card's name changed: its id follows, if it still does."""
        if card.follows:
            taken = {each.id for own in self.sets() for each in own.cards if each is not card}
            taken |= {each.id for own in built_in() for each in own.cards}
            card.id = derive_id(card.fi or card.en, taken, "card")

    def name_set(self, own: SetDraft) -> None:
        """The set's name changed: its id follows, if it still does."""
        if own.follows:
            taken = {each.id for each in self.sets() if each is not own} | {one.id for one in built_in()}
            own.id = derive_id(own.fi or own.en, taken, "set")

    # ---- what is wrong

    def fault(self, own: SetDraft, card: CardDraft | None) -> RulesError | None:
        """What is wrong with a card, or (None) with the set itself, as the rules word it."""
        try:
            if card is None:
                self._check_set(own)
            else:
                self._check_card(own, card)
        except RulesError as error:
            return error
        return None

    def faults(self, one: FileDraft) -> list[Fault]:
        """Everything that keeps a file from being saved."""
        found = []
        for own in one.sets:
            for card in (None, *own.cards):
                error = self.fault(own, card)
                if error is not None:
                    found.append(Fault(own, card, error))
        return found

    def _check_set(self, own: SetDraft) -> None:
        check_id(own.id)
        if any(each is not own and each.id == own.id for each in self.sets()):
            raise BadSet("set-double", "two sets have the short name {set}", set=own.id)
        if any(one.id == own.id for one in built_in()):
            raise BadSet("set-built-in", "a built-in set has the short name {set} already", set=own.id)
        for name in (own.fi, own.en):
            if len(name) > LONGEST_NAME or not name.isprintable():
                raise BadSet(
                    "set-name", "the name of a set must be 1 to {most} printable characters", most=LONGEST_NAME,
                )  # fmt: skip
        if not own.cards:
            raise BadSet("set-empty", "this set has no card yet")

    def _check_card(self, own: SetDraft, card: CardDraft) -> None:
        card.card()
        home = next((one for one in self.files if any(each is own for each in one.sets)), None)
        near = [each for each_set in (home.sets if home else [own]) for each in each_set.cards]
        if any(each is not card and each.id == card.id for each in near):
            raise BadSet("card-double", "two cards have the short name {card}", card=card.id)

    def remark(self, card: CardDraft) -> tuple[str, dict[str, str | int]]:
        """What is allowed but worth knowing about a card: a msgid and what fills it; empty if nothing."""
        for one in built_in():
            for each in one.cards:
                if each.id == card.id:
                    return SAME_ID, {"card": card.id}
        shapes = pictures(card.rows()) if card.cells != BLANK else ()
        for other in (each for own in self.sets() for each in own.cards if each is not card):
            if other.cells != BLANK and other.rows() in shapes:
                return SAME_SHAPE, {"card": other.shown(language())}
        for one in built_in():
            for each in one.cards:
                if trimmed(each.rows) in shapes:
                    return SAME_SHAPE, {"card": card_name(each, language())}
        return "", {}

    # ---- saving

    def dirty(self) -> bool:
        """Whether anything differs from what is on disk."""
        return bool(self._removed) or any(self._changed(one) for one in self.files)

    def _changed(self, one: FileDraft) -> bool:
        try:
            return one.path is None or self._finished(one) != one.saved
        except RulesError:
            return True

    def _finished(self, one: FileDraft) -> tuple[CardSet, ...]:
        return tuple(
            CardSet(
                own.id,
                own.fi.strip() or own.en.strip() or own.id,
                own.en.strip() or own.fi.strip() or own.id,
                tuple(card.card() for card in own.cards),
            )
            for own in one.sets
        )

    def save(self) -> Fault | None:
        """Write everything that changed; the first fault that keeps a file back, or None.  Raises BadSet.

        Files without faults are saved although another has one.
        """
        self.written = 0
        for path in list(self._removed):
            self.shelf.delete(path)
            self._removed.remove(path)
            self.written += 1
        first: Fault | None = None
        for one in self.files:
            if not self._changed(one):
                continue
            wrong = self.faults(one)
            if wrong:
                first = first or wrong[0]
                continue
            finished = self._finished(one)
            path = one.path if one.path is not None else self.shelf.new_path(finished[0].id)
            self.shelf.save(path, finished)
            self.written += 1
            before, one.path, one.saved = one.saved, path, finished
            if len(finished) == len(before) == 1 and finished[0].id != before[0].id:
                one.path = self.shelf.rename(path, finished[0].id)
        return first
