"""The rulebook of Taika-Mario in our own words, by number (TM1–TM21).

The one source of the help's pages and of ``docs/rules`` (`client.games.rulebooks`).
"""

from __future__ import annotations

from client.board.rulebook import Rule
from client.core.words import _


def credit() -> str:
    """Who made the game."""
    return _("Made at home by a Finnish family, after Vlaada Chvátil's Tash-Kalar.")


def rules() -> tuple[Rule, ...]:
    """All rules in the language in use, in the order of their numbers."""
    return (
        Rule(
            "TM1",
            _("Board and walkers"),
            _("The board is square: 7, 9 or 11 squares a side, files from a, ranks from 1. "
              "Everybody has one walker, also called pawn, that starts in a corner, and is blind "
              "to one colour: Mario to red, Luigi to green, Wario to yellow, Waluigi to purple. "
              "Seats get them in this order unless others are chosen; no two are alike. In turn "
              "order the corners are bottom left, top left, top right, bottom right. Three may "
              "choose the triangle instead, which is fairer: bottom left, the middle of the top "
              "rank, bottom right."),
            (
                _("Two to four play."),
                _("The board is nine by nine for two and three players, eleven by eleven for "
                  "four, unless chosen otherwise."),
                _("The source gives yellow to Wario; red for Mario, green for Luigi and purple "
                  "for Waluigi were added."),
                _("Two begin in opposite corners, bottom left and top right."),
            ),
        ),
        Rule(
            "TM2",
            _("Obstacles"),
            _("Obstacles are red, green, yellow or purple, as many as are needed. A square holds "
              "one at most. They belong to nobody."),
        ),
        Rule(
            "TM3",
            _("Cards"),
            _("A card shows a pattern on a grid: obstacles that it needs, obstacles that it "
              "makes, and cells that do not matter. Everybody begins with three cards. The deck "
              "is the base set and the expansions that were chosen."),
            (
                _("Hands are hidden unless open hands are chosen."),
            ),
        ),
        Rule(
            "TM4",
            _("A turn"),
            _("First the walker steps: one square in any direction, onto one with neither "
              "obstacle nor walker. Then either one obstacle of any colour is placed on such a "
              "square at most two steps away, whatever lies between, or one card is cast. The "
              "square just left is free, unless an obstacle lies there. If neither is possible "
              "after this step, the turn ends with it."),
            (
                _("A turn is a step, then an obstacle or a card; the other reading is an option."),
            ),
        ),
        Rule(
            "TM5",
            _("Walled in"),
            _("Who begins a turn and can't step anywhere is out: the walker leaves the board, the "
              "hand is laid aside, obstacles stay. The next player's turn begins and is looked at "
              "in the same way; the last one alive is not."),
            (
                _("Board edge, obstacles and other walkers all block a step."),
            ),
        ),
        Rule(
            "TM6",
            _("Casting a card"),
            _("The pattern may be laid anywhere, turned and mirrored at will. Every obstacle that "
              "it needs must lie there, none in the caster's blind colour; this is judged before "
              "anything is placed. Then each new obstacle is made in a colour of the caster's "
              "choice, in place of one that is there already, and hits a walker on its square, "
              "once. The obstacle lies under the walker."),
            (
                _("A card lies on the board with all its obstacles, needed and new."),
                _("A spell hits any walker on its new obstacles, the caster's own too."),
            ),
        ),
        Rule(
            "TM7",
            _("On an obstacle"),
            _("A walker that stands on an obstacle may step off as usual. For patterns its square "
              "holds an obstacle."),
        ),
        Rule(
            "TM8",
            _("Three hits"),
            _("The third hit kills: the walker leaves the board and the hand is laid aside. "
              "Obstacles stay."),
        ),
        Rule(
            "TM9",
            _("Order of a spell"),
            _("First the new obstacles, then hits, then deaths, whose hands are laid aside seat "
              "by seat, then the cast card, and last the caster draws one, if alive. The drawn "
              "card goes to the end of the hand. If the deck is empty when a card is to be drawn, "
              "the cards laid aside are shuffled into a new one. There must be at least three "
              "cards for each player."),
            (
                _("The source says nothing of drawing cards, of cards laid aside or of an empty "
                  "deck: all of that was added."),
            ),
        ),
        Rule(
            "TM10",
            _("The same move"),
            _("Two ways to lay one card that make obstacles on the same squares are one move. Two "
              "copies of a card in a hand count once."),
        ),
        Rule(
            "TM11",
            _("Winning"),
            _("The last one alive wins. The others are placed by how long they lasted."),
            (
                _("Those who fall last at the same moment share the win."),
            ),
        ),
        Rule(
            "TM12",
            _("Nothing happens"),
            _("A game in which nothing happens any more ends as a draw of all who are alive. It "
              "is counted when a turn ends, before the next player is looked at by TM5; a player "
              "who is walled in sets the count to 0."),
            (
                _("After forty turns without a hit, a death or a newly covered square the "
                  "survivors draw; the number can be chosen."),
            ),
        ),
        Rule(
            "TM13",
            _("Resigning, leaving, time"),
            _("On the own turn a player may resign, and is out as by a third hit. The same goes "
              "for who leaves for good or runs out of time."),
            (
                _("Whoever leaves or runs out of time is out as if killed, also out of turn."),
            ),
        ),
        Rule(
            "TM14",
            _("Shuffling"),
            _("The deck is shuffled from the seed of the match in a way that everybody can work "
              "out afterwards: with SHA-256, a new key for each shuffle. It is drawn from the "
              "end. The first cards are dealt one at a time in turn order, three rounds."),
        ),
        Rule(
            "TM15",
            _("Card sets"),
            _("A card set is a file with a name, copies and a pattern for each card: at most five "
              "by five cells, two to eight obstacles that it needs, one to five that it makes. "
              "Players can make their own. The patterns are this program's own but for the worked "
              "example: the source's pictures are lost. It calls Lakitu, Cocoa and Bridge perhaps "
              "slightly too good."),
        ),
        Rule(
            "TM16",
            _("The worked example"),
            _("The example of the source is on the page about casting: a card mirrored and turned "
              "a quarter, one old obstacle replaced, one walker hit. If one of its four required "
              "obstacles had the caster's blind colour, the card could not be cast there."),
        ),
        Rule(
            "TM17",
            _("Positions in writing"),
            _("A position is a JSON object with the keys size, board, players, turn, deck, "
              "discard, seed, shuffles and quiet; cards only with own cards. The board is its "
              "ranks from the top down, each a text of . for empty and r, g, y, p for obstacles. "
              "A player has character, at, hits, hand and place: a square or null once out, and "
              "the place only once out."),
        ),
        Rule(
            "TM18",
            _("Turns in writing"),
            _("b2 r@c3 steps to b2 and places red on c3; b2 - steps where nothing else is "
              "possible; b2 !lakitu c4r d5g steps and casts a card, with the square and colour of "
              "each new obstacle, ordered by file and then by rank; resign gives up."),
        ),
        Rule(
            "TM19",
            _("The other way to read a turn"),
            _("If the option is chosen, a turn is either a step with placing one obstacle, or "
              "casting a card without a step, written . !lakitu c4r d5g. Who can't step anywhere "
              "is out all the same."),
            (
                _("The source's “two choices” can be read so too. Spells are more frequent then, "
                  "and games shorter."),
            ),
        ),
        Rule(
            "TM20",
            _("Result"),
            _("The game ends because one is left, because the last ones fell together, or because "
              "nothing happened for too long. There are no points. After the end nothing can be "
              "played."),
        ),
        Rule(
            "TM21",
            _("Options"),
            _("To be chosen: the size of the board, the card sets, the characters, hidden or open "
              "hands, the reading of a turn, corners or triangle, and after how many quiet turns "
              "it is a draw (0 for never)."),
        ),
    )  # fmt: skip
