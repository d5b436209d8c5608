"""What a peer announces on the LAN: its public tables, and the matches that run and may be watched."""

from __future__ import annotations

from net.peer.matches import Matches
from net.peer.tables import Tables
from net.wire.hint import Announcement


def announcements(name: str, tables: Tables, matches: Matches) -> tuple[Announcement, ...]:
    """All that is to be announced now; ``name`` is what we are called."""
    said = []
    for own in tables.own.values():
        state = own.table.state
        if own.public and not own.match:
            said.append(
                Announcement(
                    state.id,
                    state.game,
                    state.version,
                    name,
                    len(state.places),
                    state.free,
                    watchable=state.watchable,
                )
            )
    for match in matches.held.values():
        if match.begun and not match.local and not match.done:
            header = match.ledger.header
            said.append(
                Announcement(
                    match.id,
                    header.game,
                    header.version,
                    name,
                    len(header.seats),
                    0,
                    running=True,
                    watchable=match.watchable,
                )
            )
    return tuple(said)
