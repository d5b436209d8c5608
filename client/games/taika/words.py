"""What things of Taika-Mario are called: colours, characters, cards, and turns in one line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from client.core.words import _, language
from client.games.taika.card_sets import brought, card_name
from rules.endings import LEFT, RESIGNED, TIME
from rules.facts import Fact
from rules.taika.cards import built_in
from rules.taika.moves import COLOURS
from rules.taika.state import BLIND


def colour_name(colour: str) -> str:
    """The name of an obstacle's colour (``r``, ``g``, ``y``, ``p``)."""
    return {"r": _("red"), "g": _("green"), "y": _("yellow"), "p": _("purple")}.get(colour, colour)


def character_name(character: str) -> str:
    """What a walker is called."""
    return character.capitalize()


def blind_character(character: str) -> str:
    """A walker with the colour that it is blind to."""
    text = _("{character}, blind to {colour}")
    return text.format(character=character_name(character), colour=colour_name(COLOURS[BLIND[character]]))


class CardNames:
    """What cards are called, those included that came along with a match's options (TM15)."""

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        self._cards = {card.id: card for one in built_in() for card in one.cards}
        self._cards.update({card.id: card for card in brought(options or {})})

    def __call__(self, card: str) -> str:
        """The name of a card in the language in use; one that is not known is called by its id."""
        known = self._cards.get(card)
        if known is None:
            return card.replace("-", " ")
        return card_name(known, language())


def turn_line(facts: Sequence[Fact], names: Sequence[str], card_name: Callable[[str], str]) -> str:
    """One turn in one short line: the step, what was placed or cast, who was hit, who is out (TM18)."""
    parts: list[str] = []
    cast = ""
    for fact in facts:
        if fact.kind == "moved":
            parts.append(fact.to)
        elif fact.kind == "cast":
            cast = card_name(fact.note)
            parts.append(f"{cast}!")
        elif fact.kind == "placed" and not cast:
            parts.append(_("{colour} on {square}").format(colour=colour_name(fact.pieces[0]), square=fact.to))
    struck = [names[fact.seat] for fact in facts if fact.kind == "hit" and fact.seat is not None]
    if struck:
        parts.append(_("hits {names}").format(names=", ".join(struck)))
    gone = [fact for fact in facts if fact.kind == "out" and fact.seat is not None]
    killed = [names[fact.seat] for fact in gone if fact.note == "hits" and fact.seat is not None]
    if killed:
        parts.append(_("{names} out").format(names=", ".join(killed)))
    parts += [f"{names[fact.seat]} {fate(fact.note)}" for fact in gone
              if fact.note != "hits" and fact.seat is not None]  # fmt: skip
    return " · ".join(parts)


def fate(note: str) -> str:
    """How somebody went out (the note of an ``out`` fact)."""
    return {
        "hits": _("out: hit three times"),
        "stuck": _("out: could not step"),
        RESIGNED: _("out: gave up"),
        LEFT: _("out: left"),
        TIME: _("out: time ran out"),
    }.get(note, _("out"))
