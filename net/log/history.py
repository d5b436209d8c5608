"""Which history of a match holds: one pure function over the statements that somebody has.

Statements are signed, may come in any order, and may contradict each other where somebody is dishonest or
where a cable was cut.  Two peers that have the same statements hold the same history, whatever came first.
Knows neither games nor signatures: whoever calls has verified every statement, and says of each entry which
seat is due after it and which seats are in the game then.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Node:
    """One entry of the log, as far as the choice of the history looks at it; the root is the last reveal.

    ``kind`` is ``entry`` (anything that the seat due writes), ``claim`` (of the other one of two), or
    ``forfeit``, with all the consents it needs.
    """

    hash: bytes
    previous: bytes
    kind: str
    seat: int
    """Who wrote it."""
    due: int | None
    """Whom the game waits for after it; None: it ends the game."""
    in_game: tuple[int, ...]
    """The seats in the game after it; of a claim both."""
    signers: tuple[int, ...] = ()
    """Of a forfeit: its author and all who consented."""
    point: bytes = b""
    """Of a forfeit: what was consented to."""
    cites: tuple[Came, ...] = ()
    """Why it stands on this branch although a forfeit of somebody before it is known: whoever goes on from an
    entry that came late cites this, so that nobody can show the one without the other."""


@dataclass(frozen=True, slots=True)
class Came:
    """``seat`` says, signed, that the entry ``entry`` came to it before any forfeit of its author was whole."""

    seat: int
    entry: bytes


@dataclass(frozen=True, slots=True)
class Sealed:
    """``seat`` has sealed the end ``entry``."""

    seat: int
    entry: bytes


@dataclass(frozen=True, slots=True)
class Holding:
    """What holds: everything up to ``tip``; there the match goes on, is over, or is in conflict."""

    tip: bytes
    due: int | None
    """Whom the game waits for; None if it is over or in conflict."""
    named: tuple[int, ...] = ()
    """In conflict: whose signatures contradict each other."""
    confirmed: bool = False
    """Whether every seat in the game has sealed this end."""

    @property
    def conflict(self) -> bool:
        """Whether nothing can be entered any more, because of those who are named."""
        return bool(self.named)


@dataclass(slots=True)
class Statements:
    """All that somebody has of one match, besides the root."""

    root: Node
    nodes: dict[bytes, Node] = field(default_factory=dict)
    children: dict[bytes, list[Node]] = field(default_factory=dict)
    came: set[Came] = field(default_factory=set)
    sealed: dict[bytes, set[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.nodes.setdefault(self.root.hash, self.root)

    @classmethod
    def of(cls, root: Node, statements: Iterable[Node | Came | Sealed]) -> Statements:
        """Those statements, in any order; each entry's previous one must be among them."""
        made = cls(root)
        for statement in statements:
            made.add(statement)
        return made

    def add(self, statement: Node | Came | Sealed) -> None:
        """Take in one more; harmless twice."""
        if isinstance(statement, Came):
            self.came.add(statement)
        elif isinstance(statement, Sealed):
            self.sealed.setdefault(statement.entry, set()).add(statement.seat)
        elif statement.hash not in self.nodes:
            self.nodes[statement.hash] = statement
            self.children.setdefault(statement.previous, []).append(statement)
            self.came.update(statement.cites)

    def below(self, node: Node) -> list[Node]:
        """All entries after ``node``, nearest first."""
        found = [*self.children.get(node.hash, ())]
        for each in found:
            found += self.children.get(each.hash, ())
        return found


def which_holds(given: Statements) -> Holding:
    """The history that holds (design, idea 2, *Which history holds*)."""
    ended = _sealed_end(given)
    return ended if ended is not None else _from(given, given.root)


def _sealed_end(given: Statements) -> Holding | None:
    """The end that every seat still in the game there has sealed; of several the one sealed by most."""
    ends = [
        node
        for node in given.nodes.values()
        if node.due is None and given.sealed.get(node.hash, set()) >= set(node.in_game)
    ]
    if not ends:
        return None
    most = max(len(node.in_game) for node in ends)
    best = [node for node in ends if len(node.in_game) == most]
    if len(best) == 1:
        return Holding(best[0].hash, None, confirmed=True)
    both = set.intersection(*(given.sealed[node.hash] for node in best))
    return Holding(_fork(given, best), None, _named(both))


def _from(given: Statements, node: Node) -> Holding:
    while node.due is not None:
        due = node.due
        after = given.children.get(node.hash, [])
        entries = [each for each in after if each.kind == "entry" and each.seat == due]
        claims = [each for each in after if each.kind == "claim"]
        forfeits = [each for each in after if each.kind == "forfeit"]
        standing = []
        for forfeit in forfeits:
            against = _against(given, forfeit, entries)
            torn = against & _signed_below(given, forfeit)
            if torn:
                return Holding(node.hash, None, _named(torn))
            if not against:
                standing.append(forfeit)
        if len(standing) > 1:
            return _one_of_several(given, node, standing, _signed_all(standing))
        if standing:
            node = standing[0]
        elif len(entries) > 1:
            return _one_of_several(given, node, entries, {due})
        elif entries:
            node = entries[0]
        elif len(claims) > 1:
            return Holding(node.hash, None, _named({each.seat for each in claims}))
        elif claims:
            return Holding(claims[0].hash, None)
        else:
            return Holding(node.hash, due)
    return Holding(node.hash, None)


def _one_of_several(given: Statements, node: Node, several: list[Node], to_blame: set[int]) -> Holding:
    """Only one of these can hold: the one below which all but those to blame have sealed an end, if any."""
    ends = []
    for each in several:
        for end in (each, *given.below(each)):
            sealed = given.sealed.get(end.hash, set())
            if end.due is None and sealed and sealed >= set(end.in_game) - to_blame:
                ends.append(end)
    if len(ends) == 1:
        return Holding(ends[0].hash, None)
    return Holding(node.hash, None, _named(to_blame))


def _against(given: Statements, forfeit: Node, entries: list[Node]) -> set[int]:
    """The signers of a forfeit who stand against it: who said that the entry came, or else went on from it."""
    signers = set(forfeit.signers)
    hashes = {each.hash for each in entries}
    told = {came.seat for came in given.came if came.entry in hashes and came.seat in signers}
    told -= _forfeited_for_good(given, forfeit)
    if told:
        return told
    went_on = [
        each
        for entry in entries
        for each in given.below(entry)
        if signers & ({each.seat} | set(each.signers))
    ]
    depth = {each.hash: _depth(given, each) for each in went_on}
    first = min(depth.values(), default=0)
    return {
        seat
        for each in went_on
        if depth[each.hash] == first
        for seat in signers & ({each.seat} | set(each.signers))
    }


def _forfeited_for_good(given: Statements, forfeit: Node) -> set[int]:
    """Signers of ``forfeit`` who were forfeited after it, and all who were left have written after that."""
    found = set()
    for each in given.below(forfeit):
        if each.kind == "forfeit":
            before = given.nodes[each.previous]
            wrote = {after.seat for after in given.below(each)}
            if wrote >= set(each.in_game):
                found |= set(before.in_game) - set(each.in_game)
    return found


def _signed_below(given: Statements, node: Node) -> set[int]:
    """Who has signed anything after ``node``: entries, forfeits, seals (of ``node`` itself too)."""
    signed = set(given.sealed.get(node.hash, set()))
    for each in given.below(node):
        signed |= {each.seat} | set(each.signers) | given.sealed.get(each.hash, set())
    return signed


def _signed_all(forfeits: list[Node]) -> set[int]:
    """Who must have known of all these forfeits: their author, or who consented to different ones."""
    if len({each.point for each in forfeits}) == 1 or len({each.seat for each in forfeits}) == 1:
        return {each.seat for each in forfeits}
    return set.intersection(*(set(each.signers) for each in forfeits))


def _depth(given: Statements, node: Node) -> int:
    depth = 0
    while node.hash != given.root.hash:
        node = given.nodes[node.previous]
        depth += 1
    return depth


def _fork(given: Statements, nodes: list[Node]) -> bytes:
    """The last entry that all of these come after."""
    lines = []
    for node in nodes:
        line = [node.hash]
        while node.hash != given.root.hash:
            node = given.nodes[node.previous]
            line.append(node.hash)
        lines.append(line[::-1])
    common = given.root.hash
    for several in zip(*lines, strict=False):
        if len(set(several)) > 1:
            break
        common = several[0]
    return common


def _named(seats: set[int]) -> tuple[int, ...]:
    return tuple(sorted(seats))
