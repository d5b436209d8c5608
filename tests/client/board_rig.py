"""A board scene to be driven by intents alone: a small hub that knows only the rules, a clock turned by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pygame

from client.core import words
from client.core.audio import Audio
from client.core.focus import flat
from client.core.intents import Nav, PointerMoved, Press, Release, Shortcut
from client.core.quiet_hub import QuietHub
from client.core.services import Services
from client.core.settings import Settings
from client.core.widget import Widget
from client.games.registry import livery_of
from client.scenes.board import BoardScene
from client.widgets.buttons import Button
from net.events import Event, Match, MatchSeat, Past, Stepped
from net.intents import Act, Intent
from rules.game import State
from rules.registry import game

CROWDED = [
    "..p..y...",
    "........p",
    "...r.pp.r",
    "....p.pyg",
    ".g...y...",
    "p.pyr....",
    ".p...p...",
    "..pp.r...",
    "rggpy....",
]
"""A board of Taika-Mario on which many cards fit, from the top rank down."""
NAMES = ("Aino", "Louhi", "Kullervo", "Lemminkäinen")


class RulesHub(QuietHub):
    """Applies what is acted and tells the step; holds one match."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match

    def post(self, intent: Intent) -> None:
        super().post(intent)
        if isinstance(intent, Act):
            self.act(intent.match, intent.action, intent.after)

    def act(self, match_id: str, action: str, after: int) -> None:
        assert after == self.match.entries
        seat = self.match.state.turn
        assert seat is not None
        step = self.match.state.apply(action)
        over = step.state.outcome() is not None
        self.match = replace(
            self.match,
            state=step.state,
            entries=after + 1,
            actions=(*self.match.actions, action),
            past=(*self.match.past, Past(step.state, action, seat, step.facts)),
            status="finished" if over else "running",
        )
        self.tell(Stepped(self.match, action, seat, step.facts))


class Rig:
    """A scene with its hub and a clock turned by hand."""

    def __init__(
        self,
        position: str = "",
        size: tuple[int, int] = (640, 360),
        *,
        rules: str = "mind-control",
        options: Mapping[str, str] | None = None,
        players: int = 2,
        here: tuple[int, ...] | None = None,
        seed: bytes = b"rig",
        language: str = "en",
        **match: object,
    ) -> None:
        """``here``: the seats of persons at this window, all if not given; ``match``: fields to be as given."""
        words.use(language)
        self.now = 100.0
        played = game(rules)
        given = played.configure(options or {})
        state = played.position(position, given) if position else played.start(given, players, seed)
        at_home = range(players) if here is None else here
        seats = tuple(
            MatchSeat(name, seat in at_home, "person" if seat in at_home else "")
            for seat, name in enumerate(NAMES[:players])
        )
        fields = {"seats": seats, "state": state, "entries": 4, "past": (Past(state),), **match}
        self.hub = RulesHub(Match("ab" * 16, rules, options or {}, **fields))  # type: ignore[arg-type]
        settings = Settings(name="Aino", language=language)
        self.services = Services(
            self.hub, settings, Audio(mute=True), clock=lambda: self.now, liveries=livery_of
        )
        self.scene = BoardScene(self.services, self.hub.match)
        self.surface = pygame.Surface(size)
        self.scene.resize(*size)
        self.frame()

    @property
    def state(self) -> State:
        return self.hub.match.state

    def frame(self, seconds: float = 0.02) -> None:
        """One round of the app's loop."""
        self.now += seconds
        for event in self.hub.events():
            self.tell(event)
        self.scene.advance(self.now)
        for rect in self.scene.take_damage():
            self.scene.paint(self.surface, rect)

    def tell(self, event: Event) -> object:
        self.services.known.learn(event)
        return self.scene.told(event)

    def settle(self) -> None:
        """Let everything come to rest; what is shown must be the truth then."""
        for _ in range(400):
            self.frame(0.1)
            if self.scene.due(self.now) is None or self.scene.overlays:
                break
        assert self.scene.board.picture.pieces == dict(self.scene.shown.state.pieces())

    def at(self, place: str) -> tuple[int, int]:
        assert self.scene.board.view is not None
        x, y = self.scene.board.view.rect_of(place).center
        return x, y

    def click(self, place: str, button: int = 1) -> None:
        self.scene.handle(Press(*self.at(place), button))
        self.scene.handle(Release(*self.at(place), button))

    def point(self, place: str) -> None:
        self.scene.handle(PointerMoved(*self.at(place)))

    def key(self, key: str) -> None:
        self.scene.handle(Shortcut(key))

    def walk(self, place: str, device: str) -> None:
        """Bring the board's cursor there, by arrows alone."""
        board = self.scene.board
        if not board.by_keys:
            self.scene.handle(Nav("up", device))
        for part, back, on in ((_file, "left", "right"), (_rank, "down", "up")):
            while part(board.cursor) != part(place):
                forward = (part(board.cursor) < part(place)) != self.scene.shown.flip
                self.scene.handle(Nav(on if forward else back, device))

    def widget(self, key: str) -> Widget:
        """The widget of that name, of the overlay if one lies over the scene."""
        widgets = self.scene.overlays[-1].parts if self.scene.overlays else self.scene.widgets
        found = [widget for widget in flat(widgets) if widget.key == key]
        assert found, key
        return found[0]

    def button(self, key: str) -> Button:
        found = self.widget(key)
        assert isinstance(found, Button)
        return found

    def press(self, key: str) -> object:
        where = self.widget(key).rect.center
        self.scene.handle(Press(*where))
        return self.scene.handle(Release(*where))

    def told_by_hub(self) -> list[str]:
        return [asked.action for asked in self.hub.asked if isinstance(asked, Act)]


def _file(place: str) -> int:
    return ord(place[0])


def _rank(place: str) -> int:
    return int(place[1:])
