"""Figures of the board scene: frames a second while pieces move, CPU when nothing does.

``python tests/bench/bench_board.py [x11|dummy]``: x11 starts an Xvfb of its own.  One JSON object for each
driver and size of the window.
"""

from __future__ import annotations

import json
import sys

from window_child import figures

CHILD = """
import json, os, sys, threading, time
from pathlib import Path
wide, high = int(sys.argv[3]), int(sys.argv[4])
from client import app
app.Window._fitting = lambda self, desktop: (wide, high)
step = app.App.step
busy, cost, state = [], [], {"board": False, "sent": -1}
def stepped(self, events):
    top = self.top
    moving = top.title == "board" and top.board.stage is not None and top.board.stage.busy
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
    count = len(top.history)
    still = not (top.board.stage is not None and top.board.stage.busy)
    if still and top.my_turn and not top._sent and count <= 8 and count != state["sent"]:
        state["sent"] = count
        top._act(top.match.state.legal()[0])
    elif still and count > 8:
        state["board"] = True
app.App.step = stepped
def begin(hub):
    hub.open_table("mind-control", {}, ["person", "person"], names=["a", "b"], public=False)
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


def measure(driver: str, size: tuple[int, int]) -> dict[str, object]:
    """Run the window on a board for some seconds under ``driver``."""
    return figures(driver, CHILD, *map(str, size), display=":94", screen="2000x1200x24")


if __name__ == "__main__":
    for name in sys.argv[1:] or ["x11", "dummy"]:
        for size in ((1280, 720), (1920, 1080)):
            print(json.dumps(measure(name, size)), flush=True)
