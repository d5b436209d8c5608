"""Verifying and exporting saved records."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from net.edge.export import export, play_of, verify
from net.edge.record import whole
from net.edge.store import Home, HomeError
from net.log.pen import point_here
from net.log.refusals import Stopped
from net.wire.names import BadName, check_name
from rules.record import read, replay
from tests.net.conftest import Party


def save(party: Any, path: Path) -> Path:
    path.write_bytes(whole(party.ledger))
    return path


def taken_back(two: Any) -> Any:
    point = point_here(two.ledger, "takeback", len(two.ledger) - 3)
    consent = two.pens[1 - two.turn].consent(two.ledger, point)
    two.tell(two.pens[two.turn].enter_agreed(two.ledger, point, [consent]).to_bytes())
    return two


def test_the_last_line_tells_of_the_log_alone(party: Any, tmp_path: Path) -> None:
    two = party(quiet_limit="20").begin().play()
    unsealed = verify(save(two, tmp_path / "one.magicade"))
    two.ledger.add_seal(two.pens[0].seal(two.ledger))
    two.ledger.add_seal(two.pens[1].seal(two.ledger))
    sealed = verify(save(two, tmp_path / "two.magicade"))
    assert unsealed.ok and sealed.ok
    assert unsealed.last == sealed.last and unsealed.lines != sealed.lines
    told = json.loads(sealed.last)
    assert told["match"] == two.header.match_id.hex() and told["entries"] == len(two.ledger)
    assert told["last"] == two.ledger.last_hash.hex() and told["status"] == "finished"
    assert told["outcome"]["reason"] == two.ledger.state.outcome().reason


def test_a_shorter_log_has_another_last_line(party: Any, tmp_path: Path) -> None:
    two = party().begin().play(3)
    first = verify(save(two, tmp_path / "one.magicade")).last
    two.act()
    assert verify(save(two, tmp_path / "two.magicade")).last != first
    assert json.loads(first)["outcome"] is None


def test_a_broken_record_does_not_verify(party: Any, tmp_path: Path) -> None:
    two = party().begin().play(3)
    path = save(two, tmp_path / "one.magicade")
    data = bytearray(path.read_bytes())
    data[-5] ^= 4
    path.write_bytes(bytes(data))
    report = verify(path)
    assert not report.ok and any("broken after entry 5" in line for line in report.lines)
    path.write_bytes(bytes(data[:-3]))
    assert not verify(path).ok
    assert path.read_bytes() == bytes(data[:-3])
    path.write_bytes(b"nonsense")
    with pytest.raises(HomeError):
        verify(path)


def test_a_disputed_record_is_not_all_right(party: Any, tmp_path: Path) -> None:
    two = party().begin().play(3)
    entry, claim = two.draft().to_bytes(), two.pens[0].claim(two.ledger).to_bytes()
    two.tell(entry)
    two.tell(claim)
    report = verify(save(two, tmp_path / "one.magicade"))
    assert not report.ok and json.loads(report.last)["status"] == "disputed"


def test_an_export_replays_by_the_rules(party: Any, tmp_path: Path) -> None:
    two = taken_back(party(quiet_limit="20").begin().play(6)).play(4)
    taken_back(two).play(2)
    two.tell(two.pens[two.turn].enter_leave(two.ledger, two.pens[1].propose_leave(two.ledger)).to_bytes())
    lines = list(export(save(two, tmp_path / "one.magicade")))
    assert json.loads(lines[0])["names"] == ["Player 1", "Player 2"]
    play, told = read(lines)
    assert len(list(replay(play, told))) == len(two.ledger) - 4
    assert play.state == two.ledger.state == play_of(two.ledger).state
    assert play.actions() == two.ledger.actions


def test_the_seed_and_three_seats_are_exported_too(party: Any, tmp_path: Path) -> None:
    three = party("null", 3).begin().play()
    play, told = read(export(save(three, tmp_path / "one.magicade")))
    list(replay(play, told))
    assert play.state == three.ledger.state
    assert play.seed == three.ledger.log_rules.seed(three.ledger.entries)


def test_a_match_that_never_began_has_no_moves_to_export(party: Any, tmp_path: Path) -> None:
    with pytest.raises(Stopped):
        export(save(party(), tmp_path / "one.magicade"))


# -- while it runs -------------------------------------------------------------------------------------

RUNNING = [
    ("magi", 2, {}),
    ("mind-control", 2, {}),
    ("null", 3, {"goal": "90"}),
    ("taika-mario", 2, {"size": "7"}),
    ("taika-mario", 3, {"size": "7", "hands": "open"}),
    ("taika-mario", 4, {"turn": "either-or"}),
]


def hidden_from_all(party: Any) -> set[str]:
    """Texts that give the seed away, or that the seed can be computed from, in any usual writing."""
    secrets = [pen.secret for pen in party.pens] + [party.ledger.log_rules.seed(party.ledger.entries)]
    return {text for secret in secrets for text in (secret.hex(), b64encode(secret).decode(), str(secret))}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("game", "seats", "options"), RUNNING)
def test_a_running_match_is_exported_as_a_watcher_may_know_it(
    party: Any, tmp_path: Path, game: str, seats: int, options: dict[str, str], seed: int
) -> None:
    some = party(game, seats, **options).begin().play(5 + 3 * seed, seed)
    if seats == 2:
        taken_back(some).play(4, seed)
    if seats > 2 and some.ledger.state.turn is not None:
        leaver = some.ledger.in_game[seed % seats]
        leave = some.pens[leaver].propose_leave(some.ledger)
        some.tell(some.pens[some.turn].enter_leave(some.ledger, leave).to_bytes())
        some.play(2, seed)
    assert not some.ledger.closed
    lines = list(export(save(some, tmp_path / "running.magicade")))
    header = json.loads(lines[0])
    assert header["running"] is True and header["seed"] == ""
    assert not [secret for secret in hidden_from_all(some) if any(secret in line for line in lines)]
    play, told = read(lines)
    assert len(list(replay(play, told))) == len(play)
    assert play.start == some.ledger.moments[some.ledger.log_rules.opening].state.view(None)
    opened = options.get("hands") == "open"  # then a card drawn later is not known here before it is cast
    assert opened or play.state == some.ledger.state.view(None)
    # Whatever else is hidden could be anything: the whole text follows from what a watcher sees.
    assert json.loads(lines[0])["position"] in ("", play.start.notation())
    while not some.ledger.closed:
        leave = some.pens[some.turn].propose_leave(some.ledger)
        some.tell(some.pens[some.turn].enter_leave(some.ledger, leave).to_bytes())
    over = list(export(save(some, tmp_path / "over.magicade")))
    same = [without_digest(line) if opened else line for line in over[1 : len(lines)]]
    assert same == [without_digest(line) if opened else line for line in lines[1:]]
    assert json.loads(over[0])["seed"] == some.ledger.log_rules.seed(some.ledger.entries).hex()
    assert "running" not in json.loads(over[0])


def without_digest(line: str) -> str:
    told = json.loads(line)
    del told["digest"]
    return json.dumps(told)


def test_a_paused_match_and_one_from_a_set_up_position_keep_their_hands_too(
    party: Any, tmp_path: Path
) -> None:
    position = party("taika-mario", 2, size="7").begin().ledger.state.notation()
    two = party("taika-mario", 2, position, size="7").begin().play(2)
    point = point_here(two.ledger, "pause")
    consent = two.pens[1 - two.turn].consent(two.ledger, point)
    two.tell(two.pens[two.turn].enter_agreed(two.ledger, point, [consent]).to_bytes())
    assert two.ledger.status == "paused"
    header = json.loads(next(export(save(two, tmp_path / "one.magicade"))))
    hidden = json.loads(header["position"])
    assert all(card is None for player in hidden["players"] for card in player["hand"]), hidden
    assert set(hidden["deck"]) <= {None} and not hidden["seed"]


def test_what_verify_says_of_a_running_match_gives_nothing_away(party: Any, tmp_path: Path) -> None:
    two = party("taika-mario", 2, size="7").begin().play(6)
    report = verify(save(two, tmp_path / "one.magicade"))
    assert not [
        secret for secret in hidden_from_all(two) if secret in "\n".join((*report.lines, report.last))
    ]


@pytest.mark.parametrize(
    ("signed", "shown"),
    [
        ("\u3164", "?"),
        ("Anna\u2800", "Anna"),
        ("Z" + "\u030d" * 9, "Z" + "\u030d" * 3),
        ("\ufe0f\u0301", "?"),
    ],
    ids=ascii,
)
def test_a_record_signed_under_a_name_that_is_now_refused_verifies_and_is_shown_cleaned(
    signed: str, shown: str, party: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BadName):
        check_name(signed)
    monkeypatch.setattr(
        "net.log.header.check_name", lambda name: name
    )  # as it was when the record was signed
    monkeypatch.setattr("tests.net.conftest.Party.seat", lambda self, seat, pen, name="", make=Party.seat: make(
        self, seat, pen, signed if seat == 0 else "Bert"
    ))  # fmt: skip
    two = party(quiet_limit="4").begin().play()
    monkeypatch.undo()
    home = Home(tmp_path)
    home.matches.mkdir(parents=True, exist_ok=True)
    path = save(two, home.matches / f"{two.header.match_id.hex()}.magicade")
    report = verify(path)
    assert report.ok and report.lines[0] == f"Mind Control: {shown}, Bert"
    assert report.lines[1].startswith(f"seat 1: {shown}, peer ")
    assert json.loads(next(export(path)))["names"] == [signed, "Bert"]
