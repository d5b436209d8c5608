"""The rulebook of Magi in our own words, by number (MG1–MG23).

The one source of the help's pages and of ``docs/rules`` (`client.games.rulebooks`).
"""

from __future__ import annotations

from client.board.rulebook import Rule
from client.core.words import _


def credit() -> str:
    """Who made the game."""
    return _("Designed by Neal Meyer.")


def rules() -> tuple[Rule, ...]:
    """All rules in the language in use, in the order of their numbers."""
    return (
        Rule(
            "MG1",
            _("Board and start"),
            _("The board has ten files, a to j, and ten ranks, 1 to 10. From a1 to j1 White has "
              "rook, knight, bishop, cardinal, queen, king, wizard, bishop, knight, rook; ten "
              "pawns on rank 2; on rank 3 dukes on a3 and j3 and pawns on d3 and g3. Black "
              "mirrors this on ranks 10, 9 and 8. White moves first."),
        ),
        Rule(
            "MG2",
            _("Chess pieces"),
            _("King, queen, rook, bishop and knight move as in chess. Wherever these rules say "
              "nothing, those of chess hold."),
        ),
        Rule(
            "MG3",
            _("Duke"),
            _("The duke moves straight like a rook, but three squares at most. It does not jump."),
        ),
        Rule(
            "MG4",
            _("Cardinal"),
            _("The cardinal moves like a bishop, or one square in any direction like a king."),
        ),
        Rule(
            "MG5",
            _("Wizard"),
            _("The wizard goes one square straight, jumps like a knight, or jumps exactly two "
              "squares diagonally, over whatever is between."),
        ),
        Rule(
            "MG6",
            _("Pawn"),
            _("A pawn goes one square straight forward, onto an empty square. It takes one square "
              "diagonally forward."),
        ),
        Rule(
            "MG7",
            _("A pawn's first move"),
            _("A pawn that has never moved may go further: two or three squares from rank 2 "
              "(Black: 9), two squares if it began on d3 or g3 (d8, g8). Every square on the way "
              "and the goal must be empty. A pawn that has come to d3 or g3 from elsewhere has "
              "moved already."),
        ),
        Rule(
            "MG8",
            _("En passant"),
            _("When a pawn's first move, straight forward, ends on rank 4 or 5 (Black: 7 or 6), "
              "an enemy pawn may take it on the very next move by going diagonally forward onto "
              "an empty square that it passed on rank 3 or 4 (8 or 7). Of the pawns that began on "
              "d3, g3, d8 and g8 the square that they left counts too. To step diagonally onto a "
              "square that is not empty is to take as usual."),
        ),
        Rule(
            "MG9",
            _("Promotion"),
            _("A pawn that reaches the last rank must become a queen, duke, rook, bishop, knight, "
              "cardinal or wizard."),
        ),
        Rule(
            "MG10",
            _("Castling"),
            _("The king goes three squares towards a rook, the rook to its other side: f1–i1 with "
              "j1–h1, or f1–c1 with a1–d1; Black the same on rank 10. Neither may have moved, "
              "every square between them must be empty, the king may not be in check, nor cross "
              "or reach an attacked square. The rook may be attacked, and so may b1."),
        ),
        Rule(
            "MG11",
            _("Check, mate, stalemate"),
            _("As in chess: who is in check must end it, and nobody may leave the own king "
              "attacked. In check without a legal move is checkmate; without check it is "
              "stalemate."),
        ),
        Rule(
            "MG12",
            _("Points"),
            _("Twelve points are shared in every game. Stalemate is 7–5 for the player who gives "
              "it, any other draw 6–6; checkmate as MG15 says."),
        ),
        Rule(
            "MG13",
            _("Draw offer"),
            _("There is one draw offer in a game, whoever makes it. The opponent accepts, for "
              "6–6, or declines."),
            (
                _("Offers are made on one's own turn, before moving, and answered at once; then "
                  "the offerer moves."),
            ),
        ),
        Rule(
            "MG14",
            _("Resignation offer"),
            _("There is one offer to resign in a game, whoever makes it, made and answered like a "
              "draw offer. Accepted, the offerer loses by the band of the running move, even if "
              "nothing was declined and mate would be 12–0: that is the bargain. Declined, play "
              "goes on. Either kind of offer may still come after the other was declined."),
            (
                _("In the source a player who is threatened with mate may offer to resign. Nobody "
                  "can judge such a threat: whoever is on turn may, at any time."),
            ),
        ),
        Rule(
            "MG15",
            _("Points of a mate"),
            _("While no offer has been declined, mate is 12–0. After a declined offer it is still "
              "12–0 in the band in which that offer was made; later it is worth the band of the "
              "mating move."),
            (
                _("If both offers were declined, the later one counts."),
                _("What was declined binds both players, whoever mates."),
            ),
        ),
        Rule(
            "MG16",
            _("Bands"),
            _("By move number a win in a band is worth: 1–45 12–0, 46–60 11–1, 61–75 10–2, 76–90 "
              "9–3, 91–105 8–4, from 106 on 7–5. Other bands can be chosen, with any even total; "
              "a draw is then half of it each, stalemate one more and one less, and what is "
              "written 12–0 in these rules is the whole total to nothing."),
            (
                _("The source's table of points is cut off: it was rebuilt from the text, and "
                  "other bands can be chosen."),
                _("For the first band the source says “before move 45”; its other examples have "
                  "bands of 15. Here the first band ends with move 45."),
                _("A first band of 10–2, which the source suggests, changes what a resignation or "
                  "a later mate pays. A mate with nothing declined stays 12–0."),
            ),
        ),
        Rule(
            "MG17",
            _("Move limit"),
            _("If a move limit is chosen (150 in the source), a game in which both have made that "
              "many moves without a result is 0–0. A mate by Black's last one counts, and a draw "
              "agreed before saves 6–6."),
        ),
        Rule(
            "MG18",
            _("Draws of chess"),
            _("All are 6–6. The player to move may claim a draw once the position has come up "
              "three times, or after 50 moves of both without a capture or a pawn move. At five "
              "times or 75 moves, and when nobody can mate any more, it is a draw by itself. "
              "Positions are the same if board, side to move, castling, first moves of pawns and "
              "legal captures en passant are. Mate comes before all of these."),
            (
                _("A draw is claimed for the position on the board; claiming with a move that one "
                  "intends is not possible."),
                _("Nobody can mate any more: king against king; with one bishop; with one knight; "
                  "with any number of bishops on squares of one colour. Nothing else is judged."),
            ),
        ),
        Rule(
            "MG19",
            _("Leaving and time"),
            _("Who leaves for good or runs out of time loses as if mated on the running move."),
            (
                _("Whoever leaves or runs out of time gets a draw if the other has only the king."),
            ),
        ),
        Rule(
            "MG20",
            _("Positions in writing"),
            _("A position has seven parts with one space between: board, side, castling, first "
              "moves, en passant, half moves, move number. The board is written rank by rank from "
              "10 down to 1 with / between, White's pieces as capitals K Q R B N D C W P, Black's "
              "as small letters, and a number from 1 to 10 for empty squares that stand together. "
              "The side to move is w or b. Castling is some of KQkq, first moves some of DGdg "
              "(the pawns of d3 and g3, d8 and g8 that have not moved), en passant the squares on "
              "which one may take, each - if there are none. Half moves count since the last "
              "capture or pawn move. Each side has one king; no pawn stands on rank 1 or 10; who "
              "is not to move is not in check; rights need their pieces at home. The start: "
              "rnbcqkwbnr/pppppppppp/d2p2p2d/10/10/10/10/D2P2P2D/PPPPPPPPPP/RNBCQKWBNR w KQkq "
              "DGdg - 0 1"),
        ),
        Rule(
            "MG21",
            _("Moves in writing"),
            _("A move is the square it leaves and the square it goes to, e2e5; a promotion adds "
              "its letter, a9a10q; castling is the king's move, f1i1. The list of moves says it "
              "as chess players do: Wf3, exd5 e.p., O-O, a10=Q+, Dxj6#. In records draw? and "
              "resign? are offers, accept and decline the answers, claim claims a draw."),
        ),
        Rule(
            "MG22",
            _("What is a move"),
            _("Lists and counts of moves hold moves on the board only. Offers, answers and claims "
              "are told apart from them."),
        ),
        Rule(
            "MG23",
            _("Result"),
            _("The result is White's points and Black's, and the reason. The better score wins, a "
              "draw has both as winners. After the end nothing can be played."),
        ),
    )  # fmt: skip
