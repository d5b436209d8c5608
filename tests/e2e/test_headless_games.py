"""Magi and Taika-Mario by the headless commands, as processes: host, join, watch, tables, verify, export."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.processes import last, line, processes, run, standing_still, under_way

BANDS = "2:16-0,3:10-6,:9-7"
OWN = """
[[set]]
id = "mine"
fi = "Omat"
en = "Mine"

[[card]]
id = "dot"
set = "mine"
fi = "Piste"
en = "Dot"
copies = 60
pattern = ["#o#"]
"""
OPTIONS = {
    "size": "7",
    "sets": "base,pohjola",
    "characters": "wario,mario",
    "hands": "open",
    "turn": "either-or",
    "start": "corners",
    "quiet_limit": "4",
}


def same_log(told: list[dict[str, object]]) -> dict[str, object]:
    """All saved logs verify and are equal; their common last line."""
    lines = set()
    for one in told:
        done = run("verify", str(one["path"]))
        assert done.returncode == 0, done.stdout + done.stderr
        lines.add(done.stdout.splitlines()[-1])
    assert len(lines) == 1 and all(one["confirmed"] for one in told)
    found = json.loads(lines.pop())
    assert isinstance(found, dict)
    return found


def exported(tmp_path: Path, path: object) -> list[dict[str, object]]:
    """The record as JSON lines, which the rules' own command line has replayed."""
    done = run("export", str(path))
    assert done.returncode == 0, done.stderr
    record = tmp_path / "record.jsonl"
    record.write_text(done.stdout, encoding="utf-8")
    replayed = run("replay", str(record), module="rules")
    assert replayed.returncode == 0, replayed.stderr
    return [json.loads(text) for text in done.stdout.splitlines()]


def test_magi_bots_play_across_processes_while_somebody_watches(tmp_path: Path) -> None:
    with processes(tmp_path) as some:
        options = ("--option", "move_limit=4", "--option", f"bands={BANDS}", "--delay", "0.3")
        host, _, address = some.host("host", "magi", "--seat", "bot", "--seat", "open", *options)
        join = some.launch("join", "join", address, "--headless", "--seat", "bot:1", "--name", "Väinö")
        under_way(join, tmp_path / "join")
        with standing_still(join):
            watch = some.launch("watch", "watch", address, "--headless")
            line(watch, r"^match [0-9a-f]+")
        told = [last(process) for process in (host, join, watch)]
        found = same_log(told)
        assert found["game"] == "magi" and found["status"] == "finished"
        lines = exported(tmp_path, told[2]["path"])
        assert lines[0]["options"] == {"bands": BANDS, "move_limit": "4"}
        assert lines[0]["names"] == ["Bot 2", "Bot 1"]


def test_four_seats_of_taika_mario_with_every_option_and_own_cards(tmp_path: Path) -> None:
    cards = tmp_path / "mine.toml"
    cards.write_text(OWN, encoding="utf-8")
    with processes(tmp_path) as some:
        seats = ("--seat", "bot:1", "--seat", "open", "--seat", "open", "--seat", "bot:2")
        options = [word for name, value in OPTIONS.items() for word in ("--option", f"{name}={value}")]
        host, _, address = some.host("host", "taika-mario", *seats, *options, "--cards", str(cards))
        watch = some.launch("watch", "watch", address, "--headless")
        line(watch, r"^table ")
        joins = [
            some.launch(home, "join", address, "--headless", "--seat", "bot:1") for home in ("joan", "joel")
        ]
        told = [last(process) for process in (host, *joins, watch)]
        found = same_log(told)
        assert found["game"] == "taika-mario"
        lines = exported(tmp_path, told[1]["path"])
        given = lines[0]["options"]
        assert isinstance(given, dict)
        assert {name: given[name] for name in OPTIONS} == OPTIONS and '"dot"' in given["cards"]
        assert len(lines[0]["names"]) == 4  # type: ignore[arg-type]


def test_tables_are_listed_found_and_joined_by_id_whoever_else_plays_here(tmp_path: Path) -> None:
    with processes(tmp_path) as some:
        other, hidden, _ = some.host("other", "magi", "--seat", "bot", "--seat", "open")
        seats = ("--seat", "bot:1", "--seat", "open", "--seat", "open")
        host, table, _ = some.host(
            "host", "taika-mario", *seats, "--option", "quiet_limit=2", "--name", "Ukko", listed=True
        )
        for patience in ("2", "5", "10", "20"):  # seconds; a busy machine needs more
            listed = run("tables", "--wait", patience)
            assert listed.returncode == 0
            if "multicast" in listed.stderr:
                pytest.skip("this network has no multicast")
            found = {one["id"]: one for one in json.loads(listed.stdout)}
            if table in found:
                break
        assert table in found and hidden not in found, listed.stdout + listed.stderr
        ours = found[table]
        assert (ours["game"], ours["host"], ours["seats"], ours["free"]) == ("taika-mario", "Ukko", 3, 2)
        assert ours["compatible"] and not ours["running"]
        joins = [some.launch(home, "join", table, "--headless", "--seat", "bot") for home in ("joan", "joel")]
        same_log([last(process) for process in (host, *joins)])
        assert other.poll() is None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("host", "magi", "--seat", "bot"), "Magi is for 2 players, not 1"),
        (("host", "magi", "--option", "bands=1:3-2"), "option bands: the last band must have no last move"),
        (("host", "magi", "--option", "speed=9"), "magi has no option 'speed', only: bands, move_limit"),
        (("host", "magi", "--position", "10/10 w"), "magi"),
        (("host", "taika-mario", *["--seat", "bot"] * 5), "Taika-Mario is for 2 or 3 or 4 players, not 5"),
        (("host", "taika-mario", "--option", "size=8"), "option size must be auto | 7 | 9 | 11, not '8'"),
        (
            ("host", "taika-mario", "--option", "start=triangle"),
            "start=triangle is for three players only, not 2",
        ),
        (("host", "taika-mario", "--option", "characters=peach"), "option characters must name at most 2"),
        (("host", "taika-mario", "--option", "cards={}}"), "option cards must be a JSON object"),
        (
            ("host", "taika-mario", "--option", "cards=" + "x" * 9000),
            "option cards is too long to be sent along",
        ),
        (("host", "taika-mario", "--cards", "nowhere.toml"), "nowhere.toml can't be read"),
        (("host", "magi", "--cards", "MINE"), "magi has no option 'cards'"),
        (("host", "taika-mario", "--cards", "BAD"), "dot: row 1 has 'x'"),
        (("host", "taika-mario", "--seat", "bot", "--seat", "person"), "without a window nobody can play"),
    ],
)
def test_what_can_not_be_hosted_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    from client.cli import main

    (tmp_path / "MINE").write_text(OWN, encoding="utf-8")
    (tmp_path / "BAD").write_text(OWN.replace("#o#", "#ox"), encoding="utf-8")
    given = [str(tmp_path / word) if word in ("MINE", "BAD") else word for word in arguments]
    assert main(["--home", str(tmp_path / "home"), *given, "--headless"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and said in err and err.startswith("magicade: ") and err.count("\n") == 1
