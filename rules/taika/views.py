"""Who knows which cards (TM3): views, learning a face, and which place of a hand a cast card leaves.

In a view the deck, the seed and the discard pile are all face down (of the pile one knows what was cast, but
not the hands of the dead, and it is kept as one thing).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from rules.errors import IllegalAction
from rules.taika.happenings import put
from rules.taika.moves import Cast
from rules.taika.table import TaikaTable

T = TypeVar("T", bound=TaikaTable)


def view(table: T, seat: int | None) -> T:
    """What ``seat``, or a watcher, may know: own hand, or all with open hands; no deck, no pile, no seed."""
    hands = table.hands
    if not table.setup.open_hands:
        hands = tuple(hand if owner == seat else (None,) * len(hand) for owner, hand in enumerate(hands))
    return replace(
        table,
        hands=hands,
        deck=(None,) * len(table.deck),
        discard=(None,) * len(table.discard),
        seed=None,
    )


def learn(table: T, slot: int, face: str) -> T:
    """``table`` knowing that ``slot`` is ``face``; slots count hands by seat, then the deck."""
    if table.setup.rows(face) is None:
        raise IllegalAction("unknown-card", "TM15: there is no card {card}", card=face)
    piles = [*table.hands, table.deck]
    rest = slot
    for index, pile in enumerate(piles):
        if 0 <= rest < len(pile):
            if pile[rest] not in (None, face):
                raise IllegalAction(
                    "other-face", "TM3: card {slot} is {known}, not {card}",
                    slot=slot, known=pile[rest] or "", card=face,
                )  # fmt: skip
            piles[index] = put(pile, rest, face)
            return replace(table, hands=tuple(piles[:-1]), deck=piles[-1])
        rest -= len(pile)
    raise IllegalAction("no-slot", "TM3: there is no hidden card {slot}", slot=slot)


def leaving(table: TaikaTable, cast: Cast) -> int | None:
    """Which place of the mover's hand the cast card leaves: its first copy (TM9); None: it is not held."""
    hand = table.hands[table.mover]
    first = hand.index(cast.card) if cast.card in hand else None
    if cast.slot is None:
        return first if first is not None else hand.index(None) if None in hand else None
    if cast.slot >= len(hand):
        return None
    return cast.slot if hand[cast.slot] is None else first if first == cast.slot else None
