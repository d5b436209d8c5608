"""Taking back, pausing and resuming over hubs: proposed by one, entered once all in the game agree."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from net.edge.carrier import Carrier
from net.edge.export import export
from net.events import Proposal, Stepped
from net.intents import Answer, OpenTable, Propose, Watch
from net.log.consent import Consent
from net.log.pen import point_here
from net.wire.messages import GiveWish
from rules.record import read, replay
from tests.net.inside import inside, peer_of
from tests.net.owners import Owner, begin, equal_logs, go_on, over, reached, wait

Make = Callable[..., Owner]


def quiet(make: Make, *names: str) -> list[Owner]:
    owners = [make(name) for name in names]
    for owner in owners:
        owner.plays = False
    return owners


def two_and_a_watcher(make: Make, *actions: str) -> list[Owner]:
    """Anna and Bert have played these moves of Magi; Carl watches."""
    anna, bert, carl = quiet(make, "Anna", "Bert", "Carl")
    begin("magi", {"move_limit": "4"}, [(anna, "person"), (bert, "person")], watchers=[carl])
    for number, action in enumerate(actions):
        (anna, bert)[number % 2].act(action)
        wait([anna, bert, carl], reached(5 + number, anna, bert, carl))
    return [anna, bert, carl]


def three(make: Make, *players: str) -> list[Owner]:
    """Three play Taika-Mario, each at a place of its own; four turns are done."""
    owners = [make(name) for name in ("Anna", "Bert", "Carl")]
    for owner in owners:
        owner.until = 10
    begin("taika-mario", {"size": "7", "quiet_limit": "4"}, list(zip(owners, players, strict=True)))
    wait(owners, reached(10, *owners))
    return owners


def proposals(*owners: Owner) -> list[Proposal | None]:
    return [owner.match.proposal for owner in owners]


def test_a_move_is_taken_back_once_the_other_agrees(make: Make) -> None:
    anna, bert, carl = everybody = two_and_a_watcher(make, "e2e4", "e9e7", "c2c4")
    anna.hub.post(Propose(anna.match.id, "takeback"))
    wait(everybody, lambda: all(proposals(*everybody)))
    asked = Proposal("takeback", (0,), (1,), True, 1)
    assert bert.match.proposal == asked
    assert anna.match.proposal == carl.match.proposal == Proposal("takeback", (0,), (1,), False, 1)
    assert len(bert.match.actions) == 3
    bert.hub.post(Answer(bert.match.id, True))
    wait(everybody, reached(8, *everybody))
    for owner in everybody:
        assert owner.match.actions == ("e2e4", "e9e7") and owner.match.state.turn == 0
        assert [one.action for one in owner.match.past] == ["", "e2e4", "e9e7"]
        assert owner.match.proposal is None and not owner.failed()
        assert [e.action for e in owner.told if isinstance(e, Stepped)][-1] == "takeback"
    for owner in (anna, bert):
        owner.plays = True
    go_on(anna, bert)
    wait(everybody, over(*everybody))
    equal_logs(*everybody)
    play, lines = read(export(Path(carl.match.path)))
    assert "takeback" in {line.kind for line in replay(play, lines)}
    assert play.digest() == play.game.digest(carl.match.state)


def test_who_has_been_answered_takes_back_both_moves(make: Make) -> None:
    anna, bert, carl = everybody = two_and_a_watcher(make, "e2e4", "e9e7", "c2c4", "c9c7")
    anna.hub.post(Propose(anna.match.id, "takeback"))
    wait(everybody, lambda: bert.match.proposal)
    assert bert.match.proposal is not None and bert.match.proposal.undone == 2
    bert.hub.post(Answer(bert.match.id, True))
    wait(everybody, reached(9, *everybody))
    assert carl.match.actions == ("e2e4", "e9e7")


def test_a_takeback_that_is_declined_leaves_everything_as_it_was(make: Make) -> None:
    anna, bert, carl = everybody = two_and_a_watcher(make, "e2e4", "e9e7", "c2c4")
    anna.hub.post(Propose(anna.match.id, "takeback"))
    wait(everybody, lambda: all(proposals(*everybody)))
    bert.hub.post(Answer(bert.match.id, False))
    wait(everybody, lambda: not any(proposals(*everybody)))
    assert anna.failures() == ["declined"] and anna.failed()[0].arguments == {"name": "Bert"}
    assert anna.match.entries == bert.match.entries == carl.match.entries == 7
    anna.hub.post(Propose(anna.match.id, "takeback"))
    wait(everybody, lambda: len(anna.failed()) == 2)
    assert anna.failures()[1] == "refused-here" and bert.match.proposal is None
    bert.act("c9c7")
    wait(everybody, reached(8, *everybody))
    anna.hub.post(Propose(anna.match.id, "takeback"))
    wait(everybody, lambda: bert.match.proposal)


def test_a_move_instead_of_an_answer_lets_the_proposal_lapse(make: Make) -> None:
    anna, bert, _ = everybody = two_and_a_watcher(make, "e2e4", "e9e7", "c2c4")
    anna.hub.post(Propose(anna.match.id, "takeback"))
    wait(everybody, lambda: all(proposals(*everybody)))
    bert.act("c9c7")
    wait(everybody, reached(8, *everybody))
    assert not any(proposals(*everybody))
    bert.hub.post(Answer(bert.match.id, True))
    wait(everybody, lambda: bert.failed())
    assert bert.failures() == ["no-proposal"]


@pytest.mark.parametrize(("actions", "code"), [((), "takeback-nothing"), (("e2e4",), "takeback-nothing")])
def test_the_first_move_can_not_be_taken_back(make: Make, actions: tuple[str, ...], code: str) -> None:
    anna, *others = two_and_a_watcher(make, *actions)
    anna.hub.post(Propose(anna.match.id, "takeback"))
    wait([anna, *others], lambda: anna.failed())
    assert anna.failures() == [code] and anna.failed()[0].match_id == anna.match.id


def test_a_watcher_has_no_say(make: Make) -> None:
    anna, bert, carl = everybody = two_and_a_watcher(make, "e2e4", "e9e7", "c2c4")
    for kind in ("pause", "resume", "sleep"):
        carl.hub.post(Propose(carl.match.id, kind))
    wait(everybody, lambda: len(carl.failed()) == 3)
    assert carl.failures() == ["not-playing", "pause-twice", "proposal-kind"]
    assert not any(proposals(anna, bert))


def test_two_people_at_one_screen_need_not_ask(make: Make) -> None:
    anna = make("Anna", network=False)
    anna.plays = False
    anna.hub.post(OpenTable("magi", {}, ["person", "person"], public=False))
    wait([anna], lambda: anna.matches)
    for number, action in enumerate(("e2e4", "e9e7")):
        anna.act(action)
        wait([anna], reached(5 + number, anna))
    anna.hub.post(Propose(anna.match.id, "takeback"))
    wait([anna], reached(7, anna))
    assert anna.match.actions == ("e2e4",) and anna.match.state.turn == 1


@pytest.mark.parametrize("where", ["here", "there"])
def test_a_bot_always_agrees(make: Make, where: str) -> None:
    anna, bert = quiet(make, "Anna", "Bert")
    owners = [anna, bert] if where == "there" else [anna]
    if where == "there":
        begin("magi", {}, [(anna, "person"), (bert, "bot:1")])
    else:
        anna.hub.post(OpenTable("magi", {}, ["person", "bot:1"], public=False))
        wait(owners, lambda: anna.matches)
    for number, action in enumerate(("e2e4", "e9e7", "c2c4")):
        (owners[-1] if number % 2 else anna).act(action)
        wait(owners, reached(5 + number, *owners))
    anna.hub.post(Propose(anna.match.id, "takeback"))
    wait(owners, reached(8, *owners))
    assert anna.match.actions == ("e2e4", "e9e7")


def test_all_three_must_agree_and_one_refusal_ends_it_for_everybody(make: Make) -> None:
    anna, bert, carl = owners = three(make, "person", "person", "person")
    bert.hub.post(Propose(bert.match.id, "takeback"))
    wait(owners, lambda: all(proposals(*owners)))
    carl.hub.post(Answer(carl.match.id, True))
    wait(owners, lambda: all(one is not None and one.by == (1, 2) for one in proposals(*owners)))
    assert anna.match.entries == 10 and anna.match.proposal is not None
    assert anna.match.proposal.waiting == (0,) and anna.match.proposal.ours
    anna.hub.post(Answer(anna.match.id, False))
    wait(owners, lambda: not any(proposals(*owners)))
    assert bert.failures() == carl.failures() == ["declined"] and not anna.failed()


def test_of_three_the_agreed_takeback_is_entered_by_whoever_is_to_act(make: Make) -> None:
    anna, bert, carl = owners = three(make, "person", "bot:1", "person")
    assert anna.match.state.turn == 1
    before = carl.match.past
    anna.hub.post(Propose(anna.match.id, "takeback"))
    wait(owners, lambda: carl.match.proposal)
    assert carl.match.proposal is not None and set(carl.match.proposal.by) <= {0, 1}
    carl.hub.post(Answer(carl.match.id, True))
    wait(owners, reached(11, *owners))
    assert bert.match.state.turn == 0 and [one.state.public() for one in carl.match.past] == [
        one.state.public() for one in before[:4]
    ]
    go_on(*owners)
    wait(owners, over(*owners))
    equal_logs(*owners)


def test_a_paused_match_waits_even_over_a_restart_until_all_want_to_go_on(make: Make, tmp_path: Path) -> None:
    anna, bert, carl = everybody = two_and_a_watcher(make, "e2e4")
    bert.hub.post(Propose(bert.match.id, "pause"))
    wait(everybody, lambda: anna.match.proposal)
    anna.hub.post(Answer(anna.match.id, True))
    wait(everybody, lambda: {owner.match.status for owner in everybody} == {"paused"})
    bert.act("e9e7")
    wait(everybody, lambda: bert.failed())
    assert bert.failed()[0].code == "paused" and bert.failed()[0].action == "e9e7"
    bert.cut()
    bert.hub.close()
    again = Owner(tmp_path / "Bert", "Bert")
    again.plays = False
    everybody = [anna, again, carl]
    try:
        wait([anna, carl], lambda: not anna.match.seats[1].linked)
        again.hub.post(Watch(anna.address))
        wait(everybody, lambda: again.matches and again.match.status == "paused")
        wait(everybody, lambda: anna.match.seats[1].linked)
        anna.hub.post(Propose(anna.match.id, "resume"))
        wait(everybody, lambda: again.match.proposal)
        again.hub.post(Answer(again.match.id, True))
        wait(everybody, lambda: {owner.match.status for owner in everybody} == {"running"})
        again.act("e9e7")
        wait(everybody, lambda: carl.match.actions == ("e2e4", "e9e7"))
        equal_logs(*everybody)
    finally:
        again.hub.close()


def test_what_was_proposed_while_a_link_was_broken_is_still_asked_afterwards(make: Make) -> None:
    anna, bert, carl = everybody = two_and_a_watcher(make, "e2e4", "e9e7", "c2c4")
    for owner in everybody:
        owner.cut()
    wait(everybody, lambda: not anna.match.seats[1].linked and not bert.match.seats[0].linked)
    anna.hub.post(Propose(anna.match.id, "takeback"))
    wait(everybody, lambda: bert.match.proposal and carl.match.proposal)


def test_a_consent_in_anothers_name_is_refused(make: Make) -> None:
    anna, bert, _ = everybody = two_and_a_watcher(make, "e2e4", "e9e7", "c2c4")

    def forge(carrier: Carrier) -> None:
        (match,) = peer_of(carrier).matches.held.values()
        point = point_here(match.ledger, "pause")
        signature = match.pens[0].consent(match.ledger, point).signature
        forged = Consent(point, 1, signature)
        for peer in list(match.links):
            peer_of(carrier).links.post(peer, GiveWish(match.id, forged.to_bytes()))

    inside(anna.hub, forge)
    wait(everybody, lambda: bert.failed())
    assert bert.failures() == ["refused"] and bert.failed()[0].arguments["name"] == "Anna"
    assert bert.match.proposal is None and bert.match.status == "running"
