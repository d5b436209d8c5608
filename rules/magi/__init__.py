"""Magi, designed by Neal Meyer: the game, its options, its start.

The rulebook's numbers MG1–MG23 are cited throughout; the state of a game lives in ``state``.
For the client: ``san.san`` and ``san.parse_san`` (moves for people), ``MagiState.stakes`` (payoff panel).
"""

from __future__ import annotations

from rules.errors import BadOption
from rules.game import Game, Option, Options
from rules.magi.notation import START, read
from rules.magi.points import DEFAULT_BANDS, Terms, read_bands
from rules.magi.state import MagiState, settled


class Magi(Game):
    """Two players; options ``bands`` (MG16) and ``move_limit`` (MG17)."""

    id = "magi"
    name = "Magi"
    version = 1
    seats = (2,)
    options = (
        Option("bands", DEFAULT_BANDS, "text"),
        Option("move_limit", 0, "int", 0, 1_000_000),
    )

    def start(self, options: Options, seats: int, seed: bytes = b"") -> MagiState:
        """The usual set-up (MG1); nothing in it depends on the seed."""
        if seats not in self.seats:
            raise BadOption("seats", "Magi is for 2 players, not {seats}", seats=seats)
        return settled(read(START), self._terms(options))

    def read_position(self, text: str, options: Options) -> MagiState:
        """The state that MG20's text describes; it counts once for repetition (MG18) and may be over."""
        terms = self._terms(options)
        return settled(read(text), terms)

    def _terms(self, options: Options) -> Terms:
        return Terms(read_bands(str(options["bands"])), int(options["move_limit"]))


MAGI = Magi()
