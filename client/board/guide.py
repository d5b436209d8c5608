"""What the hint box says now, chosen from all that could be said: a refusal, a choice being made, whose turn it is.

Owns how long a refusal stays and what is not to be explained again; puts nothing on the screen and decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from client.board import telling
from client.board.board_widget import BoardWidget
from client.board.chooser import why_not
from client.board.hint import HintText
from client.board.look import Look
from client.board.notation_input import NotationInput
from client.board.rulebook import cited
from client.board.shown_match import ShownMatch
from client.core.words import _
from rules.errors import RulesError
from rules.game import State

HINT_LETTERS = 130
"""About so many letters have room in the hint."""
REFUSAL_S = 4.0
"""How long the reason for a refusal stays."""


class Guide:
    """The words beside one board; times are seconds of the caller's clock."""

    def __init__(self, look: Look, board: BoardWidget, notation: NotationInput) -> None:
        self._look, self._board, self._notation = look, board, notation
        self._refusal: tuple[HintText, float] | None = None
        self._refused_with: object = None
        """The choice as it was when something was refused; another choice ends the refusal."""
        self._cited = ""
        self._left_at = ""
        """The square that the pointer or the cursor was on when the last step came; it is not explained until
        they move."""

    # ---- what happens

    def refuse(self, state: State, action: str, place: str, names: Sequence[str], now: float) -> bool:
        """Somebody meant ``action``, about the square ``place``.  If it can't be done, say why for a while;
        returns whether that is so."""
        error = why_not(state, action)
        if error is None:
            return False
        taken_up = action == self._look.attempt((place,), "", place)
        why = self._look.why_it_cannot_move(state, place, names) if taken_up else ""
        self.say_why(error, now, why)
        return True

    def say_why(self, error: RulesError, now: float, words: str = "") -> None:
        """Say for a while why something can't be done: in these ``words``, or else in those for ``error``."""
        self._refusal = (
            HintText(telling.sentence(words or self._look.error(error)), role="bad"),
            now + REFUSAL_S,
        )
        self._refused_with = self._board.chooser.choice
        self._cited = next(iter(cited(error.message, self._look.rules())), "")

    @property
    def rule(self) -> str:
        """The number of the rule that the refusal shown now is by; empty if there is none."""
        return self._cited if self._refusal is not None else ""

    def stepped(self) -> None:
        """A step was made: the last refusal is over, and what is pointed at only from making the step needs no
        words."""
        self._refusal = None
        self._left_at = self._board.at

    def chosen(self) -> None:
        """Something else is chosen or pointed at.  A refusal ends when the choice is another or a target is
        aimed at."""
        chooser = self._board.chooser
        if chooser.begun and (chooser.choice != self._refused_with or self._board.aimed() is not None):
            self._refusal = None
        if self._board.at != self._left_at:
            self._left_at = ""

    def tick(self, now: float) -> bool:
        """Let time pass; tells whether a refusal has been said long enough."""
        over = self._refusal is not None and now >= self._refusal[1]
        if over:
            self._refusal = None
        return over

    def wakes_at(self) -> float | None:
        """When ``tick`` is wanted next."""
        return self._refusal[1] if self._refusal is not None else None

    # ---- what is said

    def hint(self, shown: ShownMatch, device: str) -> HintText:
        """What to say now; ``device``: what is used at this window (see ``client.core.intents``)."""
        names, typed, place = shown.names, self._notation.text, shown.place
        if self._refusal is not None and not typed:
            return self._refusal[0]
        building = self._look.building(self._board.chooser, names, device)
        if building is not None and place.newest:
            return self._with_about(building, place.state, names)
        target = self._board.aimed()
        if target is not None and place.newest:
            hint = telling.hint_for_target(shown.match.state, self._look, target)
            return hint._replace(title=f"{typed}  –  {hint.title}") if typed else hint
        if typed:
            return HintText(typed, _("Enter plays it, Escape takes it back."), "turn")
        begun = self._begun(place.state, names, device)
        hint = telling.hint_for_turn(shown.match, self._look, place.state, shown.here, begun, device)
        return self._with_about(hint, place.state, names)

    def _begun(self, state: State, names: Sequence[str], device: str) -> str:
        """What is chosen so far, and the way of moving if there is more than one; empty if nothing is."""
        chooser = self._board.chooser
        if not chooser.begun:
            return ""
        begun = self._look.about(state, chooser.chosen, names)[0] or chooser.chosen or _("Chosen")
        if len(chooser.parts()) > 1:
            begun += f"  –  {self._look.part_name(chooser.part)}  ({telling.part_key(device)})"
        return begun

    def _with_about(self, hint: HintText, state: State, names: Sequence[str]) -> HintText:
        """``hint`` with the name of what is pointed at, and what to know of it, while nothing is chosen."""
        at = self._board.at
        if self._board.chooser.begun or not at or at == self._left_at:
            return hint
        name, text = self._look.about(state, at, names)
        both = f"{hint.text} {text}".strip()
        text = both if len(both) <= HINT_LETTERS else text  # what to do comes first where there is room
        return hint._replace(title=f"{hint.title}  ·  {name}", text=text) if name else hint
