"""Looks: every registered game can be shown, and Mind Control's words say what happened (both languages)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from client.board.history import Moment
from client.board.look import ANSWER, OFFER, RESIGN
from client.core import words
from client.games.registry import look_of
from rules.errors import RulesError
from rules.game import Game, Outcome, State
from rules.registry import game, games

NAMES = ("Aino", "Louhi")


@pytest.fixture(autouse=True, params=words.LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    yield words.use(request.param)
    words.use("en")


def after(position: str, *actions: str) -> tuple[State, Moment]:
    """The state before the last action, and the moment after it."""
    rules = game("mind-control")
    state = rules.position(position, rules.configure({}))
    for action in actions[:-1]:
        state = state.apply(action).state
    seat = state.turn
    step = state.apply(actions[-1])
    return state, Moment(step.state, actions[-1], -1 if seat is None else seat, step.facts)


@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.id)
def test_every_game_has_a_look_that_draws_all_its_pieces_and_lies_on_its_board(rules: Game) -> None:
    look = look_of(rules.id)
    art = look.art()
    state = rules.start(rules.configure({}), rules.seats[0], b"seed")
    for place, pieces in state.pieces().items():
        if ":" in place or look.__class__.__name__ == "PlainLook":
            continue
        assert ord(place[0]) - ord("a") < look.files and int(place[1:]) <= look.ranks
        for piece in pieces:
            assert art.image(piece, 40).get_width() > 0
        assert len(art.stack(pieces)) == len(pieces)
    assert all(look.side(seat) for seat in range(rules.seats[0]))


@pytest.mark.parametrize(
    ("position", "action", "shown"),
    [
        ("8/8/8/8/3s4/2L5/8/7s w -:- 0 1", "c3d4", ("c3", "d4", "+1")),
        ("8/8/8/8/3l4/2S5/8/7s w -:- 0 1", "c3d4", ("c3", "d4")),
        ("8/8/8/8/3(Ls)4/2S5/8/7s w -:- 0 1", "c3d4", ("c3", "d4", "+1")),
        ("8/8/8/3l4/8/2(MS)5/8/7s w -:- 0 1", "c3c4t", ("c3", "c4")),
        ("8/8/8/3l4/8/2(MS)5/8/7s w -:- 0 1", "draw?", ("Aino",)),
        ("8/8/8/3l4/8/2(MS)5/8/7s w -:- 0 1", "resign", ("Aino",)),
    ],
)
def test_a_line_of_the_list_says_what_happened_MC14(
    position: str, action: str, shown: tuple[str, ...]
) -> None:
    look = look_of("mind-control")
    before, moment = after(position, action)
    line = look.line(before, moment, NAMES)
    assert all(part in line for part in shown), line
    assert "{" not in line


def test_the_three_attacks_a_split_and_a_move_have_lines_of_their_own() -> None:
    look = look_of("mind-control")
    seen = set()
    for position, action in (
        ("8/8/8/8/3s4/2L5/8/7s w -:- 0 1", "c3d4"),
        ("8/8/8/8/3l4/2S5/8/7s w -:- 0 1", "c3d4"),
        ("8/8/8/8/3(Ls)4/2S5/8/7s w -:- 0 1", "c3d4"),
        ("8/8/8/8/8/2(LS)5/8/7s w -:- 0 1", "c3d4"),
        ("8/8/8/8/8/2(LS)5/8/7s w -:- 0 1", "c3d4t"),
    ):
        before, moment = after(position, action)
        seen.add(look.line(before, moment, NAMES).replace("+1", "").strip())
    assert len(seen) == 5


def test_an_answer_and_a_forfeit_name_the_one_they_are_about_MC11_MC15() -> None:
    look = look_of("mind-control")
    position = "8/8/8/3l4/8/2(MS)5/8/7s w -:- 0 1"
    before, moment = after(position, "draw?", "draw-")
    assert "Louhi" in look.line(before, moment, NAMES)
    for reason in ("left", "time"):
        step = before.forfeit((1,), reason)
        line = look.line(before, Moment(step.state, "forfeit", 0, step.facts), NAMES)
        assert "Louhi" in line and "Aino" not in line


def test_points_are_the_pips_taken_whatever_their_colour_MC10() -> None:
    look = look_of("mind-control")
    rules = game("mind-control")
    state = rules.position("8/8/8/3l4/8/2(MS)5/8/7s w LLs:MS 0 1", rules.configure({}))
    assert [look.points(state, seat) for seat in (0, 1)] == [7, 3]


def test_every_ending_of_MC9_and_those_by_players_have_a_reason() -> None:
    look = look_of("mind-control")
    reasons = {
        look.ending(Outcome(reason, (3, 5), (1,)), NAMES).reason
        for reason in ("a", "b", "c", "d", "e", "agreed", "resigned", "left", "time")
    }
    assert len(reasons) == 9 and all(reasons)
    assert "Louhi" in look.ending(Outcome("a", (3, 5), (1,)), NAMES).title
    assert "Louhi" not in look.ending(Outcome("a", (5, 5), (0, 1)), NAMES).title


def test_extras_become_buttons_and_giving_up_asks_first_MC11() -> None:
    look = look_of("mind-control")
    rules = game("mind-control")
    state = rules.start(rules.configure({}), 2)
    kinds = {extra.action: extra for extra in look.extras(state)}
    assert {action: extra.kind for action, extra in kinds.items()} == {"draw?": OFFER, "resign": RESIGN}
    assert all(extra.question and extra.key for extra in kinds.values())
    asked = state.apply("draw?").state
    assert [(e.action, e.kind) for e in look.extras(asked)] == [("draw+", ANSWER), ("draw-", ANSWER)]
    assert "Aino" in look.offer_text(asked, NAMES)
    assert look.offer_text(state, NAMES) == ""


def test_what_was_meant_is_put_as_an_action_so_that_the_rules_can_say_why_not() -> None:
    look = look_of("mind-control")
    assert look.attempt(("c3",), "whole", "d4") == "c3d4"
    assert look.attempt(("c3", "top"), "top", "d4") == "c3d4t"
    rules = game("mind-control")
    with pytest.raises(RulesError) as refused:
        rules.start(rules.configure({}), 2).apply(look.attempt(("c3",), "", "c8"))
    said = look.error(refused.value)
    assert "c3" in said and "{" not in said


@pytest.mark.parametrize(
    ("rules", "action", "language", "said"),
    [
        ("taika-mario", "b2 !puutarhaletku a1r b1r", "en", "Garden Hose"),
        ("taika-mario", "b2 !puutarhaletku a1r b1r", "fi", "Puutarhaletku"),
        ("magi", "e1e5", "en", "the queen on e1 can't go to e5"),
        ("magi", "e1e5", "fi", "ruudun e1 kuningatar ei pääse ruutuun e5"),
    ],
)
def test_refusals_call_cards_and_pieces_by_their_names(
    rules: str, action: str, language: str, said: str
) -> None:
    look, played = look_of(rules), game(rules)
    options = played.configure({})
    state = played.start(options, 2)
    look.fit(state, {})
    words.use(language)
    with pytest.raises(RulesError) as refused:
        state.apply(action)
    assert said in look.error(refused.value)


def test_the_help_has_every_page_filled_and_lists_the_interpretations() -> None:
    pages = look_of("mind-control").help()
    assert len(pages) >= 5
    assert all(page.title and page.paragraphs and all(page.paragraphs) for page in pages)
    assert len(pages[-1].paragraphs) >= 6, "the rulebook's [I] marks"
