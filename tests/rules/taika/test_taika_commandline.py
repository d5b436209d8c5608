"""Taika-Mario through ``python -m rules``: every form that other programs rely on (TM17, TM18, TM20, TM21)."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from rules.__main__ import main

if TYPE_CHECKING:
    from tests.rules.conftest import Lay

Capture = pytest.CaptureFixture[str]


def ask(capsys: Capture, *argv: str) -> list[str]:
    assert main(argv) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


def wrong(capsys: Capture, *argv: str) -> str:
    """The one line on standard error; exit 2 and nothing on standard output."""
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    return line


def batch(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, *questions: dict[str, Any]
) -> list[dict[str, Any]]:
    lines = "".join(json.dumps({"game": "taika-mario"} | question) + "\n" for question in questions)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    return [json.loads(line) for line in ask(capsys, "batch")]


def test_list_names_two_to_four_seats(capsys: Capture) -> None:
    assert "taika-mario\tTaika-Mario\t2-4" in ask(capsys, "list")


def test_start_is_one_line_with_the_seed_and_options_as_given(capsys: Capture) -> None:
    (line,) = ask(
        capsys, "start", "taika-mario", "--seats", "3", "--seed", "00FF",
        "--option", "start=triangle", "--option", "size=7", "--option", "characters=wario,mario",
    )  # fmt: skip
    table = json.loads(line)
    assert (table["seed"], table["size"], table["shuffles"]) == ("00ff", 7, 1)
    assert [(player["character"], player["at"]) for player in table["players"]] == [
        ("wario", "a1"), ("mario", "d7"), ("luigi", "g1"),
    ]  # fmt: skip


def test_legal_shapes_apply_perft_and_outcome(capsys: Capture, lay: Lay) -> None:
    position = lay("g.g\n...\n1.....2", hands=(("dot",),)).notation()
    legal = ask(capsys, "legal", "taika-mario", position)
    assert legal == sorted(legal)
    assert {"a2 !dot b3r", "b1 y@a1"} <= set(legal)
    assert json.loads(ask(capsys, "legal", "taika-mario", position, "--json")[0]) == legal
    shapes = ask(capsys, "shapes", "taika-mario", position)
    assert shapes == sorted(shapes)
    assert {"a2 !dot b3", "b1 @a1"} <= set(shapes)
    assert ask(capsys, "perft", "taika-mario", position, "1") == [str(len(legal))]
    divided = ask(capsys, "perft", "taika-mario", position, "2", "--divide")
    assert divided[-1] == str(sum(int(line.rsplit(" ", 1)[1]) for line in divided[:-1]))
    assert [line.rsplit(" ", 1)[0] for line in divided[:-1]] == legal
    assert ask(capsys, "perft", "taika-mario", position, "2") == divided[-1:]
    (after,) = ask(capsys, "apply", "taika-mario", position, "a2 !dot b3y", "f1 r@g1")
    assert json.loads(after)["board"][4:] == ["gyg....", ".......", "......r"]
    assert ask(capsys, "apply", "taika-mario", position) == [position]
    assert json.loads(ask(capsys, "outcome", "taika-mario", position)[0]) == {
        "over": False, "reason": None, "scores": None, "winners": [],
    }  # fmt: skip


def test_options_hold_for_positions(capsys: Capture, lay: Lay) -> None:
    position = lay("g.g\n...\n1.....2", hands=(("dot",),), quiet=3).notation()
    shapes = ask(capsys, "shapes", "taika-mario", position, "--option", "turn=either-or")
    assert [shape for shape in shapes if "!" in shape] == [". !dot b3"]
    (line,) = ask(capsys, "outcome", "taika-mario", position, "--option", "quiet_limit=3")
    assert json.loads(line) == {"over": True, "reason": "quiet", "scores": None, "winners": [0, 1]}


def test_a_finished_game_has_no_moves(capsys: Capture, lay: Lay) -> None:
    position = lay("1.....2").apply("resign").state.notation()
    assert ask(capsys, "legal", "taika-mario", position) == []
    assert ask(capsys, "shapes", "taika-mario", position) == []
    assert ask(capsys, "perft", "taika-mario", position, "3") == ["0"]
    assert json.loads(ask(capsys, "outcome", "taika-mario", position)[0]) == {
        "over": True, "reason": "last", "scores": None, "winners": [1],
    }  # fmt: skip


def test_bad_input_is_one_line_that_says_what_and_where(capsys: Capture, lay: Lay) -> None:
    position = lay("g.r\n...\n1.....2", hands=(("dot",),)).notation()
    assert wrong(capsys, "apply", "taika-mario", position, "a2 !dot b3r") == (
        "taika-mario: TM6: Mario is blind to red, and dot needs the red obstacle on c3"
    )
    assert wrong(capsys, "apply", "taika-mario", position, "a2 r@a1", "g1 r@a1") == (
        "taika-mario: move 2, 'g1 r@a1': TM4: the pawn must step away from g1"
    )
    assert wrong(capsys, "legal", "taika-mario", position.replace('"size":7', '"size":8')) == (
        "taika-mario: size must be 7, 9 or 11, not 8"
    )
    assert wrong(capsys, "legal", "taika-mario", position.replace("g.r....", "g.r...")) == (
        'taika-mario: rank 3 must be a text of 7 squares, not "g.r..."'
    )
    assert wrong(capsys, "start", "taika-mario", "--option", "start=triangle") == (
        "taika-mario: start=triangle is for three players only, not 2"
    )
    assert wrong(capsys, "start", "taika-mario", "--option", "hands=shown") == (
        "taika-mario: option hands must be hidden | open, not 'shown'"
    )


def test_batch_answers_in_order_and_goes_on_after_a_bad_line(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, lay: Lay
) -> None:
    state = lay("g.g\n...\n1.....2", hands=(("dot",),))
    position = state.notation()
    answers = batch(
        capsys,
        monkeypatch,
        {"do": "start", "seats": 4, "seed": "ab", "options": {"size": 7}},
        {"do": "legal", "position": position},
        {"do": "shapes", "position": position, "options": {"turn": "either-or"}},
        {"do": "apply", "position": position, "moves": ["a2 !dot b3y", "f1 r@g1"]},
        {"do": "apply", "position": position, "moves": ["a2 !dot b4y"]},
        {"do": "outcome", "position": position, "moves": ["resign"]},
        {"do": "perft", "position": position, "depth": 1},
        {"do": "start", "seats": 1},
        {"do": "outcome", "position": position, "options": {"quiet_limit": 0}},
    )
    assert json.loads(answers[0]["ok"])["size"] == 7
    assert answers[1] == {"ok": list(state.legal())}
    assert ". !dot b3" in answers[2]["ok"]
    assert json.loads(answers[3]["ok"])["turn"] == 0
    assert answers[4] == {"error": "TM6: with its new obstacles on b4, dot needs an obstacle on a4 c4"}
    assert answers[5]["ok"] == {"over": True, "reason": "last", "scores": None, "winners": [1]}
    assert answers[6] == {"ok": len(state.legal())}
    assert list(answers[7]) == ["error"]
    assert answers[8]["ok"]["over"] is False


def test_show_draws_the_board_for_people(capsys: Capture, lay: Lay) -> None:
    lines = ask(capsys, "show", "taika-mario", lay("g.g\n...\n1.....2", hands=(("dot",),)).notation())
    assert lines[4:8] == [
        " 3  g  .  g  .  .  .  .",
        " 2  .  .  .  .  .  .  .",
        " 1  1  .  .  .  .  .  2",
        "    a  b  c  d  e  f  g",
    ]
