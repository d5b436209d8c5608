"""Taika-Mario in the board scene: whole games by mouse, keys and pad alone, covers, candles, who is out and how."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from client.board.chips import done_chip
from client.board.result import ResultCard
from client.core.intents import (
    KEYS,
    PAD,
    Cancel,
    Confirm,
    Drag,
    Nav,
    Next,
    Press,
    Release,
    Scroll,
    Shortcut,
)
from client.games.taika.fitting import middle
from client.games.taika.hand import CardWidget
from client.games.taika.panel import HandPanel
from client.games.taika.turn import TurnBuilder
from net.events import MatchSeat
from net.intents import Act
from rules.taika.state import TaikaState
from tests.client.board_rig import CROWDED as BOARD
from tests.client.board_rig import Rig


def position(hits: int = 0, players: int = 2) -> str:
    seats = [
        {
            "character": "mario",
            "at": "b2",
            "hits": 0,
            "hand": ["putki", "taikasauva", "silta"],
            "place": None,
        },
        {"character": "luigi", "at": "f8", "hits": hits, "hand": ["kaakao", "kuusi", "pommi"], "place": None},
        {"character": "wario", "at": "i1", "hits": 2, "hand": ["hana", "saapas", "tatti"], "place": None},
    ]
    text = {
        "size": 9, "board": BOARD, "players": seats[:players], "turn": 0, "deck": ["tatti", "lumipallo"],
        "discard": [], "seed": "78", "shuffles": 1, "quiet": 0,
    }  # fmt: skip
    return json.dumps(text, separators=(",", ":"))


def rig(here: tuple[int, ...] | None = (0,), **more: object) -> Rig:
    text = more.pop("position", position())
    return Rig(text, rules="taika-mario", here=here, size=(960, 540), **more)  # type: ignore[arg-type]


def turn(there: Rig) -> TurnBuilder:
    builder = there.scene.board.chooser
    assert isinstance(builder, TurnBuilder)
    return builder


def panel(there: Rig) -> HandPanel:
    assert isinstance(there.scene.around.panel, HandPanel)
    return there.scene.around.panel


def cards(there: Rig) -> list[CardWidget]:
    return [card for card in panel(there).cards if card.visible]


def taika(there: Rig) -> TaikaState:
    assert isinstance(there.state, TaikaState)
    return there.state


# ---- whole games


def wanted(state: TaikaState) -> str:
    """A spell that hits somebody else, if there is one; else a step and an obstacle near the others."""
    spells = [shape for shape in state.shapes() if "!" in shape]

    def struck(shape: str) -> int:
        words = shape.split(" ")
        full = " ".join([*words[:2], *(square + "r" for square in words[2:])])
        facts = state.apply(full).facts
        return sum(1 if fact.seat != state.mover else -3 for fact in facts if fact.kind == "hit")

    best = max(spells[:400], key=struck, default="")
    if best and struck(best) > 0:
        return best
    free = [shape for shape in state.shapes() if "@" in shape] or list(state.shapes())
    return free[(state.quiet * 7 + state.obstacles.bit_count() * 5) % len(free)]


def parts(shape: str) -> tuple[str, str, tuple[str, ...]]:
    """Step, card (or nothing) and the squares of new obstacles."""
    step, act, *squares = shape.split(" ")
    if act.startswith("!"):
        return step, act[1:], tuple(squares)
    return step, "", (act[1:],) if act != "-" else ()


def orient(there: Rig, squares: tuple[str, ...], key: Callable[[str], object]) -> None:
    """Turn and mirror the card until it lies as wanted over the square pointed at."""
    for number in range(9):
        shown = turn(there).shown()
        if shown is not None and shown.castable and shown.new == squares:
            return
        key("v" if number == 4 else "t")
    raise AssertionError(f"no orientation lies on {squares}")


def anchor(there: Rig, squares: tuple[str, ...]) -> str:
    """The square in the middle of the laying that is wanted."""
    builder = turn(there)
    laying = next(one for one in builder.layings() if one.castable and one.new == squares)
    return middle(laying)


def by_mouse(there: Rig, shape: str) -> None:
    step, card, squares = parts(shape)
    reveal(there, lambda: there.press("show-cards"))
    if step != ".":
        there.point(step)
        there.click(step)
    if card:
        there.press(f"card-{taika(there).hands[taika(there).mover].index(card)}")
        spot = anchor(there, squares)
        there.point(spot)
        x, y = there.at(spot)
        orient(there, squares, lambda key: wheel(there, x, y))
        there.click(spot)
    elif squares:
        there.point(squares[0])
        there.click(squares[0])
    there.press("do-turn")


def wheel(there: Rig, x: int, y: int) -> None:
    there.scene.handle(Scroll(x, y, -1))


def by_device(device: str) -> Callable[[Rig, str], None]:
    tools = {"t": "pad-x", "v": "pad-y"} if device == PAD else {}

    def focus(there: Rig, key: str) -> None:
        for _ in range(60):
            assert there.scene.base.focus is not None
            if there.scene.base.focus.key == key:
                return
            there.scene.handle(Next(device))
        raise AssertionError(key)

    def play(there: Rig, shape: str) -> None:
        step, card, squares = parts(shape)
        reveal(there, lambda: there.scene.handle(Shortcut("pad-y" if device == PAD else "c", device)))
        focus(there, "board")
        if step != ".":
            there.walk(step, device)
            there.scene.handle(Confirm(device))
        if card:
            focus(there, f"card-{taika(there).hands[taika(there).mover].index(card)}")
            there.scene.handle(Confirm(device))
            assert there.scene.base.focus is there.scene.board, "the board has the focus for laying"
            there.walk(anchor(there, squares), device)
            orient(there, squares, lambda key: there.scene.handle(Shortcut(tools.get(key, key), device)))
            there.scene.handle(Confirm(device))
        elif squares:
            there.walk(squares[0], device)
            there.scene.handle(Confirm(device))
        there.scene.handle(Confirm(device))

    return play


def reveal(there: Rig, how: Callable[[], object]) -> None:
    if panel(there).cover.visible:
        assert all(card.card is None for card in cards(there)), "hands are face down until somebody says so"
        how()
        assert not panel(there).cover.visible


@pytest.mark.parametrize("play", [by_mouse, by_device(KEYS), by_device(PAD)])
@pytest.mark.parametrize("reading", ["step-then-act", "either-or"])
def test_a_whole_game_of_two_on_one_screen_by_one_device_alone(
    play: Callable[[Rig, str], None], reading: str
) -> None:
    there = Rig(
        rules="taika-mario", size=(960, 540),
        options={"size": "7", "turn": reading, "quiet_limit": "6", "sets": "base,pohjola"},
    )  # fmt: skip
    casts = 0
    for _ in range(120):
        if there.state.turn is None:
            break
        shape = wanted(taika(there))
        casts += "!" in shape
        before = taika(there)
        play(there, shape)
        there.frame()
        action = there.told_by_hub()[-1]
        step, card, squares = parts(shape)
        assert action.split(" ")[0] == step
        assert before.may(action)
        assert ("!" + card in action) if card else "!" not in action
        assert all(square in action for square in squares)
        assert there.scene.board.picture.pieces == dict(there.state.pieces())
    assert there.state.outcome() is not None
    assert casts > 1
    there.settle()
    assert there.scene.overlays, "the result card lies over the last position"


# ---- hands


def test_one_person_alone_sees_the_own_hand_always_and_never_another_TM3() -> None:
    there = rig()
    assert [card.card for card in cards(there)] == ["putki", "taikasauva", "silta"]
    assert not panel(there).cover.visible
    there.click("c3")
    there.click("d3")
    there.press("do-turn")
    there.frame()
    assert there.state.turn == 1
    assert [card.card for card in cards(there)][:2] == ["putki", "taikasauva"]
    assert not any(card.enabled for card in cards(there)), "nothing is taken up out of turn"


def test_of_two_on_one_screen_each_sees_the_own_hand_only_after_the_cover_TM3() -> None:
    there = rig(None)
    assert panel(there).cover.visible
    assert panel(there).cover.name == "Aino"
    assert [card.card for card in cards(there)] == [None] * 3
    there.key("1")
    assert not turn(there).made.card, "a covered card can't be taken up by its key"
    there.press("show-cards")
    assert [card.card for card in cards(there)] == ["putki", "taikasauva", "silta"]
    there.click("c3")
    there.click("d3")
    there.press("do-turn")
    there.frame()
    assert panel(there).cover.visible and panel(there).cover.name == "Louhi"
    assert [card.card for card in cards(there)] == [None] * 3


def test_looking_back_on_a_shared_screen_never_shows_another_hand_TM3() -> None:
    there = rig(None)
    there.press("show-cards")
    there.click("c3")
    there.click("d3")
    there.press("do-turn")
    there.frame()
    there.press("show-cards")
    assert [card.card for card in cards(there)] == ["kaakao", "kuusi", "pommi"]
    there.scene.handle(Shortcut("x"))
    there.scene.look_at(0)
    assert "putki" not in [card.card for card in cards(there)]


def test_with_open_hands_every_hand_can_be_looked_at_TM3() -> None:
    there = rig(options={"hands": "open"})
    assert [card.card for card in cards(there)] == ["putki", "taikasauva", "silta"]
    there.press("other-hand")
    assert [card.card for card in cards(there)] == ["kaakao", "kuusi", "pommi"]
    assert not any(card.enabled for card in cards(there))


def test_a_watcher_sees_backs_unless_hands_are_open_TM3() -> None:
    there = rig((), watching=True)
    assert [card.card for card in cards(there)] == [None] * 3
    assert not panel(there).cover.visible
    there = rig((), watching=True, options={"hands": "open"})
    assert [card.card for card in cards(there)] == ["putki", "taikasauva", "silta"]


# ---- building


def test_the_walker_can_be_dragged_to_its_step_and_the_drop_elsewhere_changes_nothing() -> None:
    there = rig()
    for goal, step in (("e5", ""), ("c3", "c3")):
        there.scene.handle(Press(*there.at("b2")))
        there.scene.handle(Drag(*there.at(goal)))
        there.frame()
        there.scene.handle(Release(*there.at(goal)))
        assert turn(there).made.step == step


def test_castable_cards_are_lit_and_the_one_held_is_chosen() -> None:
    there = rig()
    states = {card.card: card.state for card in cards(there)}
    castable = {spell.card for spell in taika(there).spells()}
    assert states == {card: "lit" if card in castable else "dim" for card in states}
    there.press("card-1")
    assert cards(there)[1].state == "chosen"
    assert there.scene.board.picture.stage is not None


def test_the_buttons_beside_the_cards_turn_and_mirror_what_is_held() -> None:
    there = rig()
    assert not there.button("turn-card").enabled
    there.press("card-0")
    there.press("turn-card")
    turned = turn(there).made.way
    there.press("mirror-card")
    assert len({0, turned, turn(there).made.way}) == 3
    there.press("mirror-card")
    assert turn(there).made.way == turned


def test_escape_and_the_right_button_take_parts_back_and_only_then_ask_to_leave() -> None:
    there = rig()
    there.click("c3")
    there.click("d3")
    assert turn(there).ready()
    there.click("i9", 3)
    assert turn(there).made.step == "c3" and not turn(there).made.place
    there.scene.handle(Cancel())
    assert not turn(there).begun
    assert not there.scene.overlays
    there.click("c3")
    there.scene.handle(Shortcut("backspace"))
    assert not turn(there).begun


def test_what_cant_be_is_refused_in_words_that_name_the_square() -> None:
    there = rig()
    there.click("e2")
    assert there.scene.around.hint.hint.role == "bad"
    assert "e2" in there.scene.around.hint.hint.title
    there.click("c3")
    there.click("i9")
    assert there.scene.around.hint.hint.role == "bad"
    assert "i9" in there.scene.around.hint.hint.title
    there.key("2")
    there.point("b7")
    assert "b" in there.scene.around.hint.hint.text, "before it is clicked the hint says what lacks"
    there.click("b7")
    assert there.scene.around.hint.hint.role == "bad"


def test_the_tick_beside_the_square_says_yes() -> None:
    there = rig()
    there.click("c3")
    there.click("d3")
    chip = done_chip(there.scene.board.view, there.scene.board.chooser)
    assert chip.width
    there.scene.handle(Press(*chip.center))
    there.scene.handle(Release(*chip.center))
    assert there.told_by_hub() == ["c3 g@d3"]


def test_a_swatch_is_the_brush_and_the_blind_colour_is_marked() -> None:
    there = rig()
    assert [swatch.blind for swatch in panel(there).swatches] == [True, False, False, False]
    there.press("colour-p")
    there.click("c3")
    there.click("d3")
    there.press("do-turn")
    assert there.told_by_hub() == ["c3 p@d3"]
    there.frame()
    assert [swatch.blind for swatch in panel(there).swatches] == [True, False, False, False]


def test_the_brush_is_kept_from_turn_to_turn() -> None:
    there = rig(None)
    there.press("colour-y")
    there.click("c3")
    there.click("d3")
    there.press("do-turn")
    there.frame()
    assert turn(there).brush == "y"


# ---- who is out


def test_who_is_out_and_how_is_said_while_the_others_play_on_TM8() -> None:
    there = Rig(position(players=3), rules="taika-mario", players=3, here=(0, 1, 2), size=(960, 540))
    there.scene.questions.ask_extra(there.scene.shown.extras()[0])
    there.hub.post(Act(there.hub.match.id, "resign", there.hub.match.entries))
    there.settle()
    card = next(card for card in there.scene.around.players.cards if card.seat == 0)
    assert card.out and card.points == 0
    assert card.detail == "out: gave up"
    assert there.state.turn == 1


def test_hearts_are_candles_and_a_hit_puts_one_out() -> None:
    there = rig(position=position(hits=1))
    by_seat = {card.seat: card.points for card in there.scene.around.players.cards}
    assert by_seat == {0: 3, 1: 2}
    lit = there.scene.look.score_picture(2, 40, there.scene.skin.theme)
    less = there.scene.look.score_picture(1, 40, there.scene.skin.theme)
    assert lit is not None and less is not None
    assert lit.get_size() == less.get_size()


def test_the_card_at_the_end_shows_candles_too() -> None:
    there = rig()
    there.hub.post(Act(there.hub.match.id, "resign", there.hub.match.entries))
    there.settle()
    card = there.scene.overlays[-1]
    assert isinstance(card, ResultCard)
    assert [standing.points for standing in card.standings] == [0, 3]
    before = there.surface.copy()
    card._picture = lambda points, height, theme: None
    there.scene.damage()
    there.frame()
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(there.surface, "RGB")


def test_four_players_fit_at_every_size_with_nothing_cut() -> None:
    for size in ((640, 480), (800, 600), (1280, 720), (720, 1280), (320, 240), (40, 30)):
        there = Rig(rules="taika-mario", players=4, size=size)
        there.settle()
        if min(size) >= 480:
            for card in cards(there):
                assert there.surface.get_rect().contains(card.rect)
            assert there.scene.around.moves.rect.height > 40
            assert not panel(there).done.rect.colliderect(there.scene.around.moves.rect)


def test_a_bot_in_the_middle_covers_the_hand_of_who_moved_before() -> None:
    seats = (
        MatchSeat("Aino", True, "person"),
        MatchSeat("Botti", True, "bot:1"),
        MatchSeat("Louhi", True, "person"),
    )
    there = Rig(position(players=3), rules="taika-mario", players=3, size=(960, 540), seats=seats)
    there.press("show-cards")
    there.click("c3")
    there.click("d3")
    there.press("do-turn")
    there.frame()
    assert there.state.turn == 1
    assert [card.card for card in cards(there)] == [None] * 3
    assert not panel(there).cover.visible
    walk = "f9" if there.state.may("f9 r@f8") else ""
    there.hub.post(Act(there.hub.match.id, f"{walk or 'e8'} r@f8", there.hub.match.entries))
    there.frame()
    assert panel(there).cover.name == "Louhi"


def test_the_list_of_moves_says_in_words_what_happened() -> None:
    there = rig()
    there.click("c3")
    there.click("d3")
    there.press("do-turn")
    there.settle()
    assert there.scene.around.moves.items[-1].text == "c3 · green on d3"
    there.hub.match = replace(there.hub.match)
    there.scene.handle(Nav("up"))
