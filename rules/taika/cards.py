"""Cards and card sets: the built-in data file, and reading a player's own sets (TM15).

Patterns are rows of ``#`` (required obstacle), ``o`` (new obstacle) and ``.``.  Knows no board and no game.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from rules.errors import RulesError
from rules.taika.patterns import Rows

SIDE = 5
NEEDED = range(2, 9)
FRESH = range(1, 6)
COPIES = range(1, 100)


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


def check_id(name: object) -> str:
    """A card's or set's id, or BadCards (TM15)."""
    if not isinstance(name, str) or not re.fullmatch(r"[a-z0-9-]{1,32}", name):
        raise BadCards(
            "card-id", "{card}: an id is 1 to 32 of the letters a-z, digits and hyphens", card=str(name)[:40]
        )
    return name


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


def read_card(table: Mapping[str, object]) -> Card:
    """One ``[[card]]`` of a card file, or BadCards."""
    card = check_id(table.get("id", ""))
    copies = table.get("copies", 1)
    if not isinstance(copies, int) or isinstance(copies, bool) or copies not in COPIES:
        raise BadCards("card-copies", "{card}: copies must be a whole number from 1 to 99", card=card)
    names = []
    for language in ("fi", "en"):
        name = table.get(language, card)
        if not isinstance(name, str) or not 1 <= len(name) <= 40 or not name.isprintable():
            raise BadCards(
                "card-name", "{card}: name {language!r} must be 1 to 40 printable characters",
                card=card, language=language,
            )  # fmt: skip
        names.append(name)
    unknown = set(table) - {"set", "id", "fi", "en", "copies", "pattern"}
    if unknown:
        raise BadCards("card-key", "{card}: unknown key {key!r}", card=card, key=min(unknown))
    return Card(card, names[0], names[1], copies, check_rows(card, table.get("pattern")))


def read_sets(text: str) -> tuple[CardSet, ...]:
    """The sets in a card file (TOML), or BadCards naming what is wrong where (TM15)."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadCards("cards-toml", "the card file is not valid TOML: {why}", why=str(error)) from None
    sets, cards = tables.get("set", []), tables.get("card", [])
    for name, part in (("set", sets), ("card", cards)):
        if not isinstance(part, list) or not all(isinstance(table, dict) for table in part):
            raise BadCards("cards-shape", "{name} must be written as [[{name}]] tables", name=name)
    members: dict[str, list[Card]] = {check_id(table.get("id", "")): [] for table in sets}
    if not members or len(members) < len(sets):
        raise BadCards("cards-sets", "a card file needs at least one [[set]], and no two with the same id")
    ids: set[str] = set()
    for table in cards:
        card = read_card(table)
        if card.id in ids:
            raise BadCards("card-twice", "{card}: two cards have this id", card=card.id)
        ids.add(card.id)
        home = table.get("set")
        if home not in members:
            raise BadCards("card-set", "{card}: unknown set {set!r}", card=card.id, set=str(home))
        members[home].append(card)
    found = []
    for one in sets:
        name = one["id"]
        found.append(CardSet(name, str(one.get("fi", name)), str(one.get("en", name)), tuple(members[name])))
    return tuple(found)


@cache
def built_in() -> tuple[CardSet, ...]:
    """The base set and the two expansions."""
    return read_sets(resources.files("rules.taika").joinpath("cards.toml").read_text(encoding="utf-8"))


@cache
def known() -> Mapping[str, Rows]:
    """Pattern rows of every built-in card by id."""
    return {card.id: card.rows for one in built_in() for card in one.cards}
