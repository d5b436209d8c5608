"""The notation of a position: one JSON object with its keys in a fixed order (TM17).

Hidden cards and a hidden seed are ``null`` (a view); everything else is as in the rulebook.
"""

from __future__ import annotations

import json
import re
from typing import cast

from rules.errors import BadPosition
from rules.taika.cards import BadCards, check_id, check_rows
from rules.taika.moves import COLOURS, square_index, square_name
from rules.taika.patterns import Rows
from rules.taika.state import CHARACTERS, DEADLY, Hand, Setup, TaikaState

SIZES = (7, 9, 11)
KEYS = ("size", "board", "players", "turn", "deck", "discard", "seed", "shuffles", "quiet")
PLAYER_KEYS = ("character", "at", "hits", "hand", "place")
LONGEST_PILE = 2000
COUNT_LIMIT = 1_000_000_000


def write_position(state: TaikaState) -> str:
    """TM17's text for ``state``: keys in the rulebook's order, compact separators."""
    size = state.setup.size
    table: dict[str, object] = {"size": size, "board": _board(state)}
    table["players"] = [
        {
            "character": character,
            "at": None if at is None else square_name(at, size),
            "hits": state.hits[seat],
            "hand": state.hands[seat],
            "place": state.place[seat],
        }
        for seat, (character, at) in enumerate(zip(state.setup.characters, state.at, strict=True))
    ]
    table["turn"] = state.mover
    table["deck"] = state.deck
    table["discard"] = state.discard
    table["seed"] = None if state.seed is None else state.seed.hex()
    table["shuffles"] = state.shuffles
    table["quiet"] = state.quiet
    if state.setup.cards:
        table["cards"] = dict(state.setup.cards)
    return json.dumps(table, separators=(",", ":"), ensure_ascii=False)


def _board(state: TaikaState) -> list[str]:
    size = state.setup.size
    rows = []
    for rank in reversed(range(size)):
        row = ""
        for file in range(size):
            bit = 1 << (file * size + rank)
            signs = [c for c, squares in zip(COLOURS, state.colours, strict=True) if squares & bit]
            row += signs[0] if signs else "."
        rows.append(row)
    return rows


def read_position(text: str, *, open_hands: bool, either_or: bool, quiet_limit: int) -> TaikaState:
    """The state that ``text`` describes under these options (TM21), or BadPosition saying what is wrong."""
    table = _table(text)
    size = table["size"]
    if not isinstance(size, int) or size not in SIZES:
        raise _wrong("size must be 7, 9 or 11")
    cards = _cards(table.get("cards", {}))
    colours = _read_board(table["board"], size)
    players = table["players"]
    if not isinstance(players, list) or not 2 <= len(players) <= len(CHARACTERS):
        raise _wrong("players must be a list of 2 to 4")
    characters = tuple(_character(player, number) for number, player in enumerate(players, 1))
    if len(set(characters)) < len(characters):
        raise _wrong("two players have the same character")
    setup = Setup(size, characters, cards, open_hands, either_or, quiet_limit)
    at = tuple(_at(player, size, number) for number, player in enumerate(players, 1))
    inside = [square for square in at if square is not None]
    if len(set(inside)) < len(inside):
        raise _wrong("two pawns stand on the same square")
    hits = tuple(_hits(player, number) for number, player in enumerate(players, 1))
    hands = tuple(
        _pile(player["hand"], setup, f"hand of player {number}") for number, player in enumerate(players, 1)
    )
    place = tuple(_place(player, len(players), number) for number, player in enumerate(players, 1))
    for number, player in enumerate(players, 1):
        if player["at"] is None and player["hand"]:
            raise _wrong(f"player {number} is out but holds cards")
    mover = table["turn"]
    if not _is_count(mover) or cast(int, mover) >= len(players):
        raise _wrong(f"turn must be a player's index from 0 to {len(players) - 1}")
    mover = cast(int, mover)
    if inside and at[mover] is None:
        raise _wrong("turn names a player who is out")
    for key in ("shuffles", "quiet"):
        if not _is_count(table[key]):
            raise _wrong(f"{key} must be a whole number from 0")
    deck = _pile(table["deck"], setup, "deck")
    discard = _pile(table["discard"], setup, "discard")
    seed = _seed(table["seed"])
    if seed is not None and any(None in pile for pile in (*hands, deck, discard)):
        raise _wrong("cards are hidden although the seed is not")
    return TaikaState(
        setup,
        colours,
        at,
        hits,
        hands,
        place,
        mover,
        deck,
        discard,
        seed,
        cast(int, table["shuffles"]),
        cast(int, table["quiet"]),
    )


def _wrong(what: str) -> BadPosition:
    return BadPosition("position", "taika-mario: {what}", what=what)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < COUNT_LIMIT


def _table(text: str) -> dict[str, object]:
    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len({key for key, _ in pairs}) < len(pairs):
            raise _wrong("a key is given twice")
        return dict(pairs)

    try:
        table = json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        if isinstance(error, BadPosition):
            raise
        raise _wrong(f"the position is not valid JSON: {error}") from None
    if not isinstance(table, dict):
        raise _wrong("the position must be a JSON object")
    _keys(table, KEYS, "the position", optional=("cards",))
    return table


def _keys(
    table: dict[str, object], wanted: tuple[str, ...], what: str, optional: tuple[str, ...] = ()
) -> None:
    for key in wanted:
        if key not in table:
            raise _wrong(f"{what} has no key {key!r}")
    for key in table:
        if key not in wanted and key not in optional:
            raise _wrong(f"{what} has an unknown key {key[:40]!r}")


def _cards(given: object) -> tuple[tuple[str, Rows], ...]:
    if not isinstance(given, dict):
        raise _wrong("cards must be an object of card id and pattern rows")
    found = []
    for card, rows in given.items():
        try:
            found.append((check_id(card), check_rows(card, rows)))
        except BadCards as error:
            raise BadPosition(error.code, error.message, **error.arguments) from None
    return tuple(sorted(found))


def _read_board(rows: object, size: int) -> tuple[int, int, int, int]:
    if not isinstance(rows, list) or len(rows) != size:
        raise _wrong(f"board must be a list of {size} rows")
    colours = [0, 0, 0, 0]
    for index, row in enumerate(rows):
        rank = size - index
        if not isinstance(row, str) or len(row) != size:
            raise _wrong(f"rank {rank} of the board must be a text of {size} squares")
        for file, sign in enumerate(row):
            if sign == ".":
                continue
            if sign not in COLOURS:
                raise _wrong(f"rank {rank} of the board has {sign!r}, only . r g y p are allowed")
            colours[COLOURS.index(sign)] |= 1 << (file * size + rank - 1)
    return colours[0], colours[1], colours[2], colours[3]


def _character(player: object, number: int) -> str:
    if not isinstance(player, dict):
        raise _wrong(f"player {number} must be an object")
    _keys(player, PLAYER_KEYS, f"player {number}")
    character = player["character"]
    if character not in CHARACTERS:
        raise _wrong(f"player {number} must have one of the characters {', '.join(CHARACTERS)}")
    return cast(str, character)


def _at(player: dict[str, object], size: int, number: int) -> int | None:
    at = player["at"]
    if at is None:
        return None
    square = square_index(at, size) if isinstance(at, str) else None
    if square is None:
        raise _wrong(f"player {number} stands on {str(at)[:20]!r}, which is no square of this board")
    return square


def _hits(player: dict[str, object], number: int) -> int:
    most = DEADLY if player["at"] is None else DEADLY - 1
    if not _is_count(player["hits"]) or cast(int, player["hits"]) > most:
        raise _wrong(f"player {number} must have 0 to {most} hits")
    return cast(int, player["hits"])


def _place(player: dict[str, object], seats: int, number: int) -> int | None:
    place = player["place"]
    if player["at"] is not None:
        if place is not None:
            raise _wrong(f"player {number} is alive and has no place yet")
        return None
    if not _is_count(place) or not 1 <= cast(int, place) <= seats:
        raise _wrong(f"player {number} is out and must have a place from 1 to {seats}")
    return cast(int, place)


def _pile(cards: object, setup: Setup, what: str) -> Hand:
    if not isinstance(cards, list) or len(cards) > LONGEST_PILE:
        raise _wrong(f"{what} must be a list of card ids")
    for card in cards:
        if card is not None and (not isinstance(card, str) or setup.rows(card) is None):
            raise _wrong(f"{what} has the unknown card {str(card)[:40]!r}")
    return tuple(cards)


def _seed(seed: object) -> bytes | None:
    if seed is None:
        return None
    if not isinstance(seed, str) or len(seed) % 2 or not re.fullmatch(r"[0-9a-f]{0,128}", seed):
        raise _wrong("seed must be bytes in lower-case hexadecimal")
    return bytes.fromhex(seed)
