"""Peers in one memory, with a virtual clock: what they put out is carried out, and comes in elsewhere a little later.

Everything is ruled by one seed, keys and nonces too, so that a party can be run again exactly.  Knows no sockets, no
threads and no files.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count
from random import Random

from net.events import Event, Failed, Match, MatchChanged, MatchStarted, Stepped
from net.intents import Intent
from net.peer.inputs import Dialled, Input, LinkClosed, LinkOpened, Loaded, MessageCame, Ticked, Wanted
from net.peer.outputs import CloseLink, Dial, Load, Output, Send, Stumbled, Tell
from net.peer.peer import Peer
from net.wire.codec import pack, unpack
from net.wire.errors import ConnectError
from net.wire.identity import Key
from net.wire.link import Hello, Reason
from net.wire.messages import read
from rules.registry import games
from tests.sim.disk import Disk

TICK_S = 0.25
DELAY_S = (0.001, 0.05)
"""How long a message is on its way."""
DEAD_S = 8.0
"""How long at most the ends of a broken connection take to notice it."""
LOST = Reason("silence", "nothing was heard from them any more")

End = tuple[str, int]
"""A node's name, and the number of a connection at that node."""


class Node:
    """One computer: its identity and disk, and the program on it while that runs; keeps the newest it was told."""

    def __init__(self, world: World, name: str, number: int, seed: str) -> None:
        self.world = world
        self.name = name
        self.address = f"10.0.0.{number + 1}:44144"
        self.records = Disk()
        self.dice = Random(f"{seed} {name}")
        self.identity = Key(self.dice.randbytes(32))
        self.peer: Peer | None = None
        self.life = 0
        """How many programs have run here: what was meant for an earlier one is lost."""
        self.asleep = False
        self.matches: dict[str, Match] = {}
        self.failed: list[Failed] = []
        self.stumbled: list[Exception] = []

    @property
    def id(self) -> str:
        return self.identity.public.hex()

    @property
    def match(self) -> Match:
        return list(self.matches.values())[-1]

    # -- see ``net.peer.peer.Supplies`` ---------------------------------------------------------------

    def entropy(self, size: int) -> bytes:
        return self.dice.randbytes(size)

    def listens(self) -> bool:
        return True

    def addresses(self) -> tuple[str, ...]:
        return (self.address,)

    def hello(self) -> Hello:
        rules = {game.id: game.version for game in games()} | {"null": 1}
        return Hello("0", rules, self.name, self.identity.public, bytes(32), 44144)


class World:
    """``nodes`` by name; ``run`` lets time pass; ``log`` is all that was put out, in order, where it is kept."""

    def __init__(self, seed: int | str, *names: str, keeps_log: bool = False) -> None:
        self.dice = Random(seed)
        self.now_s = 1000.0
        self.nodes = {name: Node(self, name, number, str(seed)) for number, name in enumerate(names)}
        self.log: list[str] = []
        self.told: Callable[[Node, Event], None] = lambda node, event: None
        """What else is to be done with what an owner is told."""
        self._keeps_log = keeps_log
        self._queue: list[tuple[float, int, str, int, Input | Callable[[], None]]] = []
        self._order = count()
        self._apart: set[frozenset[str]] = set()
        """Pairs of nodes with no cable between them."""
        self._links: dict[End, End] = {}
        """Each end of a connection → its other end."""
        self._numbers = count(1)
        self._arrives_s: dict[End, float] = {}
        """When the newest message on its way to an end arrives: on one connection none overtakes another."""
        for name in names:
            self.start(name)

    # -- programs -----------------------------------------------------------------------------------------

    def start(self, name: str) -> None:
        """The program is started."""
        node = self.nodes[name]
        node.matches.clear()
        node.life += 1
        node.peer = Peer(node.identity, name, node, self.now_s, discovery=False)
        self._put(self.dice.random() * TICK_S, name, Ticked())

    def crash(self, name: str) -> None:
        """The program is gone without a word; its system tells the others at once."""
        node = self.nodes[name]
        node.peer = None
        node.records.crash()
        for end, other in list(self._links.items()):
            if end[0] == name:
                self._part(end, other, 0.0)

    def sleep(self, name: str) -> None:
        """The computer sleeps: its connections die unnoticed, and nothing happens there before ``wake``."""
        self.nodes[name].asleep = True
        for end, other in list(self._links.items()):
            if end[0] == name:
                self._part(end, other, DEAD_S)

    def wake(self, name: str) -> None:
        """The computer wakes up."""
        self.nodes[name].asleep = False

    def want(self, name: str, intent: Intent) -> None:
        """The owner wants something."""
        self._put(0.0, name, Wanted(intent))

    # -- cables -----------------------------------------------------------------------------------------------

    def cut(self, one: str, other: str) -> None:
        """No cable leads from one to the other any more; what is on its way is lost, which is noticed later."""
        self._apart.add(frozenset((one, other)))
        for end, there in list(self._links.items()):
            if {end[0], there[0]} == {one, other}:
                self._part(end, there, self.dice.random() * DEAD_S)

    def mend(self, one: str, other: str) -> None:
        """There is a cable again."""
        self._apart.discard(frozenset((one, other)))

    def connect(self, one: str, other: str) -> None:
        """A further connection between two that may have one already: over another network, say."""
        self._join(self.nodes[one], self.nodes[other])

    def break_newest(self, one: str, other: str) -> None:
        """The newest connection between two breaks, with all that is on its way on it."""
        ends = [end for end, there in self._links.items() if (end[0], there[0]) == (one, other)]
        self._part(ends[-1], self._links[ends[-1]], 0.0)

    def _part(self, end: End, other: End, after_s: float) -> None:
        for one in (end, other):
            if self._links.pop(one, None) is not None:
                self._put(after_s, one[0], LinkClosed(one[1], LOST))

    # -- time --------------------------------------------------------------------------------------------------

    def run(self, seconds: float) -> None:
        """Let so much time pass."""
        end_s = self.now_s + seconds
        while self._queue and self._queue[0][0] <= end_s:
            self.now_s, _, name, life, happened = heapq.heappop(self._queue)
            if callable(happened):
                happened()
            else:
                self._happen(name, life, happened)
        self.now_s = end_s

    def at(self, after_s: float, work: Callable[[], None]) -> None:
        """Have ``work`` done after so many seconds."""
        heapq.heappush(self._queue, (self.now_s + after_s, next(self._order), "", 0, work))

    def _put(self, after_s: float, name: str, happened: Input) -> None:
        life = self.nodes[name].life
        heapq.heappush(self._queue, (self.now_s + after_s, next(self._order), name, life, happened))

    def _happen(self, name: str, life: int, happened: Input) -> None:
        node = self.nodes[name]
        if node.peer is None or life != node.life:
            return
        if node.asleep:  # it comes once the computer is awake
            if not isinstance(happened, MessageCame):
                self._put(TICK_S, name, happened)
            return
        if isinstance(happened, MessageCame) and (name, happened.link) not in self._links:
            return  # it was on its way when the connection broke
        if isinstance(happened, Ticked):
            self._put(TICK_S, name, happened)
        for output in node.peer.take(happened, self.now_s):
            if self._keeps_log:
                self.log.append(f"{self.now_s:.4f} {name} {output!r}")
            self._carry_out(node, output)

    def _carry_out(self, node: Node, output: Output) -> None:
        if isinstance(output, Send):
            self._send((node.name, output.link), output)
        elif isinstance(output, Tell):
            self._tell(node, output.event)
        elif isinstance(output, CloseLink):
            end = (node.name, output.link)
            other = self._links.get(end)
            if other is not None:
                self._part(end, other, 0.01)
        elif isinstance(output, Dial):
            self._dial(node, output)
        elif isinstance(output, Load):
            saved = node.records.open(bytes.fromhex(output.match))
            self._put(0.05, node.name, Loaded(output.match, output.link, saved))
        elif isinstance(output, Stumbled):
            node.stumbled.append(output.error)

    def _send(self, end: End, output: Send) -> None:
        other = self._links.get(end)
        if other is None:
            return
        message = read(unpack(pack(output.message.pack())))
        arrives_s = max(self._arrives_s.get(other, 0.0), self.now_s + self.dice.uniform(*DELAY_S))
        self._arrives_s[other] = arrives_s
        self._put(arrives_s - self.now_s, other[0], MessageCame(other[1], message))

    def _dial(self, node: Node, dial: Dial) -> None:
        there = next((one for one in self.nodes.values() if one.address in dial.addresses), None)
        reachable = (
            there is not None
            and there.peer is not None
            and not there.asleep
            and (not dial.peer or there.id == dial.peer)
            and frozenset((node.name, there.name)) not in self._apart
        )
        if there is None or not reachable:
            error = ConnectError("unreachable", "nobody there")
            self._put(1.0, node.name, Dialled(dial.call, error=error))
            return
        self._put(0.02, node.name, Dialled(dial.call, self._join(node, there)))

    def _join(self, node: Node, there: Node) -> int:
        """A connection from ``node`` to ``there``; its number at ``node``."""
        here, far = (node.name, next(self._numbers)), (there.name, next(self._numbers))
        self._links[here], self._links[far] = far, here
        self._put(0.02, there.name, LinkOpened(far[1], node.hello(), node.address))
        self._put(0.02, node.name, LinkOpened(here[1], there.hello(), there.address))
        return here[1]

    def _tell(self, node: Node, event: Event) -> None:
        if isinstance(event, MatchStarted | Stepped | MatchChanged):
            node.matches[event.match.id] = event.match
        elif isinstance(event, Failed):
            node.failed.append(event)
        self.told(node, event)
