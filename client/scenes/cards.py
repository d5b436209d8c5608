"""The card browser: all sets as drawn cards, the chosen one large with its orientations (TM6, TM15)."""

from __future__ import annotations

from client.scenes.frame import FramedScene
from client.services import Services
from client.words import _


class CardsScene(FramedScene):
    """Every card of every set; ``chosen_set`` is shown first (empty: all), ``chosen`` is the card in the middle."""

    title = "cards"

    def __init__(self, services: Services, chosen_set: str = "", chosen: str = "") -> None:
        self.chosen_set = chosen_set
        self.chosen = chosen
        super().__init__(services)

    def heading(self) -> str:
        return _("Cards")
