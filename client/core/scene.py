"""What a scene is, and how one asks for another.

A scene is fed intents and the hub's events and ticked with the time; it answers with a transition (a value,
applied by the app between frames) or None.  It paints only into damaged rectangles.  It never reads pygame's
events and never waits, so that it runs without a window: ``Scene.resize`` with any size is enough.

To make one: subclass `Scene`, build widgets in ``layout`` (called at the start and whenever size, language or
theme changes) with ``self.add(widget)``; give buttons an ``on_press`` that returns a transition or None.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

import pygame

from client.core.focus import Layer, flat
from client.core.intents import Cancel, Intent, Redraw, Resize, device_of
from client.core.overlay import Open, Overlay
from client.core.services import Services
from client.core.skin import Skin
from client.core.transitions import Pop, Stay, Transition
from client.core.widget import Widget
from net.events import Event
from sprites.kit.theme import Scale

W = TypeVar("W", bound=Widget)


class Scene:
    """One screen of the program; subclasses override ``layout`` and whatever else they need."""

    title = ""
    """A word for tests and logs, never shown."""
    game = ""
    """Id of the game whose accent tints this scene; empty for the house's own."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.scale = Scale.of((1280, 720))
        self.skin: Skin = services.skin(self.scale, self.game)
        self.widgets: list[Widget] = []
        self.overlays: list[Overlay] = []
        self.base = Layer(lambda: self.widgets)
        self._damage: list[pygame.Rect] = []

    # ---- what subclasses override

    def layout(self) -> None:
        """Build and place the widgets for ``self.scale`` (window size); ``self.widgets`` is empty now."""

    def entered(self) -> None:
        """This scene is on top now: for the first time, or again."""

    def left(self) -> None:
        """This scene is gone for good."""

    def told(self, event: Event) -> Transition | None:
        """Something the hub told (already in ``services.known``); every scene of the stack hears it, only
        the top one's answer counts.  Answering means: I dealt with it; else the app does the usual."""
        return None

    def tick(self, now: float) -> Transition | None:
        """Let time pass up to ``now`` (seconds of ``services.clock``); ``damage`` what moved."""
        return None

    def wakes_at(self, now: float) -> float | None:
        """When ``tick`` is wanted next: ``now`` = every frame, None = not before something happens."""
        return None

    def paint_below(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Paint what lies under the widgets, within ``clip`` (set on the surface); the default is the sky."""
        self.services.backdrop(surface, clip, self.scale)

    def unhandled(self, intent: Intent) -> Transition | None:
        """An intent that no widget wanted; the default takes Cancel as Pop."""
        return Pop() if isinstance(intent, Cancel) else None

    # ---- what the app and subclasses call

    def add(self, widget: W) -> W:
        """Put ``widget`` on top of the others and return it."""
        self.widgets.append(widget)
        widget.dirty = True
        return widget

    def px(self, logical: float) -> int:
        """Real pixels for a logical length."""
        return self.scale.px(logical)

    @property
    def window(self) -> pygame.Rect:
        """The whole window."""
        return pygame.Rect(0, 0, self.scale.width, self.scale.height)

    @property
    def layer(self) -> Layer:
        """What can be reached now: the topmost overlay, or the scene's own widgets."""
        return self.overlays[-1].layer if self.overlays else self.base

    @property
    def editing(self) -> bool:
        """Whether keys are text now."""
        focus = self.layer.focus
        return focus is not None and focus.edits

    def resize(self, width: int, height: int) -> None:
        """Lay out for a window of this size; the focus stays on the widget with the same ``key``."""
        self.scale = Scale.of((width, height))
        self.relayout()

    def relayout(self) -> None:
        """Lay out again, after a change of size, language, theme or content."""
        self.skin = self.services.skin(self.scale, self.game)
        key = self.base.focus.key if self.base.focus is not None else ""
        self.widgets.clear()
        self.layout()
        self.base.settle(key)
        for overlay in self.overlays:
            overlay.fit(self.skin)
        self.damage()

    def handle(self, intent: Intent) -> Transition | None:
        """Give ``intent`` to the topmost overlay or the widgets, then to ``unhandled``; None: unwanted."""
        self.services.device = device_of(intent) or self.services.device
        if isinstance(intent, Resize):
            self.resize(intent.width, intent.height)
            return Stay()
        if isinstance(intent, Redraw):
            self.damage()
            return Stay()
        if self.overlays:
            overlay = self.overlays[-1]
            wish = overlay.first(intent) or overlay.layer.handle(intent) or overlay.unhandled(intent)
            self.drop_closed()
        else:
            wish = self.base.handle(intent) or self.unhandled(intent)
        if isinstance(wish, Open):
            self.ask(wish.overlay)
            return Stay()
        return wish

    def ask(self, overlay: Overlay) -> None:
        """Lay ``overlay`` over everything; it alone gets intents until it closes."""
        self.drop_closed()
        overlay.fit(self.skin)
        self.overlays.append(overlay)
        self.damage()

    def advance(self, now: float) -> Transition | None:
        """``tick`` the widgets, the overlays and the scene (called by the app)."""
        for widget in list(flat(self._all())):
            widget.tick(now)
        return self.tick(now)

    def due(self, now: float) -> float | None:
        """When ``advance`` is wanted next (called by the app)."""
        times = [widget.wakes_at(now) for widget in flat(self._all())]
        times.append(self.wakes_at(now))
        wanted = [time for time in times if time is not None]
        return min(wanted) if wanted else None

    def damage(self, rect: pygame.Rect | None = None) -> None:
        """``rect`` (None: everything) must be painted again."""
        self._damage.append(self.window if rect is None else pygame.Rect(rect))

    def take_damage(self) -> list[pygame.Rect]:
        """What must be painted now: few rectangles within the window that don't overlap; empties the list."""
        self.services.toasts.fit(self.skin, *(self._controls() if self.services.toasts.lines else ()))
        for widget in flat(self._all()):
            if widget.dirty:
                widget.dirty = False
                bounds = widget.bounds()
                self._damage += [widget.painted, bounds.copy()]
                widget.painted = bounds.copy()
        for widget in _vanished(self._all()):
            self._damage.append(widget.painted)
            widget.painted, widget.dirty = pygame.Rect(0, 0, 0, 0), True
        found, self._damage = self._damage, []
        parts = merged(found, self.window)
        for widget in flat(self.widgets):
            if widget.whole and widget.bounds().collidelist(parts) >= 0:
                parts = merged([*parts, widget.bounds()], self.window)
        return parts

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Paint backdrop, widgets, overlays and toasts where they touch ``clip``."""
        surface.set_clip(clip)
        self.paint_below(surface, clip)
        for widget in self._all():
            if widget.visible and widget.bounds().colliderect(clip):
                widget.paint(surface, self.skin)
        surface.set_clip(None)

    def live(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Let the widgets that move by themselves draw (called after ``paint``); what they touched."""
        if self.overlays:
            return []
        touched = [rect for widget in flat(self.widgets) for rect in widget.live(surface)]
        toasts = self.services.toasts
        if toasts.visible and toasts.bounds().collidelist(touched) >= 0:
            for rect in touched:
                if toasts.bounds().colliderect(rect):
                    surface.set_clip(rect)
                    toasts.paint(surface, self.skin)
            surface.set_clip(None)
        return touched

    def _controls(self) -> tuple[list[pygame.Rect], list[pygame.Rect]]:
        """Where buttons and fields are that somebody may need now, and where larger things are."""
        there = list(flat(self.layer.widgets()))
        small = [widget.rect for widget in there if widget.small]
        large = [widget.rect for widget in there if widget.focusable and not widget.small]
        if self.overlays:  # what is dimmed is rather not hidden, either
            large += [widget.rect for widget in flat(self.widgets) if widget.small]
        return small, large

    def _all(self) -> list[Widget]:
        return [*self.widgets, *self.overlays, self.services.toasts]

    def drop_closed(self) -> None:
        """Take away the overlays that were closed."""
        if any(overlay.closed for overlay in self.overlays):
            self.overlays = [overlay for overlay in self.overlays if not overlay.closed]
            self.damage()


@dataclass(frozen=True)
class Push(Transition):
    """Put ``scene`` on top; this one waits below."""

    scene: Scene


@dataclass(frozen=True)
class Replace(Transition):
    """Put ``scene`` in this one's place."""

    scene: Scene


def _vanished(widgets: Iterable[Widget], shown: bool = True) -> Iterator[Widget]:
    """The widgets that still stand in the picture but are not visible any more."""
    for widget in widgets:
        seen = shown and widget.visible
        if not seen and widget.painted.width:
            yield widget
        yield from _vanished(widget.children(), seen)


def merged(rects: list[pygame.Rect], window: pygame.Rect) -> list[pygame.Rect]:
    """``rects`` clipped to ``window``, those that touch joined, all joined to one where that is as cheap."""
    parts: list[pygame.Rect] = []
    for rect in rects:
        part = rect.clip(window)
        if not part.width or not part.height:
            continue
        while (hit := part.collidelist(parts)) >= 0:
            part = part.union(parts.pop(hit))
        parts.append(part)
    area = sum(part.width * part.height for part in parts)
    if len(parts) > 12 or area * 10 > window.width * window.height * 8:
        return [parts[0].unionall(parts[1:])]
    return parts
