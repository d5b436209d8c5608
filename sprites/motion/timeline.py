"""What an animation is: tracks, cues, bursts and effects over time, as pure data.

A track changes one attribute of one piece; a value at a moment is asked for, never kept.  Knows neither
pygame nor facts: ``sprites.motion.choreography`` makes timelines, ``sprites.stage.stage`` plays them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sprites.motion.easing import ease


class Spot(NamedTuple):
    """Where a piece is drawn: real pixels, and its size by that of a piece alone on the board."""

    x: float
    y: float
    scale: float = 1.0
    shown: bool = True
    """False where there is no room for it on this screen (a tray that is left out)."""


class Track(NamedTuple):
    """One attribute (``x y scale alpha lift glow aloft``) of one piece from ``begin`` to ``end``."""

    piece: str
    what: str
    start_s: float
    length_s: float
    easing: str
    begin: float
    end: float
    by: str = ""
    """The letter of the piece whose colour a glow has."""

    def at(self, now_s: float) -> float:
        """The value at ``now_s``, which is not before the start."""
        if self.length_s <= 0:
            return self.end
        left = self.start_s + self.length_s - now_s
        part = ease(self.easing, 1.0 if left < 1e-9 else (now_s - self.start_s) / self.length_s)
        return self.begin + (self.end - self.begin) * part


class Cue(NamedTuple):
    """A sound at a time."""

    at_s: float
    sound: str


class Burst(NamedTuple):
    """Shards of a piece that spread from one spot and gather at another."""

    at_s: float
    length_s: float
    piece: str
    begin: Spot
    end: Spot


class Effect(NamedTuple):
    """Light or smoke that is no piece (``sprites.motion.effects`` says what each ``kind`` looks like)."""

    at_s: float
    length_s: float
    kind: str
    begin: Spot
    end: Spot


class LetterChange(NamedTuple):
    """A piece becomes another."""

    at_s: float
    piece: str
    letter: str


class PieceLook(NamedTuple):
    """How one piece is drawn at one moment."""

    letter: str
    x: float
    y: float
    scale: float
    alpha: float = 1.0
    lift: float = 0.0
    glow: float = 0.0
    aloft: float = 0.0
    by: str = ""


@dataclass(frozen=True, slots=True)
class Timeline:
    """One animation: who is on stage (piece id → letter and spot), what they do, where they end."""

    cast: Mapping[str, tuple[str, Spot]]
    places: Mapping[str, tuple[str, int]]
    """Piece id → its place and height there at the end (of a piece taken out of the game: before that)."""
    end: Mapping[str, tuple[str, ...]]
    """Place → ids of the pieces there at the end, from the bottom up."""
    tracks: tuple[Track, ...] = ()
    cues: tuple[Cue, ...] = ()
    bursts: tuple[Burst, ...] = ()
    changes: tuple[LetterChange, ...] = ()
    effects: tuple[Effect, ...] = ()

    @property
    def length_s(self) -> float:
        """When the last of it is over."""
        ends = [track.start_s + track.length_s for track in self.tracks]
        ends += [burst.at_s + burst.length_s for burst in self.bursts]
        ends += [effect.at_s + effect.length_s for effect in self.effects]
        ends += [cue.at_s for cue in self.cues] + [change.at_s for change in self.changes]
        return max(ends, default=0.0)

    def looks(self, now_s: float) -> dict[str, PieceLook]:
        """How every piece is drawn at ``now_s``."""
        values: dict[str, dict[str, float]] = {}
        tints: dict[str, str] = {}
        for track in self.tracks:
            mine = values.setdefault(track.piece, {})
            if track.start_s <= now_s:
                mine[track.what] = track.at(now_s)
                if track.what == "glow":
                    tints[track.piece] = track.by
            elif track.what == "alpha" and track.what not in mine:
                mine[track.what] = track.begin
        letters = {change.piece: change.letter for change in self.changes if change.at_s <= now_s}
        looks = {}
        for piece, (letter, spot) in self.cast.items():
            mine = values.get(piece, {})
            looks[piece] = PieceLook(
                letters.get(piece, letter),
                mine.get("x", spot.x),
                mine.get("y", spot.y),
                mine.get("scale", spot.scale),
                mine.get("alpha", 1.0 if spot.shown else 0.0),
                mine.get("lift", 0.0),
                mine.get("glow", 0.0),
                mine.get("aloft", 0.0),
                tints.get(piece, ""),
            )
        return looks

    def cut(self) -> Timeline:
        """The same without any time: everything is at its end at once (reduced motion)."""
        looks = self.looks(self.length_s)
        shown = {
            piece: (look.letter, Spot(look.x, look.y, look.scale, look.alpha > 0))
            for piece, look in looks.items()
        }
        cues = tuple(Cue(0.0, cue.sound) for cue in self.cues)
        return Timeline(shown, self.places, self.end, cues=cues)

    def final(self) -> dict[str, tuple[str, ...]]:
        """The piece map that it ends at."""
        looks = self.looks(self.length_s)
        return {place: tuple(looks[piece].letter for piece in ids) for place, ids in self.end.items()}
