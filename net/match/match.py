"""One match at one peer: what its owner wants in it, what others say about it, what its seats here must do.

Composed of the log (``net.log.ledger``) and the seats' pens, the exchange of entries with others, what is agreed,
what is done about those who are gone, the record, and what may be shown.  Sans-IO but for its record: messages out
by ``post``, events by ``tell``, time by ``clock``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from net.events import Event, Failed, Match, MatchChanged, MatchSeat, MatchStarted, Stepped
from net.log.consent import Agreeable, Consent, Leave, read_wish
from net.log.entry import Entry
from net.log.ledger import Ledger, News
from net.log.pen import Pen
from net.log.refusals import Gap, IllegalEntry, Misfit, Stopped, TooLate
from net.match.agreements import Agreements, Write
from net.match.exchange import Exchange
from net.match.forfeits import Forfeits
from net.match.keeper import Keeper
from net.match.record_file import RecordFile
from net.match.view import MatchView, told_as
from net.wire.errors import NetError
from net.wire.messages import (
    AskForfeit,
    AskLog,
    GiveConsent,
    GiveEntries,
    GiveSeal,
    GiveWish,
    MatchMessage,
    Message,
)
from net.wire.players import PERSON
from rules.errors import RulesError

COMPARE_S = 5.0
"""How often lengths and last entries are compared with everybody who is linked: whatever was lost comes so."""
WAKE_S = 3.0
"""How long a seat that comes back waits for somebody with a longer log before it signs again."""
_LATE = (Stopped, TooLate)
"""Refusals, besides Misfit, that honest peers can cause by being late."""
_STOPS = {
    told.code: told
    for told in (
        Failed("desync", "{name}'s program counts another position than ours: the match has stopped"),
        Failed("conflict", "{name} has signed two different things at one place: the match has stopped"),
        Failed(
            "disputed", "{name}'s missing move has come after all: the match is disputed and does not count"
        ),
    )
}
"""News that stop a match, and what is said then."""


class MatchPeer:
    """A match as this peer holds it.

    ``me`` is our peer id; ``post`` sends to a linked peer (by id); ``players`` says what plays the seats, as far as is
    known; ``clock`` tells seconds; ``local``: all seats are here, so that nobody else is asked or told anything.
    """

    def __init__(
        self,
        ledger: Ledger,
        pens: Sequence[Pen],
        file: RecordFile,
        players: Mapping[int, str],
        *,
        me: str,
        post: Callable[[str, Message], object],
        tell: Callable[[Event], None],
        clock: Callable[[], float],
        watchable: bool = True,
        local: bool = False,
    ) -> None:
        self.ledger = ledger
        self.pens = {pen.seat: pen for pen in pens}
        self.players = {seat: players.get(seat, PERSON) for seat in self.pens}
        """What plays the seats here."""
        self.seated = {**players, **self.players}
        """What plays each seat, here or not, as was said at the table; never guessed from a name."""
        self.me = me
        self.watchable = watchable
        self.local = local
        self.begun = False
        """Whether ``MatchStarted`` was told."""
        self.exchange = Exchange(ledger, post)
        self.agreements = Agreements(ledger, self.pens, self.players, clock)
        self.forfeits = Forfeits(ledger, self.pens)
        self.keeper = Keeper(file, ledger, self.pens, self.seated, local=local, fail=self._fail)
        self._view = MatchView(ledger, self.players)
        self._tell = tell
        self._clock = clock
        self._adjourned = False
        self._sealed: dict[int, int] = {}
        """Seats here → the length of the log that each has sealed."""
        self._since_s = clock()
        """When the last entry came, or the game began."""
        self._wake_at_s = 0.0 if all(pen.awake for pen in pens) else clock() + WAKE_S
        self._compare_at_s = clock() + COMPARE_S
        self._told_settled = False
        self._failing = ""
        """The code of what has kept us from writing what is due, until that works again: told once."""

    # -- how it stands -------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The match id, hex."""
        return self.ledger.match_id.hex()

    @property
    def watching(self) -> bool:
        """Whether no seat is here."""
        return not self.pens

    @property
    def links(self) -> Mapping[str, int]:
        """Peers that we exchange this log with, and how many entries each is known to hold."""
        return self.exchange.links

    @property
    def player_peers(self) -> frozenset[str]:
        """The other peers that hold seats."""
        return frozenset(seat.peer for seat in self.ledger.seats) - {self.me}

    @property
    def settled(self) -> bool:
        """Whether it is over, confirmed if it can be, and all linked peers are known to hold all of it."""
        return self._final and self.exchange.all_hold_all

    @property
    def done(self) -> bool:
        """Whether it is over, confirmed if it can be, and every player's peer is known to hold all of it.

        Until then it is served, announced, and whoever lacks something is called.
        """
        return self._final and self.exchange.all_have_all(self.player_peers)

    @property
    def _final(self) -> bool:
        """Whether it is over, and confirmed if it can be."""
        return self.ledger.closed and (self.ledger.status != "finished" or self.ledger.confirmed)

    @property
    def status(self) -> str:
        """As ``Match.status`` says it."""
        if self._adjourned and self.ledger.remedy(self.gone()) == "adjourn":
            return "adjourned"  # until enough of them are back
        return self.ledger.status

    def gone(self) -> tuple[int, ...]:
        """The seats in the game whose peer can't be reached."""
        return tuple(
            seat
            for seat in self.ledger.in_game
            if seat not in self.pens and self.ledger.seats[seat].peer not in self.links
        )

    def match(self) -> Match:
        """How it stands, for the owner of the peer; only once the game has begun."""
        ledger = self.ledger
        self._told_settled = self.settled
        return Match(
            id=self.id,
            game=ledger.header.game,
            options=dict(ledger.header.options),
            seats=tuple(
                MatchSeat(
                    name=seat.shown,
                    here=number in self.pens,
                    player=self.players.get(number, ""),
                    linked=number in self.pens or seat.peer in self.links,
                    gone=number not in ledger.in_game,
                )
                for number, seat in enumerate(ledger.seats)
            ),
            state=self._view.state(),
            bot_state=self._view.bot_state(),
            entries=len(ledger),
            actions=self._view.actions(),
            past=self._view.past(),
            status=self.status,
            confirmed=ledger.confirmed,
            settled=self.settled,
            watching=self.watching,
            watchers=len(set(self.links) - self.player_peers),
            path=self.keeper.shown,
            proposal=self.agreements.proposal(),
            remedy=self.forfeits.remedy(self.gone()),
        )

    # -- what its owner wants --------------------------------------------------------------------------------

    def act(self, action: str, after: int) -> None:
        """The seat to act, which must be here, does ``action``; otherwise ``Failed`` is told."""
        if after != len(self.ledger):
            self._fail(Failed("stale", "the game has gone on meanwhile", action=action))
            return
        writer = self.ledger.writer
        pen = self.pens.get(writer) if writer is not None else None
        if pen is None:
            self._fail(Failed("not-your-turn", "it is not your turn", action=action))
            return
        think_ms = max(0, round((self._clock() - self._since_s) * 1000))
        self._enter(lambda: pen.act(self.ledger, action, think_ms), action)

    def leave(self) -> None:
        """The seats here leave for good: entered now if one of them is to act, else asked for."""
        try:
            wishes = self.agreements.leave()
        except NetError as error:
            self._failed(error)
            return
        self._spread_wishes(wishes)
        self.advance()

    def propose(self, kind: str, back_to: int = -1) -> None:
        """Somebody here wants to take back, pause or resume: see ``Agreements.propose``; raises NetError."""
        self._spread_wishes(self.agreements.propose(kind, back_to))
        self._changed()
        self.advance()

    def answer(self, yes: bool) -> None:
        """Whoever is asked here consents, or refuses, which ends it for everybody; raises NetError."""
        self._spread_wishes(self.agreements.answer(yes))
        self._changed()
        self.advance()

    def forfeit(self) -> None:
        """The others are gone: claim, ask for a forfeit, or adjourn, as the log's rules allow."""
        gone = self.gone()
        remedy = self.ledger.remedy(gone)
        if not any(seat in self.ledger.in_game for seat in self.pens):
            self._fail(Failed("not-playing", "nobody here is in the game any more"))
        elif remedy == "claim":
            self._enter(self.forfeits.claim())
        elif remedy == "forfeit":
            author = self.forfeits.author(gone)
            if author not in self.pens:
                told = Failed("forfeit-author", "the forfeit is for {name} to ask for")
                self._fail(replace(told, arguments={"name": self.ledger.seats[author].shown}))
                return
            point = self.forfeits.seek(gone)
            self.keeper.own_pens()
            self.exchange.spread(AskForfeit(self.id, point.index, point.to_bytes()))
            self._try_forfeit()
        elif remedy == "adjourn":
            self._adjourned = True
            self._changed()
        else:
            self._fail(Failed("wait", "nobody whom the game waits for is gone"))

    # -- links -------------------------------------------------------------------------------------------------

    def link(self, peer: str) -> None:
        """Exchange the log with ``peer`` from now on."""
        if self.exchange.link(peer):
            self._changed()

    def unlink(self, peer: str) -> None:
        """``peer`` is gone, or wants no more."""
        if self.exchange.unlink(peer):
            self._changed()

    def introduce(self, peer: str) -> None:
        """Give ``peer`` what it needs to begin: the header."""
        self.exchange.introduce(peer)

    # -- messages ------------------------------------------------------------------------------------------------

    def received(self, peer: str, message: MatchMessage) -> None:
        """A message about this match; raises NetError if the link deserves to be closed for it."""
        if isinstance(message, AskLog):
            self._serve(peer, message.index)
        elif isinstance(message, GiveEntries):
            self._take_entries(peer, message.index, message.entries)
        elif isinstance(message, GiveSeal):
            self._take_seal(peer, message.seal)
        elif isinstance(message, GiveWish):
            self._take_wish(peer, message.wish)
        elif isinstance(message, AskForfeit):
            self._asked_forfeit(peer, Agreeable.from_bytes(message.point))
        else:
            self.forfeits.take_consent(Consent.from_bytes(message.consent))
            self._try_forfeit()

    def _serve(self, peer: str, index: int) -> None:
        self.exchange.serve(peer, index, self._wishes)
        self._holds(peer, index)

    def _wishes(self) -> list[bytes]:
        """What a peer that comes to the end of the log must also know."""
        return [*(one.to_bytes() for one in self.forfeits.releases()), *self.agreements.wishes()]

    def _take_entries(self, peer: str, index: int, packed: Sequence[bytes]) -> None:
        catching = not self.begun and self.exchange.waits_for(peer)
        question = self.exchange.answered(peer, index)
        news, astray = False, False
        for number, data in enumerate(packed):
            try:
                one = self.ledger.add(data)
            except Gap:
                if question is None and not self.exchange.waits_for(peer):
                    self.exchange.ask(peer)
                break
            except Misfit:
                astray = astray or not number
                continue
            except _LATE:
                continue
            if one.kind != "known":
                news = True
                if one.kind == "replaced":
                    self.exchange.forget_lengths()
                self._passed()
                self.keeper.entry(data)
                self.exchange.spread_entry(one, data, but=peer)
                if one.kind in _STOPS:
                    self.exchange.show_ours(peer, one.entry.index)
                if not catching:
                    self._report(one)
        self._holds(peer, index + len(packed))
        if question is not None:
            further = question.next(len(self.ledger), news=news, astray=astray)
            if further is None:
                self._caught_up()
            else:
                self.exchange.ask(peer, further)
        self.advance()

    def _take_seal(self, peer: str, data: bytes) -> None:
        try:
            new = self.ledger.add_seal(data)
        except Gap:
            self.exchange.ask(peer)
            return
        except IllegalEntry:
            return
        if new:
            self.keeper.seal(data)
            self.exchange.spread(GiveSeal(self.id, 0, data), but=peer)
            self._changed()

    def _take_wish(self, peer: str, data: bytes) -> None:
        wish = read_wish(data, self.ledger.header.nonce)
        if isinstance(wish, Consent) and wish.point.kind == "release":
            if self.forfeits.take_release(wish):
                self.keeper.own_pens()
                self.advance()
            return
        if not isinstance(wish, Leave | Consent):
            return
        heard = self.agreements.take(wish)
        if not heard.news:
            return
        if heard.declined_by is not None:
            name = self.ledger.seats[heard.declined_by].shown
            self._fail(Failed("declined", "{name} does not agree", {"name": name}))
        self.exchange.spread(GiveWish(self.id, data), but=peer)
        self._spread_wishes(heard.ours)
        if isinstance(wish, Consent):
            self._changed()
        self.advance()

    def _asked_forfeit(self, peer: str, point: Agreeable) -> None:
        if len(self.ledger) > point.index:
            self._serve(peer, point.index)
            return
        for consent in self.forfeits.consents(peer, point, self.gone()):
            self.keeper.own_pens()
            self.exchange.spread(GiveConsent(self.id, point.index, True, consent.to_bytes()))

    def _holds(self, peer: str, entries: int) -> None:
        if self.exchange.holds(peer, entries) and self.settled != self._told_settled:
            self._changed()

    # -- what the seats here do ------------------------------------------------------------------------------------

    def advance(self) -> None:
        """Do whatever the seats here must do without being asked: commit, reveal, enter what is due, seal."""
        while not self.ledger.closed:
            writer = self.ledger.writer
            pen = self.pens.get(writer) if writer is not None else None
            if pen is None or not pen.awake:
                break
            opening = self.ledger.state is None
            write = partial(pen.open, self.ledger) if opening else self.agreements.due(pen)
            if write is None or not self._enter(write, due=True):
                break
        self._seal()

    def tick(self) -> None:
        """Time has passed: a seat that came back has waited long enough for others; histories are compared."""
        now_s = self._clock()
        self.agreements.tick()
        if self._wake_at_s and now_s >= self._wake_at_s:
            self._wake_at_s = 0.0
            self._caught_up()
            self.advance()
        if now_s >= self._compare_at_s:
            self._compare_at_s = now_s + COMPARE_S
            if not self.local and not self.done:
                self.exchange.ask_all()
            self.advance()  # what could not be written the last time, perhaps

    def begin_local(self) -> None:
        """All seats are here, or it was taken up from disk with nobody to ask: wake, begin, go on."""
        self._caught_up()
        self.advance()

    def void(self) -> None:
        """A seat was lost before the game began: this match will never be."""
        if self.ledger.state is None and self.ledger.status == "opening":
            self.ledger.void()
            self.keeper.void()

    def _seal(self) -> None:
        if self.ledger.status != "finished":
            return
        for seat, pen in sorted(self.pens.items()):
            sealed = self._sealed.get(seat) == len(self.ledger)
            if sealed or seat not in self.ledger.in_game or not pen.awake:
                continue
            try:
                self.keeper.ready()
                seal = pen.seal(self.ledger)
                self.keeper.own_seal(seal)
                self.ledger.add_seal(seal)
                self._sealed[seat] = len(self.ledger)
            except NetError as error:
                self._failed_due(error)
                return
            self.exchange.spread(GiveSeal(self.id, seat, seal))
            self._changed()

    def _try_forfeit(self) -> None:
        write = self.forfeits.due()
        if write is not None:
            self._enter(write)

    def _enter(self, write: Write, action: str = "", *, due: bool = False) -> bool:
        """Sign an entry, put it on disk, take it in, only then tell others; False if that failed.

        What is ``due`` is tried again and again: why it can't be done is told once.
        """
        try:
            self.keeper.ready()
            entry = write()
            if entry is None:
                return False
            data = entry.to_bytes()
            try:
                self.keeper.own_entry(data)
            except NetError:
                self.pens[entry.seat].withdraw(entry)
                raise
            news = self.ledger.enter(entry)
        except NetError as error:
            if due:
                self._failed_due(error)
            else:
                self._failed(error, action)
            return False
        self._failing = ""
        self._passed()
        self.exchange.spread_entry(news, data)
        self._report(news)
        self.advance()
        return True

    def _passed(self) -> None:
        """An entry was added: wishes at that place have had their time, consents to a forfeit there are freed."""
        self.agreements.passed()
        try:
            while (release := self.forfeits.release()) is not None:
                self.keeper.own_pens()
                self.forfeits.released()
                self._spread_wishes([release])
        except NetError as error:
            self._failed(error)  # again after the next entry

    def _caught_up(self) -> None:
        self._wake()
        self._begin()

    def _wake(self) -> None:
        asleep = [pen for pen in self.pens.values() if not pen.awake]
        if asleep:
            for pen in asleep:
                pen.wake()
            self._spread_wishes(self.agreements.bots_consent())
            self._changed()

    # -- telling -------------------------------------------------------------------------------------------------------

    def _report(self, news: News) -> None:
        self._since_s = self._clock()
        if self.ledger.closed:
            self.exchange.ask_all()
        if not self.begun:
            self._begin()
            return
        if news.kind in _STOPS:
            self._fail(replace(_STOPS[news.kind], arguments={"name": self._author(news.entry)}))
        if news.step is None:
            self._changed()
            return
        entry = news.entry
        facts = news.step.facts
        self._tell(Stepped(self.match(), told_as(entry), entry.seat, facts, entry.think_ms))

    def _author(self, entry: Entry) -> str:
        return self.ledger.seats[entry.seat].shown

    def _begin(self) -> None:
        if not self.begun and self.ledger.state is not None:
            self.begun = True
            self._since_s = self._clock()
            self._tell(MatchStarted(self.match()))

    def _changed(self) -> None:
        if self.begun:
            self._tell(MatchChanged(self.match()))

    def _spread_wishes(self, wishes: Sequence[Leave | Consent]) -> None:
        for wish in wishes:
            self.exchange.spread(GiveWish(self.id, wish.to_bytes()))

    def _failed_due(self, error: NetError) -> None:
        """What is due could not be written; it is tried again, so that this is told once."""
        if error.code != self._failing:
            self._failed(error)
        self._failing = error.code

    def _failed(self, error: NetError, action: str = "") -> None:
        cause = error.__cause__
        why = cause if isinstance(cause, RulesError) else error
        self._fail(Failed(why.code, why.message, why.arguments, action=action))

    def _fail(self, failed: Failed) -> None:
        self._tell(replace(failed, match_id=self.id))
