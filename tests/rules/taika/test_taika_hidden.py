"""Who knows which cards of Taika-Mario (TM3): views, digests, learning a face, spells cast from a hidden hand."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from rules.errors import IllegalAction
from rules.taika import TAIKA
from rules.taika.state import TaikaState

if TYPE_CHECKING:
    from tests.rules.conftest import Lay

TWO = ("dot", "hook", "rain"), ("silta", "putki", "kaakao")
DRAWING = "g.g\n...\n1.....2"


def reshuffled(state: TaikaState, seat: int | None) -> TaikaState:
    """A state that ``seat`` can't tell from ``state``: other hands, other order of deck and pile, another seed."""
    hands = list(state.hands)
    unseen = [card for owner, hand in enumerate(hands) if owner != seat for card in hand]
    unseen += [*state.deck, *state.discard]
    unseen.reverse()
    for owner, hand in enumerate(hands):
        if owner != seat:
            hands[owner] = tuple(unseen.pop() for _ in hand)
    deck = tuple(unseen.pop() for _ in state.deck)
    return replace(state, hands=tuple(hands), deck=deck, discard=tuple(unseen), seed=b"another")


# -- views ----------------------------------------------------------------------------------------------------


def test_tm3_a_seat_sees_its_own_hand_and_how_many_cards_the_others_and_the_piles_have(lay: Lay) -> None:
    state = lay(DRAWING, hands=TWO, deck=("lakitu", "poro"), discard=("hana",), seed="beef")
    view = state.view(0)
    assert view.hands == (("dot", "hook", "rain"), (None, None, None))
    assert view.deck == (None, None)
    assert view.discard == (None,)
    assert view.seed is None
    assert state.view(1).hands == ((None, None, None), ("silta", "putki", "kaakao"))


def test_tm3_a_watcher_sees_no_hand(lay: Lay) -> None:
    state = lay(DRAWING, hands=TWO, seed="beef")
    assert state.view(None).hands == ((None,) * 3, (None,) * 3)
    text = state.view(None).notation()
    assert not any(f'"{card}"' in text.partition(',"cards"')[0] for hand in TWO for card in hand)
    assert "beef" not in text


def test_tm3_with_open_hands_everybody_sees_all_hands_but_no_deck(lay: Lay) -> None:
    options = TAIKA.configure({"hands": "open"})
    text = lay(DRAWING, hands=TWO, deck=("lakitu",), discard=("hana",), seed="beef").notation()
    state = TAIKA.position(text, options)
    assert isinstance(state, TaikaState)
    for seat in (None, 0, 1):
        view = state.view(seat)
        assert view.hands == TWO
        assert (view.deck, view.discard, view.seed) == ((None,), (None,), None)


def test_a_state_with_its_seed_knows_all_and_a_view_does_not(lay: Lay) -> None:
    state = lay(DRAWING, hands=TWO)
    assert state.knows_all()
    assert not any(state.view(seat).knows_all() for seat in (None, 0, 1))


def test_a_view_of_a_view_is_that_view_and_a_view_can_be_written_and_read(lay: Lay) -> None:
    state = lay(DRAWING, hands=TWO, discard=("hana",))
    for seat in (None, 0, 1):
        view = state.view(seat)
        assert view.view(seat) == view
        assert view.view(None) == state.view(None)
        assert TAIKA.position(view.notation(), TAIKA.configure({})) == view
        assert "?" in view.show()


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_what_a_seat_may_not_know_changes_neither_its_view_nor_the_digest_nor_the_size(
    lay: Lay, seat: int | None
) -> None:
    state = lay(
        "g.g\n...\n1..3..2",
        hands=(*TWO, ("hana", "poro")),
        deck=("lakitu", "silta", "putki"),
        discard=("dot", "hook"),
        seed="beef",
    )
    twin = reshuffled(state, seat)
    assert twin != state
    assert twin.view(seat) == state.view(seat)
    assert hash(twin.view(seat)) == hash(state.view(seat))
    assert twin.view(seat).notation() == state.view(seat).notation()
    assert TAIKA.digest(twin) == TAIKA.digest(state) == TAIKA.digest(state.view(seat))
    assert len(twin.public().encode()) == len(state.public().encode())
    # What everybody does is the same to it too, whatever others hold.
    for action in ("a2 r@a1", "resign"):
        assert twin.apply(action).facts == state.apply(action).facts
        assert twin.apply(action).state.view(seat) == state.apply(action).state.view(seat)


def test_the_digest_tells_states_apart_by_all_that_is_public(lay: Lay) -> None:
    plain = lay(DRAWING, hands=TWO)
    others = [
        lay("g.y\n...\n1.....2", hands=TWO),
        lay("g.g\n1..\n......2", hands=TWO),
        lay(DRAWING, hands=TWO, mover=1),
        lay(DRAWING, hands=TWO, hits=(1, 0)),
        lay(DRAWING, hands=(TWO[0][:2], TWO[1])),
        lay(DRAWING, hands=TWO, deck=("silta",)),
        lay(DRAWING, hands=TWO, discard=("silta",)),
        lay(DRAWING, hands=TWO, shuffles=2),
        lay(DRAWING, hands=TWO, quiet=1),
        lay(DRAWING, hands=TWO, characters=("wario", "luigi")),
        lay(DRAWING, hands=TWO, size=9),
    ]
    assert len({TAIKA.digest(state) for state in (plain, *others)}) == 12
    assert TAIKA.digest(lay(DRAWING, hands=(TWO[1], TWO[0]), deck=("hook", "dot"))) == TAIKA.digest(plain)


# -- playing on a view ----------------------------------------------------------------------------------------


def test_a_seat_finds_its_moves_and_choices_on_its_own_view(lay: Lay) -> None:
    state = lay(DRAWING, hands=TWO)
    view = state.view(0)
    assert view.legal() == state.legal()
    assert view.shapes() == state.shapes()
    assert view.count() == state.count()
    for prefix in ((), ("b1",), ("b1", "!dot"), ("b1", "!dot", "b3")):
        assert view.picks(prefix) == state.picks(prefix)
    assert view.may("b1 !dot b3r")


def test_who_does_not_see_the_hand_can_still_follow_a_spell_and_checks_what_is_public(lay: Lay) -> None:
    state = lay("g.g\n...\n1.....2", hands=TWO)
    watcher = state.view(None)
    assert not any("!" in shape for shape in watcher.shapes())
    told = state.full("b1 !dot b3r")
    assert told == "b1 !dot#1 b3r"
    assert watcher.may(told)
    assert watcher.apply(told).state == state.apply(told).state.view(None)
    assert watcher.apply(told).facts == state.apply(told).facts
    # What lies on the board is public, and so is whether there is such a card and such a place in the hand.
    for wrong, message in (
        ("b1 !dot#1 c4r", "needs an obstacle"),
        ("b1 !nothing#1 b3r", "there is no card nothing"),
        ("b1 !dot#4 b3r", "does not hold dot"),
    ):
        assert not watcher.may(wrong)
        with pytest.raises(IllegalAction, match=message):
            watcher.apply(wrong)
    # Whoever does see the hand checks that too.
    with pytest.raises(IllegalAction, match="does not hold dot"):
        state.apply("b1 !dot#2 b3r")
    assert state.view(1).may("b1 !dot#2 b3r")
    assert not state.view(0).may("b1 !dot#2 b3r")


def test_a_hidden_card_leaves_the_hand_from_the_place_told(lay: Lay) -> None:
    state = lay("gg\n...\n...\n1.....2", hands=(("silta", "rain", "dot"),))
    told = state.full("b1 !rain a2r a3r b2r b3r")
    after = state.view(1).learn(2, "dot").apply(told).state
    assert after.hands[0] == (None, "dot", None)


def test_only_what_is_asked_of_a_spell_is_added_to_an_action(lay: Lay) -> None:
    state = lay(DRAWING, hands=TWO)
    assert state.full("resign") == "resign"
    assert state.full("a2 r@a1") == "a2 r@a1"
    assert state.full("b1 !dot#1 b3r") == "b1 !dot#1 b3r"


def test_a_view_of_every_seat_follows_whole_games_and_only_ever_learns_what_it_draws() -> None:
    """Small decks, so that discard piles are shuffled too; each seat sees the faces that it draws and no others."""
    shuffles = 0
    for number in range(8):
        chance = Random(number)
        seats = chance.choice((2, 3, 4))
        turn = chance.choice(("step-then-act", "either-or"))
        table = json.loads(TAIKA.start(TAIKA.configure({"size": "7"}), seats, bytes([number])).notation())
        table["board"] = ["".join(chance.choice("rgyp....") for _ in range(7)) for _ in range(7)]
        table["deck"] = table["deck"][: chance.randrange(3)]
        state = TAIKA.position(json.dumps(table), TAIKA.configure({"turn": turn}))
        views = {seat: state.view(seat) for seat in (None, *range(seats))}
        for _ in range(30):
            if state.turn is None:
                break
            shapes = state.shapes()
            spells = [shape for shape in shapes if "!" in shape]
            shape = chance.choice(spells or shapes or ["resign"])
            action = state.full(_coloured(shape, chance))
            step = state.apply(action)
            for seat, view in views.items():
                followed = view.apply(action)
                assert followed.facts == step.facts
                after = followed.state
                if any(fact.kind == "drew" for fact in step.facts) and seat == state.turn:
                    after = _learn_last(after, step.state, seat)
                assert after == step.state.view(seat)
                views[seat] = after
            state = step.state
        assert isinstance(state, TaikaState)
        shuffles += state.shuffles - 1
    assert shuffles > 5


def _coloured(shape: str, chance: Random) -> str:
    if shape == "resign" or shape.endswith("-"):
        return shape
    step, act, *squares = shape.split(" ")
    if act.startswith("@"):
        return f"{step} {chance.choice('rgyp')}{act}"
    return " ".join([step, act, *(square + chance.choice("rgyp") for square in squares)])


def _learn_last(view: object, truth: object, seat: int) -> TaikaState:
    """``view`` told by the dealer which face the seat's last card has."""
    assert isinstance(view, TaikaState) and isinstance(truth, TaikaState)
    slot = sum(len(hand) for hand in view.hands[: seat + 1]) - 1
    face = truth.hands[seat][-1]
    assert face is not None
    return view.learn(slot, face)


# -- learn ----------------------------------------------------------------------------------------------------


def test_slots_count_the_hands_by_seat_and_then_the_deck(lay: Lay) -> None:
    state = lay(DRAWING, hands=(("dot", "hook"), ("silta",)), deck=("lakitu", "putki"))
    view = state.view(None)
    faces = ("dot", "hook", "silta", "lakitu", "putki")
    for slot, face in enumerate(faces):
        view = view.learn(slot, face)
    assert (view.hands, view.deck) == (state.hands, state.deck)


def test_learning_what_one_knows_changes_nothing_and_what_can_not_be_is_refused(lay: Lay) -> None:
    view = lay(DRAWING, hands=(("dot", "hook"), ("silta",)), deck=("lakitu",)).view(0)
    assert view.learn(0, "dot") == view
    for slot, face, message in (
        (0, "hook", "TM3: card 0 is dot, not hook"),
        (4, "dot", "TM3: there is no hidden card 4"),
        (-1, "dot", "TM3: there is no hidden card -1"),
        (2, "nothing", "TM15: there is no card nothing"),
    ):
        with pytest.raises(IllegalAction) as refusal:
            view.learn(slot, face)
        assert str(refusal.value) == message
