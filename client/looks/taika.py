"""Taika-Mario in the board scene: walkers among patterned obstacles; cards, layings and colours from menus.

Knows the rulebook's facts and notation (TM17, TM18); what is legal the rules say.
"""

from __future__ import annotations

from collections.abc import Sequence

from client.board.history import Moment
from client.looks.look import RESIGN, Ending, Extra, HelpPage, Look, player_reason, winner_title
from client.looks.taika_help import pages
from client.words import _
from rules.game import Outcome, Pick, State
from rules.taika.state import TaikaState
from sprites.stage import PieceArt
from sprites.theme import Colour
from sprites.walkers import Walkers

_WALKERS = ("mario", "luigi", "wario", "waluigi")


class TaikaLook(Look):
    """Up to four walkers on a board of 7, 9 or 11 squares a side."""

    game = "taika-mario"
    files = 9
    ranks = 9

    def __init__(self) -> None:
        self._characters: tuple[str, ...] = _WALKERS

    def fit(self, state: State) -> None:
        if isinstance(state, TaikaState):
            self.files = self.ranks = state.setup.size
            self._characters = state.setup.characters

    def art(self) -> PieceArt:
        return Walkers()

    def emblem_piece(self, seat: int) -> str:
        return self._characters[seat]

    def colour(self, seat: int) -> Colour:
        return Walkers().colour(self._characters[seat])

    def side(self, seat: int) -> str:
        blind = dict(zip(_WALKERS, (_("red"), _("green"), _("yellow"), _("purple")), strict=True))
        name = self._characters[seat]
        return _("{character}, blind to {colour}").format(character=name.capitalize(), colour=blind[name])

    def points(self, state: State, seat: int) -> int | None:
        """Hearts left."""
        return 3 - min(3, state.hits[seat]) if isinstance(state, TaikaState) else None

    def line(self, before: State, moment: Moment, names: Sequence[str]) -> str:
        return moment.action

    def note_name(self, note: str) -> str:
        return {"step": _("Step"), "place": _("Place an obstacle")}.get(note, _("Move"))

    def part_name(self, part: str) -> str:
        return _("Your turn")

    def pick_name(self, pick: Pick) -> str:
        colours = {"r": _("red"), "g": _("green"), "y": _("yellow"), "p": _("purple")}
        if pick.kind == "colour":
            return colours.get(pick.value, pick.value)
        return pick.value.lstrip("!")

    def menu_title(self, picks: Sequence[Pick]) -> str:
        if picks and picks[0].kind == "colour":
            return _("Colour of the obstacle on {square}").format(square=picks[0].note)
        return _("Which spell?") if picks and picks[0].kind == "card" else _("Where?")

    def extras(self, state: State) -> tuple[Extra, ...]:
        if "resign" not in state.extras():
            return ()
        return (Extra("resign", RESIGN, _("Resign"), _("Resign this game?"), "flag", "r"),)

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
