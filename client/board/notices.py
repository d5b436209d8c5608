"""What must be said or answered beside the board now, most urgent first, and which replies there are to it.

Pure words: a reply is a name of this module that the scene knows what to do about, or an answer of the game's.
"""

from __future__ import annotations

from typing import NamedTuple

from client.board import telling
from client.board.look import ANSWER, Extra, Look
from client.board.lookback import Lookback
from client.board.notice import Notice
from client.board.shortcuts import PLAY
from client.board.shown_match import ShownMatch
from client.core.words import _, ngettext
from net.events import Match

SAVE_AND_LEAVE, END_IT, RESULT, REMATCH = "save-and-leave", "end-it", "result", "rematch"
AGREE, DECLINE, GO_ON = "agree", "decline", "go-on"
BACKWARD, FORWARD, RETURN = "backward", "forward", "return"


class ReplyWording(NamedTuple):
    """How one reply is written."""

    label: str
    icon: str = ""


def wording(reply: str, playing: bool) -> ReplyWording:
    """How a reply of this module is written; ``playing``: a replay is running."""
    return {
        SAVE_AND_LEAVE: ReplyWording(_("Save and leave"), "door"),
        END_IT: ReplyWording(_("End it"), "flag"),
        RESULT: ReplyWording(_("Result")),
        REMATCH: ReplyWording(_("Rematch")),
        AGREE: ReplyWording(_("Accept"), "check"),
        DECLINE: ReplyWording(_("Decline"), "cross"),
        GO_ON: ReplyWording(_("Go on"), "play"),
        BACKWARD: ReplyWording("◀"),
        FORWARD: ReplyWording("▶"),
        PLAY: ReplyWording(_("Pause"), "pause") if playing else ReplyWording(_("Play"), "play"),
        RETURN: ReplyWording(_("Return"), "back"),
    }[reply]


def to_say(shown: ShownMatch) -> tuple[Notice | None, tuple[str | Extra, ...]]:
    """What must be said now, and the replies to it: names of this module, or answers of the game's."""
    if not shown.place.newest or shown.record:
        return looking_back(shown.place, shown.record)
    wanted = proposed(shown.match)
    if wanted is not None:
        return wanted
    asked = offer(shown.match, shown.look, shown.extras())
    if asked is not None:
        return asked
    return standing(shown.match, shown.look, bool(shown.here), shown.rematch_from)


def looking_back(place: Lookback, record: bool) -> tuple[Notice, tuple[str, ...]]:
    """While an earlier moment, or a saved match, is on the board."""
    text = _("Move {n} of {all}").format(n=place.shown, all=place.last)
    if not record:
        return Notice(_("You are looking back"), text), (BACKWARD, FORWARD, RETURN)
    if not place.last:
        return Notice(_("A saved match"), _("No moves were made.")), ()
    return Notice(_("A saved match"), text), (BACKWARD, PLAY, FORWARD)


def offer(match: Match, look: Look, extras: tuple[Extra, ...]) -> tuple[Notice, tuple[Extra, ...]] | None:
    """An offer that waits for its answer, and the answers that somebody here may give."""
    text = look.offer_text(match.state, telling.names_of(match)) if telling.live(match) else ""
    if not text:
        return None
    answers = tuple(extra for extra in extras if extra.kind == ANSWER)
    return Notice(text, "", "ask" if answers else "plain"), answers


def proposed(match: Match) -> tuple[Notice, tuple[str, ...]] | None:
    """Something that happens once all agree: taking back, pausing, going on again."""
    proposal = match.proposal
    if proposal is None:
        return None
    names = telling.names_of(match)
    asks = {
        "takeback": ngettext(
            "{name} asks to take {n} move back.", "{name} asks to take {n} moves back.", proposal.undone
        ),
        "pause": _("{name} asks for a pause."),
        "resume": _("{name} asks to go on."),
    }[proposal.kind].format(name=names[proposal.by[0]], n=proposal.undone)
    if proposal.ours:
        return Notice(asks, "", "ask"), (AGREE, DECLINE)
    waiting = _("Waiting for {names}.").format(names=", ".join(names[seat] for seat in proposal.waiting))
    return Notice(asks, waiting), ()


def standing(
    match: Match, look: Look, here: bool, rematch_from: str
) -> tuple[Notice | None, tuple[str, ...]]:
    """How the match stands where that must be said: somebody is lost, it has stopped, it is over.

    ``here``: somebody at this window plays; ``rematch_from``: who wants a rematch, if anybody.
    """
    lost = [n for n, seat in enumerate(match.seats) if not seat.linked and not seat.gone]
    if lost and telling.live(match) and not match.watching:
        title = _("{name} can't be reached.").format(name=telling.names_of(match)[lost[0]])
        text = _("The match goes on as soon as the connection is back.")
        # Only who may end it is asked to: the first of several who are here does it for all.
        return Notice(title, text, "warn"), (SAVE_AND_LEAVE, END_IT) if match.remedy else (SAVE_AND_LEAVE,)
    title, text = telling.status_words(match.status)
    if title:
        return Notice(title, text, "warn"), (GO_ON,) if here and match.status == "paused" else ()
    outcome = match.state.outcome()
    if outcome is not None:
        ending = look.ending(outcome, telling.names_of(match))
        text = _("{name} wants a rematch.").format(name=rematch_from) if rematch_from else ending.reason
        return Notice(ending.title, text), (RESULT, REMATCH) if here else (RESULT,)
    return None, ()
