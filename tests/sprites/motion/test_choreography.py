"""Timelines end at the truth, last as long as they should, and sound right."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.facts import Fact
from rules.registry import games
from sprites.motion.choreography import CAPTURE_S, MOVE_S, between, plan
from sprites.motion.fold import BadFact, fold
from sprites.motion.timeline import Spot, Timeline


class Grid:
    """A layout on which every square, height and tray has a spot of its own; ``gone`` trays aren't shown."""

    unit = 80.0

    def __init__(self, gone: str = "") -> None:
        self.gone = gone

    def spot(self, place: str, pieces: tuple[str, ...], index: int) -> Spot:
        if ":" in place:
            return Spot(1000.0 + 20 * index, 40.0 * int(place[-1]), 0.5, place != self.gone)
        return Spot(80.0 * (ord(place[0]) - 97), 80.0 * int(place[1:]) - 9 * index, 1.0)

    def weight(self, piece: str) -> int:
        return {"s": 1, "m": 2, "l": 3}.get(piece.lower(), 2)

    def voice(self, piece: str) -> str:
        return f"voice-{piece}"


def assert_ends_at(timeline: Timeline, pieces: dict[str, tuple[str, ...]], grid: Grid) -> None:
    assert timeline.final() == pieces
    looks = timeline.looks(timeline.length_s)
    for place, ids in timeline.end.items():
        for index, piece in enumerate(ids):
            spot, look = grid.spot(place, pieces[place], index), looks[piece]
            assert (look.x, look.y, look.scale) == pytest.approx((spot.x, spot.y, spot.scale))
            assert look.alpha == pytest.approx(float(spot.shown))
            assert (look.lift, look.aloft) == pytest.approx((0.0, 0.0))
            assert look.glow == pytest.approx(0.0, abs=1e-6)
    leftover = set(looks) - {piece for ids in timeline.end.values() for piece in ids}
    assert all(looks[piece].alpha == pytest.approx(0.0) for piece in leftover)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
@pytest.mark.parametrize("gone", ["", "taken:0"])
def test_every_step_of_random_games_ends_at_the_next_piece_map(game, gone: str) -> None:
    dice, grid = random.Random(11), Grid(gone)
    state = game.start(game.configure({}), game.seats[0], bytes(32))
    for _ in range(70):
        moves = state.legal()
        if not moves:
            break
        step = state.apply(dice.choice(moves))
        pieces = dict(step.state.pieces())
        timeline = plan(state.pieces(), step.facts, grid)
        assert_ends_at(timeline, pieces, grid)
        assert_ends_at(timeline.cut(), pieces, grid)
        assert timeline.cut().length_s == 0
        state = step.state


SQUARES = [f + r for f in "abc" for r in "123"] + ["taken:0", "taken:1"]
MAPS = st.dictionaries(
    st.sampled_from(SQUARES), st.lists(st.sampled_from("SMLsml"), min_size=1, max_size=4), max_size=7
).map(lambda maps: {p: tuple(sorted(s) if ":" in p else s) for p, s in maps.items()})


@st.composite
def steps(draw: st.DrawFn) -> tuple[dict[str, tuple[str, ...]], list[Fact]]:
    """A piece map and facts that fit it, of every kind that changes it."""
    start = draw(MAPS)
    now, facts = start, []
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.sampled_from(sorted(now))) if now else ""
        kind = draw(st.sampled_from(["moved", "taken", "promoted", "placed"])) if at else "placed"
        to = draw(st.sampled_from([p for p in SQUARES if p != at]))
        if kind == "placed":
            fact = Fact(
                "placed", "", to, (draw(st.sampled_from("SMLsml")),), 0, draw(st.sampled_from(["", "under"]))
            )
        elif kind == "promoted":
            fact = Fact("promoted", at, "", (draw(st.sampled_from("SMLsml")),))
            if ":" in at:
                continue
        else:
            stack = now[at]
            cut = draw(st.integers(0, len(stack) - 1))
            note = draw(st.sampled_from(["", "destroy", "control", "rescue"]))
            tray = draw(st.sampled_from([p for p in ("taken:0", "taken:1", "") if p != at]))
            fact = Fact(kind, at, to if kind == "moved" else tray, stack[cut:], 0, note)
        facts.append(fact)
        now = fold(now, [fact])
    return start, facts


@settings(max_examples=150, deadline=None)
@given(steps())
def test_any_facts_that_fit_end_at_what_they_fold_to(
    step: tuple[dict[str, tuple[str, ...]], list[Fact]],
) -> None:
    pieces, facts = step
    assert_ends_at(plan(pieces, facts, Grid()), fold(pieces, facts), Grid())


@settings(max_examples=100, deadline=None)
@given(MAPS, MAPS)
def test_a_jump_between_any_two_maps_ends_at_the_second(
    old: dict[str, tuple[str, ...]], new: dict[str, tuple[str, ...]]
) -> None:
    assert_ends_at(between(old, new, Grid()), new, Grid())


def test_nothing_moves_before_the_beginning() -> None:
    pieces = {"a1": ("L",), "c3": ("s",)}
    facts = [
        Fact("taken", "c3", "taken:0", ("s",), 0, "destroy"),
        Fact("moved", "a1", "c3", ("L",), 0, "destroy"),
    ]
    looks = plan(pieces, facts, Grid()).looks(0.0)
    assert (looks["a1/0"].x, looks["a1/0"].y) == pytest.approx((0.0, 80.0))
    assert looks["c3/0"].alpha == 1.0


@pytest.mark.parametrize("to", ["a2", "h8"])
def test_a_move_lasts_180_to_260_ms(to: str) -> None:
    timeline = plan({"a1": ("L",)}, [Fact("moved", "a1", to, ("L",), 0, "move")], Grid())
    assert MOVE_S[0] <= timeline.length_s <= MOVE_S[1] + 1e-9
    assert [cue.sound for cue in timeline.cues] == ["down3"]


def test_destroy_sends_shards_from_the_square_to_the_tray_and_shatters() -> None:
    pieces = {"a1": ("L",), "a3": ("m", "S")}
    facts = [
        Fact("taken", "a3", "taken:0", ("m", "S"), 0, "destroy"),
        Fact("moved", "a1", "a3", ("L",), 0, "destroy"),
    ]
    timeline = plan(pieces, facts, Grid())
    assert [burst.piece for burst in timeline.bursts] == ["m", "S"]
    assert all(burst.begin.x == 0.0 and burst.end.x >= 1000.0 for burst in timeline.bursts)
    assert "destroy" in [cue.sound for cue in timeline.cues]
    hit = timeline.bursts[0].at_s
    assert 0 < hit < MOVE_S[1] and timeline.length_s == pytest.approx(hit + CAPTURE_S)


def test_control_pulses_down_through_the_stack_in_the_controllers_colour() -> None:
    pieces = {"a1": ("S",), "a2": ("l", "m")}
    timeline = plan(pieces, [Fact("moved", "a1", "a2", ("S",), 0, "control")], Grid())
    glows = [track for track in timeline.tracks if track.what == "glow"]
    assert [(glow.piece, glow.by) for glow in glows] == [("a2/1", "S"), ("a2/0", "S")]
    assert glows[0].start_s < glows[1].start_s
    assert "control" in [cue.sound for cue in timeline.cues]


def test_rescue_flings_the_controller_off_and_flashes_the_freed_one() -> None:
    pieces = {"b1": ("M",), "a2": ("L", "m")}
    facts = [
        Fact("taken", "a2", "taken:0", ("m",), 0, "rescue"),
        Fact("moved", "b1", "a2", ("M",), 0, "rescue"),
    ]
    timeline = plan(pieces, facts, Grid())
    assert not timeline.bursts
    assert any(track.piece == "a2/1" and track.what == "lift" and track.end > 1 for track in timeline.tracks)
    assert any(track.piece == "a2/0" and track.what == "glow" for track in timeline.tracks)
    assert "rescue" in [cue.sound for cue in timeline.cues]


def test_offers_and_endings_only_sound() -> None:
    pieces = {"a1": ("L",)}
    offer = plan(pieces, [Fact("offered", seat=0, note="draw")], Grid())
    won = plan(pieces, [Fact("over", seat=1, note="a")], Grid())
    drawn = plan(pieces, [Fact("over", seat=None, note="agreed")], Grid())
    assert [t.cues[0].sound for t in (offer, won, drawn)] == ["offer", "win", "draw"]
    assert not offer.tracks and offer.length_s == 0


def test_a_piece_taken_and_brought_back_in_one_step_ends_where_it_was_brought() -> None:
    facts = [Fact("taken", "a1", "taken:0", ("S",), 0), Fact("moved", "taken:0", "a1", ("S",), 0)]
    assert_ends_at(plan({"a1": ("S",)}, facts, Grid()), {"a1": ("S",)}, Grid())


def test_two_tracks_never_pull_at_one_attribute_of_a_piece_at_once() -> None:
    pieces = {"a1": ("L",), "a3": ("m", "S"), "taken:0": ("l", "s")}
    facts = [
        Fact("taken", "a3", "taken:0", ("m", "S"), 0, "destroy"),
        Fact("moved", "a1", "a3", ("L",), 0, "destroy"),
        Fact("moved", "a3", "b3", ("L",), 0, "move"),
    ]
    ends: dict[tuple[str, str], float] = {}
    for track in plan(pieces, facts, Grid()).tracks:
        if track.what != "glow":
            assert track.start_s >= ends.get((track.piece, track.what), 0.0) - 1e-9
            ends[track.piece, track.what] = track.start_s + track.length_s


def test_facts_that_do_not_fit_raise() -> None:
    with pytest.raises(BadFact):
        plan({"a1": ("L",)}, [Fact("moved", "a1", "a2", ("m",))], Grid())
    with pytest.raises(BadFact):
        plan({}, [Fact("promoted", "a1", "", ("Q",))], Grid())
