"""Makes timelines: of the facts of one step, or of the difference of two piece maps.

Moves take 180–260 ms, captures 350 ms after the hit.  Where things are is asked of a Layout, so that all of
this is pure and can be tested without a screen.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Protocol

from sprites.fold import Fact, Misfit, PieceMap, find
from sprites.timeline import Burst, Change, Cue, Spot, Timeline, Track

MOVE_S = (0.18, 0.26)
CAPTURE_S = 0.35
SETTLE_S = 0.16
PULSE_S = 0.32
PULSE_GAP_S = 0.08
STAGGER_S = 0.06
JUMP_S = 0.2
FADE_S = 0.1

_SOUNDS = {"offered": "offer", "cast": "cast", "hit": "hit", "out": "out"}


class Layout(Protocol):
    """Where pieces are drawn and what they weigh."""

    @property
    def unit(self) -> float:
        """Side of a square in pixels."""

    def spot(self, place: str, pieces: tuple[str, ...], index: int) -> Spot:
        """Where the piece ``index`` of ``pieces`` at ``place`` is drawn."""

    def weight(self, piece: str) -> int:
        """1–3."""


def plan(pieces: PieceMap, facts: Iterable[Fact], layout: Layout) -> Timeline:
    """The animation that ``facts`` make of ``pieces``; raises Misfit if one of them doesn't fit."""
    director = _Director(pieces, layout)
    queue = list(facts)
    for i, fact in enumerate(queue):
        director.show(fact, queue[i + 1] if i + 1 < len(queue) else None)
    return director.timeline()


def between(old: PieceMap, new: PieceMap, layout: Layout) -> Timeline:
    """A quick slide from ``old`` to ``new``, however far apart they are."""
    director = _Director(old, layout)
    director.reshuffle(new)
    return director.timeline()


class _Director:
    """Writes one timeline: knows at every moment where everybody will be by then."""

    def __init__(self, pieces: PieceMap, layout: Layout) -> None:
        self.layout = layout
        self.where: dict[str, list[str]] = {}
        self.letters: dict[str, str] = {}
        self.cast: dict[str, tuple[str, Spot]] = {}
        self.spots: dict[str, Spot] = {}
        self.gone: set[str] = set()
        self.tracks: list[Track] = []
        self.until: dict[tuple[str, str], float] = {}
        self.cues: list[Cue] = []
        self.bursts: list[Burst] = []
        self.changes: list[Change] = []
        self.now = 0.0
        self.news = 0
        for place, stack in pieces.items():
            ids = [f"{place}/{i}" for i in range(len(stack))]
            self.where[place] = ids
            for i, piece in enumerate(ids):
                spot = layout.spot(place, stack, i)
                self.letters[piece] = stack[i]
                self.cast[piece] = (stack[i], spot)
                self.spots[piece] = spot

    def timeline(self) -> Timeline:
        end = {place: tuple(ids) for place, ids in self.where.items() if ids}
        places = {piece: (place, i) for place, ids in end.items() for i, piece in enumerate(ids)}
        cues = tuple(sorted(self.cues))
        tracks = tuple(sorted(self.tracks, key=lambda track: track.start_s))
        return Timeline(self.cast, places, end, tracks, cues, tuple(self.bursts), tuple(self.changes))

    def show(self, fact: Fact, following: Fact | None) -> None:
        if fact.kind == "moved":
            self._moved(fact, following)
        elif fact.kind == "taken":
            self._taken(fact, following)
        elif fact.kind == "placed":
            self._placed(fact)
        elif fact.kind == "promoted":
            self._promoted(fact)
        elif fact.kind == "over":
            self.cues.append(Cue(self._end(), "draw" if fact.seat is None else "win"))
        elif fact.kind in _SOUNDS:
            self.cues.append(Cue(self.now, _SOUNDS[fact.kind]))

    # -- facts ---------------------------------------------------------------------------------------

    def _moved(self, fact: Fact, following: Fact | None) -> None:
        stack = self._stack(fact.at)
        cut = len(stack) - len(fact.pieces)
        if not fact.pieces or cut < 0 or stack[cut:] != fact.pieces:
            raise Misfit(f"{fact.pieces!r} are not the topmost at {fact.at!r}: {stack!r}")
        riders = self.where[fact.at][cut:]
        self.where[fact.at] = self.where[fact.at][:cut]
        below = list(self.where.get(fact.to, ()))
        self._join(fact.to, riders)
        length = self._way(fact.at, fact.to)
        for piece in riders:
            self._fly(piece, fact.to, self.now, length, "land", 0.6)
        self._settle(fact.at, self.now)
        self._settle(fact.to, self.now + length * 0.7, riders)
        landing = self.now + length
        heaviest = max(self.layout.weight(piece) for piece in fact.pieces)
        self.cues.append(Cue(landing - 0.05, f"down{heaviest}"))
        if fact.note == "control":
            self.cues.append(Cue(landing, "control"))
            for i, piece in enumerate(reversed(below)):
                self._glow(piece, landing + PULSE_GAP_S * i, fact.pieces[-1])
        self.now += STAGGER_S if following is not None and following.kind == "moved" else length

    def _taken(self, fact: Fact, following: Fact | None) -> None:
        stack = self._stack(fact.at)
        start = find(stack, fact.pieces)
        ids = self.where[fact.at]
        taken = ids[start : start + len(fact.pieces)]
        self.where[fact.at] = ids[:start] + ids[start + len(fact.pieces) :]
        hit = self.now
        if following is not None and following.kind == "moved":
            hit += self._way(following.at, following.to) * 0.8
        if fact.to:
            self._join(fact.to, taken)
        rescue = fact.note == "rescue"
        self.cues.append(Cue(hit, "rescue" if rescue else "destroy"))
        for piece in taken:
            if rescue and fact.to:
                self._fly(piece, fact.to, hit, CAPTURE_S, "out", 1.6)
            else:
                self._shatter(piece, fact.to, hit)
        if rescue and self.where[fact.at]:
            freed = self.where[fact.at][-1]
            self._glow(freed, hit + 0.1, self.letters[freed])
        self._settle(fact.at, hit)
        if fact.to:
            self._settle(fact.to, hit, taken)
        if following is None or following.kind != "moved":
            self.now += CAPTURE_S

    def _placed(self, fact: Fact) -> None:
        new = []
        for letter in fact.pieces:
            piece = f"new/{self.news}"
            self.news += 1
            self.letters[piece] = letter
            new.append(piece)
        self._join(fact.to, new, under=fact.note == "under")
        for piece in new:
            spot = self._spot(piece, fact.to)
            self.spots[piece] = spot
            self.cast[piece] = (self.letters[piece], spot)
            self._track(piece, "alpha", self.now, SETTLE_S, "out", 0.0, float(spot.shown))
            self._track(piece, "lift", self.now, SETTLE_S, "out", 0.8, 0.0)
        self._settle(fact.to, self.now, new)
        heaviest = max((self.layout.weight(piece) for piece in fact.pieces), default=1)
        self.cues.append(Cue(self.now, f"down{heaviest}"))
        self.now += SETTLE_S

    def _promoted(self, fact: Fact) -> None:
        if not self.where.get(fact.at) or not fact.pieces:
            raise Misfit(f"nothing to promote at {fact.at!r}")
        piece = self.where[fact.at][-1]
        self.letters[piece] = fact.pieces[0]
        self.changes.append(Change(self.now, piece, fact.pieces[0]))
        self._glow(piece, self.now, fact.pieces[0])
        self.cues.append(Cue(self.now, "control"))
        self._settle(fact.at, self.now)

    def reshuffle(self, new: PieceMap) -> None:
        """Slides, fades and brings in whatever differs from ``new``."""
        spare: dict[str, list[str]] = {}
        kept: dict[str, list[str]] = {}
        for place, ids in self.where.items():
            wanted = new.get(place, ())
            same = 0
            while same < min(len(ids), len(wanted)) and self.letters[ids[same]] == wanted[same]:
                same += 1
            kept[place] = ids[:same]
            for piece in ids[same:]:
                spare.setdefault(self.letters[piece], []).append(piece)
        self.where = {}
        for place, wanted in new.items():
            ids = kept.get(place, [])
            for letter in wanted[len(ids) :]:
                if spare.get(letter):
                    ids.append(spare[letter].pop(0))
                else:
                    ids.append(f"new/{self.news}")
                    self.letters[ids[-1]] = letter
                    self.news += 1
            self.where[place] = ids
        for place, ids in self.where.items():
            for piece in ids:
                if piece in self.cast:
                    continue
                spot = self._spot(piece, place)
                self.cast[piece] = (self.letters[piece], spot)
                self.spots[piece] = spot
                self._track(piece, "alpha", 0.0, JUMP_S, "out", 0.0, float(spot.shown))
            self._settle(place, 0.0, length=JUMP_S)
        for leftover in spare.values():
            for piece in leftover:
                self._track(piece, "alpha", 0.0, JUMP_S, "out", float(self.spots[piece].shown), 0.0)

    # -- movements -----------------------------------------------------------------------------------

    def _stack(self, place: str) -> tuple[str, ...]:
        return tuple(self.letters[piece] for piece in self.where.get(place, ()))

    def _join(self, place: str, ids: list[str], under: bool = False) -> None:
        there = self.where.get(place, [])
        joined = ids + there if under else there + ids
        if place.startswith("taken:"):
            joined.sort(key=lambda piece: self.letters[piece])
        self.where[place] = joined

    def _spot(self, piece: str, place: str) -> Spot:
        return self.layout.spot(place, self._stack(place), self.where[place].index(piece))

    def _track(
        self, piece: str, what: str, start: float, length: float, easing: str, begin: float, end: float
    ) -> None:
        """One track; it waits for the one before it, or the piece would jump and might end at the wrong one."""
        start = max(start, self.until.get((piece, what), 0.0))
        self.until[piece, what] = start + length
        self.tracks.append(Track(piece, what, start, length, easing, begin, end))

    def _glow(self, piece: str, start: float, by: str) -> None:
        self.tracks.append(Track(piece, "glow", start, PULSE_S, "pulse", 0.0, 1.0, by))

    def _go(self, piece: str, to: Spot, start: float, length: float, easing: str) -> None:
        """Tracks for whatever of the spot changes."""
        old = self.spots[piece]
        for what, a, b in (("x", old.x, to.x), ("y", old.y, to.y), ("scale", old.scale, to.scale)):
            if a != b:
                self._track(piece, what, start, length, "out" if what == "scale" else easing, a, b)
        if old.shown != to.shown:
            self._track(piece, "alpha", start, length, "out", float(old.shown), float(to.shown))
        self.spots[piece] = to

    def _fly(self, piece: str, place: str, start: float, length: float, easing: str, height: float) -> None:
        self._go(piece, self._spot(piece, place), start, length, easing)
        self._track(piece, "lift", start, length, "hop", 0.0, height)
        self._track(piece, "aloft", start, length, "step", 1.0, 0.0)

    def _shatter(self, piece: str, place: str, hit: float) -> None:
        """Breaks a piece; its shards gather in the tray, where it stands whole again."""
        here = self.spots[piece]
        there = self._spot(piece, place) if place else here._replace(shown=False)
        self._track(piece, "alpha", hit, FADE_S, "out", float(here.shown), 0.0)
        length = CAPTURE_S - FADE_S * (0.5 if there.shown else 0.0)
        self.bursts.append(Burst(hit, length, self.letters[piece], here, there))
        back = hit + CAPTURE_S - FADE_S
        for what, value in (("x", there.x), ("y", there.y), ("scale", there.scale)):
            self._track(piece, what, back, 0.0, "step", value, value)
        if there.shown:
            self._track(piece, "alpha", back, FADE_S, "out", 0.0, 1.0)
        self.spots[piece] = there

    def _settle(self, place: str, start: float, but: Iterable[str] = (), length: float = SETTLE_S) -> None:
        """Whoever stays at ``place`` shifts to where the stack or tray now has them."""
        skip = set(but)
        for piece in self.where.get(place, ()):
            if piece not in skip:
                self._go(piece, self._spot(piece, place), start, length, "both")

    def _way(self, at: str, to: str) -> float:
        """How long a move takes: far ones a little longer."""
        a, b = self.layout.spot(at, ("",), 0), self.layout.spot(to, ("",), 0)
        far = math.hypot(a.x - b.x, a.y - b.y) / max(1.0, self.layout.unit)
        low, high = MOVE_S
        return low + (high - low) * min(1.0, far / 7)

    def _end(self) -> float:
        ends = [track.start_s + track.length_s for track in self.tracks]
        return max(ends, default=self.now)
