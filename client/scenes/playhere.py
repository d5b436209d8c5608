"""Play here: a match at this screen, between the people in front of it and bots."""

from __future__ import annotations

from client.core.transitions import Transition
from client.core.words import _
from client.scenes.setup import SetupScene, TablePlan
from net.intents import OpenTable


class PlayHereScene(SetupScene):
    """Sets up a local match and has the hub start it; the match then opens by itself."""

    title = "playhere"
    usual_kind = "bot:2"

    def heading(self) -> str:
        return _("Play here")

    def go(self, setup: TablePlan) -> Transition | None:
        seats = [seat.kind for _number, seat in setup.sitting()]
        self.services.audio.play("start")
        self.services.hub.post(
            OpenTable(
                setup.game.id, setup.options, seats, names=self.names(), position=setup.position, public=False
            )
        )
        return None
