"""Keeping one match's record up with what happens, also when the disk fails for a while.

What a seat here signs is written before anybody is told of it; what others sent is written if it can be.  What
could not be written is made good before anything else is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from net.events import Failed
from net.log.ledger import Ledger
from net.log.pen import Pen
from net.log.private_file import PrivateFile
from net.match.record_file import RecordFile
from net.wire.errors import NetError


class Keeper:
    """Writes to the record of one match, and knows what it still owes it.

    ``fail`` is told once of each trouble; ``local``: all seats are here, so that nobody else relies on the record.
    """

    def __init__(
        self,
        file: RecordFile,
        ledger: Ledger,
        pens: Mapping[int, Pen],
        players: Mapping[int, str],
        *,
        local: bool,
        fail: Callable[[Failed], None],
    ) -> None:
        self._file = file
        self._ledger = ledger
        self._pens = pens
        self._players = players
        self._addresses: dict[str, tuple[str, ...]] = {}
        self._local = local
        self._fail = fail
        self._behind = False
        """Whether the record lacks something, since it could not be written."""

    @property
    def shown(self) -> str:
        """Where the record lies, for people; empty if it is in memory only or not whole."""
        return "" if self._behind else self._file.shown

    def was_saved(self, private: PrivateFile) -> None:
        """What the private file said when it was read: its addresses stay until newer ones are known."""
        self._addresses = dict(private.addresses)

    # -- what a seat here signed ---------------------------------------------------------------------

    def own_entry(self, data: bytes) -> None:
        """An entry of a seat here; raises LocalError, and then it must be sent to nobody."""
        try:
            self._own(lambda: self._file.add_entry(data))
        except NetError:
            self._behind = True
            raise

    def own_seal(self, data: bytes) -> None:
        """A seal of a seat here; raises LocalError."""
        self._own(lambda: self._file.add_seal(data))

    def own_pens(self) -> None:
        """What binds or frees the seats here has changed; raises LocalError."""
        self._own(self._save_private)

    def addresses(self, known: Mapping[str, tuple[str, ...]]) -> None:
        """Where the other players can be called: kept if that is new, so that they can be called another day."""
        if self._pens and known and known != self._addresses:
            self._addresses = dict(known)
            self._if_possible(self._save_private)

    def ready(self) -> None:
        """Make good what is owed, before a seat here signs anything; raises LocalError.

        Where all seats are here nothing waits for it: it is done with what is written next.
        """
        if not self._local:
            self._make_good()

    # -- what others sent ----------------------------------------------------------------------------

    def entry(self, data: bytes) -> None:
        """An entry that came."""
        self._if_possible(lambda: self._file.add_entry(data, sync=False))

    def seal(self, data: bytes) -> None:
        """A seal that came."""
        self._if_possible(lambda: self._file.add_seal(data))

    def void(self) -> None:
        """The match will never be."""
        self._if_possible(self._file.add_void)

    def lag(self, error: NetError) -> None:
        """The record could not be written: told once, and made good later."""
        if not self._behind:
            self._fail(Failed(error.code, error.message, error.arguments))
            if self._local:
                self._fail(Failed("not-kept", "the match goes on, but it is not saved now"))
        self._behind = True

    # -- inside ------------------------------------------------------------------------------------------

    def _own(self, write: Callable[[], None]) -> None:
        if self._local:
            self._if_possible(write)
        else:
            write()

    def _if_possible(self, write: Callable[[], None]) -> None:
        try:
            self._make_good()
            write()
        except NetError as error:
            self.lag(error)

    def _make_good(self) -> None:
        if self._behind:
            if self._pens:
                self._save_private()
            self._file.rewrite(self._ledger)
            self._behind = False

    def _save_private(self) -> None:
        self._file.save_private(PrivateFile(list(self._pens.values()), self._players, self._addresses))
