"""Which laying of a card somebody means by a square, as the card is held."""

from __future__ import annotations

from collections.abc import Sequence

from rules.taika.layings import LayingView


def meant(layings: Sequence[LayingView], square: str, way: int, turned_here: bool) -> LayingView | None:
    """The laying that ``square`` stands for: castable in the orientation ``way`` in which the card is held, else
    castable in another (unless the card was ``turned_here`` on purpose), else wherever the card would lie."""
    around = [one for one in layings if square in one.need or square in one.new]
    fits = [one for one in around if one.castable]
    as_held = [one for one in fits if one.orientation == way]
    if as_held:
        return min(as_held, key=lambda one: _off(one, square))
    if fits and not turned_here:
        return min(fits, key=lambda one: _off(one, square))
    lying = [one for one in layings if one.orientation == way]
    return min(lying, key=lambda one: _off(one, square), default=None)


def middle(laying: LayingView) -> str:
    """The square in the middle of what a laying covers."""
    squares = laying.need + laying.new
    files = sorted(ord(square[0]) for square in squares)
    ranks = sorted(int(square[1:]) for square in squares)
    return f"{chr((files[0] + files[-1]) // 2)}{(ranks[0] + ranks[-1]) // 2}"


def _off(laying: LayingView, square: str) -> tuple[int, bool]:
    """How far the middle of a laying is from a square, squared; of two as near the one that gets an obstacle there
    is the nearer."""
    centre = middle(laying)
    files, ranks = ord(centre[0]) - ord(square[0]), int(centre[1:]) - int(square[1:])
    return files * files + ranks * ranks, square not in laying.new
