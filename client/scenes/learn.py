"""Learn: the help of each game, and how the program is used, page by page.

What the pages of a game say, its look says.
"""

from __future__ import annotations

import pygame

from client.board.diagram import Diagram, Figure
from client.board.look import HelpPage
from client.board.rulebook import by_number
from client.core.scene import Push
from client.core.services import Services
from client.core.skin import BOLD, Skin
from client.core.transitions import Transition
from client.core.words import _
from client.games.registry import look_of
from client.scenes.rows import game_name
from client.widgets.buttons import Button
from client.widgets.framed_scene import FramedScene
from client.widgets.lists import ListBox
from client.widgets.picker import Picker, PickerItem
from client.widgets.text_table import TextTable
from client.widgets.texts import Plate, Reading
from rules.registry import games
from sprites.kit.theme import BODY

Topic = tuple[str, HelpPage]
"""A game's id (empty: the program) and a page."""


def program_pages() -> list[HelpPage]:
    """How the program is used."""
    return [
        HelpPage(
            _("Keys, mouse, gamepad"),
            (
                _("Mouse alone, keys alone or gamepad alone: each can do everything."),
                _("Keys: arrows and Tab move the focus, Enter or Space presses, Escape goes back."),
                _("Gamepad: the stick moves the focus, the lower button presses, the right one goes back."),
                _("F11 or Alt+Enter: full screen. Ctrl+Q: leave the program."),
                _(
                    "In a text: Ctrl+A chooses all, Ctrl+C, X and V copy, cut and paste, Ctrl+Z undoes, Shift with the "
                    "arrows selects."
                ),
            ),
        ),
        HelpPage(
            _("At the board"),
            (
                _(
                    "F flips the board. Page Up and Page Down look back move by move, P replays. U asks to take a move "
                    "back, M switches the sound, F10 opens the menu."
                ),
                _(
                    "F1 opens the help; while a refusal is shown that cites a rule by its number, it opens at "
                    "that rule."
                ),
                _(
                    "Gamepad: the triggers look back, the shoulder buttons go to what stands beside the board and "
                    "back, Start opens the menu, the upper button flips the board."
                ),
                *(f"{game.name}: {' '.join(keys)}" for game in games() if (keys := look_of(game.id).keys())),
            ),
        ),
        HelpPage(
            _("Playing across the LAN"),
            (
                _("There is no server: one opens a table, the others see it in the list and sit down."),
                _("If a table does not show, join by its address; some networks hold announcements back."),
                _("Once a match runs, everybody who follows it has all of it; who opened it may leave."),
                _("Every match is saved as it is played and can be watched again under Watch."),
            ),
        ),
        HelpPage(
            _("Who made the games"),
            (
                *(f"{game_name(game.id)}: {look_of(game.id).credit()}" for game in games()),
                _("The rulebook of each game is among its pages here, by number."),
            ),
        ),
    ]


def page_text(page: HelpPage) -> str:
    """A page as a `Reading` wants it."""
    text = "# " + page.title + "\n\n" + "\n\n".join(page.paragraphs)
    return f"{text}\n{by_number(page.rules)}" if page.rules else text


class LearnScene(FramedScene):
    """Topics at the left, the page at the right: its text, and beside it (in portrait windows below) its boards."""

    title = "learn"

    def __init__(self, services: Services, game_id: str = "", rule: str = "") -> None:
        """Opens at the game's first page, or at one of its rules by the number; without a game at the first page."""
        self._first = game_id
        self._rule = rule
        self._index = -1
        self._board = 0
        super().__init__(services)

    def heading(self) -> str:
        return _("Learn")

    def top_widgets(self) -> list[Button]:
        return [button for game in games() for button in self._book(game.id)]

    def _book(self, game_id: str) -> list[Button]:
        """The button for a game's book of reference, if it has one."""
        look = look_of(game_id)

        def show() -> Transition | None:
            book = look.book(self.services)
            return Push(book) if book is not None else None

        return [Button(look.book_name(), show, key=f"book-{game_id}")] if look.book_name() else []

    def topics(self) -> list[Topic]:
        """All pages: of each game, then of the program."""
        found: list[Topic] = [(game.id, page) for game in games() for page in look_of(game.id).help()]
        return found + [("", page) for page in program_pages()]

    def fill(self) -> None:
        body = self.body
        topics = self.topics()
        if self._index < 0:
            self._index = self._opening(topics)
        self.list: ListBox[Topic] = ListBox(
            topics, self._draw, row=52, on_choose=self._choose, on_confirm=self._read, key="topics"
        )
        self.list.index = self._index
        if self.scale.portrait:
            self.list.rect = pygame.Rect(body.left, body.top, body.width, body.height * 5 // 24)
        else:
            self.list.rect = pygame.Rect(body.left, body.top, body.width * 13 // 50, body.height)
        self.list.fit(self.skin)
        self.page = Reading("", key="page")
        self.pane = Plate((0, 0, 0, 0))
        self.picker = Picker()
        self.figure = Figure()
        self.table = TextTable()
        for widget in (self.list, self.page, self.pane, self.picker, self.figure, self.table):
            self.add(widget)
        self._show()
        if self._rule:
            self._turn()

    def _opening(self, topics: list[Topic]) -> int:
        """The page to begin with; where that is a rule, its number is chosen."""
        pages = [i for i, topic in enumerate(topics) if topic[0] == self._first] if self._first else [0]
        for index in pages:
            numbers = [rule.number for rule in topics[index][1].rules]
            if self._rule in numbers:
                self._board = numbers.index(self._rule)
                return index
        self._rule = ""
        return next(iter(pages), 0)

    def _draw(
        self, surface: pygame.Surface, skin: Skin, rect: pygame.Rect, topic: Topic, chosen: bool
    ) -> None:
        game, page = topic
        side = max(1, rect.height - skin.px(20))
        picture = skin.emblem(game, side)
        surface.blit(picture, picture.get_rect(midleft=(rect.left + skin.px(8), rect.centery)))
        left = rect.left + side + skin.px(18)
        room = max(1, rect.right - left - skin.px(8))
        colour = skin.theme.text if chosen else skin.theme.muted
        where = (left, rect.centery)
        skin.write(surface, page.title, where, BODY, colour, BOLD, room, "midleft")

    def _choose(self) -> Transition | None:
        self._board = 0
        self._rule = ""
        self._show()
        return None

    def _show(self) -> None:
        """Lay out the chosen page."""
        self._index = self.list.index
        topic = self.list.chosen
        if topic is None:
            return
        page = topic[1]
        self.page.set(page_text(page))
        text, side = self._rooms(bool(page.diagrams), len(page.table))
        self.picker.visible = len(page.diagrams) > 1 or bool(page.rules)
        if page.rules:
            numbers = tuple(PickerItem(rule.number) for rule in page.rules)
            used = self._set_picker(numbers, text.left, text.top, text.width)
            text = pygame.Rect(text.left, text.top + used, text.width, text.height - used)
        self.page.rect = text
        self.page.fit(self.skin)
        self.pane.visible = self.figure.visible = bool(page.diagrams)
        self.table.visible = bool(page.table)
        if page.table:
            self.table.rect = side
            self.table.set(page.table)
        if page.diagrams:
            self._set_boards(topic[0], page.diagrams, side)
        self.damage(self.body.inflate(16, 16))

    def _rooms(self, boards: bool, rows: int) -> tuple[pygame.Rect, pygame.Rect]:
        """Where the text stands and where boards or a table do."""
        px, body, gap = self.px, self.body, self.px(16)
        if self.scale.portrait:
            top = self.list.rect.bottom + gap
            room = pygame.Rect(body.left, top, body.width, body.bottom - top)
            if not boards and not rows:
                return room, pygame.Rect(room.topleft, (0, 0))
            high = TextTable.height(rows, self.skin)
            if boards:
                words = self.page.height(self.skin, room.width)
                high = room.height - gap - min(words, room.height * 45 // 100)
            side = pygame.Rect(room.left, room.bottom - high, room.width, high)
            return pygame.Rect(room.left, room.top, room.width, room.height - high - gap), side
        left = self.list.rect.right + gap
        room = pygame.Rect(left, body.top, body.right - left, body.height)
        if not boards and not rows:
            return room, pygame.Rect(room.topleft, (0, 0))
        wide = min(room.width * 29 // 50, room.height - px(40)) if boards else room.width * 2 // 5
        high = room.height if boards else TextTable.height(rows, self.skin)
        side = pygame.Rect(room.right - wide, room.top, wide, high)
        return pygame.Rect(room.left, room.top, room.width - wide - gap, room.height), side

    def _set_boards(self, game: str, diagrams: tuple[Diagram, ...], side: pygame.Rect) -> None:
        px = self.px
        self.pane.rect = side
        inner = side.inflate(-px(24), -px(24))
        self._board = min(self._board, len(diagrams) - 1)
        if len(diagrams) > 1:
            boards = tuple(PickerItem(one.label, one.art, one.face) for one in diagrams)
            used = self._set_picker(boards, inner.left, inner.top, inner.width)
            inner = pygame.Rect(inner.left, inner.top + used, inner.width, inner.height - used)
        self.figure.rect = inner
        lines = max(len(Figure.wrapped(one, self.skin, inner.width)) for one in diagrams)
        self.figure.show(diagrams[self._board], lines, game)

    def _set_picker(self, choices: tuple[PickerItem, ...], left: int, top: int, width: int) -> int:
        """Let one of these be picked; the height in real pixels that this needs."""
        self.picker.choices = choices
        self.picker.index = self._board
        self.picker.on_choose = self._turn
        return self.picker.fit(self.skin, left, top, width) + self.px(12)

    def _turn(self) -> Transition | None:
        """Show another board of the page, or go to another of its rules."""
        topic = self.list.chosen
        self._board = self.picker.index
        if topic is not None and topic[1].rules:
            self._rule = topic[1].rules[self._board].number
            self.page.go_to(self._rule, self.skin)
        elif topic is not None:
            self.figure.show(topic[1].diagrams[self._board], self.figure.lines, topic[0])
        return None

    def _read(self) -> Transition | None:
        self.base.set_focus(self.picker if self.picker.takes_focus() else self.page)
        return None
