"""Settings: everything is saved and takes effect as soon as it is changed."""

from __future__ import annotations

import pygame

from client.core import settings as settings_file
from client.core.transitions import Transition
from client.core.widget import Widget
from client.core.words import _
from client.widgets.buttons import Toggle
from client.widgets.fields import ChoiceField, Slider
from client.widgets.framed_scene import FramedScene
from client.widgets.text_field import TextField
from client.widgets.texts import Label
from net.intents import Rename


class SettingsScene(FramedScene):
    """Name, language, look, sound, window, motion."""

    title = "settings"

    def heading(self) -> str:
        return _("Settings")

    def fill(self) -> None:
        settings, px = self.services.settings, self.px
        self.name = TextField(_("Your name"), settings.name, self._name, key="name", empty=_("Player"))
        languages = [("auto", _("Like the system")), ("en", "English"), ("fi", "Suomi")]
        self.language = ChoiceField(
            _("Language"), languages, settings.language, self._language, key="language"
        )
        themes = [("night", _("Night")), ("paper", _("Paper")), ("contrast", _("High contrast"))]
        self.look = ChoiceField(_("Colours"), themes, settings.theme, self._theme, key="theme")
        self.volume = Slider(_("Volume"), settings.volume, 0, 100, 5, self._volume, unit=" %", key="volume")
        self.fullscreen = Toggle(_("Full screen"), settings.fullscreen, self._fullscreen, key="fullscreen")
        self.motion = Toggle(_("Reduced motion"), settings.reduced_motion, self._motion, key="motion")
        rows: list[Widget] = [
            self.name, self.language, self.look, self.volume, self.fullscreen, self.motion,
        ]  # fmt: skip
        wide = min(self.body.width, px(720))
        left = self.body.centerx - wide // 2
        pitch = min(px(80), self.body.height // (len(rows) + 1))
        for number, row in enumerate(rows):
            row.rect = pygame.Rect(left, self.body.top + number * pitch, wide, pitch - max(2, pitch // 5))
            self.add(row)
        note = self.add(Label(_("Everything is saved at once."), role="muted", align="centre"))
        top = self.body.top + len(rows) * pitch
        note.rect = pygame.Rect(left, top, wide, self.body.bottom - top)

    def entered(self) -> None:
        if self.base.focus is not None and self.base.focus.key == "back":
            self.base.set_focus(self.name)

    def left(self) -> None:
        """An empty or unclean name is cleaned when one goes."""
        name = settings_file.clean(self.name.value)
        if name and name != self.services.settings.name:
            self._take_name(name)

    def _name(self) -> Transition | None:
        name = settings_file.clean(self.name.value)
        if name and name != self.services.settings.name:
            self._take_name(name)
        return None

    def _take_name(self, name: str) -> None:
        self.services.settings.name = name
        self.services.hub.post(Rename(name))
        self.services.apply_settings()

    def _language(self) -> Transition | None:
        self.services.settings.language = self.language.value
        self.services.apply_settings()
        return None

    def _theme(self) -> Transition | None:
        self.services.settings.theme = self.look.value
        self.services.apply_settings()
        return None

    def _volume(self) -> Transition | None:
        self.services.settings.volume = self.volume.value
        self.services.apply_settings()
        self.services.audio.play("click")
        return None

    def _fullscreen(self) -> Transition | None:
        self.services.settings.fullscreen = self.fullscreen.value
        self.services.apply_settings()
        return None

    def _motion(self) -> Transition | None:
        self.services.settings.reduced_motion = self.motion.value
        self.services.apply_settings()
        return None
