"""Things of which one is chosen, more than there is room for: what lists and galleries have in common.

Owns the choice, scrolling (wheel, dragging, the choice coming into sight) and the frame; how the things lie, and
where arrows lead, a subclass says.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import pygame

from client.core.intents import Confirm, Drag, Intent, Nav, Page, Press, Release, Scroll
from client.core.skin import Skin
from client.core.transitions import Stay, Transition, stay_or
from client.core.widget import Action, Widget
from client.widgets.texts import scrollbar
from sprites.kit.theme import BODY

T = TypeVar("T")
DrawItem = Callable[[pygame.Surface, Skin, pygame.Rect, T, bool], None]
"""``draw(surface, skin, rect, item, chosen)`` paints one thing."""

DRAG_PX = 8
"""How far a press must move to be dragging."""


class Items(Widget, Generic[T]):
    """``on_choose``: the choice moved; ``on_confirm``: the chosen thing was taken."""

    focusable = True
    again_confirms = False
    """Whether a click on the chosen thing takes it."""

    def __init__(
        self,
        items: Sequence[T],
        draw: DrawItem[T],
        *,
        empty: str,
        on_choose: Action | None,
        on_confirm: Action | None,
        key: str,
    ) -> None:
        super().__init__()
        self.items = list(items)
        self.draw = draw
        self.empty = empty
        self.on_choose = on_choose
        self.on_confirm = on_confirm
        self.key = key
        self.index = 0
        self.picked = False
        """Whether somebody chose the chosen thing.  What is chosen only because it is first is not taken by a click."""
        self.offset = 0
        self.edge = 8
        """Real pixels between the frame and the things."""
        self._grab: tuple[int, int] | None = None
        self._moved = False

    # ---- what a subclass says

    @property
    @abstractmethod
    def long(self) -> int:
        """Height of everything in real pixels."""

    @property
    @abstractmethod
    def wheel(self) -> int:
        """How many real pixels one notch of the wheel scrolls."""

    @property
    @abstractmethod
    def page(self) -> int:
        """How many things a page is."""

    @abstractmethod
    def rect_of(self, index: int) -> pygame.Rect:
        """Where a thing is now, maybe outside the frame."""

    @abstractmethod
    def step(self, direction: str) -> Transition | None:
        """An arrow was pressed; None if it leads out of here."""

    @abstractmethod
    def plate(self, surface: pygame.Surface, skin: Skin, rect: pygame.Rect) -> None:
        """Paint what lies under the chosen thing."""

    # ---- choosing and scrolling

    @property
    def chosen(self) -> T | None:
        """The chosen thing."""
        return self.items[self.index] if 0 <= self.index < len(self.items) else None

    def scroll(self, by: int) -> None:
        """Move the view by so many real pixels."""
        offset = min(max(0, self.long - self.rect.height), max(0, self.offset + by))
        if offset != self.offset:
            self.offset = offset
            self.changed()

    def show_chosen(self) -> None:
        """Scroll so that the chosen thing is seen."""
        rect = self.rect_of(self.index)
        above = self.rect.top + self.edge - rect.top
        below = rect.bottom - self.rect.bottom + self.edge
        self.scroll(-above if above > 0 else max(0, below))

    def choose(self, index: int) -> Transition | None:
        """Choose a thing; None if there is none of that number."""
        if not 0 <= index < len(self.items):
            return None
        self.picked = True
        if index == self.index:
            return Stay()
        self.index = index
        self.show_chosen()
        self.changed()
        return stay_or(self.on_choose() if self.on_choose is not None else None)

    def confirm(self) -> Transition | None:
        """Take the chosen thing; None if there is none."""
        if self.chosen is None:
            return None
        return stay_or(self.on_confirm() if self.on_confirm is not None else None)

    def handle(self, intent: Intent) -> Transition | None:
        if isinstance(intent, Nav):
            return self.step(intent.direction)
        if isinstance(intent, Page) and self.items:
            last = len(self.items) - 1
            goals = {"up": self.index - self.page, "down": self.index + self.page, "home": 0, "end": last}
            return self.choose(min(last, max(0, goals[intent.where])))
        if isinstance(intent, Confirm):
            return self.confirm()
        if isinstance(intent, Scroll):
            self.scroll(-intent.dy * self.wheel)
            return Stay()
        if isinstance(intent, (Press, Drag, Release)) and intent.button == 1:
            return self._pointer(intent)
        return None

    def _pointer(self, intent: Press | Drag | Release) -> Transition | None:
        if isinstance(intent, Press):
            self._grab, self._moved = (intent.y, self.offset), False
        elif isinstance(intent, Drag) and self._grab is not None:
            start, offset = self._grab
            self._moved = self._moved or abs(intent.y - start) > DRAG_PX
            if self._moved:
                self.scroll(offset - (intent.y - start) - self.offset)
        elif isinstance(intent, Release):
            self._grab = None
            if not self._moved and self.rect.collidepoint(intent.x, intent.y):
                return self._clicked(intent.x, intent.y)
        return Stay()

    def _clicked(self, x: int, y: int) -> Transition | None:
        for index in range(len(self.items)):
            if self.rect_of(index).collidepoint(x, y):
                if index != self.index:
                    return self.choose(index)
                if self.picked and self.again_confirms:
                    return self.confirm()
                self.picked = True
                return stay_or(self.on_choose() if self.on_choose is not None else None)
        return Stay()

    # ---- painting

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        skin.panel(surface, self.rect)
        old = surface.get_clip()
        inner = self.rect.inflate(-4, -4)
        surface.set_clip(inner.clip(old))
        for index, item in enumerate(self.items):
            rect = self.rect_of(index)
            if rect.colliderect(inner):
                if index == self.index:
                    self.plate(surface, skin, rect)
                self.draw(surface, skin, rect, item, index == self.index)
        surface.set_clip(old)
        if not self.items and self.empty:
            self._say_empty(surface, skin)
        scrollbar(surface, skin, self.rect, self.offset, self.long)
        if self.focused:
            skin.ring(surface, self.rect)

    def _say_empty(self, surface: pygame.Surface, skin: Skin) -> None:
        lines = skin.type.wrap(self.empty, BODY, max(1, self.rect.width - skin.px(64)))
        high = skin.type.line(BODY)
        top = self.rect.centery - len(lines) * high // 2
        for number, line in enumerate(lines):
            where = (self.rect.centerx, top + number * high)
            skin.write(surface, line, where, BODY, skin.theme.muted, anchor="midtop")
