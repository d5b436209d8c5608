"""All positions of one match that can be looked at again, with what led to each.

Grows by what the hub tells, which always says the whole past along with the present.  Knows no screen, and
of the rules only their interface.
"""

from __future__ import annotations

from dataclasses import replace

from net.events import Match, Past, Stepped
from net.log.growing import Growing

Moment = Past
"""A position, and what led to it; the first one has no action."""


class History:
    """The moments of one match, oldest first; never empty."""

    def __init__(self, match: Match) -> None:
        self.moments: Growing[Moment] = _moments(match)

    @property
    def last(self) -> Moment:
        return self.moments[-1]

    def __len__(self) -> int:
        return len(self.moments)

    def follow(self, step: Stepped) -> bool:
        """Take in one step; tells whether it went on (a takeback goes back instead)."""
        self.moments = _moments(step.match)
        return step.action != "takeback"


def _moments(match: Match) -> Growing[Moment]:
    """The past, the newest position as it may be seen now (of two people here: by the one to act)."""
    if not match.past:
        return Growing([Moment(match.state)])
    past = Growing(match.past)
    return past.cut(len(past) - 1).plus(replace(past[-1], state=match.state))
