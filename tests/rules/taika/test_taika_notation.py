"""Taika-Mario in writing: positions (TM17), moves and shapes (TM18), what can be chosen next."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from rules.errors import BadPosition, MalformedAction
from rules.taika import TAIKA
from rules.taika.moves import parse, write

if TYPE_CHECKING:
    from tests.rules.conftest import Lay

START = TAIKA.start(TAIKA.configure({}), 3, b"\x0f").notation()


def changed(**parts: object) -> str:
    """The start position for three with some of its parts changed; a dotted key reaches into a player."""
    table: dict[str, Any] = json.loads(START)
    for key, value in parts.items():
        if "__" in key:
            player, _, inner = key.partition("__")
            table["players"][int(player[1:])][inner] = value
        else:
            table[key] = value
    return json.dumps(table)


def refusal(text: str) -> str:
    with pytest.raises(BadPosition) as error:
        TAIKA.position(text, TAIKA.configure({}))
    return str(error.value)


# -- TM17 -----------------------------------------------------------------------------------------------------


def test_tm17_keys_stand_in_the_rulebooks_order_with_compact_separators(lay: Lay) -> None:
    table = json.loads(START)
    assert list(table) == [
        *("size", "board", "players", "turn", "deck", "discard", "seed", "shuffles", "quiet"),
    ]
    assert all(list(player) == ["character", "at", "hits", "hand", "place"] for player in table["players"])
    assert json.dumps(table, separators=(",", ":")) == START
    # cards come last, and only where own cards are known.
    assert list(json.loads(lay("1.....2").notation()))[-1] == "cards"


def test_tm17_a_whole_position_as_the_rulebook_writes_it(lay: Lay) -> None:
    state = lay(
        "..3r\ngy.\n1p.....",
        mover=2,
        under={"c3": "p"},
        hits=(1, 3, 2),
        hands=(("dot", "silta"), (), ("putki",)),
        out={1: 3},
        characters=("wario", "mario", "waluigi"),
        deck=("lakitu",),
        discard=("kaakao", "poro"),
        seed="00ff",
        shuffles=2,
        quiet=5,
        cards={"dot": ["#o#"], "add": ["##", "o"]},
    )
    assert state.notation() == (
        '{"size":7,"board":[".......",".......",".......",".......","..pr...","gy.....",".p....."],'
        '"players":[{"character":"wario","at":"a1","hits":1,"hand":["dot","silta"],"place":null},'
        '{"character":"mario","at":null,"hits":3,"hand":[],"place":3},'
        '{"character":"waluigi","at":"c3","hits":2,"hand":["putki"],"place":null}],'
        '"turn":2,"deck":["lakitu"],"discard":["kaakao","poro"],"seed":"00ff","shuffles":2,"quiet":5,'
        '"cards":{"add":["##","o"],"dot":["#o#"]}}'
    )
    assert TAIKA.position(state.notation(), TAIKA.configure({})) == state


def test_tm17_keys_may_come_in_any_order_and_layout_but_are_written_in_one() -> None:
    table = json.loads(START)
    loose = json.dumps(dict(reversed(table.items())), indent=1)
    assert TAIKA.position(loose, TAIKA.configure({})).notation() == START


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonsense", "the position is not valid JSON: "),
        (START[:-1], "the position is not valid JSON: "),
        ("[" * 100_000, "the position is nested too deeply"),
        ("[]", "the position must be a JSON object"),
        ('{"size":9}', "the position has no key 'board'"),
        (START[:-1] + ',"size":9}', "the key 'size' is given twice"),
        (START.replace('"hits":0', '"hits":0,"hits":0', 1), "the key 'hits' is given twice"),
        (changed(colour="red"), "the position has an unknown key 'colour'"),
        (changed(size=8), "size must be 7, 9 or 11, not 8"),
        (changed(size=True), "size must be 7, 9 or 11, not true"),
        (changed(size="9"), 'size must be 7, 9 or 11, not "9"'),
        (changed(size=9.0), "size must be 7, 9 or 11, not 9.0"),
        (changed(board=["." * 9] * 8), "the board must have 9 rows, not 8"),
        (changed(board="." * 81), "the board must be a list of 9 rows of text"),
        (changed(board=["." * 9] * 8 + ["." * 8]), 'rank 1 must be a text of 9 squares, not "........"'),
        (changed(board=["." * 10] + ["." * 9] * 8), 'rank 9 must be a text of 9 squares, not ".........."'),
        (changed(board=["." * 9, 3] + ["." * 9] * 7), "rank 8 must be a text of 9 squares, not 3"),
        (changed(board=["....b...."] + ["." * 9] * 8), "rank 9 has 'b', only '.', 'r', 'g', 'y' and 'p' are"),
        (changed(board=["....R...."] + ["." * 9] * 8), "rank 9 has 'R', only '.', 'r', 'g', 'y' and 'p' are"),
        (changed(players=[]), "players must be a list of 2 to 4"),
        (changed(players=json.loads(START)["players"][:1]), "players must be a list of 2 to 4"),
        (changed(players=json.loads(START)["players"] * 2), "players must be a list of 2 to 4"),
        (changed(players={}), "players must be a list of 2 to 4"),
        (changed(players=["mario", "luigi"]), "player 1 must be an object"),
        (changed(p1__age=7), "player 2 has an unknown key 'age'"),
        (START.replace('"hits":0,', "", 1), "player 1 has no key 'hits'"),
        (changed(p1__character="peach"), 'player 2 must be one of mario, luigi, wario, waluigi, not "peach"'),
        (changed(p1__character=None), "player 2 must be one of mario, luigi, wario, waluigi, not null"),
        (changed(p2__character="mario"), "players 1 and 3 are both mario"),
        (changed(p1__at="j1"), 'player 2 stands on "j1", which is no square of this board'),
        (changed(p1__at="a10"), 'player 2 stands on "a10", which is no square of this board'),
        (changed(p1__at="a0"), 'player 2 stands on "a0", which is no square of this board'),
        (changed(p1__at=3), "player 2 stands on 3, which is no square of this board"),
        (changed(p1__at="a1"), "players 1 and 2 stand on the same square"),
        (changed(p1__hits=3), "player 2 must have 0 to 2 hits, not 3"),
        (changed(p1__hits=-1), "player 2 must have 0 to 2 hits, not -1"),
        (changed(p1__hits=True), "player 2 must have 0 to 2 hits, not true"),
        (changed(p1__at=None, p1__hand=[], p1__place=3, p1__hits=4), "player 2 must have 0 to 3 hits, not 4"),
        (changed(p1__hand=["tuntematon"]), 'hand 2 has the unknown card "tuntematon"'),
        (changed(p1__hand="silta"), "hand 2 must be a list of card ids"),
        (changed(p1__hand=[None]), "cards are hidden (null) although the seed is not"),
        (changed(p1__at=None, p1__place=3), "player 2 is out but holds cards"),
        (changed(p1__place=2), "player 2 is alive and has no place yet"),
        (changed(p1__at=None, p1__hand=[]), "player 2 is out and must have a place from 1 to 3, not null"),
        (changed(p1__at=None, p1__hand=[], p1__place=0), "player 2 is out and must have a place from 1 to 3, not 0"),
        (changed(p1__at=None, p1__hand=[], p1__place=4), "player 2 is out and must have a place from 1 to 3, not 4"),
        (changed(turn=3), "turn must be a player's index from 0 to 2, not 3"),
        (changed(turn=-1), "turn must be a player's index from 0 to 2, not -1"),
        (changed(turn=None), "turn must be a player's index from 0 to 2, not null"),
        (changed(turn=1, p1__at=None, p1__hand=[], p1__place=3), "turn is 1, but player 2 is out"),
        (changed(deck=["silta", 3]), "deck has the unknown card 3"),
        (changed(deck={}), "deck must be a list of card ids"),
        (changed(discard=["Silta"]), 'discard has the unknown card "Silta"'),
        (changed(discard=[None]), "cards are hidden (null) although the seed is not"),
        (changed(seed="0"), "seed must be pairs of lower-case hex digits"),
        (changed(seed="AB"), "seed must be pairs of lower-case hex digits"),
        (changed(seed=12), "seed must be pairs of lower-case hex digits"),
        (changed(shuffles=-1), "shuffles must be a whole number from 0, not -1"),
        (changed(shuffles=1.0), "shuffles must be a whole number from 0, not 1.0"),
        (changed(quiet="0"), 'quiet must be a whole number from 0, not "0"'),
        (changed(cards=[]), "cards must be an object of card id and pattern rows"),
        (changed(cards={"kuusi": ["##"]}), "kuusi: a pattern has 1 to 5 new obstacles 'o', not 0"),
        (changed(cards={"kuusi": ["##o", "x"]}), "kuusi: row 2 has 'x', only '#', 'o' and '.' are allowed"),
        (changed(cards={"Kuusi": ["##o"]}), "Kuusi: an id is 1 to 64 of the letters a-z, digits and hyphens"),
    ],
)  # fmt: skip
def test_tm17_a_position_that_can_not_be_is_refused_saying_what_is_wrong(text: str, message: str) -> None:
    assert refusal(text).startswith(message)


def test_tm17_all_faults_of_a_position_are_told_at_once() -> None:
    wrong = changed(p0__hits=5, p1__at="z9", quiet=-3, deck=["no-such"])
    with pytest.raises(BadPosition) as error:
        TAIKA.position(wrong, TAIKA.configure({}))
    assert [str(fault) for fault in error.value.reasons] == [
        'player 2 stands on "z9", which is no square of this board',
        "player 1 must have 0 to 2 hits, not 5",
        'deck has the unknown card "no-such"',
        "quiet must be a whole number from 0, not -3",
    ]
    assert str(error.value) == "; ".join(str(fault) for fault in error.value.reasons)


def test_tm17_own_cards_add_to_the_built_in_ones_and_override_them() -> None:
    text = changed(cards={"kuusi": ["#o#"], "silta": ["##o"]}, p0__hand=["kuusi", "silta", "putki"])
    state = TAIKA.position(text, TAIKA.configure({}))
    assert json.loads(state.notation())["cards"] == {"kuusi": ["#o#"], "silta": ["##o"]}
    board = json.loads(text)["board"]
    board[4] = "...gg...."
    table = json.loads(text) | {"board": board}
    shapes = TAIKA.position(json.dumps(table), TAIKA.configure({})).shapes()
    assert {shape for shape in shapes if "!silta" in shape and shape.startswith("a2")} == {
        "a2 !silta c5",
        "a2 !silta f5",
    }


def test_tm17_a_card_in_a_position_may_be_called_anything_that_tm15_allows(lay: Lay) -> None:
    name = "0-" * 32
    state = lay("g.g\n.......\n1.....2", hands=((name,),), cards={name: ["#o#"]})
    assert state.apply(f"a2 !{name} b3r").state.discard == (name,)


# -- TM18 -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "action",
    [
        "b2 r@c3",
        "k11 p@k10",
        "a1 -",
        "b2 !lakitu c4r d5g",
        "b2 !a-1 a2r a10g b1y",
        ". !lakitu c4r d5g",
        "b2 !x#3 c4r",
    ],
)
def test_tm18_moves_are_read_and_written_alike(action: str) -> None:
    assert write(parse(action, 11), 11) == action


@pytest.mark.parametrize(("rank", "new"), [(7, "a8 a9 b8 b9"), (8, "a9 a10 b9 b10"), (9, "a10 a11 b10 b11")])
def test_tm18_new_obstacles_are_named_by_file_then_by_rank_as_a_number(lay: Lay, rank: int, new: str) -> None:
    """Over a pair on ``rank`` of a board of eleven."""
    state = lay("gg" + "\n..." * (rank - 2) + "\n1.....2", size=11, hands=(("rain",),))
    assert f"b1 !rain {new}" in state.shapes()
    first, second, *rest = new.split(" ")
    with pytest.raises(MalformedAction, match="ascending order of squares"):
        state.apply("b1 !rain " + " ".join(f"{square}r" for square in (second, first, *rest)))


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("", "'' is no turn: a step and what is done after it, like 'b2 r@c3'"),
        ("b2", "'b2' is no turn: a step and what is done after it, like 'b2 r@c3'"),
        ("b2  r@c3", "'b2  r@c3' is no turn"),
        (" b2 r@c3", "' b2 r@c3' is no turn"),
        ("b2 r@c3 ", "'b2 r@c3 ' is no turn"),
        ("b2 r@c3\n", "'c3\\n' in 'b2 r@c3\\n' is no square of this board"),
        ("b2 é@c3", "'b2 é@c3' is no turn"),
        ("b2 " + "r@c3" * 40, "'b2 r@c3r@c3"),
        ("h2 r@c3", "'h2' in 'h2 r@c3' is no square of this board"),
        ("b8 r@c3", "'b8' in 'b8 r@c3' is no square of this board"),
        ("b0 r@c3", "'b0' in 'b0 r@c3' is no square of this board"),
        ("b02 r@c3", "'b02' in 'b02 r@c3' is no square of this board"),
        ("B2 r@c3", "'B2' in 'B2 r@c3' is no square of this board"),
        ("b2 r@h1", "'h1' in 'b2 r@h1' is no square of this board"),
        ("b2 b@c3", "'b2 b@c3': after the step comes r@c3, -, or a spell like '!lakitu c4r d5g'"),
        ("b2 R@c3", "'b2 R@c3': after the step comes r@c3, -, or a spell"),
        ("b2 @c3", "'b2 @c3': after the step comes r@c3, -, or a spell"),
        ("b2 r@c3 r@c4", "'b2 r@c3 r@c4': after the step comes r@c3, -, or a spell"),
        ("b2 - -", "'b2 - -': after the step comes r@c3, -, or a spell"),
        ("b2 !", "'b2 !': a spell is written like '!lakitu c4r d5g'"),
        ("b2 !lakitu", "'b2 !lakitu': a spell is written like '!lakitu c4r d5g'"),
        ("b2 !Lakitu c4r", "'b2 !Lakitu c4r': a spell is written like '!lakitu c4r d5g'"),
        ("b2 !lakitu#0 c4r", "'b2 !lakitu#0 c4r': a spell is written like"),
        ("b2 !lakitu# c4r", "'b2 !lakitu# c4r': a spell is written like"),
        ("b2 !lakitu c4", "'c4' in 'b2 !lakitu c4' must be a square and a colour, like c4r"),
        ("b2 !lakitu c4b", "'c4b' in 'b2 !lakitu c4b' must be a square and a colour, like c4r"),
        ("b2 !lakitu r", "'' in 'b2 !lakitu r' is no square of this board"),
        ("b2 !lakitu c4r h5g", "'h5' in 'b2 !lakitu c4r h5g' is no square of this board"),
        ("b2 !lakitu d5g c4r", "'b2 !lakitu d5g c4r': new obstacles are named once each, in ascending order"),
        ("b2 !lakitu c4r c4g", "'b2 !lakitu c4r c4g': new obstacles are named once each, in ascending order"),
        (". r@c3", "'. r@c3': only a spell goes without a step"),
        (". -", "'. -': only a spell goes without a step"),
        ("Resign", "'Resign' is no turn"),
    ],
)  # fmt: skip
def test_tm18_a_move_that_can_not_be_read_is_refused(lay: Lay, action: str, message: str) -> None:
    state = lay("1.....2", hands=(("lakitu",),))
    with pytest.raises(MalformedAction) as refusal:
        state.apply(action)
    assert str(refusal.value).startswith(message)
    assert not state.may(action)


def test_tm18_what_is_no_text_is_refused(lay: Lay) -> None:
    for wrong in (None, 3, b"b2 r@c3", ("b2",)):
        with pytest.raises(MalformedAction, match="a turn must be text"):
            lay("1.....2").apply(wrong)


def test_tm18_legal_moves_and_shapes_are_sorted_bytewise(lay: Lay) -> None:
    state = lay("g.g\n...\n...\n1.....2", hands=(("dot", "hook"),))
    legal = state.legal()
    assert list(legal) == sorted(legal, key=str.encode)
    shapes = state.shapes()
    assert list(shapes) == sorted(shapes, key=str.encode)
    assert "b1 !dot b4r" in legal
    assert "b1 !dot b4" in shapes
    assert "b1 r@a1" in legal
    assert "b1 @a1" in shapes


def test_tm18_shapes_are_the_moves_without_their_colours(lay: Lay) -> None:
    for turn in ("step-then-act", "either-or"):
        state = lay("ggy\n...\n1.....2", hands=(("rain", "hook", "dot"),), **{"turn": turn})
        bare = set()
        for move in state.legal():
            step, act, *new = move.split(" ")
            bare.add(" ".join([step, act[1:] if "@" in act else act, *(place[:-1] for place in new)]))
        assert sorted(bare) == list(state.shapes())


# -- by part --------------------------------------------------------------------------------------------------


def test_a_turn_is_built_by_choices_from_the_step_to_the_last_colour(lay: Lay) -> None:
    state = lay("gg\n...\n1.....2", hands=(("rain", "silta"),))
    first = state.picks()
    assert {(pick.kind, pick.value, pick.note) for pick in first.choices} == {
        ("square", "a2", "step"),
        ("square", "b1", "step"),
        ("square", "b2", "step"),
    }
    second = state.picks(("b1",))
    assert second.action is None
    assert [pick.value for pick in second.choices if pick.kind == "card"] == ["!rain"]
    assert {pick.value for pick in second.choices if pick.kind == "square"} == {
        *("a1", "c1", "d1", "a2", "b2", "c2", "d2", "c3", "d3"),
    }
    assert [(pick.kind, pick.value) for pick in state.picks(("b1", "a1")).choices] == [
        ("colour", colour) for colour in "rgyp"
    ]
    assert state.picks(("b1", "a1", "y")) == ((), "b1 y@a1")
    assert [(pick.kind, pick.value) for pick in state.picks(("b1", "!rain")).choices] == [
        ("laying", "a1 a2 b1 b2"),
        ("laying", "a4 a5 b4 b5"),
    ]
    prefix: tuple[str, ...] = ("b1", "!rain", "a1 a2 b1 b2")
    for square, colour in zip(("a1", "a2", "b1", "b2"), "rgyp", strict=True):
        assert [pick.note for pick in state.picks(prefix).choices] == [square] * 4
        prefix = (*prefix, colour)
    assert state.picks(prefix) == ((), "b1 !rain a1r a2g b1y b2p")


def test_choices_that_lead_nowhere_have_none(lay: Lay) -> None:
    state = lay("gg\n...\n1.....2", hands=(("rain",),))
    for prefix in (
        ("c3",), ("b1", "g7"), ("b1", "a1", "x"), ("b1", "a1", "r", "r"), ("b1", "!silta"), ("b1", "!rain", "a1"),
        ("b1", "!rain", "a1 a2 b1 b2", "x"), ("b1", "!rain", "a1 a2 b1 b2", *"rgypr"), ("!rain",), ("b1", "-"),
    ):  # fmt: skip
        assert state.picks(prefix) == ((), None), prefix


def test_tm19_by_choices_a_spell_may_begin_the_turn(lay: Lay) -> None:
    state = lay("g.g\n...\n1.....2", hands=(("dot",),), turn="either-or")
    assert ("card", "!dot", "cast") in state.picks().choices
    assert all(pick.kind == "square" for pick in state.picks(("b1",)).choices)
    assert state.picks(("!dot", "b3", "r")) == ((), ". !dot b3r")


def test_a_lone_step_is_whole_at_once(lay: Lay) -> None:
    state = lay("gggg\ngggg\n.ggg\n1ggg..2", under={"a1": "g"})
    assert state.picks(("a2",)) == ((), "a2 -")


# -- many moves -----------------------------------------------------------------------------------------------


def test_whether_a_move_is_allowed_and_how_many_there_are_is_said_without_listing_them(lay: Lay) -> None:
    """Five new obstacles have 1,024 colourings: this position has more than 600,000 moves."""
    card = {"flood": ["oo", "oo", "o#", ".#"]}
    board = ["gggggggg" + "g" * 3] * 9
    state = lay("\n".join([*board, "...........", ".1........2"]), size=11, hands=(("flood",),), cards=card)
    assert state.count() > 600_000
    assert state.perft(1) == state.count()
    assert len(state.shapes()) < 5_000
    shape = next(shape for shape in state.shapes() if "!flood" in shape)
    step, act, *squares = shape.split(" ")
    assert state.may(" ".join([step, act, *(square + "p" for square in squares)]))
