"""The match that glows on the title: a lit board behind glass on which the house plays against itself.

Ambient: it moves only for some seconds after the last input and while the window has the keyboard, and never
with reduced motion.  It plays on the rules themselves, in the window's thread, so each move must be cheap.
"""

from __future__ import annotations

import random

import pygame

from client.services import Services
from client.widgets.skin import Skin
from client.widgets.widget import Widget
from rules.game import State
from rules.registry import game
from sprites.backdrop import pool
from sprites.boardview import BoardView, Marks
from sprites.pyramids import Pyramids
from sprites.stage import Stage

GAME = "mind-control"
AWAKE_S = 5.0
PAUSE_S = 1.1
_OPENING = 14
_TRIES = 12


class Demo(Widget):
    """A board that nobody touches."""

    whole = True

    def __init__(self, services: Services, seed: int | None = None) -> None:
        super().__init__()
        self._services = services
        self._random = random.Random(seed)
        self._until = 0.0
        self._next = 0.0
        self._last = 0.0
        self._stage: Stage | None = None
        self._made: tuple[object, ...] = ()
        self.state = self._begin()

    def _begin(self) -> State:
        state = game(GAME).start(game(GAME).configure({}), 2)
        for _ in range(_OPENING):
            if state.turn is None:
                break
            state = state.apply(self._choose(state)).state
        return state

    def _choose(self, state: State) -> str:
        """A lively move: of some tried at random, the one that takes or stacks most."""
        legal = state.legal()
        tried = self._random.sample(legal, min(_TRIES, len(legal)))

        def worth(move: str) -> int:
            after = state.apply(move)
            notes = {fact.note for fact in after.facts}
            if after.state.turn is None:
                return -1
            return 3 * bool(notes & {"control", "rescue"}) + 2 * ("destroy" in notes)

        return max(tried, key=worth)

    def wake(self, now: float) -> None:
        """Somebody is there: play on for a while."""
        self._until = now + AWAKE_S
        self._last = now if self._last + 1 < now else self._last

    def _asleep(self, now: float) -> bool:
        services = self._services
        return now >= self._until or not services.focused or services.settings.reduced_motion

    def tick(self, now: float) -> None:
        stage = self._stage
        if stage is None:
            return
        if stage.busy:
            stage.advance(min(0.1, now - self._last))
        elif not self._asleep(now) and now >= self._next:
            self._move(stage)
            self._next = now + PAUSE_S
        self._last = now

    def _move(self, stage: Stage) -> None:
        if self.state.turn is None:
            self.state = self._begin()
            stage.jump(self.state.pieces())
            return
        step = self.state.apply(self._choose(self.state))
        self.state = step.state
        stage.push(step.facts)

    def wakes_at(self, now: float) -> float | None:
        if self._stage is None:
            return None
        if self._stage.busy:
            return now
        return None if self._asleep(now) else max(now, self._next)

    def bounds(self) -> pygame.Rect:
        return self.rect.inflate(32, 32)

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        accent = skin.theme.accent(GAME)
        if skin.theme.glow:
            pool(surface, self.rect, skin.theme, accent)
        skin.plate(surface, self.rect, skin.theme.panel, (*accent, 150), 20)
        made = (self.rect.topleft, self.rect.size, skin.theme.name, skin.scale.factor)
        if self._stage is None or made != self._made:
            self._made = made
            inner = self.rect.inflate(-skin.px(32), -skin.px(32))
            view = BoardView(8, 8, inner, skin.theme, accent, skin.type, coordinates=False)
            if self._stage is None:
                self._stage = Stage(view, Pyramids(), self.state.pieces())
            else:
                self._stage.look(view)
            self._stage.mark(Marks())
        self._stage.ground(surface)
        self._stage.draw(surface)

    def live(self, surface: pygame.Surface) -> list[pygame.Rect]:
        return self._stage.draw(surface) if self._stage is not None else []
