"""The null game in the board scene: no squares, a heap of counters beside the board, and a menu of numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame
from client.games.tallyho import rulebook

from client.board.chooser import Chooser
from client.board.hint import HintText
from client.board.history import Moment
from client.board.look import RESIGN, Extra, HelpPage, Look
from client.board.panel import Panel
from client.board.rulebook import Rule
from client.core.skin import Skin
from client.core.words import _
from client.games.plain.look import LetterArt
from rules.game import Pick, State
from sprites.stage.stage import PieceArt


class Heap(Panel):
    """All counters said so far."""

    rect = pygame.Rect(0, 0, 0, 0)

    def height(self, width: int, skin: Skin) -> int:
        return skin.px(60)

    def layout(self, rect: pygame.Rect, skin: Skin, state: State, order: Sequence[int]) -> None:
        self.rect = rect

    def trays(self) -> Mapping[str, pygame.Rect]:
        return {"count": self.rect}

    def ground(self, surface: pygame.Surface, skin: Skin) -> None:
        skin.panel(surface, self.rect)


class NullLook(Look):
    """A board of four squares: pressing it asks for a number."""

    files = ranks = 2
    typed = False

    def art(self) -> PieceArt:
        return LetterArt()

    def panel(self) -> Panel:
        return Heap()

    def side(self, seat: int) -> str:
        return _("Voice {n}").format(n=seat + 1)

    def line(self, before: State, moment: Moment, names: Sequence[str]) -> str:
        return _("{name}: {number}").format(name=names[moment.seat], number=moment.action)

    def building(self, chooser: Chooser, names: Sequence[str], device: str) -> HintText | None:
        if chooser.state is None:
            return None
        return HintText(_("Your turn"), _("Press the board and choose how far to go."), "turn")

    def pick_name(self, pick: Pick) -> str:
        return _("{n} more").format(n=pick.value[1:])

    def menu_title(self, picks: Sequence[Pick]) -> str:
        return _("How many?")

    def extras(self, state: State) -> tuple[Extra, ...]:
        return (
            (Extra("resign", RESIGN, _("Resign"), _("Resign this game?"), "flag", "r"),)
            if state.extras()
            else ()
        )

    def reasons(self) -> Mapping[str, str]:
        return {"goal": _("The goal was said.")}

    def help(self) -> tuple[HelpPage, ...]:
        return rulebook.pages()

    def rules(self) -> tuple[Rule, ...]:
        return rulebook.rules()

    def credit(self) -> str:
        return _("Made by nobody.")
