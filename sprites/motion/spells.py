"""How a spell is played: three beats, then what it does to those who stand where its obstacles land.

Required cells flare and give off light, the light flies as the shape of the new cells, obstacles land in it one
after another; who is hit staggers and loses a candle, who is out goes up in smoke.  Knows facts by their shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sprites.motion.director import DROP_S, Director
from sprites.motion.easing import DOWN
from sprites.motion.fold import Fact
from sprites.motion.timeline import Cue, Spot

FLARE_S = 0.24
"""The first beat: required cells flare."""
FLY_S = 0.24
"""The second: the shape flies."""
LAND_S = 0.56
"""When the first obstacle lands, after the beginning of the spell."""
GAP_S = 0.045
"""Between two landings; a spell has at most five."""
RIPPLE_S = 0.14
BREAK_S = 0.16
"""How long the shards of an obstacle fly that is replaced."""
SPARK_S = 0.32
STAGGER_S = 0.36
CANDLE_S = 0.7
PUFF_S = 0.55
_FALL = 2.6
"""How high obstacles fall from, in lifts."""
_PACKED = 0.32
"""How large the shape is where it gathers, by how large it lands."""


@dataclass(slots=True)
class PlayedSpell:
    """A spell that is being played: when each of its obstacles, by place, lands."""

    landings: dict[str, float] = field(default_factory=dict)

    def drop_at(self, place: str) -> float:
        """When the obstacle for ``place`` begins to fall."""
        return self.landings[place] - DROP_S * DOWN


def begin(director: Director, fact: Fact, rest: Sequence[Fact], caster: str) -> PlayedSpell:
    """Play the first two beats of the ``cast`` and say when the obstacles that follow in ``rest`` land.

    ``fact.pieces`` names the required squares, ``caster`` the square of whoever casts; both may be empty.
    """
    start = director.now
    new = _new(rest)
    spell = PlayedSpell({place: start + LAND_S + GAP_S * i for i, place in enumerate(new)})
    needed = [director.cell(place) for place in fact.pieces]
    targets = [director.cell(place) for place in new]
    gather = _middle(needed or targets)
    director.cues.append(Cue(start, "cast1"))
    if caster and director.where.get(caster):
        piece = director.where[caster][-1]
        director.glow(piece, start, director.letters[piece])
        director.track(piece, "lift", start, FLARE_S, "hop", 0.0, 0.5)
        director.light("aura", start, FLARE_S + FLY_S, director.spots[piece])
    for place, spot in zip(fact.pieces, needed, strict=True):
        director.light("flare", start, FLARE_S, spot)
        director.light("mote", start + FLARE_S * 0.35, FLARE_S * 0.65, spot, gather)
        if director.where.get(place):
            piece = director.where[place][0]
            director.glow(piece, start, director.letters[piece])
    director.cues.append(Cue(start + FLARE_S, "cast2"))
    middle = _middle(targets)
    for place, spot in zip(new, targets, strict=True):
        packed = spot._replace(
            x=gather.x + (spot.x - middle.x) * _PACKED, y=gather.y + (spot.y - middle.y) * _PACKED
        )
        director.light("shape", start + FLARE_S, FLY_S, packed, spot)
        flown = start + FLARE_S + FLY_S
        director.light("wait", flown, spell.landings[place] - flown, spot)
        director.light("ripple", spell.landings[place], RIPPLE_S, spot)
    director.cues.append(Cue(start + LAND_S, "cast3"))
    director.now = max([start + LAND_S, *spell.landings.values()])
    return spell


def fall(
    director: Director, place: str, letters: tuple[str, ...], under: bool, spell: PlayedSpell | None
) -> None:
    """New pieces fall from above, each landing with its own sound: by their ``spell``, or at once."""
    ids = director.bring(place, letters, under)
    cast = spell is not None and place in spell.landings
    start = spell.drop_at(place) if spell is not None and cast else director.now
    landing = start
    for piece in ids:
        landing = director.drop(piece, start, _FALL)
        director.cues.append(Cue(landing, director.layout.voice(director.letters[piece])))
    director.settle(place, landing, ids)
    if not cast:
        director.now = start + DROP_S


def hit(director: Director, place: str, spell: PlayedSpell | None) -> None:
    """Whoever stands at ``place`` staggers under a burst of sparks, and a candle goes out over its head."""
    at = spell.landings.get(place, director.now) if spell is not None else director.now
    director.cues.append(Cue(at, "hit"))
    spot = director.cell(place)
    if director.where.get(place):
        piece = director.where[place][-1]
        spot = director.spots[piece]
        wide = director.layout.unit * 0.11
        director.track(piece, "x", at, STAGGER_S, "shake", spot.x, spot.x + wide)
        director.track(piece, "lift", at, STAGGER_S, "hop", 0.0, 0.6)
        director.glow(piece, at, director.letters[piece])
    director.light("spark", at, SPARK_S, spot)
    above = spot._replace(y=spot.y - director.layout.unit * 0.55)
    director.light("candle", at, CANDLE_S, above, above._replace(y=above.y - director.layout.unit * 0.25))
    director.now = max(director.now, at + STAGGER_S * 0.7)


def vanish(director: Director, piece: str, place: str, to: str) -> None:
    """A piece goes up in a puff of smoke; if it has a place to go to it appears there."""
    here, at = director.spots[piece], director.now
    there = director.spot(piece, to) if to else here._replace(shown=False)
    director.light("puff", at, PUFF_S, here)
    gone = PUFF_S * 0.3
    director.track(piece, "alpha", at, gone, "out", float(here.shown), 0.0)
    for what, value in (("x", there.x), ("y", there.y), ("scale", there.scale)):
        director.track(piece, what, at + gone, 0.0, "step", value, value)
    if there.shown:
        director.track(piece, "alpha", at + gone, gone, "out", 0.0, 1.0)
    director.spots[piece] = there
    director.now = at + gone


def _new(rest: Sequence[Fact]) -> list[str]:
    """The squares of the obstacles that come of a spell, in the order of landing."""
    places: list[str] = []
    for fact in rest:
        if fact.kind == "placed":
            places.append(fact.to)
        elif fact.kind != "taken" or fact.note != "replaced":
            break
    return list(dict.fromkeys(places))


def _middle(spots: Sequence[Spot]) -> Spot:
    if not spots:
        return Spot(0.0, 0.0, 1.0, False)
    count = len(spots)
    return spots[0]._replace(x=sum(spot.x for spot in spots) / count, y=sum(spot.y for spot in spots) / count)
