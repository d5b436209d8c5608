"""Open a table on the LAN: seats are for people here, for bots, or open to whoever comes."""

from __future__ import annotations

import pygame

from client.core.scene import Replace
from client.core.services import Services
from client.core.transitions import Transition
from client.core.words import _
from client.scenes.setup import SetupScene, TablePlan
from client.scenes.tablescene import TableScene
from client.widgets.buttons import Toggle
from net.events import Event, TableChanged
from net.intents import OpenTable


class OpenTableScene(SetupScene):
    """Sets up a table and has the hub open it; the table then shows by itself."""

    title = "opentable"
    kinds = ("person", "open")
    usual_kind = "open"

    def __init__(self, services: Services, game_id: str = "") -> None:
        self.watchable = True
        super().__init__(services, game_id)

    def heading(self) -> str:
        return _("Open a table")

    def action_name(self) -> str:
        return _("Open the table")

    def extra_widgets(self, rect: pygame.Rect) -> pygame.Rect | None:
        toggle = Toggle(_("Anyone may watch"), self.watchable, key="watchable")
        wide, high = toggle.wanted(self.skin)
        if wide > rect.width:
            return None
        toggle.rect = pygame.Rect(rect.left, rect.centery - high // 2, wide, high)
        toggle.on_press = lambda: self._watchable(toggle)
        self.add(toggle)
        left = toggle.rect.right + self.px(16)
        return pygame.Rect(left, rect.top, max(1, rect.right - left), rect.height)

    def _watchable(self, toggle: Toggle) -> Transition | None:
        self.watchable = toggle.value
        return None

    def go(self, setup: TablePlan) -> Transition | None:
        seats = [seat.kind for _number, seat in setup.sitting()]
        self.services.hub.post(
            OpenTable(
                setup.game.id,
                setup.options,
                seats,
                names=self.names(),
                position=setup.position,
                public=True,
                watchable=self.watchable,
            )
        )
        return None

    def told(self, event: Event) -> Transition | None:
        if isinstance(event, TableChanged) and event.table.mine:
            return Replace(TableScene(self.services, event.table))
        return None
