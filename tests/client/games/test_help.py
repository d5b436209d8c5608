"""The help in the game: what its boards mark is what the rules allow, and every page can be read and reached."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pygame
import pytest

from client import shots
from client.board.diagram import Diagram, picture
from client.board.look import HelpPage
from client.core import words
from client.core.intents import Cancel, Confirm, Nav, Press, Release, Shortcut
from client.core.scene import Push
from client.core.services import Services
from client.core.skin import BOLD, PLAIN, Skin
from client.core.transitions import Pop
from client.games.magi.help import EN_PASSANT, castlings, en_passant, how_they_move, pawns, worked_example
from client.games.mindcontrol.help import attacking, moving
from client.games.registry import look_of
from client.games.taika.help import blindness, ends, placing, stepping
from client.games.taika.help import worked_example as worked_spell
from client.scenes.learn import LearnScene, page_text
from rules.game import State
from rules.magi import MAGI
from rules.mindcontrol import MIND_CONTROL
from rules.registry import games
from rules.taika.game import TAIKA
from sprites.kit.theme import BODY
from tests.client.board_rig import Rig

SIZES = ((1280, 720), (640, 480), (720, 1280), (1920, 1080))
GAMES = ("mind-control", "magi", "taika-mario")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    words.use("en")
    yield
    words.use("en")


def pages(language: str = "en") -> list[tuple[str, HelpPage]]:
    words.use(language)
    return [(game.id, page) for game in games() for page in look_of(game.id).help()]


def rows(diagram: Diagram) -> list[list[str]]:
    """Stacks by rank from the top down, by file."""
    return [
        ["".join(diagram.pieces.get(f"{chr(97 + file)}{rank}", ())) for file in range(diagram.files)]
        for rank in range(diagram.ranks, 0, -1)
    ]


def ranks(diagram: Diagram) -> str:
    """The board in the notation of Magi and Mind Control."""
    text = []
    for row in rows(diagram):
        signs, empty = "", 0
        for stack in [*row, None]:
            if stack or stack is None:
                signs += str(empty) if empty else ""
                signs += (f"({stack})" if len(stack) > 1 else stack) if stack else ""
                empty = 0
            else:
                empty += 1
        text.append(signs)
    return "/".join(text)


def magi(diagram: Diagram, side: str = "w", castling: str = "-", first: str = "-") -> State:
    return MAGI.position(f"{ranks(diagram)} {side} {castling} {first} - 0 1", MAGI.configure({}))


def squares(diagram: Diagram, *names: str) -> set[str]:
    return {place for place, mark in diagram.marks if mark in names}


def targets(state: State, *starts: str) -> set[str]:
    """Where the pieces on ``starts`` may go by the list of legal moves."""
    moves = [move for move in state.legal() for start in starts if move.startswith(start)]
    found = set()
    for move in moves:
        rest = move[2:].rstrip("qdrbncwt")
        found.add(rest)
    return found


# ---- Magi


@pytest.mark.parametrize("diagram", how_they_move(), ids=lambda diagram: diagram.face)
def test_magis_boards_mark_exactly_the_legal_moves_of_each_kind(diagram: Diagram) -> None:
    """MG2–MG6; what can be taken is marked otherwise than what is empty."""
    (start,) = squares(diagram, "selected")
    assert diagram.pieces[start] == (diagram.face,)
    assert squares(diagram, "move", "destroy") == targets(magi(diagram), start)
    assert squares(diagram, "destroy") == targets(magi(diagram), start) & diagram.pieces.keys()
    assert squares(diagram, "destroy"), "each shows what it can take"


def test_all_nine_kinds_are_shown_once_each_with_two_sentences() -> None:
    boards = how_they_move()
    assert sorted(board.face for board in boards) == sorted("KQRBNDCWP")
    for language in words.LANGUAGES:
        words.use(language)
        assert all(board.caption.count(". ") == 1 for board in how_they_move()), language


def test_the_pawns_board_shows_first_moves_that_are_legal_and_later_ones() -> None:
    """MG7, MG9."""
    first, later, last = pawns()
    starts = squares(first, "selected")
    assert squares(first, "move", "destroy") == targets(magi(first, first="D"), *starts)
    assert squares(first, "move") == {"b3", "b4", "b5", "d4", "d5", "g3"}
    assert squares(later, "move", "destroy") == targets(magi(later), *squares(later, "selected"))
    assert squares(later, "move") == {"b4", "d4"}
    assert squares(last, "move", "destroy") == targets(magi(last), "e9") == {"e10", "f10"}


def test_en_passant_is_shown_by_all_the_sources_examples() -> None:
    """MG8, as the rulebook lists them."""
    expected = [
        ("c2c4", {("b4", "c3"), ("b5", "c4")}, {"c3"}),
        ("c2c5", {("b4", "c3"), ("b5", "c4")}, {"c3", "c4"}),
        ("c2c5", {("b4", "c3"), ("b5", "c4"), ("b6", "c5")}, {"c3", "c4"}),
        ("c2c5", {("b4", "c3"), ("b5", "c4")}, {"c3", "c4"}),
        ("d8d7", {("c6", "d7"), ("c7", "d8")}, {"d8"}),
        ("d8d6", {("c6", "d7"), ("c7", "d8")}, {"d7", "d8"}),
    ]
    assert [move for _side, move, _beside in EN_PASSANT] == [move for move, _, _ in expected]
    for diagram, (move, arrows, passing) in zip(en_passant(), expected, strict=True):
        assert set(diagram.arrows) == arrows
        assert squares(diagram, "last") == {move[:2], move[2:]}
        assert squares(diagram, "destroy") == {to for _, to in arrows}
        assert {to for _, to in arrows if f"en passant on {to}" in diagram.caption} == passing
    assert "b3 can't take" in en_passant()[3].caption


def test_castling_is_shown_as_the_rules_allow_it() -> None:
    """MG10: the king goes three squares; an attacked square, or one that is not empty, forbids it."""
    both, attacked, b1, blocked = castlings()
    long, short = {("f1", "c1"), ("a1", "d1")}, {("f1", "i1"), ("j1", "h1")}
    assert set(both.arrows) == long | short == set(b1.arrows)
    assert set(attacked.arrows) == long
    assert set(blocked.arrows) == short
    for diagram in castlings():
        legal = set(magi(diagram, castling="KQ").legal())
        assert squares(diagram, "move") == {to for to in ("c1", "i1") if f"f1{to}" in legal}


def test_the_table_of_points_is_the_rulebooks() -> None:
    """MG12, MG16."""
    (page,) = [page for game, page in pages() if game == "magi" and page.table]
    assert page.table[1:] == (
        ("1–45", "12–0"), ("46–60", "11–1"), ("61–75", "10–2"), ("76–90", "9–3"), ("91–105", "8–4"), ("106–", "7–5"),
        ("Stalemate, for who gives it", "7–5"), ("Any other draw", "6–6"),
    )  # fmt: skip


def test_the_worked_example_of_points_is_worked_out_by_the_rules() -> None:
    """MG15: the source's numbers, mate within the band of the declined offer and in two later ones."""
    assert "move 53" in worked_example()
    assert "58 is 12–0, on move 61 10–2, on move 80 9–3" in worked_example()
    assert "62 is 12–0, on move 75 12–0, on move 76 9–3" in worked_example(68, (62, 75, 76))


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_points_are_one_screen(language: str) -> None:
    """Nothing of them need be scrolled at the usual size, and no word of the table is cut."""
    scene = opened("magi", (1280, 720), language)
    index = next(i for i, (_game, page) in enumerate(scene.list.items) if page.table)
    scene.list.choose(index)
    assert scene.page.height(scene.skin, scene.page.rect.width) <= scene.page.rect.height
    for size in SIZES:
        scene.resize(*size)
        whole = scene.table.rect.width - scene.px(32)
        for row in scene.table.rows:
            face = BOLD if row is scene.table.rows[0] else PLAIN
            assert sum(scene.skin.type.size(text, BODY, face)[0] for text in row) < whole, (size, row)


# ---- Taika-Mario


def taika(diagram: Diagram, mover: str) -> State:
    """The state of a board of the help, ``mover`` to move."""
    board = ["".join(stack[0] if stack in tuple("rgyp") else "." for stack in row) for row in rows(diagram)]
    walkers = {stack[-1]: place for place, stack in diagram.pieces.items() if stack[-1] not in tuple("rgyp")}
    names = [mover, *sorted(walkers.keys() - {mover})]
    players: list[dict[str, object]] = [
        {"character": name, "at": walkers[name], "hits": 0, "hand": [], "place": None} for name in names
    ]
    table = {"size": diagram.files, "board": board, "players": players, "turn": 0, "deck": [], "discard": [],
             "seed": "", "shuffles": 1, "quiet": 0}  # fmt: skip
    return TAIKA.position(json.dumps(table), TAIKA.configure({}))


def test_steps_and_reach_are_marked_as_the_rules_allow() -> None:
    """TM4: all turns that begin on a dot are legal, and no others."""
    steps = stepping()
    legal = taika(steps, "mario").shapes()
    assert squares(steps, "move") == {turn.split(" ")[0] for turn in legal}
    reach = placing("c3", "d4")
    placed = [turn.split(" ") for turn in taika(reach, "mario").shapes() if turn.startswith("d4 @")]
    assert squares(reach, "move") == {act.removeprefix("@") for _step, act in placed}
    assert "c3" in squares(reach, "move"), "the square just left is free"
    assert reach.arrows == (("c3", "d4"),)


def test_the_worked_example_of_a_spell_is_the_sources() -> None:
    """TM16, its region laid on c2–e6."""
    card, before, after = worked_spell()
    assert squares(card, "cell-need") == {"c2", "a1", "b1", "c1"}
    assert squares(card, "cell-new") == {"a2", "d2", "e2"}
    assert "".join("E" if before.pieces.get(f"{f}{r}") else "." for r in (6, 5, 4, 3) for f in "cde") == (
        "EEEE.E.EE..."
    )
    assert before.pieces["d2"] == ("mario",)
    assert squares(before, "cell-need") == {"e6", "e5", "d4", "e4"}
    assert squares(before, "cell-replace") == {"d6"}
    assert squares(before, "cell-new") == {"d2", "d3"}
    assert squares(before, "cell-hit") == {"d2"}
    assert after.pieces["d2"][-1] == "mario" and len(after.pieces["d2"]) == 2
    assert "d3" in after.pieces and "d3" not in before.pieces
    assert after.pieces["d6"] != before.pieces["d6"]
    assert {place for place in before.pieces if after.pieces.get(place) != before.pieces[place]} == {
        "a1", "d6", "d2",
    }  # fmt: skip


@pytest.mark.parametrize("diagram", blindness(), ids=lambda diagram: diagram.face)
def test_blind_walkers_can_use_every_colour_but_their_own(diagram: Diagram) -> None:
    """TM1, TM6."""
    lit = {diagram.pieces[place][0] for place in squares(diagram, "cell-need")}
    blind = {"mario": "r", "luigi": "g", "wario": "y", "waluigi": "p"}[diagram.face]
    assert lit == set("rgyp") - {blind}
    assert len(squares(diagram, "cell-new")) == 6


def test_a_third_hit_and_a_walled_in_walker_are_shown_as_the_rules_have_them() -> None:
    """TM5, TM8."""
    third, walled = ends()
    assert not any("mario" in stack for stack in third.pieces.values())
    assert len(third.pieces["d2"]) == 1, "the obstacle stays"
    assert walled.pieces["a1"] == ("mario",)
    assert taika(walled, "mario").legal() == ()
    assert not squares(walled, "move")


# ---- Mind Control


def test_mind_controls_boards_mark_what_the_rules_allow() -> None:
    """MC5–MC8."""
    for diagram in moving():
        state = MIND_CONTROL.position(f"{ranks(diagram)} w -:- 0 1", MIND_CONTROL.configure({}))
        top = diagram.label == "Top alone"
        moves = [move for move in state.legal() if move.startswith("d4") and move.endswith("t") == top]
        assert squares(diagram, "move", "destroy", "control", "rescue") == {move[2:4] for move in moves}
    for diagram, mark, to in zip(
        attacking(), ("destroy", "control", "rescue"), ("f6", "c4", "f6"), strict=True
    ):
        state = MIND_CONTROL.position(f"{ranks(diagram)} w -:- 0 1", MIND_CONTROL.configure({}))
        moved = [fact for fact in state.apply(f"c3{to}").facts if fact.kind == "moved"]
        assert squares(diagram, "destroy", "control", "rescue") == squares(diagram, mark) == {to}
        assert moved[0].note == mark


# ---- all pages


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_page_is_filled_and_its_boards_fit_their_pieces_and_marks(language: str) -> None:
    found = pages(language)
    assert {game for game, _ in found} == set(GAMES)
    for game, page in found:
        assert page.title and page.paragraphs and all(page.paragraphs), (game, page.title)
        assert "{" not in page_text(page)
        for diagram in page.diagrams:
            assert diagram.caption and "{" not in diagram.caption
            assert len(page.diagrams) == 1 or diagram.label or diagram.face
            arrows = {square for arrow in diagram.arrows for square in arrow}
            for place in {*diagram.pieces, *(square for square, _ in diagram.marks), *arrows}:
                file, rank = ord(place[0]) - 97, int(place[1:])
                assert 0 <= file < diagram.files and 1 <= rank <= diagram.ranks, (page.title, place)


@pytest.mark.parametrize("game", GAMES)
def test_the_interpretations_are_listed_last(game: str) -> None:
    last = look_of(game).help()[-1]
    assert last.title == "Where the rules were silent"


def test_the_help_of_taika_mario_tells_both_readings_of_a_turn_and_the_advice_for_two() -> None:
    """TM19."""
    (page,) = [page for page in look_of("taika-mario").help() if page.title == "Two ways to read a turn"]
    text = page_text(page)
    assert "without a step" in text and "With two players" in text


# ---- the scene


def opened(game: str, size: tuple[int, int], language: str = "en", theme: str = "night") -> LearnScene:
    services: Services = shots.services(language, theme)
    scene = LearnScene(services, game)
    scene.resize(*size)
    return scene


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_words_and_boards_of_all_pages_lie_in_the_window_and_beside_each_other(
    size: tuple[int, int], language: str
) -> None:
    scene = opened("", size, language)
    for index, (game, page) in enumerate(scene.list.items):
        scene.list.choose(index)
        shown = [w for w in (scene.list, scene.page, scene.pane, scene.table) if w.visible]
        for number, widget in enumerate(shown):
            assert scene.window.contains(widget.rect), (game, page.title)
            assert widget.rect.collidelist([other.rect for other in shown[number + 1 :]]) < 0, page.title
        if page.diagrams:
            assert scene.pane.rect.contains(scene.figure.rect)
            assert not scene.picker.visible or scene.pane.rect.contains(scene.picker.rect)
            assert not scene.picker.visible or not scene.picker.rect.colliderect(scene.figure.rect)
            lines = scene.figure.lines * scene.skin.type.line(BODY)
            least = min(scene.figure.rect.width, scene.figure.rect.height - lines)
            assert least > min(size) * 4 // 10, f"the board of {page.title} is large enough to be seen"


@pytest.mark.parametrize("theme", ["night", "paper", "contrast"])
def test_boards_are_drawn_when_seen_and_only_once(theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from client.board import diagram as module

    drawn: list[Diagram] = []

    def counted(one: Diagram, size: tuple[int, int], skin: Skin, game: str = "") -> pygame.Surface:
        drawn.append(one)
        return picture(one, size, skin, game)

    monkeypatch.setattr(module, "picture", counted)
    scene = opened("magi", (1280, 720), theme=theme)
    assert not drawn, "opening draws none"
    shots.picture(scene, (1280, 720))
    scene.damage()
    shots.picture(scene, (1280, 720))
    assert len(drawn) >= 1
    before = len(drawn)
    scene.damage()
    for rect in scene.take_damage():
        scene.paint(pygame.Surface((1280, 720)), rect)
    assert len(drawn) == before
    scene.list.choose(scene.list.index + 1)
    for rect in scene.take_damage():
        scene.paint(pygame.Surface((1280, 720)), rect)
    assert len(drawn) == before + 1


def page_at(scene: LearnScene, title: str) -> None:
    index = next(i for i, (_game, page) in enumerate(scene.list.items) if page.title == title)
    scene.list.choose(index)


@pytest.mark.parametrize("device", ["keys", "pad"])
def test_pieces_are_chosen_by_arrows_and_confirm(device: str) -> None:
    scene = opened("magi", (1280, 720))
    page_at(scene, "How the pieces move")
    scene.base.set_focus(scene.list)
    scene.handle(Confirm(device))
    assert scene.base.focus is scene.picker
    faces = []
    for _step in range(9):
        assert scene.figure.diagram is not None
        faces.append(scene.figure.diagram.face)
        scene.handle(Nav("right", device))
    assert faces == list("KQRBNDCWP")
    scene.base.set_focus(scene.picker)
    scene.handle(Nav("left", device))
    assert scene.figure.diagram is not None and scene.figure.diagram.face == "W"
    scene.handle(Confirm(device))
    assert scene.figure.diagram is not None and scene.figure.diagram.face == "P"
    scene.handle(Confirm(device))
    assert scene.figure.diagram is not None and scene.figure.diagram.face == "K", "round and round"


def test_pieces_are_chosen_by_the_mouse_and_stay_chosen_in_another_window_size() -> None:
    scene = opened("magi", (1280, 720))
    page_at(scene, "How the pieces move")
    x, y = scene.picker.box(7).center
    scene.handle(Press(x, y))
    scene.handle(Release(x, y))
    assert scene.figure.diagram is not None and scene.figure.diagram.face == "W"
    scene.resize(720, 1280)
    assert scene.figure.diagram.face == "W"
    assert scene.list.chosen is not None and scene.list.chosen[1].title == "How the pieces move"
    scene.list.choose(scene.list.index + 1)
    assert scene.picker.index == 0, "another page begins with its first board"


@pytest.mark.parametrize("device", ["keys", "pad"])
@pytest.mark.parametrize("game", GAMES)
def test_help_asked_for_at_the_board_is_of_that_game(game: str, device: str) -> None:
    board = Rig(rules=game).scene
    if device == "keys":
        wish = board.handle(Shortcut("f1"))
    else:
        board.base.settle("help")
        wish = board.handle(Confirm(device))
    assert isinstance(wish, Push) and isinstance(wish.scene, LearnScene)
    wish.scene.resize(1280, 720)
    assert wish.scene.list.chosen is not None and wish.scene.list.chosen[0] == game


@pytest.mark.parametrize("game", GAMES)
def test_the_help_opens_on_the_games_first_page_and_escape_leaves_it(game: str) -> None:
    scene = opened(game, (1280, 720))
    assert scene.list.chosen is not None
    chosen, page = scene.list.chosen
    assert (chosen, page.title) == (game, look_of(game).help()[0].title)
    assert isinstance(scene.handle(Cancel()), Pop)
