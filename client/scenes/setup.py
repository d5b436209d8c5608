"""Setting up a match: which game, who sits where, which options; to play here or to open a table.

Knows games through the registry and their looks only; what happens with what is set up, the subclasses say.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

import pygame

from client.board.look import Look
from client.bots import LEVELS
from client.core.overlay import Open
from client.core.services import Services
from client.core.settings import clean
from client.core.skin import BOLD, TITLE, Skin
from client.core.transitions import Transition
from client.core.widget import Action, Widget
from client.core.words import _
from client.games.registry import look_of, options_of
from client.options.game_options import GameOptions
from client.scenes.options import Choices, OptionsDialog, problem, settled
from client.widgets.buttons import Button, Pressable
from client.widgets.fields import ChoiceField
from client.widgets.framed_scene import FramedScene
from client.widgets.text_field import TextField
from client.widgets.texts import Label
from net.wire.names import MAX_CHARS
from rules.errors import RulesError
from rules.game import Game
from rules.registry import games
from sprites.kit.theme import BODY, LARGE, SMALL, Colour

NOBODY = "nobody"


@dataclass
class SeatPlan:
    """One seat as it is set up: ``person``, ``bot:LEVEL``, ``open`` or ``nobody``, and the name typed."""

    kind: str
    name: str = ""


@dataclass
class TablePlan:
    """What is set up for one game."""

    game: Game
    seats: list[SeatPlan]
    choices: Choices = field(default_factory=Choices)

    @property
    def options(self) -> dict[str, str]:
        """The options that are not as usual."""
        return self.choices.options

    @property
    def position(self) -> str:
        """The position to start from; empty for the usual one."""
        return self.choices.position

    def sitting(self) -> list[tuple[int, SeatPlan]]:
        """The seats that somebody has or may take."""
        return [(number, seat) for number, seat in enumerate(self.seats) if seat.kind != NOBODY]


def bot_name(kind: str) -> str:
    """What a seat of kind ``bot:LEVEL`` is called."""
    return _("Bot, level {level}").format(level=kind.partition(":")[2])


def kind_name(kind: str) -> str:
    """What a kind of seat is called."""
    if kind.startswith("bot"):
        return bot_name(kind)
    return {"person": _("Person"), "open": _("Open"), NOBODY: _("Nobody")}.get(kind, kind)


class GameCard(Pressable):
    """A game to choose: emblem, name, how many play."""

    def __init__(self, game: Game, chosen: bool, on_press: Action) -> None:
        super().__init__(on_press)
        self.game = game
        self.chosen = chosen
        self.key = f"game-{game.id}"

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        theme = skin.theme
        accent = skin.accents_of(self.game.id).first
        lit = self.chosen or self.hovered or self.focused
        box = self.rect.move(0, skin.px(2)) if self.pressed else self.rect
        edge = accent if self.chosen else theme.border
        skin.plate(
            surface, box, theme.panel_raised if lit else theme.panel, edge, 16, 3 if self.chosen else 1.5
        )
        side = min(box.height - skin.px(24), box.width * 2 // 5)
        picture = skin.emblem(self.game.id, max(1, side))
        surface.blit(picture, picture.get_rect(midleft=(box.left + skin.px(16), box.centery)))
        left = box.left + side + skin.px(32)
        room = max(1, box.right - left - skin.px(12))
        size = LARGE if skin.type.size(self.game.name, LARGE, TITLE)[0] <= room else BODY
        skin.write(
            surface,
            self.game.name,
            (left, box.centery - skin.px(2)),
            size,
            theme.text,
            TITLE,
            room,
            "bottomleft",
        )
        skin.write(
            surface, players(self.game), (left, box.centery + skin.px(4)), BODY, theme.muted, width=room
        )
        if self.chosen:
            dot = pygame.Rect(0, 0, skin.px(14), skin.px(14))
            dot.topright = (box.right - skin.px(12), box.top + skin.px(12))
            skin.plate(surface, dot, accent, None, 7)
        if self.focused:
            skin.ring(surface, box, 16)


def players(game: Game) -> str:
    """How many play, in words."""
    low, high = min(game.seats), max(game.seats)
    if low == high:
        return _("{n} players").format(n=low)
    return _("{low}–{high} players").format(low=low, high=high)


class SeatTile(Widget):
    """The plate of one seat: its colour, its side, who sits there."""

    def __init__(self, side: str, colour: Colour, kind: ChoiceField, name: TextField) -> None:
        super().__init__()
        self.side = side
        self.colour = colour
        self.kind = kind
        self.name = name

    def children(self) -> list[Widget]:
        return [self.kind, self.name]

    def place(self, rect: pygame.Rect, skin: Skin) -> None:
        """Lay out within ``rect``."""
        self.rect = rect
        px = skin.px
        left, wide = rect.left + px(32), rect.width - px(48)
        head = skin.type.line(LARGE)
        high = min(px(56), (rect.height - head - px(48)) // 2)
        top = rect.top + px(16) + head + px(8)
        gap = min(px(16), max(px(4), rect.bottom - px(16) - top - 2 * high))
        self.kind.rect = pygame.Rect(left, top, wide, high)
        self.name.rect = pygame.Rect(left, top + high + gap, wide, high)

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        px = skin.px
        skin.panel(surface, self.rect)
        stripe = pygame.Rect(
            self.rect.left + px(12), self.rect.top + px(16), px(8), self.rect.height - px(32)
        )
        skin.plate(surface, stripe, self.colour, skin.theme.text, 4, 1)
        room = self.rect.width - px(48)
        size = next((s for s in (LARGE, BODY) if skin.type.size(self.side, s, BOLD)[0] <= room), SMALL)
        where = (self.rect.left + px(36), self.rect.top + px(12) + skin.type.line(LARGE) // 2)
        skin.write(surface, self.side, where, size, None, BOLD, room, "midleft")
        for part in self.children():
            if part.visible:
                part.paint(surface, skin)


class SetupScene(FramedScene, ABC):
    """Game cards, seats, options, one large button."""

    kinds: tuple[str, ...] = ("person",)
    """The kinds of seat offered besides bots and (where the game allows it) nobody."""
    usual_kind = "person"
    """What the seats after the first are at first."""

    def __init__(self, services: Services, game_id: str = "") -> None:
        self.setups = {game.id: self.usual(game, services.settings.name) for game in games()}
        wanted = game_id or services.settings.game
        self.chosen = wanted if wanted in self.setups else next(iter(self.setups))
        self.game = self.chosen
        super().__init__(services)

    def usual(self, game: Game, name: str) -> TablePlan:
        """What is set up at first."""
        seats = [SeatPlan("person", name)]
        least = min(game.seats)
        for number in range(1, max(game.seats)):
            seats.append(SeatPlan(self.usual_kind if number < least else NOBODY))
        return TablePlan(game, seats)

    @property
    def setup(self) -> TablePlan:
        """What is set up for the chosen game."""
        return self.setups[self.chosen]

    def action_name(self) -> str:
        """What the large button says."""
        return _("Start")

    @abstractmethod
    def go(self, setup: TablePlan) -> Transition | None:
        """The large button was pressed and what is set up can be played."""

    def extra_widgets(self, rect: pygame.Rect) -> pygame.Rect | None:
        """More widgets beside the large button, within ``rect``; the room left if any was used."""
        return None

    # ---- layout

    def fill(self) -> None:
        px, body = self.px, self.body
        tall = self.scale.portrait
        known = games()
        card_high = px(104) if tall else px(128)
        across = 1 if tall else max(3, len(known))
        wide = (body.width - px(24) * (across - 1)) // across
        for number, game in enumerate(known):
            card = self.add(GameCard(game, game.id == self.chosen, self._choosing(game.id)))
            column, row = (number, 0) if not tall else (0, number)
            card.rect = pygame.Rect(
                body.left + column * (wide + px(24)), body.top + row * (card_high + px(12)), wide, card_high
            )
        rows = len(known) if tall else 1
        top = body.top + rows * (card_high + px(12)) + px(12)
        foot = px(72)
        self._seats(pygame.Rect(body.left, top, body.width, max(1, body.bottom - foot - px(16) - top)))
        bar = pygame.Rect(body.left, body.bottom - foot, body.width, foot)
        self._foot(bar)

    def _seats(self, room: pygame.Rect) -> None:
        px = self.px
        setup = self.setup
        look = self._look()
        count = len(setup.seats)
        order = {number: place for place, (number, _seat) in enumerate(setup.sitting())}
        tall = self.scale.portrait
        columns = 1 if tall and count <= 2 else 2 if tall or count == 2 else count
        rows = (count + columns - 1) // columns
        wide = (room.width - px(24) * (columns - 1)) // columns
        high = min(px(216), (room.height - px(16) * (rows - 1)) // rows)
        total = rows * high + px(16) * (rows - 1)
        top = room.top + max(0, (room.height - total) // 2)
        for number, seat in enumerate(setup.seats):
            kind = ChoiceField("", self._kinds(number), seat.kind, key=f"kind-{number}")
            name = TextField(
                _("Name"), seat.name, limit=MAX_CHARS, empty=self._empty_name(number), key=f"name-{number}"
            )
            name.label_part = 0.3
            kind.on_change = self._kind_changing(number, kind)
            name.on_change = self._name_changing(number, name)
            name.visible = seat.kind == "person"
            side, colour = _("Seat {n}").format(n=number + 1), self.skin.theme.muted
            if number in order:
                side, colour = look.side(order[number]), look.colour(order[number])
            tile = self.add(SeatTile(side, colour, kind, name))
            column, row = number % columns, number // columns
            rect = pygame.Rect(room.left + column * (wide + px(24)), top + row * (high + px(16)), wide, high)
            tile.place(rect, self.skin)

    def _look(self) -> Look:
        """The look of the chosen game, knowing the characters chosen."""
        look = look_of(self.chosen)
        try:
            values = self.setup.game.configure(self.setup.options)
            look.fit(self.setup.game.start(values, len(self.setup.sitting())), self.setup.options)
        except RulesError:  # said when one presses Start
            pass
        return look

    def _empty_name(self, number: int) -> str:
        persons = [i for i, seat in enumerate(self.setup.seats) if seat.kind == "person"]
        return self.services.settings.name if persons[:1] == [number] else _("Guest")

    def _kinds(self, number: int) -> list[tuple[str, str]]:
        values = [*self.kinds, *(f"bot:{level}" for level in LEVELS)]
        if number >= min(self.setup.game.seats):
            values.append(NOBODY)
        return [(value, kind_name(value)) for value in values]

    def _foot(self, bar: pygame.Rect) -> None:
        px = self.px
        start = self.add(
            Button(self.action_name(), self._start, mark="play", size=LARGE, strong=True, key="start")
        )
        wide, high = start.wanted(self.skin)
        wide = max(wide, px(240))
        start.rect = pygame.Rect(bar.right - wide, bar.top, wide, bar.height)
        options = self.add(Button(_("Options"), self._options, mark="gear", key="options"))
        options.enabled = bool(self.setup.game.options)
        wide, high = options.wanted(self.skin)
        options.rect = pygame.Rect(bar.left, bar.centery - high // 2, wide, high)
        rest = pygame.Rect(
            options.rect.right + px(16), bar.top, start.rect.left - options.rect.right - px(32), bar.height
        )
        used = self.extra_widgets(rest)
        text = Label(
            self._asked().summary(self.setup.options, self.setup.position),
            size=SMALL,
            role="muted",
            middle=True,
        )
        text.rect = rest if used is None else used
        if text.rect.width > px(80):
            self.add(text)

    # ---- what the widgets do

    def _choosing(self, game_id: str) -> Action:
        def choose() -> Transition | None:
            if game_id != self.chosen:
                self.chosen = self.game = game_id
                self.relayout()
            return None

        return choose

    def _kind_changing(self, number: int, kind: ChoiceField) -> Action:
        def change() -> Transition | None:
            self.setup.seats[number].kind = kind.value
            self._settle()
            self.relayout()
            return None

        return change

    def _name_changing(self, number: int, name: TextField) -> Action:
        def change() -> Transition | None:
            self.setup.seats[number].name = name.value
            return None

        return change

    def _options(self) -> Transition | None:
        return Open(
            OptionsDialog(
                self.services, self._asked(), self.setup.choices, self._called(), self._take_options
            )
        )

    def _asked(self) -> GameOptions:
        """The options of the chosen game."""
        return options_of(self.setup.game, self.services.home)

    def _called(self) -> list[str]:
        """What those who sit are called in the options, in order."""
        names = self.names()
        return [
            name or f"{kind_name(seat.kind)} {place}"
            for place, (name, (_number, seat)) in enumerate(zip(names, self.setup.sitting(), strict=True), 1)
        ]

    def _take_options(self, chosen: Choices) -> None:
        self.setup.choices = chosen
        self.relayout()

    def _settle(self) -> None:
        """Bring the options in line with who sits there and with what the player has made."""
        if self.setup.choices != Choices():
            self.setup.choices = settled(self._asked(), self.setup.choices, self._called())

    def entered(self) -> None:
        """Back from editing what the options take along, that may be another."""
        self._settle()
        for overlay in self.overlays:
            if isinstance(overlay, OptionsDialog):
                overlay.refresh()
        self.relayout()
        if self.base.focus is not None and self.base.focus.key.startswith("game-"):
            self.base.settle(f"game-{self.chosen}")

    def _start(self) -> Transition | None:
        setup = self.setup
        sitting = setup.sitting()
        if len(sitting) not in setup.game.seats:
            self.services.toasts.say(_("This game can't be played by so many."))
            return None
        trouble = problem(setup.game, setup.options, setup.position, len(sitting))
        if trouble:
            self.services.toasts.say(trouble.replace("\n", "; "))
            return None
        if self.services.settings.game != setup.game.id:
            self.services.settings.game = setup.game.id
            self.services.apply_settings()
        return self.go(setup)

    def names(self) -> list[str]:
        """The names of those who sit, in order; each clean, and no two persons here called alike."""
        found: list[str] = []
        for number, seat in self.setup.sitting():
            if seat.kind == "person":
                name = clean(seat.name) or clean(self._empty_name(number)) or _("Player")
            else:
                name = bot_name(seat.kind) if seat.kind.startswith("bot") else ""
            plain, count = name, 2
            while name and name in found:
                name = f"{plain[:28]} {count}"
                count += 1
            found.append(name)
        return found
