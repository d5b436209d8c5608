"""Taika-Mario in the board scene: walkers among patterned obstacles, a hand of cards, turns built in parts.

Knows the rulebook's facts and notation (TM17, TM18); what is legal the rules say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pygame

from client.board.chooser import Chooser
from client.board.hint import Hint
from client.board.history import Moment
from client.looks.look import RESIGN, Ending, Extra, HelpPage, Look, Panel, player_reason, winner_title
from client.looks.taika_help import pages
from client.looks.taika_panel import HandPanel
from client.looks.taika_turn import TurnBuilder
from client.looks.taika_words import CardNames, character_name, colour_name, fate, turn_line
from client.words import _, message, ngettext
from rules.errors import RulesError
from rules.facts import Fact
from rules.game import Outcome, State
from rules.taika.layings import LayingView
from rules.taika.moves import COLOURS
from rules.taika.state import BLIND, CHARACTERS, DEADLY, TaikaState
from sprites.candles import candles
from sprites.stage import PieceArt
from sprites.theme import Colour, Theme
from sprites.walkers import Walkers

if TYPE_CHECKING:
    from client.scene import Scene
    from client.services import Services


class TaikaLook(Look):
    """Up to four walkers on a board of 7, 9 or 11 squares a side."""

    game = "taika-mario"
    files = 9
    ranks = 9
    typed = False

    def __init__(self) -> None:
        self._characters: tuple[str, ...] = CHARACTERS
        self._card_name = CardNames()

    def fit(self, state: State, options: Mapping[str, str]) -> None:
        if isinstance(state, TaikaState):
            self.files = self.ranks = state.setup.size
            self._characters = state.setup.characters
        self._card_name = CardNames(options)

    def chooser(self) -> Chooser:
        return TurnBuilder()

    # ---- pictures

    def art(self) -> PieceArt:
        return Walkers()

    def panel(self) -> Panel:
        return HandPanel(self._card_name)

    def emblem_piece(self, seat: int) -> str:
        return self._characters[seat]

    def colour(self, seat: int) -> Colour:
        return Walkers().colour(self._characters[seat])

    def score_picture(self, points: int, height: int, theme: Theme) -> pygame.Surface | None:
        return candles(points, DEADLY, height, theme)

    # ---- words

    def side(self, seat: int) -> str:
        character = self._characters[seat]
        text = _("{character}, blind to {colour}")
        return text.format(character=character_name(character), colour=colour_name(COLOURS[BLIND[character]]))

    def points(self, state: State, seat: int) -> int | None:
        """Hearts left."""
        if not isinstance(state, TaikaState):
            return None
        return 0 if state.at[seat] is None else DEADLY - min(DEADLY, state.hits[seat])

    def fate(self, fact: Fact) -> str:
        return fate(fact.note)

    def error(self, error: RulesError) -> str:
        """Cards are called by their names here, not by their ids."""
        card = error.arguments.get("card")
        named = {"card": self._card_name(card)} if isinstance(card, str) else {}
        return message(error.message, {**error.arguments, **named})

    def line(self, before: State, moment: Moment, names: Sequence[str]) -> str:
        return turn_line(moment.facts, names, self._card_name) or moment.action

    def building(self, chooser: Chooser, names: Sequence[str]) -> Hint | None:
        if not isinstance(chooser, TurnBuilder) or chooser.taika is None:
            return None
        if chooser.ready() is not None:
            text = _("Enter or the tick does it; Escape or a right click takes a part back.")
            if chooser.paints:
                text = _("Keys 1–4 or a click change colours. ") + text
            return Hint(self._so_far(chooser, names), text, "turn")
        if chooser.laying is not None:
            return Hint(self._so_far(chooser, names), _("Now step: choose one of the lit squares."), "turn")
        if chooser.card:
            return self._aiming(chooser, names)
        if chooser.step:
            text = _("Now choose a square for an obstacle, or a card to cast.")
            return Hint(self._so_far(chooser, names), text, "turn")
        either = chooser.taika.setup.either_or
        text = (
            _("Step to a lit square, or choose a card to cast.")
            if either
            else _("First step to a lit square.")
        )
        return Hint(_("Your turn, {name}").format(name=names[chooser.taika.mover]), text, "turn")

    def _so_far(self, turn: TurnBuilder, names: Sequence[str]) -> str:
        """The parts chosen so far, in one line."""
        parts = [turn.step] if turn.step else []
        if turn.place:
            colour = colour_name(turn.paints[turn.place])
            parts.append(_("{colour} on {square}").format(colour=colour, square=turn.place))
        if turn.laying is not None:
            parts.append(f"{self._card_name(turn.card)}!")
            parts += self._results(turn.laying, names)
        return "  ·  ".join(parts)

    def _results(self, laying: LayingView, names: Sequence[str]) -> list[str]:
        """What casting would do, in words."""
        new = len(laying.new) - len(laying.replaced)
        found = []
        if new:
            found.append(ngettext("{n} new", "{n} new", new).format(n=new))
        if laying.replaced:
            found.append(
                ngettext("{n} replaced", "{n} replaced", len(laying.replaced)).format(n=len(laying.replaced))
            )
        if laying.hit:
            found.append(_("hits {names}").format(names=", ".join(names[seat] for seat in laying.hit)))
        return found

    def _aiming(self, turn: TurnBuilder, names: Sequence[str]) -> Hint:
        """A card is held: what it would do where it is pointed at, or why it can't lie there."""
        name, shown = self._card_name(turn.card), turn.shown()
        fits = sum(one.castable for one in turn.layings())
        if shown is None:
            if not fits:
                return Hint(name, _("It fits nowhere now."), "turn")
            count = ngettext("It fits in {n} way.", "It fits in {n} ways.", fits).format(n=fits)
            return Hint(
                name, count + " " + _("Point at a lit square; the wheel or T turns it, V mirrors it."), "turn"
            )
        if shown.castable:
            title = "  ·  ".join([name, *self._results(shown, names)])
            return Hint(
                title,
                _("Click to lay it here. The wheel or T turns it, V mirrors it, N: next place."),
                "turn",
            )
        if shown.blind:
            text = _("You are blind to the obstacle on {squares}.").format(squares=", ".join(shown.blind))
        else:
            text = _("No obstacle yet on {squares}.").format(squares=", ".join(shown.missing))
        return Hint(_("{card} does not fit here").format(card=name), text, "turn")

    def extras(self, state: State) -> tuple[Extra, ...]:
        if "resign" not in state.extras():
            return ()
        return (Extra("resign", RESIGN, _("Resign"), _("Resign this game?"), "flag", "q"),)

    def ending(self, outcome: Outcome, names: Sequence[str]) -> Ending:
        reasons = {
            "last": _("The last one alive."),
            "together": _("The last ones fell at the same moment."),
            "quiet": _("Nothing has happened for too long."),
        }
        reason = reasons.get(outcome.reason) or player_reason(outcome.reason)
        return Ending(winner_title(outcome, names), reason)

    def help(self) -> tuple[HelpPage, ...]:
        return pages()

    def book_name(self) -> str:
        return _("Cards")

    def book(self, services: Services, options: Mapping[str, str]) -> Scene | None:
        from client.scenes.cards import CardsScene

        return CardsScene(services, options=options)
