"""Why something signed is refused, one class a reason.  What can't even be read is ``net.wire.fields.Malformed``.

Whatever raises one of these has changed nothing.  What is taken in but stops a match (conflict, dispute,
desync) is no error but news (``net.log.ledger.News``).
"""

from __future__ import annotations

from net.wire.errors import LocalError, RemoteError


class BadHeader(RemoteError):
    """The header can be read, but no match can be played by it."""


class BadSignature(RemoteError):
    """The signature is not by the key that should have signed, or not over this match."""


class WrongSeat(RemoteError):
    """Properly signed, but this seat may not write this now."""


class Gap(RemoteError):
    """The entry lies beyond the end of our log: ask for those from ``have`` on."""

    def __init__(self, have: int, index: int) -> None:
        super().__init__(
            "gap", "entry {index} can't follow, the log has only {have} entries", index=index, have=have
        )
        self.have = have


class Misfit(RemoteError):
    """The entry follows another entry than ours: it is of another match, or of another branch."""


class IllegalEntry(RemoteError):
    """Properly signed by the seat to write, but the rules or the log's own rules forbid it."""


class TooLate(RemoteError):
    """A majority has forfeited the seat at this index: its own entry no longer counts."""


class Stopped(RemoteError):
    """The match has ended or stopped: nothing can be added."""


class WouldContradict(LocalError):
    """We must not sign this: the seat has signed something else that it would contradict."""
