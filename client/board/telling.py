"""What the board scene says beside the board, worked out from a match and a position: cards, hint, lines.

Pure: words and values for the widgets, from what the hub told and what the look knows.  Knows no widget's place
and presses nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from client.board.chooser import Target
from client.board.hint import HintText
from client.board.history import Moment
from client.board.look import Look
from client.board.movelist import MoveLine
from client.board.player_cards import PlayerCard
from client.board.result import Standing
from client.core.intents import KEYS, MOUSE, PAD
from client.core.words import _
from net.events import Match
from rules.game import Outcome, State, Step

NAME_LETTERS = 14
"""A player's name is cut to so many letters, dots included, where more must be read after it."""
ATTACKS = ("destroy", "control", "rescue", "capture", "en passant")


def names_of(match: Match) -> tuple[str, ...]:
    """The players' names by seat."""
    return tuple(seat.name for seat in match.seats)


def shortened(name: str, letters: int = NAME_LETTERS) -> str:
    """``name``, cut to ``letters`` with dots at its end if it is longer."""
    return name if len(name) <= letters else name[: letters - 1].rstrip() + "…"


def sentence(text: str) -> str:
    """``text`` as a sentence of its own: with a capital letter, unless it begins with a square."""
    return text if text[1:2].isdigit() else text[:1].upper() + text[1:]


def players_here(match: Match) -> tuple[int, ...]:
    """The seats that persons at this window play."""
    if match.watching:
        return ()
    return tuple(n for n, seat in enumerate(match.seats) if seat.here and seat.player == "person")


def live(match: Match) -> bool:
    """Whether the match goes on."""
    return match.status == "running" and match.state.turn is not None


def recorded(match: Match) -> bool:
    """Whether the match is a saved record to be seen again rather than one that goes on."""
    return match.watching and match.status not in ("running", "opening", "paused")


def wins(outcome: Outcome | None, seat: int, seats: int) -> bool:
    """Whether ``seat`` has won, not merely shared a draw of all."""
    return outcome is not None and seat in outcome.winners and len(outcome.winners) < seats


def standings(match: Match, look: Look, moments: Sequence[Moment]) -> tuple[Standing, ...]:
    """How the players stand at the end, by seat; of who went out before, how (``moments``: all there were)."""
    state, seats, out = match.state, len(match.seats), fates(moments, look)
    return tuple(
        Standing(
            name, out.get(seat, look.side(seat)), look.points(state, seat), wins(state.outcome(), seat, seats)
        )
        for seat, name in enumerate(names_of(match))
    )


def fates(moments: Sequence[Moment], look: Look) -> dict[int, str]:
    """Seat → how it went out of the game, in words, for those that did."""
    facts = (fact for moment in moments for fact in moment.facts if fact.kind == "out")
    return {fact.seat: look.fate(fact) for fact in facts if fact.seat is not None}


def player_cards(
    match: Match, look: Look, moments: Sequence[Moment], order: Sequence[int], now: bool
) -> tuple[PlayerCard, ...]:
    """The players from top to bottom after ``moments``; ``now``: that is the newest position, so connections
    matter."""
    state = moments[-1].state
    out = fates(moments, look)
    outcome = state.outcome()
    found = []
    for number in order:
        seat = match.seats[number]
        away = now and live(match) and (seat.gone or not seat.linked)
        parts = [look.side(number)]
        if seat.player.startswith("bot"):
            parts.append(_("Bot level {n}").format(n=seat.player.rpartition(":")[2]))
        if number in out:
            parts = [out[number]]
        elif seat.gone:
            parts.append(_("has left"))
        elif away:
            parts.append(_("can't be reached"))
        won = wins(outcome, number, len(match.seats))
        turn = state.turn == number and match.status in ("running", "paused", "adjourned")
        points = look.points(state, number)
        found.append(PlayerCard(number, seat.name, " · ".join(parts), points, turn, away, won, number in out))
    return tuple(found)


def lines(
    moments: Sequence[Moment], look: Look, names: Sequence[str], known: list[MoveLine]
) -> list[MoveLine]:
    """One row for each step; ``known`` rows of earlier steps are used again."""
    kept = known[: len(moments) - 1]
    for number in range(len(kept) + 1, len(moments)):
        moment = moments[number]
        kept.append(MoveLine(number, moment.seat, look.line(moments[number - 1].state, moment, names)))
    return kept


def hint_for_target(state: State, look: Look, target: Target) -> HintText:
    """What choosing ``target`` will do, before it is done: its name, the stack that results, points gained."""
    step: Step | None = state.apply(target.action) if target.action is not None else None
    mark = target.note if target.note in ATTACKS else ""
    stack: tuple[str, ...] = ()
    gain = ""
    if step is not None:
        stack = step.state.pieces().get(target.place, ())
        seat = state.turn
        if seat is not None:
            before, after = look.points(state, seat), look.points(step.state, seat)
            if before is not None and after is not None and after > before:
                gain = f"+{after - before}"
    text = look.explain(state, target.place, target.note, step)
    return HintText(look.note_name(target.note), text, mark=mark, stack=stack, gain=gain)


def part_key(device: str) -> str:
    """What toggles between ways of moving, by this device."""
    return {KEYS: "T", PAD: _("left button")}.get(device, _("right click"))


def taking_back(device: str) -> str:
    """How to go on, and how to take back what is chosen, by this device."""
    return {
        KEYS: _("Choose where to go; Escape takes it back."),
        PAD: _("Choose where to go; the right button takes it back."),
    }.get(device, _("Choose where to go; another click on it takes it back."))


def hint_for_turn(
    match: Match, look: Look, state: State, here: Sequence[int], begun: str, device: str = MOUSE
) -> HintText:
    """Whose turn it is and what can be done; ``begun``: the part in use if something is chosen, else empty."""
    names = names_of(match)
    outcome = state.outcome()
    if outcome is not None:
        ending = look.ending(outcome, names)
        return HintText(ending.title, ending.reason)
    if match.status != "running":
        return HintText(*status_words(match.status))
    seat = state.turn
    if seat is None:
        return HintText("")
    if seat not in here:
        wait = (
            _("{name} is thinking …")
            if match.seats[seat].player.startswith("bot")
            else _("{name} is to move")
        )
        text = _("You are watching.") if match.watching else ""
        return HintText(wait.format(name=names[seat]), text)
    offer = look.offer_text(state, names)
    if offer:
        return HintText(_("{name} is to answer").format(name=names[seat]), offer, "turn")
    if begun:
        return HintText(begun, taking_back(device), "turn")
    title = _("Your turn") if len(here) == 1 else _("{name} is to move").format(name=names[seat])
    return HintText(title, _("Choose one of the lit squares."), "turn")


def status_words(status: str) -> tuple[str, str]:
    """A title and an explanation for a match that does not simply go on."""
    return {
        "opening": (_("The match is being set up …"), ""),
        "paused": (_("The match is paused."), ""),
        "adjourned": (_("The match is adjourned."), _("It is saved and can be taken up again under Watch.")),
        "claimed": (_("The win was claimed by one side."), _("The other player was gone.")),
        "disputed": (
            _("The match is disputed."),
            _("Each side has another end of the match. Both are saved; neither counts."),
        ),
        "desync": (
            _("The computers disagree about the position."),
            _("The match has stopped; what each computer has is saved there."),
        ),
        "conflict": (
            _("A player signed two different moves."),
            _("The match has stopped; both are kept as evidence."),
        ),
        "void": (_("The match is void."), _("A player was lost before it began.")),
    }.get(status, ("", ""))
