"""What Taika-Mario's hint says while a turn is being built: what is chosen so far, what comes next, and how.

Pure: a turn in the making and the device in use in, words out.  Decides nothing and draws nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from client.board.hint import HintText
from client.core.intents import KEYS, MOUSE, PAD
from client.core.words import _, ngettext
from client.games.taika.turn import TurnBuilder
from client.games.taika.words import character_name, colour_name
from rules.taika.layings import LayingView
from rules.taika.moves import COLOURS
from rules.taika.state import BLIND, DEADLY, TaikaState

CardName = Callable[[str], str]


def turn_hint(turn: TurnBuilder, names: Sequence[str], card_name: CardName, device: str) -> HintText | None:
    """What to say now; ``device``: what the player uses (``client.core.intents``).  None: nobody here is to move."""
    here = turn.taika
    if here is None:
        return None
    if turn.stuck:
        title = _("{name} can't step anywhere").format(name=names[here.mover])
        return HintText(title, _("Nothing can be done in this position but to resign."), "turn")
    if turn.ready() is not None:
        painting = f"{_painting(device)} " if turn.made.paints else ""
        return HintText(so_far(turn, names, card_name), painting + _confirming(device), "turn")
    if turn.made.laying is not None:
        text = _("Now step: choose one of the lit squares.")
        return HintText(so_far(turn, names, card_name), text, "turn")
    if turn.made.card:
        return aiming(turn, names, card_name, device)
    if turn.made.step:
        return HintText(so_far(turn, names, card_name), _after_step(device), "turn")
    text = _first(device, here.setup.either_or)
    if turn.sealed and device != MOUSE:
        text += " " + (
            _("C shows your cards.") if device == KEYS else _("The upper button shows your cards.")
        )
    return HintText(_("Your turn, {name}").format(name=names[here.mover]), text, "turn")


def so_far(turn: TurnBuilder, names: Sequence[str], card_name: CardName) -> str:
    """The parts chosen so far, in one line."""
    parts = [turn.made.step] if turn.made.step else []
    if turn.made.place:
        colour = colour_name(turn.made.paints[turn.made.place])
        parts.append(_("{colour} on {square}").format(colour=colour, square=turn.made.place))
    if turn.made.laying is not None:
        parts.append(f"{card_name(turn.made.card)}!")
        parts += results(turn.made.laying, names, turn.taika.hits if turn.taika is not None else ())
    return "  ·  ".join(parts)


def results(laying: LayingView, names: Sequence[str], hits: Sequence[int]) -> list[str]:
    """What casting would do, in words; ``hits``: how often each seat was hit before (TM8)."""
    new = len(laying.new) - len(laying.replaced)
    found = []
    if new:
        found.append(ngettext("{n} new", "{n} new", new).format(n=new))
    if laying.replaced:
        count = len(laying.replaced)
        found.append(ngettext("{n} replaced", "{n} replaced", count).format(n=count))
    if laying.hit:
        found.append(_("hits {names}").format(names=", ".join(names[seat] for seat in laying.hit)))
    dead = [names[seat] for seat in laying.hit if hits[seat] + 1 >= DEADLY]
    if dead:
        found.append(_("{names} out").format(names=", ".join(dead)))
    return found


def aiming(turn: TurnBuilder, names: Sequence[str], card_name: CardName, device: str) -> HintText:
    """A card is held: what it would do where it is pointed at, or why it can't lie there."""
    name, shown = card_name(turn.made.card), turn.shown()
    fits = sum(one.castable for one in turn.layings())
    if not fits:
        return HintText(name, f"{_('It fits nowhere now.')} {_putting_back(device)}", "turn")
    if shown is None:
        count = ngettext("It fits in {n} way.", "It fits in {n} ways.", fits).format(n=fits)
        return HintText(name, f"{count} {_finding(device)} {_turning(device)}", "turn")
    if shown.castable:
        title = "  ·  ".join([name, *results(shown, names, turn.taika.hits if turn.taika else ())])
        return HintText(title, f"{_laying(device)} {_turning(device)}", "turn")
    why = []
    if shown.blind:
        text = _("You are blind to the obstacle on {squares}.")
        why.append(text.format(squares=", ".join(shown.blind)))
    if shown.missing:
        why.append(_("No obstacle yet on {squares}.").format(squares=", ".join(shown.missing)))
    return HintText(
        _("{card} does not fit here").format(card=name), " ".join([*why, _turning(device)]), "turn"
    )


def thing_hint(state: TaikaState, thing: str, names: Sequence[str]) -> tuple[str, str]:
    """What to know of a walker or an obstacle on the board: what it is, and what it means to whom."""
    characters = state.setup.characters
    if thing in characters:
        seat = characters.index(thing)
        text = _(
            "Blind to {colour}: obstacles of that colour are of no use for own spells. Candles left: {n}."
        )
        colour = colour_name(COLOURS[BLIND[thing]])
        title = f"{character_name(thing)} ({names[seat]})"
        return title, text.format(colour=colour, n=DEADLY - state.hits[seat])
    blind = [names[seat] for seat, one in enumerate(characters) if COLOURS[BLIND[one]] == thing]
    title = _("Obstacle, {colour}").format(colour=colour_name(thing))
    if not blind:
        return title, _("Everybody can use it for spells.")
    return title, _("Of no use for spells of {names}, who is blind to it.").format(names=", ".join(blind))


# ---- how, by device


def _first(device: str, either: bool) -> str:
    if device == PAD:
        step = _("Go to a lit square and press the lower button.")
        cards = _("The shoulder buttons lead to your cards.")
    elif device == KEYS:
        step = _("Go to a lit square with the arrows and press Enter.")
        cards = _("The keys 1 to 3 take up a card.")
    else:
        step = _("Click a lit square, or drag your walker there.")
        cards = _("Or click a card to cast it.")
    first = _("Either step or cast.") if either else _("First step.")
    return f"{first} {step} {cards}" if either else f"{first} {step}"


def _after_step(device: str) -> str:
    return {
        PAD: _(
            "Now a lit square for an obstacle, or a card to cast: the shoulder buttons lead to your cards."
        ),
        KEYS: _("Now a lit square for an obstacle, or a card to cast: the keys 1 to 3 take one up."),
    }.get(device, _("Now click a lit square for an obstacle, or a card to cast."))


def _finding(device: str) -> str:
    return {
        PAD: _("Go to a lit square."),
        KEYS: _("N goes to the next place."),
    }.get(device, _("Point at a lit square."))


def _laying(device: str) -> str:
    return {
        PAD: _("The lower button lays it here."),
        KEYS: _("Enter lays it here, N goes to the next place."),
    }.get(device, _("Click to lay it here."))


def _turning(device: str) -> str:
    return {
        PAD: _("The left button turns it, the upper one mirrors it."),
        KEYS: _("T turns it, V mirrors it."),
    }.get(device, _("The wheel turns and mirrors it."))


def _putting_back(device: str) -> str:
    return {
        PAD: _("The right button puts it back."),
        KEYS: _("Escape puts it back."),
    }.get(device, _("A right click puts it back."))


def _painting(device: str) -> str:
    return {
        PAD: _("The left button changes the colour."),
        KEYS: _("The keys 1 to 4 choose the colour."),
    }.get(device, _("Click a new obstacle or a colour to change it."))


def _confirming(device: str) -> str:
    return {
        PAD: _("The lower button does it, the right one takes a part back."),
        KEYS: _("Enter does it, Escape takes a part back."),
    }.get(device, _("The tick does it, a right click takes a part back."))
