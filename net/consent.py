"""Signed wishes and consents: what seats sign out of turn, for the seat that writes next to enter."""

from __future__ import annotations

from dataclasses import dataclass

from net.header import Seat


@dataclass(frozen=True)
class Leave:
    """``seat`` leaves for good."""

    seat: int
    signature: bytes


@dataclass(frozen=True)
class Handover:
    """``seat`` goes to another key (and perhaps another peer and name), signed by the old and the new key."""

    seat: int
    to: Seat
    old_signature: bytes
    new_signature: bytes


@dataclass(frozen=True)
class Consent:
    """``seat`` consents to something at one point of the log (see ``net.pen``)."""

    kind: str
    seat: int
    signature: bytes
