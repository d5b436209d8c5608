"""What is agreed out of turn: leaving, forfeits of who is gone, and what all must consent to (taking back, pausing).

The middle floor of a match, over ``net.match.matchlog``.  Wishes and consents are signed (``net.log.consent``)
and go to all links; the seat that writes next enters them.  What was wished for right after one entry lapses
with the next.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from functools import partial

from net.events import Failed, Proposal
from net.log.consent import AGREED, Agreeable, Consent, Leave, read_wish
from net.log.pen import Pen, point_here
from net.log.refusals import IllegalEntry, WrongSeat
from net.log.rules import check_takeback
from net.match.matchlog import MatchLog, Write
from net.wire.errors import NetError
from net.wire.players import PERSON

MAX_REFUSALS = 16


class Agreements(MatchLog):
    """Leaves, forfeits and proposals, ours and those of others."""

    # -- leaving ---------------------------------------------------------------------------------

    def leave(self) -> None:
        """The seats here leave for good: entered now if one of them is to act, else asked for."""
        for seat, pen in sorted(self.pens.items()):
            if seat in self.ledger.in_game and not self.ledger.closed:
                try:
                    wish = pen.propose_leave(self.ledger)
                except NetError as error:
                    self._failed(error)
                    return
                self._leaves[seat] = wish
                self._spread(("proposal", self.id, wish.to_bytes()))
        self.advance()

    def _take_wish(self, peer: str, data: bytes) -> None:
        wish = read_wish(data, self.ledger.header.nonce)
        if isinstance(wish, Consent) and wish.point.kind == "release":
            self._take_release(wish)
        elif isinstance(wish, Consent):
            self._take_agreement(peer, wish)
        elif isinstance(wish, Leave) and wish.seat in self.ledger.in_game and wish.seat not in self._leaves:
            wish.check(self.ledger.match_id, self.ledger.seats[wish.seat].key)
            self._leaves[wish.seat] = wish
            self._spread(("proposal", self.id, data), but=peer)
            self.advance()

    def _due(self, pen: Pen) -> Write | None:
        for seat, leave in self._leaves.items():
            if seat in self.ledger.in_game:
                return partial(pen.enter_leave, self.ledger, leave)
        for point, consents in self._agreed.items():
            if set(consents) >= set(self.ledger.in_game):
                return partial(pen.enter_agreed, self.ledger, point, list(consents.values()))
        return None

    def _wishes(self) -> list[bytes]:
        consents = [one for given in self._agreed.values() for one in given.values()]
        leaves = [leave.to_bytes() for leave in self._leaves.values()]
        releases = [one for pen in self.pens.values() for one in pen.releases(self.ledger)]
        return leaves + [one.to_bytes() for one in (*releases, *self._refused.values(), *consents)]

    def _passed(self) -> None:
        self._agreed.clear()
        self._refused.clear()
        self._release()

    def _wake(self) -> None:
        asleep = not all(pen.awake for pen in self.pens.values())
        super()._wake()
        for point in list(self._agreed) if asleep else ():
            self._consent_here(point, people=False)

    # -- what all must consent to ------------------------------------------------------------------

    def propose(self, kind: str, back_to: int = -1) -> None:
        """Someone here wants to take back, pause or resume; all other seats in the game are asked.

        ``back_to`` (of a takeback) is the entry after which the state shall be again, −1: the one before the
        newest action of somebody here.  Seats at this screen, and bots, need not be asked.  Raises RemoteError.
        """
        if kind not in AGREED:
            raise IllegalEntry("proposal-kind", "only taking back, pausing and resuming can be proposed")
        if kind != "takeback":
            back_to = 0
        elif back_to < 0:
            back_to = self._before_own()
        point = point_here(self.ledger, kind, back_to)
        self._check_point(point)
        if point.refused() in self._refused:
            raise IllegalEntry("refused-here", "that was declined: play on before you ask again")
        if not self._unasked(point):
            raise WrongSeat("not-playing", "nobody here is in the game, or all have agreed already")
        self._consent_here(point, people=True)
        self.advance()

    def answer(self, yes: bool) -> None:
        """Whoever is asked here consents, or refuses, which ends it for everybody; raises RemoteError."""
        point = self._asked()
        if point is None:
            raise IllegalEntry("no-proposal", "nothing is proposed here any more")
        if yes:
            self._consent_here(point, people=True)
            self.advance()
            return
        refusal = self._unasked(point)[0].refuse(self.ledger, point)
        self._refused[refusal.point] = refusal
        del self._agreed[point]
        self._spread(("proposal", self.id, refusal.to_bytes()))
        self._changed()

    def _proposal(self) -> Proposal | None:
        """What somebody here is asked, or else what waits for the others."""
        point = self._asked() or next(iter(self._agreed), None)
        if point is None:
            return None
        consents, line = self._agreed[point], self.ledger.line
        kept = bisect_right(line, point.back_to, key=lambda entry: entry.index)
        return Proposal(
            kind=point.kind,
            by=tuple(consents),
            waiting=tuple(seat for seat in self.ledger.in_game if seat not in consents),
            ours=bool(self._unasked(point)),
            undone=len(line) - kept if point.kind == "takeback" else 0,
        )

    def _asked(self) -> Agreeable | None:
        """What is proposed and somebody here has not answered yet."""
        return next((point for point in self._agreed if self._unasked(point)), None)

    def _before_own(self) -> int:
        """The entry before the newest action of a person here, or of a bot where none but bots are here."""
        people = [seat for seat in self.pens if self.players[seat] == PERSON] or list(self.pens)
        line = self.ledger.line
        for number in range(len(line) - 1, 0, -1):
            if line[number].seat in people:
                return line[number - 1].index
        raise IllegalEntry("takeback-nothing", "there is nothing to take back")

    def _check_point(self, point: Agreeable) -> None:
        """Raises RemoteError unless this can be entered next."""
        if self.ledger.state is None or self.ledger.closed:
            raise IllegalEntry("over", "the match is over")
        paused = self.ledger.status == "paused"
        if point.kind == "takeback":
            if paused:
                raise IllegalEntry("paused", "the match is paused")
            check_takeback(self.ledger.moments, point.back_to)
        elif paused == (point.kind == "pause"):
            raise IllegalEntry("pause-twice", "the match is paused already, or not at all")

    def _unasked(self, point: Agreeable) -> list[Pen]:
        """The pens of people here who have not consented to ``point``; bots' where none but bots are here."""
        given = self._agreed.get(point, {})
        waiting = [seat for seat in sorted(self.pens) if seat in self.ledger.in_game and seat not in given]
        people = [seat for seat in waiting if self.players[seat] == PERSON]
        asked = people if PERSON in self.players.values() else waiting
        return [self.pens[seat] for seat in asked]

    def _consent_here(self, point: Agreeable, *, people: bool) -> None:
        """All seats here consent, or only the bots, which always do as soon as they may sign."""
        given = self._agreed.get(point, {})
        for seat, pen in sorted(self.pens.items()):
            willing = people or (pen.awake and self.players[seat] != PERSON)
            if willing and seat in self.ledger.in_game and seat not in given:
                consent = pen.consent(self.ledger, point)
                self._note(consent)
                self._spread(("proposal", self.id, consent.to_bytes()))
        self._changed()

    def _note(self, consent: Consent) -> None:
        """A seat wants one thing at a time: what it wanted before is taken back."""
        for point, given in list(self._agreed.items()):
            if point != consent.point:
                given.pop(consent.seat, None)
                if not given:
                    del self._agreed[point]
        self._agreed.setdefault(consent.point, {})[consent.seat] = consent

    def _take_agreement(self, peer: str, consent: Consent) -> None:
        """Somebody proposes something at this place of the log, consents to it, or refuses it."""
        point, seat = consent.point, consent.seat
        if (point.index, point.previous) != (len(self.ledger), self.ledger.last_hash):
            return  # too early or too late: what is agreed holds at one place only
        if seat not in self.ledger.in_game or self.ledger.closed:
            return
        point.check(self.ledger.match_id, self.ledger.seats[seat].key, consent.signature)
        if point.kind == "refuse":
            news = self._take_refusal(consent)
        else:
            news = point.kind in AGREED and point.refused() not in self._refused
            news = news and seat not in self._agreed.get(point, {})
            if news:
                self._check_point(point)
                self._note(consent)
        if not news:
            return
        self._spread(("proposal", self.id, consent.to_bytes()), but=peer)
        if point in self._agreed:
            self._consent_here(point, people=False)
        self.advance()

    def _take_refusal(self, given: Consent) -> bool:
        """A seat refuses what may or may not have come here yet; whether that is new."""
        refusal = given.point
        if refusal in self._refused or len(self._refused) >= MAX_REFUSALS:
            return False
        self._refused[refusal] = given
        refused = next((point for point in self._agreed if point.refused() == refusal), None)
        if refused is not None:
            del self._agreed[refused]
            self._fail(
                Failed("declined", "{name} does not agree", {"name": self.ledger.seats[given.seat].shown})
            )
            self._changed()
        return True

    # -- forfeits --------------------------------------------------------------------------------

    def _remedy(self) -> str:
        remedy = self.ledger.remedy(self.gone())
        here = [seat for seat in self.pens if seat in self.ledger.in_game]
        if not here or remedy not in ("claim", "forfeit", "adjourn"):
            return ""
        return "" if remedy == "forfeit" and self._forfeit_author() not in here else remedy

    def _forfeit_author(self) -> int:
        """The seat that writes the forfeit of those who are gone: the first that is here."""
        gone = self.gone()
        return next(seat for seat in self.ledger.in_game if seat not in gone)

    def forfeit(self) -> None:
        """The others are gone: claim, ask for a forfeit, or adjourn, as the log's rules allow."""
        gone = self.gone()
        remedy = self.ledger.remedy(gone)
        if remedy == "claim":
            pen = next(pen for seat, pen in sorted(self.pens.items()) if seat in self.ledger.in_game)
            self._enter(lambda: pen.claim(self.ledger))
        elif remedy == "forfeit":
            author = self._forfeit_author()
            if author not in self.pens:
                told = Failed("forfeit-author", "the forfeit is for {name} to ask for")
                self._fail(replace(told, arguments={"name": self.ledger.seats[author].shown}))
                return
            point = self.pens[author].ask_forfeit(self.ledger, gone, "left")
            self._forfeit = (point, {})
            if (author, point) not in self._sought:
                self._sought.append((author, point))
            for pen in self._signers(point):
                answer = pen.answer_forfeit(self.ledger, point)
                if isinstance(answer, Consent):
                    self._forfeit[1][pen.seat] = answer
            self._save_pens()
            self._spread(("forfeit?", self.id, point.index, point.to_bytes()))
            self._try_forfeit()
        elif remedy == "adjourn":
            self._adjourned = True
            self._changed()
        else:
            self._fail(Failed("wait", "nobody whom the game waits for is gone"))

    def _signers(self, point: Agreeable) -> list[Pen]:
        """The pens here whose consent a forfeit needs, its author's apart."""
        return [self.pens[seat] for seat in self._outside(point)[1:] if seat in self.pens]

    def _outside(self, point: Agreeable) -> list[int]:
        """The seats that a forfeit leaves in the game: its author, then all that must consent."""
        return [seat for seat in self.ledger.in_game if seat not in point.seats]

    def _asked_forfeit(self, peer: str, data: bytes) -> None:
        """Whoever would write a forfeit asks the seats here to consent, which binds them."""
        point = Agreeable.from_bytes(data)
        if len(self.ledger) > point.index:
            self._serve(peer, point.index)
            return
        if not set(point.seats) <= set(self.gone()):
            return  # who is here to us is not gone; a missing entry goes round by itself
        outside = self._outside(point)
        if not outside or self.ledger.seats[outside[0]].peer != peer:
            return
        for pen in self._signers(point):
            try:
                answer = pen.answer_forfeit(self.ledger, point)
            except NetError:
                continue
            if isinstance(answer, Consent):
                self._save_pens()
                self._spread(("forfeit!", self.id, point.index, True, answer.to_bytes()))

    def _take_consent(self, data: bytes) -> None:
        consent = Consent.from_bytes(data)
        if self._forfeit is None or consent.point != self._forfeit[0]:
            return
        if consent.seat not in self._outside(consent.point)[1:]:
            return  # nobody else is asked, and an entry holds exactly the consents that it needs
        key = self.ledger.seats[consent.seat].key
        consent.point.check(self.ledger.match_id, key, consent.signature)
        self._forfeit[1][consent.seat] = consent
        self._try_forfeit()

    def _try_forfeit(self) -> None:
        if self._forfeit is None:
            return
        point, consents = self._forfeit
        outside = self._outside(point)
        if set(consents) >= set(outside[1:]) and len(self.ledger) == point.index:
            self._forfeit = None
            pen = self.pens[outside[0]]
            self._enter(lambda: pen.enter_forfeit(self.ledger, point, list(consents.values())))

    def _release(self) -> None:
        """What a forfeit was sought for has come after all: whoever consented to it is free again."""
        while self._sought and self._sought[0][1].index < len(self.ledger):
            author, point = self._sought[0]
            if self.ledger.entries[point.index].kind != "forfeit":
                try:
                    release = self.pens[author].release(self.ledger, point)
                    self._save_pens()
                except NetError as error:
                    self._failed(error)
                    return  # again after the next entry
                self._spread(("proposal", self.id, release.to_bytes()))
            del self._sought[0]

    def _take_release(self, release: Consent) -> None:
        freed = [pen.seat for pen in self.pens.values() if pen.take_release(self.ledger, release)]
        if freed:
            self._save_pens()
            self.advance()

    def _save_pens(self) -> None:
        """Before what binds or frees the seats here is sent; raises HomeError."""
        self._write(lambda: self.file.save_pens(list(self.pens.values()), self.seated))
