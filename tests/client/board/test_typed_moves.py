"""Moves that are typed: SAN in all spellings beside coordinates, castling, keys that are shortcuts, too."""

from __future__ import annotations

from random import Random

import pytest

from client.board.notation import squares_of
from client.core.intents import Cancel, Confirm, Page, Shortcut
from client.games.registry import look_of
from net.intents import Act
from rules.errors import RulesError
from rules.game import State
from rules.magi.san import san
from rules.magi.state import MagiState
from rules.registry import game
from tests.client.board_rig import Rig

CASTLES = "r4k3r/10/10/10/10/10/10/10/10/R4K3R w KQkq - - 0 1"


def positions(rules: str, count: int, seed: int) -> list[State]:
    """Positions along a game of random moves."""
    played, random = game(rules), Random(seed)
    state: State = played.start(played.configure({}), 2, b"typed")
    found = []
    for _ in range(count):
        moves = list(state.legal())
        if not moves:
            break
        found.append(state)
        state = state.apply(random.choice(moves)).state
    return found


def spellings(text: str) -> set[str]:
    """How people may type a move that is written ``text``."""
    bare = text.replace(" e.p.", "").rstrip("+#")
    found = {text.replace(" ", ""), bare, bare.replace("=", ""), bare.replace("=", "").lower()}
    if bare[0].isupper():
        found.add(bare.replace("x", ""))
    if bare.startswith("O-"):
        found |= {bare.replace("O", "0"), bare.replace("-", ""), bare.lower()}
    return found


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_legal_move_can_be_typed_in_san_in_every_spelling_MG21(seed: int) -> None:
    look = look_of("magi")
    for state in positions("magi", 60, seed)[::6]:
        assert isinstance(state, MagiState)
        written = {action: san(state, action) for action in state.legal() if squares_of(action)}
        for action, text in written.items():
            assert look.read(state, text.replace(" ", "")) == (action,)
            for spelling in spellings(text):
                if spelling[:1].islower() and spelling[:1] in "bcd" and text[:1].isupper():
                    continue  # in small letters this may be a pawn's move, which comes first
                try:
                    found = look.read(state, spelling)
                except RulesError as error:
                    assert error.code == "ambiguous", (text, spelling)
                    continue
                assert action in found or spelling != text, (text, spelling)
            assert look.read(state, action) == (action,), "coordinates as before"
            assert look.read(state, action.upper() if not text[0].isupper() else action) == (action,)


@pytest.mark.parametrize("rules", ["mind-control", "magi"])
def test_no_text_ever_means_what_the_rules_refuse(rules: str) -> None:
    random, look = Random(5), look_of(rules)
    for state in positions(rules, 30, 4)[::10]:
        legal = set(state.legal())
        for _ in range(400):
            text = "".join(
                random.choice("abcdefghij123456789x-=NBRQDCWKO0t") for _ in range(random.randint(1, 6))
            )
            try:
                assert set(look.read(state, text)) <= legal
            except RulesError as error:
                assert look.error(error)


def type_in(rig: Rig, text: str) -> None:
    for sign in text:
        rig.scene.handle(Shortcut(sign.lower(), sign=sign))


@pytest.mark.parametrize(
    "text", ["O-O", "o-o", "0-0", "OO", "O-O-O", "o-o-o", "0-0-0", "f1i1", "Rb1", "rb1", "a1b1", "Ke2", "ke2"]
)
def test_castling_and_pieces_are_typed_and_no_offer_is_made(text: str) -> None:
    rig = Rig(CASTLES, rules="magi")
    state = rig.state
    type_in(rig, text)
    assert not rig.scene.overlays, "no question is left open"
    rig.scene.handle(Confirm())
    wanted = look_of("magi").read(state, text)
    assert rig.told_by_hub() == list(wanted) and len(wanted) == 1


def test_a_castling_by_hand_as_older_tests_type_it() -> None:
    rig = Rig(CASTLES, rules="magi")
    for key in ("O", "-", "O"):
        rig.key(key)
    assert not rig.scene.overlays
    rig.scene.handle(Confirm())
    assert rig.told_by_hub() == ["f1i1"]


@pytest.mark.parametrize(("sign", "asks"), [("O", True), ("o", True), ("R", True), ("r", True), ("N", False)])
def test_a_lone_sign_that_is_a_shortcut_is_one_after_a_while(sign: str, asks: bool) -> None:
    rig = Rig(CASTLES, rules="magi")
    type_in(rig, sign)
    rig.frame(1.0)
    assert bool(rig.scene.overlays) == asks
    assert rig.scene.notation.text == ("" if asks else sign)


def test_a_promotion_typed_without_its_piece_asks_for_it() -> None:
    rig = Rig("5k4/P9/10/10/10/10/10/10/10/5K4 w - - - 0 1", rules="magi")
    type_in(rig, "a10")
    rig.scene.handle(Confirm())
    assert rig.scene.overlays and not rig.told_by_hub()
    rig.key("d")
    assert rig.told_by_hub() == ["a9a10d"]


def test_backspace_takes_the_last_sign_back_and_escape_all() -> None:
    rig = Rig(CASTLES, rules="magi")
    type_in(rig, "Ke3")
    rig.key("backspace")
    assert rig.scene.notation.text == "Ke"
    type_in(rig, "2")
    assert rig.scene.board.cursor == "e2", "the board shows what is meant"
    rig.scene.handle(Cancel())
    assert rig.scene.notation.text == "" and not rig.told_by_hub()


def test_what_may_mean_two_moves_or_none_is_said() -> None:
    rig = Rig("5k4/10/10/10/10/10/10/10/R8R/4K5 w - - - 0 1", rules="magi")
    type_in(rig, "Rd2")
    rig.scene.handle(Confirm())
    assert "a2d2" in rig.scene.around.hint.hint.title and "j2d2" in rig.scene.around.hint.hint.title
    type_in(rig, "Nd2")
    rig.scene.handle(Confirm())
    assert rig.scene.around.hint.hint.role == "bad" and not rig.told_by_hub()


def test_mind_control_takes_squares_with_anything_between_and_in_capitals() -> None:
    for text in ("c3c4", "C3C4", "c3-c4", "c3xc4"):
        rig = Rig()
        type_in(rig, text)
        rig.scene.handle(Confirm())
        assert rig.told_by_hub() == ["c3c4"], text


# ---- looking back by pages


@pytest.mark.parametrize("rules", ["mind-control", "magi", "taika-mario"])
def test_pages_look_back_move_by_move_wherever_the_focus_is(rules: str) -> None:
    rig, random = Rig(rules=rules, here=(0, 1)), Random(1)
    for _ in range(6):
        rig.hub.post(Act(rig.hub.match.id, random.choice(list(rig.state.legal())), rig.hub.match.entries))
        rig.frame()
    rig.settle()
    scene = rig.scene
    for widget in scene.base.stops():
        if not widget.takes_focus():
            continue
        for where, shown in (("up", 5), ("up", 4), ("home", 0), ("down", 1), ("end", 6)):
            scene.base.set_focus(widget)
            scene.handle(Page(where))
            assert scene.shown.place.shown == shown, (widget.key, where)
