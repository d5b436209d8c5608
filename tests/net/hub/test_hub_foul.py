"""Foul play and bad luck at hubs: forged entries, desync, two signatures, a start that comes to nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from net.edge.carrier import Carrier
from net.edge.export import verify
from net.edge.session import Session
from net.edge.store import HomeError, MatchFile
from net.events import TableClosed
from net.intents import Join, OpenTable, Ready, Resume, Watch
from net.log.entry import Entry
from net.log.ledger import Ledger
from net.wire.codec import Packable, pack, unpack
from net.wire.messages import AskList, AskWatch, GiveEntries, GiveList, Message, SayClosed, SayRefused
from rules.registry import game
from tests.net.inside import hears_through, inside, peer_of
from tests.net.owners import Owner, begin, equal_logs, go_on, over, reached, wait
from tests.rules.conftest import lay

Make = Callable[..., Owner]

HANDS = (("dot", "hook", "dot"), ("silta", "putki", "dot"))
TAIKA = lay(
    """
    .......
    .2.....
    .......
    y.y....
    y......
    ..gg...
    ....1..
    """,
    hands=HANDS,
    deck=("dot",) * 6,
    seed="",
).notation()
"""Anna (1) moves and holds dot, hook, dot; a dot fits over b4, a hook beside a4 and a3, and so does much else."""


def quiet(make: Make, *names: str) -> list[Owner]:
    owners = [make(name) for name in names]
    for owner in owners:
        owner.plays = False
    return owners


def forge(
    owner: Owner,
    kind: str,
    body: Packable,
    to: Owner | None = None,
    digest: bytes | None = None,
    seat: int | None = None,
) -> None:
    """Sign an entry that the own ledger was never asked about, and send it to ``to``, or to all links."""
    match_id = owner.match.id

    def send(carrier: Carrier) -> None:
        peer = peer_of(carrier)
        match = peer.matches.held[match_id]
        ledger = match.ledger
        writer = next(iter(match.pens)) if seat is None else seat
        pen = next(iter(match.pens.values()))
        entry = Entry(
            ledger.match_id, len(ledger), ledger.last_hash, kind, writer, unpack(pack(body)), 0,
            ledger.moment.digest if digest is None else digest,
        ).signed(pen.key)  # fmt: skip
        for one in [*match.links] if to is None else [to.hub._carrier.peer.me]:  # type: ignore[union-attr]
            peer.links.post(one, GiveEntries(match_id, entry.index, (entry.to_bytes(),)))

    inside(owner.hub, send)


def said(owner: Owner) -> str:
    failed = owner.failed()[-1]
    return failed.message.format(**failed.arguments)


# -- entries that can't be -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("e2 !hook#1 b4r", "does not hold hook"),
        ("e2 !hook#1 b3r", "does not hold hook"),
        ("e2 !dot#2 b4r", "does not hold dot"),
        ("e2 !dot#4 b4r", "does not hold dot"),
        ("e2 !silta b4r", "does not hold silta"),
        ("e2 !secret b4r", "secret"),
        ("e2 !dot#1 g7r", "dot"),
        ("e2 !dot#1 b4x", "colour"),
        ("e2 r@a7", "a7"),
        ("e2 " + "!dot" * 600, "malformed"),
        ("e2 r@ä3", "ASCII"),
        ("", "malformed"),
        (7, "malformed"),
    ],
)
def test_a_forged_turn_is_refused_and_its_author_named(make: Make, body: Packable, why: str) -> None:
    anna, bert = quiet(make, "Anna", "Bert")
    begin("taika-mario", {}, [(anna, "person"), (bert, "person")], position=TAIKA)
    before = bert.match
    forge(anna, "act", body)
    wait([anna, bert], lambda: bert.failed())
    assert bert.failed()[0].code == "refused" and bert.failed()[0].match_id == before.id
    assert said(bert).startswith("Anna's program sent something that can't be")
    if why != "malformed":
        assert why in said(bert)
    assert bert.match.entries == before.entries and bert.match.status == "running"
    assert verify(Path(before.path)).ok
    # The link is made again, and with an honest turn the match goes on.
    wait([anna, bert], lambda: bert.match.seats[0].linked and anna.match.seats[1].linked)
    anna.act("e2 !dot b4r")
    wait([anna, bert], reached(before.entries + 1, anna, bert))
    assert bert.match.actions == ("e2 !dot#1 b4r",)
    equal_logs(anna, bert)


@pytest.mark.parametrize("seat", [0, 1, 7])
def test_nobody_acts_for_another(make: Make, seat: int) -> None:
    anna, bert = quiet(make, "Anna", "Bert")
    begin("magi", {}, [(anna, "person"), (bert, "person")])
    forge(bert, "act", "e2e4", seat=seat)
    wait([anna, bert], lambda: anna.failed())
    assert said(anna).startswith("Bert's program") and anna.match.entries == 4


# -- what stops a match --------------------------------------------------------------------------------


def test_a_position_counted_differently_stops_the_match_and_says_whose_it_is(make: Make) -> None:
    anna, bert, carl = quiet(make, "Anna", "Bert", "Carl")
    begin("magi", {}, [(anna, "person"), (bert, "person")], watchers=[carl])
    anna.act("e2e4")
    wait([anna, bert, carl], reached(5, anna, bert, carl))
    forge(bert, "act", "e9e7", digest=bytes(16))
    wait([anna, bert, carl], lambda: anna.match.status == carl.match.status == "desync")
    for owner in (anna, carl):
        assert owner.failures() == ["desync"] and owner.failed()[0].match_id == owner.match.id
        assert owner.failed()[0].arguments == {"name": "Bert"}
        assert owner.match.entries == 5 and owner.match.past[-1].action == "e2e4"
        report = verify(Path(owner.match.path))
        assert not report.ok and any("evidence" in line for line in report.lines)
    anna.act("d1d5")
    wait([anna], lambda: len(anna.failed()) == 2)
    assert anna.failed()[1].action == "d1d5"


def test_two_different_entries_by_one_seat_stop_the_match_and_are_kept(make: Make, tmp_path: Path) -> None:
    anna, bert, carl = quiet(make, "Anna", "Bert", "Carl")
    begin("magi", {}, [(anna, "person"), (bert, "person")], watchers=[carl])
    state = anna.match.state
    for action in ("e2e4", "c2c4"):
        forge(anna, "act", action, to=bert, digest=game("magi").digest(state.apply(action).state))
    both = (bert, carl)
    wait([anna, bert, carl], lambda: all(owner.match.status == "conflict" for owner in both))
    wait([anna, bert, carl], lambda: all(owner.failed() for owner in both))
    assert bert.failures() == ["conflict"] and said(bert).startswith("Anna 1 has signed two different things")
    assert bert.match.entries == 5 and not verify(Path(bert.match.path)).ok
    bert.hub.close()
    again = Owner(tmp_path / "Bert", "Bert")
    try:
        again.hub.post(Resume(bert.match.id))
        wait([again], lambda: again.matches)
        assert again.match.status == "conflict"
    finally:
        again.hub.close()


# -- a start that comes to nothing ---------------------------------------------------------------------


def deaf(owner: Owner, *kinds: str) -> Callable[[], None]:
    """From now on messages of these kinds do not reach ``owner``; call the answer to let them in."""
    held: list[Callable[[], None]] = []

    def close_ears(carrier: Carrier) -> None:
        take = carrier.session_received

        def ear(session: Session, message: Message) -> bool:
            if message.KIND in kinds:
                held.append(lambda: take(session, message))
            return message.KIND not in kinds

        hears_through(carrier, ear)

    def open_ears(carrier: Carrier) -> None:
        del carrier.session_received
        for one in held:
            one()

    inside(owner.hub, close_ears)
    return lambda: inside(owner.hub, open_ears)


def at_table(make: Make, *guests: str) -> tuple[Owner, list[Owner]]:
    """Anna's Taika-Mario table with an open seat for each guest, who sit there, not ready yet."""
    anna, *others = quiet(make, "Anna", *guests)
    anna.hub.post(
        OpenTable(
            "taika-mario",
            {"size": "7", "quiet_limit": "4"},
            ["person"] + ["open"] * len(others),
            autostart=True,
        )
    )
    wait([anna], lambda: anna.table)
    for owner in others:
        owner.hub.post(Join(anna.address))
        wait([anna, *others], lambda owner=owner: owner.table)
    return anna, others


def ready(*owners: Owner) -> None:
    for owner in owners:
        assert owner.table is not None
        owner.hub.post(Ready(owner.table.id, True))


@pytest.mark.parametrize("kind", ["gather", "header"])
def test_a_start_that_loses_a_player_is_void_and_the_table_starts_anew(make: Make, kind: str) -> None:
    anna, (bert, carl) = at_table(make, "Bert", "Carl")
    assert anna.table is not None
    deaf(carl, kind)
    ready(bert, carl)
    seen = {"gather": lambda: anna.table and anna.table.seats[2].ready, "header": lambda: anna.saved()}
    wait([anna, bert, carl], seen[kind])
    carl.cut()
    carl.hub.close()
    wait([anna, bert], lambda: anna.table and bert.table and bert.table.seats[2].kind == "open")
    assert not anna.matches and not bert.matches
    dora = make("Dora")
    for owner in (anna, bert, dora):
        owner.plays = True
    dora.hub.post(Join(anna.address))
    wait([anna, bert, dora], lambda: dora.table)
    ready(dora)
    wait([anna, bert, dora], over(anna, bert, dora))
    equal_logs(anna, bert, dora)
    if kind == "header":
        void = [one for one in anna.saved() if one.id != anna.match.id]
        assert len(void) == 1 and void[0].finished
        assert '"status": "void"' in verify(Path(void[0].path)).last


@pytest.mark.parametrize("words", ["{gone}", "{0.__class__}", "}{", "its opener left"])
def test_whatever_an_opener_says_when_it_closes_its_table_can_be_shown(make: Make, words: str) -> None:
    anna, (bert,) = at_table(make, "Bert")
    table = anna.table
    assert table is not None

    def close(carrier: Carrier) -> None:
        for session in carrier._links.values():
            session.send(SayClosed(table.id, "left", words))

    inside(anna.hub, close)
    wait([anna, bert], lambda: any(isinstance(event, TableClosed) for event in bert.told))
    (closed,) = [event for event in bert.told if isinstance(event, TableClosed)]
    assert closed.message.format(**closed.arguments) == words


@pytest.mark.parametrize("kind", ["gather", "header"])
def test_who_comes_to_watch_while_a_match_begins_sees_it_begin(make: Make, kind: str) -> None:
    anna, (bert,) = at_table(make, "Bert")
    hear = deaf(bert, kind)
    ready(bert)
    wait(
        [anna, bert],
        (lambda: anna.saved()) if kind == "header" else (lambda: anna.table and anna.table.seats[1].ready),
    )
    carl = make("Carl")
    carl.hub.post(Watch(anna.address))
    wait([anna, bert, carl], lambda: carl.table)
    hear()
    everybody = [anna, bert, carl]
    wait(everybody, lambda: all(owner.matches for owner in everybody))
    assert carl.match.watching
    for owner in everybody:
        owner.plays = True
    go_on(anna, bert)
    wait(everybody, over(*everybody))
    equal_logs(*everybody)


# -- a full disk ---------------------------------------------------------------------------------------


def test_a_full_disk_is_told_and_once_there_is_room_the_match_goes_on_whole(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert = quiet(make, "Anna", "Bert")
    begin("magi", {}, [(anna, "person"), (bert, "person")])
    full = {Path(anna.match.path)}
    append, anew = MatchFile._append, MatchFile.rewrite

    def no_room(file: MatchFile) -> None:
        if file.path in full:
            raise HomeError(
                "home-write", "{path} can't be written: {why}", path=str(file.path), why="disk full"
            )

    def append_if(file: MatchFile, data: bytes, sync: bool) -> None:
        no_room(file)
        append(file, data, sync)

    def rewrite_if(file: MatchFile, ledger: Ledger) -> None:
        no_room(file)
        anew(file, ledger)

    monkeypatch.setattr(MatchFile, "_append", append_if)
    monkeypatch.setattr(MatchFile, "rewrite", rewrite_if)
    anna.act("e2e4")
    wait([anna, bert], lambda: anna.failed())
    assert anna.failed()[0].action == "e2e4" and "disk full" in said(anna)
    assert anna.match.entries == bert.match.entries == 4
    full.clear()
    anna.act("h2h4")
    wait([anna, bert], reached(5, anna, bert))
    full.add(Path(anna.match.path))
    bert.act("e9e7")
    wait([anna, bert], lambda: len(anna.failed()) == 2 and anna.match.entries == 6)
    anna.act("d1d2")
    wait([anna, bert], lambda: len(anna.failed()) == 3)
    full.clear()
    anna.act("b1c3")
    wait([anna, bert], reached(7, anna, bert))
    assert bert.match.actions == ("h2h4", "e9e7", "b1c3")
    equal_logs(anna, bert)


def test_a_code_that_a_peer_chose_is_never_taken_for_one_of_our_own(make: Make) -> None:
    anna, carl = make("Anna"), make("Carl")

    def lie(session: Session, message: Message) -> bool:
        if isinstance(message, AskList):
            session.send(GiveList((), ("ab" * 16,)))
        elif isinstance(message, AskWatch):
            session.send(SayRefused("ab" * 16, "home-locked", "no"))
        return not isinstance(message, AskList | AskWatch)

    inside(anna.hub, lambda carrier: hears_through(carrier, lie))
    carl.hub.post(Watch(anna.address))
    wait([anna, carl], lambda: carl.failed())
    assert carl.failures() == ["peer:home-locked"]
