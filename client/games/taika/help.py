"""The help of Taika-Mario: turns, spells, blind colours, interpretations of the rulebook included.

Boards are worked out by the rules (TM1–TM19), the source's worked example (TM16) among them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial

from client.board.diagram import Diagram
from client.board.help_boards import Marked, choices, drawn, marked
from client.board.look import HelpPage, rule_pages
from client.core.words import _
from client.games.taika.rulebook import credit, rules
from rules.game import Options
from rules.taika.game import TAIKA
from rules.taika.layings import LayingView, layings_of
from rules.taika.moves import square_name
from rules.taika.state import CHARACTERS, TaikaState
from sprites.pieces.walkers import COLOURS, Walkers

SIZE = 7
HOSE = "puutarhaletku"
"""The card of the source's worked example (TM16)."""
SAUSAGE = "makkara"
EXAMPLE = {
    **dict.fromkeys(("c6", "c5", "c2"), "y"),
    **dict.fromkeys(("d6", "e4", "e2"), "p"),
    **dict.fromkeys(("e6", "e5", "d4"), "r"),
}
"""The obstacles of TM16's region, here c2–e6; the source does not say their colours."""
EXAMPLE_NEW = ("d2", "d3", "d6")
"""Where TM16's laying puts new obstacles."""
EXAMPLE_COLOURS = ("r", "g", "y")


def position(
    obstacles: Mapping[str, str],
    at: Mapping[str, str],
    hands: Mapping[str, tuple[str, ...]] | None = None,
    hits: Mapping[str, int] | None = None,
    options: Options | None = None,
) -> TaikaState:
    """A state on 7×7 with these obstacles and walkers; the first one named is to move."""
    rows = ["".join(obstacles.get(f"{file}{rank}", ".") for file in "abcdefg") for rank in range(SIZE, 0, -1)]
    players = [
        {
            "character": name,
            "at": square,
            "hits": (hits or {}).get(name, 0),
            "hand": (hands or {}).get(name, ()),
            "place": None,
        }
        for name, square in at.items()
    ]
    table = {"size": SIZE, "board": rows, "players": players, "turn": 0, "deck": [], "discard": [], "seed": "",
             "shuffles": 1, "quiet": 0}  # fmt: skip
    return TAIKA.read_position(json.dumps(table), options or TAIKA.configure({}))


board = partial(drawn, art=Walkers(), side=SIZE)
"""A state as a picture."""


def laid(laying: LayingView) -> Marked:
    """What a laying needs, and what it makes of its new squares."""
    marks = marked(laying.need, "cell-need")
    for square in laying.new:
        marks += ((square, "cell-replace" if square in laying.replaced else "cell-new"),)
    return marks


def stepping() -> Diagram:
    """Where a walker may step (TM4)."""
    state = position({"c5": "r", "d3": "p", "e4": "g"}, {"mario": "d4", "luigi": "c4", "wario": "f6"})
    return board(
        state, (("d4", "selected"), *choices(state)),
        _("Mario may step to any of the dots: one square in any direction, but not onto an obstacle or a "
          "walker."), _("The step"),
    )  # fmt: skip


def placing(start: str = "c3", step: str = "d4") -> Diagram:
    """Where an obstacle may be placed after a step (TM4a)."""
    state = position({"c5": "r", "f5": "g", "e3": "y"}, {"mario": start, "luigi": "f3"})
    return board(
        state, ((start, "selected"), *choices(state, step)),
        _("After the step to {square} an obstacle may go to any of the dots: at most two steps away, "
          "whatever lies between.").format(square=step),
        _("Obstacle"), "", ((start, step),),
    )  # fmt: skip


def worked_example() -> tuple[Diagram, ...]:
    """The card, and its laying in the source's position, before and after (TM16)."""
    before = position(EXAMPLE, {"luigi": "a1", "mario": "d2"}, {"luigi": (HOSE,)})
    laying = next(one for one in layings_of(before, HOSE, "a2") if one.castable and one.new == EXAMPLE_NEW)
    named = " ".join(s + c for s, c in zip(EXAMPLE_NEW, EXAMPLE_COLOURS, strict=True))
    after = before.apply(f"a2 !{HOSE} {named}").state
    assert isinstance(after, TaikaState)
    rows = before.setup.rows(HOSE) or ()
    cells = {f"{'abcde'[x]}{len(rows) - y}": sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
    need = [square for square, sign in cells.items() if sign == "#"]
    new = [square for square, sign in cells.items() if sign == "o"]
    struck = (before.at[seat] for seat in laying.hit)
    hit = tuple(square_name(square, SIZE) for square in struck if square is not None)
    return (
        Diagram(
            Walkers(), len(rows[0]), len(rows), dict.fromkeys(need, ("y",)),
            (*marked(need, "cell-need"), *marked(new, "cell-new")), (), _("Card"), "",
            _("The Garden Hose needs the four obstacles and makes a new one in each of the three rings."), False,
        ),
        board(
            before, laid(laying) + marked(hit, "cell-hit"),
            _("Luigi has mirrored it and turned it a quarter. All four required obstacles are there, and none "
              "of them is green, which he is blind to."), _("Before"),
        ),
        board(
            after, (*marked(laying.need, "cell-need"), *marked(laying.new, "cell-new")),
            _("Three new obstacles in colours of his choice: on {replaced} in place of the old one, and Mario is "
              "hit on {hit} and stands on his.").format(
                  replaced=" ".join(laying.replaced), hit=" ".join(hit)), _("After"),
        ),
    )  # fmt: skip


def blindness() -> tuple[Diagram, ...]:
    """Each walker before the same obstacles: with which of them the card can be cast (TM6)."""
    words = {
        "mario": _("Mario is blind to red: with bricks he can't cast."),
        "luigi": _("Luigi is blind to green: with rings he can't cast."),
        "wario": _("Wario is blind to yellow: with stars he can't cast."),
        "waluigi": _("Waluigi is blind to purple: with zigzags he can't cast."),
    }
    rows = {
        f"{file}{rank}": colour for rank, colour in zip((7, 5, 3, 1), "rgyp", strict=True) for file in "abc"
    }
    found = []
    for name in CHARACTERS:
        other = CHARACTERS[CHARACTERS.index(name) - 1]
        state = position(rows, {name: "g4", other: "g2"}, {name: (SAUSAGE,)})
        marks: Marked = ()
        for laying in layings_of(state, SAUSAGE, None):
            marks += laid(laying) if laying.castable else ()
        found.append(board(state, marks, words[name], COLOURS[name], name))
    return tuple(found)


def ends() -> tuple[Diagram, ...]:
    """The third hit (TM8), and a walker that can't step (TM5)."""
    before = position(
        EXAMPLE, {"luigi": "a1", "mario": "d2", "wario": "g7"}, {"luigi": (HOSE,)}, {"mario": 2}
    )
    named = " ".join(s + c for s, c in zip(EXAMPLE_NEW, EXAMPLE_COLOURS, strict=True))
    after = before.apply(f"a2 !{HOSE} {named}").state
    assert isinstance(after, TaikaState)
    stuck = position({"a2": "y", "b2": "g"}, {"mario": "a1", "luigi": "b1"})
    return (
        board(
            after, marked(EXAMPLE_NEW, "cell-new"),
            _("The same spell when Mario has been hit twice already: he is out, the obstacles stay."),
            _("Third hit"),
        ),
        board(
            stuck, (("a1", "check"), *choices(stuck)),
            _("Mario is to move and can't step anywhere: he is out. The edge, obstacles and other walkers "
              "all block."), _("Walled in"),
        ),
    )  # fmt: skip


def pages() -> tuple[HelpPage, ...]:
    """The pages in the language in use."""
    start = TAIKA.start(TAIKA.configure({}), 4)
    assert isinstance(start, TaikaState)
    return (
        HelpPage(
            _("Taika-Mario: the aim"),
            (
                _("Be the last one alive. Two to four walkers play, each from a corner of their own."),
                _("Whoever is hit by the new obstacles of spells for the third time is out, and so is whoever "
                  "begins a turn and can't step anywhere. The candles show how many hits one can still bear."),
                _("Obstacles belong to nobody. They are red with bricks, green with rings, yellow with a star, or "
                  "purple with zigzags."),
                credit(),
            ),
            (board(start, (), _("The start for four."), side=start.setup.size),),
        ),
        HelpPage(
            _("A turn"),
            (
                _("First step: one square in any direction, onto one with neither obstacle nor walker."),
                _("Then either place one obstacle of any colour, or cast one of your cards. If neither is possible "
                  "the turn ends with the step."),
                _("The obstacle goes onto a square with neither obstacle nor walker in the five by five squares "
                  "around you. The square that you have just left is free."),
                _("A walker that stands on an obstacle may step off as usual."),
            ),
            (stepping(), placing()),
        ),
        HelpPage(
            _("Casting a spell"),
            (
                _("A card shows obstacles that it needs and obstacles that it makes. Lay it anywhere on the board, "
                  "turned or mirrored as you like; all of it must be on the board."),
                _("Every obstacle that it needs must be there, none of them in the colour that you are blind to. "
                  "This is judged before anything new is placed."),
                _("You choose the colour of each new obstacle. It replaces one that is there already, and hits "
                  "whoever stands there – yourself too."),
                _("The card is laid aside and you draw another. You always hold three."),
                _("The boards show the example of the rules themselves."),
            ),
            worked_example(),
        ),
        HelpPage(
            _("Blind colours"),
            (
                _("Each walker wears the colour that it is blind to. Obstacles of that colour don't count as "
                  "required ones for its spells."),
                _("For walking, all obstacles are alike, and everybody may place and make all colours."),
                _("Choose a walker: lit is where it could cast the Sausage, which needs three in a row and makes "
                  "two more."),
            ),
            blindness(),
        ),
        HelpPage(
            _("Hits and the end"),
            (
                _("Three hits and you are out: your walker leaves the board, your cards are laid aside, obstacles "
                  "stay. A spell hits each walker at most once."),
                _("The last one alive wins; the others are placed by how long they lasted. If the last ones fall at "
                  "the same moment, they share the win."),
                _("When for {limit} turns in a row nobody was hit, nobody fell and no empty square got an "
                  "obstacle, those alive draw.").format(limit=TAIKA.configure({})["quiet_limit"]),
                _("On your turn you may resign. Whoever leaves for good or runs out of time is out as well."),
            ),
            ends(),
        ),
        HelpPage(
            _("Cards"),
            (
                _("Everybody begins with three cards. They are hidden from the others unless the table says open "
                  "hands; on one screen they are shown only to the player in turn."),
                _("When the deck is empty, the cards laid aside are shuffled into a new one."),
                _("The deck is the base set, and the expansions if they are chosen. In the base set, Lakitu, Cocoa "
                  "and Bridge are perhaps slightly too good, as the source says."),
                _("You can make card sets of your own; they are sent along, so that everybody at the table has them."),
            ),
        ),
        HelpPage(
            _("Two ways to read a turn"),
            (
                _("The source says that a turn has two choices, but its list of them is lost. Usual here: step, "
                  "then place or cast."),
                _("It can also be read so: either step and place one obstacle, or cast without a step. Choose it "
                  "with the option for turns. Spells are more frequent then, and games shorter."),
                _("With two players, placing nothing but the colour that the other is blind to is strong: it is the "
                  "first discovery that everybody makes. Open hands, three or four players, or a larger board "
                  "soften it."),
            ),
        ),
        *rule_pages(rules()),
    )  # fmt: skip
