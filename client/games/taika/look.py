"""Taika-Mario in the board scene: walkers among patterned obstacles, a hand of cards, turns built in parts.

Knows the rulebook's facts and notation (TM17, TM18); what is legal the rules say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pygame

from client.board.chooser import Chooser
from client.board.hint import HintText
from client.board.history import Moment
from client.board.look import (
    RESIGN,
    Extra,
    HelpPage,
    Look,
    Traces,
)
from client.board.panel import Panel
from client.board.rulebook import Rule
from client.board.telling import shortened
from client.core.words import _, message
from client.games.taika import rulebook
from client.games.taika.help import pages
from client.games.taika.hints import thing_hint, turn_hint
from client.games.taika.panel import HandPanel
from client.games.taika.turn import TurnBuilder
from client.games.taika.words import CardNames, blind_character, fate, turn_line
from rules.errors import RulesError
from rules.facts import Fact
from rules.game import State
from rules.taika.state import CHARACTERS, DEADLY, TaikaState
from rules.taika.table import TaikaEnd
from sprites.kit.theme import Colour, Theme
from sprites.pieces.candles import candles
from sprites.pieces.walkers import Walkers
from sprites.stage.stage import PieceArt

if TYPE_CHECKING:
    from client.core.scene import Scene
    from client.core.services import Services


CARD_LETTERS = 18
"""So many letters of a card's name are written where something must be read after it."""


class TaikaLook(Look):
    """Up to four walkers on a board of 7, 9 or 11 squares a side."""

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

    def traces(self, moment: Moment) -> Traces:
        """The step, and what was required, put down and hit, so that a spell is still known after it was played."""
        cells: dict[str, list[str]] = {}
        for fact in moment.facts:
            if fact.kind == "cast":
                cells.update({square: ["was-need"] for square in fact.pieces})
            elif fact.kind == "placed":
                cells[fact.to] = ["was-new"]
            elif fact.kind == "hit":
                cells.setdefault(fact.at, []).append("was-hit")
        squares = super().traces(moment).squares
        return Traces(squares, {square: " ".join(kinds) for square, kinds in cells.items()})

    def score_picture(self, points: int, height: int, theme: Theme) -> pygame.Surface | None:
        return candles(points, DEADLY, height, theme)

    # ---- words

    def side(self, seat: int) -> str:
        return blind_character(self._characters[seat])

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
        return turn_line(moment.facts, names, self._short_card) or moment.action

    def building(self, chooser: Chooser, names: Sequence[str], device: str) -> HintText | None:
        if not isinstance(chooser, TurnBuilder):
            return None
        return turn_hint(chooser, [shortened(name) for name in names], self._short_card, device)

    def _short_card(self, card: str) -> str:
        return shortened(self._card_name(card), CARD_LETTERS)

    def about(self, state: State, place: str, names: Sequence[str]) -> tuple[str, str]:
        stack = state.pieces().get(place, ())
        return thing_hint(state, stack[-1], names) if stack and isinstance(state, TaikaState) else ("", "")

    def extras(self, state: State) -> tuple[Extra, ...]:
        if "resign" not in state.extras():
            return ()
        return (Extra("resign", RESIGN, _("Resign"), _("Resign this game?"), "flag", "q"),)

    def reasons(self) -> Mapping[str, str]:
        return {
            TaikaEnd.LAST_ALIVE: _("The last one alive."),
            TaikaEnd.DIED_TOGETHER: _("The last ones fell at the same moment."),
            TaikaEnd.QUIET: _("Nothing has happened for too long."),
        }

    def help(self) -> tuple[HelpPage, ...]:
        return pages()

    def rules(self) -> tuple[Rule, ...]:
        return rulebook.rules()

    def credit(self) -> str:
        return rulebook.credit()

    def book_name(self) -> str:
        return _("Cards")

    def book(self, services: Services, options: Mapping[str, str] | None = None) -> Scene | None:
        from client.games.taika.browser import CardsScene

        return CardsScene(services, options=options)

    def keys(self) -> tuple[str, ...]:
        return (
            _("T turns a held card, V mirrors it, the wheel does both, N finds the next place where it fits; 1 to 4 or "
              "R, G, Y, P choose colours, A makes all alike; Enter does the turn, Escape takes a part back."),
            _("On a gamepad the left button turns a card or changes a colour, the upper one mirrors a card or shows "
              "covered cards."),
        )  # fmt: skip
