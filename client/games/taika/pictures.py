"""Pictures of the card browser and the workshop (see `client.shots`), with card sets that somebody might have made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from client.core.scene import Scene
from client.core.services import Services
from client.games.parts import Pictures
from client.games.taika.browser import CardsScene
from client.games.taika.card_sets import FOLDER
from client.games.taika.workshop import WorkshopScene

OWN_CARDS = """
[[set]]
id = "mokki"
fi = "Mökkitaiat"
en = "Cabin spells"

[[card]]
set = "mokki"
id = "saunavihta"
fi = "Saunavihta"
en = "Birch whisk"
copies = 2
pattern = ["..o", ".#o", "##."]

[[card]]
set = "mokki"
id = "laituri"
fi = "Laituri"
en = "Jetty"
pattern = ["#o#o#"]

[[card]]
set = "mokki"
id = "sateenkaari-jarven-ylla"
fi = "Sateenkaari järven yllä"
en = "Rainbow over the lake"
pattern = [".ooo.", "#...#", "#...#"]
"""


def furnish(home: Path) -> None:
    """Two files of card sets, one of them broken."""
    folder = home / FOLDER
    folder.mkdir()
    (folder / "mokki.toml").write_text(OWN_CARDS, encoding="utf-8")
    wrong = OWN_CARDS.replace("mokki", "vanha").replace("#o#o#", "#oXo#")
    (folder / "vanha.toml").write_text(wrong, encoding="utf-8")


def scenes(given: Services, at_home: Services) -> Mapping[str, Callable[[], Scene]]:
    """Browser and workshop, without and with card sets of one's own."""
    return {
        "cards": lambda: CardsScene(given),
        "cards-own": lambda: CardsScene(at_home, "mokki", "laituri"),
        "workshop": lambda: WorkshopScene(at_home, "mokki", "saunavihta"),
        "workshop-empty": lambda: WorkshopScene(given),
    }


PICTURES = Pictures(furnish, scenes)
