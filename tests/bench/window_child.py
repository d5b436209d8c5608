"""Runs a piece of code that opens the real window in a process of its own and collects what it measures.

Shared by the benchmarks of windows; it measures nothing itself.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def figures(driver: str, code: str, *arguments: str, display: str, screen: str) -> dict[str, object]:
    """The JSON objects that ``code`` prints, merged; its arguments are a fresh home folder, the time at which
    it was started (seconds, ``time.time()``), and ``arguments``.

    ``driver`` is SDL's; under ``x11`` an Xvfb with a ``screen`` like ``2000x1200x24`` is started as ``display``.
    An empty ``display`` uses the one that is there.
    """
    home = tempfile.mkdtemp()
    env = {**os.environ, "SDL_VIDEODRIVER": driver, "SDL_AUDIODRIVER": "dummy"}
    env["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parents[2]), env.get("PYTHONPATH", "")])
    server = None
    if driver == "x11" and display:
        env["DISPLAY"] = display
        command = ["Xvfb", display, "-screen", "0", screen]
        server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        time.sleep(1.0)
    try:
        found: dict[str, object] = {"driver": driver}
        command = [sys.executable, "-c", code, home, str(time.time()), *arguments]
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=False)
        for line in done.stdout.splitlines():
            if line.startswith("{"):
                found.update(json.loads(line))
        if done.stderr.strip():
            found["stderr"] = done.stderr.strip().splitlines()[-1]
        return found
    finally:
        if server is not None:
            server.terminate()
            server.wait()
        shutil.rmtree(home, ignore_errors=True)
