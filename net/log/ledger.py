"""The log of one match: verify, append, merge, serve; what the match stands at; evidence; seals.

Sans-IO and without a clock.  ``add`` takes in an entry from anywhere, in any order of arrival: it is applied,
known already, refused with a ``RemoteError`` (and nothing changed), or it stops the match (``News``).
Signing is for ``net.log.pen``, the file for ``net.edge.record``, what entries mean for ``net.log.rules``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from net.log.entry import Entry
from net.log.growing import Growing
from net.log.header import Header, Seat
from net.log.refusals import BadSignature, Gap, IllegalEntry, Misfit, Stopped, TooLate, WrongSeat
from net.log.rules import Folded, LogRules, Moment, forfeited, remedy
from net.log.seal import Seal
from net.wire.codec import Packable, pack, unpack
from net.wire.fields import array, number
from net.wire.identity import SIGNATURE_BYTES, Key
from rules.game import Game, State, Step

MAX_LATE = 64
"""How many entries are kept as evidence; a match that has stopped needs no more."""


@dataclass(frozen=True, slots=True)
class News:
    """What ``Ledger.add`` did.

    ``kind``: ``applied`` (at the end of the log), ``known`` (already there: drop it, do not forward),
    ``replaced`` (a majority's forfeit took the place of the ``cut`` newest entries, then applied),
    ``conflict``, ``disputed``, ``desync`` (kept as evidence; the match has stopped).
    All but ``known`` must be written to disk and forwarded.
    """

    kind: str
    entry: Entry
    step: Step | None = None
    """State and facts after it, where the state changed or the game began; None otherwise."""
    cut: int = 0


class Ledger:
    """A verified log; raises BadHeader unless ``header`` is playable by this program's rules."""

    def __init__(
        self,
        header: Header,
        log_rules: LogRules | None = None,
        entries: Sequence[Entry] = (),
        moments: Sequence[Moment] = (),
    ) -> None:
        """``entries`` and ``moments``: where another ledger of this match, with these ``log_rules``, begins."""
        self.header = header
        self.log_rules = log_rules or LogRules(header)
        self.entries: list[Entry] = [*entries]
        self.moments: list[Moment] = [*moments] or [self.log_rules.begin()]
        """What the log amounts to before the first entry and after each."""
        self.late: list[Entry] = []
        """Entries that stopped the match and are no part of the log, in the order they came: evidence."""
        self.cut: list[Entry] = []
        """Entries that were in the log until a majority's forfeit took their place."""
        self.line: Growing[Entry] = _line(entries)
        """The entries that led to the state, in order: actions, leaves, forfeits, none taken back."""
        self._stopped = ""
        self._branch: Ledger | None = None
        self._seals: dict[int, bytes] = {}
        self._drafted: tuple[bytes, Folded] | None = None
        """Hash of the entry drafted here last, and what it makes of the log."""

    # -- how it stands ---------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def match_id(self) -> bytes:
        """32 bytes."""
        return self.header.match_id

    @property
    def game(self) -> Game:
        """The rules by which it is played."""
        return self.log_rules.game

    @property
    def moment(self) -> Moment:
        """Everything that the log amounts to, after its last entry."""
        return self.moments[-1]

    @property
    def state(self) -> State | None:
        """The state after the last entry; None before the last reveal."""
        return self.moment.state

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where now (handovers done)."""
        return self.moment.seats

    @property
    def in_game(self) -> tuple[int, ...]:
        """The seats that have neither left nor been forfeited."""
        return self.moment.in_game

    @property
    def status(self) -> str:
        """``opening`` (before the last reveal) ``running`` ``paused`` ``finished`` ``claimed``;
        stopped: ``disputed`` ``conflict`` ``desync`` ``void``."""
        moment = self.moment
        if self._stopped:
            return self._stopped
        if moment.state is None:
            return "opening"
        if moment.state.turn is None:
            return "claimed" if moment.claimed else "finished"
        return "paused" if moment.paused else "running"

    @property
    def closed(self) -> bool:
        """Whether nothing can be added to the log any more."""
        return self.status not in ("opening", "running", "paused")

    @property
    def writer(self) -> int | None:
        """The one seat that may write the next entry (a forfeit apart); None when over or stopped."""
        return None if self.closed else self.log_rules.writer(len(self.entries), self.moment)

    @property
    def actions(self) -> tuple[str, ...]:
        """All actions that lead to the state, in order, takebacks undone."""
        return tuple(str(entry.body) for entry in self.line if entry.kind == "act")

    def remedy(self, gone: tuple[int, ...]) -> str:
        """What the others may do while these seats are gone: void, wait, claim, forfeit or adjourn."""
        return "wait" if self.closed else remedy(self.log_rules, len(self), self.moment, gone)

    @property
    def last_hash(self) -> bytes:
        """Hash of the last entry; the match id while there is none."""
        return self.entries[-1].hash if self.entries else self.match_id

    @property
    def confirmed(self) -> bool:
        """Whether it is finished and every seat still in the game has sealed the last entry."""
        return self.status == "finished" and set(self._seals) >= set(self.in_game)

    @property
    def thought_ms(self) -> tuple[int, ...]:
        """Thinking time of each seat so far (taken back or not): what clocks are made of."""
        spent = [0] * len(self.header.seats)
        for entry in self.entries:
            spent[entry.seat] += entry.think_ms
        return tuple(spent)

    # -- taking in -------------------------------------------------------------------------------

    def add(self, data: bytes) -> News:
        """Take in one packed entry; raises a RemoteError (``net.log.refusals``) and changes nothing."""
        return self.enter(Entry.from_bytes(self.match_id, data))

    def enter(self, entry: Entry) -> News:
        """``add`` for an entry that is read already, or was drafted and signed here."""
        if any(entry.hash == late.hash for late in self.late):
            return News("known", entry)
        if entry.index < len(self.entries):
            return self._add_late(entry)
        if self._branch is not None and self._branch.last_hash == entry.previous:
            return self._add_to_branch(self._branch, entry)
        if self.closed:
            raise Stopped("stopped", "the match has ended or stopped: {status}", status=self.status)
        if entry.index > len(self.entries):
            raise Gap(len(self.entries), entry.index)
        if entry.previous != self.last_hash:
            raise Misfit("misfit", "entry {index} does not follow the last entry", index=entry.index)
        self._check_writer(entry)
        folded = self._fold(entry)
        if entry.digest != folded.moment.digest:
            self._stop("desync", entry)
            return News("desync", entry)
        self.entries.append(entry)
        self.moments.append(folded.moment)
        self.line = _onward(self.line, entry)
        return News("applied", entry, folded.step)

    def merge(self, entries: Iterable[bytes]) -> list[News]:
        """``add`` each in order; what is known is left out of the answer.  Raises at the first refused."""
        news = (self.add(data) for data in entries)
        return [one for one in news if one.kind != "known"]

    def add_seal(self, data: bytes) -> bool:
        """Take in one packed seal of the last entry of a match that is over; whether it was new."""
        seal = Seal.from_bytes(data)
        if seal.index >= len(self.entries):
            raise Gap(len(self.entries), seal.index)
        if seal.index != len(self.entries) - 1 or self.state is None or self.state.turn is not None:
            raise IllegalEntry("seal-place", "only the last entry of a match that is over can be sealed")
        if seal.seat not in self.in_game:
            raise WrongSeat("not-in-game", "seat {seat} is not in the game", seat=seal.seat + 1)
        seal.check(self.match_id, self.last_hash, self.seats[seal.seat].key)
        new = seal.seat not in self._seals
        self._seals.setdefault(seal.seat, data)
        return new

    def draft(self, seat: int, kind: str, body: Packable, think_ms: int = 0) -> Entry:
        """The next entry as ``seat`` would write it, unsigned; raises RemoteError if it could not be added."""
        if self.closed:
            raise Stopped("stopped", "the match has ended or stopped: {status}", status=self.status)
        fields = (self.match_id, len(self.entries), self.last_hash, kind, seat, unpack(pack(body)), think_ms)
        entry = Entry(*fields, self.moment.digest, bytes(SIGNATURE_BYTES))
        entry = Entry.from_bytes(self.match_id, entry.to_bytes())
        self._check_turn(entry)
        folded = self.log_rules.advance(self.entries, self.moments, entry)
        drafted = replace(entry, digest=folded.moment.digest)
        self._drafted = (drafted.hash, folded)
        return drafted

    def make_seal(self, seat: int, key: Key) -> bytes:
        """The packed seal of the last entry by ``seat``, whose key this is."""
        return Seal.sign(self.match_id, len(self.entries) - 1, self.last_hash, seat, key).to_bytes()

    def void(self) -> None:
        """A seat is lost before the last reveal: nothing more can be added."""
        if self.state is None and not self._stopped:
            self._stopped = "void"

    # -- serving ---------------------------------------------------------------------------------

    def since(self, index: int, most: int = 1000, cap_bytes: int | None = None) -> list[bytes]:
        """Up to ``most`` packed entries from ``index`` on; if they reach the end the late ones follow.

        With ``cap_bytes`` only as many as fit in that, but at least one.
        """
        served = self.entries[max(index, 0) : max(index, 0) + most]
        whole = index + most >= len(self.entries)
        packed = [entry.to_bytes() for entry in (*served, *(self.late if whole else ()))]
        size = 0
        for count, data in enumerate(packed):
            size += len(data)
            if cap_bytes is not None and count and size > cap_bytes:
                return packed[:count]
        return packed

    @property
    def seals(self) -> list[bytes]:
        """The packed seals of the last entry, by seat."""
        return [self._seals[seat] for seat in sorted(self._seals)]

    @property
    def branch(self) -> Ledger | None:
        """Of a disputed match the other branch, from the first entry on."""
        return self._branch

    # -- what comes late -------------------------------------------------------------------------

    def _add_late(self, entry: Entry) -> News:
        """An entry for an index that the log has: known, refused, evidence, or the other side of a claim."""
        ours = self.entries[entry.index]
        if entry.hash == ours.hash:
            return News("known", entry)
        if entry.previous != ours.previous:
            raise Misfit("misfit", "entry {index} is of another branch or match", index=entry.index)
        self._check_signature(entry, self.moments[entry.index])
        if self._stopped:
            raise Stopped("stopped", "the match has ended or stopped: {status}", status=self.status)
        if self.confirmed:
            raise Stopped("sealed", "every seat has confirmed the result already")
        if entry.seat == ours.seat:
            self._stop("conflict", entry)
            return News("conflict", entry)
        fork = self._fork(entry.index)  # copies the log: only for what its seat has signed
        fork._check_turn(entry)
        fork.log_rules.advance(fork.entries, fork.moments, entry)
        if "forfeit" == entry.kind == ours.kind:
            # Two forfeits by different authors: the majorities overlap, so somebody signed both.
            self._stop("conflict", entry)
            return News("conflict", entry)
        if ours.kind == "forfeit":
            if len(fork.in_game) > 2:
                raise TooLate("too-late", "the others have forfeited this seat: its entry comes too late")
            return self._dispute(fork, entry)
        return self._late_forfeit(fork, entry)

    def _late_forfeit(self, fork: Ledger, entry: Entry) -> News:
        """A forfeit of somebody whose own entry we hold."""
        signers = {seat for seat in fork.in_game if seat not in forfeited(entry)}
        if any(later.seat in signers for later in self.entries[entry.index + 1 :]) or signers & set(
            self._seals
        ):
            raise IllegalEntry(
                "false-forfeit", "who signed this forfeit has gone on from the entry said to be missing"
            )
        if len(fork.in_game) == 2:
            return self._dispute(fork, entry)
        folded = self.log_rules.advance(fork.entries, fork.moments, entry)
        if entry.digest != folded.moment.digest:
            raise IllegalEntry("forfeit-digest", "a late forfeit with a wrong digest")
        cut = self.entries[entry.index :]
        self.entries[entry.index :] = [entry]
        self.moments[entry.index + 1 :] = [folded.moment]
        self.line = _line(self.entries)
        self._seals.clear()
        self.cut += cut
        return News("replaced", entry, folded.step, len(cut))

    def _dispute(self, fork: Ledger, entry: Entry) -> News:
        fork.add(entry.to_bytes())
        self._branch = fork
        self._stop("disputed", entry)
        return News("disputed", entry)

    def _add_to_branch(self, branch: Ledger, entry: Entry) -> News:
        """One more entry of a disputed match's other branch."""
        branch.add(entry.to_bytes())
        self._keep(entry)
        return News("disputed", entry)

    def _fork(self, index: int) -> Ledger:
        """The same log, cut before entry ``index``."""
        return Ledger(self.header, self.log_rules, self.entries[:index], self.moments[: index + 1])

    # -- checks ----------------------------------------------------------------------------------

    def _check_signature(self, entry: Entry, before: Moment) -> None:
        """Raises unless the seat that ``entry`` names signed it, as it stood at the moment ``before``."""
        if entry.seat >= len(before.seats):
            raise WrongSeat("no-seat", "there is no seat {seat} in this match", seat=entry.seat + 1)
        if not entry.signed_by(before.seats[entry.seat].key):
            raise BadSignature(
                "entry-signature", "entry {index} is not signed by its seat", index=entry.index
            )

    def _check_writer(self, entry: Entry) -> None:
        self._check_signature(entry, self.moment)
        self._check_turn(entry)

    def _check_turn(self, entry: Entry) -> None:
        writer = self.log_rules.writer(entry.index, self.moment)
        if entry.kind != "forfeit" and entry.seat != writer:
            raise WrongSeat(
                "not-your-turn",
                "entry {index} is for seat {writer} to write, not for seat {seat}",
                index=entry.index,
                writer=-1 if writer is None else writer + 1,
                seat=entry.seat + 1,
            )

    def _fold(self, entry: Entry) -> Folded:
        """What ``entry`` makes of the log; known already if it is the one drafted here last.  Raises RemoteError."""
        drafted, self._drafted = self._drafted, None
        if drafted is not None and drafted[0] == entry.hash:
            return drafted[1]
        return self.log_rules.advance(self.entries, self.moments, entry)

    def _stop(self, status: str, entry: Entry) -> None:
        self._stopped = status
        self._keep(entry)

    def _keep(self, entry: Entry) -> None:
        if len(self.late) < MAX_LATE:
            self.late.append(entry)


def _line(entries: Iterable[Entry]) -> Growing[Entry]:
    """``Ledger.line`` after all of these."""
    line: Growing[Entry] = Growing()
    for entry in entries:
        line = _onward(line, entry)
    return line


def _onward(line: Growing[Entry], entry: Entry) -> Growing[Entry]:
    """``Ledger.line`` after one more entry."""
    if entry.kind in ("act", "leave", "forfeit"):
        return line.plus(entry)
    if entry.kind == "takeback":
        back_to, _ = array(entry.body, 2, "a takeback")
        kept = number(back_to, entry.index, "a takeback's entry")
        return line.cut(bisect_right(line, kept, key=lambda one: one.index))
    return line
