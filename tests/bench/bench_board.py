"""Figures of the board scene: frames a second while pieces move, CPU when nothing does.

``python tests/bench/bench_board.py [x11|dummy]``: x11 starts an Xvfb of its own.  One JSON object for each
driver, game and size of the window.  Taika-Mario casts a spell of five new obstacles on 11×11 in every turn.
"""

from __future__ import annotations

import json
import sys

from window_child import figures

CHILD = """
import json, os, sys, threading, time
from pathlib import Path
wide, high, game, position = int(sys.argv[3]), int(sys.argv[4]), sys.argv[5], sys.argv[6]
from client import program as app
from client.core import window
from net.intents import OpenTable
window.fitting = lambda desktop: (wide, high)
step = app.App.step
busy, cost, state = [], [], {"board": False, "sent": -1}
def stepped(self, events):
    top = self.top
    moving = top.title == "board" and top.board.picture.stage is not None and top.board.picture.stage.busy
    if moving:
        busy.append((time.perf_counter(), self.frames))
    before = time.perf_counter()
    step(self, events)
    if moving:
        cost.append(time.perf_counter() - before)
    if not self.running or self.top.title != "board":
        return
    top = self.top
    state["size"] = self.window.surface.get_size()
    count = len(top.shown.place.history)
    still = not (top.board.picture.stage is not None and top.board.picture.stage.busy)
    if still and top.shown.may_act and count <= 8 and count != state["sent"]:
        state["sent"] = count
        top._act(most(top.shown.match.state))
    elif still and count > 8:
        state["board"] = True
app.App.step = stepped
def most(here):
    # The first move, or of Taika-Mario's turns the one with most new obstacles.
    best = max(here.shapes(), key=lambda shape: (shape.count(" "), shape))
    step, _, rest = best.partition(" ")
    if not rest:
        return here.legal()[0]
    act, *squares = rest.split(" ")
    return " ".join([step, act, *(square + "rgyp"[n % 4] for n, square in enumerate(squares))])
def begin(hub):
    hub.post(OpenTable(game, {}, ["person", "person"], names=["a", "b"], position=position, public=False))
def report():
    end = time.time() + 30
    while not state["board"] and time.time() < end:
        time.sleep(0.1)
    time.sleep(1.5)
    a = sum(os.times()[:2]); t = time.time()
    time.sleep(5)
    idle = (sum(os.times()[:2]) - a) / (time.time() - t) * 100
    pairs = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(busy, busy[1:]) if b[0] - a[0] < 0.1]
    seconds, frames = sum(p[0] for p in pairs), sum(p[1] for p in pairs)
    each = sorted(cost) or [0]
    print(json.dumps({
        "size": state.get("size"),
        "frames_per_s": round(frames / seconds, 1) if seconds else None,
        "frame_ms_median": round(each[len(each) // 2] * 1000, 2),
        "frame_ms_worst_of_100": round(each[int(len(each) * 0.99) - 1] * 1000, 2),
        "idle_cpu_percent": round(idle, 2),
    }), flush=True)
    os._exit(0)
threading.Thread(target=report, daemon=True).start()
app.run(Path(sys.argv[1]), network=False, start=begin, fullscreen=False)
"""


def spells() -> str:
    """A board of Taika-Mario on which either player can cast a spell of five new obstacles again and again."""
    card = {"comet": ["##", "ooooo"]}
    player = {"hits": 0, "hand": ["comet"] * 3, "place": None}
    return json.dumps(
        {
            "size": 11,
            "board": ["..........."] * 9 + ["gggg...gggg", "gggg...gggg"],
            "players": [
                {"character": "mario", "at": "f6", **player},
                {"character": "luigi", "at": "f10", **player},
            ],
            "turn": 0, "deck": ["comet"] * 9, "discard": [], "seed": "", "shuffles": 1, "quiet": 0,
            "cards": card,
        },
        separators=(",", ":"),
    )  # fmt: skip


def measure(driver: str, game: str, size: tuple[int, int]) -> dict[str, object]:
    """Run the window on a board for some seconds under ``driver``."""
    position = spells() if game == "taika-mario" else ""
    found = figures(driver, CHILD, *map(str, size), game, position, display=":94", screen="2000x1200x24")
    return {"game": game, **found}


if __name__ == "__main__":
    for name in sys.argv[1:] or ["x11", "dummy"]:
        for played in ("mind-control", "magi", "taika-mario"):
            for size in ((1280, 720), (1920, 1080)):
                print(json.dumps(measure(name, played, size)), flush=True)
