"""The door to the terminal: everything can be shown, nothing steers it, a gone reader and Ctrl-C are quiet."""

from __future__ import annotations

import codecs
import errno
import io
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.__main__ import main as rules
from rules.jsonlines import json_line, read_object
from rules.terminal import command, last, say, tell, visible

ENCODINGS = ("ascii", "cp437", "cp932", "latin-1", "cp1252", "utf-8", "koi8-r", "gb18030", "utf-16")
WICKED = "\x1b[2J\r\x00\x07\x7f\x9b\u202e\u2066\u200f\ud800\n\u2028é–Ж日🙂\ue000\U000e0041"


class Pipe(io.RawIOBase):
    """What a program writes to; with ``full`` its reader has gone, or its disk is full."""

    def __init__(self, trouble: OSError | None = None) -> None:
        self.trouble = trouble
        self.got = b""

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        if self.trouble is not None:
            raise self.trouble
        assert isinstance(data, memoryview)
        self.got += data
        return len(data)


def stream(encoding: str, pipe: Pipe) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BufferedWriter(pipe), encoding=encoding, errors="strict")


@given(st.text(st.characters(exclude_categories=())))
def test_every_sign_can_be_seen_and_none_steers(text: str) -> None:
    shown = visible(text)
    assert not [
        sign for sign in shown if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    ]
    assert visible(shown) == shown
    if text.isprintable():
        assert shown == text


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_stream_of_any_encoding_takes_every_text(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = Pipe(), Pipe()
    monkeypatch.setattr(sys, "stdout", stream(encoding, out))
    monkeypatch.setattr(sys, "stderr", stream(encoding, err))

    def run() -> int:
        say(WICKED, "b")
        tell(WICKED)
        print("raw: " + WICKED)  # as argparse does
        return 1

    assert command(run) == 1
    said, raw = codecs.decode(out.got, encoding).split("\n", 1)
    assert said.startswith("\\x1b[2J\\r\\x00\\x07\\x7f\\x9b\\u202e") and said.endswith("\tb") and raw
    assert codecs.decode(err.got, encoding).count("\n") == 1


@given(st.text(st.characters(exclude_categories=())), st.sampled_from(ENCODINGS))
def test_what_an_encoding_lacks_is_named_or_likened(text: str, encoding: str) -> None:
    out = Pipe()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", stream(encoding, out))
        assert command(lambda: say(text) or 0) == 0
    line = codecs.decode(out.got, encoding)
    assert line.endswith("\n") and line.count("\n") == 1


def test_our_own_signs_keep_boards_and_sentences_legible(monkeypatch: pytest.MonkeyPatch) -> None:
    out = Pipe()
    monkeypatch.setattr(sys, "stdout", stream("ascii", out))
    assert command(lambda: say("12–0 … “a” × b → c") or 0) == 0
    assert out.got == b'12-0 ... "a" x b -> c\n'


@pytest.mark.parametrize("long", [0, 1_000_000], ids=["at the end", "midway"])
@pytest.mark.parametrize(
    ("trouble", "code", "told"),
    [
        (BrokenPipeError(errno.EPIPE, "Broken pipe"), None, ""),
        (OSError(errno.EINVAL, "Invalid argument"), None, ""),  # a closed pipe on Windows
        (OSError(errno.ENOSPC, "No space left on device"), 2, "standard output can't be written: No space"),
        (OSError(errno.EIO, "I/O error"), 2, "standard output can't be written: I/O"),
    ],
)
def test_output_that_ends_early(
    trouble: OSError, code: int | None, told: str, long: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    err = Pipe()
    monkeypatch.setattr(sys, "stdout", stream("utf-8", Pipe(trouble)))
    monkeypatch.setattr(sys, "stderr", stream("utf-8", err))

    def run() -> int:
        say("x" * (long or 1))
        say("y")
        return 1

    wanted = code if code is not None else 0 if long else 1
    assert command(run) == wanted
    assert err.got.decode().startswith(told) and (told or not err.got)


def test_nobody_at_standard_error_and_no_streams_at_all_are_no_reason_to_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def run() -> int:
        tell("progress")
        say("result")
        return 0

    out = Pipe()
    monkeypatch.setattr(sys, "stdout", stream("utf-8", out))
    monkeypatch.setattr(sys, "stderr", stream("utf-8", Pipe(BrokenPipeError(errno.EPIPE, "Broken pipe"))))
    assert command(run) == 0 and out.got == b"result\n"
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert command(run) == 0


def test_a_closed_standard_input_gives_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = Pipe(), Pipe()
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "stdout", stream("utf-8", out))
    monkeypatch.setattr(sys, "stderr", stream("utf-8", err))
    assert rules(["batch"]) == 0
    assert rules(["legal", "magi", "-"]) == rules(["replay", "-"]) == 2
    assert not out.got and err.got.decode().count("\n") == 2


def test_exit_codes() -> None:
    def ends(how: BaseException) -> int:
        def run() -> int:
            raise how

        return command(run)

    assert ends(KeyboardInterrupt()) == 130
    assert [ends(SystemExit(code)) for code in (None, 0, 2, "words")] == [0, 0, 2, 1]
    with pytest.raises(ZeroDivisionError):  # a fault of ours is not hidden
        ends(ZeroDivisionError())


def test_the_end_leaves_ctrl_c_to_the_system_only_where_it_was_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    import signal

    put: list[object] = []
    monkeypatch.setattr(signal, "signal", lambda number, handler: put.append(handler))
    monkeypatch.setattr(signal, "getsignal", lambda number: signal.SIG_IGN)
    assert last(1) == 1 and not put
    monkeypatch.setattr(signal, "getsignal", lambda number: signal.default_int_handler)
    assert last(0) == 0 and put == [signal.SIG_DFL]


@given(st.dictionaries(st.text(), st.text()))
def test_json_is_printable_ascii_and_says_the_same(value: dict[str, str]) -> None:
    line = json_line(value)
    assert line.isascii() and line.isprintable() and visible(line) == line
    assert read_object(line) == value
