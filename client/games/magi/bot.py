"""How a bot plays Magi: mates when it can, looks ahead on ints, and bargains by what it may expect.

Owns what is asked in which order and what a level means here.  What pieces are worth lies in ``worth``, the
look-ahead in ``search``, forced mates in ``mates``, points and offers in ``bargain``.
Same state, seat, level and seed: same action.
"""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from typing import NamedTuple

from client.bots import DEFAULT_LEVEL
from client.games.magi.bargain import EARLY, EVEN, answer, proposal
from client.games.magi.mates import MOVES, Mates
from client.games.magi.search import MATE, MATED, SOONER, RatedMove, Search, mating, stuck
from client.games.magi.worth import gain, tables, worth
from rules.game import State
from rules.magi.endings import halted
from rules.magi.moves import TEXT, legal_moves
from rules.magi.points import DRAW, RESIGN
from rules.magi.position import Position, play
from rules.magi.state import DECLINE, MagiState, repetition_key


class MagiLevel(NamedTuple):
    """How a level looks ahead."""

    plies: int
    """Full plies that are always looked at, the own move included; captures come after them."""
    most: int
    """Plies that it may deepen to where positions are few."""
    budget: int
    """Positions that a deeper look may cost: not begun if it is likely to cost more, else ended early."""
    whim: int
    """Moves that lie so close together are chosen between by the seed."""


LEVELS = {1: MagiLevel(0, 0, 0, 12), 2: MagiLevel(1, 4, 2_500, 6), 3: MagiLevel(2, 6, 20_000, 4)}
"""1 sees what its move takes and no reply, 2 what comes of it and mate in one, 3 a full reply too."""
LIVELY = 2
"""For each move that the mover's side would have next: room counts a little."""
GROWTH = 6
"""A deeper look costs about so many times what the last one did."""
JUDGED = 2
"""Full plies at least for judging offers and claims: what is moved next, and what could be answered."""
UNTRUSTED = 10
"""Who makes an offer has hardly seen the way out if it is only one move in so many."""
DULL = 20
"""What it costs to repeat an even position: better to try something else."""
STALE = 30
"""Plies without capture or pawn move after which a lead begins to be worth less."""


def _level(level: int) -> MagiLevel:
    return LEVELS.get(level, LEVELS[DEFAULT_LEVEL])


class MagiBot:
    """Plays one seat; keeps nothing between moves."""

    def choose(self, state: State, seat: int, level: int, seed: bytes) -> str:
        """The action of ``seat``, which must be the one to act; mates at once wherever it can.

        A mate is never put off for a better band: by the rulebook's bands a later one pays no more (MG15, MG16),
        and where bands or a declined offer could make it pay more, the opponent would first have to miss
        every way out.  What it pays now is sure, and in the rulebook's bands no other move pays more.
        """
        assert isinstance(state, MagiState)
        mixed = blake2b(state.public().encode(), key=seed[:64], digest_size=16).digest()
        random = Random(mixed)
        means = _level(level)
        if state.bargain.pending is not None:
            return answer(state, -judged(state, means, random))
        mates = sorted(mating(state.position))
        if mates:
            return TEXT[random.choice(mates)]
        mate = Mates(state.earlier, state.terms.move_limit).quickest(state.position)
        if mate is not None:
            return TEXT[mate.move]
        line = best(state, means, random)
        if _something_to_say(state):
            # A level without replies has not seen what may be answered; none has looked for mates against it.
            lead = (
                line.worth
                if means.plies and not _doom(state, means, random)
                else judged(state, means, random)
            )
            return proposal(state, lead) or TEXT[line.move]
        return TEXT[line.move]


def judged(state: MagiState, level: MagiLevel, random: Random) -> int:
    """What the position is worth to the side to move by that level's own search: for offers, answers and claims.

    Who answers an offer is not the side to move, so that it looks a ply further than for a move of its own, with
    the same means; and it sees every mate that it would find once the offer is declined.
    """
    plies = _doom(state, level, random)
    if plies:
        return plies * SOONER - MATE
    mate = Mates(state.earlier, state.terms.move_limit).quickest(state.position)
    if mate is not None:
        return MATE - mate.plies * SOONER
    ahead = level._replace(plies=max(JUDGED, level.plies), most=max(JUDGED, level.most + 1), whim=0)
    return best(state, ahead, random).worth


def best(state: MagiState, level: MagiLevel, random: Random) -> RatedMove:
    """The move to make, and what it leads to; the position must have moves."""
    position = state.position
    by = tables(position)
    search = Search(by, state.terms.move_limit)
    carried = worth(position, by)
    tries = []
    for move in state.moves:
        after = play(position, move)
        # A small part of the worth that is not carried along: whim, and room to move.
        bonus = random.randrange(level.whim + 1) + LIVELY * len(_own_moves(after))
        tries.append(Try(move, after, carried + gain(position, move, by), bonus, _seen(state, after)))
    tries.sort(key=lambda one: (-one.carried - one.bonus, one.move))
    plies = level.plies
    found, tries = _look(search, tries, plies, None)
    spent = search.seen
    while plies < level.most and spent * GROWTH <= level.budget and abs(found.worth) < MATED:
        plies += 1
        began = search.seen
        found, tries = _look(search, tries, plies, began + level.budget)
        spent = search.seen - began
    return found


class Try(NamedTuple):
    """A move that is thought about."""

    move: int
    after: Position
    carried: int
    """The plain worth after it, for who made it."""
    bonus: int
    seen: int
    """How often the position after it has been on the board."""


def _look(search: Search, tries: list[Try], plies: int, most: int | None) -> tuple[RatedMove, list[Try]]:
    """The best move when looking ``plies`` ahead, and the moves with it in front.

    Once the search has seen ``most`` positions the rest is left out: the best so far comes first.
    """
    top: tuple[int, RatedMove, Try] | None = None
    for one in tries:
        if top is not None and most is not None and search.seen >= most:
            break
        # What can't beat the best one so far need not be known exactly; what is tempered must be.
        plain = not one.seen and one.after.halfmove <= STALE
        floor = top[0] - one.bonus if top is not None and plain else -MATE
        found = _worth_of(search, one, plies, floor)
        ranked = tempered(found, one) + one.bonus
        if top is None or ranked > top[0]:
            top = (ranked, RatedMove(one.move, found), one)
    assert top is not None, "a game that goes on has moves"
    chosen = top[2]
    return top[1], [chosen, *(one for one in tries if one is not chosen)]


def _worth_of(search: Search, one: Try, plies: int, floor: int) -> int:
    """What a move leads to, for who makes it; exact only above ``floor``."""
    if not plies:
        if not legal_moves(one.after):
            return -stuck(one.after, 1)
        return 0 if halted(one.after, search.move_limit) else one.carried
    found = -search.after(one.after, -one.carried, plies - 1, -MATE, -floor, 1)
    # With one ply only captures are replied, but a mate in one must not be missed.
    if plies == 1 and found > floor and mating(one.after):
        return 2 * SOONER - MATE
    return found


def tempered(found: int, one: Try) -> int:
    """Less of a lead for a position that has been there, or long after any capture or pawn move (MG18)."""
    if one.seen >= 4:
        return 0
    if found > 0 and (one.seen >= 2 or one.after.halfmove >= 100):
        return 0  # the opponent may claim
    if abs(found) >= MATED:
        return found
    if one.seen:
        found -= found // 8 + (DULL if abs(found) <= EVEN else 0)
    return found - found * max(0, one.after.halfmove - STALE) // 240


def _seen(state: MagiState, after: Position) -> int:
    if not state.earlier or not after.halfmove:
        return 0
    return state.earlier.count(repetition_key(after, tuple(legal_moves(after)) if after.trail else ()))


def _own_moves(after: Position) -> list[int]:
    """What whoever has just moved could do if it were to move again."""
    mine, theirs, side, rights, _, halfmove, fullmove = after
    return legal_moves(Position(theirs, mine, 1 - side, rights, 0, halfmove, fullmove))


def _something_to_say(state: MagiState) -> bool:
    """Whether the player to move could claim or offer something now."""
    late = state.position.fullmove > EARLY
    return bool(state.claim_reason()) or (late and any(map(state.bargain.may_offer, (DRAW, RESIGN))))


def _doom(state: MagiState, level: MagiLevel, random: Random) -> int:
    """After how many plies the side to move is mated by force, as far as that level sees it; else 0.

    Where an offer is answered, a way out that is one of very many moves does not count: nobody who has seen it
    would have offered, and the opponent most often plays another.
    """
    asked = state.bargain.pending is not None
    ways_out = len(state.moves) // UNTRUSTED if asked else 0
    plies = Mates(state.earlier, state.terms.move_limit).longest(state.position, ways_out)
    if plies is not None:
        return plies
    if not asked or level.most < 2 * MOVES + 1:
        return 0
    # This level may find longer mates when it is to move: is there one after every move?
    after = state.apply(DECLINE).state
    latest = 0
    for move in state.moves:
        there = after.apply(TEXT[move]).state
        assert isinstance(there, MagiState)
        if there.turn is None:
            return 0
        mate = Mates(there.earlier, there.terms.move_limit).quickest(there.position)
        found = MATE - mate.plies * SOONER if mate else best(there, level, random).worth
        if found < MATED:
            return 0
        latest = max(latest, 1 + (MATE - found) // SOONER)
    return latest


PLAYER = MagiBot()
