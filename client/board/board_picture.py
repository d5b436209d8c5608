"""The board as it is seen: its stage, what moves on it, the squares that tremble and those who breathe.

Shows what it is told and knows no choice and no input.  Times are seconds of the caller's clock; before ``place``
it has no place yet and only notes what stands where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pygame

from client.board.breath import Breath
from client.board.look import Look
from client.board.shake import Shake
from client.core.skin import Skin
from rules.facts import Fact, PieceMap
from sprites.motion.fold import BadFact
from sprites.stage.boardview import BoardView, Marks
from sprites.stage.stage import Stage

_FRAME_S = 1 / 60
_LONGEST_STEP_S = 0.1
"""What moves goes on by no more than this at a time, however long nothing was shown."""


class BoardPicture:
    """One board in the window."""

    def __init__(
        self,
        look: Look,
        pieces: PieceMap,
        reduced: bool = False,
        sound: Callable[[str], None] = lambda name: None,
    ) -> None:
        """``reduced``: less motion; ``sound`` plays a cue by its name."""
        self.view: BoardView | None = None
        """Which square lies where."""
        self.stage: Stage | None = None
        self.canvas = pygame.Surface((1, 1))
        """The window with everything that stands still under the widgets, and the board as it is now."""
        self.reduced = reduced
        self.shaking = Shake()
        self._look = look
        self._pieces = pieces
        self._sound = sound
        self._breath = Breath()
        self._last = 0.0
        self._touched: list[pygame.Rect] = []

    def place(
        self,
        rect: pygame.Rect,
        skin: Skin,
        flip: bool,
        trays: Mapping[str, pygame.Rect],
        ground: pygame.Surface,
    ) -> pygame.Rect:
        """Lie within ``rect`` on ``ground``, the painted window without the board (kept and drawn on); returns
        the room that the board takes."""
        look = self._look
        self.view = view = BoardView(
            look.files, look.ranks, rect, skin.theme, skin.accents, skin.type, flip=flip, trays=trays
        )
        if self.stage is None:
            self.stage = Stage(view, look.art(), self._pieces, reduced=self.reduced, sound=self._sound)
        else:
            self.stage.look(view)
        self.canvas = ground
        self.stage.ground(ground)
        return view.outer.copy()

    # ---- what stands where

    @property
    def busy(self) -> bool:
        """Whether something that happened is still being shown."""
        return self.stage is not None and self.stage.busy

    @property
    def pieces(self) -> dict[str, tuple[str, ...]]:
        """What stands where once nothing moves any more."""
        return self.stage.pieces if self.stage is not None else dict(self._pieces)

    def push(self, facts: Iterable[Fact], truth: PieceMap) -> None:
        """Play one step; ``truth`` is what stands where after it, whatever the facts say."""
        if self.stage is None:
            self._pieces = truth
            return
        try:
            self.stage.push(facts)
        except BadFact:
            self.stage.jump(truth)
        if self.stage.pieces != dict(truth):
            self.stage.jump(truth)

    def jump(self, truth: PieceMap) -> None:
        """Show another position at once."""
        if self.stage is None:
            self._pieces = truth
        else:
            self.stage.jump(truth)

    def reduce(self, reduced: bool) -> None:
        """Move less from now on, or as usual again."""
        self.reduced = reduced
        if self.stage is not None:
            self.stage.reduced = reduced

    def mark(self, marks: Marks) -> None:
        """Mark these squares."""
        if self.stage is not None:
            self.stage.mark(marks)

    def centre(self, place: str) -> tuple[int, int]:
        """The middle of a square, in window pixels."""
        return self.view.rect_of(place).center if self.view is not None else (0, 0)

    # ---- motion

    def shake(self, place: str, now: float) -> None:
        """Say no: the square trembles gently (not with less motion); one that did before comes to rest."""
        self._touch_square(self.shaking.place)
        self.shaking.begin("" if self.reduced else place, now)
        self._touch_square(place)

    def wake(self, now: float) -> None:
        """Somebody is there: whoever lives on the board breathes for a while (not with less motion)."""
        if not self.reduced and self.stage is not None and self.stage.alive:
            self._breath.wake(now)

    def sleep(self) -> None:
        """Nobody looks: they hold their breath."""
        self._breath.sleep()

    def tick(self, now: float) -> bool:
        """Let time pass; tells whether something that happened has just been shown to its end."""
        stage = self.stage
        if stage is None:
            return False
        seen = False
        if stage.moving:
            busy = stage.busy
            stage.advance(min(_LONGEST_STEP_S, max(0.0, now - self._last)) if self._last else _FRAME_S)
            self._last = now
            seen = busy and not stage.busy
        else:
            self._last = 0.0
        if self.shaking.place:
            self._touch_square(self.shaking.place)
            self.shaking.tick(now)
        self._breath.tick(now, stage)
        return seen

    def wakes_at(self, now: float) -> float | None:
        """When ``tick`` is wanted next."""
        moving = bool(self.shaking.place) or (self.stage is not None and self.stage.moving)
        return now if moving else self._breath.next_at

    # ---- painting

    def repaint(self, rects: Iterable[pygame.Rect]) -> None:
        """These must be painted again."""
        self._touched += rects

    def touched(self) -> list[pygame.Rect]:
        """What differs from what was painted last; draws it on ``canvas``."""
        rects, self._touched = self._touched, []
        if self.stage is not None:
            rects += self.stage.draw(self.canvas)
        return rects

    def paint(self, surface: pygame.Surface) -> None:
        """Paint what stands out of its place; the rest is on ``canvas``."""
        if self.shaking.place and self.view is not None:
            self.shaking.paint(surface, self.view.rect_of(self.shaking.place), self.canvas)

    def paint_held(self, surface: pygame.Surface, pieces: tuple[str, ...], at: tuple[int, int]) -> None:
        """Paint these pieces, from the bottom up, where the pointer holds them."""
        if self.view is None or self.stage is None:
            return
        art, side = self.stage.art, self.view.square
        for piece, pose in zip(pieces, art.stack(pieces), strict=True):
            image = art.image(piece, max(8, int(side * pose.scale)))
            centre = (at[0] + int(pose.dx * side), at[1] + int((pose.dy - 0.12) * side))
            surface.blit(image, image.get_rect(center=centre))

    def _touch_square(self, place: str) -> None:
        if place and self.view is not None:
            self._touched.append(self.view.rect_of(place).inflate(self.view.square, self.view.square))
