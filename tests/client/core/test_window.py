"""The window on screens whose points are several pixels wide (macOS, Wayland), without such a screen."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client import shots
from client.core import window as window_module
from client.core.app import App
from client.core.input import Input
from client.core.intents import PointerMoved, Press
from client.core.window import Waker, Window
from client.scenes.openings import SceneOpenings
from client.scenes.title import TitleScene


class Fine:
    """``pygame.Window`` on a screen on which a point is ``wide`` pixels wide; notes what is asked of it."""

    wide = 2.0
    made: list[Fine]

    def __init__(self, title: str, size: tuple[int, int], *, resizable: bool, allow_high_dpi: bool) -> None:
        assert resizable and allow_high_dpi
        self.size = size
        self.flips = 0
        self.log: list[str] = []
        self._surface = pygame.Surface((1, 1))
        Fine.made.append(self)

    def set_icon(self, icon: pygame.Surface) -> None:
        self.log.append("icon")

    def set_fullscreen(self, desktop: bool = False) -> None:
        assert desktop, "the screen's mode is left alone"
        self.log.append("full")
        self.size = (1440, 900)

    def set_windowed(self) -> None:
        self.log.append("windowed")

    def get_surface(self) -> pygame.Surface:
        size = (round(self.size[0] * self.wide), round(self.size[1] * self.wide))
        if self._surface.get_size() != size:
            self._surface = pygame.Surface(size)
        return self._surface

    def flip(self) -> None:
        self.flips += 1


@pytest.fixture(params=["cocoa", "wayland"])
def fine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> type[Fine]:
    monkeypatch.setattr(pygame.display, "get_driver", lambda: request.param)
    monkeypatch.setattr(pygame, "Window", Fine)
    Fine.made = []
    Fine.wide = 2.0
    return Fine


def test_on_a_fine_screen_every_pixel_is_painted(fine: type[Fine]) -> None:
    services = shots.services()
    app = App(services, TitleScene(services), SceneOpenings(services), Window((1440, 900)), Waker())
    app.step([])
    (there,) = fine.made
    assert there.size == (1280, 720) and app.window.surface.get_size() == (2560, 1440)
    assert (app.top.scale.width, app.top.scale.height) == (2560, 1440)
    assert there.flips == 1 and app.window.factor() == 2.0
    assert app.window.surface.get_bounding_rect().size == (2560, 1440)


def test_full_screen_and_back_keep_the_size_in_points(fine: type[Fine]) -> None:
    there = Window((1440, 900))
    fine.made[0].size = (1000, 700)  # by hand
    there.switch(True)
    assert there.surface.get_size() == (2880, 1800)
    there.switch(False)
    assert fine.made[0].size == (1000, 700) and len(fine.made) == 1
    fine.wide = 1.0  # carried to another screen
    assert there.surface.get_size() == (1000, 700) and there.factor() == 1.0


@pytest.mark.parametrize("driver", ["windows", "x11", "dummy"])
def test_elsewhere_a_unit_is_a_pixel(driver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    monkeypatch.setattr(pygame, "Window", None)
    there = Window((1366, 768))
    assert there.factor() == 1.0 and there.surface is pygame.display.get_surface()


@settings(max_examples=100, deadline=None)
@given(st.sampled_from([1.0, 1.25, 1.5, 2.0, 3.0]), st.integers(0, 4000), st.integers(0, 3000))
def test_a_click_is_where_the_picture_is(wide: float, x: int, y: int) -> None:
    reader = Input(factor=lambda: wide)
    at = (int(x * wide), int(y * wide))
    moved = pygame.event.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(0, 0, 0))
    down = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1)
    assert list(reader.read([moved], 0.0)) == [PointerMoved(*at)]
    assert list(reader.read([down], 0.0)) == [PointerMoved(*at), Press(*at, 1)]


def test_an_input_method_opens_where_the_text_is(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[pygame.Rect] = []
    monkeypatch.setattr(pygame.key, "set_text_input_rect", told.append)
    reader = Input(factor=lambda: 2.0)
    reader.edit(True, pygame.Rect(200, 100, 60, 40))
    assert told == [pygame.Rect(100, 50, 30, 20)]
    reader.edit(False)


def test_windows_is_told_that_we_know_fine_screens() -> None:
    assert window_module.os.environ["SDL_WINDOWS_DPI_AWARENESS"] == "permonitorv2"
