"""The help of Mind Control: what players must be able to read, interpretations of the rulebook included.

Its boards are worked out by the rules (MC2–MC8).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from client.board.diagram import Diagram
from client.board.help_boards import choices, drawn, marked, placement
from client.board.look import HelpPage, rule_pages
from client.core.words import _
from client.games.mindcontrol.rulebook import credit, rules
from rules.mindcontrol import MIND_CONTROL
from rules.mindcontrol.state import MindControlState
from sprites.pieces.pyramids import Pyramids

SIZE = 8


def position(stacks: Mapping[str, str]) -> MindControlState:
    """The state with these stacks (base first, capitals are White's, who is to move)."""
    written = {square: f"({stack})" if len(stack) > 1 else stack for square, stack in stacks.items()}
    return MIND_CONTROL.read_position(f"{placement(written, SIZE)} w -:- 0 1", MIND_CONTROL.configure({}))


board = partial(drawn, art=Pyramids(), side=SIZE)
"""A state as a picture."""


def moving() -> tuple[Diagram, ...]:
    """How each base moves (MC5), and the top going alone (MC8)."""
    shown = (
        ({"d4": "S", "h8": "l"}, (), _("Small"), _("A small base goes one square in any direction.")),
        ({"d4": "M", "g7": "S", "h1": "l"}, (), _("Medium"),
         _("A medium base goes any distance diagonally. What stands in the way is not jumped over.")),
        ({"d4": "L", "d7": "S", "a8": "s"}, (), _("Large"),
         _("A large base goes any distance, straight or diagonally.")),
        ({"d4": "LS", "h8": "l"}, ("top",), _("Top alone"),
         _("The two topmost are of one colour: the small one may go alone, one square, and leave the large one.")),
    )  # fmt: skip
    found = []
    for stacks, part, label, caption in shown:
        state = position(stacks)
        found.append(board(state, (("d4", "selected"), *choices(state, "d4", *part)), caption, label))
    return tuple(found)


def attacking() -> tuple[Diagram, ...]:
    """One example of each attack (MC6, MC7)."""
    shown = (
        ({"c3": "L", "f6": "m", "a8": "s"}, _("Destroy"), _("Three pips against two: all of it is taken.")),
        ({"c3": "S", "d4": "ls", "c4": "l"}, _("Mind control"),
         _("The small base is smaller than the large top on c4. The stack on d4 has a top too small for that.")),
        ({"c3": "M", "f6": "Lm", "a8": "s"}, _("Rescue"),
         _("The medium base is as large as the medium pyramid that sits on the large one of your own.")),
    )  # fmt: skip
    found = []
    for stacks, label, caption in shown:
        state = position(stacks)
        attacks = tuple(choice for choice in choices(state, "c3") if choice[1] != "move")
        arrows = tuple(("c3", to) for to, _mark in attacks)
        found.append(board(state, (*marked(("c3",), "selected"), *attacks), caption, label, arrows=arrows))
    return tuple(found)


def pages() -> tuple[HelpPage, ...]:
    """The pages in the language in use."""
    start = MIND_CONTROL.start(MIND_CONTROL.configure({}), 2)
    return (
        HelpPage(
            _("The aim"),
            (
                _("Take pyramids. Each is worth its pips: small 1, medium 2, large 3. When nobody can attack any "
                  "more, the player who has taken more pips wins – pyramids of your own colour count as well."),
                _("A stack is one to three pyramids, each smaller than the one below. Whoever owns the top pyramid "
                  "commands the whole stack, whatever is under it."),
                credit(),
            ),
            (board(start, (), _("The start.")),),
        ),
        HelpPage(
            _("Moving"),
            (
                _("The lowest pyramid of a stack says how it moves: small – one square in any direction; medium – "
                  "any distance diagonally; large – any distance, straight or diagonally. Nobody jumps, and you "
                  "must move."),
                _("If the two topmost pyramids of your stack are of one colour, the top one may go alone: press T, "
                  "use the right mouse button, or the left face button of a gamepad."),
            ),
            moving(),
        ),
        HelpPage(
            _("Attacking"),
            (
                _("Destroy: land on an enemy stack that has fewer pips in all than yours. You take all of it."),
                _("Mind control: land on an enemy stack whose top is larger than your base. You sit on top and "
                  "command it; nothing is taken."),
                _("Rescue: your base is as large as a pyramid that sits right on one of your own colour. That "
                  "pyramid and all above it are taken, and you stand on your freed one."),
            ),
            attacking(),
        ),
        HelpPage(
            _("The end"),
            (
                _("The game ends when a player commands no stack, when no attack can ever happen again, when the "
                  "player to move can't, when a position comes up for the third time, or after 100 moves in a row "
                  "without an attack (the number can be chosen)."),
                _("You may resign, or offer a draw before your move; the other answers at once. Whoever leaves for "
                  "good loses, whatever the score."),
            ),
        ),
        *rule_pages(rules()),
    )  # fmt: skip
