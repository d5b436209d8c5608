"""Peers in one memory, with a virtual clock: what they put out is carried out, and comes in elsewhere a little later.

Everything is ruled by one seed, keys and nonces too, so that a party can be run again exactly.  Knows no sockets, no
threads and no files.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from itertools import count
from random import Random

from net.events import Event, Match, MatchChanged, MatchStarted, Stepped
from net.intents import Act, Intent
from net.log.header import Header
from net.log.ledger import Ledger
from net.log.pen import Pen, load_pens, load_players, save_pens
from net.match.record_file import SavedRecord
from net.peer.inputs import Dialled, Input, LinkClosed, LinkOpened, Loaded, MessageCame, Ticked, Wanted
from net.peer.outputs import CloseLink, Dial, Load, Output, Send, Stumbled, Tell
from net.peer.peer import Peer
from net.wire.codec import pack, unpack
from net.wire.errors import ConnectError
from net.wire.identity import Key
from net.wire.link import Hello, Reason
from net.wire.messages import read
from rules.registry import games

TICK_S = 0.25
DELAY_S = (0.001, 0.05)
"""How long a message is on its way."""
DEAD_S = 8.0
"""How long the ends of a cable that was cut take to notice it."""
LOST = Reason("silence", "nothing was heard from them any more")


class File:
    """A record in memory: all that was written is kept."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.frames: list[tuple[str, bytes]] = []
        self.private = b""

    shown = "in memory"

    def add_entry(self, data: bytes, sync: bool = True) -> None:
        self.frames.append(("entry", data))

    def add_seal(self, data: bytes) -> None:
        self.frames.append(("seal", data))

    def add_void(self) -> None:
        self.frames.append(("void", b""))

    def rewrite(self, ledger: Ledger) -> None:
        self.frames = [("entry", data) for data in ledger.since(0, len(ledger))]
        self.frames += [("seal", data) for data in ledger.seals]

    def save_pens(self, pens: Sequence[Pen], players: Mapping[int, str] = {}) -> None:  # never changed
        self.private = save_pens(pens, players)


class Disk:
    """The records of one peer; what is on it outlives the program."""

    def __init__(self) -> None:
        self.files: dict[bytes, File] = {}

    def has(self, match_id: bytes) -> bool:
        return match_id in self.files

    def file(self, header: Header) -> File:
        return self.files.setdefault(header.match_id, File(header))

    def create(self, header: Header, pens: Sequence[Pen] = (), players: Mapping[int, str] = {}) -> File:
        file = self.file(header)
        if pens:
            file.save_pens(pens, players)
        return file

    def open(self, match_id: bytes) -> SavedRecord:
        file = self.files[match_id]
        ledger = Ledger(file.header)
        for kind, data in file.frames:
            if kind == "entry":
                ledger.add(data)
            elif kind == "seal":
                ledger.add_seal(data)
            else:
                ledger.void()
        private = file.private
        pens, players = (load_pens(private), load_players(private)) if private else ([], {})
        return SavedRecord(file, ledger, pens, players)


class Node:
    """One computer: its identity and disk, and the program on it while that runs; its owner keeps the newest."""

    def __init__(self, name: str, number: int, seed: str) -> None:
        self.name = name
        self.address = f"10.0.0.{number + 1}:44144"
        self.records = Disk()
        self.dice = Random(f"{seed} {name}")
        self.identity = Key(self.dice.randbytes(32))
        self.peer: Peer | None = None
        self.told: list[Event] = []
        self.matches: dict[str, Match] = {}
        self.stumbled: list[Exception] = []

    @property
    def id(self) -> str:
        return self.identity.public.hex()

    @property
    def match(self) -> Match:
        return list(self.matches.values())[-1]

    # -- see ``net.peer.peer.Supplies`` -----------------------------------------------------------

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
    """``nodes`` by name; ``run`` lets time pass; ``log`` is all that was put out, in order."""

    def __init__(self, seed: int, *names: str) -> None:
        self.dice = Random(seed)
        self.now_s = 1000.0
        self.nodes = {name: Node(name, number, str(seed)) for number, name in enumerate(names)}
        self.log: list[str] = []
        self.cut_off: set[frozenset[str]] = set()
        """Pairs whose cable is cut."""
        self._queue: list[tuple[float, int, str, Input]] = []
        self._order = count()
        self._links: dict[tuple[str, int], tuple[str, int]] = {}
        """Each end of a connection → its other end."""
        self._numbers = count(1)
        self._arrives_s: dict[tuple[str, int], float] = {}
        """When the newest message on its way to an end of a connection arrives: none overtakes another."""
        for name in names:
            self.start(name)

    # -- programs -----------------------------------------------------------------------------------------

    def start(self, name: str) -> None:
        node = self.nodes[name]
        node.matches.clear()
        node.peer = Peer(node.identity, name, node, self.now_s, discovery=False)
        self._put(self.dice.random() * TICK_S, name, Ticked())

    def crash(self, name: str) -> None:
        """The program is gone without a word; the others notice at once that nobody is there."""
        self.nodes[name].peer = None
        for end, other in list(self._links.items()):
            if end[0] == name:
                self._part(end, other, 0.0)

    def want(self, name: str, intent: Intent) -> None:
        self._put(0.0, name, Wanted(intent))

    # -- cables -----------------------------------------------------------------------------------------------

    def cut(self, one: str, other: str) -> None:
        self.cut_off.add(frozenset((one, other)))
        for end, there in list(self._links.items()):
            if {end[0], there[0]} == {one, other}:
                self._part(end, there, self.dice.random() * DEAD_S)

    def mend(self, one: str, other: str) -> None:
        self.cut_off.discard(frozenset((one, other)))

    def _part(self, end: tuple[str, int], other: tuple[str, int], after_s: float) -> None:
        for one in (end, other):
            if self._links.pop(one, None) is not None:
                self._put(after_s, one[0], LinkClosed(one[1], LOST))

    # -- time --------------------------------------------------------------------------------------------------

    def run(self, seconds: float) -> None:
        end_s = self.now_s + seconds
        while self._queue and self._queue[0][0] <= end_s:
            self.now_s, _, name, happened = heapq.heappop(self._queue)
            self._happen(name, happened)
        self.now_s = end_s

    def _put(self, after_s: float, name: str, happened: Input) -> None:
        heapq.heappush(self._queue, (self.now_s + after_s, next(self._order), name, happened))

    def _happen(self, name: str, happened: Input) -> None:
        node = self.nodes[name]
        if node.peer is None:
            return
        if isinstance(happened, Ticked):
            self._put(TICK_S, name, happened)
        for output in node.peer.take(happened, self.now_s):
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

    def _send(self, end: tuple[str, int], output: Send) -> None:
        other = self._links.get(end)
        if other is None or frozenset((end[0], other[0])) in self.cut_off:
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
            and (not dial.peer or there.id == dial.peer)
            and frozenset((node.name, there.name)) not in self.cut_off
        )
        if there is None or not reachable:
            error = ConnectError("unreachable", "nobody there")
            self._put(1.0, node.name, Dialled(dial.call, error=error))
            return
        here, far = (node.name, next(self._numbers)), (there.name, next(self._numbers))
        self._links[here], self._links[far] = far, here
        self._put(0.02, *(node.name, LinkOpened(here[1], there.hello(), there.address)))
        self._put(0.02, *(there.name, LinkOpened(far[1], node.hello(), node.address)))
        self._put(0.02, node.name, Dialled(dial.call, here[1]))

    def _tell(self, node: Node, event: Event) -> None:
        node.told.append(event)
        if isinstance(event, MatchStarted | Stepped | MatchChanged):
            match = node.matches[event.match.id] = event.match
            if not isinstance(event, MatchChanged):
                self._move(node, match)

    def _move(self, node: Node, match: Match) -> None:
        turn = match.state.turn
        if turn is not None and match.seats[turn].here and not match.watching:
            action = Random(f"{match.id} {match.entries}").choice(match.state.legal())
            self._put(0.2, node.name, Wanted(Act(match.id, action, match.entries)))
