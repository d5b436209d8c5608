"""Writes one timeline step by step: knows at every moment where everybody will be by then.

Where things are is asked of a Layout, so that all of this is pure and can be tested without a screen.  Knows
pieces, places and movements; what facts mean ``sprites.motion.choreography`` and ``sprites.motion.spells`` say.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Protocol

from sprites.motion.easing import DOWN
from sprites.motion.fold import PieceMap
from sprites.motion.timeline import Burst, Cue, Effect, LetterChange, Spot, Timeline, Track

MOVE_S = (0.18, 0.26)
CAPTURE_S = 0.35
SETTLE_S = 0.16
PULSE_S = 0.32
DROP_S = 0.2
JUMP_S = 0.2
FADE_S = 0.1


class Layout(Protocol):
    """Where pieces are drawn, what they weigh and how they sound."""

    @property
    def unit(self) -> float:
        """Side of a square in pixels."""

    def spot(self, place: str, pieces: tuple[str, ...], index: int) -> Spot:
        """Where the piece ``index`` of ``pieces`` at ``place`` is drawn."""

    def weight(self, piece: str) -> int:
        """1–3."""

    def voice(self, piece: str) -> str:
        """The sound of its being put on the board."""


class Director:
    """The timeline in the making."""

    def __init__(self, pieces: PieceMap, layout: Layout) -> None:
        self.layout = layout
        self.where: dict[str, list[str]] = {}
        self.letters: dict[str, str] = {}
        self.cast: dict[str, tuple[str, Spot]] = {}
        self.spots: dict[str, Spot] = {}
        self.tracks: list[Track] = []
        self.until: dict[tuple[str, str], float] = {}
        self.cues: list[Cue] = []
        self.bursts: list[Burst] = []
        self.changes: list[LetterChange] = []
        self.effects: list[Effect] = []
        self.left: dict[str, tuple[str, int]] = {}
        """Where pieces stood that are taken out of the game."""
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
        places = self.left | {piece: (place, i) for place, ids in end.items() for i, piece in enumerate(ids)}
        cues = tuple(sorted(self.cues))
        tracks = tuple(sorted(self.tracks, key=lambda track: track.start_s))
        return Timeline(
            self.cast, places, end, tracks, cues, tuple(self.bursts), tuple(self.changes), tuple(self.effects)
        )

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
                spot = self.spot(piece, place)
                self.cast[piece] = (self.letters[piece], spot)
                self.spots[piece] = spot
                self.track(piece, "alpha", 0.0, JUMP_S, "out", 0.0, float(spot.shown))
            self.settle(place, 0.0, length=JUMP_S)
        for leftover in spare.values():
            for piece in leftover:
                self.track(piece, "alpha", 0.0, JUMP_S, "out", float(self.spots[piece].shown), 0.0)

    def stack(self, place: str) -> tuple[str, ...]:
        """The letters of what is at ``place`` by now."""
        return tuple(self.letters[piece] for piece in self.where.get(place, ()))

    def join(self, place: str, ids: list[str], under: bool = False) -> None:
        """Pieces go on top of (or beneath) what is at ``place``."""
        there = self.where.get(place, [])
        joined = ids + there if under else there + ids
        if place.startswith("taken:"):
            joined.sort(key=lambda piece: self.letters[piece])
        self.where[place] = joined

    def spot(self, piece: str, place: str) -> Spot:
        """Where a piece that is at ``place`` by now is drawn."""
        return self.layout.spot(place, self.stack(place), self.where[place].index(piece))

    def track(
        self, piece: str, what: str, start: float, length: float, easing: str, begin: float, end: float
    ) -> None:
        """One track; it waits for the one before it, or the piece would jump and might end at the wrong one."""
        start = max(start, self.until.get((piece, what), 0.0))
        self.until[piece, what] = start + length
        self.tracks.append(Track(piece, what, start, length, easing, begin, end))

    def glow(self, piece: str, start: float, by: str) -> None:
        """One pulse of light in the colour of the piece letter ``by``."""
        self.tracks.append(Track(piece, "glow", start, PULSE_S, "pulse", 0.0, 1.0, by))

    def go(self, piece: str, to: Spot, start: float, length: float, easing: str) -> None:
        """Tracks for whatever of the spot changes."""
        old = self.spots[piece]
        for what, a, b in (("x", old.x, to.x), ("y", old.y, to.y), ("scale", old.scale, to.scale)):
            if a != b:
                self.track(piece, what, start, length, "out" if what == "scale" else easing, a, b)
        if old.shown != to.shown:
            self.track(piece, "alpha", start, length, "out", float(old.shown), float(to.shown))
        self.spots[piece] = to

    def fly(self, piece: str, place: str, start: float, length: float, easing: str, height: float) -> None:
        """A hop to where it now belongs, over whatever lies between."""
        self.go(piece, self.spot(piece, place), start, length, easing)
        self.track(piece, "lift", start, length, "hop", 0.0, height)
        self.track(piece, "aloft", start, length, "step", 1.0, 0.0)

    def shatter(self, piece: str, place: str, hit: float, length: float = CAPTURE_S) -> None:
        """Break a piece; its shards gather in the tray, where it stands whole again."""
        here = self.spots[piece]
        there = self.spot(piece, place) if place else here._replace(shown=False)
        self.track(piece, "alpha", hit, FADE_S, "out", float(here.shown), 0.0)
        flight = length - FADE_S * (0.5 if there.shown else 0.0)
        self.bursts.append(Burst(hit, flight, self.letters[piece], here, there))
        back = hit + length - FADE_S
        for what, value in (("x", there.x), ("y", there.y), ("scale", there.scale)):
            self.track(piece, what, back, 0.0, "step", value, value)
        if there.shown:
            self.track(piece, "alpha", back, FADE_S, "out", 0.0, 1.0)
        self.spots[piece] = there

    def settle(self, place: str, start: float, but: Iterable[str] = (), length: float = SETTLE_S) -> None:
        """Whoever stays at ``place`` shifts to where the stack or tray now has them."""
        skip = set(but)
        for piece in self.where.get(place, ()):
            if piece not in skip:
                self.go(piece, self.spot(piece, place), start, length, "both")

    def way(self, at: str, to: str) -> float:
        """How long a move takes: far ones a little longer."""
        a, b = self.layout.spot(at, ("",), 0), self.layout.spot(to, ("",), 0)
        far = math.hypot(a.x - b.x, a.y - b.y) / max(1.0, self.layout.unit)
        low, high = MOVE_S
        return low + (high - low) * min(1.0, far / 7)

    def end(self) -> float:
        """When the last movement so far is over."""
        ends = [track.start_s + track.length_s for track in self.tracks]
        return max(ends, default=self.now)

    def bring(self, place: str, letters: tuple[str, ...], under: bool = False) -> list[str]:
        """New pieces at ``place``, unseen until a track shows them; returns their ids."""
        new = []
        for letter in letters:
            piece = f"new/{self.news}"
            self.news += 1
            self.letters[piece] = letter
            new.append(piece)
        self.join(place, new, under)
        for piece in new:
            spot = self.spot(piece, place)
            self.spots[piece] = spot
            self.cast[piece] = (self.letters[piece], spot)
        return new

    def drop(self, piece: str, start: float, height: float) -> float:
        """A new piece falls to its place, over everything, and bounces once; when it meets the ground."""
        shown = float(self.spots[piece].shown)
        self.track(piece, "alpha", start, DROP_S * 0.3, "out", 0.0, shown)
        self.track(piece, "lift", start, DROP_S, "drop", height, 0.0)
        landing = start + DROP_S * DOWN
        self.track(piece, "aloft", start, DROP_S * DOWN, "step", 1.0, 0.0)
        return landing

    def cell(self, place: str) -> Spot:
        """The middle of a square, whatever stands there."""
        return self.layout.spot(place, ("",), 0)

    def light(self, kind: str, start: float, length: float, begin: Spot, end: Spot | None = None) -> None:
        """One effect."""
        self.effects.append(Effect(start, length, kind, begin, begin if end is None else end))
