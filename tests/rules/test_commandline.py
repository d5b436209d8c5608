"""``python -m rules``: every command, bad input, batch, replay; and digests alike in all processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.errors import RulesError
from rules.mindcontrol import MIND_CONTROL
from rules.play import Play
from rules.record import export
from rules.registry import game
from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]
START = "2llll2/2mmmm2/2ssss2/8/8/2SSSS2/2MMMM2/2LLLL2 w -:- 0 1"
SMALL = "7l/8/8/8/8/8/8/S7 w -:- 99 1"

Capture = pytest.CaptureFixture[str]


def ask(capsys: Capture, *argv: str) -> list[str]:
    assert main(argv) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


def process(
    *argv: str, given: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "rules", *argv],
        input=given,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, **(env or {})},
        timeout=PATIENCE_S,
        check=False,
    )


def test_list_names_id_name_and_seats(capsys: Capture) -> None:
    assert ask(capsys, "list")[0].split("\t") == ["mind-control", "Mind Control", "2"]


def test_start_takes_options_seats_and_seed(capsys: Capture) -> None:
    assert ask(capsys, "start", "mind-control") == [START]
    assert ask(
        capsys, "start", "mind-control", "--option", "first=black", "--seats", "2", "--seed", "00ff"
    ) == [START.replace(" w ", " b ")]


def test_legal_and_shapes_list_moves(capsys: Capture) -> None:
    assert ask(capsys, "legal", "mind-control", SMALL) == ["a1a2", "a1b1", "a1b2"]
    assert ask(capsys, "shapes", "mind-control", SMALL) == ["a1a2", "a1b1", "a1b2"]
    assert [json.loads(line) for line in ask(capsys, "legal", "mind-control", SMALL, "--json")] == [
        ["a1a2", "a1b1", "a1b2"]
    ]


def test_apply_takes_moves_and_offers_with_options_anywhere(capsys: Capture) -> None:
    assert ask(capsys, "apply", "mind-control", SMALL, "draw?", "draw-", "a1a2") == [
        "7l/8/8/8/8/8/S7/8 b -:- 100 1"
    ]
    argv = ("apply", "--option", "quiet_limit=0", "mind-control", SMALL, "a1a2", "--seats", "2", "h8h7")
    assert ask(capsys, *argv) == ["8/7l/8/8/8/8/S7/8 w -:- 101 2"]


def test_perft_and_its_divide(capsys: Capture) -> None:
    assert ask(capsys, "perft", "mind-control", "start", "2") == ["900"]
    assert ask(capsys, "perft", "mind-control", "start", "0") == ["1"]
    *parts, total = ask(capsys, "perft", "mind-control", "start", "2", "--divide")
    assert total == "900"
    assert sum(int(part.split(" ")[1]) for part in parts) == 900
    assert ask(capsys, "perft", "mind-control", SMALL, "2", "--option", "quiet_limit=100") == ["0"]


def test_outcome_is_one_json_object(capsys: Capture) -> None:
    assert [json.loads(line) for line in ask(capsys, "outcome", "mind-control", "start")] == [
        {"over": False, "reason": None, "scores": None, "winners": []}
    ]
    over = ask(capsys, "outcome", "mind-control", SMALL.replace("99", "100"))
    assert json.loads(over[0]) == {"over": True, "reason": "e", "scores": [0, 0], "winners": [0, 1]}


def test_show_draws_the_board(capsys: Capture) -> None:
    text = ask(capsys, "show", "mind-control", "7l/8/8/8/8/8/8/(LmS)7 w M:- 0 7")
    assert "LmS" in text[7]
    assert any("White has taken M: 2" in line for line in text)


def test_a_dash_reads_the_position_from_standard_input() -> None:
    done = process("legal", "mind-control", "-", given=SMALL.encode() + b"\r\n")
    assert done.stdout.split() == [b"a1a2", b"a1b1", b"a1b2"]
    bad = process("legal", "mind-control", "-", given=b"\xff\xfe")
    assert (bad.returncode, bad.stdout) == (2, b"")
    assert bad.stderr.startswith(b"mind-control: standard input is not UTF-8")


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        ((), "a command is missing"),
        (("fly",), "no command 'fly'"),
        (("legal",), "legal: the following arguments are required: GAME, POSITION"),
        (("legal", "chess", "start"), "chess: there is no game 'chess'"),
        (("legal", "mind-control", "7l/8 w"), "mind-control: a position is"),
        (("legal", "mind-control", ""), "mind-control: the position is empty"),
        (("legal", "mind-control", START + "\nx"), "mind-control: MOVE must be"),
        (("legal", "mind-control", START.replace("2ssss2", "3ssss2")), "mind-control: rank 6 has 9 squares"),
        (("apply", "mind-control", "start", "c3c4", "c3c4"), "mind-control: move 2, 'c3c4'"),
        (("apply", "mind-control", "start", "x"), "mind-control: 'x' is no move"),
        (("perft", "mind-control", "start", "-1"), "-1"),
        (("perft", "mind-control", "start", "two"), "mind-control: DEPTH must be a whole number"),
        (("perft", "mind-control", "start", "9" * 5000), "mind-control: DEPTH must be a whole number"),
        (("start", "mind-control", "--seats", "3"), "mind-control: Mind Control is for 2 players, not 3"),
        (("start", "mind-control", "--seed", "0"), "mind-control: --seed must be pairs of hex digits"),
        (("start", "mind-control", "--option", "quiet_limit"), "an option is NAME=VALUE"),
        (("start", "mind-control", "--option", "first=red"), "option first must be white | black"),
        (("start", "mind-control", "--option", "first=white", "--option", "first=white"), "given twice"),
        (("replay", "no/such/file"), "no/such/file: "),
    ],
)
def test_bad_input_exits_2_with_one_line_and_no_output(
    capsys: Capture, argv: tuple[str, ...], says: str
) -> None:
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert err.count("\n") == 1


def test_batch_answers_every_line_in_order_and_never_stops() -> None:
    asked: list[tuple[object, object]] = [
        ({"game": "mind-control", "do": "start"}, START),
        ({"game": "mind-control", "do": "start", "seats": 2, "seed": "00", "options": {"first": "black"}},
         START.replace(" w ", " b ")),
        ({"game": "mind-control", "do": "legal", "position": SMALL}, ["a1a2", "a1b1", "a1b2"]),
        ({"game": "mind-control", "do": "legal", "position": SMALL, "moves": ["draw?"]}, []),
        ({"game": "mind-control", "do": "shapes", "position": SMALL, "options": {"quiet_limit": 99}}, []),
        ({"game": "mind-control", "do": "apply", "position": "start", "moves": ["c3c4", "c6c5"]},
         "2llll2/2mmmm2/3sss2/2s5/2S5/3SSS2/2MMMM2/2LLLL2 w -:- 2 2"),
        ({"game": "mind-control", "do": "perft", "position": "start", "depth": 2}, 900),
        ({"game": "mind-control", "do": "outcome", "position": "start", "moves": ["resign"]},
         {"over": True, "reason": "resigned", "scores": [0, 0], "winners": [1]}),
        ({"game": "mind-control", "do": "outcome", "position": "start",
          "moves": ["c3b3", "c6b6", "b3c3", "b6c6"] * 2},
         {"over": True, "reason": "d", "scores": [0, 0], "winners": [0, 1]}),
        ({"game": "mind-control", "do": "perft", "position": "start", "depth": 1,
          "moves": ["c3b3", "c6b6", "b3c3", "b6c6"] * 2}, 30),
    ]  # fmt: skip
    bad = [
        b"", b"nonsense", b"[]", b"1", b"null", b'"x"', b"{}", b"\xff\xfe", b"[" * 50_000, b'{"a":' * 50_000,
        b'{"game":"mind-control","do":"perft","position":"start","depth":NaN}',
        b'{"game":"mind-control","do":"perft","position":"start","depth":1e3}',
        b'{"game":"mind-control","do":"perft","position":"start","depth":' + b"9" * 5000 + b"}",
        b'{"game":"mind-control","do":"perft","position":"start","depth":true}',
        b'{"game":"mind-control","do":"perft","position":"start"}',
        b'{"game":"mind-control","do":"legal"}',
        b'{"game":"mind-control","do":"fly","position":"start"}',
        b'{"game":"mind-control","do":"legal","position":"\\ud800"}',
        b'{"game":"mind-control","do":"legal","position":["start"]}',
        b'{"game":["mind-control"],"do":"legal","position":"start"}',
        b'{"game":"mind-control","do":"apply","position":"start","moves":"c3c4"}',
        b'{"game":"mind-control","do":"apply","position":"start","moves":[["c3c4"]]}',
        b'{"game":"mind-control","do":"apply","position":"start","moves":["c3c4","c3c4"]}',
        b'{"game":"mind-control","do":"start","options":{"first":1}}',
        b'{"game":"mind-control","do":"start","options":{"quiet_limit":1.5}}',
        b'{"game":"mind-control","do":"start","options":[]}',
        b'{"game":"mind-control","do":"start","seats":"2"}',
        b'{"game":"mind-control","do":"start","seed":"g0"}',
    ]  # fmt: skip
    lines: list[bytes] = []
    wanted: list[object] = []
    for index, wrong in enumerate(bad):
        question, reply = asked[index % len(asked)]
        lines += [wrong, json.dumps(question).encode()]
        wanted += [None, reply]
    done = process("batch", given=b"\n".join(lines) + b"\n")
    assert (done.returncode, done.stderr) == (0, b"")
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(replies) == len(lines)
    for line, reply, right in zip(lines, replies, wanted, strict=True):
        if right is None:
            assert list(reply) == ["error"], line[:80]
            assert reply["error"]
        else:
            assert reply == {"ok": right}, line


def test_batch_flushes_after_each_answer() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "rules", "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for _ in range(2):
            running.stdin.write(b'{"game":"mind-control","do":"start"}\n')
            running.stdin.flush()
            assert json.loads(running.stdout.readline()) == {"ok": START}
        running.stdin.close()
        assert running.wait(timeout=PATIENCE_S) == 0


def record() -> list[str]:
    play = Play(MIND_CONTROL)
    for action in ("c3c4", "c6c5", "resign"):
        play.act(action)
    return list(export(play))


def test_replay_prints_each_ply_and_the_outcome(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text("\n".join(record()) + "\n", encoding="utf-8")
    *plies, last = ask(capsys, "replay", str(path))
    assert [ply.split(" ")[0] for ply in plies] == ["c3c4", "c6c5", "resign"]
    assert all(len(ply.split(" ")[1]) == 32 for ply in plies)
    assert json.loads(last)["reason"] == "resigned"


def test_replay_exits_1_at_the_first_wrong_ply_and_2_where_nothing_can_be_read(
    tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "match.jsonl"
    lines = record()
    path.write_text("\n".join([lines[0], lines[1], lines[1]]), encoding="utf-8")
    assert main(["replay", str(path)]) == 1
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1
    assert "ply 2, c3c4" in err
    path.write_text("\n".join([lines[0], lines[1], "{}"]), encoding="utf-8")
    assert main(["replay", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "line 3" in err


def test_a_closed_pipe_ends_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "rules", "batch"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
    ) as running:  # fmt: skip
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        running.stdin.write(b"{}\n")
        running.stdin.flush()
        assert running.stderr.read() == b""
        assert running.wait(timeout=PATIENCE_S) == 0


def test_digests_do_not_depend_on_the_hash_seed() -> None:
    golden = ROOT / "tests" / "data" / "golden"
    for path in sorted(golden.glob("*.jsonl")):
        first, second = (process("replay", str(path), env={"PYTHONHASHSEED": seed}) for seed in ("1", "4242"))
        assert first.returncode == second.returncode == 0, second.stderr
        assert first.stdout == second.stdout


def test_an_error_repeats_no_endless_text() -> None:
    for name in ("magi", "mind-control", "taika-mario"):
        rules = game(name)
        with pytest.raises(RulesError) as caught:
            rules.position("9" * 100_000, rules.configure({}))
        assert len(str(caught.value)) < 3000
        with pytest.raises(RulesError) as caught:
            rules.start(rules.configure({}), 2).apply("e" * 100_000)
        assert len(str(caught.value)) < 3000
