"""The program with a window: puts home folder, hub, bots, scenes and window together, and takes them apart.

What the command line calls; everything below gets what it needs handed in.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pygame

from client.bots.driver import BotDriver
from client.bots.process import Mind
from client.core import settings as settings_file
from client.core import words
from client.core.app import App
from client.core.audio import Audio
from client.core.lastresort import LastResortScene
from client.core.logs import logged
from client.core.openings import Openings
from client.core.reports import Reports
from client.core.scene import Scene
from client.core.services import HubLike, Services
from client.core.unkept import unkept_words
from client.core.window import NoDisplay, Waker, Window, open_display
from client.games.registry import choose, livery_of
from client.scenes.openings import SceneOpenings
from net.edge.temporary_home import Chosen, usable_home
from net.hub import Hub
from rules.terminal import DONE, REFUSED, tell

LOG = logging.getLogger("magicade.window")
BOT_DELAY_S = 0.7
"""How long a bot takes at least, so that people can follow."""


def run(
    home: Path | None = None,
    *,
    start: Callable[[HubLike], None] | None = None,
    network: bool = True,
    port: int | None = None,
    fullscreen: bool | None = None,
    verbose: bool = False,
) -> int:
    """Open the window and stay until it is closed; the exit code of the program.

    ``home`` is the folder of settings and matches (None: this user's usual one); ``start`` is called
    once with the running hub (to join or to watch at once; what the hub then tells opens the scenes);
    ``verbose`` logs to standard error too.  Without a display: one line on standard error, 2.
    """
    try:
        size = open_display()
    except NoDisplay as error:
        tell(f"magicade: no display: {error}")
        return REFUSED
    chosen = usable_home(home)
    with ExitStack() as closing:
        closing.callback(chosen.home.close)
        reports = closing.enter_context(logged(chosen.home.path if chosen.home.on_disk else None, verbose))
        closing.callback(pygame.quit)
        try:
            _run(chosen, reports, closing, size, start, network, port, fullscreen)
        except Exception as error:
            LOG.error("the window can't go on", exc_info=error)
            place = f"; see {reports.newest}" if reports.newest is not None else ""
            tell(f"magicade: something went wrong: {type(error).__name__}: {error}{place}")
            return REFUSED
    return DONE


def _run(
    chosen: Chosen,
    reports: Reports,
    closing: ExitStack,
    size: tuple[int, int],
    start: Callable[[HubLike], None] | None,
    network: bool,
    port: int | None,
    fullscreen: bool | None,
) -> None:
    folder = chosen.home
    settings, trouble = settings_file.load(folder.settings_path)
    words.use(settings.language)
    wake = Waker()
    hub = Hub(folder, settings.name, wake, network=network, port=port)
    services = Services(
        hub, settings, Audio(settings.volume), folder.settings_path if folder.on_disk else None
    )
    services.kept = folder.kept
    services.liveries = livery_of
    if unkept := unkept_words(chosen):
        services.toasts.say(unkept)
    if not network:
        services.known.network = False
    if trouble is not None:
        services.toasts.say(words.message(trouble.message, trouble.arguments))
    wide = settings.fullscreen if fullscreen is None else fullscreen
    openings = SceneOpenings(services)
    app = App(services, _first(services, openings), openings, Window(size, wide), wake, reports)
    mind = Mind(choose)
    app.bots = bots = BotDriver(hub, BOT_DELAY_S, mind.ask, mind.stop)
    for close in (hub.close, wake.close, services.audio.stop, bots.close):  # the last one first
        closing.callback(close)
    app.first_picture()
    hub.start()
    if start is not None:
        start(hub)
    app.start_devices()
    app.loop()


def _first(services: Services, openings: Openings) -> Scene:
    """The title, or what stands in for it."""
    try:
        return openings.title()
    except Exception as error:
        LOG.error("the title can't be made", exc_info=error)
        return LastResortScene(services, openings.title)
