"""Mind Control, designed by Robert Atwood (2001) for Looney Pyramids: the game, its options, its start.

The rulebook's numbers MC1-MC15 are cited throughout; the state of a game lives in ``state``.
"""

from __future__ import annotations

from rules.errors import BadOption
from rules.game import Game, Option, Options
from rules.mindcontrol.notation import START, read
from rules.mindcontrol.stacks import BLACK, WHITE
from rules.mindcontrol.state import MindControlState, settled


class MindControl(Game):
    """Two players; options ``quiet_limit`` (MC9e) and ``first`` (MC12)."""

    id = "mind-control"
    name = "Mind Control"
    version = 1
    seats = (2,)
    options = (
        Option("quiet_limit", 100, "int", 0, 1_000_000),
        Option("first", "white", "choice", choices=("white", "black")),
    )

    def start(self, options: Options, seats: int, seed: bytes = b"") -> MindControlState:
        """The usual set-up (MC2); nothing in it depends on the seed."""
        if seats not in self.seats:
            raise BadOption("seats", "Mind Control is for 2 players, not {seats}", seats=seats)
        side = BLACK if options["first"] == "black" else WHITE
        return settled(read(START)._replace(side=side), int(options["quiet_limit"]))

    def read_position(self, text: str, options: Options) -> MindControlState:
        """The state that MC13's text describes; it counts once for repetition (MC9d) and may be over."""
        return settled(read(text), int(options["quiet_limit"]))


MIND_CONTROL = MindControl()
