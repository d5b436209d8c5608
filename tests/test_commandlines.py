"""Every command of ``magicade`` and ``python -m rules``: under any encoding, into closed pipes, with Ctrl-C.

The commands are read from the programs themselves: one that is added without a sample here fails.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from client.__main__ import main as magicade
from client.cli import parser
from rules.__main__ import main as rules
from rules.commandline import USAGE
from tests.client.test_cli import played
from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parent.parent
ENCODINGS = ("ascii", "cp437", "cp932", "latin-1", "cp1252")
NAMES = ("Ваня …", "Äiti 日本 – שלום")
BOTS = ("--seat", "bot:1", "--seat", "bot:1", "--option", "quiet_limit=1", "--headless", "--unlisted")

RULES: dict[str, list[list[str]]] = {
    "list": [[]],
    "start": [["magi"], ["taika-mario", "--seed", "00ff"], ["Ваня"]],
    "legal": [["magi", "start"], ["magi", "start", "--json"], ["magi", "♜\x1b[2J"]],
    "shapes": [["mind-control", "start"]],
    "apply": [["mind-control", "start", "c3c4"], ["mind-control", "start", "\u202eц"]],
    "perft": [["mind-control", "start", "1", "--divide"]],
    "outcome": [["magi", "start"]],
    "show": [["magi", "start"], ["mind-control", "start"], ["taika-mario", "start"]],
    "replay": [["{jsonl}"], ["{wicked}"], ["nowhere\udcff"]],
    "batch": [[]],
}
CLIENT: dict[str, list[list[str]]] = {
    "play": [["magi", "--seat", "open", "--seat", "open"], ["magi", "--position", "ц\x1b[2J"]],
    "host": [["mind-control", *BOTS], ["magi", "--headless", "--seat", "Ж"]],
    "join": [["127.0.0.1:9", "--headless", "--seat", "bot"], ["Ваня:x", "--headless", "--seat", "bot"]],
    "watch": [["127.0.0.1:9", "--headless"], ["ц", "--headless"]],
    "tables": [["--wait", "0.01"], ["\x1b[2J\u202e"]],
    "verify": [["{record}"], ["{torn}"], ["nowhere\udcff\x1b[2J"]],
    "export": [["{record}"], ["nowhere\u202e"]],
}
SAMPLES = [
    *[("rules", [word]) for word in ("--help", "--version", "ц\x1b[2J")],
    *[("client", [word]) for word in ("--help", "--version", "ц\x1b[2J")],
    ("rules", []),
    *[("rules", [name, *rest]) for name, all_ in RULES.items() for rest in [*all_, ["--help"]]],
    *[("client", [name, *rest]) for name, all_ in CLIENT.items() for rest in [*all_, ["--help"]]],
]
BATCH = (
    b'{"game":"magi","do":"start"}\nnonsense \xff\n{"game":"\\u001b[2J","do":"legal","position":"start"}\n'
)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A record with names in many scripts, a torn one, and JSON lines whose texts would steer a terminal."""
    folder = tmp_path_factory.mktemp("records")
    record = Path(played(folder / "home", *NAMES).path)
    torn = folder / "torn.magicade"
    torn.write_bytes(record.read_bytes()[:-3])
    done = subprocess.run(
        [sys.executable, "-m", "client", "export", str(record)], cwd=ROOT, stdout=subprocess.PIPE, check=True
    )
    jsonl, wicked = folder / "match.jsonl", folder / "wicked.jsonl"
    jsonl.write_bytes(done.stdout)
    lines = done.stdout.splitlines()
    said = json.loads(lines[1]) | {"action": "\x1b]0;x\x07\u202e\r\n\x9b2J\ud800ц"}
    wicked.write_bytes(b"\n".join([lines[0], json.dumps(said).encode(), *lines[2:]]))
    return {"record": str(record), "torn": str(torn), "jsonl": str(jsonl), "wicked": str(wicked)}


def filled(arguments: list[str], files: dict[str, str], home: Path) -> list[str]:
    given = [word.format(**files) if word.startswith("{") else word for word in arguments]
    headless = "--headless" in given
    return [*given, "--home", str(home)] if headless else given


def test_every_command_has_a_sample() -> None:
    listed = [line.split()[0] for line in USAGE.splitlines() if line.startswith("  ")]
    assert sorted(RULES) == sorted(listed)
    actions = parser()._actions
    commands = next(one for one in actions if isinstance(one, argparse._SubParsersAction))
    assert sorted(CLIENT) == sorted(commands.choices)


class Captured(io.TextIOWrapper):
    """A standard stream of some encoding that must not be asked for more than it can take."""

    def __init__(self, encoding: str) -> None:
        self.bytes = io.BytesIO()
        super().__init__(self.bytes, encoding=encoding, errors="strict", newline="\n")

    def text(self) -> str:
        self.flush()
        return self.bytes.getvalue().decode(self.encoding)


def matches(arguments: list[str]) -> bool:
    return arguments[:2] == ["host", "mind-control"]


@pytest.mark.parametrize(
    ("program", "arguments", "encoding"),
    [
        (program, arguments, encoding)
        for program, arguments in SAMPLES
        for encoding in (ENCODINGS if not matches(arguments) else ["cp1252"])  # a whole match: once is enough
    ],
    ids=lambda value: ascii(value),
)
def test_output_of_every_command_fits_every_encoding(
    program: str,
    arguments: list[str],
    encoding: str,
    files: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out, err = Captured(encoding), Captured(encoding)
    given = filled(arguments, files, tmp_path)
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BATCH)))
    monkeypatch.setattr(sys, "argv", [program, *given])
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # the process goes on
    code = rules() if program == "rules" else magicade()
    assert code in (0, 1, 2)
    assert out.text() or err.text()
    assert "Traceback" not in err.text()
    for sign in (out.text() + err.text()).replace("\n", "").replace("\t", ""):
        assert sign.isprintable() or sign in "\u00a0\u202f\u3000", ascii(sign)
    if "--help" in arguments or "--version" in arguments:
        assert code == 0 and not err.text()
    if arguments in (["--help"], ["verify", "--help"]):
        assert "130" in out.text()


def process(program: str, *arguments: str, **how: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
        [sys.executable, "-m", program, *arguments], cwd=ROOT, **{"stdin": subprocess.PIPE, **how}
    )


BOTH = ["host", "verify", "batch", "tables", "--help"]
"""Commands of which standard error is closed too: some that say nothing there, some that do all the time."""


@pytest.mark.parametrize(
    ("program", "arguments", "both"),
    [
        (program, arguments, both)
        for program, arguments in SAMPLES
        for both in ([False, True] if arguments[:1] and arguments[0] in BOTH else [False])
        if arguments[1:] != ["--help"] and "\x1b" not in "".join(arguments)
    ],
    ids=lambda value: ascii(value),
)
def test_a_reader_that_is_gone_from_the_beginning_is_no_error(
    program: str, arguments: list[str], both: bool, files: dict[str, str], tmp_path: Path
) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        with process(
            program,
            *filled(arguments, files, tmp_path),
            stdout=write,
            stderr=write if both else subprocess.PIPE,
        ) as running:
            _, told = running.communicate(BATCH, timeout=PATIENCE_S)
    finally:
        os.close(write)
    assert running.returncode in (0, 1, 2)
    if running.returncode == 0 and not both:
        assert arguments[:1] == ["host"] or not told
    assert both or (
        b"Traceback" not in told and b"Exception ignored" not in told and b"roken pipe" not in told
    )


def test_a_reader_that_has_enough_ends_a_long_answer_early() -> None:
    with process("rules", "batch", stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdin and running.stdout and running.stderr
        running.stdin.write(BATCH)
        running.stdin.flush()
        running.stdout.readline()
        running.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            for _ in range(1000):  # until it has gone, at the latest when the pipe is full
                running.stdin.write(BATCH)
                running.stdin.flush()
        with contextlib.suppress(BrokenPipeError):
            running.stdin.close()
        assert running.stderr.read() == b""
        assert running.wait(PATIENCE_S) == 0


INTERRUPTED = """
import signal, sys
import {program}.__main__ as program
left = {moment}
def hook(event, arguments):
    global left
    left -= 1
    if left == 0:
        signal.raise_signal(signal.SIGINT)
sys.argv = ["x", *{arguments!r}]
sys.addaudithook(hook)
code = program.main()
sys.stderr.write("end" if left > 0 else "")
raise SystemExit(code)
"""
LONG: list[tuple[str, list[str]]] = [
    ("rules", ["perft", "magi", "start", "4"]),
    ("rules", ["legal", "magi", "-"]),
    ("rules", ["batch"]),
    ("rules", ["replay", "-"]),
    ("client", ["host", "mind-control", *BOTS]),
    ("client", ["join", "--headless", "--seat", "bot"]),
    ("client", ["watch", "--headless"]),
    ("client", ["tables", "--wait", "600"]),
    ("client", ["verify", "{record}"]),
    ("client", ["export", "{record}"]),
]


@pytest.mark.parametrize("moment", [1, 9, 70, 300, 900])
@pytest.mark.parametrize(("program", "arguments"), LONG, ids=lambda value: ascii(value))
def test_ctrl_c_is_quiet_at_any_moment(
    program: str, arguments: list[str], moment: int, files: dict[str, str], tmp_path: Path
) -> None:
    """The moment is the so-manieth file opened, module imported, socket made … since the program began."""
    given = filled(arguments, files, tmp_path)
    text = INTERRUPTED.format(program=program, moment=moment, arguments=given)
    with subprocess.Popen(
        [sys.executable, "-c", text], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:  # fmt: skip
        try:
            assert running.stdin
            if arguments[0] in ("legal", "batch", "replay") and moment > 300:
                running.stdin.close()
                running.stdin = None
            _, told = running.communicate(timeout=3 if moment > 300 else PATIENCE_S)
        except subprocess.TimeoutExpired:
            running.send_signal(signal.SIGINT)  # it did not come to that moment: now, then
            _, told = running.communicate(timeout=PATIENCE_S)
    assert b"Traceback" not in told and b"KeyboardInterrupt" not in told, told.decode()
    assert running.returncode == 130 or told.endswith(b"end") or running.returncode == -signal.SIGINT


@pytest.mark.skipif(sys.platform == "win32", reason="process groups of POSIX")
def test_ctrl_c_in_a_terminal_reaches_bots_too_and_stays_quiet(tmp_path: Path) -> None:
    arguments = ["host", "magi", "--headless", "--unlisted", "--seat", "bot:3", "--seat", "bot:3"]
    with process(
        "client", *arguments, "--home", str(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True,
    ) as running:  # fmt: skip
        assert running.stderr is not None
        told = b""
        while b"match " not in told:  # the bots' process is about to start
            line = running.stderr.readline()
            assert line
            told += line
        os.killpg(running.pid, signal.SIGINT)
        _, rest = running.communicate(timeout=PATIENCE_S)
    assert running.returncode == 130
    assert b"Traceback" not in rest and b"KeyboardInterrupt" not in rest, rest.decode()
