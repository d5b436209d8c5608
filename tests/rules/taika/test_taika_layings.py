"""The look-ups by which a window lays cards: pictures, turning and flipping, every laying and what it lacks (TM6)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from rules.taika.cards import known
from rules.taika.layings import LayingView, flipped, layings_of, orientations_of, turned

if TYPE_CHECKING:
    from rules.taika.state import TaikaState
    from tests.rules.conftest import Lay

HOOK = ("#o", "#.")
CARDS = tuple(known().values())


def at(views: tuple[LayingView, ...], *new: str) -> list[LayingView]:
    """The layings with these new squares."""
    return [view for view in views if view.new == new]


# -- pictures -------------------------------------------------------------------------------------------------


def test_a_card_without_symmetry_has_eight_pictures_the_printed_one_first_then_quarter_turns() -> None:
    assert orientations_of(HOOK) == (
        ("#o", "#."), ("##", ".o"), (".#", "o#"), ("o.", "##"),
        ("o#", ".#"), (".o", "##"), ("#.", "#o"), ("##", "o."),
    )  # fmt: skip


def test_symmetric_cards_have_fewer_pictures() -> None:
    assert orientations_of(("#o#",)) == (("#o#",), ("#", "o", "#"))
    assert orientations_of((".#.", "#o#", ".#.")) == ((".#.", "#o#", ".#."),)
    assert len(orientations_of(("##", "oo"))) == 4


def test_pictures_are_cut_to_their_cells_and_short_rows_filled() -> None:
    assert orientations_of(("", "..#o.", "..#", "....."))[0] == HOOK


@pytest.mark.parametrize("rows", [*CARDS, HOOK, ("#o#",), (".#.", "#o#", ".#.")])
def test_turning_and_flipping_lead_from_index_to_index_as_pictures_turn(rows: tuple[str, ...]) -> None:
    pictures = orientations_of(rows)
    assert len(set(pictures)) == len(pictures) <= 8
    for index, picture in enumerate(pictures):
        # Clockwise: what was the left column, read upwards, is the upper row.
        clockwise = tuple("".join(row[x] for row in reversed(picture)) for x in range(len(picture[0])))
        assert pictures[turned(rows, index)] == clockwise
        assert pictures[flipped(rows, index)] == tuple(row[::-1] for row in picture)
        assert flipped(rows, flipped(rows, index)) == index
        assert turned(rows, turned(rows, turned(rows, turned(rows, index)))) == index
    reached = {0}
    for _ in range(8):
        reached |= {turned(rows, index) for index in reached} | {flipped(rows, index) for index in reached}
    assert reached == set(range(len(pictures)))
    with pytest.raises(IndexError):
        turned(rows, 8)
    with pytest.raises(IndexError):
        flipped(rows, 8)


# -- layings --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "hook", "dot"), [(7, 8 * 36, 2 * 35), (9, 8 * 64, 2 * 63), (11, 8 * 100, 2 * 99)]
)
def test_every_place_on_the_board_is_told_castable_or_not(lay: Lay, size: int, hook: int, dot: int) -> None:
    state = lay("1.....2", size=size)
    assert len(layings_of(state, "hook", None)) == hook
    assert len(layings_of(state, "dot", None)) == dot
    assert not any(view.castable for view in layings_of(state, "hook", None))


def test_a_laying_names_its_squares_and_what_it_lacks(lay: Lay) -> None:
    state = lay("r.g\n...\n1.....2")
    views = layings_of(state, "dot", "b1")
    (flat, upright) = at(views, "b3")
    assert flat == LayingView(0, ("a3", "c3"), ("b3",), False, (), ("a3",), (), ())
    assert upright == LayingView(1, ("b2", "b4"), ("b3",), False, ("b2", "b4"), (), (), ())
    # Luigi is blind to green.
    assert at(layings_of(state, "dot", None, seat=1), "b3")[0].blind == ("c3",)
    wario = lay("r.g\n...\n1.....2", characters=("wario", "mario"))
    assert at(layings_of(wario, "dot", "b1"), "b3")[0] == LayingView(
        0, ("a3", "c3"), ("b3",), True, (), (), (), ()
    )


def test_a_laying_may_lack_an_obstacle_and_see_another_in_the_blind_colour(lay: Lay) -> None:
    view = at(layings_of(lay("r..\n...\n1.....2"), "dot", None), "b3")[0]
    assert (view.castable, view.missing, view.blind) == (False, ("c3",), ("a3",))


def test_a_laying_tells_what_it_replaces_and_whom_it_hits(lay: Lay) -> None:
    state = lay("gg\n2y.\n3..\n1.....4", under={"a2": "r"})
    views = at(layings_of(state, "rain", "b1"), "a2", "a3", "b2", "b3")
    # From above, from below and from the right; to the left there is no board.
    assert [view.castable for view in views] == [True, False, False]
    view = views[0]
    assert view.replaced == ("a2", "b3")
    assert view.hit == (1, 2)


def test_the_caster_is_hit_where_it_stands_after_its_step(lay: Lay) -> None:
    state = lay("g.g\n.1.\n......2")
    (before, *_) = at(layings_of(state, "dot", None), "b3")
    (after, *_) = at(layings_of(state, "dot", "b3"), "b3")
    assert (before.hit, after.hit) == ((), (0,))
    state = lay("g1g\n...\n......2")
    assert at(layings_of(state, "dot", None), "b3")[0].hit == (0,)
    assert at(layings_of(state, "dot", "b2"), "b3")[0].hit == ()


def test_there_is_no_laying_of_a_card_that_there_is_not(lay: Lay) -> None:
    assert layings_of(lay("1.....2"), "nothing", None) == ()


def strewn(lay: Lay, number: int) -> TaikaState:
    """Obstacles everywhere, four pawns among them."""
    chance = Random(number)
    size = chance.choice((7, 9, 11))
    rows = [[chance.choice("rgyp....") for _ in range(size)] for _ in range(size)]
    for pawn, square in enumerate(chance.sample(range(size * size), 4), 1):
        rows[square // size][square % size] = str(pawn)
    cards = ("dot", "hook", "rain", *chance.sample(sorted(known()), 5))
    drawing = "\n".join("".join(row) for row in rows)
    return lay(drawing, size=size, mover=chance.randrange(4), hands=(cards,) * 4)


@pytest.mark.parametrize("number", range(12))
def test_castable_layings_are_exactly_the_listed_spells_and_each_hits_whom_it_says(
    lay: Lay, number: int
) -> None:
    state = strewn(lay, number)
    if not state.steps():
        state = strewn(lay, number + 100)
    step = state.shapes()[0].split(" ")[0]
    chance = Random(number)
    for card in dict.fromkeys(state.hands[state.mover]):
        assert card is not None
        views = layings_of(state, card, step)
        listed = [shape.split(" ", 2)[2] for shape in state.shapes() if shape.startswith(f"{step} !{card} ")]
        castable = [view for view in views if view.castable]
        assert sorted({" ".join(view.new) for view in castable}) == listed
        assert [view for view in views if not view.missing and not view.blind] == castable
        for view in chance.sample(castable, min(3, len(castable))):
            move = f"{step} !{card} " + " ".join(f"{square}p" for square in view.new)
            facts = state.apply(move).facts
            assert tuple(fact.seat for fact in facts if fact.kind == "hit") == view.hit
            replaced = [fact.at for fact in facts if fact.kind == "taken" and fact.note == "replaced"]
            assert tuple(replaced) == view.replaced


def test_which_orientations_fit_where_is_as_the_pictures_say(lay: Lay) -> None:
    """Each laying's squares, drawn again, are the picture of its orientation."""
    state = lay("1.....2")
    for card in ("hook", "rain", "lakitu", "puutarhaletku"):
        rows = state.setup.rows(card)
        assert rows is not None
        for view in layings_of(state, card, None)[::7]:
            cells = {square: "#" for square in view.need} | {square: "o" for square in view.new}
            files = sorted({square[0] for square in cells})
            ranks = sorted(int(square[1:]) for square in cells)
            drawn = tuple(
                "".join(
                    cells.get(f"{chr(file)}{rank}", ".") for file in range(ord(files[0]), ord(files[-1]) + 1)
                )
                for rank in range(ranks[-1], ranks[0] - 1, -1)
            )
            assert drawn == orientations_of(rows)[view.orientation]
