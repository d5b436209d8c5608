"""Measures the stage: frames a second while animating, cost of an idle frame, start-up costs.

``python tests/bench/bench_sprites.py [WIDTHxHEIGHT …]`` with SDL_VIDEODRIVER=dummy or under Xvfb: captures among
pyramids on 8×8, then a spell of five obstacles with two hits on 11×11.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from client.games.registry import livery_of
from rules.facts import Fact
from sprites.cards.cards import card_image
from sprites.cards.madeup import made_up
from sprites.kit.backdrop import sky
from sprites.kit.text import Typesetter
from sprites.kit.theme import Scale, theme
from sprites.pieces.pyramids import Pyramids
from sprites.pieces.walkers import Walkers
from sprites.stage.boardview import BoardView, Marks
from sprites.stage.stage import PieceArt, Stage

SECONDS = 4.0

Pieces = dict[str, tuple[str, ...]]
Steps = list[list[Fact]]


def pyramids() -> tuple[Pieces, Steps]:
    """A destruction, a control and a rescue."""
    rows = {1: "L", 2: "M", 3: "S", 6: "s", 7: "m", 8: "l"}
    pieces = {f"{file}{rank}": (letter,) for file in "cdef" for rank, letter in rows.items()}
    return pieces, [
        [
            Fact("taken", "c6", "taken:0", ("s",), 0, "destroy"),
            Fact("moved", "c1", "c6", ("L",), 0, "destroy"),
        ],
        [Fact("moved", "d6", "c6", ("s",), 1, "control")],
        [Fact("taken", "c6", "taken:0", ("s",), 0, "rescue"), Fact("moved", "c3", "c6", ("S",), 0, "rescue")],
    ]


def spell() -> tuple[Pieces, Steps]:
    """A step and a spell: four required cells, five new obstacles (two replace old ones), two hits, one death."""
    pieces: Pieces = {"b2": ("mario",), "k11": ("wario",), "h7": ("r", "luigi"), "i4": ("waluigi",)}
    pieces |= {
        f"{file}{rank}": (colour,) for file in "cdefgj" for rank, colour in ((3, "g"), (6, "y"), (9, "p"))
    }
    pieces |= {"i8": ("r",)}
    new = [Fact("placed", "", place, (colour,), 0, "") for place, colour in (("g8", "g"), ("h8", "y"))]
    facts = [
        Fact("moved", "b2", "b3", ("mario",), 0, "step"),
        Fact("cast", "", "", ("c3", "d3", "e3", "d6"), 0, "silta"),
        *new,
        Fact("taken", "h7", "", ("r",), note="replaced"),
        Fact("placed", "", "h7", ("p",), 0, "under"),
        Fact("placed", "", "i4", ("r",), 0, "under"),
        Fact("taken", "i8", "", ("r",), note="replaced"),
        Fact("placed", "", "i8", ("p",), 0, ""),
        Fact("hit", at="h7", seat=1, note="1"),
        Fact("hit", at="i4", seat=3, note="3"),
        Fact("out", at="i4", seat=3, note="hits"),
        Fact("taken", "i4", "", ("waluigi",), 3, "out"),
    ]
    return pieces, [facts]


def run(size: tuple[int, int], what: str, side: int, art: PieceArt, start: Pieces, steps: Steps) -> None:
    window = pygame.display.set_mode(size)
    look, scale = theme("night"), Scale.of(size)
    accents = livery_of("taika-mario" if side == 11 else "mind-control").accents_in(look)
    began = time.perf_counter()
    window.blit(sky(size, look, False, accents.first), (0, 0))
    px = scale.px
    trays = {
        "taken:0": pygame.Rect(px(840), px(500), px(360), px(56)),
        "taken:1": pygame.Rect(px(840), px(100), px(360), px(56)),
    }
    rect = pygame.Rect(px(20), px(20), px(680), px(680))
    view = BoardView(side, side, rect, look, accents, Typesetter(scale.factor), trays=trays)
    stage = Stage(view, art, start)
    stage.ground(window)
    stage.draw(window)
    pygame.display.flip()
    first_ms = (time.perf_counter() - began) * 1000
    frames, drawn, times, begun = 0, 0.0, [], time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        if not stage.busy:
            stage = stage if stage.pieces == start else reset(stage, start, window)
            for step in steps:
                stage.push(step)
        frame = time.perf_counter()
        stage.advance(1 / 60)
        rects = stage.draw(window)
        pygame.display.update(rects)
        times.append(time.perf_counter() - frame)
        drawn += sum(r.width * r.height for r in rects)
        frames += 1
    reset(stage, start, window)
    idle = time.perf_counter()
    for _ in range(1000):
        stage.advance(1 / 60)
        assert not stage.draw(window)
    idle_us = (time.perf_counter() - idle) * 1000
    share = drawn / frames / (size[0] * size[1]) * 100
    times.sort()
    print(
        f"{pygame.display.get_driver():8} {size[0]}x{size[1]} {what}: {frames / sum(times):6.0f} frames/s, "
        f"worst of 100 {times[-len(times) // 100] * 1000:.1f} ms, worst {times[-1] * 1000:.1f} ms, "
        f"{share:.1f} % of the window a frame; first picture {first_ms:.0f} ms; idle frame {idle_us:.1f} µs"
    )


def reset(stage: Stage, start: Pieces, window: pygame.Surface) -> Stage:
    stage.jump(start)
    stage.skip()
    stage.mark(Marks())
    pygame.display.update(stage.draw(window))
    return stage


def preview(size: tuple[int, int]) -> None:
    """What it costs to move a laying of five cells under the pointer, and to draw a hand of cards anew."""
    window = pygame.display.set_mode(size)
    look, scale = theme("night"), Scale.of(size)
    type_ = Typesetter(scale.factor)
    rect = pygame.Rect(scale.px(20), scale.px(20), scale.px(680), scale.px(680))
    view = BoardView(11, 11, rect, look, livery_of("taika-mario").accents_in(look), type_)
    stage = Stage(view, Walkers(), spell()[0])
    stage.ground(window)
    stage.draw(window)
    begun, count = time.perf_counter(), 120
    for i in range(count):
        places = [f"{'abcdefghi'[(i + j) % 9]}{1 + (i + j * 2) % 9}" for j in range(5)]
        stage.mark(Marks(cells=dict.fromkeys(places, "new"), ghosts=dict.fromkeys(places, ("r",))))
        pygame.display.update(stage.draw(window))
    moved_ms = (time.perf_counter() - begun) / count * 1000
    begun = time.perf_counter()
    card = (scale.px(118), scale.px(166))
    for name in ("Silta", "Lakitu", "Kaakao"):
        card_image(
            ("o.#oo", "###.."), card, look, view.accents, type_, name=name, emblem=made_up(name), state="lit"
        )
    cards_ms = (time.perf_counter() - begun) * 1000
    print(
        f"         {size[0]}x{size[1]} a preview that moves: {moved_ms:.1f} ms; three new cards: {cards_ms:.0f} ms"
    )


def main() -> None:
    pygame.display.init()
    sizes = [tuple(map(int, text.split("x"))) for text in sys.argv[1:]] or [(1280, 720), (1920, 1080)]
    for width, height in sizes:
        run((width, height), "captures", 8, Pyramids(), *pyramids())
        run((width, height), "spell   ", 11, Walkers(), *spell())
        preview((width, height))


if __name__ == "__main__":
    main()
