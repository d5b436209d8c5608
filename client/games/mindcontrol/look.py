"""Mind Control in the board scene: pyramids, the two trays of taken ones, and words for all that happens.

Knows the rulebook's facts and notation (MC13, MC14); what is legal the rules say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame

from client.board.chooser import why_not
from client.board.history import Moment
from client.board.look import (
    ANSWER,
    OFFER,
    RESIGN,
    Extra,
    HelpPage,
    Look,
    bargain_line,
)
from client.board.panel import Panel
from client.board.rulebook import Rule
from client.core.skin import BOLD, Skin
from client.core.words import _, ngettext
from client.games.mindcontrol import rulebook
from client.games.mindcontrol.help import pages
from rules.game import State, Step
from rules.mindcontrol.notation import MindControlEnd
from sprites.kit.theme import SMALL
from sprites.pieces.pyramids import Pyramids
from sprites.stage.stage import PieceArt

PIPS: Mapping[str, int] = {"S": 1, "M": 2, "L": 3}


def pips(pieces: Sequence[str]) -> int:
    """All pips of these pyramids."""
    return sum(PIPS[piece.upper()] for piece in pieces)


class TrayPanel(Panel):
    """Two trays: the pyramids that each player has taken."""

    def __init__(self, look: MindControlLook) -> None:
        self._look = look
        self._rects: dict[int, pygame.Rect] = {}

    def height(self, width: int, skin: Skin) -> int:
        return skin.px(150)

    def layout(self, rect: pygame.Rect, skin: Skin, state: State, order: Sequence[int]) -> None:
        gap = skin.px(8)
        high = (rect.height - gap) // 2
        self._rects = {
            seat: pygame.Rect(rect.left, rect.top + row * (high + gap), rect.width, high)
            for row, seat in enumerate(order)
        }
        self._label = skin.type.line(SMALL) + skin.px(6)

    def trays(self) -> Mapping[str, pygame.Rect]:
        return {
            f"taken:{seat}": pygame.Rect(
                rect.left + 6, rect.top + self._label, rect.width - 12, rect.height - self._label - 4
            )
            for seat, rect in self._rects.items()
        }

    def ground(self, surface: pygame.Surface, skin: Skin) -> None:
        for seat, rect in self._rects.items():
            skin.panel(surface, rect)
            text = _("Taken by {side}").format(side=self._look.side(seat))
            skin.write(
                surface,
                text,
                (rect.left + skin.px(12), rect.top + skin.px(5)),
                SMALL,
                skin.theme.muted,
                BOLD,
                max(1, rect.width - skin.px(24)),
            )


class MindControlLook(Look):
    """Ice against ember."""

    def art(self) -> PieceArt:
        return Pyramids()

    def panel(self) -> Panel:
        return TrayPanel(self)

    def emblem_piece(self, seat: int) -> str:
        return "Ll"[seat]

    def side(self, seat: int) -> str:
        return (_("Ice"), _("Ember"))[seat]

    def points(self, state: State, seat: int) -> int:
        return pips(state.pieces().get(f"taken:{seat}", ()))

    def line(self, before: State, moment: Moment, names: Sequence[str]) -> str:
        gain = sum(pips(fact.pieces) for fact in moment.facts if fact.kind == "taken")
        for fact in moment.facts:
            if fact.kind == "moved":
                if fact.note == "destroy":
                    text = _("{start} destroys {to}  +{gain}")
                elif fact.note == "control":
                    text = _("{start} controls {to}")
                elif fact.note == "rescue":
                    text = _("{start} rescues {to}  +{gain}")
                elif len(before.pieces().get(fact.at, ())) > len(fact.pieces):
                    text = _("{start} – {to}, top alone")
                else:
                    text = _("{start} – {to}")
                return text.format(start=fact.at, to=fact.to, gain=gain)
        return bargain_line(moment, names) or moment.action

    def note_name(self, note: str) -> str:
        return {
            "destroy": _("Destroy"),
            "control": _("Mind control"),
            "rescue": _("Rescue"),
        }.get(note) or super().note_name(note)

    def part_name(self, part: str) -> str:
        return _("Whole stack") if part in ("", "whole") else _("Top only")

    def explain(self, before: State, place: str, note: str, step: Step | None) -> str:
        if note == "destroy":
            return _("More pips: the whole stack on {square} is yours to keep.").format(square=place)
        if note == "control":
            return _("Smaller than its top: you land on {square} and command all of it.").format(square=place)
        if note == "rescue":
            taken = sum(len(fact.pieces) for fact in step.facts if fact.kind == "taken") if step else 1
            return ngettext(
                "Same size as its master: you take {n} pyramid and free your own on {square}.",
                "Same size as its master: you take {n} pyramids and free your own on {square}.",
                taken,
            ).format(n=taken, square=place)
        return _("To the empty square {square}.").format(square=place)

    def attempt(self, prefix: tuple[str, ...], part: str, place: str) -> str:
        squares = [value for value in prefix if len(value) == 2]
        return "".join(squares) + place + ("t" if "top" in (part, *prefix) else "")

    def why_it_cannot_move(self, state: State, place: str, names: Sequence[str]) -> str:
        error = why_not(state, place + place)
        own = error is not None and error.code == "out-of-reach"
        return _("The stack on {square} can't move now.").format(square=place) if own else ""

    def extras(self, state: State) -> tuple[Extra, ...]:
        known = {
            "draw+": Extra("draw+", ANSWER, _("Accept"), "", "check"),
            "draw-": Extra("draw-", ANSWER, _("Decline"), "", "cross"),
            "draw?": Extra("draw?", OFFER, _("Offer draw"), _("Offer a draw?"), "handshake", "o"),
            "resign": Extra("resign", RESIGN, _("Resign"), _("Resign this game?"), "flag", "r"),
        }
        return tuple(known[action] for action in state.extras() if action in known)

    def offer_text(self, state: State, names: Sequence[str]) -> str:
        seat = state.turn
        if seat is None or "draw+" not in state.extras():
            return ""
        return _("{name} offers a draw.").format(name=names[1 - seat])

    def reasons(self) -> Mapping[str, str]:
        return {
            MindControlEnd.ONE_OWNER: _("One player commands no stack any more."),
            MindControlEnd.NO_ATTACK_EVER: _("No attack can ever happen again."),
            MindControlEnd.NO_MOVE: _("The player to move has no legal move."),
            MindControlEnd.REPETITION: _("The same position came up three times."),
            MindControlEnd.QUIET: _("Too many moves in a row without an attack."),
        }

    def help(self) -> tuple[HelpPage, ...]:
        return pages()

    def rules(self) -> tuple[Rule, ...]:
        return rulebook.rules()

    def credit(self) -> str:
        return rulebook.credit()

    def keys(self) -> tuple[str, ...]:
        return (
            _("A move can be typed, too: c3d4; then Enter."),
            _("On a gamepad the left button parts a stack."),
        )
