"""Which scenes the loop opens by itself (see `client.core.openings`); each is imported when it is wanted."""

from __future__ import annotations

from client.core.scene import Scene
from client.core.services import Services
from net.events import Match, TableInfo


class SceneOpenings:
    """Makes scenes with these services."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def title(self) -> Scene:
        """See ``Openings.title``."""
        from client.scenes.title import TitleScene

        return TitleScene(self._services)

    def table(self, table: TableInfo) -> Scene:
        """See ``Openings.table``."""
        from client.scenes.tablescene import TableScene

        return TableScene(self._services, table)

    def match(self, match: Match) -> Scene:
        """See ``Openings.match``."""
        from client.scenes.board import BoardScene

        return BoardScene(self._services, match)
