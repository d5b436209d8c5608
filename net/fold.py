"""The fold: what the log amounts to after each entry (state, seats, who is in, pauses), and the log's own rules."""

from __future__ import annotations

from dataclasses import dataclass

from net.header import Seat
from rules.game import State


@dataclass(frozen=True, slots=True)
class Moment:
    """What the log amounts to after one entry."""

    state: State | None
    digest: bytes
    seats: tuple[Seat, ...]
    in_game: tuple[int, ...]
    paused: bool = False
    claimed: bool = False
