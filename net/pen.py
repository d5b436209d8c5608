"""The pen of one seat whose key is here: writes its entries, consents and seals, and never contradicts itself.

Returned entries are not yet in the ledger.  The order that keeps honest peers honest: private file, record
file (both fsynced, ``net.store``), ``Ledger.add``, only then the network.
"""

from __future__ import annotations

from net.consent import Consent, Handover, Leave
from net.entry import Entry
from net.header import Header, Seat
from net.identity import Key
from net.ledger import Ledger


class Pen:
    """One seat's key, its secret for the seed, and what it has bound itself to.  All raise ``Bound`` or LogError."""

    def __init__(self, seat: int, key: Key, secret: bytes) -> None:
        self.seat = seat
        self.key = key
        self.secret = secret

    @classmethod
    def new(cls, seat: int) -> Pen:
        """A pen with a fresh key and secret."""
        raise NotImplementedError

    def open(self, ledger: Ledger) -> Entry | None:
        """This seat's commit or reveal, if that is what the log waits for, else None."""
        raise NotImplementedError

    def act(self, ledger: Ledger, action: str, think_ms: int = 0) -> Entry:
        """The entry for ``action``; raises RulesError if the rules forbid it."""
        raise NotImplementedError

    def seal(self, ledger: Ledger) -> bytes:
        """This seat's packed seal of the last entry of a finished match, for ``Ledger.add_seal``."""
        raise NotImplementedError

    # proposals: what a seat wants out of turn; sent to all, entered by the seat that writes next

    def propose_leave(self, ledger: Ledger) -> Leave: ...
    def propose_handover(self, ledger: Ledger, seat: Seat, new_key: Key) -> Handover: ...
    def consent(self, ledger: Ledger, kind: str, back_to: int = 0) -> Consent:
        """This seat's consent to ``takeback`` (to after entry ``back_to``), ``pause`` or ``resume``, here and now."""
        raise NotImplementedError

    def enter_leave(self, ledger: Ledger, leave: Leave) -> Entry: ...
    def enter_handover(self, ledger: Ledger, handover: Handover) -> Entry: ...
    def enter_agreed(self, ledger: Ledger, kind: str, consents: list[Consent], back_to: int = 0) -> Entry: ...

    # forfeits: only if the seat to write is gone or out of time

    def claim(self, ledger: Ledger, reason: str) -> Entry:
        """With two seats in the game: end it as claimed, against the seat to write; ``reason`` left or time."""
        raise NotImplementedError

    def consent_forfeit(self, ledger: Ledger, seats: tuple[int, ...], reason: str) -> Consent: ...
    def enter_forfeit(
        self, ledger: Ledger, seats: tuple[int, ...], reason: str, consents: list[Consent]
    ) -> Entry: ...
