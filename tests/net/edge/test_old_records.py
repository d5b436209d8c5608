"""Records that earlier versions of the log wrote verify and replay for ever, to the same position."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from net.edge.record import load, whole
from rules.game import State

FOLDER = Path(__file__).resolve().parents[2] / "data" / "records_1"
EXPECTED: dict[str, dict[str, Any]] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))


def test_there_are_three_records_of_each_game() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.magicade")) == sorted(EXPECTED)
    for game in ("mind-control", "magi", "taika-mario"):
        assert sum(name.startswith(game) for name in EXPECTED) == 3


@pytest.mark.parametrize("name", EXPECTED)
def test_a_record_of_format_1_verifies(name: str) -> None:
    expected = EXPECTED[name]
    data = (FOLDER / f"{name}.magicade").read_bytes()
    loading = load(data)
    assert loading.problem is None and not loading.torn and loading.good == len(data)
    ledger = loading.ledger
    state = ledger.state
    assert isinstance(state, State)
    outcome = state.outcome()
    assert {
        "match": ledger.match_id.hex(),
        "entries": len(ledger),
        "status": ledger.status,
        "confirmed": ledger.confirmed,
        "last": ledger.last_hash.hex(),
        "digest": ledger.moment.digest.hex(),
        "public": state.view(None).public(),
        "actions": len(ledger.actions),
        "outcome": None
        if outcome is None
        else {
            "scores": None if outcome.scores is None else list(outcome.scores),
            "winners": list(outcome.winners),
        },
    } == expected


@pytest.mark.parametrize("name", EXPECTED)
def test_a_record_of_format_1_is_written_back_as_it_was(name: str) -> None:
    data = (FOLDER / f"{name}.magicade").read_bytes()
    assert whole(load(data).ledger) == data


@pytest.mark.parametrize("name", EXPECTED)
def test_one_changed_byte_of_a_record_of_format_1_is_noticed(name: str) -> None:
    data = bytearray((FOLDER / f"{name}.magicade").read_bytes())
    for at in range(len(data) // 7, len(data), len(data) // 5):
        changed = bytes(data[:at]) + bytes([data[at] ^ 1]) + bytes(data[at + 1 :])
        loading = load(changed)
        assert loading.problem is not None or loading.torn or whole(loading.ledger) != bytes(data)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_record_of_format_1_replays_by_the_rules_alone(name: str, tmp_path: Path, capsys: Any) -> None:
    import rules.__main__
    from net.edge import export

    lines = export.export(FOLDER / f"{name}.magicade")
    lying = tmp_path / "lines.jsonl"
    lying.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    assert rules.__main__.main(["replay", str(lying)]) == 0
    assert capsys.readouterr().out
