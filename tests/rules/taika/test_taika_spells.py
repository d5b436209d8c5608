"""Spells of Taika-Mario: laying a card (TM6, TM7, TM10), hits and deaths (TM8), their order (TM9), TM16's example."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from rules.errors import IllegalAction
from sprites.motion.fold import fold
from tests.rules.conftest import refusal

if TYPE_CHECKING:
    from rules.taika.state import TaikaState
    from tests.rules.conftest import Lay


def casts(state: TaikaState, card: str, step: str) -> list[str]:
    """The new squares of every laying of ``card`` that is listed after ``step``, in the order of the list."""
    start = f"{step} !{card} "
    return [shape.removeprefix(start) for shape in state.shapes() if shape.startswith(start)]


# -- TM6: laying a card ---------------------------------------------------------------------------------------


def test_tm6_a_card_may_be_turned_and_mirrored_in_eight_ways(lay: Lay) -> None:
    """``#o`` over ``#.``: the new obstacle lies beside either end of a pair, on either side of it."""
    upright = lay("...g\n...g\n.......\n.......\n1.....2", hands=(("hook",),))
    assert casts(upright, "hook", "b1") == ["c4", "c5", "e4", "e5"]
    flat = lay("..gg\n.......\n.......\n1.....2", hands=(("hook",),))
    assert casts(flat, "hook", "b1") == ["c3", "c5", "d3", "d5"]


def test_tm6_all_required_and_new_cells_must_be_on_the_board(lay: Lay) -> None:
    state = lay("g.....2\ng\n.......\n.......\n...1", hands=(("hook",),))
    assert casts(state, "hook", "d2") == ["b4", "b5"]
    state = lay("..g.g\n.....\n1.....2", hands=(("dot",),))
    assert casts(state, "dot", "a2") == ["d3"]
    message = refusal(state, "a2 !dot g7r")
    assert message == "TM6: with its new obstacles on g7, dot does not lie wholly on the board"


def test_tm6_cells_that_do_not_matter_may_lie_beside_the_board(lay: Lay) -> None:
    """A picture with empty rows and columns around it is the same card."""
    state = lay("g.....2\ng\n...1", hands=(("wide",),), cards={"wide": ["", "..#o.", "..#", "....."]})
    assert casts(state, "wide", "d2") == ["b2", "b3"]


@pytest.mark.parametrize(
    ("character", "blind"), [("mario", "r"), ("luigi", "g"), ("wario", "y"), ("waluigi", "p")]
)
def test_tm6_none_of_the_required_obstacles_may_be_of_the_casters_blind_colour(
    lay: Lay, character: str, blind: str
) -> None:
    colours = {"r": "red", "g": "green", "y": "yellow", "p": "purple"}
    other = "luigi" if character == "mario" else "mario"
    for left in "rgyp":
        for right in "rgyp":
            state = lay(f"{left}.{right}\n.......\n1.....2", hands=(("dot",),), characters=(character, other))
            if blind not in (left, right):
                assert casts(state, "dot", "a2") == ["b3"]
                continue
            assert casts(state, "dot", "a2") == []
            wrong = [square for square, sign in (("a3", left), ("c3", right)) if sign == blind]
            assert refusal(state, "a2 !dot b3r") == (
                f"TM6: {character.capitalize()} is blind to {colours[blind]}, "
                f"and dot needs the {colours[blind]} obstacle on {' '.join(wrong)}"
            )


def test_tm6_an_obstacle_that_is_replaced_may_have_the_blind_colour(lay: Lay) -> None:
    state = lay("grg\n.......\n1.....2", hands=(("dot",),))
    assert casts(state, "dot", "a2") == ["b3"]
    after = state.apply("a2 !dot b3g").state
    assert after.pieces()["b3"] == ("g",)


def test_tm6_a_card_may_be_laid_anywhere_on_the_board(lay: Lay) -> None:
    state = lay("....g.g\n.......\n.......\n.......\n.......\n.......\n1.....2", hands=(("dot",),))
    assert casts(state, "dot", "a2") == ["f7"]


def test_tm6_every_new_obstacle_has_a_colour_of_its_own_and_may_replace_one(lay: Lay) -> None:
    state = lay("ggr\n...\n1.....2", hands=(("rain",),))
    # Under a3, b3: the four squares a1 a2 b1 b2; over them: a4 a5 b4 b5.
    assert casts(state, "rain", "b1") == ["a1 a2 b1 b2", "a4 a5 b4 b5"]
    assert state.count() == len(state.legal()) == sum(256 if "!" in shape else 4 for shape in state.shapes())
    after = state.apply("b1 !rain a4r a5g b4y b5p").state
    assert [after.pieces()[square] for square in ("a4", "a5", "b4", "b5")] == [("r",), ("g",), ("y",), ("p",)]
    assert (after.pieces()["a3"], after.pieces()["b3"]) == (("g",), ("g",))


def test_tm6_replacing_may_change_the_colour(lay: Lay) -> None:
    state = lay("gyg\n.......\n1.....2", hands=(("dot",),))
    step = state.apply("a2 !dot b3p")
    assert step.state.pieces()["b3"] == ("p",)
    assert [(fact.kind, fact.pieces) for fact in step.facts if fact.kind in ("taken", "placed")] == [
        ("taken", ("y",)),
        ("placed", ("p",)),
    ]


def test_tm6_a_cast_that_changes_nothing_is_legal(lay: Lay) -> None:
    state = lay("gyg\n.......\n1.....2", hands=(("dot",),))
    after = state.apply("a2 !dot b3y").state
    assert {place: there for place, there in after.pieces().items() if place != "a2"} == {
        place: there for place, there in state.pieces().items() if place != "a1"
    }
    assert after.quiet == 1


def test_tm6_a_pawn_on_a_new_obstacle_is_hit_once_and_stands_on_it(lay: Lay) -> None:
    state = lay("g2g\n.......\n1......", hands=(("dot",),))
    step = state.apply("a2 !dot b3y")
    assert step.state.hits == (0, 1)
    assert step.state.pieces()["b3"] == ("y", "luigi")
    assert fold(state.pieces(), step.facts) == step.state.pieces()
    hits = [fact for fact in step.facts if fact.kind == "hit"]
    assert [(fact.at, fact.seat, fact.note) for fact in hits] == [("b3", 1, "1")]


def test_tm6_a_pawn_on_an_obstacle_is_hit_again_when_that_is_replaced(lay: Lay) -> None:
    state = lay("g2g\n.......\n1......", under={"b3": "p"}, hits=(0, 1), hands=(("dot",),))
    after = state.apply("a2 !dot b3y").state
    assert after.hits == (0, 2)
    assert after.pieces()["b3"] == ("y", "luigi")


def test_tm6_the_casters_own_pawn_is_hit_too_where_it_stands_after_its_step(lay: Lay) -> None:
    state = lay("g.g\n1.....2", hands=(("dot",),))
    assert state.apply("b2 !dot b2y").state.hits == (1, 0)
    assert state.apply("b1 !dot b2y").state.hits == (0, 0)
    # It is no longer on the square that it left.
    state = lay("g1g\n......2", hands=(("dot",),))
    after = state.apply("b1 !dot b2y").state
    assert after.hits == (0, 0)
    assert (after.pieces()["b1"], after.pieces()["b2"]) == (("mario",), ("y",))


def test_tm6_one_spell_may_hit_several(lay: Lay) -> None:
    state = lay("gg\n23.\n4..\n......1", hands=(("rain",),))
    step = state.apply("f1 !rain a2r a3r b2r b3r")
    assert step.state.hits == (0, 1, 1, 1)
    assert [fact.seat for fact in step.facts if fact.kind == "hit"] == [1, 2, 3]


def test_tm6_the_required_obstacles_are_those_that_lie_there_before_the_cast(lay: Lay) -> None:
    """The two lower new obstacles of ``rain`` would be the pair that a second laying needs."""
    state = lay("gg\n.......\n.......\n.......\n1.....2", hands=(("rain",),))
    assert casts(state, "rain", "b1") == ["a3 a4 b3 b4", "a6 a7 b6 b7"]


def test_tm7_a_square_with_pawn_and_obstacle_counts_as_an_obstacle_for_patterns(lay: Lay) -> None:
    state = lay("2.g\n.......\n1......", hands=(("dot",),))
    assert casts(state, "dot", "a2") == []
    state = lay("2.g\n.......\n1......", under={"a3": "y"}, hands=(("dot",),))
    assert casts(state, "dot", "a2") == ["b3"]
    # The own pawn's square too, and also after it has stepped off.
    state = lay("1.g\n......2", under={"a2": "y"}, hands=(("dot",),))
    assert casts(state, "dot", "a1") == ["b2"]
    state = lay("1.g\n......2", under={"a2": "r"}, hands=(("dot",),))
    assert casts(state, "dot", "a1") == []


# -- TM10 -----------------------------------------------------------------------------------------------------


def test_tm10_two_copies_of_a_card_count_once(lay: Lay) -> None:
    drawing = "g.g\n.......\n1.....2"
    once, twice = lay(drawing, hands=(("dot",),)), lay(drawing, hands=(("dot", "dot"),))
    assert once.legal() == twice.legal()
    assert once.count() == twice.count() == len(twice.legal())


def test_tm10_layings_with_the_same_new_squares_are_one_move(lay: Lay) -> None:
    """d3 lies beside two pairs, so that two orientations of ``hook`` put their new obstacle there."""
    state = lay("..g.g\n..g.g\n.......\n1.....2", hands=(("hook",),))
    assert casts(state, "hook", "a2") == ["b3", "b4", "d3", "d4", "f3", "f4"]
    assert state.count() == len(state.legal())


def test_tm10_one_of_them_is_enough_if_the_other_needs_a_blind_colour(lay: Lay) -> None:
    state = lay("..r.g\n..g.g\n.......\n1.....2", hands=(("hook",),))
    assert casts(state, "hook", "a2") == ["d3", "d4", "f3", "f4"]


def test_tm10_different_cards_with_the_same_new_squares_are_different_moves(lay: Lay) -> None:
    state = lay("g.g\n.......\n1.....2", hands=(("dot", "spot"),), cards={"dot": ["#o#"], "spot": ["#o#"]})
    assert casts(state, "dot", "a2") == casts(state, "spot", "a2") == ["b3"]


# -- TM8, TM9 -------------------------------------------------------------------------------------------------


def test_tm8_the_third_hit_kills(lay: Lay) -> None:
    state = lay(
        "g2g\n.......\n1.....3",
        hits=(0, 2, 0),
        hands=(("dot",), ("silta", "putki"), ("hana",)),
        discard=("kaakao",),
        deck=("poro",),
        cards={"dot": ["#o#"]},
    )
    step = state.apply("a2 !dot b3y")
    after = step.state
    assert (after.hits, after.at[1], after.place) == ((0, 3, 0), None, (None, 3, None))
    assert after.pieces()["b3"] == ("y",)
    assert after.hands == (("poro",), (), ("hana",))
    assert after.discard == ("kaakao", "silta", "putki", "dot")
    assert after.turn == 2
    assert [fact.kind for fact in step.facts] == [
        *("moved", "cast", "placed", "hit", "out", "taken", "drew"),
    ]
    assert next(fact for fact in step.facts if fact.kind == "out").note == "hits"


def test_tm9_new_obstacles_then_hits_then_deaths_then_the_card_then_the_draw(lay: Lay) -> None:
    """Two of three that are hit die; the deck is empty and the discard pile becomes the new one."""
    state = lay(
        "gg\n23.\n4..\n......1",
        hits=(0, 2, 1, 2),
        hands=(("hook", "rain", "dot", "rain"), ("silta", "putki"), ("kaakao",), ("putki", "lakitu")),
        deck=(),
        discard=("kaakao",),
        seed="beef",
        shuffles=4,
    )
    step = state.apply("f1 !rain a2r a3g b2y b3p")
    assert [fact.kind for fact in step.facts] == [
        "moved",
        "cast",
        *["placed"] * 4,
        *["hit"] * 3,
        *["out", "taken"] * 2,
        "shuffled",
        "drew",
    ]
    cast = step.facts[1]
    assert (cast.note, cast.seat, cast.pieces) == ("rain", 0, ("a4", "b4"))
    assert [fact.to for fact in step.facts if fact.kind == "placed"] == ["a2", "a3", "b2", "b3"]
    after = step.state
    assert after.place == (None, 3, None, 3)
    # By seat, each in hand order, then the cast card; all of it is the new deck, shuffled as TM14 says.
    pile = ["kaakao", "silta", "putki", "putki", "lakitu", "rain"]
    deck = shuffled(pile, bytes.fromhex("beef"), 4)
    assert after.deck == tuple(deck[:-1])
    assert after.discard == ()
    assert after.shuffles == 5
    # The first copy of rain is gone, the drawn card is last.
    assert after.hands[0] == ("hook", "dot", "rain", deck[-1])


def shuffled(cards: list[str], seed: bytes, k: int) -> list[str]:
    """TM14, written apart from ``rules.taika.deal``."""
    cards = list(cards)
    key = hashlib.sha256(seed + f"{k}".encode()).digest()
    for i in reversed(range(1, len(cards))):
        j = int(hashlib.sha256(key + f":{i}".encode()).hexdigest()[:16], 16) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def test_tm9_a_card_is_drawn_from_the_end_of_the_deck_and_nothing_is_shuffled_while_there_is_one(
    lay: Lay,
) -> None:
    state = lay(
        "g.g\n.......\n1.....2", hands=(("dot", "hook"),), deck=("silta", "putki"), discard=("kaakao",)
    )
    after = state.apply("a2 !dot b3y").state
    assert after.hands[0] == ("hook", "putki")
    assert after.deck == ("silta",)
    assert after.discard == ("kaakao", "dot")
    assert after.shuffles == 1


def test_tm9_the_last_card_of_the_deck_is_drawn_without_shuffling(lay: Lay) -> None:
    state = lay("g.g\n.......\n1.....2", hands=(("dot",),), deck=("silta",))
    after = state.apply("a2 !dot b3y").state
    assert (after.hands[0], after.deck, after.discard, after.shuffles) == (("silta",), (), ("dot",), 1)


def test_tm9_with_an_empty_deck_and_pile_the_cast_card_comes_back(lay: Lay) -> None:
    state = lay("g.g\n.......\n1.....2", hands=(("dot",),), deck=())
    after = state.apply("a2 !dot b3y").state
    assert (after.hands[0], after.deck, after.discard, after.shuffles) == (("dot",), (), (), 2)


def test_tm9_who_casts_one_and_kills_itself_discards_the_rest_of_the_hand_first_and_draws_none(
    lay: Lay,
) -> None:
    """Luigi's spell kills mario, itself and wario: hands by seat, then the cast card."""
    state = lay(
        "gg.\n13.\n...\n2.....4",
        mover=1,
        characters=("luigi", "mario", "wario", "waluigi"),
        hits=(2, 2, 2, 0),
        hands=(("silta",), ("putki", "rain", "hook"), ("kaakao", "dot"), ("lakitu",)),
        discard=("hook",),
    )
    step = state.apply("a2 !rain a2r a3r b2r b3r")
    after = step.state
    assert after.place == (2, 2, 2, None)
    assert after.discard == ("hook", "silta", "putki", "hook", "kaakao", "dot", "rain")
    assert after.deck == ("silta", "putki")
    assert after.hands == ((), (), (), ("lakitu",))
    assert not any(fact.kind in ("drew", "shuffled") for fact in step.facts)
    outcome = after.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners, after.mover) == ("last", (3,), 3)


def test_tm9_who_wins_by_a_spell_still_draws(lay: Lay) -> None:
    state = lay("g2g\n.......\n1......", hits=(0, 2), hands=(("dot",), ("hook",)), deck=("silta",))
    step = state.apply("a2 !dot b3y")
    assert step.state.turn is None
    assert step.state.hands == (("silta",), ())
    assert [fact.kind for fact in step.facts[-2:]] == ["drew", "over"]
    assert step.facts[-1].seat == 0


def test_tm9_placing_draws_no_card(lay: Lay) -> None:
    state = lay("1.....2", hands=(("dot",),))
    after = state.apply("a2 r@a1").state
    assert (after.hands, after.deck, after.discard) == (state.hands, state.deck, state.discard)


# -- TM16 -----------------------------------------------------------------------------------------------------

EXAMPLE = """
    .......
    ..{a}{b}{c}
    ..{d}.{e}
    ...{f}{g}
    .......
    ..{h}1{i}
    .......
    2......"""
"""The region is c–e, ranks 3–7 of a board of nine; player 1 on d3."""


def example(lay: Lay, **colours: str) -> TaikaState:
    """Luigi (blind to green) to move with the garden hose; all obstacles are yellow unless told otherwise."""
    drawing = EXAMPLE.format(**({letter: "y" for letter in "abcdefghi"} | colours))
    return lay(drawing, size=9, mover=1, hands=((), ("puutarhaletku",)), cards={})


def test_tm16_the_sources_worked_example(lay: Lay) -> None:
    state = example(lay)
    assert "b2 !puutarhaletku d3 d4 d7" in state.shapes()
    step = state.apply("b2 !puutarhaletku d3r d4g d7p")
    after = step.state
    cast = next(fact for fact in step.facts if fact.kind == "cast")
    assert cast.pieces == ("d5", "e5", "e6", "e7")
    assert after.hits == (1, 0)
    assert after.pieces() == {
        "c7": ("y",), "d7": ("p",), "e7": ("y",),
        "c6": ("y",), "e6": ("y",),
        "d5": ("y",), "e5": ("y",),
        "d4": ("g",),
        "c3": ("y",), "d3": ("r", "mario"), "e3": ("y",),
        "b2": ("luigi",),
    }  # fmt: skip
    assert after.turn == 0


@pytest.mark.parametrize(("letter", "square"), [("c", "e7"), ("e", "e6"), ("f", "d5"), ("g", "e5")])
def test_tm16_with_one_required_obstacle_of_the_blind_colour_it_is_not_allowed(
    lay: Lay, letter: str, square: str
) -> None:
    state = example(lay, **{letter: "g"})
    assert "b2 !puutarhaletku d3 d4 d7" not in state.shapes()
    assert refusal(state, "b2 !puutarhaletku d3r d4g d7p") == (
        f"TM6: Luigi is blind to green, and puutarhaletku needs the green obstacle on {square}"
    )


@pytest.mark.parametrize("letter", ["a", "b", "d", "h", "i"])
def test_tm16_the_colours_of_the_other_obstacles_do_not_matter(lay: Lay, letter: str) -> None:
    assert example(lay, **{letter: "g"}).may("b2 !puutarhaletku d3r d4g d7p")


# -- refusals of spells ---------------------------------------------------------------------------------------


def test_a_refused_spell_says_what_is_wrong(lay: Lay) -> None:
    state = lay("g.r\n.......\n1.....2", hands=(("dot",), ("hook",)))
    assert refusal(state, "a2 !hook b3r") == "TM6: the player to move does not hold hook"
    assert refusal(state, "a2 !nothing b3r") == "TM15: there is no card nothing"
    assert (
        refusal(state, "a2 !dot b3r c3r")
        == "TM6: no turn or mirror image of dot has its new obstacles on b3 c3"
    )
    assert (
        refusal(state, "a2 !dot b4r") == "TM6: with its new obstacles on b4, dot needs an obstacle on a4 c4"
    )
    assert refusal(state, "a2 !dot d3r") == "TM6: with its new obstacles on d3, dot needs an obstacle on e3"
    assert (
        refusal(state, "a2 !dot a1r")
        == "TM6: with its new obstacles on a1, dot does not lie wholly on the board"
    )


def test_a_refused_spell_tells_of_the_laying_that_lacks_least(lay: Lay) -> None:
    """Over b3 and under it lies one of two, beside it none; of two that lack nothing one is blind."""
    state = lay(".g\n...\n...\n1.....2", hands=(("dot",),))
    assert refusal(state, "a2 !dot b3r") == "TM6: with its new obstacles on b3, dot needs an obstacle on b2"
    state = lay(".r\ng..\n.g.\n1.....2", hands=(("dot",),))
    assert refusal(state, "a2 !dot b3r").startswith(
        "TM6: Mario is blind to red, and dot needs the red obstacle on b4"
    )


def test_the_place_in_the_hand_must_be_where_the_first_copy_lies(lay: Lay) -> None:
    """What a record adds to a spell (``#n``) for those who do not see the hand."""
    state = lay("g.g\n.......\n1.....2", hands=(("hook", "dot", "dot"),))
    assert state.full("a2 !dot b3r") == "a2 !dot#2 b3r"
    assert state.apply("a2 !dot#2 b3r").state == state.apply("a2 !dot b3r").state
    for wrong in (1, 3, 4, 99):
        with pytest.raises(IllegalAction, match="does not hold dot"):
            state.apply(f"a2 !dot#{wrong} b3r")
