"""The title: the name, the menu of five, and a match glowing behind glass.

The bottom line says who one is and what is open on the LAN.
"""

from __future__ import annotations

import pygame

from client.core.intents import Cancel, Intent
from client.core.overlay import Open
from client.core.scene import Push, Scene
from client.core.services import Services
from client.core.skin import TITLE
from client.core.transitions import EndProgram, Transition
from client.core.words import _, ngettext
from client.scenes.demo import Demo
from client.widgets.buttons import Button
from client.widgets.dialog import Dialog
from client.widgets.texts import Label
from net.events import Event, Failed, TablesHeard
from sprites.kit.theme import BODY, LARGE


class TitleScene(Scene):
    """Where everything begins; the lowest of the stack."""

    title = "title"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.demo = Demo(services)
        self.bottom = Label("")

    def layout(self) -> None:
        window, px = self.window, self.px
        tall = self.scale.portrait
        margin = px(64)
        if tall:
            left = pygame.Rect(margin, px(48), window.width - 2 * margin, px(620))
            side = min(window.width - 2 * margin, window.height - px(620) - px(160))
            glass = pygame.Rect(0, 0, side, side)
            glass.midtop = (window.centerx, px(660))
        else:
            left = pygame.Rect(px(80), px(56), px(440), window.height - px(120))
            left.left = max(px(80), (window.width - px(1280)) // 2 + px(80))
            side = min(px(580), window.height - px(120))
            glass = pygame.Rect(0, 0, side, side)
            glass.midright = (window.right - left.left + px(8), window.centery - px(8))
        self.demo.rect = glass
        self.add(self.demo)

        name = self.add(Label("Magicade", size=84, face=TITLE, role="text", wrap=False))
        name.rect = pygame.Rect(left.left, left.top, left.width + px(40), px(104))
        under = self.add(Label(_("Three games about minds and magic"), size=LARGE - 2, role="muted"))
        under.rect = pygame.Rect(left.left, name.rect.bottom, left.width, px(64))

        entries = (
            ("play", _("Play here"), "play", self._play),
            ("lan", _("LAN party"), "network", self._lan),
            ("watch", _("Watch"), "eye", self._watch),
            ("learn", _("Learn"), "book", self._learn),
            ("settings", _("Settings"), "gear", self._settings),
        )
        high = px(66)
        top = under.rect.bottom + px(16)
        room = (left.bottom if tall else window.bottom - px(72)) - top
        pitch = min(px(80), room // 5)
        for number, (key, text, mark, action) in enumerate(entries):
            button = self.add(Button(text, action, mark=mark, size=LARGE, strong=not number, key=key))
            button.rect = pygame.Rect(left.left, top + number * pitch, left.width, min(high, pitch - px(6)))

        self.bottom = self.add(
            Label(self._bottom_line(), role="muted", wrap=False, middle=True, mark="person")
        )
        self.bottom.rect = pygame.Rect(
            left.left, window.bottom - px(48), window.width - 2 * left.left, px(32)
        )
        self.bottom.size = BODY
        self.bottom.small = True  # so that no news lies over it

    def paint_below(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        self.services.backdrop(surface, clip, self.scale, stars=True)

    def entered(self) -> None:
        self.bottom.say(self._bottom_line())
        self.demo.wake(self.services.clock())

    def told(self, event: Event) -> Transition | None:
        if isinstance(event, (TablesHeard, Failed)):
            self.bottom.say(self._bottom_line())
        return None

    def handle(self, intent: Intent) -> Transition | None:
        self.demo.wake(self.services.clock())
        return super().handle(intent)

    def unhandled(self, intent: Intent) -> Transition | None:
        if isinstance(intent, Cancel):
            return Open(
                Dialog(
                    _("Leave Magicade?"),
                    "",
                    [(_("Stay"), None), (_("Leave"), lambda: EndProgram())],
                )
            )
        return None

    def _bottom_line(self) -> str:
        name = self.services.settings.name
        known = self.services.known
        if not known.network:
            lan = _("no network: play here or watch what is saved")
        else:
            running = sum(1 for table in known.tables if table.running)
            opened = len(known.tables) - running
            lan = ngettext("{n} open table on this LAN", "{n} open tables on this LAN", opened).format(
                n=opened
            )
            if running:
                more = ngettext("{n} match running", "{n} matches running", running).format(n=running)
                lan = f"{lan}  ·  {more}"
        parts = [name, lan] if self.services.kept else [name, _("nothing is kept"), lan]
        return "  ·  ".join(parts)

    def _play(self) -> Transition:
        from client.scenes.playhere import PlayHereScene

        return Push(PlayHereScene(self.services))

    def _lan(self) -> Transition:
        from client.scenes.lan import LanScene

        return Push(LanScene(self.services))

    def _watch(self) -> Transition:
        from client.scenes.watch import WatchScene

        return Push(WatchScene(self.services))

    def _learn(self) -> Transition:
        from client.scenes.learn import LearnScene

        return Push(LearnScene(self.services))

    def _settings(self) -> Transition:
        from client.scenes.settings import SettingsScene

        return Push(SettingsScene(self.services))
