"""A second, slow reading of the Taika-Mario rulebook, written apart from ``rules.taika``.

Test double only: dictionaries of square names, patterns tried cell by cell in nested loops.  It is played
against ours in ``test_taika_second.py``; any difference is a defect of one of them.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import tomllib
from pathlib import Path
from typing import Any

FILES = "abcdefghijk"
COLOURS = "rgyp"
BLIND = {"mario": "r", "luigi": "g", "wario": "y", "waluigi": "p"}
CARDS = tomllib.loads(
    (Path(__file__).parents[3] / "rules" / "taika" / "cards.toml").read_text(encoding="utf-8")
)["card"]


def shuffle(cards: list[str], seed: bytes, k: int) -> list[str]:
    """TM14."""
    cards = list(cards)
    key = hashlib.sha256(seed + b"%d" % k).digest()
    i = len(cards) - 1
    while i >= 1:
        number = 0
        for byte in hashlib.sha256(key + b":" + b"%d" % i).digest()[:8]:
            number = 256 * number + byte
        j = number % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
        i -= 1
    return cards


def start(size: int, names: list[str], corner: str, seed: bytes, sets: set[str]) -> str:
    """TM1, TM3, TM14, TM17: the first position."""
    deck = shuffle(
        sorted(card["id"] for card in CARDS if card["set"] in sets for _ in range(card["copies"])), seed, 0
    )
    last = FILES[size - 1]
    at = ["a1", f"a{size}", f"{last}{size}", f"{last}1"]
    if len(names) == 2:
        at = ["a1", f"{last}{size}"]
    if corner == "triangle":
        at = ["a1", f"{FILES[(size - 1) // 2]}{size}", f"{last}1"]
    hands: list[list[str]] = [[] for _ in names]
    for _ in range(3):
        for hand in hands:
            hand.append(deck.pop())
    players = [
        {"character": name, "at": square, "hits": 0, "hand": hand, "place": None}
        for name, square, hand in zip(names, at, hands, strict=False)
    ]
    return json.dumps(
        {
            "size": size,
            "board": ["." * size] * size,
            "players": players,
            "turn": 0,
            "deck": deck,
            "discard": [],
            "seed": seed.hex(),
            "shuffles": 1,
            "quiet": 0,
        },
        separators=(",", ":"),
    )


def quarter(grid: list[str]) -> list[str]:
    """The pattern turned by a quarter."""
    return ["".join(row[x] for row in reversed(grid)) for x in range(len(grid[0]))]


def eight(rows: list[str]) -> list[list[str]]:
    width = max(map(len, rows))
    grid = [row + "." * (width - len(row)) for row in rows]
    found = []
    for _ in range(4):
        found += [grid, [row[::-1] for row in grid]]
        grid = quarter(grid)
    return found


def order(square: str) -> tuple[str, int]:
    return square[0], int(square[1:])


class Second:
    """A position that is played on in place."""

    def __init__(self, text: str, quiet_limit: int = 40, either_or: bool = False) -> None:
        self.table: dict[str, Any] = json.loads(text)
        self.size: int = self.table["size"]
        self.players: list[dict[str, Any]] = self.table["players"]
        self.quiet_limit, self.either_or = quiet_limit, either_or
        self.patterns = {card["id"]: card["pattern"] for card in CARDS} | self.table.get("cards", {})
        self.board: dict[str, str] = {}
        for y, row in enumerate(self.table["board"]):
            for x, sign in enumerate(row):
                if sign != ".":
                    self.board[FILES[x] + str(self.size - y)] = sign

    # -- squares ---------------------------------------------------------------------------------------

    def name(self, x: int, y: int) -> str | None:
        return FILES[x] + str(y + 1) if 0 <= x < self.size and 0 <= y < self.size else None

    def near(self, square: str, reach: int) -> list[str]:
        x, y = FILES.index(square[0]), int(square[1:]) - 1
        found = []
        for dx in range(-reach, reach + 1):
            for dy in range(-reach, reach + 1):
                name = self.name(x + dx, y + dy)
                if name and name != square:
                    found.append(name)
        return found

    def living(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player["at"]]

    def me(self) -> dict[str, Any]:
        seat: int = self.table["turn"]
        return self.players[seat]

    def steps(self) -> list[str]:
        """TM4, TM5."""
        pawns = [player["at"] for player in self.players]
        return [s for s in self.near(self.me()["at"], 1) if s not in self.board and s not in pawns]

    def places(self, step: str) -> list[str]:
        """TM4a."""
        others = [player["at"] for player in self.players if player is not self.me()]
        return [s for s in self.near(step, 2) if s not in self.board and s not in others]

    def fits(self, card: str) -> set[tuple[str, ...]]:
        """TM6, TM10: the sets of new squares for which the card can be laid."""
        blind = BLIND[self.me()["character"]]
        found = set()
        for grid in eight(self.patterns[card]):
            for left in range(-4, self.size):
                for low in range(-4, self.size):
                    new = self.laid(grid, left, low, blind)
                    if new:
                        found.add(new)
        return found

    def laid(self, grid: list[str], left: int, low: int, blind: str) -> tuple[str, ...] | None:
        new = []
        for down, row in enumerate(grid):
            for right, sign in enumerate(row):
                if sign == ".":
                    continue
                square = self.name(left + right, low + len(grid) - 1 - down)
                if square is None:
                    return None
                if sign == "#" and self.board.get(square, blind) == blind:
                    return None
                if sign == "o":
                    new.append(square)
        return tuple(sorted(new, key=order))

    # -- what may be done --------------------------------------------------------------------------------

    def reason(self) -> str | None:
        """TM11, TM12, TM20."""
        living = len(self.living())
        if living < 2:
            return "last" if living else "together"
        return "quiet" if self.table["quiet"] >= self.quiet_limit else None

    def winners(self) -> list[int]:
        return self.living() or [s for s, player in enumerate(self.players) if player["place"] == 1]

    def shapes(self) -> list[str]:
        """TM18: the legal moves without colours."""
        if self.reason():
            return []
        steps = self.steps()
        spells = [
            f"!{card} {' '.join(new)}" for card in set(self.me()["hand"]) for new in self.fits(card) if steps
        ]
        found = [f". {spell}" for spell in spells if self.either_or]
        for step in steps:
            acts = [f"@{square}" for square in self.places(step)] + ([] if self.either_or else spells)
            found += [f"{step} {act}" for act in acts or ["-"]]
        return sorted(found)

    @staticmethod
    def coloured(shape: str) -> list[str]:
        """All moves of a shape."""
        words = shape.split(" ")
        if words[1] == "-":
            return [shape]
        if words[1][0] == "@":
            return [f"{words[0]} {colour}{words[1]}" for colour in COLOURS]
        return [
            " ".join(words[:2] + [square + c for square, c in zip(words[2:], chosen, strict=True)])
            for chosen in itertools.product(COLOURS, repeat=len(words) - 2)
        ]

    # -- doing it -------------------------------------------------------------------------------------------

    def die(self, seats: list[int]) -> None:
        """TM8, TM11."""
        left = len(self.living()) - len(seats)
        for seat in seats:
            player = self.players[seat]
            player["place"] = 1 + left
            player["at"] = None
            self.table["discard"] += player["hand"]
            player["hand"] = []

    def onward(self) -> None:
        """The next seat alive is to move."""
        for seat in [*range(self.table["turn"] + 1, len(self.players)), *range(self.table["turn"] + 1)]:
            if self.players[seat]["at"]:
                self.table["turn"] = seat
                return

    def begin(self) -> None:
        """TM5 for everybody whose turn begins."""
        self.onward()
        while not self.reason() and not self.steps():
            self.die([self.table["turn"]])
            self.table["quiet"] = 0
            self.onward()

    def apply(self, move: str) -> None:
        if move == "resign":
            self.die([self.table["turn"]])
            self.table["quiet"] = 0
            self.begin()
            return
        step, act, *rest = move.split(" ")
        me, quiet = self.me(), True
        if step != ".":
            me["at"] = step
        if "@" in act:
            self.board[act[2:]] = act[0]
            quiet = False
        elif act != "-":
            quiet = not self.cast(act[1:], [(word[:-1], word[-1]) for word in rest])
        self.table["quiet"] = self.table["quiet"] + 1 if quiet else 0
        self.begin()

    def cast(self, card: str, new: list[tuple[str, str]]) -> bool:
        """TM9; whether a square was filled or a pawn hit."""
        me, table = self.me(), self.table
        loud = False
        for square, colour in new:
            loud = loud or square not in self.board
            self.board[square] = colour
        squares = [square for square, _ in new]
        struck = [seat for seat in self.living() if self.players[seat]["at"] in squares]
        for seat in struck:
            self.players[seat]["hits"] += 1
        me["hand"].remove(card)
        self.die([seat for seat in struck if self.players[seat]["hits"] == 3])
        table["discard"].append(card)
        if me["at"]:
            if not table["deck"]:
                table["deck"] = shuffle(table["discard"], bytes.fromhex(table["seed"]), table["shuffles"])
                table["discard"] = []
                table["shuffles"] += 1
            me["hand"].append(table["deck"].pop())
        return loud or bool(struck)

    def position(self) -> str:
        """TM17."""
        rows = [
            "".join(self.board.get(FILES[x] + str(y), ".") for x in range(self.size))
            for y in range(self.size, 0, -1)
        ]
        return json.dumps(self.table | {"board": rows}, separators=(",", ":"))
