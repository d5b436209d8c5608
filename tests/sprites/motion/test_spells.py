"""Spells: three beats by the timeline, hits, deaths, and the truth at the end of every cast."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.games.taika.livery import LIVERY
from rules.facts import Fact
from sprites.kit.text import Typesetter
from sprites.kit.theme import THEMES, theme
from sprites.motion import effects, spells
from sprites.motion.choreography import MOVE_S, plan
from sprites.motion.director import DROP_S
from sprites.motion.easing import DOWN
from sprites.motion.effects import KINDS, glints, picture
from sprites.motion.fold import fold
from sprites.motion.timeline import Effect, Spot, Timeline
from sprites.pieces.walkers import Walkers
from sprites.sound.sound import NAMES
from sprites.stage.boardview import BoardView
from sprites.stage.stage import Stage

PIECES = {
    "b3": ("mario",),
    "c3": ("g",),
    "d3": ("y",),
    "d5": ("r", "luigi"),
    "e6": ("r",),
    "f3": ("waluigi",),
}
NEW = ("c5", "d5", "d6", "e6", "f3")


class Plain:
    """A layout of squares 60 pixels wide."""

    unit = 60.0

    def spot(self, place: str, pieces: tuple[str, ...], index: int) -> Spot:
        return Spot(60.0 * (ord(place[0]) - 97), 60.0 * int(place[1:]) - 9 * index, 1.0 - 0.2 * index)

    def weight(self, piece: str) -> int:
        return 1 if len(piece) > 1 else 3

    def voice(self, piece: str) -> str:
        return f"block-{piece}" if len(piece) == 1 else "down1"


def spell(count: int = 5, hits: int = 0) -> list[Fact]:
    """A cast with ``count`` new obstacles, some replacing old ones, and the first ``hits`` of its hits."""
    facts = [Fact("cast", pieces=("c3", "d3"), seat=0, note="silta")]
    for place in NEW[:count]:
        old = PIECES.get(place, ("",))[0]
        if old == "r":
            facts.append(Fact("taken", place, "", ("r",), note="replaced"))
        under = "under" if place in ("d5", "f3") else ""
        facts.append(Fact("placed", "", place, ("p",), 0, under))
    struck = [Fact("hit", at="d5", seat=1, note="1"), Fact("hit", at="f3", seat=3, note="3")]
    facts += struck[:hits]
    if hits > 1:
        facts += [
            Fact("out", at="f3", seat=3, note="hits"),
            Fact("taken", "f3", "", ("waluigi",), 3, "out"),
        ]
    return [*facts, Fact("drew", seat=0)]


def of(timeline: Timeline, kind: str) -> list[Effect]:
    return [effect for effect in timeline.effects if effect.kind == kind]


def cues(timeline: Timeline, name: str) -> list[float]:
    return [cue.at_s for cue in timeline.cues if cue.sound == name]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_a_spell_lasts_700_to_900_ms(count: int) -> None:
    timeline = plan(PIECES | {"d5": ("r",), "f3": ()}, spell(count), Plain())
    assert 0.7 <= timeline.length_s <= 0.9 + 1e-9


def test_required_cells_flare_then_the_shape_flies_then_obstacles_land_one_after_another() -> None:
    timeline = plan(PIECES, spell(), Plain())
    flares, shapes, ripples = (of(timeline, kind) for kind in ("flare", "shape", "ripple"))
    assert [(f.begin.x, f.begin.y) for f in flares] == [(120.0, 180.0), (180.0, 180.0)]
    assert {f.at_s for f in flares} == {0.0}
    assert len(shapes) == len(ripples) == 5
    assert all(shape.at_s >= flares[0].at_s + flares[0].length_s for shape in shapes)
    landings = [ripple.at_s for ripple in ripples]
    assert landings == sorted(set(landings))
    assert landings[0] >= shapes[0].at_s + shapes[0].length_s
    for place, shape in zip(NEW, shapes, strict=True):
        there = Plain().spot(place, ("",), 0)
        assert (shape.end.x, shape.end.y) == (there.x, there.y)


def test_obstacles_meet_the_ground_when_their_ring_breaks_and_sound_in_their_colour() -> None:
    timeline = plan(PIECES, spell(), Plain())
    landings = [ripple.at_s for ripple in of(timeline, "ripple")]
    falls = sorted(t.start_s for t in timeline.tracks if t.what == "lift" and t.piece.startswith("new/"))
    assert [start + DROP_S * DOWN for start in falls] == pytest.approx(landings)
    assert cues(timeline, "block-p") == pytest.approx(landings)
    first, second, third = (cues(timeline, f"cast{i}")[0] for i in (1, 2, 3))
    assert (first, second, third) == (0.0, spells.FLARE_S, pytest.approx(landings[0]))


def test_a_replaced_obstacle_breaks_when_the_new_one_lands_on_it() -> None:
    timeline = plan(PIECES, spell(), Plain())
    landings = dict(zip(NEW, (ripple.at_s for ripple in of(timeline, "ripple")), strict=True))
    assert [burst.at_s for burst in timeline.bursts] == [landings["d5"], landings["e6"]]
    assert all(burst.piece == "r" and not burst.end.shown for burst in timeline.bursts)
    assert cues(timeline, "crack") == [landings["d5"], landings["e6"]]
    before = timeline.looks(landings["e6"] - 0.01)["e6/0"]
    assert before.alpha == 1.0


def test_a_hit_staggers_sparks_and_puts_a_candle_out_when_its_obstacle_lands() -> None:
    timeline = plan(PIECES, spell(5, 1), Plain())
    landing = dict(zip(NEW, (ripple.at_s for ripple in of(timeline, "ripple")), strict=True))["d5"]
    assert [effect.at_s for effect in of(timeline, "spark") + of(timeline, "candle")] == [landing, landing]
    assert cues(timeline, "hit") == [landing]
    still, moved = timeline.looks(landing)["d5/1"], timeline.looks(landing + 0.05)["d5/1"]
    assert abs(moved.x - still.x) > 2 and moved.lift > 0.1
    candle = of(timeline, "candle")[0]
    names = [
        glint.name for part in (0.1, 0.8) for glint in glints([candle], landing + part * candle.length_s, 60)
    ]
    assert names == ["burning", "smoking"]


def test_who_is_out_goes_up_in_smoke_and_does_not_shatter() -> None:
    timeline = plan(PIECES, spell(5, 2), Plain())
    (puff,) = of(timeline, "puff")
    assert puff.at_s > cues(timeline, "hit")[1]
    assert [burst.piece for burst in timeline.bursts] == ["r", "r"]
    assert "destroy" not in {cue.sound for cue in timeline.cues}
    assert timeline.looks(puff.at_s - 0.01)["f3/0"].alpha == 1.0
    assert timeline.looks(puff.at_s + puff.length_s)["f3/0"].alpha == 0.0
    assert timeline.final()["f3"] == ("p",)


def test_whoever_dies_is_drawn_before_the_obstacle_that_killed_it() -> None:
    """Until it is gone it stands on the obstacle, not behind it."""
    timeline = plan(PIECES, spell(5, 2), Plain())
    assert timeline.places["f3/0"] == ("f3", 1)


def test_the_caster_shines_where_it_has_just_stepped_and_where_the_fact_says_it_stands() -> None:
    step = Fact("moved", "b3", "b4", ("mario",), 0, "step")
    moved = of(plan(PIECES, [step, *spell()], Plain()), "aura")
    assert [(aura.begin.x, aura.begin.y) for aura in moved] == [(60.0, 240.0)]
    assert moved[0].at_s >= MOVE_S[0]
    cast, *rest = spell()
    stood = of(plan(PIECES, [cast._replace(at="b3"), *rest], Plain()), "aura")
    assert [(aura.begin.x, aura.begin.y) for aura in stood] == [(60.0, 180.0)]
    assert not of(plan(PIECES, [cast, *rest], Plain()), "aura")


def test_a_step_is_a_hop_with_its_own_sound() -> None:
    timeline = plan(PIECES, [Fact("moved", "b3", "c4", ("mario",), 0, "step")], Plain())
    assert [cue.sound for cue in timeline.cues] == ["step"]
    middle = timeline.looks(timeline.length_s / 2)["b3/0"]
    assert middle.lift > 1.0 and middle.aloft == 1.0


def test_a_placed_obstacle_falls_lands_and_sounds_in_its_colour() -> None:
    timeline = plan(PIECES, [Fact("placed", "", "a1", ("y",), 0, "")], Plain())
    assert [(cue.sound, cue.at_s) for cue in timeline.cues] == [("block-y", pytest.approx(DROP_S * DOWN))]
    heights = [timeline.looks(DROP_S * DOWN * part)["new/0"].lift for part in (0.0, 0.5, 1.0)]
    assert heights[0] > heights[1] > heights[2] == pytest.approx(0.0, abs=1e-6)


def test_nothing_flashes_more_than_three_times_a_second() -> None:
    """Neither a piece nor a square lights up more than three times, each time counted as one flash."""
    facts = [Fact("moved", "b3", "b4", ("mario",), 0, "step"), *spell(5, 2)]
    timeline = plan(PIECES, facts, Plain())
    flashes: dict[object, list[float]] = {}
    for track in timeline.tracks:
        if track.what == "glow":
            flashes.setdefault(track.piece, []).append(track.start_s)
    for effect in timeline.effects:
        if effect.kind in ("flare", "ripple", "spark", "aura"):
            flashes.setdefault((effect.begin.x // 60, effect.begin.y // 60), []).append(effect.at_s)
    for starts in flashes.values():
        for start in starts:
            assert sum(start <= other < start + 1.0 for other in starts) <= 3


SQUARES = [f + r for f in "abcde" for r in "12345"]
WALKERS = ("mario", "luigi", "wario", "waluigi")


@st.composite
def casts(draw: st.DrawFn) -> tuple[dict[str, tuple[str, ...]], list[Fact]]:
    """Any board with a cast on it, as the rules tell it: replaced, placed, hit, out."""
    pieces: dict[str, tuple[str, ...]] = {
        square: (colour,)
        for square, colour in draw(st.dictionaries(st.sampled_from(SQUARES), st.sampled_from("rgyp"))).items()
    }
    at = draw(st.lists(st.sampled_from(SQUARES), min_size=2, max_size=4, unique=True))
    for walker, square in zip(WALKERS, at, strict=False):
        pieces[square] = (*pieces.get(square, ()), walker)
    need = draw(st.lists(st.sampled_from(SQUARES), max_size=4, unique=True))
    new = draw(st.lists(st.sampled_from(SQUARES), min_size=1, max_size=5, unique=True))
    facts = [Fact("cast", draw(st.sampled_from(["", at[0]])), "", tuple(need), 0, "id")]
    for square in new:
        stack = pieces.get(square, ())
        if stack and len(stack[0]) == 1:
            facts.append(Fact("taken", square, "", (stack[0],), note="replaced"))
        pawn = bool(stack) and len(stack[-1]) > 1
        facts.append(Fact("placed", "", square, (draw(st.sampled_from("rgyp")),), 0, "under" if pawn else ""))
    for seat, square in enumerate(at):
        if square in new:
            facts.append(Fact("hit", at=square, seat=seat, note="1"))
            if draw(st.booleans()):
                facts.append(Fact("out", at=square, seat=seat, note="hits"))
                facts.append(Fact("taken", square, "", (WALKERS[seat],), seat, "out"))
    return pieces, facts


@settings(max_examples=120, deadline=None)
@given(casts())
def test_every_cast_ends_at_the_truth_with_everybody_in_place(
    cast: tuple[dict[str, tuple[str, ...]], list[Fact]],
) -> None:
    pieces, facts = cast
    timeline, grid = plan(pieces, facts, Plain()), Plain()
    for line in (timeline, timeline.cut()):
        truth = fold(pieces, facts)
        assert line.final() == truth
        looks = line.looks(line.length_s)
        for place, ids in line.end.items():
            for index, piece in enumerate(ids):
                spot, look = grid.spot(place, truth[place], index), looks[piece]
                assert (look.x, look.y, look.scale) == pytest.approx((spot.x, spot.y, spot.scale))
                assert (look.alpha, look.lift, look.glow, look.aloft) == pytest.approx((1, 0, 0, 0), abs=1e-6)
        standing = {piece for ids in line.end.values() for piece in ids}
        assert all(looks[piece].alpha == 0 for piece in looks.keys() - standing)
    assert {cue.sound for cue in timeline.cues} <= set(NAMES)
    assert not glints(timeline.effects, timeline.length_s, 60)


@settings(max_examples=60, deadline=None)
@given(casts())
def test_no_two_tracks_of_a_cast_pull_at_one_attribute_at_once(
    cast: tuple[dict[str, tuple[str, ...]], list[Fact]],
) -> None:
    ends: dict[tuple[str, str], float] = {}
    for track in plan(*cast, Plain()).tracks:
        if track.what != "glow":
            assert track.start_s >= ends.get((track.piece, track.what), 0.0) - 1e-9
            ends[track.piece, track.what] = track.start_s + track.length_s


# -- drawn ---------------------------------------------------------------------------------------------


def stage(window: pygame.Surface, reduced: bool = False) -> Stage:
    look = theme("night")
    view = BoardView(7, 7, pygame.Rect(20, 20, 480, 480), look, LIVERY.accents_in(look), Typesetter(0.8))
    window.fill((0, 0, 0))
    made = Stage(view, Walkers(), PIECES, reduced=reduced)
    made.ground(window)
    made.draw(window)
    return made


def test_a_spell_draws_only_where_it_happens_and_leaves_nothing_behind(window: pygame.Surface) -> None:
    shown = stage(window)
    corner = window.subsurface(shown.view.rect_of("a1").unionall([shown.view.rect_of("b1")])).copy()
    whole = shown.view.outer.width * shown.view.outer.height
    shown.push(spell(5, 2))
    most = 0
    while shown.busy:
        shown.advance(1 / 30)
        rects = shown.draw(window)
        assert all(shown.view.outer.contains(rect) for rect in rects)
        most = max(most, sum(rect.width * rect.height for rect in rects))
    assert 0 < most < 0.6 * whole
    assert shown.draw(window) == []
    same = window.subsurface(shown.view.rect_of("a1").unionall([shown.view.rect_of("b1")]))
    assert pygame.image.tobytes(same, "RGB") == pygame.image.tobytes(corner, "RGB")
    after = pygame.image.tobytes(window, "RGB")
    view = shown.view
    fresh = Stage(view, Walkers(), shown.pieces)
    window.fill((0, 0, 0))
    fresh.ground(window)
    fresh.draw(window)
    assert pygame.image.tobytes(window, "RGB") == after


def test_skipping_a_spell_shows_its_end_without_any_light(window: pygame.Surface) -> None:
    shown = stage(window)
    shown.push(spell(5, 2))
    shown.advance(0.5)
    shown.draw(window)
    assert shown._glints
    shown.skip()
    shown.draw(window)
    assert not shown._glints and not shown.busy
    assert shown._still.final() == fold(PIECES, spell(5, 2))


def test_reduced_motion_shows_no_light_at_all(window: pygame.Surface) -> None:
    shown = stage(window, reduced=True)
    shown.push(spell(5, 2))
    shown.advance(0.01)
    shown.draw(window)
    assert not shown._glints and not shown._specks and not shown.busy


def test_hurried_steps_do_not_flash(window: pygame.Surface) -> None:
    shown = stage(window)
    for facts in (
        spell(1),
        [Fact("moved", "b3", "b4", ("mario",), 0, "step")],
        [Fact("moved", "b4", "b5", ("mario",), 0)],
    ):
        shown.push(facts)
    shown.advance(0.04)
    shown.draw(window)
    assert len(shown._queue) >= 2
    assert not shown._glints and all(not drawn.glow for drawn in shown._drawn.values())


@pytest.mark.parametrize("look", sorted(THEMES))
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_effect_is_seen_in_every_theme_and_keeps_near_its_way(kind: str, look: str) -> None:
    effect = Effect(1.0, 0.5, kind, Spot(100, 100), Spot(220, 100))
    assert glints([effect], 0.99, 60) == [] == glints([effect], 1.5, 60)
    assert glints([effect._replace(begin=Spot(100, 100, 1.0, False))], 1.2, 60) == []
    seen = [glint for part in range(1, 10) for glint in glints([effect], 1.0 + part * 0.05, 60)]
    assert seen
    for glint in seen:
        image = picture(glint.name, glint.size, look, LIVERY.accents_in(theme(look)))
        assert image.get_size() == (glint.size, glint.size) == glint.rect.size
        assert image is picture(glint.name, glint.size, look, LIVERY.accents_in(theme(look)))
        assert pygame.Rect(0, 0, 320, 200).contains(glint.rect)
        assert 0 < glint.alpha <= 255
        assert pygame.mask.from_surface(image, 40).count() > 0


def test_themes_without_soft_light_show_frames_rings_and_stars_only() -> None:
    timeline = plan(PIECES, spell(), Plain())
    moments = [tick / 60 for tick in range(54)]
    soft = {glint.name for now in moments for glint in glints(timeline.effects, now, 60)}
    hard = {glint.name for now in moments for glint in glints(timeline.effects, now, 60, soft=False)}
    assert soft - hard == {"halo"} and {"frame", "ring", "star"} <= hard


def test_sizes_and_opacities_of_light_come_in_steps_so_that_pictures_are_few() -> None:
    timeline = plan(PIECES, spell(5, 2), Plain())
    names = {
        (glint.name, glint.size)
        for tick in range(int(timeline.length_s * 60))
        for glint in glints(timeline.effects, tick / 60, 60)
    }
    assert len(names) < effects.picture.cache_info().maxsize / 2
