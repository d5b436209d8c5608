"""Taika-Mario as a game to be started: options (TM21), corners (TM1), the first deal (TM14)."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rules.errors import BadOption
from rules.game import Game, Option, Options
from rules.outside import OPTION, OPTION_CHARS, POSITION_CHARS, Unreadable, read_json
from rules.taika.cards import BadCards, Card, built_in, check_id, check_keys, read_card, twice
from rules.taika.deal import HAND, deal, shuffle
from rules.taika.patterns import Rows
from rules.taika.position import LONGEST_PILE, SIZES, read_position
from rules.taika.state import CHARACTERS, TaikaSetup, TaikaState

OWN_CARDS = "cards"
"""The option by which a player's own cards travel, as ``write_cards`` writes them."""


class TaikaMario(Game):
    """Two to four walkers, obstacles in four colours, cards."""

    id = "taika-mario"
    longest_position = POSITION_CHARS
    name = "Taika-Mario"
    version = 1
    seats = (2, 3, 4)
    options = (
        Option("size", "auto", "choice", choices=("auto", *map(str, SIZES))),
        Option("sets", "base", "set", choices=tuple(one.id for one in built_in())),
        Option("characters", "", "text"),
        Option("hands", "hidden", "choice", choices=("hidden", "open")),
        Option("turn", "step-then-act", "choice", choices=("step-then-act", "either-or")),
        Option("start", "corners", "choice", choices=("corners", "triangle")),
        Option("quiet_limit", 40),
        Option(OWN_CARDS, "", "text"),
    )

    def start(self, options: Options, seats: int, seed: bytes = b"") -> TaikaState:
        if seats not in self.seats:
            raise BadOption("seats", "taika-mario is played by 2 to 4, not {seats}", seats=seats)
        wanted = str(options["size"])
        size = int(wanted) if wanted != "auto" else 11 if seats == 4 else 9
        own = own_cards(str(options[OWN_CARDS]))
        sets = str(options["sets"]).split(",")
        cards = {card.id: card for one in built_in() if one.id in sets for card in one.cards}
        cards.update({card.id: card for card in own})
        copies = sorted(card.id for card in cards.values() for _ in range(card.copies))
        if len(copies) < HAND * seats:
            raise BadOption(
                "few-cards", "TM9: {count} cards are too few, {seats} players need {need}",
                count=len(copies), seats=seats, need=HAND * seats,
            )  # fmt: skip
        if len(copies) > LONGEST_PILE:
            raise BadOption(
                "many-cards", "TM15: {count} cards are too many, at most {most} can be played with",
                count=len(copies), most=LONGEST_PILE,
            )  # fmt: skip
        deck, hands = deal(shuffle(copies, seed, 0), seats)
        setup = TaikaSetup(
            size,
            characters(str(options["characters"]), seats),
            tuple(sorted((card.id, card.rows) for card in own)),
            options["hands"] == "open",
            options["turn"] == "either-or",
            int(options["quiet_limit"]),
        )
        nobody: tuple[int | None, ...] = (None,) * seats
        at = corners(str(options["start"]), seats, size)
        return TaikaState(
            setup, (0, 0, 0, 0), at, (0,) * seats, hands, nobody, 0, deck, (), seed, 1, 0
        )  # fmt: skip

    def read_position(self, text: str, options: Options) -> TaikaState:
        return read_position(
            text,
            open_hands=options["hands"] == "open",
            either_or=options["turn"] == "either-or",
            quiet_limit=int(options["quiet_limit"]),
        )


def characters(text: str, seats: int) -> tuple[str, ...]:
    """The characters by seat: those named, then the rest in the usual order (TM1)."""
    named = text.split(",") if text else []
    if any(name not in CHARACTERS for name in named) or len(set(named)) < len(named) or len(named) > seats:
        raise BadOption(
            "characters",
            "option characters must name at most {seats} different ones of {known}, not {value!r}",
            seats=seats,
            known=", ".join(CHARACTERS),
            value=text[:80],
        )
    return tuple(named + [name for name in CHARACTERS if name not in named])[:seats]


def corners(start: str, seats: int, size: int) -> tuple[int, ...]:
    """Where the pawns begin (TM1)."""
    top, right = size - 1, (size - 1) * size
    if start == "triangle":
        if seats != 3:
            raise BadOption("triangle", "start=triangle is for three players only, not {seats}", seats=seats)
        return 0, size // 2 * size + top, right
    if seats == 2:
        return 0, right + top
    return (0, top, right + top, right)[:seats]


def own_cards(text: str) -> tuple[Card, ...]:
    """The cards that an option text brings along: JSON, id → card without its id; BadCards says what is wrong."""
    if not text:
        return ()
    try:
        table = read_json(text, OPTION_CHARS, OPTION, _once)
    except Unreadable:
        table = None
    if not isinstance(table, dict) or not all(isinstance(card, dict) for card in table.values()):
        raise BadCards("own-cards", "option cards must be a JSON object of card id and card")
    for name, card in table.items():
        check_keys(card, ("fi", "en", "copies", "pattern"), check_id(name))
    return tuple(read_card({**card, "id": name}) for name, card in table.items())


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            if isinstance(value, dict):
                raise twice(key[:40])
            raise BadCards("card-key-twice", "option cards gives the key {key!r} twice", key=key[:40])
        found[key] = value
    return found


def write_cards(cards: Sequence[Card]) -> str:
    """The option text that brings ``cards`` along; ``own_cards`` reads it."""
    table: dict[str, dict[str, int | str | Rows]] = {
        card.id: {"copies": card.copies, "pattern": card.rows, "fi": card.fi, "en": card.en}
        for card in sorted(cards, key=lambda card: card.id)
    }
    return json.dumps(table, separators=(",", ":"), ensure_ascii=True)


TAIKA = TaikaMario()
