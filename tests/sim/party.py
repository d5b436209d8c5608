"""One party: who sits where, what befalls them and when, what is left to see at the end.  All of it from one seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from net.intents import Join, OpenTable, Ready, Resume, Watch
from net.match.match import MatchPeer
from rules.nullgame import NULL
from rules.registry import registered
from tests.sim.owner import Owner
from tests.sim.world import World

NAMES = ("Anna", "Bert", "Carl", "Dora")
CALM_S = 120.0
"""So long after the last fault every match goes on or has ended."""
FAULTS = ("cut", "partition", "crash", "sleep", "full", "late")
WISHES = ("takeback", "pause", "forfeit")
ENDS = ("finished", "claimed", "conflict", "disputed", "desync", "void")


@dataclass
class Result:
    """What came of a party."""

    seed: int
    seats: int
    struck: list[str] = field(default_factory=list)
    """The faults that befell it, and what its people came to want, each once."""
    status: str = ""
    """How the match ended, or stood at the end; empty if none began."""
    violations: list[str] = field(default_factory=list)
    """The invariants that do not hold, with what shows it."""


class Party:
    """``faults``: those of FAULTS and WISHES that may strike."""

    def __init__(
        self, seed: int, faults: Sequence[str] = (*FAULTS, *WISHES), *, keeps_log: bool = False
    ) -> None:
        self.seed = seed
        self.dice = Random(f"party {seed}")
        self.players = NAMES[: self.dice.choice((2, 2, 3, 4))]
        self.watchers = ("Eve",) if self.dice.random() < 0.5 else ()
        self.world = World(seed, *self.players, *self.watchers, keeps_log=keeps_log)
        self.result = Result(seed, len(self.players))
        self._faults = [one for one in FAULTS if one in faults and self.dice.random() < 0.35]
        wishes = frozenset(one for one in WISHES if one in faults and self.dice.random() < 0.4)
        self.owners = {name: Owner(f"{seed} {name}", wishes) for name in self.world.nodes}
        self._down: set[str] = set()

    def run(self) -> Result:
        """Play it to the end of the calm, and look."""
        self._begin()
        self.world.at(1.0, self._second)
        for fault in self._faults:
            for _ in range(self.dice.randrange(1, 4)):
                self.world.at(self.dice.uniform(2.0, 60.0), lambda fault=fault: self._strike(fault))
        self.world.run(75.0)
        self._calm()
        self.world.run(CALM_S)
        before = self._lengths()
        self.world.run(30.0)
        self._look(before)
        return self.result

    # -- what befalls them -----------------------------------------------------------------------------------

    def _begin(self) -> None:
        opener, *guests = self.players
        world = self.world
        seats = ["person", *["open"] * len(guests)]
        world.want(opener, OpenTable("null", {"goal": "100"}, seats, autostart=True))
        world.run(0.1)
        address = world.nodes[opener].address
        for name in self.watchers:
            world.want(name, Watch(address))
        for name in guests:
            world.want(name, Join(address))
        world.run(0.9)
        peer = world.nodes[opener].peer
        assert peer is not None
        for table in peer.tables.own:
            for name in guests:
                world.want(name, Ready(table, True))

    def _second(self) -> None:
        """Once a second everybody thinks of what to do."""
        for name, node in self.world.nodes.items():
            if node.peer is not None and not node.asleep:
                for match in list(node.matches.values()):
                    intent = self.owners[name].wants(match, self.world.now_s)
                    if intent is not None:
                        self.world.want(name, intent)
        self.world.at(1.0, self._second)

    def _strike(self, fault: str) -> None:
        world, dice = self.world, self.dice
        if not world.nodes[self.players[0]].matches:
            return  # before the match: a later one's faults
        name = dice.choice(self.players)
        lasts_s = dice.choice((0.5, 3.0, 10.0, 25.0))
        self.result.struck.append(fault)
        if fault == "cut":
            other = dice.choice([one for one in world.nodes if one != name])
            world.cut(name, other)
            world.at(lasts_s, lambda: world.mend(name, other))
        elif fault == "partition":
            some = [one for one in world.nodes if dice.random() < 0.5]
            pairs = [(one, other) for one in some for other in world.nodes if other not in some]
            for one, other in pairs:
                world.cut(one, other)
            world.at(lasts_s, lambda: [world.mend(one, other) for one, other in pairs] and None)
        elif fault == "crash" and name not in self._down:
            self._down.add(name)
            world.crash(name)
            world.at(lasts_s, lambda: self._back(name))
        elif fault == "sleep" and name not in self._down:
            world.sleep(name)
            world.at(lasts_s, lambda: world.wake(name))
        elif fault == "full":
            world.nodes[name].records.full = True
            world.at(lasts_s, lambda: setattr(world.nodes[name].records, "full", False))
        elif fault == "late" and self.watchers:
            source = dice.choice(self.players)
            world.want(self.watchers[0], Watch(world.nodes[source].address))

    def _back(self, name: str) -> None:
        """The program is started again, and goes on with what was saved."""
        if name in self._down:
            self._down.discard(name)
            self.world.start(name)
            for match_id in self.world.nodes[name].records.files:
                self.world.want(name, Resume(match_id.hex()))

    def _calm(self) -> None:
        """No more faults: all cables are whole, all programs run."""
        names = list(self.world.nodes)
        for one in names:
            for other in names:
                if one < other:
                    self.world.mend(one, other)
            self.world.wake(one)
            self.world.nodes[one].records.full = False
            self._back(one)

    # -- what is left to see -----------------------------------------------------------------------------------

    def _held(self) -> dict[str, MatchPeer]:
        """The newest match as each player holds it."""
        held = {}
        for name in self.players:
            peer = self.world.nodes[name].peer
            if peer is not None and peer.matches.held:
                held[name] = list(peer.matches.held.values())[-1]
        return held

    def _lengths(self) -> dict[str, int]:
        return {name: len(match.ledger) for name, match in self._held().items()}

    def _look(self, before: dict[str, int]) -> None:
        for name, node in self.world.nodes.items():
            for error in node.stumbled:
                self._violated("no program stumbles", f"{name}: {error!r}")
            for failed in node.failed:
                if failed.code in ("refused", "conflict", "desync", "disputed"):
                    self._violated(
                        "nobody honest is accused", f"{name}: {failed.code} {dict(failed.arguments)}"
                    )
        held = self._held()
        if not held:
            return
        statuses = {name: match.status for name, match in held.items()}
        self.result.status = next(iter(statuses.values()))
        for owner in self.owners.values():
            self.result.struck += owner.did
        if len(held) < len(self.players) or len({match.id for match in held.values()}) > 1:
            self._violated("all players are in the same match", str(statuses))
            return
        told = f"{statuses} {self._lengths()}"
        if len({match.ledger.last_hash for match in held.values()}) > 1:
            grows = all(len(match.ledger) > before[name] for name, match in held.items())
            if not grows:
                self._violated("peers of one match end with the same log", told)
        over = {status in ENDS for status in statuses.values()}
        if over == {True}:
            for name, match in held.items():
                if match.status == "finished" and not match.ledger.confirmed:
                    self._violated("what is over is confirmed where it can be", f"{name}: {told}")
        elif len(set(statuses.values())) > 1:
            self._violated("all agree how the match stands", told)
        elif not any(len(match.ledger) > before[name] for name, match in held.items()):
            waits = {name: match.agreements.proposal() for name, match in held.items()}
            self._violated("every match goes on, or all agree that it does not", f"{told} {waits}")

    def _violated(self, invariant: str, shown: str) -> None:
        self.result.violations.append(f"{invariant}: {shown}")


def played(given: tuple[int, tuple[str, ...]]) -> Result:
    """The party of this seed with these faults; for a process of its own."""
    seed, faults = given
    with registered(NULL):
        return Party(seed, faults).run()
