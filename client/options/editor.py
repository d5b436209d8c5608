"""How an option of a game is chosen: a field or some, read back as the option's text.

Most come from the ``Option`` alone; a game brings an editor of its own where a field can't say what is to be chosen.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from client.core.transitions import Transition
from client.core.widget import Widget
from client.widgets.fields import ChoiceField
from client.widgets.text_field import TextField
from net.log.playable import MAX_OPTION_BYTES
from rules.game import Option


class Wording(NamedTuple):
    """What an option is called, what it means in a sentence or two, and what its words are called."""

    name: str
    about: str = ""
    values: Mapping[str, str] = MappingProxyType({})


class OptionRow(NamedTuple):
    """A field, and what to say about it."""

    field: Widget
    title: str
    about: str
    more: Callable[[], str] = str
    """What to say besides, as things are chosen now."""


@dataclass(frozen=True)
class ChosenSoFar:
    """What editors begin with: the options chosen before, and for whom they are chosen."""

    given: Mapping[str, str]
    """Option texts that are not as usual."""
    names: Sequence[str]
    """Who sits at the table, by seat."""
    own: Sequence[str] = ()
    """What the player has made and takes along (see ``Choices.own``)."""
    changed: Callable[[], Transition | None] = field(default=lambda: None)
    """To be called when something is chosen."""

    def value(self, option: Option) -> str:
        """The option's text now."""
        return self.given.get(option.name, str(option.default))


class Editor(ABC):
    """The rows of one option."""

    rows: tuple[OptionRow, ...] = ()

    @abstractmethod
    def read(self) -> dict[str, str]:
        """Option texts; raises RulesError if what is chosen can't be had."""

    def own(self, so_far: tuple[str, ...]) -> tuple[str, ...]:
        """What the player has made and takes along; ``so_far`` if this is not about that."""
        return so_far


class FieldEditor(Editor):
    """One option as one field: some words to choose from, or a text."""

    def __init__(self, wording: Wording, option: Option, so_far: ChosenSoFar) -> None:
        self.option = option
        value = so_far.value(option)
        self.field: ChoiceField | TextField
        if option.kind == "choice":
            choices = [(word, wording.values.get(word, word)) for word in option.choices]
            self.field = ChoiceField(wording.name, choices, value, so_far.changed, key=option.name)
        else:
            limit = len(str(option.high)) if option.kind == "int" else MAX_OPTION_BYTES
            self.field = TextField(wording.name, value, so_far.changed, limit=limit, key=option.name)
        self.field.label_part = 0.62 if option.kind == "int" else 0.4
        self.rows = (OptionRow(self.field, wording.name, wording.about),)

    def read(self) -> dict[str, str]:
        return {self.option.name: self.field.value.strip()}
