"""Reading a position (TM17): one JSON object, each part checked, each fault named.

A hidden card or seed is ``null`` (a view).  Knows what may lie where, but nothing of turns; ``writing`` writes.
"""

from __future__ import annotations

import json
import re

from rules.errors import BadPosition
from rules.numbers import is_whole_number
from rules.outside import POSITION, POSITION_CHARS, SEED_BYTES, Unreadable, read_json
from rules.taika.cards import BadCards, check_id, check_rows
from rules.taika.moves import COLOURS, square_index
from rules.taika.patterns import Rows
from rules.taika.state import CHARACTERS, DEADLY, Hand, TaikaSetup, TaikaState

SIZES = (7, 9, 11)
KEYS = ("size", "board", "players", "turn", "deck", "discard", "seed", "shuffles", "quiet")
PLAYER_KEYS = ("character", "at", "hits", "hand", "place")
LONGEST_PILE = 2000
COUNT_LIMIT = 1_000_000_000

Faults = list[BadPosition]
Player = dict[str, object]


def read_position(text: str, *, open_hands: bool, either_or: bool, quiet_limit: int) -> TaikaState:
    """The state that ``text`` describes under these options (TM21); BadPosition with every reason against it."""
    table = _table(text)
    faults: Faults = []
    size = _size(table["size"])
    cards = _cards(table.get("cards", {}), faults)
    colours = _board(table["board"], size, faults)
    players = _players(table["players"])
    characters = tuple(_character(player, number, faults) for number, player in enumerate(players, 1))
    setup = TaikaSetup(size, characters, cards, open_hands, either_or, quiet_limit)
    at = tuple(_at(player, size, number, faults) for number, player in enumerate(players, 1))
    _check_apart(setup, at, faults)
    hits = tuple(_hits(player, number, faults) for number, player in enumerate(players, 1))
    hands = tuple(_hand(player, setup, number, faults) for number, player in enumerate(players, 1))
    places = tuple(_place(player, len(players), number, faults) for number, player in enumerate(players, 1))
    deck, discard = (_pile(table[key], setup, key, faults) for key in ("deck", "discard"))
    seed = _seed(table["seed"], faults)
    if seed is not None and any(None in pile for pile in (*hands, deck, discard)):
        faults.append(BadPosition("hidden", "cards are hidden (null) although the seed is not"))
    mover = _turn(table["turn"], players, faults)
    shuffles, quiet = (_count(table[key], key, faults) for key in ("shuffles", "quiet"))
    if faults:
        raise BadPosition.of(faults)
    return TaikaState(
        setup, colours, at, hits, hands, places, mover, deck, discard, seed, shuffles, quiet
    )  # fmt: skip


# -- JSON -----------------------------------------------------------------------------------------------------


def _table(text: str) -> dict[str, object]:
    try:
        table = read_json(text, POSITION_CHARS, POSITION)
    except Unreadable as error:
        raise BadPosition(error.code, error.message, **error.arguments) from None
    if not isinstance(table, dict):
        raise BadPosition("json-object", "the position must be a JSON object")
    for key in KEYS:
        if key not in table:
            raise BadPosition("no-key", "the position has no key {key!r}", key=key)
    for key in table:
        if key not in (*KEYS, "cards"):
            raise BadPosition("odd-key", "the position has an unknown key {key!r}", key=key[:40])
    return table


def _shown(value: object) -> str:
    return json.dumps(value)[:40]


# -- the board and the cards ----------------------------------------------------------------------------------


def _size(size: object) -> int:
    if not is_whole_number(size, SIZES[0], SIZES[-1]) or size not in SIZES:
        raise BadPosition("size", "size must be 7, 9 or 11, not {size}", size=_shown(size))
    return size


def _cards(given: object, faults: Faults) -> tuple[tuple[str, Rows], ...]:
    if not isinstance(given, dict):
        raise BadPosition("cards", "cards must be an object of card id and pattern rows")
    found = []
    for card, rows in given.items():
        try:
            found.append((check_id(card), check_rows(card, rows)))
        except BadCards as error:
            faults.append(BadPosition(error.code, error.message, **error.arguments))
    return tuple(sorted(found))


def _board(rows: object, size: int, faults: Faults) -> tuple[int, int, int, int]:
    if not isinstance(rows, list):
        raise BadPosition("board", "the board must be a list of {size} rows of text", size=size)
    if len(rows) != size:
        raise BadPosition("ranks", "the board must have {size} rows, not {count}", size=size, count=len(rows))
    colours = [0, 0, 0, 0]
    for index, row in enumerate(rows):
        rank = size - index
        if not isinstance(row, str) or len(row) != size:
            faults.append(
                BadPosition(
                    "squares", "rank {rank} must be a text of {size} squares, not {row}",
                    rank=rank, size=size, row=_shown(row),
                )
            )  # fmt: skip
            continue
        for file, sign in enumerate(row):
            if sign in COLOURS:
                colours[COLOURS.index(sign)] |= 1 << (file * size + rank - 1)
            elif sign != ".":
                faults.append(
                    BadPosition(
                        "sign", "rank {rank} has {sign!r}, only '.', 'r', 'g', 'y' and 'p' are allowed",
                        rank=rank, sign=sign,
                    )
                )  # fmt: skip
                break
    return colours[0], colours[1], colours[2], colours[3]


def _pile(cards: object, setup: TaikaSetup, pile: str, faults: Faults) -> Hand:
    if not isinstance(cards, list) or len(cards) > LONGEST_PILE:
        faults.append(BadPosition("pile", "{pile} must be a list of card ids", pile=pile))
        return ()
    for card in cards:
        if card is not None and (not isinstance(card, str) or setup.rows(card) is None):
            faults.append(
                BadPosition("pile-card", "{pile} has the unknown card {card}", pile=pile, card=_shown(card))
            )
            return ()
    return tuple(cards)


def _seed(seed: object, faults: Faults) -> bytes | None:
    if seed is None:
        return None
    if not isinstance(seed, str) or len(seed) > 2 * SEED_BYTES or not re.fullmatch("([0-9a-f]{2})*", seed):
        faults.append(BadPosition("seed", "seed must be pairs of lower-case hex digits"))
        return None
    return bytes.fromhex(seed)


def _count(value: object, key: str, faults: Faults) -> int:
    if not is_whole_number(value, 0, COUNT_LIMIT):
        faults.append(
            BadPosition(
                "count", "{key} must be a whole number from 0, not {value}", key=key, value=_shown(value)
            )
        )
        return 0
    return value


# -- players --------------------------------------------------------------------------------------------------


def _players(players: object) -> list[Player]:
    if not isinstance(players, list) or not 2 <= len(players) <= len(CHARACTERS):
        raise BadPosition("players", "players must be a list of 2 to 4")
    for number, player in enumerate(players, 1):
        if not isinstance(player, dict):
            raise BadPosition("player", "player {player} must be an object", player=number)
        for key in PLAYER_KEYS:
            if key not in player:
                raise BadPosition("player-key", "player {player} has no key {key!r}", player=number, key=key)
        for key in player:
            if key not in PLAYER_KEYS:
                raise BadPosition(
                    "player-odd-key",
                    "player {player} has an unknown key {key!r}",
                    player=number,
                    key=key[:40],
                )
    return players


def _character(player: Player, number: int, faults: Faults) -> str:
    character = player["character"]
    if character not in CHARACTERS:
        faults.append(
            BadPosition(
                "character", "player {player} must be one of {known}, not {character}",
                player=number, known=", ".join(CHARACTERS), character=_shown(character),
            )
        )  # fmt: skip
        return ""
    return character


def _at(player: Player, size: int, number: int, faults: Faults) -> int | None:
    at = player["at"]
    square = square_index(at, size) if isinstance(at, str) else None
    if square is None and at is not None:
        faults.append(
            BadPosition(
                "at", "player {player} stands on {square}, which is no square of this board",
                player=number, square=_shown(at),
            )
        )  # fmt: skip
    return square


def _check_apart(setup: TaikaSetup, at: tuple[int | None, ...], faults: Faults) -> None:
    """No two players are alike (TM1) or stand on the same square."""
    for number, character in enumerate(setup.characters, 1):
        if character and character in setup.characters[: number - 1]:
            faults.append(
                BadPosition(
                    "characters-alike", "players {first} and {second} are both {character}",
                    first=setup.characters.index(character) + 1, second=number, character=character,
                )
            )  # fmt: skip
    for number, square in enumerate(at, 1):
        if square is not None and square in at[: number - 1]:
            faults.append(
                BadPosition(
                    "pawns-together", "players {first} and {second} stand on the same square",
                    first=at.index(square) + 1, second=number,
                )
            )  # fmt: skip


def _hits(player: Player, number: int, faults: Faults) -> int:
    """A third hit kills (TM8)."""
    most = DEADLY if player["at"] is None else DEADLY - 1
    hits = player["hits"]
    if not is_whole_number(hits, 0, most):
        faults.append(
            BadPosition(
                "hits", "player {player} must have 0 to {most} hits, not {hits}",
                player=number, most=most, hits=_shown(hits),
            )
        )  # fmt: skip
        return 0
    return hits


def _hand(player: Player, setup: TaikaSetup, number: int, faults: Faults) -> Hand:
    if player["at"] is None and player["hand"]:
        faults.append(BadPosition("dead-hand", "player {player} is out but holds cards", player=number))
    return _pile(player["hand"], setup, f"hand {number}", faults)


def _place(player: Player, seats: int, number: int, faults: Faults) -> int | None:
    """Null while alive (TM11)."""
    place = player["place"]
    if player["at"] is not None:
        if place is not None:
            faults.append(
                BadPosition("place-alive", "player {player} is alive and has no place yet", player=number)
            )
        return None
    if not is_whole_number(place, 1, seats):
        faults.append(
            BadPosition(
                "place", "player {player} is out and must have a place from 1 to {seats}, not {place}",
                player=number, seats=seats, place=_shown(place),
            )
        )  # fmt: skip
        return None
    return place


def _turn(turn: object, players: list[Player], faults: Faults) -> int:
    last = len(players) - 1
    if not is_whole_number(turn, 0, last):
        faults.append(
            BadPosition(
                "turn", "turn must be a player's index from 0 to {last}, not {turn}",
                last=last, turn=_shown(turn),
            )
        )  # fmt: skip
        return 0
    if players[turn]["at"] is None and any(player["at"] is not None for player in players):
        faults.append(
            BadPosition("turn-out", "turn is {turn}, but player {player} is out", turn=turn, player=turn + 1)
        )
    return turn
