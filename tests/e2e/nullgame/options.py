"""What the one option of the null game is called and means."""

from __future__ import annotations

from collections.abc import Mapping

from client.core.words import _
from client.options.editor import Wording
from client.options.game_options import GameOptions


class NullOptions(GameOptions):
    """One number."""

    def wordings(self) -> Mapping[str, Wording]:
        return {"goal": Wording(_("How far to count"), _("Whoever says this number wins."))}
