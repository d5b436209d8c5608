"""Matches at this peer: what its owner wants in them, watching, resuming, and another match afterwards.

The fifth floor of the hub's runner.  One match by itself is ``net.match.match``.
"""

from __future__ import annotations

import asyncio
import secrets

from net.edge.session import ConnectError, Session
from net.events import RematchOffered, SavedList
from net.match.match import MatchPeer
from net.peer.lobby import Lobby
from net.peer.state import Opened
from net.peer.table import Table, TableError
from net.wire.players import PERSON


class Playing(Lobby):
    """Running and finished matches, saved ones, and watching them."""

    _listing = False
    _list_due = False

    # -- intents --------------------------------------------------------------------------------------

    def act(self, match_id: str, action: str, after: int) -> None:
        """See ``Hub.act``."""
        self._match(match_id).act(action, after)

    def leave_match(self, match_id: str, for_good: bool) -> None:
        """See ``Hub.leave_match``."""
        match = self._match(match_id)
        if for_good and not match.watching and not match.ledger.closed:
            match.leave()
            if not match.local:
                return
        self._matches.pop(match_id, None)
        self._wanted.pop(match_id, None)
        for peer in list(match.links):
            self.post(peer, ("unwatch", match_id))

    def forfeit(self, match_id: str) -> None:
        """See ``Hub.forfeit``."""
        self._match(match_id).forfeit()

    def propose(self, match_id: str, kind: str, back_to: int) -> None:
        """See ``Hub.propose``."""
        self._match(match_id).propose(kind, back_to)

    def answer(self, match_id: str, yes: bool) -> None:
        """See ``Hub.answer``."""
        self._match(match_id).answer(yes)

    def resume(self, match_id: str) -> None:
        """See ``Hub.resume``."""
        if match_id in self._matches:
            match = self._matches[match_id]
            match.begun = False
            match.begin_local()
            return
        path = self.home.find(bytes.fromhex(match_id)) if _is_hex(match_id) else None
        if path is None:
            raise TableError("no-match", "there is no such match in the home folder")
        self.task(self._resume(path))

    def list_saved(self) -> None:
        """See ``Hub.list_saved``: looked up in a thread of its own, once more for whoever asks meanwhile."""
        self._list_due = True
        if not self._listing:
            self._listing = True
            self.task(self._list_saved())

    async def _list_saved(self) -> None:
        try:
            while self._list_due:
                self._list_due = False
                found = await asyncio.to_thread(self._index.look)
                self._tell(SavedList(found))
        finally:
            self._listing = False

    # -- watching -------------------------------------------------------------------------------------

    def watch(self, target: str) -> None:
        """See ``Hub.watch``."""
        self.task(self._watch(target))

    async def _watch(self, target: str) -> None:
        session, wanted = await self._reach(target)
        tables, matches = await self._held_by(session)
        if not wanted:
            found = (*matches, *tables)
            if not found:
                raise ConnectError("nothing-there", "there is nothing to watch at {target}", target=target)
            wanted = found[0]
        self._wanted[wanted] = session.peer.peer
        if wanted in tables:
            session.send(("look", wanted))
        else:
            session.send(("watch", wanted))

    def _asked_watch(self, session: Session, peer: str, match_id: str) -> None:
        match = self._matches.get(match_id)
        if match is None or (match.local and peer not in match.player_peers):
            session.send(("refused", match_id, "no-match", "that match is not there"))
            return
        if not match.watchable and peer not in match.player_peers:
            raise TableError("no-watchers", "this match takes no watchers")
        match.introduce(peer)
        if peer not in match.links:
            match.link(peer)
            self._introduce(match)
        else:  # what it was told before may have come before it had the match
            self._introduce(match, [peer])

    # -- another match --------------------------------------------------------------------------------

    def rematch(self, match_id: str) -> None:
        """See ``Hub.rematch``."""
        match = self._match(match_id)
        if not match.ledger.closed or match.watching:
            raise TableError("not-over", "only players can want another match, once this one is over")
        match.rematch.add(self.me)
        for peer in match.player_peers:
            self.post(peer, ("rematch", match_id, True))
        self._try_rematch(match)

    def _asked_rematch(self, peer: str, match_id: str) -> None:
        match = self._matches.get(match_id)
        if match is None or peer not in match.player_peers or match.watching or not match.ledger.closed:
            return
        if peer not in match.rematch:
            match.rematch.add(peer)
            name = next(seat.shown for seat in match.ledger.seats if seat.peer == peer)
            if self.me not in match.rematch:
                self._tell(RematchOffered(match_id, name))
        self._try_rematch(match)

    def _try_rematch(self, match: MatchPeer) -> None:
        """Once all players want it, whoever sat in the first seat opens a table with the seats turned."""
        seats = match.ledger.seats
        if match.rematch < {seat.peer for seat in seats} or seats[0].peer != self.me:
            return
        match.rematch.clear()
        header = match.ledger.header
        count = len(seats)
        table = Table(
            secrets.token_hex(16),
            self.me,
            self.name,
            header.game,
            header.version,
            dict(header.options),
            ["open"] * count,
            position=header.position,
            watchable=match.watchable,
        )
        for seat in range(count):
            old = (seat + 1) % count
            sitting = seats[old]
            player = match.seated.get(old, PERSON)
            if sitting.peer == self.me:
                table.assign(seat, player, sitting.shown)
            else:
                table.sit(sitting.peer, sitting.shown, player, seat, also=True)
                table.ready(sitting.peer, True)
        opened = Opened(table, False, True)
        if match.local:
            self._begin(opened, local=True)
            return
        self._tables[table.state.id] = opened
        self._table_changed(opened)


def _is_hex(text: str) -> bool:
    return len(text) == 64 and not set(text) - set("0123456789abcdef")
