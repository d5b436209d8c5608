"""The terms of a match before it is one: game, options, seats and start position, and whether they can travel.

What a table's opener asks for, what a table of others says and what a header says are all judged here, by the
same rules.  Knows no seats' keys, no table and no log.
"""

from __future__ import annotations

from collections.abc import Mapping

from net.wire.codec import MAX_TEXT_BYTES
from net.wire.errors import NetError
from rules.errors import BadOption, BadPosition
from rules.game import Game, Options, State

MAX_OPTION_BYTES = MAX_TEXT_BYTES
"""The longest value of an option, own cards included, that a table and a header can carry."""
MAX_POSITION_BYTES = MAX_TEXT_BYTES


class TooLarge(NetError):
    """Playable, but too long to be sent along."""


def all_options(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """All options of ``game`` as the texts that a header gives; raises BadOption."""
    return texts(game.configure(given))


def texts(options: Options) -> dict[str, str]:
    """Options in their command-line forms."""
    return {name: str(value) for name, value in options.items()}


def first_state(game: Game, options: Options, seats: int, position: str, seed: bytes = bytes(32)) -> State:
    """Where a match of ``seats`` begins; raises RulesError saying why none can begin so."""
    if seats not in game.seats:
        raise BadOption("seats", "{game} is not for {count} players", game=game.name, count=seats)
    state = game.position(position, options) if position else game.start(options, seats, seed)
    if state.seat_count() != seats:
        raise BadPosition(
            "position-seats",
            "the start position is for {theirs} players, not for {seats}",
            theirs=state.seat_count(),
            seats=seats,
        )
    if not state.knows_all():
        raise BadPosition(
            "position-hidden",
            "a match can't begin from what one player sees: the start position hides things",
        )
    if state.turn is None:
        raise BadPosition("position-over", "the start position is over already")
    return state


def check_terms(game: Game, given: Mapping[str, str], seats: int, position: str) -> dict[str, str]:
    """All options as texts if a match can begin so and its terms can be sent; raises RulesError or TooLarge."""
    for name, text in given.items():
        if _size(text) > MAX_OPTION_BYTES:
            raise TooLarge(
                "option-size",
                "option {name} is too long to be sent along: {size} bytes, at most {limit} are possible",
                name=name[:40],
                size=_size(text),
                limit=MAX_OPTION_BYTES,
            )
    if _size(position) > MAX_POSITION_BYTES:
        raise TooLarge(
            "position-size",
            "the start position is too long to be sent along: {size} bytes, at most {limit} are possible",
            size=_size(position),
            limit=MAX_POSITION_BYTES,
        )
    options = game.configure(given)
    first_state(game, options, seats, position)
    return texts(options)


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
