"""One real window in a process of its own, driven by events that a test asks for on standard input.

A request is one JSON line; the answer is what the window shows afterwards.  Only pygame events are posted, so
everything goes the way of a person's hand; the scenes are merely read, to know where things are.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from pathlib import Path
from typing import Any

import pygame

from client import program
from client.core.app import App
from client.core.focus import flat
from net.edge import discovery

REQUESTS: queue.Queue[dict[str, Any] | None] = queue.Queue()
MODS = {"ctrl": pygame.KMOD_CTRL}


def listen() -> None:
    """Standard input's lines become requests; its end closes the window."""
    for line in sys.stdin:
        REQUESTS.put(json.loads(line))
    REQUESTS.put(None)


def shown(app: App) -> dict[str, Any]:
    """What stands in the window now."""
    scene: Any = app.top
    focus = scene.layer.focus
    overlay = scene.overlays[-1] if scene.overlays else None
    found: dict[str, Any] = {
        "scene": scene.title,
        "overlay": type(overlay).__name__ if overlay else "",
        "focus": focus.key if focus is not None else "",
        "value": getattr(focus, "value", ""),
        "field": getattr(getattr(focus, "chosen", None), "key", ""),
        "tables": len(app.services.known.tables),
        "enabled": [w.key for w in widgets(app) if w.visible and w.enabled and w.key],
    }
    if scene.title == "table":
        found["addresses"] = list(scene.table.addresses)
    if scene.title == "board":
        board = scene.board
        found |= {
            "turn": scene.shown.may_act,
            "moves": len(scene.shown.place.history) - 1,
            "status": scene.shown.match.status,
            "path": str(scene.shown.match.path),
            "busy": board.picture.busy,
            "cursor": board.cursor,
            "begun": board.chooser.begun,
            "ready": board.chooser.ready() or "",
            "notes": {place: target.note for place, target in board.chooser.targets().items()},
            "cards": {w.key: w.state for w in widgets(app) if w.key.startswith("card-") and w.enabled},
            "targets": {place: t.action for place, t in board.chooser.targets().items()},
        }
    return found


def widgets(app: App) -> list[Any]:
    """All that can be reached now."""
    scene = app.top
    return list(flat(scene.overlays[-1].children() if scene.overlays else scene.widgets))


def place_of(app: App, request: dict[str, Any]) -> tuple[int, int]:
    """Where the mouse is to go: a square of the board, or the widget with a key."""
    scene: Any = app.top
    if "square" in request:
        centre: tuple[int, int] = scene.board.view.rect_of(request["square"]).center
        return centre
    found = [each for each in widgets(app) if each.key == request["click"]]
    rect = found[0].rect
    return (rect.centerx, rect.top + 20) if request["click"] == "tables" else rect.center


def obey(app: App, request: dict[str, Any]) -> None:
    """Post the events that one request asks for."""
    if "click" in request or "square" in request:
        at = place_of(app, request)
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0)))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=at, button=1))
    elif "key" in request:
        key, mod = pygame.key.key_code(request["key"]), MODS.get(request.get("mod", ""), 0)
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, mod=mod))
    elif "text" in request:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=request["text"]))
    elif "shot" in request:
        pygame.image.save(app.window.surface, request["shot"])


class Driven:
    """Puts the requests between the rounds of the real loop."""

    def __init__(self) -> None:
        self._step = App.step
        self._due = App.due

    def due(self, app: App, now: float) -> float:
        """Look for requests a few times in each tenth of a second."""
        due = self._due(app, now)
        return now + 0.02 if due is None else min(due, now + 0.02)

    def step(self, app: App, events: list[pygame.event.Event]) -> None:
        """One round; then at most one request, and the round that it needs."""
        self._step(app, events)
        try:
            request = REQUESTS.get_nowait()
        except queue.Empty:
            return
        if request is None:
            app.running = False
            return
        try:
            obey(app, request)
            self._step(app, app.input.waiting())
            answer = shown(app) if app.running else {"scene": ""}
        except (LookupError, AttributeError) as error:
            answer = {"error": repr(error), **shown(app)}
        print(json.dumps(answer), flush=True)


def main() -> int:
    """Run the window with its own home."""
    driven = Driven()

    def step(self: App, events: list[pygame.event.Event]) -> None:
        driven.step(self, events)

    def due(self: App, now: float) -> float | None:
        return driven.due(self, now)

    App.step = step  # type: ignore[method-assign]  # the only way in between the rounds of the real loop
    App.due = due  # type: ignore[method-assign]
    discovery.SERVICE = os.environ.get("MAGICADE_TEST_SERVICE", discovery.SERVICE)
    threading.Thread(target=listen, daemon=True).start()
    return program.run(Path(sys.argv[1]), network=sys.argv[2] == "lan", fullscreen=False)


if __name__ == "__main__":
    sys.exit(main())
