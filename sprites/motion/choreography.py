"""Makes timelines: of the facts of one step, or of the difference of two piece maps.

Moves take 180–260 ms, captures 350 ms after the hit, spells (``sprites.motion.spells``) 700–900 ms.  Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sprites.motion import spells
from sprites.motion.director import CAPTURE_S, MOVE_S, Director, Layout
from sprites.motion.fold import BadFact, Fact, PieceMap, find
from sprites.motion.timeline import Cue, LetterChange, Timeline

__all__ = ["CAPTURE_S", "MOVE_S", "Layout", "between", "plan"]

PULSE_GAP_S = 0.08
STAGGER_S = 0.06
"""Between two pieces that move in one step."""

_SOUNDS = {"offered": "offer", "out": "out"}


def plan(pieces: PieceMap, facts: Iterable[Fact], layout: Layout) -> Timeline:
    """The animation that ``facts`` make of ``pieces``; raises BadFact if one of them doesn't fit."""
    script = _Script(pieces, layout)
    queue = list(facts)
    for i, fact in enumerate(queue):
        script.show(fact, queue[i + 1 :])
    return script.timeline()


def between(old: PieceMap, new: PieceMap, layout: Layout) -> Timeline:
    """A quick slide from ``old`` to ``new``, however far apart they are."""
    script = Director(old, layout)
    script.reshuffle(new)
    return script.timeline()


class _Script(Director):
    """The timeline of one step: what each fact looks like."""

    def __init__(self, pieces: PieceMap, layout: Layout) -> None:
        super().__init__(pieces, layout)
        self.spell: spells.PlayedSpell | None = None
        self.seats: dict[int | None, str] = {}
        """Seat → the square where the piece that it moved in this step stands now."""

    def show(self, fact: Fact, rest: Sequence[Fact]) -> None:
        """``fact`` happens; ``rest`` is what will happen after it."""
        following = rest[0] if rest else None
        if fact.kind == "moved":
            self._moved(fact, following)
        elif fact.kind == "taken":
            self._taken(fact, following)
        elif fact.kind == "placed":
            spells.fall(self, fact.to, fact.pieces, fact.note == "under", self.spell)
        elif fact.kind == "promoted":
            self._promoted(fact)
        elif fact.kind == "cast":
            self.spell = spells.begin(self, fact, rest, fact.at or self.seats.get(fact.seat, ""))
        elif fact.kind == "hit":
            spells.hit(self, fact.at, self.spell)
        elif fact.kind == "over":
            self.cues.append(Cue(self.end(), "draw" if fact.seat is None else "win"))
        elif fact.kind in _SOUNDS:
            self.cues.append(Cue(self.now, _SOUNDS[fact.kind]))

    def _moved(self, fact: Fact, following: Fact | None) -> None:
        stack = self.stack(fact.at)
        cut = len(stack) - len(fact.pieces)
        if not fact.pieces or cut < 0 or stack[cut:] != fact.pieces:
            raise BadFact(f"{fact.pieces!r} are not the topmost at {fact.at!r}: {stack!r}")
        riders = self.where[fact.at][cut:]
        self.where[fact.at] = self.where[fact.at][:cut]
        below = list(self.where.get(fact.to, ()))
        self.join(fact.to, riders)
        self.seats[fact.seat] = fact.to
        step = fact.note == "step"
        length = self.way(fact.at, fact.to)
        for piece in riders:
            self.fly(piece, fact.to, self.now, length, "land", 1.2 if step else 0.6)
        self.settle(fact.at, self.now)
        self.settle(fact.to, self.now + length * 0.7, riders)
        landing = self.now + length
        heaviest = max(self.layout.weight(piece) for piece in fact.pieces)
        self.cues.append(Cue(landing - 0.05, "step" if step else f"down{heaviest}"))
        if fact.note == "control":
            self.cues.append(Cue(landing, "control"))
            for i, piece in enumerate(reversed(below)):
                self.glow(piece, landing + PULSE_GAP_S * i, fact.pieces[-1])
        self.now += STAGGER_S if following is not None and following.kind == "moved" else length

    def _taken(self, fact: Fact, following: Fact | None) -> None:
        stack = self.stack(fact.at)
        start = find(stack, fact.pieces)
        ids = self.where[fact.at]
        taken = ids[start : start + len(fact.pieces)]
        self.where[fact.at] = ids[:start] + ids[start + len(fact.pieces) :]
        self.left |= {piece: (fact.at, start + i) for i, piece in enumerate(taken)}
        if fact.to:
            self.join(fact.to, taken)
        if fact.note == "out":
            at = self.now
            for piece in taken:
                self.now = at
                spells.vanish(self, piece, fact.at, fact.to)
            self.settle(fact.at, self.now)
            if fact.to:
                self.settle(fact.to, self.now, taken)
        elif fact.note == "replaced":
            self._replaced(fact, following, taken)
        else:
            self._captured(fact, following, taken)

    def _replaced(self, fact: Fact, following: Fact | None, taken: list[str]) -> None:
        """The obstacle that stands there breaks under the one that lands on it; whoever stands on it stays up if the
        new one comes at once."""
        landing = self.now
        if self.spell is not None:
            landing = self.spell.landings.get(fact.at, self.now)
        self.cues.append(Cue(landing, "crack"))
        for piece in taken:
            self.shatter(piece, fact.to, landing, spells.BREAK_S)
        if following is None or (following.kind, following.to) != ("placed", fact.at):
            self.settle(fact.at, landing)
        if fact.to:
            self.settle(fact.to, landing, taken)

    def _captured(self, fact: Fact, following: Fact | None, taken: list[str]) -> None:
        hit = self.now
        if following is not None and following.kind == "moved":
            hit += self.way(following.at, following.to) * 0.8
        rescue = fact.note == "rescue"
        self.cues.append(Cue(hit, "rescue" if rescue else "destroy"))
        for piece in taken:
            if rescue and fact.to:
                self.fly(piece, fact.to, hit, CAPTURE_S, "out", 1.6)
            else:
                self.shatter(piece, fact.to, hit)
        if rescue and self.where[fact.at]:
            freed = self.where[fact.at][-1]
            self.glow(freed, hit + 0.1, self.letters[freed])
        self.settle(fact.at, hit)
        if fact.to:
            self.settle(fact.to, hit, taken)
        if following is None or following.kind != "moved":
            self.now += CAPTURE_S

    def _promoted(self, fact: Fact) -> None:
        if not self.where.get(fact.at) or not fact.pieces:
            raise BadFact(f"nothing to promote at {fact.at!r}")
        piece = self.where[fact.at][-1]
        self.letters[piece] = fact.pieces[0]
        self.changes.append(LetterChange(self.now, piece, fact.pieces[0]))
        self.glow(piece, self.now, fact.pieces[0])
        self.cues.append(Cue(self.now, "control"))
        self.settle(fact.at, self.now)
