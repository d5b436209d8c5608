"""The window: the loop, the stack of scenes, what is painted when.

Owns the only loop of the program and applies the scenes' transitions between frames.  It sleeps until an
event comes or a scene is due, paints only damaged rectangles and never waits for the hub.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Protocol

import pygame

from client.core import settings as settings_file
from client.core import words
from client.core.fade import Fade
from client.core.input import Input
from client.core.intents import (
    Confirm,
    Focus,
    Fullscreen,
    Intent,
    Nav,
    PadsChanged,
    Press,
    Quit,
    Redraw,
    Resize,
    Scroll,
    Shortcut,
    Text,
    Wake,
)
from client.core.openings import Openings
from client.core.recovery import Recovery, said_report
from client.core.reports import Reports
from client.core.scene import Push, Replace, Scene
from client.core.services import Services
from client.core.transitions import EndProgram, Pop, ToTitle, Transition
from client.core.window import Waker, Window
from client.core.words import _
from net.events import Event, Failed, MatchStarted, TableChanged, TableClosed

LOG = logging.getLogger("magicade.window")
FRAME_S = 1 / 60
LOOK_S = 0.01
"""How often an idle window looks for input: soon enough for people, seldom enough to cost nothing."""


class Listener(Protocol):
    """Somebody who is told every event of the hub."""

    def handle(self, event: Event) -> None:
        """Take note of ``event``; returns at once."""


class App:
    """The stack of scenes over one window; ``step`` is one round of the loop."""

    bots: Listener | None = None
    """Who else hears what the hub tells, before the scenes do: the driver of the bots, once there is one."""

    def __init__(
        self,
        services: Services,
        first: Scene,
        openings: Openings,
        window: Window,
        wake: Waker,
        reports: Reports | None = None,
    ) -> None:
        self.services = services
        self.window = window
        self.input = Input(wake.type, window.factor)
        self.reports = reports or Reports(None)
        self.reports.stand = self._stand
        self.stack: list[Scene] = []
        self.running = True
        self.frames = 0
        """How often something was painted; for benchmarks."""
        self._openings = openings
        self._wake = wake
        self._fade: Fade | None = None
        self._last_frame = 0.0
        self._shown = (services.settings.language, services.settings.theme)
        services.apply_settings = self.apply_settings
        self._recovery = Recovery(self.stack, services, self.reports, self._reveal, openings.title)
        self._guard = self._recovery.guard
        self.input.begin()
        self._put(first)

    @property
    def top(self) -> Scene:
        """The scene that is shown."""
        return self.stack[-1]

    def first_picture(self) -> None:
        """Paint at once, before anything slow begins."""
        self.paint(self.services.clock())

    def start_devices(self) -> None:
        """Open what takes a moment: sound card, gamepads."""
        for start in (self.services.audio.start, self.input.open_pads):
            with self._guard(None):
                start()

    # ---- the loop

    def loop(self) -> None:
        """Go on until somebody leaves."""
        while self.running:
            self.step(self.wait())

    def wait(self) -> list[pygame.event.Event]:
        """Sleep until something happens or is due; the events that came.

        pygame's own ``event.wait`` looks every millisecond, which costs 3 % of a core; this looks less often.
        """
        now = self.services.clock()
        due = self.due(now)
        end = float("inf") if due is None else max(due, self._last_frame + FRAME_S)
        while True:
            events = self.input.waiting()
            rest = end - self.services.clock()
            if events or rest <= 0:
                return events
            time.sleep(min(rest, LOOK_S))

    def due(self, now: float) -> float | None:
        """When the next round is wanted without any event."""
        if self._fade is not None or self._recovery.pending:
            return now
        times = [self.input.due()]
        with self._guard(self.top):
            times.append(self.top.due(now))
        if self._recovery.pending:
            return now
        wanted = [each for each in times if each is not None]
        return min(wanted) if wanted else None

    def step(self, events: list[pygame.event.Event]) -> None:
        """One round: intents, the hub's news, time, painting."""
        now = self.services.clock()
        intents: list[Intent] = []
        with self._guard(None):
            self.services.audio.frame()
            intents = [*self.input.read(events, now), *self.input.repeat(now)]
        for intent in intents:
            self.handle(intent)
            if not self.running:
                return
        self.hear()
        now = self.services.clock()
        with self._guard(self.top):
            self.follow(self.top.advance(now))
        if self.running:
            self.paint(now)

    def handle(self, intent: Intent) -> None:
        """One intent: the window's own are done here, the others go to the scene on top."""
        self.reports.note(intent)
        with self._guard(self.top):
            if isinstance(intent, Quit):
                self.running = False
            elif isinstance(intent, Wake):
                self._wake.taken()
            elif isinstance(intent, Fullscreen):
                self.services.settings.fullscreen = not self.window.fullscreen
                self.apply_settings()
            elif isinstance(intent, Resize):
                self._resize()
            elif isinstance(intent, Redraw):
                self.top.damage()
            elif isinstance(intent, PadsChanged):
                if self.services.pads_changed(intent.count):
                    self.top.damage()
            else:
                self._hand_on(intent)

    def _hand_on(self, intent: Intent) -> None:
        if isinstance(intent, (Confirm, Nav, Press, Shortcut, Scroll, Text)):
            self._end_fade()
        if isinstance(intent, Focus):
            self.services.focused = intent.gained
        before = self.top.layer.focus
        wish = self.top.handle(intent)
        self._click(intent, wish, before)
        self.follow(wish)
        self._edit()

    def _edit(self) -> None:
        """Tell the input whether keys are text now, and where that text stands in the window."""
        with self._guard(self.top):
            focus = self.top.layer.focus
            self.input.edit(self.top.editing, focus.rect if focus is not None else None)

    def _click(self, intent: Intent, wish: Transition | None, before: object) -> None:
        if wish is None:
            return
        if isinstance(intent, Nav) and self.stack and self.top.layer.focus is not before:
            self.services.audio.play("focus")

    def hear(self) -> None:
        """Take in what the hub tells."""
        events: list[Event] = []
        with self._guard(None):
            events = self.services.hub.events()
        for event in events:
            if isinstance(event, Failed):
                LOG.info("told %s: %s %s", event.code, event.message, dict(event.arguments))
            with self._guard(None):
                self.services.known.learn(event)
            with self._guard(None):
                if self.bots is not None:
                    self.bots.handle(event)
            wish: Transition | None = None
            for scene in list(self.stack):
                wish = None  # only the top one's answer counts
                with self._guard(scene):
                    wish = scene.told(event)
            with self._guard(None):
                self.follow(wish if wish is not None else self.usual(event))
            if not self.running:
                return

    def usual(self, event: Event) -> Transition | None:
        """What is done about an event that the scene on top left alone."""
        if isinstance(event, Failed):
            said = words.message(event.message, event.arguments)
            if event.code in ("hub", "hub-stopped"):
                said = f"{said}. {said_report(self.reports)}"
            self.services.toasts.say(said)
        elif isinstance(event, TableClosed):
            if event.message and self._at_table(event.id):
                self.services.toasts.say(words.message(event.message, event.arguments))
        elif isinstance(event, MatchStarted):
            return Push(self._openings.match(event.match))
        elif isinstance(event, TableChanged) and not self._at_table(event.table.id):
            return Push(self._openings.table(event.table))
        return None

    def _at_table(self, table_id: str) -> bool:
        """Whether one of the scenes shows this table."""
        return any(scene.title == "table" and getattr(scene, "id", "") == table_id for scene in self.stack)

    # ---- scenes

    def follow(self, wish: Transition | None) -> None:
        """Apply a scene's transition."""
        if isinstance(wish, Push):
            self._change(lambda: self._put(wish.scene))
        elif isinstance(wish, Replace):
            self._change(lambda: self._put(wish.scene, instead=True))
        elif isinstance(wish, Pop):
            if len(self.stack) == 1:
                self.running = False
            else:
                self._change(self._back)
        elif isinstance(wish, ToTitle):
            self._change(self._home)
        elif isinstance(wish, EndProgram):
            self.running = False

    def _change(self, change: Callable[[], object]) -> None:
        still = self.services.settings.reduced_motion or not self.frames
        old = None if still else self.window.surface.copy()
        change()
        LOG.info("scene %s", self.top.title)
        with self._guard(self.top):
            self.top.damage()
        self._fade = Fade(old, self.services.clock()) if old is not None else None
        self._edit()

    def _put(self, scene: Scene, instead: bool = False) -> None:
        if instead:
            self._take()
        self.stack.append(scene)
        with self._guard(scene):
            scene.resize(*self.window.surface.get_size())
            scene.entered()

    def _back(self) -> None:
        self._take()
        self._again()

    def _take(self) -> None:
        scene = self.stack.pop()
        with self._guard(scene):
            scene.left()

    def _again(self) -> None:
        scene = self.top
        with self._guard(scene):
            if (scene.scale.width, scene.scale.height) != self.window.surface.get_size():
                scene.resize(*self.window.surface.get_size())
            scene.entered()

    def _home(self) -> None:
        while len(self.stack) > 1:
            self._take()
        self._again()

    def _resize(self) -> None:
        self._fade = None
        self.top.resize(*self.window.surface.get_size())

    def _reveal(self) -> None:
        """The scene on top has failed and is gone: show the one that was below it."""
        self._fade = None
        self.window.surface.set_clip(None)
        self._again()
        with self._guard(self.top):
            self.top.damage()

    def _stand(self) -> dict[str, str]:
        """What a report on a fault says of the window: its scenes, its size, the settings that matter."""
        settings = self.services.settings
        return {
            "scenes": ", ".join(f"{scene.title} {scene.game}".strip() for scene in self.stack),
            "window": "{} x {}".format(*self.window.surface.get_size()),
            "settings": f"{words.language()}, {settings.theme}, full screen {settings.fullscreen}",
        }

    def apply_settings(self) -> None:
        """Save the settings and let window, words, sound and scenes follow."""
        settings = self.services.settings
        self.services.audio.set_percent(settings.volume)
        if self.services.settings_path is not None:
            try:
                settings_file.save(self.services.settings_path, settings)
            except OSError as error:
                text = _("The settings can't be saved: {reason}")
                self.services.toasts.say(text.format(reason=error.strerror or str(error)))
        if self.window.fullscreen != settings.fullscreen:
            self.window.switch(settings.fullscreen)
            self._resize()
        shown = (settings.language, settings.theme)
        if shown != self._shown:
            self._shown = shown
            words.use(settings.language)
            for scene in list(self.stack):
                with self._guard(scene):
                    scene.relayout()

    # ---- painting

    def paint(self, now: float) -> None:
        """Paint what is damaged, and only that; a scene that can't be painted is left for the one below."""
        for _each in range(len(self.stack) + 2):
            self._recovery.pending = False
            with self._guard(self.top):
                self._paint(now)
            if not self._recovery.pending:
                return
        self._recovery.pending = False  # nothing can be painted, and the window stays all the same

    def _paint(self, now: float) -> None:
        surface = self.window.surface
        if self._fade is not None:
            self._paint_fade(self._fade, now)
            return
        rects = self.top.take_damage()
        for rect in rects:
            self.top.paint(surface, rect)
        rects += self.top.live(surface)
        if rects:
            self.window.show(rects)
            self._painted(now)

    def _painted(self, now: float) -> None:
        """Count a frame; the next is due a sixtieth after this one was, not after it was done."""
        self.frames += 1
        self._last_frame = max(self._last_frame + FRAME_S, now - FRAME_S / 2)

    def _paint_fade(self, fade: Fade, now: float) -> None:
        surface = self.window.surface
        if fade.old.get_size() != surface.get_size() or fade.over(now):
            self._end_fade()
            self._paint(now)
            return
        rects = self.top.take_damage()
        fade.frame(surface, rects, self.top.paint, now)
        self.window.show([surface.get_rect()])
        self._painted(now)

    def _end_fade(self) -> None:
        if self._fade is not None:
            self._fade = None
            self.top.damage()
