"""What a Magi bot says about points: accepts or declines, claims a draw, offers a draw or resignation (MG13–MG18).

Knows the lead that a search found, and turns it into the points that may be expected; it looks at no board.
"""

from __future__ import annotations

from client.games.magi.search import MATE, MATED, SOONER
from rules.magi.points import DRAW, RESIGN, Bargain, mate_points
from rules.magi.state import ACCEPT, CLAIM, DECLINE, MagiState

EARLY = 20
"""A bot offers nothing up to this full move."""
LOST = -1200
"""A lead like this is hopeless: what is left is to resign for points."""
EVEN = 45
"""Nearer to 0 than this nobody leads."""
IDLE = 40
"""Plies without capture or pawn move after which an even game counts as going nowhere."""
HALF_SURE = 400
"""The lead with which a win is halfway between open and sure."""
SLOWEST, QUICKEST, HASTE = 60, 10, 30
"""Full moves to a mate from an even game, from a won one, and how much more lead saves one of them."""


def mating_number(state: MagiState, lead: int) -> int:
    """The full move on which the mate that ``lead`` tells of is made, by whichever side."""
    plies = (MATE - abs(lead)) // SOONER
    return state.position.fullmove + (plies - 1 + state.position.side) // 2


def hope(state: MagiState, offers: Bargain, lead: int) -> int:
    """The points, in thousandths, that a player with that lead may expect if the game goes on.

    A lead makes a win likelier, and sooner; what it then pays depends on the move number and on what was
    declined (MG15).  The nearer the move limit, the likelier nobody gets anything (MG17).  A forced mate is sure, and
    its number is known exactly.
    """
    terms, number = state.terms, state.position.fullmove
    half = terms.draw[0]
    if abs(lead) >= MATED:
        number = mating_number(state, lead)
        if 0 < terms.move_limit < number:
            return 0
        return 1000 * mate_points(terms, offers, number)[lead < 0]
    chance = 1000 * abs(lead) // (abs(lead) + HALF_SURE)
    needed = max(QUICKEST, SLOWEST - abs(lead) // HASTE)
    won, _ = mate_points(terms, offers, number + needed)
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
    half = 1000 * stakes.draw[0]
    expected = hope(state, state.bargain.answered(False), lead)
    if state.claim_reason():
        expected = min(expected, half)  # who offered could claim a draw instead (MG18)
    if offer.kind == RESIGN:
        agree = 1000 * stakes.resign_now[0] >= expected
    elif abs(lead) <= EVEN:
        # Played on as long as something happens in it and there is time.
        agree = _idle(state, lead) or 4 * expected < 3 * half
    else:
        agree = expected < half
    return ACCEPT if agree else DECLINE


def proposal(state: MagiState, lead: int) -> str | None:
    """A claim or an offer before the move, for the player to move, who leads by so much; mostly None."""
    late = state.position.fullmove > EARLY
    draw, resign = (late and state.bargain.may_offer(kind) for kind in (DRAW, RESIGN))
    stakes = state.stakes()
    half = 1000 * stakes.draw[0]
    expected = hope(state, state.bargain, lead)
    if state.claim_reason() and (lead < -EVEN or _idle(state, lead) or expected < half):
        return CLAIM
    # Offered by one who expects clearly less than half, but not when all is lost.
    if draw and lead > LOST and (_idle(state, lead) or 5 * expected < 3 * half):
        return "draw?"
    if resign and lead <= LOST and 1000 * stakes.resign_now[1] > expected:
        return "resign?"
    return None


def _idle(state: MagiState, lead: int) -> bool:
    return abs(lead) <= EVEN and state.position.halfmove >= IDLE
