"""The board scene in clumsy hands: whatever anybody presses, nothing breaks, lies, or is done that can't be done."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from client.board.chips import done_chip
from client.board.result import ResultCard
from client.core.intents import (
    KEYS,
    MOUSE,
    PAD,
    Drag,
    Nav,
    Next,
    PointerMoved,
    Press,
    Release,
    Resize,
    Scroll,
)
from client.core.skin import BOLD
from client.games.taika.fitting import middle
from client.games.taika.hints import results
from client.games.taika.panel import HandPanel
from client.games.taika.turn import TurnBuilder
from net.events import Failed, MatchChanged, Stepped
from net.intents import Act
from tests.client.board_rig import Rig
from tests.client.by_device import close_overlays
from tests.client.games.taika.test_taika_window import position
from tests.client.monkey import Monkey

GAMES = ("mind-control", "magi", "taika-mario")


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_a_monkey_breaks_nothing_and_does_nothing_that_cant_be_done(rules: str, seed: int) -> None:
    monkey = Monkey(seed, rules)
    try:
        monkey.play(220)
    except Exception as error:
        error.add_note(f"the last that happened: {monkey.trace[-8:]}")
        raise


def pixels(there: Rig) -> bytes:
    return pygame.image.tobytes(there.surface, "RGB")


def painted_whole(there: Rig) -> bytes:
    there.scene.damage()
    there.frame(0.0)
    return pixels(there)


def mid_game(**more: object) -> Rig:
    return Rig(position(), rules="taika-mario", size=(640, 480), **more)  # type: ignore[arg-type]


# ---- what the monkey found


def test_what_is_built_of_a_turn_stays_when_the_hub_tells_of_a_watcher() -> None:
    there = mid_game(here=(0,))
    truth = there.hub.match

    def tell(watchers: int) -> None:
        there.hub.tell(MatchChanged(replace(truth, state=truth.state.view(0), watchers=watchers)))
        there.frame()

    tell(0)
    there.click("c3")
    there.click("d3")
    tell(1)
    assert there.scene.board.chooser.ready() == "c3 g@d3"


def test_hints_name_the_buttons_of_the_device_in_use() -> None:
    there = mid_game(here=(0,))
    there.point("c3")
    assert "click" in there.scene.around.hint.hint.text.lower()
    there.scene.handle(Nav("up"))
    assert "Enter" in there.scene.around.hint.hint.text
    there.scene.handle(Nav("up", PAD))
    assert "lower button" in there.scene.around.hint.hint.text
    there.click("c3")
    there.key("3")
    for device, words in ((MOUSE, "wheel"), (KEYS, "T turns"), (PAD, "left button turns")):
        there.scene.handle(PointerMoved(*there.at("a9")) if device == MOUSE else Nav("up", device))
        assert words in there.scene.around.hint.hint.text, device


def test_a_cover_that_goes_is_painted_away() -> None:
    there = mid_game(players=2)
    there.settle()
    there.hub.match = replace(
        there.hub.match, state=replace(there.state, mover=1), seats=there.hub.match.seats
    )
    seats = (there.hub.match.seats[0], replace(there.hub.match.seats[1], here=False, player=""))
    there.hub.tell(MatchChanged(replace(there.hub.match, seats=seats, status="adjourned")))
    there.settle()
    assert pixels(there) == painted_whole(there)


def test_a_square_that_trembles_comes_to_rest_when_another_does() -> None:
    there = mid_game(here=(0,))
    there.point("i5")
    there.settle()
    there.scene.board.picture.shake("e4", there.now)
    there.frame(0.03)
    there.scene.board.picture.shake("g3", there.now)
    for _ in range(12):
        there.frame(0.05)
    assert pixels(there) == painted_whole(there)


def test_the_tick_over_a_square_goes_when_the_turn_can_be_done_no_more() -> None:
    there = mid_game(here=(0,))
    there.click("c3")
    there.click("e3")
    there.settle()
    tick, stage = (
        done_chip(there.scene.board.view, there.scene.board.chooser),
        there.scene.board.picture.stage,
    )
    assert tick.width and stage is not None
    stage.draw = lambda surface: []  # type: ignore[method-assign]  # what it draws may lie there or not
    there.scene.board.use(None)
    assert not done_chip(there.scene.board.view, there.scene.board.chooser).width
    assert any(rect.contains(tick) for rect in there.scene.board.picture.touched())


def test_a_square_may_tremble_in_a_window_of_one_pixel() -> None:
    there = mid_game(here=(0,))
    there.click("e2")
    there.surface = pygame.Surface((1, 1))
    there.scene.handle(Resize(1, 1))
    there.frame(0.03)
    there.frame(0.03)


def test_who_cant_step_in_a_given_position_is_told_so_and_casts_nothing_TM5() -> None:
    walled = json.loads(position())
    walled["board"][-3:] = ["ppp" + walled["board"][-3][3:], "p.p" + "......", "ppp......"]
    there = Rig(json.dumps(walled, separators=(",", ":")), rules="taika-mario", here=(0,),
                options={"turn": "either-or"})  # fmt: skip
    assert not there.state.legal()
    assert "resign" in there.scene.around.hint.hint.text.lower()
    for number in "123":
        there.key(number)
        assert not there.scene.board.chooser.begun


# ---- what the last one did


def test_a_spell_is_still_known_by_its_marks_once_it_was_played_and_they_give_way_to_a_choice() -> None:
    there = mid_game()
    shape = next(one for one in there.state.shapes() if "!" in one)  # type: ignore[attr-defined]
    step, card, *new = shape.split(" ")
    there.hub.post(Act(there.hub.match.id, " ".join([step, card, *(square + "g" for square in new)]), 4))
    there.frame()
    marked = there.scene.board.picture.stage
    assert marked is not None
    assert not marked._marks.cells, "nothing is given away before it has been seen"
    there.settle()
    there.frame()
    assert {square for square, kinds in marked._marks.cells.items() if "was-new" in kinds} == set(new)
    cast = next(fact for fact in there.hub.match.past[-1].facts if fact.kind == "cast")
    assert {square for square, kinds in marked._marks.cells.items() if "was-need" in kinds} == set(
        cast.pieces
    )
    assert pixels(there) == painted_whole(there)
    there.press("show-cards")
    there.click(next(iter(there.scene.board.chooser.targets())))
    assert not marked._marks.cells
    there.scene.look_at(0)
    there.settle()
    assert not marked._marks.cells


# ---- hidden hands (TM3)

HANDS = (("putki", "taikasauva", "silta"), ("kaakao", "kuusi", "pommi"), ("hana", "saapas", "tatti"))
OTHERS = (("pommi", "hana", "kaakao"), ("saapas", "putki", "silta"), ("kuusi", "tatti", "taikasauva"))


def with_hands(hands: tuple[tuple[str, ...], ...], deck: tuple[str, ...]) -> str:
    text = json.loads(position(players=3))
    for player, hand in zip(text["players"], hands, strict=True):
        player["hand"] = list(hand)
    return json.dumps({**text, "deck": list(deck)}, separators=(",", ":"))


def rest(there: Rig) -> bytes:
    there.settle()
    there.frame()
    return pixels(there)


def do_a_turn(there: Rig) -> None:
    """A step and an obstacle, by the first squares that are lit."""
    for note in ("step", "place"):
        targets = there.scene.board.chooser.targets()
        there.click(next(place for place, target in targets.items() if target.note == note))
    there.press("do-turn")


def test_on_a_shared_screen_no_picture_tells_anything_of_a_hand_before_the_cover_is_lifted_TM3() -> None:
    def play(there: Rig) -> Iterator[bytes]:
        """Everything that people do who never say that they are looking."""
        yield rest(there)
        for key in ("1", "2", "3", "t", "v", "n", "a", "g", "backspace"):
            there.key(key)
            yield rest(there)
        for place in ("e2", "b2", "i9", "f8"):
            there.point(place)
            there.click(place)
            yield rest(there)
        for number in range(3):
            there.press(f"card-{number}")
            yield rest(there)
        for _ in range(3):
            do_a_turn(there)
            yield rest(there)
        for number in (0, 1, 2, 3):
            there.scene.look_at(number)
            yield rest(there)
        for _ in range(2):
            there.hub.post(Act(there.hub.match.id, "resign", there.hub.match.entries))
            yield rest(there)
        assert there.scene.overlays
        close_overlays(there.scene)
        yield rest(there)

    one, two = (
        Rig(with_hands(hands, deck), rules="taika-mario", players=3, size=(640, 480))
        for hands, deck in ((HANDS, ("lakitu", "kokko")), (OTHERS, ("kokko", "lakitu")))
    )
    for moment, (this, that) in enumerate(zip(play(one), play(two), strict=True)):
        assert this == that, moment


def test_with_the_cover_lifted_only_the_own_hand_is_told_TM3() -> None:
    def play(there: Rig) -> Iterator[bytes]:
        there.press("show-cards")
        yield rest(there)
        for key in ("1", "n", "t", "v", "backspace", "2", "3"):
            there.key(key)
            yield rest(there)
        there.key("backspace")
        do_a_turn(there)
        yield rest(there)
        there.scene.look_at(0)
        yield rest(there)
        there.scene.look_at(1)
        yield rest(there)

    texts = (with_hands(HANDS, ("lakitu", "kokko")), with_hands((HANDS[0], *OTHERS[1:]), ("kokko", "lakitu")))
    one, two = (Rig(text, rules="taika-mario", players=3, size=(640, 480)) for text in texts)
    for moment, (this, that) in enumerate(zip(play(one), play(two), strict=True)):
        assert this == that, moment


# ---- what must be said beside the board


@pytest.mark.parametrize("size", [(1280, 720), (800, 600), (360, 640)])
def test_what_must_be_said_covers_neither_the_list_of_moves_nor_a_hint_that_is_needed(
    size: tuple[int, int],
) -> None:
    there = Rig(rules="magi", size=size, here=(0,))
    scene = there.scene
    for action in ("e2e4", "e9e7", "d3d4", "d8d7"):
        there.hub.post(Act(there.hub.match.id, action, there.hub.match.entries))
    there.settle()
    scene.look_at(1)
    there.settle()
    assert scene.around.notice.visible and not scene.around.hint.visible
    assert not scene.around.notice.rect.colliderect(scene.around.moves.rect)
    row = scene.around.moves.index * scene.around.moves.pitch - scene.around.moves.offset
    assert 0 <= row < scene.around.moves.rect.height, "the move that is shown is in sight"
    scene.look_at(4)
    there.settle()
    assert not scene.around.notice.visible and scene.around.hint.visible
    assert scene.around.moves.rect == scene.around.places.moves
    match = there.hub.match
    seats = (match.seats[0], replace(match.seats[1], linked=False))
    there.hub.tell(MatchChanged(replace(match, seats=seats)))
    there.settle()
    assert scene.around.notice.visible and scene.around.hint.visible, "a turn goes on, so its hint stays"
    assert not scene.around.notice.rect.colliderect(scene.around.hint.rect)
    assert pixels(there) == painted_whole(there)


def test_at_the_end_who_won_and_why_stays_in_sight_without_the_card() -> None:
    there = Rig(rules="magi", here=(0,))
    for action in ("resign?", "accept"):
        there.hub.post(Act(there.hub.match.id, action, there.hub.match.entries))
        there.frame()
    there.settle()
    close_overlays(there.scene)
    assert there.scene.around.notice.notice is not None
    assert there.scene.around.notice.notice.title == "Louhi wins"
    assert there.scene.around.notice.notice.text == "Ended by resignation."


# ---- what a newcomer wants to know


def test_what_is_pointed_at_is_named_and_explained_while_nothing_is_chosen() -> None:
    there = Rig(rules="magi", here=(0,))
    there.point("g1")
    assert "Wizard g1" in there.scene.around.hint.hint.title and "jumps" in there.scene.around.hint.hint.text
    there.click("g1")
    assert there.scene.around.hint.hint.title == "Wizard g1"
    there = mid_game(here=(0,))
    there.point("f8")
    assert (
        "Luigi (Louhi)" in there.scene.around.hint.hint.title
        and "Candles left: 3" in there.scene.around.hint.hint.text
    )
    there.point("b5")
    assert "Louhi" in there.scene.around.hint.hint.text and "blind" in there.scene.around.hint.hint.text


def test_a_spell_that_kills_says_so_before_it_is_cast_TM8() -> None:
    there = Rig(position(hits=2), rules="taika-mario", here=(0,))
    turn = there.scene.board.chooser
    assert isinstance(turn, TurnBuilder)
    for card in ("putki", "taikasauva", "silta"):
        turn.hold(card)
        for laying in turn.layings():
            if 1 in laying.hit:
                assert results(laying, ("Aino", "Louhi"), (0, 2))[-1] == "Louhi out"
                assert results(laying, ("Aino", "Louhi"), (0, 1))[-1] == "hits Louhi"
                return
    raise AssertionError("no laying hits")


def test_how_somebody_went_is_in_the_list_of_moves_and_over_the_empty_hand() -> None:
    there = Rig(position(players=3), rules="taika-mario", players=3, here=(0,), size=(960, 540))
    there.hub.post(Act(there.hub.match.id, "resign", there.hub.match.entries))
    there.settle()
    assert there.scene.around.moves.items[-1].text == "Aino out: gave up"
    assert (
        isinstance(there.scene.around.panel, HandPanel)
        and there.scene.around.panel.title.text == "You are out"
    )


def test_a_winner_with_a_long_name_is_still_said_to_win() -> None:
    there = Rig(rules="magi", here=(0,))
    seats = tuple(
        replace(seat, name=letter * 32) for seat, letter in zip(there.hub.match.seats, "WM", strict=True)
    )
    there.hub.match = replace(there.hub.match, seats=seats)
    for action in ("resign?", "accept"):
        there.hub.post(Act(there.hub.match.id, action, there.hub.match.entries))
        there.frame()
    there.settle()
    card = there.scene.overlays[-1]
    assert isinstance(card, ResultCard)
    assert len(card._title_lines) <= 2 and card._title_lines[-1].endswith("wins")


@pytest.mark.parametrize(
    ("rules", "place", "said"),
    [
        ("magi", "d1", "Cardinal d1 can't move now."),
        ("magi", "e9", "Pawn e9 belongs to Louhi."),
        ("mind-control", "d1", "The stack on d1 can't move now."),
        ("mind-control", "e8", "The other player controls e8 (MC3, MC4)"),
        ("taika-mario", "i9", "TM4: i9 is more than one step from a1"),
    ],
)
def test_who_clicks_what_cant_be_taken_up_hears_why_in_plain_words(rules: str, place: str, said: str) -> None:
    there = Rig(rules=rules, here=(0,))
    there.click(place)
    assert there.scene.around.hint.hint.title == said
    assert there.scene.around.hint.hint.role == "bad"


def test_in_check_or_with_an_offer_to_answer_it_is_said_why_a_piece_stays_MG11_MG13() -> None:
    there = Rig("5k4/10/10/10/10/10/10/10/P4r4/5K4 w - - - 0 1", rules="magi", here=(0, 1))
    there.click("a2")
    assert there.scene.around.hint.hint.title == "Pawn a2 can't do anything about the check."
    there = Rig(rules="magi", here=(0, 1))
    there.hub.post(Act(there.hub.match.id, "draw?", there.hub.match.entries))
    there.settle()
    there.click("e9")
    assert there.scene.around.hint.hint.title == "The offer is to be answered first."


def test_of_long_names_the_list_of_moves_leaves_room_for_what_they_did() -> None:
    there = Rig(rules="magi", here=(0,))
    seats = tuple(
        replace(seat, name=letter * 32) for seat, letter in zip(there.hub.match.seats, "WM", strict=True)
    )
    there.hub.match = replace(there.hub.match, seats=seats)
    there.hub.post(Act(there.hub.match.id, "resign?", there.hub.match.entries))
    there.settle()
    assert there.scene.around.moves.items[-1].text == "WWWWWWWWWWWWW… offers to resign"
    wide = there.scene.skin.type.size(there.scene.around.moves.items[-1].text, 16)[0]
    assert wide < there.scene.around.moves.rect.width - there.scene.px(88)


@pytest.mark.parametrize("language", ["en", "fi"])
@pytest.mark.parametrize("size", [(1280, 720), (800, 600), (720, 1280), (640, 480)])
def test_no_button_beside_the_cards_is_cut(size: tuple[int, int], language: str) -> None:
    there = Rig(position(), rules="taika-mario", here=(0,), size=size, language=language)
    panel = there.scene.around.panel
    assert isinstance(panel, HandPanel)
    for button in (panel.same, panel.done, panel.turn, panel.mirror, panel.undo):
        room = button.rect.width - there.scene.px(12)
        words = there.scene.skin.type.size(button.text, button.size, BOLD)[0] if button.text else 0
        assert words <= room, button.key


def test_of_a_card_with_a_long_name_the_hint_still_says_what_it_does() -> None:
    text = json.loads(position())
    text["players"][0]["hand"][0] = "own"
    own = {"own": {"fi": "W" * 40, "en": "W" * 40, "copies": 1, "pattern": ["##o"]}}
    text["cards"] = {"own": own["own"]["pattern"]}
    there = Rig(json.dumps(text, separators=(",", ":")), rules="taika-mario", here=(0,),
                options={"cards": json.dumps(own)}, size=(1280, 720))  # fmt: skip
    there.key("1")
    there.key("n")
    title = there.scene.around.hint.hint.title
    assert title.startswith("W" * 17 + "…  ·  ")
    skin = there.scene.skin
    assert skin.type.size(title, 18, BOLD)[0] <= there.scene.around.hint.rect.width


def test_a_card_can_be_dragged_to_where_it_is_to_lie_and_is_turned_by_the_wheel_anywhere() -> None:
    there = mid_game(here=(0,))
    turn = there.scene.board.chooser
    assert isinstance(turn, TurnBuilder)
    turn.hold("taikasauva")
    spot = middle(next(one for one in turn.layings() if one.castable))
    turn.clear()
    card = there.widget("card-1")
    there.scene.handle(Press(*card.rect.center))
    there.scene.handle(Drag(card.rect.centerx, card.rect.centery - 2))
    assert not turn.begun
    there.scene.handle(Drag(*there.at(spot)))
    assert turn.made.card == "taikasauva" and turn.made.laying is None and turn.shown() is not None
    there.scene.handle(Release(*there.at(spot)))
    assert turn.made.laying is not None and turn.made.laying.castable
    way = turn.made.way
    there.scene.handle(Press(*card.rect.center))
    there.scene.handle(Drag(*there.at("i9")))
    assert turn.made.card and turn.made.laying is None, "dragged anew it is lifted from where it lay"
    there.scene.handle(Release(3, 3))
    assert turn.made.card, "let go beside the board it stays in hand"
    there.scene.handle(Scroll(*card.rect.center, -1))
    assert turn.made.way != way
    there.scene.handle(Press(*card.rect.center))
    there.scene.handle(Drag(*there.at("i9")))
    there.scene.handle(Drag(*card.rect.center))
    there.scene.handle(Release(*card.rect.center))
    assert not turn.begun, "dragged back into the hand it is put back"


def test_after_a_move_the_hint_says_what_is_to_be_done_until_something_else_is_pointed_at() -> None:
    there = Rig(rules="magi", here=(0, 1))
    there.point("e2")
    there.click("e2")
    there.point("e4")
    there.click("e4")
    there.settle()
    assert there.scene.around.hint.hint.title == "Louhi is to move"
    there.point("e5")
    there.point("e4")
    assert there.scene.around.hint.hint.title == "Louhi is to move  ·  Pawn e4"


def test_the_cards_come_first_after_the_board() -> None:
    there = mid_game(here=(0,))
    there.scene.base.set_focus(there.scene.board)
    there.scene.handle(Next(PAD))
    assert there.scene.base.focus is there.widget("card-0")


def test_what_came_since_the_own_last_move_stands_out_in_the_list() -> None:
    there = Rig(rules="taika-mario", players=3, here=(0,), size=(960, 540))
    for turn in ("b2 g@b3", "b8 y@b7", "h8 p@h7"):
        there.hub.post(Act(there.hub.match.id, turn, there.hub.match.entries))
        there.settle()
    assert there.state.turn == 0
    assert there.scene.around.moves.seen == 1
    there.hub.post(Act(there.hub.match.id, "c3 g@c4", there.hub.match.entries))
    there.settle()
    assert there.scene.around.moves.seen == 4


def test_the_card_at_the_end_says_how_the_others_went_and_shows_a_long_path_whole() -> None:
    there = Rig(position(players=3), rules="taika-mario", players=3, size=(960, 540))
    path = "/home/" + "a-long-folder-name/" * 6 + "match.magicade"
    there.hub.match = replace(there.hub.match, path=path)
    for _ in range(2):
        there.hub.post(Act(there.hub.match.id, "resign", there.hub.match.entries))
        there.frame(3.0)
    there.settle()
    card = there.scene.overlays[-1]
    assert isinstance(card, ResultCard)
    assert [one.side for one in card.standings][:2] == ["out: gave up"] * 2
    there.press("result-2")
    assert "".join(card._note_lines).replace(" ", "") == f"Savedas{path}"
    assert card.box.contains(there.widget("result-3").rect)
    there.frame()
    assert pixels(there) == painted_whole(there)


def test_a_turn_half_built_is_there_again_after_looking_back_or_a_failure_and_not_after_a_takeback() -> None:
    there = mid_game(here=(0,))
    turn = there.scene.board.chooser
    assert isinstance(turn, TurnBuilder)
    there.hub.post(Act(there.hub.match.id, "c3 g@d3", there.hub.match.entries))
    there.hub.post(Act(there.hub.match.id, "e8 r@e9", there.hub.match.entries))
    there.settle()
    there.click("b2")
    there.key("p")
    there.click("c3")
    assert turn.ready() == "b2 p@c3"
    there.scene.look_at(1)
    assert turn.ready() is None and not turn.lit()
    there.scene.look_at(2)
    assert turn.ready() == "b2 p@c3"
    there.hub.act = lambda match, action, after: there.hub.tell(Failed("disk", "full", {}, match, action))  # type: ignore[method-assign]
    there.press("do-turn")
    assert turn.ready() is None
    there.frame()
    assert turn.ready() == "b2 p@c3"
    match = there.hub.match
    there.hub.tell(Stepped(replace(match, entries=match.entries + 1), "takeback", 0, ()))
    turn.reset(None)
    there.frame()
    assert turn.ready() is None


def test_on_a_shared_screen_a_card_goes_back_under_the_cover_TM3() -> None:
    there = mid_game()
    turn = there.scene.board.chooser
    assert isinstance(turn, TurnBuilder)
    there.press("show-cards")
    there.click("c3")
    there.key("2")
    assert turn.made.card
    there.hub.post(Act(there.hub.match.id, "c3 g@d3", there.hub.match.entries))
    there.settle()
    there.press("show-cards")
    there.click("e8")
    there.key("1")
    assert turn.made.card
    there.scene.look_at(0)
    there.scene.look_at(1)
    assert turn.made.step == "e8" and not turn.made.card and not turn.cells()
