"""What the board scene asks of a game's look: art, board, names, words, the panel beside the board, help.

A look knows its game's facts and notation; it knows neither the scene nor the hub, and decides nothing that the
rules decide.  All texts that it returns are words in the language in use.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import pygame

from client.board.chooser import Chooser
from client.board.diagram import Diagram
from client.board.hint import HintText
from client.board.history import Moment
from client.board.notation import bare, squares_of
from client.board.panel import NoPanel, Panel
from client.board.rulebook import Rule, chosen_by_us
from client.core.scene import Scene
from client.core.services import Services
from client.core.words import _, explain
from rules.endings import AGREED, LEFT, RESIGNED, TIME
from rules.errors import RulesError
from rules.facts import Fact
from rules.game import Outcome, Pick, State, Step
from sprites.kit.theme import PLAYERS, Colour, Theme
from sprites.stage.stage import PieceArt

OFFER, ANSWER, RESIGN, CLAIM = "offer", "answer", "resign", "claim"
"""Kinds of extras: an offer to the others, an answer to one, giving up, a claim that needs nobody's consent."""


class Extra(NamedTuple):
    """Something one may do besides a board move (``State.extras``), as a button."""

    action: str
    kind: str
    label: str
    question: str = ""
    """What to ask before it is done; empty: done at once."""
    icon: str = ""
    key: str = ""
    """The key that asks for it, lower case."""
    meaning: str = ""
    """What comes of it, said below the question."""


class Ending(NamedTuple):
    """How a game ended, in words."""

    title: str
    reason: str


class HelpPage(NamedTuple):
    """One page of a game's help: a title, paragraphs, and boards to look at, or a table."""

    title: str
    paragraphs: tuple[str, ...]
    diagrams: tuple[Diagram, ...] = ()
    """With more than one, the reader chooses."""
    table: tuple[tuple[str, ...], ...] = ()
    """Rows of a table to show in a board's place; the first is its head."""
    rules: tuple[Rule, ...] = ()
    """Numbered rules below the paragraphs, to be gone to by their numbers."""


class Traces(NamedTuple):
    """What the last step left to be seen on the board."""

    squares: tuple[str, ...] = ()
    """From where to where somebody went."""
    cells: Mapping[str, str] = MappingProxyType({})
    """Square → what was done there (``sprites.stage.marks.CELLS``)."""


class Look(ABC):
    """One game's look; made anew for each scene."""

    files = 8
    ranks = 8
    typed = True
    """Whether moves can be typed in the game's notation."""
    letters = ""
    """The signs besides those of files with which a typed move may begin."""
    adds_up = False
    """Whether the points of several games are added up to one score."""

    def fit(self, state: State, options: Mapping[str, str]) -> None:
        """Take on what a match brings along: the size of its board, its own cards …"""

    def chooser(self) -> Chooser:
        """What makes an action out of clicks; most games need nothing but ``State.picks``."""
        return Chooser()

    # ---- pictures

    @abstractmethod
    def art(self) -> PieceArt:
        """How the pieces look."""

    def panel(self) -> Panel:
        """The game's own panel."""
        return NoPanel()

    def colour(self, seat: int) -> Colour:
        """The colour of a seat's pieces."""
        return PLAYERS[seat % len(PLAYERS)]

    def check(self, state: State) -> str:
        """A square to warn of (a king in check), or nothing."""
        return ""

    def traces(self, moment: Moment) -> Traces:
        """The marks that the last step leaves on the board."""
        moved = [fact for fact in moment.facts if fact.kind == "moved"]
        return Traces((moved[0].at, moved[0].to)) if moved else Traces()

    def emblem_piece(self, seat: int) -> str:
        """The piece that stands for a seat beside its name; empty: a dot of its colour."""
        return ""

    # ---- words

    @abstractmethod
    def side(self, seat: int) -> str:
        """What the pieces of a seat are called: Ice, Ember …"""

    def points(self, state: State, seat: int) -> int | None:
        """The score of a seat now, None where there is none before the end."""
        return None

    def score_picture(self, points: int, height: int, theme: Theme) -> pygame.Surface | None:
        """The score drawn ``height`` pixels high instead of written, where a game has a picture for it."""
        return None

    def fate(self, fact: Fact) -> str:
        """How somebody went out of the game while others play on (a fact ``out``)."""
        return ""

    @abstractmethod
    def line(self, before: State, moment: Moment, names: Sequence[str]) -> str:
        """What happened in one step, for the list of moves: one short line."""

    def note_name(self, note: str) -> str:
        """What a kind of move is called."""
        return _("Move")

    def explain(self, before: State, place: str, note: str, step: Step | None) -> str:
        """What choosing ``place`` will do, before it is done; ``step`` if it would be the whole action."""
        return ""

    def building(self, chooser: Chooser, names: Sequence[str], device: str) -> HintText | None:
        """What is chosen so far of an action and what is to be chosen next, and how with this device; None: say
        it as for any game."""
        return None

    def about(self, state: State, place: str, names: Sequence[str]) -> tuple[str, str]:
        """What stands on a square that is pointed at while nothing is chosen: its name, and what to know of it;
        empty where there is nothing to say."""
        return "", ""

    def part_name(self, part: str) -> str:
        """What a way of moving is called (``""``: everything)."""
        return part

    def pick_name(self, pick: Pick) -> str:
        """What something on a menu is called."""
        return pick.value

    def pick_piece(self, pick: Pick, seat: int) -> str:
        """The piece that ``seat`` would get by choosing this from a menu; empty: it is no piece."""
        return ""

    def menu_title(self, picks: Sequence[Pick]) -> str:
        """What to ask over a menu."""
        return _("Choose")

    def attempt(self, prefix: tuple[str, ...], part: str, place: str) -> str:
        """The action text that somebody seems to have meant, to ask the rules why it can't be."""
        return "".join(prefix) + place

    def read(self, state: State, text: str) -> tuple[str, ...]:
        """The actions that a typed text can mean: one, or several that differ only in what a menu asks for.
        Raises RulesError with the reason why it is none."""
        action = bare(text)
        if state.may(action):
            return (action,)
        squares = squares_of(action)
        if len(squares) > 1 and "".join(squares) == action:
            longer = tuple(one for one in state.legal() if squares_of(one) == squares)
            if len(longer) > 1:
                return longer
        state.apply(action)
        raise AssertionError("an action that can't be done must be refused")

    def why_it_cannot_move(self, state: State, place: str, names: Sequence[str]) -> str:
        """Why what stands on a square can't be taken up; empty: ask the rules."""
        return ""

    def error(self, error: RulesError) -> str:
        """Why something can't be done, in words."""
        return explain(error)

    def extras(self, state: State) -> tuple[Extra, ...]:
        """What ``state.extras()`` means, as buttons, in the order shown."""
        return ()

    def offer_text(self, state: State, names: Sequence[str]) -> str:
        """What is asked of the seat to act, while an answer is due; else nothing."""
        return ""

    def reasons(self) -> Mapping[str, str]:
        """What the game's own endings are: the reason of an outcome → a sentence."""
        return {}

    def reason(self, outcome: Outcome) -> str:
        """Why the game is over, in a sentence; empty if nothing is known of it."""
        return self.reasons().get(outcome.reason) or player_reason(outcome.reason)

    def ending(self, outcome: Outcome, names: Sequence[str]) -> Ending:
        """How it ended: a title (who won) and the reason."""
        return Ending(winner_title(outcome, names), self.reason(outcome))

    def help(self) -> tuple[HelpPage, ...]:
        """The game's help, page by page."""
        return ()

    def rules(self) -> tuple[Rule, ...]:
        """The game's rules by number, in our own words."""
        return ()

    def credit(self) -> str:
        """Who made the game, as a sentence; empty if nobody need be named."""
        return ""

    def book_name(self) -> str:
        """What the game's book of reference is called (all its cards …), empty if it has none."""
        return ""

    def book(self, services: Services, options: Mapping[str, str] | None = None) -> Scene | None:
        """That book, for a match with these options; without options, for no match in particular."""
        return None

    def keys(self) -> tuple[str, ...]:
        """What keys, mouse and gamepad do at this game's board alone, in sentences for the help."""
        return ()


def rule_pages(rules: tuple[Rule, ...]) -> tuple[HelpPage, ...]:
    """The last pages of a game's help: its rules by number, and what was chosen where the source is silent."""
    text = _("Refusals cite these numbers. A dot marks what the source leaves open and was chosen here.")
    return (
        HelpPage(_("The rules, by number"), (text,), rules=rules),
        HelpPage(_("Where the rules were silent"), chosen_by_us(rules)),
    )


def bargain_line(moment: Moment, names: Sequence[str]) -> str:
    """What was offered, answered, claimed, given up or left in one step; empty if it was none of these."""
    name = names[moment.seat] if 0 <= moment.seat < len(names) else ""
    for fact in moment.facts:
        if fact.kind == "offered":
            asks = _("{name} offers to resign") if fact.note == "resign" else _("{name} offers a draw")
            return asks.format(name=name)
        if fact.kind == "answered":
            agreed = fact.note == "accepted"
            return (_("{name} accepts") if agreed else _("{name} declines")).format(name=name)
        if fact.kind == "claimed":
            return _("{name} claims a draw").format(name=name)
        if fact.kind == "resigned":
            return _("{name} resigns").format(name=name)
        if fact.kind == "left":
            gone = names[fact.seat] if fact.seat is not None else name
            return (_("{name} is out of time") if fact.note == TIME else _("{name} left")).format(name=gone)
    return ""


def winner_title(outcome: Outcome, names: Sequence[str]) -> str:
    """Who won, in words that fit any game."""
    if len(outcome.winners) == 1:
        return _("{name} wins").format(name=names[outcome.winners[0]])
    if len(outcome.winners) == len(names):
        return _("A draw")
    return _("{names} share the win").format(names=", ".join(names[seat] for seat in outcome.winners))


def player_reason(reason: str) -> str:
    """A sentence for the endings that every game has, by the outcome's reason; empty for any other reason."""
    return {
        AGREED: _("A draw was agreed."),
        RESIGNED: _("Ended by resignation."),
        LEFT: _("The other player left the game."),
        TIME: _("Time ran out."),
    }.get(reason, "")
