"""How the options of one game are called, chosen and summed up; a game says by a subclass what is its own.

All texts are words in the language in use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from client.core.services import Services
from client.core.words import _
from client.options.editor import ChosenSoFar, Editor, FieldEditor, Wording
from client.widgets.buttons import Button
from rules.game import Game, Option


class GameOptions:
    """The options of ``game`` for people; ``home`` is the folder where what a player has made lies, if any."""

    def __init__(self, game: Game, home: Path | None = None) -> None:
        self.game = game
        self.home = home

    # ---- what a game may say of its own

    def wordings(self) -> Mapping[str, Wording]:
        """Option → its words; one that is not there is called by its own name."""
        return {}

    def editor(self, option: Option, so_far: ChosenSoFar) -> Editor | None:
        """What ``option`` is chosen with; None: another option's editor writes it."""
        return FieldEditor(self.wording(option.name), option, so_far)

    def value_text(self, name: str, value: str) -> str:
        """What an option is set to, in few words."""
        return self.wording(name).values.get(value, value)

    def tools(self, services: Services, chosen: Callable[[], Mapping[str, str]]) -> list[Button]:
        """Buttons to stand below the options, for what belongs to them; ``chosen``: the option texts now."""
        return []

    # ---- the same for all

    def wording(self, name: str) -> Wording:
        """What an option is called and means."""
        return self.wordings().get(name) or Wording(name.replace("_", " ").capitalize())

    def editors(self, so_far: ChosenSoFar) -> list[Editor]:
        """An editor for each option of the game, in the game's order."""
        found = [self.editor(option, so_far) for option in self.game.options]
        return [editor for editor in found if editor is not None]

    def summary(self, given: Mapping[str, str], position: str = "") -> str:
        """The options that are not as usual, in one line."""
        usual = {option.name: str(option.default) for option in self.game.options}
        changed = [
            f"{self.wording(name).name}: {self.value_text(name, value)}"
            for name, value in given.items()
            if name in usual and usual[name] != value
        ]
        if position:
            changed.append(_("A position of its own"))
        return "  ·  ".join(changed) if changed else _("Usual options")
