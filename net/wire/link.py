"""One connection, without sockets and without a clock: bytes in → events, messages in → bytes out.

It begins with hello (who I am, what I speak), then both sides prove that they own their identity *on this
very connection*: they sign the server's certificate, both nonces and both identities, so that a relay in the
middle, which has another certificate, fails.  Then messages of ``net.wire.messages``, heartbeats, and bye.
Whatever is unexpected closes this link with a reason; nothing raises at the receiver.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from net.wire import messages
from net.wire.codec import FrameReader, Packable, Value, frame, pack, unpack
from net.wire.errors import FROM_PEER, LocalError, NetError, RemoteError
from net.wire.fields import Malformed, array, blob, code, line, many, number
from net.wire.identity import KEY_BYTES, NONCE_BYTES, SIGNATURE_BYTES, Key, peer_id, verify
from net.wire.messages import Message
from net.wire.names import check_name
from net.wire.retold import retold

PROTOCOL = 1
"""Raised whenever frames, hello, proof or messages change; peers with different ones can't talk."""
_DOMAIN = "magicade link proof 1"
_MAX_RULES = 32


class Role(Enum):
    """Who called whom."""

    SERVER = "server"
    CLIENT = "client"


class LinkStage(Enum):
    """How far a link is."""

    HELLO = "hello"
    PROOF = "proof"
    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Hello:
    """What a peer says of itself first."""

    app: str
    """Version of the program, for people."""
    rules: Mapping[str, int]
    """Game → rules version."""
    name: str
    identity: bytes
    nonce: bytes
    """32 fresh random bytes for this connection."""
    port: int = 0
    """Where this peer itself listens; 0 if nowhere."""
    protocol: int = PROTOCOL

    @property
    def peer(self) -> str:
        """Who says it: the peer id."""
        return peer_id(self.identity)

    def pack(self) -> Packable:
        """The message that travels."""
        rules = sorted(self.rules.items())
        return ("hello", self.protocol, self.app, rules, self.name, self.identity, self.nonce, self.port)


@dataclass(frozen=True, slots=True)
class Limits:
    """When a link gives up on the other side.  All times in seconds."""

    hello_s: float = 5.0
    """Hello and proof must be done by then."""
    ping_s: float = 2.0
    """After so much silence we ask whether they are there."""
    dead_s: float = 8.0
    """After so much silence they are gone."""
    messages_per_s: float = 400.0
    message_burst: float = 2000.0
    bytes_per_s: float = 2.0 * 1024 * 1024
    byte_burst: float = 16.0 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a link closed; ``message`` is English with named places (a msgid)."""

    code: str
    message: str
    arguments: Mapping[str, str | int] = field(default_factory=dict)
    theirs: bool = False
    """Whether they closed it."""

    @property
    def marked(self) -> str:
        """The code as it is told here: with ``FROM_PEER`` if they chose it."""
        return FROM_PEER + self.code if self.theirs else self.code

    def __str__(self) -> str:
        return self.message.format(**self.arguments)


GOODBYE = Reason("bye", "goodbye")


@dataclass(frozen=True, slots=True)
class Opened:
    """Both sides have proved who they are; ``hello`` is theirs."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class Received:
    """A message of a known type and shape."""

    message: Message


@dataclass(frozen=True, slots=True)
class Closed:
    """The link is over; nothing follows."""

    reason: Reason


Event = Opened | Received | Closed

_TRANSITIONS: dict[LinkStage, dict[str, LinkStage]] = {
    LinkStage.HELLO: {"hello": LinkStage.PROOF, "bye": LinkStage.CLOSED},
    LinkStage.PROOF: {"proof": LinkStage.OPEN, "bye": LinkStage.CLOSED},
    LinkStage.OPEN: {
        "ping": LinkStage.OPEN,
        "pong": LinkStage.OPEN,
        "bye": LinkStage.CLOSED,
        **dict.fromkeys(messages.KINDS, LinkStage.OPEN),
    },
    LinkStage.CLOSED: {},
}
"""Stage → what may come there → the stage after it.  The same for both roles."""

_COUNT = 2**31
"""Pings are numbered below it."""


class Link:
    """One connection's protocol.  Feed it what comes, send what ``outgoing`` gives, tick it now and then.

    ``certificate_hash`` is the SHA-256 of the server's certificate (DER), as this side saw it.
    ``now_s`` is any clock that never goes back, in seconds.
    """

    def __init__(
        self,
        role: Role,
        identity: Key,
        hello: Hello,
        certificate_hash: bytes,
        now_s: float,
        limits: Limits | None = None,
    ) -> None:
        if hello.identity != identity.public or len(hello.nonce) != NONCE_BYTES:
            raise LocalError("link-hello", "the hello does not fit the identity or has no proper nonce")
        self.role = role
        self.stage = LinkStage.HELLO
        self.peer: Hello | None = None
        self.latency_s: float | None = None
        self._identity = identity
        self._hello = hello
        self._certificate_hash = certificate_hash
        self._limits = limits or Limits()
        self._frames = FrameReader()
        self._out = bytearray()
        self._begun_s = self._heard_s = self._ticked_s = now_s
        self._pings = 0
        self._pinged_s: float | None = None
        self._message_budget = _Budget(self._limits.messages_per_s, self._limits.message_burst, now_s)
        self._byte_budget = _Budget(self._limits.bytes_per_s, self._limits.byte_burst, now_s)
        if role is Role.CLIENT:
            self._queue(hello.pack())

    def receive(self, data: bytes, now_s: float) -> list[Event]:
        """What ``data``, which just came, means.  Never raises: what is wrong becomes ``Closed``."""
        events: list[Event] = []
        if self.stage is LinkStage.CLOSED:
            return events
        self._heard_s = now_s
        try:
            if not self._byte_budget.spend(len(data), now_s):
                raise RemoteError("flood", "too much data in too short a time")
            for payload in self._frames.feed(data):
                if not self._message_budget.spend(1, now_s):
                    raise RemoteError("flood", "too many messages in too short a time")
                self._take(unpack(payload), now_s, events)
                if self._is_closed():
                    break
        except NetError as error:
            events += self.close(Reason(error.code, error.message, error.arguments))
        return events

    def send(self, message: Message) -> None:
        """Queue ``message``; raises LocalError if the link is not open or the message has no such shape."""
        if self.stage is not LinkStage.OPEN:
            raise LocalError(
                "link-stage", "nothing can be sent on a link that is {stage}", stage=self.stage.value
            )
        packed = message.pack()
        try:
            messages.read(packed)  # type: ignore[arg-type]  # what is packed is what would be unpacked
        except RemoteError as error:
            raise LocalError(
                "link-message", "this message can't be sent: {problem}", problem=str(error)
            ) from None
        self._queue(packed)

    def outgoing(self) -> bytes:
        """The bytes to send now; each is given once."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def tick(self, now_s: float) -> list[Event]:
        """Time has passed: asks for a sign of life, or closes a link that is too slow or dead.

        To be called at least every ``ping_s``.  If we ourselves slept longer (a suspended machine), their
        silence is not held against them: they get another chance to answer.
        """
        if self.stage is LinkStage.CLOSED:
            return []
        limits = self._limits
        if now_s - self._ticked_s > 2 * limits.ping_s:
            self._heard_s = max(self._heard_s, now_s - limits.ping_s)
            self._pinged_s = None
        self._ticked_s = now_s
        if self.stage is not LinkStage.OPEN:
            if now_s - self._begun_s >= limits.hello_s:
                return self.close(Reason("hello-time", "they did not introduce themselves in time"))
            return []
        silent_s = now_s - self._heard_s
        if silent_s >= limits.dead_s:
            return self.close(Reason("silence", "nothing was heard from them any more"))
        if silent_s >= limits.ping_s and self._pinged_s is None:
            self._pings += 1
            self._pinged_s = now_s
            self._queue(("ping", self._pings))
        return []

    def close(self, reason: Reason = GOODBYE) -> list[Event]:
        """End it, telling them why; gives the one ``Closed`` (nothing if it was closed already)."""
        if self.stage is LinkStage.CLOSED:
            return []
        self.stage = LinkStage.CLOSED
        said = retold(reason.message, reason.arguments)
        shown = "".join(character if character.isprintable() else "?" for character in said)[:300]
        self._queue(("bye", reason.code, shown))
        return [Closed(reason)]

    # -- inside --------------------------------------------------------------------------------

    def _is_closed(self) -> bool:
        return self.stage is LinkStage.CLOSED

    def _take(self, value: Value, now_s: float, events: list[Event]) -> None:
        kind = value[0] if isinstance(value, tuple) and value else None
        if not isinstance(kind, str) or kind not in _TRANSITIONS[self.stage]:
            raise RemoteError(
                "unexpected",
                "{what} may not come while the link is at {stage}",
                what=repr(kind[:20]) if isinstance(kind, str) else "a message without a type",
                stage=self.stage.value,
            )
        assert isinstance(value, tuple)
        if kind in messages.KINDS:
            events.append(Received(messages.read(value)))
            return
        fields = value[1:]
        if kind == "hello":
            self._on_hello(fields)
        elif kind == "proof":
            self._on_proof(fields, events)
        elif kind == "ping":
            self._queue(("pong", _ping_number(fields)))
        elif kind == "pong":
            self._on_pong(_ping_number(fields), now_s)
        else:
            self._on_bye(fields, events)
        self.stage = _TRANSITIONS[self.stage].get(kind, LinkStage.CLOSED)

    def _on_hello(self, fields: tuple[Value, ...]) -> None:
        hello = _read_hello(fields)
        if hello.identity == self._hello.identity:
            raise RemoteError("self", "that address is this very program")
        if hello.nonce == self._hello.nonce:
            raise RemoteError("nonce", "they sent our own nonce back")
        self.peer = hello
        if self.role is Role.SERVER:
            self._queue(self._hello.pack())
            self._prove()

    def _on_proof(self, fields: tuple[Value, ...], events: list[Event]) -> None:
        assert self.peer is not None
        (signature,) = array(fields, 1, "a proof")
        signature = blob(signature, (SIGNATURE_BYTES,), "a proof")
        their_role = Role.CLIENT if self.role is Role.SERVER else Role.SERVER
        if not verify(self.peer.identity, _DOMAIN, self._claim(their_role), signature):
            raise RemoteError(
                "proof", "they could not prove who they are (or somebody sits between the two of you)"
            )
        if self.role is Role.CLIENT:
            self._prove()
        events.append(Opened(self.peer))

    def _on_pong(self, count: int, now_s: float) -> None:
        if count != self._pings or self._pinged_s is None:
            raise RemoteError("pong", "an answer to no question")
        self.latency_s = now_s - self._pinged_s
        self._pinged_s = None

    def _on_bye(self, fields: tuple[Value, ...], events: list[Event]) -> None:
        given, said = array(fields, 2, "a bye")
        given, said = code(given), line(said, 300, "a reason")
        if given == GOODBYE.code:
            reason = Reason(given, "they said goodbye", theirs=True)
        else:
            reason = Reason(given, "they ended the connection: {reason}", {"reason": said}, theirs=True)
        events.append(Closed(reason))

    def _claim(self, role: Role) -> bytes:
        """What the side in ``role`` signs."""
        assert self.peer is not None
        client, server = self._hello, self.peer
        if self.role is Role.SERVER:
            client, server = server, client
        return pack(
            (
                role.value,
                self._certificate_hash,
                client.nonce,
                server.nonce,
                client.identity,
                server.identity,
            )
        )

    def _prove(self) -> None:
        self._queue(("proof", self._identity.sign(_DOMAIN, self._claim(self.role))))

    def _queue(self, message: Packable) -> None:
        self._out += frame(pack(message))


class _Budget:
    """So much at once, and so much a second."""

    def __init__(self, per_s: float, burst: float, now_s: float) -> None:
        self._per_s = per_s
        self._burst = self._left = burst
        self._at_s = now_s

    def spend(self, amount: float, now_s: float) -> bool:
        """Whether ``amount`` was still there."""
        self._left = min(self._burst, self._left + (now_s - self._at_s) * self._per_s) - amount
        self._at_s = now_s
        return self._left >= 0


def _ping_number(fields: tuple[Value, ...]) -> int:
    (given,) = array(fields, 1, "a ping")
    return number(given, _COUNT, "a ping's number")


def _read_hello(fields: tuple[Value, ...]) -> Hello:
    """The hello in ``fields``; raises NetError.

    One thing is the same in all protocol versions: the first field is the version.
    """
    theirs = number(fields[0] if fields else None, 2**31, "a protocol version")
    if theirs != PROTOCOL:
        raise RemoteError(
            "version",
            "they speak protocol version {theirs} and we speak {ours}: one of you needs a newer Magicade",
            theirs=theirs,
            ours=PROTOCOL,
        )
    _, app, rules, name, identity, nonce, port = array(fields, 7, "a hello")
    pairs = many(rules, _rules_version, "the rules", _MAX_RULES)
    if len(dict(pairs)) < len(pairs):
        raise Malformed(
            "malformed", "{what} can't be read: {why}", what="the rules", why="a game comes twice"
        )
    return Hello(
        line(app, 32, "a program's version"),
        dict(pairs),
        check_name(line(name, 128, "a name", 1)),
        blob(identity, (KEY_BYTES,), "an identity"),
        blob(nonce, (NONCE_BYTES,), "a nonce"),
        number(port, 65536, "a port"),
        theirs,
    )


def _rules_version(value: Value) -> tuple[str, int]:
    game, version = array(value, 2, "a game's rules")
    return code(game, "a game"), number(version, 2**31, "a rules version")
