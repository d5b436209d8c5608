"""What is asked about a match before it is done, as dialogs, and which of them are open.

A question about a position is over once that position is; one about who is gone, once that is otherwise.  What the
answers do, the scene says.
"""

from __future__ import annotations

from collections.abc import Callable

from client.board.look import RESIGN, Extra
from client.board.shown_match import ShownMatch
from client.core.overlay import Open, Overlay
from client.core.transitions import Transition
from client.core.widget import Action
from client.core.words import _
from client.widgets.dialog import Answer, Dialog


def before_extra(extra: Extra, yes: Action) -> Dialog:
    """Before an offer, a claim or giving up; No is the safe answer."""
    answers: list[Answer] = [(_("No"), None), (extra.label, yes)]
    return Dialog(extra.question, extra.meaning, answers, danger=extra.kind == RESIGN)


def before_leaving(save: Action, give_up: Action) -> Dialog:
    """Before leaving a match that goes on."""
    answers: list[Answer] = [(_("Stay"), None), (_("Save and leave"), save), (_("Give up"), give_up)]
    text = _("The match is saved. You can take it up again under Watch, or give it up for good.")
    return Dialog(_("Leave this match?"), text, answers, danger=True)


def before_ending(remedy: str, yes: Action) -> Dialog:
    """Before a match is ended without those who are gone; ``remedy`` says what will come of it."""
    text = {
        "claim": _("Who is gone loses; with nobody left to agree, the win is only claimed by your side."),
        "forfeit": _("Who is gone is out of the game; the others go on once they have agreed."),
    }.get(remedy) or _("Too few are here to go on: the match is adjourned, and goes on when they are back.")
    answers: list[Answer] = [(_("Wait"), None), (_("End it"), yes)]
    return Dialog(_("End the match without them?"), text, answers, danger=True)


def what_else(
    mute: Action,
    loud: bool,
    take_back: Action | None,
    pause: Action | None,
    settings: Action,
    leave: Action,
) -> Dialog:
    """The menu of what is rarely wanted; None: can't be done now."""
    answers: list[Answer] = [(_("Sound off  (M)") if loud else _("Sound on  (M)"), mute)]
    if take_back is not None:
        answers.append((_("Take a move back  (U)"), take_back))
    if pause is not None:
        answers.append((_("Pause the match"), pause))
    answers += [(_("Settings"), settings), (_("Leave"), leave), (_("Back to the board"), None)]
    return Dialog(_("Menu"), "", answers)


class Questions:
    """The questions that lie over the board; ``on_closed`` is called when some were taken back unanswered."""

    def __init__(
        self, shown: ShownMatch, on_action: Callable[[str], None], on_closed: Callable[[], None]
    ) -> None:
        self._shown = shown
        self._on_action = on_action
        self._on_closed = on_closed
        self._position: Overlay | None = None
        """The menu or question last opened about an action in the position as it was then."""
        self._key = ""
        """The key that opened it, if one did."""
        self._ending: Overlay | None = None
        """The question last opened about ending the match without somebody who is gone."""

    def ask_extra(self, extra: Extra, key: str = "") -> Transition | None:
        """Do ``extra`` at once, or ask before; a yes counts only while the position is the same.  ``key``: what
        was pressed for it, if it was a key."""
        if not extra.question:
            self._on_action(extra.action)
            return None
        asked = self._shown.match.state

        def go() -> Transition | None:
            if self._shown.match.state == asked and extra.action in asked.extras():
                self._on_action(extra.action)
            return None

        return self._about_position(before_extra(extra, go), key)

    def ask_part(self, menu: Overlay) -> Open:
        """Open the menu for a part of an action that is no square."""
        return self._about_position(menu, "")

    def ask_ending(self, forfeit: Callable[[], None]) -> Open:
        """Ask before the match is ended without who is gone; a yes counts only while what comes of it is the
        same."""
        remedy = self._shown.match.remedy

        def end() -> Transition | None:
            if self._shown.match.remedy == remedy:
                forfeit()
            return None

        self._ending = before_ending(remedy, end)
        return Open(self._ending)

    def opened_by(self, overlay: Overlay) -> str:
        """The key that opened ``overlay``, if it is the question about the position and a key did."""
        return self._key if overlay is self._position else ""

    def position_over(self) -> None:
        """The position is another now: close what was asked about it."""
        if self._position is not None:
            self._position.close()
            self._position = None
            self._on_closed()

    def remedy_over(self) -> None:
        """Who is gone may be others now, or what comes of ending the match: close what was asked about that."""
        if self._ending is not None:
            self._ending.close()
            self._ending = None
            self._on_closed()

    def _about_position(self, overlay: Overlay, key: str) -> Open:
        self._position, self._key = overlay, key
        return Open(overlay)
