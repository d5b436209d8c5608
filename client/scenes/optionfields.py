"""How each option of a game is chosen: a field or some, read back as the option's text.

Most come from ``Game.options`` alone; card sets and characters have editors of their own, found by the option's name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from client.core.transitions import Transition
from client.core.widget import Widget
from client.core.words import _, language, ngettext
from client.games.taika.card_sets import SETS, BadSet, brought, card_name, gathered, set_name
from client.scenes.optionwords import about, option_name, value_name
from client.widgets.buttons import Toggle
from client.widgets.fields import ChoiceField, TextField
from net.log.playable import MAX_OPTION_BYTES
from rules.errors import RulesError
from rules.game import Game, Option
from rules.magi.points import read_bands
from rules.taika.cards import CardSet, built_in
from rules.taika.game import OWN_CARDS, write_cards
from rules.taika.state import CHARACTERS


class Row(NamedTuple):
    """A field, and what to say about it."""

    field: Widget
    title: str
    about: str
    more: Callable[[], str] = str
    """What to say besides, as things are chosen now."""


@dataclass(frozen=True)
class Table:
    """What the editors know of the table: its game, who sits there, the player's own card sets."""

    game: Game
    given: Mapping[str, str]
    names: Sequence[str]
    own: Sequence[CardSet] = ()
    chosen_own: Sequence[str] = ()
    changed: Callable[[], Transition | None] = field(default=lambda: None)

    def value(self, option: Option) -> str:
        """The option's text now."""
        return self.given.get(option.name, str(option.default))


class Editor(ABC):
    """The rows of one option."""

    rows: tuple[Row, ...] = ()

    @abstractmethod
    def read(self) -> dict[str, str]:
        """Option texts; raises BadSet if what is chosen can't be had."""

    def chosen_own(self, so_far: tuple[str, ...]) -> tuple[str, ...]:
        """The own card sets that are chosen; ``so_far`` if this is not about them."""
        return so_far


class FieldEditor(Editor):
    """One option as one field: some words to choose from, or a text."""

    def __init__(self, table: Table, option: Option) -> None:
        self.option = option
        name, value = option_name(table.game, option.name), table.value(option)
        self.field: ChoiceField | TextField
        if option.kind == "choice":
            choices = [(word, value_name(table.game, option.name, word)) for word in option.choices]
            self.field = ChoiceField(name, choices, value, table.changed, key=option.name)
        else:
            limit = len(str(option.high)) if option.kind == "int" else MAX_OPTION_BYTES
            self.field = TextField(name, value, table.changed, limit=limit, key=option.name)
        self.field.label_part = 0.62 if option.kind == "int" else 0.4
        self.rows = (Row(self.field, name, about(table.game, option.name)),)

    def read(self) -> dict[str, str]:
        return {self.option.name: self.field.value.strip()}


class BandsEditor(FieldEditor):
    """Points by move number (MG16): what is written is also said band by band."""

    def __init__(self, table: Table, option: Option) -> None:
        super().__init__(table, option)
        self.rows = (self.rows[0]._replace(more=self._said),)

    def _said(self) -> str:
        try:
            bands = read_bands(self.field.value.strip())
        except RulesError:
            return ""
        return "\n".join(
            _("Moves {first}–{last}: {winner}–{loser}").format(
                first=band.first,
                last=band.last if band.last is not None else "",
                winner=band.points[0],
                loser=band.points[1],
            )
            for band in bands
        )


class StartEditor(FieldEditor):
    """Where pawns begin: only with three players there is a choice (TM1)."""

    def __init__(self, table: Table, option: Option) -> None:
        super().__init__(table, option)
        if len(table.names) != 3 and isinstance(self.field, ChoiceField):
            self.field.value = str(option.default)
            self.field.enabled = False


class CharactersEditor(Editor):
    """A character for each seat, never one twice (TM1)."""

    def __init__(self, table: Table, option: Option) -> None:
        named = [name for name in table.value(option).split(",") if name in CHARACTERS]
        rest = [name for name in CHARACTERS if name not in named]
        self.order = [*dict.fromkeys(named), *rest]
        self.option = option
        self._changed = table.changed
        self.fields: list[ChoiceField] = []
        rows = []
        choices = [(name, character_name(name)) for name in CHARACTERS]
        for seat, name in enumerate(table.names):
            each = ChoiceField(name, choices, self.order[seat], key=f"{option.name}-{seat}")
            each.on_change = self._swapping(seat)
            each.label_part = 0.36
            self.fields.append(each)
            rows.append(Row(each, option_name(table.game, option.name), about(table.game, option.name)))
        self.rows = tuple(rows)

    def _swapping(self, seat: int) -> Callable[[], Transition | None]:
        def change() -> Transition | None:
            other = self.order.index(self.fields[seat].value)
            self.order[seat], self.order[other] = self.order[other], self.order[seat]
            for number, each in enumerate(self.fields):
                each.value = self.order[number]
                each.changed()
            return self._changed()

        return change

    def read(self) -> dict[str, str]:
        seats = len(self.fields)
        chosen = self.order[:seats]
        return {self.option.name: "" if chosen == list(CHARACTERS[:seats]) else ",".join(chosen)}


def character_name(name: str) -> str:
    """A character with the colour that it is blind to."""
    blind = dict(zip(CHARACTERS, (_("red"), _("green"), _("yellow"), _("purple")), strict=True))
    return _("{character}, blind to {colour}").format(character=name.capitalize(), colour=blind[name])


class SetsEditor(Editor):
    """The sets of the deck: built-in ones by their ids, own ones by bringing all their cards along (TM3, TM15)."""

    def __init__(self, table: Table, option: Option) -> None:
        self.option = option
        chosen = table.value(option).split(",")
        self.built_in = [(one, self._toggle(table, one, one.id in chosen)) for one in built_in()]
        self.own = [(one, self._toggle(table, one, one.id in table.chosen_own)) for one in table.own]
        title, text = option_name(table.game, SETS), about(table.game, SETS)
        mine = _("One of your own sets: its cards travel with the match, so that everybody there has them.")
        self.rows = (
            *(Row(toggle, title, f"{text}\n\n{names(one)}") for one, toggle in self.built_in),
            *(Row(toggle, title, f"{mine}\n\n{names(one)}") for one, toggle in self.own),
        )

    def _toggle(self, table: Table, one: CardSet, value: bool) -> Toggle:
        count = sum(card.copies for card in one.cards)
        name = set_name(one, language())
        text = ngettext("{name} · {n} card", "{name} · {n} cards", count).format(name=name, n=count)
        return Toggle(text, value, table.changed, key=f"set-{one.id}")

    def chosen_own(self, so_far: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(one.id for one, toggle in self.own if toggle.value)

    def read(self) -> dict[str, str]:
        chosen = [one.id for one, toggle in self.built_in if toggle.value]
        if not chosen:
            raise BadSet("no-set", "choose at least one of the built-in card sets")
        own = [one for one, toggle in self.own if toggle.value]
        return {self.option.name: ",".join(chosen), OWN_CARDS: write_cards(gathered(own)) if own else ""}


def names(one: CardSet) -> str:
    """A set and what its cards are called."""
    called = ", ".join(card_name(card, language()) for card in one.cards)
    return f"{set_name(one, language())}: {called}."


_EDITORS: Mapping[str, type[FieldEditor] | type[CharactersEditor] | type[SetsEditor]] = {
    SETS: SetsEditor,
    "characters": CharactersEditor,
    "start": StartEditor,
    "bands": BandsEditor,
}
_CARRIED = (OWN_CARDS,)
"""Options without an editor: another one's writes them."""


def editors(table: Table) -> list[Editor]:
    """An editor for each option of the game, in the game's order."""
    return [
        _EDITORS.get(option.name, FieldEditor)(table, option)
        for option in table.game.options
        if option.name not in _CARRIED
    ]


def summary(game: Game, given: Mapping[str, str], position: str = "") -> str:
    """The options that are not as usual, in one line."""
    usual = {option.name: str(option.default) for option in game.options}
    changed = [
        f"{option_name(game, name)}: {_value_text(game, name, value)}"
        for name, value in given.items()
        if name in usual and usual[name] != value
    ]
    if position:
        changed.append(_("A position of its own"))
    return "  ·  ".join(changed) if changed else _("Usual options")


def _value_text(game: Game, name: str, value: str) -> str:
    if name == SETS:
        names = {one.id: set_name(one, language()) for one in built_in()}
        return ", ".join(names.get(word, word) for word in value.split(","))
    if name == OWN_CARDS:
        return str(sum(card.copies for card in brought({name: value})))
    if name == "characters":
        return ", ".join(word.capitalize() for word in value.split(","))
    return value_name(game, name, value)
