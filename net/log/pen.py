"""The pen of one seat whose key is here: writes its entries, consents, seals, and never contradicts itself.

What it returns is not yet in the ledger.  The order that keeps honest peers honest: private file, record
(both fsynced, ``net.edge.store``), ``Ledger.add``, only then the network.  A pen that comes from a private file
signs nothing until ``wake``: first ask the reachable peers for a longer log.
"""

from __future__ import annotations

from collections.abc import Sequence

from net.log.consent import AGREED, Agreeable, Consent, Handover, Leave, Seats
from net.log.entry import MAX_THINK_MS, Entry
from net.log.header import Header, Seat
from net.log.ledger import Ledger
from net.log.refusals import BadSignature, IllegalEntry, WouldContradict
from net.log.rules import check_takeback, commitment, forfeit_signers
from net.wire.codec import Packable, Value
from net.wire.fields import array, blob, number
from net.wire.identity import HASH_BYTES, KEY_BYTES, Entropy, Key
from net.wire.table import MAX_SEATS
from rules.errors import RulesError


class Pen:
    """One seat's key, its secret for the seed, and what it has bound itself to."""

    def __init__(self, seat: int, key: Key, secret: bytes) -> None:
        self.seat = seat
        self.key = key
        self.secret = secret
        self.awake = True
        self._signed: tuple[int, bytes, bytes] = (-1, b"", b"")
        self._signed_before = self._signed
        self._pledge: Agreeable | None = None
        self._renounced: tuple[Agreeable, ...] = ()

    @classmethod
    def new(cls, seat: int, entropy: Entropy) -> Pen:
        """A pen with a fresh key and secret."""
        return cls(seat, Key.new(entropy), entropy(HASH_BYTES))

    def wake(self) -> None:
        """The reachable peers have been asked for a longer log: sign again."""
        self.awake = True

    # -- entries -----------------------------------------------------------------------------------

    def open(self, ledger: Ledger) -> Entry | None:
        """This seat's commit or reveal, if that is what the log waits for, else None."""
        if ledger.state is not None or ledger.writer != self.seat:
            return None
        committing = len(ledger) < len(ledger.header.seats)
        commit = commitment(ledger.match_id, self.seat, self.secret)
        return self._write(
            ledger, "commit" if committing else "reveal", commit if committing else self.secret
        )

    def act(self, ledger: Ledger, action: str, think_ms: int = 0) -> Entry:
        """The entry for ``action``, with all that those need who know less.

        Raises IllegalEntry (its ``__cause__`` is the RulesError) or Bound.
        """
        if ledger.state is not None:
            try:
                action = ledger.state.full(action)
            except RulesError as error:
                raise IllegalEntry("illegal-action", "{why}", why=str(error)) from error
        return self._write(ledger, "act", action, think_ms)

    def enter_leave(self, ledger: Ledger, leave: Leave) -> Entry:
        """The entry by which ``leave`` (of any seat in the game) takes effect."""
        return self._write(ledger, "leave", leave.pack())

    def enter_handover(self, ledger: Ledger, handover: Handover) -> Entry:
        """The entry by which ``handover`` (of any seat in the game) takes effect."""
        return self._write(ledger, "handover", handover.pack())

    def enter_agreed(self, ledger: Ledger, point: Agreeable, consents: Sequence[Consent] = ()) -> Entry:
        """The takeback, pause or resume that all other seats in the game consented to."""
        if point.kind == "takeback":
            return self._write(ledger, "takeback", [point.back_to, self._gathered(ledger, point, consents)])
        return self._write(ledger, point.kind, self._gathered(ledger, point, consents))

    def claim(self, ledger: Ledger, reason: str = "left") -> Entry:
        """With two seats in the game: end it as claimed, against the seat to act."""
        if len(ledger.in_game) != 2:
            raise IllegalEntry("claim-two", "only of two seats one can claim the match alone")
        return self.enter_forfeit(ledger, self.ask_forfeit(ledger, (_turn(ledger),), reason), ())

    def enter_forfeit(self, ledger: Ledger, point: Agreeable, consents: Sequence[Consent]) -> Entry:
        """The forfeit that all seats outside it consented to; for its author (``ask_forfeit``) to write."""
        if point in self._renounced:
            raise WouldContradict("renounced", "this seat has said that it will not write this forfeit")
        body: Packable = [list(point.seats), point.reason, self._gathered(ledger, point, consents)]
        return self._write(ledger, "forfeit", body)

    def withdraw(self, entry: Entry) -> None:
        """``entry``, the one signed last, could not be kept on disk and was sent to nobody: sign anew."""
        if self._signed[2] == entry.hash:
            self._signed = self._signed_before

    # -- wishes ------------------------------------------------------------------------------------

    def propose_leave(self, ledger: Ledger) -> Leave:
        """This seat's wish to leave for good, for the seat that writes next (this one, perhaps)."""
        self._check_awake()
        return Leave.sign(ledger.match_id, self.seat, self.key)

    def propose_handover(self, ledger: Ledger, to: Seat, new: Key) -> Handover:
        """This seat's wish to go over to ``to``, the private half of whose key is ``new`` (both here)."""
        self._check_awake()
        return Handover.sign(ledger.match_id, self.seat, to, self.key, new)

    def consent(self, ledger: Ledger, point: Agreeable) -> Consent:
        """This seat's consent to a takeback, pause or resume; raises unless ``point`` can be entered now."""
        self._check_awake()
        if point.kind not in AGREED or not _here(ledger, point):
            raise IllegalEntry("consent-here", "that can't be consented to here and now")
        if point.kind == "takeback":
            check_takeback(ledger.moments, point.back_to)
        return self._consent(ledger, point)

    def refuse(self, ledger: Ledger, point: Agreeable) -> Consent:
        """This seat's word that it does not consent to ``point``: whoever proposed it need not wait."""
        self._check_awake()
        return self._consent(ledger, point.refused())

    # -- forfeits ----------------------------------------------------------------------------------

    def ask_forfeit(self, ledger: Ledger, seats: Seats, reason: str) -> Agreeable:
        """What the others must consent to so that this seat may forfeit ``seats``; raises if it may not."""
        author, _ = forfeit_signers(ledger.moment, seats, reason)
        if author != self.seat:
            raise IllegalEntry("forfeit-author", "this forfeit is for seat {seat} to write", seat=author + 1)
        return Agreeable(len(ledger), ledger.last_hash, "forfeit", 0, seats, reason)

    def answer_forfeit(self, ledger: Ledger, point: Agreeable) -> Consent | list[bytes]:
        """Asked to consent to a forfeit: consent, or the entries that are missing there ("it came, to me").

        Never both: who consents is bound (write the private file before sending) until the forfeit is in
        the log or its author has released everybody.
        """
        self._check_awake()
        if len(ledger) > point.index:
            return ledger.since(point.index)
        _, others = forfeit_signers(ledger.moment, point.seats, point.reason)
        if not _here(ledger, point) or point.kind != "forfeit" or self.seat not in others:
            raise IllegalEntry("consent-here", "that can't be consented to here and now")
        self._check_free(ledger, point.index, point.previous)
        old = self._pledge
        grows = old and old.index == point.index and set(old.seats) < set(point.seats)
        if old is not None and old != point and not grows and not self._kept(ledger, old):
            raise WouldContradict("pledged", "this seat has consented to another forfeit already")
        self._pledge = point
        return self._consent(ledger, point)

    def release(self, ledger: Ledger, point: Agreeable) -> Consent:
        """The author's word that it will never write the forfeit ``point``: the missing entry came."""
        self._check_awake()
        if point not in self._renounced:
            self._renounced = (*self._renounced, point)
        return self._consent(ledger, _release(point))

    def releases(self, ledger: Ledger) -> list[Consent]:
        """All that ``release`` gave: for those who were away when it was said."""
        return [self._consent(ledger, _release(point)) for point in self._renounced]

    def take_release(self, ledger: Ledger, release: Consent) -> bool:
        """Whether ``release`` frees this seat from its pledge (and it is freed); raises BadSignature."""
        pledge = self._pledge
        if pledge is None or release.point != _release(pledge) or pledge.index >= len(ledger.moments):
            return False
        before = ledger.moments[pledge.index]
        author, _ = forfeit_signers(before, pledge.seats, pledge.reason)
        if release.seat != author:
            return False
        release.point.check(ledger.match_id, before.seats[author].key, release.signature)
        self._pledge = None
        return True

    # -- seals -------------------------------------------------------------------------------------

    def seal(self, ledger: Ledger) -> bytes:
        """This seat's packed seal of the last entry of a match that is over, for ``Ledger.add_seal``."""
        self._check_awake()
        if ledger.status not in ("finished", "claimed") or self.seat not in ledger.in_game:
            raise IllegalEntry("seal-place", "only the last entry of a match that is over can be sealed")
        self._check_pledge(ledger, len(ledger), None)
        return ledger.make_seal(self.seat, self.key)

    # -- the private file --------------------------------------------------------------------------

    def to_packable(self) -> Packable:
        """Everything secret and binding, for the private file only.

        Signed entries are not in it: they are in the record before anybody sees them.
        """
        return [
            self.seat,
            self.key.to_bytes(),
            self.secret,
            None if self._pledge is None else self._pledge.to_bytes(),
            [point.to_bytes() for point in self._renounced],
        ]

    @classmethod
    def from_value(cls, value: Value) -> Pen:
        """The pen that ``to_packable`` gave, asleep; raises Malformed."""
        seat, key, secret, pledge, renounced = array(value, 5, "a pen")
        pen = cls(
            number(seat, MAX_SEATS, "a seat"),
            Key(blob(key, (KEY_BYTES,), "a key")),
            blob(secret, (HASH_BYTES,), "a secret"),
        )
        pen._pledge = Agreeable.from_bytes(pledge) if isinstance(pledge, bytes) else None
        points = array(renounced, None, "releases", 4096)
        pen._renounced = tuple(Agreeable.from_bytes(point) for point in points if isinstance(point, bytes))
        pen.awake = False
        return pen

    # -- inside ------------------------------------------------------------------------------------

    def _write(self, ledger: Ledger, kind: str, body: Packable, think_ms: int = 0) -> Entry:
        """The signed entry, tried out on the ledger's moments first; raises RemoteError or Bound."""
        self._check_awake()
        entry = ledger.draft(self.seat, kind, body, min(max(think_ms, 0), MAX_THINK_MS))
        if ledger.seats[self.seat].key != self.key.public:
            raise BadSignature("other-key", "this seat has been handed over to another key")
        self._check_free(ledger, entry.index, entry.previous, entry.hash)
        self._check_pledge(ledger, entry.index, entry)
        if self._signed[2] != entry.hash:
            self._signed_before = self._signed
        self._signed = (entry.index, entry.previous, entry.hash)
        return entry.signed(self.key)

    def _check_awake(self) -> None:
        if not self.awake:
            raise WouldContradict(
                "asleep", "after a restart a seat signs nothing before it has asked for a longer log"
            )

    def _check_free(self, ledger: Ledger, index: int, previous: bytes, hashed: bytes = b"") -> None:
        """Raises Bound if this seat has signed another entry here, or one that is not in our log."""
        at, after, signed = self._signed
        if at < len(ledger):
            free = at < 0 or ledger.entries[at].hash == signed
        else:
            free = (at, after, signed) == (index, previous, hashed)
        if free or any(cut.hash == signed for cut in ledger.cut):
            return
        raise WouldContradict("signed", "this seat has signed another entry {index} already", index=at)

    def _check_pledge(self, ledger: Ledger, index: int, entry: Entry | None) -> None:
        pledge = self._pledge
        if pledge is None or pledge.index > index or self._kept(ledger, pledge):
            return
        if pledge.index == index and entry is not None and _is(entry, pledge):
            return
        raise WouldContradict(
            "pledged", "this seat has consented to a forfeit and waits for it, or for its release"
        )

    def _kept(self, ledger: Ledger, pledge: Agreeable) -> bool:
        """Whether the log shows that the pledge is done with: entered, or its author has gone on."""
        if len(ledger) <= pledge.index:
            return False
        author, _ = forfeit_signers(ledger.moments[pledge.index], pledge.seats, pledge.reason)
        if _is(ledger.entries[pledge.index], pledge):
            return True
        return any(ledger.entries[at].seat == author for at in range(pledge.index, len(ledger)))

    def _consent(self, ledger: Ledger, point: Agreeable) -> Consent:
        return Consent(point, self.seat, point.sign(ledger.match_id, self.key))

    def _gathered(self, ledger: Ledger, point: Agreeable, consents: Sequence[Consent]) -> list[Packable]:
        """The signatures for an entry's body; this seat's own entry is its consent."""
        if not _here(ledger, point):
            raise IllegalEntry("consent-here", "that was consented to at another place of the log")
        signatures = {given.seat: given.signature for given in consents if given.point == point}
        signatures.pop(self.seat, None)
        return [[seat, signatures[seat]] for seat in sorted(signatures)]


def point_here(ledger: Ledger, kind: str, back_to: int = 0) -> Agreeable:
    """A takeback (to after entry ``back_to``), pause or resume as the next entry: to ask consents for."""
    return Agreeable(len(ledger), ledger.last_hash, kind, back_to)


def check_seat(header: Header, pen: Pen) -> bool:
    """Whether ``header`` gives the pen's seat to its key: look before signing a commit."""
    return pen.seat < len(header.seats) and header.seats[pen.seat].key == pen.key.public


def _here(ledger: Ledger, point: Agreeable) -> bool:
    return point.index == len(ledger) and point.previous == ledger.last_hash


def _turn(ledger: Ledger) -> int:
    turn = ledger.writer
    if turn is None:
        raise IllegalEntry("over", "the match is over")
    return turn


def _is(entry: Entry, pledge: Agreeable) -> bool:
    body = entry.body
    return (
        entry.kind == "forfeit"
        and isinstance(body, tuple)
        and body[:2] == (pledge.seats, pledge.reason)
        and entry.previous == pledge.previous
    )


def _release(point: Agreeable) -> Agreeable:
    return Agreeable(point.index, point.previous, "release", 0, point.seats, point.reason)
