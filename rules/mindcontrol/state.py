"""One moment of a Mind Control game: whose turn, what may be done, what comes of it (MC1-MC15).

Immutable.  Whether a board position ends the game (MC9) is settled when the state is made, so that
asking is free.  Boards, stacks and notation live in the modules beside this one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rules.endings import AGREED, FORFEITS, RESIGNED
from rules.errors import IllegalAction, RulesError
from rules.facts import Fact, PieceMap
from rules.game import Outcome, Pick, Picks, State, Step, over_facts
from rules.mindcontrol.moves import (
    INDEX,
    SQUARES,
    UNITS,
    Board,
    Move,
    check_move,
    count_moves,
    moves,
    read_move,
    targets,
)
from rules.mindcontrol.notation import Diagram, MindControlEnd, Taken, taken_letters, write
from rules.mindcontrol.stacks import ATTACK, BLACK, LETTER, LETTERS, OWNER, SIZE, TOP, WHITE, no_attack_ever

OFFER, ACCEPT, DECLINE, RESIGN = "draw?", "draw+", "draw-", "resign"
NONE, PENDING, DECLINED = "none", "pending", "declined"
"""What became of a draw offer by the player to move since their last move (MC11)."""
REPETITIONS = 3

Key = tuple[Board, int]
"""What repetition compares: stacks and player to move (MC9d)."""


@dataclass(frozen=True, slots=True)
class MindControlState(State):
    """A position, what is offered, and how the game ended if it did; made by ``settled``."""

    board: Board
    side: int
    """The player to move: 0 White, 1 Black; also while the other answers an offer."""
    taken: Taken
    quiet: int
    move: int
    quiet_limit: int
    offer: str = NONE
    closed: str = ""
    """``agreed``, ``resigned``, ``left`` or ``time``: how players ended the game, if they did."""
    losers: tuple[int, ...] = ()
    """Who resigned, left or ran out of time."""
    end: MindControlEnd | None = field(default=None, compare=False)
    """How the position ends the game (MC9), if it does."""
    earlier: tuple[Key, ...] | None = field(default=(), compare=False, repr=False)
    """Positions since the last attack, this one included; None: repetition is not counted."""

    @property
    def turn(self) -> int | None:
        if self.end or self.closed:
            return None
        return 1 - self.side if self.offer == PENDING else self.side

    def scores(self) -> tuple[int, int]:
        """The pips of what each player has taken, own colour included (MC10)."""
        white, black = (
            sum(SIZE[letter] * count for letter, count in zip(LETTER, counts, strict=True))
            for counts in self.taken
        )
        return white, black

    def outcome(self) -> Outcome | None:
        if not (self.end or self.closed):
            return None
        scores = self.scores()
        if self.losers:
            winners = tuple(seat for seat in (WHITE, BLACK) if seat not in self.losers)
        elif self.closed:
            winners = (WHITE, BLACK)
        else:
            winners = tuple(seat for seat in (WHITE, BLACK) if scores[seat] == max(scores))
        return Outcome(self.closed or self.end or "", scores, winners)

    def legal(self) -> tuple[str, ...]:
        if self._no_moves_now():
            return ()
        return tuple(sorted(move.text() for move in moves(self.board, self.side)))

    def extras(self) -> tuple[str, ...]:
        if self.turn is None:
            return ()
        if self.offer == PENDING:
            return (ACCEPT, DECLINE)
        return (OFFER, RESIGN) if self.offer == NONE else (RESIGN,)

    def may(self, action: str) -> bool:
        if action in (OFFER, ACCEPT, DECLINE, RESIGN):
            return action in self.extras()
        try:
            self._checked(action)
        except RulesError:
            return False
        return True

    def picks(self, prefix: tuple[str, ...] = ()) -> Picks:
        """Squares: from, then to; between them ``top`` (and ``whole`` to take that back) where MC8 lets."""
        if self._no_moves_now():
            return Picks(())
        if not prefix:
            return Picks(
                tuple(Pick("square", SQUARES[square]) for square in range(64) if self._units(square))
            )
        start, *rest = prefix
        units = self._units(INDEX[start]) if start in INDEX else {}
        part = "whole"
        while rest and rest[0] in ("whole", "top"):
            part = rest.pop(0)
            if part == "top" and part not in units:
                return Picks(())
        goals = units.get(part, {})
        if len(rest) == 1 and rest[0] in goals:
            return Picks((), f"{start}{rest[0]}{'t' if part == 'top' else ''}")
        if rest:
            return Picks(())
        choices = [Pick("square", to, note) for to, note in goals.items()]
        choices += [Pick("part", other) for other in units if other != part]
        return Picks(tuple(choices))

    def _units(self, square: int) -> dict[str, dict[str, str]]:
        """``whole`` and ``top``, if they can move from ``square`` → target square → what happens there."""
        stack = self.board[square]
        if OWNER[stack] != self.side:
            return {}
        found = {}
        for unit, top in UNITS[stack]:
            goals = {}
            for to in targets(self.board, square, unit):
                attack = ATTACK[unit][self.board[to]]
                goals[SQUARES[to]] = attack.kind if attack else "move"
            if goals:
                found["top" if top else "whole"] = goals
        return found

    def apply(self, action: str) -> Step:
        if action in (OFFER, ACCEPT, DECLINE, RESIGN):
            return self._say(action)
        return self._moved(self._checked(action))

    def _checked(self, action: str) -> Move:
        """The board move that ``action`` says, if it may be made now; raises else."""
        move = read_move(action)
        self._refuse_if_over()
        if self.offer == PENDING:
            raise IllegalAction(
                "answer-due", "a draw was offered: answer it with draw+ or draw- first (MC11)"
            )
        check_move(self.board, self.side, move)
        return move

    def _moved(self, move: Move) -> Step:
        stack = self.board[move.start]
        unit = TOP[stack] if move.top else stack
        attack = ATTACK[unit][self.board[move.to]]
        start, to = SQUARES[move.start], SQUARES[move.to]
        kind = attack.kind if attack else "move"
        facts = [Fact("moved", start, to, LETTERS[unit], self.side, kind)]
        if attack and attack.taken:
            tray = f"taken:{self.side}"
            facts.insert(0, Fact("taken", to, tray, LETTERS[attack.taken], self.side, kind))
        state = self._after(move)
        return Step(state, (*facts, *over_facts(state.outcome())))

    def _after(self, move: Move) -> MindControlState:
        """The state after a move that is legal."""
        stack = self.board[move.start]
        unit = TOP[stack] if move.top else stack
        met = self.board[move.to]
        attack = ATTACK[unit][met]
        board = list(self.board)
        board[move.start] = stack - unit
        board[move.to] = attack.result if attack else unit
        taken = self.taken
        if attack and attack.taken:
            mine = list(taken[self.side])
            for letter in LETTERS[attack.taken]:
                mine[LETTER.index(letter)] += 1
            taken = (tuple(mine), taken[BLACK]) if self.side == WHITE else (taken[WHITE], tuple(mine))
        return settled(
            Diagram(
                tuple(board), 1 - self.side, taken, 0 if attack else self.quiet + 1, self.move + self.side
            ),
            self.quiet_limit,
            # After an attack no earlier position can ever come again, so memory begins anew.
            None if self.earlier is None else () if attack else self.earlier,
        )

    def _say(self, action: str) -> Step:
        """Offer, answer, resign (MC11)."""
        self._refuse_if_over()
        if action not in self.extras():
            if self.offer == PENDING:
                raise IllegalAction(
                    "answer-due", "a draw was offered: answer it with draw+ or draw- first (MC11)"
                )
            if action == OFFER:
                raise IllegalAction("offered", "only one draw offer between two moves of your own (MC11)")
            raise IllegalAction("no-offer", "no draw offer waits for an answer (MC11)")
        seat = self.turn
        if action == OFFER:
            return Step(replace(self, offer=PENDING), (Fact("offered", seat=seat, note="draw"),))
        if action == DECLINE:
            return Step(replace(self, offer=DECLINED), (Fact("answered", seat=seat, note="declined"),))
        if action == ACCEPT:
            state = replace(self, offer=NONE, closed=AGREED)
            fact = Fact("answered", seat=seat, note="accepted")
        else:
            state = replace(self, offer=NONE, closed=RESIGNED, losers=(self.side,))
            fact = Fact("resigned", seat=seat)
        return Step(state, (fact, *over_facts(state.outcome())))

    def forfeit(self, seats: tuple[int, ...], reason: str) -> Step:
        """One player left for good or overstepped the time (MC15)."""
        self._refuse_if_over()
        if reason not in FORFEITS:
            raise IllegalAction("reason", "a forfeit is left or time, not {reason!r} (MC15)", reason=reason)
        if seats not in ((WHITE,), (BLACK,)):
            raise IllegalAction("seats", "exactly one of the seats 0 and 1 can forfeit (MC15)")
        state = replace(self, offer=NONE, closed=reason, losers=seats)
        return Step(state, (Fact("left", seat=seats[0], note=reason), *over_facts(state.outcome())))

    def _refuse_if_over(self) -> None:
        if self.turn is None:
            raise IllegalAction(
                "over",
                "the game is over ({reason}): nothing can be played (MC9)",
                reason=self.closed or self.end or "",
            )

    def _no_moves_now(self) -> bool:
        return bool(self.end or self.closed) or self.offer == PENDING

    def notation(self) -> str:
        return write(Diagram(self.board, self.side, self.taken, self.quiet, self.move))

    def public(self) -> str:
        closed = "".join([self.closed, *(str(seat) for seat in self.losers)]) or "-"
        return f"{self.notation()} {self.offer} {closed}"

    def pieces(self) -> PieceMap:
        """Squares → letters from the base up; ``taken:0`` and ``taken:1`` → letters sorted."""
        places = {SQUARES[square]: LETTERS[stack] for square, stack in enumerate(self.board) if stack}
        for seat, counts in enumerate(self.taken):
            if any(counts):
                places[f"taken:{seat}"] = tuple(taken_letters(counts))
        return places

    def show(self) -> str:
        rows = []
        for rank in range(7, -1, -1):
            stacks = self.board[8 * rank : 8 * rank + 8]
            rows.append(f"{rank + 1}  " + " ".join("".join(LETTERS[stack]) or "." for stack in stacks))
        cells = [row.split() for row in rows] + [["", *"abcdefgh"]]
        board = "\n".join("".join(cell.ljust(4) for cell in row).rstrip() for row in cells)
        names = ("White", "Black")
        lines = [board, ""]
        for seat, score in enumerate(self.scores()):
            lines.append(f"{names[seat]} has taken {taken_letters(self.taken[seat]) or 'nothing'}: {score}")
        outcome = self.outcome()
        if outcome is None:
            lines.append(
                f"Move {self.move}, {names[self.side]} to move; {self.quiet} plies without an attack"
            )
        else:
            won = " and ".join(names[seat] for seat in outcome.winners)
            lines.append(f"Over ({outcome.reason}): {won} {'win' if len(outcome.winners) == 1 else 'draw'}")
        return "\n".join(lines)

    def without_history(self) -> MindControlState:
        if self.end is MindControlEnd.REPETITION:
            return settled(
                Diagram(self.board, self.side, self.taken, self.quiet, self.move), self.quiet_limit, None
            )
        return replace(self, earlier=None)

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        here = self if self.earlier is None else self.without_history()
        if here._no_moves_now():
            return 0
        if depth == 1:
            return count_moves(here.board, here.side)
        return sum(here._after(move).perft(depth - 1) for move in moves(here.board, here.side))


def settled(setup: Diagram, quiet_limit: int, earlier: tuple[Key, ...] | None = ()) -> MindControlState:
    """The state at a position, with MC9 decided; ``earlier`` as in the state, without this position."""
    key = (setup.board, setup.side)
    seen = None if earlier is None else (*earlier, key)
    end = None
    present = set(setup.board)
    present.discard(0)
    if len({OWNER[stack] for stack in present}) < 2:
        end = MindControlEnd.ONE_OWNER
    elif no_attack_ever(present):
        end = MindControlEnd.NO_ATTACK_EVER
    elif next(moves(setup.board, setup.side), None) is None:
        end = MindControlEnd.NO_MOVE
    elif seen is not None and seen.count(key) >= REPETITIONS:
        end = MindControlEnd.REPETITION
    elif quiet_limit and setup.quiet >= quiet_limit:
        end = MindControlEnd.QUIET
    return MindControlState(*setup, quiet_limit, end=end, earlier=seen)
