"""Cards and card sets: the built-in data file, and reading a player's own sets (TM15).

Patterns are rows of ``#`` (required obstacle), ``o`` (new obstacle) and ``.``.  Knows no board and no game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from rules.errors import RulesError, words
from rules.numbers import is_whole_number
from rules.outside import TOML_BYTES, Unreadable, read_toml
from rules.taika.patterns import Rows

SIDE = 5
NEEDED = range(2, 9)
FRESH = range(1, 6)
COPIES = range(1, 100)
LONGEST_ID = 64
LONGEST_NAME = 40
(CARD_FILE,) = words("the card file")
"""What a file of card sets is called."""


class BadCards(RulesError):
    """A card or card set can't be read or breaks TM15; the message names the card and the row."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a set."""

    id: str
    fi: str
    en: str
    copies: int
    rows: Rows


@dataclass(frozen=True, slots=True)
class CardSet:
    """A named set of cards."""

    id: str
    fi: str
    en: str
    cards: tuple[Card, ...]


def check_id(name: object, what: str = "") -> str:
    """A card's or set's id, or BadCards (TM15) that calls the thing ``what`` (by default what stands there)."""
    if not isinstance(name, str) or not re.fullmatch(rf"[a-z0-9-]{{1,{LONGEST_ID}}}", name):
        raise BadCards(
            "card-id", "{card}: an id is 1 to {most} of the letters a-z, digits and hyphens",
            card=what or _printable(str(name)[:40]), most=LONGEST_ID,
        )  # fmt: skip
    return name


def _printable(text: str) -> str:
    """``text`` as it stands, or with escapes where it holds what can't be shown: nobody can vouch for it."""
    return text if text.isprintable() else ascii(text)


def check_rows(card: str, rows: object) -> Rows:
    """The pattern rows of ``card`` as they are given, or BadCards naming the row (TM15)."""
    if not isinstance(rows, list | tuple) or not all(isinstance(row, str) for row in rows):
        raise BadCards("card-rows", "{card}: the pattern must be a list of rows of text", card=card)
    if not 1 <= len(rows) <= SIDE:
        raise BadCards(
            "card-height", "{card}: a pattern has 1 to 5 rows, not {count}", card=card, count=len(rows)
        )
    for number, row in enumerate(rows, 1):
        if len(row) > SIDE:
            raise BadCards(
                "card-width",
                "{card}: row {row} has {count} cells, at most 5 are allowed",
                card=card,
                row=number,
                count=len(row),
            )
        wrong = [sign for sign in row if sign not in "#o."]
        if wrong:
            raise BadCards(
                "card-sign",
                "{card}: row {row} has {sign!r}, only '#', 'o' and '.' are allowed",
                card=card,
                row=number,
                sign=wrong[0],
            )
    text = "".join(rows)
    if text.count("#") not in NEEDED:
        raise BadCards(
            "card-required",
            "{card}: a pattern has 2 to 8 required obstacles '#', not {count}",
            card=card,
            count=text.count("#"),
        )
    if text.count("o") not in FRESH:
        raise BadCards(
            "card-new",
            "{card}: a pattern has 1 to 5 new obstacles 'o', not {count}",
            card=card,
            count=text.count("o"),
        )
    return tuple(rows)


def read_card(table: Mapping[str, object], what: str = "") -> Card:
    """One ``[[card]]`` of a card file, or BadCards; ``what`` is what to call it if it has no usable id."""
    card = check_id(table.get("id", ""), what)
    copies = table.get("copies", 1)
    if not is_whole_number(copies, COPIES[0], COPIES[-1]):
        raise BadCards("card-copies", "{card}: copies must be a whole number from 1 to 99", card=card)
    check_keys(table, ("set", "id", "fi", "en", "copies", "pattern"), card)
    fi, en = _names(table, card)
    return Card(card, fi, en, copies, check_rows(card, table.get("pattern")))


def _names(table: Mapping[str, object], what: str) -> tuple[str, str]:
    """The Finnish and the English name of a card or set, its id where one is missing."""
    names = []
    for language in ("fi", "en"):
        name = table.get(language, what)
        if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise BadCards(
                "card-name", "{card}: name {language!r} must be 1 to {most} printable characters",
                card=what, language=language, most=LONGEST_NAME,
            )  # fmt: skip
        names.append(name)
    return names[0], names[1]


def check_keys(table: Mapping[str, object], known: tuple[str, ...], what: str) -> None:
    """Raise BadCards if ``table``, called ``what``, has a key that is not ``known``."""
    unknown = set(table) - set(known)
    if unknown:
        raise BadCards("card-key", "{card}: unknown key {key!r}", card=what, key=min(unknown))


def read_sets(text: str) -> tuple[CardSet, ...]:
    """The sets in a card file (TOML), or BadCards naming what is wrong where (TM15)."""
    try:
        tables = read_toml(text, TOML_BYTES, CARD_FILE)
    except Unreadable as error:
        raise BadCards(error.code, error.message, **error.arguments) from None
    sets, cards = tables.get("set", []), tables.get("card", [])
    for name, part in (("set", sets), ("card", cards)):
        if not isinstance(part, list) or not all(isinstance(table, dict) for table in part):
            raise BadCards("cards-shape", "{name} must be written as [[{name}]] tables", name=name)
    unknown = set(tables) - {"set", "card"}
    if unknown:
        raise BadCards("cards-key", "the card file has an unknown part {key!r}", key=min(unknown))
    if not sets:
        raise BadCards("cards-sets", "a card file needs at least one [[set]]")
    members: dict[str, list[Card]] = {}
    for number, table in enumerate(sets, 1):
        name = check_id(table.get("id", ""), f"[[set]] {number}")
        if name in members:
            raise BadCards("set-twice", "{set}: two sets have this id", set=name)
        check_keys(table, ("id", "fi", "en"), name)
        members[name] = []
    seen: set[str] = set()
    for number, table in enumerate(cards, 1):
        card = read_card(table, f"[[card]] {number}")
        if card.id in seen:
            raise twice(card.id)
        seen.add(card.id)
        home = table.get("set")
        if home is None:
            raise BadCards("card-no-set", "{card}: it names no set", card=card.id)
        if home not in members:
            raise BadCards("card-set", "{card}: unknown set {set!r}", card=card.id, set=str(home)[:40])
        members[home].append(card)
    return tuple(
        CardSet(table["id"], *_names(table, table["id"]), tuple(members[table["id"]])) for table in sets
    )


def twice(card: str) -> BadCards:
    """What to say of two cards with one id."""
    return BadCards("card-twice", "{card}: two cards have this id", card=_printable(card))


@cache
def built_in() -> tuple[CardSet, ...]:
    """The base set and the two expansions."""
    return read_sets(resources.files("rules.taika").joinpath("cards.toml").read_text(encoding="utf-8"))


@cache
def known() -> Mapping[str, Rows]:
    """Pattern rows of every built-in card by id."""
    return {card.id: card.rows for one in built_in() for card in one.cards}
