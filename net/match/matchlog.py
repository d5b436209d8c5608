"""The log of one match at one peer: kept, served, taken in, written by the seats here, and told of.

The lower floor of a match (``net.match.match`` is the upper): sans-IO but for its record (``net.edge.store``): messages
out by ``post``, events by ``tell``, time by ``clock``.  Entries go to every link and repeats are dropped, so that
any connected graph is enough; asking for the log (``log?``) also says how much of it one holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from net.events import Event, Failed, Match, MatchChanged, MatchSeat, MatchStarted, Proposal, Stepped
from net.log.consent import Agreeable, Consent, Leave
from net.log.entry import Entry
from net.log.ledger import Ledger, News
from net.log.pen import Pen
from net.log.refusals import Gap, IllegalEntry, Misfit, Stopped, TooLate
from net.match.catchup import CatchUp
from net.match.record_file import RecordFile
from net.match.view import MatchView, told_as
from net.wire.errors import NetError
from net.wire.messages import MAX_ENTRIES, Message
from net.wire.players import PERSON
from rules.errors import RulesError

CHUNK_BYTES = 40 * 1024
Write = Callable[[], Entry | None]
WAKE_S = 3.0
"""How long a seat that comes back waits for somebody with a longer log before it signs again."""
_HONEST = (Stopped, TooLate)
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


class MatchLog:
    """``post`` sends to a linked peer (by id); ``players`` says what plays the seats, as far as is known."""

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
        self.file = file
        self.players = {seat: players.get(seat, PERSON) for seat in self.pens}
        """What plays the seats here."""
        self.seated = {**players, **self.players}
        """What plays each seat, here or not, as was said at the table; never guessed from a name."""
        self.me = me
        self.watchable = watchable
        self.local = local
        self.links: dict[str, int] = {}
        """Peers that we exchange this log with, and how many entries each is known to hold."""
        self.begun = False
        """Whether ``MatchStarted`` was told."""
        self.rematch: set[str] = set()
        """Peers that want another match."""
        self._showing = MatchView(ledger, self.players)
        self._post = post
        self._tell = tell
        self._clock = clock
        self._catchup = CatchUp()
        self._leaves: dict[int, Leave] = {}
        self._forfeit: tuple[Agreeable, dict[int, Consent]] | None = None
        self._sought: list[tuple[int, Agreeable]] = []
        """The forfeits that a seat here has asked consents for, while it may still enter one of them."""
        self._agreed: dict[Agreeable, dict[int, Consent]] = {}
        """Each thing proposed at this place of the log, and who consents to it, the first asker first."""
        self._refused: dict[Agreeable, Consent] = {}
        """The refusals that were signed at this place of the log."""
        self._adjourned = False
        self._sealed: dict[int, int] = {}
        self._since_s = clock()
        self._wake_at_s = 0.0 if all(pen.awake for pen in pens) else clock() + WAKE_S
        self._told_settled = False
        self._behind = False
        """Whether the record on disk lacks something, since it could not be written."""

    # -- how it stands ---------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The match id, hex."""
        return self.ledger.match_id.hex()

    @property
    def watching(self) -> bool:
        """Whether no seat is here."""
        return not self.pens

    @property
    def player_peers(self) -> frozenset[str]:
        """The other peers that hold seats."""
        return frozenset(seat.peer for seat in self.ledger.seats) - {self.me}

    @property
    def settled(self) -> bool:
        """Whether it is over, confirmed if it can be, and all linked peers are known to hold all of it."""
        if not self.ledger.closed or (self.ledger.status == "finished" and not self.ledger.confirmed):
            return False
        return all(held >= len(self.ledger) for held in self.links.values())

    @property
    def status(self) -> str:
        """As ``Match.status`` says it."""
        if self._adjourned and self.ledger.remedy(self.gone()) == "adjourn":
            return "adjourned"  # until enough of them are back
        return self.ledger.status

    def match(self) -> Match:
        """How it stands, for the owner of the hub; only once the game has begun."""
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
            state=self._showing.state(),
            bot_state=self._showing.bot_state(),
            entries=len(ledger),
            actions=self._showing.actions(),
            past=self._showing.past(),
            status=self.status,
            confirmed=ledger.confirmed,
            settled=self.settled,
            watching=self.watching,
            watchers=len(set(self.links) - self.player_peers),
            path="" if self._behind else self.file.shown,
            proposal=self._proposal(),
            remedy=self._remedy(),
        )

    def _proposal(self) -> Proposal | None:
        """What waits for the consent of all; for the upper floor to say."""
        return None

    def _remedy(self) -> str:
        """What somebody here may do about those who are gone; for the upper floor to say."""
        return ""

    # -- links -----------------------------------------------------------------------------------

    def link(self, peer: str) -> None:
        """Exchange the log with ``peer`` from now on."""
        news = peer not in self.links
        self.links.setdefault(peer, 0)
        self._ask(peer)
        if news:
            self._changed()

    def unlink(self, peer: str) -> None:
        """``peer`` is gone, or wants no more."""
        self._catchup.forget(peer)
        if self.links.pop(peer, None) is not None:
            self._changed()

    def introduce(self, peer: str) -> None:
        """Give ``peer`` what it needs to begin: the header."""
        self._post(peer, ("header", self.id, self.ledger.header.to_bytes()))

    def _ask(self, peer: str, index: int | None = None) -> None:
        """Ask for what is new after what we hold (which tells how much that is), or from an earlier entry on."""
        length = len(self.ledger)
        start = length if index is None else index
        self._catchup.asked(peer, start, length)
        self._post(peer, ("log?", self.id, start))

    def _spread(self, message: Message, but: str = "") -> None:
        for peer in list(self.links):
            if peer != but:
                self._post(peer, message)

    def _spread_entry(self, news: News, data: bytes, but: str = "") -> None:
        """To all links but those known to hold it; what is not simply the newest entry may be news to anybody."""
        for peer, held in list(self.links.items()):
            if peer != but and (held <= news.entry.index or news.kind != "applied"):
                self._post(peer, ("entries", self.id, news.entry.index, (data,)))

    def _answer_fork(self, peer: str, news: News) -> None:
        """Whoever sent what stops the match may not know what we hold in its place."""
        if news.kind in _STOPS and news.entry.index < len(self.ledger):
            ours = self.ledger.entries[news.entry.index].to_bytes()
            self._post(peer, ("entries", self.id, news.entry.index, (ours,)))

    def _holds(self, peer: str, entries: int) -> None:
        """``peer`` is known to hold so many entries."""
        if peer in self.links:
            self.links[peer] = max(self.links[peer], min(entries, len(self.ledger)))
            if self.settled != self._told_settled:
                self._changed()

    def _serve(self, peer: str, index: int) -> None:
        length = len(self.ledger)
        if index == length > 0:  # equally long logs may still end differently: that must show
            last = self.ledger.entries[-1]
            self._post(peer, ("entries", self.id, last.index, (last.to_bytes(),)))
        some = self.ledger.since(index, MAX_ENTRIES, CHUNK_BYTES)
        self._post(peer, ("entries", self.id, index, tuple(some)))
        self._holds(peer, index)
        if index > length:
            self._ask(peer)
        if index >= length:
            for seal in self.ledger.seals:
                self._post(peer, ("seal", self.id, 0, seal))
            for wish in self._wishes():
                self._post(peer, ("proposal", self.id, wish))

    def _take_entries(self, peer: str, index: int, packed: object) -> None:
        assert isinstance(packed, tuple)
        catching = not self.begun and peer in self._catchup
        question = self._catchup.answered(peer, index)
        news, astray = False, False
        for number, data in enumerate(packed):
            try:
                one = self.ledger.add(data)
            except Gap:
                if question is None and peer not in self._catchup:
                    self._ask(peer)
                break
            except Misfit:
                astray = astray or not number
                continue
            except _HONEST:
                continue
            if one.kind != "known":
                news = True
                self._passed()
                self._keep(data)
                self._spread_entry(one, data, but=peer)
                self._answer_fork(peer, one)
                if not catching:
                    self._report(one)
        self._holds(peer, index + len(packed))
        if question is not None:
            further = question.next(len(self.ledger), news=news, astray=astray)
            if further is None:
                self._caught_up()
            else:
                self._ask(peer, further)
        self.advance()

    def _take_seal(self, peer: str, data: bytes) -> None:
        try:
            new = self.ledger.add_seal(data)
        except Gap:
            self._ask(peer)
            return
        except IllegalEntry:
            return
        if new:
            self._write_safely(lambda: self.file.add_seal(data))
            self._spread(("seal", self.id, 0, data), but=peer)
            self._changed()

    # -- what the seats here do ----------------------------------------------------------------------

    def gone(self) -> tuple[int, ...]:
        """The seats in the game whose peer can't be reached."""
        return tuple(
            seat
            for seat in self.ledger.in_game
            if seat not in self.pens and self.ledger.seats[seat].peer not in self.links
        )

    def advance(self) -> None:
        """Do whatever the seats here must do without being asked: commit, reveal, enter what is due, seal."""
        while not self.ledger.closed:
            writer = self.ledger.writer
            pen = self.pens.get(writer) if writer is not None else None
            if pen is None or not pen.awake:
                break
            write = partial(pen.open, self.ledger) if self.ledger.state is None else self._due(pen)
            if write is None or not self._enter(write):
                break
        self._seal()

    def _due(self, pen: Pen) -> Write | None:
        """How ``pen``, which is to write, enters what others wish for; for the upper floor to say."""
        return None

    def _wishes(self) -> list[bytes]:
        """What a peer that comes to the end of the log must also know; for the upper floor to say."""
        return []

    def _passed(self) -> None:
        """An entry was added: what was wished for at that place has had its time; for the upper floor."""

    def _seal(self) -> None:
        if self.ledger.status != "finished":
            return
        for seat, pen in sorted(self.pens.items()):
            sealed = self._sealed.get(seat) == len(self.ledger)
            if sealed or seat not in self.ledger.in_game or not pen.awake:
                continue
            try:
                self._mend()
                seal = pen.seal(self.ledger)
                self._write(partial(self.file.add_seal, seal))
                self.ledger.add_seal(seal)
                self._sealed[seat] = len(self.ledger)
            except NetError as error:
                self._failed(error)
                return
            self._spread(("seal", self.id, seat, seal))
            self._changed()

    def _enter(self, write: Write, action: str = "") -> bool:
        """Sign an entry, put it on disk, take it in, only then tell others; False if that failed."""
        try:
            self._mend()
            entry = write()
            if entry is None:
                return False
            data = entry.to_bytes()
            try:
                self._write(lambda: self.file.add_entry(data))
            except NetError:
                self._behind = True
                self.pens[entry.seat].withdraw(entry)
                raise
            news = self.ledger.add(data)
        except NetError as error:
            self._failed(error, action)
            return False
        self._passed()
        self._spread_entry(news, data)
        self._report(news)
        self.advance()
        return True

    # -- telling ---------------------------------------------------------------------------------

    def _report(self, news: News) -> None:
        self._since_s = self._clock()
        if self.ledger.closed:
            for peer in list(self.links):  # says that we hold the last entry, asks whether they do
                self._ask(peer)
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

    def _caught_up(self) -> None:
        self._wake()
        self._begin()

    def _wake(self) -> None:
        asleep = [pen for pen in self.pens.values() if not pen.awake]
        for pen in asleep:
            pen.wake()
        if asleep:
            self._changed()

    def tick(self) -> None:
        """Time has passed: a seat that came back has waited long enough for others."""
        if self._wake_at_s and self._clock() >= self._wake_at_s:
            self._wake_at_s = 0.0
            self._caught_up()
            self.advance()

    def void(self) -> None:
        """A seat was lost before the game began: this match will never be."""
        if self.ledger.state is None and self.ledger.status == "opening":
            self.ledger.void()
            self._write_safely(self.file.add_void)

    def begin_local(self) -> None:
        """All seats are here, or it was taken up from disk with nobody to ask: wake, begin, go on."""
        self._caught_up()
        self.advance()

    def _changed(self) -> None:
        if self.begun:
            self._tell(MatchChanged(self.match()))

    def _keep(self, data: bytes) -> None:
        self._write_safely(lambda: self.file.add_entry(data, sync=False))

    def lag(self, error: NetError) -> None:
        """The record could not be written: tell that once; it is made good before anything else is written."""
        if not self._behind:
            self._failed(error)
            if self.local:
                self._fail(Failed("not-kept", "the match goes on, but it is not saved now"))
        self._behind = True

    def _write(self, write: Callable[[], None]) -> None:
        """Write what a seat here has signed, before it is told to anybody; raises HomeError.

        Where all seats are here nobody is told, and the match goes on without its record.
        """
        if self.local:
            self._write_safely(write)
        else:
            write()

    def _write_safely(self, write: Callable[[], None]) -> None:
        """Write what others sent; if that fails it is told once, and made good before anything else is written."""
        try:
            self._make_good()
            write()
        except NetError as error:
            self.lag(error)

    def _mend(self) -> None:
        """Make the record whole again if something is missing in it; raises HomeError.

        Where all seats are here, this is done with what is written next, and nothing waits for it.
        """
        if not self.local:
            self._make_good()

    def _make_good(self) -> None:
        if self._behind:
            if self.pens:
                self.file.save_pens(list(self.pens.values()), self.seated)
            self.file.rewrite(self.ledger)
            self._behind = False

    def _failed(self, error: NetError, action: str = "") -> None:
        cause = error.__cause__
        why = cause if isinstance(cause, RulesError) else error
        self._fail(Failed(why.code, why.message, why.arguments, action=action))

    def _fail(self, failed: Failed) -> None:
        self._tell(replace(failed, match_id=self.id))
