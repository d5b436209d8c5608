"""The window of the system: whether there is a display, its size, its surface, waking it from other threads.

Knows SDL's video and nothing of scenes.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

import pygame

_FIRST_SIZE = (1280, 720)
POINTS = ("cocoa", "wayland")
"""SDL's drivers (macOS, Wayland) that measure windows in points: on a fine screen one is two or more pixels wide."""
BARS = 120
"""Rows that title bar, task bar, menu bar and dock may take (the window lies in the middle)."""


class NoDisplay(RuntimeError):
    """There is no screen to open a window on."""


def open_display() -> tuple[int, int]:
    """Initialise SDL's video; the size of the desktop.  Raises NoDisplay with a reason."""
    asked = os.environ.get("SDL_VIDEODRIVER", "")
    try:
        with hushed():
            pygame.display.init()
        driver = pygame.display.get_driver()
    except pygame.error as error:
        raise NoDisplay(str(error)) from error
    if driver in ("offscreen", "dummy") and driver not in asked.split(","):
        pygame.display.quit()
        raise NoDisplay("neither a desktop nor a screen was found")
    if driver == "x11":
        # Without a graphics card SDL would paint through a software OpenGL; plain X copies only what changed.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    sizes = pygame.display.get_desktop_sizes()
    return sizes[0] if sizes else _FIRST_SIZE


@contextlib.contextmanager
def hushed() -> Iterator[None]:
    """Keep the system's libraries (not Python) from writing on standard error; what is missing we say ourselves."""
    try:
        saved = os.dup(2)
    except OSError:
        yield
        return
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)


def fitting(desktop: tuple[int, int]) -> tuple[int, int]:
    """The size of a first window: a usual one with some room around it, or as much as the desktop has left.

    No system tells SDL for sure what its panels, its dock and the title bar take, so we leave room for them: on
    1366×768 a window of 720 rows would lie under the task bar of Windows.
    """
    wide, high = desktop
    for factor in (3.0, 2.0, 1.5, 1.0):
        size = (round(_FIRST_SIZE[0] * factor), round(_FIRST_SIZE[1] * factor))
        if size[0] * 10 <= wide * 8 and size[1] * 10 <= high * 8:
            return size
    room = wide - wide // 20, high - max(high * 16 // 100, min(BARS, high // 3))
    return min(_FIRST_SIZE[0], room[0]), min(_FIRST_SIZE[1], room[1])


class Waker:
    """Called from any thread; posts one event until the window has taken notice."""

    def __init__(self) -> None:
        self.type = pygame.event.custom_type()
        self._posted = False
        self._closed = False

    def __call__(self) -> None:
        if self._posted or self._closed:
            return
        self._posted = True
        try:
            pygame.event.post(pygame.event.Event(self.type))
        except pygame.error:
            self._posted = False

    def taken(self) -> None:
        """The window has been woken and looks at what came; post again from now on."""
        self._posted = False

    def close(self) -> None:
        """Nothing is posted any more."""
        self._closed = True


class Window:
    """The window of the system: its surface, windowed or full screen."""

    def __init__(self, desktop: tuple[int, int] = _FIRST_SIZE, fullscreen: bool = False) -> None:
        from sprites.kit.emblems import app_icon

        self._sharp: pygame.Window | None = None
        """The window where it is measured in points: with a surface of as many pixels as the screen really has."""
        self.fullscreen = fullscreen
        self._icon = app_icon(64)
        pygame.display.set_caption("Magicade")
        pygame.display.set_icon(self._icon)
        self._small = fitting(desktop)
        self.open()

    def open(self) -> None:
        """(Re)open in the present mode."""
        if pygame.display.get_driver() in POINTS:
            self._open_sharp()
        elif self.fullscreen:
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            pygame.display.set_mode(self._small, pygame.RESIZABLE)

    def _open_sharp(self) -> None:
        """``pygame.display`` knows no fine screens: there the window is one of ``pygame.Window``."""
        if self._sharp is None:
            self._sharp = pygame.Window("Magicade", self._small, resizable=True, allow_high_dpi=True)
            self._sharp.set_icon(self._icon)
        if self.fullscreen:
            self._sharp.set_fullscreen(desktop=True)
        else:
            self._sharp.set_windowed()
            self._sharp.size = self._small

    def factor(self) -> float:
        """How many pixels of the surface are a unit of the mouse's place."""
        return 1.0 if self._sharp is None else self.surface.get_width() / max(1, self._sharp.size[0])

    def switch(self, fullscreen: bool) -> None:
        """Window ↔ full screen."""
        if fullscreen != self.fullscreen:
            if fullscreen:
                self._small = self.surface.get_size() if self._sharp is None else self._sharp.size
            self.fullscreen = fullscreen
            self.open()

    @property
    def surface(self) -> pygame.Surface:
        """What is painted on; another one after every change of size."""
        if self._sharp is not None:
            return self._sharp.get_surface()
        found = pygame.display.get_surface()
        assert found is not None  # from open() to pygame.quit() there is one
        return found

    def show(self, rects: list[pygame.Rect]) -> None:
        """Bring the painted rectangles to the screen."""
        if rects and self._sharp is not None:
            self._sharp.flip()
        elif rects:
            pygame.display.update(rects)
