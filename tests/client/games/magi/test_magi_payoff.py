"""What Magi's panel says, held against what the rules pay; and which pieces it shows as captured."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from client.games.magi.captured import WORTH, captured
from client.games.magi.payoff import OPEN_PACE, number_of, offer_line, payoff, written
from client.games.registry import look_of
from rules.magi import MAGI
from rules.magi.notation import read
from rules.magi.points import DEFAULT_BANDS, DRAW, NO_BARGAIN, RESIGN, Bargain, Terms, read_bands
from rules.magi.state import settled
from tests.client.games.magi.magi_states import at, played

NAMES = ("Aino", "Louhi")
PROMOTION = "4k5/P9/10/10/10/3p6/10/10/10/5K4 w - - - 0 30"
WHITE_MATES = "6k3/1R8/10/10/10/10/10/R9/10/7K2 w - - - 0 {}"
BLACK_MATES = "7k2/10/r9/10/10/10/10/10/1r8/6K3 b - - - 0 {}"
QUIET = "4k5/10/10/4p5/10/10/10/4R5/10/5K4 {} - - - 0 {}"
BANDS = (
    DEFAULT_BANDS,
    "40:10-2,60:11-1,80:8-4,:6-6",
    "10:16-0,:9-7",
    ":2-0",
    "1:12-0,2:11-1,3:12-0,4:10-2,5:9-3,6:8-4,7:7-5,8:6-6,9:12-0,10:11-1,11:10-2,:6-6",
)


def bargains(upto: int, pick: random.Random) -> Iterator[Bargain]:
    """Ways in which offers may have been declined, or wait, by full move ``upto``."""
    yield NO_BARGAIN
    for kinds in ((DRAW,), (RESIGN,), (DRAW, RESIGN), (RESIGN, DRAW)):
        moves = sorted(pick.randint(1, upto) for _kind in kinds)
        bargain = NO_BARGAIN
        for kind, move in zip(kinds, moves, strict=True):
            bargain = bargain.made(kind, pick.randint(0, 1), move).answered(False)
        yield bargain
    for bargain in (NO_BARGAIN, NO_BARGAIN.made(DRAW, 0, pick.randint(1, upto)).answered(False)):
        yield bargain.made(RESIGN, pick.randint(0, 1), upto)


def situations() -> Iterator[tuple[Terms, Bargain, int]]:
    pick = random.Random(5)
    for bands in BANDS:
        for limit in (0, 11, 150):
            for number in (1, 2, 10, 11, 45, 46, 53, 61, 80, 106, 150, 300):
                if not 0 < limit < number:
                    for bargain in bargains(number, pick):
                        yield Terms(read_bands(bands), limit), bargain, number


def test_the_panel_says_of_mates_what_the_rules_pay_MG15_MG16() -> None:
    for terms, bargain, number in situations():
        if bargain.pending is not None:
            continue
        for position, mate, winner in ((WHITE_MATES, "a3a10", 0), (BLACK_MATES, "a8a1", 1)):
            state = settled(read(position.format(number)), terms, bargain)
            said = payoff(state, NAMES)
            now = played(state, mate).outcome()
            assert now is not None and now.scores is not None
            assert said.mate == written((now.scores[winner], now.scores[1 - winner]))
            for cell in said.cells:
                if cell.mate and not cell.now:
                    later = settled(read(position.format(cell.first)), terms, bargain)
                    scores = played(later, mate).outcome().scores  # type: ignore[union-attr]
                    assert scores is not None
                    assert cell.mate == written((scores[winner], scores[1 - winner])), (bargain, cell)


def test_the_panel_says_of_resigning_what_the_rules_pay_MG14() -> None:
    for terms, bargain, number in situations():
        state = settled(read(QUIET.format("w", number)), terms, bargain)
        said = payoff(state, NAMES)
        waiting = bargain.pending
        answered = state if waiting is None else played(state, "decline")
        assert said.may_resign == (
            answered.may("resign?") or (waiting is not None and waiting.kind == RESIGN)
        )
        if state.may("resign?"):
            scores = played(state, "resign?", "accept").outcome().scores  # type: ignore[union-attr]
            assert scores is not None
            assert said.resigned == written((scores[1], scores[0]))
        now = state.stakes()
        assert said.resigned == written(now.resign_now)
        assert said.resigned_label == ("Resign now" if said.may_resign else "This band")


def test_the_reason_names_the_next_change_and_never_another_number_MG15() -> None:
    for terms, bargain, number in situations():
        state = settled(read(QUIET.format("w", number)), terms, bargain)
        now, said = state.stakes(), payoff(state, NAMES).reason
        if now.pending is not None:
            after = terms.draw if now.pending.kind == DRAW else now.resign_now
            assert said.startswith(f"Accepted: {written(after)}.")
            declined = replace(state, bargain=bargain.answered(False)).stakes()
            changes = declined.mate_next not in (None, declined.mate_now)
            assert (f"from move {declined.next_from} a mate" in said) == changes
            if changes:
                assert declined.mate_next is not None and said.endswith(f"{written(declined.mate_next)}.")
        elif not now.declined:
            winner, loser = now.mate_now
            assert said.startswith("No offer was declined:")
            assert said.endswith(f"on any move a mate gives the winner {winner}, the loser {loser}.")
            assert now.mate_next in (None, now.mate_now)
        elif now.next_from is not None and now.mate_next is not None:
            assert f"declined on move {now.declined[-1].move}:" in said
            assert said.endswith(f"from move {now.next_from} a mate scores {written(now.mate_next)}.")
        else:
            assert said.endswith(f"a mate scores {written(now.mate_now)} to the end.")


def test_the_bar_has_the_bands_that_can_be_reached_and_the_marker_lies_in_the_present_one_MG16_MG17() -> None:
    for terms, bargain, number in situations():
        state = settled(read(QUIET.format("b", number)), terms, bargain)
        said = payoff(state, NAMES)
        assert [cell.first for cell in said.cells if cell.now] == [terms.bands[terms.band(number)].first]
        assert 0 < said.here <= 1
        limit = terms.move_limit
        assert all(not limit or cell.first <= limit for cell in said.cells)
        assert all(not limit or (cell.last or 10**9) <= limit for cell in said.cells)
        reached = [band for band in terms.bands if not limit or band.first <= limit]
        assert [cell.resigned for cell in said.cells] == [written(band.points) for band in reached]
        assert [cell.first for cell in said.cells if cell.declined] == (
            [terms.bands[state.stakes().declined[-1].band].first] if state.stakes().declined else []
        )
        assert said.move == (f"Move {number} of {limit}, then 0–0" if limit else f"Move {number}")


def test_the_marker_moves_on_with_every_move() -> None:
    places = [payoff(at(QUIET.format("w", number)), NAMES).here for number in range(46, 61)]
    assert places == sorted(set(places)) and places[0] < 0.1 and places[-1] > 0.9
    last = [payoff(at(QUIET.format("w", number)), NAMES).here for number in (106, 106 + OPEN_PACE, 900)]
    assert last == sorted(set(last)) and last[-1] < 1


def test_after_the_end_the_move_that_ended_the_game_counts() -> None:
    """MG15: Black's mate on move 45 leaves full move 46 in the position, but it was made in the first band."""
    state = played(at(BLACK_MATES.format(45)), "a8a1")
    said = payoff(state, NAMES, "Checkmate.")
    assert number_of(state) == 45 and "45" in said.move
    assert [cell.first for cell in said.cells if cell.now] == [1]
    assert (said.mate_label, said.mate, said.reason) == ("Final points", "12–0", "Checkmate.")
    assert not said.may_resign
    white = played(at(WHITE_MATES.format(46)), "a3a10")
    assert number_of(white) == 46
    limit = at("5k4/10/10/4p5/10/10/10/4R5/10/5K4 b - - - 0 150", move_limit="150")
    over = played(limit, "f10f9")
    assert payoff(over, NAMES, "x").mate == "0–0" and "150 of 150" in payoff(over, NAMES).move


def test_offers_are_told_with_who_made_and_declined_them_and_stay_MG13_MG14() -> None:
    state = at(QUIET.format("w", 52))
    assert offer_line(state, DRAW, NAMES) == "Draw: not offered yet"
    state = played(state, "draw?")
    assert offer_line(state, DRAW, NAMES) == "Draw: Aino offers, Louhi is to answer"
    state = played(state, "decline", "f1f2")
    assert offer_line(state, DRAW, NAMES) == "Draw: Aino offered, Louhi declined (move 52)"
    assert offer_line(state, RESIGN, NAMES) == "Resignation: not offered yet"
    state = played(state, "resign?", "decline", "e10d10")
    assert offer_line(state, RESIGN, NAMES) == "Resignation: Louhi offered, Aino declined (move 52)"
    assert "draw?" not in state.extras() and "Louhi declined" in offer_line(state, DRAW, NAMES)
    agreed = played(at(QUIET.format("w", 52)), "draw?", "accept")
    assert "accepted" in offer_line(agreed, DRAW, NAMES)
    assert offer_line(agreed, RESIGN, NAMES) == "Resignation: never offered"


def test_what_an_offer_means_is_what_comes_of_it_MG12_MG14_MG15() -> None:
    look = look_of("magi")
    for terms, bargain, number in situations():
        state = settled(read(QUIET.format("b", number)), terms, bargain)
        for extra in look.extras(state):
            if extra.action not in ("draw?", "resign?"):
                continue
            scores = played(state, extra.action, "accept").outcome().scores  # type: ignore[union-attr]
            assert scores is not None
            points = f"{max(scores)}–{min(scores)}"
            assert points in extra.question and f" {points}." in extra.meaning
            after = played(state, extra.action, "decline").stakes()
            changes = after.mate_next not in (None, after.mate_now)
            assert (f"from move {after.next_from} a mate scores" in extra.meaning) == changes
            assert "one" in extra.meaning


# ---- captured pieces


def test_captured_pieces_are_sorted_and_the_balance_is_what_stands_on_the_board() -> None:
    pick = random.Random(11)
    state = at("rnbcqkwbnr/pppppppppp/d2p2p2d/10/10/10/10/D2P2P2D/PPPPPPPPPP/RNBCQKWBNR w KQkq DGdg - 0 1")
    assert captured(state) == (((), ()), (0, 0))
    while state.turn is not None and state.position.fullmove < 90:
        moves = state.legal()
        takes = [move for move in moves if any(f.kind == "taken" for f in state.apply(move).facts)]
        state = played(state, pick.choice(takes or moves))
        found = captured(state)
        for seat in (0, 1):
            assert sorted(found.taken[seat]) == list(state.taken[seat]), "known captures are told as they are"
            worths = [WORTH[letter.upper()] for letter in found.taken[seat]]
            assert worths == sorted(worths, reverse=True)
        letters = [piece for place, (piece, *_) in state.pieces().items() if ":" not in place]
        white = sum(WORTH[letter] for letter in letters if letter.isupper())
        black = sum(WORTH[letter.upper()] for letter in letters if letter.islower())
        assert found.lead == (max(0, white - black), max(0, black - white))
    assert len(found.taken[0]) > 8


def test_from_a_given_position_the_full_army_is_the_measure_and_promotion_is_no_capture_MG9() -> None:
    state = at("rnbcqkwbnr/pppppppppp/d2p2p2d/10/10/10/10/D2P2P2D/PPPPPPPPPP/RNBC1KWBNR w kq DGdg - 0 1")
    assert captured(state) == (((), ("Q",)), (0, 10))
    state = at("5k4/10/10/10/10/10/10/QQ8/10/5K4 w - - - 0 1")
    lost = captured(state).taken[1]
    assert "Q" not in lost and lost.count("P") == 11, "one of the twelve is the second queen"
    state = played(at(PROMOTION), "a9a10q")
    assert captured(state).taken[1].count("Q") == 0


def test_a_promoted_queen_that_falls_is_told_as_a_queen() -> None:
    state = MAGI.start(MAGI.configure({}), 2)
    moves = "b2b5 e9e8 b5b6 e8e7 b6b7 e7e6 b7b8 e6e5 b8c9 e5e4 c9b10q a10b10"
    state = played(state, *moves.split())
    assert captured(state).taken == (("n", "p"), ("Q",))
