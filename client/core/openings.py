"""The scenes that the loop itself must be able to open; the scenes' room says which they are."""

from __future__ import annotations

from typing import Protocol

from client.core.scene import Scene
from net.events import Match, TableInfo


class Openings(Protocol):
    """Makes scenes; whatever a scene raises while it is made comes through."""

    def title(self) -> Scene:
        """The lowest scene."""

    def table(self, table: TableInfo) -> Scene:
        """The scene of a table before the start."""

    def match(self, match: Match) -> Scene:
        """The scene in which ``match`` is played or watched."""
