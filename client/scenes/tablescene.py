"""At a table before the start: who sits where, who is ready, and the addresses to tell others.

Shows what the hub last told of the table; every change is asked of the hub and shown when it has come true.
"""

from __future__ import annotations

import pygame

from client.bots import LEVELS
from client.core.intents import Cancel, Intent
from client.core.overlay import Open
from client.core.scene import Push, Replace
from client.core.services import Services
from client.core.skin import BOLD, Skin
from client.core.transitions import Pop, Transition
from client.core.widget import Action, Widget
from client.core.words import _, ngettext
from client.games.registry import look_of, options_of
from client.scenes.board import BoardScene
from client.scenes.rows import game_name
from client.scenes.setup import kind_name
from client.widgets.buttons import Button
from client.widgets.dialog import Dialog
from client.widgets.fields import ChoiceField
from client.widgets.framed_scene import FramedScene
from client.widgets.texts import Emblem, Label, Plate
from net.events import Event, MatchStarted, TableChanged, TableClosed, TableInfo, TableSeat
from net.intents import LeaveTable, Ready, SetSeat, Sit, StartMatch
from rules.errors import RulesError
from rules.registry import game
from sprites.kit.emblems import icon
from sprites.kit.theme import BODY, LARGE, SMALL, Colour


class SeatRow(Widget):
    """One seat: colour, side, who sits there, whether ready; what can be done with it at the right."""

    def __init__(self, side: str, colour: Colour, seat: TableSeat, tool: Widget | None) -> None:
        super().__init__()
        self.side = side
        self.colour = colour
        self.seat = seat
        self.tool = tool

    def children(self) -> list[Widget]:
        return [self.tool] if self.tool is not None else []

    def place(self, rect: pygame.Rect, skin: Skin) -> None:
        """Lay out within ``rect``."""
        self.rect = rect
        if self.tool is not None:
            high = min(skin.px(48), rect.height - skin.px(12))
            wide = min(skin.px(260), rect.width * 2 // 5)
            self.tool.rect = pygame.Rect(0, 0, wide, high)
            self.tool.rect.midright = (rect.right - skin.px(16), rect.centery)

    def paint(self, surface: pygame.Surface, skin: Skin) -> None:
        px, theme = skin.px, skin.theme
        skin.panel(surface, self.rect)
        stripe = pygame.Rect(
            self.rect.left + px(12), self.rect.top + px(12), px(8), self.rect.height - px(24)
        )
        skin.plate(surface, stripe, self.colour, theme.text, 4, 1)
        left = self.rect.left + px(36)
        right = (self.tool.rect.left if self.tool is not None else self.rect.right) - px(16)
        if self.seat.kind != "open":
            name, colour = ("check", theme.good) if self.seat.ready else ("clock", theme.muted)
            picture = icon(name, px(28), colour)
            surface.blit(picture, picture.get_rect(midright=(right, self.rect.centery)))
            right -= px(40)
        room = max(1, right - left)
        who = self.seat.name or (_("Free") if self.seat.kind == "open" else kind_name(self.seat.player))
        shade = theme.muted if self.seat.kind == "open" else theme.text
        skin.write(surface, who, (left, self.rect.centery), LARGE, shade, BOLD, room, "bottomleft")
        under = f"{self.side}  ·  {self._under()}"
        skin.write(surface, under, (left, self.rect.centery + px(2)), SMALL, theme.muted, width=room)
        if self.tool is not None:
            self.tool.paint(surface, skin)

    def _under(self) -> str:
        if self.seat.kind == "open":
            return _("waiting for somebody")
        ready = _("ready") if self.seat.ready else _("not ready yet")
        where = _("here") if self.seat.kind == "here" else _("across the network")
        what = kind_name(self.seat.player) + ", " if self.seat.player.startswith("bot") else ""
        return f"{what}{where}, {ready}"


class TableScene(FramedScene):
    """One table; goes to the match when it starts, away when it closes."""

    title = "table"

    def __init__(self, services: Services, table: TableInfo) -> None:
        self.table = table
        self.game = table.game
        self._seen = False
        super().__init__(services)

    @property
    def id(self) -> str:
        """The table's id."""
        return self.table.id

    def heading(self) -> str:
        return game_name(self.table.game)

    def top_widgets(self) -> list[Button]:
        look = look_of(self.table.game)

        def show() -> Transition | None:
            book = look.book(self.services, self.table.options)
            return Push(book) if book is not None else None

        return [Button(look.book_name(), show, key="book")] if look.book_name() else []

    def fill(self) -> None:
        px, body = self.px, self.body
        if self.scale.portrait:
            split = body.height * 3 // 5
            seats = pygame.Rect(body.left, body.top, body.width, split)
            side = pygame.Rect(body.left, body.top + split + px(16), body.width, body.height - split - px(16))
        else:
            wide = body.width * 13 // 20
            seats = pygame.Rect(body.left, body.top, wide, body.height)
            side = pygame.Rect(body.left + wide + px(24), body.top, body.width - wide - px(24), body.height)
        foot = px(64)
        self._rows(pygame.Rect(seats.left, seats.top, seats.width, seats.height - foot - px(16)))
        self._buttons(pygame.Rect(seats.left, seats.bottom - foot, seats.width, foot))
        self._beside(side)

    def _rows(self, room: pygame.Rect) -> None:
        px = self.px
        look = look_of(self.table.game)
        count = len(self.table.seats)
        high = min(px(124), (room.height - px(12) * (count - 1)) // count)
        for number, seat in enumerate(self.table.seats):
            row = self.add(SeatRow(look.side(number), look.colour(number), seat, self._tool(number, seat)))
            top = room.top + number * (high + px(12))
            row.place(pygame.Rect(room.left, top, room.width, high), self.skin)

    def _tool(self, number: int, seat: TableSeat) -> Widget | None:
        """What can be done with a seat: the opener chooses who sits there, others take a free one."""
        if self.table.mine and seat.kind != "peer":
            values = ["person", "open", *(f"bot:{level}" for level in LEVELS)]
            value = "open" if seat.kind == "open" else seat.player
            choice = ChoiceField(
                "", [(value, kind_name(value)) for value in values], value, key=f"seat-{number}"
            )
            choice.on_change = self._setting(number, choice)
            return choice
        if self.table.mine:
            return Button(_("Send away"), self._sending(number, seat), key=f"seat-{number}")
        if seat.kind == "open":
            return Button(_("Sit here"), self._sitting(number), mark="seat", key=f"seat-{number}")
        return None

    def _buttons(self, bar: pygame.Rect) -> None:
        px = self.px
        here = [seat for seat in self.table.seats if seat.kind == "here"]
        buttons: list[Button] = [Button(_("Leave"), self.back, mark="door", key="leave")]
        if self._people_here():
            ready = all(seat.ready for seat in here)
            text = _("Not ready after all") if ready else _("Ready")
            mark = "cross" if ready else "check"
            strong = not ready
            buttons.append(Button(text, self._readying(not ready), mark=mark, strong=strong, key="ready"))
        if self.table.mine:
            start = Button(_("Start"), self._start, mark="play", size=LARGE, strong=True, key="start")
            start.enabled = all(seat.kind != "open" and seat.ready for seat in self.table.seats)
            buttons.append(start)
        each = (bar.width - px(16) * (len(buttons) - 1)) // len(buttons)
        for number, button in enumerate(buttons):
            button.rect = pygame.Rect(bar.left + number * (each + px(16)), bar.top, each, bar.height)
            self.add(button)

    def _beside(self, side: pygame.Rect) -> None:
        px = self.px
        self.add(Plate(side))
        pad = px(24)
        x, wide = side.left + pad, side.width - 2 * pad
        art = min(px(112), side.height // 4)
        picture = self.add(Emblem(self.table.game))
        picture.rect = pygame.Rect(x, side.top + pad, wide, art)
        y = picture.rect.bottom + px(16)
        for text, size, role in self._lines():
            label = Label(text, size=size, role=role)
            high = label.wanted(self.skin, wide)[1]
            label.rect = pygame.Rect(x, y, wide, max(1, min(high, side.bottom - px(8) - y)))
            if y + self.skin.type.line(size) <= side.bottom:
                self.add(label)
            y += high + px(8)

    def _lines(self) -> list[tuple[str, float, str]]:
        try:
            options = options_of(game(self.table.game)).summary(self.table.options)
        except RulesError:
            options = ""
        lines: list[tuple[str, float, str]] = [(options, BODY, "text")]
        if self.table.position:
            lines.append((_("A position of its own"), BODY, "text"))
        if self.table.watchers:
            count = len(self.table.watchers)
            text = ngettext("{n} watches: {names}", "{n} watch: {names}", count)
            lines.append((text.format(n=count, names=", ".join(self.table.watchers)), BODY, "muted"))
        elif self.table.watchable:
            lines.append((_("Anyone may watch."), BODY, "muted"))
        if self.table.addresses:
            lines.append((_("To join by hand, tell others:"), BODY, "muted"))
            lines.append(("\n".join(self.table.addresses[:6]), BODY, "accent"))
        return lines

    # ---- what happens

    def entered(self) -> None:
        if not self._seen:
            self._seen = True
            self.base.settle("ready")

    def _people_here(self) -> list[TableSeat]:
        """The seats of people at this window, who are asked whether they are ready."""
        return [s for s in self.table.seats if s.kind == "here" and not s.player.startswith("bot")]

    def told(self, event: Event) -> Transition | None:
        if isinstance(event, TableChanged) and event.table.id == self.id:
            if event.table != self.table:
                sat = bool(self._people_here())
                self.table = event.table
                self.relayout()
                if self._people_here() and not sat and not self.overlays:
                    self.base.settle("ready")  # what one needs after sitting down
        elif isinstance(event, TableClosed) and event.id == self.id:
            if event.message:
                from client.core.words import message

                self.services.toasts.say(message(event.message, event.arguments))
            return Pop()
        elif isinstance(event, MatchStarted):
            self.services.audio.play("start")
            return Replace(BoardScene(self.services, event.match))
        return None

    def unhandled(self, intent: Intent) -> Transition | None:
        return self.back() if isinstance(intent, Cancel) else None

    def back(self) -> Transition | None:
        alone = not any(seat.kind == "peer" for seat in self.table.seats) and not self.table.watchers
        if alone or not self.table.mine:
            return self._leave()
        return Open(
            Dialog(
                _("Close the table?"),
                _("You opened it: everybody at it is sent away."),
                [(_("Stay"), None), (_("Close it"), self._leave)],
                danger=True,
            )
        )

    def _leave(self) -> Transition | None:
        self.services.hub.post(LeaveTable(self.id))
        return Pop()

    def _start(self) -> Transition | None:
        self.services.hub.post(StartMatch(self.id))
        return None

    def _readying(self, ready: bool) -> Action:
        def change() -> Transition | None:
            self.services.hub.post(Ready(self.id, ready))
            return None

        return change

    def _sitting(self, number: int) -> Action:
        def sit() -> Transition | None:
            self.services.hub.post(Sit(self.id, number))
            return None

        return sit

    def _setting(self, number: int, choice: ChoiceField) -> Action:
        def change() -> Transition | None:
            self.services.hub.post(SetSeat(self.id, number, choice.value))
            return None

        return change

    def _sending(self, number: int, seat: TableSeat) -> Action:
        def send() -> Transition | None:
            self.services.hub.post(SetSeat(self.id, number, "open"))
            return None

        def ask() -> Transition | None:
            question = _("Send {name} away?").format(name=seat.name)
            return Open(Dialog(question, "", [(_("Back"), None), (_("Send away"), send)], danger=True))

        return ask
