"""What is agreed out of turn: leaving for good, and what all must consent to (taking back, pausing, going on).

Wishes and consents are signed (``net.log.consent``) and go to everybody; the seat that writes next enters them.
What was wished for right after one entry lapses with the next.  Sends nothing itself: what is to be sent is given.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from net.events import Proposal
from net.log.consent import AGREED, Agreeable, Consent, Leave
from net.log.entry import Entry
from net.log.ledger import Ledger
from net.log.pen import Pen, point_here
from net.log.refusals import IllegalEntry, WrongSeat
from net.log.rules import check_takeback
from net.wire.players import PERSON

MAX_REFUSALS = 16
REFUSED_S = 60.0
"""How long the same thing is not proposed again once somebody has said no, if nothing is played meanwhile."""
Write = Callable[[], Entry | None]
"""Signs an entry, or gives None if there is nothing to sign."""


@dataclass(frozen=True, slots=True)
class WishOutcome:
    """What has come of a wish that somebody sent."""

    news: bool
    """Whether it is to be passed on."""
    ours: tuple[Consent, ...] = ()
    """What bots here have consented to because of it."""
    declined_by: int | None = None
    """The seat that refuses what was proposed here."""


class Agreements:
    """What is wished for in one match and not entered yet.

    ``pens`` are those of the seats here, ``players`` what plays them, ``clock`` tells seconds.
    """

    def __init__(
        self,
        ledger: Ledger,
        pens: Mapping[int, Pen],
        players: Mapping[int, str],
        clock: Callable[[], float],
    ) -> None:
        self._ledger = ledger
        self._pens = pens
        self._players = players
        self._clock = clock
        self._leaves: dict[int, Leave] = {}
        self._agreed: dict[Agreeable, dict[int, Consent]] = {}
        """Each thing proposed at this place of the log, and who consents to it, the first asker first."""
        self._refused: dict[Agreeable, tuple[Consent, float]] = {}
        """The refusals that were signed at this place of the log and count still, and when each came (seconds)."""

    # -- leaving -------------------------------------------------------------------------------------------

    def leave(self) -> list[Leave]:
        """The wishes of the seats here to leave for good; raises NetError."""
        if self._ledger.closed:
            return []
        wishes = [
            pen.propose_leave(self._ledger)
            for seat, pen in sorted(self._pens.items())
            if seat in self._ledger.in_game
        ]
        self._leaves.update({wish.seat: wish for wish in wishes})
        return wishes

    # -- what all must consent to ----------------------------------------------------------------------------

    def propose(self, kind: str, back_to: int = -1) -> list[Consent]:
        """The consents with which somebody here asks all others to take back, pause or resume.

        ``back_to`` (of a takeback) is the entry after which the state shall be again, −1: the one before the
        newest action of somebody here.  Seats at this screen, and bots, need not be asked.  Raises NetError.
        """
        if kind not in AGREED:
            raise IllegalEntry("proposal-kind", "only taking back, pausing and resuming can be proposed")
        if kind != "takeback":
            back_to = 0
        elif back_to < 0:
            back_to = self._before_own()
        point = point_here(self._ledger, kind, back_to)
        self._check_point(point)
        if point.refused() in self._refused:
            raise IllegalEntry("refused-here", "that was declined: play on before you ask again")
        if not self._unasked(point):
            raise WrongSeat("not-playing", "nobody here is in the game, or all have agreed already")
        return self._consent_here(point, people=True)

    def answer(self, yes: bool) -> list[Consent]:
        """What whoever is asked here signs: consents, or a refusal, which ends it for all.  Raises NetError."""
        point = self._asked()
        if point is None:
            raise IllegalEntry("no-proposal", "nothing is proposed here any more")
        if yes:
            return self._consent_here(point, people=True)
        refusal = self._unasked(point)[0].refuse(self._ledger, point)
        self._note_refusal(refusal)
        del self._agreed[point]
        return [refusal]

    def proposal(self) -> Proposal | None:
        """What somebody here is asked, or else what waits for the others."""
        point = self._asked() or next(iter(self._agreed), None)
        if point is None:
            return None
        consents, line = self._agreed[point], self._ledger.line
        kept = bisect_right(line, point.back_to, key=lambda entry: entry.index)
        return Proposal(
            kind=point.kind,
            by=tuple(consents),
            waiting=tuple(seat for seat in self._ledger.in_game if seat not in consents),
            ours=bool(self._unasked(point)),
            undone=len(line) - kept if point.kind == "takeback" else 0,
        )

    def bots_consent(self) -> list[Consent]:
        """What the bots here, which always agree as soon as they may sign, consent to now."""
        return [one for point in list(self._agreed) for one in self._consent_here(point, people=False)]

    # -- what comes, and what is due ---------------------------------------------------------------------------

    def take(self, wish: Leave | Consent) -> WishOutcome:
        """A leave, a consent or a refusal that came; raises NetError if it is not what it says."""
        if isinstance(wish, Leave):
            return self._take_leave(wish)
        point, seat = wish.point, wish.seat
        if (point.index, point.previous) != (len(self._ledger), self._ledger.last_hash):
            return WishOutcome(False)  # too early or too late: what is agreed holds at one place only
        if seat not in self._ledger.in_game or self._ledger.closed:
            return WishOutcome(False)
        point.check(self._ledger.match_id, self._ledger.seats[seat].key, wish.signature)
        if point.kind == "refuse":
            return self._take_refusal(wish)
        known = seat in self._agreed.get(point, {}) or point.refused() in self._refused
        if point.kind not in AGREED or known:
            return WishOutcome(False)
        self._check_point(point)
        self._note(wish)
        return WishOutcome(True, tuple(self._consent_here(point, people=False)))

    def due(self, pen: Pen) -> Write | None:
        """How ``pen``, which is to write, enters what is wished for; None if nothing is."""
        for seat, leave in self._leaves.items():
            if seat in self._ledger.in_game:
                return partial(pen.enter_leave, self._ledger, leave)
        for point, consents in self._agreed.items():
            if set(consents) >= set(self._ledger.in_game):
                return partial(pen.enter_agreed, self._ledger, point, list(consents.values()))
        return None

    def wishes(self) -> list[bytes]:
        """What a peer that comes to the end of the log must also know."""
        leaves = [leave.to_bytes() for leave in self._leaves.values()]
        refusals = [refusal for refusal, _ in self._refused.values()]
        consents = [one for given in self._agreed.values() for one in given.values()]
        return leaves + [one.to_bytes() for one in (*refusals, *consents)]

    def passed(self) -> None:
        """An entry was added: what was wished for at that place has had its time."""
        self._agreed.clear()
        self._refused.clear()

    def tick(self) -> None:
        """Time has passed: a no has had its time, too."""
        for point, (_, at_s) in list(self._refused.items()):
            if self._clock() >= at_s + REFUSED_S:
                del self._refused[point]

    # -- inside ------------------------------------------------------------------------------------------------

    def _asked(self) -> Agreeable | None:
        """What is proposed and somebody here has not answered yet."""
        return next((point for point in self._agreed if self._unasked(point)), None)

    def _before_own(self) -> int:
        """The entry before the newest action of a person here, or of a bot where none but bots are here."""
        people = [seat for seat in self._pens if self._players[seat] == PERSON] or list(self._pens)
        line = self._ledger.line
        for at in range(len(line) - 1, 0, -1):
            if line[at].seat in people:
                return line[at - 1].index
        raise IllegalEntry("takeback-nothing", "there is nothing to take back")

    def _check_point(self, point: Agreeable) -> None:
        """Raises IllegalEntry unless this can be entered next."""
        if self._ledger.state is None or self._ledger.closed:
            raise IllegalEntry("over", "the match is over")
        paused = self._ledger.status == "paused"
        if point.kind == "takeback":
            if paused:
                raise IllegalEntry("paused", "the match is paused")
            check_takeback(self._ledger.moments, point.back_to)
        elif paused == (point.kind == "pause"):
            raise IllegalEntry("pause-twice", "the match is paused already, or not at all")

    def _unasked(self, point: Agreeable) -> list[Pen]:
        """The pens of people here who have not consented to ``point``; bots' where none but bots are here."""
        given = self._agreed.get(point, {})
        waiting = [seat for seat in sorted(self._pens) if seat in self._ledger.in_game and seat not in given]
        people = [seat for seat in waiting if self._players[seat] == PERSON]
        asked = people if PERSON in self._players.values() else waiting
        return [self._pens[seat] for seat in asked]

    def _consent_here(self, point: Agreeable, *, people: bool) -> list[Consent]:
        """The consents of all seats here that have not given it, or only of the bots that may sign."""
        signed = []
        given = self._agreed.get(point, {})
        for seat, pen in sorted(self._pens.items()):
            willing = people or (pen.awake and self._players[seat] != PERSON)
            if willing and seat in self._ledger.in_game and seat not in given:
                consent = pen.consent(self._ledger, point)
                self._note(consent)
                signed.append(consent)
        return signed

    def _note(self, consent: Consent) -> None:
        """A seat wants one thing at a time: what it wanted before is taken back."""
        for point, given in list(self._agreed.items()):
            if point != consent.point:
                given.pop(consent.seat, None)
                if not given:
                    del self._agreed[point]
        self._agreed.setdefault(consent.point, {})[consent.seat] = consent

    def _note_refusal(self, refusal: Consent) -> None:
        """A no counts for a while; to going on after a pause it is only an answer, which binds nobody."""
        if refusal.point.reason != "resume":
            self._refused[refusal.point] = refusal, self._clock()

    def _take_leave(self, wish: Leave) -> WishOutcome:
        if wish.seat not in self._ledger.in_game or wish.seat in self._leaves:
            return WishOutcome(False)
        wish.check(self._ledger.match_id, self._ledger.seats[wish.seat].key)
        self._leaves[wish.seat] = wish
        return WishOutcome(True)

    def _take_refusal(self, given: Consent) -> WishOutcome:
        """A seat refuses what may or may not have come here yet."""
        refusal = given.point
        if refusal in self._refused or len(self._refused) >= MAX_REFUSALS:
            return WishOutcome(False)
        self._note_refusal(given)
        refused = next((point for point in self._agreed if point.refused() == refusal), None)
        if refused is None:  # a no that nobody keeps goes no further than what it ends
            return WishOutcome(refusal.reason != "resume")
        del self._agreed[refused]
        return WishOutcome(True, declined_by=given.seat)
