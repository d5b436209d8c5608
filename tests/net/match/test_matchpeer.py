"""One match at several peers, their messages delivered by hand: what hostile ones send, what crosses on the way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from net.edge.store import Home
from net.events import Event, Failed
from net.log.consent import Agreeable, Consent
from net.log.private_file import PrivateFile
from net.log.refusals import WouldContradict
from net.match.match import MatchPeer
from net.wire.codec import pack, unpack
from net.wire.messages import AskForfeit, GiveConsent, GiveEntries, MatchMessage, Message, read

Play = Callable[..., "Peers"]


class Peers:
    """Every seat of a party at a peer of its own, everybody linked; nothing arrives before ``deliver``."""

    def __init__(self, party: Any, folder: Path, players: dict[int, str]) -> None:
        self.party = party
        self.ids = [seat.peer for seat in party.ledger.seats]
        self.told: list[list[Event]] = [[] for _ in self.ids]
        self.cables: dict[tuple[int, int], deque[Message]] = {}
        self.peers = [self._peer(seat, folder / str(seat), players) for seat in range(len(self.ids))]
        for a in range(len(self.ids)):
            for b in range(a):
                self.link(a, b)
        for peer in self.peers:
            peer.begin_local()

    def _peer(self, seat: int, folder: Path, players: dict[int, str]) -> MatchPeer:
        pens = [self.party.pens[seat]]
        file = Home(folder).create(self.party.header, PrivateFile(pens))

        def post(peer: str, message: Message) -> None:
            cable = self.cables.get((seat, self.ids.index(peer)))
            if cable is not None:
                assert read(unpack(pack(message.pack()))) == message
                cable.append(message)

        return MatchPeer(
            self.party.copy(), pens, file, players,
            me=self.ids[seat], post=post, tell=self.told[seat].append, clock=lambda: 0.0,
        )  # fmt: skip

    def link(self, a: int, b: int) -> None:
        self.cables[a, b], self.cables[b, a] = deque(), deque()
        self.peers[a].link(self.ids[b])
        self.peers[b].link(self.ids[a])

    def cut(self, a: int, b: int) -> None:
        """The link breaks, and what was on its way is lost."""
        del self.cables[a, b], self.cables[b, a]
        self.peers[a].unlink(self.ids[b])
        self.peers[b].unlink(self.ids[a])

    def alone(self, seat: int) -> None:
        for other in range(len(self.ids)):
            if (seat, other) in self.cables:
                self.cut(seat, other)

    def send(self, a: int, b: int, message: MatchMessage) -> None:
        self.peers[b].received(self.ids[a], message)

    def deliver(self) -> None:
        """Until nobody has anything more to say."""
        while any(self.cables.values()):
            for (a, b), cable in list(self.cables.items()):
                while cable:
                    self.send(a, b, cable.popleft())

    def act(self) -> None:
        """The seat to act counts one up, and everybody hears of it."""
        writer = self.peers[0].ledger.writer
        assert writer is not None
        self.peers[writer].act("+1", len(self.peers[writer].ledger))
        self.deliver()

    def failures(self, seat: int) -> list[str]:
        return [event.code for event in self.told[seat] if isinstance(event, Failed)]

    def lengths(self) -> set[int]:
        return {len(peer.ledger) for peer in self.peers}


@pytest.fixture
def play(party: Any, tmp_path: Path) -> Play:
    """``play(seats, acts)``: the null game, each seat at a peer of its own, so many actions done."""

    def make(seats: int, acts: int, players: dict[int, str] | None = None) -> Peers:
        made = party("null", seats, goal="60").begin().play(acts)
        peers = Peers(made, tmp_path, players or {})
        peers.deliver()
        return peers

    return make


# -- forfeits -----------------------------------------------------------------------------------------


def test_who_is_out_can_not_spoil_a_forfeit_with_a_consent_of_its_own(play: Play) -> None:
    four = play(4, 4)
    four.peers[3].leave()
    four.deliver()
    four.act()
    assert four.peers[0].ledger.in_game == (0, 1, 2) and four.peers[0].ledger.writer == 1
    four.alone(1)
    four.peers[0].forfeit()
    pending = four.peers[0].forfeits.sought
    assert pending is not None
    spoilt = Consent(pending.point, 3, pending.point.sign(four.party.ledger.match_id, four.party.pens[3].key))
    four.send(3, 0, GiveConsent(four.peers[0].id, pending.point.index, True, spoilt.to_bytes()))
    four.deliver()
    assert not four.failures(0)
    assert four.peers[0].ledger.in_game == four.peers[2].ledger.in_game == (0, 2)


@pytest.mark.parametrize("seats", [3, 4])
def test_who_is_out_can_end_nothing_for_those_who_are_gone(play: Play, seats: int) -> None:
    party = play(seats, seats)
    for out in range(2, seats):  # two are left in the game, so that one of them could claim
        party.peers[out].leave()
        party.deliver()
        party.act()
    assert party.peers[0].ledger.in_game == (0, 1)
    party.alone(0)
    party.alone(1)
    before = party.lengths()
    for out in range(2, seats):
        assert party.peers[out].match().remedy == ""
        party.peers[out].forfeit()
        assert party.failures(out) == ["not-playing"]
    assert party.lengths() == before


def test_only_who_would_write_a_forfeit_can_bind_others_to_it(play: Play) -> None:
    four = play(4, 1)
    four.alone(1)
    asked = four.party.pens[0].ask_forfeit(four.peers[0].ledger, (1,), "left")
    four.send(3, 2, AskForfeit(four.peers[2].id, asked.index, asked.to_bytes()))
    assert four.peers[2].pens[2]._pledge is None
    four.send(0, 2, AskForfeit(four.peers[2].id, asked.index, asked.to_bytes()))
    assert four.peers[2].pens[2]._pledge == asked


def test_who_asks_for_a_forfeit_long_ago_is_served_the_log_in_pieces(play: Play) -> None:
    two = play(2, 0)
    for _ in range(58):
        two.act()
    early = Agreeable(0, two.party.ledger.match_id, "forfeit", 0, (0,), "left")
    two.send(1, 0, AskForfeit(two.peers[0].id, 0, early.to_bytes()))
    (given,) = two.cables[0, 1]
    assert isinstance(given, GiveEntries) and given.index == 0 and len(given.entries) == 62


@pytest.mark.parametrize("away", [False, True])
def test_a_forfeit_that_came_to_nothing_binds_nobody_once_the_missing_entry_is_there(
    play: Play, away: bool
) -> None:
    three = play(3, 1)
    three.alone(1)
    three.peers[0].forfeit()
    (asked,) = three.cables[0, 2]
    three.send(0, 2, asked)
    three.cut(0, 2)
    if not away:
        three.link(0, 2)
    three.peers[1].act("+1", len(three.peers[1].ledger))
    three.link(0, 1)
    if away:
        three.deliver()
        three.link(0, 2)
    three.link(1, 2)
    three.deliver()
    assert three.peers[2].ledger.writer == 2 and three.lengths() == {8}
    three.act()
    assert three.lengths() == {9} and not three.failures(2)
    kept = Path(three.peers[0].keeper.shown).with_suffix(".private").read_bytes()
    (bound,) = PrivateFile.from_bytes(kept).pens
    assert [release.point.kind for release in bound.releases(three.peers[0].ledger)] == ["release"]


# -- what all must consent to -------------------------------------------------------------------------


def kinds(peers: Peers) -> list[tuple[str, bool] | None]:
    """What each peer's owner is shown: the kind, and whether somebody there is asked."""
    shown = [peer.match().proposal for peer in peers.peers]
    return [None if one is None else (one.kind, one.ours) for one in shown]


def test_who_propose_at_once_are_each_asked_what_the_other_wants(play: Play) -> None:
    two = play(2, 3)
    two.peers[0].propose("pause")
    two.peers[1].propose("takeback")
    two.deliver()
    assert kinds(two) == [("takeback", True), ("pause", True)]
    two.peers[0].answer(False)
    two.deliver()
    assert kinds(two) == [("pause", False), ("pause", True)] and two.failures(1) == ["declined"]
    two.peers[1].answer(True)
    two.deliver()
    assert {peer.status for peer in two.peers} == {"paused"} and kinds(two) == [None, None]


def test_a_refusal_reaches_also_who_was_away_meanwhile(play: Play) -> None:
    three = play(3, 4)
    three.peers[0].propose("pause")
    three.deliver()
    three.alone(2)
    three.peers[1].answer(False)
    three.deliver()
    assert kinds(three) == [None, None, ("pause", True)]
    three.link(1, 2)
    three.deliver()
    assert kinds(three) == [None, None, None] and three.failures(2) == ["declined"]


def test_a_bot_that_slept_agrees_as_soon_as_it_is_awake(play: Play) -> None:
    two = play(2, 4, {1: "bot:1"})
    bot = two.peers[1]
    bot.pens[1].awake = False
    two.peers[0].propose("pause")
    two.deliver()
    assert two.peers[0].status == "running"
    bot.link(two.ids[0])
    two.deliver()
    assert {peer.status for peer in two.peers} == {"paused"}


def test_who_sleeps_is_told_that_it_can_not_propose_yet(play: Play) -> None:
    two = play(2, 4)
    two.peers[0].pens[0].awake = False
    with pytest.raises(WouldContradict, match="after a restart"):
        two.peers[0].propose("pause")
    assert kinds(two) == [None, None]


def test_who_is_out_of_the_game_already_may_leave_and_is_asked_no_more(play: Play) -> None:
    three = play(3, 3)
    three.peers[0].act("resign", len(three.peers[0].ledger))
    three.deliver()
    assert three.peers[1].ledger.in_game == (0, 1, 2)
    three.peers[0].leave()
    three.deliver()
    assert {peer.ledger.in_game for peer in three.peers} == {(1, 2)} and not three.failures(1)
    three.alone(0)
    three.peers[1].propose("pause")
    three.deliver()
    three.peers[2].answer(True)
    three.deliver()
    assert three.peers[1].status == three.peers[2].status == "paused"


def test_where_the_others_were_outlives_what_is_kept_before_they_are_heard_of_again(play: Play) -> None:
    keeper = play(2, 1).peers[0].keeper
    was = {"ab" * 32: ("192.0.2.7:4455",)}
    keeper.was_saved(PrivateFile(addresses=was))
    keeper.own_pens()
    kept = Path(keeper.shown).with_suffix(".private").read_bytes()
    assert PrivateFile.from_bytes(kept).addresses == was
