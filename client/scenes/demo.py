"""The match that glows on the title: a lit board behind glass on which the house plays against itself.

Ambient: it moves only for some seconds after the last input and while the window has the keyboard, and never
with reduced motion.  It plays on the rules themselves, in the window's thread, so each move must be cheap.
"""

from __future__ import annotations

import random

import pygame

from client.core.services import Services
from client.core.skin import Skin
from client.core.widget import Widget
from client.games.registry import FOLDERS, look_of
from rules.registry import game, games
from sprites.kit.backdrop import pool
from sprites.stage.boardview import BoardView, Marks
from sprites.stage.stage import Stage

AWAKE_S = 5.0
PAUSE_S = 1.1
LONG = 24
"""After so many moves another game is shown."""
_OPENING = 14
_TRIES = 12
_LIVELY = {"control": 3, "rescue": 3, "destroy": 2, "capture": 2, "cast": 2, "hit": 4, "promoted": 4}
"""How lively a kind of fact, or a note of one, is to watch; what is not here counts nothing."""


class Demo(Widget):
    """A board that nobody touches; one game after the other."""

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
        self._begin(games()[0].id)

    def _begin(self, name: str) -> None:
        """A match of this game, some moves after its start."""
        self.game = name
        self.state = game(name).start(game(name).configure({}), 2, self._random.randbytes(8))
        self._look = look_of(name)
        self._look.fit(self.state, {})
        self._moves = 0
        self._stage = None
        for _ in range(_OPENING):
            if self.state.turn is not None:
                self.state = self.state.apply(self._any()).state

    def _another(self) -> str:
        """The game after this one."""
        names = [each.id for each in games() if each.id in FOLDERS]
        return names[(names.index(self.game) + 1) % len(names)]

    def _choose(self) -> str:
        """A lively move: of some tried at random, the one in which most happens."""

        def worth(move: str) -> int:
            after = self.state.apply(move)
            if after.state.turn is None:
                return -1
            return max(_LIVELY.get(fact.note, _LIVELY.get(fact.kind, 0)) for fact in after.facts)

        return max((self._any() for _ in range(_TRIES)), key=worth)

    def _any(self) -> str:
        """Some action, built part by part: a game may have too many to list them."""
        prefix: tuple[str, ...] = ()
        while True:
            picks = self.state.picks(prefix)
            if picks.action is not None and (not picks.choices or self._random.random() < 0.5):
                return picks.action
            cards = [pick for pick in picks.choices if pick.kind == "card"]
            pick = self._random.choice(cards or picks.choices)
            prefix = (*prefix, pick.value)

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
        if self.state.turn is None or self._moves >= LONG:
            self._begin(self._another())
            self.changed()
            return
        self._moves += 1
        step = self.state.apply(self._choose())
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
        accents = skin.accents_of(self.game)
        accent = accents.first
        if skin.theme.glow:
            pool(surface, self.rect, skin.theme, accent)
        skin.plate(surface, self.rect, skin.theme.panel, (*accent, 150), 20)
        made = (self.rect.topleft, self.rect.size, skin.theme.name, skin.scale.factor)
        if self._stage is None or made != self._made:
            self._made = made
            inner = self.rect.inflate(-skin.px(32), -skin.px(32))
            files, ranks = self._look.files, self._look.ranks
            view = BoardView(files, ranks, inner, skin.theme, accents, skin.type, coordinates=False)
            if self._stage is None:
                self._stage = Stage(view, self._look.art(), self.state.pieces())
            else:
                self._stage.look(view)
            self._stage.mark(Marks())
        self._stage.ground(surface)
        self._stage.draw(surface)

    def live(self, surface: pygame.Surface) -> list[pygame.Rect]:
        return self._stage.draw(surface) if self._stage is not None else []
