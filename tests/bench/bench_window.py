"""Figures of the real window: time to the title, CPU when idle, frames a second while the title moves.

``python tests/bench/bench_window.py [x11|dummy]``: x11 needs a display (or Xvfb, which is then started).
Prints one JSON object for each driver.
"""

from __future__ import annotations

import json
import os
import sys

from window_child import figures

CHILD = """
import json, sys, time
from pathlib import Path
began = float(sys.argv[2])
from client import program as app
from client.scenes import demo
demo.AWAKE_S = 6.0
first_picture = app.App.first_picture
step = app.App.step
marks = {}
def first(self):
    first_picture(self)
    marks["title_s"] = round(time.time() - began, 3)
def stepped(self, events):
    marks.setdefault("busy", [])
    stage = self.top.demo._stage if self.stack and hasattr(self.top, "demo") else None
    if stage is not None and stage.busy:
        marks["busy"].append((time.perf_counter(), self.frames))
    before = time.perf_counter()
    step(self, events)
    if stage is not None and stage.busy:
        marks.setdefault("cost", []).append(time.perf_counter() - before)
app.App.first_picture = first
app.App.step = stepped
def report():
    pairs = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(marks["busy"], marks["busy"][1:])]
    pairs = [pair for pair in pairs if pair[0] < 0.1]
    seconds = sum(p[0] for p in pairs)
    frames = sum(p[1] for p in pairs)
    cost = sorted(marks.get("cost", [0]))
    print(json.dumps({
        "title_s": marks["title_s"],
        "frames_per_s": round(frames / seconds, 1) if seconds else None,
        "frame_ms_median": round(cost[len(cost) // 2] * 1000, 2),
        "frame_ms_worst_of_100": round(cost[int(len(cost) * 0.99) - 1] * 1000, 2),
    }))
    sys.stdout.flush()
import threading, os
def idle():
    time.sleep(11)
    a = sum(os.times()[:2]); t = time.time()
    time.sleep(6)
    b = sum(os.times()[:2])
    report()
    print(json.dumps({"idle_cpu_percent": round((b - a) / (time.time() - t) * 100, 2)}), flush=True)
    os._exit(0)
threading.Thread(target=idle, daemon=True).start()
raise SystemExit(app.run(Path(sys.argv[1]), network=False))
"""


def measure(driver: str) -> dict[str, object]:
    """Run the window for some seconds under ``driver``."""
    display = "" if os.environ.get("DISPLAY") else ":93"
    return figures(driver, CHILD, display=display, screen="1400x900x24")


if __name__ == "__main__":
    for name in sys.argv[1:] or ["x11", "dummy"]:
        print(json.dumps(measure(name)))
