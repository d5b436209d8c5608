"""What the options of Mind Control are called and mean (MC9, MC12)."""

from __future__ import annotations

from collections.abc import Mapping

from client.core.words import _
from client.options.editor import Wording
from client.options.game_options import GameOptions


class MindControlOptions(GameOptions):
    """Two plain fields."""

    def wordings(self) -> Mapping[str, Wording]:
        return {
            "quiet_limit": Wording(
                _("Quiet moves until the end (0: no limit)"),
                _("So many moves in a row in which nobody attacks, and the game is over; the points decide."),
            ),
            "first": Wording(
                _("Who begins"),
                _("Ice is at the bottom of the board, Ember at the top. Usually Ice begins."),
                {"white": _("Ice"), "black": _("Ember")},
            ),
        }
