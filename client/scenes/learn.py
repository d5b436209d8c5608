"""Learn: the help of each game, and how the program is used, page by page.

What the pages of a game say, its look says.
"""

from __future__ import annotations

import pygame

from client.looks import HelpPage, look_of
from client.scene import Transition
from client.scenes.frame import FramedScene
from client.services import Services
from client.widgets.lists import ListBox
from client.widgets.skin import BOLD, Skin
from client.widgets.texts import Reading
from client.words import _
from rules.registry import games
from sprites.emblems import emblem
from sprites.theme import BODY

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
    ]


def page_text(page: HelpPage) -> str:
    """A page as a `Reading` wants it."""
    return "# " + page.title + "\n\n" + "\n\n".join(page.paragraphs)


class LearnScene(FramedScene):
    """Topics at the left, the page at the right."""

    title = "learn"

    def __init__(self, services: Services, game_id: str = "") -> None:
        self._first = game_id
        self._index = -1
        super().__init__(services)

    def heading(self) -> str:
        return _("Learn")

    def topics(self) -> list[Topic]:
        """All pages: of each game, then of the program."""
        found: list[Topic] = [(game.id, page) for game in games() for page in look_of(game.id).help()]
        return found + [("", page) for page in program_pages()]

    def fill(self) -> None:
        px, body = self.px, self.body
        topics = self.topics()
        if self._index < 0:
            wanted = (i for i, topic in enumerate(topics) if topic[0] == self._first)
            self._index = next(wanted, 0) if self._first else 0
        self.list: ListBox[Topic] = ListBox(
            topics, self._draw, row=52, on_choose=self._show, on_confirm=self._read, key="topics"
        )
        self.list.index = self._index
        self.page = Reading("", key="page")
        if self.scale.portrait:
            split = body.height * 3 // 10
            self.list.rect = pygame.Rect(body.left, body.top, body.width, split)
            self.page.rect = pygame.Rect(
                body.left, body.top + split + px(16), body.width, body.height - split - px(16)
            )
        else:
            wide = body.width * 7 // 20
            self.list.rect = pygame.Rect(body.left, body.top, wide, body.height)
            self.page.rect = pygame.Rect(
                body.left + wide + px(24), body.top, body.width - wide - px(24), body.height
            )
        self.list.fit(self.skin)
        self.add(self.list)
        self.add(self.page)
        self._show()

    def _draw(
        self, surface: pygame.Surface, skin: Skin, rect: pygame.Rect, topic: Topic, chosen: bool
    ) -> None:
        game, page = topic
        side = max(1, rect.height - skin.px(16))
        picture = emblem(game, side)
        surface.blit(picture, picture.get_rect(midleft=(rect.left + skin.px(10), rect.centery)))
        left = rect.left + side + skin.px(24)
        room = max(1, rect.right - left - skin.px(8))
        colour = skin.theme.text if chosen else skin.theme.muted
        where = (left, rect.centery)
        skin.write(surface, page.title, where, BODY, colour, BOLD, room, "midleft")

    def _show(self) -> Transition | None:
        topic = self.list.chosen
        self._index = self.list.index
        if topic is not None:
            self.page.set(page_text(topic[1]))
        return None

    def _read(self) -> Transition | None:
        self.base.set_focus(self.page)
        return None
