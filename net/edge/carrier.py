"""Carries what happens to the peer machine (``net.peer.peer``) and what it wants done: sockets, LAN, disk, clock.

Lives in one asyncio loop; every method runs there.  Decides nothing.  What happens while outputs are being carried
out waits its turn, so that the machine sees one thing after the other.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any

from net.edge.discovery import Discovery
from net.edge.entropy import entropy
from net.edge.interfaces import own_hosts, published
from net.edge.record_index import RecordIndex
from net.edge.session import Caps, Session, Sessions
from net.edge.store import Home
from net.edge.stumble import stumbled
from net.events import Event, Failed, Listed, SavedList
from net.intents import Intent, ListSaved
from net.peer.inputs import (
    Closing,
    Dialled,
    Heard,
    Input,
    LinkClosed,
    LinkOpened,
    Loaded,
    MessageCame,
    Ticked,
    Wanted,
)
from net.peer.outputs import Announce, CloseLink, Dial, Load, Output, Send, Stumbled, Tell
from net.peer.peer import Peer
from net.wire.address import read_address
from net.wire.errors import ConnectError, NetError
from net.wire.hint import Announcement
from net.wire.identity import Entropy
from net.wire.link import Reason
from net.wire.messages import MAX_KNOWN, Message
from rules.errors import RulesError
from rules.registry import games

APP = "0.1.0"
TICK_S = 0.25


class Carrier:
    """``start`` first, ``close`` last; ``tell`` takes events.

    To the peer it is its ``Supplies``, to the sessions their ``Receiver``.
    """

    def __init__(
        self, home: Home, name: str, tell: Callable[[Event], None], caps: Caps | None = None
    ) -> None:
        self.home = home
        self.records = home
        self.entropy: Entropy = entropy
        self.peer: Peer | None = None
        """There from ``start`` on."""
        self._name = name
        self._tell = tell
        self._caps = caps
        self._loop = asyncio.get_running_loop()
        self._rules = {game.id: game.version for game in games()}
        self._index = RecordIndex(home.matches, self._rules)
        self._listing = self._list_due = False
        self._sessions: Sessions | None = None
        self._discovery: Discovery | None = None
        self._numbers = count(1)
        self._links: dict[int, Session] = {}
        self._number_of: dict[Session, int] = {}
        self._happened: deque[Input] = deque()
        self._carrying = False
        self._announce: tuple[Announcement, ...] = ()
        self._announced: dict[str, Announcement] = {}
        self._announcing = False
        self._tasks: set[asyncio.Task[None]] = set()

    # -- life --------------------------------------------------------------------------------------------------

    async def start(self, network: bool, port: int | None, discover: bool) -> None:
        """Listen and look around; what is missing is told as ``Failed``."""
        identity = self.home.identity()
        self._tell_troubles()
        self.peer = Peer(
            identity,
            self._name,
            self,
            self._loop.time(),
            network=network,
            discovery=discover,
        )
        if network:
            self._sessions = Sessions(
                identity, self._name, APP, self._rules, self, self._caps, self.home.path
            )
            try:
                await self._sessions.listen(port)
            except NetError as error:
                self._failed(error)
            if discover:
                self._discovery = Discovery(self.peer.me, self._rules, self._heard, self._failed)
                self._task(self._discovery.start())
        self._task(self._ticking())

    async def close(self) -> None:
        """Say goodbye and stop."""
        self._take(Closing())
        self._index.halt()
        for task in list(self._tasks):
            task.cancel()
        if self._sessions:
            await self._sessions.close()
        if self._discovery:
            with contextlib.suppress(TimeoutError, asyncio.TimeoutError):
                await asyncio.wait_for(self._discovery.close(), 1.0)
        self.home.unlock()

    @property
    def port(self) -> int:
        """Where we listen; 0 if nowhere."""
        return self._sessions.port if self._sessions else 0

    def listens(self) -> bool:
        """See ``net.peer.peer.Supplies``."""
        return bool(self.port)

    def addresses(self) -> tuple[str, ...]:
        """See ``net.peer.peer.Supplies``."""
        if not self.port:
            return ()
        return tuple(str(address) for address in published(own_hosts(), self.port))[:MAX_KNOWN]

    def want(self, intent: Intent) -> None:
        """What the owner wants."""
        if isinstance(intent, ListSaved):
            self._list_saved()
        else:
            self._take(Wanted(intent))

    # -- what happens, one thing after the other -----------------------------------------------------------------

    def _take(self, happened: Input) -> None:
        self._happened.append(happened)
        if self._carrying or self.peer is None:
            return
        self._carrying = True
        try:
            while self._happened:
                for output in self.peer.take(self._happened.popleft(), self._loop.time()):
                    self._carry_out(output)
        finally:
            self._carrying = False

    def _carry_out(self, output: Output) -> None:
        """Never raises: what can't be done is told, and the next thing is."""
        try:
            self._do(output)
        except (NetError, RulesError) as error:
            self._failed(error)
        except Exception as error:
            self._tell(stumbled(error))

    def _do(self, output: Output) -> None:
        if isinstance(output, Send):
            session = self._links.get(output.link)
            if session is not None:
                session.send(output.message)
        elif isinstance(output, Tell):
            self._tell(output.event)
        elif isinstance(output, CloseLink):
            session = self._links.get(output.link)
            if session is not None:
                session.close(output.reason)
        elif isinstance(output, Dial):
            self._task(self._dial(output))
        elif isinstance(output, Load):
            self._task(self._load(output))
        elif isinstance(output, Announce):
            self._announce = output.said
            if self._discovery is not None and not self._announcing:
                self._announcing = True
                self._task(self._keep_announcing())
        elif isinstance(output, Stumbled):
            self._tell(stumbled(output.error, output.match, output.action))
        elif self._sessions is not None:
            self._sessions.name = output.name

    async def _ticking(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            self._take(Ticked())

    # -- sockets ---------------------------------------------------------------------------------------------------

    def session_opened(self, session: Session) -> None:
        """See ``net.edge.session.Receiver``."""
        number = next(self._numbers)
        self._links[number] = session
        self._number_of[session] = number
        address = "" if session.address is None else str(session.address)
        self._take(LinkOpened(number, session.peer, address))

    def session_received(self, session: Session, message: Message) -> None:
        """See ``net.edge.session.Receiver``."""
        number = self._number_of.get(session)
        if number is not None:
            self._take(MessageCame(number, message))

    def session_closed(self, session: Session, reason: Reason) -> None:
        """See ``net.edge.session.Receiver``."""
        number = self._number_of.pop(session, None)
        if number is not None:
            del self._links[number]
            self._take(LinkClosed(number, reason))

    async def _dial(self, dial: Dial) -> None:
        try:
            if self._sessions is None:
                raise ConnectError("no-network", "there is no network here")
            session = await self._sessions.connect([read_address(text) for text in dial.addresses], dial.peer)
        except NetError as error:
            self._take(Dialled(dial.call, error=error))
        except Exception as error:
            self._tell(stumbled(error))
            self._take(Dialled(dial.call, error=ConnectError("lost", "the connection broke")))
        else:
            self._take(Dialled(dial.call, self._number_of.get(session, 0)))

    # -- the LAN -----------------------------------------------------------------------------------------------------

    def _heard(self, listed: tuple[Listed, ...]) -> None:
        self._take(Heard(listed))

    async def _keep_announcing(self) -> None:
        """Make what is announced the same as what is to be, also while that goes on changing."""
        assert self._discovery is not None
        try:
            while self._announced != (wanted := {said.id: said for said in self._announce}):
                for key in [key for key in self._announced if key not in wanted]:
                    del self._announced[key]
                    await self._discovery.withdraw(key)
                for key, said in wanted.items():
                    if self._announced.get(key) != said:
                        self._announced[key] = said
                        await self._discovery.announce(said, self.port)
        finally:
            self._announcing = False

    # -- the disk ----------------------------------------------------------------------------------------------------

    async def _load(self, load: Load) -> None:
        try:
            path = self.home.find(bytes.fromhex(load.match))
            saved = None if path is None else await asyncio.to_thread(self.home.open, path)
        except NetError as error:
            self._take(Loaded(load.match, load.link, error=error))
            return
        self._tell_troubles()
        self._take(Loaded(load.match, load.link, saved))

    def _list_saved(self) -> None:
        """Look into the home folder in a thread of its own, once more for whoever asks meanwhile."""
        self._list_due = True
        if not self._listing:
            self._listing = True
            self._task(self._look_up())

    async def _look_up(self) -> None:
        try:
            while self._list_due:
                self._list_due = False
                self._tell(SavedList(await asyncio.to_thread(self._index.look)))
        finally:
            self._listing = False

    # -- telling ------------------------------------------------------------------------------------------------------

    def _task(self, work: Coroutine[Any, Any, None]) -> None:
        """Run ``work`` beside everything; what it raises is told."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, (NetError, RulesError)):
            self._failed(error)
        elif error is not None:
            self._tell(stumbled(error))

    def _tell_troubles(self) -> None:
        """What the home folder has mended, or could not."""
        for trouble in self.home.troubles():
            self._failed(trouble)

    def _failed(self, error: NetError | RulesError) -> None:
        self._tell(Failed(error.code, error.message, error.arguments))
