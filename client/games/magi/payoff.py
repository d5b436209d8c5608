"""What a game of Magi is worth now, in words and numbers for the panel (MG12–MG19); and how offers are put.

Pure: a state in, words out, in the language in use.  What is at stake the rules say; nothing here draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from client.core.words import _
from rules.magi.notation import MagiEnd
from rules.magi.points import DRAW, RESIGN, Band, Bargain, Offer, Points, Stakes, mate_points, stakes
from rules.magi.position import WHITE
from rules.magi.state import MagiState

OPEN_PACE = 15
"""In a band without end the marker is in the middle after so many moves."""


class PayoffBand(NamedTuple):
    """One band on the bar."""

    first: int
    last: int | None
    """None: without end."""
    mate: str
    """What a mate in this band scores; empty where the band is over."""
    resigned: str
    """What an accepted resignation in this band scores."""
    share: float
    """The winner's part of the points of the band, 0–1."""
    now: bool
    declined: bool
    """Whether the offer that counts was declined in this band."""


class Payoff(NamedTuple):
    """Everything that the panel says."""

    move: str
    mate: str
    """What a mate scores now; after the end the points of the game."""
    mate_label: str
    resigned: str
    """What an accepted resignation scores now: the points of the band."""
    resigned_label: str
    may_resign: bool
    """Whether the game's one offer to resign is still to be had, or waits for its answer."""
    reason: str
    """Why a mate scores that, or what an answer would bring."""
    offers: tuple[str, str]
    """The draw offer and the offer to resign: unused, waiting, declined by whom and when."""
    cells: tuple[PayoffBand, ...]
    here: float
    """How far through the present band the game is, 0–1."""
    over: bool


def written(points: Points) -> str:
    """Points as the rulebook writes them, the winner's first: ``11–1``."""
    return f"{points[0]}–{points[1]}"


def number_of(state: MagiState) -> int:
    """The full move that counts: the running one; where the last move ended the game, that move's."""
    number = state.position.fullmove
    ended_by_black = state.end and not state.closed and state.position.side == WHITE
    return max(1, number - 1) if ended_by_black else number


def payoff(state: MagiState, names: Sequence[str], ending: str = "") -> Payoff:
    """What to say of ``state``; ``ending``: how it ended, in words, if it did."""
    number = number_of(state)
    now = stakes(state.terms, state.bargain, number)
    outcome = state.outcome()
    open_ = RESIGN not in _made(state.bargain) or _pending(now, RESIGN)
    if outcome is not None:
        points = sorted(outcome.scores or (0, 0), reverse=True)
        mate, label, reason = written((points[0], points[1])), _("Final points"), ending
    else:
        mate, label, reason = written(now.mate_now), _("Mate now"), _reason(state, now)
    return Payoff(
        move=_move(now),
        mate=mate,
        mate_label=label,
        resigned=written(now.resign_now),
        resigned_label=_("Resign now") if open_ and outcome is None else _("This band"),
        may_resign=open_ and outcome is None,
        reason=reason,
        offers=(offer_line(state, DRAW, names), offer_line(state, RESIGN, names)),
        cells=cells(state),
        here=_here(now, _last(now.bands[now.band], now.move_limit)),
        over=outcome is not None,
    )


def cells(state: MagiState) -> tuple[PayoffBand, ...]:
    """The bands that can be reached, in order (MG16, MG17)."""
    number = number_of(state)
    now = stakes(state.terms, state.bargain, number)
    declined = now.declined[-1].band if now.declined else -1
    found = []
    for index, band in enumerate(now.bands):
        if 0 < now.move_limit < band.first and index > now.band:
            break
        past = index < now.band
        worth = mate_points(state.terms, state.bargain, number if index == now.band else band.first)
        share = band.points[0] / state.terms.total
        here = index == now.band
        last = _last(band, now.move_limit)
        found.append(
            PayoffBand(
                band.first,
                last,
                "" if past else written(worth),
                written(band.points),
                share,
                here,
                index == declined,
            )
        )
    return tuple(found)


def offer_line(state: MagiState, kind: str, names: Sequence[str]) -> str:
    """What has become of the game's one offer of this kind, in one line (MG13, MG14)."""
    made: Offer | None = next((offer for offer in state.bargain.offers if offer.kind == kind), None)
    draw = kind == DRAW
    if made is None:
        if state.turn is None:
            return _("Draw: never offered") if draw else _("Resignation: never offered")
        return _("Draw: not offered yet") if draw else _("Resignation: not offered yet")
    if made.accepted is None:
        text = (
            _("Draw: {name} offers, {other} is to answer")
            if draw
            else _("Resignation: {name} offers, {other} is to answer")
        )
    elif made.accepted:
        text = (
            _("Draw: {name} offered, {other} accepted (move {n})")
            if draw
            else _("Resignation: {name} offered, {other} accepted (move {n})")
        )
    else:
        text = (
            _("Draw: {name} offered, {other} declined (move {n})")
            if draw
            else _("Resignation: {name} offered, {other} declined (move {n})")
        )
    return text.format(name=names[made.seat], other=names[1 - made.seat], n=made.move)


def draw_meaning(state: MagiState) -> str:
    """What comes of offering a draw now."""
    accepted = _("If it is accepted, the game ends {points}.").format(points=written(state.terms.draw))
    once = _("There is one draw offer in a game, whoever makes it.")
    return f"{accepted} {_if_declined(state, DRAW)} {once}"


def resign_meaning(state: MagiState) -> str:
    """What comes of offering to resign now."""
    accepted = _("If it is accepted, the other wins {points}.")
    accepted = accepted.format(points=written(state.stakes().resign_now))
    once = _("There is one offer to resign in a game, whoever makes it.")
    return f"{accepted} {_if_declined(state, RESIGN)} {once}"


def claim_meaning(state: MagiState) -> str:
    """What comes of claiming a draw now, and why it may be claimed (MG18)."""
    why = (
        _("The position has come up three times.")
        if state.claim_reason() is MagiEnd.THREEFOLD
        else _("50 moves have gone by without a capture or a pawn move.")
    )
    return f"{why} {_('The game ends at once, {points}.').format(points=written(state.terms.draw))}"


def _if_declined(state: MagiState, kind: str) -> str:
    """What a declined offer of this kind would change."""
    after = _after(state, state.bargain.made(kind, state.position.side, state.position.fullmove))
    if after is None:
        return _("If it is declined, play goes on.")
    text = _("If it is declined, play goes on, and from move {n} a mate scores {points}.")
    return text.format(n=after[0], points=after[1])


def _after(state: MagiState, pending: Bargain) -> tuple[int, str] | None:
    """From which move mates score something else once the pending offer is declined, and what (MG15)."""
    after = stakes(state.terms, pending.answered(False), state.position.fullmove)
    if after.next_from is None or after.mate_next is None or after.mate_next == after.mate_now:
        return None
    return after.next_from, written(after.mate_next)


def _reason(state: MagiState, now: Stakes) -> str:
    pending = state.bargain.pending
    if pending is not None:
        points = now.resign_now if pending.kind == RESIGN else now.draw
        accepted = _("Accepted: {points}.").format(points=written(points))
        after = _after(state, state.bargain)
        if after is None:
            return f"{accepted} {_('Declined: play goes on.')}"
        declined = _("Declined: from move {n} a mate scores {points}.").format(n=after[0], points=after[1])
        return f"{accepted} {declined}"
    if not now.declined:
        text = _("No offer was declined: on any move a mate gives the winner {winner}, the loser {loser}.")
        return text.format(winner=now.mate_now[0], loser=now.mate_now[1])
    declined_at = now.declined[-1].move
    if now.next_from is None or now.mate_next is None:
        text = _("Offer declined on move {n}: a mate scores {points} to the end.")
        return text.format(n=declined_at, points=written(now.mate_now))
    text = _("Offer declined on move {n}: from move {first} a mate scores {points}.")
    return text.format(n=declined_at, first=now.next_from, points=written(now.mate_next))


def _made(bargain: Bargain) -> set[str]:
    return {offer.kind for offer in bargain.offers}


def _pending(now: Stakes, kind: str) -> bool:
    return now.pending is not None and now.pending.kind == kind


def _move(now: Stakes) -> str:
    if not now.move_limit:
        return _("Move {n}").format(n=now.move)
    return _("Move {n} of {all}, then 0–0").format(n=now.move, all=now.move_limit)


def _last(band: Band, limit: int) -> int | None:
    """The last full move of a band that can be played (MG17)."""
    if not limit:
        return band.last
    return limit if band.last is None else min(band.last, limit)


def _here(now: Stakes, last: int | None) -> float:
    gone = now.move - now.bands[now.band].first
    if last is None:
        return (gone + 0.5) / (gone + OPEN_PACE)
    return min(1.0, (gone + 0.5) / (last - now.bands[now.band].first + 1))
