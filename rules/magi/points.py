"""What a game of Magi is worth: bands of move numbers, points, and what declined offers change (MG12–MG19).

Pure arithmetic on move numbers and offers; it knows no board.  A total of T points is shared:
``Terms`` says how, ``Bargain`` remembers who offered and declined what, ``stakes`` sums it up for a panel.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rules.errors import BadOption

DEFAULT_BANDS = "45:12-0,60:11-1,75:10-2,90:9-3,105:8-4,:7-5"
DRAW, RESIGN = "draw", "resign"

Points = tuple[int, int]
"""Winner's and loser's points."""

_BAND = re.compile(r"(0|[1-9][0-9]{0,5})?:(0|[1-9][0-9]{0,5})-(0|[1-9][0-9]{0,5})")


class Band(NamedTuple):
    """Full moves ``first`` to ``last`` (None: without end) and what a win in them is worth (MG16)."""

    first: int
    last: int | None
    points: Points


class Terms(NamedTuple):
    """What the players agreed on before the game: the bands and the move limit (0: none)."""

    bands: tuple[Band, ...]
    move_limit: int = 0

    @property
    def total(self) -> int:
        """The points shared in every game with a result (MG16)."""
        return sum(self.bands[0].points)

    @property
    def full_win(self) -> Points:
        """What is written 12–0 in the rulebook (MG16)."""
        return self.total, 0

    @property
    def draw(self) -> Points:
        """Any draw but stalemate (MG12)."""
        return self.total // 2, self.total // 2

    @property
    def stalemate(self) -> Points:
        """The stalemating player first (MG12)."""
        return self.total // 2 + 1, self.total // 2 - 1

    def band(self, number: int) -> int:
        """Index of the band that full move ``number`` lies in (MG16)."""
        for index, band in enumerate(self.bands):
            if band.last is None or number <= band.last:
                return index
        raise ValueError("the last band has no end")


def read_bands(text: str) -> tuple[Band, ...]:
    """The bands that the option text describes, e.g. ``45:12-0,60:11-1,:7-5`` (MG16); raises BadOption."""

    bands: list[Band] = []
    parts = text.split(",")
    for place, part in enumerate(parts, 1):
        match = _BAND.fullmatch(part)
        if match is None:
            raise BadOption(
                "bands-form",
                "option bands: {part!r} is not a band like 45:12-0 (or :7-5 for the last)",
                part=part,
            )
        last = None if match[1] is None else int(match[1])
        points = int(match[2]), int(match[3])
        if last is None and place < len(parts):
            raise BadOption(
                "bands-open",
                "option bands: only the last band may have no last move, not {part!r}",
                part=part,
            )
        if last is not None and place == len(parts):
            raise BadOption(
                "bands-end",
                "option bands: the last band must have no last move (:7-5), not {part!r}",
                part=part,
            )
        first = 1 if not bands else (bands[-1].last or 0) + 1
        if last is not None and last < first:
            raise BadOption(
                "bands-order",
                "option bands: {part!r} ends before move {first}, where it begins",
                part=part,
                first=first,
            )
        if points[0] < points[1]:
            raise BadOption(
                "bands-loser", "option bands: {part!r} gives the loser more than the winner", part=part
            )
        total = sum(points)
        if total == 0 or total % 2:
            raise BadOption(
                "bands-even",
                "option bands: {part!r} shares {total} points, not an even total",
                part=part,
                total=total,
            )
        if bands and total != sum(bands[0].points):
            raise BadOption(
                "bands-total",
                "option bands: {part!r} shares {total} points, but the first band {first}",
                part=part,
                total=total,
                first=sum(bands[0].points),
            )
        bands.append(Band(first, last, points))
    return tuple(bands)


class Offer(NamedTuple):
    """A draw or resignation offer: what, by which seat, at which full move, and the answer (None: due)."""

    kind: str
    seat: int
    move: int
    accepted: bool | None = None


class Bargain(NamedTuple):
    """The offers of one game so far, at most one of each kind, in order (MG13, MG14)."""

    offers: tuple[Offer, ...] = ()

    @property
    def pending(self) -> Offer | None:
        """The offer that waits for its answer."""
        return self.offers[-1] if self.offers and self.offers[-1].accepted is None else None

    def may_offer(self, kind: str) -> bool:
        """Whether an offer of this kind is still to be had (by either player)."""
        return self.pending is None and all(offer.kind != kind for offer in self.offers)

    def made(self, kind: str, seat: int, move: int) -> Bargain:
        """The bargain with this offer made."""
        return Bargain((*self.offers, Offer(kind, seat, move)))

    def answered(self, accepted: bool) -> Bargain:
        """The bargain with the pending offer answered."""
        return Bargain((*self.offers[:-1], self.offers[-1]._replace(accepted=accepted)))

    def text(self) -> str:
        """For the public text of a state: ``draw?0@12-`` is White's draw offer on move 12, declined."""
        marks = {None: "?", True: "+", False: "-"}
        return " ".join(f"{o.kind}?{o.seat}@{o.move}{marks[o.accepted]}" for o in self.offers) or "-"


NO_BARGAIN = Bargain()


def mate_points(terms: Terms, bargain: Bargain, number: int) -> Points:
    """What a mate on full move ``number`` is worth (MG15): all, unless an offer was declined earlier."""
    declined = [offer for offer in bargain.offers if offer.accepted is False]
    here = terms.band(number)
    if not declined or here <= terms.band(declined[-1].move):
        return terms.full_win
    return terms.bands[here].points


class Declined(NamedTuple):
    """Who declined what, and in which band: ``band`` is an index into ``Stakes.bands``."""

    kind: str
    offered_by: int
    declined_by: int
    move: int
    band: int


class Stakes(NamedTuple):
    """Everything a payoff panel shows, at one moment of a game."""

    move: int
    """The running full move."""
    bands: tuple[Band, ...]
    band: int
    """Index of the current band."""
    mate_now: Points
    mate_next: Points | None
    """What mate will be worth in the next band; None when there is none (or the move limit comes first)."""
    next_from: int | None
    """The first full move of the next band."""
    resign_now: Points
    """What an accepted resignation gives now (MG14)."""
    draw: Points
    stalemate: Points
    move_limit: int
    pending: Offer | None
    declined: tuple[Declined, ...]
    draw_offer_left: bool
    resign_offer_left: bool


def stakes(terms: Terms, bargain: Bargain, number: int) -> Stakes:
    """What is at stake on full move ``number``."""
    here = terms.band(number)
    last = terms.bands[here].last
    following = None if last is None or 0 < terms.move_limit <= last else last + 1
    return Stakes(
        move=number,
        bands=terms.bands,
        band=here,
        mate_now=mate_points(terms, bargain, number),
        mate_next=None if following is None else mate_points(terms, bargain, following),
        next_from=following,
        resign_now=terms.bands[here].points,
        draw=terms.draw,
        stalemate=terms.stalemate,
        move_limit=terms.move_limit,
        pending=bargain.pending,
        declined=tuple(
            Declined(offer.kind, offer.seat, 1 - offer.seat, offer.move, terms.band(offer.move))
            for offer in bargain.offers
            if offer.accepted is False
        ),
        draw_offer_left=bargain.may_offer(DRAW),
        resign_offer_left=bargain.may_offer(RESIGN),
    )
