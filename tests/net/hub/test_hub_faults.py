"""Faults that were once put in on purpose and no test caught: each is caught here, at hubs, sockets and files."""

from __future__ import annotations

import errno
import json
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from client.headless import FATAL
from net.edge import disk
from net.edge.export import verify
from net.edge.record import ENTRY, framed
from net.edge.session import Caps, Session
from net.intents import Answer, Join, Propose, Resume, Watch
from net.log.pen import point_here
from net.wire.link import Limits, Reason
from net.wire.messages import AskList, AskSeat, AskWatch, GiveList, GiveWish, Message, SayRefused, about
from tests.net.conftest import Parties, Party, furnish
from tests.net.owners import Owner, begin, equal_logs, reached, wait
from tests.net.puppet import Puppet, Rude
from tests.patience import PATIENCE_S

Make = Callable[..., Owner]


@pytest.fixture
def puppets() -> Iterator[list[Puppet]]:
    """Puppets put in here are closed at the end."""
    made: list[Puppet] = []
    yield made
    for puppet in made:
        puppet.close()


def watched(
    make: Make, folder: Path, party: Party, puppets: list[Puppet], signs: tuple[int, ...]
) -> tuple[Owner, Puppet]:
    """Carl, who watches the match of ``party``, and a puppet linked to him that signs for these seats."""
    furnish(folder / "players", party, *signs)
    furnish(folder / "Carl", party)
    carl = make("Carl")
    carl.hub.post(Resume(party.header.match_id.hex()))
    puppets.append(Puppet(folder / "players", "Players").connect(carl.address))
    wait([carl], lambda: carl.matches and carl.match.seats[signs[0]].linked)
    return carl, puppets[-1]


def quiet(make: Make, *names: str) -> list[Owner]:
    owners = [make(name) for name in names]
    for owner in owners:
        owner.plays = False
    return owners


# -- paused ------------------------------------------------------------------------------------------------


def paused(party: Parties) -> Party:
    """Two have played eight moves and paused."""
    two = party("endless").begin().play(8)
    point = point_here(two.ledger, "pause")
    consent = two.pens[1 - two.turn].consent(two.ledger, point)
    two.tell(two.pens[two.turn].enter_agreed(two.ledger, point, [consent]).to_bytes())
    return two


@pytest.mark.parametrize("kind", ["takeback", "act", "pause"])
@pytest.mark.parametrize("back", [2, 3, 7])
def test_what_is_signed_by_all_but_may_not_be_while_paused_is_refused(
    make: Make, party: Parties, tmp_path: Path, puppets: list[Puppet], kind: str, back: int
) -> None:
    two = paused(party)
    carl, puppet = watched(make, tmp_path, two, puppets, (0, 1))
    assert carl.match.status == "paused"
    before, seat = carl.match.entries, puppet.ledger.writer
    assert seat is not None
    if kind == "act":
        entry = puppet.entry("act", "+1", seat)
    else:
        back_to = puppet.ledger.line[-back].index if kind == "takeback" else 0
        signed = [[1 - seat, puppet.consent(1 - seat, puppet.point(kind, back_to=back_to)).signature]]
        entry = puppet.entry(kind, [back_to, signed] if kind == "takeback" else signed, seat)
    puppet.send_entries([entry])
    wait([carl], lambda: carl.failed())
    assert carl.failures() == ["refused"] and carl.match.entries == before and carl.match.status == "paused"
    with puppet.path.open("ab") as record:
        record.write(framed(ENTRY, entry.to_bytes()))
    assert not verify(puppet.path).ok and f'"entries": {before}' in verify(puppet.path).last


@pytest.mark.parametrize("asker", [0, 1])
def test_nothing_can_be_taken_back_while_paused_nor_proposed_by_others(
    make: Make, puppets: list[Puppet], asker: int
) -> None:
    anna, bert = owners = quiet(make, "Anna", "Bert")
    begin("magi", {}, [(anna, "person"), (bert, "person")])
    for number, action in enumerate(("e2e4", "e9e7", "c2c4")):
        owners[number % 2].act(action)
        wait(owners, reached(5 + number, *owners))
    anna.hub.post(Propose(anna.match.id, "pause"))
    wait(owners, lambda: bert.match.proposal)
    bert.hub.post(Answer(bert.match.id, True))
    wait(owners, lambda: anna.match.status == bert.match.status == "paused")
    owners[asker].hub.post(Propose(anna.match.id, "takeback"))
    wait(owners, lambda: owners[asker].failed())
    assert owners[asker].failures() == ["paused"]
    bert.cut()
    bert.hub.close()
    puppets.append(Puppet(bert.folder, "Bert").connect(anna.address))
    wait([anna], lambda: anna.match.seats[1].linked)
    puppet, told = puppets[-1], len(anna.failed())
    wish = puppet.consent(1, puppet.point("takeback", back_to=puppet.ledger.line[-2].index))
    puppet.send(GiveWish(puppet.id, wish.to_bytes()))
    wait([anna], lambda: len(anna.failed()) > told)
    assert (
        anna.failed()[-1].code == "refused" and anna.match.proposal is None and anna.match.status == "paused"
    )


# -- a late forfeit ----------------------------------------------------------------------------------------


def finished(party: Parties, sealed: tuple[int, ...]) -> Party:
    """Three have played to the end; the seats ``sealed`` have confirmed it, and the last mover may or may not."""
    three = party("null", 3, goal="20").begin().play()
    assert three.ledger.status == "finished"
    for seat in sealed:
        three.ledger.add_seal(three.pens[seat].seal(three.ledger))
    return three


@pytest.mark.parametrize("signer", [0, 1])
@pytest.mark.parametrize("both", [False, True])
@pytest.mark.parametrize("way", ["hub", "file"])
def test_a_late_forfeit_signed_by_who_has_sealed_the_end_is_refused(
    make: Make, party: Parties, tmp_path: Path, puppets: list[Puppet], signer: int, both: bool, way: str
) -> None:
    last = party("null", 3, goal="20").begin().play().ledger.entries[-1].seat
    others = tuple(seat for seat in range(3) if seat != last)
    for sealed, false in ((others if both else (others[signer],), True), ((last,), False), ((), False)):
        folder = tmp_path / f"sealed{''.join(map(str, sealed))}"
        three = finished(party, sealed)
        furnish(folder / "players", three, 0, 1, 2)
        puppets.append(puppet := Puppet(folder / "players", "Players"))
        at = len(puppet.ledger) - 1
        point = puppet.point("forfeit", at, seats=(last,), reason="left")
        consent = [others[1], puppet.consent(others[1], point).signature]
        entry = puppet.entry("forfeit", [[last], "left", [consent]], others[0], at)
        status = "finished" if false else "running"
        if way == "file":
            with puppet.path.open("ab") as record:
                record.write(framed(ENTRY, entry.to_bytes()))
            report = verify(puppet.path)
            assert report.ok != false and json.loads(report.last)["status"] == status
            continue
        furnish(folder / "Carl", three)
        carl = make(f"{folder.name}/Carl")
        carl.hub.post(Resume(puppet.id))
        wait([carl], lambda carl=carl: carl.matches)
        assert carl.match.status == "finished"
        puppet.connect(carl.address)
        wait([carl], lambda carl=carl: carl.match.seats[0].linked)
        puppet.send_entries([entry])
        if false:
            wait([carl], lambda carl=carl: carl.failed())
            assert carl.failures() == ["refused"] and carl.match.seats[last].gone is False
        else:
            wait([carl], lambda carl=carl: carl.match.status == "running")
            assert carl.match.seats[last].gone and not carl.failed()
        assert carl.match.status == status


# -- strangers ---------------------------------------------------------------------------------------------


def dangling(address: str, source: str = "") -> socket.socket:
    host, _, port = address.rpartition(":")
    made = socket.create_connection((host, int(port)), PATIENCE_S, (source, 0) if source else None)
    made.settimeout(PATIENCE_S)
    return made


def closed(one: socket.socket) -> bool:
    """Whether the other side has closed it; looks without waiting."""
    one.setblocking(False)
    try:
        return one.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def test_strangers_from_one_host_are_few_at_a_hub_and_keep_nobody_else_out(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    unhurried = Caps(link=Limits(hello_s=PATIENCE_S))  # nobody is closed for being slow
    monkeypatch.setattr("net.edge.session.Caps", lambda: unhurried)
    anna = make("Anna")
    address = anna.address
    strangers: list[socket.socket] = []
    try:
        for _ in range(20):
            strangers.append(dangling(address))
        wait([anna], lambda: sum(map(closed, strangers)) >= 12)
        assert sum(map(closed, strangers)) == 12, "8 from one host may wait to prove who they are"
        try:
            strangers.append(dangling(address, "127.0.0.2"))
        except OSError:
            pytest.skip("this machine has one loopback address only")
        time.sleep(0.2)
        assert not closed(strangers[-1])
    finally:
        for one in strangers:
            one.close()


# -- a full disk -------------------------------------------------------------------------------------------


class Disk:
    """A disk on which there is no room for appending to some files; ``torn``: half of it is written first."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full: set[Path] = set()
        self.torn = False
        self.refused = 0
        honest = disk.append

        def append(path: Path, data: bytes, sync: bool) -> None:
            if path in self.full:
                self.refused += 1
                if self.torn:
                    honest(path, data[: len(data) // 2], sync)
                raise OSError(errno.ENOSPC, "no space left on device")
            honest(path, data, sync)

        monkeypatch.setattr(disk, "append", append)


@pytest.mark.parametrize("torn", [False, True])
@pytest.mark.parametrize("lost", [1, 2])
@pytest.mark.parametrize("who", ["Anna", "Carl"])
def test_what_others_sent_while_the_disk_was_full_is_made_good_before_anything_else_is_written(
    make: Make, monkeypatch: pytest.MonkeyPatch, torn: bool, lost: int, who: str
) -> None:
    anna, bert, carl = owners = quiet(make, "Anna", "Bert", "Carl")
    begin("magi", {}, [(anna, "person"), (bert, "person")], watchers=[carl])
    there = Disk(monkeypatch)
    there.torn = torn
    short = anna if who == "Anna" else carl
    moves = ["e2e4", "e9e7", "c2c4", "c9c7", "h2h4"]
    anna.act(moves[0])
    wait(owners, reached(5, *owners))
    for number in range(1, lost + 1):
        if who == "Carl" or number == 1:
            there.full.add(Path(short.match.path))
        mover = (anna, bert)[number % 2]
        if mover is short:
            break
        mover.act(moves[number])
        wait(owners, reached(5 + number, *owners))
    assert there.refused and {one.code for one in short.failed()} == {"home-write"}
    there.full.clear()
    count = short.match.entries
    (anna, bert)[(count - 4) % 2].act(moves[count - 4])
    wait(owners, reached(count + 1, *owners))
    equal_logs(*owners)


@pytest.mark.parametrize("torn", [False, True])
def test_an_own_move_that_found_no_room_leaves_no_trace_in_the_record(
    make: Make, monkeypatch: pytest.MonkeyPatch, torn: bool
) -> None:
    anna, bert = owners = quiet(make, "Anna", "Bert")
    begin("magi", {}, [(anna, "person"), (bert, "person")])
    there = Disk(monkeypatch)
    there.torn = torn
    there.full.add(Path(anna.match.path))
    anna.act("e2e4")
    wait(owners, lambda: anna.failed())
    assert anna.failures() == ["home-write"] and anna.match.entries == 4
    there.full.clear()
    anna.act("c2c4")
    wait(owners, reached(5, *owners))
    bert.act("e9e7")
    wait(owners, reached(6, *owners))
    assert bert.match.actions == ("c2c4", "e9e7")
    equal_logs(*owners)


# -- codes that peers choose ---------------------------------------------------------------------------------

OURS = (*FATAL, "declined")


@pytest.mark.parametrize("code", OURS)
@pytest.mark.parametrize(
    ("intent", "when"),
    [
        ("watch", "list?"),
        ("join", "list?"),
        ("watch", "watch"),
        ("join", "sit"),
        ("watch", "refused"),
        ("join", "refused"),
    ],
)
def test_no_code_that_a_peer_chose_is_taken_for_one_of_our_own(
    make: Make, code: str, when: str, intent: str
) -> None:
    def answer(session: Session, message: Message) -> None:
        if when == message.KIND:
            session.close(Reason(code, "{said}", {"said": "{gone} }{"}))
        elif isinstance(message, AskList):
            session.send(GiveList(("ab" * 16,), ("cd" * 16,)))
        elif isinstance(message, AskWatch | AskSeat):
            session.send(SayRefused(about(message), code, "no"))

    rude = Rude(answer)
    carl = make("Carl")
    try:
        carl.hub.post(Watch(rude.address) if intent == "watch" else Join(rude.address))
        wait([carl], lambda: carl.failed())
        for failed in carl.failed():
            assert failed.code == f"peer:{code}" and failed.message.format(**failed.arguments)
    finally:
        rude.close()
