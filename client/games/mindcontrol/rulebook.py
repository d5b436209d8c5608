"""The rulebook of Mind Control in our own words, by number (MC1–MC15).

The one source of the help's pages and of ``docs/rules`` (`client.games.rulebooks`).
"""

from __future__ import annotations

from client.board.rulebook import Rule
from client.core.words import _


def credit() -> str:
    """Who made the game."""
    return _("Designed by Robert Atwood in 2001, for Looney Pyramids.")


def rules() -> tuple[Rule, ...]:
    """All rules in the language in use, in the order of their numbers."""
    return (
        Rule(
            "MC1",
            _("Board and players"),
            _("The board has eight files, a to h, and eight ranks, 1 to 8. Two play: White (ice) "
              "from the bottom and Black (ember) from the top."),
            (
                _("White (ice) moves first unless chosen otherwise."),
            ),
        ),
        Rule(
            "MC2",
            _("Pyramids"),
            _("Each side has four small pyramids of 1 pip, four medium of 2 and four large of 3. "
              "At the start they stand on files c to f: the large ones on the player's own edge, "
              "the medium ones before them, the small ones in front."),
        ),
        Rule(
            "MC3",
            _("Stacks"),
            _("One to three pyramids on a square are a stack, each smaller than the one below it. "
              "Whoever owns the top pyramid commands the whole stack."),
        ),
        Rule(
            "MC4",
            _("Moving"),
            _("A turn moves one stack that the player commands. Its lowest pyramid says how: "
              "small – one square in any direction; medium – any distance diagonally; large – any "
              "distance, straight or diagonally. Nothing is jumped over, and nobody may pass."),
        ),
        Rule(
            "MC5",
            _("Destroying"),
            _("A stack may land on an enemy stack with fewer pips in all. The attacker's player "
              "takes all of that stack."),
        ),
        Rule(
            "MC6",
            _("Mind control"),
            _("A stack may land on an enemy stack whose top is larger than the attacker's own "
              "base. It sits on top and commands it. Nothing is taken."),
        ),
        Rule(
            "MC7",
            _("Rescuing"),
            _("A stack may land on an enemy stack in which a pyramid as large as the attacker's "
              "base sits right on one of the attacking player's colour. That pyramid and all "
              "above it are taken, and the attacker stands on the freed one."),
            (
                _("In a rescue the captor may be of either colour."),
                _("A whole stack may rescue as a single pyramid may."),
            ),
        ),
        Rule(
            "MC8",
            _("The top alone"),
            _("Where the two topmost pyramids of a stack are of one colour, the top one may go "
              "alone; it moves and attacks as a single pyramid. A top pair of two colours can't "
              "be parted. Nobody may land on a stack that they command."),
            (
                _("The top pyramid may go alone whatever lies below the two topmost."),
            ),
        ),
        Rule(
            "MC9",
            _("The end"),
            _("The game is over as soon as one of these holds, looked at in this order: (a) a "
              "player commands no stack; (b) no attack can ever happen again; (c) the player to "
              "move has no move; (d) the position with the same player to move has come up three "
              "times; (e) 100 moves in a row, counting both players', were no attack. After the "
              "end nothing can be played."),
            (
                _("No attack is possible any more: judged by the stacks alone, wherever they "
                  "stand, counting top pyramids that could go alone."),
                _("A player to move who has no legal move ends the game."),
                _("The third time of a position ends the game; the start counts as one."),
                _("A hundred moves without an attack end the game; another number can be chosen, "
                  "and offers and answers are not counted."),
            ),
        ),
        Rule(
            "MC10",
            _("Score"),
            _("A player scores the pips of all pyramids taken, those of the own colour too. More "
              "pips win, as many are a draw, whichever way the game ended: who has lost every "
              "stack may still win."),
        ),
        Rule(
            "MC11",
            _("Resigning, offering a draw"),
            _("On the own turn, before moving, a player may resign, which loses whatever the "
              "score, or offer a draw. The other answers at once; an agreed draw is shared, with "
              "the score as it stands."),
            (
                _("One draw offer between two moves of your own."),
            ),
        ),
        Rule(
            "MC12",
            _("Options"),
            _("To be chosen: after how many moves without an attack the game ends (100; 0 for "
              "never), and who begins. Any other arrangement can be played by starting from a "
              "position."),
        ),
        Rule(
            "MC13",
            _("Positions in writing"),
            _("A position has five parts with one space between: board, side, taken, quiet moves, "
              "move number. The board is written rank by rank from 8 down to 1 with / between; S, "
              "M, L are White's pyramids, s, m, l Black's, a stack stands in parentheses from its "
              "base up, a number counts empty squares. The side to move is w or b. Taken is what "
              "White took, a colon, what Black took, each in the order LMSlms, or - for nothing. "
              "Of each letter there are at most four, taken ones included, and at least one "
              "pyramid is on the board. The start: 2llll2/2mmmm2/2ssss2/8/8/2SSSS2/2MMMM2/2LLLL2 "
              "w -:- 0 1"),
        ),
        Rule(
            "MC14",
            _("Moves in writing"),
            _("A move is the square it leaves and the square it goes to, c3c4; a t behind it "
              "moves the top alone, c3d4t. In records draw? offers a draw, draw+ accepts and "
              "draw- declines it, resign gives up."),
        ),
        Rule(
            "MC15",
            _("Leaving and time"),
            _("When a player leaves for good or runs out of time, the other wins. The score stays "
              "as it stands."),
            (
                _("Whoever leaves for good or runs out of time loses whatever the score."),
            ),
        ),
    )  # fmt: skip
