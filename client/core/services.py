"""What a scene is given to work with: the hub, settings, sound, time, and what the hub has told so far.

Scenes get one `Services` passed in and reach nothing else; a test passes a fake hub and a clock of its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pygame

from client.core.evening import Evening
from client.core.intents import MOUSE
from client.core.settings import Settings
from client.core.skin import Skin, house
from client.core.toast import Toasts
from net.events import (
    Event,
    Failed,
    Listed,
    Match,
    MatchChanged,
    MatchStarted,
    SavedList,
    SavedMatch,
    Stepped,
    TableChanged,
    TableClosed,
    TableInfo,
    TablesHeard,
)
from net.intents import Intent
from sprites.kit.backdrop import sky
from sprites.kit.emblems import Livery
from sprites.kit.text import Typesetter
from sprites.kit.theme import Scale, theme

if TYPE_CHECKING:
    from client.core.audio import Audio


class HubLike(Protocol):
    """The part of `net.hub.Hub` that the window uses; both calls return at once."""

    def events(self) -> list[Event]: ...
    def post(self, intent: Intent) -> None: ...


@dataclass
class Known:
    """What the hub has told so far, newest values only."""

    tables: tuple[Listed, ...] = ()
    """The live list of tables and running matches on the LAN."""
    at: dict[str, TableInfo] = field(default_factory=dict)
    """Tables we sit at or look at, by id."""
    matches: dict[str, Match] = field(default_factory=dict)
    """Matches we play, watch or have finished in this run, by id."""
    saved: tuple[SavedMatch, ...] | None = None
    """The matches in the home folder, newest first, as they were when last looked at; None: not yet."""
    network: bool = True
    """Whether tables on the LAN can be heard and joined at all."""

    def learn(self, event: Event) -> None:
        """Keep what ``event`` says."""
        if isinstance(event, TablesHeard):
            self.tables = event.tables
        elif isinstance(event, SavedList):
            self.saved = event.matches
        elif isinstance(event, TableChanged):
            self.at[event.table.id] = event.table
        elif isinstance(event, TableClosed):
            self.at.pop(event.id, None)
        elif isinstance(event, Failed) and event.code == "no-network":
            self.network = False
        elif isinstance(event, (MatchStarted, Stepped, MatchChanged)):
            self.matches[event.match.id] = event.match


@dataclass
class Services:
    """Everything a scene may use."""

    hub: HubLike
    settings: Settings
    audio: Audio
    settings_path: Path | None = None
    """The settings file, in the home folder; None where nothing can be written, and in a test that needs none."""
    kept: bool = True
    """Whether settings and matches are still there when the program is started again."""
    known: Known = field(default_factory=Known)
    clock: Callable[[], float] = time.perf_counter
    """Seconds; the same clock that ``Scene.tick`` gets."""
    apply_settings: Callable[[], None] = lambda: None
    """Call after changing ``settings``: saves them and lets window, words and sound follow."""
    toasts: Toasts = field(default_factory=Toasts)
    """``toasts.say(text)`` shows an already translated sentence for some seconds, whatever the scene."""

    evening: Evening = field(default_factory=Evening)
    """Who won how many games since the program was started."""

    liveries: Callable[[str], Livery] = house
    """Game id → its colours and its emblem."""

    focused: bool = True
    """Whether the window has the keyboard; ambient motion stops while it hasn't."""
    device: str = MOUSE
    """The device used last (see ``client.core.intents``): hints name its buttons."""
    pads: int = 0
    """How many gamepads are plugged in."""

    _loud: int = Settings.volume
    """The volume before all sound was switched off."""
    _skins: dict[tuple[Scale, str, str], Skin] = field(default_factory=dict, repr=False)
    _type: Typesetter | None = field(default=None, repr=False)
    _sky: tuple[tuple[int, int, str, bool], pygame.Surface] | None = field(default=None, repr=False)

    @property
    def home(self) -> Path | None:
        """The folder of what the player has made and set, if there is one."""
        return self.settings_path.parent if self.settings_path is not None else None

    def switch_sound(self) -> None:
        """All sound off, or back to how loud it was."""
        settings = self.settings
        if settings.volume:
            self._loud, settings.volume = settings.volume, 0
        else:
            settings.volume = self._loud
        self.apply_settings()

    def pads_changed(self, count: int) -> bool:
        """Note how many gamepads there are; whether that is news."""
        news = count != self.pads
        self.pads = count
        return news

    def skin(self, scale: Scale, game: str = "") -> Skin:
        """How widgets look at this scale, in the settings' theme, tinted by ``game``; cached."""
        key = (scale, self.settings.theme, game)
        if key not in self._skins:
            if len(self._skins) > 8:
                self._skins.clear()
            if self._type is None or self._type.factor != scale.factor:
                self._type = Typesetter(scale.factor)
            self._skins[key] = Skin(scale, theme(self.settings.theme), self._type, game, self.liveries)
        return self._skins[key]

    def backdrop(self, surface: pygame.Surface, clip: pygame.Rect, scale: Scale, stars: bool = False) -> None:
        """Paint the sky of the settings' theme within ``clip``, with star dust if ``stars``."""
        key = (scale.width, scale.height, self.settings.theme, stars)
        if self._sky is None or self._sky[0] != key:
            image = sky((scale.width, scale.height), theme(self.settings.theme), stars)
            self._sky = (key, image)
        surface.blit(self._sky[1], clip.topleft, clip)
