"""What is done about seats that are gone: claims, and forfeits that all who are left consent to.

Whoever consents to a forfeit is bound until it is entered, or until its author says that it never will be (a
release).  Sends and writes nothing itself: what is to be sent is given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from net.log.consent import Agreeable, Consent
from net.log.ledger import Ledger
from net.log.pen import Pen
from net.match.agreements import Write
from net.wire.errors import NetError

Gone = Sequence[int]
"""The seats in the game that can't be reached, in order."""


@dataclass
class Sought:
    """A forfeit that a seat here wants to write, and the consents that it has got."""

    point: Agreeable
    consents: dict[int, Consent] = field(default_factory=dict)


class Forfeits:
    """The forfeits that are sought here, and what the seats here have bound themselves to.

    ``pens`` are those of the seats here.
    """

    def __init__(self, ledger: Ledger, pens: Mapping[int, Pen]) -> None:
        self.sought: Sought | None = None
        """The forfeit that is sought now."""
        self._ledger = ledger
        self._pens = pens
        self._asked: list[tuple[int, Agreeable]] = []
        """Author and point of each forfeit that a seat here has asked consents for and may still enter."""

    # -- what may be done ----------------------------------------------------------------------------------

    def remedy(self, gone: Gone) -> str:
        """``claim``, ``forfeit`` or ``adjourn``: what somebody here may do now; empty: nothing."""
        remedy = self._ledger.remedy(tuple(gone))
        here = [seat for seat in self._pens if seat in self._ledger.in_game]
        if not here or remedy not in ("claim", "forfeit", "adjourn"):
            return ""
        return "" if remedy == "forfeit" and self.author(gone) not in here else remedy

    def author(self, gone: Gone) -> int:
        """The seat that writes the forfeit of those who are gone: the first that is here."""
        return next(seat for seat in self._ledger.in_game if seat not in gone)

    def claim(self) -> Write:
        """How a seat here claims the match."""
        pen = next(pen for seat, pen in sorted(self._pens.items()) if seat in self._ledger.in_game)
        return lambda: pen.claim(self._ledger)

    # -- a forfeit that a seat here wants ----------------------------------------------------------------------

    def seek(self, gone: Gone) -> Agreeable:
        """Begin to gather consents, those of seats here at once; what the others are to be asked.

        Raises NetError.  The pens are to be saved before anybody is asked.
        """
        author = self.author(gone)
        point = self._pens[author].ask_forfeit(self._ledger, tuple(gone), "left")
        self.sought = Sought(point)
        if (author, point) not in self._asked:
            self._asked.append((author, point))
        for pen in self._signers(point):
            answer = pen.answer_forfeit(self._ledger, point)
            if isinstance(answer, Consent):
                self.sought.consents[pen.seat] = answer
        return point

    def take_consent(self, consent: Consent) -> None:
        """A consent to what is sought here; raises BadSignature."""
        if self.sought is None or consent.point != self.sought.point:
            return
        if consent.seat not in self._outside(consent.point)[1:]:
            return  # nobody else is asked, and an entry holds exactly the consents that it needs
        key = self._ledger.seats[consent.seat].key
        consent.point.check(self._ledger.match_id, key, consent.signature)
        self.sought.consents[consent.seat] = consent

    def due(self) -> Write | None:
        """How the forfeit is entered, once all have consented; given once."""
        sought = self.sought
        if sought is None:
            return None
        outside = self._outside(sought.point)
        if not set(sought.consents) >= set(outside[1:]) or len(self._ledger) != sought.point.index:
            return None
        self.sought = None
        pen = self._pens[outside[0]]
        return partial(pen.enter_forfeit, self._ledger, sought.point, list(sought.consents.values()))

    # -- a forfeit that somebody else wants ------------------------------------------------------------------

    def consents(self, peer: str, point: Agreeable, gone: Gone) -> list[Consent]:
        """What the seats here sign when ``peer`` asks, which binds them: save the pens before it is sent."""
        if not set(point.seats) <= set(gone):
            return []  # who is here to us is not gone; a missing entry goes round by itself
        outside = self._outside(point)
        if not outside or self._ledger.seats[outside[0]].peer != peer:
            return []
        signed = []
        for pen in self._signers(point):
            try:
                answer = pen.answer_forfeit(self._ledger, point)
            except NetError:
                continue
            if isinstance(answer, Consent):
                signed.append(answer)
        return signed

    # -- releases --------------------------------------------------------------------------------------------

    def releases(self) -> list[Consent]:
        """The releases that seats here have signed: for those who were away when they were sent."""
        return [one for pen in self._pens.values() for one in pen.releases(self._ledger)]

    def release(self) -> Consent | None:
        """The release of the first forfeit asked for here in whose place something else has come, if any.

        Raises NetError.  Save the pens, then say ``released``, then send it.
        """
        while self._asked and self._asked[0][1].index < len(self._ledger):
            author, point = self._asked[0]
            if self._ledger.entries[point.index].kind != "forfeit":
                return self._pens[author].release(self._ledger, point)
            del self._asked[0]
        return None

    def released(self) -> None:
        """What ``release`` gave is kept."""
        del self._asked[0]

    def take_release(self, release: Consent) -> bool:
        """Whether the release frees somebody here; raises BadSignature."""
        return any([pen.take_release(self._ledger, release) for pen in self._pens.values()])

    # -- inside ------------------------------------------------------------------------------------------------

    def _signers(self, point: Agreeable) -> list[Pen]:
        """The pens here whose consent a forfeit needs, its author's apart."""
        return [self._pens[seat] for seat in self._outside(point)[1:] if seat in self._pens]

    def _outside(self, point: Agreeable) -> list[int]:
        """The seats that a forfeit leaves in the game: its author, then all that must consent."""
        return [seat for seat in self._ledger.in_game if seat not in point.seats]
