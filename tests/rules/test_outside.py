"""The door for text from outside: whatever comes, it is read or refused in words, and costs no more than its size."""

from __future__ import annotations

import codecs
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import commandline, outside
from rules.__main__ import main
from rules.errors import BadOption, BadPosition, MalformedAction, RulesError
from rules.jsonlines import read_object
from rules.outside import Unreadable, checked, decoded, one_line, read_json, read_toml
from rules.play import Play
from rules.query import answer
from rules.record import read
from rules.registry import games
from rules.taika.cards import BadCards, read_sets
from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]
GAMES = [pytest.param(game, id=game.id) for game in games()]
ANY_TEXT = st.text(st.characters(exclude_categories=()))
PIECES = st.sampled_from(
    ["a", "a.", "[", "]", "{", "}", "[[", "]]", '"', "'", '"""', "'''", "\\", '\\"', "=", ",", "\n", "\r\n", ".",
     " . ", "#", "9", "1_0", "1e9", "0x", "-", "nan", "1979-05-27", "\0", "\ufeff", "\ud800", "\\ud800", ":",
     "é", "set", "card"]
)  # fmt: skip
HEAPS = st.builds(lambda piece, times: piece * times, PIECES, st.sampled_from([1, 2, 17, 40, 3000]))
HOSTILE = st.lists(st.one_of(PIECES, HEAPS), max_size=12).map("".join)
"""Texts that parsers stumble over or brood over: long numbers, deep nesting, long keys, strings never closed."""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("zzz = " + "9" * 5000, "a number of 5000 signs"),
        ("zzz = " + "[" * 3000, "nested too deeply"),
        ("zzz = " + "{a = " * 3000, "nested too deeply"),
        (".".join("a" * 60_000) + " = 1", "a key of more than 16 parts"),
        ("[" + " . ".join("a" * 30_000) + "]", "a key of more than 16 parts"),
        (".".join(['"a"'] * 30_000) + " = 1", "a key of more than 16 parts"),
        (".".join(["'a'"] * 30_000) + " = 1", "a key of more than 16 parts"),
        ("x = {" + ".".join("a" * 60_000) + " = 1}", "a key of more than 16 parts"),
        ('x = """' + '\\"' * 100_000, "not valid TOML"),
        ("x = '''" + "'" * 100_000, "not valid TOML"),
        ("a = 1\na = 2", "not valid TOML"),
        ("#" * (outside.TOML_BYTES + 1), "too long"),
    ],
)
def test_toml_that_would_take_long_or_break_the_parser_is_refused_in_words(text: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        read_toml(text, outside.TOML_BYTES, "the file")
    with pytest.raises(BadCards):
        read_sets(text)


def test_toml_may_hold_in_strings_and_comments_what_it_may_not_hold_outside() -> None:
    text = f"""
a = "{".a" * 100}[[[[" # {"[" * 100} {"9" * 300}
b = '{"[" * 100}.\\'
c = \"\"\"{"{" * 100}"" \\" {".a" * 100}\"\"\"\"
d = '''{"{" * 100}' ''{".a" * 100}'''
e.f.g = [[1.5, 2.5], [{{x = 1}}]]
"""
    table = read_toml(text.replace("\n", "\r\n"), outside.TOML_BYTES, "the file")
    assert list(table) == ["a", "b", "c", "d", "e"]
    assert table["e"] == {"f": {"g": [[1.5, 2.5], [{"x": 1}]]}}


@settings(deadline=None)
@given(HOSTILE)
def test_any_toml_is_read_or_unreadable(text: str) -> None:
    try:
        assert isinstance(read_toml(text, outside.TOML_BYTES, "the file"), dict)
    except Unreadable as error:
        assert str(error)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("9" * 5000, "a number of 5000 signs"),
        ("1." + "0" * 5000, "a number of 5002 signs"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('["\\ud800"]', "half of a surrogate pair"),
        ('{"\\uDFFF": 1}', "half of a surrogate pair"),
        ('"\ud800"', "no text at sign 2"),
        ("[NaN]", "NaN is no JSON"),
        ("-Infinity", "-Infinity is no JSON"),
        ('{"a": {"b": 1, "b": 2}}', "the key 'b' is given twice"),
        ('"' + '\\"' * 100_000, "not valid JSON"),
        ("", "not valid JSON"),
        ("1" * (outside.LINE_BYTES + 1), "too long"),
    ],
)
def test_json_that_is_none_or_would_take_long_is_refused_in_words(text: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        read_json(text, outside.LINE_BYTES, "the line")


def test_json_may_hold_in_strings_what_it_may_not_hold_outside() -> None:
    value = {"a": "[" * 100 + '\\"' + "9" * 300 + ".a" * 100, "b": "🙂 é", "c": [[1.5], {}]}
    for ascii_only in (True, False):
        assert read_json(json.dumps(value, ensure_ascii=ascii_only), 10_000, "the line") == value


@settings(deadline=None)
@given(st.one_of(ANY_TEXT, HOSTILE))
def test_any_json_is_read_or_unreadable(text: str) -> None:
    try:
        value = read_json(text, outside.LINE_BYTES, "the line")
    except Unreadable as error:
        assert str(error)
    else:
        json.dumps(value, ensure_ascii=False).encode("utf-8")


@given(st.binary(), st.integers(0, 40))
def test_any_bytes_are_text_or_unreadable(data: bytes, most: int) -> None:
    try:
        text = decoded(data, most, "it")
    except Unreadable:
        assert len(data) > most or data.decode("utf-8", "replace").encode() != data
    else:
        assert text.encode("utf-8") == data.removeprefix(codecs.BOM_UTF8)


@given(ANY_TEXT, st.integers(0, 40))
def test_one_line_of_any_text_is_clean_and_short(text: str, most: int) -> None:
    line = one_line(text, most)
    assert len(line) <= most
    assert (
        line.isprintable()
        or set(line) & set("\u00a0\u1680\u2000\u2009\u202f\u205f\u3000")
        or not line.strip(" ")
    )
    checked(line, most, "it")


def test_one_line_is_cut_before_it_is_normalised() -> None:
    assert len(one_line("a" + "\u0316\u0301" * 2_000_000, 1000)) <= 1000


@pytest.mark.parametrize("game", GAMES)
@settings(deadline=None)
@given(text=st.one_of(ANY_TEXT, HOSTILE), where=st.sampled_from(["position", "action", "option", "size"]))
def test_any_position_action_and_option_is_read_or_refused(game, text: str, where: str) -> None:  # type: ignore[no-untyped-def]
    try:
        if where == "position":
            game.position(text, game.configure({}))
        elif where == "action":
            Play(game).act(text)
        else:
            game.start(game.configure({option.name: text for option in game.options}), 2)
    except (BadPosition, MalformedAction, BadOption, BadCards) as error:
        str(error).encode("utf-8")
    except RulesError as error:
        assert str(error)


def heavy(game_id: str) -> str:
    """379 KB that a reader might brood over."""
    if game_id != "taika-mario":
        return "8/" * 190_000
    return "{" + ",".join(f'"k{number}":1' for number in range(37_000)) + "}"


@pytest.mark.parametrize("game", GAMES)
def test_a_position_of_379_kb_is_refused_before_it_is_looked_at_on_every_command(
    game, capsys, monkeypatch
) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(type(game), "read_position", None)
    text = heavy(game.id)
    assert len(text) > 379_000
    commands = [["legal"], ["shapes"], ["apply"], ["outcome"], ["show"], ["perft"]]
    for command in commands:
        depth = ["1"] if command == ["perft"] else []
        assert main([*command, game.id, text, *depth]) == 2
        out, err = capsys.readouterr()
        assert not out and "the position is too long: " in err and err.count("\n") == 1
    with pytest.raises(RulesError, match="too long"):
        answer({"do": "legal", "game": game.id, "position": text})
    header = {
        "game": game.id,
        "version": game.version,
        "options": {},
        "seats": 2,
        "seed": "",
        "position": text,
    }
    with pytest.raises(RulesError, match="line 1: the position is too long"):
        read([json.dumps(header)])
    for option in game.options:
        assert main(["start", game.id, "--option", f"{option.name}={text}"]) == 2
        assert "the option's value is too long" in capsys.readouterr().err


def test_the_largest_start_can_be_read_back_and_is_answered_soon() -> None:
    card = {"copies": 95, "pattern": ["#o#"], "fi": "Iso", "en": "Big"}
    cards = json.dumps({f"{number:02}" + "x" * 62: card for number in range(20)})
    options = {"cards": cards, "sets": "base"}
    start = answer({"do": "start", "game": "taika-mario", "options": options})
    assert isinstance(start, str)
    assert 120_000 < len(start) < outside.POSITION_CHARS
    again = {"do": "apply", "game": "taika-mario", "position": start, "options": options}
    assert answer(again) == start


def test_the_longest_texts_that_games_write_are_far_below_what_they_read() -> None:
    crowd = "(LmS)(LmS)(LmS)(LmS)(Lms)(lMs)(lMs)(lMs)/"
    assert len(crowd * 8) + 100 < min(game.longest_position for game in games())


@pytest.mark.parametrize("command", ["legal", "batch", "replay"])
def test_a_byte_order_mark_before_good_input_is_no_fault(command: str) -> None:
    play = Play(games()[0])
    play.act("c3c4")
    from rules.record import export

    given, argv = {
        "legal": (play.start.notation(), ["legal", "mind-control", "-"]),
        "batch": ('{"game":"mind-control","do":"start"}\n', ["batch"]),
        "replay": ("\n".join(export(play)), ["replay", "-"]),
    }[command]
    plain, marked = (
        subprocess.run(
            [sys.executable, "-m", "rules", *argv], input=mark + given.encode(), capture_output=True,
            cwd=ROOT, timeout=PATIENCE_S, check=False,
        )
        for mark in (b"", codecs.BOM_UTF8)
    )  # fmt: skip
    assert (marked.returncode, marked.stdout, marked.stderr) == (0, plain.stdout, b"")
    assert plain.stdout and b"error" not in plain.stdout


@given(st.lists(st.one_of(st.binary(max_size=30), st.just(b"x" * 70), st.just(b"{}")), max_size=6))
def test_every_line_gets_one_answer_however_long_it_is(lines: list[bytes]) -> None:
    lines = [line.replace(b"\n", b"") for line in lines]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(commandline, "LINE_BYTES", 40)
        got = list(commandline._lines(io.BytesIO(b"".join(line + b"\n" for line in lines))))
    assert len(got) == len(lines)
    for line, told in zip(lines, got, strict=True):
        assert told.rstrip(b"\n") == line[:41]


@given(st.one_of(st.binary(), HOSTILE.map(lambda text: text.encode("utf-8", "surrogatepass"))))
def test_any_line_of_batch_is_an_object_or_refused(line: bytes) -> None:
    try:
        assert isinstance(read_object(line), dict)
    except RulesError as error:
        assert str(error)


def test_a_line_or_a_record_that_is_too_long_is_refused_unread(tmp_path: Path, capsys, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RulesError, match="the line is too long"):
        read_object(b" " * (outside.LINE_BYTES + 1))
    monkeypatch.setattr(commandline, "RECORD_BYTES", 1000)
    path = tmp_path / "long.jsonl"
    path.write_bytes(b"{}\n" * 400)
    assert main(["replay", str(path)]) == 2
    assert "the record is too long" in capsys.readouterr().err
    assert main(["start", "taika-mario", "--seed", "00" * 300]) == 2
    assert "--seed is too long" in capsys.readouterr().err
