"""No single exception closes the window: each hook of each scene, look, panel and widget raises once.

The scene that failed is gone, another works, it is said in words, and a report lies in the home folder.
"""

from __future__ import annotations

import inspect
import logging
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import client.scenes
from client import shots
from client.board import look
from client.bots.driver import BotDriver
from client.core import words
from client.core.app import App
from client.core.intents import (
    Cancel,
    Composing,
    Confirm,
    Drag,
    Focus,
    Intent,
    Nav,
    PadsChanged,
    PointerMoved,
    Press,
    Redraw,
    Release,
    Resize,
    Shortcut,
    Text,
)  # fmt: skip
from client.core.lastresort import LastResortScene
from client.core.logs import CAP_BYTES, LOG, OLDER, logged
from client.core.quiet_hub import QuietHub
from client.core.reports import INTENTS, KEPT, Reports
from client.core.scene import Push, Replace, Scene
from client.core.services import Services
from client.core.transitions import Pop
from client.core.window import Waker, Window
from client.program import run
from client.scenes.board import BoardScene
from client.scenes.openings import SceneOpenings
from client.scenes.title import TitleScene
from net.edge.store import Home
from net.events import Failed, Match, MatchChanged, MatchSeat, MatchStarted, Past, Stepped
from net.hub import Hub
from net.intents import OpenTable, Resume
from rules.registry import game, games
from tests.patience import PATIENCE_S

SIZE = (480, 360)


class Boom(RuntimeError):
    """What nobody expects."""


def boom(*_given: object, **_named: object) -> Any:
    raise Boom("boom")


def match_of(rules: str) -> Match:
    played = game(rules)
    state = played.start(played.configure({}), played.seats[0], b"seed")
    seats = tuple(
        MatchSeat(name, True, "person") for name in ("Aino", "Louhi", "Ilmari", "Kullervo")[: played.seats[0]]
    )
    return Match("ab" * 16, rules, {}, seats=seats, state=state, entries=4, past=(Past(state),))  # type: ignore[call-arg]


def made(given: Services) -> dict[str, Callable[[], Scene]]:
    """Every scene there is, by a name."""
    boards = {f"board-{one.id}": (lambda id=one.id: BoardScene(given, match_of(id))) for one in games()}
    return {**shots.scenes(given), **boards}  # type: ignore[dict-item]


SCENES = sorted({(type(make()), make().game): name for name, make in made(shots.services()).items()}.values())


def classes(found: type[Scene]) -> set[type[Scene]]:
    return {found, *(one for below in found.__subclasses__() for one in classes(below))}


def test_every_scene_there_is_is_tried() -> None:
    tried = {type(make()) for make in made(shots.services()).values()}
    bare = {
        one
        for one in classes(Scene)
        if one.__module__.startswith("client.scenes.") and not one.__subclasses__()
    }
    assert bare - tried <= {LastResortScene, _class("client.scenes.opening", "OpeningScene")}, bare - tried


def _class(module: str, name: str) -> type:
    __import__(module)
    import sys

    return getattr(sys.modules[module], name)  # type: ignore[no-any-return]


HOOKS = sorted(
    name for name, member in vars(Scene).items()
    if (inspect.isfunction(member) or isinstance(member, property)) and not name.startswith("__")
)  # fmt: skip
"""All that the app or a subclass can call, ours included: whatever fails, nothing else may."""
INTENTS_GIVEN: tuple[Intent, ...] = (
    Nav("down"), PointerMoved(300, 300), Press(300, 300), Drag(310, 310), Release(310, 310), Text("a"),
    Focus(False), Focus(True),
    Shortcut("f"), Redraw(), Resize(*SIZE), PadsChanged(2),
)  # fmt: skip


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def reports(tmp_path: Path) -> Iterator[Reports]:
    words.use("en")
    with logged(tmp_path / "home") as found:
        yield found


def services() -> Services:
    given = shots.services()
    given.clock = Clock()
    given.settings.reduced_motion = True
    return given


def window(given: Services, reports: Reports, first: Scene | None = None) -> App:
    return App(given, first or TitleScene(given), SceneOpenings(given), Window(SIZE), Waker(), reports)


def events(match: Match) -> tuple[Any, ...]:
    return (Failed("x", "no"), MatchChanged(match), shots.TablesHeard(shots.listed()))


def use(app: App, intents: tuple[Intent, ...] = INTENTS_GIVEN) -> None:
    """What the loop does with somebody at it."""
    assert isinstance(app.services.clock, Clock)
    hub = app.services.hub
    assert isinstance(hub, QuietHub)
    app.step([])
    for intent in intents:
        app.handle(intent)
    for event in events(match_of("mind-control")):
        hub.tell(event)
    for _round in range(3):
        app.due(app.services.clock())
        app.step([])
        app.services.clock.now += 0.3
    app.apply_settings()
    app.step([])


def well(app: App, reports: Reports) -> None:
    """It goes on: the program runs, what is on top works, what was said is in words, and the report is there."""
    assert app.running
    assert app.services.toasts.lines, "something is said"
    said = " ".join(text for text, _bad in app.services.toasts.lines)
    assert "Something went wrong" in said and str(reports.newest) in said
    assert reports.newest is not None and "Boom: boom" in reports.newest.read_text()
    frames = app.frames
    app.top.damage()
    app.step([])
    assert app.frames == frames + 1 and app.due(app.services.clock()) != app.services.clock() - 1


@pytest.mark.parametrize("hook", HOOKS)
@pytest.mark.parametrize("name", SCENES)
def test_whatever_hook_of_a_scene_raises_the_window_goes_on(
    reports: Reports, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str, hook: str
) -> None:
    given = services()
    app = window(given, reports)
    app.step([])
    scene = made(given)[name]()
    failing = type("Failing", (type(scene),), {})
    called: list[str] = []

    def fail(*_given: object, **_named: object) -> Any:
        called.append(hook)
        raise Boom("boom")

    whole = inspect.getattr_static(Scene, hook)
    setattr(failing, hook, property(fail) if isinstance(whole, property) else fail)
    scene.__class__ = failing
    app.follow(Push(scene))
    use(app)
    app.follow(Push(BoardScene(given, match_of("magi"))))
    app.follow(Pop())  # ``entered`` again, or the scene is long gone
    app.step([])
    if scene in app.stack and len(app.stack) > 1:
        app.follow(Pop())
        app.step([])
    if called:
        well(app, reports)
        if hook not in ("left", "add", "ask"):
            assert scene not in app.stack
    app.running = True
    app.step([])
    assert isinstance(app.top, (TitleScene, LastResortScene)) or app.running


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_that_can_not_be_made_costs_nothing(
    reports: Reports, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    given = services()

    class Opens(Scene):
        title = "opens"

        def handle(self, intent: Intent) -> Any:
            return Push(made(given)[name]())

    app = window(given, reports, Opens(given))
    kind = type(made(given)[name]())
    monkeypatch.setattr(kind, "__init__", boom)
    app.step([])
    app.handle(Nav("down"))
    app.step([])
    assert [scene.title for scene in app.stack] == ["opens"]
    well(app, reports)


def test_a_board_that_can_not_be_made_costs_nothing(
    reports: Reports, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = services()
    app = window(given, reports)
    monkeypatch.setattr(BoardScene, "__init__", lambda self, *a, **k: boom())
    given.hub.tell(MatchStarted(match_of("magi")))  # type: ignore[attr-defined]
    app.step([])
    assert isinstance(app.top, TitleScene)
    well(app, reports)


def interface(kind: type) -> list[str]:
    return sorted(
        name for name, member in vars(kind).items() if inspect.isfunction(member) and not name.startswith("_")
    )


PARTS = [
    (one.id, part, hook)
    for one in games()
    for part, kind in (("look", look.Look), ("panel", look.Panel))
    for hook in interface(kind)
]


@pytest.mark.parametrize(("rules", "part", "hook"), PARTS, ids=lambda one: str(one))
def test_whatever_hook_of_a_look_or_panel_raises_the_window_goes_on(
    reports: Reports, monkeypatch: pytest.MonkeyPatch, rules: str, part: str, hook: str
) -> None:
    given = services()
    app = window(given, reports)
    app.step([])
    match = match_of(rules)
    board = BoardScene(given, match)
    called: list[str] = []

    def fail(*_given: object, **_named: object) -> Any:
        called.append(hook)
        raise Boom("boom")

    monkeypatch.setattr(type(board.look if part == "look" else board.around.panel), hook, fail)
    given.hub.tell(MatchStarted(match))  # type: ignore[attr-defined]
    app.step([])
    use(app, (*INTENTS_GIVEN, Shortcut("k"), Confirm(), Shortcut("f1"), Cancel()))
    step = match.state.apply(next(iter(match.state.actions()))) if hasattr(match.state, "actions") else None
    if step is not None:
        given.hub.tell(Stepped(match, "", 0, step.facts))  # type: ignore[attr-defined]
    use(app)
    assert app.running
    if called:
        well(app, reports)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_what_raises_now_and_then_never_ends_it(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Any hooks, of all scenes at once, any number of times, the title's and the toasts' included."""
    hooks = data.draw(st.lists(st.sampled_from(HOOKS), min_size=1, max_size=4, unique=True))
    rate = data.draw(st.sampled_from([1, 2, 3, 7]))
    intents = data.draw(st.lists(st.sampled_from((*INTENTS_GIVEN, Confirm(), Cancel())), max_size=8))
    count = 0

    def sometimes(whole: Any) -> Any:
        def work(self: Any, *rest: Any, **named: Any) -> Any:
            nonlocal count
            count += 1
            if count % rate == 0:
                raise Boom("boom")
            return (
                whole.__get__(self)(*rest, **named)
                if not isinstance(whole, property)
                else whole.__get__(self)
            )

        return property(work) if isinstance(whole, property) else work

    with logged(tmp_path_factory.mktemp("home")) as found, pytest.MonkeyPatch.context() as patch:
        words.use("en")
        given = services()
        app = window(given, found)
        app.step([])
        for hook in hooks:
            patch.setattr(Scene, hook, sometimes(inspect.getattr_static(Scene, hook)))
        app.follow(Push(made(given)[data.draw(st.sampled_from(SCENES))]()))
        use(app, tuple(intents))
        assert app.stack
        patch.undo()
        app.running = True
        app.follow(Replace(TitleScene(given)))
        app.step([])
        assert isinstance(app.top, TitleScene)


def test_where_even_the_title_fails_a_plain_scene_stands_in_and_leads_back(
    reports: Reports, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = services()
    app = window(given, reports)
    with monkeypatch.context() as broken:
        broken.setattr(TitleScene, "paint_below", boom)
        app.step([])
        assert isinstance(app.top, LastResortScene)
        well(app, reports)
        app.handle(Confirm())
        app.step([])
        assert isinstance(app.top, LastResortScene), "the title fails again"
        broken.setattr(TitleScene, "__init__", boom)
        app.handle(Confirm())
        app.step([])
        assert isinstance(app.top, LastResortScene), "now it can't even be made"
    app.handle(Confirm())
    app.step([])
    assert isinstance(app.top, TitleScene)
    monkeypatch.setattr(TitleScene, "paint_below", boom)
    app.top.damage()
    app.step([])
    app.handle(Cancel())
    assert not app.running, "and one can leave"


@pytest.mark.parametrize("what", ["fill", "font"])
def test_a_picture_that_can_not_be_painted_at_all_does_not_loop(
    reports: Reports, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    given = services()
    app = window(given, reports)
    monkeypatch.setattr(TitleScene, "paint", boom)
    if what == "fill":
        monkeypatch.setattr(LastResortScene, "paint", boom)
    else:
        monkeypatch.setattr(pygame.font, "Font", boom)
    for _round in range(5):
        app.step([])
    assert app.running and isinstance(app.top, LastResortScene)
    assert app.due(given.clock()) is None or what == "fill"


@pytest.mark.parametrize("part", ["known.learn", "hub.events", "audio.frame", "toasts.paint", "toasts.tick"])
def test_what_all_scenes_share_may_fail_too(
    reports: Reports, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    given = services()
    app = window(given, reports)
    app.step([])
    owner, _, name = part.partition(".")
    given.toasts.say("something")
    monkeypatch.setattr(getattr(given, owner), name, boom)
    use(app)
    assert app.running
    monkeypatch.undo()
    given.clock = Clock()
    app.step([])
    assert app.running


def test_the_bots_driver_may_fail_too(reports: Reports) -> None:
    given = services()
    app = window(given, reports)

    class Bots:
        handle = boom

    app.bots = Bots()  # type: ignore[assignment]
    given.hub.tell(MatchStarted(match_of("magi")))  # type: ignore[attr-defined]
    app.step([])
    assert isinstance(app.top, BoardScene)
    well(app, reports)


# -- the match is unharmed


def test_the_match_goes_on_and_can_be_taken_up_again(
    tmp_path: Path, reports: Reports, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = services()
    hub = Hub(Home(tmp_path / "match"), "Aino", network=False)
    given.hub = hub
    app = window(given, reports)
    hub.start()

    def until(ready: Callable[[], object]) -> None:
        end = time.perf_counter() + PATIENCE_S
        while not ready():
            assert time.perf_counter() < end, [scene.title for scene in app.stack]
            app.step([])
            time.sleep(0.005)

    try:
        hub.post(OpenTable("mind-control", {}, ["person", "person"], public=False))
        until(lambda: app.top.title == "board")
        with monkeypatch.context() as broken:
            broken.setattr(BoardScene, "tick", boom)
            app.step([])
        assert isinstance(app.top, TitleScene)
        said = given.toasts.lines[-1][0]
        assert "The match itself goes on: Watch takes it up again." in said
        match = next(iter(given.known.matches.values()))
        assert match.status == "running"
        hub.post(Resume(match.id))
        until(lambda: app.top.title == "board")
        assert app.top.shown.match.entries >= match.entries  # type: ignore[attr-defined]
    finally:
        hub.close()


def test_a_fault_of_the_hub_is_said_with_its_report(
    tmp_path: Path, reports: Reports, monkeypatch: pytest.MonkeyPatch
) -> None:
    from net.peer.lobby import Lobby

    given = services()
    hub = Hub(Home(tmp_path / "hub"), "Aino", network=False)
    given.hub = hub
    app = window(given, reports)
    monkeypatch.setattr(Lobby, "want", boom)
    hub.post(OpenTable("mind-control", {}, ["person", "person"], public=False))
    hub.start()
    try:
        end = time.perf_counter() + PATIENCE_S
        while not given.toasts.lines and time.perf_counter() < end:
            app.step([])
            time.sleep(0.005)
        well_said = given.toasts.lines[0][0]
        assert well_said.startswith(
            "something went wrong in the hub: Boom: boom. What happened is written in "
        )
        assert str(reports.newest) in well_said
    finally:
        hub.close()


def test_a_bot_that_raises_moves_all_the_same(caplog: pytest.LogCaptureFixture) -> None:
    told: list[Failed] = []
    acts: list[str] = []

    class Actor:
        def post(self, intent: Any) -> None:
            acts.append(intent.action)

        def tell(self, event: Any) -> None:
            told.append(event)

    driver = BotDriver(Actor(), 0.0, think=boom)
    match = match_of("mind-control")
    turn = match.state.turn
    assert turn is not None
    from dataclasses import replace

    seats = list(match.seats)
    seats[turn] = replace(seats[turn], player="bot:1")
    driver.handle(MatchStarted(replace(match, seats=tuple(seats), status="running")))
    end = time.perf_counter() + PATIENCE_S
    while not acts and time.perf_counter() < end:
        time.sleep(0.005)
    driver.close()
    assert acts and [event.code for event in told] == ["bot"]
    assert [record.name for record in caplog.records] == ["magicade.bots"] * 2


# -- the report


def test_a_report_says_what_one_needs_and_no_secrets(tmp_path: Path) -> None:
    with logged(tmp_path) as reports:
        given = services()
        app = window(given, reports)
        app.step([])
        for letter in "hunter2":
            app.handle(Text(letter))
        app.handle(Composing("秘密の"))
        app.handle(Nav("down"))
        key = "ab12" * 16
        try:
            raise ValueError(f"hunter2 is no name, {key}, {bytes(range(32))!r}")
        except ValueError as error:
            LOG.error("here", exc_info=error)
        assert reports.newest is not None
        text = reports.newest.read_text("utf-8")
    assert reports.newest.parent == tmp_path / "reports"
    for wanted in (
        "magicade:",
        "python:",
        "pygame:",
        "sdl:",
        "system:",
        "scenes: title",
        "window: ",
        "Traceback",
        "ValueError",
        "Nav(direction='down'",
    ):
        assert wanted in text, wanted
    assert "hunter2" not in text and "秘密" not in text and key not in text and "\\x1f" not in text
    assert "Text(1 signs)" in text
    assert stat.S_IMODE(reports.newest.stat().st_mode) == 0o600


@given(st.text(min_size=3, max_size=40).filter(lambda text: len(text.strip()) >= 3))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_that_was_typed_is_in_a_report(tmp_path_factory: pytest.TempPathFactory, typed: str) -> None:
    reports = Reports(tmp_path_factory.mktemp("home"))
    typed = "«" + typed + "»"
    for letter in typed:
        reports.note(Text(letter))
    try:
        raise ValueError(typed, {"it": typed})
    except ValueError as error:
        reports.emit(
            LOG.makeRecord("x", logging.ERROR, "f", 1, "what", (), (ValueError, error, error.__traceback__))
        )
    assert reports.newest is not None
    text = reports.newest.read_text("utf-8")
    assert typed not in text and repr(typed)[1:-1] not in text


def test_the_last_intents_are_in_it_and_no_more(tmp_path: Path) -> None:
    reports = Reports(tmp_path)
    for number in range(100):
        reports.note(Press(number, number))
        reports.note(PointerMoved(number, number))
        reports.note(PointerMoved(number, number + 1))
    assert len(reports._intents) == INTENTS
    assert sum(one.startswith("Point") for one in reports._intents) == INTENTS // 2


def fault(number: int) -> Exception:
    """Another fault for each number: raised in a line of its own."""
    code = "\n" * number + "raise ValueError('x')"
    try:
        exec(compile(code, "made", "exec"))
    except ValueError as error:
        return error
    raise AssertionError


def test_reports_are_few(tmp_path: Path) -> None:
    with logged(tmp_path) as reports:
        for _time in range(5):
            LOG.error("again", exc_info=fault(0))
        assert len(list((tmp_path / "reports").iterdir())) == 1, "one fault, one report"
        first = reports.newest
        for number in range(1, 45):
            LOG.error("other", exc_info=fault(number))
        found = list((tmp_path / "reports").iterdir())
        assert len(found) == KEPT and first not in found and reports.newest in found


def test_where_no_report_can_be_written_it_is_said_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "reports").write_text("in the way")
    with logged(tmp_path) as reports:
        given = services()
        app = window(given, reports)
        app.follow(Push(made(given)["lan"]()))
        app.top.tick = boom  # type: ignore[method-assign]
        app.step([])
        assert isinstance(app.top, TitleScene)
        assert given.toasts.lines[-1][0] == "Something went wrong, and this page was closed."
        assert reports.newest is None


# -- the log


def test_the_log_rolls_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    with logged(tmp_path):
        for number in range(6000):
            LOG.info("%d %s", number, "x" * 200)
    files = list((tmp_path / "log").iterdir())
    assert len(files) == OLDER + 1
    for file in files:
        assert file.stat().st_size <= CAP_BYTES
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not [
        handler for handler in logging.getLogger().handlers if "client.core.logs" in type(handler).__module__
    ]


def test_a_log_that_can_not_be_written_is_no_trouble(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "log").write_text("in the way")
    with logged(tmp_path):
        LOG.info("hello")
        LOG.error("what", exc_info=fault(1))
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("verbose", [False, True])
def test_verbose_says_it_on_standard_error_too(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], verbose: bool
) -> None:
    with logged(tmp_path, verbose):
        LOG.info("a \x1b[2J b")
        logging.getLogger("magicade.hub").error("what", exc_info=fault(2))
    said = capfd.readouterr().err
    assert ("a \\x1b[2J b" in said and "ValueError: x" in said) == verbose
    assert bool(said) == verbose
    assert "started: magicade" in (tmp_path / "log" / "magicade.log").read_text()


def test_what_fails_before_the_loop_is_one_line_with_its_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("client.program.Window", boom)
    monkeypatch.setattr(pygame, "quit", lambda: None)  # the other tests want it still
    assert run(tmp_path / "home", network=False) == 2
    said = capfd.readouterr().err
    assert said.startswith("magicade: something went wrong: Boom: boom; see ") and said.count("\n") == 1
    assert Path(said.strip().rpartition("; see ")[2]).exists()
    assert client.scenes and Cancel and Drag
