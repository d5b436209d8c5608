"""The part of the contact sheet that shows cards, candles, emblems, a turn in the making and a spell by moments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pygame

from sprites.cards.cards import STATES, card_back, card_image, pattern_image
from sprites.cards.madeup import made_up
from sprites.kit.backdrop import sky
from sprites.kit.strokes import draw
from sprites.kit.text import Typesetter
from sprites.kit.theme import Accents, Theme
from sprites.pieces.candles import candles
from sprites.pieces.walkers import Walkers
from sprites.stage.boardview import BoardView, Marks
from sprites.stage.stage import Stage

SIZE = (1600, 1580)

_ROWS = ("o.#oo", "###..")
_SPIDER = (".#.", "#.#", "...", "o.o", ".o.")
_MOMENTS = (0.12, 0.3, 0.42, 0.55, 0.68, 0.78, 0.86, 0.92, 1.0, 1.1, 1.3, 1.5)

_PIECES: Mapping[str, tuple[str, ...]] = {
    **{"b2": ("mario",), "c3": ("g",), "d3": ("y",), "e3": ("p",), "d2": ("r",)},
    **{"d5": ("r", "luigi"), "e6": ("r",), "f3": ("waluigi",), "a6": ("g", "wario"), "a3": ("y",)},
}


@dataclass(frozen=True, slots=True)
class _Fact:
    """The shape of a fact (``sprites.motion.fold.Fact``)."""

    kind: str
    at: str = ""
    to: str = ""
    pieces: tuple[str, ...] = ()
    seat: int | None = None
    note: str = ""


_SPELL = (
    _Fact("moved", "b2", "b3", ("mario",), 0, "step"),
    _Fact("cast", "", "", ("c3", "d3", "e3", "d2"), 0, "silta"),
    _Fact("placed", "", "c5", ("g",), 0),
    _Fact("taken", "d5", "", ("r",), None, "replaced"),
    _Fact("placed", "", "d5", ("p",), 0, "under"),
    _Fact("taken", "e6", "", ("r",), None, "replaced"),
    _Fact("placed", "", "e6", ("g",), 0),
    _Fact("placed", "", "f3", ("r",), 0, "under"),
    _Fact("hit", at="d5", seat=1, note="1"),
    _Fact("hit", at="f3", seat=3, note="3"),
    _Fact("out", at="f3", seat=3, note="hits"),
    _Fact("taken", "f3", "", ("waluigi",), 3, "out"),
)

_TURN = Marks(
    cells={
        **{
            "a1": "fit",
            "b1": "fit-here",
            "c1": "need",
            "d1": "lack",
            "e1": "new",
            "f1": "replace",
            "f2": "hit",
        },
        **{
            "c3": "need",
            "d3": "need",
            "e3": "need",
            "d2": "need",
            "c5": "new",
            "d5": "hit",
            "d6": "new next",
        },
        **{"e6": "replace", "f3": "hit", "a6": "fit-here", "a3": "fit", "e5": "lack"},
    },
    ghosts={"c5": ("g",), "d5": ("p", "luigi"), "e6": ("g",), "b3": ("mario",), "f3": ("y", "waluigi")},
    hide=("b2",),
    cursor="f6",
)


ACCENTS = Accents((126, 224, 138), (185, 140, 255))
"""What this sheet is tinted with: of two colours, so that both are seen."""


def spellsheet(look: Theme) -> pygame.Surface:
    """All of it on one surface of SIZE."""
    surface = pygame.Surface(SIZE)
    surface.blit(sky(SIZE, look, False, ACCENTS.first), (0, 0))
    type_ = Typesetter()
    _cards(surface, look, type_)
    for i, emblem in enumerate(made_up(f"own-{n}") for n in range(48)):
        surface.blit(draw(emblem, 36, ACCENTS.first), (16 + (i % 24) * 50, 470 + i // 24 * 48))
        surface.blit(draw(emblem, 14, ACCENTS.first), (50 + (i % 24) * 50, 492 + i // 24 * 48))
    y = 240
    for height in (16, 24, 40, 64):
        for lit in (3, 2, 1, 0):
            row = candles(lit, 3, height, look)
            surface.blit(row, (1010 + (3 - lit) * 140, y))
        y += height + 12
    for side, where in ((56, (16, 580)), (32, (420, 580))):
        stage, board = _stage(look, type_, side)
        stage.mark(_TURN)
        stage.draw(board)
        surface.blit(board, where)
    _moments(surface, look, type_, 40)
    return surface


def _cards(surface: pygame.Surface, look: Theme, type_: Typesetter) -> None:
    surface.blit(
        card_image(
            _SPIDER, (300, 420), look, ACCENTS, type_, name="Lakitu", emblem=made_up("lakitu"), state="lit"
        ),
        (16, 16),
    )
    names = ("Puutarhaletku", "Northern Lights", "北風の呪文", "Löyly")
    x = 330
    for width, height, y in ((150, 210, 16), (100, 140, 236), (56, 80, 386)):
        for i, state in enumerate(STATES):
            card = card_image(
                _ROWS,
                (width, height),
                look,
                ACCENTS,
                type_,
                name=names[i],
                emblem=made_up(names[i]),
                state=state,
            )
            surface.blit(card, (x + i * (width + 8), y))
        surface.blit(card_back((width, height), look, ACCENTS), (x + 4 * (width + 8), y))
        surface.blit(
            card_image(
                _SPIDER, (width, height), look, ACCENTS, type_, name="Omatekoinen", emblem=made_up("own-3")
            ),
            (x + 5 * (width + 8), y),
        )
    for i, side in enumerate((80, 48, 24)):
        surface.blit(pattern_image(_ROWS, (side, side), look, ACCENTS), (1300 + i * 90, 20))
        surface.blit(pattern_image(_SPIDER, (side, side), look, ACCENTS), (1300 + i * 90, 110))


def _stage(look: Theme, type_: Typesetter, side: int) -> tuple[Stage, pygame.Surface]:
    """A board of six squares of ``side`` pixels, and what it is drawn on."""
    room = round(side * 6.75)
    board = pygame.Surface((room, room))
    board.blit(sky((room, room), look), (0, 0))
    rect = pygame.Rect(0, 0, room, room)
    view = BoardView(6, 6, rect, look, ACCENTS, type_)
    stage = Stage(view, Walkers(), _PIECES)
    stage.ground(board)
    stage.draw(board)
    return stage, board


def _moments(surface: pygame.Surface, look: Theme, type_: Typesetter, side: int) -> None:
    """A spell as it is seen at some moments."""
    stage, board = _stage(look, type_, side)
    stage.push(_SPELL)
    now = 0.0
    for i, moment in enumerate(_MOMENTS):
        while now < moment:
            stage.advance(1 / 60)
            now += 1 / 60
            stage.draw(board)
        row, column = divmod(i, 6)
        surface.blit(pygame.transform.smoothscale(board, (256, 256)), (16 + column * 262, 1030 + row * 268))
