"""The fold: what a log amounts to after each entry, and the log's own rules about what may be entered.

``advance`` takes entries whose place and signature the ledger has checked; it checks everything else that an
entry says (consents included) and folds the actions through the game's rules.  Pure: same log, same moments.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from net.log.consent import Agreeable, Handover, Leave, Signatures, read_seats, read_signatures
from net.log.entry import Entry
from net.log.header import Header, Seat
from net.log.playable import first_state, texts
from net.log.refusals import BadHeader, IllegalEntry, WrongSeat
from net.wire.codec import pack
from net.wire.fields import array, blob, number, text
from net.wire.identity import HASH_BYTES, hashed
from rules.endings import FORFEITS
from rules.errors import RulesError
from rules.facts import Fact
from rules.game import Game, Options, State, Step
from rules.registry import game as find_game


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """What the log amounts to after one entry."""

    state: State | None
    """None before the last reveal."""
    digest: bytes
    """What the entry's digest must be: of the state, or the match id before the game."""
    seats: tuple[Seat, ...]
    """Who sits where, handovers done."""
    in_game: tuple[int, ...]
    """The seats that have neither left nor been forfeited."""
    paused: bool = False
    claimed: bool = False
    """Whether one side of two ended the match alone."""
    last_act: int = -1
    """Index of the newest action that is not taken back; −1 if there is none."""
    floor: int = -1
    """No takeback to before this entry: the first action, or the last time somebody went."""
    keys: frozenset[bytes] = frozenset()
    """Every seat key ever used in this match: none comes twice."""
    facts: tuple[Fact, ...] = ()
    """What the newest entry of ``Ledger.line`` did to the game."""


class Folded(NamedTuple):
    """A moment, and the step of the game if the state changed or the game began."""

    moment: Moment
    step: Step | None


class LogRules:
    """A header with its game looked up and its options read: how to begin and how to go on."""

    def __init__(self, header: Header) -> None:
        """Raises BadHeader if this program's rules can't play it."""
        self.header = header
        try:
            self.game: Game = find_game(header.game)
        except RulesError as error:
            raise BadHeader("header-game", "{why}", why=str(error)) from None
        if header.version != self.game.version:
            raise BadHeader(
                "header-version",
                "{game} by rules version {theirs}; this program plays version {ours}",
                game=self.game.id,
                theirs=header.version,
                ours=self.game.version,
            )
        try:
            self.options: Options = self.game.configure(dict(header.options))
            self._start(bytes(HASH_BYTES))
        except RulesError as error:
            raise BadHeader("header-terms", "{why}", why=str(error)) from None
        if dict(header.options) != texts(self.options):
            raise BadHeader("header-options", "a header must give all options of {game}", game=self.game.id)

    @property
    def size(self) -> int:
        """How many seats there are."""
        return len(self.header.seats)

    @property
    def opening(self) -> int:
        """How many entries there are before the game: a commit and a reveal for each seat."""
        return 2 * self.size

    def _start(self, seed: bytes) -> State:
        return first_state(self.game, self.options, self.size, self.header.position, seed)

    def begin(self) -> Moment:
        """The moment before the first entry."""
        seats = self.header.seats
        keys = frozenset(seat.key for seat in seats)
        return Moment(None, self.header.match_id, seats, tuple(range(self.size)), keys=keys)

    def writer(self, index: int, before: Moment) -> int | None:
        """The seat that writes entry ``index`` after ``before``; None when the game is over."""
        if index < self.opening:
            return index % self.size
        return before.state.turn if before.state is not None else None

    def advance(self, entries: Sequence[Entry], moments: Sequence[Moment], entry: Entry) -> Folded:
        """What ``entry`` makes of the log ``entries`` with ``moments`` (one more: before the first).

        Raises RemoteError if it may not stand there.  The digest is left for the caller to compare.
        """
        before = moments[-1]
        if entry.index < self.opening:
            return self._open(entries, before, entry)
        fold = _FOLDS.get(entry.kind)
        if fold is None:
            raise IllegalEntry("opened", "all seats have committed and revealed already")
        if before.state is None:  # can't be: the last reveal made one
            raise IllegalEntry("not-begun", "the game has not begun")
        if before.paused and entry.kind in ("act", "takeback", "pause"):
            raise IllegalEntry("paused", "the match is paused")
        return fold(self, moments, before, before.state, entry)

    def digest(self, state: State) -> bytes:
        """The digest of an entry that leads to ``state``."""
        return self.game.digest(state)

    def seed(self, entries: Sequence[Entry]) -> bytes:
        """The match seed: the hash of all reveals."""
        reveals = [entry.body for entry in entries[self.size : self.opening]]
        return hashed("magicade seed 1", pack([self.header.match_id, reveals]))

    # -- the opening: commits, reveals, the seed ---------------------------------------------------

    def _open(self, entries: Sequence[Entry], before: Moment, entry: Entry) -> Folded:
        kind = "commit" if entry.index < self.size else "reveal"
        if entry.kind != kind:
            raise IllegalEntry("opening", "before the game each seat commits and reveals, in order")
        value = blob(entry.body, (HASH_BYTES,), "a commit or reveal")
        if kind == "reveal" and commitment(entry.match_id, entry.seat, value) != entries[entry.seat].body:
            raise IllegalEntry("reveal", "the secret revealed is not the one committed to")
        if entry.index + 1 < self.opening:
            return Folded(before, None)
        state = self._start(self.seed([*entries, entry]))
        # The digest of the last reveal is still the match id: the next entry's covers the game.
        return Folded(replace(before, state=state), Step(state, ()))

    # -- the game ----------------------------------------------------------------------------------

    def _act(self, moments: Sequence[Moment], before: Moment, state: State, entry: Entry) -> Folded:
        try:
            step = state.apply(text(entry.body, 2000, "an action"))
        except RulesError as error:
            raise IllegalEntry("illegal-action", "{why}", why=str(error)) from error
        floor = before.floor if before.floor >= 0 else entry.index
        return self._stepped(before, step, last_act=entry.index, floor=floor)

    def _leave(self, moments: Sequence[Moment], before: Moment, state: State, entry: Entry) -> Folded:
        leave = Leave.unpack(entry.body)
        _in_game(before, leave.seat)
        leave.check(entry.match_id, before.seats[leave.seat].key)
        return self._gone(before, state, (leave.seat,), "left", entry.index)

    def _handover(self, moments: Sequence[Moment], before: Moment, state: State, entry: Entry) -> Folded:
        handover = Handover.unpack(entry.body, self.header.nonce)
        _in_game(before, handover.seat)
        if handover.to.key in before.keys:
            raise IllegalEntry("used-key", "a seat can only be handed over to a fresh key")
        handover.check(entry.match_id, before.seats[handover.seat].key)
        seats = list(before.seats)
        seats[handover.seat] = handover.to
        keys = before.keys | {handover.to.key}
        return Folded(self._same(before, state, seats=tuple(seats), keys=keys), None)

    def _takeback(self, moments: Sequence[Moment], before: Moment, state: State, entry: Entry) -> Folded:
        back_to, consents = array(entry.body, 2, "a takeback")
        back_to = number(back_to, entry.index, "a takeback's entry")
        check_takeback(moments, back_to)
        point = Agreeable(entry.index, entry.previous, "takeback", back_to)
        others = tuple(seat for seat in before.in_game if seat != entry.seat)
        _check_consents(before, point, entry, others, read_signatures(consents))
        back = moments[back_to + 1]
        assert back.state is not None
        return self._stepped(before, Step(back.state, ()), last_act=back.last_act)

    def _pause(self, moments: Sequence[Moment], before: Moment, state: State, entry: Entry) -> Folded:
        if before.paused == (entry.kind == "pause"):
            raise IllegalEntry("pause-twice", "the match is paused already, or not at all")
        point = Agreeable(entry.index, entry.previous, entry.kind)
        others = tuple(seat for seat in before.in_game if seat != entry.seat)
        _check_consents(before, point, entry, others, read_signatures(entry.body))
        return Folded(self._same(before, state, paused=entry.kind == "pause"), None)

    def _forfeit(self, moments: Sequence[Moment], before: Moment, state: State, entry: Entry) -> Folded:
        body = array(entry.body, 3, "a forfeit")
        seats, reason, consents = read_seats(body[0]), text(body[1], 8, "a reason"), read_signatures(body[2])
        author, others = forfeit_signers(before, seats, reason)
        if entry.seat != author:
            raise WrongSeat("forfeit-author", "this forfeit is for seat {seat} to write", seat=author + 1)
        if entry.think_ms:
            raise IllegalEntry("forfeit-time", "a forfeit has no thinking time")
        point = Agreeable(entry.index, entry.previous, "forfeit", 0, seats, reason)
        _check_consents(before, point, entry, others, consents)
        claimed = len(before.in_game) == 2
        return self._gone(replace(before, claimed=claimed), state, seats, reason, entry.index)

    def _gone(self, before: Moment, state: State, seats: tuple[int, ...], reason: str, index: int) -> Folded:
        in_game = tuple(seat for seat in before.in_game if seat not in seats)
        try:
            step = state.forfeit(seats, reason)
        except RulesError as error:
            raise IllegalEntry("illegal-forfeit", "{why}", why=str(error)) from error
        return self._stepped(replace(before, in_game=in_game), step, floor=index)

    def _stepped(
        self, before: Moment, step: Step, *, last_act: int | None = None, floor: int | None = None
    ) -> Folded:
        moment = replace(
            before,
            state=step.state,
            facts=step.facts,
            digest=self.digest(step.state),
            last_act=before.last_act if last_act is None else last_act,
            floor=before.floor if floor is None else floor,
        )
        return Folded(moment, step)

    def _same(
        self,
        before: Moment,
        state: State,
        *,
        seats: tuple[Seat, ...] | None = None,
        keys: frozenset[bytes] | None = None,
        paused: bool | None = None,
    ) -> Moment:
        """``before`` with something changed that is not the game's."""
        return replace(
            before,
            digest=self.digest(state),
            seats=before.seats if seats is None else seats,
            keys=before.keys if keys is None else keys,
            paused=before.paused if paused is None else paused,
        )


def commitment(match_id: bytes, seat: int, secret: bytes) -> bytes:
    """What a seat commits to before it reveals ``secret``."""
    return hashed("magicade commit 1", pack([match_id, seat, secret]))


def check_takeback(moments: Sequence[Moment], back_to: int) -> None:
    """Raises IllegalEntry unless a takeback to after entry ``back_to`` can be entered after these moments."""
    now = moments[-1]
    if now.floor < 0 or not now.floor <= back_to < len(moments) - 1:
        raise IllegalEntry(
            "takeback-floor",
            "nothing can be taken back to before the first action, or to before somebody went",
        )
    wanted, act = moments[back_to + 1].last_act, now.last_act
    if wanted == act:
        raise IllegalEntry("takeback-nothing", "there is nothing to take back")
    while act > wanted:
        act = moments[act].last_act
    if act != wanted:
        raise IllegalEntry("takeback-line", "entry {index} has been taken back itself", index=back_to)


def forfeit_signers(before: Moment, seats: tuple[int, ...], reason: str) -> tuple[int, tuple[int, ...]]:
    """Who must write the forfeit of ``seats``, and who else must consent; raises IllegalEntry if nobody may.

    The author is the lowest seat left, so that two honest seats never write two forfeits.
    """
    outside = tuple(seat for seat in before.in_game if seat not in seats)
    if reason not in FORFEITS:
        raise IllegalEntry("forfeit-reason", "a seat is forfeited because it left or for its time")
    if before.paused and reason == "time":
        raise IllegalEntry("paused", "the match is paused")
    if before.state is None or before.state.turn not in seats:
        raise IllegalEntry("forfeit-turn", "only who is to act can be forfeited, and others with it")
    if not outside or not set(seats) <= set(before.in_game):
        raise IllegalEntry("forfeit-seats", "only seats in the game can be forfeited, and not all of them")
    if len(before.in_game) > 2 and 2 * len(outside) <= len(before.in_game):
        raise IllegalEntry(
            "forfeit-minority", "half of the seats or fewer can't forfeit the others, only adjourn"
        )
    return outside[0], outside[1:]


def remedy(log_rules: LogRules, index: int, moment: Moment, gone: tuple[int, ...]) -> str:
    """What the others may do while the seats ``gone`` are gone or out of time, before entry ``index``.

    ``void`` (before the last reveal), ``wait`` (the seat to act is there, or nobody is), ``claim`` (of two),
    ``forfeit`` (more than half are there) or ``adjourn``.
    """
    gone = tuple(seat for seat in moment.in_game if seat in gone)
    if not gone:
        return "wait"
    if index < log_rules.opening:
        return "void"
    if log_rules.writer(index, moment) not in gone or len(gone) == len(moment.in_game):
        return "wait"
    if len(moment.in_game) == 2:
        return "claim"
    return "forfeit" if 2 * len(gone) < len(moment.in_game) else "adjourn"


def forfeited(entry: Entry) -> tuple[int, ...]:
    """The seats that a forfeit takes out of the game; raises Malformed if it is none."""
    return read_seats(array(entry.body, 3, "a forfeit")[0])


def _in_game(moment: Moment, seat: int) -> None:
    if seat not in moment.in_game:
        raise WrongSeat("not-in-game", "seat {seat} is not in the game", seat=seat + 1)


def _check_consents(
    before: Moment, point: Agreeable, entry: Entry, needed: tuple[int, ...], given: Signatures
) -> None:
    """Raises unless exactly the seats ``needed`` consented to ``point``."""
    if tuple(seat for seat, _ in given) != needed:
        raise IllegalEntry("consents", "the consents of exactly all other seats in the game are needed")
    for seat, signature in given:
        point.check(entry.match_id, before.seats[seat].key, signature)


_Fold = Callable[[LogRules, Sequence[Moment], Moment, State, Entry], Folded]
_FOLDS: dict[str, _Fold] = {
    "act": LogRules._act,
    "leave": LogRules._leave,
    "handover": LogRules._handover,
    "takeback": LogRules._takeback,
    "pause": LogRules._pause,
    "resume": LogRules._pause,
    "forfeit": LogRules._forfeit,
}
