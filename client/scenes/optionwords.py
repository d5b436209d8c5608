"""Words for the options of every game: what each is called, what its values are called, what it means.

A table by game and option; an option that is not in it is called by its own name.
"""

from __future__ import annotations

from client.core.words import N_, _
from rules.game import Game

NAMES = {
    "mind-control.quiet_limit": N_("Quiet moves until the end (0: no limit)"),
    "mind-control.first": N_("Who begins"),
    "magi.bands": N_("Points by move number"),
    "magi.move_limit": N_("Move limit (0: none)"),
    "taika-mario.size": N_("Board"),
    "taika-mario.sets": N_("Card sets"),
    "taika-mario.characters": N_("Characters"),
    "taika-mario.hands": N_("Hands"),
    "taika-mario.turn": N_("A turn"),
    "taika-mario.start": N_("Where pawns begin"),
    "taika-mario.quiet_limit": N_("Quiet turns until a draw (0: no limit)"),
    "taika-mario.cards": N_("Own cards"),
}

VALUES = {
    "mind-control.first.white": N_("Ice"),
    "mind-control.first.black": N_("Ember"),
    "taika-mario.size.auto": N_("By players"),
    "taika-mario.size.7": N_("7 × 7"),
    "taika-mario.size.9": N_("9 × 9"),
    "taika-mario.size.11": N_("11 × 11"),
    "taika-mario.hands.hidden": N_("Hidden"),
    "taika-mario.hands.open": N_("Open to all"),
    "taika-mario.turn.step-then-act": N_("Step, then act"),
    "taika-mario.turn.either-or": N_("Step or spell"),
    "taika-mario.start.corners": N_("Corners"),
    "taika-mario.start.triangle": N_("Triangle"),
}

ABOUT = {
    "mind-control.quiet_limit": N_(
        "So many moves in a row in which nobody attacks, and the game is over; the points decide."
    ),
    "mind-control.first": N_("Ice is at the bottom of the board, Ember at the top. Usually Ice begins."),
    "magi.bands": N_(
        "A quick win is worth more. “45:12-0” means: up to move 45 the winner gets 12 points, the loser none; "
        "the last band has no last move, as in “:7-5”. All bands must share the same even number of points."
    ),
    "magi.move_limit": N_(
        "If both have made so many moves without a result, nobody gets any points. The inventor suggests 150."
    ),
    "taika-mario.size": N_(
        "By players: 9 × 9 for two and three, 11 × 11 for four. A small board is a quick, crowded game."
    ),
    "taika-mario.sets": N_(
        "The deck is made of the cards of all chosen sets. At least one of the built-in sets is in it."
    ),
    "taika-mario.characters": N_(
        "Each character wears one colour and is blind to it: spells can't use obstacles of that colour. "
        "Nobody plays the same one: choosing another's character swaps the two."
    ),
    "taika-mario.hands": N_(
        "Hidden: only you see your cards. Open: everybody sees all hands, which suits learning and small boards."
    ),
    "taika-mario.turn": N_(
        "Step, then act: every turn is a step, then an obstacle or a spell. Step or spell: a turn is either a "
        "step with an obstacle, or a spell without a step; more spells, shorter games."
    ),
    "taika-mario.start": N_(
        "With three players a triangle is fairer: two corners at the bottom and the middle of the top. "
        "With two or four everybody begins in a corner."
    ),
    "taika-mario.quiet_limit": N_(
        "So many turns in a row without a hit, a death or an obstacle on a free square, and those alive draw."
    ),
}


def option_name(game: Game, name: str) -> str:
    """What an option is called."""
    known = NAMES.get(f"{game.id}.{name}")
    return _(known) if known is not None else name.replace("_", " ").capitalize()


def value_name(game: Game, name: str, value: str) -> str:
    """What one of an option's words is called."""
    known = VALUES.get(f"{game.id}.{name}.{value}")
    return _(known) if known is not None else value


def about(game: Game, name: str) -> str:
    """What an option means, in a sentence or two; empty for one without words."""
    known = ABOUT.get(f"{game.id}.{name}")
    return _(known) if known is not None else ""
