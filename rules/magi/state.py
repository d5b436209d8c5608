"""One moment of a game of Magi: whose turn, what may be done, what comes of it (MG1–MG23).

Immutable.  Legal moves and an end by the position itself are settled when the state is made, so that
asking is free.  Movement, notation, points and refusals live in the modules beside this one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from rules.endings import AGREED, FORFEITS, RESIGNED
from rules.errors import IllegalAction, MalformedAction, Word, words
from rules.facts import Fact, PieceMap
from rules.game import Outcome, Pick, Picks, State, Step, over_facts
from rules.magi.endings import position_end
from rules.magi.moves import TEXT, legal_moves, perft
from rules.magi.notation import SIDES, MagiEnd, letter_at, write
from rules.magi.points import DRAW, NO_BARGAIN, RESIGN, Bargain, Points, Stakes, Terms, mate_points, stakes
from rules.magi.position import (
    ALL,
    BLACK,
    CASTLE,
    CASTLED_ROOK,
    EN_PASSANT,
    KINDS,
    KING,
    PROMOTIONS,
    WHITE,
    Position,
    play,
)
from rules.magi.refusals import refusal
from rules.magi.squares import BIT, FILES, NAMES, SIZE, SQUARE
from rules.squares import members

OFFERS = {"draw?": DRAW, "resign?": RESIGN}
ACCEPT, DECLINE, CLAIM = "accept", "decline", "claim"
WORDS = (*OFFERS, ACCEPT, DECLINE, CLAIM)
REASONS: dict[str, Word] = {
    word: word
    for word in words(
        "checkmate", "stalemate", "dead", "fivefold", "75 moves", "threefold", "50 moves", "agreed", "resigned",
        "move limit", "left", "time",
    )
}  # fmt: skip
"""How a game can have ended (MG23), as words that a client may translate."""
_MOVE = re.compile(r"([a-j](?:10|[1-9]))([a-j](?:10|[1-9]))([qdrbncw])?")

Key = tuple[object, ...]
"""What repetition compares (MG18)."""
Taken = tuple[tuple[str, ...], tuple[str, ...]]
"""By seat the pieces that it took, sorted."""


@dataclass(frozen=True, slots=True)
class MagiState(State):
    """A position, what was offered and how it was answered, and how it ended; made by ``settled``."""

    position: Position
    terms: Terms
    bargain: Bargain = NO_BARGAIN
    closed: str = ""
    """How players ended the game, if they did: see ``rules.endings``, or the ``MagiEnd`` that was claimed."""
    loser: int | None = None
    """Who resigned, left or ran out of time."""
    end: MagiEnd | None = field(default=None, compare=False)
    """How the position (or its repetition) ends the game, if it does."""
    moves: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """The legal moves of the position as ints (see ``rules.magi.moves``)."""
    taken: Taken = field(default=((), ()), compare=False)
    """For the trays only: no part of the position, unknown where the game began from a given position."""
    earlier: tuple[Key, ...] | None = field(default=(), compare=False, repr=False)
    """Keys since the last capture or pawn move, this position's included; None: not counted."""

    @property
    def turn(self) -> int | None:
        if self.end or self.closed:
            return None
        return 1 - self.position.side if self.bargain.pending else self.position.side

    def outcome(self) -> Outcome | None:
        reason = self.closed or self.end or ""
        if not reason:
            return None
        scores = self._scores(reason)
        best = max(scores)
        return Outcome(reason, scores, tuple(seat for seat in (WHITE, BLACK) if scores[seat] == best))

    def _scores(self, reason: str) -> tuple[int, int]:
        """White's and Black's points (MG12–MG19)."""
        side, number = self.position.side, self.position.fullmove
        points: Points
        loser = side if self.loser is None else self.loser
        if reason == MagiEnd.CHECKMATE:
            points = mate_points(self.terms, self.bargain, self._last_number())
        elif reason == MagiEnd.STALEMATE:
            points = self.terms.stalemate
        elif reason == RESIGNED:
            points = self.terms.bands[self.terms.band(number)].points
        elif reason in FORFEITS and not self._lone_king(1 - loser):
            points = mate_points(self.terms, self.bargain, number)
        elif reason == MagiEnd.MOVE_LIMIT:
            points = 0, 0
        else:
            points = self.terms.draw
        return (points[1], points[0]) if loser == WHITE else points

    def _last_number(self) -> int:
        """The full-move number of the move that led here."""
        return max(1, self.position.fullmove - (self.position.side == WHITE))

    def _lone_king(self, seat: int) -> bool:
        army = self.position.armies()[seat]
        return army[ALL] == army[KING]

    def stakes(self) -> Stakes:
        """What is at stake now, for a payoff panel: bands, what mate is worth, who declined what."""
        return stakes(self.terms, self.bargain, self.position.fullmove)

    def in_check(self) -> bool:
        """Whether the side to move is in check."""
        return self.position.in_check()

    def checked(self) -> str:
        """The square of the king that is in check, for showing it; empty if there is none."""
        return NAMES[self.position.king()] if self.in_check() else ""

    def legal(self) -> tuple[str, ...]:
        return () if self._no_moves_now() else tuple(sorted(map(TEXT.__getitem__, self.moves)))

    def extras(self) -> tuple[str, ...]:
        if self.turn is None:
            return ()
        if self.bargain.pending:
            return (ACCEPT, DECLINE)
        offers = tuple(word for word, kind in OFFERS.items() if self.bargain.may_offer(kind))
        return (CLAIM, *offers) if self.claim_reason() else offers

    def claim_reason(self) -> MagiEnd | None:
        """As what the position on the board may be claimed a draw (MG18): threefold or 50 moves; None if not."""
        if self.earlier and self.earlier.count(self.earlier[-1]) >= 3:
            return MagiEnd.THREEFOLD
        return MagiEnd.FIFTY_MOVES if self.position.halfmove >= 100 else None

    def may(self, action: str) -> bool:
        if action in WORDS:
            return action in self.extras()
        return not self._no_moves_now() and any(TEXT[move] == action for move in self.moves)

    def find(self, action: str) -> int | None:
        """The legal move that ``action`` says, as an int, or None."""
        if self._no_moves_now():
            return None
        return next((move for move in self.moves if TEXT[move] == action), None)

    def picks(self, prefix: tuple[str, ...] = ()) -> Picks:
        """Square, target square, and the letter of the piece to promote to."""
        if self._no_moves_now():
            return Picks(())
        if not prefix:
            return Picks(tuple(Pick("square", NAMES[s]) for s in sorted({m & 127 for m in self.moves})))
        source = SQUARE.get(prefix[0], -1)
        moves = sorted(move for move in self.moves if move & 127 == source)
        if len(prefix) == 1:
            notes = {NAMES[move >> 7 & 127]: self.note(move) for move in moves}
            return Picks(tuple(Pick("square", name, note) for name, note in notes.items()))
        moves = [move for move in moves if NAMES[move >> 7 & 127] == prefix[1]]
        if len(prefix) == 2 and moves and moves[0] >> 14 in PROMOTIONS:
            kinds = [kind for kind in PROMOTIONS if any(move >> 14 == kind for move in moves)]
            return Picks(tuple(Pick("piece", KINDS[kind].lower(), "promote") for kind in kinds))
        whole = "".join(prefix)
        fits = any(TEXT[move] == whole and (len(prefix) == 3) == (move >> 14 in PROMOTIONS) for move in moves)
        return Picks((), whole if fits and len(prefix) <= 3 else None)

    def note(self, move: int) -> str:
        """What a move is: ``move capture castle promote`` or ``en passant``."""
        extra = move >> 14
        if extra:
            return {EN_PASSANT: "en passant", CASTLE: "castle"}.get(extra, "promote")
        return "capture" if self.position.theirs[ALL] & BIT[move >> 7 & 127] else "move"

    def apply(self, action: str) -> Step:
        if action in WORDS:
            return self._say(action)
        match = _MOVE.fullmatch(action)
        if match is None or match[1] == match[2]:
            raise MalformedAction(
                "form",
                "{action!r} is neither a move like e2e5 or a9a10q nor draw?, resign?, accept, decline or "
                "claim (MG21)",
                action=action,
            )
        self._refuse_if_over()
        self._refuse_if_due()
        move = self.find(action)
        if move is None:
            raise refusal(self.position, SQUARE[match[1]], SQUARE[match[2]], match[3] is not None)
        return self.step(move)

    def step(self, move: int) -> Step:
        """The state after one of ``moves``, and what happened."""
        facts, taken = self._move_facts(move)
        after = play(self.position, move)
        trays = self.taken
        if taken:
            mine = tuple(sorted((*trays[self.position.side], taken)))
            trays = (mine, trays[1]) if self.position.side == WHITE else (trays[0], mine)
        # After a capture or a pawn move no earlier position can come again, so memory begins anew.
        earlier = None if self.earlier is None else self.earlier if after.halfmove else ()
        state = settled(after, self.terms, self.bargain, trays, earlier)
        if square := state.checked():
            facts.append(Fact("checked", square, seat=after.side))
        return Step(state, (*facts, *over_facts(state.outcome())))

    def _move_facts(self, move: int) -> tuple[list[Fact], str]:
        """What a move does to the board, and the letter that is captured."""
        position, note = self.position, self.note(move)
        seat, armies = position.side, position.armies()
        source, target, extra = move & 127, move >> 7 & 127, move >> 14
        start, to = NAMES[source], NAMES[target]
        where = position.victim() if extra == EN_PASSANT else target
        taken = letter_at(armies, where)
        facts = []
        if taken:
            capture = note if extra == EN_PASSANT else "capture"
            facts.append(Fact("taken", NAMES[where], f"taken:{seat}", (taken,), seat, capture))
        facts.append(Fact("moved", start, to, (letter_at(armies, source),), seat, note))
        if extra == CASTLE:
            rook = CASTLED_ROOK[target]
            corner = next(members(rook & armies[seat][ALL]))
            beside = next(members(rook ^ BIT[corner]))
            facts.append(
                Fact("moved", NAMES[corner], NAMES[beside], (letter_at(armies, corner),), seat, note)
            )
        elif extra in PROMOTIONS:
            letter = KINDS[extra] if seat == WHITE else KINDS[extra].lower()
            facts.append(Fact("promoted", at=to, pieces=(letter,), seat=seat, note="promote"))
        return facts, taken

    def _say(self, action: str) -> Step:
        """Offer, answer, claim (MG13, MG14, MG18)."""
        self._refuse_if_over()
        seat, pending = self.turn, self.bargain.pending
        if seat is None:
            raise AssertionError("a game that is not over has a seat to act")
        if action in (ACCEPT, DECLINE):
            if pending is None:
                raise IllegalAction("no-offer", "no offer waits for an answer (MG13, MG14)")
            return self._answer(seat, pending.kind, action == ACCEPT)
        self._refuse_if_due()
        if action == CLAIM:
            reason = self.claim_reason()
            if reason is None:
                raise IllegalAction(
                    "no-claim",
                    "nothing to claim: the position has not occurred three times, and only {plies} of 100 "
                    "plies have passed without capture or pawn move (MG18)",
                    plies=self.position.halfmove,
                )
            state = replace(self, closed=reason)
            return Step(state, (Fact("claimed", seat=seat, note=reason), *over_facts(state.outcome())))
        kind = OFFERS[action]
        if not self.bargain.may_offer(kind):
            if kind == DRAW:
                raise IllegalAction("offered", "a draw has been offered: only one draw offer a game (MG13)")
            raise IllegalAction(
                "offered-resign", "resignation has been offered: only one such offer a game (MG14)"
            )
        state = replace(self, bargain=self.bargain.made(kind, seat, self.position.fullmove))
        return Step(state, (Fact("offered", seat=seat, note=kind),))

    def _answer(self, seat: int, kind: str, accepted: bool) -> Step:
        bargain = self.bargain.answered(accepted)
        fact = Fact("answered", seat=seat, note="accepted" if accepted else "declined")
        if not accepted:
            return Step(replace(self, bargain=bargain), (fact,))
        if kind == DRAW:
            state = replace(self, bargain=bargain, closed=AGREED)
            return Step(state, (fact, *over_facts(state.outcome())))
        loser = 1 - seat
        state = replace(self, bargain=bargain, closed=RESIGNED, loser=loser)
        return Step(state, (fact, Fact("resigned", seat=loser), *over_facts(state.outcome())))

    def forfeit(self, seats: tuple[int, ...], reason: str) -> Step:
        """One player left for good or overstepped the time (MG19)."""
        self._refuse_if_over()
        if reason not in FORFEITS:
            raise IllegalAction("reason", "a forfeit is left or time, not {reason!r} (MG19)", reason=reason)
        if seats not in ((WHITE,), (BLACK,)):
            raise IllegalAction("seats", "exactly one of the seats 0 and 1 can forfeit (MG19)")
        state = replace(self, closed=reason, loser=seats[0])
        return Step(state, (Fact("left", seat=seats[0], note=reason), *over_facts(state.outcome())))

    def _refuse_if_over(self) -> None:
        if self.turn is None:
            raise IllegalAction(
                "over",
                "the game is over ({reason}): nothing can be played (MG23)",
                reason=REASONS[self.closed or self.end or ""],
            )

    def _refuse_if_due(self) -> None:
        if self.bargain.pending:
            raise IllegalAction(
                "answer-due", "an offer waits for its answer: accept or decline first (MG13, MG14)"
            )

    def _no_moves_now(self) -> bool:
        return bool(self.end or self.closed) or self.bargain.pending is not None

    def notation(self) -> str:
        return write(self.position)

    def public(self) -> str:
        loser = "" if self.loser is None else str(self.loser)
        return f"{self.notation()} {self.bargain.text()} {self.closed + loser or '-'}"

    def pieces(self) -> PieceMap:
        """Squares → letters, upper case for White; ``taken:0`` and ``taken:1`` → what that seat took."""
        places: dict[str, tuple[str, ...]] = {}
        for army, letters in zip(self.position.armies(), (KINDS, KINDS.lower()), strict=True):
            for kind, letter in enumerate(letters):
                for square in members(army[kind]):
                    places[NAMES[square]] = (letter,)
        for seat, letters_taken in enumerate(self.taken):
            if letters_taken:
                places[f"taken:{seat}"] = letters_taken
        return places

    def show(self) -> str:
        position, armies = self.position, self.position.armies()
        lines = []
        for rank in reversed(range(SIZE)):
            row = [letter_at(armies, square) or "." for square in range(rank * SIZE, rank * SIZE + SIZE)]
            lines.append(f"{rank + 1:2}  {' '.join(row)}")
        lines += ["    " + " ".join(FILES), ""]
        outcome = self.outcome()
        if outcome is None:
            now = self.stakes()
            check = ", in check" if self.in_check() else ""
            lines.append(f"Move {position.fullmove}, {SIDES[position.side]} to move{check}")
            lines.append(f"Mate now: {now.mate_now[0]}–{now.mate_now[1]}")
        else:
            scores = "–".join(map(str, outcome.scores or ()))
            lines.append(f"Over ({outcome.reason}): {scores}")
        return "\n".join(lines)

    def without_history(self) -> MagiState:
        if self.end is MagiEnd.FIVEFOLD:
            return settled(self.position, self.terms, self.bargain, self.taken, None)
        return replace(self, earlier=None)

    def perft(self, depth: int) -> int:
        if depth and (self.closed or self.bargain.pending):
            return 0
        return perft(self.position, depth, self.terms.move_limit)


def settled(
    position: Position,
    terms: Terms,
    bargain: Bargain = NO_BARGAIN,
    taken: Taken = ((), ()),
    earlier: tuple[Key, ...] | None = (),
) -> MagiState:
    """The state at a position, with its end decided; ``earlier`` as in the state, without this position."""
    moves = tuple(legal_moves(position))
    if earlier is not None:
        earlier = (*earlier, repetition_key(position, moves))
    seen = earlier.count(earlier[-1]) if earlier else 1
    end = position_end(position, bool(moves), seen, terms.move_limit)
    return MagiState(position, terms, bargain, end=end, moves=moves, taken=taken, earlier=earlier)


def repetition_key(position: Position, moves: tuple[int, ...]) -> Key:
    """What repetition compares: board, side, rights, and the en-passant captures that are legal (MG18)."""
    captures = tuple(move for move in moves if move >> 14 == EN_PASSANT) if position.trail else ()
    return (position.mine, position.theirs, position.side, position.rights, captures)
