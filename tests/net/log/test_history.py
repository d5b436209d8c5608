"""Which history holds: single cases, and all small parties of two and three seats with any one of them dishonest.

The model below lets honest seats do what our programs do (write when due, consent, forfeit, claim, say that an
entry came, seal), each knowing any part of what was signed so far, and a dishonest one sign anything at all.
It goes through every such party up to a number of statements, and looks at everything that anybody may know.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import NamedTuple

import pytest

from net.log.history import Came, Holding, Node, Sealed, Statements, which_holds


class Consent(NamedTuple):
    """A loose consent to the forfeit of the seat due after ``entry``; the choice of history never sees it."""

    seat: int
    entry: bytes


Signed = Node | Came | Sealed | Consent


def root(seats: int) -> Node:
    return Node(b"r", b"", "root", -1, 0, tuple(range(seats)))


def entry(before: Node, length: int, variant: str = "a") -> Node:
    """What the seat due writes; the game ends with its ``length``-th entry."""
    assert before.due is not None
    seat = before.due
    ends = len(before.hash) >= length
    due = None if ends else following(before.in_game, seat)
    return Node(before.hash + variant.encode(), before.hash, "entry", seat, due, before.in_game)


def claim(before: Node) -> Node:
    assert before.due is not None and len(before.in_game) == 2
    seat = following(before.in_game, before.due)
    return Node(before.hash + b"c", before.hash, "claim", seat, None, before.in_game)


def forfeit(before: Node, variant: str = "F") -> Node:
    assert before.due is not None
    left = tuple(seat for seat in before.in_game if seat != before.due)
    due = following(before.in_game, before.due)
    return Node(
        before.hash + variant.encode(),
        before.hash,
        "forfeit",
        left[0],
        due,
        left,
        left,
        b"point" + before.hash,
    )


def following(seats: tuple[int, ...], seat: int) -> int:
    return seats[(seats.index(seat) + 1) % len(seats)]


def holding(start: Node, known: frozenset[Signed]) -> Holding:
    return _holding(start, frozenset(one for one in known if not isinstance(one, Consent)))


@cache
def _holding(start: Node, known: frozenset[Node | Came | Sealed]) -> Holding:
    return which_holds(Statements.of(start, sorted(known, key=repr)))


# ---- single cases ---------------------------------------------------------------------------------


def test_with_nothing_said_the_first_seat_is_due() -> None:
    assert holding(root(2), frozenset()) == Holding(b"r", 0)


def test_the_claimed_seats_own_entry_beats_the_claim() -> None:
    start = root(2)
    mine, theirs = entry(start, 9), claim(start)
    assert holding(start, frozenset({theirs})) == Holding(b"rc", None)
    assert holding(start, frozenset({theirs, mine})) == Holding(b"ra", 1)


def test_a_claim_that_both_have_sealed_stands() -> None:
    start = root(2)
    said = {entry(start, 9), claim(start), Sealed(0, b"rc"), Sealed(1, b"rc")}
    assert holding(start, frozenset(said)) == Holding(b"rc", None, confirmed=True)


def test_a_forfeit_holds_against_an_entry_that_nobody_saw_in_time() -> None:
    start = root(3)
    assert holding(start, frozenset({forfeit(start), entry(start, 9)})) == Holding(b"rF", 1)


def test_a_forfeit_falls_if_a_signer_says_that_the_entry_came() -> None:
    start = root(3)
    said = {forfeit(start), entry(start, 9), Came(2, b"ra")}
    assert holding(start, frozenset(said)) == Holding(b"ra", 1)


def test_a_forfeit_falls_if_a_signer_went_on_from_the_entry() -> None:
    start = root(3)
    came = entry(start, 9)
    assert holding(start, frozenset({forfeit(start), came, entry(came, 9)})) == Holding(b"raa", 2)


def test_who_says_that_it_came_and_goes_on_after_the_forfeit_is_named() -> None:
    start = root(3)
    gone = forfeit(start)
    said = {gone, entry(start, 9), Came(1, b"ra"), entry(gone, 9)}
    assert holding(start, frozenset(said)) == Holding(b"r", None, (1,))


def test_two_entries_after_the_same_entry_name_their_seat() -> None:
    start = root(2)
    assert holding(start, frozenset({entry(start, 9), entry(start, 9, "b")})).named == (0,)


def test_two_entries_do_not_unmake_an_end_that_all_others_sealed() -> None:
    start = root(2)
    ours = entry(start, 1)
    said = {ours, entry(start, 1, "b"), Sealed(1, ours.hash)}
    assert holding(start, frozenset(said)) == Holding(ours.hash, None)


def test_an_end_sealed_by_all_is_not_unmade_by_a_second_entry() -> None:
    start = root(2)
    ours = entry(start, 1)
    said = {ours, Sealed(0, ours.hash), Sealed(1, ours.hash), entry(start, 1, "b")}
    assert holding(start, frozenset(said)) == Holding(ours.hash, None, confirmed=True)


# ---- all small parties ----------------------------------------------------------------------------


class Party(NamedTuple):
    """Everything signed so far, and what each honest seat knew when it last signed."""

    signed: frozenset[Signed]
    known: tuple[frozenset[Signed], ...]


class Model(NamedTuple):
    seats: int
    dishonest: int
    """The seat that signs anything; -1: everybody is honest."""
    length: int

    @property
    def start(self) -> Node:
        return root(self.seats)

    def nodes(self, signed: frozenset[Signed]) -> list[Node]:
        return [self.start, *sorted((one for one in signed if isinstance(one, Node)), key=lambda n: n.hash)]

    def closed(self, known: frozenset[Signed]) -> bool:
        """Whether every statement comes with the entries that it follows or names."""
        hashes = {self.start.hash, *(one.hash for one in known if isinstance(one, Node))}
        return all((one.previous if isinstance(one, Node) else one.entry) in hashes for one in known)

    def parts(self, of: frozenset[Signed], least: frozenset[Signed]) -> Iterator[frozenset[Signed]]:
        """All that somebody who knew ``least`` may know by now."""
        rest = sorted(of - least, key=repr)
        for count in range(len(rest) + 1):
            for some in combinations(rest, count):
                if self.closed(known := least | frozenset(some)):
                    yield known

    # -- what may be signed next

    def signs(
        self, seat: int, before: frozenset[Signed], known: frozenset[Signed]
    ) -> Iterator[frozenset[Signed]]:
        """What an honest seat may sign next, once it has learnt ``known`` (it knew ``before`` so far)."""
        told: set[Signed] = set()
        maybe: set[Signed] = set()
        for one in self.nodes(known):
            if (
                one.kind == "entry"
                and Consent(seat, one.previous) in known
                and Came(seat, one.hash) not in known
            ):
                whole = [n for n in self.nodes(known) if n.kind == "forfeit" and n.previous == one.previous]
                if not whole:
                    told.add(Came(seat, one.hash))
                elif not before.intersection((*whole, one)):
                    maybe.add(Came(seat, one.hash))
        if told:
            yield frozenset(told)  # before anything else
            return
        if maybe:
            yield frozenset(maybe)  # the entry came first …
        yield from self._honest(seat, known)

    def _honest(self, seat: int, known: frozenset[Signed]) -> Iterator[frozenset[Signed]]:
        now = holding(self.start, known)
        if now.conflict or now.confirmed:
            return
        tip = next(node for node in self.nodes(known) if node.hash == now.tip)
        if seat not in tip.in_game:
            return
        if now.due is None:
            if Sealed(seat, tip.hash) in known:
                return
            if tip.kind == "claim":
                other = following(tip.in_game, seat)
                if tip.seat != seat:
                    before = next(node for node in self.nodes(known) if node.hash == tip.previous)
                    yield frozenset({entry(before, self.length)})
                elif Sealed(other, tip.hash) not in known:
                    return
            yield frozenset({Sealed(seat, tip.hash)})
        elif now.due == seat:
            yield frozenset({entry(tip, self.length)})
        elif len(tip.in_game) == 2:
            if claim(tip).hash not in {node.hash for node in self.nodes(known)}:
                yield frozenset({claim(tip)})
        else:
            wanted = {Consent(one, tip.hash) for one in tip.in_game if one != now.due}
            if Consent(seat, tip.hash) not in known:
                yield frozenset({Consent(seat, tip.hash)})
            elif wanted <= known and forfeit(tip).seat == seat:
                yield frozenset({forfeit(tip)})

    def foul(self, signed: frozenset[Signed]) -> Iterator[Signed]:
        """Whatever the dishonest seat may sign."""
        seat = self.dishonest
        for node in self.nodes(signed):
            if node.due is None:
                if seat in node.in_game:
                    yield Sealed(seat, node.hash)
                continue
            if node.due == seat:
                yield entry(node, self.length)
                yield entry(node, self.length, "b")
            elif seat not in node.in_game:
                continue
            elif len(node.in_game) == 2:
                yield claim(node)
            else:
                yield Consent(seat, node.hash)
                wanted = {Consent(one, node.hash) for one in node.in_game if one != node.due}
                if forfeit(node).seat == seat and wanted <= signed:
                    yield forfeit(node)
                    yield forfeit(node, "G")
            for after in self.nodes(signed):
                if after.kind == "entry" and after.previous == node.hash and after.seat != seat:
                    yield Came(seat, after.hash)

    def steps(self, party: Party) -> Iterator[Party]:
        for seat in range(self.seats):
            if seat == self.dishonest:
                for one in self.foul(party.signed):
                    if one not in party.signed:
                        yield Party(party.signed | {one}, party.known)
                continue
            before = party.known[seat]
            for known in self.parts(party.signed, before):
                for new in self.signs(seat, before, known):
                    if not new <= party.signed:
                        new = frozenset(self.citing(one, known) for one in new)
                        after = [*party.known]
                        after[seat] = known | new
                        yield Party(party.signed | new, tuple(after))

    def citing(self, one: Signed, known: frozenset[Signed]) -> Signed:
        """An honest entry cites who said, of the entries before it, that they came."""
        if not isinstance(one, Node):
            return one
        came = [c for c in known if isinstance(c, Came) and one.hash.startswith(c.entry)]
        return replace(one, cites=tuple(sorted(came, key=repr))) if came else one

    # -- what must be so

    def check(self, party: Party) -> None:
        views = {known: holding(self.start, known) for known in self.parts(party.signed, frozenset())}
        for known, now in views.items():
            assert not set(now.named) - {self.dishonest}, f"an honest seat is named: {now}\n{show(known)}"
            if now.confirmed:
                for more, later in views.items():
                    if more >= known:
                        assert later == now, (
                            f"a sealed end is unmade: {now} {later}\n{show(known)}\n{show(more)}"
                        )
        for seat in range(self.seats):
            if seat != self.dishonest:
                own = [one for one in self.nodes(party.signed) if one.seat == seat and one.kind != "forfeit"]
                placed = [one.previous for one in own]
                assert len(placed) == len(set(placed)), f"seat {seat} signed twice\n{show(party.signed)}"


def show(known: frozenset[Signed]) -> str:
    return "\n".join(sorted(map(repr, known)))


def explore(model: Model, most: int) -> int:
    """Go through all parties with up to ``most`` statements; how many there were."""
    parties = {Party(frozenset(), (frozenset(),) * model.seats)}
    checked: set[frozenset[Signed]] = set()
    count = 0
    for _ in range(most):
        parties = {after for party in parties for after in model.steps(party) if len(after.signed) <= most}
        count += len(parties)
        for party in parties:
            if party.signed not in checked:
                checked.add(party.signed)
                model.check(party)
    return count


DEEPER = int(os.environ.get("MAGICADE_HISTORY_DEPTH", "0"))
"""How many statements more than usual to go through (each takes some ten times as long)."""


@pytest.mark.parametrize("length", [1, 2, 9])
@pytest.mark.parametrize("dishonest", [-1, 0, 1])
def test_every_small_party_of_two(dishonest: int, length: int) -> None:
    assert explore(Model(2, dishonest, length), 5 + DEEPER) > 10


@pytest.mark.parametrize("length", [1, 2, 9])
@pytest.mark.parametrize("dishonest", [-1, 0, 1, 2])
def test_every_small_party_of_three(dishonest: int, length: int) -> None:
    assert explore(Model(3, dishonest, length), 5 + DEEPER) > 10
