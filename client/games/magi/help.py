"""The help of Magi: how its pieces move, what its games are worth, interpretations of the rulebook included.

Boards and points are worked out by the rules (MG1–MG18), so that they can't say anything else.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from client.board.diagram import Diagram
from client.board.help_boards import Marked, choices, drawn, marked, placement
from client.board.look import HelpPage, rule_pages
from client.core.words import _
from client.games.magi.rulebook import credit, rules
from rules.magi import MAGI
from rules.magi.points import DEFAULT_BANDS, NO_BARGAIN, RESIGN, Points, Terms, mate_points, read_bands
from rules.magi.state import MagiState
from sprites.pieces.chesspieces import ChessPieces

SIDE = 10
KINGS = {"K": "j1", "k": "a10"}
"""Where the kings stand out of the way: no position is without them (MG20)."""
PIECES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "K": ("e5", {"e4": "p"}),
    "Q": ("e5", {"h8": "p", "e8": "P"}),
    "R": ("e5", {"h5": "p", "e8": "P"}),
    "B": ("e5", {"h8": "p", "c7": "P"}),
    "N": ("e5", {"g6": "p", "e6": "P", "f5": "P", "d5": "P"}),
    "D": ("e5", {"h5": "p", "e7": "P"}),
    "C": ("e5", {"h8": "p", "c7": "P"}),
    "W": ("e5", {"g7": "p", "f6": "P", "e6": "P"}),
    "P": ("e5", {"d6": "p", "f6": "n"}),
}
"""A kind, where it stands, and what stands about it: an enemy to take, a friend in the way."""
EN_PASSANT: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("w", "c2c4", ("b4", "b5")),
    ("w", "c2c5", ("b4", "b5")),
    ("w", "c2c5", ("b4", "b5", "b6")),
    ("w", "c2c5", ("b3", "b4", "b5")),
    ("b", "d8d7", ("c6", "c7")),
    ("b", "d8d6", ("c6", "c7")),
)
"""The source's examples (MG8): who moves, the pawn's first move, and the enemy pawns beside it."""
CASTLING: tuple[Mapping[str, str], ...] = ({}, {"g6": "r"}, {"b6": "r"}, {"d6": "n", "c1": "B"})
"""What stands on the board besides White's king and rooks."""


def position(placed: Mapping[str, str], side: str = "w", castling: str = "-", first: str = "-") -> MagiState:
    """The state with these pieces, the kings out of the way if they are not among them."""
    board = dict(placed)
    for king, home in KINGS.items():
        if king not in board.values():
            board[home] = king
    text = f"{placement(board, SIDE)} {side} {castling} {first} - 0 1"
    return MAGI.read_position(text, MAGI.configure({}))


board = partial(drawn, art=ChessPieces(), side=SIDE)
"""A state as a picture."""


def moves_of(state: MagiState, *squares: str) -> Marked:
    """The marks for all moves of the pieces on ``squares``, and for these squares."""
    found = marked(squares, "selected")
    taken = state.pieces()
    for square in squares:
        # A pawn that takes and promotes in one move is said to promote: that it takes the board shows.
        found += tuple((to, "destroy" if to in taken else mark) for to, mark in choices(state, square))
    return found


def moving(kind: str) -> str:
    """How a kind of piece (a letter, upper case) moves, in words (MG2–MG6)."""
    return {
        "K": _("The king goes one square in any direction. It never goes where it would be attacked."),
        "Q": _("The queen goes any distance, straight or diagonally. Nothing is jumped over."),
        "R": _("The rook goes any distance, straight. With the king it castles."),
        "B": _("The bishop goes any distance diagonally. It stays on squares of one colour."),
        "N": _("The knight goes two squares straight and one aside. It jumps over whatever is between."),
        "D": _("The duke is a rook with a short reach: up to three squares, straight. It does not jump."),
        "C": _("The cardinal goes diagonally like a bishop. Or one square in any direction, like a king."),
        "W": _("The wizard goes one square straight, jumps like a knight, or jumps exactly two squares "
               "diagonally. What is jumped over does not matter."),
        "P": _("The pawn goes one square straight forward, to an empty square. It takes one square "
               "diagonally forward."),
    }[kind]  # fmt: skip


def how_they_move() -> tuple[Diagram, ...]:
    """Each of the nine kinds (MG2–MG6)."""
    found = []
    for letter, (square, others) in PIECES.items():
        state = position({square: letter, **others})
        found.append(board(state, moves_of(state, square), moving(letter), letter, letter))
    return tuple(found)


def pawns() -> tuple[Diagram, ...]:
    """First moves (MG7) and promotion (MG9)."""
    first = position({"b2": "P", "d3": "P", "g2": "P", "g4": "p"}, first="D")
    moved = position({"b3": "P", "d3": "P"})
    last = position({"e9": "P", "f10": "n"})
    return (
        board(
            first, moves_of(first, "b2", "d3", "g2"),
            _("Nothing may stand on the way: the pawn on g2 is stopped by the one on g4."), _("First move"),
        ),
        board(
            moved, moves_of(moved, "b3", "d3"),
            _("Here the pawn on d3 has come from d2: it has moved already, so it goes one square only."),
            _("Afterwards"),
        ),
        board(
            last, moves_of(last, "e9"),
            _("On the last rank the pawn must become a queen, duke, rook, bishop, knight, cardinal or wizard."),
            _("Promotion"),
        ),
    )  # fmt: skip


def en_passant() -> tuple[Diagram, ...]:
    """The source's examples (MG8), each with what every pawn beside may do."""
    found = []
    for number, (side, move, beside) in enumerate(EN_PASSANT, 1):
        mine, theirs = ("P", "p") if side == "w" else ("p", "P")
        start, to = move[:2], move[2:]
        before = position(
            {start: mine, **dict.fromkeys(beside, theirs)}, side, first={"d": "d", "c": "-"}[start[0]]
        )
        after = before.apply(move).state
        assert isinstance(after, MagiState)
        marks: Marked = (*marked((start, to), "last"),)
        arrows = []
        words = []
        for pawn in beside:
            takes = [pick for pick in after.picks((pawn,)).choices if pick.note in ("en passant", "capture")]
            if not takes:
                words.append(_("{pawn} can't take.").format(pawn=pawn))
            for pick in takes:
                passing = pick.note == "en passant"
                text = (
                    _("{pawn} takes en passant on {square}.") if passing else _("{pawn} takes on {square}.")
                )
                words.append(text.format(pawn=pawn, square=pick.value))
                arrows.append((pawn, pick.value))
                marks += ((pick.value, "destroy"),)
        said = _("{start}–{to} was played.").format(start=start, to=to)
        found.append(board(after, marks, " ".join([said, *words]), str(number), "", tuple(arrows)))
    return tuple(found)


def castlings() -> tuple[Diagram, ...]:
    """Castling to both sides, and what forbids it (MG10)."""
    words = (
        (
            _("Both sides"),
            _("The king goes three squares towards the rook, the rook goes to its other side."),
        ),
        (
            _("Attacked"),
            _("The rook on g6 attacks g1, which the king would cross: only the other side is left."),
        ),
        (_("b1"), _("b1 may be attacked, as the rook may: the king does not cross these squares.")),
        (_("In the way"), _("A bishop between king and rook: only the other side is left.")),
    )
    found = []
    for others, (label, caption) in zip(CASTLING, words, strict=True):
        state = position({"f1": "K", "a1": "R", "j1": "R", "f10": "k", **others}, castling="KQ")
        marks = marked(("f1",), "selected")
        arrows = []
        for pick in state.picks(("f1",)).choices:
            if pick.note == "castle":
                marks += ((pick.value, "move"),)
                facts = state.apply(f"f1{pick.value}").facts
                arrows += [(fact.at, fact.to) for fact in facts if fact.kind == "moved"]
        found.append(board(state, marks, caption, label, "", tuple(arrows)))
    return tuple(found)


def shared(points: Points) -> str:
    """Points as people write them."""
    return f"{points[0]}–{points[1]}"


def terms() -> Terms:
    """What is played for unless chosen otherwise."""
    return Terms(read_bands(DEFAULT_BANDS))


def point_table() -> tuple[tuple[str, ...], ...]:
    """The bands (MG16) and what does not depend on them (MG12)."""
    usual = terms()
    rows = [(_("Moves"), _("Winner–loser"))]
    for band in usual.bands:
        moves = f"{band.first}–{band.last}" if band.last is not None else f"{band.first}–"
        rows.append((moves, shared(band.points)))
    rows.append((_("Stalemate, for who gives it"), shared(usual.stalemate)))
    rows.append((_("Any other draw"), shared(usual.draw)))
    return tuple(rows)


def worked_example(move: int = 53, mates: tuple[int, int, int] = (58, 61, 80)) -> str:
    """What mate is worth after a resignation offer that was declined on ``move`` (MG15)."""
    usual = terms()
    bargain = NO_BARGAIN.made(RESIGN, 1, move).answered(False)
    at = [shared(mate_points(usual, bargain, number)) for number in mates]
    text = _("Example: on move {move} Black offers to resign, for {offer}, and White declines. Mate on move "
             "{first} is {one}, on move {second} {two}, on move {third} {three}.")  # fmt: skip
    return text.format(
        move=move, offer=shared(usual.bands[usual.band(move)].points),
        first=mates[0], one=at[0], second=mates[1], two=at[1], third=mates[2], three=at[2],
    )  # fmt: skip


def pages() -> tuple[HelpPage, ...]:
    """The pages in the language in use."""
    usual = terms()
    start = MAGI.start(MAGI.configure({}), 2)
    return (
        HelpPage(
            _("Magi: the aim"),
            (
                _("Mate the other king, as in chess, on a board of ten by ten with 24 pieces each. White, of "
                  "ivory, moves first."),
                _("New beside the chess pieces are the duke, the cardinal and the wizard. Pawns begin with up to "
                  "three squares, and two of them stand on the third rank."),
                _("A game is worth {total} points, and how they are shared depends on when it ends and on what was "
                  "offered and declined: who is losing still has something to play for.")
                .format(total=usual.total),
                credit(),
            ),
            (board(start, (), _("The start.")),),
        ),
        HelpPage(
            _("How the pieces move"),
            (
                _("Choose a piece. A dot: it can go there. Spikes: it can take what stands there. Ivory pieces "
                  "in the way are its own."),
                _("King, queen, rook, bishop and knight move as in chess."),
                _("Who is in check must end it; nobody may leave the own king in check."),
            ),
            how_they_move(),
        ),
        HelpPage(
            _("Pawns"),
            (
                _("A pawn's first move may be longer: from rank 2 (Black: 9) up to three squares, from d3 and g3 "
                  "(d8, g8) up to two, if that pawn began there. All squares on the way must be empty."),
                _("From then on it goes one square at a time. It takes diagonally forward only."),
            ),
            pawns(),
        ),
        HelpPage(
            _("En passant"),
            (
                _("If a pawn's first move, straight forward, ends on rank 4 or 5 (Black: 7 or 6), an enemy pawn "
                  "may take it on the very next move by going diagonally forward to a square that it passed: on "
                  "rank 3 or 4 (8 or 7)."),
                _("For the pawns from d3, g3, d8 and g8 the square that they left counts too. To step onto a "
                  "square that is not empty is to take as usual."),
                _("The six boards are the examples of the rules themselves."),
            ),
            en_passant(),
        ),
        HelpPage(
            _("Castling"),
            (
                _("King and rook move at once: the king three squares, f1–i1 with the rook j1–h1, or f1–c1 with "
                  "the rook a1–d1; Black the same on rank 10."),
                _("Neither may have moved before, all squares between them must be empty, the king may not be in "
                  "check and may not cross or reach an attacked square."),
            ),
            castlings(),
        ),
        HelpPage(
            _("Points"),
            (
                _("{total} points are shared in every game. Checkmate is {win} on whatever move – as long as no "
                  "offer has been declined.").format(total=usual.total, win=shared(usual.full_win)),
                _("There is one draw offer and one resignation offer in a game, whoever makes it; the answer comes "
                  "at once. Draw accepted: {draw}. Resignation accepted: the row of the running move, even "
                  "where mate would be {win}.")
                .format(draw=shared(usual.draw), win=shared(usual.full_win)),
                _("Declined: mate in that same row is still {win}; later it is worth the row in which it comes, "
                  "whoever mates.").format(win=shared(usual.full_win)),
                worked_example(),
                _("With a move limit (an option, 150 in the source) a game without a result by then is 0–0; a draw "
                  "agreed before saves {draw}.").format(draw=shared(usual.draw)),
                _("Over several games the points add up, and the sides swap."),
            ),
            (),
            point_table(),
        ),
        HelpPage(
            _("How a game ends"),
            (
                _("Checkmate: the king is attacked and nothing helps. Stalemate: no legal move, but no check; it "
                  "is {stalemate} for the one who gives it.").format(stalemate=shared(usual.stalemate)),
                _("The player to move may claim a draw when the position has come up three times, or after 50 "
                  "moves of both without a capture or a pawn move. At five times or 75 moves it is a draw by itself."),
                _("It is a draw at once when nobody can mate any more: king against king, alone or with a knight, "
                  "or with bishops that all stand on one colour."),
                _("Whoever leaves for good or runs out of time loses as if mated on that move. If the other has "
                  "nothing but the king, it is {draw}.").format(draw=shared(usual.draw)),
            ),
        ),
        *rule_pages(rules()),
    )  # fmt: skip
