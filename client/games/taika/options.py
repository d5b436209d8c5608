"""What the options of Taika-Mario are called and mean, and the editors of sets, characters and starts (TM1, TM3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from client.core.scene import Push
from client.core.services import Services
from client.core.transitions import Transition
from client.core.words import _, language, ngettext
from client.games.taika.card_sets import SETS, BadSet, brought, card_name, gathered, set_name, shelf_of
from client.games.taika.words import blind_character
from client.options.editor import ChosenSoFar, Editor, FieldEditor, OptionRow, Wording
from client.options.game_options import GameOptions
from client.widgets.buttons import Button, Toggle
from client.widgets.fields import ChoiceField
from rules.game import Game, Option
from rules.taika.cards import CardSet, built_in
from rules.taika.game import OWN_CARDS, write_cards
from rules.taika.state import CHARACTERS


class TaikaOptions(GameOptions):
    """Card sets, the player's own ones too, are read from ``home`` whenever they are asked for."""

    def __init__(self, game: Game, home: Path | None = None) -> None:
        super().__init__(game, home)
        self.shelf = shelf_of(home)

    def wordings(self) -> Mapping[str, Wording]:
        return {
            "size": Wording(
                _("Board"),
                _("By players: 9 × 9 for two and three, 11 × 11 for four. A small board is a quick, crowded game."),
                {"auto": _("By players"), "7": _("7 × 7"), "9": _("9 × 9"), "11": _("11 × 11")},
            ),
            SETS: Wording(
                _("Card sets"),
                _("The deck is made of the cards of all chosen sets. At least one of the built-in sets is in it."),
            ),
            "characters": Wording(
                _("Characters"),
                _("Each character wears one colour and is blind to it: spells can't use obstacles of that colour. "
                  "Nobody plays the same one: choosing another's character swaps the two."),
            ),
            "hands": Wording(
                _("Hands"),
                _("Hidden: only you see your cards. Open: everybody sees all hands, which suits learning and small "
                  "boards."),
                {"hidden": _("Hidden"), "open": _("Open to all")},
            ),
            "turn": Wording(
                _("A turn"),
                _("Step, then act: every turn is a step, then an obstacle or a spell. Step or spell: a turn is either "
                  "a step with an obstacle, or a spell without a step; more spells, shorter games."),
                {"step-then-act": _("Step, then act"), "either-or": _("Step or spell")},
            ),
            "start": Wording(
                _("Where pawns begin"),
                _("With three players a triangle is fairer: two corners at the bottom and the middle of the top. "
                  "With two or four everybody begins in a corner."),
                {"corners": _("Corners"), "triangle": _("Triangle")},
            ),
            "quiet_limit": Wording(
                _("Quiet turns until a draw (0: no limit)"),
                _("So many turns in a row without a hit, a death or an obstacle on a free square, and those alive "
                  "draw."),
            ),
            OWN_CARDS: Wording(_("Own cards")),
        }  # fmt: skip

    def editor(self, option: Option, so_far: ChosenSoFar) -> Editor | None:
        wording = self.wording(option.name)
        if option.name == OWN_CARDS:
            return None
        if option.name == SETS:
            return SetsEditor(wording, option, so_far, self.shelf.sets())
        if option.name == "characters":
            return CharactersEditor(wording, option, so_far)
        return (StartEditor if option.name == "start" else FieldEditor)(wording, option, so_far)

    def value_text(self, name: str, value: str) -> str:
        if name == SETS:
            names = {one.id: set_name(one, language()) for one in built_in()}
            return ", ".join(names.get(word, word) for word in value.split(","))
        if name == OWN_CARDS:
            return str(sum(card.copies for card in brought({name: value})))
        if name == "characters":
            return ", ".join(word.capitalize() for word in value.split(","))
        return super().value_text(name, value)

    def tools(self, services: Services, chosen: Callable[[], Mapping[str, str]]) -> list[Button]:
        def cards() -> Transition:
            from client.games.taika.browser import CardsScene

            return Push(CardsScene(services, options=chosen()))

        def workshop() -> Transition:
            from client.games.taika.workshop import WorkshopScene

            return Push(WorkshopScene(services))

        return [
            Button(_("Cards"), cards, key="book"),
            Button(_("Card workshop"), workshop, key="workshop"),
        ]


class StartEditor(FieldEditor):
    """Where pawns begin: only with three players there is a choice (TM1)."""

    def __init__(self, wording: Wording, option: Option, so_far: ChosenSoFar) -> None:
        super().__init__(wording, option, so_far)
        if len(so_far.names) != 3 and isinstance(self.field, ChoiceField):
            self.field.value = str(option.default)
            self.field.enabled = False


class CharactersEditor(Editor):
    """A character for each seat, never one twice (TM1)."""

    def __init__(self, wording: Wording, option: Option, so_far: ChosenSoFar) -> None:
        named = [name for name in so_far.value(option).split(",") if name in CHARACTERS]
        rest = [name for name in CHARACTERS if name not in named]
        self.order = [*dict.fromkeys(named), *rest]
        self.option = option
        self._changed = so_far.changed
        self.fields: list[ChoiceField] = []
        rows = []
        choices = [(name, blind_character(name)) for name in CHARACTERS]
        for seat, name in enumerate(so_far.names):
            each = ChoiceField(name, choices, self.order[seat], key=f"{option.name}-{seat}")
            each.on_change = self._swapping(seat)
            each.label_part = 0.36
            self.fields.append(each)
            rows.append(OptionRow(each, wording.name, wording.about))
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


class SetsEditor(Editor):
    """The sets of the deck: built-in ones by their ids, own ones by bringing all their cards along (TM3, TM15)."""

    def __init__(self, wording: Wording, option: Option, so_far: ChosenSoFar, own: Sequence[CardSet]) -> None:
        """``own``: the player's own sets; those named in ``so_far.own`` are chosen."""
        self.option = option
        chosen = so_far.value(option).split(",")
        self.built_in = [(one, _toggle(one, one.id in chosen, so_far)) for one in built_in()]
        self.mine = [(one, _toggle(one, one.id in so_far.own, so_far)) for one in own]
        mine = _("One of your own sets: its cards travel with the match, so that everybody there has them.")
        self.rows = (
            *(
                OptionRow(field, wording.name, f"{wording.about}\n\n{names(one)}")
                for one, field in self.built_in
            ),
            *(OptionRow(field, wording.name, f"{mine}\n\n{names(one)}") for one, field in self.mine),
        )

    def own(self, so_far: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(one.id for one, toggle in self.mine if toggle.value)

    def read(self) -> dict[str, str]:
        chosen = [one.id for one, toggle in self.built_in if toggle.value]
        if not chosen:
            raise BadSet("no-set", "choose at least one of the built-in card sets")
        own = [one for one, toggle in self.mine if toggle.value]
        return {self.option.name: ",".join(chosen), OWN_CARDS: write_cards(gathered(own)) if own else ""}


def _toggle(one: CardSet, value: bool, so_far: ChosenSoFar) -> Toggle:
    """The switch for a set."""
    count = sum(card.copies for card in one.cards)
    name = set_name(one, language())
    text = ngettext("{name} · {n} card", "{name} · {n} cards", count).format(name=name, n=count)
    return Toggle(text, value, so_far.changed, key=f"set-{one.id}")


def names(one: CardSet) -> str:
    """A set and what its cards are called."""
    called = ", ".join(card_name(card, language()) for card in one.cards)
    return f"{set_name(one, language())}: {called}."
