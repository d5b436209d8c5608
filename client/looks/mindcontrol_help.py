"""The help of Mind Control: what players must be able to read, interpretations of the rulebook included."""

from __future__ import annotations

from client.looks.look import HelpPage
from client.words import _


def pages() -> tuple[HelpPage, ...]:
    """The pages in the language in use."""
    return (
        HelpPage(
            _("The aim"),
            (
                _("Take pyramids. Each is worth its pips: small 1, medium 2, large 3. When nobody can attack any "
                  "more, the player who has taken more pips wins – pyramids of your own colour count as well."),
                _("A stack is one to three pyramids, each smaller than the one below. Whoever owns the top pyramid "
                  "commands the whole stack, whatever is under it."),
            ),
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
        HelpPage(
            _("Where the rules were silent"),
            (
                _("White (ice) moves first unless chosen otherwise."),
                _("In a rescue the captor may be of either colour, and a whole stack may rescue as a single "
                  "pyramid may."),
                _("The top pyramid may go alone whenever the two topmost are of one colour, whatever lies below."),
                _("No attack is possible any more: judged by the stacks alone, wherever they stand, counting top "
                  "pyramids that could go alone."),
                _("A player without a legal move ends the game; the start position counts for repetition; offers "
                  "and answers are not counted as moves; one draw offer between two moves of your own."),
                _("Whoever leaves for good or runs out of time loses whatever the score."),
            ),
        ),
    )  # fmt: skip
