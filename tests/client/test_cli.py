"""The command line: what is read, what is refused in words with exit code 2, and what is never imported."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from client.cli import main, parser
from net.edge.store import Home
from net.events import Match, MatchChanged, MatchStarted, Stepped
from net.hub import Hub
from net.intents import Act, OpenTable
from tests.patience import PATIENCE_S


@pytest.mark.parametrize("command", ["play", "host", "join", "watch", "tables", "verify", "export"])
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0 and "usage: magicade" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["host", "chess", "--headless"], "invalid choice: 'chess'"),
        (
            ["host", "mind-control", "--headless", "--seat", "robot"],
            "'robot' is not person, bot or bot:LEVEL",
        ),
        (["host", "mind-control", "--headless", "--seat", "bot:9"], "levels 1, 2, 3"),
        (["host", "mind-control", "--headless", "--seat", "bot"], "for 2 players, not 1"),
        (["host", "mind-control", "--headless", "--seat", "bot", "--seat", "person"], "use --seat bot"),
        (["host", "mind-control", "--headless", "--option", "quiet_limit"], "is not NAME=VALUE"),
        (["host", "mind-control", "--headless", "--option", "quiet_limit=x"], "quiet_limit must be"),
        (
            ["host", "magi", "--headless", "--option", "move_limit=4", "--option", "move_limit=9"],
            "option move_limit is given twice",
        ),
        (["join", "--headless", "--seat", "bot", "--wait", "soon"], "'soon' is no number of seconds"),
        (["join", "--headless", "--seat", "bot", "--delay", "-1"], "'-1' is no number of seconds"),
        (["tables", "--wait", "nan"], "'nan' is no number of seconds"),
        (["tables", "--wait", "inf"], "'inf' is no number of seconds"),
        (["join", "1.2.3:x", "--headless", "--seat", "bot"], "is no address"),
        (["join"], "say TABLE or HOST:PORT"),
        (["play", "mind-control", "--seat", "open", "--seat", "open"], "use host"),
        (["watch", "--headless", "--port", "99999"], "is no port"),
        (["verify", "nowhere.magicade"], "nowhere.magicade can't be read"),
    ],
)
def test_wrong_input_is_refused_in_words(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(arguments)
    except SystemExit as ended:
        assert isinstance(ended.code, int)
        code = ended.code
    told = capsys.readouterr()
    assert code == 2 and words in told.err and not told.out


def test_the_home_folder_can_be_given_before_or_after_the_command() -> None:
    assert parser().parse_args(["--home", "x", "watch"]).home == Path("x")
    assert parser().parse_args(["watch", "--home", "x"]).home == Path("x")
    assert parser().parse_args(["watch"]).home is None


def test_headless_commands_never_import_pygame() -> None:
    code = "import sys, client.cli, client.headless, client.bots.driver; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=PATIENCE_S).returncode == 0


def test_verify_and_export_read_a_saved_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = played(tmp_path)
    assert main(["verify", match.path]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last["match"] == match.id and last["status"] == "finished"
    assert main(["export", match.path]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["game"] == "mind-control" and len(lines) > len(match.actions)


def played(home: Path, *names: str) -> Match:
    """A short match of two people at one screen."""
    hub = Hub(Home(home), "Anna", network=False)
    hub.start()
    hub.post(OpenTable("mind-control", {"quiet_limit": "4"}, ["person", "person"], names=names, public=False))
    end = time.monotonic() + PATIENCE_S
    try:
        while time.monotonic() < end:
            for event in hub.events():
                if not isinstance(event, MatchStarted | Stepped | MatchChanged):
                    continue
                if event.match.confirmed:
                    return event.match
                if event.match.state.turn is not None:
                    hub.post(Act(event.match.id, event.match.state.legal()[0], event.match.entries))
            time.sleep(0.005)
    finally:
        hub.close()
    raise AssertionError("the match did not end")


@pytest.mark.parametrize("arguments", [["--multiprocessing-fork", "pipe_handle=4"], ["tables"], ["--help"]])
def test_a_frozen_program_may_be_the_bots_process_before_it_reads_its_command(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    class Frozen(Exception):
        pass

    def support() -> None:
        raise Frozen

    monkeypatch.setattr("multiprocessing.freeze_support", support)
    with pytest.raises(Frozen):
        main(arguments)
