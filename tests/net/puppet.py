"""A player without a hub, moved by hand: does what no honest program does, with the keys of a home folder.

Reads the record and the private file as ``docs/match-log.md`` says they are, signs entries, consents and seals,
and sends them over a real link.  Whatever it is tested against is a whole hub.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

from net.edge.entropy import new_key
from net.edge.record import load
from net.edge.session import Session, Sessions
from net.log.consent import Agreeable, Consent, Leave
from net.log.entry import Entry
from net.wire.address import read_address
from net.wire.codec import Packable, Value, pack, unpack
from net.wire.identity import Key
from net.wire.link import Reason
from net.wire.messages import AskLog, AskWatch, GiveEntries, Message
from rules.registry import games
from tests.patience import PATIENCE_S


class Puppet:
    """``folder`` is the home of a hub that is closed; ``close`` at the end.

    Of itself it says nothing but what its own log holds, to who asks for that.
    """

    def __init__(self, folder: Path, name: str, match_id: str = "") -> None:
        self.identity = Key((folder / "identity").read_bytes())
        self.name = name
        self.path = next(iter(folder.glob(f"matches/{match_id[:32]}*.magicade")))
        self.ledger = load(self.path.read_bytes()).ledger
        """The log as the record has it; what the puppet signs comes after it unless told otherwise."""
        self.keys = seat_keys(self.path)
        self.heard: list[Message] = []
        self.ended: list[Reason] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name=f"puppet {name}", daemon=True)
        self._thread.start()
        self._sessions: Sessions | None = None
        self._links: list[Session] = []

    @property
    def id(self) -> str:
        """The match id, hex."""
        return self.ledger.match_id.hex()

    # -- what it signs ---------------------------------------------------------------------------

    def entry(self, kind: str, body: Packable, seat: int, at: int | None = None, think_ms: int = 0) -> Entry:
        """Entry ``at`` (the next one) by ``seat``, with the digest that belongs to it, whatever the rules say."""
        index = len(self.ledger) if at is None else at
        moment = self.ledger.moments[index]
        state, digest = moment.state, moment.digest
        if state is not None and kind == "act":
            digest = self.ledger.game.digest(state.apply(str(body)).state)
        elif state is not None and kind == "forfeit":
            assert isinstance(body, list) and isinstance(body[0], list)
            seats = tuple(one for one in body[0] if isinstance(one, int))
            digest = self.ledger.game.digest(state.forfeit(seats, str(body[1])).state)
        elif kind == "takeback":
            assert isinstance(body, list) and isinstance(body[0], int)
            digest = self.ledger.moments[body[0] + 1].digest
        previous = self.ledger.entries[index - 1].hash if index else self.ledger.match_id
        value: Value = unpack(pack(body))
        fields = (self.ledger.match_id, index, previous, kind, seat, value, think_ms)
        return Entry(*fields, digest).signed(self.keys[seat])

    def point(self, kind: str, at: int | None = None, **fields: Any) -> Agreeable:
        """Something to consent to as entry ``at`` (the next one)."""
        index = len(self.ledger) if at is None else at
        previous = self.ledger.entries[index - 1].hash if index else self.ledger.match_id
        return Agreeable(index, previous, kind, **fields)

    def consent(self, seat: int, point: Agreeable) -> Consent:
        """The consent of ``seat``, whose key this puppet has."""
        return Consent(point, seat, point.sign(self.ledger.match_id, self.keys[seat]))

    def leave(self, seat: int) -> bytes:
        """The packed wish of ``seat`` to leave."""
        return Leave.sign(self.ledger.match_id, seat, self.keys[seat]).to_bytes()

    # -- over the link ---------------------------------------------------------------------------

    def connect(self, address: str) -> Puppet:
        """Open a link to a hub and ask for the match."""
        self._run(self._connect(address))
        self.send(AskWatch(self.id))
        return self

    def send(self, *messages: Message) -> None:
        """Send these over the newest link."""
        self._loop.call_soon_threadsafe(lambda: [self._links[-1].send(message) for message in messages])

    def send_entries(self, entries: Sequence[Entry]) -> None:
        """Send each as a new entry."""
        self.send(*(GiveEntries(self.id, entry.index, (entry.to_bytes(),)) for entry in entries))

    def kinds(self) -> list[str]:
        """The types of all messages that came."""
        return [message.KIND for message in self.heard]

    def close(self) -> None:
        """Break the links; the hubs see a player go."""
        if self._sessions is not None:
            self._run(self._sessions.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_S)
        self._loop.close()

    async def _connect(self, address: str) -> None:
        if self._sessions is None:
            rules = {game.id: game.version for game in games()}
            self._sessions = Sessions(self.identity, self.name, "0.1.0", rules, self)
        self._links.append(await self._sessions.connect([read_address(address)]))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_S)

    # -- see ``net.edge.session.Receiver`` --------------------------------------------------------------

    def session_opened(self, session: Session) -> None:
        pass

    def session_received(self, session: Session, message: Message) -> None:
        self.heard.append(message)
        if isinstance(message, AskLog):
            session.send(GiveEntries(self.id, message.index, tuple(self.ledger.since(message.index, 100))))

    def session_closed(self, session: Session, reason: Reason) -> None:
        self.ended.append(reason)


class Rude:
    """Listens like a hub and answers whatever comes by ``answer(session, message)``; ``close`` at the end."""

    def __init__(self, answer: Callable[[Session, Message], object]) -> None:
        self._answer = answer
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="rude", daemon=True)
        self._thread.start()
        self.address = f"127.0.0.1:{self._run(self._listen())}"

    async def _listen(self) -> int:
        rules = {game.id: game.version for game in games()}
        self._sessions = Sessions(new_key(), "Rude", "0.1.0", rules, self)
        return await self._sessions.listen(0, ("127.0.0.1",))

    def close(self) -> None:
        """Stop listening."""
        self._run(self._sessions.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_S)
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_S)

    def session_opened(self, session: Session) -> None:
        pass

    def session_received(self, session: Session, message: Message) -> None:
        self._answer(session, message)

    def session_closed(self, session: Session, reason: Reason) -> None:
        pass


def seat_keys(record: Path) -> dict[int, Key]:
    """The seats' keys in the private file beside this record."""
    value = unpack(record.with_suffix(".private").read_bytes())
    assert isinstance(value, tuple) and isinstance(value[0], tuple)
    keys = {}
    for pen in value[0]:
        assert isinstance(pen, tuple) and isinstance(pen[0], int) and isinstance(pen[1], bytes)
        keys[pen[0]] = Key(pen[1])
    return keys
