"""The loop: transitions, what the hub tells, what is painted, how the program starts without this or that."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client import shots
from client.core import words
from client.core.app import App
from client.core.intents import Confirm, Focus, Fullscreen, Nav, Quit, Resize
from client.core.quiet_hub import QuietHub
from client.core.scene import Push, Replace, Scene
from client.core.services import Services
from client.core.toast import SHOWN_S
from client.core.transitions import EndProgram, Pop, Stay, ToTitle, Transition
from client.core.widget import Widget
from client.core.window import Waker, Window, fitting, hushed
from client.scenes.openings import SceneOpenings
from client.scenes.settings import SettingsScene
from client.scenes.tablescene import TableScene
from client.scenes.title import TitleScene
from client.scenes.watch import WatchScene
from client.widgets.buttons import Button
from client.widgets.dialog import Dialog
from net.events import Event, Failed, TableChanged, TableClosed, TablesHeard
from tests.patience import PATIENCE_S


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


class Plain(Scene):
    """A scene of nothing that notes what happens to it."""

    def __init__(self, services: Services, name: str = "plain") -> None:
        super().__init__(services)
        self.title = name
        self.log: list[str] = []

    def entered(self) -> None:
        self.log.append("entered")

    def left(self) -> None:
        self.log.append("left")


@pytest.fixture
def services() -> Services:
    made = shots.services()
    made.clock = Clock()
    made.settings.reduced_motion = True
    return made


@pytest.fixture
def app(services: Services) -> App:
    words.use("en")
    return App(services, Plain(services), SceneOpenings(services), Window((800, 600)), Waker())


def hub(services: Services) -> QuietHub:
    assert isinstance(services.hub, QuietHub)
    return services.hub


def test_transitions_change_the_stack(app: App, services: Services) -> None:
    first, second, third = app.top, Plain(services, "b"), Plain(services, "c")
    app.follow(Push(second))
    app.follow(Replace(third))
    assert app.stack == [first, third]
    assert second.log == ["entered", "left"]
    app.follow(Stay())
    app.follow(Pop())
    assert app.stack == [first]
    assert isinstance(first, Plain)
    assert first.log == ["entered", "entered"]
    app.follow(Push(Plain(services)))
    app.follow(Push(Plain(services)))
    app.follow(ToTitle())
    assert app.stack == [first]
    assert app.running
    app.follow(Pop())
    assert not app.running, "leaving the lowest scene leaves the program"


def test_leaving_and_closing(app: App) -> None:
    app.follow(EndProgram())
    assert not app.running
    app.running = True
    app.handle(Quit())
    assert not app.running


def test_nothing_is_painted_while_nothing_changes(app: App) -> None:
    app.step([])
    frames = app.frames
    assert frames == 1
    for _round in range(5):
        app.step([])
    assert app.frames == frames
    assert app.due(app.services.clock()) is None, "the loop sleeps"


def test_only_what_changed_is_painted(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    app = App(services, SettingsScene(services), SceneOpenings(services), Window((800, 600)), Waker())
    app.step([])
    shown: list[pygame.Rect] = []
    monkeypatch.setattr(app.window, "show", shown.extend)
    app.handle(Nav("down"))
    app.step([])
    area = sum(rect.width * rect.height for rect in shown)
    assert 0 < area < app.top.scale.width * app.top.scale.height / 2


def test_another_thread_wakes_with_one_event() -> None:
    pygame.event.clear()
    waker = Waker()
    threads = [threading.Thread(target=waker) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(pygame.event.get(waker.type)) == 1
    waker.taken()
    waker()
    assert len(pygame.event.get(waker.type)) == 1
    waker.close()
    waker.taken()
    waker()
    assert not pygame.event.get(waker.type)


def test_what_the_hub_tells_is_known_and_shown(app: App, services: Services) -> None:
    hub(services).tell(TablesHeard(shots.listed()[:2]))
    hub(services).tell(Failed("x", "{name} is away", {"name": "Louhi"}))
    app.step([])
    assert services.known.tables == shots.listed()[:2]
    assert services.toasts.lines == [("Louhi is away", True)]


class Answering(Plain):
    """A scene that answers whatever the hub tells, always alike."""

    def __init__(self, services: Services, answer: Transition | None) -> None:
        super().__init__(services, "answering")
        self.answer = answer
        self.heard: list[Event] = []

    def told(self, event: Event) -> Transition | None:
        self.heard.append(event)
        return self.answer


@pytest.mark.parametrize("answer", [Stay(), Pop(), ToTitle(), EndProgram(), Push, Replace, None], ids=str)
@pytest.mark.parametrize("above", [1, 2])
def test_every_scene_hears_but_only_the_answer_of_the_one_on_top_counts(
    app: App, services: Services, answer: Transition | type[Push] | type[Replace] | None, above: int
) -> None:
    """A scene below, whatever it answers, changes no scene and keeps nothing from being said."""
    wish = answer(Plain(services, "wanted")) if isinstance(answer, type) else answer
    low, top = Answering(services, wish), Answering(services, None)
    app.stack = [low, *(Plain(services) for _ in range(above - 1)), top]
    before = list(app.stack)
    hub(services).tell(Failed("x", "{name} is away", {"name": "Louhi"}))
    app.hear()
    assert app.stack == before and app.running
    assert services.toasts.lines == [("Louhi is away", True)], "the usual is done"
    assert len(low.heard) == len(top.heard) == 1


def test_what_the_scene_on_top_answers_is_done_instead_of_the_usual(app: App, services: Services) -> None:
    app.stack = [Answering(services, None), Answering(services, Stay())]
    hub(services).tell(Failed("x", "{name} is away", {"name": "Louhi"}))
    app.hear()
    assert services.toasts.lines == []


def test_nothing_more_is_heard_once_a_scene_has_ended_the_program(app: App, services: Services) -> None:
    top = Answering(services, EndProgram())
    app.stack = [top]
    for _time in range(3):
        hub(services).tell(TablesHeard(()))
    app.hear()
    assert not app.running and len(top.heard) == 1


class Moving(Widget):
    """Draws by itself over the whole window, as a board does that lives."""

    def __init__(self) -> None:
        super().__init__()
        self.draws: list[pygame.Rect] = []

    def live(self, surface: pygame.Surface) -> list[pygame.Rect]:
        for rect in self.draws:
            surface.fill(MOVED, rect)
        return [rect.copy() for rect in self.draws]


MOVED = (10, 200, 30)


@settings(max_examples=20, deadline=None)
@given(
    rects=st.lists(
        st.tuples(st.integers(0, 3), st.integers(300, 580), st.integers(1, 200), st.integers(1, 300)),
        min_size=1, max_size=4, unique_by=lambda rect: rect[0],
    ),
    lines=st.integers(1, 3),
    asked=st.booleans(),
)  # fmt: skip
def test_toasts_lie_over_a_board_that_moves_and_nothing_moves_over_a_question(
    rects: list[tuple[int, int, int, int]], lines: int, asked: bool
) -> None:
    """What moves by itself is drawn after all else, so what lies over it is painted again, and only there."""
    services, size = shots.services(), (800, 600)
    scene, moving = Plain(services), Moving()
    scene.resize(*size)
    scene.add(moving)
    for number in range(lines):
        services.toasts.say(f"Number {number} of what is told in some words that need room")
    surface = pygame.Surface(size)
    for rect in scene.take_damage():
        scene.paint(surface, rect)
    moving.draws = [
        pygame.Rect(column * 200, top, wide, high).clip(surface.get_rect())
        for column, top, wide, high in rects
    ]
    expected = surface.copy()
    if asked:
        scene.overlays.append(Dialog("Sure?", "", [("No", None)]))
    else:
        for rect in moving.draws:
            expected.fill(MOVED, rect)
        expected.set_clip(None)
        inside = services.toasts.bounds()
        fresh = expected.copy()
        services.toasts.paint(fresh, scene.skin)
        for rect in moving.draws:
            expected.blit(fresh, rect.clip(inside), rect.clip(inside))
    touched = scene.live(surface)
    assert touched == ([] if asked else moving.draws)
    for x, y in ((x, y) for x in range(0, 800, 11) for y in range(300, 600, 9)):
        got, wanted = surface.get_at((x, y)), expected.get_at((x, y))
        assert max(abs(got[i] - wanted[i]) for i in range(3)) < 8, (x, y)


def test_toasts_pass(app: App, services: Services) -> None:
    services.toasts.say("hello")
    app.step([])
    assert app.due(100.0) == pytest.approx(106.0)
    assert isinstance(services.clock, Clock)
    services.clock.now = 107.0
    app.step([])
    assert not services.toasts.lines
    assert app.due(107.0) is None


def test_nothing_else_of_a_round_is_done_after_leaving(
    app: App, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub(services).tell(Failed("x", "{name} is away", {"name": "Louhi"}))
    monkeypatch.setattr(app.input, "read", lambda events, now: [Quit(), Fullscreen()])
    app.step([])
    assert not app.running and not app.window.fullscreen
    assert services.toasts.lines == [] and app.frames == 0


def test_whether_the_window_has_the_focus_is_known_to_all(app: App, services: Services) -> None:
    for gained in (False, True):
        app.handle(Focus(gained))
        assert services.focused is gained


@pytest.mark.parametrize("way", [Pop(), ToTitle()], ids=str)
def test_a_scene_that_is_seen_again_is_painted_whole(app: App, services: Services, way: Transition) -> None:
    app.step([])
    app.follow(Push(Plain(services)))
    app.step([])
    app.follow(way)
    assert app.top.take_damage() == [app.top.window]


def test_a_sentence_is_shown_once_for_as_long_as_it_was_said_last_and_three_at_most(
    services: Services,
) -> None:
    toasts = services.toasts
    toasts.say("a")
    toasts.tick(100.0)
    toasts.say("a")
    assert toasts.lines == [("a", True)] and toasts.wakes_at(104.0) == 104.0
    toasts.tick(104.0)
    toasts.tick(107.0)
    assert toasts.lines == [("a", True)], "its time began anew"
    for text in "bcd":
        toasts.say(text)
    toasts.say("d", bad=False)
    assert toasts.lines == [("c", True), ("d", True), ("d", False)]
    toasts.tick(108.0)
    toasts.tick(108.0 + SHOWN_S)
    assert toasts.lines == [] and toasts.wakes_at(200.0) is None


def test_a_table_opens_by_itself_and_only_once(app: App, services: Services) -> None:
    for _time in range(2):
        hub(services).tell(TableChanged(shots.table()))
        app.step([])
    assert [type(scene) for scene in app.stack] == [Plain, TableScene]


def test_a_table_that_one_has_left_says_nothing_more(app: App, services: Services) -> None:
    hub(services).tell(TableClosed(shots.table().id, "you left the table"))
    app.step([])
    assert not services.toasts.lines


@pytest.mark.parametrize(
    ("desktop", "size"),
    [
        ((1366, 768), (1280, 646)),
        ((1280, 720), (1216, 600)),
        ((1280, 800), (1216, 672)),
        ((1024, 768), (973, 646)),
        ((1440, 900), (1280, 720)),
        ((1600, 900), (1280, 720)),
        ((1920, 1080), (1280, 720)),
        ((2560, 1440), (1920, 1080)),
        ((3840, 2160), (2560, 1440)),
    ],
)
def test_a_first_window_lies_between_title_bar_and_task_bar(
    desktop: tuple[int, int], size: tuple[int, int]
) -> None:
    assert fitting(desktop) == size


@settings(max_examples=200, deadline=None)
@given(st.integers(640, 8000), st.integers(480, 5000))
def test_on_any_desktop_the_first_window_leaves_room_for_its_bars(wide: int, high: int) -> None:
    size = fitting((wide, high))
    assert 600 <= size[0] <= wide - wide // 20 and size[1] >= 320
    assert (high - size[1]) // 2 >= 60, "half of what is left lies above, half below the window"


@pytest.mark.parametrize("size", [(320, 200), (1, 1), (720, 1280)])
def test_the_window_can_have_any_size(services: Services, size: tuple[int, int]) -> None:
    app = App(services, TitleScene(services), SceneOpenings(services), Window((1400, 900)), Waker())
    app.step([])
    pygame.display.set_mode(size)
    app.handle(Resize(*size))
    app.step([])
    assert (app.top.scale.width, app.top.scale.height) == size
    app.handle(Confirm())
    app.step([])
    assert len(app.stack) == 2


def test_a_scene_below_follows_a_new_size_when_it_is_seen_again(app: App, services: Services) -> None:
    app.follow(Push(Plain(services)))
    pygame.display.set_mode((640, 360))
    app.handle(Resize(640, 360))
    app.follow(Pop())
    assert app.top.scale.width == 640


def test_full_screen_is_switched_and_saved(app: App, services: Services, tmp_path: Path) -> None:
    services.settings_path = tmp_path / "settings.toml"
    app.handle(Fullscreen())
    assert app.window.fullscreen
    assert "fullscreen = true" in services.settings_path.read_text(encoding="utf-8")
    app.handle(Fullscreen())
    assert not app.window.fullscreen


def test_language_and_theme_change_every_scene(services: Services) -> None:
    app = App(services, TitleScene(services), SceneOpenings(services), Window((800, 600)), Waker())
    app.follow(Push(SettingsScene(services)))
    services.settings.language = "fi"
    services.settings.theme = "paper"
    app.apply_settings()
    try:
        labels = {getattr(widget, "text", "") for widget in app.stack[0].widgets}
        assert "Asetukset" in labels
        assert app.top.skin.theme.name == "paper"
    finally:
        words.use("en")


def test_settings_that_cant_be_saved_are_said(app: App, services: Services, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("x")
    services.settings_path = blocked / "settings.toml"
    app.apply_settings()
    assert "can't be saved" in services.toasts.lines[0][0]


def test_scenes_fade_and_input_ends_the_fade(services: Services) -> None:
    services.settings.reduced_motion = False
    app = App(services, Plain(services), SceneOpenings(services), Window((800, 600)), Waker())
    app.step([])
    app.follow(Push(Plain(services)))
    app.step([])
    assert app.due(100.0) == 100.0
    app.handle(Nav("down"))
    app.step([])
    assert app.due(100.0) is None


def run_python(code: str, **env: str) -> subprocess.CompletedProcess[str]:
    root = str(Path(__file__).parents[3])
    clean = {
        k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    }
    clean.update(env, PYTHONPATH=root)
    return subprocess.run(
        [sys.executable, "-c", code],
        env=clean,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
def test_without_a_display_one_line_is_said_and_the_exit_code_is_2(tmp_path: Path) -> None:
    done = run_python(f"from client.program import run, Path; raise SystemExit(run(Path({str(tmp_path)!r})))")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("magicade: no display")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("network", [False, True])
@pytest.mark.parametrize("after_s", [0.0, 0.02, 1.0])
def test_without_sound_the_window_opens_prints_nothing_and_closes_whenever_one_wants(
    tmp_path: Path, after_s: float, network: bool
) -> None:
    code = f"""
import threading
from pathlib import Path
import client.program as app
import pygame
def close(hub):
    quit = pygame.event.Event(pygame.QUIT)
    threading.Timer({after_s}, pygame.event.post, [quit]).start() if {after_s} else pygame.event.post(quit)
raise SystemExit(app.run(Path({str(tmp_path)!r}), network={network}, start=close))
"""
    done = run_python(code, SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="nothing-of-this-name")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_libraries_are_kept_quiet_only_for_a_moment(capfd: pytest.CaptureFixture[str]) -> None:
    with hushed():
        os.write(2, b"noise\n")
    os.write(2, b"said\n")
    assert capfd.readouterr().err == "said\n"


@pytest.mark.parametrize("size", [(1280, 720), (720, 1280), (640, 480)])
def test_news_do_not_hide_the_bottom_line_of_the_title(size: tuple[int, int]) -> None:
    services = shots.services()
    scene = TitleScene(services)
    scene.resize(*size)
    services.toasts.say("The settings can't be saved.")
    scene.take_damage()
    assert not services.toasts.bounds().colliderect(scene.bottom.rect)


def test_news_do_not_hide_buttons_that_a_question_dims_if_there_is_room_elsewhere() -> None:
    services = shots.services()
    scene = WatchScene(services)
    scene.resize(1280, 720)
    scene.ask(Dialog("Leave?", "", [("Stay", None)]))
    services.toasts.say("The settings can't be saved.")
    scene.take_damage()
    dimmed = [widget.rect for widget in scene.widgets if isinstance(widget, Button)]
    assert services.toasts.bounds().width and services.toasts.bounds().collidelist(dimmed) < 0
