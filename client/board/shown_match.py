"""One match as this window shows it: who plays here, which moment is on the board, what was sent.

Learns of the match from the hub's events, which the scene hands on; puts nothing on the screen and sends nothing.
"""

from __future__ import annotations

from client.board import telling
from client.board.history import Moment
from client.board.look import Extra, Look
from client.board.lookback import Lookback
from net.events import Match, Stepped
from rules.game import State


class ShownMatch:
    """The newest that is known of a match, and the place in its history that is looked at."""

    def __init__(self, match: Match, look: Look) -> None:
        self.look = look
        self.flip = False
        """Whether the board stands the other way round than for the first seat."""
        self.rematch_from = ""
        """The name of who wants a rematch, if anybody does."""
        self.take_up(match)
        self.flip = bool(self.here) and 0 not in self.here and len(match.seats) == 2

    def take_up(self, match: Match) -> None:
        """Begin with ``match`` as it is now: it was started, or gone on with after a break."""
        self.match = match
        self.here = telling.players_here(match)
        """The seats that persons at this window play."""
        self.record = telling.recorded(match)
        """Whether this is a saved record to be seen again rather than a match that goes on."""
        self.place = Lookback(match, self.record)
        self.sent = ""
        """The action that was sent to the hub and not answered yet; empty if there is none."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return telling.names_of(self.match)

    @property
    def moment(self) -> Moment:
        """The moment on the board."""
        return self.place.moment

    @property
    def state(self) -> State:
        """The position on the board."""
        return self.place.state

    @property
    def live(self) -> bool:
        """Whether the match goes on."""
        return telling.live(self.match)

    @property
    def my_turn(self) -> bool:
        """Whether somebody at this window is to act now."""
        return self.live and self.match.state.turn in self.here

    @property
    def may_act(self) -> bool:
        """Whether somebody at this window may send an action now."""
        return self.my_turn and not self.sent

    @property
    def choosing_in(self) -> State | None:
        """The position in which somebody here may choose on the board now; None if nobody may."""
        return self.match.state if self.may_act and self.place.newest else None

    def extras(self) -> tuple[Extra, ...]:
        """What somebody here may do now besides a board move."""
        return self.look.extras(self.match.state) if self.may_act else ()

    def order(self) -> tuple[int, ...]:
        """The seats from the top of the window to the bottom, as they sit at the board."""
        seats = tuple(range(len(self.match.seats)))
        return seats[::-1] if len(seats) == 2 and not self.flip else seats

    def step(self, event: Stepped) -> tuple[bool, bool]:
        """Take in one step: whether the board goes along with it, and whether the match went on by it (a takeback
        goes back instead)."""
        self.match, self.sent = event.match, ""
        return self.place.follow(event)
