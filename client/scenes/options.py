"""The options of a game as fields in a dialog, made from ``Game.options`` alone.

Knows words for option names and values; whether values fit together is for the game to say.
"""

from __future__ import annotations

from collections.abc import Callable

from client.scene import Transition
from client.widgets.dialog import Dialog
from client.widgets.fields import Choice, TextField
from client.widgets.widget import Widget
from client.words import N_, _
from rules.game import Game, Option

NAMES = {
    "quiet_limit": N_("Quiet moves until the end (0: no limit)"),
    "first": N_("Who begins"),
}
VALUES = {
    "white": N_("Ice"),
    "black": N_("Ember"),
    "on": N_("on"),
    "off": N_("off"),
}


def option_name(name: str) -> str:
    """What an option is called."""
    return _(NAMES[name]) if name in NAMES else name.replace("_", " ").capitalize()


def option_value(value: str) -> str:
    """What one of an option's words is called."""
    return _(VALUES[value]) if value in VALUES else value


def summary(game: Game, given: dict[str, str]) -> str:
    """The options that are not as usual, in one line."""
    usual = {option.name: str(option.default) for option in game.options}
    changed = [
        f"{option_name(name)}: {option_value(value)}"
        for name, value in given.items()
        if usual.get(name) != value
    ]
    return "  ·  ".join(changed) if changed else _("Usual options")


class OptionsDialog(Dialog):
    """All options of a game; ``done`` gets those that differ from the defaults, in command-line form."""

    def __init__(self, game: Game, given: dict[str, str], done: Callable[[dict[str, str]], None]) -> None:
        self.fields: dict[str, Choice | TextField] = {}
        rows: list[tuple[Widget, int]] = []
        for option in game.options:
            field = _field(option, given.get(option.name, str(option.default)))
            self.fields[option.name] = field
            rows.append((field, 48))
        self._options = game.options
        self._done = done
        super().__init__(
            _("Options of {game}").format(game=game.name),
            "",
            [(_("Back"), None), (_("Usual options"), self._usual), (_("Take these"), self._take)],
            widgets=rows,
            game=game.id,
        )

    def _usual(self) -> Transition | None:
        self._done({})
        return None

    def _take(self) -> Transition | None:
        usual = {option.name: str(option.default) for option in self._options}
        given = {name: field.value.strip() for name, field in self.fields.items()}
        self._done({name: value for name, value in given.items() if value != usual[name]})
        return None


def _field(option: Option, value: str) -> Choice | TextField:
    if option.kind == "choice":
        choices = [(word, option_value(word)) for word in option.choices]
        field: Choice | TextField = Choice(option_name(option.name), choices, value, key=option.name)
    else:
        limit = len(str(option.high)) if option.kind == "int" else 200
        field = TextField(option_name(option.name), value, limit=limit, key=option.name)
    field.label_part = 0.62 if option.kind != "text" else 0.3
    return field
