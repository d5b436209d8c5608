"""Cards: every state, pattern and id has a picture of its own; sizes, caching, names in any script."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from client.games.taika.livery import LIVERY
from client.games.taika.sigils import SIGILS, sigil_of
from sprites.cards.cards import STATES, card_back, card_image, pattern_image
from sprites.cards.madeup import made_up
from sprites.kit.strokes import draw
from sprites.kit.text import Typesetter
from sprites.kit.theme import THEMES, theme

HOSE = ("o.#oo", "###..")
TURNED = ("#o", "#.", "##", ".o", ".o")
NIGHT = theme("night")
ACCENTS = LIVERY.accents_in(NIGHT)
LOOKS = sorted(THEMES)


@pytest.fixture(scope="module")
def type_() -> Typesetter:
    return Typesetter()


def differing(a: pygame.Surface, b: pygame.Surface, tolerance: int = 24) -> float:
    """Part of the pixels that differ clearly on a grey ground."""
    grounds = []
    for image in (a, b):
        ground = pygame.Surface(image.get_size())
        ground.fill((100, 100, 100))
        ground.blit(image, (0, 0))
        grounds.append(ground)
    near = pygame.mask.from_threshold(grounds[0], (0, 0, 0), (tolerance,) * 3 + (255,), grounds[1])
    return 1 - near.count() / (a.get_width() * a.get_height())


@pytest.mark.parametrize("size", [(56, 80), (90, 130), (150, 210), (300, 420), (1, 1)])
@pytest.mark.parametrize("look", LOOKS)
def test_a_card_is_as_large_as_asked_and_made_once(
    look: str, size: tuple[int, int], type_: Typesetter
) -> None:
    image = card_image(
        HOSE,
        size,
        theme(look),
        LIVERY.accents_in(theme(look)),
        type_,
        name="Puutarhaletku",
        emblem=SIGILS["puutarhaletku"],
    )
    assert image.get_size() == (max(8, size[0]), max(8, size[1]))
    assert image is card_image(
        HOSE,
        size,
        theme(look),
        LIVERY.accents_in(theme(look)),
        type_,
        name="Puutarhaletku",
        emblem=SIGILS["puutarhaletku"],
    )
    assert card_back(size, theme(look), LIVERY.accents_in(theme(look))).get_size() == image.get_size()
    assert card_back(size, theme(look), LIVERY.accents_in(theme(look))) is card_back(
        size, theme(look), LIVERY.accents_in(theme(look))
    )


@pytest.mark.parametrize("size", [(56, 80), (120, 168)])
@pytest.mark.parametrize("look", LOOKS)
def test_every_state_looks_different_and_not_only_in_colour(
    look: str, size: tuple[int, int], type_: Typesetter
) -> None:
    pictures = [
        card_image(HOSE, size, theme(look), LIVERY.accents_in(theme(look)), type_, name="Letku", state=state)
        for state in STATES
    ]
    for a, b in combinations(pictures, 2):
        assert differing(pygame.transform.grayscale(a), pygame.transform.grayscale(b)) > 0.03


def test_an_unknown_state_is_refused(type_: Typesetter) -> None:
    with pytest.raises(ValueError, match="glowing"):
        card_image(HOSE, (56, 80), NIGHT, ACCENTS, type_, state="glowing")


def test_the_orientation_held_is_what_is_shown(type_: Typesetter) -> None:
    straight = card_image(HOSE, (90, 130), NIGHT, ACCENTS, type_, emblem=SIGILS["puutarhaletku"])
    turned = card_image(
        HOSE, (90, 130), NIGHT, ACCENTS, type_, emblem=SIGILS["puutarhaletku"], orientation_rows=TURNED
    )
    assert differing(straight, turned) > 0.03
    assert turned is card_image(TURNED, (90, 130), NIGHT, ACCENTS, type_, emblem=SIGILS["puutarhaletku"])


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("side", [24, 48, 120])
def test_cells_of_a_pattern_stand_in_their_places_solid_or_hollow(look: str, side: int) -> None:
    """A block fills its middle with its colour; a ring's middle is fainter than its rim; a dot is small."""
    image = pattern_image(("#o.",), (side, side), theme(look), LIVERY.accents_in(theme(look)))
    ink = pygame.mask.from_surface(image, 200)
    cell = max(2, min(side // 3, round(side / 3.2)))
    left, top = (side - 3 * cell) // 2, (side - cell) // 2
    counts = []
    for i in range(3):
        part = pygame.Mask((cell, cell))
        part.draw(ink, (-(left + i * cell), -top))
        counts.append(part.count() / cell**2)
    block, ring, dot = counts
    assert block > max(0.5, 1.1 * ring) and ring > 0.15 > dot
    middle = image.get_at((left + cell + cell // 2, top + cell // 2))
    assert middle.a < 200


def test_shorter_rows_are_filled_with_nothing_and_no_rows_are_an_empty_picture() -> None:
    assert (
        pygame.image.tobytes(pattern_image(("##", "o"), (40, 40), NIGHT, ACCENTS), "RGBA")
        == pygame.image.tobytes(pattern_image(("##", "o."), (40, 40), NIGHT, ACCENTS), "RGBA")
    )  # fmt: skip
    assert pygame.mask.from_surface(pattern_image((), (40, 40), NIGHT, ACCENTS), 10).count() == 0


@pytest.mark.parametrize("size", [(56, 80), (100, 142)])
@pytest.mark.parametrize(
    "name",
    [
        "Silta",
        "Puutarhaletku",
        "Northern Lights",
        "北風の呪文とても長い名前の札",
        "Ö" * 40,
        "Superkalifragi listiek Loitsu",
    ],
)
def test_names_of_any_length_and_script_stay_in_their_band(
    name: str, size: tuple[int, int], type_: Typesetter
) -> None:
    bare = card_image(("#",), size, NIGHT, ACCENTS, type_, name=" ")
    named = card_image(("#",), size, NIGHT, ACCENTS, type_, name=name)
    changed = pygame.mask.from_threshold(named, (0, 0, 0), (6, 6, 6, 255), bare)
    changed.invert()
    boxes = changed.get_bounding_rects()
    assert boxes
    box = boxes[0].unionall(boxes[1:])
    pad = round(size[0] * 0.04)
    assert box.left >= pad and box.right <= size[0] - pad
    assert box.top >= pad and box.bottom <= size[1] * 0.32


def test_every_emblem_differs_from_every_other_at_small_size() -> None:
    shapes = {name: pygame.mask.from_surface(draw(SIGILS[name], 24, (255, 255, 255)), 127) for name in SIGILS}
    for a, b in combinations(shapes, 2):
        one, two = shapes[a], shapes[b]
        apart = one.count() + two.count() - 2 * one.overlap_area(two, (0, 0))
        assert apart > 0.12 * max(one.count(), two.count()), (a, b)
    assert all(0.06 < shape.count() / 24**2 < 0.9 for shape in shapes.values())


def test_ids_without_an_emblem_get_a_made_up_one_that_is_always_the_same() -> None:
    made = {made_up(f"oma-{i}") for i in range(40)}
    assert len(made) > 25
    assert made_up("oma-1") == made_up("oma-1")
    image = draw(sigil_of("oma-1"), 20, ACCENTS.first)
    assert image is draw(sigil_of("oma-1"), 20, ACCENTS.first)
    assert 0.1 < pygame.mask.from_surface(image, 127).count() / 400 < 0.8


def test_made_up_emblems_are_mirrored_in_themselves() -> None:
    """No arms that hook to one side: such signs mean something that no card should."""
    for i in range(60):
        image = draw(made_up(f"mirror-{i}"), 48, (255, 255, 255))
        flipped = pygame.transform.flip(image, True, False)
        one, two = pygame.mask.from_surface(image, 127), pygame.mask.from_surface(flipped, 127)
        assert one.overlap_area(two, (0, 0)) > 0.9 * one.count()
