"""Facts: what happened in one step, as plain data in board terms.

Animation, sound and the spoken move list look at nothing else.  A place is a square
(``c3``) or a tray beside the board (``taken:0``, ``hand:1``); what stands in a place is a
tuple of piece letters or names from the bottom up.  Facts that move pieces can be folded over a
piece map (``sprites.motion.fold``): the result is the piece map of the next state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

PieceMap = Mapping[str, tuple[str, ...]]
"""Place → the pieces there, from the bottom up.  Empty places are left out."""


class Fact(NamedTuple):
    """One thing that happened.

    Kinds that change the piece map:

    - ``moved``: ``pieces``, the topmost at ``at``, go on top of what is at ``to``.
    - ``taken``: ``pieces``, which lie together at ``at``, go to the tray ``to`` (``""``: out of play).
    - ``placed``: ``pieces`` appear on top of what is at ``to``, or beneath it if ``note`` is ``under``.
    - ``promoted``: the topmost piece at ``at`` becomes ``pieces[0]``.

    Trays named ``taken:…`` are kept sorted.  All other kinds (``offered``, ``answered``,
    ``resigned``, ``left``, ``cast``, ``hit``, ``out``, ``over`` …) change no piece.
    """

    kind: str
    at: str = ""
    to: str = ""
    pieces: tuple[str, ...] = ()
    seat: int | None = None
    note: str = ""
    """What kind of move, offer, answer or ending it was: ``destroy``, ``control``, ``rescue``, ``draw`` …"""
