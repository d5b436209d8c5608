"""Magi and Taika-Mario through the same hubs as Mind Control: real TLS on loopback, any mix of who sits where.

Every seat moves by what may be known there, part by part, so that these are also tests of views and picks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from net.edge.export import export, verify
from net.events import Match, RematchOffered, Stepped
from net.intents import Forfeit, Join, LeaveMatch, OpenTable, Rematch, Resume, Watch
from rules.magi.state import MagiState
from rules.record import read, replay
from rules.registry import game
from rules.taika.state import TaikaState
from tests.net.owners import (
    Owner,
    begin,
    equal_logs,
    go_on,
    hold,
    over,
    reached,
    wait,
)

Make = Callable[..., Owner]

SHORT = {
    "magi": {"move_limit": "6"},
    "taika-mario": {"size": "7", "quiet_limit": "4"},
}
MIXES = [
    ("magi", ("Anna person", "Bert person")),
    ("magi", ("Anna bot:1", "Bert person")),
    ("taika-mario", ("Anna person", "Bert bot:1")),
    ("taika-mario", ("Anna person", "Anna person", "Bert person")),
    ("taika-mario", ("Anna person", "Bert bot:1", "Bert person", "Carl person")),
]
"""Game, and who sits in each seat: people here, people elsewhere, two at one peer, bots."""


def sit(make: Make, who: Iterable[str]) -> tuple[list[Owner], list[tuple[Owner, str]]]:
    """The owners, and the plan of seats that ``who`` describes."""
    owners: dict[str, Owner] = {}
    plan = []
    for one in who:
        name, player = one.split()
        owner = owners[name] if name in owners else make(name)
        owners[name] = owner
        plan.append((owner, player))
    return list(owners.values()), plan


def digests(owners: Iterable[Owner]) -> set[bytes]:
    return {game(owner.match.game).digest(owner.match.state) for owner in owners}


def taika(match: Match) -> TaikaState:
    assert isinstance(match.state, TaikaState)
    return match.state


def magi(match: Match) -> MagiState:
    assert isinstance(match.state, MagiState)
    return match.state


# -- whole matches -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game_id", "who"), MIXES, ids=lambda value: "-".join(value) if type(value) is tuple else value
)
def test_any_mix_of_people_here_bots_and_peers_plays_a_match_to_its_end(
    make: Make, game_id: str, who: tuple[str, ...]
) -> None:
    owners, plan = sit(make, who)
    begin(game_id, SHORT[game_id], plan)
    wait(owners, over(*owners))
    assert len(digests(owners)) == 1
    equal_logs(*owners)
    first = owners[0].match
    for owner in owners:
        here = [seat for seat, (sitting, _) in enumerate(plan) if sitting is owner]
        assert [seat for seat, one in enumerate(owner.match.seats) if one.here] == here
        assert owner.match.actions == first.actions and owner.match.state.outcome() == first.state.outcome()
        assert [one.action for one in owner.match.past] == ["", *first.actions]
        assert not owner.failed()
    path = Path(first.path)
    play, lines = read(export(path))
    assert len(list(replay(play, lines))) == len(first.actions)
    assert play.digest() == digests(owners).pop()
    (saved,) = owners[-1].saved()
    assert saved.finished and saved.mine and saved.game == game_id and len(saved.names) == len(who)


def test_a_saved_match_is_listed_reopened_and_shows_its_whole_past(make: Make, tmp_path: Path) -> None:
    owners, plan = sit(make, ("Anna person", "Bert bot:1", "Bert person"))
    begin("taika-mario", SHORT["taika-mario"], plan)
    wait(owners, over(*owners))
    lived = owners[1].match
    for owner in owners:
        owner.hub.close()
    again = Owner(tmp_path / "Bert", "Bert")
    try:
        (saved,) = again.saved()
        assert verify(Path(saved.path)).ok
        again.hub.post(Resume(saved.id))
        wait([again], lambda: again.matches)
        assert again.match.past == lived.past and again.match.confirmed
        assert [seat.player for seat in again.match.seats] == ["", "bot:1", "person"]
    finally:
        again.hub.close()


@pytest.mark.parametrize("hands", ["hidden", "open"])
def test_a_late_watcher_sees_the_hands_only_if_they_are_open(make: Make, hands: str) -> None:
    owners, plan = sit(make, ("Anna person", "Anna person", "Bert person", "Carl bot:1"))
    hold(20, *owners)
    begin("taika-mario", {**SHORT["taika-mario"], "hands": hands}, plan)
    wait(owners, reached(20, *owners))
    dora = make("Dora")
    dora.hub.post(Watch(owners[1].address))
    wait([*owners, dora], lambda: dora.matches)
    assert dora.match.watching and dora.match.entries == 20 and len(dora.match.past) == 13
    go_on(*owners)
    everybody = [*owners, dora]
    wait(everybody, over(*everybody))
    seen = [one.state for one in dora.match.past] + [
        e.match.state for e in dora.told if isinstance(e, Stepped)
    ]
    for state in seen:
        assert isinstance(state, TaikaState)
        assert state.seed is None and set(state.deck) <= {None}
        known = {card is not None for hand in state.hands for card in hand}
        assert known <= {hands == "open"}
    equal_logs(*everybody)


def test_nobody_is_shown_the_hand_of_another_now_or_later(make: Make) -> None:
    owners, plan = sit(make, ("Anna person", "Anna person", "Bert person", "Bert bot:1"))
    begin("taika-mario", SHORT["taika-mario"], plan)
    wait(owners, over(*owners))
    anna, bert = owners
    for owner, may_know in ((anna, {0, 1}), (bert, {2})):
        for event in owner.told:
            if not isinstance(event, Stepped):
                continue
            state = taika(event.match)
            known = {seat for seat, hand in enumerate(state.hands) if any(hand)}
            assert known <= may_know and len(known) <= 1
            if state.turn in may_know and state.hands[state.mover]:
                assert known == {state.turn}
            for one in event.match.past:
                assert isinstance(one.state, TaikaState)
                past = {seat for seat, hand in enumerate(one.state.hands) if any(hand)}
                # Two people here look back together; one alone always knows the own hand.
                assert past <= (set() if owner is anna else {2})


def test_who_comes_by_address_gets_the_table_with_a_free_seat_announced_or_not(make: Make) -> None:
    anna, bert, carl = (make(name) for name in ("Anna", "Bert", "Carl"))
    for owner in (anna, bert, carl):
        owner.plays = False
    for public in (True, False):
        anna.hub.post(OpenTable("taika-mario", {}, ["person", "open"], public=public))
        wait([anna], lambda: anna.table and anna.table.seats[1].kind == "open")
        first = anna.table
        guest = bert if public else carl
        guest.hub.post(Join(anna.address))
        wait([anna, guest], lambda guest=guest: guest.table)
        assert guest.table is not None and first is not None and guest.table.id == first.id
        wait([anna], lambda: anna.table and anna.table.seats[1].kind == "peer")


# -- lost and found ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game_id", "who"),
    [
        ("magi", ("Anna person", "Bert person")),
        ("taika-mario", ("Anna person", "Bert person", "Bert bot:1", "Carl person")),
    ],
)
def test_a_hub_killed_mid_game_takes_its_seats_up_again_from_disk(
    make: Make, tmp_path: Path, game_id: str, who: tuple[str, ...]
) -> None:
    owners, plan = sit(make, who)
    count = 2 * len(who) + 6
    hold(count, *owners)
    begin(game_id, SHORT[game_id], plan)
    wait(owners, reached(count, *owners))
    bert = owners.pop(1)
    before = bert.match
    bert.cut()
    bert.hub.close()
    wait(owners, lambda: not owners[0].match.seats[1].linked)
    again = Owner(tmp_path / "Bert", "Bert")
    try:
        (saved,) = again.saved()
        assert saved.mine and not saved.finished and saved.entries == count
        again.until = count
        again.hub.post(Watch(owners[0].address))
        wait([*owners, again], lambda: again.matches and all(seat.linked for seat in owners[0].match.seats))
        assert again.match.past == before.past and not again.match.watching
        assert [seat.player for seat in again.match.seats] == [seat.player for seat in before.seats]
        go_on(*owners, again)
        wait([*owners, again], over(*owners, again))
        equal_logs(*owners, again)
    finally:
        again.hub.close()


@pytest.mark.parametrize(
    ("who", "leaver"),
    [
        (("Anna person", "Bert person", "Carl person"), "Bert"),
        (("Anna person", "Anna bot:1", "Bert person", "Carl person"), "Carl"),
        (("Anna person", "Bert person", "Anna person", "Carl bot:1"), "Anna"),
    ],
)
def test_who_leaves_a_taika_game_is_out_and_the_rest_play_on_TM13(
    make: Make, who: tuple[str, ...], leaver: str
) -> None:
    owners, plan = sit(make, who)
    count = 2 * len(who) + 5
    hold(count, *owners)
    begin("taika-mario", {**SHORT["taika-mario"], "quiet_limit": "0"}, plan)
    wait(owners, reached(count, *owners))
    gone = next(owner for owner in owners if owner.name == leaver)
    seats = {seat for seat, (owner, _) in enumerate(plan) if owner is gone}
    mover = taika(gone.match).mover
    gone.hub.post(LeaveMatch(gone.match.id, for_good=True))
    wait(
        owners, lambda: all({s for s, seat in enumerate(o.match.seats) if seat.gone} >= seats for o in owners)
    )
    state = taika(owners[0].match)
    assert all(state.at[seat] is None and not state.hands[seat] and state.place[seat] for seat in seats)
    if mover not in seats and state.turn is not None:
        assert state.mover == mover  # the turn stays (TM13)
    go_on(*owners)
    wait(owners, over(*owners))
    assert len(digests(owners)) == 1
    equal_logs(*owners)
    outcome = owners[0].match.state.outcome()
    assert outcome is not None and not seats & set(outcome.winners)
    play, lines = read(export(Path(owners[0].match.path)))
    assert len(list(replay(play, lines))) == len(owners[0].match.past) - 1


def test_who_is_lost_from_a_taika_game_of_four_is_forfeited_by_the_other_three_TM13(make: Make) -> None:
    owners, plan = sit(make, ("Anna person", "Bert person", "Carl person", "Dora person"))
    hold(10, *owners)
    begin("taika-mario", SHORT["taika-mario"], plan)
    wait(owners, reached(10, *owners))
    wait(owners, lambda: all(seat.linked for owner in owners for seat in owner.match.seats))
    carl = owners.pop(2)
    assert taika(carl.match).mover == 2
    carl.cut()
    carl.hub.close()
    wait(owners, lambda: not any(owner.match.seats[2].linked for owner in owners))
    owners[0].hub.post(Forfeit(owners[0].match.id))
    wait(owners, lambda: all(owner.match.seats[2].gone for owner in owners))
    go_on(*owners)
    wait(owners, over(*owners))
    equal_logs(*owners)


def test_half_of_four_can_only_adjourn_and_go_on_when_one_is_back_TM13(make: Make, tmp_path: Path) -> None:
    owners, plan = sit(make, ("Anna person", "Bert person", "Carl person", "Dora person"))
    hold(10, *owners)
    begin("taika-mario", SHORT["taika-mario"], plan)
    wait(owners, reached(10, *owners))
    anna, bert, carl, dora = owners
    wait(owners, lambda: all(seat.linked for seat in anna.match.seats))
    for owner in (carl, dora):
        owner.cut()
        owner.hub.close()
    wait([anna, bert], lambda: not any(seat.linked for seat in anna.match.seats[2:]))
    assert anna.match.remedy == "adjourn"
    anna.hub.post(Forfeit(anna.match.id))
    wait([anna, bert], lambda: anna.match.status == "adjourned")
    again = Owner(tmp_path / "Carl", "Carl")
    try:
        again.until = 11
        again.hub.post(Watch(anna.address))
        wait([anna, bert, again], reached(11, anna, bert, again))
        assert anna.match.status == bert.match.status == "running"
        wait([anna, bert, again], lambda: all(seat.linked for seat in bert.match.seats[:3]))
        bert.hub.post(Forfeit(bert.match.id))
        wait([anna, bert, again], lambda: bert.failed())
        assert bert.failures() == ["forfeit-author"]
        anna.hub.post(Forfeit(anna.match.id))
        wait([anna, bert, again], lambda: bert.match.seats[3].gone)
        go_on(anna, bert, again)
        wait([anna, bert, again], over(anna, bert, again))
        equal_logs(anna, bert, again)
    finally:
        again.hub.close()


# -- Magi's bargaining ---------------------------------------------------------------------------------


def bargaining(make: Make, position: str = "", **options: str) -> tuple[Owner, Owner, Owner]:
    """Anna has White, Bert Black, Carl watches; all act only as they are told."""
    owners, plan = sit(make, ("Anna person", "Bert person"))
    carl = make("Carl")
    for owner in (*owners, carl):
        owner.plays = False
    begin("magi", options, plan, position=position, watchers=[carl])
    return owners[0], owners[1], carl


def do(owners: Iterable[Owner], *actions: str) -> None:
    """Each action is done by whose turn it is, and comes to everybody."""
    owners = list(owners)
    for action in actions:
        turn = owners[0].match.state.turn
        entries = owners[0].match.entries
        owner = next(o for o in owners if turn is not None and o.match.seats[turn].here)
        owner.act(action)
        wait(owners, reached(entries + 1, *owners))
        assert owner.match.actions[-1] == action


def scores(owner: Owner) -> tuple[str, object]:
    outcome = owner.match.state.outcome()
    assert outcome is not None
    return outcome.reason, outcome.scores


def test_an_offer_over_the_network_is_for_the_other_to_answer_alone_MG13(make: Make) -> None:
    anna, bert, carl = everybody = bargaining(make)
    do(everybody, "draw?")
    assert all(owner.match.state.turn == 1 and owner.match.state.legal() == () for owner in everybody)
    anna.act("e2e4")
    anna.act("accept")
    bert.act("e9e7")
    carl.act("decline")
    wait(everybody, lambda: len(anna.failed()) == 2 and bert.failed() and carl.failed())
    for owner in everybody:
        assert {failed.match_id for failed in owner.failed()} == {owner.match.id}
    assert [(f.code, f.action) for f in anna.failed()] == [
        ("not-your-turn", "e2e4"),
        ("not-your-turn", "accept"),
    ]
    assert bert.failed()[0].action == "e9e7" and "MG13" in bert.failed()[0].message
    assert carl.failures() == ["not-your-turn"]
    do(everybody, "decline", "e2e4")
    offered = [event.facts[0] for event in carl.told if isinstance(event, Stepped)]
    assert [(fact.kind, fact.seat) for fact in offered] == [("offered", 0), ("answered", 1), ("moved", 0)]
    bert.act("draw?")
    wait(everybody, lambda: len(bert.failed()) == 2)
    assert bert.failed()[1].code == "offered" and bert.match.entries == 7
    do(everybody, "resign?", "accept")
    wait(everybody, over(*everybody))
    assert scores(carl) == ("resigned", (12, 0))
    equal_logs(*everybody)


def test_an_agreed_draw_then_a_rematch_swaps_the_sides(make: Make) -> None:
    anna, bert, _ = everybody = bargaining(make)
    do(everybody, "draw?", "accept")
    wait(everybody, over(*everybody))
    assert scores(bert) == ("agreed", (6, 6))
    first = anna.match.id
    anna.hub.post(Rematch(first))
    wait(everybody, lambda: any(isinstance(event, RematchOffered) for event in bert.told))
    bert.hub.post(Rematch(first))
    wait(everybody, lambda: len(anna.matches) == 2 and len(bert.matches) == 2)
    assert [seat.name for seat in anna.match.seats] == ["Bert", "Anna 1"]
    assert [seat.here for seat in anna.match.seats] == [False, True]
    do((anna, bert), "e2e4", "e9e7")
    anna.hub.post(LeaveMatch(anna.match.id, for_good=True))


BARE = "4k5/10/10/10/10/10/10/10/QQ8/4K5 w - - - 0 {move}"
"""White to move has two queens, Black nothing but the king."""
BOTH = "4k5/qq8/10/10/10/10/10/10/QQ8/4K5 w - - - 0 {move}"


@pytest.mark.parametrize(
    ("position", "actions", "leaver", "expected"),
    [
        ("", (), 1, (12, 0)),
        ("", ("e2e4",), 0, (0, 12)),
        (BARE.format(move=7), (), 0, (6, 6)),
        (BARE.format(move=7), (), 1, (12, 0)),
        (BOTH.format(move=60), ("draw?", "decline"), 0, (0, 12)),
        (BOTH.format(move=60), ("draw?", "decline", "a2a3"), 0, (0, 12)),
        (BOTH.format(move=60), ("draw?", "decline", "e1e2", "e10d10"), 1, (10, 2)),
    ],
)
def test_who_leaves_magi_loses_by_the_band_of_the_move_MG19(
    make: Make, position: str, actions: tuple[str, ...], leaver: int, expected: tuple[int, int]
) -> None:
    everybody = bargaining(make, position)
    do(everybody, *actions)
    everybody[leaver].hub.post(LeaveMatch(everybody[0].match.id, for_good=True))
    wait(everybody, over(*everybody))
    assert scores(everybody[2]) == ("left", expected)
    equal_logs(*everybody)


def test_a_claim_against_a_lost_player_scores_by_its_band_and_stays_a_claim_MG19(make: Make) -> None:
    anna, bert, carl = everybody = bargaining(make, BOTH.format(move=80))
    do(everybody, "resign?", "decline", "e1e2", "e10d10")
    anna.cut()
    anna.hub.close()
    wait((bert, carl), lambda: not bert.match.seats[0].linked)
    bert.hub.post(Forfeit(bert.match.id))
    wait((bert, carl), lambda: bert.match.status == carl.match.status == "claimed")
    assert scores(carl) == ("left", (0, 12)) and not carl.match.confirmed


def test_a_match_from_a_set_up_position_can_be_looked_back_to_its_start_by_a_late_watcher(make: Make) -> None:
    _, _, carl = everybody = bargaining(make, BOTH.format(move=60))
    do(everybody, "e1e2", "e10d10")
    dora = make("Dora")
    dora.plays = False
    dora.hub.post(Watch(carl.address))
    wait([*everybody, dora], lambda: dora.matches)
    assert [one.action for one in dora.match.past] == ["", "e1e2", "e10d10"]
    assert dora.match.past[0].state.notation() == BOTH.format(move=60)
    assert dora.match.past == carl.match.past


def test_a_taika_rematch_turns_the_seats_and_keeps_bots_and_people_apart(make: Make) -> None:
    owners, plan = sit(make, ("Anna person", "Anna person", "Bert bot:2", "Bert person"))
    begin("taika-mario", SHORT["taika-mario"], plan)
    wait(owners, over(*owners))
    anna, bert = owners
    names = [seat.name for seat in anna.match.seats]
    for owner in owners:
        owner.plays = False
        owner.hub.post(Rematch(owner.match.id))
    wait(owners, lambda: all(len(owner.matches) == 2 for owner in owners))
    assert [seat.name for seat in bert.match.seats] == [*names[1:], names[0]]
    assert [seat.player for seat in bert.match.seats] == ["", "bot:2", "person", ""]
    assert [seat.player for seat in anna.match.seats] == ["person", "", "", "person"]
