"""Magi's window: the panel as drawn, promotion, bargaining, whole games by each device, matches of several games."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from client.board.piece_picker import PiecePicker
from client.board.result import fitting_score, score_line
from client.core import words
from client.core.audio import Audio
from client.core.evening import Evening, Score
from client.core.intents import KEYS, MOUSE, PAD, Cancel, Confirm, Drag, Nav, Next, Press, Release
from client.core.services import Services
from client.core.settings import Settings
from client.core.skin import Skin
from client.games.magi.panel import PayoffBox, cell_width, visible
from client.games.magi.payoff import cells
from client.games.registry import look_of
from client.scenes.board import BoardScene
from client.widgets.dialog import Dialog
from net.edge.store import Home
from net.events import Event, Match, MatchSeat, MatchStarted
from net.hub import Hub
from net.intents import OpenTable
from rules.game import Pick
from rules.magi import MAGI
from rules.magi.state import MagiState
from sprites.kit.text import Typesetter
from tests.client.board_rig import Rig
from tests.client.games.magi.magi_states import at, played
from tests.patience import PATIENCE_S

NAMES = ("Aino", "Louhi")
MATE = "g1h3 b9b8 h3i5 b8b7 i5j7 b7b6 j7h9"
"""From the start: the wizard smothers the king."""
LONG = (
    "b2b5 e9e8 b5b6 e8e7 b6b7 e7e6 b7b8 e6e5 b8c9 e5e4 f2f5 e4f3 c9b10w h9h6 g2f3 h6h5 i1h3 h5h4 g1i3 i9i8 "
    "h1g2 i8i7 f1i1 draw? decline i7i6 b10a8 resign? accept"
)
"""From the start: first moves of three squares, en passant, a promotion with capture, castling, both offers."""
PROMOTION = "4k5/P9/10/10/10/3p6/10/10/10/5K4 w - - - 0 30"
BLACK_PROMOTES = "5k4/10/10/10/10/10/10/10/p9/4K5 b - - - 0 30"
CHECK = "5k4/10/10/10/10/10/10/10/R9/5K4 w - - - 0 1"
WHITE_MATES = "6k3/1R8/10/10/10/10/10/R9/10/7K2 w - - - 0 {}"
QUIET = "4k5/10/10/4p5/10/10/10/4R5/10/5K4 {} - - - 0 {}"
MANY = "1:12-0,2:11-1,3:12-0,4:10-2,5:9-3,6:8-4,7:7-5,8:6-6,9:12-0,10:11-1,11:10-2,:6-6"
"""Twelve bands, more than there is room for."""


# ---- what is drawn


def cuts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that is cut from now on."""
    found: list[str] = []
    fit = Typesetter.fit

    def watch(self: Typesetter, text: str, size: float, width: int, face: str = "plain") -> str:
        shown = fit(self, text, size, width, face)
        if shown != text:
            found.append(text)
        return shown

    monkeypatch.setattr(Typesetter, "fit", watch)
    return found


SIZES = [(1280, 720), (1920, 1080), (800, 600), (640, 480), (720, 1280)]


def moments() -> list[MagiState]:
    """States with the longest words."""
    late = at(QUIET.format("w", 152), move_limit="200")
    return [
        at(QUIET.format("w", 52)),
        played(at(QUIET.format("w", 52)), "draw?"),
        played(at(QUIET.format("w", 52)), "draw?", "decline"),
        played(late, "resign?"),
        played(late, "resign?", "decline", "draw?", "decline"),
        played(at(QUIET.format("w", 46)), "resign?", "decline", "f1f2", "draw?"),
        played(at(WHITE_MATES.format(45)), "draw?", "decline", "a3a10"),
        at("5k4/10/10/10/10/10/10/QQ8/10/5K4 w - - - 149 60"),
        played(at("5k4/10/10/10/10/10/10/QQ8/10/5K4 w - - - 149 60"), "a3a4"),
    ]


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_in_the_panel_is_cut_or_lies_outside(
    size: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        rig = Rig(size=size, rules="magi", language=language)
        box = rig.widget("payoff")
        assert isinstance(box, PayoffBox)
        outside: list[str] = []
        write = Skin.write

        def watch(
            self: Skin, surface: pygame.Surface, text: str, *args: object, **more: object
        ) -> pygame.Rect:
            rect = write(self, surface, text, *args, **more)  # type: ignore[arg-type]
            if not box.rect.contains(rect.inflate(0, -rect.height // 3)):
                outside.append(text)
            return rect

        look = look_of("magi")
        monkeypatch.setattr(Skin, "write", watch)
        cut = cuts(monkeypatch)
        surface = pygame.Surface(size)
        for state in moments():
            for score in (Score(), Score(12, {"Aino": 77, "Louhi": 67})):
                box.show(state, NAMES, score, lambda outcome: look.ending(outcome, NAMES).reason)
                surface.set_clip(box.rect)
                box.paint(surface, rig.scene.skin)
                assert (cut, outside) == ([], []), state.bargain
    finally:
        words.use("en")


def test_of_many_bands_as_many_are_drawn_as_fit_the_present_one_among_them() -> None:
    skin = Rig(size=(1280, 720), rules="magi").scene.skin
    for number in range(1, 15):
        bands = cells(at(QUIET.format("w", number), bands=MANY))
        for width in (60, 200, 318, 2000):
            shown = visible(bands, width, lambda cell: cell_width(skin, cell))
            assert [cell for cell in shown if cell.now], (number, width)
            assert len(shown) == 1 or len(shown) * max(cell_width(skin, cell) for cell in shown) <= width
            first = bands.index(shown[0])
            assert tuple(shown) == bands[first : first + len(shown)]
        assert len(visible(bands, 2000, lambda cell: cell_width(skin, cell))) == len(bands) == 12


def test_the_list_of_moves_keeps_room_for_four_rows_at_720_lines() -> None:
    rig = Rig(size=(1280, 720), rules="magi")
    moves = rig.scene.around.moves
    last = moves.rect_of(3)
    assert last.bottom <= moves.rect.bottom


@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (1920, 1080), (720, 1280), (600, 1000)])
def test_the_panel_lies_beside_the_board(size: tuple[int, int]) -> None:
    rig = Rig(size=size, rules="magi")
    box = rig.widget("payoff").rect
    assert pygame.Rect(0, 0, *size).contains(box)
    others = (rig.scene.board, rig.scene.around.moves, rig.scene.around.players, rig.scene.around.hint)
    assert not any(box.colliderect(other.rect) for other in others)


@pytest.mark.parametrize("size", [(1, 1), (160, 90), (320, 200), (240, 500)])
def test_any_window_can_be_painted(size: tuple[int, int]) -> None:
    rig = Rig(PROMOTION, size, rules="magi")
    rig.click("a9")
    rig.click("a10")
    rig.frame()


# ---- check, last move, mate


def test_check_is_shown_and_the_mated_king_too() -> None:
    rig = Rig(CHECK, rules="magi")
    rig.click("a2")
    rig.click("a10")
    rig.settle()
    assert rig.scene.board.check == "f10"
    assert rig.scene.board.traces.squares == ("a2", "a10")
    look = look_of("magi")
    assert look.check(played(at(WHITE_MATES.format(9)), "a3a10")) == "g10"
    rig = Rig(WHITE_MATES.format(9), rules="magi")
    rig.click("a3")
    rig.click("a10")
    rig.settle()
    assert rig.scene.board.check == "g10", "the mated king glows in the last position"


@pytest.mark.parametrize(
    ("position", "source", "target", "said"),
    [
        ("4k5/10/10/10/10/10/10/R2d6/10/5K4 w - - - 0 1", "a3", "d3", "Takes: Duke"),
        ("4k5/10/10/10/10/10/1p8/10/10/5K4 w - - - 0 1", "f1", "f2", ""),
        ("1w2k5/P9/10/10/10/10/10/10/10/5K4 w - - - 0 1", "a9", "b10", "Takes: Wizard"),
        ("4k5/10/10/10/10/10/1pP7/10/10/5K4 b - - c3 0 1", "b4", "c3", "Takes: Pawn"),
    ],
)
def test_what_a_move_takes_is_said_before_it_is_made(
    position: str, source: str, target: str, said: str
) -> None:
    rig = Rig(position, rules="magi")
    rig.click(source)
    rig.point(target)
    rig.frame()
    assert rig.scene.around.hint.hint.text == said


# ---- promotion


def promoting(position: str = PROMOTION, size: tuple[int, int] = (1280, 720)) -> tuple[Rig, PiecePicker]:
    rig = Rig(position, size, rules="magi")
    source, target = ("a9", "a10") if " w " in position else ("a2", "a1")
    rig.click(source)
    rig.click(target)
    rig.frame()
    picker = rig.scene.overlays[-1]
    assert isinstance(picker, PiecePicker)
    return rig, picker


def test_pieces_to_promote_to_are_pictures_of_the_own_colour_MG9() -> None:
    _rig, picker = promoting()
    assert [piece.piece for piece in picker.pieces] == list("QDRBNCW")
    _rig, picker = promoting(BLACK_PROMOTES)
    assert [piece.piece for piece in picker.pieces] == list("qdrbncw")
    assert look_of("mind-control").pick_piece(Pick("part", "top"), 0) == ""


@pytest.mark.parametrize("letter", list("qdrbncw"))
@pytest.mark.parametrize("how", ["mouse", "letter", "arrows", "pad"])
def test_every_piece_can_be_picked_by_every_device_MG9(letter: str, how: str) -> None:
    rig, picker = promoting(size=(640, 360))
    if how == "mouse":
        rig.press(f"piece-{letter}")
    elif how == "letter":
        rig.key(letter)
    else:
        device = KEYS if how == "arrows" else PAD
        for _ in range("qdrbncw".index(letter)):
            rig.scene.handle(Nav("right", device))
        chosen = picker.chosen()
        assert chosen is not None and chosen.value == letter
        rig.scene.handle(Confirm(device))
    assert rig.told_by_hub() == [f"a9a10{letter}"]
    assert not rig.scene.overlays
    rig.settle()
    assert rig.scene.board.picture.pieces["a10"] == (letter.upper(),)


def test_a_typed_promotion_without_its_letter_asks_for_the_piece_MG9() -> None:
    rig = Rig(PROMOTION, rules="magi")
    for letter in "a9a10":
        rig.key(letter)
    rig.scene.handle(Confirm())
    assert rig.scene.overlays and not rig.told_by_hub()
    rig.press("piece-c")
    assert rig.told_by_hub() == ["a9a10c"]


def test_escape_or_a_click_elsewhere_takes_the_promotion_back_and_a_double_click_does_not() -> None:
    for way in ("escape", "elsewhere"):
        rig, _picker = promoting()
        rig.click("a10")
        assert rig.scene.overlays, "the second click of a double click"
        if way == "escape":
            rig.scene.handle(Cancel())
        else:
            rig.click("j1")
        assert not rig.scene.overlays and rig.told_by_hub() == []
        rig.frame()
        rig.click("a10")
        assert rig.scene.overlays, "and it can be chosen anew"
        rig.key("w")
        assert rig.told_by_hub() == ["a9a10w"]


@pytest.mark.parametrize("size", [*SIZES, (320, 240), (240, 500)])
def test_the_picker_lies_in_the_window_beside_its_square(size: tuple[int, int]) -> None:
    for position, square in ((PROMOTION, "a10"), (BLACK_PROMOTES, "a1")):
        rig, picker = promoting(position, size)
        assert pygame.Rect(0, 0, *size).contains(picker.box)
        assert all(picker.box.contains(part.rect) for part in picker.parts)
        assert rig.scene.board.view is not None
        assert not picker.box.colliderect(rig.scene.board.view.rect_of(square))


def test_other_keys_do_nothing_while_a_piece_is_picked() -> None:
    rig, _picker = promoting()
    for key in ("o", "f", "x", "a"):
        rig.key(key)
    assert rig.scene.overlays and rig.told_by_hub() == []


# ---- offers, answers, claims


@pytest.mark.parametrize(("key", "action"), [("o", "draw?"), ("r", "resign?")])
def test_an_offer_asks_first_says_what_it_means_and_no_has_the_focus_MG13_MG14(key: str, action: str) -> None:
    rig = Rig(QUIET.format("w", 52), rules="magi")
    rig.key(key)
    question = rig.scene.overlays[-1]
    assert isinstance(question, Dialog)
    assert question.text and "move 61" in question.text
    rig.scene.handle(Confirm())
    assert not rig.scene.overlays and rig.told_by_hub() == []
    rig.press(f"extra-{action}")
    rig.scene.handle(Cancel())
    assert rig.told_by_hub() == []
    rig.key(key)
    rig.press("answer-1")
    assert rig.told_by_hub() == [action]


def test_an_answer_is_armed_only_after_a_moment_and_the_declined_offer_stays_MG13() -> None:
    rig = Rig(QUIET.format("w", 52), (1280, 720), rules="magi")
    rig.key("o")
    rig.press("answer-1")
    rig.frame()
    for _ in range(2):
        rig.press("notice-0")
        rig.scene.handle(Confirm())
        rig.scene.handle(Confirm(PAD))
    assert rig.told_by_hub() == ["draw?"]
    rig.frame(0.1)
    rig.frame(1.0)
    rig.press("notice-1")
    assert rig.told_by_hub() == ["draw?", "decline"]
    rig.frame()
    box = rig.widget("payoff")
    assert isinstance(box, PayoffBox) and box.payoff is not None
    assert box.payoff.offers[0] == "Draw: Aino offered, Louhi declined (move 52)"
    assert box.payoff.mate == "12–0" and box.payoff.reason.endswith("from move 61 a mate scores 10–2.")
    assert "extra-draw?" not in {widget.key for widget in rig.scene.widgets}


def test_a_claim_asks_and_says_why_it_may_be_made_MG18() -> None:
    rig = Rig("5k4/10/10/4p5/10/10/10/4R5/10/5K4 w - - - 100 70", rules="magi")
    rig.key("x")
    question = rig.scene.overlays[-1]
    assert isinstance(question, Dialog) and "50 moves" in question.text and "6–6" in question.text
    rig.press("answer-1")
    assert rig.told_by_hub() == ["claim"]
    rig.settle()
    assert rig.state.outcome() is not None


def test_no_key_of_an_extra_begins_a_typed_move() -> None:
    state = at("5k4/10/10/4p5/10/10/10/4R5/10/5K4 w - - - 100 70")
    keys = {extra.key for extra in look_of("magi").extras(state)}
    assert keys == {"x", "o", "r"} and not keys & set("abcdefghij")


# ---- whole games


def answer(rig: Rig, action: str, device: str = MOUSE) -> None:
    """Make an offer or answer one, by one device alone."""
    asks = action not in ("accept", "decline")
    if not asks:
        rig.frame(0.1)
        rig.frame(1.0)
    key = f"extra-{action}" if asks else "notice-0" if action == "accept" else "notice-1"
    if device == MOUSE:
        rig.press(key)
        if asks:
            rig.press("answer-1")
        return
    tab_to(rig, key, device)
    rig.scene.handle(Confirm(device))
    if asks:
        rig.scene.handle(Nav("right", device))
        rig.scene.handle(Confirm(device))


def by_mouse(rig: Rig, move: str, source: str, target: str) -> None:
    """As people do: look at every square one could go to, then go."""
    rig.point(source)
    rig.frame()
    rig.click(source)
    for place in (*rig.scene.board.chooser.targets(), target):
        rig.point(place)
        rig.frame()
    rig.click(target)
    if rig.scene.overlays:
        rig.press(f"piece-{move[-1]}")


def by_dragging(rig: Rig, move: str, source: str, target: str) -> None:
    rig.scene.handle(Press(*rig.at(source)))
    rig.scene.handle(Drag(*rig.at(target)))
    rig.scene.handle(Release(*rig.at(target)))
    if rig.scene.overlays:
        rig.press(f"piece-{move[-1]}")


def tab_to(rig: Rig, key: str, device: str = KEYS) -> None:
    """Bring the focus there by Tab alone."""
    for _ in range(40):
        focus = rig.scene.layer.focus
        if focus is not None and focus.key == key:
            return
        rig.scene.handle(Next(device))
    raise AssertionError(f"{key} can't be reached")


def by_device(device: str) -> Callable[[Rig, str, str, str], None]:
    def play(rig: Rig, move: str, source: str, target: str) -> None:
        tab_to(rig, "board", device)
        for place in (source, target):
            rig.walk(place, device)
            rig.scene.handle(Confirm(device))
        if rig.scene.overlays:
            while (picker := rig.scene.overlays[-1]) and picker.chosen().value != move[-1]:  # type: ignore[attr-defined]
                rig.scene.handle(Nav("right", device))
            rig.scene.handle(Confirm(device))

    return play


def by_typing(rig: Rig, move: str, source: str, target: str) -> None:
    for letter in move:
        rig.key(letter)
    rig.scene.handle(Confirm())


def squares(move: str) -> tuple[str, str]:
    """From and to, of a move like a9a10q."""
    cut = next(i for i in range(2, len(move)) if move[i].isalpha())
    return move[:cut], move[cut:].rstrip("qdrbncw")


@pytest.mark.parametrize("game", [MATE, LONG], ids=["mate", "bargain"])
@pytest.mark.parametrize(
    ("play", "device"),
    [
        (by_mouse, MOUSE),
        (by_dragging, MOUSE),
        (by_device(KEYS), KEYS),
        (by_device(PAD), PAD),
        (by_typing, KEYS),
    ],
    ids=["mouse", "dragging", "keys", "pad", "typing"],
)
def test_a_whole_game_by_one_device_alone(
    play: Callable[[Rig, str, str, str], None], device: str, game: str
) -> None:
    rig = Rig(rules="magi")
    for move in game.split():
        if move.isalpha() or move.endswith("?"):
            answer(rig, move, device)
        else:
            play(rig, move, *squares(move))
        assert rig.told_by_hub()[-1] == move
        rig.settle()
        assert rig.scene.board.picture.pieces == dict(rig.state.pieces())
    outcome = rig.state.outcome()
    assert outcome is not None and outcome.scores == (12, 0)
    rig.settle()
    assert rig.scene.overlays, "the result card lies over the last position"
    lines = [line.text for line in rig.scene.around.moves.items]
    if game == MATE:
        assert lines == ["Wh3", "b8", "Wi5", "b7", "Wj7", "b6", "Wxh9#"]
        assert rig.scene.look.check(rig.state) == "f10"
    else:
        assert {"exf3 e.p.", "cxb10=W", "O-O", "Louhi offers to resign"} <= set(lines)


def test_offers_and_answers_by_keys_alone_MG13_MG14() -> None:
    rig = Rig(QUIET.format("w", 52), rules="magi")
    for key in ("o", "r"):
        rig.key(key)
        rig.scene.handle(Nav("right"))
        rig.scene.handle(Confirm())
        rig.frame(0.1)
        rig.frame(1.0)
        tab_to(rig, "notice-1")
        rig.scene.handle(Confirm())
        rig.frame()
        assert rig.scene.base.focus is rig.scene.board, "the game goes on"
    assert rig.told_by_hub() == ["draw?", "decline", "resign?", "decline"]


# ---- several games


def test_points_add_up_by_name_and_each_game_for_itself() -> None:
    evening = Evening()
    seats = (MatchSeat("Aino", True, "person"), MatchSeat("Louhi", True, "person"))
    start = MAGI.start(MAGI.configure({}), 2)
    late = at(QUIET.format("b", 61))
    for number, (state, sitting) in enumerate(
        (
            (played(start, "resign?", "accept"), seats),
            (played(late, "resign?", "accept"), seats[::-1]),
            (played(start, "draw?", "accept"), seats),
        )
    ):
        match = Match(f"{number:032x}", "magi", {}, sitting, state, 9, status="finished")
        assert evening.record(match) and not evening.record(match)
    other = Match("ff" * 16, "mind-control", {}, seats, played(start, "resign?", "accept"), 9)
    assert evening.record(other)
    tally = evening.tally(("Louhi", "Aino"))
    assert tally.score("magi") == Score(3, {"Aino": 0 + 2 + 6, "Louhi": 12 + 10 + 6})
    assert tally.score("mind-control").games == 1 and tally.score("taika-mario") == Score()
    assert score_line(tally.score("magi"), NAMES) == "Aino 8 : 28 Louhi after 3 games"
    assert score_line(Score(), NAMES) == ""
    assert score_line(Score(1, {"Aino": 12}), ("Aino", "Aino")) == ""


def test_a_match_score_of_long_names_keeps_its_numbers() -> None:
    rig = Rig(size=(1280, 720), rules="magi")
    names = ("Aino-Annika Ylä-Ähtävä von Hohen", "Väinämöinen Sampopoika Kalevalai")
    score = Score(2, {names[0]: 24, names[1]: 7})
    for width in (380, 300):
        text = fitting_score(rig.scene.skin, score, names, 14, width)
        assert " 24 : 7 " in text and text.endswith("after 2 games") and "…" in text
        assert rig.scene.skin.type.size(text, 14, "bold")[0] <= width


class Table:
    """A window with a real hub, no network, no clock but the hub's."""

    def __init__(self, home: Path) -> None:
        words.use("en")
        self.hub = Hub(Home(home), "Aino", network=False, discover=False)
        self.hub.start()
        self.now = 1.0
        settings = Settings(name="Aino", language="en", reduced_motion=True)
        self.services = Services(self.hub, settings, Audio(mute=True), clock=lambda: self.now)
        self.scene: BoardScene | None = None
        self.matches: list[Match] = []

    def wait(self, ready: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not ready():
            for event in self.hub.events():
                self.tell(event)
            assert time.monotonic() < end
            time.sleep(0.002)

    def tell(self, event: Event) -> None:
        self.services.known.learn(event)
        if self.scene is not None:
            self.scene.told(event)
        if isinstance(event, MatchStarted):
            self.matches.append(event.match)
            self.scene = BoardScene(self.services, event.match)
            self.scene.resize(640, 360)

    def frame(self, seconds: float) -> None:
        assert self.scene is not None
        self.now += seconds
        self.scene.advance(self.now)

    def press(self, rect: pygame.Rect) -> None:
        assert self.scene is not None
        self.scene.handle(Press(*rect.center))
        self.scene.handle(Release(*rect.center))

    def play(self, game: str) -> None:
        for move in game.split():
            scene = self.scene
            assert scene is not None and scene.board.view is not None
            entries = scene.shown.match.entries
            for square in squares(move):
                self.press(scene.board.view.rect_of(square))
            self.wait(functools.partial(grown, scene, entries))
            self.frame(0.1)


def grown(scene: BoardScene, entries: int) -> bool:
    return scene.shown.match.entries > entries


def test_a_match_of_two_games_at_a_real_hub_swaps_sides_and_adds_points(tmp_path: Path) -> None:
    table = Table(tmp_path)
    try:
        table.hub.post(OpenTable("magi", {}, ["person", "person"], names=NAMES, public=False))
        table.wait(lambda: table.scene)
        table.play(MATE)
        first = table.scene
        assert first is not None and first.shown.match.state.outcome() is not None
        table.frame(0.5)
        table.frame(0.5)
        assert first.overlays
        (again,) = [part for part in first.overlays[-1].parts if part.key == "result-0"]
        table.press(again.rect)
        table.wait(lambda: table.scene is not first)
        assert [seat.name for seat in table.matches[-1].seats] == list(NAMES[::-1])
        second = table.scene
        assert second is not None
        (box,) = [widget for widget in second.widgets if isinstance(widget, PayoffBox)]
        assert box.score == "Aino 12 : 0 Louhi after 1 game"
        table.play(MATE)
        table.frame(0.5)
        table.frame(0.5)
        assert box.score == "Aino 12 : 12 Louhi after 2 games"
        assert second.overlays[-1].evening == "Louhi 12 : 12 Aino after 2 games"  # type: ignore[attr-defined]
    finally:
        table.hub.close()
