"""Measures the stage: frames a second while animating, cost of an idle frame, start-up costs.

``python tests/bench/bench_sprites.py [WIDTHxHEIGHT …]`` with SDL_VIDEODRIVER=dummy or under Xvfb.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from rules.facts import Fact
from sprites.backdrop import sky
from sprites.boardview import BoardView, Marks
from sprites.pyramids import Pyramids
from sprites.stage import Stage
from sprites.text import Typesetter
from sprites.theme import Scale, theme

SECONDS = 4.0


def start() -> dict[str, tuple[str, ...]]:
    rows = {1: "L", 2: "M", 3: "S", 6: "s", 7: "m", 8: "l"}
    return {f"{file}{rank}": (letter,) for file in "cdef" for rank, letter in rows.items()}


def steps() -> list[list[Fact]]:
    """A destruction, a control and a rescue."""
    return [
        [
            Fact("taken", "c6", "taken:0", ("s",), 0, "destroy"),
            Fact("moved", "c1", "c6", ("L",), 0, "destroy"),
        ],
        [Fact("moved", "d6", "c6", ("s",), 1, "control")],
        [Fact("taken", "c6", "taken:0", ("s",), 0, "rescue"), Fact("moved", "c3", "c6", ("S",), 0, "rescue")],
    ]


def run(size: tuple[int, int]) -> None:
    window = pygame.display.set_mode(size)
    look, scale = theme("night"), Scale.of(size)
    began = time.perf_counter()
    window.blit(sky(size, look, False, look.accent("mind-control")), (0, 0))
    px = scale.px
    trays = {
        "taken:0": pygame.Rect(px(840), px(500), px(360), px(56)),
        "taken:1": pygame.Rect(px(840), px(100), px(360), px(56)),
    }
    rect = pygame.Rect(px(20), px(20), px(680), px(680))
    view = BoardView(8, 8, rect, look, look.accent("mind-control"), Typesetter(scale.factor), trays=trays)
    stage = Stage(view, Pyramids(), start())
    stage.ground(window)
    stage.draw(window)
    pygame.display.flip()
    first_ms = (time.perf_counter() - began) * 1000
    frames, drawn, worst, begun = 0, 0.0, 0.0, time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        if not stage.busy:
            stage = stage if stage.pieces == start() else reset(stage, window)
            for step in steps():
                stage.push(step)
        frame = time.perf_counter()
        stage.advance(1 / 60)
        rects = stage.draw(window)
        pygame.display.update(rects)
        took = time.perf_counter() - frame
        worst = max(worst, took)
        drawn += sum(r.width * r.height for r in rects)
        frames += 1
    spent = time.perf_counter() - begun
    reset(stage, window)
    idle = time.perf_counter()
    for _ in range(1000):
        stage.advance(1 / 60)
        assert not stage.draw(window)
    idle_us = (time.perf_counter() - idle) * 1000
    share = drawn / frames / (size[0] * size[1]) * 100
    print(
        f"{pygame.display.get_driver():8} {size[0]}x{size[1]}: {frames / spent:6.0f} frames/s animating, "
        f"worst frame {worst * 1000:.1f} ms, {share:.1f} % of the window a frame; "
        f"first picture {first_ms:.0f} ms; idle frame {idle_us:.1f} µs"
    )


def reset(stage: Stage, window: pygame.Surface) -> Stage:
    stage.jump(start())
    stage.skip()
    stage.mark(Marks())
    pygame.display.update(stage.draw(window))
    return stage


def main() -> None:
    pygame.display.init()
    sizes = [tuple(map(int, text.split("x"))) for text in sys.argv[1:]] or [(1280, 720), (1920, 1080)]
    for width, height in sizes:
        run((width, height))


if __name__ == "__main__":
    main()
