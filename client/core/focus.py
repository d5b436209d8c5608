"""Where the focus and the pointer are in one layer of widgets, and how intents find their widget.

A layer is what can be reached at one time: a scene's widgets, or those of the dialog over it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import pygame

from client.core.intents import (
    Drag,
    Focus,
    Intent,
    Nav,
    Next,
    PointerMoved,
    Press,
    Previous,
    Release,
    Scroll,
)
from client.core.transitions import Stay, Transition
from client.core.widget import Widget


def flat(widgets: Iterable[Widget]) -> Iterator[Widget]:
    """All visible widgets, parents before their children, in painting order."""
    for widget in widgets:
        if widget.visible:
            yield widget
            yield from flat(widget.children())


def nearest(start: pygame.Rect, others: Sequence[pygame.Rect], direction: str) -> int | None:
    """Index of the rectangle that lies best in ``direction`` from ``start``, or None if none does."""
    best: tuple[int, int, int] | None = None
    for index, other in enumerate(others):
        if direction in ("left", "right"):
            ahead = other.left - start.right if direction == "right" else start.left - other.right
            centre = other.centerx - start.centerx if direction == "right" else start.centerx - other.centerx
            aside = max(other.top - start.bottom, start.top - other.bottom, 0)
            offset = abs(other.centery - start.centery)
            size = start.width
        else:
            ahead = other.top - start.bottom if direction == "down" else start.top - other.bottom
            centre = other.centery - start.centery if direction == "down" else start.centery - other.centery
            aside = max(other.left - start.right, start.left - other.right, 0)
            offset = abs(other.centerx - start.centerx)
            size = start.height
        if centre <= 0 or ahead < -size // 2:
            continue
        cost = (max(ahead, 0) + 3 * aside, offset, index)
        if best is None or cost < best:
            best = cost
    return None if best is None else best[2]


class Layer:
    """Focus, hover and the held pointer over ``widgets()``."""

    def __init__(self, widgets: Callable[[], Sequence[Widget]]) -> None:
        self.widgets = widgets
        self.focus: Widget | None = None
        self.hover: Widget | None = None
        self.held: Widget | None = None

    def stops(self) -> list[Widget]:
        """Where the focus can go, in painting order."""
        return [widget for widget in flat(self.widgets()) if widget.takes_focus()]

    def at(self, x: int, y: int) -> Widget | None:
        """The topmost widget at this place that takes the focus, or else the topmost one."""
        under = [widget for widget in flat(self.widgets()) if widget.rect.collidepoint(x, y)]
        taking = [widget for widget in under if widget.takes_focus()]
        return taking[-1] if taking else under[-1] if under else None

    def set_focus(self, widget: Widget | None) -> None:
        """The focus rests on ``widget`` from now on."""
        if self.focus is widget:
            return
        for each, value in ((self.focus, False), (widget, True)):
            if each is not None:
                each.focused = value
                each.changed()
        self.focus = widget

    def settle(self, key: str = "") -> None:
        """After a new layout: the focus goes to the widget named ``key``, or to the first."""
        self.hover = self.held = None
        stops = self.stops()
        named = [widget for widget in stops if key and widget.key == key] or stops
        self.set_focus(None)  # an old widget may be used again in the new layout
        self.set_focus(named[0] if named else None)

    def check(self) -> None:
        """If the focus rests where it can't any more, it goes to the nearest place where it can."""
        if self.focus is None or self.focus.takes_focus():
            return
        old = self.focus.rect
        stops = self.stops()
        stops.sort(key=lambda w: abs(w.rect.centerx - old.centerx) + abs(w.rect.centery - old.centery))
        self.set_focus(stops[0] if stops else None)

    def move(self, direction: str) -> bool:
        """Move the focus geometrically; False if nothing lies that way."""
        stops = self.stops()
        if not stops:
            return False
        if self.focus is None:
            self.set_focus(stops[0])
            return True
        others = [widget for widget in stops if widget is not self.focus]
        index = nearest(self.focus.rect, [widget.rect for widget in others], direction)
        if index is None:
            return False
        self.set_focus(others[index])
        return True

    def step(self, by: int) -> bool:
        """Move the focus on (+1) or back (-1) in order, round and round."""
        stops = self.stops()
        if not stops:
            return False
        here = stops.index(self.focus) if self.focus in stops else -1 if by > 0 else 0
        self.set_focus(stops[(here + by) % len(stops)])
        return True

    def handle(self, intent: Intent) -> Transition | None:
        """Give ``intent`` to whom it is for; None if nobody wanted it."""
        if isinstance(intent, (PointerMoved, Press, Drag, Release, Scroll)):
            return self._pointer(intent)
        if isinstance(intent, Focus) and not intent.gained:
            self._let_go()
            return None
        self.check()
        wish = self.focus.handle(intent) if self.focus is not None else None
        if wish is not None:
            return wish
        if isinstance(intent, Nav):
            return Stay() if self.move(intent.direction) else None
        if isinstance(intent, (Next, Previous)):
            return Stay() if self.step(1 if isinstance(intent, Next) else -1) else None
        return None

    def _pointer(self, intent: PointerMoved | Press | Drag | Release | Scroll) -> Transition | None:
        under = self.at(intent.x, intent.y)
        if isinstance(intent, PointerMoved):
            self._hover(under)
            return under.handle(intent) if under is not None and under.enabled else None
        if isinstance(intent, Scroll):
            return under.handle(intent) if under is not None and under.enabled else None
        if isinstance(intent, Press):
            self.held = under if under is not None and under.enabled else None
            if self.held is None:
                return None
            if self.held.takes_focus():
                self.set_focus(self.held)
            return self.held.handle(intent)
        held = self.held
        if isinstance(intent, Release):
            self.held = None
        return held.handle(intent) if held is not None else None

    def _hover(self, widget: Widget | None) -> None:
        if widget is self.hover:
            return
        for each, value in ((self.hover, False), (widget, True)):
            if each is not None:
                each.hovered = value
                each.changed()
        self.hover = widget

    def _let_go(self) -> None:
        self._hover(None)
        if self.held is not None and self.held.pressed:
            self.held.pressed = False
            self.held.changed()
        self.held = None
