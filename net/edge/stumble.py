"""What went wrong by a fault of ours: logged whole (the client makes a report of it), told in words.

Nothing in the hub ends because of it: whoever catches it goes on with the next thing.
"""

from __future__ import annotations

import logging

from net.events import Failed

LOG = logging.getLogger("magicade.hub")
LONGEST = 200
"""How many signs of an exception are told in words; the log has all of it."""


def stumbled(error: BaseException, match_id: str = "", action: str = "") -> Failed:
    """Log ``error`` with its traceback; what the owner is told, with the match and action that it concerns."""
    LOG.error("something went wrong in the hub", exc_info=error)
    problem = f"{type(error).__name__}: {error}"[:LONGEST]
    return Failed("hub", "something went wrong in the hub: {problem}", {"problem": problem}, match_id, action)
