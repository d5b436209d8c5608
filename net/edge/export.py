"""Saved records made readable: ``verify`` checks everything, ``export`` gives lines for ``rules replay``.

Changes nothing on disk.  The last line of a report is made of the log alone (entries, and evidence that
stopped it), so that equal logs have equal last lines wherever they were kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from net.edge.store import load_record
from net.log.consent import Leave
from net.log.entry import Entry
from net.log.ledger import Ledger
from net.log.refusals import Stopped
from net.log.rules import forfeited
from net.wire.fields import array, number
from rules.game import State
from rules.jsonlines import json_line
from rules.play import Play
from rules.record import export as export_play


@dataclass(frozen=True, slots=True)
class Report:
    """What verifying found; ``lines`` for people, ``last`` (JSON) depends on the log alone."""

    ok: bool
    """Whether the file is whole, every signature good, and nothing stopped the match."""
    lines: tuple[str, ...]
    last: str


def verify(path: Path) -> Report:
    """Verify the record at ``path`` whole; raises HomeError if not even its header can be used."""
    loading = load_record(path, piped=True)
    ledger = loading.ledger
    lines = [f"{ledger.game.name}: {', '.join(ledger.header.shown_names)}"]
    for seat, sitting in enumerate(ledger.seats):
        gone = "" if seat in ledger.in_game else ", gone"
        lines.append(f"seat {seat + 1}: {sitting.shown}, peer {sitting.peer}{gone}")
    if ledger.late:
        lines.append(f"kept as evidence: {len(ledger.late)}")
        lines += [f"  entry {late.index} of seat {late.seat + 1}: {late.kind}" for late in ledger.late]
    if loading.torn:
        lines.append("the last frame of the file is not whole")
    if loading.problem is not None:
        lines.append(f"broken after entry {len(ledger) - 1}: {loading.problem}")
    lines.append(f"seals: {len(ledger.seals)}, confirmed: {'yes' if ledger.confirmed else 'no'}")
    whole = not loading.torn and loading.problem is None
    whole = whole and ledger.status not in ("conflict", "desync", "disputed")
    return Report(whole, tuple(lines), last_line(ledger))


def last_line(ledger: Ledger) -> str:
    """One JSON object that is the same for equal logs."""
    outcome = ledger.state.outcome() if ledger.state is not None else None
    told = {
        "match": ledger.match_id.hex(),
        "game": ledger.header.game,
        "entries": len(ledger),
        "last": ledger.last_hash.hex(),
        "status": ledger.status,
        "outcome": outcome
        and {"reason": outcome.reason, "scores": outcome.scores, "winners": outcome.winners},
    }
    return json_line(told)


def export(path: Path) -> Iterator[str]:
    """The record as JSON lines (docs/record-format.md); raises HomeError, or Stopped if no game began.

    While the match runs it says no more than a watcher may know: no seed, no hand.
    """
    ledger = load_record(path, piped=True).ledger
    extra: dict[str, object] = {"match": ledger.match_id.hex(), "names": list(ledger.header.names)}
    if ledger.closed:
        return export_play(play_of(ledger), extra)
    return export_play(watched_play_of(ledger), {**extra, "running": True})


def play_of(ledger: Ledger) -> Play:
    """The mid-end's play of a log whose game has begun, takebacks and forfeits included."""
    _started(ledger)
    return _played(ledger, ledger.log_rules.seed(ledger.entries), ledger.header.position)


def watched_play_of(ledger: Ledger) -> Play:
    """``play_of`` as a watcher could play it: from what is public of the start, without the seed."""
    header, start = ledger.header, _started(ledger).view(None)
    usual = Play(ledger.game, dict(header.options), len(header.seats), b"", header.position)
    return _played(ledger, b"", header.position if usual.start == start else start.notation())


def _started(ledger: Ledger) -> State:
    """The state at the start; raises Stopped if the game never began."""
    if ledger.state is None:
        raise Stopped("not-begun", "the game never began: not all seats had revealed")
    start = ledger.moments[ledger.log_rules.opening].state
    assert start is not None
    return start


def _played(ledger: Ledger, seed: bytes, position: str) -> Play:
    header = ledger.header
    play = Play(ledger.game, dict(header.options), len(header.seats), seed, position)
    plies: list[int] = []
    for entry in ledger.entries:
        _enter(play, entry, plies)
        plies.append(len(play))
    return play


def _enter(play: Play, entry: Entry, plies: Sequence[int]) -> None:
    """Do to ``play`` what ``entry`` did; ``plies`` holds the number of plies after each entry before it."""
    body = entry.body
    if entry.kind == "act":
        play.act(str(body))
    elif entry.kind == "leave":
        play.forfeit((Leave.unpack(body).seat,), "left")
    elif entry.kind == "forfeit":
        _, reason, _ = array(body, 3, "a forfeit")
        play.forfeit(forfeited(entry), str(reason))
    elif entry.kind == "takeback":
        back_to, _ = array(body, 2, "a takeback")
        play.takeback(plies[number(back_to, len(plies), "an index")])
