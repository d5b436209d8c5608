"""One moment of Taika-Mario (TM1–TM21): the board as sets of squares, hands and deck as face-down slots.

A hidden card is ``None``: whoever holds the state knows some faces and not others (TM3).  In a view the
deck, the seed and the discard pile are all face down (of the pile one knows what was cast, but not the
hands of the dead, and it is kept as one thing).  Legal turns are many, so that everything can be asked
by part: ``steps``, ``places``, ``spells``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import NamedTuple, TypeVar

from rules.errors import IllegalAction, MalformedAction, RulesError
from rules.facts import Fact, PieceMap
from rules.game import Outcome, Picks, State, Step, over_facts
from rules.taika.cards import known
from rules.taika.deal import shuffle
from rules.taika.moves import COLOURS, Cast, Place, Turn, parse, square_name, write
from rules.taika.patterns import Rows, bits, layings

CHARACTERS = ("mario", "luigi", "wario", "waluigi")
BLIND = {"mario": 0, "luigi": 1, "wario": 2, "waluigi": 3}
"""The index in COLOURS that each character is blind to (TM1)."""
DEADLY = 3

Hand = tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """What does not change in a game: the board's size, who plays, own cards, options (TM21)."""

    size: int
    characters: tuple[str, ...]
    cards: tuple[tuple[str, Rows], ...] = ()
    """Cards that add to or override the built-in ones, sorted by id (TM17)."""
    open_hands: bool = False
    either_or: bool = False
    quiet_limit: int = 40

    def rows(self, card: str) -> Rows | None:
        """The pattern of ``card``, or None if there is no such card."""
        return dict(self.cards).get(card) or known().get(card)


class Spell(NamedTuple):
    """One castable laying: the card, its new squares, the obstacles it needs (both sets of squares)."""

    card: str
    new: int
    need: int


@cache
def around(square: int, size: int, reach: int) -> int:
    """The squares at most ``reach`` king's steps from ``square``, itself left out."""
    file, rank = divmod(square, size)
    found = 0
    for x in range(max(0, file - reach), min(size, file + reach + 1)):
        for y in range(max(0, rank - reach), min(size, rank + reach + 1)):
            found |= 1 << (x * size + y)
    return found & ~(1 << square)


@dataclass(frozen=True, slots=True)
class TaikaState(State):
    """A position; see TM17 for what each part means.  Seats are in turn order."""

    setup: Setup
    colours: tuple[int, int, int, int]
    """For each colour of COLOURS the squares of its obstacles."""
    at: tuple[int | None, ...]
    hits: tuple[int, ...]
    hands: tuple[Hand, ...]
    place: tuple[int | None, ...]
    mover: int
    deck: Hand
    discard: Hand
    seed: bytes | None
    """None in a view."""
    shuffles: int
    quiet: int

    # -- who and whether ---------------------------------------------------------------------------

    @property
    def alive(self) -> tuple[int, ...]:
        """The seats whose pawn is on the board."""
        return tuple(seat for seat, square in enumerate(self.at) if square is not None)

    @property
    def turn(self) -> int | None:
        return None if self.outcome() else self.mover

    def outcome(self) -> Outcome | None:
        """TM11, TM12, TM20."""
        alive = self.alive
        if len(alive) == 1:
            return Outcome("last", None, alive)
        if not alive:
            return Outcome("together", None, tuple(s for s, place in enumerate(self.place) if place == 1))
        if self.setup.quiet_limit and self.quiet >= self.setup.quiet_limit:
            return Outcome("quiet", None, alive)
        return None

    # -- what may be done, by part -------------------------------------------------------------------

    @property
    def obstacles(self) -> int:
        """The squares that hold an obstacle."""
        red, green, yellow, purple = self.colours
        return red | green | yellow | purple

    @property
    def pawns(self) -> int:
        """The squares that hold a pawn."""
        return sum(1 << square for square in self.at if square is not None)

    def steps(self, seat: int | None = None) -> int:
        """The squares that the pawn of ``seat`` (by default of the player to move) may step to (TM4)."""
        square = self.at[self.mover if seat is None else seat]
        if square is None:
            return 0
        return around(square, self.setup.size, 1) & ~(self.obstacles | self.pawns)

    def places(self, step: int) -> int:
        """The squares that may get an obstacle after stepping to ``step`` (TM4a)."""
        left = self.at[self.mover]
        others = self.pawns & ~(0 if left is None else 1 << left)
        return around(step, self.setup.size, 2) & ~(self.obstacles | others)

    def spells(self) -> tuple[Spell, ...]:
        """Every castable laying of the mover's known cards; the step changes none of them (TM6, TM10)."""
        usable = self.obstacles & ~self.colours[BLIND[self.setup.characters[self.mover]]]
        found = []
        for card in dict.fromkeys(self.hands[self.mover]):
            rows = self.setup.rows(card) if card else None
            if card and rows:
                fits = layings(rows, self.setup.size, usable)
                found += [Spell(card, new, need) for new, need in fits.items()]
        return tuple(found)

    def parts(self) -> tuple[int, tuple[Spell, ...]]:
        """The steps and the spells of this turn; none of either where there is no turn to make."""
        if self.outcome():
            return 0, ()
        steps = self.steps()
        return steps, self.spells() if steps else ()

    def legal(self) -> tuple[str, ...]:
        return self._list(COLOURS)

    def shapes(self) -> tuple[str, ...]:
        return self._list(" ")

    def _list(self, colours: str) -> tuple[str, ...]:
        """All turns with each new obstacle in each of ``colours``; one blank: shapes (TM18)."""
        size = self.setup.size
        steps, spells = self.parts()
        magic = []
        for spell in spells:
            squares = [square_name(square, size) for square in bits(spell.new)]
            for choice in product(colours, repeat=len(squares)):
                named = zip(squares, choice, strict=True)
                magic.append(f"!{spell.card} " + " ".join((s + c).strip() for s, c in named))
        found = [f". {act}" for act in magic] if self.setup.either_or else []
        for step in bits(steps):
            name = square_name(step, size)
            places = self.places(step)
            found += [
                f"{name} {c.strip()}@{square_name(square, size)}" for square in bits(places) for c in colours
            ]
            if not self.setup.either_or:
                found += [f"{name} {act}" for act in magic]
            if not places and (self.setup.either_or or not spells):
                found.append(f"{name} -")
        return tuple(sorted(found))

    def count(self) -> int:
        """How many legal turns there are, without listing them."""
        steps, spells = self.parts()
        magic = sum(4 ** spell.new.bit_count() for spell in spells)
        total = magic if self.setup.either_or else 0
        for step in bits(steps):
            places = 4 * self.places(step).bit_count()
            others = places + (0 if self.setup.either_or else magic)
            total += others or 1
        return total

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        if depth == 1:
            return self.count()
        return sum(self.apply(action).state.perft(depth - 1) for action in self.legal())

    def extras(self) -> tuple[str, ...]:
        return () if self.outcome() else ("resign",)

    def may(self, action: str) -> bool:
        try:
            if action == "resign":
                return not self.outcome()
            self._check(parse(action, self.setup.size))
        except RulesError:
            return False
        return True

    def picks(self, prefix: tuple[str, ...] = ()) -> Picks:
        from rules.taika.building import picks

        return picks(self, prefix)

    # -- doing it ---------------------------------------------------------------------------------------

    def _check(self, turn: Turn) -> int:
        """Raise IllegalAction unless ``turn`` is legal; the required squares of its spell, or 0."""
        size = self.setup.size
        if self.outcome():
            raise IllegalAction("over", "TM20: the game is over")
        steps = self.steps()
        if not steps:
            raise IllegalAction("stuck", "TM5: the player to move cannot step anywhere")
        if turn.step is None:
            if not self.setup.either_or:
                raise IllegalAction("step-first", "TM4: a turn begins with a step")
        elif not steps >> turn.step & 1:
            raise IllegalAction(
                "no-step", "TM4: the pawn cannot step to {square}", square=square_name(turn.step, size)
            )
        if isinstance(turn.act, Cast):
            if self.setup.either_or and turn.step is not None:
                raise IllegalAction("no-step-and-spell", "TM19: a spell is cast without a step")
            return self._check_cast(turn.act)
        assert turn.step is not None, "the notation has no place without a step"
        places = self.places(turn.step)
        if turn.act is None:
            if places or (not self.setup.either_or and self.spells()):
                raise IllegalAction(
                    "must-act", "TM4: an obstacle can be placed or a card cast after this step"
                )
        elif not places >> turn.act.square & 1:
            raise IllegalAction(
                "no-place", "TM4: no obstacle can be placed on {square} from {step}",
                square=square_name(turn.act.square, size), step=square_name(turn.step, size),
            )  # fmt: skip
        return 0

    def _check_cast(self, cast: Cast) -> int:
        size = self.setup.size
        hand = self.hands[self.mover]
        slot = self._slot(cast)
        rows = self.setup.rows(cast.card)
        if slot is None or rows is None or (hand[slot] or cast.card) != cast.card:
            raise IllegalAction("no-card", "TM6: the player to move does not hold {card}", card=cast.card)
        usable = self.obstacles & ~self.colours[BLIND[self.setup.characters[self.mover]]]
        new = sum(1 << place.square for place in cast.new)
        need = layings(rows, size, usable).get(new)
        if need is None:
            raise IllegalAction(
                "no-laying",
                "TM6: {card} cannot be laid with its new obstacles on {squares}",
                card=cast.card,
                squares=" ".join(square_name(place.square, size) for place in cast.new),
            )
        return need

    def _slot(self, cast: Cast) -> int | None:
        """Which place of the mover's hand the cast card leaves: its first copy (TM9)."""
        hand = self.hands[self.mover]
        first = hand.index(cast.card) if cast.card in hand else None
        if cast.slot is None:
            return first if first is not None else hand.index(None) if None in hand else None
        if cast.slot >= len(hand):
            return None
        return cast.slot if hand[cast.slot] is None else first if first == cast.slot else None

    def full(self, action: str) -> str:
        """``action`` with the place in the hand that its card leaves, for those who do not know the hand."""
        if action == "resign":
            return action
        turn = parse(action, self.setup.size)
        if not isinstance(turn.act, Cast):
            return action
        return write(turn._replace(act=turn.act._replace(slot=self._slot(turn.act))), self.setup.size)

    def apply(self, action: str) -> Step:
        if action == "resign":
            if self.outcome():
                raise IllegalAction("over", "TM20: the game is over")
            return self._leave((self.mover,), "resigned")
        if not isinstance(action, str):
            raise MalformedAction("turn", "a turn must be text")
        turn = parse(action, self.setup.size)
        need = self._check(turn)
        size = self.setup.size
        facts: list[Fact] = []
        state = self
        if turn.step is not None:
            left = self.at[self.mover]
            assert left is not None
            name = self.setup.characters[self.mover]
            facts.append(
                Fact(
                    "moved",
                    square_name(left, size),
                    square_name(turn.step, size),
                    (name,),
                    self.mover,
                    "step",
                )
            )
            state = replace(state, at=_put(state.at, self.mover, turn.step))
        loud = False
        if isinstance(turn.act, Place):
            state = state._obstacle(turn.act, facts)
            loud = True
        elif isinstance(turn.act, Cast):
            loud = any(not self.obstacles >> place.square & 1 for place in turn.act.new)
            state, struck = state._cast(turn.act, need, facts)
            loud = loud or struck
        return state._end_turn(0 if loud else self.quiet + 1, facts)

    def _obstacle(self, place: Place, facts: list[Fact]) -> TaikaState:
        """A new obstacle, replacing an old one (TM6); a pawn stays above it."""
        size = self.setup.size
        bit = 1 << place.square
        name = square_name(place.square, size)
        old = [c for c, squares in zip(COLOURS, self.colours, strict=True) if squares & bit]
        if old:
            facts.append(Fact("taken", name, "", (old[0],), note="replaced"))
        under = "under" if self.pawns & bit else ""
        facts.append(Fact("placed", "", name, (place.colour,), self.mover, under))
        kept = [squares & ~bit for squares in self.colours]
        kept[COLOURS.index(place.colour)] |= bit
        return replace(self, colours=(kept[0], kept[1], kept[2], kept[3]))

    def _cast(self, cast: Cast, need: int, facts: list[Fact]) -> tuple[TaikaState, bool]:
        """TM9: new obstacles, hits, deaths, the card to the pile, a card drawn; whether any was hit."""
        size = self.setup.size
        slot = self._slot(cast)
        assert slot is not None
        required = tuple(square_name(square, size) for square in bits(need))
        facts.append(Fact("cast", pieces=required, seat=self.mover, note=cast.card))
        state: TaikaState = self
        for place in cast.new:
            state = state._obstacle(place, facts)
        new = sum(1 << place.square for place in cast.new)
        struck = [s for s, square in enumerate(state.at) if square is not None and new >> square & 1]
        hits = tuple(count + (seat in struck) for seat, count in enumerate(state.hits))
        for seat in struck:
            square = state.at[seat]
            assert square is not None
            facts.append(Fact("hit", at=square_name(square, size), seat=seat, note=str(hits[seat])))
        hand = self.hands[self.mover]
        state = replace(state, hits=hits, hands=_put(state.hands, self.mover, hand[:slot] + hand[slot + 1 :]))
        dead = tuple(seat for seat in struck if hits[seat] >= DEADLY)
        state = state._die(dead, "hits", facts)
        state = replace(state, discard=(*state.discard, None if self.seed is None else cast.card))
        if state.at[self.mover] is not None:
            state = state._draw(facts)
        return state, bool(struck)

    def _draw(self, facts: list[Fact]) -> TaikaState:
        """The mover draws one; an empty deck is first made anew from the discard pile (TM9)."""
        state = self
        if not state.deck and state.discard:
            facts.append(Fact("shuffled"))
            deck: Hand = (None,) * len(state.discard)
            if state.seed is not None:
                deck = shuffle([card for card in state.discard if card], state.seed, state.shuffles)
            state = replace(state, deck=deck, discard=(), shuffles=state.shuffles + 1)
        if not state.deck:
            return state
        facts.append(Fact("drew", seat=self.mover))
        hand = state.hands[self.mover] + state.deck[-1:]
        return replace(state, deck=state.deck[:-1], hands=_put(state.hands, self.mover, hand))

    def _die(self, seats: tuple[int, ...], why: str, facts: list[Fact]) -> TaikaState:
        """``seats`` leave the board at one moment, their hands go to the discard pile (TM5, TM8, TM11)."""
        if not seats:
            return self
        place = 1 + len(self.alive) - len(seats)
        state = self
        for seat in sorted(seats):
            square = state.at[seat]
            assert square is not None
            name = square_name(square, self.setup.size)
            facts.append(Fact("out", at=name, seat=seat, note=why))
            facts.append(Fact("taken", name, "", (self.setup.characters[seat],), seat, "out"))
            hand: Hand = state.hands[seat] if self.seed is not None else (None,) * len(state.hands[seat])
            state = replace(
                state,
                at=_put(state.at, seat, None),
                hands=_put(state.hands, seat, ()),
                place=_put(state.place, seat, place),
                discard=state.discard + hand,
            )
        return state

    def _end_turn(self, quiet: int, facts: list[Fact]) -> Step:
        """Count the turn (TM12), then begin the next one, with TM5 for those who cannot step."""
        state = replace(self, quiet=quiet)
        state = state._next()
        while not state.outcome() and not state.steps():
            state = replace(state._die((state.mover,), "stuck", facts), quiet=0)._next()
        return state._told(facts)

    def _told(self, facts: list[Fact]) -> Step:
        """This state and ``facts``, with ``over`` at the end if it is, naming the seat of a sole winner."""
        return Step(self, (*facts, *over_facts(self.outcome())))

    def _next(self) -> TaikaState:
        """The next seat still alive is to move; unchanged if there is none (TM20)."""
        seats = len(self.at)
        for ahead in range(1, seats + 1):
            seat = (self.mover + ahead) % seats
            if self.at[seat] is not None:
                return replace(self, mover=seat)
        return self

    def forfeit(self, seats: tuple[int, ...], reason: str) -> Step:
        if self.outcome():
            raise IllegalAction("over", "TM20: the game is over")
        if reason not in ("left", "time"):
            raise IllegalAction("reason", "TM13: a forfeit is left or time, not {reason!r}", reason=reason)
        strangers = [seat for seat in seats if seat not in range(len(self.at))]
        if strangers:
            raise IllegalAction("no-seat", "TM13: there is no seat {seat} at this table", seat=strangers[0])
        gone = tuple(seat for seat in sorted(set(seats)) if seat in self.alive)
        if not gone:
            raise IllegalAction("already-out", "TM13: none of these seats is still in the game")
        return self._leave(gone, reason)

    def _leave(self, seats: tuple[int, ...], reason: str) -> Step:
        """Out of the game by one's own will or absence (TM13); the turn stays unless it was theirs."""
        kind, note = ("resigned", "") if reason == "resigned" else ("left", reason)
        facts = [Fact(kind, seat=seat, note=note) for seat in seats]
        state = replace(self._die(seats, reason, facts), quiet=0)
        if self.mover in seats:
            return state._end_turn(0, facts)
        return (state._next() if state.outcome() else state)._told(facts)

    # -- who knows what ------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> TaikaState:
        """What ``seat``, or a watcher, may know (TM3): own hand, or all with open hands; no deck, no pile."""
        hands = self.hands
        if not self.setup.open_hands:
            hands = tuple(hand if owner == seat else (None,) * len(hand) for owner, hand in enumerate(hands))
        return replace(
            self,
            hands=hands,
            deck=(None,) * len(self.deck),
            discard=(None,) * len(self.discard),
            seed=None,
        )

    def learn(self, slot: int, face: str) -> TaikaState:
        """This state knowing that ``slot`` is ``face``; slots count hands by seat, then the deck (TM3)."""
        if self.setup.rows(face) is None:
            raise IllegalAction("unknown-card", "TM15: there is no card {card}", card=face)
        piles = [*self.hands, self.deck]
        for index, pile in enumerate(piles):
            if slot < len(pile):
                if slot < 0 or pile[slot] not in (None, face):
                    break
                piles[index] = _put(pile, slot, face)
                return replace(self, hands=tuple(piles[:-1]), deck=piles[-1])
            slot -= len(pile)
        raise IllegalAction("no-slot", "TM3: there is no hidden card to learn there")

    # -- how it looks ----------------------------------------------------------------------------------------

    def notation(self) -> str:
        from rules.taika.position import write_position

        return write_position(self)

    def public(self) -> str:
        return self.view(None).notation()

    def pieces(self) -> PieceMap:
        size = self.setup.size
        found: dict[str, tuple[str, ...]] = {}
        for colour, squares in zip(COLOURS, self.colours, strict=True):
            for square in bits(squares):
                found[square_name(square, size)] = (colour,)
        for character, at in zip(self.setup.characters, self.at, strict=True):
            if at is not None:
                name = square_name(at, size)
                found[name] = (*found.get(name, ()), character)
        return found

    def show(self) -> str:
        """Obstacles as letters, pawns as 1–4 (upper half of a square that holds both is the pawn)."""
        size = self.setup.size
        pieces = self.pieces()
        signs = {character: str(seat + 1) for seat, character in enumerate(self.setup.characters)}
        lines = []
        for rank in reversed(range(size)):
            row = []
            for file in range(size):
                there = pieces.get(square_name(file * size + rank, size), ())
                cell = "".join(signs.get(piece, piece) for piece in reversed(there)) or "."
                row.append(f"{cell:<2}")
            lines.append(f"{rank + 1:>2}  {' '.join(row).rstrip()}")
        lines.append("    " + "  ".join("abcdefghijk"[:size]))
        for seat, character in enumerate(self.setup.characters):
            mark = ">" if self.turn == seat else " "
            hand = " ".join(card or "?" for card in self.hands[seat])
            gone = f"out, place {self.place[seat]}" if self.at[seat] is None else f"hits {self.hits[seat]}"
            lines.append(f"{mark}{seat + 1} {character:<8} {gone}  {hand}".rstrip())
        return "\n".join(lines)


T = TypeVar("T")


def _put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])
