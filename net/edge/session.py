"""Links over real sockets: asyncio and TLS 1.3.

``Sessions`` listens, connects and keeps every ``Session`` (one connection with its ``Link``).  What comes is
handed to a ``Receiver`` at once, in the loop's own thread: nothing is queued inwards, and outwards only so
much before a slow reader is disconnected.  It knows nothing of tables and matches.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import ssl
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from net.edge.certificate import certificate_hash, client_context, server_context
from net.edge.entropy import fresh
from net.edge.interfaces import reachable
from net.wire.address import DEFAULT_PORT, Address, zoned
from net.wire.errors import ConnectError, NetError
from net.wire.identity import Key
from net.wire.link import (
    GOODBYE,
    Closed,
    Event,
    Hello,
    Limits,
    Link,
    LinkStage,
    Opened,
    Reason,
    Received,
    Role,
)
from net.wire.messages import Message


class Receiver(Protocol):
    """Who is told what happens on sessions; must be quick and must not block."""

    def session_opened(self, session: Session) -> None:
        """Both sides have proved who they are: ``session.peer`` is set."""

    def session_received(self, session: Session, message: Message) -> None:
        """A message of a known type and shape came."""

    def session_closed(self, session: Session, reason: Reason) -> None:
        """An opened session is over; told exactly once."""


@dataclass(frozen=True, slots=True)
class Caps:
    """How much all sessions together may cost."""

    sessions: int = 128
    """Connections at once, opened or not."""
    strangers: int = 24
    """Incoming connections that have not proved who they are."""
    strangers_per_host: int = 8
    unsent_bytes: int = 1024 * 1024
    """What may wait for one slow reader."""
    slow_s: float = 8.0
    """How long a reader may not take anything while something waits."""
    connect_s: float = 6.0
    """How long connecting may take altogether, proof included."""
    stagger_s: float = 0.25
    """After so long the next address is tried beside the ones before it."""
    tick_s: float = 0.5
    link: Limits = field(default_factory=Limits)


LINGER_S = 1.0
"""How long what was sent before the end may take to go out."""


class Session(asyncio.Protocol):
    """One connection.  ``peer`` is their hello once it is open."""

    def __init__(self, sessions: Sessions, role: Role, expected: str = "") -> None:
        self.outbound = role is Role.CLIENT
        self.remote = Address("", 0)
        """Where they are, as the socket says (their port is ``peer.port``)."""
        self.reason: Reason | None = None
        """Why it closed, once it has."""
        self.opened: asyncio.Future[None] = sessions.loop.create_future()
        self._sessions = sessions
        self._role = role
        self._expected = expected
        self._link: Link | None = None
        self._transport: asyncio.Transport | None = None
        """There from ``connection_made`` to ``connection_lost``: a lost one must not be called any more."""
        self._linger: asyncio.TimerHandle | None = None
        """Cuts a closed connection whose peer takes nothing."""
        self._stuck_since_s: float | None = None
        self._told_open = False

    @property
    def peer(self) -> Hello:
        """What they said of themselves; only once it is open."""
        assert self._link is not None and self._link.peer is not None
        return self._link.peer

    @property
    def is_open(self) -> bool:
        """Whether messages may be sent."""
        return self._link is not None and self._link.stage is LinkStage.OPEN

    @property
    def latency_s(self) -> float | None:
        """How long the last heartbeat took there and back."""
        return self._link.latency_s if self._link else None

    @property
    def address(self) -> Address | None:
        """Where others can call them, or None if they don't listen."""
        if not self.is_open or not self.peer.port:
            return None
        return Address(self.remote.host, self.peer.port)

    def send(self, message: Message) -> bool:
        """Send ``message``; False if the session is over (its end has been or will be told).

        Raises LocalError for a message of no known shape.
        """
        if self._link is None or not self.is_open:
            return False
        self._link.send(message)
        self._flush()
        return self.is_open

    def close(self, reason: Reason = GOODBYE) -> None:
        """Say why and end it; what was sent before still goes out."""
        if self._link is None:
            self._end(reason)
        else:
            self._events(self._link.close(reason))

    # -- asyncio's side ------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        if self.reason:
            transport.abort()
            return
        self._transport = transport
        self._sessions.carried.add(self)
        transport.set_write_buffer_limits(high=self._sessions.caps.unsent_bytes // 4)
        self.remote = _remote(transport)
        seen = self._sessions.certificate
        if self._role is Role.CLIENT:
            tls: Any = transport.get_extra_info("ssl_object")
            seen = certificate_hash(tls.getpeercert(binary_form=True) or b"")
        self._link = Link(
            self._role,
            self._sessions.identity,
            self._sessions.hello(),
            seen,
            self._sessions.loop.time(),
            self._sessions.caps.link,
        )
        self._flush()

    def data_received(self, data: bytes) -> None:
        if self._link:
            self._events(self._link.receive(data, self._sessions.loop.time()))

    def eof_received(self) -> bool:
        return False

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        self._sessions.carried.discard(self)
        if self._linger:
            self._linger.cancel()
            self._linger = None
        self._end(Reason("lost", "the connection broke"))

    def pause_writing(self) -> None:
        self._stuck_since_s = self._sessions.loop.time()

    def resume_writing(self) -> None:
        self._stuck_since_s = None

    def tick(self) -> None:
        """Time has passed."""
        now_s = self._sessions.loop.time()
        if self._stuck_since_s is not None and now_s - self._stuck_since_s > self._sessions.caps.slow_s:
            self._drop(_SLOW)
        elif self._link:
            self._events(self._link.tick(now_s))

    # -- inside --------------------------------------------------------------------------------

    def _events(self, events: Sequence[Event]) -> None:
        self._flush()
        for event in events:
            if isinstance(event, Opened):
                self._open()
            elif isinstance(event, Received):
                if self.reason is None:
                    self._sessions.receiver.session_received(self, event.message)
            elif isinstance(event, Closed):
                self._end(event.reason)

    def _open(self) -> None:
        if self.reason:
            return
        if self._expected and self.peer.peer != self._expected:
            self.close(_OTHER)
            return
        self._told_open = True
        if not self.opened.done():
            self.opened.set_result(None)
        self._sessions.receiver.session_opened(self)

    def _flush(self) -> None:
        if self._link is None or self._transport is None:
            return
        data = self._link.outgoing()
        if not data or self._transport.is_closing():
            return
        self._transport.write(data)
        if self._transport.get_write_buffer_size() > self._sessions.caps.unsent_bytes:
            self._drop(_SLOW)

    def _drop(self, reason: Reason) -> None:
        """End it without waiting for anything to go out."""
        if self._link:
            self._link.close(reason)
            self._link.outgoing()
        self.cut()
        self._end(reason)

    def cut(self) -> None:
        """Let go of the connection at once, however far its end has come."""
        if self._transport:
            self._transport.abort()

    def _end(self, reason: Reason) -> None:
        if self.reason:
            return
        self.reason = reason
        if self._link:
            self._link.close(reason)
        if self._transport:
            if not self._transport.is_closing():  # closed twice, it forgets its TLS and can't be cut any more
                self._transport.close()
            # A peer that takes nothing must not keep a closed connection alive.
            self._linger = self._sessions.loop.call_later(LINGER_S, self.cut)
        self._sessions.forget(self)
        if not self.opened.done():
            self.opened.set_exception(ConnectError(reason.marked, reason.message, **reason.arguments))
            self.opened.exception()  # whoever waits sees it; nobody has to
        if self._told_open:
            self._sessions.receiver.session_closed(self, reason)


_ABSENT = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
_OTHER = Reason("other", "somebody else answers at that address")
_SLOW = Reason("slow", "they did not take what was sent to them")


class Sessions:
    """All connections of this process.  Lives in one running asyncio loop."""

    def __init__(
        self,
        identity: Key,
        name: str,
        app: str,
        rules: Mapping[str, int],
        receiver: Receiver,
        caps: Caps | None = None,
        folder: Path | None = None,
    ) -> None:
        """``folder``: where a file may lie for a moment if the system's folder for such files can't be used."""
        self.identity = identity
        self.name = name
        """May be changed; new connections say the new one."""
        self.receiver = receiver
        self.caps = caps or Caps()
        self.port = 0
        """Where we listen; 0 while we don't."""
        self.certificate = b""
        self.loop = asyncio.get_running_loop()
        self._app = app
        self._rules = dict(rules)
        self._folder = folder
        self.carried: set[Session] = set()
        """Those whose connection still stands, also if they are over."""
        self._all: set[Session] = set()
        self._listening: list[socket.socket] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._strangers: Counter[str] = Counter()
        self._client_context = client_context()
        self._server_context: ssl.SSLContext | None = None
        self._closed = False
        self._task(self._ticking())

    @property
    def opened(self) -> tuple[Session, ...]:
        """The sessions that are open."""
        return tuple(session for session in self._all if session.is_open)

    def hello(self) -> Hello:
        """A fresh hello of ours."""
        return Hello(self._app, self._rules, self.name, self.identity.public, fresh(), self.port)

    async def listen(self, port: int | None = None, hosts: Sequence[str] = ("0.0.0.0", "::")) -> int:
        """Listen on ``port``, or on the usual one or else any free one; returns the port.

        IPv4 and IPv6 where the machine has them.  Raises NetError ``listen`` if it can't be done.
        """
        wanted = [DEFAULT_PORT, 0] if port is None else [port]
        problem: OSError | None = None
        try:
            self._server_context, self.certificate = server_context(self._folder)
        except OSError as error:
            raise _deaf(wanted[0], error) from error
        for number in wanted:
            # A free port of one family may be taken in the other; then another free one is tried.
            for _ in range(1 if number else 5):
                try:
                    self._listening = _listen(hosts, number)
                except OSError as error:
                    problem = error
                    continue
                self.port = self._listening[0].getsockname()[1]
                for listening in self._listening:
                    self._task(self._accepting(listening))
                return self.port
        raise _deaf(wanted[0], problem)

    async def connect(self, addresses: Sequence[Address], peer: str = "") -> Session:
        """An open session with whoever answers first at one of ``addresses``, only ``peer`` (an id) if given.

        Raises ConnectError saying what went wrong at the address that came furthest.
        """
        targets = reachable(addresses)
        if not targets:
            raise ConnectError("no-address", "there is no address to connect to")
        if len(self._all) >= self.caps.sessions:
            raise ConnectError("full", "there are too many connections already")
        attempts: dict[asyncio.Task[Session], Address] = {}
        errors: list[ConnectError] = []
        waiting = list(targets)
        deadline_s = self.loop.time() + self.caps.connect_s
        try:
            while waiting or attempts:
                if waiting:
                    target = waiting.pop(0)
                    attempts[asyncio.ensure_future(self._attempt(target, peer))] = target
                left_s = deadline_s - self.loop.time()
                if left_s <= 0:
                    break
                done, _ = await asyncio.wait(
                    attempts,
                    timeout=min(left_s, self.caps.stagger_s) if waiting else left_s,
                    return_when=asyncio.FIRST_COMPLETED,
                )
                for task in done:
                    del attempts[task]
                    error = task.exception()
                    if error is None:
                        return task.result()
                    if not isinstance(error, ConnectError):
                        raise error
                    errors.append(error)
        finally:
            for task in attempts:
                task.cancel()
            for task in attempts:
                with contextlib.suppress(asyncio.CancelledError, ConnectError):
                    (await task).close()
        told = [error for error in errors if error.code != "unreachable"] or errors
        if told:
            raise told[0]
        raise ConnectError(
            "unreachable",
            "{address} can't be reached: {problem}",
            address=str(targets[0]),
            problem="no answer",
        )

    async def close(self, reason: Reason = GOODBYE) -> None:
        """Stop listening, say goodbye to everybody, wait briefly until that is out."""
        self._closed = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for listening in self._listening:
            listening.close()
        self._listening = []
        self.port = 0
        for session in list(self._all):
            session.close(reason)
        await asyncio.sleep(0.05)
        for session in list(self.carried):  # who has not answered the goodbye by now
            session.cut()
        await asyncio.sleep(0)

    def forget(self, session: Session) -> None:
        """``session`` is over."""
        self._all.discard(session)

    # -- inside --------------------------------------------------------------------------------

    async def _attempt(self, target: Address, peer: str) -> Session:
        session = Session(self, Role.CLIENT, peer)
        self._all.add(session)
        try:
            await self.loop.create_connection(
                lambda: session,
                target.host,
                target.port,
                ssl=self._client_context,
                server_hostname="",
                ssl_handshake_timeout=self.caps.connect_s,
            )
            await session.opened
        except ConnectError:
            raise
        except (OSError, ssl.SSLError, UnicodeError) as error:
            session.close()
            raise ConnectError(
                "unreachable",
                "{address} can't be reached: {problem}",
                address=str(target),
                problem=_why(error),
            ) from None
        except asyncio.CancelledError:
            session.close()
            raise
        return session

    async def _accepting(self, listening: socket.socket) -> None:
        while True:
            try:
                accepted, where = await self.loop.sock_accept(listening)
            except OSError:
                await asyncio.sleep(0.2)  # out of file descriptors, or the network is going away
                continue
            host = str(where[0]).partition("%")[0]
            crowded = (
                len(self._all) >= self.caps.sessions
                or self._strangers.total() >= self.caps.strangers
                or self._strangers[host] >= self.caps.strangers_per_host
            )
            if crowded:
                accepted.close()
                continue
            self._strangers[host] += 1
            self._task(self._greet(accepted, host))

    async def _greet(self, accepted: socket.socket, host: str) -> None:
        """See one caller through TLS, hello and proof; until then it counts as a stranger."""
        session = Session(self, Role.SERVER)
        self._all.add(session)
        try:
            async with asyncio.timeout(self.caps.link.hello_s + 1):
                accepted.setblocking(False)
                await self.loop.connect_accepted_socket(
                    lambda: session,
                    accepted,
                    ssl=self._server_context,
                    ssl_handshake_timeout=self.caps.link.hello_s,
                )
                await session.opened
        except (OSError, ssl.SSLError, ConnectError, TimeoutError):
            session.close(Reason("hello-time", "they did not introduce themselves in time"))
        finally:
            if session.reason:
                self.forget(session)
            self._strangers -= Counter({host: 1})

    async def _ticking(self) -> None:
        while True:
            await asyncio.sleep(self.caps.tick_s)
            for session in list(self._all):
                try:
                    session.tick()
                except Exception as error:  # a fault of ours costs one link, not the clock of all
                    self.loop.call_exception_handler({"message": "a session failed", "exception": error})
                    session.close()

    def _task(self, work: Any) -> None:
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _listen(hosts: Sequence[str], port: int) -> list[socket.socket]:
    """Listening sockets on one port for all of ``hosts`` that this machine has; raises OSError if on none."""
    made: list[socket.socket] = []
    problem: OSError | None = None
    for host in hosts:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            listening = socket.socket(family, socket.SOCK_STREAM)
        except OSError as error:
            problem = error  # this family is switched off
            continue
        try:
            if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listening.bind((host, port))
            listening.listen(64)
            listening.setblocking(False)
        except OSError as error:
            listening.close()
            problem = error
            if error.errno in _ABSENT:
                continue
            for other in made:
                other.close()
            raise
        made.append(listening)
        port = listening.getsockname()[1]
    if not made:
        raise problem or OSError("no network")
    return made


def _deaf(port: int, problem: OSError | None) -> NetError:
    return NetError("listen", "can't listen on port {port}: {problem}", port=port, problem=_why(problem))


def _remote(transport: asyncio.Transport) -> Address:
    where = transport.get_extra_info("peername")
    if not where:
        return Address("", 0)
    return Address(zoned(str(where[0]), where[3] if len(where) == 4 else 0), int(where[1]))


def _why(error: BaseException | None) -> str:
    if isinstance(error, ssl.SSLError):
        return "no Magicade answers there"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__
