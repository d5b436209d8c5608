"""Plays facts as animations on a board and draws only what changed.

The stage holds what is shown; the truth is pushed in as facts (or a whole piece map) and everything that
is shown ends at it.  It never shows a position that did not exist: pieces fly from one to the next.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple

import pygame

from sprites.motion import effects, shards
from sprites.motion.choreography import between, plan
from sprites.motion.fold import Fact, PieceMap, fold
from sprites.motion.timeline import PieceLook, Timeline
from sprites.stage.boardview import BoardView, Marks
from sprites.stage.dirt import Dirt
from sprites.stage.layout import BoardLayout, PieceArt

__all__ = ["PieceArt", "Stage"]

LEAN_S = 0.16
"""How long a stack takes to lean apart."""
HURRY = (1.0, 2.0, 4.0)
"""How fast animations play by the number of steps waiting; with more waiting the current one is cut short."""
CALM = 2
"""With this many steps waiting, light no longer flashes."""
FAINT, GHOST = 0.26, 0.8
"""Opacity of what is about to go, and of what will stand somewhere."""
BREATH = 0.22
"""How far a breath lifts somebody, by ``LIFT``."""
LIFT = 0.16
"""How far up a lifted piece is drawn, in squares."""


class _Drawn(NamedTuple):
    """One sprite as it is on the screen: enough to see whether it changed."""

    order: tuple[float, float, float]
    letter: str
    size: int
    centre: tuple[int, int]
    alpha: int
    glow: int
    by: str
    rect: tuple[int, int, int, int]


class Stage:
    """One board with its pieces, marks, animations and particles.

    Use: make it; whenever the window is drawn anew, draw your background and call ``ground(window)``; then
    each frame ``advance(seconds)`` and ``draw(window)``, and update the returned rectangles.
    """

    def __init__(
        self,
        view: BoardView,
        art: PieceArt,
        pieces: PieceMap,
        *,
        reduced: bool = False,
        sound: Callable[[str], None] = lambda name: None,
    ) -> None:
        self.view, self.art, self.reduced = view, art, reduced
        self._sound = sound
        self._layout = BoardLayout(view, art)
        self._truth: dict[str, tuple[str, ...]] = dict(pieces)
        self._shown: dict[str, tuple[str, ...]] = dict(pieces)
        self._queue: deque[tuple[Fact, ...] | dict[str, tuple[str, ...]]] = deque()
        self._playing: Timeline | None = None
        self._after: dict[str, tuple[str, ...]] = dict(pieces)
        self._now = 0.0
        self._still = plan(self._shown, (), self._layout)
        self._marks = Marks()
        self._under: dict[str, tuple[str, ...]] = {}
        self._over: dict[str, tuple[str, ...]] = {}
        self._leans: dict[str, float] = {}
        self._breath: float | None = None
        self._drawn: dict[str, _Drawn] = {}
        self._specks: list[shards.Speck] = []
        self._glints: list[effects.Glint] = []
        self._grounds: list[tuple[pygame.Rect, pygame.Surface]] = []
        self._dirt = Dirt(view.areas, max(8, view.square // 2))
        self._stale = True

    # -- what is asked ---------------------------------------------------------------------------------

    @property
    def pieces(self) -> dict[str, tuple[str, ...]]:
        """The newest position: what is shown once nothing is busy."""
        return dict(self._truth)

    @property
    def busy(self) -> bool:
        """Whether something is still moving."""
        return self._playing is not None or bool(self._queue)

    @property
    def moving(self) -> bool:
        """Whether the next ``advance`` may change the picture: busy, or a stack is leaning."""
        return self.busy or self._leaning()

    # -- what is told ----------------------------------------------------------------------------------

    def push(self, facts: Iterable[Fact]) -> None:
        """Queue the animation of one step; raises BadFact, and changes nothing, if the facts don't fit."""
        step = tuple(facts)
        self._truth = fold(self._truth, step)
        self._queue.append(step)

    def jump(self, pieces: PieceMap) -> None:
        """Go to a position that is no single step away (replay, takeback): what differs slides quickly."""
        self.skip()
        self._truth = dict(pieces)
        if self._truth != self._shown:
            self._queue.append(dict(pieces))

    def skip(self) -> None:
        """End all animations at once; sounds that they had still to play are left out."""
        self._queue.clear()
        self._playing = None
        if self._shown != self._truth:
            self._settle(self._truth)
        self._stale = True

    def mark(self, marks: Marks) -> None:
        """Set what is marked on the board from now on."""
        if marks == self._marks:
            return
        if (marks.ghosts, marks.hide) != (self._marks.ghosts, self._marks.hide):
            self._stale = True
        self._marks = marks
        under, over = marks.under(), marks.over()
        for old, new in ((self._under, under), (self._over, over)):
            for place in old.keys() | new.keys():
                if old.get(place) != new.get(place):
                    self._dirt.add(self.view.rect_of(place))
        self._under, self._over = under, over

    @property
    def alive(self) -> bool:
        """Whether somebody stands there who would breathe."""
        return any(self.art.lives(piece) for stack in self._shown.values() for piece in stack)

    def breathe(self, phase: float | None) -> None:
        """Those who live breathe: ``phase`` is the time in breaths; None: they hold it.  Call at most ten times a
        second, and only for some seconds after an input; never with ``reduced``.
        """
        if phase != self._breath:
            self._breath, self._stale = phase, True

    def look(self, view: BoardView) -> None:
        """Another size, theme or side; ends animations.  Call ``ground`` afterwards."""
        self.skip()
        self.view = view
        self._layout = BoardLayout(view, self.art)
        self._dirt = Dirt(view.areas, max(8, view.square // 2))
        self._grounds = []
        self._drawn = {}
        self._specks, self._glints = [], []
        self._leans = {}
        self._settle(self._truth)

    def ground(self, surface: pygame.Surface) -> None:
        """Draw the board on ``surface`` (the window with everything but the board) and keep what lies
        under board and trays; the rest of the window stays the scene's.  The next ``draw`` draws all of it.
        """
        self.view.draw(surface)
        window = surface.get_rect()
        self._grounds = []
        for area in self.view.areas:
            part = area.clip(window)
            if part.width and part.height:
                self._grounds.append((part, surface.subsurface(part).copy()))
        self._dirt.all()
        self._stale = True

    def advance(self, dt_s: float) -> None:
        """Let ``dt_s`` seconds pass: what moves goes on."""
        self._lean(dt_s)
        if not self.busy:
            return
        if self._playing is None:
            self._begin()
        waiting = len(self._queue)
        if waiting >= len(HURRY):
            self._now = self._playing.length_s if self._playing else 0.0
        else:
            self._hear(self._now, self._now + dt_s * HURRY[waiting])
            self._now += dt_s * HURRY[waiting]
        if self._playing is None or self._now >= self._playing.length_s:
            self._end()

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Draw what changed since the last call; returns those rectangles, none when nothing moved."""
        if self._stale or self.moving:
            self._compare(self._sprites() | self._ghosts(), self._shards(), self._lights())
            self._stale = self.moving
        rects = self._dirt.take()
        if rects:
            self._paint(surface, rects)
        return rects

    # -- playing ---------------------------------------------------------------------------------------

    def _begin(self) -> None:
        step = self._queue.popleft()
        if isinstance(step, dict):
            self._after = step
            timeline = between(self._shown, step, self._layout)
        else:
            self._after = fold(self._shown, step)
            timeline = plan(self._shown, step, self._layout)
        self._playing = timeline.cut() if self.reduced else timeline
        self._now = 0.0
        self._hear(-1.0, 0.0)
        self._stale = True

    def _hear(self, since: float, until: float) -> None:
        """Play the cues after ``since`` up to ``until``."""
        for cue in self._playing.cues if self._playing else ():
            if since < cue.at_s <= until:
                self._sound(cue.sound)

    def _end(self) -> None:
        self._playing = None
        self._settle(self._after)

    def _settle(self, pieces: PieceMap) -> None:
        self._shown = dict(pieces)
        self._still = plan(self._shown, (), self._layout)
        self._stale = True

    def _wanted_lean(self) -> dict[str, float]:
        hover = self._marks.hover
        return {hover: 1.0} if hover and not self.busy and len(self._shown.get(hover, ())) > 1 else {}

    def _leaning(self) -> bool:
        wanted = self._wanted_lean()
        return any(self._leans.get(p, 0.0) != wanted.get(p, 0.0) for p in self._leans.keys() | wanted.keys())

    def _lean(self, dt_s: float) -> None:
        if not self._leaning():
            return
        wanted = self._wanted_lean()
        reach = 1.0 if self.reduced else dt_s / LEAN_S
        for place in self._leans.keys() | wanted.keys():
            old, goal = self._leans.get(place, 0.0), wanted.get(place, 0.0)
            new = min(goal, old + reach) if goal > old else max(goal, old - reach)
            if new:
                self._leans[place] = new
            else:
                self._leans.pop(place, None)
        self._stale = True

    # -- drawing ---------------------------------------------------------------------------------------

    def _sprites(self) -> dict[str, _Drawn]:
        timeline = self._playing or self._still
        looks = timeline.looks(self._now if self._playing else 0.0)
        sprites = {}
        for piece, look in looks.items():
            if look.alpha <= 0.01:
                continue
            place, height = timeline.places.get(piece, ("", 0))
            if self._playing is None and self._goes(place, height):
                look = look._replace(alpha=look.alpha * FAINT)
            if self._breath is not None and self._playing is None and self.art.lives(look.letter):
                look = look._replace(lift=look.lift + _breath(self._breath, look.letter))
            if not self._bright:
                look = look._replace(glow=0.0)
            dx, dy = self._bend(place, height)
            order = (look.aloft + (1.5 if dx else 0.0), float(self.view.depth(place)), float(height))
            sprites[piece] = self._sprite(look, order, dx, dy)
        return sprites

    def _goes(self, place: str, height: int) -> bool:
        """Whether this piece is marked as one that is about to go, or stands where a preview is drawn."""
        if place in self._marks.ghosts:
            return True
        return place in self._marks.hide and height == len(self._shown.get(place, ())) - 1

    def _ghosts(self) -> dict[str, _Drawn]:
        """What will stand somewhere, translucent over what stands there."""
        sprites = {}
        for place, new in self._marks.ghosts.items():
            if not self.view.rect_of(place).width:
                continue
            pieces = (*new, *self._staying(place, new))
            for i, piece in enumerate(pieces):
                spot = self._layout.spot(place, pieces, i)
                look = PieceLook(piece, spot.x, spot.y, spot.scale, GHOST)
                sprites[f"ghost/{place}/{i}"] = self._sprite(look, (0.5, self.view.depth(place), i), 0.0, 0.0)
        return sprites

    def _staying(self, place: str, new: tuple[str, ...]) -> tuple[str, ...]:
        """Who stands where something heavier will come, and will stand on it."""
        top = self._shown.get(place, ())[-1:]
        if not new or not top or top[0] in new or place in self._marks.hide:
            return ()
        return top if self.art.weight(top[0]) < self.art.weight(new[-1]) else ()

    def _bend(self, place: str, height: int) -> tuple[float, float]:
        """How far leaning apart moves a piece, in pixels."""
        lean = self._leans.get(place, 0.0)
        stack = self._shown.get(place, ())
        if not lean or self._playing is not None or height >= len(stack):
            return 0.0, 0.0
        smooth = lean * lean * (3 - 2 * lean)
        straight, bent = self.art.stack(stack)[height], self.art.stack(stack, smooth)[height]
        unit = self.view.square
        return (bent.dx - straight.dx) * unit or 0.01, (bent.dy - straight.dy) * unit

    def _sprite(self, look: PieceLook, order: tuple[float, float, float], dx: float, dy: float) -> _Drawn:
        square = self.view.square
        size = max(8, round(square * look.scale))
        x, y = round(look.x + dx), round(look.y + dy - look.lift * LIFT * square)
        rect = self.art.image(look.letter, size).get_rect(center=(x, y))
        alpha, glow = round(255 * min(1.0, look.alpha)), round(150 * look.glow)
        return _Drawn(
            order, look.letter, size, (x, y), alpha, glow, look.by, (rect.x, rect.y, rect.w, rect.h)
        )

    def _shards(self) -> list[shards.Speck]:
        if self._playing is None:
            return []
        return shards.specks(self._playing.bursts, self._now, self.view.square, self.art.colour)

    @property
    def _bright(self) -> bool:
        """Whether light may flash: not when several steps are hurried through, which would be too often."""
        return len(self._queue) < CALM

    def _lights(self) -> list[effects.Glint]:
        if self._playing is None or not self._bright:
            return []
        return effects.glints(self._playing.effects, self._now, self.view.square, self.view.theme.glow)

    def _compare(
        self, sprites: dict[str, _Drawn], specks: list[shards.Speck], glints: list[effects.Glint]
    ) -> None:
        """Find what differs from what is on the screen; from now on it counts as being there."""
        for piece in self._drawn.keys() | sprites.keys():
            old, new = self._drawn.get(piece), sprites.get(piece)
            if old == new:
                continue
            for drawn in (old, new):
                if drawn is not None:
                    self._dirt.add(pygame.Rect(drawn.rect))
        for speck in (*self._specks, *specks):
            self._dirt.add(speck.rect)
        for glint in set(self._glints) ^ set(glints):
            self._dirt.add(glint.rect)
        self._drawn, self._specks, self._glints = sprites, specks, glints

    def _paint(self, surface: pygame.Surface, rects: list[pygame.Rect]) -> None:
        before = surface.get_clip()
        inorder = sorted(self._drawn.values())
        under, over = self._placed(self._under), self._placed(self._over)
        for rect in rects:
            surface.set_clip(rect.clip(before))
            for area, image in self._grounds:
                if area.colliderect(rect):
                    surface.blit(image, area.topleft)
            self._paint_marks(surface, under, rect)
            for drawn in inorder:
                if rect.colliderect(drawn.rect):
                    self._paint_sprite(surface, drawn)
            self._paint_marks(surface, over, rect)
            for glint in self._glints:
                if rect.colliderect(glint.rect):
                    image = effects.picture(glint.name, glint.size, self.view.theme.name, self.view.accents)
                    self._blit(surface, image, glint.rect.topleft, glint.alpha)
            for speck in self._specks:
                if rect.colliderect(speck.rect):
                    pygame.draw.polygon(surface, speck.colour, speck.points)
        surface.set_clip(before)

    def _placed(self, layer: dict[str, tuple[str, ...]]) -> list[tuple[pygame.Rect, tuple[str, ...]]]:
        """The marks with where they lie: worked out once for all that is painted in one frame."""
        return [(self.view.rect_of(place), names) for place, names in layer.items()]

    def _paint_marks(
        self, surface: pygame.Surface, layer: list[tuple[pygame.Rect, tuple[str, ...]]], rect: pygame.Rect
    ) -> None:
        for where, names in layer:
            if where.width and where.colliderect(rect):
                for name in names:
                    surface.blit(self.view.mark(name), where.topleft)

    def _paint_sprite(self, surface: pygame.Surface, drawn: _Drawn) -> None:
        image = self.art.image(drawn.letter, drawn.size)
        if drawn.glow > 2:
            strength = drawn.glow / 150
            colour = tuple(round(c * strength * 0.6) for c in self.art.colour(drawn.by or drawn.letter))
            image = image.copy()
            image.fill(colour, special_flags=pygame.BLEND_RGB_ADD)
        self._blit(surface, image, drawn.rect[:2], drawn.alpha)

    @staticmethod
    def _blit(surface: pygame.Surface, image: pygame.Surface, where: tuple[int, int], alpha: int) -> None:
        """Draw a cached picture at some opacity without copying it."""
        if alpha >= 255:
            surface.blit(image, where)
            return
        image.set_alpha(alpha)
        surface.blit(image, where)
        image.set_alpha(255)


def _breath(phase: float, piece: str) -> float:
    """How far up a breath lifts ``piece``, in parts of ``LIFT``; each piece breathes with a delay of its own."""
    return BREATH * (0.5 - 0.5 * math.cos(math.tau * (phase + 0.29 * len(piece))))
