"""How a bot plays Magi: mates when it can, looks ahead on ints, and bargains by what it may expect.

Owns what is asked in which order, offers and answers (MG13–MG16), and what a level means here; what pieces are worth
lies in ``magi_worth``, the look-ahead in ``magi_search``.  Same state, seat, level and seed: same action.
"""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from typing import NamedTuple

from client.bots import DEFAULT_LEVEL
from client.bots.magi_search import MATE, MATED, SOONER, Line, Search, mating, stuck
from client.bots.magi_worth import gain, tables, worth
from rules.game import State
from rules.magi.endings import halted
from rules.magi.moves import TEXT, legal_moves
from rules.magi.points import DRAW, RESIGN, Bargain, mate_points
from rules.magi.position import Position, play
from rules.magi.state import ACCEPT, CLAIM, DECLINE, MagiState, repetition_key


class Level(NamedTuple):
    """How a level looks ahead."""

    plies: int
    """Full plies that are always looked at, the own move included; captures come after them."""
    most: int
    """Plies that it may deepen to where positions are few."""
    budget: int
    """Positions that a deeper look may cost: not begun if it is likely to cost more, else ended early."""
    whim: int
    """Moves that lie so close together are chosen between by the seed."""


LEVELS = {1: Level(0, 0, 0, 12), 2: Level(1, 4, 2_500, 6), 3: Level(2, 6, 20_000, 4)}
"""1 sees what its move takes and no reply, 2 what comes of it and mate in one, 3 a full reply too."""
LIVELY = 2
"""For each move that the mover's side would have next: room counts a little."""
GROWTH = 6
"""A deeper look costs about so many times what the last one did."""
JUDGED = 2
"""Full plies for judging an offer: what the offerer moves next, and what could be answered."""

EARLY = 20
"""A bot offers nothing up to this full move."""
LOST = -1200
"""A lead like this is hopeless: what is left is to resign for points."""
EVEN = 45
"""Nearer to 0 than this nobody leads."""
IDLE = 40
"""Plies without capture or pawn move after which an even game counts as going nowhere."""
DULL = 20
"""What it costs to repeat an even position: better to try something else."""
STALE = 30
"""Plies without capture or pawn move after which a lead begins to be worth less."""
HALF_SURE = 400
"""The lead with which a win is halfway between open and sure."""
SLOWEST, QUICKEST, HASTE = 60, 10, 30
"""Full moves to a mate from an even game, from a won one, and how much more lead saves one of them."""


def _level(level: int) -> Level:
    return LEVELS.get(level, LEVELS[DEFAULT_LEVEL])


class Magi:
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
        if state.bargain.pending is not None:
            return answer(state, -judged(state))
        mates = sorted(mating(state.position))
        if mates:
            return TEXT[random.choice(mates)]
        line = best(state, _level(level), random)
        return bargain(state, line.worth, level) or TEXT[line.move]


def best(state: MagiState, level: Level, random: Random) -> Line:
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


def _look(search: Search, tries: list[Try], plies: int, most: int | None) -> tuple[Line, list[Try]]:
    """The best move when looking ``plies`` ahead, and the moves with it in front.

    Once the search has seen ``most`` positions the rest is left out: the best so far comes first.
    """
    top: tuple[int, Line, Try] | None = None
    for one in tries:
        if top is not None and most is not None and search.seen >= most:
            break
        # What can't beat the best one so far need not be known exactly; what is tempered must be.
        plain = not one.seen and one.after.halfmove <= STALE
        floor = top[0] - one.bonus if top is not None and plain else -MATE
        found = _worth_of(search, one, plies, floor)
        ranked = tempered(found, one) + one.bonus
        if top is None or ranked > top[0]:
            top = (ranked, Line(one.move, found), one)
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


def judged(state: MagiState) -> int:
    """What the position is worth to the side to move, alike at every level: for offers and claims."""
    position = state.position
    return Search(tables(position), state.terms.move_limit).look(position, JUDGED)


# -- bargaining ---------------------------------------------------------------------------------------


def hope(state: MagiState, offers: Bargain, lead: int) -> int:
    """The points, in thousandths, that a player with that lead may expect if the game goes on.

    A lead makes a win likelier, and sooner; what it then pays depends on the move number and on what was
    declined (MG15).  The nearer the move limit, the likelier nobody gets anything (MG17).
    """
    terms, number = state.terms, state.position.fullmove
    if abs(lead) >= MATED:
        chance, needed = 1000, (MATE - abs(lead)) // SOONER // 2
    else:
        chance = 1000 * abs(lead) // (abs(lead) + HALF_SURE)
        needed = max(QUICKEST, SLOWEST - abs(lead) // HASTE)
    won, _ = mate_points(terms, offers, number + needed)
    half = terms.draw[0]
    more = chance * (won - half)
    expected = 1000 * half + (more if lead > 0 else -more)
    if terms.move_limit:
        left = terms.move_limit + 1 - number
        expected = expected * min(needed + 1, left) // (needed + 1)
    return expected


def answer(state: MagiState, lead: int) -> str:
    """Accept or decline the pending offer, for the player asked, who leads by so much."""
    offer = state.bargain.pending
    assert offer is not None, "only a pending offer can be answered"
    stakes = state.stakes()
    expected = hope(state, state.bargain.answered(False), lead)
    half = 1000 * stakes.draw[0]
    if offer.kind == RESIGN:
        agree = 1000 * stakes.resign_now[0] >= expected
    elif abs(lead) <= EVEN:
        # Played on as long as something happens in it and there is time.
        agree = _idle(state, lead) or 4 * expected < 3 * half
    else:
        agree = expected < half
    return ACCEPT if agree else DECLINE


def bargain(state: MagiState, lead: int, level: int) -> str | None:
    """A claim or an offer before the move, for the player to move, who leads by so much; mostly None."""
    claimable = bool(state.claim_reason())
    late = state.position.fullmove > EARLY
    draw, resign = (late and state.bargain.may_offer(kind) for kind in (DRAW, RESIGN))
    if not (claimable or draw or resign):
        return None
    if not _level(level).plies:  # it has seen no reply yet
        lead = judged(state)
    stakes = state.stakes()
    half = 1000 * stakes.draw[0]
    expected = hope(state, state.bargain, lead)
    if claimable and (lead < -EVEN or _idle(state, lead) or expected < half):
        return CLAIM
    # Offered by one who expects clearly less than half, but not when all is lost.
    if draw and lead > LOST and (_idle(state, lead) or 5 * expected < 3 * half):
        return "draw?"
    if resign and lead <= LOST and 1000 * stakes.resign_now[1] > expected:
        return "resign?"
    return None


def _idle(state: MagiState, lead: int) -> bool:
    return abs(lead) <= EVEN and state.position.halfmove >= IDLE
