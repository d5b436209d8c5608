"""Hubs of one process over real TLS on loopback: whole matches, watchers, leaving, coming back."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

from net.edge.store import Home
from net.events import Failed, MatchChanged, RematchOffered
from net.hub import Hub
from net.intents import Act, Forfeit, Join, LeaveMatch, OpenTable, Ready, Rematch, SetSeat, StartMatch, Watch
from rules.nullgame import NULL
from rules.registry import registered
from rules.taika.state import TaikaState
from tests.net.owners import Owner, equal_logs, over, wait

SHORT = {"quiet_limit": "8"}


Make = Callable[..., Owner]


def seated(make: Make, options: dict[str, str] | None = None) -> tuple[Owner, Owner]:
    """Anna's table, where Bert has sat down."""
    anna, bert = make("Anna"), make("Bert")
    anna.hub.post(OpenTable("mind-control", options or SHORT, ["person", "open"]))
    wait([anna], lambda: anna.table)
    bert.hub.post(Join(anna.address))
    wait([anna, bert], lambda: bert.table)
    return anna, bert


def start(anna: Owner, bert: Owner) -> None:
    assert anna.table is not None
    bert.hub.post(Ready(anna.table.id, True))
    wait([anna, bert], lambda: anna.table and anna.table.seats[1].ready)
    anna.hub.post(StartMatch(anna.table.id))
    wait([anna, bert], lambda: anna.matches and bert.matches)


def test_a_local_match_needs_no_network_and_leaves_a_record_that_verifies(make: Make) -> None:
    anna = make("Anna", network=False)
    anna.hub.post(
        OpenTable("mind-control", SHORT, ["person", "person"], names=["Anna", "Bert"], public=False)
    )
    wait([anna], over(anna))
    assert [seat.name for seat in anna.match.seats] == ["Anna", "Bert"]
    equal_logs(anna)


def test_two_peers_play_a_whole_match_and_hold_the_same_log(make: Make) -> None:
    anna, bert = seated(make)
    start(anna, bert)
    wait([anna, bert], over(anna, bert))
    assert anna.match.actions == bert.match.actions
    equal_logs(anna, bert)
    wait([anna, bert], lambda: anna.match.settled and bert.match.settled)


def test_a_table_starts_only_when_all_are_ready_and_only_by_its_opener(make: Make) -> None:
    anna, bert = seated(make)
    assert anna.table is not None
    anna.hub.post(StartMatch(anna.table.id))
    bert.hub.post(StartMatch(anna.table.id))
    bert.hub.post(SetSeat(anna.table.id, 0, "open"))
    wait([anna, bert], lambda: anna.failures() and len(bert.failures()) == 2)
    assert anna.failures() == ["not-ready"] and bert.failures() == ["not-opener"] * 2


def test_a_watcher_comes_mid_game_and_another_watches_through_it(make: Make) -> None:
    anna, bert = seated(make)
    anna.until = bert.until = 12
    start(anna, bert)
    wait([anna, bert], lambda: anna.match.entries == 12 and bert.match.entries == 12)
    carl, dora = make("Carl"), make("Dora")
    carl.hub.post(Watch(bert.address))
    wait([anna, bert, carl], lambda: carl.matches)
    assert carl.match.watching and carl.match.entries == 12 and len(carl.match.actions) == 8
    dora.hub.post(Watch(carl.address))
    wait([anna, bert, carl, dora], lambda: dora.matches)
    anna.until = bert.until = 10**9
    anna.move(anna.match)
    bert.move(bert.match)
    wait([anna, bert, carl, dora], over(anna, bert, carl, dora))
    equal_logs(anna, bert, carl, dora)


def test_a_watcher_at_the_table_waits_for_the_start(make: Make) -> None:
    anna, bert = seated(make)
    carl = make("Carl")
    carl.hub.post(Watch(anna.address))
    wait([anna, bert, carl], lambda: anna.table and anna.table.watchers == ("Carl",))
    start(anna, bert)
    wait([anna, bert, carl], over(anna, bert, carl))
    equal_logs(anna, bert, carl)


def test_the_opener_may_leave_come_back_and_resume(make: Make, tmp_path: Path) -> None:
    anna, bert = seated(make)
    anna.until = bert.until = 10
    start(anna, bert)
    wait([anna, bert], lambda: anna.match.entries == 10 and bert.match.entries == 10)
    anna.hub.close()
    wait([bert], lambda: not bert.match.seats[0].linked)
    bert.until = 10**9
    again = Owner(tmp_path / "Anna", "Anna")
    try:
        assert [saved.mine and not saved.finished for saved in again.saved()] == [True]
        again.hub.post(Watch(bert.address))
        wait([again, bert], over(again, bert))
        assert not again.match.watching
        equal_logs(again, bert)
    finally:
        again.hub.close()


def test_who_leaves_for_good_loses_and_the_other_learns_it(make: Make) -> None:
    anna, bert = seated(make)
    anna.until = bert.until = 10
    start(anna, bert)
    wait([anna, bert], lambda: anna.match.entries == 10 and bert.match.entries == 10)
    bert.hub.post(LeaveMatch(bert.match.id, for_good=True))
    wait([anna, bert], over(anna, bert))
    outcome = anna.match.state.outcome()
    assert outcome is not None and (outcome.reason, outcome.winners) == ("left", (0,))


def test_of_two_the_one_left_may_claim_the_match(make: Make) -> None:
    anna, bert = seated(make)
    anna.until = bert.until = 9
    start(anna, bert)
    wait([anna, bert], lambda: anna.match.entries == 9 and bert.match.entries == 9)
    anna.hub.post(Forfeit(anna.match.id))
    wait([anna], lambda: anna.failures() == ["wait"])
    bert.hub.close()
    assert anna.match.remedy == "", "nobody is gone"
    wait([anna], lambda: not anna.match.seats[1].linked)
    assert anna.match.state.turn == 1
    assert anna.match.remedy == "claim"
    anna.hub.post(Forfeit(anna.match.id))
    wait([anna], lambda: anna.match.status == "claimed")
    assert not anna.match.confirmed


def test_a_rematch_turns_the_seats(make: Make) -> None:
    anna, bert = seated(make)
    start(anna, bert)
    wait([anna, bert], over(anna, bert))
    first = anna.match.id
    bert.hub.post(Rematch(first))
    wait([anna, bert], lambda: any(isinstance(event, RematchOffered) for event in anna.told))
    anna.hub.post(Rematch(first))
    wait([anna, bert], lambda: len(anna.matches) == 2 and len(bert.matches) == 2)
    assert [seat.name for seat in anna.match.seats] == ["Bert", "Anna"]
    wait([anna, bert], over(anna, bert))
    equal_logs(anna, bert)


def test_stale_and_illegal_acts_fail_and_change_nothing(make: Make) -> None:
    anna = make("Anna", network=False)
    anna.plays = False
    anna.hub.post(OpenTable("mind-control", SHORT, ["person", "person"], public=False))
    wait([anna], lambda: anna.matches)
    anna.hub.post(Act(anna.match.id, "c3c4", 3))
    anna.hub.post(Act(anna.match.id, "c3c9", 4))
    anna.hub.post(Act("00" * 32, "c3c4", 4))
    wait([anna], lambda: len(anna.failures()) == 3)
    assert anna.failures()[0] == "stale" and anna.failures()[2] == "no-match"
    assert anna.match.entries == 4


def test_garbage_from_a_stranger_harms_nobody(make: Make) -> None:
    anna, bert = seated(make)
    anna.until = bert.until = 8
    start(anna, bert)
    with socket.create_connection(("127.0.0.1", anna.hub.port)) as stranger:
        stranger.sendall(b"\xff" * 5000)
        wait([anna, bert], lambda: anna.match.entries == 8 and bert.match.entries == 8)
    anna.until = bert.until = 10**9
    for owner in (anna, bert):
        owner.move(owner.match)
    wait([anna, bert], over(anna, bert))


def test_a_second_hub_of_the_same_home_says_that_the_folder_is_used(make: Make, tmp_path: Path) -> None:
    anna = make("Anna", network=False)
    anna.hub.post(OpenTable("mind-control", SHORT, ["person", "person"], public=False))
    wait([anna], lambda: anna.matches)
    second = Owner(tmp_path / "Anna", "Anna", network=False)
    wait([second], lambda: second.failures() == ["home-locked"])
    second.hub.close()


def test_without_a_network_a_table_can_not_be_opened_but_games_here_can(make: Make) -> None:
    anna = make("Anna", network=False)
    anna.hub.post(OpenTable("mind-control", SHORT, ["person", "open"]))
    wait([anna], lambda: anna.failures() == ["no-network"])
    anna.hub.post(OpenTable("mind-control", SHORT, ["person", "person"], public=False))
    wait([anna], lambda: anna.matches)


def test_wake_is_called_once_for_a_batch(tmp_path: Path) -> None:
    calls: list[int] = []
    hub = Hub(Home(tmp_path), "Anna", lambda: calls.append(1), network=False)
    hub.tell(Failed("a", "a"))
    hub.tell(Failed("b", "b"))
    assert len(calls) == 1 and len(hub.events()) == 2
    hub.tell(Failed("c", "c"))
    assert len(calls) == 2


def test_a_broken_link_is_made_again_and_the_match_goes_on(make: Make) -> None:
    anna, bert = seated(make)
    anna.until = bert.until = 9
    start(anna, bert)
    wait([anna, bert], lambda: anna.match.entries == 9 and bert.match.entries == 9)

    anna.cut()
    wait(
        [anna, bert],
        lambda: any(isinstance(e, MatchChanged) and not e.match.seats[1].linked for e in anna.told),
    )
    anna.until = bert.until = 10**9
    for owner in (anna, bert):
        owner.move(owner.match)
    wait([anna, bert], over(anna, bert))
    equal_logs(anna, bert)


def test_of_three_the_opener_is_lost_is_forfeited_by_the_others_and_they_go_on(make: Make) -> None:
    with registered(NULL):
        anna, bert, carl = make("Anna"), make("Bert"), make("Carl")
        anna.hub.post(OpenTable("null", {"goal": "60"}, ["person", "open", "open"], autostart=True))
        wait([anna], lambda: anna.table)
        for owner in (bert, carl):
            owner.hub.post(Join(anna.address))
            wait([anna, owner], lambda owner=owner: owner.table)
            owner.hub.post(Ready(anna.table.id if anna.table else "", True))
        everybody = [anna, bert, carl]
        for owner in everybody:
            owner.until = 9
        wait(everybody, lambda: all(o.matches and o.match.entries == 9 for o in everybody))
        wait(everybody, lambda: all(seat.linked for o in (bert, carl) for seat in o.match.seats))
        anna.hub.close()
        wait([bert, carl], lambda: not bert.match.seats[0].linked and not carl.match.seats[0].linked)
        assert bert.match.state.turn == 0
        assert (bert.match.remedy, carl.match.remedy) == ("forfeit", ""), "one writes it, all must agree"
        bert.until = carl.until = 10**9
        bert.hub.post(Forfeit(bert.match.id))
        wait([bert, carl], over(bert, carl))
        assert bert.match.seats[0].gone
        equal_logs(bert, carl)


def test_hidden_hands_are_shown_to_their_owners_alone(make: Make) -> None:
    anna, bert = make("Anna"), make("Bert")
    anna.plays = bert.plays = False
    anna.hub.post(OpenTable("taika-mario", {}, ["person", "open"], autostart=True))
    wait([anna], lambda: anna.table)
    bert.hub.post(Join(anna.address))
    wait([anna, bert], lambda: bert.table)
    bert.hub.post(Ready(anna.table.id if anna.table else "", True))
    wait([anna, bert], lambda: anna.matches and bert.matches)
    for seat, owner in enumerate((anna, bert)):
        state = owner.match.state
        assert isinstance(state, TaikaState)
        assert None not in state.hands[seat] and set(state.hands[1 - seat]) == {None}
        assert state.seed is None and set(state.deck) == {None}
