"""What is asked about a match before it is done, as dialogs; what the answers do, the scene says."""

from __future__ import annotations

from collections.abc import Callable

from client.board.look import RESIGN, Extra
from client.core.transitions import Transition
from client.core.words import _
from client.widgets.dialog import Answer, Dialog

Act = Callable[[], Transition | None]


def before_extra(extra: Extra, yes: Act, game: str) -> Dialog:
    """Before an offer, a claim or giving up; No is the safe answer."""
    answers: list[Answer] = [(_("No"), None), (extra.label, yes)]
    return Dialog(extra.question, extra.meaning, answers, danger=extra.kind == RESIGN, game=game)


def before_leaving(save: Act, give_up: Act, game: str) -> Dialog:
    """Before leaving a match that goes on."""
    answers: list[Answer] = [(_("Stay"), None), (_("Save and leave"), save), (_("Give up"), give_up)]
    text = _("The match is saved. You can take it up again under Watch, or give it up for good.")
    return Dialog(_("Leave this match?"), text, answers, danger=True, game=game)


def before_ending(remedy: str, yes: Act, game: str) -> Dialog:
    """Before a match is ended without those who are gone; ``remedy`` says what will come of it."""
    text = {
        "claim": _("Who is gone loses; with nobody left to agree, the win is only claimed by your side."),
        "forfeit": _("Who is gone is out of the game; the others go on once they have agreed."),
    }.get(remedy) or _("Too few are here to go on: the match is adjourned, and goes on when they are back.")
    answers: list[Answer] = [(_("Wait"), None), (_("End it"), yes)]
    return Dialog(_("End the match without them?"), text, answers, danger=True, game=game)


def what_else(
    mute: Act, loud: bool, take_back: Act | None, pause: Act | None, settings: Act, leave: Act, game: str
) -> Dialog:
    """The menu of what is rarely wanted; None: can't be done now."""
    answers: list[Answer] = [(_("Sound off  (M)") if loud else _("Sound on  (M)"), mute)]
    if take_back is not None:
        answers.append((_("Take a move back  (U)"), take_back))
    if pause is not None:
        answers.append((_("Pause the match"), pause))
    answers += [(_("Settings"), settings), (_("Leave"), leave), (_("Back to the board"), None)]
    return Dialog(_("Menu"), "", answers, game=game)
